"""Basis functions of excitations: derivatives, periods and rest, by hand."""

import math

import numpy as np
import pytest

from jounce.identification.motion_basis import FourierBasis, SplineBasis
from support.tolerances import CHAIN, assert_close

BASES = [FourierBasis(4.0, 3), SplineBasis(4.0, 6, 5)]
T = np.linspace(0.1, 3.8, 7)


def test_the_first_harmonic():
    w = math.pi / 2.0
    rows = FourierBasis(4.0, 1).rows(T, 2)
    cosine, sine = np.cos(w * T), np.sin(w * T)
    assert_close(rows[0], np.stack([np.ones(7), cosine, sine], axis=1))
    assert_close(rows[1], np.stack([np.zeros(7), -w * sine, w * cosine], axis=1))
    assert_close(rows[2], np.stack([np.zeros(7), -(w**2) * cosine, -(w**2) * sine], axis=1))


@pytest.mark.parametrize("basis", BASES, ids=["Fourier", "spline"])
def test_derivatives_are_differences(basis):
    h = 1e-4
    rows, more, less = (basis.rows(T + s * h, 3) for s in (0.0, 1.0, -1.0))
    for k in range(3):
        assert_close(rows[k + 1], (more[k] - less[k]) / (2.0 * h), 1e-6)
    assert len(basis.sizes()) == rows.shape[-1]


@pytest.mark.parametrize("basis", BASES, ids=["Fourier", "spline"])
@pytest.mark.parametrize("again", [False, True])
def test_conditions_of_rest(basis, again):
    """A random motion among those that satisfy the conditions is at rest at both ends; repeated, it is where it began."""
    from scipy.linalg import null_space

    inside = null_space(basis.at_rest(2, again))
    c = inside @ np.random.default_rng(0).normal(size=inside.shape[1])
    ends = basis.rows(np.array([0.0, 4.0]), 2) @ c
    assert np.abs(ends[1:]).max() <= CHAIN * np.abs(basis.rows(T, 2) @ c).max() * 10.0
    closed = abs(ends[0, 1] - ends[0, 0]) < 1e-11
    assert closed == (again or isinstance(basis, FourierBasis))


def test_a_fourier_series_is_periodic_and_has_every_derivative():
    basis = FourierBasis(4.0, 3)
    assert_close(basis.rows(T + 4.0, 6), basis.rows(T, 6), CHAIN)
    assert (basis.max_order, SplineBasis(4.0, 6, 5).max_order) == (math.inf, 5)


def test_sizes_give_one_speed():
    """The largest speed of a harmonic of its size is one."""
    basis = FourierBasis(4.0, 5)
    t = np.linspace(0.0, 4.0, 4001)
    speeds = np.abs(basis.rows(t, 1)[1] * basis.sizes()).max(axis=0)
    assert_close(speeds[1:], np.ones(10), 1e-5)
