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


def unit(v):
    return scale(1 / mpmath.sqrt(dot(v, v)), v)


def axis_of(joint):
    """Of length one; in the robot's doubles it is so to 1e-16 only, which a heavy link would magnify."""
    return unit(vec(joint.axis))


def turn_of(joint):
    """The placement's rotation, orthogonal to all digits."""
    x, y, _ = (vec(row) for row in joint.placement.rotation)
    x = unit(x)
    y = unit(sub(y, scale(dot(x, y), x)))
    return [x, y, cross(x, y)]


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
        frame = product(Rp, turn_of(joint))
        z[i] = times(frame, axis_of(joint))
        arm = times(Rp, vec(joint.placement.origin))
        if joint.prismatic:
            R[i], w[i], al[i] = frame, wp, alp
            arm = add(arm, scale(q[i], z[i]))
            sliding = add(scale(qdd[i], z[i]), scale(2 * qd[i], cross(wp, z[i])))
        else:
            R[i] = product(frame, about(axis_of(joint), q[i]))
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


def body_jacobians(robot, q):
    """Of every link, in its own frame: {joint that carries it: (angular, linear) velocity at unit speed}."""
    poses, axes, found = [], [], []
    for i, (joint, parent) in enumerate(zip(robot.joints, robot.parents)):
        R, p = poses[parent] if parent >= 0 else ([vec((1, 0, 0)), vec((0, 1, 0)), vec((0, 0, 1))], vec((0, 0, 0)))
        frame = product(R, turn_of(joint))
        p = add(p, times(R, vec(joint.placement.origin)))
        axes.append(times(frame, axis_of(joint)))
        if joint.prismatic:
            p = add(p, scale(q[i], axes[i]))
        poses.append((frame if joint.prismatic else product(frame, about(axis_of(joint), q[i])), p))
        back, columns, j = transposed(poses[i][0]), {}, i
        while j >= 0:
            sliding = robot.joints[j].prismatic
            spin = vec((0, 0, 0)) if sliding else axes[j]
            move = axes[j] if sliding else cross(axes[j], sub(p, poses[j][1]))
            columns[j] = times(back, spin), times(back, move)
            j = robot.parents[j]
        found.append(columns)
    return found


def coriolis(robot, q, qd):
    """C, rows of mpf, as [Garofalo2013] (6b) has it: the sum of J^T (I adj - adj^T I) J + J^T I Jdot over all links."""

    def bracket(v, s):
        return cross(v[0], s[0]), add(cross(v[0], s[1]), cross(v[1], s[0]))

    with mpmath.workdps(DIGITS):
        q, qd, h = vec(q), vec(qd), mpf(10) ** (-DIGITS // 3)
        now, before, after = (body_jacobians(robot, add(q, scale(t, qd))) for t in (mpf(0), -h, h))
        C = [[mpf(0)] * robot.n for _ in range(robot.n)]
        for k, link in enumerate(robot.links):
            m, c = mpf(link.mass), vec(link.com)
            xx, yy, zz, xy, xz, yz = vec(link.inertia)
            about_com = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]

            def momentum(s):
                force = scale(m, add(s[1], cross(s[0], c)))
                return add(times(about_com, s[0]), cross(c, force)), force

            def pair(s, F):
                return dot(s[0], F[0]) + dot(s[1], F[1])

            J = now[k]
            v = [[sum(J[i][half][x] * qd[i] for i in J) for x in range(3)] for half in range(2)]
            for j, s in J.items():
                rate = [scale(1 / (2 * h), sub(new, old)) for new, old in zip(after[k][j], before[k][j])]
                pushed = momentum([add(a, b) for a, b in zip(bracket(v, s), rate)])
                for i, other in J.items():
                    C[i][j] += pair(other, pushed) - pair(bracket(v, other), momentum(s))
        return C


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
