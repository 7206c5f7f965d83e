"""Durations that are proved: with a utilisation that is a formula in place of a robot's."""

from typing import NamedTuple

import numpy as np
import pytest

import jounce as jn
from jounce.timing.certificate import (
    DURATION_TOLERANCE,
    INSET,
    RIGID_SPANS,
    Verification,
    _peaks,
    _piece_samples,
    certify,
    feasible_duration,
    peak_bounds,
    status_from_bounds,
    violated_spans,
)
from jounce.timing.interval_proof import UtilisationBounds
from jounce.timing.path_geometry import Move
from jounce.timing.rest_boundary import polynomial_time_scalings
from jounce.timing.time_scaling import approximate_scaling
from jounce.timing.time_scaling_slp import TimingSolution
from support.slider import line_constraints, slider
from support.tolerances import assert_close


def test_the_peak_of_a_parabola_is_exact():
    """f = 1 - (t - 0.3)^2 at -1, 0, 1, and the same turned over; a rising one has its peak at the end."""
    t = np.array([-1.0, 0.0, 1.0])
    for f, peak in ((1.0 - (t - 0.3) ** 2, 1.0), ((t - 0.3) ** 2 - 1.0, 1.0), (t**2 + 4.0 * t, 5.0), (2.0 + 0.0 * t, 2.0)):
        assert_close(peak_bounds({"velocity": f[:, None]}, remainder=False)["velocity"], np.array([[peak]]))


@pytest.mark.parametrize("seed", range(5))
def test_cubics_stay_below(seed):
    """With a constant third derivative the estimate is a bound, too large by little more than h^3 |f^(3)|."""
    cubic = np.polynomial.Polynomial(np.random.default_rng(seed).normal(size=4))
    ends, h = np.linspace(-1.0, 1.0, 11), 0.1
    bounds = peak_bounds({"velocity": cubic(np.linspace(-1.0, 1.0, 21))[:, None]})["velocity"][:, 0]
    fine = np.abs(cubic(ends[:-1, None] + np.linspace(0.0, 2.0 * h, 201))).max(axis=1)
    assert (bounds >= fine).all()
    assert (bounds < fine + 1.1 * h**3 * abs(cubic.deriv(3)(0.0)) + 1e-4).all()


def test_spans_with_samples_of_their_own():
    x = np.array([0.0, 1.0, 0.0, 4.0, 5.0, 6.0])[:, None]
    assert_close(peak_bounds({"jerk": x}, 3, remainder=False)["jerk"], np.array([[1.0], [6.0]]))


def test_a_rate_from_its_means():
    """f' = 1 - t^2 on steps of 0.1 has means below its peak, and -3 at t = 2, at the very end."""
    t = np.linspace(-1.0, 2.0, 31)
    means = np.diff(t - t**3 / 3.0) / 0.1
    bounds = peak_bounds({"torque_rate": means[:, None]})["torque_rate"][:, 0]
    assert np.abs(means).max() < 2.9
    assert_close(bounds[-1], 3.0)
    assert means[:15].max() < 1.0 <= bounds[:8].max() < 1.005


def test_the_status_merges_spans_of_one_limit():
    spline = Move(np.repeat([0.0, 1.0], 4), np.array([[0.0], [0.0], [1.0], [1.0]]), 4.0, (False, False), 2)
    ends = np.linspace(0.0, 1.0, 5)
    bounds = {"velocity": np.array([[0.2], [0.9], [0.8], [0.1]]), "acceleration": np.array([[1.0], [0.1], [0.2], [0.7]])}
    status = status_from_bounds(slider(), spline, ends[:-1], ends[1:], bounds, 1.5, 7, "why not")
    assert [tuple(row) for row in status.active] == [
        (0.0, 1.0, "x", "acceleration", 1.0),
        (1.0, 3.0, "x", "velocity", 0.9),
        (3.0, 4.0, "x", "acceleration", 0.7),
    ]
    assert status.t.tolist() == [0.5, 1.5, 2.5, 3.5]
    assert status.share.tolist() == [1.0, 0.9, 0.8, 0.7]
    assert {name: x.tolist() for name, x in status.shares.items()} == {"velocity": [0.9], "acceleration": [1.0]}
    assert (status.time, status.rigid_time, status.pieces, status.steps, status.unproven) == (4.0, 1.5, 1, 7, "why not")


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


def cubic(**limits):
    """The mass with w = 3 x^2 - 2 x^3: velocity 1.5 / T at the middle, acceleration 6 / T^2 at both ends."""
    constraints = line_constraints(**limits)
    return Verification(constraints, polynomial_time_scalings(constraints, 2)[0])


def test_the_largest_utilisation_is_that_at_the_peak():
    verification = cubic(velocity=1.0, acceleration=12.0)
    assert verification.largest(1.5) == pytest.approx(1.0, rel=1e-12)
    assert verification.largest(0.5) == pytest.approx(3.0, rel=1e-12)  # 3 times the velocity, 2 times the acceleration
    assert verification.largest(0.25) == pytest.approx(8.0, rel=1e-12)


def test_violations_are_where_the_peaks_are():
    verification = cubic(velocity=1.0)
    assert len(verification.violations(1.501)) == 0
    assert np.abs(verification.violations(1.4) - 0.5).max() < 0.01


def test_the_proof_bounds_the_peak_and_the_status_has_it():
    verification = cubic(velocity=1.0, torque_rate=100.0)
    assert verification.unproven == ""
    bounds = verification.proof(1.5)
    assert 1.0 <= bounds.shares["velocity"].max() < 1.0 + 1e-6
    solution = TimingSolution(verification.scaling, 1.5, 4)
    timed = verification.scaling.timed_path(verification.constraints.geometry.path, 1.5)
    status = verification.status(timed, solution, 1.2)
    assert (status.time, status.rigid_time, status.steps, status.unproven) == (1.5, 1.2, 4, "")
    assert status.shares["velocity"][0] == pytest.approx(1.0, rel=1e-12)
    assert status.shares["torque_rate"][0] == pytest.approx(12.0 / 1.5**3 / 100.0, rel=1e-12)


def test_local_peaks_above_the_limit():
    shares = {"velocity": np.array([[0.5], [1.2], [0.4], [0.3], [1.4]]), "jerk": np.array([[0.1], [0.2], [-1.3], [0.5], [0.9]])}
    assert _peaks(np.arange(5.0), shares).tolist() == [2.0, 4.0]


def test_samples_of_a_piece_keep_away_from_its_ends():
    x = _piece_samples(np.array([0.0, 0.0, 0.5, 1.0]))
    assert x.shape == (2 * RIGID_SPANS * 3,)
    assert_close(x[:3], 0.25 * np.array([INSET, 0.5, 1.0 - INSET]))
    assert 0.0 < x[0]
    assert x[-1] < 1.0
