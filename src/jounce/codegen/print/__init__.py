"""Printers of traced programs: C99 for one sample, C with vectors for a batch, CUDA, and reference generators in C."""
