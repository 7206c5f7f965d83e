"""The canonical order of eigenvalues: by hand, under rounding of another processor, and of matrices known by their modes."""

import numpy as np
import pytest

import jounce as jn
from jounce.numerics.eigenvalue_order import sort_eigenvalues
from support.random_robots import random_robot
from support.tolerances import assert_close

NOISE = 1e-13
"""Rounding of eigenvalues of matrices whose entries are of size one."""


def test_by_hand():
    """Rising real part; undamped modes by frequency; in each pair the negative imaginary part first."""
    given = [3.0, 1e-14 + 5j, 1e-14 - 5j, -1e-14 + 2j, -1e-14 - 2j, -7.0, -2.0 + 1j, -2.0 - 1j]
    expected = [-7.0, -2.0 - 1j, -2.0 + 1j, -2j, 2j, -5j, 5j, 3.0]
    assert np.abs(sort_eigenvalues(given) - expected).max() < NOISE


def test_pairs_that_repeat_stay_together():
    given = np.array([1j, 1j, -1j, -1j, -1.0 + 2j, -1.0 + 2j, -1.0 - 2j, -1.0 - 2j])
    assert sort_eigenvalues(given).tolist() == [-1.0 - 2j, -1.0 + 2j, -1.0 - 2j, -1.0 + 2j, -1j, 1j, -1j, 1j]


@pytest.mark.parametrize("seed", range(20))
def test_rounding_and_permutation_change_nothing(seed):
    """Undamped and damped modes, double real poles, rigid-body poles at zero split by the square root of rounding."""
    rng = np.random.default_rng(seed)
    w = np.sort(rng.uniform(1.0, 1e3, 6))
    pairs = np.concatenate([1j * w[:3], -w[3:5] * 0.1 + 1j * w[3:5]])
    fixed = np.concatenate([pairs, pairs.conj(), [-w[5], -w[5]]])
    split = rng.uniform(0.1, 1.0) * 1e-6 * np.array([1.0, -1.0])

    def as_on_another_machine(imaginary):
        noisy = fixed + rng.normal(0.0, NOISE * w[-1], (2, len(fixed))).T @ [1.0, 1j]
        return rng.permutation(np.concatenate([noisy, split * (1j if imaginary else 1.0)]))

    one, other = (sort_eigenvalues(as_on_another_machine(imaginary)) for imaginary in (False, True))
    assert np.abs(one - other).max() < 3e-6
    assert (np.diff(one.real) > -1e-7 * w[-1]).all()


@pytest.mark.parametrize("seed", range(5))
def test_everything_that_hands_out_eigenvalues_has_pairs_in_order(seed):
    robot = random_robot(seed, n=3).with_drives(stiffness=[800.0, 500.0, 700.0], rotor_inertia=0.3, damping=0.2 * (seed % 2))
    q = np.random.default_rng(seed).normal(size=3)
    model, modes = jn.linearize(robot, q, outputs=("theta",)), jn.eigenfrequencies(robot, q)
    for values in (model.poles, model.zeros, modes.free_poles, modes.locked_poles, model.sampled(1e-3).poles):
        assert values.size
        swinging = values[values.imag != 0.0]
        assert (swinging[::2].imag < 0.0).all()
        assert (swinging[::2] == swinging[1::2].conj()).all()
        assert_close(sort_eigenvalues(values).real, values.real)


def test_batches_and_nothing():
    values = np.array([[1j, -1j, -3.0], [2.0, 1.0, 0.0]])
    assert sort_eigenvalues(values).tolist() == [[-3.0, -1j, 1j], [0.0, 1.0, 2.0]]
    assert sort_eigenvalues(np.zeros((4, 0))).shape == (4, 0)


def test_poles_at_infinity_come_last():
    """A massless part of a robot has them."""
    assert sort_eigenvalues(np.array([np.inf, 1j, -1j]))[:2].tolist() == [-1j, 1j]
