"""Peaks between samples: exact for parabolas, bounds for other curves."""

import numpy as np
import pytest

from jounce.timing.intersample_bounds import peak_bounds, status_from_bounds
from jounce.timing.path_geometry import Move
from support.slider import slider
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
