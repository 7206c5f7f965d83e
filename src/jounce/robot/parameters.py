"""The robot's own numbers as flat arrays, by name: out of a robot, and into another one of the same structure."""

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
"""Inertial parameters of a body, about and in a frame [kg, kg m, kg m^2]."""


class Parameter(NamedTuple):
    """A named array of numbers of a robot."""

    size: Callable[["Robot"], int]
    """How many entries it has."""
    entries: str
    """What an entry is."""


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
"""All there are, in the order in which they are laid over a robot."""
OF_DRIVES = ("stiffness", "damping", "rotor_inertia", "viscous_friction", "coulomb_friction")
"""Fields of `Drive`."""
OF_SPRINGS = {"spring_stiffness": "stiffness", "spring_damping": "damping"}
"""Fields of `Spring`."""


def parameter_size(robot: "Robot", name: str) -> int:
    """How many entries the parameter has for this robot; refuses a name that is none."""
    if not isinstance(name, str) or name not in PARAMETERS:
        raise InputError(f"no parameter {short(name)}.{closest(str(name), list(PARAMETERS))}")
    return PARAMETERS[name].size(robot)


def is_read(drive: Drive | None, name: str) -> bool:
    """Whether a drive has such a number."""
    if drive is None:
        return False
    return name not in ("stiffness", "damping") or (drive.elastic and (name == "damping" or drive.law is None))


def entry_joints(robot: "Robot", name: str) -> list[str]:
    """The joint of each entry of a parameter of drives or springs."""
    if name in OF_DRIVES:
        return list(robot.motor_names)
    return [joint.name for joint in robot.axes if (joint.second if name == "preload" else joint.spring) is not None]


def parameter_values(robot: "Robot", name: str) -> NDArray[np.float64]:
    """The entries of a parameter as this robot has them, (size,), a copy. See `Robot.parameter_values`."""
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
    """NaN where there is no such number: without a drive, or where a law takes the place of a stiffness."""
    if drive is None or (name == "stiffness" and drive.law is not None):
        return np.nan
    return float(getattr(drive, name))


def with_parameters(robot: "Robot", values: Mapping[str, Any]) -> "Robot":
    """The same robot with these numbers. See `Robot.with_parameters`."""
    if not isinstance(values, Mapping):
        raise InputError(f"parameters: expected {{name: array}}, got {short(values)}.")
    given = {name: _entries(robot, name, array) for name, array in values.items()}
    links = robot.links
    if "inertia" in given:
        rows = [given["inertia"][k : k + len(TEN)] for k in range(0, len(given["inertia"]), len(TEN))]
        links = tuple(_link(link, row) for link, row in zip(links, rows))
    if "payload" in given:
        links = _loaded(robot, links, given["payload"])
    return replace(
        robot,
        links=links,
        joints=_joints(robot, given),
        gravity=vector(given["gravity"], f"robot {robot.name!r}, gravity [m/s^2]") if "gravity" in given else robot.gravity,
    )


def _entries(robot: "Robot", name: str, array: Any) -> list[Any]:
    """The entries given, as many as there must be; their values are checked where they are read."""
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
    """A link from its ten parameters about its frame's origin."""
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
    """The link with other numbers; with its own ones it is kept to the last bit, not taken to the origin and back."""
    if tuple(row) == link.about_origin.parameters:
        return link
    return _body(link.name, row, link.physical, f"link {link.name!r}")


def _loaded(robot: "Robot", links: tuple[Link, ...], row: Sequence[Any]) -> tuple[Link, ...]:
    """The links with a body more on the one that carries the tool."""
    index, frame = robot.locate(robot.tool)
    load = _body("payload", row, links[index].physical or index < 0, "payload")
    if load == Link("payload", physical=load.physical):
        return links
    if index < 0:
        raise InputError(f"payload: the tool of robot {robot.name!r} is on the base, where a payload has no effect.")
    old = links[index]
    new = merged_link(old.name, [(old, old.about_origin), (load, load.about_origin.seen_from(frame))])
    return (*links[:index], new, *links[index + 1 :])


def _joints(robot: "Robot", given: Mapping[str, Sequence[Any]]) -> tuple[Joint, ...]:
    """The joints with what is given for their drives and springs."""
    springs = [i for i, joint in enumerate(robot.joints) if joint.spring is not None]
    joints = []
    for i, joint in enumerate(robot.joints):
        try:
            if joint.drive is not None:
                k = robot.velocity_joints.index(i)
                new = {name: given[name][k] for name in OF_DRIVES if name in given}
                joints.append(replace(joint, drive=_drive(joint.drive, new), second=_second(robot, joint, given)))
            elif joint.spring is not None:
                k = springs.index(i)
                new = {field: given[name][k] for name, field in OF_SPRINGS.items() if name in given}
                joints.append(replace(joint, spring=replace(joint.spring, **new)))
            else:
                joints.append(joint)
        except ModelError as error:
            raise ModelError(f"joint {joint.name!r}: {error}") from None
    return tuple(joints)


def _second(robot: "Robot", joint: Joint, given: Mapping[str, Sequence[Any]]) -> SecondDrive | None:
    """The joint's second drive with what is given for it."""
    if joint.second is None:
        return None
    k = [other.name for other in robot.axes if other.second is not None].index(joint.name)
    new = {name: given[name][robot.n + k] for name in OF_DRIVES if name in given}
    return SecondDrive(_drive(joint.second.drive, new), given["preload"][k] if "preload" in given else joint.second.preload)


def _drive(drive: Drive, new: dict[str, Any]) -> Drive:
    """The drive with other numbers; a rigid one stays rigid, one with a law keeps it, and a linear spring stays a spring."""
    if drive.law is not None or not drive.elastic:
        new.pop("stiffness", None)
    if "stiffness" in new:
        if isinstance(new["stiffness"], Real) and new["stiffness"] == math.inf:
            raise ModelError("stiffness: an elastic joint stays elastic, got inf. Robot.with_drives makes a joint rigid.")
        new["stiffness"] = number(new["stiffness"], "stiffness")  # no law in place of a number
    return replace(drive, **new)
