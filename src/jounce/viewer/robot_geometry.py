"""Geometry of a robot for the viewer: joints and their placements, tool, and link sizes."""

import math
from typing import Any

import numpy as np

from jounce.robot import Link, Robot
from jounce.robot.frame import Tool
from jounce.spatial.inertia import full

PARALLEL = 1e-9
"""Tolerance on the cosine of the angle between two axes that count as parallel."""


def describe(robot: Robot) -> dict[str, Any]:
    """Return the geometry of a robot as plain values for JSON: joints, links, tool, and the normal of a planar robot.

    Joint i moves link i; link -1 is the base, whose frame is the world frame. `at` is the index of a joint's position in q (nq,).
    For a mimic joint `at` is the index of the mimicked joint, and the position is `ratio` q[at] + `shift`. For a joint of several
    DOFs `at` is the index of the quaternion, which the origin follows.
    """
    first: dict[str, int] = {}
    count = 0
    for joint in robot.joints:
        first[joint.name] = count
        count += joint.positions
    joints = []
    for joint, parent in zip(robot.joints, robot.parents):
        mimic = joint.mimic
        joints.append(
            {
                "name": joint.name,
                "kind": joint.type if joint.freedoms > 1 else "slides" if joint.prismatic else "turns",
                "parent": parent,
                "rotation": joint.placement.rotation,
                "origin": joint.placement.origin,
                "axis": joint.axis,
                "at": first[joint.name if mimic is None else mimic.joint],
                "ratio": 1.0 if mimic is None else mimic.multiplier,
                "shift": 0.0 if mimic is None else mimic.offset,
                "passive": joint.spring is not None,
            }
        )
    link, tool = robot.locate(robot.tool)
    return {
        "name": robot.name,
        "positions": robot.nq,
        "joints": joints,
        "links": [{"name": link.name, "com": link.com, "end": _end(robot, link), **_box(link)} for link in robot.links],
        "tool": {"link": link, "rotation": tool.rotation, "origin": tool.origin, "shown": _has_tool(robot)},
        "normal": _normal(robot),
    }


def _has_tool(robot: Robot) -> bool:
    """Return True if the viewer draws a tool: the robot is a single chain, or its tool is not the frame of the last link."""
    return robot.tool != Tool(robot.links[-1].name) or len(set(robot.parents)) == len(robot.parents)


def _end(robot: Robot, link: Link) -> tuple[float, float, float] | None:
    """Return the origin [m] of the frame on a link that is farthest from the link's origin, such as a foot; None if no frame."""
    places = [frame.placement.origin for frame in robot.frames if frame.link == link.name]
    return max(places, key=lambda place: math.hypot(*place), default=None)


def _box(link: Link) -> dict[str, Any]:
    """Return sides [m] and axes (columns, in the link frame) of the homogeneous box with the link's mass and inertia.

    With principal moments of inertia I1, I2, I3, the length of side 1 is sqrt(6 (I2 + I3 - I1) / m). Both are None without mass.
    """
    if link.mass <= 0.0:
        return {"sides": None, "axes": None}
    moments, axes = np.linalg.eigh(np.array(full(link.inertia)))
    if np.linalg.det(axes) < 0.0:
        axes[:, 0] *= -1.0
    sides = np.sqrt(np.maximum(6.0 * (moments.sum() - 2.0 * moments) / link.mass, 0.0))
    return {"sides": sides.tolist(), "axes": axes.tolist()}


def _normal(robot: Robot) -> list[float] | None:
    """Return the normal (3,) of a planar robot in the base frame: the common direction of its revolute axes; else None."""
    turned = {-1: np.eye(3)}
    axes = []
    for i, (joint, parent) in enumerate(zip(robot.joints, robot.parents)):
        turned[i] = turned[parent] @ np.array(joint.placement.rotation)
        axes.append(turned[i] @ np.array(joint.axis))
    turn = all(joint.type in ("revolute", "continuous") for joint in robot.joints)
    return axes[0].tolist() if turn and all(abs(abs(axis @ axes[0]) - 1.0) < PARALLEL for axis in axes) else None
