"""Trees and mimic joints: what is no tree is refused, chains of mimic joints end at a joint of its own DOF."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ModelError
from jounce.robot import Frame, Mimic
from jounce.robot.topology import check_topology, check_transmission, resolve_mimics, unique, unlocked_transmission

BODY = (2.0, (0.1, 0.0, 0.0), (0.01, 0.02, 0.02, 0.0, 0.0, 0.0))


def test_topology_is_checked():
    a, b, c = jn.Link("a"), jn.Link("b", *BODY), jn.Link("c", *BODY)

    def hinge(name, parent, child):
        return jn.Joint(name, "revolute", parent, child)

    cases = [
        ([a, b], [hinge("1", "a", "b"), hinge("2", "a", "b")], "link 'b' is moved by two joints, '1' and '2'"),
        ([a, b, c], [hinge("1", "a", "b")], "several base links"),
        ([b, c], [hinge("1", "c", "b"), hinge("2", "b", "c")], "cycle"),
        ([a, b, c], [hinge("1", "c", "b"), hinge("2", "b", "c")], "cycle that is not connected"),
        ([a, b], [hinge("1", "a", "d")], "joint '1': no link 'd'"),
        ([a, b, b], [hinge("1", "a", "b")], "named 'b'"),
        ([a, b, c], [hinge("1", "a", "b"), hinge("1", "b", "c")], "named '1'"),
        ([a, b], [jn.Joint("1", "fixed", "a", "b")], "no moving joint"),
        ([], [], "no links"),
        ([a], [hinge("1", "a", "a")], "cycle"),
    ]
    for links, joints, words in cases:
        with pytest.raises(ModelError, match=words):
            jn.Robot.build("x", links, joints)


def hinge(name, parent, child, **more):
    return jn.Joint(name, "revolute", parent, child, **more)


A, B = jn.Link("a", *BODY), jn.Link("b", *BODY)
WRONG = [
    ((A,), (), "no moving joint"),
    ((A,), (hinge("1", "base", "a"), hinge("2", "a", "b")), "1 moving links, but 2 moving joints"),
    ((A, B), (hinge("1", "base", "a"), hinge("1", "a", "b")), "two of them are named '1': every joint"),
    ((A, A), (hinge("1", "base", "a"), hinge("2", "a", "a")), "two of them are named 'a': every link or frame"),
    ((A,), (jn.Joint("1", "fixed", "base", "a"),), "joint '1' is fixed; Robot.build merges fixed joints"),
    ((A, B), (hinge("1", "base", "b"), hinge("2", "b", "a")), "joint '1' moves 'b', but the link in its place is 'a'"),
    ((A, B), (hinge("1", "b", "a"), hinge("2", "base", "b")), "its parent link 'b' is unknown or comes later"),
]


@pytest.mark.parametrize(("links", "joints", "words"), WRONG, ids=range(len(WRONG)))
def test_what_is_no_sorted_tree(links, joints, words):
    with pytest.raises(ModelError, match=words):
        check_topology("x", "base", links, joints, ())


def test_frames_are_on_links():
    check_topology("x", "base", (A,), (hinge("1", "base", "a"),), (Frame("f", "a"), Frame("g", "base")))
    with pytest.raises(ModelError, match="frame 'f' is on link 'z', which does not exist"):
        check_topology("x", "base", (A,), (hinge("1", "base", "a"),), (Frame("f", "z"),))
    with pytest.raises(ModelError, match="two of them are named 'a'"):
        check_topology("x", "base", (A,), (hinge("1", "base", "a"),), (Frame("a", "base"),))


def test_a_chain_of_mimic_joints_is_composed():
    """c = 2 b + 1 and b = -3 a + 5: c = -6 a + 11."""
    joints = (
        hinge("c", "2", "3", mimic=Mimic("b", 2.0, 1.0)),
        hinge("b", "1", "2", mimic=Mimic("a", -3.0, 5.0)),
        hinge("a", "0", "1"),
    )
    c, b, a = resolve_mimics(joints)
    assert c.mimic == Mimic("a", -6.0, 11.0)
    assert b is not joints[1]
    assert b.mimic == joints[1].mimic
    assert a is joints[2]


@pytest.mark.parametrize(
    ("joints", "words"),
    [
        ([hinge("a", "0", "1", mimic=Mimic("a"))], "joint 'a' follows itself, through 'a'"),
        ([hinge("a", "0", "1", mimic=Mimic("b")), hinge("b", "1", "2", mimic=Mimic("a"))], "follows itself, through 'b'"),
        ([hinge("a", "0", "1", mimic=Mimic("gripp")), hinge("grip", "1", "2")], "is no moving joint. Did you mean 'grip'"),
        (
            [hinge("a", "0", "1", mimic=Mimic("ball")), jn.Joint("ball", "spherical", "1", "2")],
            "follows 'ball', a spherical joint",
        ),
    ],
)
def test_what_cannot_be_mimicked(joints, words):
    with pytest.raises(ModelError, match=words):
        resolve_mimics(tuple(joints))


def test_unique():
    unique(["a", "b"], "link")
    with pytest.raises(ModelError, match="two of them are named 'a': every link needs a name of its own"):
        unique(["a", "b", "a"], "link")


DRIVEN = [jn.Joint(name, "revolute", "a", "b", drive=jn.Drive()) for name in "xyz"]


def check(matrix, axes=DRIVEN):
    return check_transmission("r", axes, matrix)


def test_matrices():
    assert check(()) == ()
    assert check(np.eye(3).tolist()) == ()
    N = ((1.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.5, 0.0, 1.0))
    assert check([list(row) for row in N]) == N


@pytest.mark.parametrize(
    ("matrix", "words"),
    [
        ("abc", "robot 'r', transmission: expected a matrix with a row for each motor, got 'abc'"),
        (5.0, "expected a matrix"),
        ([[1.0, 0.0], [0.0, 1.0]], "expected 3 rows, one for each motor"),
        ([[1.0, 0.0, 0.0], [0.0, 1.0], [0.0, 0.0, 1.0]], "row 2: expected 3 numbers"),
        ([[1.0, 0.0, 0.0], [0.0, np.nan, 0.0], [0.0, 0.0, 1.0]], "row 2: expected a finite number"),
        ([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 1.0]], "it is singular"),
        (np.zeros((3, 3)).tolist(), "it is singular"),
    ],
)
def test_refused(matrix, words):
    with pytest.raises(ModelError, match=words):
        check(matrix)


def test_joints_that_cannot_be_coupled():
    bare = jn.Joint("x", "revolute", "a", "b")
    carried = jn.Joint("x", "revolute", "a", "b", drive=jn.Drive(coupling="full"))
    coupled = [[1.0, 0.5, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0]]
    with pytest.raises(ModelError, match="joint 'x' has no drive, and its row or column"):
        check(coupled, [bare, *DRIVEN[1:]])
    assert check([[1.0, 0.0, 0.0], [0.0, 1.0, 0.5], [0.0, 0.0, 2.0]], [bare, *DRIVEN[1:]])
    with pytest.raises(ModelError, match="joint 'x' has a rotor that is carried along"):
        check(coupled, [carried, *DRIVEN[1:]])


def test_locked_joints_take_their_motors_with_them():
    N = ((1.0, 0.0, 0.0), (0.0, 2.0, 3.0), (0.0, 4.0, 5.0))
    assert unlocked_transmission(N, "xyz", {"x": 0.7}) == ((2.0, 3.0), (4.0, 5.0))
    assert unlocked_transmission(N, "xyz", {"y": 0.1, "z": 0.2}) == ((1.0,),)
    assert unlocked_transmission(N, "xyz", {}) == N


def test_half_of_a_pair_is_not_locked():
    """A motor that stays may turn with a joint that is locked at zero; the motor of a locked joint turns with nothing."""
    N = ((1.0, 0.5), (0.0, 1.0))
    assert unlocked_transmission(N, "xy", {"y": 0.0}) == ((1.0,),)
    with pytest.raises(ModelError, match="joints 'x' and 'y', and only the second one is held"):
        unlocked_transmission(N, "xy", {"y": 0.1})
    with pytest.raises(ModelError, match="joints 'y' and 'x'"):
        unlocked_transmission(N, "xy", {"x": 0.0})
