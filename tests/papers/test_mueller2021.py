"""[Mueller2021]: equations of motion of a chain and their first two time derivatives, from matrices stacked over all bodies.

A. Mueller, S. Kumar: Closed-form time derivatives of the equations of motion of rigid body systems. Multibody System Dynamics,
2021.

In plain NumPy; nothing of jounce is in it but numbers of the robot. The text that we had lost its formulas and kept their
numbers, so each was derived again. With D the blocks Ad of neighbours, A = (1 - D)^-1 and dD/dt = -a D, hence

    Adot = A a - A a A    (26),    Jdot = -A a J    (19), as a X = 0,    Udot = -A a U

and every derivative of J^T Z J is J^T (Zdot - Z A a - (A a)^T Z) J. The mass matrix of all bodies is `inertia` here, the stacked
Coriolis matrix `Z`. Twists have the angular part first; the wrench stands on the left, so it is ours with the other sign.
"""

import numpy as np
import pytest

import jounce as jn
from support.random_robots import random_motion, random_robot
from support.tolerances import CHAIN, assert_close

IIWA = jn.load("kuka_iiwa")
CHAINS = [IIWA, *(random_robot(seed, n=1 + seed % 8, chain=True) for seed in range(20))]
IDS = [robot.name for robot in CHAINS]


def tilde(a):
    """a~ b = a x b."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def Ad(R, r):
    """(18)."""
    return np.block([[R, np.zeros((3, 3))], [tilde(r) @ R, R]])


def ad(X):
    """(21), (24)."""
    return np.block([[tilde(X[:3]), np.zeros((3, 3))], [tilde(X[3:]), tilde(X[:3])]])


def diagonal(blocks):
    """Blocks on the diagonal."""
    return np.block([[x if i == j else np.zeros_like(x) for j in range(len(blocks))] for i, x in enumerate(blocks)])


def exponential(X, q):
    """(10)-(14), for joints whose axis goes through the origin of the frame, or that slide."""
    turn = tilde(X[:3])
    return np.eye(3) + np.sin(q) * turn + (1 - np.cos(q)) * turn @ turn, X[3:] * q


class System:
    """All matrices of a chain at one instant, with time derivatives: lists, one entry an order, 0 to 2."""

    def __init__(self, robot, Q):
        n = robot.n
        q, *rates = Q
        X = [np.array([0, 0, 0, *j.axis] if j.prismatic else [*j.axis, 0, 0, 0]) for j in robot.joints]
        R, r, poses = np.eye(3), np.zeros(3), []
        for joint, screw, x in zip(robot.joints, X, q):
            turn, shift = exponential(screw, x)
            B = np.array(joint.placement.rotation)
            R, r = R @ B @ turn, r + R @ (np.array(joint.placement.origin) + B @ shift)  # (5)
            poses.append((R, r))
        into = [np.linalg.inv(Ad(*pose)) for pose in poses]
        self.A = np.block([[a @ Ad(*p) if j <= i else np.zeros((6, 6)) for j, p in enumerate(poses)] for i, a in enumerate(into)])
        self.U = np.vstack(into)  # (33)
        self.J = self.A @ diagonal([x[:, None] for x in X])  # (16), (17)
        self.inertia = diagonal([body_inertia(link) for link in robot.links])  # (28), (31)
        self.a = [diagonal([v * ad(x) for v, x in zip(rate, X)]) for rate in rates[:3]]  # (20): of qd, qdd, qddd

        A, (a, ad1, ad2) = self.A, self.a
        Ad1 = A @ a - A @ a @ A  # (26)
        Ad2 = Ad1 @ a + A @ ad1 - Ad1 @ a @ A - A @ ad1 @ A - A @ a @ Ad1
        # d^k/dt^k of A a
        self.Aa = [A @ a, Ad1 @ a + A @ ad1, Ad2 @ a + 2 * Ad1 @ ad1 + A @ ad2]
        # (19), (22): twist, acceleration, jerk of all bodies
        Jd = -self.Aa[0] @ self.J
        Jdd = -self.Aa[1] @ self.J - self.Aa[0] @ Jd
        qd, qdd, qddd = rates[:3]
        V = [self.J @ qd, self.J @ qdd + Jd @ qd, self.J @ qddd + 2 * Jd @ qdd + Jdd @ qd]
        self.b = [diagonal([ad(v) for v in twist.reshape(n, 6)]) for twist in V]  # (24), (30)
        self.G = np.array([0, 0, 0, *np.negative(robot.gravity)])

    def projected(self, Z, Zd, Zdd):
        """J^T Z J and two derivatives: (36), (38), (46), (52)."""
        return [self.J.T @ x @ self.J for x in self.carried(Z, Zd, Zdd)]

    def carried(self, Z, Zd, Zdd):
        """Z, and what stands in its place in the first and second derivative: (37), (39), (48)-(50), (53)."""
        y, yd, _ = self.Aa
        first = Zd - Z @ y - y.T @ Z
        rate = Zdd - Zd @ y - Z @ yd - yd.T @ Z - y.T @ Zd
        return Z, first, rate - first @ y - y.T @ first

    def mass(self):
        """(27), (36), (47)."""
        return self.projected(self.inertia, 0 * self.inertia, 0 * self.inertia)

    def coriolis(self, skew):
        """(29), (40) and its derivative; skew: with M b added, which is zero on V: (62)."""
        I = self.inertia  # noqa: E741
        return self.projected(*(-I @ y - b.T @ I + skew * I @ b for y, b in zip(self.Aa, self.b)))

    def gravity(self):
        """(32), (43): U moves as J does."""
        stacked = self.carried(self.inertia, 0 * self.inertia, 0 * self.inertia)
        return [self.J.T @ x @ self.U @ self.G for x in stacked]

    def external(self, W, Wd, Wdd):
        """(34), (44)."""
        y, yd, _ = self.Aa
        rates = (W, Wd - y.T @ W, Wdd - 2 * y.T @ Wd - yd.T @ W + y.T @ y.T @ W)
        return [self.J.T @ x for x in rates]


def body_inertia(link):
    """(31), with Steiner's theorem."""
    xx, yy, zz, xy, xz, yz = link.inertia
    m, d = link.mass, tilde(link.com)
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - m * d @ d
    return np.block([[tensor, m * d], [-m * d, m * np.eye(3)]])


def forces(M, C, g, e, Q):
    """(1), (35), (45)."""
    _, qd, qdd, q3, q4 = Q
    first = M[0] @ q3 + (M[1] + C[0]) @ qdd + C[1] @ qd + g[1] + e[1]
    second = M[0] @ q4 + (2 * M[1] + C[0]) @ q3 + (M[2] + 2 * C[1]) @ qdd + C[2] @ qd + g[2] + e[2]
    return [M[0] @ qdd + C[0] @ qd + g[0] + e[0], first, second]


def agree(found, expected, size, what):
    """To 1e-11 of the largest entry, or of `size`: what cancels in a robot that slides only is as large as M or g itself."""
    largest = np.abs(expected).max()
    assert_close(found, expected, CHAIN * max(1.0, np.abs(size).max() / largest) if largest else CHAIN, what)


# ---------------------------------------------------------------- closed forms


@pytest.mark.parametrize("robot", CHAINS, ids=IDS)
def test_matrices(robot):
    """Mass, Coriolis and gravity with two derivatives; the C that is ours is that of (62)."""
    Q = random_motion(robot, 1, 4)
    system, found = System(robot, Q), jn.dynamic_matrices(robot, *Q[:4])
    M, g = system.mass(), system.gravity()
    for k, (ours, theirs) in enumerate(zip(found.M, M, strict=True)):
        agree(ours, theirs, M[0], f"M^({k})")
    for k, (ours, theirs) in enumerate(zip(found.C, system.coriolis(skew=True), strict=True)):
        agree(ours, theirs, M[0], f"C^({k})")
    for k, (ours, theirs) in enumerate(zip(found.g, g, strict=True)):
        agree(ours, theirs, g[0], f"g^({k})")


@pytest.mark.parametrize("skew", [False, True], ids=["(29)", "(62)"])
@pytest.mark.parametrize("robot", CHAINS, ids=IDS)
def test_forces(robot, skew):
    """(1), (35), (45) with a wrench on every body; both arrangements of C have the same forces."""
    Q, n = random_motion(robot, 2, 4), robot.n
    W = np.random.default_rng(n).normal(scale=20.0, size=(3, n, 6))
    system, gravity = System(robot, Q), jn.rnea(robot, *Q)
    loads = sum(jn.rnea(robot, *Q, wrench=-W[:, k], link=k) - gravity for k in range(n))
    external = system.external(*W.reshape(3, 6 * n))
    expected = forces(system.mass(), system.coriolis(skew), system.gravity(), external, Q)
    for k in range(3):
        agree((gravity + loads)[k], expected[k], expected[0], f"Q^({k})")


@pytest.mark.parametrize("robot", CHAINS, ids=IDS)
def test_relations(robot):
    """(23) and (26) are one derivative, and (19), (22) are what our Jacobians have."""
    Q = random_motion(robot, 3, 4)
    system = System(robot, Q)
    A, a, b = system.A, system.a[0], system.b[0]
    agree(A @ b - b @ A, A @ a - A @ a @ A, A, "Adot")
    for k in range(robot.n):
        J, Jd = jn.jacobian(robot, *Q[:2], link=k)
        rows = slice(6 * k, 6 * k + 6)
        assert_close(J, system.J[rows], CHAIN, "(16)")
        agree(Jd, (-system.Aa[0] @ system.J)[rows], J, "(19)")


@pytest.mark.parametrize("robot", CHAINS, ids=IDS)
def test_structure(robot):
    """(61)-(64) on our matrices, with derivatives: M is symmetric and positive definite, Mdot - 2 C is skew."""
    Q = random_motion(robot, 4, 4)
    M, C = jn.mass_matrix(robot, *Q), jn.coriolis_matrix(robot, *Q)
    assert np.linalg.eigvalsh(M[0]).min() > 0
    for k in range(4):
        assert (M[k] == M[k].T).all()
        N = M[k + 1] - 2 * C[k]
        assert np.abs(N + N.T).max() < CHAIN * max(np.abs(M[0]).max(), np.abs(M[k + 1]).max())


def test_only_one_arrangement_is_skew():
    """(29) has the same forces as (62) but lacks M b, and with it the property: ours is (62)."""
    Q = random_motion(IIWA, 4, 4)
    system = System(IIWA, Q)
    C, Md = system.coriolis(skew=False)[0], system.mass()[1]
    assert np.abs(Md - C - C.T).max() > 0.1 * np.abs(Md).max()


# ---------------------------------------------------------------- section 6.2: the published curves

# Table 1: m, c, then Ixx, Ixy, Ixz, Iyy, Iyz, Izz
TABLE = np.array(
    [
        [3.94781, -0.00351, 0.00160, -0.03139, 0.00455, 0, 0, 0.00454, 0.00001, 0.00029],
        [4.50275, -0.00767, 0.16669, -0.00355, 0.00032, 0, 0, 0.00010, 0, 0.00042],
        [2.45520, -0.00225, -0.03492, -0.02652, 0.00223, -0.00005, 0.00007, 0.00219, 0.00007, 0.00073],
        [2.61155, 0.00020, -0.05268, 0.03818, 0.03844, 0.00088, -0.00112, 0.01144, -0.00111, 0.04988],
        [3.41000, 0.00005, -0.00237, -0.21134, 0.00277, -0.00001, 0.00001, 0.00284, 0, 0.00012],
        [3.38795, 0.00049, 0.02019, -0.02750, 0.00050, -0.00005, -0.00003, 0.00281, -0.00004, 0.00232],
        [0.35432, -0.03466, -0.02324, 0.07138, 0.00795, 0.00022, -0.00029, 0.01089, -0.00029, 0.00294],
    ]
)
AMPLITUDE = np.array(
    [
        -1.2943753211777664,
        0.7175341454355011,
        -0.5691380764966176,
        0.5848944158627155,
        1.6216297151633214,
        -0.9187855709752027,
        0.4217605991935227,
    ]
)
FREQUENCY = np.array(
    [
        1.7073873117335832,
        3.079992797637052,
        2.1084514453622774,
        3.5903916041026207,
        1.4183262544423447,
        2.285625793808507,
        5.927533308659986,
    ]
)
# read off the curves, at t = 0 and t = 3 s [Nm]
PUBLISHED = {
    0.0: [2.5097, -65.3907, 5.7622, 7.2725, -0.6541, 0.4119, -0.0838],
    3.0: [-7.2750, 94.4519, 2.1308, -21.7999, -0.7894, 0.2268, 0.1333],
}
RESOLUTION = 3.7e-4
"""Of the curves [Nm]."""


def motion(t, order):
    """q_i = A_i cos(w_i t) and its derivatives."""
    return np.array([AMPLITUDE * FREQUENCY**k * np.cos(FREQUENCY * t + k * np.pi / 2) for k in range(order + 1)])


def wrench(t, order):
    """Six components 10 sin(pi t) on the last body, and their derivatives."""
    return np.array([10 * np.pi**k * np.sin(np.pi * t + k * np.pi / 2) * np.ones(6) for k in range(order + 1)])


def about_frame_origins():
    """The table's inertia taken about the frame origins: no Steiner's theorem."""
    m, cx, cy, cz, xx, xy, xz, yy, yz, zz = TABLE.T
    return np.stack([m, m * cx, m * cy, m * cz, xx, yy, zz, xy, xz, yz], axis=-1).ravel()


def generalised_force(parameters, t):
    """Q(t) of (1); J^T W is added to it."""
    q, qd, qdd = motion(t, 2)
    return jn.regressor(IIWA, q, qd, qdd) @ parameters + jn.jacobian(IIWA, q, link="link7").T @ wrench(t, 0)[0]


@pytest.mark.parametrize("t", PUBLISHED)
def test_published_curves(t):
    """To the resolution of the plot, with inertia about the frame origins; about the centres of mass it is visibly another curve.

    At both instants the wrench passes through zero: what its sign is, `test_the_wrench_of_the_example` says.
    """
    assert np.abs(generalised_force(about_frame_origins(), t) - PUBLISHED[t]).max() < RESOLUTION
    physical = generalised_force(IIWA.parameters, t)
    assert np.abs(physical - PUBLISHED[t]).max() > 1.0  # [Nm], of 65 and 94
    assert (np.abs(physical - PUBLISHED[t]) > 10 * RESOLUTION).all()


def test_the_robot_is_that_of_the_table():
    """Mass and first moments as in the table, tensors by Steiner's theorem beyond it; gravity as the curves have it."""
    ours, theirs = IIWA.parameters.reshape(7, 10), about_frame_origins().reshape(7, 10)
    assert_close(ours[:, :4], theirs[:, :4])
    m, c = TABLE[:, 0], TABLE[:, 1:4]
    x, y, z = c.T
    steiner = m * np.array([y**2 + z**2, x**2 + z**2, x**2 + y**2, -x * y, -x * z, -y * z])
    assert_close(ours[:, 4:] - theirs[:, 4:], steiner.T)
    assert IIWA.gravity == (0.0, 0.0, -9.80665)


@pytest.mark.parametrize("t", [0.0, 0.5, 3.0, 4.2])
def test_the_wrench_of_the_example(t):
    """Q, Qdot and Qddot along the curve: `rnea` with the wrench -W is the closed form with J^T W on the left."""
    Q, W = motion(t, 4), wrench(t, 2)
    system = System(IIWA, Q)
    external = system.external(*np.hstack([np.zeros((3, 36)), W]))
    expected = forces(system.mass(), system.coriolis(skew=False), system.gravity(), external, Q)
    found = jn.rnea(IIWA, *Q, wrench=-W, link="link7")
    for k in range(3):
        assert_close(found[k], expected[k], CHAIN, f"Q^({k})")
    assert_close(found[0], generalised_force(IIWA.parameters, t), CHAIN, "by the regressor")
