"""Inverse dynamics of robots with elastic joints: motor torque from link motion at one instant."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.dynamics import elastic_joints, gyrostat
from jounce.dynamics.drive import motor_torque, shaft_torque
from jounce.errors import InputError, SingularityError
from jounce.functions.rigid import RNEA
from jounce.kernel import arguments
from jounce.kernel.arguments import NOTHING, Link, Parameters, Wrenches
from jounce.kernel.dispatch import call, call_stack, direct
from jounce.kernel.equation import DerivativeOrders, Equation, Inputs, Loop, Output, ResultRule
from jounce.kernel.evaluation import record
from jounce.numbers import Jet, derivatives
from jounce.numbers.elementary import is_symbolic, is_tensor
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.motor import Motor
from jounce.plant.plant import KEPT, Plant, damped_joint_error, plant_of, read, refuse_damping, solvable, with_motors
from jounce.robot import Drive, Robot, SpringFunction

NAMES = ("q", "qd", "qdd", "the jerk q^(3)", "the snap q^(4)")


@by_value
class InverseDynamics(NamedTuple):
    """Result of `inverse_dynamics`: motor torque, joint torque, motor motion and deflection for a motion of the links."""

    tau_m: Array
    """Motor torque, link side (..., m) [Nm or N]: one per joint, then the torques of second drives."""
    tau_j: Array
    """Joint torque and its time derivatives (k, ..., n) [Nm or N, per s, ...]: k = 3 if a joint is elastic, else 1; also 1 if
    links carry rotors and some joints are rigid."""
    theta: Array
    """Motor position, velocity and acceleration on the link side of the gear (3, ..., m) [rad or m, per s, per s^2]."""
    delta: Array
    """Deflection theta - q (..., m) [rad or m]; theta - N q where motors turn with several joints."""


def inverse_text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    """Return (tau_m, (tau_j, tau_jd, ...), (theta, thetad, thetadd), delta) of a plant for the inputs x, on any scalar type."""
    equation = gyrostat.inverse_dynamics if plant.rotors else elastic_joints.inverse_dynamics
    q, qd, qdd = x.motion
    return equation(plant, q, qd, qdd, x.loads)


def _solvable(robot: Robot, plant: Plant) -> Plant:
    with_inertia = with_motors(robot, refuse_damping(robot, plant))
    return solvable(robot, with_inertia) if plant.rotors else with_inertia


def _has_elastic_rotors(robot: Robot) -> bool:
    """Return True if links carry rotors of elastic joints: the required order of derivatives then grows from joint to joint."""
    return any(rotor is not None and m.elastic for rotor, m in zip(robot.rotors, plant_of(robot).motors))


def _order(robot: Robot) -> int:
    refuse_damping(robot, plant_of(robot))
    return robot.motion_order - 2


def _inverse_outputs(robot: Robot) -> tuple[Output, ...]:
    n, m = robot.n, robot.m
    rows = 1 + min(2, *robot.coupling.orders) if any(robot.rotors) else robot.motion_order - 1
    return Output("tau_m", (m,), 0), Output("tau_j", (n,), rows), Output("theta", (m,), 3), Output("delta", (m,), 0)


def _check(robot: Robot, q: Any, outputs: tuple[Any, ...] | None, parameters: dict[str, Any]) -> None:
    """Raise SingularityError if a torque exceeds the largest torque of a spring, so that its deflection is not finite."""
    if outputs is None or not isinstance(outputs[0], np.ndarray) or outputs[0].dtype == object:
        return
    tau_m, tau, _, delta = outputs
    if np.isfinite(tau_m).all():
        return
    plant = plant_of(robot)
    preload = list(plant.preload)
    carried = plant.transmission.torques_at_motors([tau[0][..., i] for i in range(robot.n)], preload)
    for i in limited(robot):
        _refuse_unreached(robot, i, carried[i], delta[..., i])


def _refuse_unreached(robot: Robot, i: int, torque: Array, delta: Array) -> None:
    """Raise SingularityError if the deflection `delta` of the spring of motor i is not finite; the message states the reason."""
    bad = ~np.isfinite(delta)
    if not np.any(bad):
        return
    drive, torques = robot.motor_drives[i], np.broadcast_to(torque, bad.shape)[bad]
    reason = f"its spring carries a torque of {torques[0]:.6g} at a deflection beyond those that compiled code knows."
    try:
        drive.law.rest(torques)  # type: ignore[union-attr]  # limited: it has a law
    except SingularityError as error:
        reason = str(error)
    raise SingularityError(f"joint {robot.motor_joints[i].name!r} of robot {robot.name!r}: {reason}")


@lru_cache(maxsize=KEPT)
def limited(robot: Robot) -> tuple[int, ...]:
    """Return the indices of the motors whose spring law may be limited in torque: all motors with a `SpringFunction`."""
    return tuple(i for i, m in enumerate(plant_of(robot).motors) if isinstance(m.law, SpringFunction))


INVERSE = Equation(
    "inverse_dynamics",
    ("q", "qd", "qdd"),
    inverse_text,
    _inverse_outputs,
    takes="wrench",
    prepare=_solvable,
    orders=DerivativeOrders(motion=_order),
    result=ResultRule(InverseDynamics, check=_check, is_doubtful=lambda robot: bool(limited(robot))),
    loop=Loop(record, refuses=_has_elastic_rotors),
)


def _joint_torque(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    q, qd, qdd = x.motion
    return (elastic_joints.joint_torque(plant, q, qd, qdd, x.loads),)


JOINT_TORQUE = replace(RNEA, name="joint_torque", evaluate=_joint_torque, prepare=with_motors, loop=None)


def joint_torque(
    robot: Robot,
    *motion: Any,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Array:
    """Return the torque of all drives at each joint and its time derivatives, a stack (len(motion) - 2, ..., n) [Nm or N].

    This is `rnea` less the torque of parallel springs and link friction. motion: q, qd, qdd, ... (..., n) each.
    """
    equation = JOINT_TORQUE if plant_of(robot).beside else RNEA
    return call_stack(equation, robot, motion, wrench, link, parameters, threads)  # type: ignore[no-any-return]


@direct(INVERSE)
def inverse_dynamics(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *higher: ArrayLike,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    stiffness: Sequence[ArrayLike] = NOTHING,
    parameters: Parameters = None,
    outputs: Sequence[str] = NOTHING,
    threads: int | None = None,
) -> InverseDynamics | Any:
    """Return motor torque, joint torque, motor motion and deflection that realise a motion of the links exactly.

        M qdd + C qd + g = tau_j + J^T W,    tau_j = K (theta - q),    B thetadd + tau_j + friction(thetad) = tau_m

    Parallel springs and link friction contribute to tau_j; where motors turn with several joints, tau_j = N^T tau_a and
    tau_a = K (theta - N q) (see `Robot.with_transmission`). Joints of several DOFs have no motor: their entries of tau_m are the
    missing generalised force. Damped elastic joints have inverse dynamics only along a motion, not at one instant: see
    `feedforward` and `inverse_dynamics_step`. The cost is O(n).

    Parameters
    ----------
    q, qd, qdd, *higher : array (..., n)
        Link positions (..., nq) and their time derivatives to order `robot.motion_order`: 2 if all joints are rigid, 4 if one is
        elastic, more with carried rotors. Further derivatives are not read.
    wrench : tuple (W, Wdot, Wddot) of arrays (..., 6), or dict of such tuples by link or frame
        External wrench on `link`, as in `rnea`; W alone if all joints are rigid.
    link : str or int
        Link or frame on which a single wrench acts (default: the last link).
    stiffness : tuple (K, Kdot, Kddot) of arrays (..., n)
        Time-varying stiffness and its time derivatives, more than two if `robot.motion_order` is above 4. Nonlinear springs are
        replaced, too, except where K is NaN. Equivalent to parameters={"stiffness": Jet.from_derivatives([K, Kdot, Kddot])}.
    parameters : dict of arrays (..., size) by name
        Values in the place of the robot's own; a value that varies in time is a jet. {"preload": p}: torque of second drives.
    outputs : tuple of str
        Names of the results to compute (default: all).
    threads : int
        Threads for a large batch (default: one per processor).

    Returns
    -------
    InverseDynamics
        .tau_m (..., m), .tau_j (k, ..., n), .theta (3, ..., m), .delta (..., m). With `outputs`: the array of the named result,
        or a tuple of arrays for several names.

    Raises
    ------
    InputError
        If derivatives are missing, or a joint is elastic and damped.
    SingularityError
        If a spring has no deflection for its torque.

    References
    ----------
    EJNEA, [Buondonno2015] (9), (10), (17)-(41).

    Examples
    --------
    >>> robot = jn.load("kuka_lwr")
    >>> result = jn.inverse_dynamics(robot, *np.zeros((5, 7)))
    >>> result.tau_m.shape, result.tau_j.shape, result.theta.shape
    ((7,), (3, 7), (3, 7))
    >>> tau_m = jn.inverse_dynamics(robot, *np.zeros((5, 7)), outputs=("tau_m",))
    """
    motion = (q, qd, qdd, *higher)
    if stiffness is NOTHING:
        return call(INVERSE, robot, motion, wrench, link, parameters, threads, outputs=outputs, adapt=_adapted)
    robot, motion, parameters = _adapted(robot, motion, parameters, stiffness)
    return call(INVERSE, robot, motion, wrench, link, parameters, threads, outputs=outputs)


def _adapted(
    robot: Robot, motion: tuple[Any, ...], parameters: Parameters, stiffness: Sequence[Any] = NOTHING
) -> tuple[Robot, tuple[Any, ...], Parameters]:
    """Return (robot, motion, parameters) of a call without surplus derivatives of q, and with `stiffness` as a parameter.

    InputError is raised if derivatives of q are missing or a live damping is not zero.
    """
    arguments.check_robot(robot)
    with_motors(robot, plant_of(robot))
    if len(motion) <= robot.motion_order:
        refuse_short(robot, len(motion))
    motion = motion[: robot.motion_order + 1]
    robot, parameters = undamped(robot, parameters)
    robot, parameters = with_stiffness(robot, parameters, stiffness)
    return robot, motion, parameters


def undamped(robot: Robot, parameters: Parameters) -> tuple[Robot, Parameters]:
    """Return (robot without damping, parameters without 'damping') if 'damping' is a live parameter, which must be zero.

    Other robots and parameters are returned unchanged.
    """
    if not isinstance(parameters, Mapping) or "damping" not in parameters:
        return robot, parameters
    damping = parameters["damping"]
    if is_symbolic(damping) or is_tensor(damping):
        raise InputError("damping: motor torque at an instant is that of joints without damping; a symbol may be any number.")
    for values in damping.coeffs if isinstance(damping, Jet) else [damping]:
        array = arguments.check_parameter(robot, "damping", values)
        for i, m in enumerate(plant_of(robot).motors):
            if m.elastic and np.any(array[..., i] != 0.0):
                raise damped_joint_error(robot, i)
    rest = {name: values for name, values in parameters.items() if name != "damping"}
    return _without_damping(robot), rest or None


@lru_cache(maxsize=KEPT)
def _without_damping(robot: Robot) -> Robot:
    return robot.with_parameters({"damping": np.zeros(robot.m)})


def drive(
    robot: Robot, parameters: Parameters, Q: Array, tau: Array, bends: Mapping[int, Sequence[Any]] | None = None
) -> InverseDynamics:
    """Return torque and motion of all motors for a link motion Q (3, ..., n) = (q, qd, qdd) and joint torques tau (3, ..., n).

    tau: tau_j and two time derivatives. bends: {motor: (delta, deltad, deltadd)} for motors whose deflection is already known.
    """
    plant = with_motors(robot, read(robot, columns(parameters)))
    shafts = plant.transmission
    motion = zip(*(shafts.to_motors(list(np.moveaxis(row, -1, 0))) for row in Q))
    preload = [[*derivatives(p), *[0.0] * len(tau)] for p in plant.preload]
    torques = zip(
        *(shafts.torques_at_motors(list(np.moveaxis(row, -1, 0)), [p[k] for p in preload]) for k, row in enumerate(tau))
    )
    deflections = bends or {}
    each = enumerate(zip(plant.motors, motion, torques))
    per_motor = [_one(robot, i, m, moves, torque, deflections.get(i)) for i, (m, moves, torque) in each]
    tau_m, theta, delta = zip(*per_motor)
    bend = np.stack(np.broadcast_arrays(*delta, tau[0, ..., 0])[:-1], axis=-1)
    tau_m = np.broadcast_arrays(*tau_m, tau[0, ..., 0])[:-1]
    moved = np.array([not m.absent for m in plant.motors])
    theta_rows = np.stack([np.stack(row, axis=-1) for row in zip(*theta)])
    return InverseDynamics(np.where(moved, np.stack(tau_m, axis=-1), 0.0), tau, theta_rows, bend)


def _one(
    robot: Robot, i: int, m: Motor, q: tuple[Array, ...], tau: tuple[Array, ...], bend: Sequence[Any] | None
) -> tuple[Any, list[Any], Any]:
    """Return (tau_m, (theta, thetad, ...), delta) of motor i; raise SingularityError if its spring cannot carry the torque.

    bend: (delta, deltad, deltadd) if the deflection is already known, else None.
    """
    if bend is not None:
        theta = [x + d for x, d in zip(q, bend)]
        return shaft_torque(m, theta, tau[0]), theta, bend[0]
    motor_state = motor_torque(m, q, tau)
    if i in limited(robot):
        _refuse_unreached(robot, i, tau[0], np.asarray(motor_state[2]))
    return motor_state


def columns(parameters: Parameters) -> dict[str, Any]:
    """Return {name: list of the parameter's entries}; each entry is an array over the batch, or a jet of such arrays."""
    columns_by_name: dict[str, Any] = {}
    for name, values in (parameters or {}).items():
        if isinstance(values, Jet):
            parts = [np.moveaxis(np.asarray(x), -1, 0) for x in np.broadcast_arrays(*values.derivatives())]
            columns_by_name[name] = [Jet.from_derivatives(list(column)) for column in zip(*parts)]
        else:
            columns_by_name[name] = list(np.moveaxis(np.asarray(arguments.numbers_of(values)), -1, 0))
    return columns_by_name


def with_stiffness(robot: Robot, parameters: Parameters = None, stiffness: Sequence[Any] = NOTHING) -> tuple[Robot, Parameters]:
    """Return (robot, parameters) with live stiffness (K, Kdot, Kddot); K replaces spring laws, too, except where K is NaN."""
    if not (isinstance(stiffness, (Sequence, np.ndarray)) or is_tensor(stiffness)) or getattr(stiffness, "ndim", 1) == 0:
        raise InputError(f"stiffness: expected (K, Kdot, Kddot), got {stiffness!r}.")
    if not len(stiffness):
        return robot, parameters
    if robot.m != robot.n:
        raise InputError("stiffness: where joints have two drives, state their springs, and preload, what the second carries.")
    if parameters and "stiffness" in parameters:
        raise InputError("stiffness: it is given twice, as an argument and among the parameters.")
    count = max(3, robot.motion_order - 1)  # more where rotors are carried along
    if len(stiffness) != count:
        accepted = "(K, Kdot, Kddot)," if count == 3 else f"K and {count - 1} derivatives, as many as of the joint torque;"
        raise InputError(f"stiffness: expected {accepted} got {len(stiffness)} entries. Pass zeros for those that vanish.")
    rows: list[Any] = []
    for x in stiffness:
        if is_symbolic(x) or is_tensor(x):
            rows.append(x)
            continue
        try:
            row = np.asarray(arguments.numbers_of(x), dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise InputError(f"stiffness: expected arrays of numbers, {error}.") from None
        rows.append(np.full(robot.n, row) if row.ndim == 0 else row)
    drives = {joint.name: _replaced(robot, i, rows[0]) for i, joint in enumerate(robot.axes)}
    joints = tuple(replace(joint, drive=drives.get(joint.name)) for joint in robot.joints)
    return replace(robot, joints=joints), {**(parameters or {}), "stiffness": Jet.from_derivatives(rows)}


def with_linear_springs(robot: Robot, K: Array) -> Robot:
    """Return the robot with linear springs, whose stiffness is a live parameter, in place of spring laws, except where K is NaN.

    K (n,): stiffness [Nm/rad or N/m].
    """
    return with_stiffness(robot, None, [K, *[np.zeros(robot.n)] * max(2, robot.motion_order - 2)])[0]


def _replaced(robot: Robot, i: int, K: Any) -> Drive | None:
    """Return the drive of DOF i with a linear spring in place of its law; unchanged if K is NaN there."""
    drive = robot.motor_drives[i]
    if drive is None or drive.law is None:
        return drive
    if not isinstance(K, np.ndarray):  # a symbol, or an array that may be traced
        return replace(drive, stiffness=1.0)
    if K.shape[-1] != robot.n:  # refused afterwards
        return drive
    unchanged = np.isnan(K[..., i])
    if unchanged.any() and not unchanged.all():
        raise InputError(f"stiffness: for joint {robot.axes[i].name!r} K is nan, its own spring, in some samples only.")
    return drive if unchanged.any() else replace(drive, stiffness=1.0)


def refuse_short(robot: Robot, count: int) -> None:
    """Raise InputError because `count` arrays (q and its derivatives) do not suffice; the message lists the missing ones."""
    bend = [name for name, drive in zip(robot.motor_names, robot.motor_drives) if drive is not None and drive.elastic]
    order = robot.motion_order
    missing = ", ".join(NAMES[k] if k < len(NAMES) else f"q^({k})" for k in range(count, order + 1))
    raise InputError(
        f"inverse_dynamics of robot {robot.name!r} needs q and its derivatives to order {order}, because joint "
        f"{bend[0]!r}{' and others are' if len(bend) > 1 else ' is'} elastic; missing: {missing}. A path that has them: "
        f"jn.trajectory.rest_to_rest(start, goal, duration, degree={2 * order - 1}), called as path(t, {order})."
    )
