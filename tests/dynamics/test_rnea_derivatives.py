"""Structured partial derivatives of Newton-Euler: fifty digits, Pinocchio, jets in time, and what one matrix is made of."""

import mpmath
import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from jounce.dynamics import gyrostat
from jounce.dynamics.newton_euler import newton_euler
from jounce.dynamics.rnea_derivatives import newton_euler_slope, newton_euler_slopes
from jounce.plant.plant import Plant, Rotor, locate, plant_of
from support.random_robots import random_motion, random_robot
from support.several_freedoms import Peer, random_state, random_tree
from support.tolerances import ALGEBRA, CHAIN, assert_close

STEP = mpmath.mpf(10) ** -15
"""Central differences at fifty digits: truncation 1e-30."""
NAMES = ("d tau / d q", "d tau / d qd", "d tau / d qdd")


def tree_of(robot):
    return plant_of(robot).tree


def numbers(array):
    return [float(x) for x in array]


def by_differences(tree, Q, loads=(), equation=newton_euler):
    """The three matrices at fifty digits."""
    n = len(Q[0])
    with mpmath.workdps(50):
        rows = [[mpmath.mpf(float(x)) for x in row] for row in Q]

        def column(k, j):
            moved = [[[*row] for row in rows] for _ in range(2)]
            for sign, at in zip((1, -1), moved):
                at[k][j] += sign * STEP
            up, down = (equation(tree, *at, loads) for at in moved)
            return [float((a - b) / (2 * STEP)) for a, b in zip(up, down)]

        return [np.array([column(k, j) for j in range(n)]).T for k in range(3)]


@pytest.mark.parametrize("seed", range(6))
def test_fifty_digits(seed):
    """Trees of turning and sliding joints, with wrenches on two links."""
    robot = random_robot(seed, n=1 + seed)
    tree, Q = tree_of(robot), random_motion(robot, seed, 2)
    rng = np.random.default_rng(seed)
    loads = [(int(rng.integers(robot.n)), (numbers(rng.normal(size=3)), numbers(rng.normal(size=3)))) for _ in range(2)]
    tau, *found = newton_euler_slopes(tree, *map(numbers, Q), loads)
    assert_close(tau, newton_euler(tree, *map(numbers, Q), loads), ALGEBRA)
    for name, one, exact in zip(NAMES, found, by_differences(tree, Q, loads)):
        assert_close(one, exact, ALGEBRA, name)


@pytest.mark.parametrize("seed", range(9))
def test_joints_of_several_freedoms_against_pinocchio(seed):
    """Spherical and floating joints anywhere in the tree; by q is along velocities, as there."""
    robot = random_tree(seed, floating=seed % 3 == 0)
    peer = Peer(robot)
    q, qd, qdd = random_state(robot, seed)
    pin.computeRNEADerivatives(peer.model, peer.data, peer.position(q), qd[peer.order], qdd[peer.order])
    M = peer.data.M
    expected = [peer.data.dtau_dq, peer.data.dtau_dv, np.triu(M) + np.triu(M, 1).T]
    _, *found = newton_euler_slopes(tree_of(robot), *map(numbers, (q, qd, qdd)))
    for name, one, theirs in zip(NAMES, found, expected):
        assert_close(one, peer.ours(theirs), CHAIN, name)


def test_a_joint_that_follows_another():
    """Against the same matrices by reverse mode."""
    robot = random_robot(5, n=5, kinds=("revolute",))
    joints = [*robot.joints[:3], replaced(robot.joints[3], jn.robot.Mimic("joint1", -0.7, 0.3)), robot.joints[4]]
    links = [jn.Link("base"), *robot.links]
    robot = jn.Robot.build("follows", links, joints, gravity=robot.gravity)
    Q = random_motion(robot, 1, 2)
    tree = tree_of(robot)
    _, *found = newton_euler_slopes(tree, *map(numbers, Q), rows=[0])
    for name, one, exact in zip(NAMES, found, by_differences(tree, Q)):
        assert_close(one, exact, ALGEBRA, name)


def replaced(joint, mimic):
    return jn.Joint(joint.name, joint.type, joint.parent, joint.child, joint.placement, joint.axis, mimic=mimic)


@pytest.mark.parametrize("seed", range(3))
def test_time_derivatives(seed):
    """On jets: the Taylor series of the matrices along a motion, against their values a little later."""
    robot = random_robot(seed, n=4)
    tree, rows = tree_of(robot), random_motion(robot, seed, 6)
    jets = [[jn.numbers.Jet.from_derivatives(numbers(column)) for column in rows[k : k + 5].T] for k in range(3)]
    _, *series = newton_euler_slopes(tree, *jets)
    with mpmath.workdps(40):
        h = mpmath.mpf(10) ** -5
        motion = [jn.numbers.Jet.from_derivatives([mpmath.mpf(float(x)) for x in column]) for column in rows.T]
        later = [[value(x, h, k) for x in motion] for k in range(3)]
        _, *ahead = newton_euler_slopes(tree, *later)
        for one, exact in zip(series, ahead):
            for row, wanted in zip(one, exact):
                for x, y in zip(row, wanted):
                    coeffs = [*getattr(x, "coeffs", (x,)), 0.0, 0.0, 0.0, 0.0, 0.0][:5]
                    error = y - sum(mpmath.mpf(float(c)) * h**k for k, c in enumerate(coeffs))
                    assert abs(error) < 1e-12 * (1 + max(map(abs, coeffs)))


def value(x, h, k):
    """The k-th derivative of a series at h."""
    for _ in range(k):
        x = x.derivative()
    return sum(c * h**i for i, c in enumerate(x.coeffs))


@pytest.mark.parametrize("seed", range(3))
def test_one_matrix_along_a_step(seed):
    """D = dq + r dqd + s dqdd, rows that are not asked for left out."""
    robot = random_tree(seed) if seed == 2 else random_robot(seed, n=6)
    tree = tree_of(robot)
    Q = [numbers(x) for x in random_state(robot, seed)]
    r, s = 30.0, 700.0
    rows = [0, robot.n - 1]
    tau, dq, dqd, dqdd = map(np.array, newton_euler_slopes(tree, *Q))
    held, D = newton_euler_slope(tree, *Q, r, s, rows=rows)
    assert_close(held, tau, ALGEBRA)
    assert_close(np.array(D)[rows], (dq + r * dqd + s * dqdd)[rows], ALGEBRA)
    assert not np.any(np.delete(np.array(D), rows, axis=0))


@pytest.mark.parametrize("seed", range(3))
def test_rotors_that_are_carried_along(seed):
    """Rotors on any body that turn with any joint: against the same equation at fifty digits."""
    robot = random_robot(seed, n=4)
    tree, Q = tree_of(robot), random_motion(robot, seed, 2)
    rng = np.random.default_rng(seed)
    rotors = tuple(Rotor(int(rng.integers(4)), tuple(numbers(rng.normal(size=3))), float(rng.uniform(1, 3))) for _ in range(3))
    rotors = (*rotors, None)
    with mpmath.workdps(50):

        def torque(q, qd, qdd, loads):
            return gyrostat.torques(Plant(tree, (), rotors), q, qd, qdd, qd, qdd, loads)[0]

        exact = by_differences(tree, Q, equation=lambda _, *x: torque(*x))
    tau, *found = newton_euler_slopes(tree, *map(numbers, Q), rotors=rotors)
    assert_close(tau, torque(*map(numbers, Q), ()), ALGEBRA)
    for name, one, wanted in zip(NAMES, found, exact):
        assert_close(one, wanted, ALGEBRA, name)


def test_far_from_the_base():
    """A body that floats a kilometre away has the same slopes to all digits: they do not see the base."""
    robot = random_tree(3, floating=True)
    q, qd, qdd = map(numbers, random_state(robot, 3))
    away = [*q[:4], *(x + 1e3 for x in q[4:7]), *q[7:]]
    near, far = (newton_euler_slopes(tree_of(robot), at, qd, qdd) for at in (q, away))
    for a, b in zip(far, near):
        assert_close(a, b, ALGEBRA)


def test_a_place_for_loads_is_a_body():
    """A wrench at the tool changes dq alone."""
    robot = jn.load("kuka_lwr")
    tree, Q = tree_of(robot), [numbers(x) for x in random_motion(robot, 0, 2)]
    body = locate(robot, None).body
    free = newton_euler_slopes(tree, *Q)
    pushed = newton_euler_slopes(tree, *Q, [(body, ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0)))])
    assert free[2:] == pushed[2:]
    assert free[1] != pushed[1]
