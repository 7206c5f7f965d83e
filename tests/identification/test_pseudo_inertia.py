"""Coordinates of bodies: every point exists, derivatives are exact, the prior is the divergence of its definition."""

import numpy as np
import pytest

from jounce.identification import pseudo_inertia

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
    np.testing.assert_allclose(pseudo_inertia.pseudo_inertia(ten), expected, atol=ALGEBRA * np.abs(expected).max())
    np.testing.assert_allclose(pseudo_inertia.ten_parameters(expected), ten, atol=ALGEBRA * np.abs(ten).max())


@pytest.mark.parametrize("seed", range(5))
def test_the_origin_is_the_prior_and_its_rows_are_the_divergence(seed):
    ten, _, _ = random_body(seed)
    L0 = pseudo_inertia.nearest_body(ten)
    np.testing.assert_allclose(pseudo_inertia.body(L0, np.zeros(10))[0], ten, atol=ALGEBRA * np.abs(ten).max())
    x = np.random.default_rng(seed).normal(size=10)
    here = pseudo_inertia.body(L0, x)[0]
    rows = pseudo_inertia.divergence_rows(x)[0]
    assert rows @ rows == pytest.approx(pseudo_inertia.divergence(here, L0), rel=1e-9)
    P0, P = pseudo_inertia.pseudo_inertia(ten), pseudo_inertia.pseudo_inertia(here)
    by_definition = np.trace(np.linalg.solve(P0, P)) - np.log(np.linalg.det(P) / np.linalg.det(P0)) - 4.0
    assert pseudo_inertia.divergence(here, L0) == pytest.approx(by_definition, rel=1e-9)


@pytest.mark.parametrize("scale", [1e-6, 1e-4, 1e-3, 1.0])
def test_derivatives_are_exact(scale):
    """Against derivatives in 50 digits."""
    import mpmath

    rng = np.random.default_rng(1)
    ten, _, _ = random_body(1)
    L0 = pseudo_inertia.nearest_body(ten)
    x = scale * rng.normal(size=10)
    _, slopes = pseudo_inertia.body(L0, x)
    rows, diagonal = pseudo_inertia.divergence_rows(x)
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
            expected = pseudo_inertia.ten_parameters(np.array(D.tolist(), dtype=float))
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
    here = pseudo_inertia.body(pseudo_inertia.nearest_body(ten), x)[0]
    assert np.linalg.eigvalsh(pseudo_inertia.pseudo_inertia(here)).min() > 0.0


def test_a_point_mass_is_made_thick_and_keeps_its_mass_and_place():
    ten = np.array([2.0, 0.2, 0.0, 0.4, 0.08, 0.1, 0.02, 0.0, -0.04, 0.0])
    P = pseudo_inertia.nearest_body(ten, 0.01)
    P = P @ P.T
    np.testing.assert_allclose(P[3], [0.2, 0.0, 0.4, 2.0], atol=1e-12)
    central = P[:3, :3] - np.outer(P[:3, 3], P[:3, 3]) / 2.0
    np.testing.assert_allclose(np.linalg.eigvalsh(central), 2.0 * 0.01**2, rtol=1e-6)  # 2e-4 is left of entries of 0.1
