"""THE SAME TEXT AS NATIVE CODE: written down, ordered, printed, compiled, kept and called. Knows numbers, not robots."""
