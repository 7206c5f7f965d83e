"""`<limit>` and `<dynamics>` of a URDF joint: what it may do, and its friction."""

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
    """What `<limit>` states of a joint of one freedom.

    `effort` is what the actuator can give, on the link side: it is read as the limit of the motor's torque and of the joint's.
    Zero means in practice that nothing is known, of an effort, a velocity, an acceleration or a jerk, as well as of a range from
    zero to zero, which is what URDF makes of missing bounds; `zeros` names them for a note. `acceleration` and `jerk` came with
    URDF 1.2.
    """
    stated = element.one("limit")
    if stated is None or kind not in FOLLOWING:
        return FREE

    def value(attribute: str) -> float:
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
    """Return what `<limit>` of a moving joint states as zero, attribute by attribute; a range only if both its ends are."""
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
    """A number of a limit: larger ones than any robot has, and words for infinity, mean that there is no limit."""
    stripped = text.strip()
    if stripped.lower().lstrip("+-") in INFINITE:
        return -math.inf if stripped.startswith("-") else math.inf
    value = float(stripped) if NUMBER.fullmatch(stripped) else math.nan
    if math.isnan(value):
        raise LoadError(f"{what}: expected a number such as 2.5, got {text[:60]!r}.")
    return value if abs(value) <= LARGEST else math.copysign(math.inf, value)


def joint_friction(element: Element, joint: str, kind: str) -> Friction | None:
    """What `<dynamics damping friction>` states of a joint of one freedom: viscous and Coulomb friction on the link side."""
    stated = element.one("dynamics")
    if stated is None or kind not in FOLLOWING:
        return None
    viscous, coulomb = (stated.number(key) if key in stated.attributes else 0.0 for key in ("damping", "friction"))
    try:
        return Friction(viscous, coulomb) if viscous or coulomb else None
    except ModelError as error:
        raise LoadError(f"line {stated.line}: joint {joint!r}, <dynamics> {error}") from None
