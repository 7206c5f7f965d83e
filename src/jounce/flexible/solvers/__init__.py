"""Solvers of the inverse dynamics of flexible arms: each computes the motion of all joints from a `Problem`."""
