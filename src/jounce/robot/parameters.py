"""Parameters of a robot as named flat arrays: functions that read them from a robot or return a robot with new values."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jounce.errors import InputError, ModelError
from jounce.robot.drive import Drive, SecondDrive
from jounce.robot.joint import Joint
from jounce.robot.link import Link, merged_link
from jounce.robot.validation import closest, number, short, vector
from jounce.spatial.inertia import Inertia

if TYPE_CHECKING:
    from jounce.robot.robot import Robot

TEN = ("m", "m cx", "m cy", "m cz", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
"""Names of the ten inertial parameters of a body [kg, kg m, kg m^2]; inertia is about the origin and in the axes of a frame."""


class Parameter(NamedTuple):
    """Size and description of one named parameter array."""

    size: Callable[["Robot"], int]
    """Function that returns the number of entries for a robot."""
    entries: str
    """Description of the entries for error messages."""


def _ten_a_link(robot: "Robot") -> int:
    return len(TEN) * len(robot.links)


def _one_a_motor(robot: "Robot") -> int:
    return robot.m


def _one_a_second_drive(robot: "Robot") -> int:
    return robot.m - robot.n


def _one_a_spring(robot: "Robot") -> int:
    return sum(joint.spring is not None for joint in robot.joints)


A_FREEDOM, A_SPRING = "one for each freedom of the robot, then for each second drive", "one for each joint that has a spring"

PARAMETERS: Mapping[str, Parameter] = {
    "inertia": Parameter(_ten_a_link, f"for each link {', '.join(TEN)} about its frame's origin"),
    "payload": Parameter(lambda _: len(TEN), f"{', '.join(TEN)} about and in the tool's frame"),
    "gravity": Parameter(lambda _: 3, "x, y, z in the base frame [m/s^2]"),
    "stiffness": Parameter(_one_a_motor, f"{A_FREEDOM} [Nm/rad or N/m]"),
    "damping": Parameter(_one_a_motor, f"{A_FREEDOM} [Nm s/rad or N s/m]"),
    "rotor_inertia": Parameter(_one_a_motor, f"{A_FREEDOM}, at the motor [kg m^2]"),
    "viscous_friction": Parameter(_one_a_motor, f"{A_FREEDOM} [Nm s/rad or N s/m]"),
    "coulomb_friction": Parameter(_one_a_motor, f"{A_FREEDOM} [Nm or N]"),
    "preload": Parameter(_one_a_second_drive, "one for each joint that has a second drive [Nm or N]"),
    "spring_stiffness": Parameter(_one_a_spring, f"{A_SPRING} [Nm/rad or N/m]"),
    "spring_damping": Parameter(_one_a_spring, f"{A_SPRING} [Nm s/rad or N s/m]"),
}
"""{parameter name: size and description} of all parameters; generated code takes live parameters in this order."""
OF_DRIVES = ("stiffness", "damping", "rotor_inertia", "viscous_friction", "coulomb_friction")
"""Names of the parameters that are fields of `Drive` of the same name."""
OF_SPRINGS = {"spring_stiffness": "stiffness", "spring_damping": "damping"}
"""{parameter name: field of `Spring`} of the parameters of passive springs."""


def parameter_size(robot: "Robot", name: str) -> int:
    """Return the number of entries of the parameter `name` for this robot; raise `InputError` for an unknown name."""
    if not isinstance(name, str) or name not in PARAMETERS:
        raise InputError(f"no parameter {short(name)}.{closest(str(name), list(PARAMETERS))}")
    return PARAMETERS[name].size(robot)


def is_read(drive: Drive | None, name: str) -> bool:
    """Return True if the equations read the parameter `name` of a drive; exact. False for drive = None.

    The equations read the damping of elastic drives only, and the stiffness of elastic drives with a linear spring only.
    """
    if drive is None:
        return False
    return name not in ("stiffness", "damping") or (drive.elastic and (name == "damping" or drive.law is None))


def entry_joints(robot: "Robot", name: str) -> list[str]:
    """Return one name per entry of the parameter `name`: motors for parameters of drives, joints for springs and preload.

    Not for inertia, payload and gravity.
    """
    if name in OF_DRIVES:
        return list(robot.motor_names)
    return [joint.name for joint in robot.axes if (joint.second if name == "preload" else joint.spring) is not None]


def parameter_values(robot: "Robot", name: str) -> NDArray[np.float64]:
    """Return the parameter `name` of this robot as a new array (size,); see `Robot.parameter_values`."""
    size = parameter_size(robot, name)
    if name == "inertia":
        return robot.parameters.copy()
    if name == "payload":
        return np.zeros(size)
    if name == "gravity":
        return np.array(robot.gravity)
    if name == "preload":
        return np.array([joint.second.preload for joint in robot.axes if joint.second is not None])
    if name in OF_SPRINGS:
        return np.array([getattr(joint.spring, OF_SPRINGS[name]) for joint in robot.joints if joint.spring is not None])
    return np.array([_of_drive(drive, name) for drive in robot.motor_drives])


def _of_drive(drive: Drive | None, name: str) -> float:
    """Return the field `name` of a drive; NaN without a drive, and for the stiffness of a nonlinear spring law."""
    if drive is None or (name == "stiffness" and drive.law is not None):
        return np.nan
    return float(getattr(drive, name))


def with_parameters(robot: "Robot", values: Mapping[str, Any]) -> "Robot":
    """Return the robot with the parameters `values`, {name: array (size,)}; see `Robot.with_parameters`."""
    if not isinstance(values, Mapping):
        raise InputError(f"parameters: expected {{name: array}}, got {short(values)}.")
    lists = {name: _entries(robot, name, array) for name, array in values.items()}
    links = robot.links
    if "inertia" in lists:
        rows = [lists["inertia"][k : k + len(TEN)] for k in range(0, len(lists["inertia"]), len(TEN))]
        links = tuple(_link(link, row) for link, row in zip(links, rows))
    if "payload" in lists:
        links = _loaded(robot, links, lists["payload"])
    return replace(
        robot,
        links=links,
        joints=_joints(robot, lists),
        gravity=vector(lists["gravity"], f"robot {robot.name!r}, gravity [m/s^2]") if "gravity" in lists else robot.gravity,
    )


def _entries(robot: "Robot", name: str, array: Any) -> list[Any]:
    """Return `array` as a list of the entries of the parameter `name`; raise `InputError` unless its size is right.

    The values are not checked by this function, but by the links, drives and springs that are built from them.
    """
    size = parameter_size(robot, name)
    what = f"{name}: expected {size} value{'s' * (size != 1)}, {PARAMETERS[name].entries}"
    if name in OF_DRIVES or name in OF_SPRINGS or name == "preload":
        names = entry_joints(robot, name)
        what += f" ({', '.join(names[:8])}{', ...' if len(names) > 8 else ''})" if names else ", and none has one"
    plain = array.tolist() if isinstance(array, np.ndarray) else array
    if isinstance(plain, (str, bytes)) or not isinstance(plain, Sequence):
        raise InputError(f"{what}; got {short(plain)}.")
    if isinstance(array, np.ndarray) and array.ndim != 1:
        raise InputError(f"{what}; got shape {array.shape}, and a robot has one value each.")
    if len(plain) != size:
        raise InputError(f"{what}; robot {robot.name!r} was given {len(plain)}.")
    return list(plain)


def _body(name: str, row: Sequence[Any], physical: bool, what: str) -> Link:
    """Return the link `name` with the ten inertial parameters `row` about the origin of its frame; what: prefix of errors."""
    m, hx, hy, hz, *tensor = (number(value, f"{what}, {entry}") for entry, value in zip(TEN, row))
    xx, yy, zz, xy, xz, yz = tensor
    if m == 0.0:
        if hx or hy or hz:
            raise ModelError(f"{what}: a first moment ({hx:g}, {hy:g}, {hz:g}) kg m without mass; no centre of mass has it.")
        return Link(name, 0.0, inertia=(xx, yy, zz, xy, xz, yz), physical=physical)
    about_origin = Inertia(m, (hx, hy, hz), (xx, yy, zz, xy, xz, yz))
    x, y, z = hx / m, hy / m, hz / m
    return Link(name, m, (x, y, z), about_origin.shifted((-x, -y, -z)).tensor, physical)


def _link(link: Link, row: Sequence[Any]) -> Link:
    """Return the link with the ten inertial parameters `row`; the same object if `row` equals the link's present parameters."""
    if tuple(row) == link.about_origin.parameters:
        return link
    return _body(link.name, row, link.physical, f"link {link.name!r}")


def _loaded(robot: "Robot", links: tuple[Link, ...], row: Sequence[Any]) -> tuple[Link, ...]:
    """Return the links after adding a payload, ten parameters `row` in the tool frame, to the link that carries the tool."""
    index, frame = robot.locate(robot.tool)
    load = _body("payload", row, links[index].physical or index < 0, "payload")
    if load == Link("payload", physical=load.physical):
        return links
    if index < 0:
        raise InputError(f"payload: the tool of robot {robot.name!r} is on the base, where a payload has no effect.")
    old = links[index]
    new = merged_link(old.name, [(old, old.about_origin), (load, load.about_origin.seen_from(frame))])
    return (*links[:index], new, *links[index + 1 :])


def _joints(robot: "Robot", lists: Mapping[str, Sequence[Any]]) -> tuple[Joint, ...]:
    """Return the joints of the robot with the drive and spring parameters of `lists`, {parameter name: entries}."""
    springs = [i for i, joint in enumerate(robot.joints) if joint.spring is not None]
    joints = []
    for i, joint in enumerate(robot.joints):
        try:
            if joint.drive is not None:
                k = robot.velocity_joints.index(i)
                new = {name: lists[name][k] for name in OF_DRIVES if name in lists}
                joints.append(replace(joint, drive=_drive(joint.drive, new), second=_second(robot, joint, lists)))
            elif joint.spring is not None:
                k = springs.index(i)
                new = {field: lists[name][k] for name, field in OF_SPRINGS.items() if name in lists}
                joints.append(replace(joint, spring=replace(joint.spring, **new)))
            else:
                joints.append(joint)
        except ModelError as error:
            raise ModelError(f"joint {joint.name!r}: {error}") from None
    return tuple(joints)


def _second(robot: "Robot", joint: Joint, lists: Mapping[str, Sequence[Any]]) -> SecondDrive | None:
    """Return the second drive of a joint with the parameters of `lists`, {parameter name: entries}; None without one."""
    if joint.second is None:
        return None
    k = [other.name for other in robot.axes if other.second is not None].index(joint.name)
    new = {name: lists[name][robot.n + k] for name in OF_DRIVES if name in lists}
    return SecondDrive(_drive(joint.second.drive, new), lists["preload"][k] if "preload" in lists else joint.second.preload)


def _drive(drive: Drive, new: dict[str, Any]) -> Drive:
    """Return the drive with the fields `new`, except that the stiffness of a rigid drive or a nonlinear spring law stays.

    Raise `ModelError` for an infinite stiffness of an elastic drive.
    """
    if drive.law is not None or not drive.elastic:
        new.pop("stiffness", None)
    if "stiffness" in new:
        if isinstance(new["stiffness"], Real) and new["stiffness"] == math.inf:
            raise ModelError("stiffness: an elastic joint stays elastic, got inf. Robot.with_drives makes a joint rigid.")
        new["stiffness"] = number(new["stiffness"], "stiffness")  # no law in place of a number
    return replace(drive, **new)
