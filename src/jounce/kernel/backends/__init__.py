"""Backends, one file each: plain Python on any scalar, native code, CasADi symbols, JAX, PyTorch, CUDA."""
