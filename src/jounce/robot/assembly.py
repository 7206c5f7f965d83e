"""Assembly of links and joints into one sorted tree; the child link of a fixed joint is merged into the parent link."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from jounce.errors import ModelError
from jounce.robot.frame import Frame
from jounce.robot.joint import COMPOSITE, Joint
from jounce.robot.link import Link, merged_link, unphysical
from jounce.robot.passive import Bushing
from jounce.robot.topology import unique
from jounce.robot.validation import checked_tuple, closest
from jounce.spatial.geometry import IDENTITY, Placement, transpose, turn_z_onto
from jounce.spatial.inertia import Inertia


def assemble(name: str, links: Sequence[Link], joints: Sequence[Joint], frames: Sequence[Frame]) -> dict[str, Any]:
    """Return the fields links, joints, base, frames and base_link of a `Robot`; see `Robot.build`.

    Joints are sorted depth first; siblings keep their order.
    """
    links, joints, frames = (
        checked_tuple(Link, links, "links"),
        checked_tuple(Joint, joints, "joints"),
        checked_tuple(Frame, frames, "frames"),
    )
    links, joints = expand_composite_joints(links, joints)
    unique([link.name for link in links], "link")
    unique([joint.name for joint in joints], "joint")
    by_name = {link.name: link for link in links}
    root = _root(name, by_name, joints)
    branches: dict[str, list[Joint]] = {link: [] for link in by_name}
    for joint in joints:
        branches[joint.parent].append(joint)

    # Walk the tree from the base. A moving link (or the base) carries every link at a constant placement.
    moving: list[Joint] = []
    carrier: dict[str, tuple[str, Placement]] = {root: (root, Placement())}
    parts = {root: [(by_name[root], by_name[root].about_origin)]}
    merged: list[Frame] = []
    waiting = list(reversed(branches[root]))
    while waiting:
        joint = waiting.pop()
        waiting += reversed(branches[joint.child])
        holder, at = carrier[joint.parent]
        placement = at.then(joint.placement) if at != Placement() else joint.placement
        link = by_name[joint.child]
        if joint.type == "fixed":
            carrier[link.name] = (holder, placement)
            merged.append(Frame(link.name, holder, placement))
            parts[holder].append((link, link.about_origin.seen_from(placement)))
        else:
            carrier[link.name] = (link.name, Placement())
            parts[link.name] = [(link, link.about_origin)]
            moving.append(replace(joint, parent=holder, placement=placement))

    for frame in frames:
        if frame.link not in carrier:
            raise ModelError(f"frame {frame.name!r}: no link {frame.link!r}.{closest(frame.link, list(carrier))}")
        holder, at = carrier[frame.link]
        placement = at.then(frame.placement) if at != Placement() else frame.placement
        merged.append(Frame(frame.name, holder, placement))
    whole = tuple(merged_link(joint.child, parts[joint.child]) for joint in moving)
    return {"links": whole, "joints": tuple(moving), "base": root, "frames": tuple(merged), "base_link": _base(root, parts[root])}


def _base(name: str, parts: list[tuple[Link, Inertia]]) -> Link:
    """Return the base `name`, merged from `parts`, pairs (link, inertia about the base origin), even if it is unphysical."""
    unchecked = [(replace(link, physical=False), inertia) for link, inertia in parts]
    whole = merged_link(name, unchecked)
    return replace(whole, physical=not unphysical(whole.mass, whole.inertia))


def restore_order(parts: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return the result `parts` of `assemble` with links and joints in the order of the joint names `names`.

    `parts` is returned unchanged if this order would put a child before its parent, or if composite joints were expanded.
    """
    place = {name: i for i, name in enumerate(names)}
    links, joints = parts["links"], parts["joints"]
    if any(joint.name not in place for joint in joints):  # composite joints were expanded
        return parts
    order = sorted(range(len(joints)), key=lambda i: place[joints[i].name])
    seen = {parts["base"]}
    for i in order:
        if joints[i].parent not in seen:
            return parts
        seen.add(links[i].name)
    return {**parts, "links": tuple(links[i] for i in order), "joints": tuple(joints[i] for i in order)}


def expand_composite_joints(links: Sequence[Link], joints: Sequence[Joint]) -> tuple[tuple[Link, ...], tuple[Joint, ...]]:
    """Return (links, joints) with composite joints replaced by several joints of one DOF, with massless links in between.

    planar: translation along two directions perpendicular to the axis, then rotation about it; universal: rotation about x, then
    about y of the joint frame; cylindrical: translation along the axis, then rotation about it; bushing: see `Bushing`.
    """
    between: list[Link] = []
    simple: list[Joint] = []
    for joint in joints:
        if joint.type not in COMPOSITE:
            simple.append(joint)
            continue
        if joint.bushing is not None:
            chain = _bushing(joint, joint.bushing)
            between += [Link(one.child) for one in chain[:-1]]
            simple += chain
            continue
        x, y, _ = transpose(turn_z_onto(joint.axis))
        parts = {
            "planar": [("x", "prismatic", x), ("y", "prismatic", y), ("angle", "continuous", joint.axis)],
            "universal": [("x", "continuous", IDENTITY[0]), ("y", "continuous", IDENTITY[1])],
            "cylindrical": [("along", "prismatic", joint.axis), ("angle", "continuous", joint.axis)],
        }[joint.type]
        parent = joint.parent
        for k, (suffix, kind, axis) in enumerate(parts):
            last = k == len(parts) - 1
            child = joint.child if last else f"{joint.name}_{suffix}_link"
            if not last:
                between.append(Link(child))
            at = joint.placement if k == 0 else Placement()
            simple.append(Joint(f"{joint.name}_{suffix}", kind, parent, child, at, axis))
            parent = child
    return (*links, *between), tuple(simple)


def _bushing(joint: Joint, spring: Bushing) -> list[Joint]:
    """Return the joints of a bushing: rotations about x, y, z, and for a 6x6 stiffness then translations along x, y, z."""
    suffixes = ("rx", "ry", "rz", "x", "y", "z")[: len(spring.stiffness)]
    names = [f"{joint.name}_{suffix}" for suffix in suffixes]
    links = [joint.parent, *(f"{name}_link" for name in names[:-1]), joint.child]
    return [
        Joint(
            name,
            "continuous" if k < 3 else "prismatic",
            links[k],
            links[k + 1],
            joint.placement if k == 0 else Placement(),
            IDENTITY[k % 3],
            spring=one,
        )
        for k, (name, one) in enumerate(zip(names, spring.springs(names)))
    ]


def bolted_to_base(joints: Sequence[Joint]) -> set[str]:
    """Return the names of the base and of all links fixed to the base, whose inertia no equation reads and no reader checks."""
    bolted: dict[str, list[str]] = {joint.parent: [] for joint in joints}
    for joint in joints:
        if joint.type == "fixed":
            bolted[joint.parent].append(joint.child)
    still = bolted.keys() - {joint.child for joint in joints}
    waiting = list(still)
    while waiting:
        new = [link for link in bolted.get(waiting.pop(), []) if link not in still]
        still.update(new)
        waiting += new
    return still


def _root(name: str, links: dict[str, Link], joints: Sequence[Joint]) -> str:
    """Return the name of the only link that no joint moves, the base; raise `ModelError` unless the joints form a single tree."""
    if not links:
        raise ModelError(f"robot {name!r} has no links.")
    mover: dict[str, str] = {}
    for joint in joints:
        for end in (joint.parent, joint.child):
            if end not in links:
                raise ModelError(f"joint {joint.name!r}: no link {end!r}.{closest(end, list(links))}")
        if joint.child in mover:
            raise ModelError(
                f"link {joint.child!r} is moved by two joints, {mover[joint.child]!r} and {joint.name!r}: "
                "closed loops are not supported, a robot is a tree."
            )
        mover[joint.child] = joint.name
    roots = [link for link in links if link not in mover]
    if not roots:
        raise ModelError(f"robot {name!r}: every link is moved by a joint, so the joints form a cycle and there is no base.")
    if len(roots) > 1:
        raise ModelError(
            f"robot {name!r} has several base links ({', '.join(roots[:5])}{', ...' if len(roots) > 5 else ''}): "
            "exactly one link may be without a parent joint."
        )
    reached = {roots[0]}
    children: dict[str, list[str]] = {}
    for joint in joints:
        children.setdefault(joint.parent, []).append(joint.child)
    waiting = [roots[0]]
    while waiting:
        for child in children.get(waiting.pop(), []):
            reached.add(child)
            waiting.append(child)
    stray = [joint for joint in joints if joint.child not in reached]
    if stray:
        raise ModelError(
            f"robot {name!r}: joint {stray[0].name!r} belongs to a cycle that is not connected to the base {roots[0]!r}."
        )
    return roots[0]
