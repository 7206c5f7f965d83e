"""Spherical and floating joints against Pinocchio: random trees, and a humanoid on a floating base."""

import re
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from support.several_freedoms import Peer, random_state, random_tree
from support.tolerances import CHAIN, assert_close

PEER = 1e-10


def check(robot, q, qd, qdd):
    peer = Peer(robot)
    model, data, at = peer.model, peer.data, peer.position(q)
    v, a = qd[peer.order], qdd[peer.order]
    tau = peer.ours(pin.rnea(model, data, at, v, a))
    g = pin.computeGeneralizedGravity(model, data, at)
    M = pin.crba(model, data, at)
    assert_close(jn.rnea(robot, q, qd, qdd), tau, PEER, "rnea")
    assert_close(jn.gravity_torque(robot, q), peer.ours(g), PEER, "gravity")
    assert_close(jn.mass_matrix(robot, q), peer.ours(np.triu(M) + np.triu(M, 1).T), PEER, "mass matrix")
    assert_close(jn.forward_dynamics(robot, q, qd, tau), qdd, 1e-8, "forward dynamics")  # conditioning of M
    matrices = jn.dynamic_matrices(robot, q, qd)
    assert_close(matrices.C @ qd + matrices.g, peer.ours(pin.nonLinearEffects(model, data, at, v)), PEER, "C qd + g")
    assert_close(jn.com_jacobian(robot, q)[:, peer.order], pin.jacobianCenterOfMass(model, data, at), PEER, "com")
    pin.computeRNEADerivatives(model, data, at, v, a)
    joints = tuple(replace(joint, drive=None, friction=None) for joint in robot.joints)  # the links alone, as in Pinocchio
    by_q, by_qd, by_qdd = jn.inverse_dynamics_derivatives(replace(robot, joints=joints, transmission=()), q, qd, qdd)
    assert_close(by_q, peer.ours(data.dtau_dq), PEER, "d tau / d q")
    assert_close(by_qd, peer.ours(data.dtau_dv), PEER, "d tau / d qd")
    assert_close(by_qdd, matrices.M, PEER, "d tau / d qdd")
    Y = jn.regressor(robot, q, qd, qdd)
    assert_close(Y @ robot.parameters, tau, PEER, "regressor")


@pytest.mark.parametrize("seed", range(15))
def test_random_trees(seed):
    robot = random_tree(seed, floating=seed % 3 == 0)
    check(robot, *random_state(robot, seed))


@pytest.mark.parametrize("seed", range(15))
def test_jacobians_and_poses(seed):
    robot = random_tree(seed)
    peer = Peer(robot)
    q, qd = random_state(robot, seed, 1)
    pin.forwardKinematics(peer.model, peer.data, peer.position(q), qd[peer.order])
    pin.computeJointJacobians(peer.model, peer.data, peer.position(q))
    for link in robot.links:
        index = peer.model.getJointId(next(j.name for j in robot.joints if j.child == link.name))
        position, rotation = jn.tool_pose(robot, q, link=link.name)
        assert_close(rotation, peer.data.oMi[index].rotation, CHAIN)
        assert_close(position, peer.data.oMi[index].translation, CHAIN)
        J = pin.getJointJacobian(peer.model, peer.data, index, pin.ReferenceFrame.LOCAL)
        assert_close(jn.jacobian(robot, q, link=link.name)[:, peer.order], J[[3, 4, 5, 0, 1, 2]], CHAIN)


@pytest.mark.parametrize("seed", range(10))
def test_time_derivatives_follow_the_motion(seed):
    """Pinocchio's torque along the motion that the velocity makes, differentiated by differences of order eight."""
    robot = random_tree(seed, n=4)
    peer = Peer(robot)
    q, v, a, j, s = random_state(robot, seed, 4)

    def at(t):
        speed = lambda x: v + a * x + j * x**2 / 2 + s * x**3 / 6  # noqa: E731
        place, steps = peer.position(q), 8
        for k in range(steps):  # fourth-order Magnus steps
            h = t / steps
            low, high = (k + 0.5 - 3**0.5 / 6) * h, (k + 0.5 + 3**0.5 / 6) * h
            first, second = speed(low)[peer.order], speed(high)[peer.order]
            place = pin.integrate(peer.model, place, 0.5 * h * (first + second) + _bracket(robot, peer, first, second, h))
        return peer.ours(pin.rnea(peer.model, peer.data, place, speed(t)[peer.order], (a + j * t + s * t**2 / 2)[peer.order]))

    h = 5e-3
    weights = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}
    slope = sum(w * (at(k * h) - at(-k * h)) for k, w in weights.items()) / h
    assert_close(jn.rnea(robot, q, v, a, j)[1], slope, 1e-8)


def _bracket(robot, peer, first, second, h):
    """-sqrt(3)/12 h^2 [first, second] of the Lie algebra of each joint, in Pinocchio's order."""
    out = np.zeros(robot.n)
    for joint in robot.joints:
        k = peer.model.joints[peer.model.getJointId(joint.name)].idx_v
        if joint.type == "spherical":
            out[k : k + 3] = np.cross(second[k : k + 3], first[k : k + 3])
        elif joint.type == "floating":
            (u1, w1), (u2, w2) = ((x[k : k + 3], x[k + 3 : k + 6]) for x in (first, second))
            out[k : k + 6] = [*(np.cross(w2, u1) + np.cross(u2, w1)), *np.cross(w2, w1)]
    return -(3**0.5) / 12 * h**2 * out


TALOS = [Path(f.locate()) for f in metadata.files("example-robot-data") if f.name == "talos_full_v2.urdf"]


@pytest.mark.filterwarnings("ignore:(?s).*transmission")
def test_humanoid_on_a_floating_base(tmp_path):
    """Its fingers mimic each other in the file; here each moves on its own."""
    file = tmp_path / "talos.urdf"
    file.write_text(re.sub(r"<mimic[^>]*/>|<mimic[^>]*>\s*</mimic>", "", TALOS[0].read_text()))
    robot = jn.load(file, floating_base=True, exact=True)
    model = pin.buildModelFromUrdf(str(file), pin.JointModelFreeFlyer())
    assert (robot.nq, robot.n) == (model.nq, model.nv)
    assert robot.joints[0].type == "floating"
    check(robot, *random_state(robot, 0))
    # what each file reader made of the masses
    assert np.isclose(robot.parameters[::10].sum(), sum(body.mass for body in model.inertias), rtol=1e-12)
