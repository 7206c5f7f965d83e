"""The model: what it refuses, what its variations do, how it prints."""

import dataclasses
import math

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, ModelError, UnphysicalError
from jounce.spatial.geometry import Placement
from support.tolerances import assert_close

BODY = (2.0, (0.1, 0.0, 0.0), (0.01, 0.02, 0.02, 0.0, 0.0, 0.0))


def pendulum(**more):
    links = [jn.Link("base"), jn.Link("rod", *BODY)]
    return jn.Robot.build("pendulum", links, [jn.Joint("hinge", "revolute", "base", "rod", axis=(0, 1, 0))], **more)


def test_frozen():
    robot = pendulum()
    for thing, name in ((robot, "name"), (robot.links[0], "mass"), (robot.joints[0], "axis"), (jn.Drive(), "damping")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(thing, name, None)
    with pytest.raises(ValueError, match="read-only"):
        robot.parameters[0] = 1.0


NONSENSE = [
    (lambda: jn.Link("a", math.nan), "link 'a', mass"),
    (lambda: jn.Link("a", 1.0, (0, 0, math.inf)), "link 'a', com"),
    (lambda: jn.Link("a", 1.0, (0, 0)), "3 numbers"),
    (lambda: jn.Link("a", "heavy"), "expected a number"),
    (lambda: jn.Link("a", True), "expected a number"),
    (lambda: jn.Link("a", 1e300), "finite"),
    (lambda: jn.Link(""), "name"),
    (lambda: jn.Link("a\nb"), "name"),
    (lambda: jn.Joint("j", "screw", "a", "b"), "joint 'j': expected a type"),
    (lambda: jn.Joint("j", "floating", "a", "b", drive=jn.Drive()), "floating joint cannot have a drive"),
    (lambda: jn.Robot("r", (jn.Link("b"),), (jn.Joint("j", "planar", "base", "b"),)), "joint 'j' is planar; Robot.build"),
    (lambda: jn.Joint("j", "revolute", "a", "b", axis=(0, 0, 0)), "joint 'j'.*no direction"),
    (lambda: jn.Joint("j", "revolute", "a", "b", drive=jn.Drive(), spring=jn.Spring(1.0)), "not both"),
    (lambda: jn.Joint("j", "fixed", "a", "b", drive=jn.Drive()), "fixed joint cannot"),
    (lambda: jn.Joint("j", "revolute", "a", "b", Placement(((1, 0, 0), (0, 2, 0), (0, 0, 1)))), "rotation is not one"),
    (lambda: jn.Drive(stiffness=0.0), "stiffness"),
    (lambda: jn.Drive(stiffness=math.nan), "stiffness"),
    (lambda: jn.Drive(rotor_inertia=-1.0), "rotor_inertia"),
    (lambda: jn.Drive(gear_ratio=0.0), "gear_ratio"),
    (lambda: jn.Drive(damping=-1.0), "damping"),
    (lambda: jn.Drive(coupling="loose"), "coupling"),
    (lambda: jn.Spring(math.inf), "finite"),
    (lambda: jn.robot.Tool("a", outputs=("x", "q")), "outputs"),
    (lambda: jn.robot.Tool("a", outputs=("z", "x")), "outputs"),
    (lambda: jn.robot.Tool("a", outputs=("x", "roll", "yaw")), "outputs"),
    (lambda: jn.robot.Tool("a", outputs=()), "outputs"),
    (lambda: pendulum(gravity=(0, 0)), "gravity"),
    (lambda: pendulum(tool=jn.robot.Tool("hand")), "no link or frame 'hand'"),
]


@pytest.mark.parametrize(("call", "words"), NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_refused(call, words):
    with pytest.raises((ModelError, InputError), match=words):
        call()


def test_with_gravity_turns_the_weight():
    robot, q = jn.load("kuka_lwr"), np.linspace(-1, 1, 7)
    assert not jn.gravity_torque(robot.with_gravity((0, 0, 0)), q).any()
    assert_close(jn.gravity_torque(robot.with_gravity((0, 0, 9.81)), q), -jn.gravity_torque(robot, q))


def test_with_payload():
    """A payload is one more body: its kinetic energy adds J^T I J to the mass matrix."""
    robot, q = jn.load("kuka_lwr"), np.linspace(-1, 1, 7)
    load = jn.Link("load", 3.0, (0.1, -0.05, 0.2), (0.02, 0.03, 0.04, 0.001, 0.002, -0.003))
    heavy = robot.with_payload(load.mass, load.com, load.inertia)
    m, h, tensor = load.about_origin
    xx, yy, zz, xy, xz, yz = tensor
    H = np.array([[0, -h[2], h[1]], [h[2], 0, -h[0]], [-h[1], h[0], 0]])
    six = np.block([[np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), H], [H.T, m * np.eye(3)]])
    J = jn.jacobian(robot, q)
    assert_close(jn.mass_matrix(heavy, q) - jn.mass_matrix(robot, q), J.T @ six @ J)
    with pytest.raises(UnphysicalError, match="payload"):
        robot.with_payload(-1.0)
    with pytest.raises(InputError, match="on the base"):
        robot.with_payload(1.0, link="base")


def test_parameters():
    robot = pendulum()
    expected = [2.0, 0.2, 0, 0, 0.01, 0.02 + 2 * 0.01, 0.02 + 2 * 0.01, 0, 0, 0]
    assert robot.parameters.shape == (10,)
    assert_close(robot.parameters, expected)
