"""Elastic joints in MuJoCo, as `to_mjcf` writes them: the accelerations of the reduced model of a flexible-joint robot.

    (M + diag(B of rigid joints)) qdd + h = tau_j,    B thetadd = tau_m - tau_j - Fv thetad

with M and h from our rigid functions and everything between motor and link written out here.
"""

import dataclasses
import math

import mujoco
import numpy as np
import pytest

import jounce as jn
from jounce.robot import HardeningSpring
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, assert_close

STATES = 5


def random_elastic_robot(seed):
    """A tree of one to eight joints, each elastic (linear or hardening), rigid with a motor, passive or without a drive."""
    rng = np.random.default_rng(seed + 500)
    robot = random_robot(seed, n=1 + seed % 8)
    stiffness = [
        [lambda: 10 ** rng.uniform(1, 5), lambda: math.inf, lambda: HardeningSpring(*(10 ** rng.uniform(1, 5, size=2)))][
            rng.choice(3, p=[0.5, 0.25, 0.25])
        ]()
        for _ in range(robot.n)
    ]
    robot = robot.with_drives(
        stiffness=stiffness,
        rotor_inertia=10 ** rng.uniform(-6, -3, size=robot.n),
        gear_ratio=rng.choice([-1, 1], size=robot.n) * rng.uniform(20, 160, size=robot.n),
        damping=rng.uniform(0, 20, size=robot.n),
        viscous_friction=rng.uniform(0, 5, size=robot.n),
    )
    joints = [
        dataclasses.replace(joint, drive=None, spring=jn.Spring(10 ** rng.uniform(1, 4), rng.uniform(0, 5)))
        if kind < 0.1
        else dataclasses.replace(joint, drive=None)
        if kind < 0.2
        else joint
        for joint, kind in zip(robot.joints, rng.random(robot.n))
    ]
    return dataclasses.replace(robot, joints=tuple(joints))


def spring(drive, delta):
    k = drive.stiffness
    return k.linear * delta + k.cubic * delta**3 if isinstance(k, HardeningSpring) else k * delta


def accelerations(robot, q, qd, theta, thetad, tau_m):
    """(qdd, thetadd) by the equations above; thetadd of joints that are not elastic is not a number."""
    M, tau_j, thetadd = jn.mass_matrix(robot, q), np.zeros(robot.n), np.full(robot.n, np.nan)
    for i, joint in enumerate(robot.joints):
        drive = joint.drive
        if joint.spring is not None:
            tau_j[i] = -joint.spring.stiffness * q[i] - joint.spring.damping * qd[i]
        elif drive is None:
            tau_j[i] = tau_m[i]
        elif not drive.elastic:
            M[i, i] += drive.reflected_inertia
            tau_j[i] = tau_m[i] - drive.viscous_friction * qd[i]
        else:
            tau_j[i] = spring(drive, theta[i] - q[i]) + drive.damping * (thetad[i] - qd[i])
            thetadd[i] = (tau_m[i] - tau_j[i] - drive.viscous_friction * thetad[i]) / drive.reflected_inertia
    h = jn.rnea(robot, q, qd, np.zeros(robot.n))
    return np.linalg.solve(M, tau_j - h), thetadd


@pytest.mark.parametrize("seed", range(20))
def test_accelerations(seed):
    robot = random_elastic_robot(seed)
    elastic = [i for i, drive in enumerate(robot.drives) if drive is not None and drive.elastic]
    driven = [i for i, joint in enumerate(robot.joints) if joint.spring is None]
    model = mujoco.MjModel.from_xml_string(robot.to_mjcf())
    data = mujoco.MjData(model)
    link = [model.joint(name).dofadr[0] for name in robot.joint_names]
    motor = [model.joint(f"theta_{robot.joint_names[i]}").dofadr[0] for i in elastic]
    assert sorted(link + motor) == list(range(model.nv))
    for state in range(STATES):
        q, qd, bend, thetad, tau_m = random_motion(robot, 100 * seed + state, 4)
        theta, tau_m = q + 0.05 * bend, 50.0 * tau_m
        qdd, thetadd = accelerations(robot, q, qd, theta, thetad, tau_m)
        data.qpos[link], data.qvel[link], data.ctrl[:] = q, qd, tau_m[driven]
        data.qpos[motor], data.qvel[motor] = theta[elastic], thetad[elastic]
        mujoco.mj_forward(model, data)
        assert_close(data.qacc[link], qdd, ALGEBRA, "qdd")
        assert_close(data.qacc[motor], thetadd[elastic], ALGEBRA, "thetadd")


def test_the_robots_are_mixed():
    """The comparison above meets all kinds of joints, and prismatic ones with each kind of drive."""
    joints = [joint for seed in range(20) for joint in random_elastic_robot(seed).joints]
    for prismatic in (False, True):
        drives = [joint.drive for joint in joints if joint.prismatic == prismatic]
        assert None in drives
        assert sum(drive is not None and not drive.elastic for drive in drives) >= 3
        assert sum(drive is not None and isinstance(drive.stiffness, HardeningSpring) for drive in drives) >= 3
        assert sum(drive is not None and drive.elastic and drive.law is None for drive in drives) >= 3
    assert any(joint.spring is not None for joint in joints)


@pytest.mark.parametrize("name", ["kuka_lwr", "moberg_5dof", "moberg_5dof_nmp", "planar_2r"])
def test_library(name):
    """Rods and point masses too: their moments of zero are 1e-15 kg m^2 in MuJoCo."""
    robot = jn.load(name)
    elastic = [i for i, drive in enumerate(robot.drives) if drive is not None and drive.elastic]
    driven = [i for i, joint in enumerate(robot.joints) if joint.spring is None]
    model = mujoco.MjModel.from_xml_string(robot.to_mjcf())
    data = mujoco.MjData(model)
    for state in range(STATES):
        q, qd, bend, thetad, tau_m = random_motion(robot, state, 4)
        theta = q + 0.01 * bend
        qdd, thetadd = accelerations(robot, q, qd, theta, thetad, tau_m)
        data.qpos[:], data.qvel[:] = [*q, *theta[elastic]], [*qd, *thetad[elastic]]
        data.ctrl[:] = tau_m[driven]
        mujoco.mj_forward(model, data)
        assert_close(data.qacc[: robot.n], qdd, ALGEBRA, "qdd")
        assert_close(data.qacc[robot.n :], thetadd[elastic], ALGEBRA, "thetadd")
