"""A conservative test that matrices are regular, cheaper than singular values."""

import numpy as np

from jounce.numbers.packing import Array


def is_surely_regular(A: Array, ratio: float) -> bool:
    """Return True if the smallest singular value of every matrix A (..., n, n) surely exceeds `ratio` times the largest.

    The test is conservative: 1 / (|A| |A^-1|) in Frobenius norms bounds the ratio of singular values from below, so the
    condition may hold although the result is False.
    """
    try:
        inverse = np.linalg.inv(A)
    except np.linalg.LinAlgError:
        return False
    squares = np.einsum("...ij,...ij->...", A, A) * np.einsum("...ij,...ij->...", inverse, inverse)
    return bool((squares * ratio**2 < 1.0).all())  # False for NaN
