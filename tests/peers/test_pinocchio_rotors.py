"""Carried rotors as real bodies in Pinocchio: a tree of 2n joints, in which no term of the coupling is written down by hand.

Each rotor is a body on a revolute joint of the link that carries it, somewhere on that link, with a mass and an inertia across
its axis that nobody needs to know: both are taken out of the link, whose data contain the rotor, locked. The coordinate is the
rotor's own angle r theta, the force on its joint what friction and spring leave of the motor's, (tau_m - friction - tau_j) / r.
"""

import dataclasses

import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from support import rotors
from support.peer_pinocchio import Pinocchio, model_of
from support.random_robots import random_motion
from support.rotors import random_rotors
from support.tolerances import ALGEBRA, CHAIN, assert_close

SEEDS = range(60)


def rotor_body(drive, axis, rng):
    """Round about its axis; its centre of mass lies on it."""
    across = rng.uniform(0.5, 2.0) * drive.rotor_inertia
    tensor = across * np.eye(3) + (drive.rotor_inertia - across) * np.outer(axis, axis)
    return pin.Inertia(rng.uniform(0.1, 0.5), rng.normal(scale=0.1) * axis, tensor)


def with_rotors(robot, seed):
    """The robot in Pinocchio, joints of its rotors after those of its links; a rotor of Spong's turns on the base."""
    rng, model = np.random.default_rng(seed), model_of(robot)
    for j, (joint, drive) in enumerate(zip(robot.joints, robot.drives)):
        link, axis = rotors.mount(robot, j) if drive.coupling == "full" else (-1, (0, 0, 1))
        axis = np.array(axis, dtype=float)
        place, body = pin.SE3(np.eye(3), rng.normal(scale=0.3, size=3)), rotor_body(drive, axis, rng)
        if link >= 0:
            rest = model.inertias[link + 1].toDynamicParameters() - place.act(body).toDynamicParameters()
            model.inertias[link + 1] = pin.Inertia.FromDynamicParameters(rest)
        index = model.addJoint(link + 1, pin.JointModelRevoluteUnaligned(axis), place, f"rotor {joint.name}")
        model.appendBodyToJoint(index, body, pin.SE3.Identity())
    return Pinocchio(model, [*robot.joint_names, *(f"rotor {name}" for name in robot.joint_names)])


def ratios(robot):
    return np.array([drive.gear_ratio for drive in robot.drives])


def rubbed(robot, thetad):
    """Friction at the motors."""
    Fv, Fc, v0 = np.transpose([(d.viscous_friction, d.coulomb_friction, d.coulomb_speed) for d in robot.drives])
    return Fv * thetad + Fc * thetad / np.hypot(thetad, v0)


@pytest.mark.parametrize("seed", SEEDS)
def test_both_equations_hold(seed):
    """What Pinocchio needs for our motion of links and rotors is our torque, at both ends of the springs."""
    robot = random_rotors(seed, 2 + seed % 7, chain=seed % 3 == 0)
    r, n = ratios(robot), robot.n
    Q = random_motion(robot, seed, robot.motion_order)
    found = jn.inverse_dynamics(robot, *Q)
    force = with_rotors(robot, seed).rnea(*np.concatenate([Q[:3], r * found.theta], axis=1))
    assert_close(found.tau_j[0], force[:n], ALGEBRA, "links")
    assert_close(found.tau_m - rubbed(robot, found.theta[1]) - found.tau_j[0], r * force[n:], ALGEBRA, "rotors")


@pytest.mark.parametrize("seed", SEEDS)
def test_forward_dynamics(seed):
    """Articulated bodies of all links and rotors, against our solution of 2n equations; springs here damped as well."""
    robot = random_rotors(seed, 2 + seed % 7, chain=seed % 3 == 0, rigid=0)
    rng, r, n = np.random.default_rng(seed), ratios(robot), robot.n
    K, D = np.array([drive.stiffness for drive in robot.drives]), rng.uniform(0, 5, size=n)
    drives = [dataclasses.replace(drive, damping=d) for drive, d in zip(robot.drives, D)]
    robot = dataclasses.replace(robot, joints=tuple(dataclasses.replace(j, drive=d) for j, d in zip(robot.joints, drives)))
    q, qd, theta, thetad, tau_m = rng.normal(size=(5, n))
    tau_j = K * (theta - q) + D * (thetad - qd)
    force = np.concatenate([tau_j, (tau_m - rubbed(robot, thetad) - tau_j) / r])
    expected = with_rotors(robot, seed).forward_dynamics(np.concatenate([q, r * theta]), np.concatenate([qd, r * thetad]), force)
    qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m)
    assert_close(qdd, expected[:n], CHAIN, "qdd")
    assert_close(r * thetadd, expected[n:], CHAIN, "thetadd")


@pytest.mark.parametrize("seed", SEEDS)
def test_mass_matrix(seed):
    """Of links and rotors: M and S, and the inertia of the rotors on the diagonal.

    By columns, as `crba` wants the joints of a branch next to each other, and ours of the rotors come last.
    """
    robot = random_rotors(seed, 2 + seed % 7, chain=seed % 3 == 0).with_gravity((0, 0, 0))
    r, n = ratios(robot), robot.n
    q, qd, thetad = random_motion(robot, seed, 2)
    peer, still = with_rotors(robot, seed), np.zeros(2 * n)
    pose = np.concatenate([q, np.zeros(n)])
    whole = np.transpose([peer.rnea(pose, still, unit) for unit in np.eye(2 * n)])
    M, _, _, S, _, _, B = jn.dynamics.motor_terms(robot, q, qd, thetad)
    scale = np.concatenate([np.ones(n), r])
    assert_close(np.block([[M, S], [S.T, np.diag(B)]]), whole * np.outer(scale, scale))
