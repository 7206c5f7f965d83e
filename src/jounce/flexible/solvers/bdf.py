"""Backward differentiation (BDF) of the flexible arm's equation, forward in time, for arms whose zeros are all stable.

    h xd_i = sum_j c_j x_(i-j)    ([Moberg2010] (20)),    x = q and x = v

The equation has three forms with the same solutions (section 7.3 there); minimal extension gives the forms of lower index:

    index 3   load(q, v, a) = 0,  e = 0                     unknowns: q                                                (17)
    index 2   load(q, v, a) = 0,  e = ed = 0                also velocities of the driven joints                       (18)
    index 1   load(q, v, a) = 0,  e = ed = edd = 0          also accelerations of the driven joints                    (19)
"""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple, final

import numpy as np

from jounce.errors import ConvergenceError
from jounce.flexible.dae import Dae
from jounce.flexible.joint_motion import KNOWN
from jounce.flexible.native_solvers import Arm, arm
from jounce.flexible.solvers.problem import Problem, Solution, Solver
from jounce.flexible.tool_targets import Target
from jounce.inverse.status import Status
from jounce.numbers.packing import Array
from jounce.numerics.backward_differences import steps_of_one

NEWTON_STEPS = 12
"""Largest number of Newton steps at one instant; the iteration has failed beyond."""
TOLERANCE = 1e-7
"""Newton's method ends when its largest joint step is at most this, relative to 1 + the largest absolute position [rad or m]; the
error after this step is of the order of the step's square."""
TURN = 0.3
"""Largest phase |Im(zero)| h of a zero per step h [rad] at which 'auto' chooses 'bdf': beyond it order 6 is too inaccurate."""
LOOKS = 16
"""Number of steps between two evaluations of the condition number."""


@final
@dataclass(frozen=True)
class Bdf(Solver):
    """Backward differentiation of a flexible arm's equation with constant steps, in the form of index 3, 2 or 1."""

    index: int = 3
    """Index of the form that is solved: 3, 2 or 1."""
    order: int = 6
    """Order of the differences, 1 to 6."""
    forward: ClassVar[bool] = True

    def solve(self, problem: Problem) -> Solution:
        """Return the motion from problem.begin to problem.end that solves the problem; see `Solver`."""
        targets = problem.dae.outputs.target(problem.path, problem.grid, KNOWN)
        q, v, status = integrate(problem.dae, problem.start, targets, problem.h, self.order, self.index)
        return Solution(problem.grid, q, v, status, targets=targets)


class BdfForm(NamedTuple):
    """Velocities v = V u + v0 and accelerations a = A u + a0 (n,) at the end of a step, affine in the unknowns u.

    u contains q, with index 2 also v of the driven joints, and with index 1 also v and a of the driven joints.
    """

    levels: int
    """Number of the equations e = 0, ed = 0, edd = 0 in the form."""
    V: Array
    A: Array
    v0: Array
    a0: Array


def index_form(dae: Dae, index: int, r: float, past: Array, fast: Array) -> BdfForm:
    """Return velocities and accelerations of a step as affine functions of the unknowns of the form of index 3, 2 or 1.

    Where v or a is no unknown, the difference formulas v = r q + past and a = r v + fast apply: r is the leading weight of the
    formula [1/s], past and fast (n,) are the contributions of preceding positions and velocities.
    """
    n, m = dae.n, len(dae.driven)
    size = n + m * (3 - index)
    V, A = np.zeros((n, size)), np.zeros((n, size))
    V[:, :n] = r * np.eye(n)
    v0, a0 = past.copy(), fast.copy()
    if index < 3:
        V[dae.driven] = 0.0
        V[dae.driven, n + np.arange(m)] = 1.0
        v0[dae.driven] = 0.0
    A[:], a0 = r * V, r * v0 + fast
    if index < 2:
        A[dae.driven] = 0.0
        A[dae.driven, n + m + np.arange(m)] = 1.0
        a0[dae.driven] = 0.0
    return BdfForm(4 - index, V, A, v0, a0)


def integrate(
    dae: Dae, q: Array, targets: Target, h: float, order: int, index: int = 3, scaled: bool = True
) -> tuple[Array, Array, Status]:
    """Integrate from rest in q (n,) and return (q, v, status): positions and velocities (T, n) at times h apart.

    targets: targets of the tool at these times. scaled: True divides rows and columns of the equations by their largest
    entries; without scaling the condition number grows with a power of 1/h ([Moberg2010], section 9.2).
    """
    c, forecast = steps_of_one(order)
    c = c / h
    compiled = arm(dae, "bdf")
    if compiled is not None:
        return _natively(compiled, dae, q, targets, h, index, c, forecast, scaled)
    positions, velocities = np.tile(q, (order, 1)), np.zeros((order, dae.n))
    accelerations = np.zeros(dae.n)
    samples = []
    iterations, condition = 0, 0.0
    steps = len(targets.position[0])
    for i in range(steps):
        now = index_form(dae, index, c[0], c[1:] @ positions, c[1:] @ velocities)
        guess = forecast @ positions
        velocity = now.V[:, : dae.n] @ guess + now.v0 if index == 3 else forecast @ velocities
        u = np.concatenate([guess, *(velocity[dae.driven], accelerations[dae.driven])[: 3 - index]])
        new = newton(dae, now, targets.at(i), u, scaled)
        if new is None:
            raise _stuck(dae, i, steps, h)
        u, J, count = new
        iterations += count
        if i % LOOKS == 0:
            condition = max(condition, float(np.linalg.cond(J)))
        v, accelerations = now.V @ u + now.v0, now.A @ u + now.a0
        positions, velocities = np.vstack([u[: dae.n], positions[:-1]]), np.vstack([v, velocities[:-1]])
        samples.append((u[: dae.n], v))
    Q, V = (np.array(samples_of) for samples_of in zip(*samples))
    return Q, V, Status(iterations=iterations, condition=condition, order=order, index=index)


def _stuck(dae: Dae, i: int, steps: int, h: float) -> ConvergenceError:
    """Return the exception for a Newton iteration that does not converge at step i."""
    return ConvergenceError(
        f"inverse dynamics of robot {dae.robot.name!r} did not converge at step {i} of {steps}, {i * h:.6g} s "
        f"after the first: is the path within reach, and the step of {h:.3g} s short enough?"
    )


def _natively(
    compiled: Arm, dae: Dae, start: Array, targets: Target, h: float, index: int, c: Array, forecast: Array, scaled: bool
) -> tuple[Array, Array, Status]:
    """Integrate as `integrate` does, by the compiled code of bdf.c; c, forecast: weights of `steps_of_one`, c divided by h."""
    inputs = compiled.solver_inputs(targets)
    steps, order, size = len(inputs), len(forecast), dae.n + len(dae.driven) * (3 - index)
    q, v = np.empty((steps, dae.n)), np.empty((steps, dae.n))
    matrices = np.empty((-(-steps // LOOKS), size, size + 1))
    iterations = np.zeros(1, dtype=np.int64)
    settings = (steps, index, order, int(scaled), NEWTON_STEPS, TOLERANCE)
    at = np.ascontiguousarray(start, dtype=np.float64)
    ended = compiled.solver("bdf", *settings, c, forecast, at, inputs, LOOKS, q, v, matrices, iterations)
    if ended > 0:
        raise _stuck(dae, ended - 1, steps, h)
    if ended < 0:
        raise np.linalg.LinAlgError("Singular matrix")
    condition = float(np.linalg.cond(matrices[..., :size]).max(initial=0.0))
    return q, v, Status(iterations=int(iterations[0]), condition=condition, order=order, index=index)


def newton(dae: Dae, at: BdfForm, target: Target, u: Array, scaled: bool = True) -> tuple[Array, Array, int] | None:
    """Solve one instant by Newton's method from a guess u; return (u, matrix of the last step, number of steps).

    None if the method does not converge. at: velocities and accelerations as functions of u; scaled: as in `integrate`.
    """
    n = dae.n
    Q = np.eye(n, len(u))
    levels = at.levels
    for count in range(1, NEWTON_STEPS + 1):
        q, v, a = u[:n], at.V @ u + at.v0, at.A @ u + at.a0
        by = dae.load_jacobians(q, v, a, target)
        J = dae.outputs.jacobians((q, v, a)[:levels])
        rows = [by.q @ Q + by.v @ at.V + by.a @ at.A, J[0] @ Q]
        if levels > 1:
            rows.append(J[1] @ Q + J[0] @ at.V)
        if levels > 2:
            rows.append(J[2] @ Q + 2.0 * J[1] @ at.V + J[0] @ at.A)
        matrix = np.vstack(rows)
        residual = np.concatenate([dae.load(q, v, a, target), dae.outputs.errors((q, v, a)[:levels], target).ravel()])
        across = np.ones(len(u))
        if scaled:
            down = np.abs(matrix).max(axis=1)
            matrix, residual = matrix / down[:, None], residual / down
            across = np.abs(matrix).max(axis=0)
            matrix = matrix / across
        step = np.linalg.solve(matrix, residual) / across
        u = u - step
        if not np.isfinite(u).all():
            return None
        if np.abs(step[:n]).max() <= TOLERANCE * (1.0 + np.abs(u[:n]).max()):
            return u, matrix, count
    return None
