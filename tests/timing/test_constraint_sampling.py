"""Sample times: where they are, and their twins."""

import numpy as np
import pytest

import jounce as jn
from jounce.timing.constraint_sampling import END_SAMPLES, REVERSING_DISTANCE, SAMPLES, TWIN_DISTANCE, sample_instants
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.time_scaling import approximate_scaling
from support.slider import line_constraints, slider

pytestmark = pytest.mark.native
FINER = 20
"""Instants for each of those at which the product samples in the end, 160 in a piece."""
QUANTITIES = ("velocity", "acceleration", "motor_torque", "joint_torque", "deflection", "motor_velocity", "torque_rate")


def utilisation(robot, path, samples):
    """Return the largest value / limit of every limited quantity at evenly spaced instants, torque rates by differences."""
    largest, limits = dict.fromkeys(QUANTITIES, 0.0), robot.limits
    t = np.linspace(path.start_time, path.end_time, samples)
    for i in range(0, samples - 1, 40_000):
        plan = jn.feedforward(robot, path, t[i : i + 40_001])
        values = {"velocity": plan.q[1], "acceleration": plan.q[2], "motor_torque": plan.tau_m, "joint_torque": plan.tau_j[0]}
        values |= {"deflection": plan.delta, "motor_velocity": plan.theta[1]}
        values["torque_rate"] = np.diff(plan.tau_m, axis=0) / np.diff(plan.t)[:, None]
        for name, value in values.items():
            largest[name] = max(largest[name], float(np.abs(value / getattr(limits, name)).max()))
    return largest


def assert_within(robot, fast):
    """Check every limit on the finer grid, and that the status states no more than all of it."""
    status = fast.status
    assert max(float(share.max()) for share in status.shares.values()) <= 1.0
    largest = utilisation(robot, fast, FINER * 160 * status.pieces + 1)
    assert max(largest.values()) <= 1.0 + 1e-7, largest
    for name, share in status.shares.items():
        assert largest[name] <= share.max() + 1e-7


def rubbing(coulomb_friction=2.0, coulomb_speed=0.01, **limits):
    drives = {"coulomb_friction": coulomb_friction, "coulomb_speed": coulomb_speed}
    return (
        jn.load("planar_2r")
        .with_drives(**drives)
        .with_limits(**{"motor_torque": [200.0, 80.0], "torque_rate": [4000.0, 2000.0], **limits})
    )


def rpr():
    """Return an arm of a revolute, a prismatic and a revolute joint with springs and friction of several kinds."""
    links = [
        jn.Link("base"),
        jn.Link("a", 4.0, (0.2, 0.0, 0.02), (0.02, 0.05, 0.05, 0.0, 0.0, 0.0)),
        jn.Link("b", 2.0, (0.1, 0.01, 0.0), (0.01, 0.02, 0.02, 0.0, 0.0, 0.0)),
        jn.Link("c", 1.0, (0.0, 0.0, 0.1), (0.005, 0.005, 0.002, 0.0, 0.0, 0.0)),
    ]
    drives = [
        jn.Drive(0.5, 1.0, 3000.0, viscous_friction=1.0, coulomb_friction=2.0, coulomb_speed=0.02),
        jn.Drive(3.0, 1.0, 2e4),
        jn.Drive(
            0.05,
            1.0,
            jn.robot.HardeningSpring(300.0, 3000.0),
            coulomb_friction=0.5,
            coulomb_speed=0.01,
            stribeck_friction=1.0,
            stribeck_speed=0.1,
        ),
    ]
    joints = [
        jn.Joint("j1", "revolute", "base", "a", axis=(0, 1, 0), drive=drives[0]),
        jn.Joint("j2", "prismatic", "a", "b", jn.robot.Placement(origin=(0.3, 0, 0)), (1, 0, 0), drive=drives[1]),
        jn.Joint("j3", "revolute", "b", "c", jn.robot.Placement(origin=(0.1, 0, 0)), (0, 0.6, 0.8), drive=drives[2]),
    ]
    return jn.Robot.build("rpr", links, joints).with_limits(
        motor_torque=[60, 150, 12], torque_rate=[3000, 1e4, 800], deflection={"j1": 0.012}
    )


@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.slow), pytest.param(5, marks=pytest.mark.slow)])
def test_many_waypoints_of_two_joints(seed):
    """Thirty random waypoints: torque rates were at 1.209 of their limit between samples."""
    points = np.random.default_rng(seed).uniform(-1.2, 1.2, (30, 2))
    robot = rubbing()
    assert_within(robot, jn.fastest(robot, jn.trajectory.spline(np.linspace(0.0, 1.0, 30), points, degree=7)))


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow)])
def test_many_waypoints_of_an_rpr_arm(seed):
    """Stribeck friction behind a hardening spring: torque rates were at 1.423 of their limit."""
    points = np.random.default_rng(seed).uniform([-1.0, -0.2, -1.5], [1.0, 0.4, 1.5], (15, 3))
    robot = rpr()
    assert_within(robot, jn.fastest(robot, jn.trajectory.spline(np.linspace(0.0, 1.0, 15), points, degree=7)))


def slowed(robot, path):
    """Return the least duration, in steps of 1 %, with which the path's own timing is within limits at 4001 samples."""
    x, length = np.linspace(0.0, 1.0, 4001), path.end_time - path.start_time
    rows = path(path.start_time + length * x, robot.motion_order)
    duration = 0.1
    while True:
        tau = jn.inverse_dynamics(robot, *[row * (length / duration) ** k for k, row in enumerate(rows)]).tau_m
        rate = np.diff(tau, axis=0) / (duration * np.diff(x))[:, None]
        if max(np.abs(tau / robot.limits.motor_torque).max(), np.abs(rate / robot.limits.torque_rate).max()) <= 1.0:
            return duration
        duration *= 1.01


@pytest.mark.parametrize(
    ("friction", "speed", "most"), [(2.0, 0.01, 0.46), (2.0, 0.05, 0.43), pytest.param(5.0, 0.01, 0.50, marks=pytest.mark.slow)]
)
def test_a_line_with_dry_friction(friction, speed, most):
    """CasADi and IPOPT find 0.4446, 0.4146 s for the first two, beyond their limits between samples; polynomials take more."""
    robot, path = rubbing(friction, speed), jn.trajectory.rest_to_rest([0.0, 0.0], [1.2, -0.8], 1.0, degree=9)
    fast = jn.fastest(robot, path)
    assert_within(robot, fast)
    assert fast.status.time < most < slowed(robot, path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_random_lines_are_not_slower_than_polynomials(seed):
    rng = np.random.default_rng([7, seed])
    robot = rubbing(rng.uniform(0.0, 10.0), np.exp(rng.uniform(*np.log([1e-3, 0.05]))))
    path = jn.trajectory.rest_to_rest(*rng.uniform(-1.3, 1.3, (2, 2)), 1.0, degree=9)
    fast = jn.fastest(robot, path)
    assert_within(robot, fast)
    assert fast.status.time <= slowed(robot, path)


@pytest.mark.parametrize(("periods", "most"), [(1.0, 1.05), (2.0, 1.05)])
def test_motor_velocity_near_resonance(periods, most):
    """A mass behind a spring whose motor turns at most at u needs d / u, no less, if d is a multiple of u times the period."""
    drive = jn.Drive(rotor_inertia=1e-3, stiffness=100.0)
    joint = jn.Joint("x", "prismatic", "base", "body", axis=(1.0, 0.0, 0.0), drive=drive)
    robot = jn.Robot.build("mass", [jn.Link("base"), jn.Link("body", 1.0)], [joint], gravity=(0.0, 0.0, 0.0))
    robot = robot.with_limits(motor_velocity=0.5)
    least = periods * 2.0 * np.pi / np.sqrt(100.0)
    fast = jn.fastest(robot, jn.trajectory.rest_to_rest([0.0], [0.5 * least], 1.0, degree=9))
    assert_within(robot, fast)
    assert 1.0 < fast.status.time / least < most


SCALING = approximate_scaling(lambda x: x, 8, 3, 1)


def test_pieces_have_samples_and_the_ends_more():
    x = sample_instants(line_constraints(velocity=1.0), SCALING, 0)
    assert x[0] == 0.0
    assert x[-1] == 1.0
    assert (np.diff(x) > 0.0).all()
    inner = x[(x >= 3 / 8) & (x < 4 / 8)]
    assert len(inner) == SAMPLES
    assert len(x[x < 1 / 8]) == END_SAMPLES


def test_further_places_are_samples():
    x = sample_instants(line_constraints(velocity=1.0), SCALING, 0, np.array([0.41234]))
    assert 0.41234 in x


def test_each_sample_has_a_twin_where_rates_are_limited():
    x = sample_instants(line_constraints(torque_rate=10.0), SCALING, 0)
    first, second = x[::2], x[1::2]
    assert (first < second).all()
    gaps = np.diff(first)
    assert (second[:-2] - first[:-2] <= 1.001 * TWIN_DISTANCE * gaps[:-1]).all()
    assert x[-1] == 1.0
    assert x[-2] < 1.0


def test_a_curve_has_as_many_samples_on_coarse_pieces_as_on_the_finest():
    """q leaves rest as w^5: such torques are not smooth between a few samples."""
    path = jn.trajectory.spline([0.0, 0.5, 1.0], [[0.0], [0.7], [1.0]], degree=5)
    constraints = LimitConstraints(slider(velocity=1.0), PathGeometry(path))
    coarse, fine = (sample_instants(constraints, SCALING, left) for left in (2, 0))
    inside = [len(x[(x >= 3 / 8) & (x < 4 / 8)]) for x in (coarse, fine)]
    assert inside == [4 * SAMPLES, SAMPLES]


def test_reversals_are_sampled_with_twins_of_one_distance():
    path = jn.trajectory.spline([0.0, 1.0, 2.0], [[0.0], [1.0], [0.2]], degree=9)
    robot = slider(torque_rate=100.0).with_drives(rotor_inertia=0.1, stiffness=1e3, coulomb_friction=0.2, coulomb_speed=1e-2)
    constraints = LimitConstraints(robot, PathGeometry(path))
    x = sample_instants(constraints, SCALING, 0, duration=3.0)
    assert np.allclose(x[1::2] - x[::2], REVERSING_DISTANCE, rtol=1e-6)
    assert (np.diff(x) > 0.0).all()
    turn = x[::2][np.abs(path(2.0 * x[::2])[0][:, 0] - path(np.linspace(0.0, 2.0, 20001))[0].max()).argmin()]
    q = constraints.sample(SCALING, x).motion(3.0)[1, ::2, 0]
    back = np.flatnonzero(np.diff(np.sign(q)) < 0)[0]
    assert 0.3 < turn < 0.7
    assert x[2 * back + 2] - x[2 * back] < 0.002  # evenly spaced samples would be 0.016 apart
