"""Named tolerances, all relative to the largest entry compared."""

import numpy as np

ALGEBRA = 1e-12
"""The same quantity by two routes in double precision."""
SHARED = 1e-13
"""The code that robots of one structure share, against a robot's own code: its numbers are folded in another order."""
CHAIN = 1e-11
"""As above where a linear solve or twelve derivatives stand between."""


def assert_close(found, expected, tolerance=ALGEBRA, what="", terms=0.0):
    """Agreement relative to the largest expected value (absolute where all are zero), or to the terms that cancel in it.

    terms: the sum of the sizes of what is added up, where the sum may be zero but for rounding.
    """
    found, expected = np.asarray(found, dtype=float), np.asarray(expected, dtype=float)
    assert found.shape == expected.shape, f"{what}: shape {found.shape}, expected {expected.shape}"
    if expected.size == 0:
        return
    scale = max(np.abs(expected).max(), np.max(terms)) or 1.0
    error = np.abs(found - expected).max() / scale
    assert error <= tolerance, f"{what}: relative error {error:.2e} > {tolerance:.0e}"
