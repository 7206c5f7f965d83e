"""Insertion of a floating joint between a new base 'world' and the root link of a robot whose file fixes the base."""

from collections.abc import Sequence
from dataclasses import replace

from jounce.errors import LoadError
from jounce.robot.joint import Joint

NAME = "floating_base"
"""Default name of the new floating joint."""
WORLD = "world"
"""Name of the new base; a root link of this name in the file represents the ground and becomes the base."""


def float_base(links: Sequence[str], joints: Sequence[Joint], request: bool | str) -> tuple[list[Joint], list[str]]:
    """Return (joints, names of new links) with the root link on a floating joint.

    request: the name of the floating joint; True for the default name `floating_base`, or `floating_base_2` if a moving joint
    has that name; False to return the joints unchanged. The name of a fixed joint may be reused, since fixed joints are merged.

    If the root link is named `world` and carries the robot on one fixed joint, the floating joint replaces that joint; its zero
    position is the pose in the file. A robot that already has a floating base is unchanged. Raise `LoadError` if its floating
    joint has another name than `request`, if a moving joint has the requested name already, or if a root link `world` carries
    anything but one fixed joint.
    """
    moved = {joint.child for joint in joints}
    roots = [link for link in links if link not in moved]
    if not request or len(roots) != 1:  # several are reported where the tree is built
        return [*joints], []
    root = roots[0]
    out = [joint for joint in joints if joint.parent == root]
    if len(out) == 1 and out[0].type == "floating":
        if isinstance(request, str) and request != out[0].name:
            raise LoadError(f"floating_base: the base floats already, on joint {out[0].name!r}, which is not {request!r}.")
        return [*joints], []
    moving = {joint.name for joint in joints if joint.type != "fixed"}
    if isinstance(request, str) and request in moving:
        raise LoadError(f"floating_base: joint {request!r} is there already; expected another name for the floating joint.")
    name = request if isinstance(request, str) else unused_name(NAME, moving)
    others = [
        joint if joint.name != name else replace(joint, name=unused_name(name, {j.name for j in joints})) for joint in joints
    ]
    if root != WORLD:
        new = unused_name(WORLD, set(links))
        return [Joint(name, "floating", new, root), *others], [new]
    if len(out) != 1 or out[0].type != "fixed":
        carries = ", ".join(f"{joint.name!r} ({joint.type})" for joint in out[:5])
        raise LoadError(
            f"floating_base: the root link {WORLD!r} has the joints {carries or 'none'}; expected a single fixed one, with the "
            "robot behind it. Rename that link if it is a part of the robot."
        )
    bolt = out[0]
    rest = [joint for joint in others if joint.child != bolt.child]
    return [Joint(name, "floating", WORLD, bolt.child, bolt.placement), *rest], []


def unused_name(name: str, names: set[str]) -> str:
    """Return the first of `name`, `name`_2, `name`_3, ... that is not in `names`."""
    count = 2
    candidate = name
    while candidate in names:
        candidate, count = f"{name}_{count}", count + 1
    return candidate
