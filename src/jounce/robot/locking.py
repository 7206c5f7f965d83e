"""Locked joints: `Robot.locked` and `jounce.load(..., lock=...)`.

A locked joint becomes a fixed joint at the stated position. `assemble` then merges the joint's child link into the parent link:
mass and inertia are added, and the child's frame becomes a `Frame`. The drive of the joint is removed, including the reflected
inertia of the rotor about its own axis; the inertia of the links already contains the inertia of the rotor at rest.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from jounce.errors import ModelError
from jounce.robot.assembly import assemble, restore_order
from jounce.robot.joint import FOLLOWING, Joint, sincos
from jounce.robot.topology import unlocked_transmission
from jounce.robot.validation import closest, identifier, number, numbers, short
from jounce.spatial.geometry import Placement, apply_transpose, rotation_about, rotation_quaternion, scale

if TYPE_CHECKING:
    from jounce.robot.robot import Robot


def locked(robot: "Robot", lock: Mapping[str, Any]) -> "Robot":
    """Return the robot with the joints of `lock`, {name or pattern: position}, locked; see `Robot.locked`."""
    names = [joint.name for joint in robot.joints]
    positions = locked_positions(lock, names, robot.joints)
    if all(joint.name in positions for joint in robot.joints):
        raise ModelError(f"lock: it holds all joints of robot {robot.name!r}; a robot needs one that moves.")
    joints = fix_joints(_with_stated_axes(robot), positions)
    parts = assemble(robot.name, (robot.base_link, *robot.links), joints, robot.frames)
    N = unlocked_transmission(robot.transmission, [joint.name for joint in robot.axes], positions) if robot.transmission else ()
    return replace(robot, **restore_order(parts, names), transmission=N)


def locked_positions(
    lock: Mapping[str, Any],
    names: Sequence[str],
    joints: Sequence[Joint] = (),
    fixed: Sequence[str] = (),
) -> dict[str, Any]:
    """Return {joint name: position} of all joints that `lock`, {name or pattern: position}, locks; names: the lockable joints.

    A name overrides a pattern, and a later pattern overrides an earlier one. A mimic joint among `joints` that refers to a locked
    joint, or to a joint in `fixed` (at position zero), is locked too: at the position that follows from the mimicked joint,
    unless `lock` states the position of the mimic joint itself.
    """
    if not isinstance(lock, Mapping):
        raise ModelError(f"lock: expected {{joint name or pattern: position}}, got {short(lock)}.")
    all_names = set(names)
    exact: dict[str, Any] = {}
    positions: dict[str, Any] = {}
    for key, position in lock.items():
        pattern = identifier(key, "lock, joint name or pattern")
        if pattern in all_names:
            exact[pattern] = position
            continue
        matches = [name for name in names if fnmatchcase(name, pattern)]
        if not matches:
            raise ModelError(f"lock: no moving joint is named {pattern!r}, or like it.{closest(pattern, names)}")
        positions |= dict.fromkeys(matches, position)
    positions |= exact
    at_rest = {**dict.fromkeys(fixed, 0.0), **positions}
    waiting = {joint.name: joint.mimic for joint in joints if joint.mimic is not None}
    while following := [name for name, mimic in waiting.items() if mimic.joint in at_rest]:
        for name in following:
            mimic = waiting.pop(name)
            if name not in positions:
                q = number(at_rest[mimic.joint], f"lock, joint {mimic.joint!r}")
                positions[name] = at_rest[name] = mimic.multiplier * q + mimic.offset
    return positions


def fix_joints(joints: Sequence[Joint], positions: Mapping[str, Any]) -> list[Joint]:
    """Return the joints; those named in `positions`, {joint name: position}, become fixed joints at these positions.

    Couplings of springs to these joints are removed.
    """
    return [
        Joint(joint.name, "fixed", joint.parent, joint.child, joint.placement.then(placement_at(joint, positions[joint.name])))
        if joint.name in positions
        else _uncoupled(joint, positions)
        for joint in joints
    ]


def placement_at(joint: Joint, position: Any) -> Placement:
    """Return the pose of the child frame in the joint frame at a position of the joint.

    position: a scalar [rad or m]; for a spherical joint a quaternion (x, y, z, w); for a floating joint a quaternion, then the
    origin (x, y, z) [m].
    """
    what = f"lock, joint {joint.name!r}"
    if joint.type in FOLLOWING:
        q = number(position, f"{what} [{'m' if joint.prismatic else 'rad'}]")
        return Placement(origin=scale(q, joint.axis)) if joint.prismatic else Placement(rotation_about(joint.axis, sincos(q)))
    shape = "a quaternion x, y, z, w" + (", then the origin [m]" if joint.type == "floating" else "")
    values = numbers(position, joint.positions, f"{what}, {shape}")
    if math.hypot(*values[:4]) < 1e-12:
        raise ModelError(f"{what}: its quaternion (x, y, z, w) is zero; (0, 0, 0, 1) is no turn.")
    x, y, z = values[4:] or (0.0, 0.0, 0.0)
    return Placement(rotation_quaternion(values[:4]), (x, y, z))


def _uncoupled(joint: Joint, positions: Mapping[str, Any]) -> Joint:
    """Return the joint without spring couplings to the joints that are locked at `positions`, {joint name: position}.

    Raise `ModelError` if a locked joint with a coupling stiffness is not at zero, since its torque would be constant, not zero.
    """
    if joint.spring is None or not joint.spring.cross:
        return joint
    gone = [other for other in joint.spring.cross if other.joint in positions]
    bent = next((other.joint for other in gone if other.stiffness and number(positions[other.joint], "lock") != 0.0), None)
    if bent is not None:
        raise ModelError(
            f"lock: joint {bent!r} is coupled to the spring of {joint.name!r}, on which it would pull for ever; lock it at 0, or "
            "both."
        )
    return replace(joint, spring=replace(joint.spring, cross=tuple(c for c in joint.spring.cross if c not in gone)))


def _with_stated_axes(robot: "Robot") -> list[Joint]:
    """Return the joints; drives with a `rotor_mount` and no `rotor_axis` get their default axis, which locking would change."""
    joints = []
    simple = not any(joint.mimic or joint.second for joint in robot.joints)
    rotors = {joint.name: rotor for joint, rotor in zip(robot.axes, robot.rotors)} if simple else {}
    for joint in robot.joints:
        drive, rotor = joint.drive, rotors.get(joint.name)
        if rotor is not None and drive is not None and drive.rotor_mount is not None and drive.rotor_axis is None:
            _, frame = robot.locate(drive.rotor_mount)
            joint = replace(joint, drive=replace(drive, rotor_axis=apply_transpose(frame.rotation, rotor.axis)))
        joints.append(joint)
    return joints
