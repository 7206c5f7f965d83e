"""Printers of programs: C99 for one sample, vectors for a batch, CUDA, and files for a controller."""
