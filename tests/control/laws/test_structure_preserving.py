"""Elastic structure preserving control: the robot moves as the one that the law promises, passively, with the poles asked for."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import jounce as jn
from jounce.control import Reference, StructurePreserving
from jounce.errors import InputError
from support.experiments import LWR
from support.random_robots import plainly, random_motion, random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close

HARD = jn.robot.HardeningSpring(400.0, 5e3)
WALL = 1e5


def driven(seed, n=3, stiffness=(400.0, 600.0, 300.0)):
    robot = random_robot(seed, n, kinds=("revolute",), gravity=(0.0, 0.0, -9.81))
    return robot.with_drives(stiffness=stiffness, rotor_inertia=(0.3, 0.2, 0.1), viscous_friction=0.5)


def torques(robot):
    """f of all joints."""
    laws, K = [d.law for d in robot.drives], [d.stiffness for d in robot.drives]
    return lambda x: np.array([k * v if law is None else law.torque(v) for law, k, v in zip(laws, K, x)])


def slopes(robot):
    laws, K = [d.law for d in robot.drives], [d.stiffness for d in robot.drives]
    return lambda x: np.array([k if law is None else law.stiffness(v) for law, k, v in zip(laws, K, x)])


def gains(seed, n=3):
    rng = np.random.default_rng(seed)
    return [x @ x.T + scale * np.eye(n) for x, scale in zip(rng.normal(size=(3, n, n)), (1.0, 50.0, 3.0))]


@pytest.mark.native
@pytest.mark.parametrize("spring", [(400.0, 600.0, 300.0), HARD], ids=["linear", "hardening"])
def test_it_moves_as_promised(spring):
    """The robot under the law beside M e'' + (C + D) e' = f(eta - e), B eta'' + f(eta - e) = -Kn eta - Dn eta', integrated."""
    robot = driven(1, stiffness=spring)
    f, slope, (D, Kn, Dn) = torques(robot), slopes(robot), gains(2)
    law = StructurePreserving(robot, D, Kn, Dn)
    path = jn.trajectory.rest_to_rest(np.zeros(3), np.array([0.8, -0.5, 0.4]), 1.0, degree=9)
    B = np.array([d.reflected_inertia for d in robot.drives])
    none = np.zeros((3, 3))

    def wanted(t):
        return Reference(t, path(t, 4), none, none[0])

    def measured(y):
        q, qd, theta, thetad = y.reshape(4, 3)
        return jn.simulation.State(q, qd, theta, thetad, f(theta - q), slope(theta - q) * (thetad - qd))

    def rate(t, y):
        q, qd, theta, thetad = y.reshape(4, 3)
        qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, law(wanted(t), measured(y)))
        return np.concatenate([qd, qdd, thetad, thetadd])

    def promised(t, y):
        q, qd, eta, etad = y.reshape(4, 3)
        q_d, qd_d, qdd_d = path(t, 2)
        M, C = jn.mass_matrix(robot, q), jn.coriolis_matrix(robot, q, qd)
        carried = f(eta - (q - q_d))
        qdd = qdd_d + np.linalg.solve(M, carried - (C + D) @ (qd - qd_d))
        return np.concatenate([qd, qdd, etad, (-Kn @ eta - Dn @ etad - carried) / B])

    plan = jn.feedforward(robot, path, [0.0])
    rng = np.random.default_rng(2)
    begin = np.concatenate([plan.q[0][0], plan.q[1][0], plan.theta[0, 0], plan.theta[1, 0]]) + rng.normal(scale=0.03, size=12)
    eta, etad = law.motors(wanted(0.0), measured(begin))
    ends = [
        solve_ivp(how, (0.0, 0.4), y, "DOP853", rtol=1e-10, atol=1e-11).y[:6, -1]
        for how, y in ((rate, begin), (promised, np.concatenate([begin[:6], eta, etad])))
    ]
    assert_close(ends[0], ends[1], 1e-7)


def test_on_the_plan_it_is_the_plan():
    robot, path = driven(3), jn.trajectory.rest_to_rest(np.zeros(3), np.array([0.8, -0.5, 0.4]), 1.0, degree=9)
    plan = jn.feedforward(robot, path, [0.3])
    state = jn.simulation.State(*plan.q[:2, 0], *plan.theta[:2, 0], *plan.tau_j[:2, 0])
    law = StructurePreserving(robot, *gains(1))
    assert_close(law(Reference(0.3, plan.q[:, 0], plan.theta[:, 0], plan.tau_m[0]), state), plan.tau_m[0], CHAIN)


@pytest.mark.parametrize("damping", [0.4, 1.0])
def test_bandwidth_and_damping(damping):
    """(M s^2 + D s + K, -K; -K, B s^2 + Dn s + K + Kn) loses rank n times at the wanted pair."""
    robot, q, w = LWR.with_payload(3.0, com=(0, 0, 0.1), inertia=(0.01,) * 3 + (0, 0, 0)), 0.3 * np.arange(7.0), 6.0
    law = StructurePreserving.tuned(robot, q, bandwidth=w, damping=damping)
    K, B = (np.diag([getattr(d, name) for d in robot.drives]) for name in ("stiffness", "reflected_inertia"))
    M = jn.mass_matrix(robot, q)
    for s in np.roots([1.0, 2.0 * damping * w, w * w]):
        top = [M * s**2 + law.link_damping * s + K, -K]
        H = np.block([top, [-K, B * s**2 + law.motor_damping * s + K + law.motor_stiffness]])
        sizes = np.linalg.svd(H, compute_uv=False)
        assert sizes[7] < 1e-6 * sizes[0]
    for gain in (law.link_damping, law.motor_stiffness, law.motor_damping):
        assert np.linalg.eigvalsh(gain)[0] > 0.0


@pytest.mark.native
@pytest.mark.parametrize("duration", [0.8, pytest.param(10.0, marks=pytest.mark.slow)])
def test_energy_against_a_wall(duration):
    """Up to 10 s against 1e5 N/m, contact force known: the energy of robot, law and wall only falls, by what the dampers took."""
    robot, q_d = jn.load("planar_2r"), np.array([0.4, 0.9])
    K, B = (np.array([getattr(d, name) for d in robot.drives]) for name in ("stiffness", "reflected_inertia"))
    p_d, _ = jn.tool_pose(robot, q_d)
    edge = p_d[0] - 0.02

    def contact(q, qd, tau):
        """(W, Wdot, Wddot) in the tool's frame, and how deep."""
        p, R = jn.tool_pose(robot, q)
        depth = p[0] - edge
        if depth <= 0.0:
            return (np.zeros(6),) * 3, 0.0
        W = np.concatenate([np.zeros(3), R.T @ [-WALL * depth, 0, 0]])
        qdd = jn.forward_dynamics(robot, q, qd, tau, wrench=(W,), link=robot.tool)
        p, R = jn.tool_pose(robot, q, qd, qdd)
        F = [np.array([-WALL * x, 0.0, 0.0]) for x in (depth, p[1, 0], p[2, 0])]
        rows = R[0].T @ F[0], R[1].T @ F[0] + R[0].T @ F[1], R[2].T @ F[0] + 2 * R[1].T @ F[1] + R[0].T @ F[2]
        return tuple(np.concatenate([np.zeros(3), row]) for row in rows), depth

    tuned = StructurePreserving.tuned(robot, q_d, bandwidth=6.0, damping=0.2)
    told = {robot.tool: lambda reference, state: contact(state.q, state.qd, state.tau_j)[0]}
    law = StructurePreserving(robot, tuned.link_damping, tuned.motor_stiffness, tuned.motor_damping, wrench=told)
    wanted = Reference(0.0, np.stack([q_d, *[0 * q_d] * 4]), np.zeros((3, 2)), 0 * q_d)

    def measured(y):
        q, qd, theta, thetad = y[:8].reshape(4, 2)
        return jn.simulation.State(q, qd, theta, thetad, K * (theta - q), K * (thetad - qd))

    def rate(t, y):
        state = measured(y)
        q, qd, theta, thetad, tau = state[:5]
        W = contact(q, qd, tau)[0][:1]
        qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, law(wanted, state), wrench=W, link=robot.tool)
        _, etad = law.motors(wanted, state)
        lost = qd @ law.link_damping @ qd + etad @ law.motor_damping @ etad
        return np.concatenate([qd, qdd, thetad, thetadd, [lost]])

    def energy(y):
        state = measured(y)
        eta, etad = law.motors(wanted, state)
        e, depth = state.q - q_d, contact(state.q, state.qd, state.tau_j)[1]
        moving = 0.5 * state.qd @ jn.mass_matrix(robot, state.q) @ state.qd + 0.5 * B @ etad**2
        return moving + 0.5 * K @ (eta - e) ** 2 + 0.5 * eta @ law.motor_stiffness @ eta + 0.5 * WALL * depth**2

    away = np.array([0.15, 0.1])
    theta = jn.dynamics.motor_statics(robot, q_d).theta
    begin = np.concatenate([q_d + away, 0 * away, theta + away, 0 * away, [0.0]])
    t = np.linspace(0.0, duration, int(100 * duration) + 1)
    found = solve_ivp(rate, (0.0, duration), begin, "DOP853", t, rtol=1e-8, atol=1e-9)
    total, lost = np.array([energy(y) for y in found.y.T]), found.y[-1]
    assert sum(contact(*y[:4].reshape(2, 2), K * (y[4:6] - y[:2]))[1] > 0.0 for y in found.y.T) > 1
    assert_close(total + lost, np.full(len(t), total[0]), 1e-5)
    assert (np.diff(total) < 1e-6 * total[0]).all()
    assert total[-1] < (0.5 if duration < 1.0 else 0.1) * total[0]


@pytest.mark.native
def test_one_kernel(tmp_path):
    robot = driven(4)
    law = StructurePreserving(robot, *gains(5))
    q, qd, tau, taud = random_motion(robot, 6, 3)
    wanted = Reference(0.0, random_motion(robot, 7, 4), np.zeros((3, 3)), np.zeros(3))
    state = jn.simulation.State(q, qd, q, qd, tau, taud)
    kernel = law.compile()
    tau_m, eta, _ = kernel(q, qd, tau, taud, *wanted.q, *law.link_damping, *law.motor_stiffness, *law.motor_damping)
    assert_close(tau_m, plainly(law, wanted, state), 1e-9)
    assert_close(eta, law.motors(wanted, state)[0], ALGEBRA)
    header = next(f for f in kernel.write_c(tmp_path, "law") if f.name == "law.h").read_text()
    assert "q, qd, tau_j, tau_jd, q_d" in header


def test_refusals():
    with pytest.raises(InputError, match="coupling='spong' and without damping"):
        StructurePreserving(driven(1).with_drives(damping=1.0), 1.0, 1.0, 1.0)
    with pytest.raises(InputError, match="is rigid"):
        StructurePreserving(LWR.with_rigid_joints(), 1.0, 1.0, 1.0)
    with pytest.raises(InputError, match="link_damping: expected"):
        StructurePreserving(LWR, -1.0, 1.0, 1.0)
    law = StructurePreserving(LWR, 1.0, 1.0, 1.0)
    with pytest.raises(InputError, match=r"expected q to its 4th derivative"):
        law(Reference(0.0, np.zeros((3, 7)), np.zeros((3, 7)), np.zeros(7)), jn.simulation.State(*[np.zeros(7)] * 6))
