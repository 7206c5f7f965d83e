"""`feedforward`: plan motor torque, motor motion and deflections along a path, with the method that fits the robot."""

from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import ConvergenceError, InputError, SingularityError, SmoothnessError
from jounce.flexible.infeasible_path import motion_near_path
from jounce.flexible.solver_choice import ROUGH, flexible_motion
from jounce.inverse.motor_motion import ORDER_OF_ACCURACY, filters
from jounce.inverse.plan import Plan, build_plan, check_times
from jounce.inverse.sampling import TimeVaryingInputs, WrenchPaths, check_wrench_paths
from jounce.inverse.status import Status
from jounce.kernel.arguments import Parameters, check_robot
from jounce.numbers.packing import Array
from jounce.numerics.blas_threads import single_threaded
from jounce.plant.plant import refuse_motorless
from jounce.robot import Robot
from jounce.trajectory.path import Path, check_path

METHODS = ("rigid", "algebraic", "filter")
"""Methods for robots with a motor at every joint: 'rigid' without elastic joints, 'algebraic' with elastic joints but no damped
one, 'filter' with a damped elastic joint."""


def feedforward(
    robot: Robot,
    path: Path,
    t: ArrayLike,
    method: str = "auto",
    *,
    stiffness: Path | None = None,
    preload: Path | None = None,
    wrench: WrenchPaths | None = None,
    guess: ArrayLike | None = None,
    allow_error: float | bool | None = None,
    parameters: Parameters = None,
) -> Plan:
    """Plan motor torque, motor motion and deflections that realise a motion along a path.

    Without damping, `inverse_dynamics` is evaluated at each instant, exactly. The motor motion of a damped elastic joint solves a
    stable first-order equation, a filter of the joint torque, integrated exactly for a torque that is a quintic polynomial
    between samples. The filter starts in steady state, either at rest at the start of the path or so long before t[0] that its
    initial state has decayed. Its error falls with the sixth power of the spacing of t if the spacing is below about the time
    constant D/K, and with the third power (times D) for larger spacings.

    A flexible arm, a robot with joints that have a spring and no motor, takes a path of its tool with as many outputs as the
    arm has motors. If all zeros of the arm along the path are stable, method 'bdf' solves the arm's equation forward in time by
    backward differentiation. If a zero is unstable, 'collocation' solves the equation over the whole motion at once; motors
    then act before the tool moves and after it stops. 'auto' also chooses 'collocation' where 'bdf' would be inaccurate, and
    'derivative-array' for arms whose equation needs more than two differentiations.

    Parameters
    ----------
    robot : Robot
        The robot.
    path : Path
        Path in joint space with n coordinates, one for each DOF (see `motion`). For a flexible arm: path of the tool in the
        outputs of `robot.tool`, from rest to rest.
    t : array_like (T,)
        Increasing times [s].
    method : str
        'auto' chooses. 'rigid', 'algebraic' and 'filter' raise `InputError` unless 'auto' would choose the same. For a flexible
        arm: the key of a solver, such as 'bdf' or 'collocation'.
    stiffness : Path, optional
        K(t) of the drives, n coordinates [Nm/rad or N/m], for joints whose stiffness varies in time.
    preload : Path, optional
        Torque of the second drive of each joint that has two [Nm or N]; the constant preloads of the drives by default.
    wrench : dict, optional
        {link or frame: path of 6 coordinates}: external wrenches (moment, force) in the axes of the link or frame [Nm, N].
    guess : array_like (n,), optional
        Flexible arms only: joint positions near the start of the path, which select a posture [rad or m]; by default the first
        posture that a search finds.
    allow_error : float or True, optional
        Flexible arms only: distance by which the tool may leave a path that no bounded torque follows [m or rad], True for any
        distance. The plan is then the motion with the least tool error, method 'nearest'. By default, method 'auto' accepts
        this motion up to an estimated tool error of 8e-6 m or rad, the bound it sets for 'bdf'; other methods raise.
    parameters : dict, optional
        {name: array (size,)}: other values of the robot's parameters, as in `robot.with_parameters(parameters)`.

    Returns
    -------
    Plan
        Motion of links and motors, torques and deflections at times t. `Plan.method` is the key of the method, `Plan.why` the
        reason for it; `Plan.status` has zeros, iterations, residuals and the times between which motors act. At joints of
        several DOF, which no motor drives, `tau_m` is the missing torque: zero if the wrenches cause the motion.

    Raises
    ------
    InputError
        If an argument does not fit the robot, or the method is not one for it.
    SmoothnessError
        If the path, the stiffness, the preload or a wrench is less smooth than continuous motor torque requires.
    SingularityError, ConvergenceError
        If no bounded torque moves the tool of a flexible arm along the path.

    References
    ----------
    [Buondonno2015] for elastic joints, [Moberg2010] for flexible arms.

    Examples
    --------
    >>> import jounce as jn
    >>> import numpy as np
    >>> robot = jn.load("kuka_lwr")
    >>> path = jn.trajectory.rest_to_rest(np.zeros(7), np.full(7, 0.5), duration=1.0, degree=9)
    >>> plan = jn.feedforward(robot, path, np.linspace(0.0, 1.0, 101))
    >>> plan.method, plan.tau_m.shape, plan.theta.shape
    ('algebraic', (101, 7), (3, 101, 7))
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
    refuse_motorless(robot)
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
    inputs = TimeVaryingInputs(stiffness, preload, check_wrench_paths(robot, {} if wrench is None else wrench))
    return build_plan(robot, path, times, chosen, _why(robot, damped), status, inputs)


@single_threaded
def _flexible(
    robot: Robot, path: Path, t: Array, method: str, stiffness: Path | None, wrench: WrenchPaths, guess: Any, allow_error: Any
) -> Plan:
    """Return the plan of a flexible arm along a path of its tool; see `feedforward`."""
    if stiffness is not None:
        _check_stiffness(robot, stiffness)
    allowed = _allowed(allow_error, method)
    try:
        solution = flexible_motion(robot, path, t, method, guess, wrench)
    except (SingularityError, ConvergenceError) as reason:
        if allowed is None:
            raise
        solution = motion_near_path(robot, path, t, guess, wrench, allowed, reason)
    inputs, samples = TimeVaryingInputs(stiffness, None, wrench), solution.samples if stiffness is None else None
    motion = solution.motion
    return build_plan(robot, path, t, solution.method, solution.why, solution.status, inputs, motion, motion.grid, samples)


def _why(robot: Robot, damped: Array) -> str:
    """Return the reason for the method of a robot with a motor at every joint, as one sentence."""
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


# ---------------------------------------------------------------- checks


def _check_path(robot: Robot, path: Path) -> None:
    """Check that a path is in joint space, has n coordinates and is as smooth as continuous motor torque requires."""
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
    """Check that K(t) has n coordinates and is as smooth as continuous motor torque requires."""
    if not isinstance(path, Path) or path.n != robot.n:
        raise InputError(f"stiffness: expected a path of {robot.n} coordinates K(t), got {path!r}.")
    _check_smooth(robot, path, "stiffness", " of K(t)")


def _check_preload(robot: Robot, path: Any) -> None:
    """Check that the preload has one coordinate for each second drive and is as smooth as continuous motor torque requires."""
    count = robot.m - robot.n
    if not count:
        raise InputError(f"preload: no joint of robot {robot.name!r} has a second drive. Leave it out.")
    if not isinstance(path, Path) or path.n != count:
        raise InputError(f"preload: expected a path of {count} coordinates, one for each second drive, got {path!r}.")
    _check_smooth(robot, path, "preload", "")


def _check_smooth(robot: Robot, path: Path, name: str, of: str) -> None:
    """Check that stiffness or preload has motion_order - 3 continuous derivatives. name, of: words of the message."""
    if path.smoothness < robot.motion_order - 3:
        raise SmoothnessError(
            f"{name}: derivative {path.smoothness + 1:g}{of} jumps, and with it the motors would have to. "
            f"{path.remedy(robot.motion_order - 2)}"
        )


def _allowed(allow_error: Any, method: str) -> float | None:
    """Return the largest accepted tool error [m or rad] from `allow_error`; None if the tool must stay on its path."""
    if allow_error is None or allow_error is False:
        return ROUGH if method == "auto" else None
    if allow_error is True:
        return np.inf
    if not isinstance(allow_error, Real) or not float(allow_error) > 0.0:
        raise InputError(f"allow_error: expected a number of metres or radians above zero, or True for any, got {allow_error!r}.")
    return float(allow_error)
