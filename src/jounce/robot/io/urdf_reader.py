"""Reader of URDF, the format of robot descriptions of ROS.

The reader uses links with `<inertial>`, joints with `<limit>`, `<dynamics>`, `<mimic>`, and `<transmission>`. `urdf_schema` lists
elements without effect on the equations, refuses loops, and adds notes about unknown elements. Angles are fixed-axis roll r,
pitch p and yaw y, R = Rz(y) Ry(p) Rx(r). All errors of single elements are reported together; errors of the tree follow.
"""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jounce.errors import LoadError
from jounce.robot.assembly import assemble, bolted_to_base, expand_composite_joints
from jounce.robot.conventional_tool import with_conventional_tool
from jounce.robot.drive import Drive
from jounce.robot.io.floating_base import float_base
from jounce.robot.io.problems import LoadResult, Problems
from jounce.robot.io.urdf_limits import joint_friction, joint_limits
from jounce.robot.io.urdf_schema import check_names, drive_notes
from jounce.robot.io.urdf_transmission import read_transmissions
from jounce.robot.io.xml import Element, element_name, numbers_in, read_xml
from jounce.robot.joint import TYPES, Joint, Mimic, rpy_placement
from jounce.robot.link import Link
from jounce.robot.locking import fix_joints, locked_positions
from jounce.robot.robot import Robot
from jounce.robot.rounded_angles import RoundedAngles
from jounce.robot.topology import unlocked_transmission
from jounce.robot.validation import closest, listed
from jounce.spatial.geometry import Matrix, Placement, Vector, rotation_quaternion
from jounce.spatial.inertia import Inertia

ZERO = (0.0, 0.0, 0.0)


def load_urdf(
    path: Path,
    physical: bool,
    floating_base: bool | str = False,
    lock: Mapping[str, Any] | None = None,
    exact: bool = False,
) -> LoadResult:
    """Return the robot of a URDF file, with the names of locked joints and notes; arguments as of `jounce.load`."""
    root = read_xml(path)
    if root.tag != "robot":
        raise LoadError(f"the root element is <{root.tag[:60]}>, expected <robot>.")
    macro = next((e for e in root.children if e.tag.startswith("xacro:")), None)
    if macro is not None:
        raise LoadError(f"line {macro.line}: <{macro.tag[:60]}> is a xacro macro; expand the file first (xacro in > out.urdf).")
    problems = Problems()
    check_names(root, problems)
    names = _link_names(root, problems)
    gears = read_transmissions(root, problems)
    angles = RoundedAngles(exact)
    joints = _joints(root, names, gears.drives, angles, problems)
    if not problems.errors:  # only a complete tree has a root
        joints, new = problems.attempt(lambda: float_base(names, joints, floating_base)) or (joints, [])
        names = [*names, *new]
    between, apart = expand_composite_joints((), joints)
    moving = [joint.name for joint in apart if joint.type != "fixed"]
    fixed = [joint.name for joint in apart if joint.type == "fixed"]
    unread = [] if not problems.errors else [e.attributes.get("name", "") for e in root.all("joint")]
    locked = problems.attempt(lambda: locked_positions(lock or {}, [*moving, *unread], apart, fixed)) or {}
    _check_mimics(root, apart, locked, problems)
    still = problems.attempt(lambda: fix_joints(apart, locked)) or apart
    links = _links(root, physical, bolted_to_base(still), angles, problems)
    problems.raise_errors()
    name = root.attributes.get("name") or path.stem
    bodies = [links.get(link) or Link(link) for link in names]
    parts = assemble(name, [*bodies, *between], still, ())
    if not parts["joints"]:
        why = f"lock holds all of them ({listed(moving)})" if moving else "pass floating_base=True to let its base float"
        raise LoadError(f"robot {name!r} has no moving joint; {why}.")
    robot = Robot(name, **parts)
    coupled = [*dict.fromkeys(name for row in gears.rows.values() for name in row)]
    unlocked_transmission(gears.matrix(coupled), coupled, locked)
    N = gears.matrix([joint.name for joint in robot.axes])
    robot = with_conventional_tool(robot.with_transmission(N) if N else robot)
    return LoadResult(robot, tuple(locked), (*problems.notes, *angles.notes()), tuple(drive_notes(root)))


def _placement(element: Element, what: str, angles: RoundedAngles) -> Placement:
    """Return the placement that the child `<origin>` of an element states; the identity without `<origin>`."""
    origin = element.one("origin")
    if origin is None:
        return Placement()
    if "quat_xyzw" in origin.attributes:
        return Placement(_quaternion(origin, what, angles), origin.three("xyz", ZERO))
    return rpy_placement(angles.three(origin.three("rpy", ZERO), f"{what} rpy"), origin.three("xyz", ZERO), what)


def _quaternion(origin: Element, what: str, angles: RoundedAngles) -> Matrix:
    """Return the rotation matrix of an `<origin>` from its attribute quat_xyzw of URDF 1.2, with snapped angles."""
    if "rpy" in origin.attributes:
        raise LoadError(f"line {origin.line}: <origin>: rpy and quat_xyzw exclude each other.")
    text = origin.attributes["quat_xyzw"]
    x, y, z, w = numbers_in(text, 4, f"line {origin.line}: <origin> quat_xyzw")
    length = math.hypot(x, y, z, w)
    if length < 1e-12:
        raise LoadError(f"line {origin.line}: <origin> quat_xyzw: expected a quaternion x y z w, got zeros.")
    R = rotation_quaternion((x / length, y / length, z / length, w / length))
    return angles.rotation(R, f"{what} quat_xyzw {text.strip()[:40]}")


# ---------------------------------------------------------------- links


def _link_names(root: Element, problems: Problems) -> list[str]:
    """Return the names of all elements `<link>`; collect errors for missing and duplicate names."""
    lines: dict[str, int] = {}
    for element in root.all("link"):
        name = problems.attempt(lambda e=element: element_name(e))  # type: ignore[misc]
        if name is not None:
            _check_unique(name, element, lines, problems)
    return list(lines)


def _check_unique(name: str, element: Element, lines: dict[str, int], problems: Problems) -> None:
    """Record the line of the element `name` in `lines`, {name: line}; collect an error if the name is already there."""
    if name in lines:
        problems.add(
            f"line {element.line}: two of them are named {name!r}: every {element.tag} needs a name of its own (the first one: "
            f"line {lines[name]})."
        )
    lines.setdefault(name, element.line)


def _links(root: Element, physical: bool, bolted: set[str], angles: RoundedAngles, problems: Problems) -> dict[str, Link]:
    """Return {name: link} of all links with an `<inertial>`; the inertia of links named in `bolted` may be unphysical."""

    def read(element: Element) -> Link | None:
        return problems.attempt(lambda: _link(element, physical, bolted, angles, problems), f"line {element.line}: ")

    links = [read(element) for element in root.all("link")]
    return {link.name: link for link in links if link is not None}


def _link(element: Element, physical: bool, bolted: set[str], angles: RoundedAngles, problems: Problems) -> Link | None:
    """Return the link of an element from its `<inertial>`; None without `<inertial>`, and after errors, which are collected."""
    inertial = element.one("inertial")
    name = element.attributes.get("name", "")  # checked before
    if inertial is None:
        return None
    readers = {
        "mass": lambda: inertial.need("mass").number("value"),
        "tensor": lambda: _tensor(inertial.need("inertia")),
        "at": lambda: _placement(inertial, f"link {name!r}, inertial", angles),
    }
    values = problems.attempt_all(readers, f"line {inertial.line}: ")
    if values is None:
        return None
    rotation, com = values["at"]
    central = Inertia(values["mass"], tensor=values["tensor"]).seen_from(Placement(rotation)).tensor
    return Link(name, values["mass"], com, central, physical and name not in bolted)


def _tensor(element: Element) -> Any:
    """Return the six entries Ixx, Iyy, Izz, Ixy, Ixz, Iyz [kg m^2] of an element `<inertia>`."""
    return tuple(element.number(key) for key in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz"))


# ---------------------------------------------------------------- joints


def _joints(root: Element, links: list[str], drives: dict[str, Drive], angles: RoundedAngles, problems: Problems) -> list[Joint]:
    """Return the joints of all elements `<joint>`; collect errors for unknown links, duplicate names and loops."""
    joints: list[Joint] = []
    lines: dict[str, int] = {}
    mover: dict[str, str] = {}
    link_names = set(links)
    for element in root.all("joint"):
        joint = _joint(element, drives, angles, problems)
        if joint is None:
            continue
        _check_unique(joint.name, element, lines, problems)
        at = f"line {element.line}: "
        for end in (joint.parent, joint.child):
            if end not in link_names:
                problems.add(f"{at}joint {joint.name!r}: no link {end!r}.{'' if problems.is_full else closest(end, links)}")
        if joint.child in mover:
            problems.add(
                f"{at}link {joint.child!r} is moved by two joints, {mover[joint.child]!r} and {joint.name!r}: closed loops are "
                "not supported, a robot is a tree."
            )
        mover[joint.child] = joint.name
        joints.append(joint)
    return joints


def _joint(element: Element, drives: dict[str, Drive], angles: RoundedAngles, problems: Problems) -> Joint | None:
    """Return the joint of an element with its drive in `drives`, {joint name: drive}; None after errors, which are collected."""
    name = element.attributes.get("name", "")
    readers = {
        "name": lambda: element_name(element),
        "type": lambda: _type(element, name),
        "parent": lambda: element.need("parent").get("link"),
        "child": lambda: element.need("child").get("link"),
        "placement": lambda: _placement(element, f"joint {name!r}", angles),
        "axis": lambda: angles.axis(_axis(element), f"joint {name!r} axis"),
        "mimic": lambda: _mimic(element),
        "limits": lambda: joint_limits(element, name, element.attributes.get("type", "")),
        "friction": lambda: joint_friction(element, name, element.attributes.get("type", "")),
    }
    at = f"line {element.line}: "
    values = problems.attempt_all(readers, at)
    if values is None:
        return None
    drive = None if values["type"] == "fixed" else drives.get(name)
    if values["mimic"] is not None:
        if drive is not None:
            problems.notes.append(f"{at}the <transmission> of joint {name!r} is passed over: it follows another joint.")
        drive = None
    return problems.attempt(lambda: Joint(**values, drive=drive), at)


def _type(element: Element, name: str) -> str:
    """Return the attribute type of a joint element; raise `LoadError` for unsupported types."""
    kind = element.get("type")
    if kind not in TYPES:
        raise LoadError(f"joint {name!r} is of type {kind[:60]!r}; supported are {', '.join(TYPES)}.")
    return kind


def _axis(element: Element) -> Vector:
    """Return the axis (3,) of a joint element in the joint frame; the x axis if it is missing, as URDF specifies."""
    axis = element.one("axis")
    default = (1.0, 0.0, 0.0)
    return default if axis is None or element.attributes.get("type") == "fixed" else axis.three("xyz", default)


def _mimic(element: Element) -> Mimic | None:
    """Return the `Mimic` that the child <mimic> of a joint states; None without <mimic>, and for fixed joints."""
    stated = element.one("mimic")
    if stated is None or element.attributes.get("type") == "fixed":
        return None
    factors = {key: stated.number(key) for key in ("multiplier", "offset") if key in stated.attributes}
    return Mimic(stated.get("joint"), **factors)


def _check_mimics(root: Element, joints: Sequence[Joint], locked: Mapping[str, Any], problems: Problems) -> None:
    """Collect errors for mimic joints that refer to joints missing in the file.

    Mimic joints in `locked`, {joint name: position}, are exempt.
    """
    lines = {e.attributes.get("name"): e.line for e in root.all("joint")}
    for joint in joints:
        if joint.mimic is not None and joint.name not in locked and joint.mimic.joint not in lines:
            hint = "" if problems.is_full else closest(joint.mimic.joint, [name for name in lines if name])
            problems.add(
                f"line {lines[joint.name]}: joint {joint.name!r} mimics {joint.mimic.joint!r}, and there is no such joint.{hint} "
                f"lock={{{joint.name!r}: 0.0}} holds it still."
            )
