"""Durations that are proved: with a utilisation that is a formula in place of a robot's."""

from typing import NamedTuple

import numpy as np
import pytest

import jounce as jn
from jounce.timing.certificate import DURATION_TOLERANCE, certify, feasible_duration, violated_spans
from jounce.timing.interval_proof import UtilisationBounds
from jounce.timing.time_scaling import approximate_scaling
from jounce.timing.time_scaling_slp import TimingSolution


def inertial(duration):
    """Force that falls as 1 / T^2 and is at its limit with 2 s."""
    return (2.0 / duration) ** 2


@pytest.mark.parametrize("guess", [0.3, 1.9, 2.0, 2.1, 50.0])
def test_the_duration_with_which_a_force_is_at_its_limit(guess):
    duration = feasible_duration(inertial, guess)
    assert 2.0 <= duration <= 2.0 * (1.0 + 2.0 * DURATION_TOLERANCE)


def test_a_shorter_one_where_the_utilisation_rises_with_the_duration():
    duration = feasible_duration(lambda T: T / 2.0, 2.01)
    assert 0.98 * 2.0 < duration <= 2.0


def test_no_duration_is_long_enough():
    with pytest.raises(jn.errors.LimitError, match="no duration is long enough"):
        feasible_duration(lambda T: 1.5, 1.0)


class Proof(NamedTuple):
    """A verification whose bound exceeds the utilisation by a factor."""

    loose: float
    proves_first: bool = True

    def proof(self, duration, ceiling=None):
        share = inertial(duration) * self.loose
        return UtilisationBounds(np.array([0.0, 1.0]), {"velocity": np.array([[share]])}, inertial(duration))

    def shares(self, duration, estimate):
        return {"velocity": np.array([[inertial(duration)]])}


def solution(duration):
    return TimingSolution(approximate_scaling(lambda x: x, 4, 3, 1), duration, 5)


def test_a_loose_bound_takes_a_longer_duration():
    """A bound 1 % too large is within the limit after half a per cent more time."""
    certified, bounds = certify(solution(2.0), Proof(1.01))
    assert bounds is None
    assert 2.0 * 1.01**0.5 <= certified.solution.duration < 2.0 * 1.01**0.5 * 1.002
    assert certified.bounds.largest <= 1.0


def test_beyond_the_longest_duration_the_last_bounds_are_returned():
    certified, bounds = certify(solution(2.0), Proof(1.5), longest=2.001)
    assert certified is None
    assert bounds.largest > 1.0


def test_rigid_joints_are_not_proved_first():
    certified, bounds = certify(solution(2.5), Proof(9.0, proves_first=False))
    assert (certified.solution.duration, certified.bounds, bounds) == (2.5, None, None)


def test_spans_above_the_limit():
    shares = {"velocity": np.array([[0.5, 1.1], [0.2, 0.3], [0.1, 0.2]]), "jerk": np.array([[0.5, 0.1], [0.2, 0.3], [0.1, 1.2]])}
    bounds = UtilisationBounds(np.array([0.0, 0.2, 0.6, 1.0]), shares, 1.2)
    assert violated_spans(bounds).tolist() == [0.1, 0.8]
