"""Frames and tools: where they are, and which outputs a tool may have."""

import math
from itertools import combinations

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ModelError
from jounce.robot import Frame, Tool
from jounce.spatial.geometry import Placement
from support.tolerances import assert_close


def test_with_tool():
    robot = jn.load("kuka_lwr").with_tool("link7", (0, 0, 0.1), (0, math.pi / 2, 0), outputs=("x", "y", "z"))
    p, R = jn.tool_pose(robot, np.zeros(7))
    p7, R7 = jn.tool_pose(robot, np.zeros(7), link="link7")
    assert_close(p, p7 + 0.1 * R7[:, 2])
    assert_close(R, R7 @ np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]))


def test_tool_is_a_frame():
    robot = jn.load("planar_2r")
    q, qd = np.array([[0.3, -0.7], [1.0, 2.0]])
    position, rotation = jn.tool_pose(robot, q, qd)
    v = jn.jacobian(robot, q, link="tool")[3:] @ qd
    assert_close(rotation[0] @ v, position[1])
    assert_close(jn.tool_pose(robot, q, link="tool")[0], jn.tool_pose(robot, q)[0])


@pytest.mark.parametrize("angles", [(), ("roll",), ("pitch",), ("yaw",), ("roll", "pitch", "yaw")])
def test_outputs_that_a_tool_may_have(angles):
    for count in range(4):
        for positions in combinations("xyz", count):
            if positions or angles:
                assert Tool("hand", outputs=(*positions, *angles)).outputs == (*positions, *angles)


@pytest.mark.parametrize(
    "outputs", [("x", "x"), ("pitch", "roll", "yaw"), ("pitch", "yaw"), ("roll", "x"), (1,), 5, None, ("q",)]
)
def test_outputs_that_it_may_not_have(outputs):
    with pytest.raises(ModelError, match="tool outputs: expected"):
        Tool("hand", outputs=outputs)


def test_one_output_is_a_name():
    assert Tool("hand", outputs="z").outputs == ("z",)


@pytest.mark.parametrize("make", [lambda p: Frame("f", "a", p), lambda p: Tool("a", p)], ids=["frame", "tool"])
@pytest.mark.parametrize("placement", [None, (0, 0, 1), Placement(origin=(0.0, math.nan, 0.0)), Placement(((1, 0, 0),) * 3)])
def test_bad_placements(make, placement):
    with pytest.raises(ModelError, match="'f'|tool"):
        make(placement)


def test_names():
    with pytest.raises(ModelError, match="frame name: expected a name"):
        Frame("", "a")
    with pytest.raises(ModelError, match="frame 'f', link: expected a name"):
        Frame("f", None)
    with pytest.raises(ModelError, match="tool, link"):
        Tool("  ")
