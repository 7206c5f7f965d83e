"""Two drives on one joint: antagonists, and stiffness that is set by a motor of its own.

Witnesses: hand formulas with Pinocchio's tree, 60-digit differences, MuJoCo, and simulation.
"""

from dataclasses import replace

import mpmath as mp
import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, ModelError
from support.peer_pinocchio import Pinocchio, model_of
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close

N = np.array([[1.0, 0.3, 0.0], [0.0, 1.0, 0.0], [0.0, -0.4, 1.0]])
HARD = jn.robot.HardeningSpring(800.0, 5e5)


def double_robot(seed=0, first=4e3, second=2e3, damping=0.0, transmission=None):
    """Three joints; 0 and 2 have two drives, of stiffness or law `first` and `second`."""
    robot = random_robot(seed, n=3, chain=True, kinds=("revolute", "prismatic"))
    robot = robot.with_drives(stiffness=first, rotor_inertia=[3e-5, 4e-5, 5e-5], gear_ratio=90.0, viscous_friction=0.4)
    other = jn.Drive(2e-5, 70.0, second, damping, viscous_friction=0.2)
    joints = [
        joint if i == 1 else replace(joint, second=jn.robot.SecondDrive(other, preload=5.0 + i))
        for i, joint in enumerate(robot.joints)
    ]
    return replace(robot, joints=tuple(joints)).with_transmission(transmission)


def torque(drive, delta):
    return drive.law.torque(delta) if drive.law is not None else drive.stiffness * delta


def test_names_and_sizes():
    robot = double_robot()
    names = robot.joint_names
    assert (robot.n, robot.m) == (3, 5)
    assert robot.motor_names == (*names, f"{names[0]}_second", f"{names[2]}_second")
    assert robot.motion_order == 4
    assert_close(robot.parameter_values("preload"), [5.0, 7.0])
    assert robot.parameter_values("stiffness").tolist() == [4e3] * 3 + [2e3] * 2
    changed = robot.with_parameters({"preload": [1.0, 2.0], "rotor_inertia": [1e-5, 2e-5, 3e-5, 4e-5, 5e-5]})
    assert [j.second.preload for j in changed.joints if j.second] == [1.0, 2.0]
    assert changed.joints[2].second.drive.rotor_inertia == 5e-5
    assert "_second" in str(robot)
    other = replace(robot.joints[1], name=f"{names[0]}_second")
    alike = replace(robot, joints=(robot.joints[0], other, robot.joints[2]))
    assert alike.motor_names[1] == f"{names[0]}_second"
    assert len(set(alike.motor_names)) == 5


@pytest.mark.parametrize("laws", [(4e3, 2e3), (HARD, HARD), (np.inf, 2e3), (4e3, np.inf), (np.inf, np.inf)])
@pytest.mark.parametrize("coupled", [False, True])
def test_forward_against_hand_formulas(laws, coupled):
    robot = double_robot(3, *laws, transmission=N if coupled else None)
    rows = np.vstack([N if coupled else np.eye(3), np.eye(3)[[0, 2]]])
    peer = Pinocchio(model_of(robot), robot.joint_names)
    rng = np.random.default_rng(1)
    q, qd = rng.normal(size=(2, 3))
    theta, thetad, tau_m = rng.normal(size=(3, 5))
    drives = robot.motor_drives
    elastic = np.array([d.elastic for d in drives])
    theta = np.where(elastic, rows @ q + 0.01 * theta, rows @ q)
    thetad = np.where(elastic, thetad, rows @ qd)
    tau_a = np.array([torque(d, th) if d.elastic else 0.0 for d, th in zip(drives, theta - rows @ q)])
    rubbing = np.array([d.viscous_friction for d in drives]) * thetad
    tau_a = np.where(elastic, tau_a, tau_m - rubbing)
    B = np.array([d.reflected_inertia for d in drives])
    M = peer.mass_matrix(q) + rows.T @ np.diag(np.where(elastic, 0.0, B)) @ rows
    qdd = np.linalg.solve(M, rows.T @ tau_a - peer.rnea(q, qd, np.zeros(3)))
    thetadd = np.where(elastic, (tau_m - tau_a - rubbing) / B, rows @ qdd)
    for backend in ("python", "native"):
        with jn.backend(backend):
            found = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m)
            assert_close(found[0], qdd, CHAIN)
            assert_close(found[1], thetadd, CHAIN)


@pytest.mark.parametrize("laws", [(4e3, 2e3), (HARD, HARD)])
@pytest.mark.parametrize("coupled", [False, True])
def test_inverse_against_differences_of_60_digits(laws, coupled):
    """With a preload that moves: its derivatives act on both motors."""
    robot = double_robot(5, *laws, transmission=N if coupled else None)
    Q = random_motion(robot, 2, 4)
    P = np.random.default_rng(3).normal(scale=8.0, size=(3, 2))
    with mp.workdps(60):
        matrix = mp.matrix((N if coupled else np.eye(3)).tolist())

        def deflection(drive, load):
            if drive.law is None:
                return load / drive.stiffness
            x = load / drive.law.linear
            for _ in range(200):
                x -= (drive.law.linear * x + drive.law.cubic * x**3 - load) / (drive.law.linear + 3 * drive.law.cubic * x**2)
            return x

        def at(t):
            rows = [[sum(mp.mpf(Q[k + j, i]) * t**j / mp.factorial(j) for j in range(5 - k)) for i in range(3)] for k in range(3)]
            carried = [sum(mp.mpf(P[j, i]) * t**j / mp.factorial(j) for j in range(3)) for i in range(2)]
            tau = jn.rnea(robot, *(np.array(row, dtype=object) for row in rows))
            left = [tau[0] - carried[0], tau[1], tau[2] - carried[1]]
            tau_a = [*mp.lu_solve(matrix.T, mp.matrix(left)), *carried]
            moved = [*(matrix * mp.matrix(rows[0])), rows[0][0], rows[0][2]]
            return [x + deflection(d, load) for d, x, load in zip(robot.motor_drives, moved, tau_a)], tau_a

        h = mp.mpf(10) ** -12
        before, (here, tau_a), after = at(-h)[0], at(mp.mpf(0)), at(h)[0]
        thetad = [(b - a) / (2 * h) for a, b in zip(before, after)]
        thetadd = [(a - 2 * x + b) / h**2 for a, x, b in zip(before, here, after)]
        tau_m = [
            d.reflected_inertia * acc + load + d.viscous_friction * v
            for d, acc, load, v in zip(robot.motor_drives, thetadd, tau_a, thetad)
        ]
    expected = np.array(tau_m, dtype=float)
    preload = jn.numbers.Jet.from_derivatives(list(P))
    for backend in ("python", "native"):
        with jn.backend(backend):
            done = jn.inverse_dynamics(robot, *Q, parameters={"preload": preload})
            assert_close(done.tau_m, expected, CHAIN)
            assert_close(done.theta, np.array([here, thetad, thetadd], dtype=float), CHAIN)
            assert done.delta.shape == (5,)


def test_the_own_preload_is_taken_where_none_is_given():
    robot = double_robot(2)
    Q = random_motion(robot, 1, 4)
    done = jn.inverse_dynamics(robot, *Q)
    assert_close(2e3 * done.delta[3:], [5.0, 7.0], ALGEBRA)
    given = jn.inverse_dynamics(robot, *Q, parameters={"preload": np.array([5.0, 7.0])})
    assert_close(given.tau_m, done.tau_m, ALGEBRA)
    batch = jn.inverse_dynamics(robot, *np.repeat(Q[:, None], 4, axis=1), parameters={"preload": np.array([5.0, 7.0])})
    assert_close(batch.tau_m, np.tile(done.tau_m, (4, 1)), ALGEBRA)


def test_a_damping_of_zero_is_none():
    robot = double_robot(2)
    Q = random_motion(robot, 2, 4)
    assert_close(jn.inverse_dynamics(robot, *Q, parameters={"damping": np.zeros(5)}).tau_m, jn.inverse_dynamics(robot, *Q).tau_m)
    with pytest.raises(InputError, match="damp"):
        jn.inverse_dynamics(robot, *Q, parameters={"damping": [0.0, 0.0, 0.0, 0.0, 1.0]})


def test_a_short_motion_is_refused_where_second_drives_alone_bend():
    robot = double_robot(2, np.inf, 2e3)
    with pytest.raises(InputError, match=f"joint '{robot.joint_names[0]}_second' and others are elastic; missing: the jerk"):
        jn.inverse_dynamics(robot, *random_motion(robot, 2, 2))


def test_partials_by_motion_and_preload():
    robot = double_robot(4)
    Q = random_motion(robot, 3, 4)
    found = jn.inverse_dynamics_derivatives(robot, *Q, by=("motion", "preload"))
    assert found["motion"].shape == (5, 5, 3)
    h = 1e-4
    for k in range(2):
        values = np.array([5.0, 7.0])
        up, down = (values + sign * h * np.eye(2)[k] for sign in (1, -1))
        slope = (
            jn.inverse_dynamics(robot, *Q, parameters={"preload": up}).tau_m
            - jn.inverse_dynamics(robot, *Q, parameters={"preload": down}).tau_m
        ) / (2 * h)
        assert_close(found["preload"][:, k], slope, 1e-8)


@pytest.mark.native
@pytest.mark.parametrize("laws", [(4e3, 2e3, 0.0), (HARD, HARD, 0.0), (4e3, 2e3, 15.0), (np.inf, 2e3, 0.0)])
def test_a_plan_is_simulated(laws):
    robot = double_robot(11, *laws, transmission=N)
    path = jn.trajectory.rest_to_rest(np.zeros(3), np.full(3, 0.2), 1.0, degree=11)
    moving = None if laws[2] else jn.trajectory.rest_to_rest([5.0, 7.0], [12.0, -4.0], 1.0, degree=11)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 1.0, 301), preload=moving)
    run = jn.simulate(robot, plan)
    assert plan.tau_m.shape == (301, 5)
    assert run.tracking_error < 2e-7
    assert np.abs(run.theta - plan.theta[0]).max() < 1e-6
    assert np.abs(run.energy_balance).max() < 1e-6 * np.abs(run.energy).max()
    held = jn.simulate(robot, plan, jn.control.FeedforwardPD(robot, kp=2e3, kd=60.0))
    assert held.tracking_error < 1e-3
    assert {row.joint for row in plan.peaks} == set(robot.motor_names)
    if np.isfinite(laws[0] if isinstance(laws[0], float) else 1.0):
        assert_close(run.tau_j, plan.tau_j[0], 1e-4)


def test_stiffness_grows_with_preload():
    """Antagonists with hardening springs pull against each other: the stiffness of the joint with motors held."""
    robot = double_robot(1, HARD, HARD).with_gravity((0.0, 0.0, 0.0))
    free = [jn.eigenfrequencies(robot.with_parameters({"preload": [p, p]}), np.zeros(3)).locked for p in (0.0, 50.0, 200.0)]
    assert free[0].max() < free[1].max() < free[2].max()


def test_mujoco_agrees():
    mujoco = pytest.importorskip("mujoco")
    robot = double_robot(6, transmission=N)
    model = mujoco.MjModel.from_xml_string(robot.to_mjcf())
    data = mujoco.MjData(model)
    rng = np.random.default_rng(0)
    q, qd = rng.normal(size=(2, 3))
    theta, thetad, tau_m = rng.normal(size=(3, 5))
    data.qpos[:], data.qvel[:], data.ctrl[:] = np.concatenate([q, theta]), np.concatenate([qd, thetad]), tau_m
    mujoco.mj_forward(model, data)
    qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m)
    assert_close(qdd, data.qacc[:3], 1e-9)
    assert_close(thetadd, data.qacc[3:], 1e-9)


def test_casadi_and_exported_c(tmp_path):
    casadi = pytest.importorskip("casadi")
    robot = double_robot(7)
    Q = random_motion(robot, 1, 4)
    symbols = [casadi.SX.sym(f"q{k}", 3) for k in range(5)]
    function = casadi.Function("f", symbols, [jn.inverse_dynamics(robot, *symbols).tau_m])
    assert_close(np.array(function(*Q)).ravel(), jn.inverse_dynamics(robot, *Q).tau_m, CHAIN)
    for what in (jn.inverse_dynamics, jn.elastic_forward_dynamics):
        text = jn.compile(what, robot)
        text.write_c(tmp_path / what.__name__)
        assert "motors" in text.source or what is jn.inverse_dynamics


def test_saved_and_loaded(tmp_path):
    robot = double_robot(8, 4e3, HARD)
    robot.save(tmp_path / "robot.toml")
    assert jn.load(tmp_path / "robot.toml") == robot


def test_what_is_refused():
    robot = double_robot(1)
    Q = random_motion(robot, 1, 4)
    path = jn.trajectory.rest_to_rest(np.zeros(3), np.full(3, 0.2), 1.0, degree=9)
    t = np.linspace(0.0, 1.0, 20)
    with pytest.raises(ModelError, match="second drive needs a first one"):
        jn.Joint("a", "revolute", "b", "c", second=jn.robot.SecondDrive(jn.Drive()))
    with pytest.raises(ModelError, match="expected a Drive"):
        jn.robot.SecondDrive(3.0)
    with pytest.raises(ModelError, match="preload"):
        jn.robot.SecondDrive(jn.Drive(), preload=float("nan"))
    with pytest.raises(ModelError, match="carried along belongs to a first drive"):
        jn.robot.SecondDrive(jn.Drive(coupling="full"))
    with pytest.raises(InputError, match="5 motors"):
        jn.elastic_forward_dynamics(robot, Q[0], Q[1], Q[0], Q[1], Q[2])
    with pytest.raises(InputError, match="preload"):
        jn.inverse_dynamics(robot, *Q, parameters={"preload": np.zeros(3)})
    with pytest.raises(InputError, match="expected a path of 2 coordinates"):
        jn.feedforward(robot, path, t, preload=path)
    with pytest.raises(InputError, match="has a second drive"):
        jn.feedforward(jn.load("planar_2r"), jn.trajectory.rest_to_rest([0, 0], [1, 1], 1.0, degree=9), t, preload=path)
    with pytest.raises(InputError, match="two drives"):
        jn.control.FeedbackLinearization(robot, poles=[-10.0] * 4)
    with pytest.raises(InputError, match="two drives"):
        jn.inverse_dynamics(robot, *Q, stiffness=(1e3, 0.0, 0.0))
    with pytest.raises(InputError, match="motors, but the plan"):
        jn.simulate(random_robot(1, n=3), jn.feedforward(robot, path, t))
    full = replace(robot.joints[1], drive=replace(robot.joints[1].drive, coupling="full"))
    with pytest.raises(ModelError, match="one drive each"):
        replace(robot, joints=(robot.joints[0], full, robot.joints[2])).rotors  # noqa: B018
