"""How noisy samples are, from the samples alone."""

import math

import numpy as np

from jounce.trajectory.path import Floats

ORDERS = range(3, 9)
QUANTILE, NORMAL = 0.9, 1.6448536269514722
"""A share of all differences, and how many standard deviations of a normal distribution it is."""


def scatter(q: Floats) -> Floats:
    """(n,): the standard deviation of what is independent from sample to sample in q (m, n).

    The k-th difference of independent numbers has binomial(2k, k) times their variance; that of a motion falls with k, if it is
    sampled closely. The least over several k is taken, each from the quantile 0.9 of its magnitude, which a few corners do not
    change.
    """
    least = np.full(q.shape[1], np.inf)
    for k in ORDERS:
        if len(q) < 4 * k:
            break
        size = np.quantile(np.abs(np.diff(q, n=k, axis=0)), QUANTILE, axis=0)
        least = np.minimum(least, size / (NORMAL * math.sqrt(math.comb(2 * k, k))))
    return np.where(np.isfinite(least), least, 0.0)
