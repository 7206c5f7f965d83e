"""Gravity compensation and PD of the motors: the law by hand, its gain condition against closed forms, and loops that obey it."""

import numpy as np
import pytest
from scipy.linalg import expm

import jounce as jn
from jounce.control import GravityPD, Reference, gravity_slope
from jounce.control.tuning.pole_placement import near
from jounce.errors import InputError
from support.experiments import LWR
from support.random_robots import plainly, random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close

G = 9.81


def standing(lengths, masses, stiffness, inertia=0.5):
    """Links in a vertical plane that turn about y, with their masses at their ends; upright at q = 0."""
    links, joints = [jn.Link("world")], []
    for k, (length, mass) in enumerate(zip(lengths, masses)):
        links.append(jn.Link(f"link{k}", mass, com=(0, 0, length), inertia=(1e-3, 1e-3, 1e-3, 0, 0, 0)))
        at = jn.robot.Placement(origin=(0, 0, lengths[k - 1] if k else 0.0))
        joints.append(jn.Joint(f"joint{k}", "revolute", links[k].name, f"link{k}", placement=at, axis=(0, 1, 0)))
    robot = jn.Robot.build("standing", links, joints).with_gravity((0, 0, -G))
    return robot.with_drives(stiffness=stiffness, rotor_inertia=inertia)


PENDULUM = standing([0.5], [2.0], 40.0)
DOUBLE = standing([0.5, 0.4], [2.0, 1.5], [60.0, 30.0])
WEIGHT = -G * np.array([[2.0 * 0.5 + 1.5 * 0.9, 1.5 * 0.4], [1.5 * 0.4, 1.5 * 0.4]])
"""dg/dq of DOUBLE upright, by hand."""


def threshold_by_hand():
    """The smallest s at which [G + K, -K; -K, K + s Kp] of DOUBLE is singular, by bisection on its determinant's sign."""
    K, kp = np.diag([60.0, 30.0]), np.diag([50.0, 40.0])
    low, high = 0.1, 10.0
    for _ in range(200):
        s = 0.5 * (low + high)
        H = np.block([[WEIGHT + K, -K], [-K, K + s * kp]])
        low, high = (s, high) if np.linalg.eigvalsh(H)[0] < 0.0 else (low, s)
    return s


HELD = [
    (PENDULUM, np.array([1.0]), 40.0 * 9.81 / (40.0 - 9.81)),  # Kp = K a / (K - a), a = m g l
    (DOUBLE, np.array([50.0, 40.0]), threshold_by_hand()),
]


def at_rest(robot, q):
    """Reference of a plan that stays at q."""
    found = jn.dynamics.motor_statics(robot, q)
    still = np.zeros(robot.m)
    return Reference(0.0, np.stack([q, *[0 * q] * 4]), np.stack([found.theta, still, still]), found.tau_m)


# ---------------------------------------------------------------- the law


@pytest.mark.parametrize("seed", range(3))
def test_by_hand(seed):
    rng = np.random.default_rng(seed)
    robot = random_robot(seed, 4, gravity=(0.0, 0.0, -G)).with_drives(stiffness=3e3, rotor_inertia=0.2)
    q, theta, thetad = rng.normal(size=(3, 4))
    kp, kd = (x @ x.T for x in rng.normal(size=(2, 4, 4)))
    state = jn.simulation.State(0 * q, 0 * q, theta, thetad, 0 * q, 0 * q)
    g = jn.gravity_torque(robot, q)
    found = GravityPD(robot, kp, kd)(at_rest(robot, q), state)
    assert_close(found, kp @ (q + g / 3e3 - theta) - kd @ thetad + g, CHAIN)
    rest = jn.statics(robot, theta)
    found = GravityPD(robot, kp, kd, "statics")(at_rest(robot, q), state)
    assert_close(found, kp @ (q + g / 3e3 - theta) - kd @ thetad + rest.tau_j, 1e-9)  # four corrections, up to 0.1 rad bent


@pytest.mark.native
@pytest.mark.parametrize("gravity", ["goal", "statics"])
def test_one_kernel(gravity, tmp_path):
    law = GravityPD(DOUBLE.with_drives(stiffness=900.0), [50.0, 40.0], 2.0, gravity)
    q, theta, thetad = np.random.default_rng(1).normal(scale=0.3, size=(3, 2))
    state = jn.simulation.State(q, q, theta, thetad, q, q)
    assert_close(law(at_rest(DOUBLE, q), state), plainly(law, at_rest(DOUBLE, q), state), CHAIN)
    kernel = law.compile()
    assert_close(kernel(q, theta, thetad, *law.kp, *law.kd), law(at_rest(DOUBLE, q), state), ALGEBRA)
    header = next(f for f in kernel.write_c(tmp_path, "law") if f.name == "law.h").read_text()
    assert "q_d, theta, thetad" in header


@pytest.mark.native
@pytest.mark.parametrize(("robot", "kp", "threshold"), HELD, ids=["pendulum", "double"])
@pytest.mark.parametrize(("share", "stable"), [(0.9, False), (1.1, True)])
def test_loops_at_the_threshold(robot, kp, threshold, share, stable):
    """Released a milliradian from upright, sampled at 1 kHz: it falls, or comes back, as the linear system does."""
    law = GravityPD(robot, share * threshold * kp, 3.0)
    q = np.zeros(robot.n)
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest(q, q, 1.0), np.linspace(0.0, 4.0, 41))
    run = jn.simulate(robot, plan, law, start=(q + 1e-3, 0 * q))
    first = np.concatenate([q + 1e-3, q + 1e-3, q, q])
    wanted = np.array([expm(t * near(robot, q).closed(law.kp, law.kd)) @ first for t in run.t])[:, : robot.n]
    assert_close(run.q, wanted, 0.02)  # what holding for 1 ms leaves
    size = np.abs(run.q).max(axis=1)
    assert (size[30:].max() < 0.8 * size[:10].max()) if stable else (size[-1] > 1.5 * size[:10].max())


def test_statics_needs_no_large_gain():
    """A tenth of the threshold at the goal holds the robot where the weight is that of the motors' pose."""
    _, kp, threshold = HELD[1]
    law = GravityPD(DOUBLE, 0.1 * threshold * kp, 1.0, "statics")
    assert law.condition([0.0, 0.0]).goal > 0.0
    here = near(DOUBLE, [0.0, 0.0])
    held = here.closed(law.kp - here.impedance(0.0)[0].real, law.kd)
    assert np.linalg.eigvals(held).real.max() < 0.0
    slope = [
        law(at_rest(DOUBLE, np.zeros(2)), jn.simulation.State(*[np.zeros(2)] * 2, x, *[np.zeros(2)] * 3)) / 1e-6
        for x in 1e-6 * np.eye(2)
    ]
    assert_close(np.array(slope).T, here.impedance(0.0)[0].real - law.kp, 1e-6)


# ---------------------------------------------------------------- gains


TOOLED = LWR.with_payload(3.0, com=(0, 0, 0.1), inertia=(0.01, 0.01, 0.01, 0, 0, 0))
STIFF = DOUBLE.with_drives(stiffness=[600.0, 300.0])
POSE = np.array([0.3, 0.8, -0.2, 1.1, 0.4, -0.6, 0.2])


@pytest.mark.parametrize("damping", [0.5, 1.0, 1.4])
@pytest.mark.parametrize("gravity", ["goal", "statics"])
@pytest.mark.parametrize(("robot", "q"), [(STIFF, np.array([0.4, 0.3])), (TOOLED, POSE)], ids=["double", "LWR"])
def test_bandwidth_and_damping(robot, q, damping, gravity):
    """The wanted pair is a pole in every direction: (M s^2 + K + G, -K; -K, B s^2 + Kd s + K + Kp) loses rank n times there."""
    w = 3.0
    law = GravityPD.tuned(robot, q, bandwidth=w, damping=damping, gravity=gravity)
    K, B = (np.diag([getattr(d, name) for d in robot.drives]) for name in ("stiffness", "reflected_inertia"))
    M, weight = jn.mass_matrix(robot, q), jn.state_derivatives(robot, q, 0 * q).dg_dq
    held = K - K @ np.linalg.solve(K + weight, K) if gravity == "statics" else 0.0 * K
    for s in np.roots([1.0, 2.0 * damping * w, w * w]):
        H = np.block([[M * s**2 + K + weight, -K], [-K, B * s**2 + law.kd * s + K + law.kp - held]])
        sizes = np.linalg.svd(H, compute_uv=False)
        assert sizes[robot.n] < 1e-6 * sizes[0]  # a double pole is known to half the digits
    assert (np.linalg.eigvalsh(law.kd) > 0.0).all()


def test_refusals():
    with pytest.raises(InputError, match="gravity: expected one of goal, statics"):
        GravityPD(LWR, 1.0, 1.0, "weight")
    with pytest.raises(InputError, match="kp: expected one number of zero or more, or 7, or a matrix"):
        GravityPD(LWR, [1.0, 2.0], 1.0)
    with pytest.raises(InputError, match="kd: expected"):
        GravityPD(LWR, 1.0, np.triu(np.ones((7, 7))))
    with pytest.raises(InputError, match="bandwidth: 300 rad/s is more than these springs let motors give"):
        GravityPD.tuned(TOOLED, POSE, bandwidth=300.0)
    with pytest.raises(InputError, match="damping: expected a number above 0"):
        GravityPD.tuned(TOOLED, POSE, bandwidth=3.0, damping=-1.0)
    with pytest.raises(InputError, match="one motor at every joint"):
        GravityPD.tuned(jn.load("moberg_5dof"), np.zeros(5), bandwidth=3.0)
    slides = random_robot(3, 3, kinds=("prismatic",), gravity=(0.0, 0.0, -G))
    with pytest.raises(InputError, match="slides; state its limits"):
        gravity_slope(slides)
