"""Live inertia, payload and gravity against Pinocchio models built with those numbers: 100 random trees."""

import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from support.live import body, motion_of, numbers_for, robot_of
from support.peer_pinocchio import Pinocchio, model_of
from support.random_robots import random_robot
from support.several_freedoms import Peer, random_tree
from support.tolerances import ALGEBRA, CHAIN, assert_close

NAMES = ("inertia", "payload", "gravity")
ORDER = (0, 1, 2, 3, 4, 7, 5, 8, 9, 6)
"""m, mc, Ixx, Iyy, Izz, Ixy, Ixz, Iyz as Pinocchio's m, mc, Ixx, Ixy, Iyy, Ixz, Iyz, Izz."""


def tell(model, robot, live):
    """The numbers as Pinocchio takes them, through its own inertias: nothing of ours has touched them."""
    ids = [model.getJointId(joint.name) for joint in robot.joints]
    for k, index in enumerate(ids):
        model.inertias[index] = pin.Inertia.FromDynamicParameters(live["inertia"][10 * k : 10 * k + 10][list(ORDER)])
    index, frame = robot.locate(robot.tool)
    place = pin.SE3(np.array(frame.rotation), np.array(frame.origin))
    model.inertias[ids[index]] += place.act(pin.Inertia.FromDynamicParameters(live["payload"][list(ORDER)]))
    model.gravity.linear = live["gravity"]


def tooled(robot, seed):
    rng = np.random.default_rng(seed)
    return robot.with_tool(str(rng.choice([link.name for link in robot.links])), rng.normal(size=3), rng.normal(size=3))


@pytest.mark.parametrize("seed", range(70))
def test_trees(seed):
    robot = tooled(random_robot(seed, n=1 + seed % 12), seed)
    live, (q, qd, qdd) = numbers_for(robot, seed, (), NAMES), motion_of(robot, seed, 3)
    model = model_of(robot)
    tell(model, robot, live)
    peer = Pinocchio(model, robot.joint_names)
    assert_close(jn.rnea(robot, q, qd, qdd, parameters=live), peer.rnea(q, qd, qdd), ALGEBRA, "rnea")
    assert_close(jn.mass_matrix(robot, q, parameters=live), peer.mass_matrix(q), ALGEBRA, "mass_matrix")
    assert_close(jn.gravity_torque(robot, q, parameters=live), peer.gravity(q), ALGEBRA, "gravity_torque")
    qdd = jn.forward_dynamics(robot, q, qd, qdd, parameters=live)
    assert_close(qdd, peer.forward_dynamics(q, qd, motion_of(robot, seed, 3)[2]), CHAIN, "forward_dynamics")
    Jc = pin.jacobianCenterOfMass(model, peer.data, peer.q(q)).reshape(3, -1)[:, peer.order]
    assert_close(jn.com_jacobian(robot, q, parameters=live), Jc, ALGEBRA, "com_jacobian")
    kinetic, potential = jn.energy(robot, q, qd, parameters=live)
    assert_close(kinetic, pin.computeKineticEnergy(model, peer.data, peer.q(q), peer.v(qd)), ALGEBRA, "kinetic")
    scale = np.abs(live["inertia"]).max() * np.abs(live["gravity"]).max() * robot.n  # the height of all mass may cancel
    assert abs(potential - pin.computePotentialEnergy(model, peer.data, peer.q(q))) < ALGEBRA * scale


@pytest.mark.parametrize("seed", range(30))
def test_several_freedoms(seed):
    robot = tooled(random_tree(seed, floating=seed % 2 == 0), seed)
    live, (q, qd, qdd) = numbers_for(robot, seed, (), NAMES), motion_of(robot, seed, 3)
    peer = Peer(robot)
    tell(peer.model, robot, live)
    data, at, v, a = peer.model.createData(), peer.position(q), qd[peer.order], qdd[peer.order]
    tau = peer.ours(pin.rnea(peer.model, data, at, v, a))
    M = pin.crba(peer.model, data, at)
    assert_close(jn.rnea(robot, q, qd, qdd, parameters=live), tau, ALGEBRA, "rnea")
    assert_close(jn.mass_matrix(robot, q, parameters=live), peer.ours(np.triu(M) + np.triu(M, 1).T), ALGEBRA, "mass_matrix")
    expected = peer.ours(pin.aba(peer.model, data, at, v, a))
    assert_close(jn.forward_dynamics(robot, q, qd, qdd, parameters=live), expected, CHAIN, "forward_dynamics")


def test_every_sample_another_robot():
    """A batch of payloads, loaded one after the other into Pinocchio."""
    robot, rng = robot_of("rigid", 3, n=6), np.random.default_rng(3)
    q, qd, qdd = motion_of(robot, 3, 3, (5,))
    loads = np.array([0.5 * body(rng) for _ in range(5)])
    found = jn.rnea(robot, q, qd, qdd, parameters={"payload": loads})
    for k, load in enumerate(loads):
        live = {"inertia": robot.parameters, "payload": load, "gravity": np.array(robot.gravity)}
        model = model_of(robot)
        tell(model, robot, live)
        assert_close(found[k], Pinocchio(model, robot.joint_names).rnea(q[k], qd[k], qdd[k]))
