"""Solvers of the inverse dynamics of flexible arms: a `Problem` in, the motion of all joints out."""
