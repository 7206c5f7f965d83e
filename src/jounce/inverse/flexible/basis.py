"""The whole motion as a sum of functions known beforehand: a straight line and a Fourier series a joint.

    q(t) = a_0 + a_1 t + sum_r b_r sin(2 pi r t / T) + c_r cos(2 pi r t / T),    min |load|^2 + |e|^2 over all coefficients

[Moberg2010] (27)-(29), by Gauss-Newton. The robot rests at both ends, so what is left after the line is smooth as a periodic
function and its series short. How many terms it takes is read off the motion with locked springs, as the paper suggests.
"""

from typing import Any

import numpy as np

from jounce.errors import ConvergenceError
from jounce.inverse.flexible.problem import Problem
from jounce.numbers.packing import Array

STEPS = 30
TOLERANCE = 1e-9
"""Of a Gauss-Newton step [rad or m]: the last one is of the size of what the series cannot show."""
SHARE = 1e-2
"""Terms go on until what is left of the first guess's accelerations is below this share of the largest."""
FEWEST, MOST = 20, 200
RIDGE = 1e-13
"""Added to the normal equations, whose diagonal is one."""
POOR = 1e-3
"""Equations that are left open by more than this share of the largest deflection: the series is too short."""
SAMPLES = 6
"""Instants a period of the last term at which the equation is asked for."""


def solve(problem: Problem) -> tuple[Array, Array, Array, dict[str, Any]]:
    """(times, q, v), (T,), (T, n), (T, n); and how it went."""
    from scipy.linalg import cho_factor, cho_solve

    dae = problem.dae
    fine = problem.grid
    terms = _terms(problem.warm(fine))
    grid = np.linspace(problem.begin, fine[-1], SAMPLES * terms + 1)
    targets = dae.outputs.target(problem.path, grid, 2)
    functions = _functions(grid, problem.begin, fine[-1], terms)  # (3, T, columns)
    columns, n = functions.shape[-1], dae.n
    x = np.linalg.lstsq(functions[0], problem.warm(grid), rcond=None)[0]  # (columns, n)
    held = np.diag(dae.K)
    for iteration in range(1, STEPS + 1):
        q, v, a = functions @ x
        by = dae.load_slopes(q, v, a)
        J = dae.outputs.jacobians(q[None])[0]
        rows = sum(np.einsum("imn,ic->imnc", part / held[:, None], f) for part, f in zip((by.q, by.v, by.a), functions)).reshape(
            -1, n * columns
        )
        more = np.einsum("imn,ic->imnc", J, functions[0]).reshape(-1, n * columns)
        residual = np.concatenate([(dae.load(q, v, a) / held).ravel(), dae.outputs.errors(q[None], targets)[0].ravel()])
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
            left = float(np.abs(residual[: len(grid) * len(held)]).max())
            if left > POOR * np.abs(q[:, dae.passive] - q[0, dae.passive]).max():
                break
            status = {"iterations": iteration, "residual": left, "terms": terms}
            return fine, q, v, status | {"unknowns": x.size, "equations": residual.size}
    raise ConvergenceError(
        f"inverse dynamics of robot {dae.robot.name!r} as a Fourier series: {terms} terms do not show the motion, or "
        f"Gauss-Newton did not converge in {STEPS} steps. Is the path within reach? method='collocation' has no such limit."
    )


def _terms(q: Array) -> int:
    """How many terms the accelerations of a motion at equal steps need."""
    line = np.linspace(0.0, 1.0, len(q))[:, None]
    wave = np.fft.rfft((q - q[0] - line * (q[-1] - q[0]))[:-1], axis=0)  # the last instant is the first of the next period
    strength = np.abs(wave * np.arange(len(wave))[:, None] ** 2)
    needed = np.flatnonzero((strength > SHARE * strength.max(axis=0)).any(axis=1))
    return int(np.clip(needed[-1] if len(needed) else 0, FEWEST, min(MOST, len(q) // SAMPLES)))


def _functions(t: Array, begin: float, end: float, terms: int) -> Array:
    """The functions and two derivatives (3, T, 2 + 2 terms)."""
    x = (t - begin) / (end - begin)
    one, nothing = np.ones_like(x), np.zeros_like(x)
    speed = 1.0 / (end - begin)
    rate = 2.0 * np.pi * np.arange(1, terms + 1) * speed
    sine, cosine = np.sin(np.outer(t - begin, rate)), np.cos(np.outer(t - begin, rate))
    line = np.array([[one, x], [nothing, speed * one], [nothing, nothing]]).swapaxes(1, 2)
    waves = np.array([[sine, cosine], [rate * cosine, -rate * sine], [-(rate**2) * sine, -(rate**2) * cosine]])
    return np.concatenate([line, np.concatenate([waves[:, 0], waves[:, 1]], axis=-1)], axis=-1)
