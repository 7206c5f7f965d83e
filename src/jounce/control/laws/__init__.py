"""Control laws, one module each: the equations on scalars, their declaration as a kernel, and the class of the law."""
