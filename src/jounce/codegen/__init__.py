"""THE SAME EQUATIONS AS NATIVE CODE: traced, scheduled, printed, compiled, cached and called. No module depends on robots."""
