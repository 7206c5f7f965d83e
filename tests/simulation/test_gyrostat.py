"""The step of [Hoepler2004], section VI, on the LWR with carried rotors: the exact torque arrives, Spong's does not."""

import dataclasses
from functools import cache

import numpy as np
import pytest

import jounce as jn

pytestmark = pytest.mark.native

ORDER = 16
GOAL = 2.0
"""[rad], all joints."""
TIME_CONSTANTS = (0.12, 0.1, 0.08, 0.06)
"""Of the filter's lags [s]; half the way is done after 16 of them."""
DRIVES = {
    "stiffness": [1e4] * 5 + [8e3] * 2,
    "rotor_inertia": np.array([3.2, 3.05, 1.98, 2.06, 0.801, 0.48, 0.381]) / 100.0**2,
    "gear_ratio": 100.0,
}
FULL, SPONG = (jn.load("kuka_lwr").with_drives(**DRIVES, coupling=coupling) for coupling in ("full", "spong"))


@cache
def planned(robot, T):
    """From rest until the motion is nearly over."""
    path = jn.trajectory.filtered_step(np.zeros(7), np.full(7, GOAL), T, order=ORDER)
    return jn.feedforward(robot, path, np.linspace(0.0, 1.6 * ORDER * T, 100))


@cache
def carried_out(robot, T):
    """What the plant with carried rotors makes of the plan for a robot, torque alone and no feedback."""
    return jn.simulate(FULL, planned(robot, T), tolerance=1e-9)


def test_open_loop():
    run = carried_out(FULL, 0.08)
    assert run.plan.status.motion_order == 10
    assert np.abs(run.plan.q[0, -1] - GOAL).max() < 0.05
    assert run.tracking_error < 1e-6
    assert np.abs(run.theta - run.plan.theta[0]).max() < 1e-6
    assert np.abs(run.tau_j - run.plan.tau_j[0]).max() < 1e-3 * np.abs(run.tau_j).max()


def slope(x, y):
    return np.polyfit(np.log(x), np.log(y), 1)[0]


def test_without_the_coupling():
    """What Spong's torque leaves out is quadratic in the speeds, some 1/T^2; acting for a time T it leaves 1/T in speed.

    So the links are off by some hundredths of a rad at the same stage of every motion, and the faster it is the faster they
    drift away after it.
    """
    runs = [carried_out(SPONG, T) for T in TIME_CONSTANTS]
    left_out = [np.abs(planned(FULL, T).tau_m - planned(SPONG, T).tau_m).max() for T in TIME_CONSTANTS]
    too_fast = [np.abs(run.qd - run.plan.q[1]).max() for run in runs]
    off = [run.tracking_error for run in runs]
    assert abs(slope(TIME_CONSTANTS, left_out) + 2.0) < 0.05
    assert abs(slope(TIME_CONSTANTS, too_fast) + 1.0) < 0.05
    assert abs(slope(TIME_CONSTANTS, off)) < 0.3
    assert min(off) > 1e4 * carried_out(FULL, 0.08).tracking_error


@pytest.mark.parametrize("robot", [FULL, SPONG], ids=["exact", "spong"])
def test_energy(robot):
    """What the motors put in is in links, springs and rotors, the part that both share included."""
    run = carried_out(robot, 0.08)
    assert np.abs(run.energy_balance).max() < 1e-9 * np.abs(run.work).max()
    alone = dataclasses.replace(run, robot=SPONG)
    assert np.abs(alone.energy_balance).max() > 1e-3 * np.abs(run.work).max()


def test_energy_with_losses():
    """Damped springs and friction, which take their part."""
    losses = {"damping": 2.0, "viscous_friction": 2.0, "coulomb_friction": 2.0, "coulomb_speed": 1.0}
    lossy = jn.load("kuka_lwr").with_drives(**DRIVES, **losses, coupling="full")
    run = jn.simulate(lossy, planned(SPONG, 0.06), tolerance=1e-8)
    assert run.loss[-1] > 1.0
    assert np.abs(run.energy_balance).max() < 1e-9 * np.abs(run.work).max()
