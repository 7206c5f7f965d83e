"""Equilibrium of robots at rest: link positions from motor positions, and motor positions and torques from link positions."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.dynamics.statics import moving, unbent
from jounce.dynamics.statics import statics as settled
from jounce.errors import InputError, SingularityError
from jounce.functions.inverse_dynamics import drive, joint_torque
from jounce.kernel import arguments
from jounce.kernel.arguments import NOTHING, Link, Parameters, Wrenches
from jounce.kernel.dispatch import call, public
from jounce.kernel.equation import Equation, Inputs, Output, ResultRule
from jounce.numbers.elementary import is_symbolic, is_tensor
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, plant_of, refuse_motorless
from jounce.robot import Robot

ROUNDING = 4e-15
"""Largest correction of q [rad or m] that counts as rounding: ROUNDING * (1 + |q|)."""
MOST = 12
"""Largest number of calls of `statics_step`, of four corrections each, before gravity and wrenches are applied in steps."""
LOADS = 32
"""Number of equal steps in which gravity and wrenches grow from zero to full size if Newton's method fails at full size."""


@by_value
class Statics(NamedTuple):
    """Equilibrium of a robot at rest for given motor positions: result of `statics`."""

    q: Array
    """Link positions (..., n) [rad or m]."""
    tau_j: Array
    """Torques of the drives at the joints (..., n) [Nm or N]."""
    delta: Array
    """Deflections theta - q of drive springs (..., m) [rad or m]; theta - N q where motors turn with several joints."""


@by_value
class MotorStatics(NamedTuple):
    """Motor positions and torques of a robot at rest for given link positions: result of `motor_statics`."""

    theta: Array
    """Motor positions (..., m) [rad or m]."""
    tau_m: Array
    """Motor torques that hold the motors (..., m) [Nm or N]."""
    tau_j: Array
    """Torques of the drives at the joints (..., n) [Nm or N]."""
    delta: Array
    """Deflections of drive springs (..., m) [rad or m], as in `Statics`."""


@by_value
class StaticsStep(NamedTuple):
    """Result of `statics_step`: the fields of `Statics` after four Newton corrections, and fields that show convergence."""

    q: Array
    tau_j: Array
    delta: Array
    change: Array
    """Change of q (..., n) [rad or m] by the four corrections together."""
    pivots: Array
    """Pivots of the Newton matrix (..., n), 1 at rigid joints: all positive if the equilibrium is stable."""


def _text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    (theta,) = x.motion
    return settled(plant, unbent(plant, theta), theta, x.loads)


def _step(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    guess, theta = x.motion
    q, tau_j, delta, _, pivots = settled(plant, guess, theta, x.loads)
    return q, tau_j, delta, [now - before for now, before in zip(q, guess)], pivots


def prepare(robot: Robot, plant: Plant) -> Plant:
    """Return the plant unchanged; raise InputError if motor positions do not determine link positions."""
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


STATICS = Equation(
    "statics",
    ("theta",),
    _text,
    _outputs,
    takes="wrench",
    prepare=prepare,
    motor_arguments=1,
    result=ResultRule(check=_check, internal=2),
)
STEP = Equation(
    "statics_step",
    ("q", "theta"),
    _step,
    _outputs,
    takes="wrench",
    prepare=prepare,
    motor_arguments=1,
    result=ResultRule(StaticsStep),
)


@public(STATICS)
def statics(
    robot: Robot,
    theta: ArrayLike,
    *,
    guess: ArrayLike | None = None,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Statics:
    """Return the equilibrium of the links for constant motor positions theta.

        K (theta - q) = g(q) - J^T W

    tau_j is gravity compensation from motor positions alone. Springs may have any law, be parallel to drives or act on joints
    without a motor; transmissions and rigid motors (q = theta) are allowed. The equation is solved by Newton's method to
    rounding; if this fails, gravity and wrenches are applied in steps. The compiled kernel (`compile(statics, robot)`, exported
    C) takes constant time: four corrections, which reach rounding if gravity deflects springs by up to 0.1 rad.

    Parameters
    ----------
    theta : array (..., m)
        Motor positions on the link side of the gears [rad or m].
    guess : array (..., n)
        Initial link positions of Newton's method [rad or m] (default: no deflection of the springs); a robot with soft springs
        may have several equilibria.
    wrench : array (..., 6), or dict of such arrays by link or frame
        External wrench on `link`, constant in its frame, moment [Nm] first, then force [N].
    link, parameters, threads
        As in `rnea`.

    Returns
    -------
    Statics
        .q and .tau_j (..., n), .delta (..., m).

    Raises
    ------
    InputError
        If motor positions do not determine link positions, or `guess` is combined with arrays of JAX or PyTorch.
    SingularityError
        If no stable equilibrium is reached.

    Examples
    --------
    >>> robot = jn.load("kuka_lwr")
    >>> jn.statics(robot, np.full(7, 0.3)).delta.shape
    (7,)
    """
    arguments.check_robot(robot)
    prepare(robot, plant_of(robot))
    loads = _single(wrench)
    more: dict[str, Any] = {"wrench": loads, "link": link, "parameters": parameters, "threads": threads}
    if guess is None:
        try:
            solution = call(STATICS, robot, (theta,), **more)
        except (SingularityError, ZeroDivisionError):
            if is_symbolic(theta):
                raise
        else:
            return Statics(*solution)
        guess = _from_motors(robot, np.asarray(arguments.numbers_of(theta), dtype=np.float64))
    elif is_tensor(theta) or is_tensor(guess):
        raise InputError("statics: a search from a guess takes arrays of NumPy; statics_step takes those of JAX and PyTorch.")
    settled = _newton(robot, guess, theta, more)
    return _loaded(robot, guess, theta, more) if settled is None else settled


@public(STEP)
def statics_step(
    robot: Robot,
    q: ArrayLike,
    theta: ArrayLike,
    *,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> StaticsStep:
    """Return link positions near equilibrium: a guess q after four Newton corrections, in constant time, for control loops.

    If .change, the change of q by the four corrections, is small, the remaining error is far below .change. `statics` iterates to
    rounding instead.

    Parameters
    ----------
    q : array (..., n)
        Guess, for example the link positions of the last tick [rad or m].
    theta : array (..., m)
        Motor positions [rad or m].
    wrench, link, parameters, threads
        As in `statics`.

    Returns
    -------
    StaticsStep
        .q, .tau_j, .change and .pivots (..., n), .delta (..., m); all pivots are positive if the equilibrium is stable.

    Examples
    --------
    >>> robot, theta = jn.load("kuka_lwr"), np.full(7, 0.3)
    >>> q = jn.statics(robot, theta).q
    >>> bool(abs(jn.dynamics.statics_step(robot, q, theta).change).max() < 1e-9)
    True
    """
    return call(STEP, robot, (q, theta), _single(wrench), link, parameters, threads)  # type: ignore[no-any-return]


def motor_statics(
    robot: Robot, q: ArrayLike, *, wrench: Wrenches = NOTHING, link: Link = None, parameters: Parameters = None
) -> MotorStatics:
    """Return the motor positions and torques for links at rest in q: the inverse of `statics`.

    All joints must have motors. tau_m is the torque that holds the motors without the help of friction.

    Parameters
    ----------
    q : array (..., n)
        Link positions [rad or m].
    wrench, link, parameters
        As in `statics`.

    Returns
    -------
    MotorStatics
        .theta, .tau_m and .delta (..., m), .tau_j (..., n).

    Raises
    ------
    InputError
        If q is an array of JAX or PyTorch, or a joint has a spring and no motor.

    Examples
    --------
    >>> robot = jn.load("kuka_lwr")
    >>> jn.dynamics.motor_statics(robot, np.full(7, 0.3)).theta.shape
    (7,)
    """
    robot = arguments.check_robot(robot)
    refuse_motorless(robot)
    if is_tensor(q):
        raise InputError("motor_statics: q is an array of JAX or PyTorch; call inverse_dynamics on q and zeros, or pass NumPy's.")
    pose = np.asarray(arguments.numbers_of(q), dtype=np.float64)
    still = np.zeros(robot.n)
    tau = joint_torque(robot, pose, still, still, wrench=_single(wrench), link=link, parameters=parameters)
    rows = np.concatenate([tau, np.zeros((2, *tau.shape[1:]))])
    Q = np.stack(np.broadcast_arrays(pose, still, still)) if pose.shape == tau.shape[1:] else np.zeros_like(rows)
    Q[0] = pose
    drive_parameters = {name: x for name, x in (parameters or {}).items() if name in DRIVES} or None
    motors = drive(robot, drive_parameters, Q, rows)
    return MotorStatics(motors.theta[0], motors.tau_m, tau[0], motors.delta)


DRIVES = ("stiffness", "preload")
"""Names of the live parameters that affect motors at rest."""


def _single(wrench: Any) -> Any:
    """Return wrenches as tuples (W,) without time derivatives, as kernels take them, from an array W or from {link: W}."""
    if wrench is NOTHING:
        return wrench
    if isinstance(wrench, Mapping):
        return {name: (W,) if np.ndim(W) else W for name, W in wrench.items()}
    return wrench if isinstance(wrench, tuple) else (wrench,)


def _from_motors(robot: Robot, theta: Array) -> Array:
    """Return the link positions (..., n) for motor positions theta (..., m) if no spring is deflected."""
    return np.stack(np.broadcast_arrays(*unbent(plant_of(robot), list(np.moveaxis(theta, -1, 0)))), axis=-1)


def _newton(robot: Robot, q: Any, theta: Any, more: dict[str, Any]) -> Statics | None:
    """Return the equilibrium by Newton's method from q, to rounding; None without convergence or if it is unstable.

    more: keyword arguments of the calls of the kernel.
    """
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
    """Return the equilibrium with gravity and wrenches increased from zero in steps, each solved from the solution before.

    more: keyword arguments of the calls of the kernel. SingularityError is raised if a step has no solution nearby.
    """
    live, loads = dict(more["parameters"] or {}), more["wrench"]
    gravity = np.asarray(live.get("gravity", robot.gravity), dtype=np.float64)
    solution: Statics | None = None
    for share in np.linspace(0.0, 1.0, LOADS + 1):
        partial_load: Any = loads
        if isinstance(loads, Mapping):
            partial_load = {name: tuple(share * np.asarray(W) for W in rows) for name, rows in loads.items()}
        elif loads is not NOTHING:
            partial_load = tuple(share * np.asarray(W) for W in loads)
        solution = _newton(robot, q, theta, {**more, "wrench": partial_load, "parameters": {**live, "gravity": share * gravity}})
        if solution is None:
            raise SingularityError(
                f"statics of robot {robot.name!r}: at {100.0 * share:.0f} % of its weight (and of the wrenches on it) no "
                "pose that lasts is found near the one before. Its springs are too soft to hold it there; give a guess of q, or "
                "check its stiffness."
            )
        q = solution.q
    assert solution is not None
    return solution
