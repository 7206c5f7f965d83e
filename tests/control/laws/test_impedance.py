"""Impedance of elastic joints: rest by hand, stiffness at the tool, settling, modes, energy that never grows against a wall."""

import dataclasses

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import root

import jounce as jn
from jounce.control import CartesianImpedance, JointImpedance, Reference
from jounce.control.laws.impedance import FrameStiffness, pull
from jounce.dynamics.newton_euler import newton_euler
from jounce.errors import InputError
from jounce.plant.plant import locate, plant_of
from support.experiments import LWR
from support.random_robots import plainly, random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close

TOOLED = LWR.with_payload(3.0, com=(0, 0, 0.1), inertia=(0.01, 0.01, 0.01, 0, 0, 0)).with_drives(stiffness=1e4)
POSE = np.array([0.3, 0.8, -0.2, 1.1, 0.4, -0.6, 0.2])
TURN, SLIDE = np.array([100.0, 120.0, 80.0]), np.array([1000.0, 600.0, 1500.0])
ASKED = {"rotation": TURN, "translation": SLIDE}
PLANAR = jn.load("planar_2r")
ELBOW = np.array([0.4, 0.9])


def goal(robot, q):
    found, still = jn.dynamics.motor_statics(robot, q), np.zeros(robot.m)
    return Reference(0.0, np.stack([q, *[0 * q] * 4]), np.stack([found.theta, still, still]), found.tau_m)


def stands(robot, q, theta):
    """The state of a robot at rest."""
    still = np.zeros(robot.n)
    K = np.array([d.stiffness for d in robot.drives])
    return jn.simulation.State(q, still, theta, still, K * (theta - q), still)


def under(robot, law, wanted, wrench):
    """Links and motors at rest under a wrench at the tool, given in the tool's frame as a function of q: by MINPACK."""

    def missing(x):
        q, theta = np.split(x, 2)
        state = stands(robot, q, theta)
        J = jn.jacobian(robot, q, link=robot.tool)
        return np.concatenate([state.tau_j - jn.gravity_torque(robot, q) + J.T @ wrench(q), law(wanted, state) - state.tau_j])

    found = root(missing, np.concatenate([wanted.q[0], wanted.theta[0]]), tol=1e-13)
    assert np.abs(found.fun).max() < 1e-8
    return np.split(found.x, 2)


# ---------------------------------------------------------------- the law


@pytest.mark.parametrize("share", [1.0, 4.0])
@pytest.mark.parametrize("seed", range(3))
def test_rest_by_hand(seed, share):
    """K (theta - qbar) = g(qbar) - l(qbar), and u = K (theta - qbar) - D thetad with torque fed back."""
    rng = np.random.default_rng(seed)
    robot = random_robot(seed, 4, kinds=("revolute",), gravity=(0.0, 0.0, -9.81)).with_drives(stiffness=5e3, rotor_inertia=0.8)
    q_d, away, thetad, tau = rng.normal(size=(4, 4))
    stiffness, damping = (x @ x.T * 30.0 for x in rng.normal(size=(2, 4, 4)))
    law = JointImpedance(robot, stiffness, damping, motor_inertia=0.8 / share)
    wanted = goal(robot, q_d)
    state = jn.simulation.State(q_d, q_d, wanted.theta[0] + 0.05 * away, thetad, tau, tau)
    rest = law.rest(wanted, state)
    u = 5e3 * (state.theta - rest)
    assert_close(u, jn.gravity_torque(robot, rest) - stiffness @ (rest - q_d), 1e-9)
    assert_close(law(wanted, state), share * (u - damping @ thetad) + (1.0 - share) * tau, 1e-9)


@pytest.mark.parametrize("law", ["joints", "tool"])
def test_springs_in_a_row(law):
    """Without weight, a stiffness k at the link is what a motor spring 1/(1/k - 1/K) gives through the drive's K."""
    robot = PLANAR.with_gravity((0, 0, 0))
    K, k = np.array([2000.0, 1000.0]), np.array([300.0, 150.0])
    q = np.array([0.0, np.pi / 2])
    if law == "joints":
        found = JointImpedance(robot, k, 0.0)
        links = np.diag(k)
    else:
        found = CartesianImpedance(robot, {"translation": [400.0, 200.0, 0.0]}, 0.0)
        J = jn.jacobian(robot, q, link=robot.tool)
        links = J.T @ found.stiffness @ J
    motor = np.linalg.inv(np.linalg.inv(links) - np.diag(1 / K))
    step = 1e-5
    torque = [found(goal(robot, q), stands(robot, q, q + x)) for x in step * np.eye(2)]
    assert_close(np.array(torque).T, -step * motor, 1e-3 if law == "tool" else 1e-9)  # J turns with the links


def test_force_and_moment_come_from_the_potential():
    """l = dV/dq by central differences of the potential as it is written, far from the goal."""
    rng = np.random.default_rng(3)
    turns, slides = (x @ x.T for x in rng.normal(size=(2, 3, 3)))
    place = locate(TOOLED, TOOLED.tool)
    frame = FrameStiffness(place, tuple(map(tuple, turns)), tuple(map(tuple, slides)))
    q = POSE + rng.normal(scale=0.6, size=7)
    p_d, R_d = jn.tool_pose(TOOLED, POSE)

    def potential(q):
        p, R = jn.tool_pose(TOOLED, q)
        E, d = R_d.T @ R, R_d.T @ (p - p_d)
        return 0.5 * d @ slides @ d + np.trace((0.5 * np.trace(turns) * np.eye(3) - turns) @ (np.eye(3) - E))

    def force(q):
        found = pull(plant_of(TOOLED), list(q), list(POSE), np.zeros((7, 7)), frame)
        tree, still = plant_of(TOOLED).tree._replace(gravity=(0.0, 0.0, 0.0)), [0.0] * 7
        return -np.array(newton_euler(tree, list(q), still, still, found.loads))

    h = 1e-4
    slope = [
        (8 * (potential(q + h * e) - potential(q - h * e)) - potential(q + 2 * h * e) + potential(q - 2 * h * e)) / (12 * h)
        for e in np.eye(7)
    ]
    assert_close(force(q), np.array(slope), 1e-9)


@pytest.mark.native
@pytest.mark.parametrize("kind", ["joints", "tool"])
def test_one_kernel(kind, tmp_path):
    law = JointImpedance(PLANAR, [300.0, 150.0], 5.0) if kind == "joints" else CartesianImpedance(PLANAR, ASKED, 5.0)
    wanted, state = goal(PLANAR, ELBOW), stands(PLANAR, ELBOW + 0.1, ELBOW + 0.12)
    assert_close(law(wanted, state), plainly(law, wanted, state), CHAIN)
    kernel = law.compile()
    tau_m, rest = kernel(*law._rows(wanted, state))
    assert_close(tau_m, law(wanted, state), ALGEBRA)
    assert_close(rest, law.rest(wanted, state), ALGEBRA)
    header = next(f for f in kernel.write_c(tmp_path, "law") if f.name == "law.h").read_text()
    assert "q_d, tau_j" in header


# ---------------------------------------------------------------- what was asked for


@pytest.mark.parametrize("force", [(5.0, 0.0, 0.0), (0.0, -20.0, 10.0), (3.0, 4.0, -30.0)])
def test_stiffness_at_the_tool(force):
    """A force at the tool displaces it by force / stiffness, to rounding, whatever weight and springs; it does not turn."""
    law = CartesianImpedance.tuned(TOOLED, POSE, stiffness=ASKED)
    wanted = goal(TOOLED, POSE)
    p_d, R_d = jn.tool_pose(TOOLED, POSE)

    def wrench(q):  # a force that keeps its direction, in the axes of the goal
        return np.concatenate([np.zeros(3), jn.tool_pose(TOOLED, q)[1].T @ R_d @ force])

    q, theta = under(TOOLED, law, wanted, wrench)
    p, R = jn.tool_pose(TOOLED, q)
    assert_close(R_d.T @ (p - p_d), np.array(force) / SLIDE, 1e-7)
    assert np.abs(R - R_d).max() < 1e-9
    assert np.abs(theta - q).max() > 1e-3


def test_stiffness_of_turns():
    """A small moment about an axis of the goal turns the tool by moment / stiffness."""
    law = CartesianImpedance.tuned(TOOLED, POSE, stiffness=ASKED)
    R_d = jn.tool_pose(TOOLED, POSE)[1]
    for axis in range(3):
        moment = 1e-3 * TURN[axis] * np.eye(3)[axis]
        q, _ = under(TOOLED, law, goal(TOOLED, POSE), lambda q, m=moment: np.concatenate([m, np.zeros(3)]))
        E = R_d.T @ jn.tool_pose(TOOLED, q)[1]
        assert_close(0.5 * np.array([E[2, 1] - E[1, 2], E[0, 2] - E[2, 0], E[1, 0] - E[0, 1]]), moment / TURN, 1e-5)


@pytest.mark.parametrize("lighter", [1.0, 3.0])
def test_every_mode_has_the_damping(lighter):
    B = np.array([d.reflected_inertia for d in TOOLED.drives])
    for law in (
        CartesianImpedance.tuned(TOOLED, POSE, stiffness=ASKED, damping=0.6, joint_stiffness=20.0, motor_inertia=B / lighter),
        JointImpedance.tuned(TOOLED, POSE, stiffness=300.0, damping=0.6, motor_inertia=B / lighter),
    ):
        poles = closed_loop(TOOLED, law, POSE)
        slow = poles[np.argsort(np.abs(poles))][:14]
        assert_close(-slow.real / np.abs(slow), np.full(14, 0.6), 1e-5)  # slopes of the law by differences


@pytest.mark.parametrize("friction", [0.5, 1.0])
@pytest.mark.parametrize("lighter", [1.0, 3.0])
def test_friction_is_a_part_of_the_damping(friction, lighter):
    """With viscous friction in the model every mode has the damping that is asked for, friction included."""
    rubbing = TOOLED.with_drives(viscous_friction=friction)
    B = np.array([d.reflected_inertia for d in TOOLED.drives])
    law = CartesianImpedance.tuned(rubbing, POSE, stiffness=ASKED, damping=0.6, joint_stiffness=20.0, motor_inertia=B / lighter)
    poles = closed_loop(rubbing, law, POSE)
    slow = poles[np.argsort(np.abs(poles))][:14]
    assert_close(-slow.real / np.abs(slow), np.full(14, 0.6), 1e-5)  # slopes of the law by differences


@pytest.mark.parametrize("friction", [5.0, 20.0])
def test_more_stiffness_is_asked_for_where_friction_damps_too_much(friction):
    """As the advice says, more stiffness is accepted; of links that slide or turn with friction of their own, too."""
    robot, q = jn.load("planar_2r").with_drives(viscous_friction=friction), [0.2, 0.6]
    with pytest.raises(InputError, match="damps? a mode by more than 0.7.* Ask for more stiffness or damping"):
        JointImpedance.tuned(robot, q, stiffness=5.0)
    law = JointImpedance.tuned(robot, q, stiffness=300.0)
    assert np.linalg.eigvalsh(law.damping)[0] > 0.0
    joints = [dataclasses.replace(joint, friction=jn.Friction(viscous=friction)) for joint in jn.load("planar_2r").joints]
    links = dataclasses.replace(jn.load("planar_2r"), joints=tuple(joints))
    with pytest.raises(InputError, match="alone damp a mode by more than 0.7 with this stiffness. Ask for more stiffness"):
        JointImpedance.tuned(links, q, stiffness=5.0)


def closed_loop(robot, law, q):
    """Poles of linearize with the law's own slopes, by central differences."""
    model, wanted = jn.linearize(robot, q), goal(robot, q)
    theta, n, h = wanted.theta[0], robot.n, 1e-5
    K = np.array([d.stiffness for d in robot.drives])

    def torque(x):
        dq, dtheta, dqd, dthetad = np.split(x, 4)
        return law(wanted, jn.simulation.State(q + dq, dqd, theta + dtheta, dthetad, K * (theta + dtheta - q - dq), 0 * q))

    slope = np.array([(torque(h * e) - torque(-h * e)) / (2 * h) for e in np.eye(4 * n)]).T
    return np.linalg.eigvals(model.A + model.B @ slope)


@pytest.mark.parametrize("lighter", [1.0, 3.0])
def test_bandwidth_is_exact(lighter):
    """n pairs of poles where they were asked for, in the linearised loop."""
    B = np.array([d.reflected_inertia for d in TOOLED.drives])
    law = JointImpedance.tuned(TOOLED, POSE, bandwidth=9.0, damping=0.5, motor_inertia=B / lighter)
    poles = closed_loop(TOOLED, law, POSE)
    slow = poles[np.argsort(np.abs(poles))][:14]
    assert_close(np.abs(slow), np.full(14, 9.0), 1e-3)  # sevenfold poles, by differences
    assert_close(-slow.real, np.full(14, 4.5), 1e-3)


@pytest.mark.native
def test_settling():
    """Released 2 mrad from its goal, at 1 kHz: within 2 % of that when the pair of poles asked for is, to 1 %."""
    w, z = 8.0, 0.7
    law = JointImpedance.tuned(PLANAR, ELBOW, bandwidth=w, damping=z)
    wanted = goal(PLANAR, ELBOW)
    s = w * (-z + 1j * np.sqrt(1 - z * z))
    K, M = np.diag([2000.0, 1000.0]), jn.mass_matrix(PLANAR, ELBOW)
    weight = jn.state_derivatives(PLANAR, ELBOW, 0 * ELBOW).dg_dq
    T = np.linalg.solve(K, M * s * s + K + weight)  # how motors move with links in such a motion
    c = 1.0 - 1j * z / np.sqrt(1 - z * z)  # q(0) = 1, qd(0) = 0
    e = np.array([2e-3, -1e-3])
    start = (ELBOW + e, 0 * e, wanted.theta[0] + (c * T @ e).real, (c * s * T @ e).real)
    t = np.linspace(0.0, 1.2, 1201)
    plan = jn.feedforward(PLANAR, jn.trajectory.rest_to_rest(ELBOW, ELBOW, 1.0), t)
    run = jn.simulate(PLANAR, plan, law, start=start)
    exact = (c * np.exp(s * t)).real
    for i in range(2):
        left = (run.q[:, i] - ELBOW[i]) / e[i]
        assert np.abs(left - exact).max() < 0.01
        settled, asked = (t[np.nonzero(np.abs(x) > 0.02)[0][-1]] for x in (left, exact))
        assert abs(settled - asked) <= 0.01 * asked


# ---------------------------------------------------------------- passivity


WALL = 1e5
"""N/m."""


def touching(robot, law, wanted, start, duration, place=0.02):
    """Energy of robot, law and wall over time, and what the dampers took, under continuous feedback.

    The wall is `place` before the tool at the goal, along x. The law's own potential is V less weight and springs at rest.
    """
    p_d, _ = jn.tool_pose(robot, wanted.q[0])
    n, tool, K = robot.n, robot.tool, np.array([d.stiffness for d in robot.drives])

    def push(q):
        p, R = jn.tool_pose(robot, q)
        depth = max(p[0] - p_d[0] + place, 0.0)
        return depth, np.concatenate([np.zeros(3), R.T @ [-WALL * depth, 0.0, 0.0]])

    def torque(q, theta, thetad):
        return law(wanted, jn.simulation.State(q, 0 * q, theta, thetad, K * (theta - q), 0 * q))

    def rate(t, y):
        q, qd, theta, thetad = y[:-1].reshape(4, n)
        tau = torque(q, theta, thetad)
        qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau, wrench=(push(q)[1],), link=tool)
        return np.concatenate([qd, qdd, thetad, thetadd, [thetad @ law.damping @ thetad]])

    def energy(y):
        q, qd, theta, thetad = y[:-1].reshape(4, n)
        rest = law.rest(wanted, jn.simulation.State(q, qd, theta, thetad, 0 * q, 0 * q))
        moving = 0.5 * qd @ jn.mass_matrix(robot, q) @ qd + 0.5 * thetad @ (law.motor_inertia * thetad)
        own = potential(robot, law, wanted, rest) - 0.5 * K @ (theta - rest) ** 2 - weight(robot, rest)
        return moving + 0.5 * K @ (theta - q) ** 2 + weight(robot, q) + own + 0.5 * WALL * push(q)[0] ** 2

    t = np.linspace(0.0, duration, int(100 * duration) + 1)
    y0 = np.concatenate([*start, [0.0]])
    found = solve_ivp(rate, (0.0, duration), y0, "DOP853", t, rtol=1e-9, atol=1e-9)
    assert found.success
    touched = np.array([push(y[:n])[0] for y in found.y.T])
    return np.array([energy(y) for y in found.y.T]), found.y[-1], touched


def weight(robot, q):
    return jn.energy(robot, q, 0 * q)[1]


def potential(robot, law, wanted, q):
    away = q - wanted.q[0]
    if isinstance(law, JointImpedance):
        return 0.5 * away @ law.stiffness @ away
    p, R = jn.tool_pose(robot, q)
    p_d, R_d = jn.tool_pose(robot, wanted.q[0])
    d, E = R_d.T @ (p - p_d), R_d.T @ R
    turns, slides = law.stiffness[:3, :3], law.stiffness[3:, 3:]
    P = 0.5 * np.trace(turns) * np.eye(3) - turns
    return 0.5 * d @ slides @ d + np.trace(P @ (np.eye(3) - E)) + 0.5 * away @ law.joint_stiffness @ away


def released(robot, q, away):
    wanted = goal(robot, q)
    still = np.zeros(robot.n)
    return wanted, (q + away, still, wanted.theta[0] + away, still)


LONG = [pytest.param(kind, x, 10.0, marks=pytest.mark.slow) for kind in ("tool", "joints") for x in (1.0, 2.5)]


@pytest.mark.native
@pytest.mark.parametrize(("kind", "lighter", "duration"), [("tool", 2.5, 3.0), *LONG])
def test_energy_against_a_wall(kind, lighter, duration):
    """Up to 10 s against 1e5 N/m: the energy of robot, law and wall only falls, by what the dampers took."""
    B = np.array([d.reflected_inertia for d in PLANAR.drives])
    if kind == "joints":
        law = JointImpedance.tuned(PLANAR, ELBOW, stiffness=[150.0, 60.0], damping=0.2, motor_inertia=B / lighter)
    else:
        law = CartesianImpedance.tuned(
            PLANAR, ELBOW, stiffness={"translation": [80.0, 60.0, 0.0]}, damping=0.2, motor_inertia=B / lighter
        )
    total, lost, depth = touching(PLANAR, law, *released(PLANAR, ELBOW, np.array([0.15, 0.1])), duration)
    assert (np.diff(depth > 0.0)).sum() >= 4  # it bounces
    assert (depth > 0.0).sum() > 10
    assert_close(total + lost, np.full(len(total), total[0]), 1e-5)  # what steps over the wall's kink leave
    assert (np.diff(total) < 1e-6 * total[0]).all()
    assert lost[-1] > 0.3 * total[0]


@pytest.mark.native
@pytest.mark.slow
def test_energy_of_the_lwr_against_a_wall():
    law = CartesianImpedance.tuned(TOOLED, POSE, stiffness=ASKED, damping=0.3)
    total, lost, depth = touching(TOOLED, law, *released(TOOLED, POSE, 0.05 * np.cos(np.arange(7.0))), 10.0)
    assert depth.max() > 1e-4
    assert_close(total + lost, np.full(len(total), total[0]), 1e-5)  # what steps over the wall's kink leave
    assert (np.diff(total) < 1e-6 * total[0]).all()


@pytest.mark.native
def test_sampled_against_a_wall():
    """At 1 kHz, joint torque fed back, a wall damped a little: it comes to rest, leaning on it with what the stiffness says."""
    B = np.array([d.reflected_inertia for d in PLANAR.drives])
    law = CartesianImpedance.tuned(PLANAR, ELBOW, stiffness={"translation": [80.0, 80.0, 0.0]}, damping=0.5, motor_inertia=B / 2)
    wanted, start = released(PLANAR, ELBOW, np.array([0.1, 0.1]))
    p_d, _ = jn.tool_pose(PLANAR, ELBOW)

    def wall(t, q, qd):
        (p, v), (R, _) = jn.tool_pose(PLANAR, q, qd)
        depth = p[0] - p_d[0] + 0.02
        return np.concatenate([np.zeros(3), R.T @ [-(WALL * depth + 300.0 * v[0]) * (depth > 0.0), 0.0, 0.0]])

    plan = jn.feedforward(PLANAR, jn.trajectory.rest_to_rest(ELBOW, ELBOW, 1.0), np.linspace(0.0, 4.0, 81))
    run = jn.simulate(PLANAR, plan, law, start=start, wrench={PLANAR.tool: wall})
    p, _ = jn.tool_pose(PLANAR, run.q[-1])
    assert np.abs(run.qd[-20:]).max() < 1e-3 * np.abs(run.qd).max()
    assert_close(WALL * (p[0] - p_d[0] + 0.02), 80.0 * (p_d[0] - p[0]), 0.01)
    assert wanted.t == 0.0


def test_joint_torque_is_read_where_it_is_fed_back():
    """A robot without torque sensors has motors of their own inertia."""
    seen = jn.Sensors(theta=jn.simulation.Sensor())
    plan = jn.feedforward(PLANAR, jn.trajectory.rest_to_rest(ELBOW, ELBOW, 1.0), [0.0, 0.002])
    jn.simulate(PLANAR, plan, JointImpedance(PLANAR, 50.0, 5.0), sensors=seen)
    with pytest.raises(InputError, match="tau_j"):
        jn.simulate(PLANAR, plan, JointImpedance(PLANAR, 50.0, 5.0, motor_inertia=0.4), sensors=seen)


def test_refusals():
    with pytest.raises(InputError, match="stiffness: more than the springs of robot 'planar_2r' have"):
        JointImpedance.tuned(PLANAR, ELBOW, stiffness=1500.0)
    with pytest.raises(InputError, match="expected either bandwidth or stiffness"):
        CartesianImpedance.tuned(PLANAR, ELBOW)
    for wrong in (np.ones((6, 6)), 9.0, {}, {"turn": 1.0}):
        with pytest.raises(InputError, match='stiffness: expected {"translation": .N/m., "rotation": .Nm/rad.}'):
            CartesianImpedance(PLANAR, wrong, 1.0)
    for wrong in (-1.0, [1.0, 2.0], np.triu(np.ones((3, 3))), "soft", np.nan):
        with pytest.raises(InputError, match="stiffness: expected of 'rotation' a number, 3 or a symmetric"):
            CartesianImpedance(PLANAR, {"rotation": wrong}, 1.0)
    with pytest.raises(InputError, match="motor_inertia: rotors of robot .* are carried along"):
        JointImpedance(PLANAR.with_drives(coupling="full"), 10.0, 1.0, motor_inertia=0.1)
    with pytest.raises(InputError, match="'joint1' of robot 'planar_2r' needs a spring"):
        JointImpedance(PLANAR.with_rigid_joints(), 10.0, 1.0, motor_inertia=0.1)
    with pytest.raises(InputError, match="damping: expected a number below 1"):
        JointImpedance.tuned(PLANAR, ELBOW, stiffness=100.0, damping=1.0)


@pytest.mark.parametrize("law", [JointImpedance, CartesianImpedance])
def test_two_drives_on_one_joint_are_refused(law):
    lwr = jn.load("kuka_lwr")
    first, second, *others = lwr.joints
    double = dataclasses.replace(
        lwr, joints=(first, dataclasses.replace(second, second=jn.robot.SecondDrive(second.drive)), *others)
    )
    with pytest.raises(InputError, match="joint 'A2' of robot 'kuka_lwr' has two drives"):
        law(double, 9.0 if law is JointImpedance else ASKED, 1.0)
