"""Inverse dynamics of elastic joints: fifty digits that never saw a jet, Pinocchio, limits, every kind of number, native code."""

import dataclasses
import math
import shutil
import subprocess

import casadi
import mpmath
import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.kernel.backends import native
from support import reference
from support.cases import some
from support.peer_pinocchio import Pinocchio, model_of
from support.random_robots import plainly, random_motion, random_robot, right_angled_arm
from support.tolerances import ALGEBRA, SHARED, assert_close

LWR = jn.load("kuka_lwr")
NATIVE = 1e-13
"""Native against plain: a few ulp, as a product and a sum may be rounded once."""


def random_drive(rng):
    """Rigid one time in three, a gear that turns either way, friction of each kind one time in two."""
    return jn.Drive(
        rotor_inertia=10 ** rng.uniform(-6, -3),
        gear_ratio=rng.choice([-1, 1]) * rng.uniform(20, 160),
        stiffness=math.inf if rng.random() < 1 / 3 else 10 ** rng.uniform(2, 5),
        viscous_friction=max(0.0, rng.uniform(-5, 5)),
        coulomb_friction=max(0.0, rng.uniform(-5, 5)),
        coulomb_speed=rng.uniform(0.01, 1.0),
    )


def driven(seed, n):
    """A random tree with drives of all kinds, and a few joints without one."""
    robot, rng = random_robot(seed, n), np.random.default_rng(seed + 20_000)
    drives = [random_drive(rng) if rng.random() < 0.9 else None for _ in robot.joints]
    return dataclasses.replace(robot, joints=tuple(dataclasses.replace(j, drive=d) for j, d in zip(robot.joints, drives)))


TREES = [(seed, 1 + seed % 8) for seed in range(100)] + [(100, 20), (101, 25), (102, 30)]
MIXED = driven(5, 5)


def compare(found, expected, tolerance=ALGEBRA):
    """All four results, each derivative against its own largest entry."""
    for name, a, b in zip(found._fields, found, expected, strict=True):
        pairs = zip(a, b, strict=True) if name in ("tau_j", "theta") else [(a, b)]
        for k, (x, y) in enumerate(pairs):
            assert_close(x, y, tolerance, f"{name}, derivative {k}")


# ---------------------------------------------------------------- against fifty digits


def exact(robot, Q, wrench=None, link=None):
    """As `inverse_dynamics` gives it."""
    tau_m, tau_j, theta, delta = (np.array(rows, dtype=float) for rows in reference.motor(robot, Q, wrench, link))
    return tau_m[0], tau_j[: robot.motion_order - 1], theta, delta[0]


@pytest.mark.parametrize("seed", range(4))
def test_lwr(seed):
    Q, W = random_motion(LWR, seed, 4), np.random.default_rng(seed).normal(scale=20.0, size=(3, 6))
    compare(jn.inverse_dynamics(LWR, *Q), exact(LWR, Q))
    compare(jn.inverse_dynamics(LWR, *Q, wrench=W, link=3), exact(LWR, Q, W, 3))


def test_lwr_along_a_motion():
    Q = jn.trajectory.rest_to_rest(np.zeros(7), np.linspace(-1.5, 2.0, 7), 1.2)(np.linspace(0.0, 1.2, 6), 4)
    samples = zip(*(exact(LWR, Q[:, k]) for k in range(6)))
    compare(jn.inverse_dynamics(LWR, *Q), [np.stack(x, axis=-2) for x in samples])


@pytest.mark.parametrize(("seed", "n"), [*some(TREES[:-3], 40), *TREES[-3:]])
def test_random_trees(seed, n):
    robot, rng = driven(seed, n), np.random.default_rng(seed)
    Q, W, link = random_motion(robot, seed, 4), rng.normal(scale=20.0, size=(3, 6)), int(rng.integers(n))
    compare(jn.inverse_dynamics(robot, *Q, wrench=W, link=link), exact(robot, Q, W, link))


def test_the_trees_are_mixed():
    """Turning and sliding joints meet every kind of drive; a robot may be rigid, elastic or both."""
    robots = [driven(seed, n) for seed, n in TREES]
    for prismatic in (True, False):
        drives = [j.drive for robot in robots for j in robot.joints if j.prismatic == prismatic]
        assert None in drives
        for elastic in (True, False):
            of_kind = [d for d in drives if d is not None and d.elastic == elastic]
            assert {(d.gear_ratio > 0, d.viscous_friction > 0, d.coulomb_friction > 0) for d in of_kind} == {
                (a, b, c) for a in (True, False) for b in (True, False) for c in (True, False)
            }
    assert {robot.motion_order for robot in robots} == {2, 4}


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize("robot", [LWR, random_robot(1, 6)], ids=["kuka_lwr", "tree"])
def test_stiff_joints_are_rigid_ones(robot):
    """The difference falls as 1/K, with friction in it."""
    Q, K = random_motion(robot, 1, 4), 10.0 ** np.arange(4, 9)
    drives = [robot.with_drives(stiffness=k, rotor_inertia=0.7, viscous_friction=2.0, coulomb_friction=1.0) for k in K]
    rigid = jn.inverse_dynamics(drives[0].with_rigid_joints(), *Q).tau_m
    errors = [np.abs(jn.inverse_dynamics(stiff, *Q).tau_m - rigid).max() for stiff in drives]
    slope = np.polyfit(np.log(K), np.log(errors), 1)[0]
    assert abs(slope + 1.0) < 0.02


def test_rigid_joints():
    """tau_m = tau + B qdd + friction(qd), and the motor moves as the link does."""
    robot = LWR.with_drives(stiffness=math.inf, rotor_inertia=2.0, gear_ratio=-3.0, viscous_friction=0.5, coulomb_friction=4.0)
    q, qd, qdd = random_motion(robot, 2, 2)
    found = jn.inverse_dynamics(robot, q, qd, qdd)
    tau = jn.rnea(robot, q, qd, qdd)
    compare(found, (tau + 18.0 * qdd + 0.5 * qd + 4.0 * qd / np.hypot(qd, 0.01), tau[None], [q, qd, qdd], np.zeros(7)))


def test_without_drives():
    robot = random_robot(4, 6)
    Q, W = random_motion(robot, 3, 2), np.random.default_rng(0).normal(size=(1, 6))
    tau = jn.rnea(robot, *Q, wrench=W, link=2)
    compare(jn.inverse_dynamics(robot, *Q, wrench=W, link=2), (tau, tau[None], Q, np.zeros(6)), 0.0)


# ---------------------------------------------------------------- Pinocchio


@pytest.mark.parametrize("seed", range(20))
def test_pinocchio(seed):
    """Torques along a motion are Pinocchio's; motor acceleration by differences of q + tau/K over 19 of them."""
    robot = driven(seed + 200, 2 + seed % 7) if seed else LWR
    rng, n = np.random.default_rng(seed), robot.n
    path = jn.trajectory.harmonic(rng.normal(size=n), rng.uniform(0.5, 1.0, size=n), rng.normal(size=n), rng.normal(size=n))
    peer = Pinocchio(model_of(robot), robot.joint_names)
    h, now = 0.05, reference.HALF_WIDTH
    Q = path(h * np.arange(-now, now + 1), 4)
    tau = np.array([peer.rnea(*sample) for sample in Q[:3].swapaxes(0, 1)])
    weights = np.array(reference.difference_weights(2), dtype=float)

    drives = [drive or jn.Drive() for drive in robot.drives]
    B, C, Fv, Fc, v0 = np.transpose(
        [
            (d.gear_ratio**2 * d.rotor_inertia, 1 / d.stiffness, d.viscous_friction, d.coulomb_friction, d.coulomb_speed)
            for d in drives
        ]
    )
    theta = [weights[k] @ (Q[0] + tau * C) / h**k for k in range(3)]
    tau_m = B * theta[2] + tau[now] + Fv * theta[1] + Fc * theta[1] / np.hypot(theta[1], v0)

    found = jn.inverse_dynamics(robot, *Q[:, now])
    assert_close(found.tau_j[0], tau[now], ALGEBRA, "link equation")
    assert_close(found.delta, tau[now] * C, ALGEBRA, "spring")
    # differences of numbers rounded at 1e-16 over h^2 = 0.0025, 6 of them in the sum
    for k, tolerance in enumerate((ALGEBRA, 1e-11, 1e-11)):
        assert_close(found.theta[k], theta[k], tolerance, f"theta, derivative {k}")
    assert_close(found.tau_m, tau_m, 1e-11, "motor equation")


# ---------------------------------------------------------------- shapes and numbers


@pytest.mark.parametrize("batch", [(), (1,), (3, 1, 2), (0,)], ids=str)
@pytest.mark.parametrize("robot", [MIXED, MIXED.with_rigid_joints()], ids=["elastic", "rigid"])
def test_shape_and_batch(robot, batch):
    Q = random_motion(robot, 1, robot.motion_order, batch)
    found = jn.inverse_dynamics(robot, *Q)
    assert isinstance(found, jn.dynamics.InverseDynamics)
    assert found.tau_m.shape == found.delta.shape == (*batch, 5)
    assert found.tau_j.shape == (robot.motion_order - 1, *batch, 5)
    assert found.theta.shape == (3, *batch, 5)
    for index in np.ndindex(batch):
        here = [x[index] if x.ndim == len(batch) + 1 else x[(slice(None), *index)] for x in found]
        compare(jn.inverse_dynamics(robot, *Q[(slice(None), *index)]), here)


def test_arguments_broadcast():
    q, qd, qdd, *higher = random_motion(MIXED, 2, 4, (4, 2))
    W = np.random.default_rng(0).normal(size=(3, 2, 6))
    found = jn.inverse_dynamics(MIXED, q[0, 0], qd[:, :1], qdd, *higher, wrench=W)
    for i, j in np.ndindex(4, 2):
        one = jn.inverse_dynamics(MIXED, q[0, 0], qd[i, 0], qdd[i, j], *(x[i, j] for x in higher), wrench=W[:, j])
        compare(one, (found.tau_m[i, j], found.tau_j[:, i, j], found.theta[:, i, j], found.delta[i, j]))


@pytest.mark.parametrize("robot", [MIXED, MIXED.with_rigid_joints()], ids=["elastic", "rigid"])
def test_further_derivatives_are_not_read(robot):
    Q = random_motion(robot, 3, robot.motion_order)
    compare(jn.inverse_dynamics(robot, *Q, np.full(5, np.nan), "nothing"), jn.inverse_dynamics(robot, *Q), 0.0)


def test_object_arrays():
    Q, W = random_motion(MIXED, 4, 4, (2,)), np.random.default_rng(1).normal(size=(3, 6))
    with mpmath.workdps(50):
        found = jn.inverse_dynamics(MIXED, *np.vectorize(mpmath.mpf, otypes=[object])(Q), wrench=W)
    assert all(x.dtype == object for x in found)
    assert isinstance(found.tau_m[0, 0], mpmath.mpf)
    compare(found, jn.inverse_dynamics(MIXED, *Q, wrench=W))


@pytest.mark.parametrize("kind", [casadi.SX, casadi.MX], ids=["SX", "MX"])
@pytest.mark.parametrize("robot", [MIXED, MIXED.with_rigid_joints()], ids=["elastic", "rigid"])
def test_casadi(robot, kind):
    order = robot.motion_order
    Q, W = random_motion(robot, 5, order), np.random.default_rng(2).normal(size=(order - 1, 6))
    x, w = [kind.sym(f"x{k}", 5) for k in range(order + 1)], [kind.sym(f"w{k}", 6) for k in range(order - 1)]
    tau_m, tau_j, theta, delta = jn.inverse_dynamics(robot, *x, wrench=w, link=2)
    values = casadi.Function("f", [*x, *w], [tau_m, *tau_j, *theta, delta])(*Q, *W)
    tau_m, *rows, delta = (np.array(value).ravel() for value in values)
    expected = jn.inverse_dynamics(robot, *Q, wrench=W, link=2)
    compare(expected, (tau_m, rows[: order - 1], rows[order - 1 :], delta))


# ---------------------------------------------------------------- native code


@pytest.mark.native
@pytest.mark.parametrize(("n", "loaded"), [(3, True), (20, False), (40, False), (200, True)])
def test_native(n, loaded):
    """Straight-line code up to 30 joints, a loop beyond."""
    robot, rng = driven(n, n), np.random.default_rng(n)
    for batch in ((), (1,), (7,), (1000,)):
        # two hundred links turning at 1 rad/s each would leave numbers of 1e6
        Q, W = 0.3 * rng.normal(size=(5, *batch, n)), rng.normal(scale=20.0, size=(3, *batch, 6))
        more = {"wrench": W, "link": n // 2} if loaded else {}
        expected = plainly(jn.inverse_dynamics, robot, *Q, **more)
        for _ in range(2):  # the second call of a single sample takes a shorter way
            compare(jn.inverse_dynamics(robot, *Q, **more), expected, NATIVE)


@pytest.mark.native
@pytest.mark.parametrize("stiffness", [[1000.0, math.inf, 1.0, 500.0], [math.inf] * 4], ids=["mixed", "rigid"])
def test_loop_whose_constants_fold(stiffness):
    """A compliance of zero or one is folded into the step of its links, and so is friction that is not there."""
    drives = {
        "rotor_inertia": [1.0, 0.0, 0.3, 0.2],
        "viscous_friction": [1.0, 0.0, 2.0, 0.0],
        "coulomb_friction": [0.0, 1.0, 0.0, 3.0],
    }
    repeated = {key: values * 10 for key, values in drives.items()}
    robot = right_angled_arm(40).with_drives(stiffness=stiffness * 10, **repeated)
    Q = 0.3 * random_motion(robot, 6, 4, (5,))
    compare(jn.inverse_dynamics(robot, *Q), plainly(jn.inverse_dynamics, robot, *Q), NATIVE)


@pytest.mark.native
def test_loop_equals_straight_line(monkeypatch):
    Q, W = random_motion(MIXED, 7, 4, (9,)), np.random.default_rng(3).normal(size=(3, 9, 6))
    straight = jn.inverse_dynamics(MIXED, *Q, wrench=W, link=1)
    monkeypatch.setattr(native, "LARGEST_STRAIGHT", 0)
    looped = jn.compile(jn.inverse_dynamics, MIXED, wrench=True, link=1)
    compare(looped(*Q, wrench=W), straight, NATIVE)


@pytest.mark.native
@pytest.mark.parametrize("robot", [LWR, MIXED, MIXED.with_rigid_joints()], ids=["kuka_lwr", "mixed", "rigid"])
def test_kernel(robot):
    kernel, loaded = jn.compile(jn.inverse_dynamics, robot), jn.compile(jn.inverse_dynamics, robot, link=1, wrench=True)
    for batch in ((), (6,)):
        Q = random_motion(robot, 8, robot.motion_order, batch)
        W = np.random.default_rng(4).normal(size=(robot.motion_order - 1, *batch, 6))
        assert isinstance(kernel(*Q), jn.dynamics.InverseDynamics)
        compare(kernel(*Q), jn.inverse_dynamics(robot, *Q), SHARED)
        compare(loaded(*Q, wrench=W), jn.inverse_dynamics(robot, *Q, wrench=W, link=1), SHARED)


def test_operations():
    """The motors cost a few operations a joint beyond the torque and its two derivatives."""
    operations = jn.compile(jn.inverse_dynamics, LWR).operations
    assert operations <= jn.compile(jn.rnea, LWR, order=2).operations + 8 * LWR.n
    assert operations <= 3450


@pytest.mark.native
@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
@pytest.mark.parametrize("robot", [LWR, MIXED, driven(40, 40)], ids=["kuka_lwr", "mixed", "loop"])
def test_exported_c(robot, tmp_path):
    """Strict C99 whose own test passes."""
    jn.compile(jn.inverse_dynamics, robot, wrench=True).write_c(tmp_path)
    strict = ["gcc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1"]
    command = [*strict, "inverse_dynamics.c", "test_inverse_dynamics.c", "-o", "program", "-lm"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=120)
    assert subprocess.run(["./program"], cwd=tmp_path, timeout=60).returncode == 0


# ---------------------------------------------------------------- refusals

Q0 = random_motion(LWR, 0, 4)
W0 = np.ones((3, 6))
DRIVES = {"stiffness": 1e3, "rotor_inertia": 1.0}
DAMPED = LWR.with_drives(**DRIVES, damping=[0, 0, 2.0, 0, 0, 0, 0])
PASSIVE = jn.load("moberg_5dof").with_drives(**DRIVES)
CARRIED = LWR.with_drives(**DRIVES, coupling="full")
CARRIED_AND_DAMPED = LWR.with_drives(**DRIVES, coupling="full", damping=[0, 2.0, 0, 0, 0, 0, 0])
MOST = np.ones((2 * LWR.n + 3, LWR.n))
"""As many derivatives as carried rotors can ask for."""
HARD = LWR.with_drives(stiffness=jn.robot.HardeningSpring(1e3, 1e4), rotor_inertia=1.0)


def changed(k, at, value):
    """The motion with one number replaced."""
    Q = Q0.copy()
    Q[k, at] = value
    return Q


PATH = r"jn\.trajectory\.rest_to_rest.*path\(t, 4\)"
BAD = [
    (lambda: jn.inverse_dynamics(LWR, *Q0[:3]), f"to order 4, because joint 'A1'.*missing: the jerk .*, the snap .*{PATH}"),
    (lambda: jn.inverse_dynamics(LWR, *Q0[:4]), rf"missing: the snap q\^\(4\)\. A path that has them: {PATH}"),
    (lambda: jn.inverse_dynamics(DAMPED, *Q0), r"'A3' of robot 'kuka_lwr' is elastic and damped.*jn\.feedforward"),
    (lambda: jn.compile(jn.inverse_dynamics, DAMPED), r"'A3' of robot 'kuka_lwr' is elastic and damped.*jn\.feedforward"),
    (lambda: jn.inverse_dynamics(PASSIVE, *Q0[:, :3]), "'joint3' of robot 'moberg_5dof' has a spring and no motor"),
    (lambda: jn.compile(jn.inverse_dynamics, PASSIVE), "'joint3' of robot 'moberg_5dof' has a spring and no motor"),
    (
        lambda: jn.inverse_dynamics(CARRIED_AND_DAMPED, *MOST),
        "'A2' .* is elastic and damped",
    ),
    (
        lambda: jn.compile(jn.inverse_dynamics, CARRIED_AND_DAMPED),
        "'A2' .* is elastic and damped",
    ),
    (lambda: jn.inverse_dynamics(CARRIED, *MOST, stiffness=(1e3, 0, 0)), "expected K and 8 derivatives"),
    (lambda: jn.inverse_dynamics(CARRIED, *MOST[:6]), r"missing: q\^\(6\).*q\^\(10\).*degree=19"),
    (lambda: jn.compile(jn.inverse_dynamics, LWR, order=1), "no time derivatives"),
    (lambda: jn.inverse_dynamics(LWR, *changed(0, 2, math.nan)), r"q is nan at index \(2,\)"),
    (lambda: jn.inverse_dynamics(LWR, *changed(4, 6, -math.inf)), r"q\^\(4\) is -inf at index \(6,\)"),
    (lambda: jn.inverse_dynamics(HARD, *changed(3, 1, math.nan)), r"q\^\(3\) is nan at index \(1,\)"),
    (lambda: jn.inverse_dynamics(LWR, *Q0[:, :6]), "q has 6 values, but robot 'kuka_lwr' has 7 joints"),
    (lambda: jn.inverse_dynamics(LWR, *Q0[:4], 1.0), r"q\^\(4\) is a single number"),
    (lambda: jn.inverse_dynamics(HARD, *Q0[:4], Q0[4, :5]), r"q\^\(4\) has 5 values"),
    (lambda: jn.inverse_dynamics(LWR, *Q0[:4], np.ones((2, 7)), wrench=np.ones((3, 3, 6))), "batch axes do not fit"),
    (lambda: jn.inverse_dynamics(LWR, *Q0, wrench=W0[:1]), "wrench has 1 entries.*needs 3"),
    (lambda: jn.inverse_dynamics(HARD, *Q0, wrench=W0[:2]), "wrench has 2 entries.*needs 3"),
    (lambda: jn.inverse_dynamics(LWR, *Q0, wrench=W0[:, :5]), r"wrench\[0\] has 5 values"),
    (lambda: jn.inverse_dynamics(LWR, *Q0, wrench=W0, link="hand"), "no link or frame 'hand'"),
]


@pytest.mark.parametrize(("call", "words"), BAD, ids=range(len(BAD)))
def test_bad_input(call, words):
    with pytest.raises(InputError, match=words):
        call()


@pytest.mark.native
def test_bad_numbers_in_native_code():
    for batch in ((), (1,), (30,)):
        Q = random_motion(LWR, 11, 4, batch)
        jn.inverse_dynamics(LWR, *Q)
        Q[(3, *[-1] * len(batch), 2)] = math.nan
        with pytest.raises(InputError, match=r"q\^\(3\) is nan at index .*2,?\)"):
            jn.inverse_dynamics(LWR, *Q)


def massless(stiffness):
    """A flange that weighs nothing: the torque in its joint is a plain zero, and no series."""
    links = [jn.Link("base"), jn.Link("arm", 2.0, (0.5, 0.0, 0.0)), jn.Link("flange")]
    joints = [jn.Joint("a", "revolute", "base", "arm", axis=(0, 1, 0)), jn.Joint("b", "revolute", "arm", "flange")]
    return jn.Robot.build("light", links, joints).with_drives(stiffness=[100.0, stiffness], rotor_inertia=0.5)


@pytest.mark.native
@pytest.mark.parametrize("stiffness", [50.0, math.inf])
def test_a_massless_link(stiffness):
    robot = massless(stiffness)
    Q = random_motion(robot, 12, 4)
    compare(plainly(jn.inverse_dynamics, robot, *Q), exact(robot, Q))
    compare(jn.inverse_dynamics(robot, *Q), exact(robot, Q))
