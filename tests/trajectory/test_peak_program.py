"""Least peaks of torque: the interior-point method against HiGHS's linear programme of the same problem, written densely."""

import numpy as np
import pytest
from scipy.optimize import linprog

from jounce.trajectory.peak_program import CHANGE, GAP, PeakProgram, least_peaks

PIECES, LOOKS, DEGREE, ROWS = 24, 2, 5, 40


def problem(seed, n, m, most=None):
    """Random effects, torques that want lowering, samples in random pieces."""
    rng = np.random.default_rng(seed)
    shape = (PIECES, LOOKS, m)
    torque = 3.0 * rng.normal(size=shape)
    return PeakProgram(
        effect=rng.normal(size=(*shape, (DEGREE + 1) * n)),
        torque=torque,
        most=np.full(shape, np.nan) if most is None else np.where(rng.random(shape) < most, np.abs(torque), np.nan),
        cost=rng.uniform(0.2, 1.0, m),
        values=rng.random((ROWS, DEGREE + 1)),
        piece=np.sort(rng.integers(0, PIECES, ROWS)),
        distance=0.9 * rng.uniform(-1.0, 1.0, (ROWS, n)),
        bound=np.ones((ROWS, n)),
    )


def matrices(p):
    """G (torques, unknowns) and A (conditions, unknowns), with the first and the last `degree` coefficients left out."""
    n, m = p.distance.shape[1], p.torque.shape[2]
    total = (PIECES + DEGREE) * n
    G, A = np.zeros((*p.torque.shape, total)), np.zeros((ROWS, n, total))
    for piece in range(PIECES):
        G[piece, ..., piece * n : (piece + DEGREE + 1) * n] = p.effect[piece]
    for row in range(ROWS):
        for a in range(DEGREE + 1):
            for j in range(n):
                A[row, j, (p.piece[row] + a) * n + j] = p.values[row, a]
    inner = slice(DEGREE * n, PIECES * n)
    return G.reshape(-1, total)[:, inner], A.reshape(-1, total)[:, inner], m


@pytest.mark.parametrize(("seed", "n", "m", "most"), [(0, 1, 1, None), (1, 2, 2, None), (2, 2, 3, 0.2), (3, 3, 3, 0.5)])
def test_it_is_the_least_sum_of_peaks(seed, n, m, most):
    p = problem(seed, n, m, most)
    G, A, m = matrices(p)
    peak = np.isnan(p.most).reshape(-1)
    E = np.tile(np.eye(m), (PIECES * LOOKS, 1)) * peak[:, None]
    u, r = p.torque.reshape(-1), p.distance.reshape(-1)
    e = np.nan_to_num(p.most).reshape(-1)
    nothing = np.zeros((len(A), m))
    left = np.block([[G, -E], [-G, -E], [A, nothing], [-A, nothing]])
    right = np.concatenate([e - u, e + u, 1.0 + r, 1.0 - r])
    bounds = [(None, None)] * G.shape[1] + [(1.0, None)] * m
    best = linprog(np.concatenate([np.zeros(G.shape[1]), p.cost]), left, right, bounds=bounds)
    assert best.success
    x, g = least_peaks(p)
    z = x[DEGREE:PIECES].reshape(-1)
    assert (x[:DEGREE] == 0.0).all()
    assert (x[PIECES:] == 0.0).all()
    assert (np.abs(u + G @ z) <= E @ g + e + 1e-6).all()
    assert (np.abs(r - A @ z) <= 1.0 + 1e-6).all()
    assert (g >= 1.0 - 1e-9).all()
    small = 0.5 * CHANGE * np.mean((G @ best.x[: G.shape[1]]) ** 2)  # what HiGHS's answer costs beside its peaks
    assert -1e-6 < p.cost @ g - best.fun < 2.0 * GAP * m + small


def test_nothing_is_changed_where_nothing_is_too_large():
    p = problem(4, 2, 2)
    p = p._replace(torque=0.9 * p.torque / np.abs(p.torque).max())
    x, g = least_peaks(p)
    G, _, _ = matrices(p)
    assert np.abs(G @ x[DEGREE:PIECES].reshape(-1)).max() < 0.05
    assert np.abs(g - 1.0).max() < 0.01


def test_numbers_that_are_not_finite_change_nothing():
    p = problem(5, 2, 2)
    x, _ = least_peaks(p._replace(effect=np.full_like(p.effect, np.nan)))
    assert (x == 0.0).all()
