"""The whole motion at once: the flexible arm's equation as a boundary-value problem, rest before it and rest after it.

Where a zero is unstable the motors must act before the tool moves, and no step forward in time can know that. With symmetric
differences of sixth order

    xd_i = (45 (x_(i+1) - x_(i-1)) - 9 (x_(i+2) - x_(i-2)) + (x_(i+3) - x_(i-3))) / (60 h),   and likewise xdd_i,

the equations of all instants are as many as the unknowns; each touches seven of them, so Newton's method solves a banded system
and its time grows with the number of instants.
"""

from typing import Any

import numpy as np

from jounce.errors import ConvergenceError
from jounce.inverse.flexible.dae import Dae
from jounce.numbers.packing import Array

FIRST = np.array([-1.0, 9.0, -45.0, 0.0, 45.0, -9.0, 1.0]) / 60.0
SECOND = np.array([2.0, -27.0, 270.0, -490.0, 270.0, -27.0, 2.0]) / 180.0
WIDTH = 3
"""Instants on either side that a difference reaches."""
NEWTON_STEPS = 30
TOLERANCE = 1e-10


def solve(dae: Dae, guess: Array, outputs: Array, h: float) -> tuple[Array, Array, Array, dict[str, Any]]:
    """(x, v, a), each (T, size), along outputs (T, m) at times h apart; and how it went.

    guess: (T, size), at rest in its first and last rows, which stay what they are before and after.
    """
    X = np.array(guess)
    for iteration in range(1, NEWTON_STEPS + 1):
        V, A = differences(X, h)
        r = dae.residual(X, V, A, outputs)
        slopes = dae.slopes(X, V, A)
        blocks = [FIRST[k] / h * slopes.v + SECOND[k] / h**2 * slopes.a + (k == WIDTH) * slopes.x for k in range(2 * WIDTH + 1)]
        step = _banded(blocks, r)
        X = X - step
        if not np.isfinite(X).all():
            break
        if np.abs(step).max() <= TOLERANCE * (1.0 + np.abs(X).max()):
            V, A = differences(X, h)
            left = np.abs(dae.residual(X, V, A, outputs))
            tool = len(dae.rows)
            return (
                X,
                V,
                A,
                {"iterations": iteration, "residual": float(left[:, :tool].max()), "path": float(left[:, tool:].max())},
            )
    raise ConvergenceError(
        f"inverse dynamics of robot {dae.robot.name!r} over the whole motion did not converge in {NEWTON_STEPS} steps: is the "
        f"path within reach, and the spacing of {h:.3g} s short enough?"
    )


def differences(X: Array, h: float) -> tuple[Array, Array]:
    """Velocities and accelerations (T, size), with X at rest before its first and after its last row."""
    padded = np.concatenate([np.repeat(X[:1], WIDTH, axis=0), X, np.repeat(X[-1:], WIDTH, axis=0)])
    shifted = [padded[k : k + len(X)] for k in range(2 * WIDTH + 1)]
    V = sum(c * x for c, x in zip(FIRST, shifted)) / h
    A = sum(c * x for c, x in zip(SECOND, shifted)) / h**2
    return V, A


def _banded(blocks: list[Array], r: Array) -> Array:
    """Solve the system whose row of blocks i has blocks[k][i] in column i + k - WIDTH; rows are scaled by their largest entry."""
    from scipy.linalg import solve_banded

    count, size = r.shape
    scale = np.max([np.abs(block).max(axis=2) for block in blocks], axis=0)
    reach = (WIDTH + 1) * size - 1
    ab = np.zeros((2 * reach + 1, count * size))
    for k, block in enumerate(blocks):
        for row in range(size):
            for column in range(size):
                shift = (k - WIDTH) * size + column - row  # column minus row in the whole matrix
                first, last = max(0, WIDTH - k), min(count, count + WIDTH - k)
                at = (np.arange(first, last) + k - WIDTH) * size + column
                ab[reach - shift, at] = block[first:last, row, column] / scale[first:last, row]
    found: Array = solve_banded((reach, reach), ab, (r / scale).ravel()).reshape(count, size)
    return found
