"""Serial subchains: the joints between two links of a robot, as a separate robot; see `Robot.subchain`."""

from dataclasses import replace
from typing import TYPE_CHECKING

from jounce.errors import InputError
from jounce.robot.frame import Tool
from jounce.robot.locking import placement_at
from jounce.spatial.geometry import apply_transpose

if TYPE_CHECKING:
    from jounce.robot.robot import Robot


def subchain(robot: "Robot", tip: str | int, base: str | int | None = None) -> "Robot":
    """Return the chain of joints from `base` to `tip` as a robot; see `Robot.subchain`."""
    last, _ = robot.locate(tip)
    first = -1 if base is None else robot.locate(base)[0]
    chain: list[int] = []
    link = last
    while link not in (first, -1):
        chain.insert(0, link)
        link = robot.parents[link]
    if link != first or not chain:
        raise InputError(f"robot {robot.name!r}: no joint leads from {_ends(robot, first, tip)}.")
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
        joint = robot.joints[i]
        at = joint.placement if joint.mimic is None else joint.placement.then(placement_at(joint, joint.mimic.offset))
        gravity = apply_transpose(at.rotation, gravity)
    tool = robot.tool if robot.locate(robot.tool.link)[0] == last else Tool(keep[-1].name)
    freedoms = [k for k, i in enumerate(robot.velocity_joints) if i in chain]
    for i in chain:
        mimic = robot.joints[i].mimic
        if mimic is not None and mimic.joint not in [robot.joints[k].name for k in chain]:
            raise InputError(
                f"joint {robot.joints[i].name!r} follows {mimic.joint!r}, which is not between {_ends(robot, first, tip)}."
            )
    return replace(
        robot,
        transmission=_sub_transmission(robot, freedoms),
        links=tuple(keep),
        joints=tuple(robot.joints[i] for i in chain),
        base=root,
        base_link=robot.base_link if first < 0 else robot.links[first],
        gravity=gravity,
        frames=tuple(frame for frame in robot.frames if frame.link in names),
        tool=tool,
    )


def _ends(robot: "Robot", first: int, tip: str | int) -> str:
    """Return the text "BASE to TIP" for error messages; first: index of the base link of the chain, -1 for the robot's base."""
    return f"{robot.base if first < 0 else robot.links[first].name!r} to {tip!r}"


def _sub_transmission(robot: "Robot", freedoms: list[int]) -> tuple[tuple[float, ...], ...]:
    """Return the rows and columns `freedoms` (DOF indices) of the transmission matrix; () for the identity.

    Raise `InputError` if the transmission couples a DOF of the chain to a DOF outside the chain.
    """
    N = robot.transmission
    if not N:
        return ()
    for i in freedoms:
        for j in range(robot.n):
            if j not in freedoms and (N[i][j] or N[j][i]):
                raise InputError(
                    f"robot {robot.name!r}: the transmission couples the motors of joints {robot.axes[i].name!r} and "
                    f"{robot.axes[j].name!r}, and only one of these joints is in the chain."
                )
    return tuple(tuple(N[i][j] for j in freedoms) for i in freedoms)
