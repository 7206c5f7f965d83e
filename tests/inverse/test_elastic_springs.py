"""Springs that are not linear or change on the way, and the way back: accelerations of links and motors from motor torques."""

import dataclasses
import math
from functools import lru_cache
from itertools import pairwise

import casadi
import mpmath
import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, ModelError, SingularityError
from support import reference
from support.peer_pinocchio import Pinocchio, model_of
from support.random_robots import plainly, random_motion, random_robot
from support.tolerances import ALGEBRA, CHAIN, SHARED, assert_close

LWR = jn.load("kuka_lwr")
B_LWR = [joint.drive.reflected_inertia for joint in LWR.joints]
FRICTION = {"viscous_friction": 2.0, "coulomb_friction": 3.0, "coulomb_speed": 0.1}


def compare(found, expected, tolerance=ALGEBRA):
    """All results of `inverse_dynamics`, each derivative against its own largest entry."""
    for name, a, b in zip(found._fields, found, expected, strict=True):
        pairs = zip(a, b, strict=True) if name in ("tau_j", "theta") else [(a, b)]
        for k, (x, y) in enumerate(pairs):
            assert_close(x, y, tolerance, f"{name}, derivative {k}")


# ---------------------------------------------------------------- laws, each with its torque for mpmath

POINTS = ((-0.06, -0.03, 0.0, 0.02, 0.04, 0.08), (-20.0, -7.0, 0.0, 4.0, 9.0, 25.0))
STOP = 0.8
"""Deflection at which the spring by a function goes hard [rad or m]."""


@lru_cache
@mpmath.workdps(reference.DIGITS)
def natural_spline():
    """The cubic spline through POINTS, by its second derivatives at the points; straight beyond them."""
    x, y = (list(map(mpmath.mpf, row)) for row in POINTS)
    last, h = len(x) - 1, [b - a for a, b in pairwise(x)]
    A, b = mpmath.eye(last + 1), mpmath.zeros(last + 1, 1)
    for i in range(1, last):
        A[i, i - 1], A[i, i], A[i, i + 1] = h[i - 1] / 6, (h[i - 1] + h[i]) / 3, h[i] / 6
        b[i] = (y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1]
    m = mpmath.lu_solve(A, b)

    def torque(d):
        if d < x[0]:
            return y[0] + ((y[1] - y[0]) / h[0] - h[0] * m[1] / 6) * (d - x[0])
        if d > x[-1]:
            return y[-1] + ((y[-1] - y[-2]) / h[-1] + h[-1] * m[last - 1] / 6) * (d - x[-1])
        i = max(k for k in range(last) if x[k] <= d)
        left, right = (x[i + 1] - d) / h[i], (d - x[i]) / h[i]
        return y[i] * left + y[i + 1] * right + h[i] ** 2 / 6 * (m[i] * (left**3 - left) + m[i + 1] * (right**3 - right))

    return torque


LAWS = {
    "hardening": (jn.robot.HardeningSpring(300.0, 2e4), lambda d: 300 * d + 20000 * d**3),
    "tabulated": (jn.robot.TabulatedSpring(*POINTS), lambda d: natural_spline()(d)),
    "function": (
        jn.robot.SpringFunction(
            lambda d: 100.0 * d / (1.0 - (d / STOP) ** 2),
            lambda tau: 2.0 * tau / (100.0 + (1e4 + (2.0 / STOP * tau) ** 2) ** 0.5),
        ),
        lambda d: 100 * d / (1 - (d / mpmath.mpf(STOP)) ** 2),
    ),
}
TORQUES = dict(LAWS.values())


def exact(robot, Q, **more):
    """As `inverse_dynamics` gives it."""
    tau_m, tau_j, theta, delta = reference.motor(robot, Q, **more)
    return tau_m[0], tau_j, theta, delta[0]


def by_its_law(robot):
    """For `reference.motor`: the deflection at which the spring of joint i has this torque."""

    def spring(i, tau, _):
        law = robot.drives[i].stiffness
        if law not in TORQUES:
            return tau / mpmath.mpf(law)
        reach = STOP * (1 - mpmath.mpf(10) ** -30) if isinstance(law, jn.robot.SpringFunction) else 5
        return mpmath.findroot(lambda d: TORQUES[law](d) - tau, (-reach, reach), solver="anderson")

    return spring


@pytest.mark.parametrize("name", LAWS)
def test_laws(name):
    """Among the deflections are some between any two points of the table and some beyond both ends."""
    deflections = []
    for seed in range(6):
        robot = random_robot(seed, 4).with_drives(stiffness=LAWS[name][0], rotor_inertia=0.3, gear_ratio=-2.0, **FRICTION)
        Q = random_motion(robot, seed, 4)
        found = jn.inverse_dynamics(robot, *Q)
        compare(found, exact(robot, Q, spring=by_its_law(robot)))
        deflections += list(found.delta)
    assert name != "tabulated" or set(np.digitize(deflections, POINTS[0])) == set(range(7))


MIXED = random_robot(3, 6).with_drives(
    stiffness=[*TORQUES, 800.0, math.inf, next(iter(TORQUES))], rotor_inertia=0.3, gear_ratio=2.0, **FRICTION
)
"""All laws beside each other, a linear spring and a rigid joint."""


def test_mixed_springs_and_a_wrench():
    Q, W = random_motion(MIXED, 1, 4), np.random.default_rng(1).normal(scale=10.0, size=(3, 6))
    found = jn.inverse_dynamics(MIXED, *Q, wrench=W, link=2)
    compare(found, exact(MIXED, Q, wrench=W, link=2, spring=by_its_law(MIXED)))


def test_a_hardening_spring_that_does_not():
    linear, straight = (LWR.with_drives(stiffness=k, rotor_inertia=B_LWR) for k in (700.0, jn.robot.HardeningSpring(700.0, 0.0)))
    Q = random_motion(LWR, 2, 4, (3,))
    compare(jn.inverse_dynamics(straight, *Q), jn.inverse_dynamics(linear, *Q))


@pytest.mark.parametrize("batch", [(), (1,), (3, 1, 2), (0,)], ids=str)
def test_shape_and_batch(batch):
    Q = random_motion(MIXED, 3, 4, batch)
    found = jn.inverse_dynamics(MIXED, *Q)
    assert [x.shape for x in found] == [(*batch, 6), (3, *batch, 6), (3, *batch, 6), (*batch, 6)]
    for at in np.ndindex(batch):
        one = jn.inverse_dynamics(MIXED, *Q[(slice(None), *at)])
        compare(one, (found.tau_m[at], found.tau_j[(slice(None), *at)], found.theta[(slice(None), *at)], found.delta[at]))


def test_arguments_broadcast():
    Q, W = random_motion(MIXED, 7, 4), np.random.default_rng(7).normal(size=(3, 2, 1, 6))
    found = jn.inverse_dynamics(MIXED, *Q[:4], np.stack([Q[4], Q[3]]), wrench=W)
    assert found.theta.shape == (3, 2, 2, 6)
    for i, j in np.ndindex(2, 2):
        one = jn.inverse_dynamics(MIXED, *Q[:4], Q[4 - j], wrench=W[:, i, 0])
        compare(one, (found.tau_m[i, j], found.tau_j[:, i, j], found.theta[:, i, j], found.delta[i, j]))


@pytest.mark.native
def test_native():
    """The links natively, the springs around them."""
    for batch in ((), (1,), (7,), (1000,)):
        Q = random_motion(MIXED, 4, 4, batch)
        compare(jn.inverse_dynamics(MIXED, *Q), plainly(jn.inverse_dynamics, MIXED, *Q))
        varied = {"stiffness": (500.0 + np.arange(6.0), 20.0, 3.0)}
        compare(jn.inverse_dynamics(MIXED, *Q, **varied), plainly(jn.inverse_dynamics, MIXED, *Q, **varied))


# ---------------------------------------------------------------- stiffness that changes


@pytest.mark.parametrize("robot", [LWR, MIXED, random_robot(9, 4)], ids=["kuka_lwr", "laws", "no drives"])
def test_changing_stiffness(robot):
    """It takes the place of laws too; rigid joints stay rigid."""
    Q, rng = random_motion(robot, 5, 4), np.random.default_rng(5)
    K = np.stack([rng.uniform(200, 2000, robot.n), *rng.normal(scale=300.0, size=(2, robot.n))])
    found = jn.inverse_dynamics(robot, *Q, stiffness=K)
    tau_m, tau_j, *rest = exact(robot, Q, spring=lambda i, tau, t: tau / reference.taylor(K, t)[i])
    compare(found, (tau_m, tau_j[: robot.motion_order - 1], *rest))


def test_constant_stiffness():
    """One number for all joints, one for each, one for each sample: the robot that was built with it."""
    Q, K = random_motion(LWR, 6, 4, (3,)), np.linspace(300.0, 900.0, 7)
    plain = jn.inverse_dynamics(LWR.with_drives(stiffness=K, rotor_inertia=B_LWR), *Q)
    compare(jn.inverse_dynamics(LWR, *Q, stiffness=(K, 0.0, 0.0)), plain)
    compare(jn.inverse_dynamics(LWR, *Q, stiffness=(np.tile(K, (3, 1)), np.zeros((3, 7)), 0)), plain)
    plain = jn.inverse_dynamics(LWR, *Q)
    compare(jn.inverse_dynamics(LWR, *Q, stiffness=(1000, 0, 0)), plain)


# ---------------------------------------------------------------- accelerations from torques


def random_plant(seed, laws, damped=True):
    """A tree of 2 to 8 joints: elastic, rigid, without a drive, with friction; damped: and passive springs."""
    robot, rng = random_robot(seed, 2 + seed % 7), np.random.default_rng(seed + 30_000)
    springs = [lambda: 10 ** rng.uniform(2, 4)] + [lambda law=law: law for law, _ in LAWS.values()] * laws

    def joint(old):
        kind = rng.random()
        if kind < 0.1:
            return old
        if kind < 0.2 and damped:
            return dataclasses.replace(old, spring=jn.Spring(rng.uniform(10, 1000), rng.uniform(0, 5)))
        stiffness = math.inf if kind < 0.4 else springs[rng.integers(len(springs))]()
        rotor, gear = rng.uniform(1e-5, 1e-3), rng.choice([-1, 1]) * rng.uniform(20, 160)
        viscous, coulomb, damping = rng.uniform(0, 5, size=3)
        return dataclasses.replace(old, drive=jn.Drive(rotor, gear, stiffness, damped * damping, "spong", viscous, coulomb, 0.3))

    return dataclasses.replace(robot, joints=tuple(map(joint, robot.joints)))


def spring_torque(drive, delta):
    return float(TORQUES[drive.stiffness](delta)) if drive.stiffness in TORQUES else drive.stiffness * delta


def by_hand(robot, q, qd, theta, thetad, tau_m):
    """(qdd, thetadd) from mass matrix and torque of the rigid tree, and everything between motor and link written out."""
    M, h = jn.mass_matrix(robot, q), jn.rnea(robot, q, qd, np.zeros(robot.n))
    tau, thetadd = np.array(tau_m), np.full(robot.n, np.nan)
    for i, (joint, d) in enumerate(zip(robot.joints, robot.drives)):
        if joint.spring is not None:
            tau[i] = -joint.spring.stiffness * q[i] - joint.spring.damping * qd[i]
        elif d is not None:
            v, B = thetad[i] if d.elastic else qd[i], d.gear_ratio**2 * d.rotor_inertia
            rest = tau_m[i] - d.viscous_friction * v - d.coulomb_friction * v / math.hypot(v, d.coulomb_speed)
            if d.elastic:
                tau[i] = spring_torque(d, theta[i] - q[i]) + d.damping * (thetad[i] - qd[i])
                thetadd[i] = (rest - tau[i]) / B
            else:
                tau[i], M[i, i] = rest, M[i, i] + B
    qdd = np.linalg.solve(M, tau - h)
    return qdd, np.where(np.isnan(thetadd), qdd, thetadd)


def random_state(robot, seed, batch=()):
    """q, qd, theta, thetad, tau_m with deflections of some hundredths."""
    q, qd, bend, thetad, tau_m = random_motion(robot, seed, 4, batch)
    return q, qd, q + 0.05 * bend, thetad, 20.0 * tau_m


def compare_accelerations(found, expected, tolerance=ALGEBRA):
    assert isinstance(found, tuple)
    for name, a, b in zip(("qdd", "thetadd"), found, expected, strict=True):
        assert_close(a, b, tolerance, name)


@pytest.mark.parametrize("laws", [False, True], ids=["linear", "laws"])
@pytest.mark.parametrize("seed", range(20))
def test_forward_dynamics(seed, laws):
    robot = random_plant(seed, laws)
    state = random_state(robot, seed)
    compare_accelerations(jn.elastic_forward_dynamics(robot, *state), by_hand(robot, *state))


@pytest.mark.parametrize("laws", [False, True], ids=["linear", "laws"])
@pytest.mark.parametrize("seed", range(20))
def test_there_and_back(seed, laws):
    """Accelerations come back, but for what K (theta - q) has lost: theta is rounded, and some 1e-15 of K theta are missing."""
    robot = random_plant(seed, laws, damped=False)
    Q = random_motion(robot, seed, 4)
    done = jn.inverse_dynamics(robot, *Q)
    qdd, thetadd = jn.elastic_forward_dynamics(robot, *Q[:2], *done.theta[:2], done.tau_m)
    drives = [drive or jn.Drive() for drive in robot.drives]
    B = np.array([d.gear_ratio**2 * d.rotor_inertia for d in drives])
    K = np.array([0.0 if not d.elastic else d.law.stiffness(x) if d.law else d.stiffness for d, x in zip(drives, done.delta)])
    missing = 1e-14 * (K * np.abs(done.theta[0]) + np.abs(done.tau_j[0]))
    M = jn.mass_matrix(robot, Q[0]) + np.diag(np.where(K > 0, 0.0, B))
    assert (np.abs(qdd - Q[2]) <= np.abs(np.linalg.inv(M)) @ missing).all()
    assert (B * np.abs(thetadd - done.theta[2]) <= missing + 1e-14 * np.abs(done.tau_m))[K > 0].all()
    assert (thetadd == qdd)[K == 0].all()


@pytest.mark.parametrize("seed", range(10))
def test_pinocchio(seed):
    """Its articulated bodies under the torques of our springs, rotors of rigid joints as its armature."""
    robot = random_plant(seed + 40, laws=False, damped=False)
    q, qd, theta, thetad, tau_m = random_state(robot, seed)
    peer = Pinocchio(model_of(robot), robot.joint_names)
    tau = np.array(tau_m)
    for i, d in enumerate(robot.drives):
        if d is not None and d.elastic:
            tau[i] = d.stiffness * (theta[i] - q[i])
        elif d is not None:
            peer.model.armature[peer.order[i]] = d.gear_ratio**2 * d.rotor_inertia
            tau[i] -= d.viscous_friction * qd[i] + d.coulomb_friction * qd[i] / math.hypot(qd[i], d.coulomb_speed)
    qdd, _ = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m)
    assert_close(qdd, peer.forward_dynamics(q, qd, tau), CHAIN, "qdd")


def test_a_joint_without_a_motor():
    """The arm of [Moberg2010], Table 1: K = 1e5, D = 250, rotors of 100; the third joint is held by its spring alone."""
    robot = jn.load("moberg_5dof")
    q, qd, theta, thetad, tau_m = random_state(robot, 1)
    tau = 1e5 * (theta - q) + 250.0 * (thetad - qd)
    tau[2] = -1e5 * q[2] - 250.0 * qd[2]
    qdd = np.linalg.solve(jn.mass_matrix(robot, q), tau - jn.rnea(robot, q, qd, np.zeros(3)))
    thetadd = np.array([*(tau_m - tau)[:2] / 100.0, qdd[2]])
    compare_accelerations(jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m), (qdd, thetadd))
    other = (x + np.array([0.0, 0.0, 5.0]) for x in (theta, thetad, tau_m))  # what nobody is there for is not read
    compare_accelerations(jn.elastic_forward_dynamics(robot, q, qd, *other), (qdd, thetadd))


PLANTS = [random_plant(4, laws=False), random_plant(4, laws=True)]
plants = pytest.mark.parametrize("robot", PLANTS, ids=["linear", "laws"])


@plants
@pytest.mark.parametrize("batch", [(), (1,), (3, 1, 2), (0,)], ids=str)
def test_forward_shape_and_batch(robot, batch):
    state = random_state(robot, 2, batch)
    found = jn.elastic_forward_dynamics(robot, *state)
    assert [x.shape for x in found] == [(*batch, robot.n)] * 2
    for at in np.ndindex(batch):
        compare_accelerations(jn.elastic_forward_dynamics(robot, *(x[at] for x in state)), [x[at] for x in found])
    if batch == (3, 1, 2):
        spread = jn.elastic_forward_dynamics(robot, state[0][0, 0, 0], *(x[:1] for x in state[1:4]), state[4])
        assert spread[0].shape == (*batch, robot.n)
        one = jn.elastic_forward_dynamics(robot, state[0][0, 0, 0], *(x[0, 0, 1] for x in state[1:4]), state[4][2, 0, 1])
        compare_accelerations(one, [x[2, 0, 1] for x in spread])


def test_forward_on_other_numbers():
    robot = PLANTS[0]
    state = random_state(robot, 3)
    expected = jn.elastic_forward_dynamics(robot, *state)
    exact_numbers = jn.elastic_forward_dynamics(robot, *np.vectorize(mpmath.mpf, otypes=[object])(np.array(state)))
    assert all(x.dtype == object for x in exact_numbers)
    compare_accelerations(exact_numbers, expected)
    for kind in (casadi.SX, casadi.MX):
        x = [kind.sym(f"x{k}", robot.n) for k in range(5)]
        values = casadi.Function("f", x, list(jn.elastic_forward_dynamics(robot, *x)))(*state)
        compare_accelerations(tuple(np.array(value).ravel() for value in values), expected)


@pytest.mark.native
@plants
def test_forward_native(robot):
    for batch in ((), (1,), (7,), (1000,)):
        state = random_state(robot, 5, batch)
        expected = plainly(jn.elastic_forward_dynamics, robot, *state)
        for _ in range(2):  # the second call of a single sample takes a shorter way
            compare_accelerations(jn.elastic_forward_dynamics(robot, *state), expected, CHAIN)
        if robot is PLANTS[0]:
            kernel = jn.compile(jn.elastic_forward_dynamics, robot)
            compare_accelerations(kernel(*state), jn.elastic_forward_dynamics(robot, *state), SHARED)


# ---------------------------------------------------------------- refusals

Q0 = random_motion(LWR, 0, 4)
HARD = LWR.with_drives(stiffness=jn.robot.HardeningSpring(1e3, 1e4), rotor_inertia=1.0)
LIGHT = LWR.with_drives(stiffness=[math.inf, 1e3] + 5 * [math.inf], rotor_inertia=[0.0] * 7)


def nan_in(k):
    Q = Q0.copy()
    Q[k, 2] = math.nan
    return Q


def narrow(k):
    return [x[:5] if i == k else x for i, x in enumerate(Q0)]


NAMED = ("q", "qd", "theta", "thetad", "tau_m")
BAD = [
    (lambda: jn.inverse_dynamics(LWR, *Q0, stiffness=(1e3, 0.0)), r"\(K, Kdot, Kddot\), got 2 entries"),
    (lambda: jn.inverse_dynamics(LWR, *Q0, stiffness=(np.ones(6), 0.0, 0.0)), r"stiffness has 6 values.*shape \(\.\.\., 7\)"),
    (lambda: jn.inverse_dynamics(LWR, *Q0, stiffness=("stiff", 0, 0)), "stiffness: expected arrays"),
    (lambda: jn.inverse_dynamics(LWR, *Q0, stiffness=(0.0, 0, 0)), "stiffness of joint 'A1' is 0; expected numbers above zero"),
    (
        lambda: jn.inverse_dynamics(LWR, *Q0, stiffness=(1e3, math.nan, 0)),
        "derivative 1 of stiffness is nan.*expected finite",
    ),
    (lambda: jn.inverse_dynamics(LWR, *nan_in(3), stiffness=(1e3, 0, 0)), r"q\^\(3\) is nan at index \(2,\)"),
    *((lambda k=k: jn.elastic_forward_dynamics(LWR, *nan_in(k)), f"^{NAMED[k]} is nan at index") for k in range(5)),
    *((lambda k=k: jn.elastic_forward_dynamics(LWR, *narrow(k)), f"^{NAMED[k]} has 5 values") for k in range(5)),
    *((lambda k=k: jn.elastic_forward_dynamics(HARD, *nan_in(k)), f"^{NAMED[k]} is nan at index") for k in range(5)),
    *((lambda k=k: jn.elastic_forward_dynamics(HARD, *narrow(k)), f"^{NAMED[k]} has 5 values") for k in range(5)),
    (lambda: jn.inverse_dynamics(LWR, *Q0, stiffness=1e3), r"\(K, Kdot, Kddot\)"),
]


@pytest.mark.parametrize(("call", "words"), BAD, ids=range(len(BAD)))
def test_bad_input(call, words):
    with pytest.raises(InputError, match=words):
        call()


def test_carried_rotors_behind_a_law():
    rotors = {"rotor_inertia": [b / 1e4 for b in B_LWR], "gear_ratio": 100.0, "coupling": "full"}
    linear, straight = (LWR.with_drives(stiffness=k, **rotors) for k in (700.0, jn.robot.HardeningSpring(700.0, 0.0)))
    compare_accelerations(jn.elastic_forward_dynamics(straight, *Q0), jn.elastic_forward_dynamics(linear, *Q0))


def test_a_motor_without_inertia():
    """Fine to ask for its torque, not for its acceleration."""
    assert np.isfinite(jn.inverse_dynamics(LIGHT, *Q0).tau_m).all()
    with pytest.raises(ModelError, match="'A2' has a spring but no rotor inertia.*rotor_inertia.*stiffness = inf"):
        jn.elastic_forward_dynamics(LIGHT, *Q0)


@pytest.mark.native
def test_a_kernel_without_inertia():
    with pytest.raises(ModelError, match="'A2' has a spring but no rotor inertia"):
        jn.compile(jn.elastic_forward_dynamics, LIGHT)(*Q0)


@pytest.mark.parametrize(
    "stiffness",
    [
        50.0,
        LAWS["hardening"][0],
    ],
    ids=["linear", "law"],
)
def test_a_massless_link_has_no_acceleration(stiffness):
    links = [jn.Link("base"), jn.Link("arm", 2.0, (0.5, 0.0, 0.0)), jn.Link("flange")]
    joints = [jn.Joint("a", "revolute", "base", "arm"), jn.Joint("b", "revolute", "arm", "flange")]
    robot = jn.Robot.build("light", links, joints).with_drives(stiffness=stiffness, rotor_inertia=0.5)
    for batch in ((), (3,)):
        with pytest.raises(SingularityError, match="'b' moves no inertia"):
            jn.elastic_forward_dynamics(robot, *np.zeros((5, *batch, 2)))
