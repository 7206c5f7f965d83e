"""Writer of robots as MJCF, the format of MuJoCo, for the simulation of computed torques.

An elastic joint becomes two DOF, the link position q and the motor position theta, with a tendon as the spring in between:

    M(q) qdd + h(q, qd) = tau_j,    B thetadd = tau_m - tau_j - viscous_friction thetad,    tau_j = f(theta - q) + D (thetad - qd)

Controls are motor torques on the link side of the gear [Nm or N]. Properties that MuJoCo cannot state are refused, never
approximated; limits that MuJoCo cannot state are left out with one warning.
"""

import math
import warnings
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import numpy as np

from jounce.errors import ModelError
from jounce.robot.drive import Drive
from jounce.robot.joint import Joint
from jounce.robot.limits import EVERYWHERE, NAMES, Pair
from jounce.robot.link import SMALLEST_RADIUS, Link
from jounce.robot.springs import HardeningSpring
from jounce.robot.topology import unique
from jounce.spatial.geometry import IDENTITY, Matrix, Placement
from jounce.spatial.inertia import full

if TYPE_CHECKING:
    from jounce.robot.robot import Robot

SMALLEST = 1e-15
"""Smallest mass [kg] and moment of inertia [kg m^2] that MuJoCo accepts: its mjMINVAL."""
ROUNDING = 1e-12
"""Tolerance of I1 + I2 >= I3 for principal moments of inertia I1 <= I2 <= I3, relative to I3; MuJoCo has no tolerance."""
DEEPEST = 495
"""Largest number of links in a chain: MuJoCo's XML parser stops at 500 nested elements."""
TIMESTEP = 1e-4
"""Time step [s] of the fourth-order Runge-Kutta method: elastic joints oscillate at some 100 rad/s."""


def to_mjcf(robot: "Robot") -> str:
    """Return a robot as MJCF text.

    Bodies and joints keep their names, frames become sites of the same names, and the tool is the site "tool". The motor of an
    elastic joint NAME is the body "rotor_NAME" with the joint "theta_NAME"; its spring is the tendon "spring_NAME", its actuator
    is "motor_NAME". There is one actuator for each joint of one DOF without a passive spring, in the order of `robot.joints`,
    then one for each second drive. A rigid drive is the joint's armature. MuJoCo's coordinates are q, branch by branch, then
    theta of the elastic joints in their order.

    A spherical joint becomes a ball joint with the same velocity and the quaternion (w, x, y, z). A floating joint becomes a free
    joint: its qpos is the pose of its body in the world, origin first; its qvel is the velocity of the origin in world axes, then
    the angular velocity in body axes. No motor drives these joints: apply forces to them by `qfrc_applied`.

    Values have all digits of the model, except rotations, which become quaternions, and inertia, which is rotated into principal
    axes; both are exact to rounding (a rotation matrix of few digits becomes an exact rotation). A principal moment of zero, as
    of a rod or a point mass, becomes 1e-15 kg m^2, the smallest that MuJoCo accepts. A hardening spring needs MuJoCo 3.7.

    Position limits become the range of the joint, which acts once the flag `constraint` of the file is enabled. Limits of motor
    torque become the force range of the actuator: MuJoCo clips larger controls. Other limits, and position limits with one bound
    or with two equal bounds, are omitted with a warning; `Robot.save` keeps them.

    Raises
    ------
    ModelError
        For properties that MuJoCo cannot state: massless links, inertia that no rigid body has, motors without inertia, coupling
        "full", Coulomb friction (the friction loss of MuJoCo is another law), drive springs that are neither linear nor
        hardening, parallel springs that are not linear, coupled passive springs, mimic joints, floating joints on another link
        than the base, rigid second drives, and rigid motors coupled to several joints.
    """
    _check(robot)
    missing = omitted_limits(robot)
    if missing:
        warnings.warn(
            f"robot {robot.name!r}: MJCF has no words for limits of {', '.join(missing)}; left out. Robot.save keeps all of it.",
            stacklevel=3,
        )
    root = ET.Element("mujoco", model=robot.name)
    ET.SubElement(root, "compiler", angle="radian")
    option = ET.SubElement(root, "option", gravity=_digits(*robot.gravity), timestep=_digits(TIMESTEP), integrator="RK4")
    ET.SubElement(option, "flag", contact="disable", constraint="disable")
    world = ET.SubElement(root, "worldbody")
    bodies: dict[int, ET.Element] = {-1: world}
    for i, (link, joint, parent) in enumerate(zip(robot.links, robot.joints, robot.parents)):
        bodies[i] = _body(bodies[parent], link, joint)
    for name, (index, placement) in _sites(robot).items():
        ET.SubElement(bodies[index], "site", {"name": name, **_place(placement)})
    tendons, actuators = ET.Element("tendon"), ET.Element("actuator")
    identity = tuple(tuple(float(i == j) for j in range(robot.n)) for i in range(robot.n))
    turns = (*(robot.transmission or identity), *(row for row, joint in zip(identity, robot.axes) if joint.second is not None))
    torques = robot.motor_limits.motor_torque.tolist()
    for name, joint, drive, row, torque in zip(robot.motor_names, robot.motor_joints, robot.motor_drives, turns, torques):
        if drive is not None and drive.elastic:
            _rotor(world, name, drive)
            _spring(tendons, name, drive, {other.name: x for other, x in zip(robot.axes, row) if x})
            _motor(actuators, name, f"theta_{name}", torque)
        elif joint.spring is None and joint.freedoms == 1:
            _motor(actuators, joint.name, joint.name, torque)
    root.extend(section for section in (tendons, actuators) if len(section))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def omitted_limits(robot: "Robot") -> list[str]:
    """Return the names, for a warning, of the limits of this robot that MJCF cannot state."""
    limits = [joint.limits for joint in robot.joints]
    unstated = {
        name.replace("_", " "): any(math.isfinite(getattr(each, name)) for each in limits)
        for name in NAMES
        if name not in ("position", "motor_torque")
    }
    positions = [each.position for each in limits if each.position != EVERYWHERE]
    unstated["position with one bound or two equal ones"] = any(_range(position) == {} for position in positions)
    return [what for what, is_limited in unstated.items() if is_limited]


def _range(position: Pair) -> dict[str, str]:
    """Return {attribute of `<joint>`: text} of position limits, {} unless both are finite and differ, as MuJoCo requires."""
    lower, upper = position
    return {"range": _digits(lower, upper), "limited": "true"} if math.isfinite(upper - lower) and lower < upper else {}


def _check(robot: "Robot") -> None:
    """Raise `ModelError` for joints and drives without a counterpart in MuJoCo, duplicate names and too deep trees."""
    depth: list[int] = []
    for joint, parent in zip(robot.joints, robot.parents):
        if joint.type == "floating" and parent >= 0:
            raise ModelError(
                f"joint {joint.name!r}: a floating joint on link {joint.parent!r} cannot be exported to MuJoCo, whose free "
                "joints stand on the base only."
            )
        if joint.mimic is not None:
            raise ModelError(
                f"joint {joint.name!r} follows {joint.mimic.joint!r}, which MuJoCo knows only as a soft constraint; lock it: "
                f"robot.locked({{{joint.mimic.joint!r}: position}})."
            )
        if joint.friction is not None and joint.friction.coulomb:
            raise ModelError(
                f"joint {joint.name!r}: Coulomb friction cannot be exported to MuJoCo, whose friction loss is another law."
            )
        if joint.drive is not None:
            _check_drive(joint.name, joint.drive)
        depth.append(1 + (depth[parent] if parent >= 0 else 0))
    if max(depth) > DEEPEST:
        link = robot.links[depth.index(DEEPEST + 1)].name
        raise ModelError(f"MuJoCo reads files of at most {DEEPEST} links one on the other; link {link!r} is one too many.")
    for joint, row in zip(robot.axes, robot.transmission):
        if joint.drive is not None and not joint.drive.elastic and sum(x != 0.0 for x in row) > 1:
            raise ModelError(f"joint {joint.name!r}: its rigid motor turns with several joints; in MuJoCo armature rides on one.")
    for joint in robot.axes:
        if joint.second is not None:
            _check_drive(joint.name, joint.second.drive)
            if not joint.second.drive.elastic:
                raise ModelError(f"joint {joint.name!r}: its second drive is rigid; in MuJoCo armature is of one motor a joint.")
    rotors = [name for name, drive in zip(robot.motor_names, robot.motor_drives) if drive is not None and drive.elastic]
    links = [link.name for link in robot.links]
    unique(["world", *links, *[f"rotor_{name}" for name in rotors]], "body of the MJCF, its base 'world' included,")
    unique([*robot.joint_names, *[f"theta_{name}" for name in rotors]], "joint of the MJCF, those of the motors included,")


def _check_drive(name: str, drive: Drive) -> None:
    """Raise `ModelError` if MuJoCo has no counterpart of a drive; name: joint of the drive, for the message."""
    if drive.coupling != "spong":
        raise ModelError(f"joint {name!r}: coupling {drive.coupling!r} cannot be exported to MuJoCo; use coupling='spong'.")
    if drive.coulomb_friction or drive.stribeck_friction:
        raise ModelError(
            f"joint {name!r}: Coulomb friction cannot be exported to MuJoCo, whose friction loss is another law; set "
            "coulomb_friction=0 and stribeck_friction=0, and add the friction in the controller."
        )
    if drive.elastic and drive.reflected_inertia < SMALLEST:
        raise ModelError(
            f"joint {name!r}: its motor has the inertia {drive.reflected_inertia:g} at the joint, and MuJoCo needs {SMALLEST:g} "
            "or more to turn it against the spring; give the drive its rotor_inertia."
        )
    if drive.law is not None and not isinstance(drive.law, HardeningSpring):
        raise ModelError(
            f"joint {name!r}: a {type(drive.law).__name__} cannot be exported to MuJoCo, whose springs are linear or cubic; "
            "use a number or a HardeningSpring."
        )


def _sites(robot: "Robot") -> dict[str, tuple[int, Placement]]:
    """Return {site name: (index of the link, placement on this link)} of all frames and the tool.

    The tool is the site "tool", unless a frame has that name.
    """
    places = {frame.name: robot.locate(frame.name) for frame in robot.frames}
    index, there = robot.locate(robot.tool.link)
    return {"tool": (index, there.then(robot.tool.placement)), **places}


# ---------------------------------------------------------------- elements


def _body(parent: ET.Element, link: Link, joint: Joint) -> ET.Element:
    """Add the `<body>` of a link, with its inertia and its joint, to the element `parent`, and return the new element."""
    body = ET.SubElement(parent, "body", {"name": link.name, **_place(joint.placement)})
    moments, axes = _principal(link)
    turned = {} if axes == IDENTITY else {"quat": _digits(*quaternion(axes))}
    inertial = {"pos": _digits(*link.com), **turned, "mass": _digits(link.mass), "diaginertia": _digits(*moments)}
    ET.SubElement(body, "inertial", inertial)
    if joint.type == "floating":
        ET.SubElement(body, "freejoint", name=joint.name)
        return body
    if joint.type == "spherical":
        ET.SubElement(body, "joint", name=joint.name, type="ball")
        return body
    kind = "slide" if joint.prismatic else "hinge"
    more: dict[str, str] = {}
    if joint.spring is not None:
        if joint.spring.cross:
            raise ModelError(
                f"joint {joint.name!r}: its spring is coupled to that of {joint.spring.cross[0].joint!r}; springs in MuJoCo "
                "act on one joint each."
            )
        more = {"stiffness": _digits(joint.spring.stiffness), "springref": "0", "damping": _digits(joint.spring.damping)}
    else:
        more = _side_elements(joint)
    more |= _range(joint.limits.position)
    ET.SubElement(body, "joint", {"name": joint.name, "type": kind, "axis": _digits(*joint.axis), **more})
    return body


def _side_elements(joint: Joint) -> dict[str, str]:
    """Return {attribute of `<joint>`: text} for the rigid drive, the parallel spring and the link-side friction of a joint."""
    attributes: dict[str, str] = {}
    damping = 0.0 if joint.friction is None else joint.friction.viscous
    if joint.drive is not None and not joint.drive.elastic:
        attributes["armature"] = _digits(joint.drive.reflected_inertia)
        damping += joint.drive.viscous_friction
    if joint.parallel is not None:
        if not isinstance(joint.parallel.law, float):
            raise ModelError(f"joint {joint.name!r}: its parallel spring is not linear; a joint's spring in MuJoCo is.")
        attributes |= {"stiffness": _digits(joint.parallel.law), "springref": _digits(joint.parallel.rest)}
    return attributes | ({"damping": _digits(damping)} if damping or "armature" in attributes else {})


def _rotor(world: ET.Element, name: str, drive: Drive) -> None:
    """Add the rotor of an elastic joint to the element `world`: a body whose centre of mass is on its axis, free of gravity.

    The rotor turns on a hinge for a prismatic joint too, whose theta is in metres and B in kg, since a sliding body would fall.
    """
    body = ET.SubElement(world, "body", name=f"rotor_{name}")
    B = drive.reflected_inertia
    ET.SubElement(body, "inertial", pos="0 0 0", mass="1", diaginertia=_digits(B, B, B))
    ET.SubElement(body, "joint", name=f"theta_{name}", type="hinge", axis="0 0 1", damping=_digits(drive.viscous_friction))


def _spring(tendons: ET.Element, name: str, drive: Drive, turns: dict[str, float]) -> None:
    """Add the spring of a motor: a tendon of length theta - N q; turns: the motor's row of N, {joint name: entry}."""
    law = drive.law
    stiffness = _digits(law.linear, 0.0, law.cubic) if isinstance(law, HardeningSpring) else repr(drive.stiffness)
    tendon = ET.SubElement(
        tendons, "fixed", name=f"spring_{name}", stiffness=stiffness, damping=_digits(drive.damping), springlength="0"
    )
    ET.SubElement(tendon, "joint", joint=f"theta_{name}", coef="1")
    for joint, ratio in turns.items():
        ET.SubElement(tendon, "joint", joint=joint, coef=_digits(-ratio))


def _motor(actuators: ET.Element, name: str, joint: str, torque: float) -> None:
    """Add the actuator "motor_NAME", whose control is the torque on the MJCF joint `joint`; torque: limit [Nm or N], or inf."""
    limit = {"forcelimited": "true", "forcerange": _digits(-torque, torque)} if math.isfinite(torque) else {}
    ET.SubElement(actuators, "motor", {"name": f"motor_{name}", "joint": joint, "gear": "1", "ctrllimited": "false", **limit})


# ---------------------------------------------------------------- numbers


def _digits(*values: float) -> str:
    return " ".join(repr(float(value)) for value in values)


def _place(placement: Placement) -> dict[str, str]:
    """Return the attributes pos and quat that state a placement in MJCF."""
    return {"pos": _digits(*placement.origin), "quat": _digits(*quaternion(placement.rotation))}


def quaternion(R: Matrix) -> tuple[float, float, float, float]:
    """Return the unit quaternion (w, x, y, z) of a rotation matrix, from the column of q q^T with the largest diagonal entry.

    The entries of q q^T are linear in R, and this column avoids cancellation. S. W. Shepperd: Quaternion from rotation matrix.
    J. Guidance and Control 1 (1978) 223-224.
    """
    (a, b, c), (d, e, f), (g, h, i) = R
    columns = [
        (1.0 + a + e + i, h - f, c - g, d - b),
        (h - f, 1.0 + a - e - i, b + d, c + g),
        (c - g, b + d, 1.0 - a + e - i, f + h),
        (d - b, c + g, f + h, 1.0 - a - e + i),
    ]
    w, x, y, z = columns[max(range(4), key=lambda k: columns[k][k])]
    length = (w * w + x * x + y * y + z * z) ** 0.5
    return w / length, x / length, y / length, z / length


def _principal(link: Link) -> tuple[tuple[float, float, float], Matrix]:
    """Return (increasing principal moments of inertia about the centre of mass (3,) [kg m^2], rotation link_R_principal).

    MuJoCo could compute the moments from `fullinertia` to 1e-14, but rounding then makes MuJoCo refuse four of ten flat bodies,
    whose largest moment is the sum of the others.
    """
    if link.mass < SMALLEST:
        raise ModelError(
            f"link {link.name!r}: its mass is {link.mass:g} kg, and MuJoCo takes no moving body without mass; give it a mass, or "
            "merge its joint with the next one."
        )
    values, vectors = np.linalg.eigh(full(link.inertia))
    low, middle, high = (float(value) for value in values)
    slack = ROUNDING * abs(high) + SMALLEST
    moments = f"principal moments {low:.6g}, {middle:.6g}, {high:.6g} kg m^2"
    if low < -slack or low + middle < high - slack:
        raise ModelError(
            f"link {link.name!r}: MuJoCo takes only inertia that a rigid body can have ({moments}: none may be negative, and the "
            "two smaller ones must reach the largest). Correct its inertial data."
        )
    if low < SMALLEST and link.mass * SMALLEST_RADIUS**2 < SMALLEST:
        raise ModelError(f"link {link.name!r}: MuJoCo takes no moment of inertia below {SMALLEST:g} kg m^2 ({moments}).")
    low, middle = max(low, SMALLEST), max(middle, SMALLEST)
    high = min(max(high, SMALLEST), low + middle)
    if np.linalg.det(vectors) < 0.0:
        vectors = -vectors
    x, y, z = (tuple(row) for row in vectors.tolist())
    return (low, middle, high), (x, y, z)
