"""Matrices of the equations of motion, their derivatives and the regressor against Pinocchio: random trees and known robots."""

from dataclasses import replace
from importlib import metadata
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from support.peer_pinocchio import Pinocchio, model_of
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, assert_close

SEEDS = range(30)
NAMES = (
    "ur5_robot.urdf",
    "kinova.urdf",
    "xarm7.urdf",
    "double_pendulum_continuous.urdf",
    "solo12.urdf",
    "anymal.urdf",
    "icub.urdf",
    "tiago.urdf",
)
FILES = {Path(f).name: f.locate() for f in metadata.files("example-robot-data") if f.suffix == ".urdf"}
ORDER = (0, 1, 2, 3, 4, 6, 9, 5, 7, 8)
"""m, mc, Ixx, Iyy, Izz, Ixy, Ixz, Iyz among Pinocchio's m, mc, Ixx, Ixy, Iyy, Ixz, Iyz, Izz."""


def bare(robot):
    """The links alone: Pinocchio's torque has no friction, and its motors turn each with its own joint."""
    joints = tuple(replace(joint, drive=None, friction=None) for joint in robot.joints)
    return replace(robot, joints=joints, transmission=())


def compare(robot, peer, seed):
    q, qd, qdd = random_motion(robot, seed, 2)
    model, data, rows, n = peer.model, peer.data, peer.order, robot.n
    at, v, a = peer.q(q), peer.v(qd), peer.v(qdd)
    square = np.ix_(rows, rows)

    M, C, g = jn.dynamic_matrices(robot, q, qd)
    assert_close(M, peer.mass_matrix(q), ALGEBRA, "M")
    # C is not unique: what it does to the velocity is, and that C + C^T = Mdot is tested elsewhere
    theirs = pin.computeCoriolisMatrix(model, data, at, v).reshape(n, n)[square]
    scale = np.abs(M).max() * np.abs(qd).max() ** 2
    assert np.abs(C @ qd - theirs @ qd).max() < ALGEBRA * scale
    assert_close(g, pin.computeGeneralizedGravity(model, data, at)[rows], ALGEBRA, "g")
    assert_close(
        jn.com_jacobian(robot, q), pin.jacobianCenterOfMass(model, data, at).reshape(3, n)[:, rows], ALGEBRA, "com_jacobian"
    )

    by_q, by_qd, by_qdd = jn.inverse_dynamics_derivatives(bare(robot), q, qd, qdd)
    pin.computeRNEADerivatives(model, data, at, v, a)
    assert_close(by_q, data.dtau_dq.reshape(n, n)[square], ALGEBRA, "d tau / d q")
    assert np.abs(by_qd - data.dtau_dv.reshape(n, n)[square]).max() < ALGEBRA * np.abs(M).max() * np.abs(qd).max()
    assert_close(by_qdd, M, ALGEBRA, "d tau / d qdd")

    Y = pin.computeJointTorqueRegressor(model, data, at, v, a).reshape(n, 10 * n)[rows]
    columns = [10 * (joint - 1) + k for joint in peer.ids for k in ORDER]
    assert_close(jn.regressor(robot, q, qd, qdd), Y[:, columns], ALGEBRA, "regressor")
    parameters = np.concatenate([inertia.toDynamicParameters() for inertia in list(model.inertias)[1:]])
    assert_close(robot.parameters, parameters[columns], ALGEBRA, "parameters")


@pytest.mark.parametrize("seed", SEEDS)
def test_random_tree(seed):
    robot = random_robot(seed, n=1 + seed % 12)
    compare(robot, Pinocchio(model_of(robot), robot.joint_names), seed)


@pytest.mark.filterwarnings("ignore:(?s).*read as no limit")
@pytest.mark.parametrize("name", NAMES)
def test_known_robot(name):
    robot = jn.load(FILES[name], exact=True)
    compare(robot, Pinocchio(pin.buildModelFromUrdf(str(FILES[name])), robot.joint_names), 1)
