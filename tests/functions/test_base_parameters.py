"""Base parameters: counts that can be derived by hand, the regressor's rank, torques on other motions, names."""

import dataclasses
from functools import cache

import numpy as np
import pytest

import jounce as jn
from support.random_robots import random_motion, random_robot, rotation
from support.tolerances import CHAIN, assert_close

NAMES = ("m", "mx", "my", "mz", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
PLANAR, LWR = jn.load("planar_2r"), jn.load("kuka_lwr")
ROBOTS = [PLANAR, LWR, *(random_robot(seed, n=1 + seed % 8) for seed in range(16))]
IDS = [robot.name for robot in ROBOTS]


base_of = cache(jn.dynamics.base_parameters)


def generic_chain(seed, n, kinds=("revolute",)):
    """No two axes parallel, perpendicular or through one point, and gravity along none of them."""
    rng = np.random.default_rng(seed)
    robot = random_robot(seed, n, kinds, chain=True)
    joints = [
        dataclasses.replace(
            j, placement=jn.robot.Placement(rotation(rng).tolist(), j.placement.origin), axis=tuple(rng.normal(size=3))
        )
        for j in robot.joints
    ]
    return dataclasses.replace(robot, joints=tuple(joints))


def stacked(robot, seed, samples=60):
    """The regressor on a random motion, all rows below each other."""
    return jn.regressor(robot, *random_motion(robot, seed, 2, (samples,))).reshape(-1, 10 * robot.n)


# ---------------------------------------------------------------- counts


def test_planar_arm():
    """Links that only turn about z show mx, my and Izz each; the second mass may be the first link's, at its end x = 1."""
    base = jn.dynamics.base_parameters(PLANAR)
    assert base.dimension == 6
    assert base.names == ("link1.mx + link2.m", "link1.my", "link1.Izz + link2.m", "link2.mx", "link2.my", "link2.Izz")


def test_planar_arm_on_a_table():
    """Gravity along the axes does nothing, and the first link's moments are seen by nothing else."""
    base = jn.dynamics.base_parameters(PLANAR.with_gravity((0, 0, -9.81)))
    assert base.names == ("link1.Izz + link2.m", "link2.mx", "link2.my", "link2.Izz")


def test_a_longer_link():
    """m2 at x = 0.5, y = -0.3: Steiner's x^2 + y^2 of it in Izz, x and y in the moments."""
    second = dataclasses.replace(PLANAR.joints[1], placement=jn.placement((0.5, -0.3, 0)))
    names = jn.dynamics.base_parameters(dataclasses.replace(PLANAR, joints=(PLANAR.joints[0], second))).names
    assert names[:3] == ("link1.mx + 0.5 link2.m", "link1.my - 0.3 link2.m", "link1.Izz + 0.34 link2.m")


@pytest.mark.parametrize("n", range(1, 7))
def test_generic_chain_of_revolute_joints(n):
    """Of ten, three of each link go into the link before: its mass, its moment along the axis, and one moment of inertia, as a
    cylinder about the axis may belong to either. The first link, on the base, shows its inertia about the axis, and by gravity
    its moment across it: 3, but 1 where gravity is along the axis."""
    robot = generic_chain(n, n)
    assert jn.dynamics.base_parameters(robot).dimension == 7 * (n - 1) + 3
    first = robot.joints[0]
    upright = robot.with_gravity(tuple(9.81 * np.array(first.placement.rotation) @ first.axis))
    assert jn.dynamics.base_parameters(upright).dimension == 7 * (n - 1) + 1


@pytest.mark.parametrize("n", range(1, 6))
def test_generic_chain_of_sliders(n):
    """Nothing turns: each joint knows the mass that it carries, and no more."""
    assert jn.dynamics.base_parameters(generic_chain(n, n, ("prismatic",))).dimension == n


@pytest.mark.parametrize("seed", range(4))
def test_a_slider_in_a_chain(seed):
    """It turns with the link before, which takes all its inertia: mass and three moments are left."""
    chain = generic_chain(seed, 4)
    slider = dataclasses.replace(chain.joints[2], type="prismatic")
    mixed = dataclasses.replace(chain, joints=(*chain.joints[:2], slider, chain.joints[3]))
    assert jn.dynamics.base_parameters(mixed).dimension == 3 + 7 + 4 + 7


@pytest.mark.parametrize("name", ["kuka_lwr", "kuka_iiwa"])
def test_seven_axes(name):
    """Axes that are perpendicular and meet hide no more than generic ones: 7 * 6 + 1, or + 3 with the robot on a wall."""
    robot = jn.load(name)
    assert jn.dynamics.base_parameters(robot).dimension == 43
    assert jn.dynamics.base_parameters(robot.with_gravity((9.81, 0, 0))).dimension == 45


def test_branches():
    """Two arms on one base share nothing."""
    left, right = generic_chain(1, 2), generic_chain(2, 3)
    links = [
        jn.Link("base"),
        *(dataclasses.replace(k, name=f"{k.name}{s}") for r, s in ((left, "L"), (right, "R")) for k in r.links),
    ]
    joints = [
        dataclasses.replace(
            j, name=f"{j.name}{s}", child=f"{j.child}{s}", parent=j.parent if j.parent == "base" else f"{j.parent}{s}"
        )
        for r, s in ((left, "L"), (right, "R"))
        for j in r.joints
    ]
    both = jn.Robot.build("both", links, joints, gravity=(1.0, 2.0, 3.0))
    assert jn.dynamics.base_parameters(both).dimension == (7 + 3) + (7 * 2 + 3)


# ---------------------------------------------------------------- what they are for


@pytest.mark.parametrize("robot", ROBOTS, ids=IDS)
def test_torque(robot):
    """On motions that were not used to find them."""
    base = base_of(robot)
    motion = random_motion(robot, 7, 2, (20,))
    Y = jn.regressor(robot, *motion)[..., base.columns]
    assert_close(Y @ (base.map @ robot.parameters), jn.rnea(robot, *motion), CHAIN)


@pytest.mark.parametrize("robot", ROBOTS, ids=IDS)
def test_equal_base_parameters_are_equal_torques(robot):
    """Whatever is added that the map does not see; and anything it sees is felt."""
    base, Y = base_of(robot), stacked(robot, 8)
    rng = np.random.default_rng(0)
    _, _, V = np.linalg.svd(base.map)
    unseen = V[base.dimension :].T @ rng.normal(size=10 * robot.n - base.dimension)
    assert np.abs(unseen).max() > 0.1
    assert_close(Y @ (robot.parameters + unseen), Y @ robot.parameters, CHAIN)
    smallest = np.linalg.svd(Y[:, base.columns] / np.linalg.norm(Y[:, base.columns], axis=0), compute_uv=False)[-1]
    assert smallest > 1e-4


@pytest.mark.parametrize("robot", ROBOTS, ids=IDS)
def test_dimension_is_the_rank(robot):
    """By singular values, columns to one length: they fall from above 1e-4 to rounding."""
    Y = stacked(robot, 9)
    lengths = np.linalg.norm(Y, axis=0)
    Y = Y[:, lengths > 1e-12 * lengths.max()]
    values = np.linalg.svd(Y / np.linalg.norm(Y, axis=0), compute_uv=False)
    rank = base_of(robot).dimension
    assert values[rank - 1] > 1e-4
    assert (values[rank:] < 1e-12 * values[0]).all()


@pytest.mark.parametrize("robot", ROBOTS, ids=IDS)
def test_form(robot):
    """Parameters that stand for themselves have a one, and none in the combinations of others; another seed finds the same."""
    base = base_of(robot)
    assert base.map.shape == (base.dimension, 10 * robot.n)
    assert_close(base.map[:, base.columns], np.eye(base.dimension))
    again = jn.dynamics.base_parameters(robot, seed=1)
    assert again.columns == base.columns
    assert_close(again.map, base.map, 1e-10)  # a least-squares fit to random motions, as good as their condition


@pytest.mark.parametrize("robot", ROBOTS, ids=IDS)
def test_names_say_what_the_map_does(robot):
    """Read back, to the six digits that they are printed with."""
    base = base_of(robot)
    column = {f"{link.name}.{name}": 10 * k + h for k, link in enumerate(robot.links) for h, name in enumerate(NAMES)}
    read = np.zeros_like(base.map)
    for row, text, own in zip(read, base.names, base.columns, strict=True):
        assert column[text.split()[0]] == own
        for term in text.replace(" - ", " + -").split(" + "):
            *size, name = term.removeprefix("-").split()
            row[column[name]] = (-1.0 if term.startswith("-") else 1.0) * (float(size[0]) if size else 1.0)
    assert (np.abs(read - base.map) <= 1e-5 * np.abs(base.map) + 1e-9).all()
