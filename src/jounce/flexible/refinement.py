"""A flexible arm's motion by one method: how good it is, smaller steps until it is good enough, refusals where it is none."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from jounce.errors import ConvergenceError, SingularityError
from jounce.flexible.array_motion import ArrayMotion
from jounce.flexible.dae import SINGULAR, Dae
from jounce.flexible.error_estimate import PlanErrors, estimate
from jounce.flexible.joint_motion import JointMotion, SplineMotion
from jounce.flexible.native_evaluation import surely_determined
from jounce.flexible.solvers.adaptive_bdf import Adaptive
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
    "bdf-adaptive": Adaptive(),
    "collocation": Collocation(),
    "least-squares": LeastSquares(),
    "constrained": Constrained(),
    "basis": Basis(),
    "spline": SplineFit(),
    "derivative-array": ArrayCollocation(),
}
"""By the key that `feedforward` takes as method and `Plan.method` has."""
BY_ERROR = ("collocation", "derivative-array")
"""Solvers whose steps follow the error, and that are led to a motion by slower ones."""
MOST = 20_000
"""Most steps of a solver that takes smaller ones than were asked for, or that waits for a motion to die out."""
FINE, FINE_TORQUE = 5e-7, 1e-4
"""Estimated errors with which collocation takes no smaller steps: of the tool [m or rad], of the torque against its peak."""
REFINEMENTS = 4
SHORTER = 0.125
"""Smallest share of a step that is tried next."""
WRONG = 0.1
"""A motor torque that is wrong by more than this share of its peak is none."""
MANY = 200
"""Instants of the path that are searched for the reason why a solver failed."""


class SolverResult(NamedTuple):
    """What a solver found, and how good it is."""

    motion: JointMotion | SplineMotion | ArrayMotion
    status: Status
    errors: PlanErrors
    step: float
    """[s]."""


def solved_by(method: str, problem: Problem, span: tuple[float, float]) -> SolverResult:
    """By one method; where it fails, the reason is looked for along the path."""
    dae, path = problem.dae, problem.path
    solver = SOLVERS[method]
    try:
        found = continued(solver, problem) if method in BY_ERROR else solver.solve(problem)
    except (np.linalg.LinAlgError, ConvergenceError, SingularityError) as error:
        times = np.linspace(path.start_time, path.end_time, MANY)
        if method != "derivative-array":
            _refuse_singular(dae, times, problem.flat(times)[0])
        if isinstance(error, np.linalg.LinAlgError):
            raise ConvergenceError(f"robot {dae.robot.name!r}: method {method!r} met a singular matrix along the path.") from None
        raise
    inside = (found.times >= path.start_time) & (found.times <= path.end_time)
    grid = problem.aligned
    grid = grid[(grid >= span[0]) & (grid <= span[1])]
    if found.motion is not None:
        return SolverResult(found.motion, found.status, estimate(dae, found.motion, grid, path), problem.h)
    _refuse_singular(dae, found.times[inside], found.q[inside])
    motion = JointMotion(dae, path, found.times, found.q, found.v, found.targets)
    return SolverResult(motion, found.status, estimate(dae, motion, grid), problem.h)


def refined(method: str, problem: Problem, solved: SolverResult, span: tuple[float, float]) -> SolverResult:
    """The same by smaller steps, while its errors are large and fall."""
    for _ in range(REFINEMENTS):
        excess = max(solved.errors.tool / FINE, solved.errors.torque / (FINE_TORQUE * solved.errors.peak + 1e-300))
        h = solved.step * float(np.clip(0.7 * excess ** (-1.0 / 6.0), SHORTER, 0.7))
        if excess <= 1.0 or (problem.end - problem.begin) / h > MOST:
            break
        try:
            finer = solved_by(method, replace(problem, h=h, near=solved.motion), span)
        except ConvergenceError:
            break
        if finer.errors.tool + finer.errors.torque >= solved.errors.tool + solved.errors.torque:
            break
        solved = finer
    return solved


def refuse_wrong(method: str, problem: Problem, solved: SolverResult) -> None:
    """Raise where a solver ended with a motion that is none."""
    errors, robot = solved.errors, problem.dae.robot
    if errors.torque <= WRONG * errors.peak + 1e-9 * np.abs(problem.dae.K).max():
        return
    fastest = np.abs(zero_dynamics(robot, problem.start).zeros).max(initial=0.0)
    raise ConvergenceError(
        f"robot {robot.name!r}: method {method!r} ends with a motor torque that is wrong by about {errors.torque:.3g} of "
        f"{errors.peak:.3g} Nm or N at steps of {solved.step:.3g} s; the fastest zero at the start is at {fastest:.4g} rad/s. "
        "Use method='auto', or a smoother or slower path."
    )


def _refuse_singular(dae: Dae, times: Array, q: Array) -> None:
    """Raise if accelerations are not determined somewhere along poses q (T, n) at times (T,)."""
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
