"""Mimic joints against the tree with all joints free, spread and gathered by hand, and against Pinocchio."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, ModelError
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close


def followed_robot(seed):
    """(robot with followers, the same with all joints free, G, c): q_all = G q + c."""
    rng = np.random.default_rng(seed)
    free = random_robot(seed, n=int(rng.integers(3, 7)))
    n = free.n
    count = int(rng.integers(1, n))
    followers = sorted(rng.permutation(n)[:count].tolist())
    own = [i for i in range(n) if i not in followers]
    joints = list(free.joints)
    G, c = np.zeros((n, len(own))), np.zeros(n)
    G[own, range(len(own))] = 1.0
    for i in followers:
        lead = int(rng.choice(own))
        ratio, offset = float(rng.normal()), float(rng.normal())
        joints[i] = replace(joints[i], mimic=jn.robot.Mimic(joints[lead].name, ratio, offset))
        G[i, own.index(lead)], c[i] = ratio, offset
    return replace(free, joints=tuple(joints)), free, G, c


SLOW = pytest.param(4, "native", marks=pytest.mark.slow)


@pytest.mark.parametrize(("seed", "backend"), [*((seed, "python") for seed in range(12)), (1, "native"), SLOW])
def test_against_the_free_tree(seed, backend):
    robot, free, G, c = followed_robot(seed)
    q, qd, qdd, _jerk = Q = random_motion(robot, seed, 3)
    A = np.einsum("ij,kj->ki", G, Q)
    A[0] += c
    assert robot.n == G.shape[1]
    assert robot.nq == robot.n
    assert len(robot.joint_names) == robot.n
    with jn.backend(backend):
        assert_close(jn.rnea(robot, *Q), jn.rnea(free, *A) @ G, CHAIN)
        assert_close(jn.gravity_torque(robot, q), jn.gravity_torque(free, A[0]) @ G)
        M = G.T @ jn.mass_matrix(free, *A[:2]) @ G
        assert_close(jn.mass_matrix(robot, q, qd), M)
        C = G.T @ jn.coriolis_matrix(free, *A[:2]) @ G
        assert_close(jn.coriolis_matrix(robot, q, qd), C)
        assert_close(jn.regressor(robot, q, qd, qdd), G.T @ jn.regressor(free, *A[:3]))
        both = [jn.energy(r, x[0], x[1]) for r, x in ((robot, Q), (free, A))]
        assert_close(both[0], both[1])
        assert_close(jn.jacobian(robot, q, link=-1), jn.jacobian(free, A[0], link=-1) @ G)
        assert_close(jn.com_jacobian(robot, q), jn.com_jacobian(free, A[0]) @ G)
        assert_close(jn.tool_pose(robot, q)[0], jn.tool_pose(free, A[0])[0])
        of, wanted = jn.parameter_derivatives(robot, q, qd), jn.parameter_derivatives(free, *A[:2])
        sizes = np.einsum("ai,bj,abp->ijp", np.abs(G), np.abs(G), np.abs(wanted.dC))
        assert_close(of.dC, np.einsum("ai,bj,abp->ijp", G, G, wanted.dC), terms=sizes)  # C of one DOF may be zero
        of, wanted = jn.state_derivatives(robot, q, qd), jn.state_derivatives(free, *A[:2])
        assert_close(of.dM_dq, np.einsum("ai,bj,ch,abc->ijh", G, G, G, wanted.dM_dq), CHAIN)
        tau = jn.rnea(robot, q, qd, qdd)
        assert_close(jn.forward_dynamics(robot, q, qd, tau), qdd, 1e-15 * np.linalg.cond(M[0]) + CHAIN)
        W = np.random.default_rng(seed).normal(size=6)
        pushed = jn.rnea(robot, q, qd, qdd, wrench=(W,), link=0)
        assert_close(pushed, jn.rnea(free, *A[:3], wrench=(W,), link=0) @ G, CHAIN)
        partials, full = jn.rnea_partials(robot, q, qd, qdd), jn.rnea_partials(free, *A[:3])
        for found, expected in zip(partials, full):
            assert_close(found, G.T @ expected @ G, CHAIN)


@pytest.mark.parametrize("seed", range(6))
def test_pinocchio_on_the_free_tree(seed):
    from support.peer_pinocchio import Pinocchio, model_of

    robot, free, G, c = followed_robot(seed + 100)
    peer = Pinocchio(model_of(free), free.joint_names)
    Q = random_motion(robot, seed, 2)
    A = np.einsum("ij,kj->ki", G, Q)
    A[0] += c
    assert_close(jn.rnea(robot, *Q), G.T @ peer.rnea(*A), CHAIN)
    assert_close(jn.mass_matrix(robot, Q[0]), G.T @ peer.mass_matrix(A[0]) @ G, ALGEBRA)


@pytest.mark.parametrize("seed", range(4))
def test_elastic_drives_on_the_joints_that_lead(seed):
    robot, _, _, _ = followed_robot(seed)
    robot = robot.with_drives(stiffness=3e3, rotor_inertia=2e-5, gear_ratio=100.0, viscous_friction=0.3)
    assert all((joint.drive is None) == (joint.mimic is not None) for joint in robot.joints)
    Q = random_motion(robot, seed, 4)
    done = jn.inverse_dynamics(robot, *Q)
    assert_close(done.tau_j, jn.rnea(robot, *Q))
    qdd, thetadd = jn.elastic_forward_dynamics(robot, Q[0], Q[1], done.theta[0], done.theta[1], done.tau_m)
    assert_close(qdd, Q[2], 1e-8)
    assert_close(thetadd, done.theta[2], 1e-8)


def test_a_plan_is_simulated():
    robot, _, _, _ = followed_robot(3)
    robot = robot.with_drives(stiffness=3e3, rotor_inertia=2e-5, gear_ratio=100.0)
    path = jn.trajectory.rest_to_rest(np.zeros(robot.n), np.full(robot.n, 0.3), 1.0, degree=9)
    run = jn.simulate(robot, jn.feedforward(robot, path, np.linspace(0.0, 1.0, 50)))
    assert np.abs(run.tracking_error).max() < 1e-6
    assert np.abs(run.energy_balance).max() < 1e-6 * np.abs(run.energy).max()


def test_a_floating_base_with_followers():
    """Positions and velocities are numbered differently there."""
    rng = np.random.default_rng(5)
    free = random_robot(7, n=4)
    links = [jn.Link("ground"), replace(free.links[0], name="trunk"), *free.links]
    joints = [jn.Joint("float", "floating", "ground", "trunk")]
    joints += [replace(j, parent="trunk" if j.parent == "base" else j.parent) for j in free.joints]
    whole = jn.Robot.build("free", links, joints)
    names = whole.joint_names
    following = list(whole.joints)
    following[2] = replace(following[2], mimic=jn.robot.Mimic(names[4], -0.7, 0.2))
    robot = replace(whole, joints=tuple(following))
    assert (robot.n, robot.nq) == (9, 10)
    assert (whole.n, whole.nq) == (10, 11)
    quaternion = rng.normal(size=4)
    own = rng.normal(size=6)
    q = np.concatenate([quaternion, own])  # origin, joint 1, joints 3 and 4
    all_q = np.concatenate([quaternion, own[:4], [-0.7 * own[5] + 0.2], own[4:]])
    G = np.zeros((10, 9))
    G[[0, 1, 2, 3, 4, 5, 6, 8, 9], range(9)] = 1.0
    G[7, 8] = -0.7
    v, a, j = rng.normal(size=(3, 9))
    found = jn.rnea(robot, q, v, a, j)
    assert_close(found, jn.rnea(whole, all_q, G @ v, G @ a, G @ j) @ G, CHAIN)
    assert_close(jn.coriolis_matrix(robot, q, v), G.T @ jn.coriolis_matrix(whole, all_q, G @ v) @ G, CHAIN)
    assert_close(jn.forward_dynamics(robot, q, v, found[0]), a, 1e-9)


def test_following_a_follower_goes_back_to_the_one_that_leads():
    robot = random_robot(1, n=3, kinds=("revolute",))
    a, b, c = robot.joints
    found = replace(
        robot, joints=(a, replace(b, mimic=jn.robot.Mimic(a.name, 2.0, 0.1)), replace(c, mimic=jn.robot.Mimic(b.name, -3.0, 0.5)))
    )
    assert found.joints[2].mimic == jn.robot.Mimic(a.name, -6.0, -3.0 * 0.1 + 0.5)
    assert found.joint_names == (a.name,)


def test_saved_and_loaded(tmp_path):
    robot, _, _, _ = followed_robot(2)
    robot.save(tmp_path / "robot.toml")
    assert jn.load(tmp_path / "robot.toml") == robot


def test_what_cannot_follow():
    robot = random_robot(1, n=3, kinds=("revolute",))
    a, b, c = robot.joints
    with pytest.raises(ModelError, match="follows itself"):
        replace(robot, joints=(replace(a, mimic=jn.robot.Mimic(b.name)), replace(b, mimic=jn.robot.Mimic(a.name)), c))
    with pytest.raises(ModelError, match="no moving joint"):
        replace(robot, joints=(a, b, replace(c, mimic=jn.robot.Mimic("nobody"))))
    with pytest.raises(ModelError, match="has a drive or a spring of its own"):
        replace(c, mimic=jn.robot.Mimic(a.name), drive=jn.Drive())
    with pytest.raises(ModelError, match="cannot follow"):
        jn.Joint("s", "spherical", "a", "b", mimic=jn.robot.Mimic("x"))
    with pytest.raises(ModelError, match="multiplier"):
        jn.robot.Mimic("x", float("nan"))
    following = replace(robot, joints=(a, b, replace(c, mimic=jn.robot.Mimic(a.name))))
    with pytest.raises(ModelError, match="follows"):
        following.to_mjcf()
    with pytest.raises(ModelError, match="carried along"):
        following.with_drives(stiffness=1e3, rotor_inertia=1e-4, coupling="full").rotors  # noqa: B018
    with pytest.raises(InputError, match="follows"):
        replace(robot, joints=(replace(a, mimic=jn.robot.Mimic(c.name)), b, c)).subchain(0)


@pytest.mark.parametrize("seed", range(8))
def test_gravity_of_a_part_that_stands_on_a_follower(seed):
    """The new base is where it is at q = 0, where its joints are at their offsets: the pose of its link there is the witness."""
    robot, free, _, c = followed_robot(seed)
    for base in range(len(robot.links)):
        children = [i for i, parent in enumerate(robot.parents) if parent == base and robot.joints[i].mimic is None]
        for tip in children:
            _, R = jn.tool_pose(free.with_tool(free.links[base].name), c)
            assert_close(robot.subchain(tip, base).gravity, R.T @ robot.gravity)


def test_friction_of_a_joint_that_follows():
    """Felt at the joint that leads, at its own speed: k f(k qd)."""
    robot = random_robot(4, n=2, kinds=("revolute",))
    a, b = robot.joints
    lead, follow = jn.Friction(0.3, 0.5, 0.1), jn.Friction(0.7, 1.1, 0.05)
    robot = replace(robot, joints=(replace(a, friction=lead), replace(b, mimic=jn.robot.Mimic(a.name, -2.0), friction=follow)))

    def force(rub, v):
        return rub.viscous * v + rub.coulomb * v / np.sqrt(v * v + rub.speed**2)

    q, qd, qdd = np.array([[0.3], [0.8], [0.2]])
    expected = jn.rnea(robot, q, qd, qdd) + force(lead, 0.8) - 2.0 * force(follow, -1.6)
    for backend in ("python", "native"):
        with jn.backend(backend):
            assert_close(jn.inverse_dynamics(robot, q, qd, qdd).tau_m, expected)
            assert_close(jn.elastic_forward_dynamics(robot, q, qd, q, qd, expected)[0], qdd, CHAIN)
    path = jn.trajectory.rest_to_rest([0.0], [0.5], 1.0, degree=7)
    run = jn.simulate(robot, jn.feedforward(robot, path, np.linspace(0.0, 1.0, 100)))
    assert run.tracking_error < 1e-8
    assert np.abs(run.energy_balance).max() < 1e-7 * np.abs(run.energy).max()
