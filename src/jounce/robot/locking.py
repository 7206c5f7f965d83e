"""Joints that stand still, as if they were welded: `Robot.locked` and `jounce.load(..., lock=...)`.

A locked joint becomes a fixed one at the position that is given, and `assemble` merges its link into the link that carries it:
mass and inertia stay, the link's frame becomes a `Frame`. Its drive goes with it. A rotor that does not turn is a part of the
links, whose inertia contains it already; what it added was the inertia about its own axis, geared, and that is gone.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from jounce.errors import ModelError
from jounce.robot.assembly import assemble, restore_order
from jounce.robot.joint import FOLLOWING, Joint, sincos
from jounce.robot.transmission import unlocked_transmission
from jounce.robot.validation import closest, identifier, number, numbers, short
from jounce.spatial.matrices import apply, rotation_about, rotation_quaternion, transpose
from jounce.spatial.placements import Placement
from jounce.spatial.vectors import scale

if TYPE_CHECKING:
    from jounce.robot.robot import Robot


def locked(robot: "Robot", lock: Mapping[str, Any]) -> "Robot":
    """See `Robot.locked`."""
    names = [joint.name for joint in robot.joints]
    held = locked_positions(lock, names, robot.joints)
    if all(joint.name in held for joint in robot.joints):
        raise ModelError(f"lock: it holds all joints of robot {robot.name!r}; a robot needs one that moves.")
    joints = fix_joints(_with_stated_axes(robot), held)
    parts = assemble(robot.name, (robot.base_link, *robot.links), joints, robot.frames)
    N = unlocked_transmission(robot.transmission, [joint.name for joint in robot.axes], held) if robot.transmission else ()
    return replace(robot, **restore_order(parts, names), transmission=N)


def locked_positions(
    lock: Mapping[str, Any],
    names: Sequence[str],
    joints: Sequence[Joint] = (),
    fixed: Sequence[str] = (),
) -> dict[str, Any]:
    """{joint: position} of the joints among `names` that `lock`, {name or pattern: position}, holds still.

    A name counts before a pattern, and a later pattern before an earlier one. Those of `joints` that follow one that is held, or
    that is `fixed` (at zero), stand still too, unless `lock` says where.
    """
    if not isinstance(lock, Mapping):
        raise ModelError(f"lock: expected {{joint name or pattern: position}}, got {short(lock)}.")
    known = set(names)
    exact: dict[str, Any] = {}
    held: dict[str, Any] = {}
    for key, position in lock.items():
        pattern = identifier(key, "lock, joint name or pattern")
        if pattern in known:
            exact[pattern] = position
            continue
        found = [name for name in names if fnmatchcase(name, pattern)]
        if not found:
            raise ModelError(f"lock: no moving joint is named {pattern!r}, or like it.{closest(pattern, names)}")
        held |= dict.fromkeys(found, position)
    held |= exact
    still = {**dict.fromkeys(fixed, 0.0), **held}
    waiting = {joint.name: joint.mimic for joint in joints if joint.mimic is not None}
    while following := [name for name, mimic in waiting.items() if mimic.joint in still]:
        for name in following:
            mimic = waiting.pop(name)
            if name not in held:
                q = number(still[mimic.joint], f"lock, joint {mimic.joint!r}")
                held[name] = still[name] = mimic.multiplier * q + mimic.offset
    return held


def fix_joints(joints: Sequence[Joint], held: Mapping[str, Any]) -> list[Joint]:
    """The same joints, those that are held of type fixed, at their positions."""
    return [
        Joint(joint.name, "fixed", joint.parent, joint.child, joint.placement.then(placement_at(joint, held[joint.name])))
        if joint.name in held
        else _uncoupled(joint, held)
        for joint in joints
    ]


def placement_at(joint: Joint, position: Any) -> Placement:
    """The child's frame in the joint's, at a position: a number [rad or m], or as many as `joint.positions`."""
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


def _uncoupled(joint: Joint, held: Mapping[str, Any]) -> Joint:
    """Without what its spring does together with springs that are held; at zero they do nothing."""
    if joint.spring is None or not joint.spring.cross:
        return joint
    gone = [other for other in joint.spring.cross if other.joint in held]
    bent = next((other.joint for other in gone if other.stiffness and number(held[other.joint], "lock") != 0.0), None)
    if bent is not None:
        raise ModelError(
            f"lock: joint {bent!r} is coupled to the spring of {joint.name!r}, on which it would pull for ever; lock it at 0, or "
            "both."
        )
    return replace(joint, spring=replace(joint.spring, cross=tuple(c for c in joint.spring.cross if c not in gone)))


def _with_stated_axes(robot: "Robot") -> list[Joint]:
    """Drives that say where their rotor sits, but not along which axis, say it: it counts from all joints at zero."""
    found = []
    simple = not any(joint.mimic or joint.second for joint in robot.joints)
    rotors = {joint.name: rotor for joint, rotor in zip(robot.axes, robot.rotors)} if simple else {}
    for joint in robot.joints:
        drive, rotor = joint.drive, rotors.get(joint.name)
        if rotor is not None and drive is not None and drive.rotor_mount is not None and drive.rotor_axis is None:
            _, frame = robot.locate(drive.rotor_mount)
            joint = replace(joint, drive=replace(drive, rotor_axis=apply(transpose(frame.rotation), rotor.axis)))
        found.append(joint)
    return found
