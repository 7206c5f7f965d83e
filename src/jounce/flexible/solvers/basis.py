"""Solver with the whole motion as a sum of basis functions: a straight line and a Fourier series for each joint.

    q(t) = a_0 + a_1 t + sum_r b_r sin(2 pi r t / T) + c_r cos(2 pi r t / T),    min |load|^2 + |e|^2 over all coefficients

T is the duration of the motion; `jounce.flexible.dae` defines load and e. Gauss-Newton solves the problem of [Moberg2010]
(27)-(29). The robot rests at both ends, so q(t) without the line is a smooth periodic function, and its series is short. The
number of terms follows from the spectrum of the first guess, as the paper suggests.
"""

from typing import ClassVar, final

import numpy as np

from jounce.errors import ConvergenceError
from jounce.flexible.solvers.problem import Problem, Solution, Solver
from jounce.inverse.status import Status
from jounce.numbers.packing import Array

STEPS = 30
"""Largest number of Gauss-Newton steps; `ConvergenceError` beyond."""
TOLERANCE = 1e-9
"""Gauss-Newton ends when its largest change of a joint position is at most this [rad or m]."""
SHARE = 1e-2
"""The Fourier series ends with the last term whose amplitude, in the accelerations of a joint in the first guess, exceeds this
fraction of the joint's largest amplitude."""
FEWEST, MOST = 20, 200
"""Least and largest number of terms of the Fourier series."""
RIDGE = 1e-13
"""Regularisation: added to the diagonal entries of the scaled normal equations, which are one."""
POOR = 1e-3
"""The series is too short, and the solver fails, if the residual of load over stiffness exceeds this fraction of the largest
change of a deflection from the start."""
SAMPLES = 6
"""Number of instants per period of the fastest term at which the equations are evaluated."""


@final
class Basis(Solver):
    """Gauss-Newton on the coefficients of a line and a Fourier series per joint."""

    free_ends: ClassVar[bool] = True

    def solve(self, problem: Problem) -> Solution:
        """Return the motion from problem.begin to problem.end that solves the problem; see `Solver`."""
        from scipy.linalg import cho_factor, cho_solve

        dae = problem.dae
        fine = problem.grid
        terms = _terms(problem.warm(fine))
        grid = np.linspace(problem.begin, fine[-1], SAMPLES * terms + 1)
        targets = dae.outputs.target(problem.path, grid, 2)
        functions = _functions(grid, problem.begin, fine[-1], terms)  # (3, T, columns)
        columns, n = functions.shape[-1], dae.n
        x = np.linalg.lstsq(functions[0], problem.warm(grid), rcond=None)[0]  # (columns, n)
        stiffness = problem.holding
        for iteration in range(1, STEPS + 1):
            q, v, a = functions @ x
            by = dae.load_jacobians(q, v, a, targets)
            J = dae.outputs.jacobians(q[None])[0]
            rows = sum(
                np.einsum("imn,ic->imnc", matrix / stiffness[:, None], f) for matrix, f in zip((by.q, by.v, by.a), functions)
            ).reshape(-1, n * columns)
            more = np.einsum("imn,ic->imnc", J, functions[0]).reshape(-1, n * columns)
            load, off = dae.load(q, v, a, targets) / stiffness, dae.outputs.errors(q[None], targets)[0]
            residual = np.concatenate([load.ravel(), off.ravel()])
            A = np.concatenate([rows, more])
            size = np.linalg.norm(A, axis=0)
            A /= size
            factor = cho_factor(A.T @ A + RIDGE * np.eye(len(size)), overwrite_a=True, check_finite=False)
            step = (cho_solve(factor, A.T @ residual, check_finite=False) / size).reshape(n, columns).T
            x = x - step
            if not np.isfinite(x).all():
                break
            if np.abs(functions[0] @ step).max() <= TOLERANCE:
                q, v, _ = _functions(fine, problem.begin, fine[-1], terms) @ x
                left = float(np.abs(residual[: len(grid) * len(stiffness)]).max())
                if left > POOR * np.abs(q[:, dae.passive] - q[0, dae.passive]).max():
                    break
                status = Status(
                    iterations=iteration, residual=left, terms=terms, unknowns=int(x.size), equations=int(residual.size)
                )
                return Solution(fine, q, v, status)
        raise ConvergenceError(
            f"inverse dynamics of robot {dae.robot.name!r} as a Fourier series: {terms} terms do not show the motion, or "
            f"Gauss-Newton did not converge in {STEPS} steps. Is the path within reach? method='collocation' has no such limit."
        )


def _terms(q: Array) -> int:
    """Return the number of Fourier terms that represent the accelerations of a motion q (T, n), sampled at equal steps."""
    line = np.linspace(0.0, 1.0, len(q))[:, None]
    wave = np.fft.rfft((q - q[0] - line * (q[-1] - q[0]))[:-1], axis=0)  # the last instant is the first of the next period
    strength = np.abs(wave * np.arange(len(wave))[:, None] ** 2)
    needed = np.flatnonzero((strength > SHARE * strength.max(axis=0)).any(axis=1))
    return int(np.clip(needed[-1] if len(needed) else 0, FEWEST, min(MOST, len(q) // SAMPLES)))


def _functions(t: Array, begin: float, end: float, terms: int) -> Array:
    """Return the basis functions and two derivatives (3, T, 2 + 2 terms) at times t (T,), with period end - begin."""
    x = (t - begin) / (end - begin)
    one, nothing = np.ones_like(x), np.zeros_like(x)
    speed = 1.0 / (end - begin)
    rate = 2.0 * np.pi * np.arange(1, terms + 1) * speed
    sine, cosine = np.sin(np.outer(t - begin, rate)), np.cos(np.outer(t - begin, rate))
    line = np.array([[one, x], [nothing, speed * one], [nothing, nothing]]).swapaxes(1, 2)
    waves = np.array([[sine, cosine], [rate * cosine, -rate * sine], [-(rate**2) * sine, -(rate**2) * cosine]])
    return np.concatenate([line, np.concatenate([waves[:, 0], waves[:, 1]], axis=-1)], axis=-1)
