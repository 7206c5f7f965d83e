"""Reader of MJCF, the format of MuJoCo: trees of bodies with their joints.

Unsupported elements that would change the equations are refused. The format is defined in the chapters "XML Reference" and
"Modeling" of the MuJoCo documentation (mujoco.readthedocs.io; MuJoCo is under the Apache licence 2.0).
"""

from pathlib import Path

from jounce.errors import LoadError
from jounce.robot.assembly import assemble, bolted_to_base
from jounce.robot.conventional_tool import with_conventional_tool
from jounce.robot.io.mjcf_actuators import read_actuators
from jounce.robot.io.mjcf_attributes import Angles, Attributes, Classes, attributes_of, classes_of
from jounce.robot.io.mjcf_bodies import ACTING, BodyTree
from jounce.robot.io.mjcf_schema import check_names
from jounce.robot.io.problems import LoadResult, Problems
from jounce.robot.io.xml import Element, is_zero, read_xml
from jounce.robot.robot import GRAVITY, Robot
from jounce.robot.rounded_angles import RoundedAngles
from jounce.spatial.geometry import Vector

REFUSED = {
    "include": "other files are not opened; have MuJoCo write one file (mj_saveLastXML)",
    "deformable": "bodies that are not rigid are not supported",
    "extension": "plugins are not supported",
}
COMPILER_FLAGS = ("balanceinertia", "alignfree")
"""Attributes of `<compiler>` that change inertia or frames if they are "true"."""
COMPILER_BOUNDS = ("boundmass", "boundinertia", "settotalmass")
"""Attributes of `<compiler>` that change masses or inertia if they are above zero."""
FLUID = ("density", "viscosity")


def load_mjcf(path: Path, physical: bool, exact: bool = False) -> LoadResult:
    """Return the robot of an MJCF file, with notes; the base is MuJoCo's world, q is in the order of MuJoCo's joints.

    physical: check that the inertia of links is physical; exact: keep the angles of the file without snapping.
    """
    root = read_xml(path)
    if root.tag != "mujoco":
        hint = " A URDF has the ending .urdf." if root.tag == "robot" else ""
        raise LoadError(f"the root element is <{root.tag[:60]}>, expected <mujoco>.{hint}")
    problems = Problems()
    classes = problems.attempt(lambda: classes_of(root)) or {"main": {}}
    compiler = _section(root, "compiler")
    rounded = RoundedAngles(exact)
    angles = problems.attempt(lambda: _angles(compiler, rounded)) or Angles(rounded=rounded)
    gravity = problems.attempt(lambda: _gravity(root)) or GRAVITY
    _refuse(root, compiler, classes, problems)
    check_names(root, classes, problems)
    _tendon_limits(root, classes, problems)
    bodies = BodyTree(classes, angles, problems, read_actuators(root, classes, compiler, problems), compiler)
    bodies.world(list(root.all("worldbody")))
    problems.raise_errors()
    bolted = bolted_to_base(bodies.joints)
    links = [problems.attempt(lambda body=body: body.link(physical and body.name not in bolted)) for body in bodies.bodies]  # type: ignore[misc]
    problems.raise_errors()
    name = root.attributes.get("model", "") or "MuJoCo Model"
    parts = assemble(name, [link for link in links if link is not None], bodies.joints, bodies.frames)
    return LoadResult(with_conventional_tool(Robot(name, **parts, gravity=gravity)), notes=(*problems.notes, *rounded.notes()))


def _section(root: Element, tag: str) -> Attributes:
    """Return the merged attributes of all children `tag` of the root; later children override earlier ones."""
    elements = list(root.all(tag))
    values: dict[str, str] = {}
    for element in elements:
        values |= element.attributes
    return Attributes(tag, elements[-1].line if elements else 1, values)


def _angles(compiler: Attributes, rounded: RoundedAngles) -> Angles:
    """Return the conventions for angles that `<compiler>` states; rounded: snapping of angles."""
    sequence = compiler.values.get("eulerseq", "xyz")
    if len(sequence) != 3 or any(axis not in "xyzXYZ" for axis in sequence):
        raise LoadError(f"line {compiler.line}: <compiler> eulerseq: expected three letters of xyzXYZ, got {sequence[:60]!r}.")
    return Angles(compiler.word("angle", "degree", ("degree", "radian")) == "degree", sequence, rounded)


def _gravity(root: Element) -> Vector:
    """Return the gravitational acceleration (3,) [m/s^2] from `<option>`; zero if a flag disables gravity."""
    option = _section(root, "option")
    flags = [flag for element in root.all("option") for flag in element.all("flag")]
    if any(flag.attributes.get("gravity") == "disable" for flag in flags):
        return (0.0, 0.0, 0.0)
    return option.three("gravity", GRAVITY)


def _refuse(root: Element, compiler: Attributes, classes: Classes, problems: Problems) -> None:
    """Collect errors for unsupported elements and settings that would change the equations."""
    for element in root.children:
        if element.tag in REFUSED:
            problems.add(f"line {element.line}: <{element.tag}>: {REFUSED[element.tag]}.")
    for name in COMPILER_FLAGS:
        if problems.attempt(lambda name=name: compiler.word(name, "false", ("true", "false"))) == "true":  # type: ignore[misc]
            problems.add(f"line {compiler.line}: <compiler> {name}='true' is not supported; expected 'false'.")
    for name in COMPILER_BOUNDS:
        if (problems.attempt(lambda name=name: compiler.number(name)) or 0.0) > 0.0:  # type: ignore[misc]
            problems.add(
                f"line {compiler.line}: <compiler> {name}={compiler.values[name][:60]!r} is not supported; expected zero or less."
            )
    if compiler.values.get("coordinate", "local") != "local":
        problems.add(f"line {compiler.line}: <compiler> coordinate: expected 'local'; MuJoCo has given up other ones.")
    option = _section(root, "option")
    if any(problems.attempt(lambda name=name: option.number(name)) for name in FLUID):  # type: ignore[misc]
        problems.add(f"line {option.line}: <option>: a medium with density or viscosity is not supported.")
    for element in (child for section in root.all("equality") for child in section.children):
        if element.attributes.get("active", "true") != "false":
            problems.add(
                f"line {element.line}: <equality>: the constraint <{element.tag[:60]}> is not supported; a robot is a tree. "
                "Remove it, or set active='false'."
            )
    for element in (child for section in root.all("tendon") for child in section.children):
        tendon = problems.attempt(lambda e=element: attributes_of(e, classes, tag="tendon"))  # type: ignore[misc]
        acts = [key for key in ACTING if tendon is not None and not is_zero(tendon.values.get(key, "0"))]
        if acts:
            problems.add(f"line {element.line}: <tendon>: a tendon with {acts[0]} is not supported; joints may have springs.")


def _tendon_limits(root: Element, classes: Classes, problems: Problems) -> None:
    """Add a note about the limits of tendons, which have no effect on the robot."""
    lines = []
    for element in (child for section in root.all("tendon") for child in section.children):
        tendon = problems.attempt(lambda e=element: attributes_of(e, classes, tag="tendon"))  # type: ignore[misc]
        if tendon is not None and "range" in tendon.values and tendon.values.get("limited") != "false":
            lines.append(element.line)
    if lines:
        problems.notes.append(f"the range of tendons (line {lines[0]}) has no effect here: limits are those of joints.")
