"""Motors that turn with several joints, springs parallel to drives and friction on the link side.

Witnesses: a Pinocchio tree in which every motor is a body of its own on the ground, hand formulas, 40-digit differences.
"""

from dataclasses import replace

import mpmath as mp
import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from jounce.errors import InputError, ModelError
from support.peer_pinocchio import Pinocchio, model_of
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close

WRIST = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 1.0, 1.0))


def random_transmission(rng, n):
    return np.eye(n) + 0.4 * rng.normal(size=(n, n))


def coupled_robot(seed, n=4, **drives):
    rng = np.random.default_rng(seed)
    robot = random_robot(seed, n=n, chain=True)
    known = {"stiffness": rng.uniform(1e3, 1e4, n), "rotor_inertia": rng.uniform(1e-5, 1e-4, n), "gear_ratio": 90.0}
    known |= {"viscous_friction": rng.uniform(0.1, 1.0, n), "coulomb_friction": 0.7, "coulomb_speed": 0.1}
    return robot.with_drives(**{**known, **drives}).with_transmission(random_transmission(rng, n))


def with_things_beside(robot, seed=0):
    rng = np.random.default_rng(seed)
    joints = [
        replace(
            joint,
            parallel=jn.robot.ParallelSpring(float(rng.uniform(10.0, 200.0)), float(rng.normal())),
            friction=jn.Friction(*rng.uniform(0.1, 2.0, 2), 0.05),
        )
        for joint in robot.joints
    ]
    return replace(robot, joints=tuple(joints))


def with_motors_as_bodies(robot):
    """A Pinocchio model of the links and, on the ground, one turning body for each motor."""
    model = model_of(robot)
    for joint in robot.joints:
        index = model.addJoint(0, pin.JointModelRZ(), pin.SE3.Identity(), f"motor_{joint.name}")
        B = joint.drive.reflected_inertia
        model.appendBodyToJoint(index, pin.Inertia(1.0, np.zeros(3), B * np.eye(3)), pin.SE3.Identity())
    return Pinocchio(model, [*robot.joint_names, *(f"motor_{name}" for name in robot.joint_names)])


def friction(viscous, coulomb, speed, v):
    return viscous * v + coulomb * v / np.sqrt(v**2 + speed**2)


@pytest.mark.parametrize("seed", range(8))
def test_rigid_motors_against_a_tree_with_motors_as_bodies(seed):
    """tau_m dtheta = (forces of links and motors) (dq, dtheta) for every dq, dtheta = N dq."""
    robot = coupled_robot(seed, stiffness=np.inf)
    N, n = np.array(robot.transmission), robot.n
    peer = with_motors_as_bodies(robot)
    q, qd, qdd = random_motion(robot, seed, 2)
    G = np.vstack([np.eye(n), N])
    both = peer.rnea(*(G @ x for x in (q, qd, qdd)))
    rubbing = np.array([friction(j.drive.viscous_friction, 0.7, 0.1, v) for j, v in zip(robot.joints, N @ qd)])
    expected = np.linalg.solve(N.T, G.T @ both) + rubbing
    for backend in ("python", "native") if seed == 0 else ("python",):
        with jn.backend(backend):
            done = jn.inverse_dynamics(robot, q, qd, qdd)
            assert_close(done.tau_m, expected, CHAIN)
            assert_close(done.theta, [N @ x for x in (q, qd, qdd)])
            assert_close(done.tau_j[0], jn.rnea(robot, q, qd, qdd))
            found, moved = jn.elastic_forward_dynamics(robot, q, qd, N @ q, N @ qd, expected)
            assert_close(found, qdd, 1e-9)
            assert_close(moved, N @ qdd, 1e-9)


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_elastic_motors_against_hand_formulas(seed, beside):
    robot = coupled_robot(seed)
    if beside:
        robot = with_things_beside(robot, seed)
    N = np.array(robot.transmission)
    peer = Pinocchio(model_of(robot), robot.joint_names)
    rng = np.random.default_rng(seed)
    q, qd, theta, thetad, tau_m = rng.normal(size=(5, robot.n))
    theta = N @ q + 0.01 * theta
    drives = [joint.drive for joint in robot.joints]
    K, B = (np.array([getattr(d, key) for d in drives]) for key in ("stiffness", "reflected_inertia"))
    tau_a = K * (theta - N @ q)
    rubbing = np.array([friction(d.viscous_friction, 0.7, 0.1, v) for d, v in zip(drives, thetad)])
    tau = N.T @ tau_a
    for i, joint in enumerate(robot.joints if beside else ()):
        tau[i] += joint.parallel.law * (joint.parallel.rest - q[i])
        tau[i] -= friction(joint.friction.viscous, joint.friction.coulomb, 0.05, qd[i])
    expected = peer.forward_dynamics(q, qd, tau), (tau_m - tau_a - rubbing) / B
    for backend in ("python", "native") if seed == 0 else ("python",):
        with jn.backend(backend):
            found = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m)
            assert_close(found[0], expected[0], CHAIN)
            assert_close(found[1], expected[1], CHAIN)


@pytest.mark.parametrize("seed", range(4))
def test_elastic_inverse_against_differences_of_40_digits(seed):
    """theta(t) = N q + N^-T tau_j / K along a motion, differentiated by finite differences of many digits."""
    robot = with_things_beside(coupled_robot(seed, n=2), seed)
    n = robot.n
    Q = random_motion(robot, seed, 4)
    with mp.workdps(60):
        N = mp.matrix(robot.transmission)
        K = [joint.drive.stiffness for joint in robot.joints]

        def motor(t):
            rows = [[sum(mp.mpf(Q[k + m, i]) * t**m / mp.factorial(m) for m in range(5 - k)) for i in range(n)] for k in range(3)]
            tau = jn.rnea(robot, *(np.array(row, dtype=object) for row in rows))
            for i, joint in enumerate(robot.joints):
                spring, rub, v = joint.parallel, joint.friction, rows[1][i]
                tau[i] -= spring.law * (spring.rest - rows[0][i]) - rub.viscous * v
                tau[i] += rub.coulomb * v / mp.sqrt(v**2 + mp.mpf(rub.speed) ** 2)
            tau_a = mp.lu_solve(N.T, mp.matrix(list(tau)))
            return [sum(N[i, j] * rows[0][j] for j in range(n)) + tau_a[i] / K[i] for i in range(n)], tau_a

        h = mp.mpf(10) ** -12
        before, (here, tau_a), after = motor(-h)[0], motor(mp.mpf(0)), motor(h)[0]
        theta = [
            here,
            [(b - a) / (2 * h) for a, b in zip(before, after)],
            [(a - 2 * x + b) / h**2 for a, x, b in zip(before, here, after)],
        ]
        tau_m = [
            joint.drive.reflected_inertia * theta[2][i]
            + tau_a[i]
            + joint.drive.viscous_friction * theta[1][i]
            + joint.drive.coulomb_friction * theta[1][i] / mp.sqrt(theta[1][i] ** 2 + mp.mpf("0.1") ** 2)
            for i, joint in enumerate(robot.joints)
        ]
    done = jn.inverse_dynamics(robot, *Q)
    assert_close(done.theta, np.array(theta, dtype=float), CHAIN)
    assert_close(done.tau_m, np.array(tau_m, dtype=float), CHAIN)
    with jn.backend("python"):
        assert_close(jn.inverse_dynamics(robot, *Q).tau_m, np.array(tau_m, dtype=float), CHAIN)


@pytest.mark.parametrize("kind", ["rigid", "elastic", "damped", "mixed"])
def test_a_plan_is_simulated(kind):
    n = 3
    more = {
        "rigid": {"stiffness": np.inf},
        "elastic": {},
        "damped": {"damping": 20.0},
        "mixed": {"stiffness": [4e3, np.inf, 6e3]},
    }[kind]
    robot = with_things_beside(coupled_robot(11, n=n, **more), 1)
    path = jn.trajectory.rest_to_rest(np.zeros(n), np.full(n, 0.3), 1.0, degree=11)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 1.0, 401))
    run = jn.simulate(robot, plan)
    assert np.abs(run.tracking_error).max() < 2e-7
    assert np.abs(run.energy_balance).max() < 1e-6 * np.abs(run.energy).max()
    N = np.array(robot.transmission)
    bends = np.array([joint.drive.elastic for joint in robot.joints])
    assert_close(plan.delta, (plan.theta[0] - plan.q[0] @ N.T) * bends, 1e-9)


def check_partials(robot, Q):
    """Against central differences, whose own error is about 1e-7."""
    found = jn.inverse_dynamics_derivatives(robot, *Q)
    for k in range(5):
        for j in range(2):
            h = 1e-6
            up, down = Q.copy(), Q.copy()
            up[k, j] += h
            down[k, j] -= h
            slope = (jn.inverse_dynamics(robot, *up).tau_m - jn.inverse_dynamics(robot, *down).tau_m) / (2.0 * h)
            assert np.abs(found[k, :, j] - slope).max() < 1e-6 * max(1.0, np.abs(found[k]).max())


def test_partials_through_the_transmission():
    robot = with_things_beside(coupled_robot(3, n=2), 2)
    Q = random_motion(robot, 3, 4)
    check_partials(robot, Q)


def test_laws_and_partials_through_the_transmission():
    """Springs that are not linear take another way: links natively, motors on arrays."""
    robot = with_things_beside(coupled_robot(3, n=2, stiffness=jn.robot.HardeningSpring(2e3, 1e6)), 2)
    Q = random_motion(robot, 3, 4)
    done = jn.inverse_dynamics(robot, *Q)
    N = np.array(robot.transmission)
    bend = done.theta[0] - N @ Q[0]
    assert_close(N.T @ (2e3 * bend + 1e6 * bend**3), done.tau_j[0], CHAIN)
    qdd, thetadd = jn.elastic_forward_dynamics(robot, *Q[:2], *done.theta[:2], done.tau_m)
    assert_close(qdd, Q[2], 1e-9)
    assert_close(thetadd, done.theta[2], 1e-9)
    check_partials(robot, Q)


def test_feedback_linearisation_follows_a_plan():
    robot = with_things_beside(coupled_robot(5, n=2, coulomb_friction=0.0, viscous_friction=0.0), 3)
    path = jn.trajectory.rest_to_rest([0.0, 0.0], [0.4, -0.3], 1.0, degree=9)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 1.0, 200))
    for sensors in ("torque", "motor"):
        law = jn.control.FeedbackLinearization(robot, poles=[-40.0] * 4, sensors=sensors)
        q, qd = plan.q[0, 90], plan.q[1, 90]
        state = jn.simulation.State(q, qd, plan.theta[0, 90], plan.theta[1, 90], plan.tau_j[0, 90], plan.tau_j[1, 90])
        reference = jn.control.Reference(float(plan.t[90]), plan.q[:, 90], plan.theta[:, 90], plan.tau_m[90])
        assert_close(law(reference, state), plan.tau_m[90], 1e-9)


def test_eigenfrequencies_with_a_transmission():
    """Against the same robot in MuJoCo's terms: generalised eigenvalues written down here."""
    robot = coupled_robot(4, n=3, viscous_friction=0.0, coulomb_friction=0.0).with_gravity((0.0, 0.0, 0.0))
    n, N = robot.n, np.array(robot.transmission)
    K = np.diag([joint.drive.stiffness for joint in robot.joints])
    B = np.diag([joint.drive.reflected_inertia for joint in robot.joints])
    q = np.array([0.3, -0.2, 0.5])
    M = jn.mass_matrix(robot, q)
    stiffness = np.block([[N.T @ K @ N, -N.T @ K], [-K @ N, K]])
    mass = np.block([[M, np.zeros((n, n))], [np.zeros((n, n)), B]])
    free, locked = jn.eigenfrequencies(robot, q)
    squares = np.sort(np.linalg.eigvals(np.linalg.solve(mass, stiffness)).real)
    assert_close(free[n:] ** 2, squares[n:], 1e-9)
    assert_close(locked**2, np.sort(np.linalg.eigvals(np.linalg.solve(M, N.T @ K @ N)).real), 1e-9)


def test_mujoco_agrees():
    mujoco = pytest.importorskip("mujoco")
    robot = coupled_robot(6, n=3, coulomb_friction=0.0)
    joints = [replace(j, parallel=jn.robot.ParallelSpring(50.0, 0.3), friction=jn.Friction(0.4)) for j in robot.joints]
    robot = replace(robot, joints=tuple(joints))
    model = mujoco.MjModel.from_xml_string(robot.to_mjcf())
    data = mujoco.MjData(model)
    rng = np.random.default_rng(0)
    n = robot.n
    q, qd, theta, thetad, tau_m = rng.normal(size=(5, n))
    theta = np.array(robot.transmission) @ q + 0.01 * theta
    data.qpos[:], data.qvel[:], data.ctrl[:] = np.concatenate([q, theta]), np.concatenate([qd, thetad]), tau_m
    mujoco.mj_forward(model, data)
    qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m)
    assert_close(qdd, data.qacc[:n], 1e-9)
    assert_close(thetadd, data.qacc[n:], 1e-9)


def test_exported_c(tmp_path):
    import subprocess

    robot = with_things_beside(coupled_robot(7, n=2), 4)
    kernel = jn.compile(jn.inverse_dynamics, robot)
    Q = random_motion(robot, 7, 4)
    assert_close(kernel(*Q).tau_m, jn.inverse_dynamics(robot, *Q).tau_m, ALGEBRA)
    kernel.write_c(tmp_path, name="arm")
    subprocess.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-c", "arm.c"], cwd=tmp_path, check=True)


def test_a_counterbalance_holds_what_its_formula_says():
    law = jn.robot.Counterbalance(distance=0.8, radius=0.2, area=1.67e-3, volume=9.6e-4, gas=15_600.0, angle=0.4)
    spring = jn.robot.ParallelSpring(law)
    for q in (-0.3, 0.2, 1.1):
        delta = q + 0.4
        stroke = np.sqrt(0.8**2 + 0.2**2 - 2 * 0.8 * 0.2 * np.cos(delta)) - 0.6
        lever = 0.8 * 0.2 * np.sin(delta) / (stroke + 0.6)
        assert_close(spring.torque(q), lever * 15_600.0 / (9.6e-4 - stroke * 1.67e-3) * 1.67e-3, ALGEBRA)
        h = 1e-6
        assert_close(-(spring.energy(q + h) - spring.energy(q - h)) / (2 * h), spring.torque(q), 1e-8)


def test_a_function_of_the_user_as_parallel_spring():
    from jounce.numbers import sincos

    def balancer(q):
        return 30.0 * sincos(q)[0]

    robot = random_robot(2, n=2, kinds=("revolute",)).with_drives(stiffness=5e3, rotor_inertia=1e-4, gear_ratio=80.0)
    plain = jn.inverse_dynamics(robot, *random_motion(robot, 1, 4))
    joints = (replace(robot.joints[0], parallel=jn.robot.ParallelSpring(balancer)), robot.joints[1])
    held = replace(robot, joints=joints)
    Q = random_motion(robot, 1, 4)
    done = jn.inverse_dynamics(held, *Q)
    assert_close(plain.tau_j[0, 0] - done.tau_j[0, 0], 30.0 * np.sin(Q[0, 0]))
    assert_close(plain.tau_j[1, 0] - done.tau_j[1, 0], 30.0 * np.cos(Q[0, 0]) * Q[1, 0])

    def other(q):
        return 31.0 * sincos(q)[0]

    second = replace(robot, joints=(replace(robot.joints[0], parallel=jn.robot.ParallelSpring(other)), robot.joints[1]))
    assert_close(plain.tau_j[0, 0] - jn.inverse_dynamics(second, *Q).tau_j[0, 0], 31.0 * np.sin(Q[0, 0]))
    with pytest.raises(InputError, match="function cannot be written"):
        held.save("nowhere.toml")


WEIGHT = 30.0


def of_the_module(q):
    return WEIGHT * jn.numbers.sin(q)


def test_a_function_that_reads_its_module(monkeypatch, tmp_path):
    """Compiled code is that of what the function does now, in memory and on disk, whatever its text is."""
    monkeypatch.setenv("JOUNCE_CACHE", str(tmp_path))
    plain = random_robot(2, n=2, kinds=("revolute",)).with_drives(stiffness=5e3, rotor_inertia=1e-4, gear_ratio=80.0)
    Q = random_motion(plain, 1, 4)
    held = []
    for weight in (30.0, 31.0, 30.0):
        monkeypatch.setitem(globals(), "WEIGHT", weight)
        joints = (replace(plain.joints[0], parallel=jn.robot.ParallelSpring(of_the_module)), plain.joints[1])
        held.append(replace(plain, joints=joints))
        less = jn.inverse_dynamics(plain, *Q).tau_j[0, 0] - jn.inverse_dynamics(held[-1], *Q).tau_j[0, 0]
        assert_close(less, weight * np.sin(Q[0, 0]))
    assert held[0] == held[2]
    assert held[0] != held[1]


def test_saved_and_loaded(tmp_path):
    robot = with_things_beside(coupled_robot(8), 5)
    law = jn.robot.Counterbalance(0.8, 0.2, 1.67e-3, 9.6e-4, 15_600.0, 0.4, -1.0)
    hard = jn.robot.ParallelSpring(jn.robot.HardeningSpring(10.0, 5.0), 0.1)
    joints = [replace(robot.joints[0], parallel=jn.robot.ParallelSpring(law)), replace(robot.joints[1], parallel=hard)]
    robot = replace(robot, joints=(*joints, *robot.joints[2:]))
    robot.save(tmp_path / "robot.toml")
    assert jn.load(tmp_path / "robot.toml") == robot


def test_the_identity_is_no_transmission():
    robot = coupled_robot(1, n=3)
    assert robot.with_transmission(np.eye(3)).transmission == ()
    assert robot.with_transmission(None).transmission == ()
    assert robot.with_transmission(WRIST).transmission == WRIST


def test_a_part_of_a_coupled_robot():
    robot = coupled_robot(1, n=3).with_transmission(WRIST)
    assert robot.subchain(0).transmission == ()
    with pytest.raises(InputError, match="couples the motors"):
        robot.subchain(1)


def test_locked_joints_of_a_coupled_robot():
    """Locked where the motor of the locked joint stands still and turns no other one: the rest moves as in the whole robot."""
    robot = coupled_robot(1, n=3).with_transmission(WRIST)
    Q = random_motion(robot, 3, 4)
    Q[:, 1] = 0.0
    whole, part = jn.inverse_dynamics(robot, *Q), robot.locked({robot.joint_names[1]: 0.0})
    done = jn.inverse_dynamics(part, *Q[:, [0, 2]])
    assert_close(done.tau_m, whole.tau_m[[0, 2]], CHAIN)
    assert_close(done.theta, whole.theta[:, [0, 2]], CHAIN)
    assert robot.locked(dict.fromkeys(robot.joint_names[1:], 0.5)).n == 1
    assert robot.locked({robot.joint_names[0]: 0.5}).transmission == ((1.0, 0.0), (1.0, 1.0))
    for lock in ({1: 0.5}, {2: 0.0}):  # motor 2 would turn by 0.5 more; motor 2 would go on turning with joint 1
        with pytest.raises(ModelError, match="lock: the transmission couples the motors"):
            robot.locked({robot.joint_names[i]: q for i, q in lock.items()})


@pytest.mark.parametrize(
    ("N", "words"),
    [
        ("x", "a row for each motor"),
        ([[1.0, 0.0]], "rows, one for each motor"),
        ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0]], "row 3"),
        ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, float("nan")]], "finite"),
        ([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.0, 1.0, 1.0]], "singular"),
    ],
)
def test_wrong_transmissions(N, words):
    with pytest.raises(ModelError, match=words):
        coupled_robot(1, n=3).with_transmission(N)


def test_what_has_no_transmission_or_nothing_beside():
    with pytest.raises(ModelError, match="has no drive"):
        random_robot(1, n=3, chain=True).with_transmission(WRIST)
    with pytest.raises(ModelError, match="carried along"):
        coupled_robot(1, n=3).with_drives(stiffness=1e3, rotor_inertia=1e-4, coupling="full")
    with pytest.raises(ModelError, match="one freedom"):
        jn.Joint("s", "spherical", "a", "b", friction=jn.Friction(1.0))
    with pytest.raises(ModelError, match="beside a drive"):
        jn.Joint("s", "revolute", "a", "b", spring=jn.Spring(1e3), friction=jn.Friction(1.0))
    with pytest.raises(ModelError, match="does not take"):
        jn.robot.ParallelSpring(np.sin)
    for wrong in ("stiff", -1.0, float("nan"), None):
        with pytest.raises(ModelError):
            jn.robot.ParallelSpring(wrong)
    with pytest.raises(ModelError, match="jumps at standstill"):
        jn.Friction(1.0, 1.0, 0.0)
    with pytest.raises(ModelError, match="gas"):
        jn.robot.Counterbalance(0.8, 0.2, 1.0, 9.6e-4, 15_600.0)
