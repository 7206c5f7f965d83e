"""External wrenches on four links and frames against Pinocchio's `fext`: rigid, elastic, carried rotors, floating bases."""

import dataclasses
import math

import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from support.live import motion_of, placement, robot_of
from support.peer_pinocchio import Pinocchio, model_of
from support.random_robots import random_motion, random_robot
from support.several_freedoms import Peer, random_state, random_tree
from support.tolerances import ALGEBRA, CHAIN, assert_close


def framed(robot, seed):
    rng = np.random.default_rng(seed)
    frames = [jn.robot.Frame(f"on {link.name}", link.name, placement(rng)) for link in robot.links]
    return dataclasses.replace(robot, frames=(*robot.frames, *frames))


def pushed(robot, seed):
    """{place: (W,)} on four links and frames, or as many as there are, and on the base."""
    rng = np.random.default_rng(seed + 1)
    names = [*(link.name for link in robot.links), *(frame.name for frame in robot.frames if frame.name.startswith("on "))]
    chosen = rng.choice(names, size=min(4, len(names)), replace=False).tolist()
    return {place: (rng.normal(scale=20.0, size=6),) for place in [*chosen, "base"]}


def fext(model, robot, forces):
    """Pinocchio's: a force for each joint, in its own frame; frames are taken there by Pinocchio."""
    found = [pin.Force.Zero() for _ in range(model.njoints)]
    for place, (W,) in forces.items():
        index, frame = robot.locate(place)
        if index >= 0:
            at = pin.SE3(np.array(frame.rotation), np.array(frame.origin))
            found[model.getJointId(robot.joint_names[index])] += at.act(pin.Force(W[3:], W[:3]))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_rigid_trees(seed):
    robot = framed(random_robot(seed, n=2 + seed % 9), seed)
    peer, forces = Pinocchio(model_of(robot), robot.joint_names), pushed(robot, seed)
    q, qd, qdd = random_motion(robot, seed, 2)
    at, v, f = peer.q(q), peer.v(qd), fext(peer.model, robot, forces)
    tau = pin.rnea(peer.model, peer.data, at, v, peer.v(qdd), f)[peer.order]
    assert_close(jn.rnea(robot, q, qd, qdd, wrench=forces), tau, ALGEBRA, "rnea")
    expected = pin.aba(peer.model, peer.data, at, v, peer.v(qdd), f)[peer.order]
    assert_close(jn.forward_dynamics(robot, q, qd, qdd, wrench=forces), expected, ALGEBRA, "forward_dynamics")


@pytest.mark.parametrize("seed", range(30))
def test_elastic_trees(seed):
    """Springs pull on the links, motors of rigid joints ride on them (Pinocchio's armature), and the rest is by hand."""
    robot, rng = framed(robot_of("elastic", seed, n=2 + seed % 5), seed), np.random.default_rng(seed)
    D = np.where(np.isfinite(robot.parameter_values("stiffness")), rng.uniform(0, 5, size=robot.n), 0.0)
    robot = robot.with_parameters({"damping": D})
    peer, forces = Pinocchio(model_of(robot), robot.joint_names), pushed(robot, seed)
    q, qd, theta, thetad, tau_m = motion_of(robot, seed, 5)
    tau, thetadd, elastic = np.empty(robot.n), np.empty(robot.n), np.zeros(robot.n, dtype=bool)
    for i, drive in enumerate(robot.drives):
        if drive is None:
            tau[i] = tau_m[i]
            continue
        elastic[i], inertia = drive.elastic, drive.gear_ratio**2 * drive.rotor_inertia
        speed = thetad[i] if drive.elastic else qd[i]
        rubbed = drive.viscous_friction * speed + drive.coulomb_friction * speed / math.hypot(speed, drive.coulomb_speed)
        if drive.elastic:
            tau[i] = drive.stiffness * (theta[i] - q[i]) + D[i] * (thetad[i] - qd[i])
            thetadd[i] = (tau_m[i] - rubbed - tau[i]) / inertia
        else:
            tau[i] = tau_m[i] - rubbed
            peer.model.armature[peer.order[i]] = inertia
    peer.data = peer.model.createData()
    qdd = pin.aba(peer.model, peer.data, peer.q(q), peer.v(qd), peer.v(tau), fext(peer.model, robot, forces))[peer.order]
    found = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m, wrench=forces)
    assert_close(found[0], qdd, ALGEBRA, "qdd")
    assert_close(found[1], np.where(elastic, thetadd, qdd), ALGEBRA, "thetadd")


@pytest.mark.parametrize("seed", range(20))
def test_motor_torque(seed):
    """What the motors of elastic joints need starts from the joints' torque, which is Pinocchio's."""
    robot = framed(robot_of("elastic", seed, n=2 + seed % 5), seed)
    peer, forces = Pinocchio(model_of(robot), robot.joint_names), pushed(robot, seed)
    Q = motion_of(robot, seed, robot.motion_order + 1)
    rates = {place: (W, *[np.zeros(6)] * 2) for place, (W,) in forces.items()}
    tau = pin.rnea(peer.model, peer.data, peer.q(Q[0]), peer.v(Q[1]), peer.v(Q[2]), fext(peer.model, robot, forces))[peer.order]
    found = jn.inverse_dynamics(robot, *Q, wrench=rates)
    assert_close(found.tau_j[0], tau, ALGEBRA)
    K = np.array([np.inf if drive is None else drive.stiffness for drive in robot.drives])
    assert_close(found.delta, tau / K, ALGEBRA)


@pytest.mark.parametrize("seed", range(20))
def test_carried_rotors(seed):
    """What the wrenches change in all accelerations is what Pinocchio's J^T W does to the 2n equations, springs unchanged."""
    robot = robot_of("rotors", seed, n=2 + seed % 4)
    peer, forces = Pinocchio(model_of(robot), robot.joint_names), pushed(robot, seed)
    q, qd, theta, thetad, tau_m = motion_of(robot, seed, 5)
    f = fext(peer.model, robot, forces)
    pushes = -(
        pin.rnea(peer.model, peer.data, peer.q(q), 0 * peer.v(q), 0 * peer.v(q), f)
        - pin.computeGeneralizedGravity(peer.model, peer.data, peer.q(q))
    )[peer.order]
    still, moved = (jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m, wrench=w) for w in ({}, forces))
    M, _, _, S, _, _, B = jn.dynamics.motor_terms(robot, q, qd, thetad)
    a, b = moved[0] - still[0], moved[1] - still[1]
    elastic = np.array([drive.elastic for drive in robot.drives])
    links, motors = M @ a + S @ b - pushes, S.T @ a + B * b
    total = np.where(elastic, links, links + motors)  # a rigid joint takes both sides
    scale = max(np.abs(pushes).max(), np.abs(M @ a).max(), np.abs(S @ b).max())
    assert np.abs(total).max() < CHAIN * scale
    assert np.abs(motors[elastic]).max(initial=0.0) < CHAIN * scale


@pytest.mark.parametrize("seed", range(20))
def test_several_freedoms(seed):
    """Spherical and floating joints, a floating base among them."""
    robot = framed(random_tree(seed, n=1 + seed % 5, floating=seed % 2 == 0), seed)
    peer, forces = Peer(robot), pushed(robot, seed)
    q, qd, qdd = random_state(robot, seed)
    model, data, at, v, a = peer.model, peer.data, peer.position(q), qd[peer.order], qdd[peer.order]
    f = fext(model, robot, forces)
    tau = peer.ours(pin.rnea(model, data, at, v, a, f))
    assert_close(jn.rnea(robot, q, qd, qdd, wrench=forces), tau, ALGEBRA, "rnea")
    expected = peer.ours(pin.aba(model, data, at, v, a, f))
    assert_close(jn.forward_dynamics(robot, q, qd, qdd, wrench=forces), expected, ALGEBRA, "forward_dynamics")
