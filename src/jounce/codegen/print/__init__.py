"""A program as text: C99 for one sample, vectors for a batch, files for a controller."""
