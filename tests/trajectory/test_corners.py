"""What noisy samples measure: trapezoids and their like, known by hand."""

import pickle

import numpy as np
import pytest
from scipy.integrate import quad

from jounce.trajectory import fit, rest_to_rest
from jounce.trajectory.corners import Corners, _jerk, measured
from jounce.trajectory.smoothing import Samples, smooth
from support.tolerances import assert_close

NOISE = 1e-4


def pieces(t, times, jumps):
    """A motion from rest whose acceleration jumps."""
    return sum(0.5 * jump * np.maximum(t - at, 0.0) ** 2 for at, jump in zip(times, jumps))


def noisy(q, seed, noise=NOISE):
    return q + noise * np.random.default_rng(seed).normal(size=q.shape)


TRAPEZOID = [0.0, 0.15, 1.0, 1.15], [10.0, -10.0, -10.0, 10.0]
TWO_WAYS = [0.0, 0.2, 0.5, 0.7, 0.8, 0.9, 1.1, 1.2], [5.0, -5.0, -5.0, 5.0, -8.0, 8.0, 8.0, -8.0]


@pytest.mark.parametrize(("motion", "end"), [(TRAPEZOID, 1.15), (TWO_WAYS, 1.3)])
@pytest.mark.parametrize("seed", range(4))
def test_corners_are_found_and_noise_is_gone(motion, end, seed):
    """Acceleration of what is measured, within a hundredth or so of the highest corner, and nearer than smoothed samples are."""
    t = np.arange(round(1000 * end) + 1) * 1e-3
    q = pieces(t, *motion)
    scale = 0.0095
    given = noisy(q, seed)
    found, corner = measured(t, given, NOISE, scale, 9)
    assert np.abs(found - q).max() < 0.6 * NOISE
    highest = np.abs(motion[1][1:-1]).max()
    assert min(abs(corner - at) for at, jump in zip(*motion) if abs(jump) == highest) < 1e-3

    def acceleration(x):
        return smooth(Samples(t, x[:, None]), scale, 9, lead=(0.12, 0.12)).curve(t, nu=2)

    far, before = (np.abs(acceleration(x) - acceleration(q)).max() for x in (found, given))
    assert far < 0.015 * highest
    assert far < 0.5 * before


def test_times_may_begin_anywhere_and_be_uneven():
    rng = np.random.default_rng(3)
    t = np.sort(np.concatenate([[0.0, 1.15], rng.uniform(0.0, 1.15, 1200)]))
    q = pieces(t, *TRAPEZOID)
    found, corner = measured(t + 1.7e9, noisy(q, 5), NOISE, 0.0095, 9)
    assert np.abs(found - q).max() < 0.6 * NOISE
    assert min(abs(corner - 1.7e9 - at) for at in TRAPEZOID[0]) < 1e-3


@pytest.mark.parametrize("seed", range(3))
def test_a_smooth_motion_has_no_corners(seed):
    t = np.arange(1001) * 1e-3
    q = rest_to_rest([0.0], [1.0], 1.0, degree=9)(t)[0][:, 0]
    for scale in (0.01, 0.03):
        assert measured(t, noisy(q, seed), NOISE, scale, 9) is None


@pytest.mark.parametrize("pause", [0.02, 0.03, 0.04])
@pytest.mark.parametrize("seed", range(3))
def test_corners_too_close_to_be_told_are_left_alone(pause, seed):
    """Two corners within a few time scales: where they are taken for one, then within what averages over one cannot tell."""
    times = np.concatenate([[0.0, 0.15, 1.0, 1.15], pause + 1.15 + np.array([0.0, 0.15, 1.0, 1.15])])
    t = np.arange(round(1000 * times[-1]) + 1) * 1e-3
    q = pieces(t, times, [6.0, -6.0, -6.0, 6.0, 6.0, -6.0, -6.0, 6.0])
    scale = 0.0113
    hidden = (np.sqrt(2.0 * np.log(t[-1] / scale)) + 1.5) * NOISE * np.sqrt(1e-3 / scale)
    found = measured(t, noisy(q, seed), NOISE, scale, 9)
    assert found is None or np.abs(found[0] - q).max() < hidden


def test_the_curve_of_corners():
    t = np.linspace(-1.0, 3.0, 101)
    corners = Corners(np.array([0.1, 0.7]), np.array([2.0, -3.0]))
    assert_close(corners.curve(t), pieces(t, *corners))
    even = corners.mirrored(0.0, 1.5).curve(t)
    parabola = even - np.polyval(np.polyfit(t[(t > -0.05) & (t < 0.05)], even[(t > -0.05) & (t < 0.05)], 2), t)
    assert_close(parabola[(t > -1.0) & (t < 0.0)][::-1][:20], parabola[(t > 0.0) & (t < 1.0)][:20], 1e-8)


@pytest.mark.parametrize(("degree", "p"), [(3, 2), (9, 5), (15, 6)])
def test_jerk_of_noise(degree, p):
    """Its spectrum is that of white noise times w^6 / (1 + (w tau)^(2p))^2."""
    step, scale = 1e-3, 0.02
    total = quad(lambda u: u**6 / (1.0 + u ** (2 * p)) ** 2, 0.0, np.inf)[0] / np.pi
    assert_close(_jerk(step, scale, degree), np.sqrt(total * step / scale**7), 1e-6)


def test_distances_are_from_the_samples_as_given():
    t = np.arange(1151) * 1e-3
    q = pieces(t, *TRAPEZOID)[:, None]
    given = noisy(q, 0)
    found = fit(t, given)
    assert_close(found.deviation, np.abs(found(t)[0] - given).max(axis=0), 1e-8)
    assert 2.5 * NOISE < found.deviation[0] < 1e-4 + 5.3 * NOISE
    assert np.abs(found(t)[0] - q).max() < 1.6e-4
    assert pickle.loads(pickle.dumps(found)) == found
    assert found != fit(t, noisy(q, 1))
