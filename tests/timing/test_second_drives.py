"""Limits of joints with two drives hold for each motor: peaks, timing, motions whose curve is free, plots."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from support.random_robots import random_robot
from support.tolerances import assert_close

pytestmark = pytest.mark.native
HARD = jn.robot.HardeningSpring(40.0, 4000.0)
LAST = 1.0 + 1e-6
"""A motion of least time uses all of a limit; at samples, rounding apart, no more."""


def antagonists(preload=-5.0, **limits):
    drive = jn.Drive(rotor_inertia=2e-5, gear_ratio=50.0, stiffness=HARD)
    links = [jn.Link("base"), jn.Link("f", 1.2, (0.15, 0.0, 0.0), (0.01, 0.01, 0.01, 0.0, 0.0, 0.0))]
    joint = jn.Joint(
        "e", "revolute", "base", "f", axis=(0.0, 1.0, 0.0), drive=drive, second=jn.robot.SecondDrive(drive, preload=preload)
    )
    return jn.Robot.build("antagonists", links, [joint]).with_limits(**limits)


def random_pairs(seed):
    """Three joints, some with two drives of different springs and rotors, limits of motors at random; coupled motors."""
    rng = np.random.default_rng(seed)
    robot = random_robot(seed, n=3, chain=True, kinds=("revolute",))
    robot = robot.with_drives(stiffness=rng.uniform(2e3, 6e3, 3), rotor_inertia=rng.uniform(2e-5, 6e-5, 3), gear_ratio=90.0)
    joints = []
    for i, joint in enumerate(robot.joints):
        drive = jn.Drive(rng.uniform(1e-5, 8e-5), 70.0, rng.uniform(1e3, 8e3))
        joints.append(joint if i == seed % 3 else replace(joint, second=jn.robot.SecondDrive(drive, rng.uniform(-4.0, 4.0))))
    robot = replace(robot, joints=tuple(joints))
    if seed % 2:
        robot = robot.with_transmission([[1.0, 0.3, 0.0], [0.0, 1.0, 0.0], [0.0, -0.4, 1.0]])
    rest = np.abs(jn.inverse_dynamics(robot, *np.zeros((5, 3))).tau_m).max()
    return robot.with_limits(motor_torque=rest + rng.uniform(20.0, 60.0, 3), velocity=2.0)


def used(robot, path, samples=8001):
    """The largest share of each limit of motors at dense samples, from arrays alone."""
    plan = jn.feedforward(robot, path, np.linspace(path.start_time, path.end_time, samples))
    of = [*range(robot.n), *(i for i, joint in enumerate(robot.axes) if joint.second is not None)]
    curves = {"motor_torque": plan.tau_m, "deflection": plan.delta, "motor_velocity": plan.theta[1]}
    curves["torque_rate"] = np.diff(plan.tau_m, axis=0) / np.diff(plan.t)[:, None]
    return {name: np.abs(x).max(axis=0) / getattr(robot.limits, name)[of] for name, x in curves.items()}


def test_a_plan_beyond_the_limit_of_a_second_motor_says_so():
    """The first motor carries little: what is exceeded is the second one's alone."""
    robot = antagonists(-15.0)
    path, t = jn.trajectory.rest_to_rest([0.0], [0.3], 2.0, degree=9), np.linspace(0.0, 2.0, 201)
    plan = jn.feedforward(robot, path, t)
    first, second = np.abs(plan.tau_m).max(axis=0)
    limit = 0.5 * (first + second)
    limited = jn.feedforward(robot.with_limits(motor_torque=limit), path, t)
    assert not limited.within_limits
    (row,) = limited.peaks.exceeded
    assert row.joint == "e_second"
    assert (row.quantity, row.limit) == ("motor_torque", limit)
    assert_close(row.peak, max(first, second))


@pytest.mark.parametrize(
    ("quantity", "of"),
    [
        ("motor_torque", lambda plan: plan.tau_m),
        ("deflection", lambda plan: plan.delta),
        ("motor_velocity", lambda plan: plan.theta[1]),
        ("torque_rate", lambda plan: np.diff(plan.tau_m, axis=0) / np.diff(plan.t)[:, None]),
    ],
)
def test_every_limit_of_motors_is_of_both(quantity, of):
    robot = antagonists(-10.0)
    path, t = jn.trajectory.rest_to_rest([0.0], [0.5], 0.6, degree=9), np.linspace(0.0, 0.6, 301)
    largest = np.abs(of(jn.feedforward(robot, path, t))).max(axis=0)
    assert largest[0] != largest[1]
    for scale, exceeded in ((0.999, 1), (1.001, 0)):
        plan = jn.feedforward(robot.with_limits(**{quantity: scale * largest.max()}), path, t)
        assert len(plan.peaks.exceeded) == exceeded
        assert plan.within_limits == (not exceeded)


def test_a_run_has_limits_of_both_motors():
    """Of what a simulated robot did, motor velocity included."""
    robot = antagonists(-10.0)
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0], [0.5], 0.6, degree=9), np.linspace(0.0, 0.6, 301))
    run = jn.simulate(robot, plan)
    for quantity, x in (("motor_torque", run.tau_m), ("motor_velocity", run.thetad)):
        limited = robot.with_limits(**{quantity: 0.9 * np.abs(x).max(axis=0).min()})
        rows = jn.simulate(limited, jn.feedforward(limited, plan.path, plan.t)).peaks.exceeded
        assert {row.joint for row in rows} == {"e", "e_second"}
        assert {row.quantity for row in rows} == {quantity}


def test_motor_limits_have_an_entry_for_each_motor():
    robot = random_pairs(1)
    robot = robot.with_limits(motor_torque=[1.0, 2.0, 3.0], velocity=[4.0, 5.0, 6.0])
    assert robot.limits.motor_torque.tolist() == [1.0, 2.0, 3.0]
    assert robot.motor_limits.motor_torque.tolist() == [1.0, 2.0, 3.0, 1.0, 3.0]
    assert robot.motor_limits.velocity.tolist() == [4.0, 5.0, 6.0, 4.0, 6.0]
    assert jn.load("planar_2r").motor_limits == jn.load("planar_2r").limits


@pytest.mark.parametrize("preload", [-5.0, -6.5, 3.0])
def test_least_time_within_the_limits_of_both(preload):
    robot = antagonists(preload, motor_torque=8.0)
    fast = jn.fastest(robot, jn.trajectory.rest_to_rest([0.0], [0.6], 0.8, degree=9))
    move = jn.fastest_move(robot, [0.0], [0.6])
    for path in (fast, move):
        assert path.status.shares["motor_torque"].shape == (2,)
        share = used(robot, path)["motor_torque"]
        assert share.max() <= LAST
        assert (path.status.shares["motor_torque"] >= share / LAST).all()
    slow = jn.fastest(robot, jn.trajectory.rest_to_rest([0.0], [0.6], 0.8, degree=9), {"motor_torque": 7.9})
    assert slow.status.time > fast.status.time
    assert {span.joint for span in fast.status.active} <= set(robot.motor_names)


@pytest.mark.parametrize("limits", [{"deflection": 0.12}, {"motor_velocity": 2.0}, {"motor_torque": 9.0, "torque_rate": 400.0}])
def test_other_limits_of_both_motors(limits):
    robot = antagonists(-5.0, **limits)
    fast = jn.fastest(robot, jn.trajectory.rest_to_rest([0.0], [0.4], 0.8, degree=9))
    share = used(robot, fast)
    for name in limits:
        assert fast.status.shares[name].shape == (2,)
        assert share[name].max() <= LAST


@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
def test_random_arms_with_two_drives(seed):
    robot = random_pairs(seed)
    goal = np.random.default_rng(seed + 100).uniform(-0.5, 0.5, 3)
    fast = jn.fastest(robot, jn.trajectory.rest_to_rest(np.zeros(3), goal, 1.0, degree=9), pieces=24)
    share = used(robot, fast)["motor_torque"]
    assert share.shape == (5,)
    assert share.max() <= LAST
    assert jn.feedforward(robot, fast, np.linspace(0.0, fast.end_time, 4001)).within_limits


def test_a_rigid_pair_in_the_phase_plane():
    """Rigid drives: what the second motor's preload and rotor take of its limit makes the motion slower."""
    drive = jn.Drive(rotor_inertia=2e-4, gear_ratio=50.0)
    links = [jn.Link("base"), jn.Link("f", 1.2, (0.15, 0.0, 0.0), (0.01, 0.01, 0.01, 0.0, 0.0, 0.0))]

    def robot(preload):
        joint = jn.Joint("e", "revolute", "base", "f", drive=drive, second=jn.robot.SecondDrive(drive, preload=preload))
        return jn.Robot.build("rigid pair", links, [joint], gravity=(0.0, 0.0, 0.0)).with_limits(motor_torque=8.0)

    path = jn.trajectory.rest_to_rest([0.0], [0.6], 1.0)
    even, held = jn.fastest(robot(0.0), path), jn.fastest(robot(-6.0), path)
    for arm, fast in ((robot(0.0), even), (robot(-6.0), held)):
        assert used(arm, fast)["motor_torque"].max() <= LAST
    assert held.status.time > 1.2 * even.status.time
    with pytest.raises(jn.errors.LimitError, match="at rest"):
        jn.fastest(robot(-9.0), path)


def test_energy_is_that_of_all_motors():
    robot = antagonists(-5.0, motor_torque=30.0)
    move = jn.fastest_move(robot, [0.0], [0.3], objective="energy", duration=0.5, motor_constant=2.0, pieces=8)
    t = np.linspace(0.0, move.end_time, 20001)
    watts = ((jn.feedforward(robot, move, t).tau_m / 2.0) ** 2).sum(axis=1)
    assert move.status.energy == pytest.approx(np.trapezoid(watts, t), rel=1e-6)  # of the trapezoidal rule
    other = jn.fastest_move(robot, [0.0], [0.3], objective="energy", duration=0.5, motor_constant=[2.0, 2.0], pieces=8)
    assert other.status.energy == pytest.approx(move.status.energy, rel=1e-9)


def test_plots_show_both():
    pytest.importorskip("matplotlib")
    robot = antagonists(-15.0, motor_torque=8.0, deflection=0.14)
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0], [0.6], 0.8, degree=9), np.linspace(0.0, 0.8, 201))
    from matplotlib import pyplot

    ax = jn.plot.torque(plan)
    assert [line for line in ax.lines if np.allclose(line.get_ydata(), 8.0)]
    fast = jn.fastest(antagonists(-5.0, motor_torque=8.0), plan.path)
    shown = jn.plot.limits_used(jn.feedforward(antagonists(-5.0, motor_torque=8.0), fast, np.linspace(0.0, fast.end_time, 101)))
    assert {"e", "e_second"} <= set(shown.get_legend_handles_labels()[1])
    pyplot.close("all")
