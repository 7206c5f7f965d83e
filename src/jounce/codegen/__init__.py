"""THE SAME EQUATIONS AS NATIVE CODE: traced, scheduled, printed, compiled, cached and called. Knows scalars, not robots."""
