"""Robots in a page: mimic joints, and the tool."""

from dataclasses import replace

import numpy as np

import jounce as jn
from jounce.robot import Mimic
from support.pages import PLAN, unpacked
from support.random_robots import random_robot
from support.several_freedoms import random_state, random_tree


def test_robots_with_several_legs_have_a_tool_if_one_is_stated():
    robot = random_tree(3, floating=True)
    assert len(set(robot.parents)) < len(robot.parents)
    for one, shown in ((robot, False), (robot.with_tool(robot.links[2].name), True)):
        said, _ = unpacked(jn.view(one, [0.0], [random_state(one, 1)[0]]).to_html())
        assert said["robots"][0]["tool"]["shown"] is shown
    assert unpacked(jn.view(PLAN).to_html())[0]["robots"][0]["tool"]["shown"] is True


def test_followers():
    robot = random_robot(5, n=4, chain=True)
    lead, follow = robot.joints[1], robot.joints[3]
    robot = replace(robot, joints=(*robot.joints[:3], replace(follow, mimic=Mimic(lead.name, -0.7, 0.2))))
    said, _ = unpacked(jn.view(robot, [0.0, 1.0], np.zeros((2, 3))).to_html())
    joints = said["robots"][0]["joints"]
    assert [joint["at"] for joint in joints] == [0, 1, 2, 1]
    assert (joints[3]["ratio"], joints[3]["shift"]) == (-0.7, 0.2)
