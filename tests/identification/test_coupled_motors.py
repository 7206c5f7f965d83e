"""Robots whose motors turn with several joints: every set of measured channels gives the true parameters back."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from support.tolerances import assert_close

N = np.array([[1.0, 0.2], [-0.6, 1.3]])
FOUND = 1e-6
"""Relative error of identified parameters of an exact recording; the spline through the samples leaves up to 5e-8."""
STIFFNESS = np.array([4000.0, 2500.0])


def arm(coupling=N, elastic=True):
    robot = jn.load("planar_2r").with_gravity((0.0, -9.81, 0.0))
    robot = robot.with_drives(stiffness=STIFFNESS.tolist(), damping=0.0, gear_ratio=1.0)
    robot = robot.with_drives(rotor_inertia=[0.3, 0.15], viscous_friction=[2.0, 1.0], coulomb_friction=0.0)
    return (robot if elastic else robot.with_rigid_joints()).with_transmission(coupling)


def motion(t):
    """Positions (5, T, 2) with four exact derivatives: sums of three sines."""
    rng = np.random.default_rng(3)
    Q = np.zeros((5, len(t), 2))
    for f in (0.31, 0.57, 0.83):
        for j in range(2):
            size, phase, w = rng.uniform(0.2, 0.5), rng.uniform(0.0, 6.28), 2.0 * np.pi * f * (1.0 + 0.13 * j)
            for k in range(5):
                Q[k, :, j] += size * w**k * np.sin(w * t + phase + 0.5 * np.pi * k)
    return Q


def recording(robot, channels, rate=500.0, duration=4.0):
    """Channels by the rigid dynamics and the definition of N: tau_a = N^-T tau_j, theta = N q + tau_a / K."""
    t = np.arange(int(duration * rate) + 1) / rate
    q, *rates = motion(t)
    tau = jn.rnea(robot.with_transmission(None), q, *rates)
    compliance = 1.0 / robot.parameter_values("stiffness")
    theta, thetad, thetadd = (x @ N.T + tau[k] @ np.linalg.inv(N) * compliance for k, x in enumerate((q, *rates[:2])))
    B, viscous = robot.parameter_values("rotor_inertia"), robot.parameter_values("viscous_friction")
    tau_m = tau[0] @ np.linalg.inv(N) + B * thetadd + viscous * thetad
    values = {"theta": theta, "q": q, "tau_m": tau_m, "tau_j": tau[0]}
    # marked as filtered, so that the exact samples are used as they are
    return replace(jn.Log(t=t, **{name: values[name] for name in channels}), cutoff=1e4)


def doubted(robot, free):
    """The robot as one believes it: links and the free kinds off by a tenth or two."""
    off = {"rotor_inertia": [0.9, 1.1], "viscous_friction": [1.2, 0.9], "stiffness": [1.1, 0.9]}
    values = {name: robot.parameter_values(name) * off[name] for name in free}
    return robot.with_parameters({**values, "inertia": robot.parameters * np.repeat([1.1, 0.9], 10)})


def check(robot, channels, free):
    fit = jn.identify(doubted(robot, free), recording(robot, channels), free=("inertia", *free))
    for name in free:
        assert_close(fit.parameters[name], robot.parameter_values(name), FOUND, name)
    x = np.random.default_rng(0).normal(size=(3, 20, 2))
    assert_close(jn.rnea(fit.robot, *x), jn.rnea(robot, *x), FOUND)


@pytest.mark.parametrize("positions", [("theta",), ("q",), ("theta", "q")], ids="+".join)
@pytest.mark.parametrize("torques", [("tau_m",), ("tau_j",), ("tau_m", "tau_j")], ids="+".join)
def test_rigid_joints(positions, torques):
    """Motor torque alone does not separate rotors from links; with joint torques beside it, it does."""
    free = ("rotor_inertia", "viscous_friction") if len(torques) == 2 else ("viscous_friction",) if "tau_m" in torques else ()
    check(arm(elastic=False), positions + torques, free)


@pytest.mark.parametrize(
    "channels",
    [
        ("q", "tau_j"),
        ("theta", "tau_j"),
        ("theta", "tau_m", "tau_j"),
        ("theta", "q", "tau_m"),
        ("theta", "q", "tau_j"),
        ("theta", "q", "tau_m", "tau_j"),
    ],
    ids="+".join,
)
def test_elastic_joints(channels):
    free = ("rotor_inertia", "viscous_friction") if "tau_m" in channels else ()
    check(arm(), channels, (*free, "stiffness") if "theta" in channels else free)


@pytest.mark.parametrize("damping", [4.0, 20.0])
def test_known_damping_does_not_change_the_stiffness(damping):
    """Deflections of K delta + D deltad = tau_a by an integrator of SciPy; without D they would make K 1 to 5 % wrong."""
    from scipy.integrate import solve_ivp
    from scipy.interpolate import make_interp_spline

    robot, t = arm().with_drives(damping=damping), np.arange(1501) / 500.0
    points = np.random.default_rng(0).uniform(-1.0, 1.0, size=(7, 2))
    Q = jn.trajectory.spline(np.linspace(0.0, 3.0, 7), points, degree=9)(t, 2)  # from rest: no transient at the beginning
    tau = jn.rnea(robot.with_transmission(None), *Q)
    tau_a = make_interp_spline(t, tau @ np.linalg.inv(N), k=5)
    rate = lambda s, x: (tau_a(s) - STIFFNESS * x) / damping  # noqa: E731
    slope = np.diag(-STIFFNESS / damping)
    motors = solve_ivp(rate, (0.0, t[-1]), tau_a(0.0) / STIFFNESS, "Radau", t, rtol=1e-9, atol=1e-12, jac=slope)
    log = replace(jn.Log(t=t, theta=Q[0] @ N.T + motors.y.T, tau_j=tau), cutoff=1e4)
    fit = jn.identify(doubted(robot, ("stiffness",)), log, free=("inertia", "stiffness"))
    assert_close(fit.parameters["stiffness"], STIFFNESS, FOUND)


@pytest.mark.parametrize("spring", [np.inf, jn.robot.HardeningSpring(2500.0, 5e6)], ids=["rigid", "not linear"])
def test_a_joint_without_a_stiffness_beside_one_with(spring):
    """Its motor moves as it must; the stiffness of the other one is found."""
    robot = arm().with_drives(stiffness={"joint2": spring})
    t = np.arange(1001) / 500.0
    exact = jn.inverse_dynamics(robot, *motion(t))
    log = replace(jn.Log(t=t, theta=exact.theta[0], tau_j=exact.tau_j[0]), cutoff=1e4)
    fit = jn.identify(robot.with_drives(stiffness={"joint1": 4400.0}), log, free=("inertia", "stiffness"))
    assert_close(fit.parameters["stiffness"][0], STIFFNESS[0], FOUND)
    assert fit.robot.motor_drives[1] == robot.motor_drives[1]
    assert fit.bootstrap(2)["stiffness"][1] == 0.0
    if spring != np.inf:
        with pytest.raises(InputError, match="'joint2' is damped and not linear"):
            jn.identify(robot.with_drives(damping={"joint2": 1.0}), log, free=("inertia", "stiffness"))


def test_the_torque_that_sensors_read_is_at_the_joints():
    """Joint torque of plan and run balances the links without any N."""
    robot = arm()
    path = jn.trajectory.rest_to_rest([0.1, -0.2], [0.9, 0.7], 0.4, degree=9)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 0.4, 9))
    assert_close(plan.tau_j[0], jn.rnea(robot, *plan.q[:3]))
    run = jn.simulate(robot, plan)
    assert_close(run.tau_j, plan.tau_j[0], 1e-6)


def test_residuals_at_joints_are_compared_with_torques_at_joints():
    """Noise of a tenth of a motor's torque is a tenth of the torque at its joint, though that one is fifty times as large."""
    coupling, rng = np.diag([50.0, 1.0]), np.random.default_rng(0)
    robot = arm(coupling, elastic=False)
    t = np.arange(2001) / 500.0
    Q = motion(t)
    tau = jn.inverse_dynamics(robot, *Q[:3]).tau_m
    noisy = tau + 0.1 * tau.std(axis=0) * rng.normal(size=tau.shape)
    fit = jn.identify(robot, jn.Log(t=t, q=Q[0], tau_m=noisy), free=("inertia",))  # warns of nothing
    assert fit.residual[0] > tau.std(axis=0)[0]  # of the motor; it would warn of this
    assert fit.residual[0] < 0.1 * (tau @ coupling).std(axis=0)[0]
