"""Torques to fifty digits by another road: world frame, virtual work, mpmath, and differences instead of jets.

Nothing here uses `Jet`, body frames, the ten parameters or the recursion of `dynamics`: links are taken as the user states them
(mass, centre of mass, inertia about it), everything is expressed in the base frame, and the force at a joint is the virtual
work of all inertial and external forces on what the joint carries.
"""

from fractions import Fraction
from functools import lru_cache
from math import factorial

import mpmath
from mpmath import mpf

DIGITS = 120
STEP_EXPONENT = 6
HALF_WIDTH = 9  # samples on either side: more than the 12 derivatives need, so the truncation error is some 1e-40


def vec(values):
    return [mpf(x) for x in values]


def add(u, v):
    return [a + b for a, b in zip(u, v)]


def sub(u, v):
    return [a - b for a, b in zip(u, v)]


def scale(s, u):
    return [s * a for a in u]


def dot(u, v):
    return sum(a * b for a, b in zip(u, v))


def cross(u, v):
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]


def times(A, v):
    return [dot(row, v) for row in A]


def product(A, B):
    return [[sum(A[i][k] * B[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def transposed(A):
    return [list(column) for column in zip(*A)]


def about(axis, angle):
    """Rodrigues' rotation."""
    s, c = mpmath.sin(angle), mpmath.cos(angle)
    x, y, z = axis
    return [
        [c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s],
        [y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s],
        [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c)],
    ]


def torque(robot, q, qd, qdd, wrench=None, link=None):
    """Joint forces at one instant; wrench (6) on link (index) in its frame."""
    n = robot.n
    R, p, w, al, a, z = [None] * n, [None] * n, [None] * n, [None] * n, [None] * n, [None] * n
    zero = vec((0, 0, 0))
    for i, (joint, parent) in enumerate(zip(robot.joints, robot.parents)):
        Rp, pp, wp, alp, ap = (
            ([vec((1, 0, 0)), vec((0, 1, 0)), vec((0, 0, 1))], zero, zero, zero, zero)
            if parent < 0
            else (R[parent], p[parent], w[parent], al[parent], a[parent])
        )
        frame = product(Rp, [vec(row) for row in joint.placement.rotation])
        z[i] = times(frame, vec(joint.axis))
        arm = times(Rp, vec(joint.placement.origin))
        if joint.prismatic:
            R[i], w[i], al[i] = frame, wp, alp
            arm = add(arm, scale(q[i], z[i]))
            sliding = add(scale(qdd[i], z[i]), scale(2 * qd[i], cross(wp, z[i])))
        else:
            R[i] = product(frame, about(vec(joint.axis), q[i]))
            w[i] = add(wp, scale(qd[i], z[i]))
            al[i] = add(alp, add(scale(qdd[i], z[i]), scale(qd[i], cross(wp, z[i]))))
            sliding = zero
        p[i] = add(pp, arm)
        a[i] = add(add(ap, add(cross(alp, arm), cross(wp, cross(wp, arm)))), sliding)

    g = vec(robot.gravity)
    tau = [mpf(0)] * n
    for k, body in enumerate(robot.links):
        c = times(R[k], vec(body.com))
        ac = add(a[k], add(cross(al[k], c), cross(w[k], cross(w[k], c))))
        F = scale(mpf(body.mass), sub(ac, g))
        xx, yy, zz, xy, xz, yz = vec(body.inertia)
        world = product(product(R[k], [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), transposed(R[k]))
        N = add(times(world, al[k]), cross(w[k], times(world, w[k])))
        origin_force, origin_moment = F, add(N, cross(c, F))
        if wrench is not None and k == link:
            origin_moment = sub(origin_moment, times(R[k], wrench[:3]))
            origin_force = sub(origin_force, times(R[k], wrench[3:]))
        j = k
        while j >= 0:
            if robot.joints[j].prismatic:
                tau[j] += dot(z[j], origin_force)
            else:
                tau[j] += dot(z[j], add(origin_moment, cross(sub(p[k], p[j]), origin_force)))
            j = robot.parents[j]
    return tau


def taylor(derivatives, h):
    """x(h) from (x, x', x'', ...), each a row of floats."""
    return [
        sum(mpf(float(row[i])) * h**k / factorial(k) for k, row in enumerate(derivatives)) for i in range(len(derivatives[0]))
    ]


@lru_cache
def difference_weights(order):
    """Exact weights of samples at -HALF_WIDTH..HALF_WIDTH for derivatives 0..order: derivatives of Lagrange's polynomials."""
    nodes = range(-HALF_WIDTH, HALF_WIDTH + 1)
    table = []
    for j in nodes:
        coefficients = [Fraction(1)]
        for m in nodes:
            if m != j:
                shifted = [Fraction(0), *coefficients]
                coefficients = [(s - m * c) / (j - m) for s, c in zip(shifted, [*coefficients, Fraction(0)])]
        table.append([coefficients[k] * factorial(k) for k in range(order + 1)])
    return list(zip(*table))


def differences(function, order):
    """function(0) and its first `order` derivatives there, rows of mpf; function(t) gives a list."""
    h = mpf(10) ** -STEP_EXPONENT
    samples = [function(j * h) for j in range(-HALF_WIDTH, HALF_WIDTH + 1)]
    rows = []
    for k, weights in enumerate(difference_weights(order)):
        exact = [mpf(w.numerator) / w.denominator for w in weights]
        rows.append([sum(w * x for w, x in zip(exact, column)) / h**k for column in zip(*samples)])
    return rows


def torque_derivatives(robot, Q, order, wrench=None, link=None):
    """tau and its first `order` time derivatives, rows of mpf, along q(t) with derivatives Q (order+3 rows, the rest zero)."""
    assert order <= 2 * HALF_WIDTH - 4

    def at(t):
        q, qd, qdd = (taylor(Q[k:], t) for k in range(3))
        return torque(robot, q, qd, qdd, None if wrench is None else taylor(wrench, t), link)

    with mpmath.workdps(DIGITS):
        return differences(at, order)


def motor(robot, Q, wrench=None, link=None, spring=None):
    """(tau_m, tau_j, theta, delta): rows of mpf, one of tau_m and delta, three of tau_j and theta.

    spring(i, tau, t): deflection of elastic joint i, linear unless said. It is taken at sample times, and its derivatives are
    differences: whatever the spring.
    """
    spring = spring or (lambda i, tau, _: tau / mpf(robot.drives[i].stiffness))
    elastic = [drive is not None and drive.elastic for drive in robot.drives]
    with mpmath.workdps(DIGITS):
        tau = torque_derivatives(robot, Q, 2, wrench, link)

        def bend(t):
            now = [x + xd * t + xdd * t**2 / 2 for x, xd, xdd in zip(*tau)]
            return [spring(i, x, t) if elastic[i] else mpf(0) for i, x in enumerate(now)]

        delta = differences(bend, 2)
        theta = [[mpf(float(x)) + d for x, d in zip(row, bends)] for row, bends in zip(Q, delta)]
        tau_m = list(tau[0])
        for i, drive in enumerate(robot.drives):
            if drive is not None:
                speed = theta[1][i]
                tau_m[i] += mpf(drive.gear_ratio) ** 2 * mpf(drive.rotor_inertia) * theta[2][i]
                tau_m[i] += mpf(drive.viscous_friction) * speed
                tau_m[i] += mpf(drive.coulomb_friction) * speed / mpmath.sqrt(speed**2 + mpf(drive.coulomb_speed) ** 2)
        return [tau_m], tau, theta, delta[:1]
