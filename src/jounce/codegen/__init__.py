"""CODE GENERATION: equations are traced, scheduled, printed as C or CUDA, compiled, cached and called.

The package is independent of robots.
"""
