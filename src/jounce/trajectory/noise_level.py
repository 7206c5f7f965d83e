"""Noise level of samples, estimated from the samples alone by high-order differences."""

import math

import numpy as np

from jounce.trajectory.path import Floats

ORDERS = range(3, 9)
"""Orders of the differences."""
QUANTILE, NORMAL = 0.9, 1.6448536269514722
"""Quantile of the magnitudes of differences, and the standard deviations of a normal distribution at that quantile."""


def scatter(q: Floats) -> Floats:
    """Return the standard deviations (n,) of the white noise in samples q (m, n).

    The k-th difference of white noise has binomial(2k, k) times its variance; that of a motion falls with k, if it is sampled
    closely. The result is the least over several k, each from the 0.9 quantile of the magnitudes, which a few corners do not
    change.
    """
    least = np.full(q.shape[1], np.inf)
    for k in ORDERS:
        if len(q) < 4 * k:
            break
        size = np.quantile(np.abs(np.diff(q, n=k, axis=0)), QUANTILE, axis=0)
        least = np.minimum(least, size / (NORMAL * math.sqrt(math.comb(2 * k, k))))
    return np.where(np.isfinite(least), least, 0.0)
