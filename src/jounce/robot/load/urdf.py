"""URDF: the ROS robot description.

Read: links with their inertials, joints, `<transmission>` (gear ratio from `<mechanicalReduction>`, rotor inertia from
`<motorInertia>`), `<limit>`. Passed over: visuals, collisions, `<dynamics>`, Gazebo and ros2_control extensions; none of them
enters the equations. Angles are fixed-axis roll, pitch, yaw: R = Rz(y) Ry(p) Rx(r).
"""

import math
from pathlib import Path
from typing import Any

from jounce.errors import LoadError, ModelError
from jounce.robot.assembly import bolted_to_base
from jounce.robot.drive import Drive
from jounce.robot.joint import TYPES, Joint, rpy_placement
from jounce.robot.limits import EVERYWHERE, FREE, JointLimits
from jounce.robot.link import Link
from jounce.robot.load.xml import NUMBER, Element, parse_number, parse_xml
from jounce.robot.robot import Robot
from jounce.robot.values import LARGEST, identifier
from jounce.spatial.inertia import Inertia
from jounce.spatial.placements import Placement

LIMITED = ("revolute", "continuous", "prismatic")
"""Types of joints whose `<limit>` is read."""
INFINITE = ("inf", "infinity")


def load_urdf(path: Path, physical: bool, floating_base: bool = False) -> Robot:
    """A robot from a URDF file. floating_base: its root moves freely in a new base 'world'."""
    root = parse_xml(path)
    if root.tag != "robot":
        raise LoadError(f"the root element is <{root.tag[:60]}>, expected <robot>.")
    macro = next((e for e in root.children if e.tag.startswith("xacro:")), None)
    if macro is not None:
        raise LoadError(f"line {macro.line}: <{macro.tag[:60]}> is a xacro macro; expand the file first (xacro in > out.urdf).")
    drives = _drives(root)
    joints = [_joint(e, drives) for e in root.all("joint")]
    roots: list[str] = []
    if floating_base:
        moved = {joint.child for joint in joints}
        names = [_name(e) for e in root.all("link")]
        if "world" in names:
            raise LoadError("it has a link 'world' already, so its base cannot float in a new one of that name.")
        roots = [name for name in names if name not in moved]
        joints += [Joint("floating_base", "floating", "world", name) for name in roots if len(roots) == 1]
    bolted = bolted_to_base(joints)
    links = [_link(e, physical, bolted) for e in root.all("link")] + [Link("world")] * (floating_base and len(roots) == 1)
    known = {joint.name for joint in joints}
    for name in drives:
        if name not in known:
            raise LoadError(f"a <transmission> drives joint {name!r}, which does not exist.")
    return Robot.build(root.attributes.get("name") or path.stem, links, joints)


def _name(element: Element) -> str:
    return identifier(element.get("name"), f"line {element.line}: <{element.tag}> name")


def _placement(element: Element, what: str) -> Placement:
    origin = element.one("origin")
    if origin is None:
        return Placement()
    zero = (0.0, 0.0, 0.0)
    return rpy_placement(origin.three("rpy", zero), origin.three("xyz", zero), what)


def _link(element: Element, physical: bool, bolted: set[str]) -> Link:
    name = _name(element)
    inertial = element.one("inertial")
    if inertial is None:
        return Link(name)
    mass = inertial.need("mass").number("value")
    tensor = inertial.need("inertia")
    ixx, iyy, izz = tensor.number("ixx"), tensor.number("iyy"), tensor.number("izz")
    ixy, ixz, iyz = tensor.number("ixy"), tensor.number("ixz"), tensor.number("iyz")
    rotation, com = _placement(inertial, f"link {name!r}, inertial")
    central = Inertia(mass, tensor=(ixx, iyy, izz, ixy, ixz, iyz)).seen_from(Placement(rotation)).tensor
    return Link(name, mass, com, central, physical and name not in bolted)


def _joint(element: Element, drives: dict[str, Drive]) -> Joint:
    name, kind = _name(element), element.get("type")
    if element.one("mimic") is not None:
        raise LoadError(
            f"line {element.line}: joint {name!r} mimics another joint, which is not supported; "
            "make it fixed, or remove the <mimic> to move it on its own."
        )
    if kind not in TYPES:
        raise LoadError(f"line {element.line}: joint {name!r} is of type {kind[:60]!r}; supported are {', '.join(TYPES)}.")
    axis = element.one("axis")
    return Joint(
        name=name,
        type=kind,
        parent=element.need("parent").get("link"),
        child=element.need("child").get("link"),
        placement=_placement(element, f"joint {name!r}"),
        axis=(1.0, 0.0, 0.0) if axis is None or kind == "fixed" else axis.three("xyz", (1.0, 0.0, 0.0)),
        drive=None if kind == "fixed" else drives.get(name),
        limits=_limits(element, name, kind),
    )


def _limits(element: Element, joint: str, kind: str) -> JointLimits:
    """What `<limit>` states of a joint of one freedom.

    `effort` is what the actuator can give, on the link side: it is read as the limit of the motor's torque and of the joint's.
    Zero means in practice that nothing is known, of an effort, a velocity, an acceleration or a jerk, as well as of a range from
    zero to zero, which is what URDF makes of missing bounds. `acceleration` and `jerk` came with URDF 1.2.
    """
    stated = element.one("limit")
    if stated is None or kind not in LIMITED:
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


def _limit(text: str, what: str) -> float:
    """A number of a limit: larger ones than any robot has, and words for infinity, mean that there is no limit."""
    stripped = text.strip()
    if stripped.lower().lstrip("+-") in INFINITE:
        return -math.inf if stripped.startswith("-") else math.inf
    value = float(stripped) if NUMBER.fullmatch(stripped) else math.nan
    if math.isnan(value):
        raise LoadError(f"{what}: expected a number such as 2.5, got {text[:60]!r}.")
    return value if abs(value) <= LARGEST else math.copysign(math.inf, value)


def _drives(root: Element) -> dict[str, Drive]:
    """Rigid drives with what the transmissions state; a side file adds the stiffness.

    A transmission of several joints (a differential) mixes its motors and has no ratio per joint: it is passed over.
    """
    drives: dict[str, Drive] = {}
    for transmission in root.all("transmission"):
        joints = list(transmission.all("joint"))
        if len(joints) != 1:
            continue
        places = [*transmission.all("actuator"), transmission, joints[0]]  # the actuator's word counts first
        stated: dict[str, Any] = {}
        for tag, key in (("mechanicalReduction", "gear_ratio"), ("motorInertia", "rotor_inertia")):
            found = next((e for place in places for e in place.all(tag)), None)
            if found is not None:
                stated[key] = parse_number(found.text, f"line {found.line}: <{tag}>")
        if not stated:
            continue
        name = _name(joints[0])
        if name in drives:
            raise LoadError(f"line {transmission.line}: a second <transmission> for joint {name!r}.")
        try:
            drives[name] = Drive(**stated)
        except ModelError as error:
            raise LoadError(f"line {transmission.line}: <transmission> of joint {name!r}: {error}") from None
    return drives
