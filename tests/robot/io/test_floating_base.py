"""URDF on a floating base: names, a world that the file has, and a base that floats already."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import LoadError
from jounce.robot.io.floating_base import float_base, unused_name
from support.tolerances import assert_close
from support.urdf_texts import TWO, joint, link, urdf


def on_world(more="", kind="fixed", inertial=""):
    return link("world", inertial) + TWO + joint("mount", "world", "a", kind) + joint("ab", "a", "b") + more


@pytest.mark.parametrize("name", [True, "trunk_joint"])
def test_a_world_stays_and_what_is_bolted_to_it_floats(tmp_path, name):
    robot = jn.load(urdf(tmp_path, on_world()), floating_base=name)
    assert robot.joint_names == ("floating_base" if name is True else name, "ab")
    assert (robot.base, robot.links[0].name, robot.n, robot.nq) == ("world", "a", 7, 8)
    bolted = jn.load(urdf(tmp_path, on_world()))
    neutral = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]  # stands where the file has it
    for found, expected in zip(jn.tool_pose(robot, [*neutral, 0.3]), jn.tool_pose(bolted, [0.3])):
        assert_close(found, expected)
    q, v, a = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.3], *np.random.default_rng(0).normal(size=(2, 7))
    file = urdf(tmp_path, TWO + joint("ab", "a", "b"))
    assert_close(
        jn.rnea(robot.with_gravity((0, 0, 0)), q, v, a),
        jn.rnea(jn.load(file, floating_base=True).with_gravity((0, 0, 0)), q, v, a),
    )


def test_names_of_a_floating_base(tmp_path):
    """A fixed joint leaves its name free; a moving one keeps it."""
    fixed = TWO + link("c") + joint("floating_base", "a", "b", "fixed") + joint("bc", "b", "c")
    assert jn.load(urdf(tmp_path, fixed), floating_base=True).joint_names == ("floating_base", "bc")
    moving = TWO + link("c") + joint("floating_base", "a", "b") + joint("bc", "b", "c")
    file = urdf(tmp_path, moving)
    assert jn.load(file, floating_base=True).joint_names == ("floating_base_2", "floating_base", "bc")
    with pytest.raises(LoadError, match="floating_base: joint 'bc' is there already"):
        jn.load(file, floating_base="bc")
    inner = link("a") + link("world") + joint("ab", "a", "world")
    assert jn.load(urdf(tmp_path, inner), floating_base=True).base == "world_2"
    world = link("world", "") + TWO + joint("floating_base", "world", "a", "fixed") + joint("ab", "a", "b")
    assert jn.load(urdf(tmp_path, world), floating_base=True).joint_names == ("floating_base", "ab")


def test_a_base_that_floats_already(tmp_path):
    file = urdf(tmp_path, on_world(kind="floating"))
    assert jn.load(file, floating_base=True) == jn.load(file) == jn.load(file, floating_base="mount")
    with pytest.raises(LoadError, match="floats already, on joint 'mount', which is not 'other'"):
        jn.load(file, floating_base="other")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (on_world(kind="revolute"), r"root link 'world' has the joints 'mount' \(revolute\); expected a single fixed one"),
        (on_world(link("c") + joint("ac", "world", "c", "fixed")), r"'mount' \(fixed\), 'ac' \(fixed\)"),
        (link("world"), "joints none"),
    ],
)
def test_a_world_that_is_something_else(tmp_path, body, words):
    with pytest.raises(LoadError, match=words):
        jn.load(urdf(tmp_path, body), floating_base=True)


def test_no_moving_joint_and_what_helps(tmp_path):
    file = urdf(tmp_path, TWO + joint("ab", "a", "b", "fixed"))
    with pytest.raises(LoadError, match="robot 'arm' has no moving joint; pass floating_base=True"):
        jn.load(file)
    assert jn.load(file, floating_base=True).n == 6


def test_joints_without_a_file():
    """Nothing is done where nothing is asked, or where the root is not one link."""
    joints = [jn.Joint("ab", "revolute", "a", "b")]
    assert float_base(["a", "b"], joints, False) == (joints, [])
    assert float_base(["a", "b", "c"], joints, True) == (joints, [])
    floating, new = float_base(["a", "b"], joints, "free")
    assert floating == [jn.Joint("free", "floating", "world", "a"), *joints]
    assert new == ["world"]


def test_unused_names():
    assert unused_name("a", {"b"}) == "a"
    assert unused_name("a", {"a", "a_2"}) == "a_3"
