"""What a joint and its motor may do: of one joint, and of all of them as arrays. Nothing in the equations reads it."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.errors import ModelError
from jounce.numbers.value import by_value
from jounce.robot.validation import closest, entries, number, per_joint, short

Pair = tuple[float, float]
EVERYWHERE: Pair = (-math.inf, math.inf)


def _number(value: Any, what: str) -> float:
    """A number, infinite ones included."""
    if isinstance(value, Real) and not isinstance(value, (bool, np.bool_)) and abs(value) == math.inf:
        return float(value)
    return number(value, what)


@dataclass(frozen=True, slots=True)
class JointLimits:
    """What one joint may do, on the link side of its gear; infinite where nothing is said.

    Of a joint with two drives, limits of motor torque, torque rate, deflection and motor velocity hold for each of its motors.
    """

    position: Pair = EVERYWHERE
    """Least and largest q [rad or m]."""
    velocity: float = math.inf
    """Of qd [rad/s or m/s]; like all below, of either sign."""
    acceleration: float = math.inf
    """Of qdd [rad/s^2 or m/s^2]."""
    jerk: float = math.inf
    """Of the third derivative of q [rad/s^3 or m/s^3]."""
    motor_torque: float = math.inf
    """Of tau_m, as seen at the joint: gear_ratio times that of the shaft [Nm or N]."""
    torque_rate: float = math.inf
    """Of the time derivative of tau_m [Nm/s or N/s]."""
    joint_torque: float = math.inf
    """Of tau_j, what gear and spring take [Nm or N]; of a joint with two drives, the sum over both."""
    deflection: float = math.inf
    """Of theta - q; of q itself at a joint with a spring and no motor [rad or m]."""
    motor_velocity: float = math.inf
    """Of thetad, the motor's velocity behind the gear: that of the shaft over gear_ratio [rad/s or m/s]."""

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
"""Limits of each motor of a joint; the others are of the joint."""
OF_MOTION = ("velocity", "acceleration", "jerk")
"""Limits of q's time derivatives, which a mimic joint has as multiples of those of the joint it follows."""
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
"""Of joints that turn and of those that slide; in the order of their names."""
FREE = JointLimits()
"""A joint of which nothing is said."""


@by_value
@dataclass(frozen=True, eq=False)
class Limits:
    """Limits of all joints of a robot, with an entry for each of its n DOF, or m motors; see `JointLimits` for what they are of.

    Infinite where nothing is said, and at joints of several DOF.
    """

    position: NDArray[np.float64]
    """(n, 2) [rad or m]: least and largest."""
    velocity: NDArray[np.float64]
    """(n,) [rad/s or m/s], and likewise all below."""
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
        return Limits, tuple(getattr(self, name) for name in NAMES)  # through __post_init__: pickle forgets what is not writeable


def stack_limits(joints: Iterable[JointLimits]) -> Limits:
    """Return the limits of joints as arrays, an entry for each of them."""
    rows = list(joints)
    return Limits(*(np.array([getattr(row, name) for row in rows]) for name in NAMES))


def tighten_for_mimic(limits: Limits, i: int, mimic: JointLimits, multiplier: float, offset: float) -> Limits:
    """Return limits of which entry i also keeps a mimic joint, at multiplier q_i + offset, within its limits of motion."""
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


def replace_limits(present: Mapping[str, JointLimits], given: Mapping[str, Any]) -> dict[str, JointLimits]:
    """The limits of joints, by name, with those given by quantity in the place of theirs; see `Robot.with_limits`."""
    names = list(present)
    new: dict[str, dict[str, Any]] = {name: {} for name in names}
    for quantity, values in given.items():
        if quantity not in NAMES:
            raise ModelError(f"limits: there is none of {short(quantity)}.{closest(str(quantity), NAMES)}")
        for name, value in _each(values, names, quantity).items():
            new[name][quantity] = value
    found = {}
    for name, values in new.items():
        try:
            found[name] = replace(present[name], **values)
        except ModelError as error:
            raise ModelError(f"joint {name!r}, limits: {error}") from None
    return found


def _each(values: Any, names: Sequence[str], quantity: str) -> dict[str, Any]:
    """{joint: value} of those that are named; all of them unless a mapping names some."""
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
