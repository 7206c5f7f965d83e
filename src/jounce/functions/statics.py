"""Robots at rest: links from motors, and motors from links."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from jounce.dynamics.statics import moving, unbent
from jounce.dynamics.statics import statics as settled
from jounce.errors import InputError, SingularityError
from jounce.functions.drive_checks import refuse
from jounce.functions.inverse_dynamics import drive, joint_torque
from jounce.kernel import arguments
from jounce.kernel.arguments import NOTHING, Link, Parameters, Wrenches
from jounce.kernel.backends.casadi import is_symbolic
from jounce.kernel.dispatch import call, public
from jounce.kernel.equation import Equation, Inputs, Output
from jounce.numbers.elementary import is_tensor
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, plant_of
from jounce.robot import Robot

ROUNDING = 4e-15
"""Corrections [rad or m] below this, against positions of 1, are rounding."""
MOST = 12
"""Calls, of four corrections each, before the load is put on step by step."""
LOADS = 32
"""Steps in which it is put on then."""


@by_value
class Statics(NamedTuple):
    """A robot at rest."""

    q: Array
    """Links (..., n)."""
    tau_j: Array
    """What the drives give each joint (..., n)."""
    delta: Array
    """Deflections (..., m)."""


@by_value
class MotorStatics(NamedTuple):
    """Motors of a robot at rest."""

    theta: Array
    """(..., m)."""
    tau_m: Array
    """What holds them (..., m)."""
    tau_j: Array
    """What the drives give each joint (..., n)."""
    delta: Array
    """Deflections (..., m)."""


@by_value
class StaticsStep(NamedTuple):
    """A robot that comes to rest: fields beside the last two as of `Statics`."""

    q: Array
    tau_j: Array
    delta: Array
    change: Array
    """How far q has come in this step (..., n)."""
    pivots: Array
    """(..., n): all above zero where the pose lasts."""


def _text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    (theta,) = x.motion
    return settled(plant, unbent(plant, theta), theta, x.loads)


def _step(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    guess, theta = x.motion
    q, tau_j, delta, _, pivots = settled(plant, guess, theta, x.loads)
    return q, tau_j, delta, [now - before for now, before in zip(q, guess)], pivots


def prepare(robot: Robot, plant: Plant) -> Plant:
    """The plant; raises where motors do not say where the links are."""
    for joint in robot.joints:
        if joint.freedoms > 1:
            raise InputError(
                f"joint {joint.name!r} of robot {robot.name!r} has several freedoms, which no motor holds: motor positions do "
                "not say where it rests. Lock it (robot.locked), or take the robot on a base that stands still."
            )
    free = moving(plant)
    for i, row in enumerate(plant.transmission.N[: robot.n]):
        if i not in free and any(row[k] != 0.0 for k in free):
            raise InputError(
                f"motor {robot.motor_names[i]!r} of robot {robot.name!r} is rigid and turns with joint "
                f"{robot.axes[next(k for k in free if row[k] != 0.0)].name!r}, whose own motor is elastic: statics knows wrists "
                "whose motors are all rigid or all elastic. Give it a stiffness."
            )
    return plant


def _check(robot: Robot, q: Any, outputs: tuple[Any, ...] | None, parameters: dict[str, Any]) -> None:
    if outputs is None or not _at_rest(*(outputs[k] for k in (0, 3, 4))):
        raise SingularityError(
            f"statics of robot {robot.name!r}: no pose that lasts is found from where the motors are. Its springs are too soft "
            "for that; jounce.statics puts the weight on step by step, and takes a guess of q."
        )


def _at_rest(q: Any, change: Any, pivots: Any) -> bool:
    if not isinstance(change, np.ndarray):
        return True  # expressions
    return bool((np.abs(change) <= ROUNDING * (1.0 + np.abs(q))).all() and (pivots > 0.0).all())


def _outputs(robot: Robot) -> tuple[Output, ...]:
    return tuple(Output(name, (robot.m if name == "delta" else robot.n,), 0) for name in StaticsStep._fields)


STATICS = Equation("statics", ("theta",), _text, _outputs, takes="wrench", prepare=prepare, of_motors=1, check=_check, inner=2)
STEP = Equation("statics_step", ("q", "theta"), _step, _outputs, takes="wrench", prepare=prepare, of_motors=1, result=StaticsStep)


@public(STATICS)
def statics(
    robot: Robot,
    theta: Any,
    *,
    guess: Any = None,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Statics:
    """Where the links are when the motors stand still at theta (..., m): .q (..., n), .tau_j (..., n), .delta (..., m).

        K (theta - q) = g(q) - J^T W

    tau_j is gravity compensation from motor positions alone. Every spring law, springs without a motor and parallel to drives,
    transmissions, joints on rigid motors (q = theta there). wrench: W on `link`, or {link: W}, constant in the frame of the link;
    parameters: as in `rnea`. guess (..., n): where the search for q begins, the motors' own pose unless given; a robot on soft
    springs may have several poses at rest. To rounding, by Newton's method; where that fails, weight and wrenches are put on step
    by step.

    As a kernel, `compile(statics, robot)` and C, it takes constant time: four corrections from where the motors are. That is to
    rounding where the weight bends springs by up to a tenth of a radian; a kernel that is not there raises.
    """
    arguments.check_robot(robot)
    prepare(robot, plant_of(robot))
    loads = _single(wrench)
    more: dict[str, Any] = {"wrench": loads, "link": link, "parameters": parameters, "threads": threads}
    if guess is None:
        try:
            found = call(STATICS, robot, (theta,), **more)
        except (SingularityError, ZeroDivisionError):
            if is_symbolic(theta):
                raise
        else:
            return Statics(*found)
        guess = _from_motors(robot, np.asarray(arguments.numbers_of(theta), dtype=np.float64))
    elif is_tensor(theta) or is_tensor(guess):
        raise InputError("statics: a search from a guess takes arrays of NumPy; statics_step takes those of JAX and PyTorch.")
    settled = _newton(robot, guess, theta, more)
    return _loaded(robot, guess, theta, more) if settled is None else settled


@public(STEP)
def statics_step(
    robot: Robot,
    q: Any,
    theta: Any,
    *,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> StaticsStep:
    """Four corrections of a guess q (..., n) towards `statics`, in constant time: .q, .tau_j, .delta, .change, .pivots.

    For control loops, from the pose of the last tick. The error that is left is far below .change, by how much q was corrected.
    """
    return call(STEP, robot, (q, theta), _single(wrench), link, parameters, threads)  # type: ignore[no-any-return]


def motor_statics(
    robot: Robot, q: Any, *, wrench: Wrenches = NOTHING, link: Link = None, parameters: Parameters = None
) -> MotorStatics:
    """Where motors have to stand for links at rest in q (..., n): .theta, .tau_m, .delta (..., m), .tau_j (..., n).

    The inverse of `statics`, of every robot that has motors at all its joints. tau_m is what holds the motors, without friction.
    """
    robot = arguments.check_robot(robot)
    refuse(robot)
    if is_tensor(q):
        raise InputError("motor_statics: q is an array of JAX or PyTorch; call inverse_dynamics on q and zeros, or pass NumPy's.")
    pose = np.asarray(arguments.numbers_of(q), dtype=np.float64)
    still = np.zeros(robot.n)
    tau = joint_torque(robot, pose, still, still, wrench=_single(wrench), link=link, parameters=parameters)
    rows = np.concatenate([tau, np.zeros((2, *tau.shape[1:]))])
    Q = np.stack(np.broadcast_arrays(pose, still, still)) if pose.shape == tau.shape[1:] else np.zeros_like(rows)
    Q[0] = pose
    known = {name: x for name, x in (parameters or {}).items() if name in DRIVES} or None
    found = drive(robot, known, Q, rows)
    return MotorStatics(found.theta[0], found.tau_m, tau[0], found.delta)


DRIVES = ("stiffness", "preload")
"""Parameters that motors at rest read."""


def _single(wrench: Wrenches) -> Wrenches:
    """Wrenches as functions take them, from one W or {link: W}."""
    if wrench is NOTHING:
        return wrench
    if isinstance(wrench, Mapping):
        return {name: (W,) if np.ndim(W) else W for name, W in wrench.items()}
    return wrench if isinstance(wrench, tuple) else (wrench,)


def _from_motors(robot: Robot, theta: Array) -> Array:
    """Links as if nothing bent."""
    return np.stack(np.broadcast_arrays(*unbent(plant_of(robot), list(np.moveaxis(theta, -1, 0)))), axis=-1)


def _newton(robot: Robot, q: Any, theta: Any, more: dict[str, Any]) -> Statics | None:
    """Called until nothing changes; None where that does not happen, or where the pose would not last."""
    for _ in range(MOST):
        try:
            with np.errstate(all="ignore"):
                step = call(STEP, robot, (q, theta), **more)
        except ZeroDivisionError:
            return None
        if not np.isfinite(step.change).all():
            return None
        if (np.abs(step.change) <= ROUNDING * (1.0 + np.abs(step.q))).all():
            return Statics(*step[:3]) if _at_rest(step.q, step.change, step.pivots) else None
        q = step.q
    return None


def _loaded(robot: Robot, q: Any, theta: Any, more: dict[str, Any]) -> Statics:
    """Weight and wrenches put on step by step: without them the springs are not bent, and every step begins at the last one."""
    given, loads = dict(more["parameters"] or {}), more["wrench"]
    gravity = np.asarray(given.get("gravity", robot.gravity), dtype=np.float64)
    found: Statics | None = None
    for share in np.linspace(0.0, 1.0, LOADS + 1):
        part: Any = loads
        if isinstance(loads, Mapping):
            part = {name: tuple(share * np.asarray(W) for W in rows) for name, rows in loads.items()}
        elif loads is not NOTHING:
            part = tuple(share * np.asarray(W) for W in loads)
        found = _newton(robot, q, theta, {**more, "wrench": part, "parameters": {**given, "gravity": share * gravity}})
        if found is None:
            raise SingularityError(
                f"statics of robot {robot.name!r}: at {100.0 * share:.0f} % of its weight (and of the wrenches on it) no "
                "pose that lasts is found near the one before. Its springs are too soft to hold it there; give a guess of q, or "
                "check its stiffness."
            )
        q = found.q
    assert found is not None
    return found
