"""Random robots: trees of any shape with arbitrary axes, placements and physical inertia."""

import dataclasses

import numpy as np

import jounce as jn
from jounce.spatial.geometry import Placement

AXES = np.concatenate([np.eye(3), -np.eye(3)])


def rotation(rng):
    """A uniformly random rotation matrix."""
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    return q * np.linalg.det(q)


def inertia(rng, mass):
    """(Ixx, Iyy, Izz, Ixy, Ixz, Iyz) about the centre of mass of some body of this mass, a hand's width across."""
    spread = rng.normal(scale=0.1, size=(3, 3))
    second = mass * spread @ spread.T
    tensor = np.trace(second) * np.eye(3) - second
    return (*np.diag(tensor), tensor[0, 1], tensor[0, 2], tensor[1, 2])


def random_robot(seed, n=None, kinds=("revolute", "continuous", "prismatic"), chain=False, gravity=None):
    """A tree of n joints (1 to 30 if not said); a third of the axes are coordinate axes, a quarter of the placements unturned."""
    rng = np.random.default_rng(seed)
    n = n or int(rng.integers(1, 31))
    links, joints = [jn.Link("base")], []
    for i in range(n):
        mass = float(rng.uniform(0.5, 5.0))
        links.append(jn.Link(f"link{i}", mass, tuple(rng.normal(scale=0.15, size=3)), inertia(rng, mass)))
        parent = i - 1 if chain else int(rng.integers(max(-1, i - 4), i))
        axis = AXES[rng.integers(6)] if rng.random() < 1 / 3 else rng.normal(size=3)
        R = np.eye(3) if rng.random() < 0.25 else rotation(rng)
        placement = Placement(tuple(map(tuple, R.tolist())), tuple(rng.normal(scale=0.3, size=3)))
        name = "base" if parent < 0 else f"link{parent}"
        joints.append(jn.Joint(f"joint{i}", str(rng.choice(kinds)), name, f"link{i}", placement, tuple(axis)))
    g = tuple(rng.normal(scale=6.0, size=3)) if gravity is None else gravity
    return jn.Robot.build(f"random{seed}", links, joints, gravity=g)


def random_motion(robot, seed, orders, batch=()):
    """(orders+1, *batch, n) of normal random numbers."""
    return np.random.default_rng(seed + 10_000).normal(size=(orders + 1, *batch, robot.n))


def right_angled_arm(n):
    """The LWR's links over and over: right angles, all of them."""
    lwr = jn.load("kuka_lwr")
    links, joints = [jn.Link("base")], []
    for i in range(n):
        links.append(dataclasses.replace(lwr.links[i % 7], name=f"l{i}"))
        parent = f"l{i - 1}" if i else "base"
        joints.append(jn.Joint(f"j{i}", "revolute", parent, f"l{i}", lwr.joints[i % 7].placement))
    return jn.Robot.build(f"arm{n}", links, joints)


def plainly(function, *arguments, **more):
    """A call in plain Python, from a test that runs native code."""
    jn.set_backend("python")
    try:
        return function(*arguments, **more)
    finally:
        jn.set_backend("native")
