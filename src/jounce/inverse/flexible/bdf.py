"""Backward differentiation of the flexible arm's equation, forward in time: for arms whose zero dynamics is stable."""

from typing import Any

import numpy as np

from jounce.errors import ConvergenceError
from jounce.inverse.flexible.dae import Dae
from jounce.numbers.packing import Array

COEFFICIENTS = {
    1: (1.0, -1.0),
    2: (3 / 2, -2.0, 1 / 2),
    3: (11 / 6, -3.0, 3 / 2, -1 / 3),
    4: (25 / 12, -4.0, 3.0, -4 / 3, 1 / 4),
    5: (137 / 60, -5.0, 5.0, -10 / 3, 5 / 4, -1 / 5),
    6: (147 / 60, -6.0, 15 / 2, -20 / 3, 15 / 4, -6 / 5, 1 / 6),
}
"""h xd_i = sum_j c_j x_(i-j)."""
NEWTON_STEPS = 12
TOLERANCE = 1e-10
"""Of a Newton step [rad or m], against 1 + |x|."""


def solve(dae: Dae, x: Array, outputs: Array, h: float, order: int) -> tuple[Array, Array, Array, dict[str, Any]]:
    """(x, v, a) along outputs (T, m) at times h apart, each (T, size), from rest in x before the first; and how it went.

    Constant steps of the k-step formula on positions and velocities; the equation stays as it is, of index 3, with each row
    scaled by its largest entry before it is solved ([Moberg2010], section 9: without, the conditioning grows with h^-3).
    """
    c = np.array(COEFFICIENTS[order])
    places, speeds = [x] * order, [np.zeros_like(x)] * order
    found: list[tuple[Array, Array, Array]] = []
    iterations, condition = 0, 0.0
    weights = _extrapolation(order)
    for i, y in enumerate(outputs):
        past = sum(ck * p for ck, p in zip(c[1:], reversed(places)))
        fast = sum(ck * s for ck, s in zip(c[1:], reversed(speeds)))
        x = sum(w * p for w, p in zip(weights, reversed(places)))  # type: ignore[assignment]
        for _ in range(NEWTON_STEPS):
            v = (c[0] * x + past) / h
            a = (c[0] * v + fast) / h
            slopes, r = dae.slopes(x, v, a), dae.residual(x, v, a, y)
            J = slopes.x + c[0] / h * slopes.v + (c[0] / h) ** 2 * slopes.a
            scale = np.abs(J).max(axis=1)
            step = np.linalg.solve(J / scale[:, None], r / scale)
            x = x - step
            iterations += 1
            if np.abs(step).max() <= TOLERANCE * (1.0 + np.abs(x).max()):
                break
        else:
            raise ConvergenceError(
                f"inverse dynamics of robot {dae.robot.name!r} did not converge at step {i} of {len(outputs)}, {i * h:.6g} s "
                f"after the first: is the path within reach, and the step of {h:.3g} s short enough?"
            )
        v = (c[0] * x + past) / h
        a = (c[0] * v + fast) / h
        condition = max(condition, float(np.linalg.cond(J / scale[:, None])))
        places, speeds = [*places[1:], x], [*speeds[1:], v]
        found.append((x, v, a))
    X, V, A = (np.array(part) for part in zip(*found))
    return X, V, A, {"iterations": iterations, "condition": condition}


def _extrapolation(order: int) -> list[float]:
    """Weights of the last `order` places for the next one: their polynomial, continued."""
    nodes = [-k for k in range(1, order + 1)]
    weights = []
    for node in nodes:
        product = 1.0
        for other in nodes:
            if other != node:
                product *= (0 - other) / (node - other)
        weights.append(product)
    return weights
