"""[Garofalo2013]: M, C and g by body Jacobians, and their derivatives by parameters, state and time.

G. Garofalo, C. Ott, A. Albu-Schaeffer: On the closed form computation of the dynamic matrices and their differentiations.
IEEE/RSJ IROS 2013.

Typed from the paper, in plain NumPy; nothing of jounce is in it but numbers of the robot. Twists have the linear part first. The
text that we had is machine-read. Restored in it:

(10)-(12)   two marks over a letter became one: the 3 x 6 matrix of (12) stands in the last block of (11), elsewhere it is skew
(13b)       the second summand inside A( ) is the j-th column of dJ_k/dt
Remark 4    Y depends on q, qd, qd_r, qdd_r
(21)        the middle is the time derivative of Ad^-1
(25b)       the last two terms have d^2J_k/dt^2, and adj of dv_k/dt = J_k qdd + dJ_k/dt qd
Remark 5    the first term has dJ_k^T/dt

(26)-(32), (6), (24) and the matrices of the appendix are right as they stand.
"""

import numpy as np
import pytest

import jounce as jn
from support.random_robots import random_motion, random_robot
from support.tolerances import CHAIN, assert_close

SEEDS = range(24)


# ---------------------------------------------------------------- appendix


def tilde(a):
    """a~ b = a x b."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def bar(a):
    """(12)."""
    x, y, z = a
    return np.array([[x, 0, 0, y, z, 0], [0, y, 0, x, 0, z], [0, 0, z, 0, x, y]])


def inverse_adjoint(R, p):
    """Ad^-1 of a frame at p, turned by R."""
    Ad = np.block([[R, tilde(p) @ R], [np.zeros((3, 3)), R]])
    return np.linalg.inv(Ad)


def adj(v):
    """The Lie bracket of a twist."""
    return np.block([[tilde(v[3:]), tilde(v[:3])], [np.zeros((3, 3)), tilde(v[3:])]])


def A(v):
    """(8)-(12): momentum as a function of the ten parameters."""
    linear = np.hstack([v[:3, None], tilde(v[3:]), np.zeros((3, 6))])
    angular = np.hstack([np.zeros((3, 1)), -tilde(v[:3]), bar(v[3:])])
    return np.vstack([linear, angular])


def body_inertia(link):
    """Lambda_k; the tensor of the appendix is about the centre of mass."""
    m, r = link.mass, tilde(link.com)
    xx, yy, zz, xy, xz, yz = link.inertia
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return np.block([[m * np.eye(3), -m * r], [m * r, tensor - m * r @ r]])


W_OMEGA = np.hstack([np.vstack([np.zeros((3, 3)), tilde(e)]).T for e in np.eye(3)])
W_V = np.hstack([np.vstack([tilde(e), np.zeros((3, 3))]).T for e in np.eye(3)])
W = np.block([[W_OMEGA, W_V], [np.zeros((3, 18)), W_OMEGA]])


# ---------------------------------------------------------------- the iterative algorithm of section VI


class Body:
    """Jacobian of a body and its derivatives, from those of its parent: (26)-(32)."""

    def __init__(self, robot, k, q, qd, qdd, parent):
        joint, n = robot.joints[k], robot.n
        R, axis = np.array(joint.placement.rotation), np.array(joint.axis)
        p = np.array(joint.placement.origin)
        Xi = np.zeros((6, n))
        if joint.prismatic:
            Xi[:3, k], p = axis, p + R @ axis * q[k]
        else:
            Xi[3:, k], turn = axis, tilde(axis)
            R = R @ (np.eye(3) + np.sin(q[k]) * turn + (1 - np.cos(q[k])) * turn @ turn)
        up, relative, relative_rate = inverse_adjoint(R, p), adj(Xi @ qd), adj(Xi @ qdd)
        self.inertia, self.mass = body_inertia(robot.links[k]), robot.links[k].mass
        self.J = up @ parent.J + Xi  # (27)
        self.Jd = up @ parent.Jd - relative @ up @ parent.J  # (28)
        self.Jdd = (  # (29)
            up @ parent.Jdd - relative @ up @ parent.Jd - relative_rate @ up @ parent.J - relative @ self.Jd
        )
        column = [adj(x) for x in Xi.T]
        self.dJ = [up @ dJ - x @ up @ parent.J for dJ, x in zip(parent.dJ, column)]  # (31)
        self.dJd = [  # (32)
            up @ dJd - x @ up @ parent.Jd - relative @ dJ for dJd, x, dJ in zip(parent.dJd, column, self.dJ)
        ]
        self.up = up @ parent.up  # Ad^-1 from the base
        self.v = self.J @ qd
        self.adj, self.adjd = adj(self.v), adj(self.J @ qdd + self.Jd @ qd)
        self.Psi = self.inertia @ self.adj - self.adj.T @ self.inertia


class Ground:
    """What triggers the propagation."""

    def __init__(self, n):
        self.J = self.Jd = self.Jdd = np.zeros((6, n))
        self.dJ = self.dJd = np.zeros((n, 6, n))
        self.up = np.eye(6)


def case(seed):
    """A tree at a state: (robot, motion, bodies, gamma_0)."""
    robot = random_robot(seed, n=1 + seed % 8)
    motion = random_motion(robot, seed, 4)
    bodies = []
    for k, parent in enumerate(robot.parents):
        bodies.append(Body(robot, k, *motion[:3], bodies[parent] if parent >= 0 else Ground(robot.n)))
    return robot, motion, bodies, np.array([*np.negative(robot.gravity), 0, 0, 0])


def matrices(bodies, gamma):
    """(6)."""
    M = sum(b.J.T @ b.inertia @ b.J for b in bodies)
    C = sum(b.J.T @ (b.Psi @ b.J + b.inertia @ b.Jd) for b in bodies)
    g = sum(b.J.T @ b.inertia @ b.up @ gamma for b in bodies)
    return M, C, g


def agree(found, expected, size, what):
    """To 1e-11 of the largest entry, or of `size`: what cancels in a robot that slides only is as large as M or g itself."""
    largest = np.abs(expected).max()
    assert_close(found, expected, CHAIN * max(1.0, np.abs(size).max() / largest) if largest else CHAIN, what)


# ---------------------------------------------------------------- tests


@pytest.mark.parametrize("seed", SEEDS)
def test_dynamic_matrices(seed):
    """(6), (7)."""
    robot, (q, qd, *_), bodies, gamma = case(seed)
    M, C, g = matrices(bodies, gamma)
    found = jn.dynamic_matrices(robot, q, qd)
    agree(found.M, M, M, "(6a)")
    agree(found.C, C, M, "(6b)")
    agree(found.g, g, g, "(6c)")
    J_com = sum(b.up[:, :3].T @ b.inertia @ b.J for b in bodies) / sum(b.mass for b in bodies)
    agree(jn.com_jacobian(robot, q), J_com, J_com, "(7)")


@pytest.mark.parametrize("seed", SEEDS)
def test_jacobians(seed):
    """(27)-(29) are our Jacobians of links, which have the angular part first, with two time derivatives."""
    robot, motion, bodies, _ = case(seed)
    for k, b in enumerate(bodies):
        for found, expected in zip(jn.jacobian(robot, *motion[:3], link=k), (b.J, b.Jd, b.Jdd), strict=True):
            agree(np.roll(found, 3, axis=0), expected, b.J, f"link {k}")


@pytest.mark.parametrize("seed", SEEDS)
def test_parameters(seed):
    """(13): the parameters of a robot in the paper's order are ours."""
    robot, (q, qd, *_), bodies, gamma = case(seed)
    n = robot.n
    dM, dC, dg = np.zeros((n, n, n, 10)), np.zeros((n, n, n, 10)), np.zeros((n, n, 10))
    for k, b in enumerate(bodies):
        pi = robot.parameters[10 * k : 10 * k + 10]
        assert_close(A(b.v) @ pi, b.inertia @ b.v, CHAIN, "(8)")
        for j in range(n):
            dM[:, j, k] = b.J.T @ A(b.J[:, j])  # (13a)
            dC[:, j, k] = b.J.T @ (A(b.adj @ b.J[:, j] + b.Jd[:, j]) - b.adj.T @ A(b.J[:, j]))  # (13b)
        dg[:, k] = b.J.T @ A(b.up @ gamma)  # (13c)
    found = jn.parameter_derivatives(robot, q, qd)
    agree(found.dM, dM.reshape(n, n, -1), dM, "(13a)")
    agree(found.dC, dC.reshape(n, n, -1), dM, "(13b)")
    agree(found.dg, dg.reshape(n, -1), dg, "(13c)")


@pytest.mark.parametrize("seed", SEEDS)
def test_slotine_li(seed):
    """(15), (16), and with the motion itself as its reference the classic regressor."""
    robot, (q, qd, qdd, *reference), bodies, gamma = case(seed)

    def Y(qd_r, qdd_r):
        alpha = [b.J @ qdd_r + b.adj @ b.J @ qd_r + b.Jd @ qd_r + b.up @ gamma for b in bodies]
        return np.hstack([b.J.T @ (A(x) - b.adj.T @ A(b.J @ qd_r)) for b, x in zip(bodies, alpha)])

    assert_close(jn.slotine_li_regressor(robot, q, qd, *reference), Y(*reference), CHAIN, "(16)")
    assert_close(jn.regressor(robot, q, qd, qdd), Y(qd, qdd), CHAIN, "classic")


@pytest.mark.parametrize("seed", SEEDS)
def test_state(seed):
    """(24), with (30) for the derivative of dJ/dt by velocities."""
    robot, (q, qd, *_), bodies, gamma = case(seed)
    n = robot.n
    dM, dC, dCd, dg = np.zeros((n, n, n)), np.zeros((n, n, n)), np.zeros((n, n, n)), np.zeros((n, n))
    for b in bodies:
        L, J = b.inertia, b.J
        for h, (dJ, dJd) in enumerate(zip(b.dJ, b.dJd)):
            turned, along = adj(dJ @ qd), adj(J[:, h])  # (20), (19)
            dM[..., h] += dJ.T @ L @ J + J.T @ L @ dJ  # (24a)
            dC[..., h] += dJ.T @ (b.Psi @ J + L @ b.Jd) + J.T @ L @ dJd  # (24b)
            dC[..., h] += J.T @ ((L @ turned - turned.T @ L) @ J + b.Psi @ dJ)
            dCd[..., h] += J.T @ ((L @ along - along.T @ L) @ J + L @ dJ)  # (24c)
            dg[:, h] += (dJ.T @ L - J.T @ L @ along) @ b.up @ gamma  # (24d)
    found, M = jn.state_derivatives(robot, q, qd), matrices(bodies, gamma)[0]
    agree(found.dM_dq, dM, M, "(24a)")
    agree(found.dC_dq, dC, M, "(24b)")
    agree(found.dC_dqd, dCd, M, "(24c)")
    agree(found.dg_dq, dg, matrices(bodies, gamma)[2], "(24d)")


@pytest.mark.parametrize("seed", SEEDS)
def test_time(seed):
    """(25)."""
    robot, (q, qd, qdd, *_), bodies, gamma = case(seed)
    Md, Cd, gd = 0.0, 0.0, 0.0
    for b in bodies:
        L, J = b.inertia, b.J
        Md = Md + b.Jd.T @ L @ J + J.T @ L @ b.Jd  # (25a)
        Cd = Cd + b.Jd.T @ (b.Psi @ J + L @ b.Jd) + J.T @ L @ b.Jdd  # (25b)
        Cd = Cd + J.T @ ((L @ b.adjd - b.adjd.T @ L) @ J + b.Psi @ b.Jd)
        gd = gd + (b.Jd.T @ L - J.T @ L @ b.adj) @ b.up @ gamma  # (25c)
    found = jn.dynamic_matrices(robot, q, qd, qdd)
    agree(found.M[1], Md, found.M[0], "(25a)")
    agree(found.C[1], Cd, found.M[0], "(25b)")
    agree(found.g[1], gd, found.g[0], "(25c)")


def test_factorisation_of_the_bracket():
    """(17)."""
    v = np.random.default_rng(0).normal(size=6)
    assert_close(W @ np.kron(np.eye(6), v[:, None]), adj(v))
