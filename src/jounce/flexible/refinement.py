"""The motion of a flexible arm by one solver, with an error estimate, step refinement, and refusal of wrong motions."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from jounce.errors import ConvergenceError, SingularityError
from jounce.flexible.array_motion import ArrayMotion
from jounce.flexible.dae import SINGULAR, Dae
from jounce.flexible.error_estimate import PlanErrors, estimate
from jounce.flexible.joint_motion import JointMotion, SplineMotion
from jounce.flexible.native_evaluation import surely_determined
from jounce.flexible.solvers.adaptive_bdf import AdaptiveBdf
from jounce.flexible.solvers.array_collocation import ArrayCollocation
from jounce.flexible.solvers.basis import Basis
from jounce.flexible.solvers.bdf import Bdf
from jounce.flexible.solvers.collocation import Collocation
from jounce.flexible.solvers.constrained import Constrained
from jounce.flexible.solvers.continuation import continued
from jounce.flexible.solvers.least_squares import LeastSquares
from jounce.flexible.solvers.problem import Problem
from jounce.flexible.solvers.solver import Solver
from jounce.flexible.solvers.spline_fit import SplineFit
from jounce.flexible.zeros.zero_dynamics import zero_dynamics
from jounce.inverse.status import Status
from jounce.numbers.packing import Array

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
"""Solvers by key: the argument `method` of `feedforward`, and `Plan.method`."""
BY_ERROR = ("collocation", "derivative-array")
"""Solvers whose step is refined by the error estimate, and that use continuation from slower paths."""
MOST = 20_000
"""Largest number of steps after refinement, or over the time in which a motion along a stable zero decays."""
FINE, FINE_TORQUE = 5e-7, 1e-4
"""Estimated errors below which steps are not refined: of the tool [m or rad], of the torque relative to its peak."""
REFINEMENTS = 4
"""Largest number of refinements."""
SHORTER = 0.125
"""Smallest ratio of a refined step to the one before."""
WRONG = 0.1
"""A motor torque whose error exceeds this fraction of its peak is refused."""
MANY = 200
"""Number of instants of the path at which the reason for a solver's failure is searched."""


class SolverResult(NamedTuple):
    """Motion of a solver, with its estimated errors."""

    motion: JointMotion | SplineMotion | ArrayMotion
    status: Status
    errors: PlanErrors
    step: float
    """Largest step of the solver [s]."""


def solved_by(method: str, problem: Problem, span: tuple[float, float]) -> SolverResult:
    """Solve a problem by one method and estimate the errors over `span`, the times (first, last) [s] of the plan.

    If the solver fails, raise `SingularityError` if a pose along the path is singular, otherwise the solver's error.
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
    """Solve again with smaller steps while the estimated errors are above `FINE` and fall."""
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
    """Raise `ConvergenceError` if the torque error of a motion exceeds `WRONG` of its peak."""
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
    """Raise `SingularityError` if the accelerations are not determined at a pose of q (T, n) at times (T,), or between two."""
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
