"""EJNEA, the Newton-Euler recursion for elastic joints, written out as its authors print it: eqs. (17)-(43) of

G. Buondonno, A. De Luca: A recursive Newton-Euler algorithm for robots with elastic joints and its application to control.
IEEE/RSJ IROS 2015.

Plain NumPy and nothing of jounce: an oracle. The text of the paper that we had is machine-read. It lost most dots, the
prefixed frame of z_{i-1}, and prints nu for iota; so each equation was derived again, by differentiating the one before it in a
moving frame. Where more than that had to be restored, a comment at the equation says what.

All vectors are absolute time derivatives, expressed in the moving frame i; index 0 is the base, i = 1..N are the links. Names
are the paper's, with d for each dot. For short: W, G, J, V = S(omega), S(gamma), S(iota), S(varsigma); t1..t4 and d1..d4 are the
derivatives of theta_i z_0 and d_i; u, k, c = p_{i,i-1}, z_{i-1}, p_{c_i,i}.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

Z0 = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class Arm:
    """A serial arm: its standard Denavit-Hartenberg table and, in frame i, its augmented links. Columns have N rows."""

    a: Array
    alpha: Array
    d: Array
    theta: Array
    prismatic: Array
    mass: Array
    com: Array
    """p_{c_i,i} (N, 3) [m]."""
    inertia: Array
    """I_i (N, 3, 3) about the com [kg m^2]."""
    gravity: Array


def S(v: Array) -> Array:  # (16)
    """The matrix that performs v x."""
    return np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])


def rotation(theta: float, alpha: float) -> Array:
    """Takes frame i to frame i-1; below (16)."""
    ct, st, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
    return np.array([[ct, -ca * st, sa * st], [st, ca * ct, -sa * ct], [0.0, sa, ca]])


def absolute(x: Array, omega: Array, gamma: Array) -> Array:
    """Derivatives (3, 3) of a vector, from those of its components in a frame that turns with omega, gamma."""
    W, G = S(omega), S(gamma)
    return np.array([x[0], x[1] + W @ x[0], x[2] + 2 * W @ x[1] + G @ x[0] + W @ W @ x[0]])


def elastic_torque(arm: Arm, motion: Array, wrench: Array | None = None) -> Array:
    """tau_e and its first two time derivatives (3, N) from q and its first four (5, N); (17)-(41).

    wrench (3, 6): moment, then force, that act on the last link about the origin of frame N, as components in frame N, and the
    time derivatives of these components.
    """
    last = len(arm.a)
    theta = np.where(arm.prismatic, 0.0, motion)
    theta[0] += arm.theta
    d = np.where(arm.prismatic, motion, 0.0)
    d[0] += arm.d

    R = np.zeros((last + 1, 3, 3))
    p, z, omega, gamma, iota, varsigma, a, j, s, ac, jc, sc = np.zeros((12, last + 1, 3))
    a[0] = -arm.gravity

    # ---------------------------------------------------------------- forward recursion
    for i in range(1, last + 1):
        h = i - 1  # the link before; also the row of link i in the tables
        R[i] = rotation(theta[0, h], arm.alpha[h])  # takes frame i to frame i-1
        into = R[i].T  # ... and frame i-1 to frame i
        p[i] = arm.a[h], d[0, h] * np.sin(arm.alpha[h]), d[0, h] * np.cos(arm.alpha[h])  # p_{i,i-1}
        z[i] = into @ Z0  # z_{i-1}
        t1, t2, t3, t4 = np.outer(theta[1:, h], Z0)
        _, d1, d2, d3, d4 = d[:, h]

        W, G, J = S(omega[h]), S(gamma[h]), S(iota[h])
        omega[i] = into @ (omega[h] + t1)  # (17)
        gamma[i] = into @ (gamma[h] + t2 + W @ t1)  # (18)
        # Restored in (19), (20): which derivative of theta stands where.
        iota[i] = into @ (iota[h] + t3 + G @ t1 + W @ (2 * t2 + W @ t1))  # (19)
        snap = t4 + 3 * G @ t2 + 3 * W @ (t3 + W @ t2) + 2 * G @ W @ t1 + W @ (W @ W @ t1 + G @ t1) + J @ t1
        varsigma[i] = into @ (varsigma[h] + snap)  # (20)

        W, G, J, V = S(omega[i]), S(gamma[i]), S(iota[i]), S(varsigma[i])
        u, k, c = p[i], z[i], arm.com[h]
        # Restored in (21), (23), (25): which derivative of d stands where; in (25) also the brackets of these terms.
        # Left out of (22): the second half of (23), which the text appends to it.
        a[i] = into @ a[h] + W @ W @ u + G @ u + d2 * k + 2 * d1 * W @ k  # (21)
        ac[i] = a[i] + W @ W @ c + G @ c  # (22)
        j[i] = into @ j[h] + 2 * G @ W @ u + W @ (G @ u + W @ W @ u) + J @ u  # (23)
        j[i] += d3 * k + 3 * d2 * W @ k + 3 * d1 * (G @ k + W @ W @ k)  # (23), terms in d
        jc[i] = j[i] + J @ c + 2 * G @ W @ c + W @ (G @ c + W @ W @ c)  # (24)
        s[i] = into @ s[h] + V @ u + 3 * J @ W @ u + 3 * G @ (G @ u + W @ W @ u)  # (25), first line
        s[i] += W @ (J @ u + 2 * G @ W @ u) + W @ W @ (G @ u + W @ W @ u)  # (25), second line
        s[i] += d4 * k + 4 * d1 * J @ k + 8 * d1 * G @ W @ k + 4 * d1 * W @ (G @ k + W @ W @ k)  # (25), terms in d
        s[i] += 6 * d2 * (G @ k + W @ W @ k) + 4 * d3 * W @ k  # (25), terms in d
        sc[i] = s[i] + V @ c + 3 * J @ W @ c + 3 * G @ (G @ c + W @ W @ c)  # (26), first line
        sc[i] += W @ (J @ c + 2 * G @ W @ c) + W @ W @ (G @ c + W @ W @ c)  # (26), second line

    # ---------------------------------------------------------------- backward recursion
    # f_{N+1}, n_{N+1} are what the arm does to its surroundings: the opposite of the external wrench, here in frame N.
    given = np.zeros((3, 6)) if wrench is None else wrench
    n, nd, ndd = absolute(-given[:, :3], omega[last], gamma[last])
    f, fd, fdd = absolute(-given[:, 3:], omega[last], gamma[last])
    back = np.eye(3)  # takes frame i+1 to frame i
    tau_e = np.zeros((3, last))
    for i in range(last, 0, -1):
        h = i - 1
        w, g, y = omega[i], gamma[i], iota[i]
        W, G, J = S(w), S(g), S(y)
        u, k, c, m, inertia = p[i], z[i], arm.com[h], arm.mass[h], arm.inertia[h]
        _, d1, d2, _, _ = d[:, h]

        F = m * ac[i]  # (27)
        Fd = m * jc[i]  # (28)
        Fdd = m * sc[i]  # (29)
        N = inertia @ g + W @ inertia @ w  # (30)
        Nd = W @ (inertia @ g + N) + inertia @ (G @ w + y) + G @ inertia @ w  # (31)
        Ndd = G @ (inertia @ g + 2 * N) + J @ inertia @ w + inertia @ (2 * J @ w + W @ W @ g + varsigma[i])  # (32)
        Ndd += W @ (W @ inertia @ g + 2 * inertia @ (y + G @ w) + Nd)  # (32), last line

        # Restored in (33)-(38): what link i+1 hands over is expressed in frame i+1; the text says i.
        f = back @ f + F  # (33)
        fd = back @ fd + Fd  # (34)
        fdd = back @ fdd + Fdd  # (35)
        ud, udd = W @ u + d1 * k, G @ u + W @ W @ u + d2 * k + 2 * d1 * W @ k  # the brackets of (37) and (38)
        n = back @ n + S(c) @ F + S(u) @ f + N  # (36)
        nd = back @ nd + S(W @ c) @ F + S(c) @ Fd + S(ud) @ f + S(u) @ fd + Nd  # (37)
        ndd = back @ ndd + 2 * S(W @ c) @ Fd + S(G @ c + W @ W @ c) @ F  # (38), first two lines
        ndd += S(udd) @ f + S(c) @ Fdd + Ndd + 2 * S(ud) @ fd + S(u) @ fdd  # (38), the rest
        back = R[i]

        x, xd, xdd = (f, fd, fdd) if arm.prismatic[h] else (n, nd, ndd)
        tau_e[0, h] = x @ k  # (39)
        tau_e[1, h] = (xd + S(x) @ w) @ k  # (40)
        tau_e[2, h] = (xdd + 2 * S(xd) @ w + S(x) @ g + S(S(x) @ w) @ w) @ k  # (41)
    return tau_e


def motor_torque(tau_e: Array, qdd: Array, K: Array, B: Array) -> Array:
    """tau (N,) from tau_e and its derivatives (3, N); (42)-(43)."""
    theta_m_dd = tau_e[2] / K + qdd  # (42)
    return B * theta_m_dd + tau_e[0]  # (43)
