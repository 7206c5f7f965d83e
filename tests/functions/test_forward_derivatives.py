"""Partial derivatives of accelerations: beside Pinocchio's, through the inverse, and in batches and native code.

Elastic joints with every other feature are in `tests/test_combinations.py`, against differences with 40 digits."""

import mpmath
import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from jounce.errors import InputError, SingularityError
from support.combinations import case
from support.peer_pinocchio import Pinocchio, model_of
from support.random_robots import plainly, random_motion, random_robot
from support.tolerances import CHAIN, assert_close


@pytest.mark.parametrize("seed", range(8))
def test_rigid_trees_beside_pinocchio(seed):
    robot = random_robot(seed, 6)
    q, qd, tau = random_motion(robot, seed, 2)
    peer = Pinocchio(model_of(robot), robot.joint_names)
    pin.computeABADerivatives(peer.model, peer.data, peer.q(q), peer.v(qd), peer.v(tau))
    found = jn.forward_dynamics_derivatives(robot, q, qd, tau)
    order = np.ix_(peer.order, peer.order)
    inverse = np.triu(peer.data.Minv) + np.triu(peer.data.Minv, 1).T
    for ours, theirs in zip(found, (peer.data.ddq_dq, peer.data.ddq_dv, inverse)):
        assert_close(ours, theirs[order], CHAIN)


@pytest.mark.parametrize("name", ["kuka_lwr", "staubli_tx40"])
def test_rigid_trees_beside_40_digits(name):
    """Central differences of the accelerations in mpmath, along random directions of q, qd and tau."""
    robot = jn.load(name)
    rng = np.random.default_rng(4)
    state = rng.normal(size=(3, robot.n))
    slopes = jn.forward_dynamics_derivatives(robot, *state)
    with jn.backend("python"), mpmath.workdps(40):
        for _ in range(3):
            along, h = rng.normal(size=(3, robot.n)), mpmath.mpf(10) ** -12
            ends = []
            for step in (h, -h):
                there = [np.array([mpmath.mpf(x) + step * mpmath.mpf(u) for x, u in zip(*row)]) for row in zip(state, along)]
                ends.append(jn.forward_dynamics(robot, *there))
            wanted = [float(x) for x in (ends[0] - ends[1]) / (2 * h)]
            assert_close(sum(slope @ u for slope, u in zip(slopes, along)), wanted, 1e-10)


@pytest.mark.parametrize("features", ["", "F", "B", "N", "D"])
def test_through_the_inverse(features):
    """d qdd / d tau_m of rigid joints is (M + B)^-1; elastic ones do not feel the motor torque, their motors do, as 1 / B."""
    robot = case(features).robot
    rng = np.random.default_rng(0)
    state = [rng.normal(size=robot.nq), *rng.normal(size=(4, robot.n))]
    found = jn.elastic_forward_dynamics_derivatives(robot, *state)
    motors = [i for i, drive in enumerate(robot.motor_drives) if drive is not None]
    if features != "F":
        assert (found.dtau_m[: robot.n][:, motors] == 0.0).all()
        inertia = [robot.motor_drives[i].reflected_inertia for i in motors]
        assert_close(found.dtau_m[robot.n :][motors][:, motors], np.diag(1.0 / np.array(inertia)))
    rigid = robot.with_rigid_joints()
    more = jn.elastic_forward_dynamics_derivatives(rigid, *state)
    assert_close(more.dtau_m[: robot.n], more.dtau_m[: robot.n].T, CHAIN)  # a symmetric inverse
    assert (more.dtheta == 0.0).all()


@pytest.mark.native
def test_batches_and_kernels():
    robot = case("DN").robot
    state = np.random.default_rng(1).normal(size=(5, 4, 2, robot.n))
    found = jn.elastic_forward_dynamics_derivatives(robot, *state)
    assert found.dq.shape == (4, 2, 6, 3)
    for x, y in zip(found, plainly(jn.elastic_forward_dynamics_derivatives, robot, *state)):
        assert_close(x, y)
    one = jn.elastic_forward_dynamics_derivatives(robot, *state[:, 1, 1])
    for x, y in zip(one, found):
        assert_close(x, y[1, 1])


def test_refused():
    links = [jn.Link("base"), jn.Link("a"), jn.Link("b", 1.0, inertia=(0.1, 0.1, 0.1, 0, 0, 0))]
    joints = [jn.Joint("i", "revolute", "base", "b"), jn.Joint("j", "revolute", "b", "a")]
    robot = jn.Robot.build("massless", links, joints)
    with pytest.raises(SingularityError, match="joint 'j' moves no inertia"):
        jn.forward_dynamics_derivatives(robot, *np.zeros((3, 2)))
    casadi = pytest.importorskip("casadi")
    with pytest.raises(InputError, match="differentiate CasADi's own expressions"):
        jn.forward_dynamics_derivatives(jn.load("planar_2r"), casadi.SX.sym("q", 2), np.zeros(2), np.zeros(2))
    with pytest.raises(InputError, match="tau has 3 values"):
        jn.forward_dynamics_derivatives(jn.load("planar_2r"), np.zeros(2), np.zeros(2), np.zeros(3))
