"""From a path of a flexible arm's tool to the motion of all its joints: which solver, over which time, and why."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import ConvergenceError, InputError, SingularityError, SmoothnessError
from jounce.inverse.flexible.adaptive import Adaptive
from jounce.inverse.flexible.basis import Basis
from jounce.inverse.flexible.bdf import TURN, Bdf
from jounce.inverse.flexible.collocation import Collocation
from jounce.inverse.flexible.constrained import Constrained
from jounce.inverse.flexible.dae import Dae
from jounce.inverse.flexible.least_squares import LeastSquares
from jounce.inverse.flexible.motion import JointMotion
from jounce.inverse.flexible.problem import Problem
from jounce.inverse.flexible.solver import Solver
from jounce.inverse.flexible.zero_dynamics import MARGIN, zero_dynamics
from jounce.inverse.kinematics import JointPath, inverse_kinematics
from jounce.inverse.status import Status
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.trajectory.path import Path

SOLVERS: dict[str, Solver] = {
    "bdf": Bdf(index=3),
    "bdf-index-2": Bdf(index=2),
    "bdf-index-1": Bdf(index=1),
    "bdf-adaptive": Adaptive(),
    "collocation": Collocation(),
    "least-squares": LeastSquares(),
    "constrained": Constrained(),
    "basis": Basis(),
}
"""By the key that `feedforward` takes as method and `Plan.method` has."""
LARGEST_STEP = 1e-3
"""[s]."""
POSES = 9
"""Poses at rest along the path at which the zeros are computed."""
FORGOTTEN = 25.0
"""Time constants of a zero after which nothing is left of the motion along it: e^-25 = 1e-11."""
MOST = 20_000
"""Most steps, before the path or after it, in which the motion along a zero may die out."""
MANY = 200
"""Instants of the path that are searched for the reason why a solver failed."""
SMOOTHNESS = 3
"""Derivatives of the path that must not jump."""


class Found(NamedTuple):
    """The motion of all joints along a path of the tool, and how it was found."""

    motion: JointMotion
    method: str
    """Key of the solver."""
    why: str
    """Why that solver, in one sentence."""
    status: Status


class Zeros(NamedTuple):
    """The zeros of a flexible arm along a path."""

    every: Array
    """At all poses that were looked at, complex (z,) [rad/s]."""
    unstable: Array
    """Real parts of those that are unstable [rad/s]."""
    slowest: float
    """Rate at which the slowest stable zero dies out [rad/s]: 0 if one swings on for ever, inf if there is no stable zero."""


def flexible_motion(robot: Robot, path: Path, t: Array, method: str, guess: Any) -> Found:
    """The motion of all joints of a flexible arm that keeps its tool on a path, known at least at times t (T,) [s].

    Motors act from `lead` before the path: 25 time constants of the slowest unstable zero. A solver with free ends begins and
    ends so much farther out that the motion along the slowest stable zero has died out there.
    """
    dae = Dae(robot)
    _check(robot, path, method)
    start = dae.at_rest(dae.outputs.target(path, np.array([path.start_time]), 0).at(0), guess)
    dae.refuse_high_index(start)
    flat = inverse_kinematics(robot, path, start, {robot.joint_names[i]: start[i] for i in dae.passive})
    zeros = _zeros(dae, path, flat)
    h = float(min(np.median(np.diff(t)) if len(t) > 1 else LARGEST_STEP, LARGEST_STEP))
    chosen, why = _choose(robot, zeros, h, method)
    lead = FORGOTTEN / zeros.unstable.min(initial=np.inf)
    if lead / h > MOST:
        raise InputError(
            f"robot {robot.name!r} has an unstable zero at {zeros.unstable.min():.4g} rad/s along this path, so slow that the "
            f"motors would have to act {lead:.3g} s before the tool moves. Move the path, or choose another posture."
        )
    begin, end = min(t[0], path.start_time - lead), max(t[-1], path.end_time) + lead
    solver = SOLVERS[chosen]
    if solver.free_ends:
        fade = _fade(robot, chosen, zeros.slowest, h)
        begin, end = min(begin, path.start_time - fade), max(end, path.end_time + fade)
    try:
        times, q, v, status = solver.solve(Problem(dae, path, start, flat, begin, end, h))
    except (np.linalg.LinAlgError, ConvergenceError, InputError) as error:
        _refuse_singular(dae, path, flat)
        if isinstance(error, np.linalg.LinAlgError):
            raise ConvergenceError(f"robot {robot.name!r}: method {chosen!r} met a singular matrix along the path.") from None
        raise
    status = replace(
        status,
        zeros=zeros.every,
        step=h,
        acts_from=float(path.start_time - lead),
        acts_until=float(path.end_time + FORGOTTEN / zeros.slowest if zeros.slowest else np.inf),
    )
    return Found(JointMotion(dae, path, times, q, v), chosen, why, status)


def _check(robot: Robot, path: Path, method: str) -> None:
    if path.n != len(robot.tool.outputs):
        raise InputError(f"path: it has {path.n} coordinates, but the tool's outputs are {', '.join(robot.tool.outputs)}.")
    if not np.isfinite([path.start_time, path.end_time]).all():
        raise InputError("path: expected one that begins and ends at rest; this one has no end.")
    if path.smoothness < SMOOTHNESS:
        raise SmoothnessError(
            f"path: derivative {path.smoothness + 1:g} jumps, but the motors of an elastic arm need derivatives to order "
            f"{SMOOTHNESS} without jumps. {path.remedy(SMOOTHNESS + 1)}"
        )
    if method not in ("auto", *SOLVERS):
        raise InputError(f"method: expected one of auto, {', '.join(SOLVERS)} for a tool path, got {method!r}.")


def _refuse_singular(dae: Dae, path: Path, flat: JointPath) -> None:
    """Raise if the solver may have failed because accelerations are not determined somewhere along the path."""
    times = np.linspace(path.start_time, path.end_time, MANY)
    before = 0.0
    for time, q in zip(times, flat(times)[0]):
        where = f"At t = {time:.6g} s, with joints at {np.array2string(q, precision=4)}."
        try:
            sign = dae.refuse_high_index(q)
        except SingularityError as error:
            raise SingularityError(f"{error} {where}") from None
        if before * sign < 0.0:
            raise SingularityError(
                f"robot {dae.robot.name!r}: along the path it passes a pose where the tool's motion does not determine that of "
                f"the springs: a zero runs through infinity there. {where} Move the path, or choose another posture."
            )
        before = sign


def _zeros(dae: Dae, path: Path, flat: JointPath) -> Zeros:
    """Zeros at poses at rest along the path. One that is within a margin of the imaginary axis swings on for ever."""
    times = np.linspace(path.start_time, path.end_time, POSES)
    targets = dae.outputs.target(path, times, 0)
    found = []
    for i, (time, near) in enumerate(zip(times, flat(times)[0])):
        q = dae.settled(near, targets.at([i]), times[i : i + 1])[0]
        try:
            found.append(zero_dynamics(dae.robot, q).zeros)
        except SingularityError as error:
            raise SingularityError(f"{error} At t = {time:.6g} s, with joints at {np.array2string(q, precision=4)}.") from None
    every = np.concatenate(found)
    margin = MARGIN * np.abs(every).max(initial=0.0)
    stable = every.real[every.real <= margin]
    slowest = float(np.where(stable > -margin, 0.0, -stable).min(initial=np.inf))
    return Zeros(every, every.real[every.real > margin], slowest)


def _fade(robot: Robot, method: str, slowest: float, h: float) -> float:
    """How long the motion along the slowest stable zero takes to die out [s]; raises if that is too long for the method."""
    fade = FORGOTTEN / slowest if slowest else np.inf
    if 2.0 * fade / h > MOST:
        raise InputError(
            f"robot {robot.name!r} has a stable zero at {-slowest:.4g} rad/s along this path, whose motion takes {fade:.3g} s to "
            f"die out; method {method!r} would have to reach that far back, in more than {MOST} steps. Use 'collocation'."
        )
    return fade


def _choose(robot: Robot, zeros: Zeros, h: float, method: str) -> tuple[str, str]:
    """The key of the solver, and why that one. Raises if the method asked for goes forward in time and a zero is unstable."""
    asked = method != "auto"
    if len(zeros.unstable):
        worst = f"an unstable zero at {zeros.unstable.max():.4g} rad/s"
        if asked and SOLVERS[method].forward:
            raise InputError(
                f"robot {robot.name!r} has {worst} along this path: forward in time the motor torque would grow without bounds. "
                "Use method='collocation', which lets the motors act before the tool moves."
            )
        chosen, why = "collocation", f"there is {worst}, so the motors act before the tool moves"
    elif (swinging := np.abs(zeros.every.imag).max(initial=0.0)) * h > TURN and not asked:
        chosen, why = (
            "collocation",
            f"all zeros along the path are stable, but one swings at {swinging:.4g} rad/s, too fast for bdf",
        )
    else:
        chosen, why = "bdf", "all zeros along the path are stable"
    return (method, f"method {method!r} was asked for; {why}") if asked else (chosen, why)
