"""A base that floats, for a robot whose file bolts it down."""

from collections.abc import Sequence
from dataclasses import replace

from jounce.errors import LoadError
from jounce.robot.joint import Joint

NAME = "floating_base"
"""Of the new joint, unless the user says another."""
WORLD = "world"
"""Name of the new base; also of a root link that stands for the ground and not for a part of the robot."""


def float_base(links: Sequence[str], joints: Sequence[Joint], asked: bool | str) -> tuple[list[Joint], list[str]]:
    """(joints, names of new links) such that the root floats. asked: True, or the name of the joint.

    A root link `world` that carries the robot on one fixed joint stays where it is, and that joint becomes the floating one: at
    its neutral position the robot stands where the file puts it. A root that is on a floating joint already stays as it is. Names
    of fixed joints are free, as these do not survive; a moving joint `floating_base` keeps its name, and ours is
    `floating_base_2`.
    """
    moved = {joint.child for joint in joints}
    roots = [link for link in links if link not in moved]
    if not asked or len(roots) != 1:  # several are reported where the tree is built
        return [*joints], []
    root = roots[0]
    out = [joint for joint in joints if joint.parent == root]
    if len(out) == 1 and out[0].type == "floating":
        if isinstance(asked, str) and asked != out[0].name:
            raise LoadError(f"floating_base: the base floats already, on joint {out[0].name!r}, which is not {asked!r}.")
        return [*joints], []
    moving = {joint.name for joint in joints if joint.type != "fixed"}
    if isinstance(asked, str) and asked in moving:
        raise LoadError(f"floating_base: joint {asked!r} is there already; expected another name for the floating joint.")
    name = asked if isinstance(asked, str) else unused_name(NAME, moving)
    kept = [joint if joint.name != name else replace(joint, name=unused_name(name, {j.name for j in joints})) for joint in joints]
    if root != WORLD:
        new = unused_name(WORLD, set(links))
        return [Joint(name, "floating", new, root), *kept], [new]
    if len(out) != 1 or out[0].type != "fixed":
        carries = ", ".join(f"{joint.name!r} ({joint.type})" for joint in out[:5])
        raise LoadError(
            f"floating_base: the root link {WORLD!r} has the joints {carries or 'none'}; expected a single fixed one, with the "
            "robot behind it. Rename that link if it is a part of the robot."
        )
    bolt = out[0]
    rest = [joint for joint in kept if joint.child != bolt.child]
    return [Joint(name, "floating", WORLD, bolt.child, bolt.placement), *rest], []


def unused_name(name: str, taken: set[str]) -> str:
    """`name`, or `name`_2, `name`_3, ... whichever is not taken."""
    count = 2
    found = name
    while found in taken:
        found, count = f"{name}_{count}", count + 1
    return found
