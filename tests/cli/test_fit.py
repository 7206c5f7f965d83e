"""Splines near samples: at rest at both ends, as smooth as they say, and nearer with a smaller tolerance."""

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.trajectory import rest_to_rest
from jounce.trajectory.fit import fit
from support.tolerances import assert_close

PATH = rest_to_rest([0.0, 1.0], [1.0, -1.0], 2.0, degree=13)
T = np.linspace(0.0, 2.0, 801)


@pytest.mark.parametrize("degree", [3, 5, 11])
def test_it_rests_at_both_ends(degree):
    found = fit(PATH(T)[0], T, degree)
    ends = found(np.array([0.0, 2.0]), degree - 1)
    scale = np.abs(found(T, degree - 1)).max(axis=(1, 2))
    assert (np.abs(ends[1:]).max(axis=(1, 2)) < 1e-7 * scale[1:]).all()  # the tenth derivative loses eight digits
    assert_close(found(np.array([-1.0, 3.0]))[0], found(np.array([0.0, 2.0]))[0])
    assert found.smoothness == degree - 1


def test_derivatives_come_nearer_with_the_tolerance():
    exact = PATH(T, 4)
    errors = [np.abs(fit(PATH(T)[0], T, 5, tolerance)(T, 4) - exact).max(axis=(1, 2)) for tolerance in (1e-3, 1e-6, 1e-9)]
    assert (errors[1] < 0.2 * errors[0]).all()
    assert (errors[2] < 0.2 * errors[1]).all()


def test_derivatives_are_derivatives():
    found = fit(PATH(T)[0], T, 5)
    h = 1e-5
    inside = np.linspace(0.1, 1.9, 50)
    difference = (found(inside + h, 3) - found(inside - h, 3)) / (2 * h)
    assert np.abs(difference - found(inside, 4)[1:]).max() < 1e-3 * np.abs(found(inside, 4)[1:]).max()  # kinks of the snap


def test_deviation_is_the_largest_distance():
    found = fit(PATH(T)[0], T, 5, 1e-4)
    assert_close(found.deviation, np.abs(found(T)[0] - PATH(T)[0]).max(axis=0), 1e-8)
    assert found.deviation.max() <= 1e-4


def test_samples_at_uneven_times():
    t = 2.0 * np.linspace(0.0, 1.0, 400) ** 1.5
    found = fit(PATH(t)[0], t, 5, 1e-5)
    assert np.abs(found(T)[0] - PATH(T)[0]).max() < 1e-4


def test_a_gap_is_not_filled_with_swings():
    """Pieces are no shorter than the gap: the spline comes near enough with those, or not at all."""
    t = T[(T < 0.8) | (T > 1.1)]
    found = fit(PATH(t)[0], t, 5, 2e-2)
    assert np.abs(found(T)[0] - PATH(T)[0]).max() < 4e-2
    with pytest.raises(InputError, match="of 5 pieces, .* the tolerance is 1e-06"):
        fit(PATH(t)[0], t, 5, 1e-6)
    wide = T[(T < 0.5) | (T > 1.5)]
    with pytest.raises(InputError, match="nowhere further apart than 0.4 s; got 400, up to 1 s"):
        fit(PATH(wide)[0], wide, 5, 1e-2)


@pytest.mark.parametrize(
    ("samples", "times", "degree", "tolerance", "words"),
    [
        (np.zeros((5, 2)), np.arange(5.0), 5, 1e-4, "at least 6, .* got 5"),
        (np.zeros((9, 2)), np.arange(8.0), 5, 1e-4, "shape"),
        (np.zeros((9, 2)), np.zeros(9), 5, 1e-4, "increasing"),
        (np.full((9, 2), np.nan), np.arange(9.0), 5, 1e-4, "finite"),
        (np.zeros((99, 2)), np.arange(99.0), 26, 1e-4, "at most 25"),
        (np.zeros((99, 2)), np.arange(99.0), 5, 0.0, "tolerance"),
        (np.outer(np.arange(50.0), [1.0, 0.0]), np.arange(50.0), 5, 1e-4, "begin in motion, coordinate 1"),
    ],
)
def test_refused(samples, times, degree, tolerance, words):
    with pytest.raises(InputError, match=words):
        fit(samples, times, degree, tolerance)
