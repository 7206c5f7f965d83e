"""Accelerations with carried rotors: inverse of the inverse, the equations in full, Spong's limit, long robots."""

import dataclasses

import numpy as np
import pytest

import jounce as jn
from support.random_robots import plainly, random_motion, random_robot
from support.rotors import random_rotors
from support.tolerances import CHAIN, assert_close

JOINTS = 40


def torque_driven(robot, seed):
    """Links and motors in motion, the motor torque of this motion, and the accelerations of both."""
    Q = random_motion(robot, seed, robot.motion_order)
    plan = jn.inverse_dynamics(robot, *Q)
    return (Q[0], Q[1], plan.theta[0], plan.theta[1], plan.tau_m), (Q[2], plan.theta[2])


@pytest.mark.parametrize("rigid", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_forward_undoes_inverse(seed, rigid):
    """Trees with rotors on parents, ancestors and other branches."""
    robot = random_rotors(seed, 5, chain=seed % 2 == 0, rigid=rigid)
    state, expected = torque_driven(robot, seed)
    for acceleration, wanted in zip(jn.elastic_forward_dynamics(robot, *state), expected, strict=True):
        assert_close(acceleration, wanted, CHAIN)


@pytest.mark.parametrize("rigid", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_the_equations_of_motion_hold(seed, rigid):
    """All 2n equations term by term, with matrices that forward dynamics does not form."""
    robot, rng = random_rotors(seed, 6, rigid=rigid, spong=0.0), np.random.default_rng(seed)
    drives = [dataclasses.replace(drive, viscous_friction=0.0, coulomb_friction=0.0) for drive in robot.drives]
    joints = tuple(dataclasses.replace(joint, drive=drive) for joint, drive in zip(robot.joints, drives))
    robot = dataclasses.replace(robot, joints=joints)
    q, qd, bend, thetad, tau_m = rng.normal(size=(5, robot.n))
    elastic = np.array([drive.elastic for drive in drives])
    thetad = np.where(elastic, thetad, qd)
    qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, q + bend, thetad, tau_m)
    M, C, g, S, C_rotor, C_carrier, B = jn.dynamics.motor_terms(robot, q, qd, thetad)
    shaft = tau_m - S.T @ qdd - C_carrier - B * thetadd
    tau_j = np.where(elastic, np.array([d.stiffness if d.elastic else 0.0 for d in drives]) * bend, shaft)
    assert_close(M @ qdd + C + g + S @ thetadd + C_rotor, tau_j, CHAIN)
    assert_close(shaft, tau_j, CHAIN)


@pytest.mark.parametrize("seed", range(3))
def test_without_momentum_it_is_spongs_robot(seed):
    """The same reflected inertia behind an infinite gear: rotors without momentum."""
    bare = random_robot(seed, 6)
    state = np.random.default_rng(seed).normal(size=(5, 6))
    options = {"stiffness": 40.0, "rotor_inertia": 0.3e-16, "gear_ratio": 1e8}
    full, spong = (bare.with_drives(coupling=coupling, **options) for coupling in ("full", "spong"))
    for one, other in zip(jn.elastic_forward_dynamics(full, *state), jn.elastic_forward_dynamics(spong, *state), strict=True):
        assert_close(one, other, 1e-6)


@pytest.mark.native
@pytest.mark.slow
@pytest.mark.parametrize("stiffness", [2000.0, np.inf])
def test_long_robots_are_loops(stiffness):
    """One sample and a batch of a tree of 40 joints, with live inertia and a wrench, against plain Python."""
    robot = random_robot(3, JOINTS).with_drives(
        stiffness=stiffness, rotor_inertia=1e-3, gear_ratio=np.linspace(5.0, 20.0, JOINTS), coupling="full"
    )
    kernel = jn.compile(jn.elastic_forward_dynamics, robot, wrench=True, parameters=("rotor_inertia",))
    assert kernel.program.length < 12_000
    rng = np.random.default_rng(0)
    state, W = 0.3 * rng.normal(size=(5, 3, JOINTS)), rng.normal(size=(1, 3, 6))
    parameters = {"rotor_inertia": 1e-3 * rng.uniform(0.5, 1.5, size=JOINTS)}
    expected = plainly(jn.elastic_forward_dynamics, robot, *state, wrench=tuple(W), parameters=parameters)
    batch = kernel(*state, wrench=tuple(W), parameters=parameters)
    single = kernel(*state[:, 1], wrench=tuple(W[:, 1]), parameters=parameters)
    for many, one, wanted in zip(batch, single, expected, strict=True):
        assert_close(many, wanted, CHAIN)
        assert_close(one, wanted[1], CHAIN)
