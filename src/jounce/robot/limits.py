"""Limits of joints and motors: `JointLimits` of one joint, `Limits` of all joints as arrays. No equation depends on limits."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jounce.errors import InputError, ModelError
from jounce.numbers.value import by_value
from jounce.robot.validation import closest, entries, number, per_joint, short

Pair = tuple[float, float]
EVERYWHERE: Pair = (-math.inf, math.inf)


def _number(value: Any, what: str) -> float:
    """Return `value` as a float, +-inf or within +-LARGEST; raise `ModelError`, which names `what`, for other values."""
    if isinstance(value, Real) and not isinstance(value, (bool, np.bool_)) and abs(value) == math.inf:
        return float(value)
    return number(value, what)


@dataclass(frozen=True, slots=True)
class JointLimits:
    """Limits of one joint on the link side of its gear; infinite where there is no limit.

    For a joint with two drives, limits of motor torque, torque rate, deflection and motor velocity hold for each of its motors.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.robot.JointLimits(position=(-2.9, 2.9), velocity=1.5).jerk
    inf
    """

    position: Pair = EVERYWHERE
    """Smallest and largest allowed joint position q [rad or m]; -inf or inf without a bound."""
    velocity: float = math.inf
    """Limit of |qd| [rad/s or m/s]."""
    acceleration: float = math.inf
    """Limit of |qdd| [rad/s^2 or m/s^2]."""
    jerk: float = math.inf
    """Limit of the absolute value of the third time derivative of q [rad/s^3 or m/s^3]."""
    motor_torque: float = math.inf
    """Limit of |tau_m|, the motor torque on the link side: gear_ratio times the torque of the motor shaft [Nm or N]."""
    torque_rate: float = math.inf
    """Limit of the absolute value of the time derivative of tau_m [Nm/s or N/s]."""
    joint_torque: float = math.inf
    """Limit of |tau_j|, the torque of gear and spring [Nm or N]; for a joint with two drives the sum of both torques."""
    deflection: float = math.inf
    """Limit of |theta - N q| (|theta - q| if N is the identity), or of |q| for a joint with a spring and no motor [rad or m]."""
    motor_velocity: float = math.inf
    """Limit of |thetad|, the motor velocity on the link side: shaft velocity divided by gear_ratio [rad/s or m/s]."""

    def __post_init__(self) -> None:
        lower, upper = (_number(value, "position") for value in entries(self.position, 2, "position", "numbers, lower and upper"))
        if lower > upper or lower == math.inf or upper == -math.inf:
            raise ModelError(f"position: expected a lower limit below the upper one, got {lower:g} and {upper:g}.")
        object.__setattr__(self, "position", (lower, upper))
        for name in NAMES[1:]:
            value = _number(getattr(self, name), name)
            if value <= 0.0:
                raise ModelError(f"{name}: expected a limit above zero (inf: there is none), got {value:g}.")
            object.__setattr__(self, name, value)


NAMES = tuple(field.name for field in fields(JointLimits))
OF_MOTORS = ("motor_torque", "torque_rate", "deflection", "motor_velocity")
"""Names of the limits that hold for each motor of a joint; the limits with names not in this tuple hold for the joint."""
OF_MOTION = ("velocity", "acceleration", "jerk")
"""Names of the limits of time derivatives of q. Divided by |multiplier|, those of a mimic joint limit the mimicked joint."""
UNITS = {
    "position": ("rad", "m"),
    "velocity": ("rad/s", "m/s"),
    "acceleration": ("rad/s^2", "m/s^2"),
    "jerk": ("rad/s^3", "m/s^3"),
    "motor_torque": ("Nm", "N"),
    "torque_rate": ("Nm/s", "N/s"),
    "joint_torque": ("Nm", "N"),
    "deflection": ("rad", "m"),
    "motor_velocity": ("rad/s", "m/s"),
}
"""{field of `JointLimits`: (unit for revolute joints, unit for prismatic joints)}."""
LimitValues = Mapping[str, ArrayLike | Mapping[str, ArrayLike]]
"""Limits as a mapping {quantity: one value for all joints, a sequence with one value per joint, or {joint name: value}}."""
FREE = JointLimits()
"""The limits of a joint without limits: every limit is infinite."""


@by_value
@dataclass(frozen=True, eq=False)
class Limits:
    """Limits of all joints of a robot as arrays with the quantities and units of `JointLimits`.

    `Robot.limits` has one entry per DOF (n), `Robot.motor_limits` one entry per motor (m). An entry is infinite where there is no
    limit, and for joints of several DOF.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.load("planar_2r").with_limits(velocity=2.0).limits.velocity.tolist()
    [2.0, 2.0]
    """

    position: NDArray[np.float64]
    """Smallest and largest allowed joint position q (n, 2) [rad or m]."""
    velocity: NDArray[np.float64]
    """Limit of |qd| (n,) [rad/s or m/s]; all following fields have shape (n,) too."""
    acceleration: NDArray[np.float64]
    jerk: NDArray[np.float64]
    motor_torque: NDArray[np.float64]
    torque_rate: NDArray[np.float64]
    joint_torque: NDArray[np.float64]
    deflection: NDArray[np.float64]
    motor_velocity: NDArray[np.float64]

    def __post_init__(self) -> None:
        for name in NAMES:
            values = np.array(getattr(self, name), dtype=np.float64)
            values.flags.writeable = False
            object.__setattr__(self, name, values)

    def __reduce__(self) -> Any:
        return Limits, tuple(
            getattr(self, name) for name in NAMES
        )  # through __post_init__: pickle does not restore the read-only flag


def limit_values(limits: Limits | LimitValues) -> LimitValues:
    """Return `limits` as the mapping {quantity: values} that `Robot.with_limits` takes; a mapping is returned unchanged."""
    if isinstance(limits, Limits):
        return {name: getattr(limits, name) for name in NAMES}
    if not isinstance(limits, Mapping):
        raise InputError(f"limits: expected {{quantity: value}} or limits as robot.limits are, got {type(limits).__name__}.")
    return limits


def stack_limits(joints: Iterable[JointLimits]) -> Limits:
    """Return the limits of several joints as one `Limits` object, whose arrays have one entry per joint."""
    rows = list(joints)
    return Limits(*(np.array([getattr(row, name) for row in rows]) for name in NAMES))


def tighten_for_mimic(limits: Limits, i: int, mimic: JointLimits, multiplier: float, offset: float) -> Limits:
    """Return `limits` with those of DOF i tightened such that a joint that mimics DOF i keeps its limits `mimic`.

    Position, velocity, acceleration and jerk are tightened. The mimic joint has the position multiplier q_i + offset.
    """
    if multiplier == 0.0:
        return limits
    lower, upper = sorted((bound - offset) / multiplier for bound in mimic.position)
    position = limits.position.copy()
    position[i] = max(position[i, 0], lower), min(position[i, 1], upper)
    tightened = {"position": position}
    for name in OF_MOTION:
        tightened[name] = getattr(limits, name).copy()
        tightened[name][i] = min(tightened[name][i], getattr(mimic, name) / abs(multiplier))
    return replace(limits, **tightened)


def replace_limits(present: Mapping[str, JointLimits], quantities: Mapping[str, Any]) -> dict[str, JointLimits]:
    """Return {joint name: limits} with the `present` limits, after replacing the limits that `quantities` states.

    quantities: {quantity: values} as `Robot.with_limits` takes it.
    """
    names = list(present)
    new: dict[str, dict[str, Any]] = {name: {} for name in names}
    for quantity, values in quantities.items():
        if quantity not in NAMES:
            raise ModelError(f"limits: there is none of {short(quantity)}.{closest(str(quantity), NAMES)}")
        for name, value in _each(values, names, quantity).items():
            new[name][quantity] = value
    limits = {}
    for name, values in new.items():
        try:
            limits[name] = replace(present[name], **values)
        except ModelError as error:
            raise ModelError(f"joint {name!r}, limits: {error}") from None
    return limits


def _each(values: Any, names: Sequence[str], quantity: str) -> dict[str, Any]:
    """Return {joint name: value} of one limit `quantity`.

    values: one value for all joints in `names`, a sequence with one value per joint, or a mapping for some of the joints.
    """
    if isinstance(values, Mapping):
        for name in values:
            if name not in names:
                raise ModelError(f"{quantity}: no joint {short(name)} that could have a limit.{closest(str(name), names)}")
        return dict(values)
    if isinstance(values, np.ndarray):
        values = values.tolist()
    if quantity == "position" and isinstance(values, Sequence) and all(isinstance(value, Real) for value in values):
        values = [values] * len(names)  # one pair for all
    return dict(zip(names, per_joint(values, names, quantity)))
