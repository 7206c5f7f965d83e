"""A part of a robot as a robot of its own."""

from dataclasses import replace
from typing import TYPE_CHECKING

from jounce.errors import InputError
from jounce.robot.frame import Tool
from jounce.spatial.matrices import apply, transpose

if TYPE_CHECKING:
    from jounce.robot.robot import Robot


def subchain(robot: "Robot", tip: str | int, base: str | int | None = None) -> "Robot":
    """See `Robot.subchain`."""
    last, _ = robot.locate(tip)
    first = -1 if base is None else robot.locate(base)[0]
    chain: list[int] = []
    at = last
    while at not in (first, -1):
        chain.insert(0, at)
        at = robot.parents[at]
    if at != first or not chain:
        ends = f"{robot.base if first < 0 else robot.links[first].name!r} to {tip!r}"
        raise InputError(f"robot {robot.name!r}: no joint leads from {ends}.")
    keep = [robot.links[i] for i in chain]
    root = robot.base if first < 0 else robot.links[first].name
    names = {root, *(link.name for link in keep)}
    gravity = robot.gravity
    above = first
    upward: list[int] = []
    while above >= 0:
        upward.insert(0, above)
        above = robot.parents[above]
    for i in upward:
        gravity = apply(transpose(robot.joints[i].placement.rotation), gravity)
    tool = robot.tool if robot.locate(robot.tool.link)[0] == last else Tool(keep[-1].name)
    return replace(
        robot,
        links=tuple(keep),
        joints=tuple(robot.joints[i] for i in chain),
        base=root,
        base_link=robot.base_link if first < 0 else robot.links[first],
        gravity=gravity,
        frames=tuple(frame for frame in robot.frames if frame.link in names),
        tool=tool,
    )
