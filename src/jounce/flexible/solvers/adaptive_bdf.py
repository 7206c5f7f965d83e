"""Backward differentiation (BDF) of the index-1 form of a flexible arm's equation, with error-controlled steps and order.

The index-3 form is unsuitable for step control: where the step size changes, its accelerations have an error that smaller steps
do not reduce. The difference formulas are for unequal steps. The error of a step is estimated as the distance of the new sample
from the extrapolation of the preceding samples, times the ratio of the step to the time span of these samples.
"""

from dataclasses import dataclass
from typing import ClassVar, final

import numpy as np

from jounce.errors import ConvergenceError
from jounce.flexible.dae import Dae
from jounce.flexible.solvers import bdf
from jounce.flexible.solvers.problem import Problem, Solution, Solver
from jounce.inverse.status import Status
from jounce.numbers.packing import Array
from jounce.numerics.backward_differences import coefficients, extrapolation
from jounce.trajectory.path import Path

HIGHEST = 5
"""Highest order of the differences."""
FIRST_STEP = 1e-5
"""First step [s] at the beginning of the motion, and after each end of the path."""
SMALLEST_STEP = 1e-9
"""Step below which the integration has failed [s]."""
FEWEST_STEPS = 20
"""Least number of steps over the whole motion."""
SAFETY = 0.8
TINY = 1e-8
"""Lower bound of an estimated error in the choice of order and step, as a fraction of the tolerance."""


class History:
    """Times, positions and velocities of the accepted steps, latest first, and the step to a new time."""

    def __init__(self, dae: Dae, t: float, q: Array) -> None:
        self.dae = dae
        self.t, self.q, self.v, self.a = np.array([t]), q[None], np.zeros((1, dae.n)), np.zeros(dae.n)

    def step(self, path: Path, t: float, order: int) -> tuple[Array, Array, Array, int] | None:
        """Return (q, v, a, number of Newton steps) at time t [s]; None if Newton's method does not converge."""
        dae = self.dae
        k = min(order, len(self.t))
        c = coefficients(np.concatenate([[t], self.t[:k]]))
        now = bdf.index_form(dae, 1, c[0], c[1:] @ self.q[:k], c[1:] @ self.v[:k])
        ahead = extrapolation(self.t[:k] - t)
        u = np.concatenate([ahead @ self.q[:k], (ahead @ self.v[:k])[dae.driven], self.a[dae.driven]])
        new = bdf.newton(dae, now, dae.outputs.target(path, np.array([t]), 2).at(0), u)
        if new is None:
            return None
        u = new[0]
        return u[: dae.n], now.V @ u + now.v0, now.A @ u + now.a0, new[2]

    def error(self, t: float, q: Array, v: Array, order: int) -> float:
        """Return the estimated error of a step of this order to (q, v) at time t [rad or m].

        It is the larger of the error of the deflections and the error of their rates times the step.
        """
        nodes = self.t[: order + 1] - t
        ahead, passive = extrapolation(nodes), self.dae.passive
        off = np.abs(q - ahead @ self.q[: order + 1])[passive].max()
        rate = np.abs(v - ahead @ self.v[: order + 1])[passive].max()
        return float(max(off, rate * -nodes[0]) * nodes[0] / nodes[-1])

    def add(self, t: float, q: Array, v: Array, a: Array) -> None:
        """Add an accepted step to (q, v, a) at time t [s]."""
        self.t, self.q, self.v = np.append(t, self.t), np.vstack([q, self.q]), np.vstack([v, self.v])
        self.a = a


@final
@dataclass(frozen=True)
class AdaptiveBdf(Solver):
    """Backward differentiation of order 1 to 5 with error-controlled steps; the ends of the path are grid points."""

    tolerance: float = 1e-9
    """Largest estimated error of the deflections in one step [rad or m]; steps with larger errors are repeated, shorter."""
    forward: ClassVar[bool] = True

    def solve(self, problem: Problem) -> Solution:
        """Return the motion from problem.begin to problem.end that solves the problem; see `Solver`."""
        dae, path, begin, end = problem.dae, problem.path, problem.begin, problem.end
        past = History(dae, begin, problem.start)
        stops = sorted({x for x in (path.start_time, path.end_time, end) if x > begin})
        h, order, since = FIRST_STEP, 1, 0
        refused = iterations = 0
        while past.t[0] < end:
            stop = next(x for x in stops if x > past.t[0])
            h = min(h, (end - begin) / FEWEST_STEPS)
            last = stop - past.t[0] <= 1.1 * h
            t = stop if last else past.t[0] + h
            if h < SMALLEST_STEP:
                raise ConvergenceError(
                    f"inverse dynamics of robot {dae.robot.name!r}: steps shrink to nothing at t = {past.t[0]:.6g} s; is the "
                    "path within reach there, and are all zeros stable?"
                )
            new = past.step(path, t, order)
            iterations += 0 if new is None else new[3]
            errors = {} if new is None else {k: past.error(t, *new[:2], k) / self.tolerance for k in _orders(order, len(past.t))}
            if new is None or errors.get(order, 0.0) > 1.0:
                shrink = 0.25 if new is None else max(0.2, SAFETY * errors[order] ** (-1.0 / (order + 1)))
                h, order, refused, since = shrink * (t - past.t[0]), max(1, order - (new is None)), refused + 1, 0
                continue
            past.add(t, *new[:3])
            since += 1
            if last:
                h, order, since = FIRST_STEP, 1, 0
            elif since > order and errors:
                reach = {k: SAFETY * max(error, TINY) ** (-1.0 / (k + 1)) for k, error in errors.items()}
                order = max(reach, key=lambda k: reach[k])
                if reach[order] > 1.2:
                    h, since = h * min(2.0, reach[order]), 0
        status = Status(iterations=iterations, steps=len(past.t) - 1, refused=refused, index=1)
        return Solution(past.t[::-1], past.q[::-1], past.v[::-1], status)


def _orders(order: int, samples: int) -> list[int]:
    """Return the orders, among order - 1, order and order + 1, whose errors can be estimated from this number of samples."""
    return [k for k in (order - 1, order, order + 1) if 1 <= k <= HIGHEST and k < samples]
