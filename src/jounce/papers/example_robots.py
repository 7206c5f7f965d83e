"""Example robots for papers that publish no parameters: chains of any length, and a humanoid of 25 joints."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

import jounce as jn
from jounce.papers.measurement import Array

Triple = tuple[float, float, float]
Tensor = tuple[float, float, float, float, float, float]
"""Inertia tensor of a link: xx, yy, zz, xy, xz, yz [kg m^2]."""


def elastic(robot: jn.Robot, coupling: str = "spong") -> jn.Robot:
    """Return the robot with elastic drives of gear ratio 100 at all joints.

    coupling: rotor coupling as in `Robot.with_drives`.
    """
    return robot.with_drives(stiffness=1e4, rotor_inertia=1e-4, gear_ratio=100.0, coupling=coupling)


def right_angled(n: int) -> jn.Robot:
    """Return a chain of n joints that repeats the links of the KUKA LWR.

    Neighbouring axes are at right angles, as in most arms.
    """
    lwr = jn.load("kuka_lwr")
    links, joints = [jn.Link("base")], []
    for i in range(n):
        links.append(replace(lwr.links[i % 7], name=f"link{i}"))
        joints.append(jn.Joint(f"joint{i}", "revolute", links[i].name, links[i + 1].name, lwr.joints[i % 7].placement))
    return jn.Robot.build(f"right_angled_{n}", links, joints)


def generic(n: int, prismatic: bool = False) -> jn.Robot:
    """Return a chain of n joints whose geometry has no zeros and no right angles.

    prismatic: True to make every second joint prismatic.
    """
    rng = np.random.default_rng(1)
    links, joints = [jn.Link("base")], []
    for i in range(n):
        mass = float(rng.uniform(0.5, 5.0))
        links.append(jn.Link(f"link{i}", mass, _triple(rng.normal(scale=0.15, size=3)), _inertia(rng, mass)))
        placement = jn.placement(_triple(rng.normal(scale=0.3, size=3)), _triple(rng.uniform(-3.0, 3.0, size=3)))
        kind = "prismatic" if prismatic and i % 2 else "revolute"
        axis = _triple(rng.normal(size=3))
        joints.append(jn.Joint(f"joint{i}", kind, links[i].name, links[i + 1].name, placement, axis))
    return jn.Robot.build(f"generic_{n}", links, joints, gravity=(1.0, -2.0, -9.0))


def _triple(values: Array) -> Triple:
    """Return an array (3,) as a tuple of floats."""
    x, y, z = map(float, values)
    return x, y, z


def _inertia(rng: np.random.Generator, mass: float) -> Tensor:
    """Return a random inertia tensor, about the centre of mass, of a body with the mass `mass` [kg] and a size of about 0.1
    m."""
    spread = rng.normal(scale=0.1, size=(3, 3))
    second = mass * spread @ spread.T
    tensor = np.trace(second) * np.eye(3) - second
    xx, yy, zz, xy, xz, yz = map(float, (*np.diag(tensor), tensor[0, 1], tensor[0, 2], tensor[1, 2]))
    return xx, yy, zz, xy, xz, yz


# ---------------------------------------------------------------- the humanoid

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


class _Segment(NamedTuple):
    """A joint and the box that moves with it: axis, origin in the parent frame [m], mass [kg], size and centre of the box
    [m]."""

    name: str
    axis: str
    at: Triple
    mass: float
    size: Triple
    centre: Triple


def _leg(side: float) -> list[_Segment]:
    """Return the six segments of a leg; side: 1 left, -1 right."""
    joint = (0.08, 0.08, 0.08)
    return [
        _Segment("hip_yaw", "z", (0.0, 0.10 * side, -0.05), 1.2, joint, (0.0, 0.0, -0.03)),
        _Segment("hip_roll", "x", (0.0, 0.0, -0.06), 1.2, joint, (0.0, 0.0, 0.0)),
        _Segment("hip_pitch", "y", (0.0, 0.0, 0.0), 6.0, (0.12, 0.12, 0.36), (0.0, 0.01 * side, -0.18)),
        _Segment("knee", "y", (0.0, 0.0, -0.38), 3.6, (0.10, 0.10, 0.36), (0.01, 0.0, -0.17)),
        _Segment("ankle_pitch", "y", (0.0, 0.0, -0.37), 0.8, joint, (0.0, 0.0, 0.0)),
        _Segment("ankle_roll", "x", (0.0, 0.0, 0.0), 1.2, (0.22, 0.10, 0.05), (0.04, 0.0, -0.07)),
    ]


def _arm(side: float) -> list[_Segment]:
    """Return the six segments of an arm; side: 1 left, -1 right."""
    joint = (0.07, 0.07, 0.07)
    return [
        _Segment("shoulder_pitch", "y", (0.0, 0.20 * side, 0.38), 1.0, joint, (0.0, 0.02 * side, 0.0)),
        _Segment("shoulder_roll", "x", (0.0, 0.04 * side, 0.0), 1.0, joint, (0.0, 0.0, -0.03)),
        _Segment("shoulder_yaw", "z", (0.0, 0.0, -0.06), 1.8, (0.08, 0.08, 0.24), (0.0, 0.0, -0.12)),
        _Segment("elbow", "y", (0.0, 0.0, -0.24), 0.8, joint, (0.01, 0.0, -0.04)),
        _Segment("wrist_yaw", "z", (0.0, 0.0, -0.06), 1.0, (0.07, 0.07, 0.22), (0.0, 0.0, -0.10)),
        _Segment("wrist_roll", "x", (0.0, 0.0, -0.22), 0.6, (0.06, 0.09, 0.14), (0.0, 0.0, -0.07)),
    ]


PELVIS = (6.0, (0.20, 0.26, 0.14), (0.0, 0.0, 0.0))
WAIST = _Segment("waist", "z", (0.0, 0.0, 0.10), 16.0, (0.20, 0.34, 0.46), (0.0, 0.0, 0.24))


def humanoid(floating: bool = False) -> jn.Robot:
    """Return a humanoid of 25 revolute joints like TORO: two legs of six joints, a waist, two arms of six joints.

    The links are boxes. The pelvis is fixed, or floats with six more DOFs.
    """
    mass, size, centre = PELVIS
    world = jn.Link("world")
    links = [world, jn.Link("pelvis", mass, centre, _box(mass, size))]
    joints = [jn.Joint("root", "floating" if floating else "fixed", "world", "pelvis")]
    limbs = [("", "pelvis", [WAIST])]
    for name, side in (("left_", 1.0), ("right_", -1.0)):
        limbs += [(name, "pelvis", _leg(side)), (name, "waist", _arm(side))]
    for prefix, parent, segments in limbs:
        for segment in segments:
            child = f"{prefix}{segment.name}"
            links.append(jn.Link(child, segment.mass, segment.centre, _box(segment.mass, segment.size)))
            joints.append(jn.Joint(f"{child}_joint", "revolute", parent, child, jn.placement(segment.at), AXES[segment.axis]))
            parent = child
    return jn.Robot.build("humanoid", links, joints)


def _box(mass: float, size: Triple) -> Tensor:
    """Return the inertia tensor of a homogeneous box about its centre; mass [kg]; size: edge lengths [m]."""
    x, y, z = (s * s for s in size)
    return mass * (y + z) / 12.0, mass * (x + z) / 12.0, mass * (x + y) / 12.0, 0.0, 0.0, 0.0
