"""Feasibility between samples: one mass by hand, and utilisations that are formulas."""

import math

import numpy as np
import pytest

from jounce.timing.motion_feasibility import DenseSamples, make_feasible, slowed_polynomial, stretched_duration
from jounce.timing.motion_spline import polynomial_motion
from support.slider import move_problem


def test_a_slower_motion_may_ask_for_more():
    """The way up stops at the first duration that will do, and what is beyond it, above the limit again, does not count."""

    def share(duration):
        return 1.0 + 0.3 * math.cos(2.0 * duration) if duration < 5.0 else 0.5

    first = stretched_duration(share, 3.0, math.inf)
    assert first == pytest.approx(1.25 * math.pi, rel=1e-6)  # to which durations are bisected
    assert share(first) <= 1.0
    assert stretched_duration(share, 1.0, math.inf) == 1.0
    assert stretched_duration(share, 3.0, 3.5) is None
    assert stretched_duration(lambda duration: 2.0, 1.0, math.inf) is None


def cubic(duration):
    return polynomial_motion(np.zeros(1), np.ones(1), 3, duration)


def test_peaks_above_a_limit_are_found():
    """The velocity of the cubic is largest half way, its acceleration at both ends."""
    dense = DenseSamples(move_problem(velocity=1.0), cubic(1.4))
    assert dense.violations(1.4).min() < 0.5 < dense.violations(1.4).max() + 0.02
    assert np.abs(dense.violations(1.49) - 0.5).max() < 0.01
    assert len(dense.violations(1.51)) == 0
    assert dense.worst(1.0) == pytest.approx(1.5, rel=1e-6)


def test_a_motion_is_slowed_down_until_it_is_proved():
    """Velocity 1.5 / T at most 1: 1.5 s."""
    motion, excess = make_feasible(DenseSamples(move_problem(velocity=1.0), cubic(1.0)))
    assert motion.spline.duration == pytest.approx(1.5, rel=2e-6)
    assert motion.bounds.largest <= 1.0
    assert motion.cost == motion.spline.duration
    assert (motion.why, excess) == ("", pytest.approx(0.5, rel=1e-6))


def test_a_prescribed_duration_is_not_changed():
    problem = move_problem(objective="energy", duration=1.0, velocity=1.0)
    assert make_feasible(DenseSamples(problem, cubic(1.0))) == (None, pytest.approx(0.5, rel=1e-6))


def test_the_slowed_polynomial():
    """Of degree 9 the largest velocity is 315/128 / T."""
    motion = slowed_polynomial(move_problem(velocity=1.0), 4.0)
    assert motion.spline.duration == pytest.approx(315.0 / 128.0, rel=2e-6)
    assert slowed_polynomial(move_problem(velocity=1.0), 2.4) is None
