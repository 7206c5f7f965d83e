"""Robots on a floating base, and with other joints of several freedoms, whose joints are elastic: the witness is a Pinocchio tree
in which every motor is a joint of its own."""

import warnings
from importlib import metadata
from pathlib import Path

import mpmath
import numpy as np
import pytest
from mpmath import mpf

import jounce as jn
from jounce.numerics.chebyshev_signal import ChebyshevSignal
from jounce.plant.multi_dof_joints import from_coordinates
from jounce.plant.plant import plant_of
from jounce.trajectory.path import Path as Motion
from support.cases import some
from support.free_flight import Moved
from support.motor_tree import MotorTree, with_random_drives
from support.several_freedoms import random_state, random_tree
from support.tolerances import ALGEBRA, CHAIN, assert_close

HELD = 1e-8
"""Of a simulated motion [rad or m]."""


def robot_of(seed, coupling="spong", n=5):
    return with_random_drives(random_tree(seed, n, floating=seed % 2 == 0), seed, coupling=coupling)


def wrenches_of(robot, seed, order):
    rng = np.random.default_rng(seed + 1)
    return {link.name: tuple(rng.normal(size=(order + 1, 6))) for link in robot.links[::2]}


def now(wrenches):
    return {link: rows[0] for link, rows in wrenches.items()}


@pytest.mark.parametrize("coupling", ["spong", "full"])
@pytest.mark.parametrize("seed", range(12))
def test_both_directions_against_a_tree_with_motors(seed, coupling):
    robot = robot_of(seed, coupling)
    Q = random_state(robot, seed, robot.motion_order)
    W = wrenches_of(robot, seed, robot.motion_order - 2)
    done = jn.inverse_dynamics(robot, *Q, wrench=W)
    tree = MotorTree(robot)
    links, motors = tree.missing(0.0, *Q[:3], *done.theta, done.tau_m, now(W))
    assert_close([np.abs(done.tau_m).max(), *links, *motors], [np.abs(done.tau_m).max(), *np.zeros(robot.n + robot.m)])
    qdd, thetadd = jn.elastic_forward_dynamics(
        robot, *Q[:2], *done.theta[:2], done.tau_m, wrench={link: rows[:1] for link, rows in W.items()}
    )
    for found, witness in zip((qdd, thetadd), tree.accelerations(0.0, *Q[:2], *done.theta[:2], done.tau_m, now(W))):
        assert_close(found, witness, CHAIN)
    assert_close(qdd, Q[2], CHAIN)
    assert_close(thetadd, done.theta[2], CHAIN)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_missing_at_the_base_is_a_wrench_on_it(seed):
    """With it as a wrench on the link that floats, all is the same and nothing is missing."""
    robot = robot_of(2 * seed)
    Q = random_state(robot, seed, 4)
    tau = jn.rnea(robot, *Q)
    done, held = jn.inverse_dynamics(robot, *Q), jn.inverse_dynamics(robot, *Q, wrench=tuple(tau[:, :6]), link="link0")
    assert_close(done.tau_m[:6], tau[0, :6])
    assert np.abs(held.tau_m[:6]).max() <= ALGEBRA * np.abs(tau[0]).max()
    assert_close(held.tau_m[6:], done.tau_m[6:])


@pytest.mark.parametrize("seed", range(3))
def test_coordinates_become_a_motion(seed):
    """Against differences with 60 digits: quaternions turn with w, origins move with R u, rows are derivatives of each other."""
    robot = random_tree(seed, 4, floating=seed != 1)
    tree, rng = plant_of(robot).tree, np.random.default_rng(seed)
    with mpmath.workdps(60):
        a = [[mpf(x) for x in row] for row in rng.normal(size=(6, robot.n))]

        def at(t):
            ways = [[mpmath.diff(lambda s, c=c: mpmath.polyval(list(c), s), t, k) for c in zip(*a)] for k in range(4)]
            return from_coordinates(tree, ways)

        t, h = mpf("0.37"), mpf(10) ** -12
        rows, after, before = at(t), at(t + h), at(t - h)
        rates = [[(x - y) / (2 * h) for x, y in zip(*pair)] for pair in zip(after, before)]
        witness = MotorTree(robot)
        floats = [np.array([float(x) for x in row]) for row in rows]
        assert_close([float(x) for x in rates[0]], witness.position_rate(*floats[:2]))
        for k in (1, 2):
            assert_close([float(x) for x in rates[k]], floats[k + 1])
        assert abs(mpmath.norm(rows[0][:4]) - 1) < mpf(10) ** -50


def test_motion_of_joints_of_one_freedom_is_the_path():
    robot = jn.load("kuka_lwr")
    path = jn.trajectory.rest_to_rest(np.zeros(7), np.ones(7), 1.0, degree=9)
    t = np.linspace(-0.1, 1.1, 7)
    assert np.array_equal(jn.trajectory.motion(robot, path, t), path(t, 4))
    assert jn.trajectory.motion(robot, path, 0.3, 1).shape == (2, 7)
    for wrong in (path.in_tool_space(), jn.trajectory.rest_to_rest([0], [1], 1.0)):
        with pytest.raises(jn.errors.InputError, match="expected one in joint space of 7 coordinates"):
            jn.trajectory.motion(robot, wrong, t)


@pytest.mark.native
@pytest.mark.parametrize("coupling", ["spong", "full"])
@pytest.mark.parametrize("seed", [0, 2, 3])
def test_a_plan_moves_the_tree_with_motors(seed, coupling):
    """Open loop, integrated by SciPy, what is missing at joints without motors given as forces there."""
    robot = robot_of(seed, coupling, 4)
    rng = np.random.default_rng(seed)
    path = jn.trajectory.rest_to_rest(np.zeros(robot.n), 0.5 * rng.normal(size=robot.n), 1.0, degree=2 * robot.motion_order - 1)
    push = jn.trajectory.rest_to_rest(np.zeros(6), rng.normal(size=6), 0.8, degree=2 * robot.motion_order - 1)
    t = np.linspace(0.0, 1.0, 5)
    plan = jn.feedforward(robot, path, t, wrench={"link0": push})
    torque = ChebyshevSignal(lambda s: plan.at(s).tau_m, [0.0, 0.8, 1.0])
    start = plan.q[0][0], plan.q[1][0], plan.theta[0, 0], plan.theta[1, 0]
    q, qd, theta, _ = MotorTree(robot).run(t, *start, torque, lambda s, q, qd: {"link0": push(s)[0]})
    assert np.abs(q[-1] - plan.q[0][-1]).max() <= HELD
    fastest = np.abs(path(0.5, 1)[1]).max()  # [rad/s or m/s]
    assert np.abs(qd[-1]).max() <= 10 * HELD * max(1.0, fastest)
    elastic = [i for i, drive in enumerate(robot.motor_drives) if drive is not None and drive.elastic]
    assert np.abs(theta[-1] - plan.theta[0, -1])[elastic].max(initial=0.0) <= HELD


@pytest.mark.native
@pytest.mark.parametrize("seed", some([0, 4], 1))
def test_free_flight(seed):
    """Nothing pushes, nothing is missing, and the base goes where it was planned to go."""
    robot = robot_of(seed, n=4)
    rng = np.random.default_rng(seed)
    rest = robot.n - 6
    joints = jn.trajectory.rest_to_rest(np.zeros(rest), 0.4 * rng.normal(size=rest), 0.6, degree=9)
    path = Moved(robot.with_rigid_joints(), joints, 0.2 * rng.normal(size=6), 0.3 * rng.normal(size=6))
    plan = jn.feedforward(robot, path, np.linspace(0.0, 0.6, 13))
    assert np.abs(plan.tau_m[:, :6]).max() <= 1e-9 * np.abs(plan.tau_m).max()
    run = jn.simulate(robot, plan, tolerance=1e-11)
    assert np.abs(run.error).max() <= HELD
    assert (run.tau_m[:, :6] == 0.0).all()
    assert np.abs(run.energy_balance).max() <= 1e-7 * np.abs(run.energy).max()


@pytest.mark.native
def test_a_body_on_four_springs():
    """A table with a mass on an elastic slide and one on an elastic hinge, held by springs to the ground at four corners."""
    corners = [(x, y, 0.0) for x in (-0.4, 0.4) for y in (-0.3, 0.3)]
    body = {"mass": 2.0, "com": (0.05, 0.02, 0.1), "inertia": (0.02, 0.03, 0.02, 0.0, 0.0, 0.0)}
    links = [
        jn.Link("world"),
        jn.Link("table", 10.0, inertia=(0.6, 0.8, 1.2, 0.0, 0.0, 0.0)),
        jn.Link("car", **body),
        jn.Link("arm", **body),
    ]
    drive = jn.Drive(rotor_inertia=1e-3, gear_ratio=10.0, stiffness=300.0)
    joints = [
        jn.Joint("free", "floating", "world", "table"),
        jn.Joint("slide", "prismatic", "table", "car", axis=(1.0, 0.0, 0.0), drive=drive),
        jn.Joint("hinge", "revolute", "table", "arm", axis=(0.0, 1.0, 0.0), drive=drive),
        *(jn.Joint(f"foot{k}", "fixed", "table", f"foot{k}", jn.placement(at)) for k, at in enumerate(corners)),
    ]
    robot = jn.Robot.build("table", [*links, *(jn.Link(f"foot{k}") for k in range(4))], joints)
    path = jn.trajectory.rest_to_rest(np.zeros(8), [0.05, -0.02, 0.1, 0.02, 0.01, 0.05, 0.1, 0.2], 0.4, degree=9)

    class Share(Motion):
        """A quarter of what is missing at the base, distributed by least squares over forces at the corners (12 numbers)."""

        n, start_time, end_time, smoothness, max_order = 12, 0.0, 0.4, 3, 2

        last = (None, None)  # the four corners ask for the same instant

        def derivatives(self, t, order):
            asked = (t.tobytes(), order)
            if self.last[0] != asked:
                self.last = (asked, self.shares(t, order))
            return self.last[1]

        def shares(self, t, order):
            Q = jn.trajectory.motion(robot, path, t, order + 2)
            tau = jn.rnea(robot, *Q)
            lacking = (tau if order else tau[None])[..., :6]
            # in the table's frame: moments and forces of a force at each corner
            A = np.concatenate([np.vstack([np.cross(np.eye(3), at).T * -1.0, np.eye(3)]) for at in np.array(corners)], axis=1)
            return np.einsum("ij,k...j->k...i", np.linalg.pinv(A), lacking)

    shares = Share()

    class Corner(Motion):
        n, start_time, end_time, smoothness, max_order = 6, 0.0, 0.4, 3, 2

        def __init__(self, k):
            self.k = k

        def derivatives(self, t, order):
            force = shares(t, order)[..., 3 * self.k : 3 * self.k + 3]
            return np.concatenate([np.zeros_like(force), force], axis=-1)

    wrench = {f"foot{k}": Corner(k) for k in range(4)}
    plan = jn.feedforward(robot, path, np.linspace(0.0, 0.4, 9), wrench=wrench)
    assert np.abs(plan.tau_m[:, :6]).max() <= 1e-11 * np.abs(plan.tau_m).max()
    K, D = 2e4, 50.0

    def spring(k):
        def pull(t, q, qd):
            at, R = jn.tool_pose(robot, q, link=f"foot{k}")
            row = jn.trajectory.motion(robot, path, t, 1)
            wanted, turned = jn.tool_pose(robot, row[0], link=f"foot{k}")
            speed = jn.jacobian(robot, q, link=f"foot{k}")[3:] @ qd
            planned = turned @ (jn.jacobian(robot, row[0], link=f"foot{k}")[3:] @ row[1])
            anchor = wanted + turned @ wrench[f"foot{k}"](t)[0][3:] / K
            force = K * (anchor - at) - D * (R @ speed - planned)
            return np.concatenate([np.zeros(3), R.T @ force])

        return pull

    run = jn.simulate(robot, plan, wrench={f"foot{k}": spring(k) for k in range(4)}, tolerance=1e-11)
    assert np.abs(run.error).max() <= HELD


HAVE = {
    "anymal": "anymal_b_simple_description/robots/anymal.urdf",
    "a1": "a1_description/urdf/a1.urdf",
    "talos": "talos_data/robots/talos_reduced.urdf",
}


@pytest.mark.parametrize(
    ("name", "coupling"), [("anymal", "spong"), ("anymal", "full"), ("a1", "spong"), ("a1", "full"), ("talos", "spong")]
)
def test_robots_that_people_have(name, coupling):
    """ANYmal, A1 and Talos with elastic joints on a floating base, pushed at feet and hands, both directions."""
    file = next(Path(f.locate()) for f in metadata.files("example-robot-data") if str(f).endswith(HAVE[name]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a transmission of Talos' head that is passed over
        robot = jn.load(file, floating_base=True, physical=False)
    joints = [joint.name for joint in robot.joints if joint.freedoms == 1]
    robot = robot.with_drives(stiffness=dict.fromkeys(joints, 300.0), rotor_inertia=1e-5, gear_ratio=30.0, coupling=coupling)
    order = robot.motion_order
    rng = np.random.default_rng(0)
    Q = [rng.normal(size=robot.nq), *rng.normal(size=(order, robot.n))]
    ends = [link.name for i, link in enumerate(robot.links) if i not in robot.parents]
    W = {link: tuple(rng.normal(size=(order - 1, 6))) for link in ends[:4]}
    done = jn.inverse_dynamics(robot, *Q, wrench=W)
    tree = MotorTree(robot)
    links, motors = tree.missing(0.0, *Q[:3], *done.theta, done.tau_m, now(W))
    scale = max(np.abs(done.tau_m).max(), np.abs(done.tau_j).max())
    assert max(np.abs(links).max(), np.abs(motors).max()) <= CHAIN * scale
    qdd, _ = jn.elastic_forward_dynamics(robot, *Q[:2], *done.theta[:2], done.tau_m, wrench={k: w[:1] for k, w in W.items()})
    assert_close(qdd, Q[2], 1e-9)  # light links on heavy rotors: M is worse than those of random trees
