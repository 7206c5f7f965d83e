"""Limits and friction of URDF joints: elements `<limit>` and `<dynamics>`."""

import math

from jounce.errors import LoadError, ModelError
from jounce.robot.io.xml import NUMBER, Element
from jounce.robot.joint import FOLLOWING
from jounce.robot.joint_side_elements import Friction
from jounce.robot.limits import EVERYWHERE, FREE, JointLimits
from jounce.robot.validation import LARGEST

INFINITE = ("inf", "infinity")
SIZES = ("effort", "velocity", "acceleration", "jerk")


def joint_limits(element: Element, joint: str, kind: str) -> JointLimits:
    """Return the limits of a joint from its child `<limit>`; no limits for joint types `kind` with several DOF or none.

    `effort`, the capacity of the actuator on the link side, becomes the limit of motor torque and of joint torque. In practice
    zero means no limit: for effort, velocity, acceleration and jerk, and for a range from zero to zero, which URDF assumes for
    missing bounds. `zeros` lists such attributes for a note. `acceleration` and `jerk` were added in URDF 1.2.
    """
    stated = element.one("limit")
    if stated is None or kind not in FOLLOWING:
        return FREE

    def value(attribute: str) -> float:
        """Return the value of an attribute of `<limit>`; zero if the attribute is missing."""
        text = stated.attributes.get(attribute, "0")
        return _limit(text, f"line {stated.line}: joint {joint!r}, <limit> {attribute}")

    lower, upper = value("lower"), value("upper")
    effort = value("effort") or math.inf
    try:
        return JointLimits(
            EVERYWHERE if kind == "continuous" or lower == upper == 0.0 else (lower, upper),
            velocity=value("velocity") or math.inf,
            acceleration=value("acceleration") or math.inf,
            jerk=value("jerk") or math.inf,
            motor_torque=effort,
            joint_torque=effort,
        )
    except ModelError as error:
        raise LoadError(f"line {stated.line}: joint {joint!r}, <limit> {error}") from None


def zeros(element: Element) -> list[str]:
    """Return the names of the attributes of a joint's `<limit>` that are zero; "lower upper" only if both bounds are zero."""
    kind = element.attributes.get("type", "")
    if kind not in FOLLOWING:
        return []
    stated = [e.attributes for e in element.all("limit")][:1]
    sizes = [name for limit in stated for name in SIZES if name in limit and _is_zero(limit[name])]
    ranged = any(_is_zero(limit.get("lower", "")) and _is_zero(limit.get("upper", "")) for limit in stated)
    return [*sizes, *["lower upper"] * (ranged and kind != "continuous")]


def _is_zero(text: str) -> bool:
    return NUMBER.fullmatch(text.strip()) is not None and float(text) == 0.0


def _limit(text: str, what: str) -> float:
    """Return the number in the text of a limit; numbers beyond `LARGEST` and words for infinity become +-inf.

    Raise `LoadError`, which begins with `what`, for other text.
    """
    stripped = text.strip()
    if stripped.lower().lstrip("+-") in INFINITE:
        return -math.inf if stripped.startswith("-") else math.inf
    value = float(stripped) if NUMBER.fullmatch(stripped) else math.nan
    if math.isnan(value):
        raise LoadError(f"{what}: expected a number such as 2.5, got {text[:60]!r}.")
    return value if abs(value) <= LARGEST else math.copysign(math.inf, value)


def joint_friction(element: Element, joint: str, kind: str) -> Friction | None:
    """Return the friction on the link side of a joint from its child `<dynamics damping friction>`.

    None without friction, and for joint types `kind` with several DOF or none.
    """
    stated = element.one("dynamics")
    if stated is None or kind not in FOLLOWING:
        return None
    viscous, coulomb = (stated.number(key) if key in stated.attributes else 0.0 for key in ("damping", "friction"))
    try:
        return Friction(viscous, coulomb) if viscous or coulomb else None
    except ModelError as error:
        raise LoadError(f"line {stated.line}: joint {joint!r}, <dynamics> {error}") from None
