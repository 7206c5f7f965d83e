"""The tree of a robot: bodies in frames of their own move as the links do, and weigh as much."""

import numpy as np
import pytest

import jounce as jn
from jounce.plant.tree import make_tree, with_inertia, with_load
from jounce.robot import Mimic
from jounce.spatial.geometry import Placement, rotation_about, turn_z_onto
from jounce.spatial.joints import PrismaticZ, RevoluteZ
from support.random_robots import random_robot
from support.several_freedoms import random_tree
from support.tolerances import assert_close

SEEDS = range(5)


def link_poses(robot, q):
    """Return the pose of each link, from placements and axes as the robot states them."""
    poses = []
    for joint, parent, x in zip(robot.joints, robot.parents, q):
        if joint.prismatic:
            moved = Placement(origin=tuple(x * a for a in joint.axis))
        else:
            moved = Placement(rotation_about(joint.axis, (np.sin(x), np.cos(x))))
        at = joint.placement.then(moved)
        poses.append(at if parent < 0 else poses[parent].then(at))
    return poses


@pytest.mark.parametrize("seed", SEEDS)
def test_bodies_move_as_links(seed):
    robot = random_robot(seed)
    q = np.random.default_rng(seed).normal(size=robot.n).tolist()
    tree, places = make_tree(robot), []
    for body, x in zip(tree.bodies, q):
        own = body.joint.at(x)
        at = Placement(own.rotation, own.origin)
        places.append(at if body.parent < 0 else places[body.parent].then(at))
    for body, place, pose in zip(tree.bodies, places, link_poses(robot, q), strict=True):
        assert_close(place.origin, pose.origin)
        assert_close(place.rotation, pose.then(Placement(body.align)).rotation)


@pytest.mark.parametrize("seed", SEEDS)
def test_axes_are_z_and_inertia_is_that_of_the_link(seed):
    robot = random_robot(seed)
    for body, joint, link in zip(make_tree(robot).bodies, robot.joints, robot.links, strict=True):
        assert_close(np.array(body.align)[:, 2], joint.axis)
        assert isinstance(body.joint, PrismaticZ if joint.prismatic else RevoluteZ)
        assert_close(body.inertia.seen_from(Placement(body.align)).parameters, link.about_origin.parameters)


@pytest.mark.parametrize("make", [random_robot, random_tree])
def test_inertia_of_links_in_place_of_their_own(make):
    robot = make(3)
    tree = make_tree(robot)
    again = with_inertia(tree, robot.parameters.tolist())
    for one, other in zip(again.bodies, tree.bodies, strict=True):
        assert_close(one.inertia.parameters, other.inertia.parameters)
        assert one._replace(inertia=other.inertia) == other


def test_a_load_is_added_to_one_body():
    tree = make_tree(random_robot(1, n=3))
    frame = Placement(turn_z_onto((1.0, 0.0, 0.0)), (0.1, 0.2, 0.3))
    point = (2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)  # a point mass at the frame's origin
    loaded = with_load(tree, point, 1, frame)
    difference = np.subtract(loaded.bodies[1].inertia.parameters, tree.bodies[1].inertia.parameters)
    assert_close(difference, [2.0, 0.2, 0.4, 0.6, 0.26, 0.2, 0.1, -0.04, -0.06, -0.12])
    assert loaded.bodies[0] == tree.bodies[0]
    assert loaded.bodies[2] == tree.bodies[2]


def test_joints_of_several_dof_are_chains():
    robot = random_tree(2, n=4, floating=True)
    tree = make_tree(robot)
    assert tree.freedoms == len(tree.bodies) == robot.n
    for chain in tree.chains:
        bodies = tree.bodies[chain.first : chain.first + chain.freedoms]
        assert [type(body.joint) for body in bodies] == [RevoluteZ] * 3 + [PrismaticZ] * (chain.freedoms - 3)
        assert all(body.inertia.parameters == (0.0,) * 10 for body in bodies[:-1])
        assert all(tree.chain_end(chain.first + k) == chain.first + chain.freedoms - 1 for k in range(chain.freedoms))
    assert [chain.position for chain in tree.chains] == [
        sum(joint.positions for joint in robot.joints[:k]) for k, joint in enumerate(robot.joints) if joint.freedoms > 1
    ]
    assert all(body.parent < k for k, body in enumerate(tree.bodies))


def test_mimic_joints_are_bodies_without_dof():
    links = [jn.Link("base"), *(jn.Link(name, 1.0) for name in "abc")]
    joints = [
        jn.Joint("one", "revolute", "base", "a"),
        jn.Joint("like_one", "revolute", "a", "b", mimic=Mimic("one", -2.0, 0.5)),
        jn.Joint("two", "prismatic", "b", "c"),
    ]
    tree = make_tree(jn.Robot.build("hand", links, joints))
    assert tree.freedoms == 2
    assert tree.mimic_bodies == ((1, 0, 0, -2.0, 0.5),)
    assert tree.parents == (-1, 0)
    assert tree.link_bodies == (0, 1, 2)
    assert tree.chain_end(2) == 2
