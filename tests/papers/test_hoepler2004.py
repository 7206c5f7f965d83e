"""[Hoepler2004]: operators of rotor coupling, the structure of S, and how many derivatives an inverse takes.

R. Hoepler, M. Thuemmel: Symbolic computation of the inverse dynamics of elastic joint robots. IEEE ICRA 2004.

The operators are typed from the paper, in plain NumPy, stacked over all N links in body-fixed coordinates; nothing of jounce is
in them. The text that we had is machine-read and lost dots and some circles, so each was derived again. The paper's theta is the
rotor's own angle and its R the reciprocal of our ratio r: S and C_rotor act on r theta there, and C_carrier is on the shaft.
"""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, assert_close

SEEDS = range(30)


def chain(seed, n=None):
    """Revolute joints about any axes, the motor of each on the link before, about the joint's axis: section II."""
    rng = np.random.default_rng(seed)
    robot = random_robot(seed, n or 3 + seed % 8, ("revolute",), chain=True)
    r = rng.choice([-1, 1], size=robot.n) * rng.uniform(1, 100, size=robot.n)
    return robot.with_drives(
        stiffness=100.0, rotor_inertia=10 ** rng.uniform(-3, -1, size=robot.n), gear_ratio=r, coupling="full"
    )


# ---------------------------------------------------------------- stacked operators


def tilde(v):
    """a~ b = a x b."""
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def spatial_tilde(X):
    """Below (8)."""
    a, b = tilde(X[:3]), tilde(X[3:])
    return np.block([[a, np.zeros((3, 3))], [b, a]])


def stacked(blocks):
    """Block-diagonal."""
    return np.block([[block if i == j else np.zeros_like(block) for j in range(len(blocks))] for i, block in enumerate(blocks)])


class Operators:
    """All operators of a chain at one instant, named as in the paper; I is the matrix of rotor inertias (script there)."""

    def __init__(self, robot, q, qd):
        N = robot.n
        E, inertia = np.zeros((N, N, 6, 6)), []
        self.H_r = np.zeros((6 * N, N))
        for i, (joint, link) in enumerate(zip(robot.joints, robot.links)):
            axis, a = np.array(joint.axis), tilde(joint.axis)
            turn = np.eye(3) + np.sin(q[i]) * a + (1 - np.cos(q[i])) * a @ a
            R = (np.array(joint.placement.rotation) @ turn).T  # frame i-1 to frame i
            p = R @ np.array(joint.placement.origin)
            phi = np.block([[R, np.zeros((3, 3))], [-tilde(p) @ R, R]])
            if i > 0:
                E[i, i - 1] = phi  # (9)
                self.H_r[6 * i - 6 : 6 * i - 3, i] = R.T @ axis  # (16)
            xx, yy, zz, xy, xz, yz = link.inertia
            c = tilde(link.com)
            J = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - link.mass * c @ c
            inertia.append(np.block([[J, link.mass * c], [-link.mass * c, link.mass * np.eye(3)]]))
        self.E = E.transpose(0, 2, 1, 3).reshape(6 * N, 6 * N)
        self.Phi = sum(np.linalg.matrix_power(self.E, k) for k in range(N))  # (10): E is nilpotent
        self.H = stacked([np.array([[*joint.axis, 0, 0, 0]]).T for joint in robot.joints])
        self.M = stacked(inertia)
        Delta = self.H @ qd
        self.V = self.Phi @ Delta  # (12)
        Omega = self.V.reshape(N, 6) * [1, 1, 1, 0, 0, 0]
        self.Delta_tilde, self.V_tilde, self.Omega_tilde = (
            stacked([spatial_tilde(x) for x in X.reshape(N, 6)]) for X in (Delta, self.V, Omega)
        )
        self.I = np.diag([drive.rotor_inertia for drive in robot.drives])


@pytest.mark.parametrize("seed", SEEDS)
def test_factorisations(seed):
    """(26), (27) of the links, (29), (30) and (33) of the rotors."""
    robot = chain(seed)
    q, qd, thetad = random_motion(robot, seed, 2)
    r = np.array([drive.gear_ratio for drive in robot.drives])
    op, terms = Operators(robot, q, qd), jn.dynamics.motor_terms(robot, q, qd, thetad)
    lift = op.H.T @ op.Phi.T
    assert_close(np.linalg.inv(op.Phi), np.eye(6 * robot.n) - op.E, what="(11)")
    assert_close(terms.M, lift @ op.M @ op.Phi @ op.H, what="(26)")
    assert_close(terms.C, lift @ (-op.M @ op.Phi @ op.Delta_tilde - op.V_tilde.T @ op.M) @ op.V, what="(27)")
    S = lift @ op.H_r @ op.I
    assert_close(jn.dynamics.rotor_coupling(robot, q), S * r, what="(29)")
    assert_close(terms.C_rotor, lift @ op.Omega_tilde @ op.H_r @ op.I @ (r * thetad), what="(30)")
    sizes = r * (op.I @ np.abs(op.H_r.T) @ np.abs(op.Phi) @ np.abs(op.Delta_tilde) @ np.abs(op.V))
    assert_close(terms.C_carrier, -r * (op.I @ op.H_r.T @ op.Phi @ op.Delta_tilde @ op.V), what="(33)", terms=sizes)
    assert_close(terms.B, r**2 * op.I.diagonal(), what="I / R^2")


@pytest.mark.parametrize("seed", SEEDS)
def test_motor_equation(seed):
    """(32), and what the paper reveals below (33): what the shaft takes beyond its own turning is H_r^T dOmega/dt I."""
    robot = chain(seed)
    Q = random_motion(robot, seed, robot.motion_order)
    q, qd, qdd = Q[:3]
    r = np.array([drive.gear_ratio for drive in robot.drives])
    op, found = Operators(robot, q, qd), jn.inverse_dynamics(robot, *Q)
    theta_dd, u = r * found.theta[2], found.tau_j[0]
    shaft = u / r + op.I @ theta_dd + op.I @ op.H_r.T @ op.Phi @ (op.H @ qdd - op.Delta_tilde @ op.V)
    assert_close(found.tau_m, r * shaft, what="(32)")


# ---------------------------------------------------------------- structure


@pytest.mark.parametrize("seed", range(6))
def test_structure_of_s(seed):
    """(6), (31): upper triangular, and S_ij depends on the joints between i and j, on each of them and on no other."""
    robot = chain(seed, 5)
    axes = np.random.default_rng(seed).normal(size=(5, 3))  # no right angles
    joints = tuple(
        jn.Joint(j.name, j.type, j.parent, j.child, j.placement, tuple(a), j.drive) for j, a in zip(robot.joints, axes)
    )
    robot = jn.Robot(robot.name, robot.links, joints)
    q = random_motion(robot, seed, 0)[0]
    S = jn.dynamics.rotor_coupling(robot, q)
    assert (np.tril(S) == 0.0).all()
    for k in range(5):
        moved = jn.dynamics.rotor_coupling(robot, q + np.eye(5)[k])
        depends = np.abs(moved - S) > 1e-13 * np.abs(S).max()
        assert (depends == [[i < k < j for j in range(5)] for i in range(5)]).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_power(seed):
    """S^T qd is the momentum that rotors have from their carriers, so C_carrier = Sdot^T qd; C_rotor turns, and does no work.

    Together: the kinetic energy qd^T S thetad changes by the power of all terms that S brings.
    """
    robot = chain(seed)
    q, qd, qdd, thetad, thetadd = random_motion(robot, seed, 4)
    S, Sd = jn.dynamics.rotor_coupling(robot, q, qd)
    terms = jn.dynamics.motor_terms(robot, q, qd, thetad)
    assert_close(terms.C_carrier, Sd.T @ qd, what="C_carrier")
    assert abs(qd @ terms.C_rotor) <= ALGEBRA * np.abs(qd * terms.C_rotor).max()
    power = qd @ (S @ thetadd + terms.C_rotor) + thetad @ (S.T @ qdd + terms.C_carrier)
    assert_close(power, qdd @ S @ thetad + qd @ Sd @ thetad + qd @ S @ thetadd)


@pytest.mark.parametrize("seed", SEEDS)
def test_rotor_forces_are_lagranges(seed):
    """C_rotor = Sdot thetad - grad_q (qd^T S thetad), the gradient by the derivative of S along each coordinate."""
    robot = chain(seed)
    q, qd, thetad = random_motion(robot, seed, 2)
    _, Sd = jn.dynamics.rotor_coupling(robot, q, qd)
    gradient = [qd @ jn.dynamics.rotor_coupling(robot, q, unit)[1] @ thetad for unit in np.eye(robot.n)]
    assert_close(jn.dynamics.motor_terms(robot, q, qd, thetad).C_rotor, Sd @ thetad - gradient)


# ---------------------------------------------------------------- section VI

LBR = jn.load("kuka_lwr").with_drives(stiffness=1e4, rotor_inertia=2e-4, gear_ratio=100.0, coupling="full")
"""The geometry of the paper's LBR 2: consecutive axes at right angles, motors in the joints."""


def test_first_off_diagonal_vanishes():
    """As the paper's S of the LBR; all entries above it are there."""
    S = np.abs(jn.dynamics.rotor_coupling(LBR, random_motion(LBR, 0, 0, (50,))[0])).max(axis=0)
    there = S > 1e-9
    assert (there == np.triu(np.ones((7, 7)), 2)).all()
    assert S[~there].max() < 1e-16


COUNTS = {  # differentiations of the links' equations: the paper's, and ours
    "generic": (chain(3, 7), 14, 14),
    "LBR": (LBR, 12, 8),
}


@pytest.mark.parametrize(("robot", "papers", "ours"), COUNTS.values(), ids=COUNTS)
def test_differentiations(robot, papers, ours):
    """2N for any robot. For the LBR the paper takes off the two of joint 6 <- 7, which is gyroscopic only.

    The count by joints is smaller: of all ways i <- j <- ... from the base outwards, each step of which costs 2 by acceleration
    (j > i + 1) and 1 by speed (j = i + 1, i > 1), the longest is 1 <- 3 <- 5 <- 7 with 6, and 2 of the motor's own acceleration.
    """
    assert robot.motion_order - 2 == ours <= papers
    Q = random_motion(robot, 0, robot.motion_order)
    jn.inverse_dynamics(robot, *Q)
    with pytest.raises(InputError, match="missing"):
        jn.inverse_dynamics(robot, *Q[:-1])
