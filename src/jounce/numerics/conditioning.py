"""Regularity of matrices without singular values."""

import numpy as np

from jounce.numbers.packing import Array


def is_surely_regular(A: Array, ratio: float) -> bool:
    """Return True if the smallest singular value of every matrix A (..., n, n) exceeds `ratio` times its largest.

    Conservative: 1 / (|A| |A^-1|) in Frobenius norms bounds the ratio from below, so that False decides nothing.
    """
    try:
        inverse = np.linalg.inv(A)
    except np.linalg.LinAlgError:
        return False
    squares = np.einsum("...ij,...ij->...", A, A) * np.einsum("...ij,...ij->...", inverse, inverse)
    return bool((squares * ratio**2 < 1.0).all())  # False for NaN
