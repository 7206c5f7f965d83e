"""Checks of the tree structure of links, joints, frames and mimic joints."""

from collections.abc import Sequence
from dataclasses import replace

from jounce.errors import ModelError
from jounce.robot.frame import Frame
from jounce.robot.joint import FOLLOWING, MOVING, Joint, Mimic
from jounce.robot.link import Link
from jounce.robot.passive import spring_couplings
from jounce.robot.validation import closest


def check_topology(name: str, base: str, links: tuple[Link, ...], joints: tuple[Joint, ...], frames: tuple[Frame, ...]) -> None:
    """Raise `ModelError` unless links, joints and frames form a tree, parents before children, with unique names."""
    if not joints:
        raise ModelError(f"robot {name!r} has no moving joint.")
    if len(links) != len(joints):
        raise ModelError(f"robot {name!r}: {len(links)} moving links, but {len(joints)} moving joints.")
    unique([j.name for j in joints], "joint")
    unique([base, *[link.name for link in links], *[f.name for f in frames]], "link or frame")
    seen = {base}
    for link, joint in zip(links, joints):
        if joint.type not in MOVING:
            raise ModelError(
                f"joint {joint.name!r} is {joint.type}; Robot.build merges fixed joints and takes composite ones apart, "
                f"Robot() takes joints of type {', '.join(MOVING)}."
            )
        if joint.child != link.name:
            raise ModelError(f"joint {joint.name!r} moves {joint.child!r}, but the link in its place is {link.name!r}.")
        if joint.parent not in seen:
            raise ModelError(
                f"joint {joint.name!r}: its parent link {joint.parent!r} is unknown or comes later; Robot.build sorts them."
            )
        seen.add(link.name)
    spring_couplings([joint.name for joint in joints], [joint.spring for joint in joints])
    for frame in frames:
        if frame.link not in seen:
            raise ModelError(f"frame {frame.name!r} is on link {frame.link!r}, which does not exist.")


def resolve_mimics(joints: tuple[Joint, ...]) -> tuple[Joint, ...]:
    """Return the joints with mimic chains resolved: each mimic joint refers to a joint with a DOF of its own.

    Raises `ModelError` for circular references and for references to joints that cannot be mimicked.
    """
    by_name = {joint.name: joint for joint in joints}

    def resolve(joint: Joint) -> Joint:
        """Return the joint with its mimic ratio and offset composed along the chain."""
        ratio, offset, at = 1.0, 0.0, joint
        for _ in joints:
            if at.mimic is None:
                return joint if joint.mimic is None else replace(joint, mimic=Mimic(at.name, ratio, offset))
            ratio, offset = ratio * at.mimic.multiplier, ratio * at.mimic.offset + offset
            if at.mimic.joint not in by_name:
                hint = closest(at.mimic.joint, list(by_name))
                raise ModelError(f"joint {at.name!r} follows {at.mimic.joint!r}, which is no moving joint.{hint}")
            at = by_name[at.mimic.joint]
            if at.type not in FOLLOWING:
                raise ModelError(f"joint {joint.name!r} follows {at.name!r}, a {at.type} joint; expected {', '.join(FOLLOWING)}.")
        raise ModelError(f"joint {joint.name!r} follows itself, through {joint.mimic and joint.mimic.joint!r}.")

    return tuple(map(resolve, joints))


def unique(names: Sequence[str], what: str) -> None:
    """Raise `ModelError` if a name occurs twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ModelError(f"two of them are named {name!r}: every {what} needs a name of its own.")
        seen.add(name)
