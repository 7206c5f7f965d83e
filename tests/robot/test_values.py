"""Robots and their parts are values: equal if what they are made of is, in any process."""

import copy
import dataclasses
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import jounce as jn
from support.random_robots import random_robot
from support.several_freedoms import random_tree


def cube(delta):
    return 500.0 * delta + 2e4 * delta**3


def root(torque):
    return jn.robot.HardeningSpring(500.0, 2e4).rest(torque)


def robot(stiffness=1e3):
    found = random_robot(3, n=4).with_drives(stiffness=stiffness, rotor_inertia=0.1, coupling="full")
    return found.with_tool("link2", (0.1, 0.2, 0.3), outputs=("x", "y"))


MAKERS = {
    "robot": robot,
    "library": lambda: jn.load("kuka_lwr"),
    "several freedoms": lambda: random_tree(4, n=5),
    "flexible": lambda: jn.load("flexible_3axis"),
    "link": lambda: jn.Link("a", 1.0, np.array([0.1, 0.0, 0.0]), np.full(6, 0.0)),
    "joint": lambda: jn.Joint("j", "revolute", "a", "b", jn.placement((1, 2, 3)), np.array([0, 1, 0]), jn.Drive(0.1)),
    "joint limits": lambda: jn.robot.JointLimits([-1, 1], 2, jerk=np.float64(3.0)),
    "limits": lambda: robot().with_limits(velocity=2.0).limits,
    "drive": lambda: jn.Drive(0.1, 100.0, jn.robot.HardeningSpring(1e3, 1e4), rotor_mount="a", rotor_axis=(0, 0, 1)),
    "spring": lambda: jn.Spring(10.0, 1.0, (("j", 1.0, 0.0),)),
    "coupling": lambda: jn.robot.SpringCoupling("j", 1.0),
    "bushing": lambda: jn.robot.Bushing(np.diag([1.0, 2.0, 3.0])),
    "frame": lambda: jn.robot.Frame("f", "a", jn.placement((1, 2, 3), (0.1, 0.2, 0.3))),
    "tool": lambda: jn.robot.Tool("a", jn.placement((1, 2, 3)), ["x", "y"]),
    "placement": lambda: jn.placement((1, 2, 3), (0.1, 0.2, 0.3)),
    "placement of arrays": lambda: jn.robot.Placement(np.eye(3), np.array([1.0, 2.0, 3.0])),
    "hardening spring": lambda: jn.robot.HardeningSpring(1e3, 1e4),
    "tabulated spring": lambda: jn.robot.TabulatedSpring(np.linspace(-1, 1, 5), np.linspace(-2, 2, 5)),
    "spring function": lambda: jn.robot.SpringFunction(cube, root),
}
OTHERS = {
    "robot": robot(2e3),
    "link": jn.Link("a", 2.0),
    "joint": jn.Joint("j", "revolute", "a", "b"),
    "joint limits": jn.robot.JointLimits([-1, 1], 2),
    "limits": robot().limits,
    "drive": jn.Drive(0.1, 100.0, jn.robot.HardeningSpring(1e3, 2e4)),
    "spring": jn.Spring(10.0, 1.0),
    "tool": jn.robot.Tool("a"),
    "placement": jn.placement((1, 2, 4), (0.1, 0.2, 0.3)),
    "placement of arrays": jn.robot.Placement(np.eye(3), np.array([1.0, 2.0, 4.0])),
    "tabulated spring": jn.robot.TabulatedSpring(np.linspace(-1, 1, 5), np.linspace(-3, 3, 5)),
}


@pytest.mark.parametrize("what", MAKERS)
@pytest.mark.parametrize(
    "way", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))], ids=["copy", "deep", "pickle"]
)
def test_a_copy_is_equal(what, way):
    value = MAKERS[what]()
    again = way(value)
    assert type(again) is type(value)
    assert again == value
    assert not again != value  # noqa: SIM202
    assert hash(again) == hash(value)


@pytest.mark.parametrize("what", MAKERS)
def test_made_twice_is_equal(what):
    one, two = MAKERS[what](), MAKERS[what]()
    assert one == two
    assert hash(one) == hash(two)
    assert {one: 1}[two] == 1


@pytest.mark.parametrize("what", OTHERS)
def test_others_are_not(what):
    assert MAKERS[what]() != OTHERS[what]
    assert MAKERS[what]() != "text"


def test_what_was_derived_is_no_part_of_a_robot():
    """Kernels, trees and the hash stay behind; the copy derives its own."""
    one = robot()
    Q = np.zeros((one.motion_order + 1, 4))
    expected = jn.inverse_dynamics(one, *Q).tau_m
    hash(one)
    names = {field.name for field in dataclasses.fields(one)}
    assert set(vars(one)) > names
    for again in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert set(vars(again)) == names
        assert again == one
        assert (jn.inverse_dynamics(again, *Q).tau_m == expected).all()


@pytest.mark.native
def test_a_robot_with_compiled_code_pickles():
    one = jn.load("planar_2r")
    expected = jn.rnea(one, *np.ones((3, 2)))
    again = pickle.loads(pickle.dumps(one))
    assert (jn.rnea(again, *np.ones((3, 2))) == expected).all()


def test_a_hash_is_found_once(monkeypatch):
    one = robot()
    first = hash(one)
    monkeypatch.setattr(jn.Link, "__hash__", lambda self: pytest.fail("hashed again"))
    assert hash(one) == first


def test_another_process_has_its_own_hash():
    """Hashes of text differ there: a robot from here must be found by one made there."""
    one = jn.load("planar_2r")
    hash(one)
    code = (
        "import pickle, sys, jounce as jn; one = pickle.load(sys.stdin.buffer); two = jn.load('planar_2r'); "
        "assert one == two and hash(one) == hash(two) and {one: 1}[two] == 1; print(hash(one))"
    )
    hashes = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=pickle.dumps(one),
            capture_output=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        )
        hashes.add(done.stdout)
    assert len(hashes) == 2
