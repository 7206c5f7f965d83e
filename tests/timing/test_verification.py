"""Limits of one mass between samples: peaks that are known, and their proof."""

import numpy as np
import pytest

from jounce.timing.polynomial_time_scaling import polynomial_time_scalings
from jounce.timing.time_scaling_slp import TimingSolution
from jounce.timing.verification import INSET, RIGID_SPANS, Verification, _peaks, _piece_samples
from support.slider import line_constraints
from support.tolerances import assert_close


def cubic(**limits):
    """The mass with w = 3 x^2 - 2 x^3: velocity 1.5 / T at the middle, acceleration 6 / T^2 at both ends."""
    constraints = line_constraints(**limits)
    return Verification(constraints, polynomial_time_scalings(constraints, 2)[0])


def test_the_largest_utilisation_is_that_at_the_peak():
    verification = cubic(velocity=1.0, acceleration=12.0)
    assert verification.largest(1.5) == pytest.approx(1.0, rel=1e-6)
    assert verification.largest(0.5) == pytest.approx(3.0, rel=1e-6)  # 3 times the velocity, 2 times the acceleration
    assert verification.largest(0.25) == pytest.approx(8.0, rel=1e-6)


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
    assert status.shares["velocity"][0] == pytest.approx(1.0, rel=1e-6)
    assert status.shares["torque_rate"][0] == pytest.approx(12.0 / 1.5**3 / 100.0, rel=1e-6)


def test_local_peaks_above_the_limit():
    shares = {"velocity": np.array([[0.5], [1.2], [0.4], [0.3], [1.4]]), "jerk": np.array([[0.1], [0.2], [-1.3], [0.5], [0.9]])}
    assert _peaks(np.arange(5.0), shares).tolist() == [2.0, 4.0]


def test_samples_of_a_piece_keep_away_from_its_ends():
    x = _piece_samples(np.array([0.0, 0.0, 0.5, 1.0]))
    assert x.shape == (2 * RIGID_SPANS * 3,)
    assert_close(x[:3], 0.25 * np.array([INSET, 0.5, 1.0 - INSET]))
    assert 0.0 < x[0]
    assert x[-1] < 1.0
