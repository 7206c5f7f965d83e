"""Elastic joints with damping: the motor's motion along a trajectory is a stable first-order filter of the joint torque.

    K delta + D deltad = tau_j(t)

The deflection, its rate and its acceleration obey the same filter with tau_j, tau_jd and tau_jdd on the right. Solving the last
one and going back by delta^(k) = (tau_j^(k) - D delta^(k+1)) / K divides by K only, so that D -> 0 leads to the undamped joint
without loss of digits.
"""

import math

import numpy as np

from jounce.numbers.packing import Array

SERIES_BELOW = 1.0
TERMS = 20
FORGOTTEN = 40.0
"""Time constants after which nothing is left of the filter's first state: e^-40 = 4e-18."""


def moments(z: Array) -> list[Array]:
    """I_m(z) = int_0^1 e^(-z (1-x)) x^m dx for m = 0..3: I_m = (1 - m I_(m-1)) / z, and its power series for small z."""
    small = z < SERIES_BELOW
    zs, zl = np.where(small, z, 0.0), np.where(small, 1.0, z)
    found: list[Array] = []
    recursive = -np.expm1(-zl) / zl
    for m in range(4):
        if m:
            recursive = (1.0 - m * recursive) / zl
        series = np.zeros_like(zs)
        for k in reversed(range(TERMS)):
            series = series * -zs + math.factorial(m) / math.factorial(m + k + 1)
        found.append(np.where(small, series, recursive))
    return found


def step(w: Array, h: Array, before: Array, after: Array, K: Array, D: Array) -> Array:
    """The deflection's acceleration w after a time h, from the joint torque and its two rates at both ends, (3, ..., n) each.

    Exact for the quintic polynomial that takes these six values: the error of one step is O(h^7), of many O(h^6).
    """
    a0, a1, a2 = before[0], h * before[1], 0.5 * h * h * before[2]
    d0 = after[0] - a0 - a1 - a2
    d1 = h * after[1] - a1 - 2.0 * a2
    d2 = h * h * after[2] - 2.0 * a2
    a3 = 10.0 * d0 - 4.0 * d1 + 0.5 * d2
    a4 = -15.0 * d0 + 7.0 * d1 - d2
    a5 = 6.0 * d0 - 3.0 * d1 + 0.5 * d2
    z = h * K / D
    integral = sum(c * moment for c, moment in zip((2.0 * a2, 6.0 * a3, 12.0 * a4, 20.0 * a5), moments(z)))
    return np.exp(-z) * w + integral / (h * D)  # type: ignore[no-any-return]


def deflections(w: Array, tau: Array, K: Array, D: Array) -> Array:
    """(delta, deltad, deltadd) from deltadd = w and the joint torque with its rates, each (3, ..., n)."""
    rate = (tau[1] - D * w) / K
    return np.stack([(tau[0] - D * rate) / K, rate, w])


def run(w: Array, t: Array, tau: Array, resting: Array, K: Array, D: Array) -> Array:
    """w (T, n) along times t (T,) from its value at the first. tau: (3, T, n); resting (T-1,): where nothing moves after t_i."""
    h = np.diff(t)[:, None]
    decay = np.exp(-h * K / D)
    driven = step(np.zeros_like(w), h, tau[:, :-1], tau[:, 1:], K, D)
    driven[resting] = 0.0
    out = np.empty(tau.shape[1:])
    out[0] = w
    for i in range(len(h)):
        out[i + 1] = decay[i] * out[i] + driven[i]
    return out
