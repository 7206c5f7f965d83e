"""Robots of all kinds, numbers to put in the place of their own, and motions: for tests of `parameters=`."""

import dataclasses
import math

import numpy as np

import jounce as jn
from jounce.robot.parameters import PARAMETERS
from support.random_robots import inertia, random_robot, rotation
from support.rotors import random_rotors
from support.several_freedoms import random_tree

KINDS = ("rigid", "elastic", "rotors", "floating", "held")
"""Rigid drives or none; Spong's drives, rigid ones and none; carried rotors; spherical and floating joints; passive springs."""
NOT_OF_MOTORS = ("damping", "spring_stiffness", "spring_damping")
"""Parameters that motor torque at an instant does not have."""


def drive(rng, stiffness):
    """A drive with friction behind a gear that may turn the other way round."""
    return jn.Drive(
        rotor_inertia=rng.uniform(0.1, 0.5),
        gear_ratio=rng.choice([-1, 1]) * rng.uniform(1.0, 3.0),
        stiffness=stiffness,
        viscous_friction=rng.uniform(0.0, 2.0),
        coulomb_friction=rng.uniform(0.0, 2.0),
        coulomb_speed=rng.uniform(0.5, 1.0),
    )


def robot_of(kind, seed, n=None):
    """A random tree of this kind with its tool somewhere on a random link; n: 1 to 6 joints (4 at most that float)."""
    rng = np.random.default_rng(seed + 70_000)
    n = n or int(rng.integers(1, 5 if kind == "floating" else 7))
    if kind == "rotors":
        robot = random_rotors(seed, n, chain=seed % 3 == 0)
    elif kind == "floating":
        robot = random_tree(seed, n, floating=seed % 2 == 0)
    else:
        robot = random_robot(seed, n, kinds=("revolute", "continuous", "prismatic"), chain=seed % 3 == 0)
        joints = []
        for i, joint in enumerate(robot.joints):
            # share of drives: none, rigid, elastic
            which = rng.choice(3, p=(0.2, 0.8, 0.0) if kind == "rigid" else (0.2, 0.2, 0.6))
            made = [None, lambda: drive(rng, math.inf), lambda: drive(rng, 10 ** rng.uniform(2, 4))][which]
            joint = dataclasses.replace(joint, drive=made and made())
            if kind == "held" and (rng.random() < 0.4 or i == n - 1):
                joint = dataclasses.replace(joint, drive=None, spring=jn.Spring(*rng.uniform(10.0, 100.0, size=2)))
            joints.append(joint)
        robot = dataclasses.replace(robot, joints=tuple(joints))
    return robot.with_tool(str(rng.choice([link.name for link in robot.links])), rng.normal(size=3), rng.normal(size=3))


def body(rng, more=0.0):
    """Ten parameters of some body, with `more` inertia about all axes than its mass has."""
    mass = float(rng.uniform(0.5, 5.0))
    xx, yy, zz, *products = inertia(rng, mass)
    link = jn.Link("body", mass, tuple(rng.normal(scale=0.15, size=3)), (xx + more, yy + more, zz + more, *products))
    return np.array(link.about_origin.parameters)


def numbers_for(robot, seed, batch=(), names=tuple(PARAMETERS)):
    """{name: (*batch, size)} that a robot can have; nan where a joint has no such number, which nobody may read."""
    rng = np.random.default_rng(seed + 80_000)
    carried = sum(d.rotor_inertia for d in robot.drives if d is not None) if any(robot.rotors) else 0.0

    def one(name):
        own = robot.parameter_values(name)
        if name == "inertia":
            return np.concatenate([body(rng, carried) for _ in robot.links])
        if name == "payload":
            return 0.3 * body(rng)
        if name == "gravity":
            return rng.normal(scale=6.0, size=3)
        if name in ("stiffness", "rotor_inertia", "spring_stiffness"):
            return np.where(np.isfinite(own), own * rng.uniform(0.5, 1.0, size=own.shape), np.nan)
        return np.where(np.isfinite(own), rng.uniform(0.1, 2.0, size=own.shape), np.nan)

    made = {name: np.array([one(name) for _ in np.ndindex(batch)]) for name in names}
    made = {name: x.reshape(*batch, -1) for name, x in made.items()}
    return {name: x for name, x in made.items() if x.shape[-1]}


def motion_of(robot, seed, arrays, batch=()):
    """q (*batch, nq), and further arrays (*batch, n)."""
    rng = np.random.default_rng(seed + 90_000)
    return [rng.normal(size=(*batch, robot.nq if k == 0 else robot.n)) for k in range(arrays)]


def placement(rng):
    """Anywhere, turned any way."""
    return jn.robot.Placement(tuple(map(tuple, rotation(rng).tolist())), tuple(rng.normal(scale=0.3, size=3)))


def parts(result):
    """All arrays of a result, each by what to call it."""
    if isinstance(result, dict):
        return [(name, np.asarray(x)) for name, x in result.items()]
    if isinstance(result, tuple):
        names = getattr(result, "_fields", range(len(result)))
        return [(str(name), np.asarray(x)) for name, x in zip(names, result, strict=True)]
    return [("result", np.asarray(result))]
