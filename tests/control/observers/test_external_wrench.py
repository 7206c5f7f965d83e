"""The wrench at a link that explains joint torques, and what joints do not feel."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from support.tolerances import assert_close


def test_wrench_at_a_link():
    robot = jn.load("kuka_lwr")
    q = np.array([[0.2, 0.6, -0.3, 1.0, 0.4, -0.5, 0.1], [0.1, 0.3, 0.2, 0.9, -0.4, 0.5, 0.3]])
    W = np.array([0.1, -0.2, 0.3, 5.0, -4.0, 2.0])
    J = jn.jacobian(robot, q)
    found = jn.control.external_wrench(robot, q, J.transpose(0, 2, 1) @ W)
    assert_close(found.wrench, np.tile(W, (2, 1)), 1e-10)
    assert (found.rank == 6).all()
    assert np.abs(found.unexplained).max() < 1e-12
    J = jn.jacobian(robot, q[0], link="link3")
    three = jn.control.external_wrench(robot, q[0], J.T @ W, link="link3")
    assert three.rank == 3  # joints felt by three
    assert_close(three.wrench, three.felt @ W, 1e-10)
    assert_close(three.felt @ three.felt, three.felt, 1e-10)
    assert_close(J.T @ three.felt, J.T, 1e-10)
    beyond = np.zeros(7)
    beyond[5] = 3.0  # what acts at the sixth joint does not act on the third link
    assert_close(jn.control.external_wrench(robot, q[0], beyond, link="link3").unexplained, beyond)
    straight = jn.control.external_wrench(robot, np.zeros(7), np.zeros(7))
    assert straight.rank < 6  # stretched out


@pytest.mark.parametrize(
    ("external", "message"),
    [
        ([1.0, 2.0, 3.0], r"expected finite numbers \(..., 2\) for 'planar_2r', got shape \(3,\)"),
        ([1.0, np.inf], r"inf at index \(1,\); expected finite numbers"),
        ("hard", r"external: expected finite numbers \(..., 2\), got 'hard'"),
    ],
)
def test_refused(external, message):
    with pytest.raises(InputError, match=message):
        jn.control.external_wrench(jn.load("planar_2r"), [0.0, 0.5], external)
