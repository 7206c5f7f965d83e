"""Attachment of a robot to a link of another robot, or to the world: grippers, rails, two arms on one base, a tilted mount.

In both cases the base of a robot is fixed on a link, at a constant placement. Joints whose parent was the base then have that
link as parent, and the base becomes a frame with the name of the base.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from jounce.errors import InputError, ModelError
from jounce.robot.frame import Frame
from jounce.robot.joint import Joint, check_placement
from jounce.robot.link import Link, merged_link
from jounce.robot.validation import identifier, listed, short
from jounce.spatial.geometry import Placement

if TYPE_CHECKING:
    from jounce.robot.robot import Robot

WORLD = "world"
"""Name of the new base in `Robot.placed`; underscores are appended if a link or frame has this name."""


class _Branch(NamedTuple):
    """Links, joints and frames of a robot whose base has been fixed on a link of another robot."""

    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
    frames: tuple[Frame, ...]


def attach(robot: "Robot", other: "Robot", link: str | int, placement: Placement, prefix: str) -> "Robot":
    """Return `robot` with the robot `other` fixed on its link or frame `link`; see `Robot.attach`."""
    if not isinstance(other, type(robot)):
        raise InputError(f"attach: expected a Robot, got {short(other)}.")
    if not isinstance(prefix, str):
        raise InputError(f"attach, prefix: expected text to put before the names of the attached robot, got {short(prefix)}.")
    if prefix:
        identifier(prefix, "attach, prefix")
    index, there = robot.locate(link)
    at = there.then(check_placement(placement, "attach, placement"))
    carrier = robot.links[index] if index >= 0 else robot.base_link
    branch = _on(other, carrier.name, at, prefix)
    places = ("link or frame", _places(robot), [*_names(branch.links), *_names(branch.frames)])
    for what, old, new in (places, ("joint", _names(robot.joints), _names(branch.joints))):
        clash = sorted({*old} & {*new})
        if clash:
            raise ModelError(
                f"attach: robots {robot.name!r} and {other.name!r} both have a {what} {listed([repr(name) for name in clash])}; "
                f"give the attached one names of its own with prefix=, such as prefix={other.name + '_'!r}."
            )
    base = other.base_link
    whole = merged_link(carrier.name, [(carrier, carrier.about_origin), (base, base.about_origin.seen_from(at))])
    links = tuple(whole if i == index else body for i, body in enumerate(robot.links))
    return replace(
        robot,
        links=(*links, *branch.links),
        joints=(*robot.joints, *branch.joints),
        frames=(*robot.frames, *branch.frames),
        base_link=whole if index < 0 else robot.base_link,
        transmission=_side_by_side(robot, other),
    )


def placed(robot: "Robot", placement: Placement) -> "Robot":
    """Return the robot with its base fixed at a placement in a new base named `WORLD`; see `Robot.placed`."""
    at = check_placement(placement, "placed")
    base, names = WORLD, set(_places(robot))
    while base in names:
        base += "_"
    branch = _on(robot, base, at, "")
    body = robot.base_link
    ground = merged_link(base, [(Link(base), Link(base).about_origin), (body, body.about_origin.seen_from(at))])
    return replace(robot, links=branch.links, joints=branch.joints, frames=branch.frames, base=base, base_link=ground)


def _names(items: Sequence[Link] | Sequence[Joint] | Sequence[Frame]) -> list[str]:
    return [item.name for item in items]


def _places(robot: "Robot") -> list[str]:
    """Return the names of the robot's base, links and frames, which must be unique together."""
    return [robot.base, *_names(robot.links), *_names(robot.frames)]


def _on(robot: "Robot", carrier: str, at: Placement, prefix: str) -> _Branch:
    """Return links, joints and frames of `robot`, with prefixed names and its base fixed on the link `carrier` at pose `at`."""

    def there(link: str, placement: Placement) -> tuple[str, Placement]:
        """Return (link name, placement) after the attachment; a placement on the base of `robot` is converted to `carrier`."""
        return (carrier, at.then(placement)) if link == robot.base else (prefix + link, placement)

    joints = []
    for joint in robot.joints:
        parent, placement = there(joint.parent, joint.placement)
        drive, spring, mimic = joint.drive, joint.spring, joint.mimic
        if mimic is not None:
            mimic = replace(mimic, joint=prefix + mimic.joint)
        if drive is not None and drive.rotor_mount is not None:
            drive = replace(drive, rotor_mount=prefix + drive.rotor_mount)
        if spring is not None and spring.cross:
            spring = replace(spring, cross=tuple(c._replace(joint=prefix + c.joint) for c in spring.cross))
        new = {"name": prefix + joint.name, "parent": parent, "child": prefix + joint.child, "placement": placement}
        joints.append(replace(joint, drive=drive, spring=spring, mimic=mimic, **new))  # type: ignore[arg-type]  # Joint checks
    frames = [Frame(prefix + robot.base, carrier, at)]
    frames += [Frame(prefix + frame.name, *there(frame.link, frame.placement)) for frame in robot.frames]
    return _Branch(tuple(replace(link, name=prefix + link.name) for link in robot.links), tuple(joints), tuple(frames))


def _side_by_side(robot: "Robot", other: "Robot") -> tuple[tuple[float, ...], ...]:
    """Return the block-diagonal transmission matrix (n, n) of both robots; () if both transmissions are the identity."""
    if not robot.transmission and not other.transmission:
        return ()
    blocks = [r.transmission or tuple(tuple(float(i == j) for j in range(r.n)) for i in range(r.n)) for r in (robot, other)]
    first = [(*row, *[0.0] * other.n) for row in blocks[0]]
    return (*first, *((*[0.0] * robot.n, *row) for row in blocks[1]))
