"""Where the rotors of a robot sit on its links, for drives whose rotors are carried along."""

from typing import TYPE_CHECKING

from jounce.errors import InputError, ModelError
from jounce.robot.coupling import Rotor
from jounce.robot.drive import Drive
from jounce.robot.joint import Joint
from jounce.spatial.matrices import apply, transpose
from jounce.spatial.vectors import Vector

if TYPE_CHECKING:
    from jounce.robot.robot import Robot


def find_rotors(robot: "Robot") -> tuple[Rotor | None, ...]:
    """For each joint its rotor as a gyrating part of the tree; None where coupling is 'spong', or nothing gyrates."""
    if robot.nq == robot.n:
        return tuple(_rotor(robot, joint, parent) for joint, parent in zip(robot.joints, robot.parents))
    carried = next((joint.name for joint in robot.joints if joint.drive is not None and joint.drive.coupling == "full"), None)
    if carried is not None:
        raise ModelError(f"joint {carried!r}: rotors that are carried along (coupling='full') need joints of one freedom each.")
    return (None,) * robot.n


def _rotor(robot: "Robot", joint: Joint, parent: int) -> Rotor | None:
    drive: Drive | None = joint.drive
    if drive is None or drive.coupling != "full" or drive.rotor_inertia == 0.0:
        return None
    try:
        body, frame = robot.locate_body(joint.parent if drive.rotor_mount is None else drive.rotor_mount)
    except InputError as error:
        raise ModelError(f"joint {joint.name!r}, rotor_mount: {error}") from None
    stated = drive.rotor_axis
    axis = _axis_in(robot, body, joint, parent) if stated is None else apply(frame.rotation, stated)
    return Rotor(body, axis, drive.gear_ratio * drive.rotor_inertia) if body >= 0 else None


def _axis_in(robot: "Robot", body: int, joint: Joint, parent: int) -> Vector:
    """The axis of a joint at q = 0, in the body frame of its parent link or of another link, all joints between at zero."""
    axis = apply(joint.placement.rotation, joint.axis)
    for k in _way_to_base(robot, parent):
        axis = apply(robot.joints[k].placement.rotation, axis)
    for k in reversed(_way_to_base(robot, body)):
        axis = apply(transpose(robot.joints[k].placement.rotation), axis)
    return axis if body < 0 else apply(transpose(robot.tree.bodies[body].align), axis)


def _way_to_base(robot: "Robot", link: int) -> list[int]:
    way: list[int] = []
    while link >= 0:
        way.append(link)
        link = robot.parents[link]
    return way
