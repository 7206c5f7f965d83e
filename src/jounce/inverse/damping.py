"""Elastic joints with damping: the motor's motion along a trajectory is a stable first-order filter of the joint torque.

    K delta + D deltad = tau_j(t)

The deflection, its rate and its acceleration obey the same filter with tau_j, tau_jd and tau_jdd on the right. Solving the last
one and going back by delta^(k) = (tau_j^(k) - D delta^(k+1)) / K divides by K only, so that D -> 0 leads to the undamped joint
without loss of digits.
"""

import numpy as np

from jounce.numbers.packing import Array
from jounce.plant.damped_spring import stepped


def step(w: Array, h: Array, before: Array, after: Array, K: Array, D: Array) -> Array:
    """The deflection's acceleration w after a time h > 0, from the joint torque and its two rates at both ends, (3, ..., n) each.

    Exact for the quintic polynomial that takes these six values: see `plant.damped_spring`.
    """
    return stepped(K, D, h).value(w, list(before), list(after))  # type: ignore[no-any-return]


def deflections(w: Array, tau: Array, K: Array, D: Array) -> Array:
    """(delta, deltad, deltadd) from deltadd = w and the joint torque with its rates, each (3, ..., n)."""
    rate = (tau[1] - D * w) / K
    return np.stack([(tau[0] - D * rate) / K, rate, w])


def run(w: Array, t: Array, tau: Array, resting: Array, K: Array, D: Array) -> Array:
    """w (T, n) along times t (T,) from its value at the first. tau: (3, T, n); resting (T-1,): where nothing moves after t_i.

    Of each joint w_(i+1) = decay_i w_i + driven_i: a triangular band matrix, solved from its first row on.
    """
    from scipy.linalg.lapack import dtbtrs

    h = np.diff(t)[:, None]
    out = np.empty(tau.shape[1:])
    out[0] = w
    out[1:] = step(np.zeros_like(w), h, tau[:, :-1], tau[:, 1:], K, D)
    out[1:][resting] = 0.0
    band = np.zeros((len(w), len(t), 2))  # a column of the matrix in each row: 1 on its diagonal, and what is below it
    band[:, :-1, 1] = -np.exp(-h * K / D).T
    for k, columns in enumerate(band):
        out[:, k] = dtbtrs(columns.T, out[:, k], uplo="L", diag="U")[0]
    return out
