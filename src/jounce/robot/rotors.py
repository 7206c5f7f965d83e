"""Mounts of the rotors that links carry along (coupling='full')."""

from typing import TYPE_CHECKING, NamedTuple

from jounce.errors import InputError, ModelError
from jounce.robot.drive import Drive
from jounce.robot.joint import Joint
from jounce.spatial.matrices import apply, transpose
from jounce.spatial.vectors import Vector

if TYPE_CHECKING:
    from jounce.robot.robot import Robot


class RotorMount(NamedTuple):
    """Mount of a rotor that a link carries along."""

    link: int
    """Index of the link that carries the rotor."""
    axis: Vector
    """Unit vector in that link's frame."""


def find_rotors(robot: "Robot") -> tuple[RotorMount | None, ...]:
    """Return the rotor mount of each DOF; None where coupling is 'spong', the rotor has no inertia, or the base carries it."""
    if not any(joint.mimic or joint.second for joint in robot.joints):
        return tuple(_rotor(robot, robot.joints[i], robot.parents[i]) for i in robot.velocity_joints)
    carried = next((joint.name for joint in robot.joints if joint.drive is not None and joint.drive.coupling == "full"), None)
    if carried is not None:
        raise ModelError(
            f"joint {carried!r}: rotors that are carried along (coupling='full') need joints with one drive each, none of which "
            "follows another."
        )
    return (None,) * robot.n


def _rotor(robot: "Robot", joint: Joint, parent: int) -> RotorMount | None:
    """Return the rotor mount of one joint; None if no moving link carries a rotor with inertia."""
    drive: Drive | None = joint.drive
    if drive is None or drive.coupling != "full" or drive.rotor_inertia == 0.0:
        return None
    try:
        link, frame = robot.locate(joint.parent if drive.rotor_mount is None else drive.rotor_mount)
    except InputError as error:
        raise ModelError(f"joint {joint.name!r}, rotor_mount: {error}") from None
    stated = drive.rotor_axis
    axis = _axis_in(robot, link, joint, parent) if stated is None else apply(frame.rotation, stated)
    return RotorMount(link, axis) if link >= 0 else None


def _axis_in(robot: "Robot", link: int, joint: Joint, parent: int) -> Vector:
    """Return the axis of a joint in the frame of a link, with all joints at zero."""
    axis = apply(joint.placement.rotation, joint.axis)
    for k in _path_to_base(robot, parent):
        axis = apply(robot.joints[k].placement.rotation, axis)
    for k in reversed(_path_to_base(robot, link)):
        axis = apply(transpose(robot.joints[k].placement.rotation), axis)
    return axis


def _path_to_base(robot: "Robot", link: int) -> list[int]:
    """Return the indices of the links from `link` to the base, `link` included."""
    path: list[int] = []
    while link >= 0:
        path.append(link)
        link = robot.parents[link]
    return path
