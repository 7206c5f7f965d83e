"""Names of coordinates, positions and velocities, of joints of any kind."""

import numpy as np

import jounce as jn
from jounce.cli.coordinates import coordinates, freedoms, missing, pose, positions
from jounce.robot import Mimic
from support.tolerances import assert_close

INERTIA = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
ROBOT = jn.Robot.build(
    "r",
    [jn.Link("world"), *(jn.Link(name, 1.0, inertia=INERTIA) for name in "abcd")],
    [
        jn.Joint("free", "floating", "world", "a"),
        jn.Joint("slide", "prismatic", "a", "b"),
        jn.Joint("like", "revolute", "b", "c", mimic=Mimic("slide")),
        jn.Joint("ball", "spherical", "c", "d"),
    ],
)


def test_as_many_as_there_are():
    assert len(coordinates(ROBOT)) == len(freedoms(ROBOT)) == ROBOT.n == 10
    assert len(positions(ROBOT)) == ROBOT.nq == 12


def test_names_and_kinds():
    names = [name for name, _ in coordinates(ROBOT)]
    assert names[:7] == ["free_roll", "free_pitch", "free_yaw", "free_x", "free_y", "free_z", "slide"]
    assert [slides for _, slides in coordinates(ROBOT)] == [False] * 3 + [True] * 4 + [False] * 3
    assert [name for name, _ in freedoms(ROBOT)][-3:] == ["ball_rx", "ball_ry", "ball_rz"]
    assert [slides for _, slides in positions(ROBOT)] == [None] * 4 + [True] * 4 + [None] * 4


def test_pose():
    at = np.zeros(10)
    at[2], at[3], at[6] = np.pi / 2, 5.0, 0.3
    s = np.sqrt(0.5)
    assert_close(pose(ROBOT, at), [0, 0, s, s, 5, 0, 0, 0.3, 0, 0, 0, 1])


def test_forces_that_nobody_exerts():
    """The weight of 4 kg hangs at the base, which has no motor."""
    path = jn.trajectory.rest_to_rest(np.zeros(10), np.zeros(10), 1.0, degree=9)
    gone = missing(jn.feedforward(ROBOT, path, np.linspace(0.0, 1.0, 3)))
    assert list(gone) == ["free", "ball"]
    assert_close(gone["free"]["force"], 4 * 9.81)
    assert list(gone["ball"]) == ["moment"]
