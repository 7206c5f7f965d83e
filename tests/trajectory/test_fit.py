"""Splines near samples: at rest at both ends, as smooth as they say, and nearer with a smaller tolerance."""

import inspect

import numpy as np
import pytest
from scipy.interpolate import BSpline

import jounce as jn
from jounce.errors import InputError
from jounce.trajectory import fit, rest_to_rest
from jounce.trajectory.fit import Fitted
from support.tolerances import assert_close

PATH = rest_to_rest([0.0, 1.0], [1.0, -1.0], 2.0, degree=13)
T = np.linspace(0.0, 2.0, 801)


@pytest.mark.parametrize("degree", [3, 5, 11])
def test_it_rests_at_both_ends(degree):
    found = fit(T, PATH(T)[0], degree=degree)
    ends = found(np.array([0.0, 2.0]), degree - 1)
    scale = np.abs(found(T, degree - 1)).max(axis=(1, 2))
    assert (np.abs(ends[1:]).max(axis=(1, 2)) < 1e-7 * scale[1:]).all()  # the tenth derivative loses eight digits
    assert_close(found(np.array([-1.0, 3.0]))[0], found(np.array([0.0, 2.0]))[0])
    assert found.smoothness == degree - 1


def test_derivatives_come_nearer_with_the_tolerance():
    exact = PATH(T, 4)
    errors = [np.abs(fit(T, PATH(T)[0], None, tolerance)(T, 4) - exact).max(axis=(1, 2)) for tolerance in (1e-3, 1e-6, 1e-9)]
    assert (errors[1] < 0.2 * errors[0]).all()
    assert (errors[2] < 0.2 * errors[1]).all()


def test_derivatives_are_derivatives():
    found = fit(T, PATH(T)[0])
    h = 1e-5
    inside = np.linspace(0.1, 1.9, 50)
    difference = (found(inside + h, 3) - found(inside - h, 3)) / (2 * h)
    assert np.abs(difference - found(inside, 4)[1:]).max() < 1e-3 * np.abs(found(inside, 4)[1:]).max()  # kinks of the snap


def test_deviation_is_the_largest_distance():
    found = fit(T, PATH(T)[0], tolerance=1e-4)
    assert_close(found.deviation, np.abs(found(T)[0] - PATH(T)[0]).max(axis=0), 1e-8)
    assert found.deviation.max() <= 1e-4


def test_samples_at_uneven_times():
    t = 2.0 * np.linspace(0.0, 1.0, 400) ** 1.5
    found = fit(t, PATH(t)[0], tolerance=1e-5)
    assert np.abs(found(T)[0] - PATH(T)[0]).max() < 1e-4


def test_a_gap_is_not_filled_with_swings():
    """Pieces are no shorter than the gap: the spline comes near enough with those, or not at all."""
    t = T[(T < 0.8) | (T > 1.1)]
    found = fit(t, PATH(t)[0], tolerance=2e-2)
    assert np.abs(found(T)[0] - PATH(T)[0]).max() < 4e-2
    with pytest.raises(InputError, match="of 5 pieces, .* the tolerance is 1e-06"):
        fit(t, PATH(t)[0], tolerance=1e-6)
    wide = T[(T < 0.5) | (T > 1.5)]
    with pytest.raises(InputError, match="nowhere further apart than 0.4 s; got 400, up to 1 s"):
        fit(wide, PATH(wide)[0], tolerance=1e-2)


@pytest.mark.parametrize(
    ("samples", "times", "degree", "tolerance", "words"),
    [
        (np.zeros((5, 2)), np.arange(5.0), 5, 1e-4, "at least 6, .* got 5"),
        (np.zeros((9, 2)), np.arange(8.0), 5, 1e-4, "shape"),
        (np.zeros((9, 2)), np.zeros(9), 5, 1e-4, "increasing"),
        (np.full((9, 2), np.nan), np.arange(9.0), 5, 1e-4, "finite"),
        ([["a"]], [0.0], 5, 1e-4, "expected numbers"),
        (np.zeros((0, 2)), np.zeros(0), 5, 1e-4, "at least 6; got 0"),
        (np.zeros((99, 2)), np.arange(99.0), 26, 1e-4, "at most 25"),
        (np.zeros((99, 2)), np.arange(99.0), 5, 0.0, "tolerance"),
        (np.outer(np.arange(50.0), [1.0, 0.0]), np.arange(50.0), 5, 1e-4, "begin in motion, coordinate 1"),
    ],
)
def test_refused(samples, times, degree, tolerance, words):
    with pytest.raises(InputError, match=words):
        fit(times, samples, None, tolerance, degree)


def test_it_is_reachable_with_the_contract_signature():
    assert list(inspect.signature(jn.trajectory.fit).parameters) == ["t", "q", "qd", "tolerance", "degree"]
    assert isinstance(jn.trajectory.fit(T, PATH(T)[0]), jn.trajectory.Path)


# Velocities


@pytest.mark.parametrize("degree", [1, 3, 5, 11])
def test_exact_velocities_change_nothing_but_the_accuracy(degree):
    q, qd = PATH(T, 1)
    found = fit(T, q, qd, 1e-3, degree)
    assert np.abs(found(T)[0] - q).max() <= 1e-3
    assert_close(found.deviation, np.abs(found(T)[0] - q).max(axis=0), 1e-8)
    assert_close(found.velocity_deviation, np.abs(found(T, 1)[1] - qd).max(axis=0), 1e-6)
    assert (found.piece * found.velocity_deviation).max() <= 1e-3
    assert (fit(T, q, tolerance=1e-3).velocity_deviation == 0.0).all()


def test_it_is_the_least_squares_solution():
    """No other spline of that form is nearer in the norm stated: a push of any coefficient raises the sum."""
    q, qd = PATH(T, 1)
    rng = np.random.default_rng(3)
    q, qd = q + 1e-3 * rng.normal(size=q.shape), qd + 1e-2 * rng.normal(size=qd.shape)
    found = fit(T, q, qd, 1e-2)
    h = found.piece

    def total(push):
        curve = BSpline(found._curve.t, found._curve.c + push[:, None], found.degree)
        return ((q - curve(T)) ** 2).sum() + h**2 * ((qd - curve(T, nu=1)) ** 2).sum()

    free = found.pieces + 2 - found.degree
    tied = np.clip(np.arange(found.pieces + found.degree) - (found.degree - 1), 0, free - 1)
    least = total(np.zeros(len(tied)))
    for k in range(free):
        for size in (-1e-4, 1e-4):
            assert total(np.where(tied == k, size, 0.0)) > least


def test_velocities_help_against_noise():
    """Coarse encoders, good tachometers: the velocity of the fit is nearer to the true one."""
    rng = np.random.default_rng(1)
    q, qd = PATH(T, 1)
    noisy, measured = q + 1e-2 * rng.normal(size=q.shape), qd + 1e-3 * rng.normal(size=qd.shape)
    without, within = (Fitted(T, noisy, speeds, 5, 60) for speeds in (None, measured))  # pieces that would follow the noise
    errors = [np.sqrt(np.mean((path(T, 1)[1] - qd) ** 2)) for path in (without, within)]
    assert errors[1] < 0.5 * errors[0]


def test_velocities_that_contradict_the_positions():
    q, qd = PATH(T, 1)
    with pytest.raises(InputError, match=r"rad/s or m/s from the velocity of coordinate [12] at t = .* within a piece"):
        fit(T, q, np.rad2deg(qd), 1e-4)


@pytest.mark.parametrize(
    ("qd", "words"),
    [(np.zeros((801, 1)), r"shape of q, \(801, 2\); got \(801, 1\)"), (np.full((801, 2), np.inf), "finite"), ("fast", "numbers")],
    ids=["shape", "inf", "text"],
)
def test_velocities_refused(qd, words):
    with pytest.raises(InputError, match=words):
        fit(T, PATH(T)[0], qd)
