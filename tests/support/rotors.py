"""Robots whose rotors are carried along, to many digits by another road: balances of momentum, collocation in time, mpmath.

Nothing here uses `Jet`, the recursions of `dynamics` or the pattern of `robot.coupling`. Every quantity is a function of time,
its values at Chebyshev's points around the instant that is asked for, and a derivative is that of the polynomial through them.
A rotor that turns at r thetad against the link that carries it has, beyond what it has when locked, the momentum

    L = Ir r thetad n    (a vector in the base frame)    and about its own axis    p = Ir (r thetad + n . w)

so joint i gets the virtual work z_i . dL/dt of each rotor that it carries, and the shaft takes dp/dt. Rotors are solved before
the joints that carry them.
"""

import dataclasses
import math
from functools import cache, lru_cache

import mpmath
import numpy as np
from mpmath import mpf

import jounce as jn
from support.random_robots import random_robot, rotation
from support.reference import about, add, dot, product, scale, taylor, times, torque, transposed, vec

DIGITS = 140
RADIUS = mpf(10) ** -6
SPARE = 4
"""Points beyond one for each differentiation. Eight joints are then known to some forty digits, see `test_gyrostat`."""
IDENTITY = [vec((1, 0, 0)), vec((0, 1, 0)), vec((0, 0, 1))]


def random_rotors(seed, n, chain=False, kinds=("revolute", "prismatic"), rigid=0.2, spong=0.2, moved=0.5):
    """A random robot whose rotors are as heavy as its links and whose springs are soft, so that they matter.

    rigid, spong: share of such drives. moved: share of motors that sit elsewhere than on the parent link: on any link or frame
    that comes before the joint, the base, an ancestor or another branch, half of them about an axis of their own.
    """
    rng = np.random.default_rng(seed + 30_000)
    robot = random_robot(seed, n, kinds, chain)
    names = [link.name for link in robot.links]
    frames = [jn.robot.Frame(f"on {name}", name, jn.robot.Placement(rotation(rng).tolist(), (0.1, 0.2, 0.3))) for name in names]
    joints, loads = [], dict.fromkeys(["base", *names], 0.0)
    for i, joint in enumerate(robot.joints):
        drive = jn.Drive(
            rotor_inertia=10 ** rng.uniform(-2, -0.5),
            gear_ratio=rng.choice([-1, 1]) * rng.uniform(1, 5),
            stiffness=math.inf if rng.random() < rigid else 10 ** rng.uniform(1, 2.5),
            coupling="spong" if rng.random() < spong else "full",
            viscous_friction=max(0.0, rng.uniform(-2, 2)),
            coulomb_friction=max(0.0, rng.uniform(-2, 2)),
            coulomb_speed=rng.uniform(0.5, 1.0),
        )
        if rng.random() < moved:
            place = str(rng.choice(["base", *names[:i], *[f"on {name}" for name in names[:i]]]))
            axis = tuple(rng.normal(size=3)) if rng.random() < 0.5 else None
            drive = dataclasses.replace(drive, rotor_mount=place, rotor_axis=axis)
        joints.append(dataclasses.replace(joint, drive=drive))
        loads[(drive.rotor_mount or joint.parent).removeprefix("on ")] += drive.rotor_inertia
    links = [
        dataclasses.replace(link, inertia=(*[x + loads[link.name] for x in link.inertia[:3]], *link.inertia[3:]))
        for link in robot.links
    ]
    return dataclasses.replace(robot, links=tuple(links), joints=tuple(joints), frames=tuple(frames))


@lru_cache
def collocation(count):
    """Chebyshev's points (count of them, an odd number: the one in the middle is zero), and the matrix that differentiates."""
    half = count // 2
    x = [RADIUS * mpmath.sin(mpmath.pi * k / (count - 1)) for k in range(-half, half + 1)]
    weight = [1 / mpmath.fprod(a - b for b in x if b is not a) for a in x]
    D = [[mpf(0) if a is b else v / u / (a - b) for b, v in zip(x, weight)] for a, u in zip(x, weight)]
    for k, row in enumerate(D):
        row[k] = -sum(row)
    return x, D


def orientations(robot, q):
    """Of every link in the base frame, and the axis of every joint there."""
    R, z = [], []
    for joint, parent, x in zip(robot.joints, robot.parents, q):
        frame = product(R[parent] if parent >= 0 else IDENTITY, [vec(row) for row in joint.placement.rotation])
        z.append(times(frame, vec(joint.axis)))
        R.append(frame if joint.prismatic else product(frame, about(vec(joint.axis), x)))
    return R, z


def mount(robot, j):
    """(link that carries rotor j, -1 the base; axis in its frame)."""
    joint, drive = robot.joints[j], robot.drives[j]
    places = {robot.base: (-1, IDENTITY)} | {link.name: (i, IDENTITY) for i, link in enumerate(robot.links)}
    places |= {frame.name: (places[frame.link][0], frame.placement.rotation) for frame in robot.frames}
    link, turned = places[drive.rotor_mount or joint.parent]
    if drive.rotor_axis is not None:
        return link, times([vec(row) for row in turned], vec(drive.rotor_axis))
    R, z = orientations(robot, [mpf(0)] * robot.n)
    return link, z[j] if link < 0 else times(transposed(R[link]), z[j])


def inwards(robot, link):
    """The joints between a link and the base."""
    while link >= 0:
        yield link
        link = robot.parents[link]


def motor(robot, Q, wrench=None, link=None, spring=None):
    """(tau_m, tau_j, theta, delta): rows of mpf, one of tau_m and delta, three of tau_j and theta.

    spring(j, tau): deflection of elastic joint j, linear unless said.

    Q: derivatives of q, any number of rows; those beyond are zero. wrench, link: as in `reference.torque`, a row a derivative.
    """
    spring = spring or (lambda j, tau: tau / mpf(robot.drives[j].stiffness))
    with mpmath.workdps(DIGITS):
        t, D = collocation(2 * (robot.n + 1) + SPARE + 1)
        now = len(t) // 2
        motion = [[taylor(Q[k:], x) for x in t] for k in range(3)]
        rigid = [torque(robot, *state, None if wrench is None else taylor(wrench, x), link) for x, state in zip(t, zip(*motion))]
        R, z = zip(*(orientations(robot, q) for q in motion[0]))
        carried = [drive is not None and drive.coupling == "full" for drive in robot.drives]
        mounts = [mount(robot, j) if yes else (-1, None) for j, yes in enumerate(carried)]

        def rate(values):
            return [dot(row, values) for row in D]

        def spin(k, m):
            """Angular velocity of link m at point k."""
            turning = [i for i in inwards(robot, m) if not robot.joints[i].prismatic]
            return [sum(z[k][i][c] * motion[1][k][i] for i in turning) for c in range(3)]

        @cache
        def joint_torque(i):
            """tau_j of joint i at all points."""
            tau = [row[i] for row in rigid]
            if not robot.joints[i].prismatic:
                for j, (m, _) in enumerate(mounts):
                    if i in inwards(robot, m):
                        tau = add(tau, [dot(axes[i], moment) for axes, moment in zip(z, rotor_moment(j))])
            return tau

        @cache
        def motor_position(j):
            q = [row[j] for row in motion[0]]
            drive = robot.drives[j]
            return q if drive is None or not drive.elastic else add(q, [spring(j, tau) for tau in joint_torque(j)])

        @cache
        def axis(j):
            """Of rotor j at all points, in the base frame."""
            m, n = mounts[j]
            return [n if m < 0 else times(there[m], n) for there in R]

        @cache
        def rotor_moment(j):
            """dL/dt at all points."""
            momentum = mpf(robot.drives[j].rotor_inertia) * mpf(robot.drives[j].gear_ratio)
            L = [scale(momentum * speed, n) for speed, n in zip(rate(motor_position(j)), axis(j))]
            return list(zip(*(rate(component) for component in zip(*L))))

        tau_m, tau_j, theta = [], [], []
        for j, drive in enumerate(robot.drives):
            tau, turned = joint_torque(j), motor_position(j)
            speed = rate(turned)
            tau_j.append([tau[now], rate(tau)[now], rate(rate(tau))[now]])
            theta.append([turned[now], speed[now], rate(speed)[now]])
            tau_m.append(tau[now])
            if drive is None:
                continue
            r, inertia = mpf(drive.gear_ratio), mpf(drive.rotor_inertia)
            p = [inertia * r * v for v in speed]
            if carried[j]:
                p = add(p, [inertia * dot(n, spin(k, mounts[j][0])) for k, n in enumerate(axis(j))])
            v = speed[now]
            dry = mpf(drive.coulomb_friction) * v / mpmath.sqrt(v**2 + mpf(drive.coulomb_speed) ** 2)
            tau_m[j] += r * rate(p)[now] + mpf(drive.viscous_friction) * v + dry
        delta = [row[0] - q for row, q in zip(theta, motion[0][now])]
        return [tau_m], [list(row) for row in zip(*tau_j)], [list(row) for row in zip(*theta)], [delta]
