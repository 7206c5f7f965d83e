"""Computed torque of the rigid robot: the acceleration that was asked for, and refusals."""

import pytest

import jounce as jn
from control.laws.test_feedback_linearization import ROBOTS, random_reference, random_state
from jounce.control import RigidComputedTorque
from jounce.errors import InputError
from support.tolerances import CHAIN, assert_close


@pytest.mark.parametrize("robot", ROBOTS, ids=range(len(ROBOTS)))
def test_rigid_computed_torque(robot):
    """On a robot whose joints are rigid the links get qdd_d + K1 ed + K0 e, friction and rotors included."""
    state, wanted = random_state(robot, 8), random_reference(robot, 8)
    torque = RigidComputedTorque(robot, poles=(-3.0, -5.0))(wanted, state)
    a = wanted.q[2] + 8.0 * (wanted.q[1] - state.qd) + 15.0 * (wanted.q[0] - state.q)
    qdd, _ = jn.elastic_forward_dynamics(robot.with_rigid_joints(), state.q, state.qd, state.q, state.qd, torque)
    assert_close(qdd, a, CHAIN)


def test_computed_torque_of_a_floating_base_is_refused():
    links = [jn.Link("world"), jn.Link("body", 2.0, inertia=(1.0, 1.0, 1.0, 0, 0, 0))]
    robot = jn.Robot.build("hopper", links, [jn.Joint("free", "floating", "world", "body")])
    with pytest.raises(InputError, match="joint 'free' has 6 freedoms and no motor"):
        jn.control.RigidComputedTorque(robot, poles=(-5.0, -6.0))
