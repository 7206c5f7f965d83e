"""Schema of URDF: elements that the reader uses, ignores or refuses, and notes about all other elements.

The schema contains the specification (wiki.ros.org/urdf/XML), with acceleration, jerk and quat_xyzw of version 1.2, the
transmissions of ros_control, and common extensions of Gazebo, Drake, Bullet and robot manufacturers.
"""

from jounce.robot.io.problems import Problems
from jounce.robot.io.urdf_limits import zeros
from jounce.robot.io.xml import Element
from jounce.robot.io.xml_schema import ignored, schema, unknown_names

LOOPS = ("loop", "loop_joint", "closed_loop", "constraint", "drake:ball_constraint", "drake:linear_bushing_rpy", "force_element")
"""Elements that close a kinematic loop or act between two links."""
ORIGIN = schema("xyz rpy quat_xyzw")
INERTIAL = schema("", {"origin": ORIGIN, "mass": schema("value"), "inertia": schema("ixx iyy izz ixy ixz iyz")})
DRAWN = "visual collision contact self_collision_checking collision_checking self_filter surface sensor"
LINK = schema("name type", {"inertial": INERTIAL, **ignored(DRAWN), **ignored("gravity kinematic")})  # Gazebo's are noted below
JOINT = schema(
    "name type dont_collapse",
    {
        "origin": ORIGIN,
        "parent": schema("link"),
        "child": schema("link"),
        "axis": schema("xyz"),
        "limit": schema("lower upper effort velocity acceleration deceleration jerk command_effort current gear_velocity"),
        "dynamics": schema("damping friction D K mu_coulomb mu_viscous"),  # Franka's are noted below
        "mimic": schema("joint multiplier offset"),
        **ignored("calibration safety_controller"),  # encoders and controllers
    },
)
"""Schema of <joint>. The reader ignores these attributes of <limit>: deceleration, since the limit of acceleration holds for both
signs, and the last three, which describe the drives of the robot ANYmal."""
MOTOR = {
    **ignored("hardwareInterface role mechanicalReduction motorInertia offset motorTorqueConstant"),
    **ignored("drake:gear_ratio drake:rotor_inertia"),
    **ignored("ignoreTransmissionAbsoluteEncoder saturationLower saturationUpper deadBandLower deadBandUpper"),  # PAL's
}
TRANSMISSION = schema("name type", {"joint": schema("name", MOTOR), "actuator": schema("name", MOTOR), "type": None, **MOTOR})
URDF = schema(
    "name version",
    {
        "link": LINK,
        "joint": JOINT,
        "transmission": TRANSMISSION,
        **ignored("material gazebo ros2_control sensor mujoco"),  # Gazebo extensions are checked below
        **ignored(
            "group chain end_effector virtual_joint passive_joint group_state disable_collisions disable_default_collisions"
        ),
    },
)
"""Schema of a URDF file; the last group of ignored elements belongs to SRDF, which some URDF files contain."""
TRUE, FALSE = ("1", "true"), ("0", "false")
FRANKA = ("D", "K", "mu_coulomb", "mu_viscous")
ADVICE = "give the joints their drives with with_drives or a side file"


def check_names(root: Element, problems: Problems) -> None:
    """Collect errors for kinematic loops, and notes for content that is ignored although it would change the equations."""
    for element in root.children:
        if element.tag in LOOPS:
            problems.add(
                f"line {element.line}: <{element.tag}> closes a loop or pulls between two links, and a robot is a tree: closed "
                "loops are not supported. Remove it to load the tree alone."
            )
    problems.notes += [*_gazebo(root), *_zeros(root)]
    rest = Element(root.tag, root.attributes, root.line, [child for child in root.children if child.tag not in LOOPS])
    problems.notes += unknown_names(rest, URDF)


def drive_notes(root: Element) -> list[str]:
    """Return notes about unsupported elements that state drives; callers omit these notes if a side file states the drives."""
    notes = []
    lines = [e.line for system in root.all("ros2_control") for e in system.all("transmission")]
    if lines:
        more = f" and {len(lines) - 1} more" if len(lines) > 1 else ""
        notes.append(f"the <transmission> within <ros2_control> (line {lines[0]}{more}) has no effect here; {ADVICE}.")
    stated = [e.line for joint in root.all("joint") for e in joint.all("dynamics") if any(key in e.attributes for key in FRANKA)]
    if stated:
        notes.append(f"{', '.join(FRANKA)} of <dynamics> (line {stated[0]}) have no effect here; {ADVICE}.")
    return notes


def _gazebo(root: Element) -> list[str]:
    """Return a list with one note about extensions of Gazebo that would change the equations; an empty list without any."""
    acting: list[str] = []
    for extension in (*root.all("gazebo"), *root.all("link")):
        of = extension.attributes.get("reference", extension.attributes.get("name", ""))[:60]
        for child in extension.children:
            value = child.text.strip().lower()
            changes = {
                "gravity": value in FALSE,
                "turnGravityOff": value in TRUE,
                "kinematic": value in TRUE,
                "springStiffness": value.strip("0.") != "",
                "joint": True,
                "link": True,
                "model": True,
            }
            if changes.get(child.tag, False):
                acting.append(f"<{child.tag}>{f' of {of!r}' if of else ''} (line {child.line})")
    return [f"words of Gazebo have no effect here: {_few(acting)}."] if acting else []


def _zeros(root: Element) -> list[str]:
    """Return a list with one note about limits of zero, which are read as no limit; an empty list without any."""
    stated = {element.attributes.get("name", "")[:60]: zeros(element) for element in root.all("joint")}
    stated = {name: attributes for name, attributes in stated.items() if attributes}
    if not stated:
        return []
    texts = [f"joint {name!r} {' '.join(attributes)}" for name, attributes in stated.items()]
    return [f"<limit> values of zero are read as no limit: {_few(texts)}."]


def _few(texts: list[str]) -> str:
    """Return the first four texts, separated by commas, and the number of omitted texts."""
    return ", ".join(texts[:4]) + (f", and {len(texts) - 4} more" if len(texts) > 4 else "")
