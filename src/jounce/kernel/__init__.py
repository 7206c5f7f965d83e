"""Evaluation of equations: argument checks, kernel cache, evaluation by a backend, checks of outputs."""
