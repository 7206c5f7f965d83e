"""Innovation gate of the extended Kalman filter: rejects readings that are far from their expectation."""

from jounce.dynamics.readings import chosen
from jounce.numbers import Number, select

GATE = 1e3
"""Largest innovation of an accepted reading, in standard deviations. Without a gate, one reading that was off by 1e6 of these, 1
rad of an encoder with noise of 1e-6 rad, made the estimate of `planar_2r` diverge."""
DOUBT = 100.0
"""Factor on the covariance after a rejected reading: if the next readings agree with that one, the estimate is wrong."""


def beyond(innovation: Number) -> Number:
    """Return 1 where an innovation, in standard deviations, is beyond the gate, else 0."""
    return select(GATE - abs(innovation), 1.0, 0.0)


def outcome(lost: Number, rejected: Number, gated: Number, before: Number, expected: Number, after: Number) -> Number:
    """Return a scalar of the state: `before` if tau_m is rejected (lost), else `expected` if a reading is rejected, else `before`
    if a reading is beyond the gate (gated), else `after`. Flags are true if at least 1."""
    return chosen(lost, before, chosen(rejected, expected, chosen(gated, before, after)))


def retained(lost: Number, rejected: Number, gated: Number, before: Number, expected: Number, after: Number) -> Number:
    """Return an entry of the covariance, chosen as in `outcome`; DOUBT times as large after a reading beyond the gate."""
    return chosen(lost, before, chosen(rejected, expected, chosen(gated, DOUBT * before, after)))
