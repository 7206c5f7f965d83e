"""Quadratic programs with one slack: against HiGHS where they are linear, and by the conditions of their optimum where not."""

import numpy as np
import pytest
from scipy.optimize import linprog

from jounce.numerics.quadratic_program import QuadraticProgram, solve
from support.tolerances import assert_close

FOUND = 1e-5
"""Of the least value, as a share of the weight."""


def program(seed, unknowns, rows, equations, quadratic=False):
    """Rows of six neighbours and the last unknown; limits that some rows exceed at zero, which cannot all be kept."""
    rng = np.random.default_rng(seed)
    A = np.zeros((rows, unknowns))
    for i in range(rows):
        at = rng.integers(0, unknowns - 6)
        A[i, at : at + 6] = rng.normal(size=6)
    A[:, -1] = rng.normal(size=rows)
    lower, upper = -rng.uniform(0.1, 1.0, rows), rng.uniform(0.1, 1.0, rows)
    lower[:5], upper[:5] = 0.2, 0.4
    reach = rng.uniform(0.1, 0.5, unknowns)
    reach[3] = 0.0
    V = rng.normal(size=(equations, unknowns))
    root = rng.normal(size=(unknowns, unknowns)) / unknowns
    hessian = root @ root.T if quadratic else None
    value = 0.01 * rng.normal(size=equations)
    return QuadraticProgram(rng.normal(size=unknowns), hessian, A, lower, upper, -reach, reach, V, value, 30.0)


def linear(p, gradient):
    """The least of gradient.d + weight s by HiGHS."""
    G = np.block([[p.rows, -np.ones((len(p.rows), 1))], [-p.rows, -np.ones((len(p.rows), 1))]])
    bounds = [*zip(p.least, p.most), (0.0, None)]
    V = np.column_stack([p.equal, np.zeros(len(p.equal))])
    return linprog(np.append(gradient, p.weight), G, np.append(p.upper, -p.lower), V, p.value, bounds).fun


@pytest.mark.parametrize(("unknowns", "rows", "equations"), [(10, 30, 0), (40, 100, 3), (200, 400, 4)])
def test_linear(unknowns, rows, equations):
    p = program(unknowns, unknowns, rows, equations)
    d, s, _ = solve(p)
    assert d[3] == 0.0
    assert (d >= p.least).all()
    assert (d <= p.most).all()
    assert (p.rows @ d <= p.upper + s + FOUND).all()
    assert (p.rows @ d >= p.lower - s - FOUND).all()
    assert_close(p.equal @ d, p.value, FOUND)
    assert abs(p.gradient @ d + p.weight * s - linear(p, p.gradient)) < FOUND * p.weight


def test_quadratic():
    """At the least of a convex function no other point is better by its slope there."""
    p = program(7, 200, 400, 2, quadratic=True)
    d, s, _ = solve(p)
    slope = p.gradient + p.hessian @ d
    assert abs(slope @ d + p.weight * s - linear(p, slope)) < FOUND * p.weight


def test_the_weight_that_is_needed():
    """With a little more than that the slack is none; it is all of the weight where limits cannot be kept."""
    p = program(3, 40, 60, 0)._replace(lower=np.full(60, -0.2), upper=np.full(60, 0.3))
    _, s, needed = solve(p)
    assert s < FOUND
    assert solve(p._replace(weight=1.1 * needed))[1] < FOUND
    assert solve(p._replace(weight=0.5 * needed))[1] > 1e-3
    beyond = p._replace(lower=np.full(60, 0.2))
    _, s, needed = solve(beyond)
    assert s > 0.01
    assert_close(needed, p.weight, 1e-4)


def test_what_is_not_finite():
    p = program(5, 20, 30, 0)
    assert solve(p._replace(gradient=np.full(20, np.nan))) is None
