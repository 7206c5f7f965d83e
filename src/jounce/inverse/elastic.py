"""Motor torque from link motion at one instant: the inverse dynamics of robots whose joints bend."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from jounce.dynamics import elastic, gyrostat
from jounce.dynamics.elastic import Plant
from jounce.dynamics.motor import motor_torque
from jounce.errors import InputError
from jounce.functions.equation import Equation, Numbers, Output, Place, at_body
from jounce.functions.evaluate import evaluate, public
from jounce.functions.loops import inverse_dynamics_loop
from jounce.functions.plant import floats, has_laws, plant, solvable_plant
from jounce.functions.rigid import rnea
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.robot import Robot

NOTHING: tuple[Any, ...] = ()
NAMES = ("q", "qd", "qdd", "the jerk q^(3)", "the snap q^(4)")


class InverseDynamics(NamedTuple):
    """What realises a motion."""

    tau_m: Array
    """Motor torque, link side (..., n) [Nm or N]."""
    tau_j: Array
    """Joint torque and its time derivatives (k, ..., n): k = 3 where a joint is elastic, else 1, and 1 too where rotors are
    carried along and some joints are rigid."""
    theta: Array
    """Motor position behind the gear, velocity and acceleration (3, ..., n) [rad or m, per s, per s^2]."""
    delta: Array
    """Deflection theta - q (..., n) [rad or m]."""


def _inverse(read: Plant, motion: list[Numbers], wrench: Numbers | None, place: Place) -> tuple[Any, ...]:
    q, qd, qdd = motion
    force = None if wrench is None else at_body(wrench, place)
    equation = gyrostat.inverse_dynamics if read.rotors else elastic.inverse_dynamics
    return equation(read, q, qd, qdd, force, place.body)


def _order(robot: Robot) -> int:
    refuse(robot)
    return robot.motion_order - 2


@cache
def equation(rows: int, looped: bool) -> Equation:
    """With this many rows of joint torque; as a loop over links for large robots, which carried rotors do not allow."""
    return Equation(
        "inverse_dynamics",
        3,
        _inverse,
        lambda n, _: (
            Output("tau_m", (n,), 0),
            Output("tau_j", (n,), rows),
            Output("theta", (n,), 3),
            Output("delta", (n,), 0),
        ),
        read=solvable_plant,
        order=_order,
        give=_result,
        differentiable=False,
        takes_wrench=True,
        loop=inverse_dynamics_loop if looped else None,
    )


def _result(outputs: tuple[Any, ...]) -> InverseDynamics:
    return InverseDynamics(*outputs)


def _equation_of(robot: Robot) -> Equation:
    found = robot.memory.get("inverse dynamics")
    if found is None:
        carried = any(robot.rotors)
        rows = 1 + min(2, *robot.coupling.orders) if carried else robot.motion_order - 1
        found = robot.memory["inverse dynamics"] = equation(rows, not carried)
    return found


@public(_equation_of)
def inverse_dynamics(
    robot: Robot,
    q: Any,
    qd: Any,
    qdd: Any,
    *higher: Any,
    wrench: Sequence[Any] = (),
    link: str | int | None = None,
    stiffness: Sequence[Any] = NOTHING,
    threads: int | None = None,
) -> InverseDynamics:
    """Motor torque, joint torque, motor motion and deflection that realise a motion of the links exactly.

        M qdd + C qd + g = tau_j + J^T W,    tau_j = K (theta - q),    B thetadd + tau_j + friction(thetad) = tau_m

    q, qd, qdd, *higher: arrays (..., n) up to derivative `robot.motion_order`: 2 if all joints are rigid, 4 if one is elastic;
    further ones are not read. wrench: (W, Wdot, Wddot) on `link`, as in `rnea`; W alone if all joints are rigid. stiffness:
    (K, Kdot, Kddot), each (..., n) or one number, for joints whose stiffness is changed on the way; it takes the place of
    the drives' own (rigid joints stay rigid). Joints that are damped have an inverse along a motion only: see `feedforward`.
    Cost O(n); the algorithm is EJNEA, [Buondonno2015] (9), (10), (17)-(41).
    """
    order = robot.motion_order
    motion = (q, qd, qdd, *higher[: order - 2])
    if len(motion) <= order:
        _refuse_short(robot, len(motion))
    if _laws(robot) or (stiffness is not NOTHING and len(_sequence(stiffness))):
        if any(robot.rotors):
            raise InputError("stiffness: with coupling='full' a stiffness K(t) cannot be given, it is that of the drives.")
        return _with_laws(robot, motion, wrench, link, stiffness, threads)
    return _result(evaluate(_equation_of(robot), robot, motion, wrench, link, threads))


def _laws(robot: Robot) -> bool:
    """Whether a spring is not linear; raises where there is no inverse."""
    known = robot.memory.get("invertible with laws")
    if known is None:
        refuse(robot)
        known = robot.memory["invertible with laws"] = has_laws(robot)
    return bool(known)


def _with_laws(
    robot: Robot, motion: Sequence[Any], wrench: Sequence[Any], link: str | int | None, given: Sequence[Any], threads: int | None
) -> InverseDynamics:
    """The links natively, the springs in NumPy, joint after joint."""
    arrays = floats(robot, [(NAMES[k], x) for k, x in enumerate(motion)])
    tau = rnea(robot, *arrays, wrench=wrench, link=link, threads=threads)
    return drive(robot, np.stack(np.broadcast_arrays(*arrays[:3], tau[0])[:3]), tau, given)


def drive(robot: Robot, Q: Array, tau: Array, stiffness: Sequence[Any] = ()) -> InverseDynamics:
    """What the motors do for links that move by Q = (q, qd, qdd) under joint torques tau (3, ..., n)."""
    motors = plant(robot).motors
    if len(stiffness):
        K = _stiffness(stiffness, tau, [m.elastic for m in motors])
        motors = tuple(m._replace(law=_Varying(K[..., i])) if m.elastic else m for i, m in enumerate(motors))
    columns = [motor_torque(m, tuple(Q[..., i]), tau[..., i]) for i, m in enumerate(motors)]  # type: ignore[arg-type]
    tau_m, theta, delta = zip(*columns)
    theta_rows = [np.stack(row, axis=-1) for row in zip(*theta)]
    bend = np.stack(np.broadcast_arrays(*delta, tau[0, ..., 0])[:-1], axis=-1)
    moved = np.array([not m.absent for m in motors])
    return InverseDynamics(np.where(moved, np.stack(tau_m, axis=-1), 0.0), tau, np.stack(theta_rows), bend)


class _Varying:
    """A linear spring whose stiffness K(t) is known with its derivatives."""

    def __init__(self, K: Array) -> None:
        self.K = Jet.from_derivatives(list(K))

    def deflection(self, tau: Jet) -> Jet:
        """tau / K."""
        return tau / self.K


def _sequence(stiffness: Any) -> Sequence[Any]:
    if not isinstance(stiffness, (Sequence, np.ndarray)) or getattr(stiffness, "ndim", 1) == 0:
        raise InputError(f"stiffness: expected (K, Kdot, Kddot), got {stiffness!r}.")
    return stiffness  # type: ignore[return-value]


def _stiffness(given: Sequence[Any], tau: Array, elastic: list[bool]) -> Array:
    """(3, ..., n) from (K, Kdot, Kddot), checked where joints are elastic."""
    if len(given) != 3:
        raise InputError(f"stiffness: expected (K, Kdot, Kddot), got {len(given)} entries. Pass zeros for those that vanish.")
    try:
        K = np.stack([np.broadcast_to(np.asarray(x, dtype=np.float64), tau.shape[1:]) for x in given])
    except (TypeError, ValueError) as error:
        raise InputError(f"stiffness: expected arrays that fit {tau.shape[1:]}: {error}.") from None
    if not np.isfinite(K[..., elastic]).all() or not (K[0][..., elastic] > 0.0).all():
        raise InputError("stiffness: expected finite numbers, K above zero.")
    return K


def refuse(robot: Robot, damping: bool = True) -> None:
    """Raise where the motor torque does not follow from the motion of the links at this instant."""
    for joint in robot.joints:
        if joint.spring is not None:  # whatever else, this comes first
            raise InputError(
                f"joint {joint.name!r} of robot {robot.name!r} has a spring and no motor: its motion cannot be chosen, so the "
                "motion of all joints does not have a motor torque."
            )
    for joint in robot.joints:
        drive = joint.drive
        if drive is not None and drive.elastic and (drive.law or drive.damping) and any(robot.rotors):
            raise InputError(
                f"joint {joint.name!r} of robot {robot.name!r} has a spring that is damped or not linear; where rotors are "
                "carried along (coupling='full') the inverse knows linear springs without damping only."
            )
        if damping and drive is not None and drive.elastic and drive.damping:
            raise InputError(
                f"joint {joint.name!r} of robot {robot.name!r} is elastic and damped: its motor torque depends on the motion "
                "before this instant. Use jn.feedforward(robot, path, t), or drives with damping = 0."
            )


def _refuse_short(robot: Robot, count: int) -> None:
    bend = [joint.name for joint in robot.joints if joint.drive is not None and joint.drive.elastic]
    order = robot.motion_order
    missing = ", ".join(NAMES[k] if k < len(NAMES) else f"q^({k})" for k in range(count, order + 1))
    raise InputError(
        f"inverse_dynamics of robot {robot.name!r} needs q and its derivatives to order {order}, because joint "
        f"{bend[0]!r}{' and others are' if len(bend) > 1 else ' is'} elastic; missing: {missing}. A path that has them: "
        f"jn.trajectory.rest_to_rest(start, goal, duration, degree={2 * order - 1}), called as path(t, {order})."
    )
