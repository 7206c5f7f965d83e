"""Innovation gate of the extended Kalman filter: rejects readings that are far from their expectation."""

from jounce.dynamics.readings import chosen
from jounce.numbers import Number, select

GATE = 1e3
"""Largest innovation of an accepted reading, in standard deviations. Without a gate, a single reading with an error of 1e6
standard deviations (1 rad, from an encoder with noise of 1e-6 rad) made the estimate of `planar_2r` diverge."""
DOUBT = 100.0
"""Factor on the covariance after a reading beyond the gate, so that the filter recovers if its estimate was wrong instead."""


def beyond(innovation: Number) -> Number:
    """Return 1.0 if an innovation, in standard deviations, is beyond the gate (above GATE in magnitude), else 0.0."""
    return select(GATE - abs(innovation), 1.0, 0.0)


def outcome(lost: Number, rejected: Number, gated: Number, before: Number, expected: Number, after: Number) -> Number:
    """Return one scalar of the filter's state after a step, chosen by three flags, which are true if at least 1.

    In this order: `before` if tau_m is rejected (lost), `expected` if a reading is rejected, `before` if a reading is beyond the
    gate (gated), else `after`.
    """
    return chosen(lost, before, chosen(rejected, expected, chosen(gated, before, after)))


def retained(lost: Number, rejected: Number, gated: Number, before: Number, expected: Number, after: Number) -> Number:
    """Return one entry of the covariance, chosen as in `outcome`, except DOUBT * before if a reading is beyond the gate."""
    return chosen(lost, before, chosen(rejected, expected, chosen(gated, DOUBT * before, after)))
