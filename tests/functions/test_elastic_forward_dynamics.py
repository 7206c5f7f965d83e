"""The rate of a simulated state: accelerations of the forward dynamics, and power flows by hand."""

import numpy as np
import pytest

import jounce as jn
from jounce.functions.elastic_forward_dynamics import is_decoupled, motion_rate, state_size
from jounce.kernel.equation import Form
from jounce.kernel.evaluation import evaluate
from jounce.plant.plant import plant_of
from support.tolerances import CHAIN, assert_close

ROBOT = jn.load("planar_2r").with_drives(damping=[3.0, 0.0], viscous_friction=[0.0, 2.0])


def rate(equation, robot, rows):
    return np.array(evaluate(Form(equation), robot, [list(map(float, row)) for row in rows])[0][0], dtype=float)


def state():
    return np.random.default_rng(0).normal(size=(5, 2))


def test_accelerations_and_power():
    """thetad = d theta / dt; work tau_m thetad, loss D (thetad - qd)^2 + viscous thetad^2."""
    q, qd, theta, thetad, tau = state()
    found = rate(motion_rate(False, False), ROBOT, state())
    qdd, thetadd = jn.elastic_forward_dynamics(ROBOT, q, qd, theta, thetad, tau)
    assert_close(found[:8], np.concatenate([qd, qdd, thetad, thetadd]), CHAIN)
    assert_close(found[8], tau @ thetad)
    assert_close(found[9], 3.0 * (thetad[0] - qd[0]) ** 2 + 2.0 * thetad[1] ** 2)
    assert len(found) == state_size(ROBOT) + 2 == 10


def test_prescribed_motors_need_the_torque_of_the_inverse():
    """With thetadd in place of tau_m: work is the power of the torque that gives these accelerations."""
    q, qd, theta, thetad, tau = state()
    _, thetadd = jn.elastic_forward_dynamics(ROBOT, q, qd, theta, thetad, tau)
    found = rate(motion_rate(False, False, (0, 1)), ROBOT, [q, qd, theta, thetad, thetadd])
    assert_close(found[6:8], thetadd, CHAIN)
    assert_close(found[8], tau @ thetad, CHAIN)


@pytest.mark.parametrize(
    ("robot", "decoupled"),
    [(ROBOT, True), (ROBOT.with_rigid_joints(), False), (ROBOT.with_drives(coupling="full"), False)],
    ids=["elastic", "rigid", "carried rotors"],
)
def test_motors_that_act_on_themselves_alone(robot, decoupled):
    assert is_decoupled(plant_of(robot), (0, 1)) == decoupled
