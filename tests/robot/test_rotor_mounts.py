"""Mounts of rotors: on which link, and along which axis."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ModelError
from jounce.robot import Mimic
from jounce.robot.coupling import find_rotors
from support.tolerances import assert_close


def arm(*drives):
    """Return an arm whose joints turn about y, each a quarter turn about x further, with a camera on link 0."""
    links = [jn.Link("base"), *(jn.Link(f"link{i}", 1.0) for i in range(len(drives))), jn.Link("camera")]
    turn = jn.placement(xyz=(0.0, 0.0, 0.3), rpy=(np.pi / 2, 0.0, 0.0))
    joints = [
        jn.Joint(f"joint{i}", "revolute", links[i].name, f"link{i}", turn, (0.0, 1.0, 0.0), drive=drive)
        for i, drive in enumerate(drives)
    ]
    weld = jn.Joint("weld", "fixed", "link0", "camera", jn.placement(rpy=(0.0, np.pi / 2, 0.0)))
    return jn.Robot.build("arm", links, [*joints, weld])


CARRIED = jn.Drive(rotor_inertia=1e-4, coupling="full")


def test_without_a_word_the_parent_carries_the_rotor_along_the_joint():
    first, second, third = find_rotors(arm(CARRIED, CARRIED, CARRIED))
    assert first is None  # on the base
    assert (second.link, third.link) == (0, 1)
    assert_close(second.axis, (0.0, 0.0, 1.0))  # y, turned by a quarter about x
    assert_close(third.axis, (0.0, 0.0, 1.0))


def test_rotors_that_are_not_carried():
    assert find_rotors(arm(CARRIED, jn.Drive(rotor_inertia=1e-4), None)) == (None, None, None)
    assert find_rotors(arm(CARRIED, jn.Drive(coupling="full"), None)) == (None, None, None)


def test_a_rotor_on_another_link():
    """Along the axis of its joint with all joints at zero: two quarter turns further, seen from link 0."""
    mounted = jn.Drive(rotor_inertia=1e-4, coupling="full", rotor_mount="link0")
    assert find_rotors(arm(None, None, mounted))[2].link == 0
    assert_close(find_rotors(arm(None, None, mounted))[2].axis, (0.0, -1.0, 0.0))


def test_a_stated_axis_is_in_the_frame_of_the_mount():
    mounted = jn.Drive(rotor_inertia=1e-4, coupling="full", rotor_mount="camera", rotor_axis=(0.0, 0.0, 2.0))
    rotor = find_rotors(arm(None, mounted))[1]
    assert rotor.link == 0
    assert_close(rotor.axis, (1.0, 0.0, 0.0))


def test_a_mount_that_does_not_exist():
    with pytest.raises(ModelError, match="joint 'joint1', rotor_mount: robot 'arm' has no link or frame 'camra'"):
        find_rotors(arm(None, jn.Drive(rotor_inertia=1e-4, coupling="full", rotor_mount="camra")))


def test_joints_that_follow_each_other_carry_no_rotors():
    joints = [jn.Joint("a", "revolute", "0", "1", drive=CARRIED), jn.Joint("b", "revolute", "1", "2", mimic=Mimic("a"))]
    with pytest.raises(ModelError, match="joint 'a': rotors that are carried along"):
        find_rotors(jn.Robot.build("r", [jn.Link(x, 1.0) for x in "012"], joints))
