"""The motion of a flexible arm by one solver, with error estimates, step refinement, and refusal of wrong motions.

Two errors are estimated: the error of the motor torque, and the error of the tool under this torque in open loop.

A plan contains positions x = (q, theta) of links and motors, velocities xd and accelerations xdd, and its torque satisfies the
equations of motion for x, xd and xdd. The error of the plan is that xd and xdd are not exactly the derivatives of x. Over an
interval of length h the defects are

    d1 = x(t + h) - x(t) - integral of xd,      d2 = xd(t + h) - xd(t) - integral of xdd

with integrals by Lobatto's rule with four points, of order 6. The error of the torque is about mass d2 / h. The error of the
tool follows from the equations of motion linearised about the plan,

    mass xdd + loss xd + stiffness x = input u,      error' = A error - (d1, d2) / h

A is constant over a segment of the motion, and the exponential of A h propagates the error from interval to interval. The
derivative of friction by velocity enters as its mean over the segment: where a link reverses, friction brakes the error for an
instant only. Intervals in which a link reverses are divided until dry friction is resolved, see `jounce.inverse.sampling`. On
an unstable arm the estimated error grows, as the error of the robot does.
"""

from dataclasses import replace
from math import frexp
from typing import NamedTuple

import numpy as np

from jounce.errors import ConvergenceError, SingularityError
from jounce.flexible.dae import SINGULAR, Dae
from jounce.flexible.joint_motion import ArrayMotion, JointMotion, SplineMotion
from jounce.flexible.native_solvers import surely_determined
from jounce.flexible.solvers.adaptive_bdf import AdaptiveBdf
from jounce.flexible.solvers.array_collocation import ArrayCollocation
from jounce.flexible.solvers.basis import Basis
from jounce.flexible.solvers.bdf import Bdf
from jounce.flexible.solvers.collocation import Collocation
from jounce.flexible.solvers.constrained import Constrained
from jounce.flexible.solvers.continuation import continued
from jounce.flexible.solvers.least_squares import LeastSquares
from jounce.flexible.solvers.problem import Problem, Solver
from jounce.flexible.solvers.spline_fit import SplineFit
from jounce.flexible.zeros.zero_dynamics import zero_dynamics
from jounce.functions.linear_model import Instant, drive_derivatives, tree_model
from jounce.inverse.motor_motion import MotorMotion, motor_motion
from jounce.inverse.sampling import TimeVaryingInputs, resolve_dry_friction
from jounce.inverse.status import Status
from jounce.kernel.arguments import NOTHING
from jounce.numbers.packing import Array
from jounce.plant.plant import plant_of
from jounce.trajectory.path import Path

NODES = np.array([0.0, 0.5 - 0.05**0.5, 0.5 + 0.05**0.5])
WEIGHTS = np.array([1.0, 5.0, 5.0, 1.0]) / 12.0
"""Weights of Lobatto's rule with four points on [0, 1]; `NODES` has three, as the last is the first of the next interval."""
PARTS = 12
"""Largest number of segments of the motion in each of which the system matrix A of the errors is constant."""
BLOCK = 8
"""Number of intervals over which errors are propagated at once; a power of two."""
RESOLVED = 0.1
"""Largest change over an interval of asinh(v / s), v the velocity of a link with dry friction and s the friction's speed scale;
with 0.25 estimates were up to 36 times too large, with 0.05 equal to those with 0.1."""
TERMS = 13
"""Number of terms of the power series of the matrix exponential: the next term is below 1e-14."""


class PlanErrors(NamedTuple):
    """Estimated errors of a plan, each the largest along the motion."""

    tool: float
    """Largest error of the tool under the torque of the plan, open loop [m or rad]."""
    torque: float
    """Largest error of the motor torque [Nm or N]."""
    peak: float
    """Largest motor torque of the plan [Nm or N]."""
    samples: MotorMotion
    """Motion and torque of links and motors at the instants of the estimate."""


def estimate(dae: Dae, motion: Path, grid: Array, path: Path | None = None) -> PlanErrors:
    """Estimate the errors of the plan along a motion of all joints, over the intervals of a grid (T,) [s].

    path: path of the tool, to be stated if the motion satisfies load = 0 and e = 0 only approximately. The load then counts as
    a residual force, and the error e of the tool's outputs is added.
    """
    h, fine = np.diff(grid), resolve_dry_friction(dae.robot, motion, grid, RESOLVED)
    short, first = np.diff(fine), np.searchsorted(fine, grid)  # sub-intervals of the grid
    instants = np.append((fine[:-1, None] + short[:, None] * NODES).ravel(), fine[-1])
    done = motor_motion(dae.robot, motion, instants, TimeVaryingInputs(wrench=dae.outputs.pushes))
    x = _states(dae, done)  # (3, 3 intervals + 1, size)
    sums = short[:, None] * sum(w * x[1:, j : 3 * len(short) + j : 3] for j, w in enumerate(WEIGHTS))
    ends = x[:2, ::3]
    missed = np.concatenate(list(ends[:, 1:] - ends[:, :-1] - sums), axis=-1)  # (short intervals, 2 size)
    missed = np.add.reduceat(missed, first[:-1], axis=0)
    size, shape = x.shape[-1], (-(-len(h) // (PARTS * BLOCK)), BLOCK)
    edges = np.append(np.arange(0, len(h), shape[0] * BLOCK), len(h))
    A, mass, J = _linear(dae, done, 3 * first[(edges[:-1] + edges[1:]) // 2], 3 * first[edges])
    onward, spread = _exponential(A, h[(edges[:-1] + edges[1:]) // 2])
    torque = float(_at_motors(dae, _product(mass, _segments(missed[:, size:] / h[:, None], shape))).max())
    off = 0.0
    if path is not None:
        targets = dae.outputs.target(path, grid, 2)
        q, v, a = done.q[:3, 3 * first]
        off = float(np.abs(dae.outputs.errors(q[None], targets)[0]).max())
        load = np.zeros((len(h), size))
        load[:, dae.passive] = dae.load(q, v, a, targets)[:-1]
        torque = max(torque, float(np.abs(load).max()))
        lacking = _product(np.linalg.inv(mass), _segments(load, shape)).reshape(-1, size)[: len(h)]
        missed[:, size:] += h[:, None] * lacking
    errors = _propagated(onward, -_product(spread, _segments(missed, shape)))
    tool = off + float(np.abs(_product(J, errors[..., : dae.n])).max())
    return PlanErrors(tool, torque, float(np.abs(done.tau_m).max()), done)


def _segments(rows: Array, shape: tuple[int, int]) -> Array:
    """Reshape rows (T, size) to (segments, blocks, rows, size), padded with zeros; shape = (blocks, rows)."""
    blocks, length = shape
    padded = np.zeros((-(-len(rows) // (blocks * length)) * blocks * length, rows.shape[1]))
    padded[: len(rows)] = rows
    return padded.reshape(-1, blocks, length, rows.shape[1])


def _product(A: Array, x: Array) -> Array:
    """Multiply each row (segments, blocks, rows, size) by the matrix of its segment (segments, k, size)."""
    product: Array = x @ A[:, None].swapaxes(-1, -2)
    return product


def _propagated(onward: Array, pushes: Array) -> Array:
    """Propagate x' = onward x + push from x = 0; return x after each push (segments, blocks, BLOCK, size).

    onward: (segments, size, size). Sums over 1, 2, 4, ... pushes are formed for all blocks at once, then x goes from block to
    block.
    """
    sums, powers = pushes.copy(), [onward]
    for k in range(BLOCK.bit_length() - 1):
        sums[:, :, 1 << k :] += _product(powers[k], sums[:, :, : -(1 << k)])
        powers.append(powers[k] @ powers[k])
    x, begun = np.zeros(sums.shape[-1]), np.zeros((*sums.shape[:2], 1, sums.shape[-1]))
    for i, power in enumerate(powers[-1]):
        for j, after in enumerate(sums[i, :, -1]):
            begun[i, j, 0] = x
            x = after + power @ x
    left = _product(onward, begun)  # contribution of the value at which each block begins
    for power in powers[:-1]:
        left = np.concatenate([left, _product(power, left)], axis=2)
    return sums + left


def _states(dae: Dae, done: MotorMotion) -> Array:
    """Return positions of the links, then of the motors of elastic joints, with two derivatives (3, T, size)."""
    elastic = plant_of(dae.robot).elastic
    return np.concatenate([done.q[:3], done.theta[:, :, elastic]], axis=-1)


def _linear(dae: Dae, done: MotorMotion, at: Array, edges: Array) -> tuple[Array, Array, Array]:
    """Return A (segments, 2 size, 2 size), the mass matrix (segments, size, size) and the outputs' Jacobian (segments, m, n).

    A is the system matrix of errors of (x, xd), see the module. done: motion of links and motors. at: index of the sample at
    which each segment is linearised (segments,). edges: indices of the samples between which friction is averaged
    (segments + 1,).
    """
    instants, drives = Instant(*done.q[:3, at], *done.theta[:, at]), drive_derivatives(dae.robot)
    pushed = {link: (path(done.t[at])[0],) for link, path in dae.outputs.pushes.items()} or NOTHING
    tree = tree_model(dae.robot, instants, pushed)
    mass, stiffness = tree.mass + drives.mass.constant, tree.stiffness + drives.matrix(drives.stiffness, instants)
    every = drives.varying(drives.loss, Instant(*done.q[:3], *done.theta))
    loss = tree.loss + drives.loss.matrix(_mean(every, done.t, edges))
    size = mass.shape[-1]
    A = np.zeros((len(at), 2 * size, 2 * size))
    A[:, :size, size:] = np.eye(size)
    A[:, size:] = -np.linalg.solve(mass, np.concatenate([stiffness, loss], axis=-1))
    return A, mass, dae.outputs.jacobians(done.q[:1, at])[0]


def _mean(values: Array, t: Array, edges: Array) -> Array:
    """Return the means (segments, columns) of values (T, columns) at times t (T,) between the indices edges (segments + 1,)."""
    areas = 0.5 * (values[1:] + values[:-1]) * np.diff(t)[:, None]
    mean: Array = np.add.reduceat(areas, edges[:-1], axis=0) / np.diff(t[edges])[:, None]
    return mean


def _exponential(A: Array, h: Array) -> tuple[Array, Array]:
    """Return e^(A h) (segments, size, size), and the mean of e^(A t) for t from 0 to h, of the same shape.

    The mean is the response to a defect that is spread evenly over the interval. With X = A h / 2^k, the series mean(X) =
    1 + X/2 + X^2/6 + ... gives e^X = 1 + X mean(X), and then mean(2 X) = (1 + e^X) mean(X) / 2. Velocities are scaled by the
    fastest frequency: the entries of A are then of one size, and k is small.
    """
    size, half = A.shape[-1], A.shape[-1] // 2
    unit = np.ones((len(A), size))
    unit[:, half:] = np.sqrt(np.abs(A[:, half:, :half]).sum(axis=1).max(axis=-1)).clip(1.0)[:, None]
    turned = unit[:, None, :] / unit[:, :, None]
    X, one = A * turned * h[:, None, None], np.eye(size)
    halvings = max(0, frexp(np.abs(X).sum(axis=-1).max())[1] + 1)
    X = X / 2.0**halvings  # of a norm below a half
    mean = one + X / TERMS
    for k in reversed(range(2, TERMS)):
        mean = one + X @ mean / k
    whole = one + X @ mean
    for _ in range(halvings):
        mean, whole = 0.5 * (mean + whole @ mean), whole @ whole
    return whole / turned, mean / turned


def _at_motors(dae: Dae, forces: Array) -> Array:
    """Return the absolute residual of each motor torque (..., motors) from the residuals of the equations of motion (..., size).

    The residual at a driven joint is that of its link plus that of its motor behind the spring, if there is one.
    """
    plant = plant_of(dae.robot)
    missing = forces[..., : dae.n].copy()
    for k, i in enumerate(plant.elastic):
        missing[..., i] += forces[..., dae.n + k]
    return np.abs(missing[..., plant.driven])


SOLVERS: dict[str, Solver] = {
    "bdf": Bdf(index=3),
    "bdf-index-2": Bdf(index=2),
    "bdf-index-1": Bdf(index=1),
    "bdf-adaptive": AdaptiveBdf(),
    "collocation": Collocation(),
    "least-squares": LeastSquares(),
    "constrained": Constrained(),
    "basis": Basis(),
    "spline": SplineFit(),
    "derivative-array": ArrayCollocation(),
}
"""Solvers of flexible arms by the key that `feedforward` takes as `method` and `Plan.method` states."""
BY_ERROR = ("collocation", "derivative-array")
"""Keys of the solvers whose step is refined by the error estimate, and that use continuation from slower paths."""
MOST = 20_000
"""Largest number of steps. A step is not refined beyond it, and a solver without boundary conditions is refused if motions along
stable zeros take more steps to decay."""
FINE, FINE_TORQUE = 5e-7, 1e-4
"""Estimated errors below which steps are not refined: of the tool [m or rad], of the torque relative to its peak."""
REFINEMENTS = 4
"""Largest number of refinements of the step of a solver."""
SHORTER = 0.125
"""Smallest ratio of a refined step to the preceding step."""
WRONG = 0.1
"""A motion is refused if the error of its motor torque exceeds this fraction of the peak torque."""
MANY = 200
"""Number of instants of the path at which a singular pose is sought after a solver has failed."""


class SolverResult(NamedTuple):
    """Motion that a solver has computed, with its estimated errors."""

    motion: JointMotion | SplineMotion | ArrayMotion
    status: Status
    errors: PlanErrors
    step: float
    """Largest step of the solver [s]."""


def solved_by(method: str, problem: Problem, span: tuple[float, float]) -> SolverResult:
    """Solve a problem by one method and estimate the errors over `span`, the times (first, last) [s] of the plan.

    If the solver fails, raise `SingularityError` if a pose along the path is singular (not tested for 'derivative-array'),
    otherwise the solver's exception, or `ConvergenceError` at a singular matrix.
    """
    dae, path = problem.dae, problem.path
    solver = SOLVERS[method]
    try:
        solution = continued(solver, problem) if method in BY_ERROR else solver.solve(problem)
    except (np.linalg.LinAlgError, ConvergenceError, SingularityError) as error:
        times = np.linspace(path.start_time, path.end_time, MANY)
        if method != "derivative-array":
            _refuse_singular(dae, times, problem.flat(times)[0])
        if isinstance(error, np.linalg.LinAlgError):
            raise ConvergenceError(f"robot {dae.robot.name!r}: method {method!r} met a singular matrix along the path.") from None
        raise
    inside = (solution.times >= path.start_time) & (solution.times <= path.end_time)
    grid = problem.aligned
    grid = grid[(grid >= span[0]) & (grid <= span[1])]
    if solution.motion is not None:
        return SolverResult(solution.motion, solution.status, estimate(dae, solution.motion, grid, path), problem.h)
    _refuse_singular(dae, solution.times[inside], solution.q[inside])
    motion = JointMotion(dae, path, solution.times, solution.q, solution.v, solution.targets)
    return SolverResult(motion, solution.status, estimate(dae, motion, grid), problem.h)


def refined(method: str, problem: Problem, result: SolverResult, span: tuple[float, float]) -> SolverResult:
    """Solve again with smaller steps while an estimated error is above `FINE` or `FINE_TORQUE` and the errors fall."""
    for _ in range(REFINEMENTS):
        excess = max(result.errors.tool / FINE, result.errors.torque / (FINE_TORQUE * result.errors.peak + 1e-300))
        h = result.step * float(np.clip(0.7 * excess ** (-1.0 / 6.0), SHORTER, 0.7))
        if excess <= 1.0 or (problem.end - problem.begin) / h > MOST:
            break
        try:
            finer = solved_by(method, replace(problem, h=h, near=result.motion), span)
        except ConvergenceError:
            break
        if finer.errors.tool + finer.errors.torque >= result.errors.tool + result.errors.torque:
            break
        result = finer
    return result


def refuse_wrong(method: str, problem: Problem, result: SolverResult) -> None:
    """Raise `ConvergenceError` if the error of a motion's motor torque exceeds the fraction `WRONG` of the peak torque."""
    errors, robot = result.errors, problem.dae.robot
    if errors.torque <= WRONG * errors.peak + 1e-9 * np.abs(problem.dae.K).max():
        return
    fastest = np.abs(zero_dynamics(robot, problem.start).zeros).max(initial=0.0)
    raise ConvergenceError(
        f"robot {robot.name!r}: method {method!r} ends with a motor torque that is wrong by about {errors.torque:.3g} of "
        f"{errors.peak:.3g} Nm or N at steps of {result.step:.3g} s; the fastest zero at the start is at {fastest:.4g} rad/s. "
        "Use method='auto', or a smoother or slower path."
    )


def _refuse_singular(dae: Dae, times: Array, q: Array) -> None:
    """Raise `SingularityError` if the accelerations are not determined in a pose of q (T, n), or between two of these poses."""
    if surely_determined(dae, q):
        return
    ratio, sign, _ = dae.determined(q)
    jumps = np.flatnonzero(sign[1:] * sign[:-1] < 0.0) + 1
    for i in (*jumps[:1], *np.flatnonzero(ratio < SINGULAR)[:1]):
        where = f"At t = {times[i]:.6g} s, with joints at {np.array2string(q[i], precision=4)}."
        if not len(jumps):
            dae.refuse_high_index(q[i], f" {where}")
        raise SingularityError(
            f"robot {dae.robot.name!r}: along the path it passes a pose where the tool's motion does not determine that of the "
            f"springs: a zero runs through infinity there. {where} Move the path, or choose another posture; "
            "method='spline' passes such poses where the motion is smooth."
        )
