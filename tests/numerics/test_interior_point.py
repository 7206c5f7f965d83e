"""The interior-point method on random programs: against HiGHS, against SLSQP, and by the conditions of the optimum."""

import numpy as np
import pytest
from scipy.optimize import linprog, minimize

from jounce.numerics.interior_point import Iterate, Settings, interior_point

GAP = 1e-7
"""Duality gap at which the method stops."""
RESIDUAL = 1e-6
"""Largest other residual. Where the gap is much smaller, the weights of the normal equations differ so much that rounding leaves
1e-7 (measured: with a gap of 1e-8 two of 300 programs never come below that)."""
CLOSE = 1e-6
"""Agreement with other solvers in the least value, relative to 1 + its size; SLSQP stops at 1e-12 of it."""


class Dense:
    """min c x + 1/2 x H x s.t. F x + f >= 0, V x = v, with dense matrices; F in two blocks of rows."""

    def __init__(self, c, H, F, f, V, v):
        self.c, self.H, self.F, self.f, self.V, self.v = c, H, F, f, V, v
        self.cut = len(f) // 3
        self.iterations = 0

    def blocks(self, rows):
        return [rows[: self.cut], rows[self.cut :]]

    def slacks(self, x):
        return self.blocks(self.F @ x + self.f)

    def slack_steps(self, dx):
        return self.blocks(self.F @ dx)

    def transposed(self, y):
        return self.F.T @ np.concatenate(y)

    def stationarity(self, x, nu, y):
        return self.c + self.H @ x - self.transposed(y) + self.V.T @ nu

    def equations(self, x):
        return self.V @ x - self.v

    def factorized(self, w):
        self.iterations += 1
        e = len(self.v)
        M = self.H + self.F.T @ (np.concatenate(w)[:, None] * self.F)
        K = np.block([[M, self.V.T], [self.V, np.zeros((e, e))]])

        def solver(right, equations):
            step = np.linalg.solve(K, np.append(right, equations))
            return step[: len(self.c)], step[len(self.c) :]

        return solver

    def is_solved(self, residuals):
        others = (residuals.stationarity, residuals.equations, *residuals.slacks)
        return residuals.gap < GAP and max(np.abs(a).max(initial=0.0) for a in others) < RESIDUAL


def random_program(seed, unknowns=8, rows=20, equations=0, quadratic=True):
    """A program with a point inside, bounds |x| <= 3 included so that it has a solution."""
    rng = np.random.default_rng(seed)
    inside = rng.uniform(-1.0, 1.0, unknowns)
    A, V = rng.normal(size=(rows, unknowns)), rng.normal(size=(equations, unknowns))
    F = np.vstack([A, np.eye(unknowns), -np.eye(unknowns)])
    f = np.concatenate([rng.uniform(0.1, 1.0, rows) - A @ inside, np.full(2 * unknowns, 3.0)])
    root = rng.normal(size=(unknowns, unknowns - 2))
    H = root @ root.T if quadratic else np.zeros((unknowns, unknowns))  # of lower rank: convex, not strictly
    return Dense(rng.normal(size=unknowns), H, F, f, V, V @ inside)


def solved(program):
    """From x = 0 and slacks and multipliers of 1, which need not fit x."""
    ones = program.blocks(np.ones(len(program.f)))
    start = Iterate(np.zeros(len(program.c)), np.zeros(len(program.v)), ones, ones)
    return interior_point(program, start, Settings(60, 0.99, common_step=bool(program.H.any())))


def value(program, x):
    return program.c @ x + 0.5 * x @ program.H @ x


@pytest.mark.parametrize("equations", [0, 3])
@pytest.mark.parametrize("seed", range(10))
def test_linear_programs_as_highs(seed, equations):
    p = random_program(seed, equations=equations, quadratic=False)
    best = linprog(p.c, -p.F, p.f, p.V, p.v, bounds=(None, None))
    x = solved(p).x
    assert value(p, x) == pytest.approx(best.fun, abs=CLOSE * (1.0 + abs(best.fun)))
    assert p.iterations < 25


@pytest.mark.parametrize("equations", [0, 3])
@pytest.mark.parametrize("seed", range(5))
def test_quadratic_programs_as_slsqp(seed, equations):
    p = random_program(seed, equations=equations)
    constraints = [
        {"type": "ineq", "fun": lambda x: p.F @ x + p.f, "jac": lambda x: p.F},
        {"type": "eq", "fun": lambda x: p.V @ x - p.v, "jac": lambda x: p.V},
    ]
    best = minimize(
        lambda x: value(p, x),
        np.zeros(len(p.c)),
        jac=lambda x: p.c + p.H @ x,
        constraints=constraints[: 1 + bool(equations)],
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 500},
    )
    assert best.success
    assert value(p, solved(p).x) == pytest.approx(best.fun, abs=CLOSE * (1.0 + abs(best.fun)))
    assert p.iterations < 25


@pytest.mark.parametrize("seed", range(10))
def test_conditions_of_the_optimum(seed):
    """Karush, Kuhn and Tucker: sufficient where a program is convex."""
    p = random_program(100 + seed, unknowns=30, rows=80, equations=4)
    x, nu, _, y = solved(p)
    multipliers, slacks = np.concatenate(y), p.F @ x + p.f
    assert (slacks > -RESIDUAL).all()
    assert (multipliers > 0.0).all()
    assert np.abs(p.V @ x - p.v).max() < RESIDUAL
    assert np.abs(p.c + p.H @ x - p.F.T @ multipliers + p.V.T @ nu).max() < RESIDUAL
    assert np.abs(slacks @ multipliers) < GAP + RESIDUAL * multipliers.sum()


def test_the_iterations_are_bounded():
    p = random_program(0)
    ones = p.blocks(np.ones(len(p.f)))
    start = Iterate(np.zeros(len(p.c)), np.zeros(0), ones, ones)
    few = interior_point(p, start, Settings(3, 0.99, common_step=True))
    assert p.iterations == 3
    assert all((block > 0.0).all() for block in (*few.z, *few.y))
