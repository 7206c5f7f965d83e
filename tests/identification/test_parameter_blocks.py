"""Blocks of free parameters: values, priors and their derivatives."""

import numpy as np
import pytest

import jounce as jn
from jounce.identification import parameter_blocks
from jounce.identification.parameter_blocks import BodyBlock, ScalarBlock
from support.random_robots import random_robot
from support.tolerances import assert_close

ALGEBRA = 1e-11
"""Relative; conditions of random pseudo-inertias are up to 1e3."""


def random_body(seed):
    """Ten parameters of a cloud of eight points, summed by hand."""
    rng = np.random.default_rng(seed)
    m, r = rng.uniform(0.1, 2.0, 8), rng.normal(size=(8, 3))
    h = m @ r
    square = (r**2).sum(axis=1)
    tensor = sum(w * (s * np.eye(3) - np.outer(p, p)) for w, s, p in zip(m, square, r))
    return np.array([m.sum(), *h, *np.diag(tensor), tensor[0, 1], tensor[0, 2], tensor[1, 2]]), m, r


@pytest.mark.parametrize("seed", range(5))
def test_pseudo_inertia_is_the_sum_over_points(seed):
    ten, m, r = random_body(seed)
    points = np.column_stack([r, np.ones(8)])
    expected = (points * m[:, None]).T @ points
    np.testing.assert_allclose(parameter_blocks.pseudo_inertia(ten), expected, atol=ALGEBRA * np.abs(expected).max())
    np.testing.assert_allclose(parameter_blocks.ten_parameters(expected), ten, atol=ALGEBRA * np.abs(ten).max())


@pytest.mark.parametrize("seed", range(5))
def test_the_origin_is_the_prior_and_its_rows_are_the_divergence(seed):
    ten, _, _ = random_body(seed)
    L0 = parameter_blocks.nearest_body(ten)
    np.testing.assert_allclose(parameter_blocks.body(L0, np.zeros(10))[0], ten, atol=ALGEBRA * np.abs(ten).max())
    x = np.random.default_rng(seed).normal(size=10)
    here = parameter_blocks.body(L0, x)[0]
    rows = parameter_blocks.divergence_rows(x)[0]
    assert rows @ rows == pytest.approx(parameter_blocks.divergence(here, L0), rel=1e-9)
    P0, P = parameter_blocks.pseudo_inertia(ten), parameter_blocks.pseudo_inertia(here)
    by_definition = np.trace(np.linalg.solve(P0, P)) - np.log(np.linalg.det(P) / np.linalg.det(P0)) - 4.0
    assert parameter_blocks.divergence(here, L0) == pytest.approx(by_definition, rel=1e-9)


@pytest.mark.parametrize("scale", [1e-6, 1e-4, 1e-3, 1.0])
def test_derivatives_are_exact(scale):
    """Against derivatives in 50 digits."""
    import mpmath

    rng = np.random.default_rng(1)
    ten, _, _ = random_body(1)
    L0 = parameter_blocks.nearest_body(ten)
    x = scale * rng.normal(size=10)
    _, slopes = parameter_blocks.body(L0, x)
    rows, diagonal = parameter_blocks.divergence_rows(x)
    with mpmath.workdps(50):
        for k in range(10):

            def entries(s, k=k):
                C = mpmath.zeros(4)
                y = [mpmath.mpf(v) for v in x]
                y[k] = s
                for i in range(4):
                    C[i, i] = mpmath.exp(y[i])
                for value, (i, j) in zip(y[4:], zip(*np.tril_indices(4, -1))):
                    C[int(i), int(j)] = value
                root = mpmath.matrix(L0.tolist()) * C
                return root * root.T

            h = mpmath.mpf(10) ** -20
            D = (entries(x[k] + h) - entries(x[k] - h)) / (2 * h)
            expected = parameter_blocks.ten_parameters(np.array(D.tolist(), dtype=float))
            np.testing.assert_allclose(slopes[:, k], expected, atol=ALGEBRA * np.abs(expected).max())
            if k < 4:
                f = lambda a: mpmath.sign(a) * mpmath.sqrt(mpmath.exp(2 * a) - 2 * a - 1)  # noqa: E731
                assert rows[k] == pytest.approx(
                    float(f(mpmath.mpf(x[k]))), rel=1e-7
                )  # a series below 1e-4: its cubic term is left out
                assert diagonal[k] == pytest.approx(float((f(x[k] + h) - f(x[k] - h)) / (2 * h)), rel=1e-7)


@pytest.mark.parametrize("seed", range(20))
def test_every_point_is_a_body(seed):
    ten, _, _ = random_body(seed)
    x = 2.0 * np.random.default_rng(seed).normal(size=10)
    here = parameter_blocks.body(parameter_blocks.nearest_body(ten), x)[0]
    assert np.linalg.eigvalsh(parameter_blocks.pseudo_inertia(here)).min() > 0.0


def test_a_point_mass_is_made_thick_and_keeps_its_mass_and_place():
    ten = np.array([2.0, 0.2, 0.0, 0.4, 0.08, 0.1, 0.02, 0.0, -0.04, 0.0])
    P = parameter_blocks.nearest_body(ten, 0.01)
    P = P @ P.T
    np.testing.assert_allclose(P[3], [0.2, 0.0, 0.4, 2.0], atol=1e-12)
    central = P[:3, :3] - np.outer(P[:3, 3], P[:3, 3]) / 2.0
    np.testing.assert_allclose(np.linalg.eigvalsh(central), 2.0 * 0.01**2, rtol=1e-6)  # 2e-4 is left of entries of 0.1


STEP = 1e-6


def bodies(spread=0.5):
    robot = random_robot(3, n=2)
    mean = robot.parameters.copy()
    mean[:10] = 0.0  # a body without mass
    return BodyBlock("inertia", ("a", "b"), mean, spread)


def differences(function, x):
    columns = [(function(x + STEP * d)[0] - function(x - STEP * d)[0]) / (2.0 * STEP) for d in np.eye(len(x))]
    return np.stack(columns, axis=1)


def test_bodies_begin_at_the_prior_and_those_without_mass_stay():
    block = bodies()
    values, jacobian = block.values(np.zeros(10))
    assert_close(values, block.mean)
    assert (block.there, block.coordinates) == ((1,), 10)
    assert not jacobian[:10].any()
    assert block.labels[0] == "a m"
    assert block.labels[10] == "b m"
    assert np.isneginf(block.lower).all()


def test_every_point_is_a_body_that_can_exist():
    """Mass above zero, and moments of inertia that satisfy the triangle inequality about the centre of mass."""
    block = bodies()
    for x in np.random.default_rng(0).normal(scale=2.0, size=(20, 10)):
        m, *h, xx, yy, zz, xy, xz, yz = block.values(x)[0][10:]
        c = np.array(h) / m
        inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - m * (c @ c * np.eye(3) - np.outer(c, c))
        moments = np.linalg.eigvalsh(inertia)
        assert m > 0.0
        assert moments[0] > 0.0
        assert moments[0] + moments[1] > moments[2] * (1.0 - 1e-9)


def test_derivatives_of_bodies_are_differences():
    block, x = bodies(), 0.3 * np.random.default_rng(1).normal(size=10)
    assert_close(block.values(x)[1], differences(block.values, x), 1e-7)
    assert_close(block.prior(x)[1], differences(block.prior, x), 1e-6)


def test_the_prior_of_a_heavier_body_is_its_relative_mass_over_the_spread():
    """All parameters 1 % larger: rows of norm 0.01 / spread."""
    from scipy.optimize import least_squares

    block = bodies(0.5)
    target = 1.01 * block.mean[10:]
    x = least_squares(lambda x: (block.values(x)[0][10:] - target) / np.abs(target).max(), np.zeros(10), xtol=1e-15).x
    assert abs(np.linalg.norm(block.prior(x)[0]) / 0.02 - 1.0) < 0.02


def test_scalars():
    block = ScalarBlock("stiffness", ("a", "b", "c"), np.array([100.0, 5.0, 30.0]), np.array([10.0, 0.0, 60.0]), 0.0)
    values, jacobian = block.values(np.array([2.0, -0.5]))
    assert values.tolist() == [120.0, 5.0, 0.0]
    assert jacobian.tolist() == [[10.0, 0.0], [0.0, 0.0], [0.0, 60.0]]
    assert block.free.tolist() == [0, 2]
    assert block.lower.tolist() == [-10.0, -0.5]
    rows, by = block.prior(np.array([2.0, -0.5]))
    assert rows.tolist() == [2.0, -0.5]
    assert by.tolist() == np.eye(2).tolist()


def test_a_robot_without_bodies_has_no_coordinates():
    block = BodyBlock("inertia", ("a",), np.zeros(10), 1.0)
    assert block.coordinates == 0
    assert block.prior(np.zeros(0))[0].shape == (0,)
    assert jn.load("planar_2r").parameters.size == 20
