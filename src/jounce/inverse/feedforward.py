"""The main job: a motion in, motor torque, motor motion and deflections out, along the whole of it."""

from typing import Any

from jounce.errors import InputError, SmoothnessError
from jounce.functions.arguments import Parameters, check_robot
from jounce.functions.motors import refuse
from jounce.inverse.flexible.relaxed import nearly_on
from jounce.inverse.motor_motion import ORDER_OF_ACCURACY, filters
from jounce.inverse.plan import Plan, build_plan, check_times
from jounce.inverse.status import Status
from jounce.inverse.time_varying_inputs import TimeVaryingInputs, WrenchPaths, check_wrench_paths
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.trajectory.path import Path, check_path

METHODS = ("rigid", "algebraic", "filter")
"""All joints rigid; elastic without damping, from derivatives at each instant; elastic and damped, along the motion."""


def feedforward(
    robot: Robot,
    path: Path,
    t: Any,
    method: str = "auto",
    *,
    stiffness: Path | None = None,
    preload: Path | None = None,
    wrench: WrenchPaths | None = None,
    guess: Any = None,
    allow_error: float | bool | None = None,
    parameters: Parameters = None,
) -> Plan:
    """Motor torque, motor motion and deflection along a path, at times t (T,) [s], rising.

    Joints without damping: `inverse_dynamics` at each instant, exact. Damped elastic joints: the motor's motion solves a stable
    first-order equation, integrated exactly between samples for a joint torque that is a quintic polynomial there. The filter
    starts in the steady state: at rest with the path, or so long before t[0] that the start is forgotten. Its error falls with
    the sixth power of the spacing of t once that is about the time constant D/K, with the third power (times D) before.
    method: 'auto' chooses; 'rigid', 'algebraic' or 'filter' states what is expected. `Plan.method` has the key of the method
    and `Plan.why` the reason. stiffness: a path K(t) of n coordinates [Nm/rad or N/m] for joints whose stiffness is changed on
    the way. preload: a path of what the second drive carries at each joint that has one [Nm or N]; their own constant preloads
    unless said. wrench: {link or frame: path of 6 coordinates}, wrenches (moment, force) that act on links on the way, in their
    frames.

    Robots with joints of several freedoms, such as a floating base: the path has one coordinate a freedom, see `motion`. Nothing
    drives those joints: tau_m is there what is missing, zero where the wrenches are those under which the base moves as it does.

    A flexible arm, a robot with joints that no motor drives, takes a path of its tool, in as many outputs as it has motors. If
    all zeros of the arm along the path are stable, method 'bdf' solves its equation forward in time by backward differentiation;
    if a zero is unstable, 'collocation' solves it over the whole motion at once, with motors that act before the tool moves and
    after it. guess: a posture q (n,) [rad or m] near the start; if there is none, the first posture found is taken.
    allow_error: how far the tool may leave a path that no bounded torque keeps it on [m or rad], or True for any distance: the
    nearest motion is then taken, method 'nearest'; without it, only where its estimated error is that of other methods.
    `Plan.status` has zeros, iterations, residuals and the times between which the motors act. See [Moberg2010].

    parameters: {name: array (size,)}, other numbers of the robot's own: the plan is that of `robot.with_parameters(parameters)`.
    """
    robot = check_robot(robot, parameters)
    times = check_times(t)
    if not isinstance(method, str):
        raise InputError(f"method: expected the name of a method, or 'auto', got {type(method).__name__} {method!r}.")
    check_path(path)
    if path.space == "tool" and any(joint.spring is not None for joint in robot.joints):
        if preload is not None:
            raise InputError("preload: a flexible arm has one drive a joint; leave it out.")
        return _flexible(
            robot, path, times, method, stiffness, check_wrench_paths(robot, {} if wrench is None else wrench), guess, allow_error
        )
    _check_path(robot, path)
    refuse(robot)
    if guess is not None:
        raise InputError(
            f"guess: expected none, got {guess!r}. A guess is a posture from which a flexible arm's start is looked for; robot "
            f"{robot.name!r} has a motor at every joint and the path says where each joint is. Leave it out."
        )
    if allow_error is not None:
        raise InputError(
            f"allow_error: expected none, got {allow_error!r}. It is for flexible arms, whose tool may have to leave its path; "
            f"robot {robot.name!r} follows the path exactly. Leave it out."
        )
    damped = filters(robot).damped
    chosen = "filter" if damped.any() else METHODS[robot.motion_order > 2]
    if method not in ("auto", chosen):
        expected = f"'auto' or {chosen!r} for robot {robot.name!r}" if method in METHODS else f"auto, {', '.join(METHODS)}"
        raise InputError(f"method: expected {expected}, got {method!r}.")
    if stiffness is not None:
        _check_stiffness(robot, stiffness)
    if preload is not None:
        _check_preload(robot, preload)
    status = Status(order_of_accuracy=ORDER_OF_ACCURACY if damped.any() else None)
    acting = TimeVaryingInputs(stiffness, preload, check_wrench_paths(robot, {} if wrench is None else wrench))
    return build_plan(robot, path, times, chosen, _why(robot, damped), status, acting)


def _flexible(
    robot: Robot, path: Path, t: Array, method: str, stiffness: Path | None, wrench: WrenchPaths, guess: Any, allow_error: Any
) -> Plan:
    """The plan of a robot with joints that no motor drives, along a path of its tool."""
    if stiffness is not None:
        _check_stiffness(robot, stiffness)
    found = nearly_on(robot, path, t, method, guess, wrench, allow_error)
    acting, known = TimeVaryingInputs(stiffness, None, wrench), found.samples if stiffness is None else None
    return build_plan(robot, path, t, found.method, found.why, found.status, acting, found.motion, found.motion.grid, known)


def _why(robot: Robot, damped: Array) -> str:
    """Why motor torque is computed as it is."""
    if damped.any():
        first = robot.motor_joints[int(damped.argmax())].name
        return f"joint {first!r} is elastic and damped, so the motors depend on the motion before each instant"
    elastic = [joint.name for joint, drive in zip(robot.motor_joints, robot.motor_drives) if drive is not None and drive.elastic]
    if not elastic:
        return "all joints are rigid, so the motors follow from positions, velocities and accelerations at each instant"
    return (
        f"joint {elastic[0]!r} is elastic and no joint is damped, so the motors follow from derivatives of the motion to order "
        f"{robot.motion_order} at each instant"
    )


# ---------------------------------------------------------------- what can be asked for


def _check_path(robot: Robot, path: Path) -> None:
    if path.space != "joint":
        raise InputError(
            "path: this one is in tool space; jn.inverse_kinematics(robot, path, guess) makes it one in joint space."
        )
    if path.n != robot.n:
        raise InputError(f"path: it has {path.n} coordinates, but robot {robot.name!r} has {robot.n} joints.")
    if path.smoothness < robot.motion_order - 1:
        raise SmoothnessError(
            f"path: derivative {path.smoothness + 1:g} jumps, but robot {robot.name!r} needs derivatives to order "
            f"{robot.motion_order - 1} without jumps: the motor would have to jump. {path.remedy(robot.motion_order)}"
        )


def _check_stiffness(robot: Robot, path: Any) -> None:
    if not isinstance(path, Path) or path.n != robot.n:
        raise InputError(f"stiffness: expected a path of {robot.n} coordinates K(t), got {path!r}.")
    if path.smoothness < robot.motion_order - 3:
        raise SmoothnessError(
            f"stiffness: derivative {path.smoothness + 1:g} of K(t) jumps, and with it the motors would have to. "
            f"{path.remedy(robot.motion_order - 2)}"
        )


def _check_preload(robot: Robot, path: Any) -> None:
    count = robot.m - robot.n
    if not count:
        raise InputError(f"preload: no joint of robot {robot.name!r} has a second drive. Leave it out.")
    if not isinstance(path, Path) or path.n != count:
        raise InputError(f"preload: expected a path of {count} coordinates, one for each second drive, got {path!r}.")
    if path.smoothness < robot.motion_order - 3:
        raise SmoothnessError(
            f"preload: its derivative {path.smoothness + 1:g} jumps, and with it the motors would have to. "
            f"{path.remedy(robot.motion_order - 2)}"
        )
