"""Rotors that are carried along: a gyroscope by hand, many digits by balances of momentum, limits and symmetries, native code."""

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
from support import reference, rotors
from support.cases import some
from support.random_robots import plainly, random_motion
from support.rotors import random_rotors
from support.tolerances import ALGEBRA, CHAIN, SHARED, assert_close

NATIVE = 1e-13
"""Native against plain: a few ulp, as a product and a sum may be rounded once."""
MIXED = [(seed, 2 + seed % 7) for seed in range(42)]
GENERIC = [(seed, n) for seed, n in enumerate(range(2, 9))]


def generic(seed, n):
    """A chain without a right angle or a slide, every rotor on the link before its joint: nothing vanishes."""
    robot = random_rotors(seed, n, chain=True, kinds=("revolute",), rigid=0, spong=0, moved=0)
    axes = np.random.default_rng(seed).normal(size=(n, 3))
    joints = tuple(dataclasses.replace(joint, axis=tuple(axis)) for joint, axis in zip(robot.joints, axes))
    return dataclasses.replace(robot, joints=joints)


def spong(robot):
    """The same robot with rotors that turn about their own axes only."""
    drives = [dataclasses.replace(drive, coupling="spong") for drive in robot.drives]
    return dataclasses.replace(robot, joints=tuple(dataclasses.replace(j, drive=d) for j, d in zip(robot.joints, drives)))


def geared(robot, ratio, coupling="full"):
    """Each motor behind a gear of this ratio, its inertia at the joint that of a rotor of 0.3 kg m^2 without one."""
    bare = dataclasses.replace(robot, joints=tuple(dataclasses.replace(joint, drive=None) for joint in robot.joints))
    return bare.with_drives(stiffness=40.0, rotor_inertia=0.3 / ratio**2, gear_ratio=ratio, coupling=coupling)


def compare(found, expected, tolerance=ALGEBRA):
    """All four results, each derivative against its own largest entry; tau_j as far as it is given."""
    tau_m, tau_j, theta, delta = (np.array(x, dtype=float) for x in expected)
    rows = len(found.tau_j)
    assert rows in (1, 3)
    for k, (x, y) in enumerate(zip(found.tau_j, tau_j[:rows], strict=True)):
        assert_close(x, y, tolerance, f"tau_j, derivative {k}")
    for k, (x, y) in enumerate(zip(found.theta, theta, strict=True)):
        assert_close(x, y, tolerance, f"theta, derivative {k}")
    assert_close(found.tau_m, tau_m.reshape(found.tau_m.shape), tolerance, "tau_m")
    assert_close(found.delta, delta.reshape(found.delta.shape), tolerance, "delta")


# ---------------------------------------------------------------- by hand


def gyroscope():
    """A turntable a about z, a gimbal b about y on it, and on the gimbal the motor of joint c, whose axis is x."""
    names, axes = ("a", "b", "c"), ((0, 0, 1), (0, 1, 0), (1, 0, 0))
    links = [jn.Link("base"), *(jn.Link(name, 1.0, (0, 0, 0), (1.0, 1.0, 1.0, 0, 0, 0)) for name in names)]
    joints = [jn.Joint(f"j{n}", "revolute", p, n, axis=axis) for n, p, axis in zip(names, ("base", "a", "b"), axes)]
    robot = jn.Robot.build("gyroscope", links, joints)
    return robot.with_drives(stiffness=50.0, rotor_inertia=0.02, gear_ratio=-7.0, coupling="full")


def test_gyroscope():
    """The turntable tips the gimbal and the gimbal slows the turntable; both turn the carrier about the rotor's axis."""
    robot, h = gyroscope(), -0.14
    q, qd, thetad = random_motion(robot, 0, 2)
    a, b, _ = qd
    sin, cos = np.sin(q[1]), np.cos(q[1])
    terms = jn.dynamics.motor_terms(robot, q, qd, thetad)
    assert_close(terms.S, [[0, 0, -h * sin], [0, 0, 0], [0, 0, 0]], what="S; y is at right angles to z and x")
    assert_close(terms.C_rotor, [-h * cos * b * thetad[2], h * cos * a * thetad[2], 0], what="C_rotor")
    assert_close(terms.C_carrier, [0, 0, -h * cos * a * b], what="C_carrier")
    assert_close(terms.B, [0.98] * 3, what="B")
    assert robot.coupling.pattern == ((0, 0, 2), (0, 0, 1), (0, 0, 0))


# ---------------------------------------------------------------- against many digits


@pytest.mark.parametrize(("seed", "n"), some(MIXED, 21))
def test_random_robots(seed, n):
    """Chains and trees; mounts anywhere; every kind of drive; a wrench with all its derivatives."""
    robot, rng = random_rotors(seed, n, chain=seed % 3 == 0), np.random.default_rng(seed)
    order, link = robot.motion_order, int(rng.integers(n))
    Q, W = random_motion(robot, seed, order), rng.normal(scale=20.0, size=(order - 1, 6))
    compare(jn.inverse_dynamics(robot, *Q, wrench=W, link=link), rotors.motor(robot, Q, W, link))


@pytest.mark.parametrize(("seed", "n"), GENERIC)
def test_generic_chains(seed, n):
    """As many derivatives as there can be: 2 (n + 1)."""
    robot = generic(seed, n)
    assert robot.motion_order == 2 * (n + 1)
    Q = random_motion(robot, seed, robot.motion_order)
    compare(jn.inverse_dynamics(robot, *Q), rotors.motor(robot, Q))


def test_lwr():
    robot = jn.load("kuka_lwr").with_drives(stiffness=[1e4] * 5 + [8e3] * 2, rotor_inertia=2e-4, gear_ratio=100, coupling="full")
    Q = random_motion(robot, 1, 10)
    compare(jn.inverse_dynamics(robot, *Q), rotors.motor(robot, Q))


@pytest.mark.parametrize("seed", range(3))
def test_rigid_joints(seed):
    """Whose motors may sit anywhere: on the link that they drive, or further out."""
    robot = random_rotors(seed, 4, rigid=1.0, spong=0.0)
    mounts = [robot.links[k].name for k in (3, 1, 2, 0)]
    drives = [dataclasses.replace(d, rotor_mount=m, rotor_axis=(1, 2, 3)) for d, m in zip(robot.drives, mounts)]
    joints = tuple(dataclasses.replace(j, drive=d) for j, d in zip(robot.joints, drives))
    for each in (robot, dataclasses.replace(robot, joints=joints)):
        assert each.motion_order == 2
        Q = random_motion(each, seed, 2)
        compare(jn.inverse_dynamics(each, *Q), rotors.motor(each, Q))


def test_the_robots_are_mixed():
    """Motors on parents, ancestors, other branches, frames and the base; for turning and sliding joints; both ways of turning."""
    robots = [random_rotors(seed, n, chain=seed % 3 == 0) for seed, n in MIXED]
    kinds, full = set(), set()
    for robot in robots:
        for j, drive in enumerate(robot.drives):
            if drive.coupling == "full":
                m, place = rotors.mount(robot, j)[0], drive.rotor_mount
                way = list(rotors.inwards(robot, robot.parents[j]))
                where = "base" if m < 0 else "parent" if m == robot.parents[j] else "ancestor" if m in way else "branch"
                kinds.add((where, place is not None and place.startswith("on "), drive.rotor_axis is not None))
                full.add((robot.joints[j].prismatic, drive.elastic, drive.gear_ratio > 0))
    assert len(full) == 8
    assert {("base", False, True), ("base", False, False), ("parent", False, False)} <= kinds
    assert {
        (where, *how) for where in ("parent", "ancestor", "branch") for how in ((False, True), (True, True), (True, False))
    } <= kinds
    assert {robot.motion_order for robot in robots} >= {4, 6, 8}
    assert {drive.coupling for robot in robots for drive in robot.drives} == {"full", "spong"}


def test_the_reference_has_the_digits(monkeypatch):
    """It is the same to thirty digits on points half as far apart, and without carried rotors that of `reference`."""
    robot = generic(0, 8)
    Q = random_motion(robot, 0, 18)
    with mpmath.workdps(60):
        first = rotors.motor(robot, Q)
        monkeypatch.setattr(rotors, "RADIUS", rotors.RADIUS / 2)
        rotors.collocation.cache_clear()
        second = rotors.motor(robot, Q)
        rotors.collocation.cache_clear()
        pairs = [(first, second), (rotors.motor(spong(robot), Q), reference.motor(spong(robot), Q))]
        for a, b in ((x, y) for some, others in pairs for rows in zip(some, others) for x, y in zip(*rows, strict=True)):
            assert max(abs(x - y) for x, y in zip(a, b, strict=True)) <= mpmath.mpf(10) ** -30 * max(map(abs, a))


# ---------------------------------------------------------------- limits and symmetries


@pytest.mark.parametrize("robot", [generic(3, 4), random_rotors(6, 6, rigid=0, spong=0)], ids=["chain", "tree"])
def test_high_gears_leave_spong(robot):
    """With B = r^2 Ir kept, the momentum r Ir = B/r of a rotor vanishes, and with it what is linear in it: S, C_rotor, C_carrier.

    Turned the other way round, the linear part changes sign, so that the mean of both is off by its square.
    """
    ratios = 10.0 ** np.arange(2, 6)
    Q = random_motion(robot, 1, robot.motion_order)
    limit = jn.inverse_dynamics(geared(robot, 1.0, "spong"), *Q).tau_m
    right, left = (np.array([jn.inverse_dynamics(geared(robot, s * r), *Q).tau_m - limit for r in ratios]) for s in (1, -1))
    for gap, rate in ((right, -1), (left, -1), ((right + left)[:2], -2)):  # 1e-8 of the torque is the last that is not noise
        sizes = np.log(np.abs(gap).max(axis=1))
        assert np.allclose(np.diff(sizes) / np.log(10), rate, atol=0.05)


@pytest.mark.parametrize("seed", range(5))
def test_a_gear_that_turns_back(seed):
    """Rotors see only r Ir n: a ratio and an axis reversed together change nothing, a ratio alone reverses all that couples."""
    robot = generic(seed, 5)
    ratio, names = np.array([d.gear_ratio for d in robot.drives]), ["base", *(link.name for link in robot.links[:-1])]
    axes = np.random.default_rng(seed).normal(size=(5, 3))
    flips = np.random.default_rng(seed).choice([-1, 1], size=5)

    def with_drives(signs, turns):
        return robot.with_drives(
            stiffness=30.0,
            rotor_inertia=0.1,
            coupling="full",
            gear_ratio=signs * ratio,
            rotor_mount=names,
            rotor_axis=list(axes * turns),
        )

    one = np.ones((5, 1))
    plain, both, back = with_drives(1, one), with_drives(flips, flips[:, None]), with_drives(-1, one)
    Q = random_motion(robot, seed, plain.motion_order)
    compare(jn.inverse_dynamics(both, *Q), jn.inverse_dynamics(plain, *Q), 0.0)
    there, opposite = (jn.dynamics.motor_terms(each, *Q[:3]) for each in (plain, back))
    for name, a, b in zip(there._fields, there, opposite):
        assert_close(b, -a if name in ("S", "C_rotor", "C_carrier") else a, 0.0, name)


@pytest.mark.parametrize("carried", range(1, 5))
def test_a_single_carried_rotor_is_mirrored(carried):
    """No other rotor's motion depends on it twice, so its effect on all torques is linear in r Ir: the mean is Spong's."""
    robot = generic(carried, 5)
    coupling = ["full" if j == carried else "spong" for j in range(5)]
    Q = random_motion(robot, carried, 6)
    right, left, limit = (
        jn.inverse_dynamics(geared(robot, r, c), *Q).tau_m for r, c in ((2.0, coupling), (-2.0, coupling), (2.0, "spong"))
    )
    assert_close((right + left) / 2, limit, ALGEBRA)
    assert np.abs(right - limit).max() > 1e-3 * np.abs(limit).max()


def test_motors_on_the_base_are_those_of_spong():
    robot = random_rotors(2, 6, spong=0, moved=0)
    drives = [dataclasses.replace(d, rotor_mount="base", rotor_axis=(0, 1, 2)) for d in robot.drives]
    based = dataclasses.replace(robot, joints=tuple(dataclasses.replace(j, drive=d) for j, d in zip(robot.joints, drives)))
    assert based.motion_order == 4
    Q = random_motion(robot, 2, 4)
    compare(jn.inverse_dynamics(based, *Q), jn.inverse_dynamics(spong(robot), *Q), 0.0)


@pytest.mark.parametrize(("seed", "n"), MIXED)
def test_forward_dynamics_gives_the_motion_back(seed, n):
    robot = random_rotors(seed, n, chain=seed % 3 == 0)
    Q = random_motion(robot, seed, robot.motion_order, (3,))
    found = jn.inverse_dynamics(robot, *Q)
    qdd, thetadd = jn.elastic_forward_dynamics(robot, Q[0], Q[1], found.theta[0], found.theta[1], found.tau_m)
    assert_close(qdd, Q[2], CHAIN, "qdd")
    assert_close(thetadd, found.theta[2], CHAIN, "thetadd")


# ---------------------------------------------------------------- shapes and numbers

TREE = random_rotors(20, 5)
STIFF = random_rotors(3, 4, rigid=1.0)


@pytest.mark.parametrize("batch", [(), (1,), (3, 1, 2), (0,)], ids=str)
@pytest.mark.parametrize("robot", [TREE, STIFF], ids=["elastic", "rigid"])
def test_shape_and_batch(robot, batch):
    n = robot.n
    Q = random_motion(robot, 1, robot.motion_order, batch)
    found = jn.inverse_dynamics(robot, *Q)
    assert found.tau_m.shape == found.delta.shape == (*batch, n)
    assert found.tau_j.shape[1:] == (*batch, n)
    assert found.theta.shape == (3, *batch, n)
    for index in np.ndindex(batch):
        here = [x[index] if x.ndim == len(batch) + 1 else x[(slice(None), *index)] for x in found]
        compare(jn.inverse_dynamics(robot, *Q[(slice(None), *index)]), here)


def test_arguments_broadcast():
    q, qd, *higher = random_motion(TREE, 2, TREE.motion_order, (4, 2))
    W = np.random.default_rng(0).normal(size=(TREE.motion_order - 1, 2, 6))
    found = jn.inverse_dynamics(TREE, q[0, 0], qd[:, :1], *higher, wrench=W)
    for i, j in np.ndindex(4, 2):
        one = jn.inverse_dynamics(TREE, q[0, 0], qd[i, 0], *(x[i, j] for x in higher), wrench=W[:, j])
        compare(one, (found.tau_m[i, j], found.tau_j[:, i, j], found.theta[:, i, j], found.delta[i, j]))


def test_further_derivatives_are_not_read():
    Q = random_motion(TREE, 3, TREE.motion_order)
    compare(jn.inverse_dynamics(TREE, *Q, np.full(5, np.nan), "nothing"), jn.inverse_dynamics(TREE, *Q), 0.0)


def test_object_arrays():
    Q = random_motion(TREE, 4, TREE.motion_order, (2,))
    with mpmath.workdps(50):
        found = jn.inverse_dynamics(TREE, *np.vectorize(mpmath.mpf, otypes=[object])(Q))
    assert isinstance(found.tau_m[0, 0], mpmath.mpf)
    compare(found, jn.inverse_dynamics(TREE, *Q))


def test_casadi():
    order = TREE.motion_order
    Q, x = random_motion(TREE, 5, order), [casadi.SX.sym(f"x{k}", 5) for k in range(order + 1)]
    tau_m, _, theta, _ = jn.inverse_dynamics(TREE, *x)
    values = casadi.Function("f", x, [tau_m, theta[2]])(*Q)
    found = jn.inverse_dynamics(TREE, *Q)
    for value, expected in zip(values, (found.tau_m, found.theta[2])):
        assert_close(np.array(value).ravel(), expected)


@pytest.mark.parametrize("stiffness", [50.0, math.inf])
def test_a_massless_link(stiffness):
    """The torque in its joint is a plain zero, and no series; its rotor is felt all the same."""
    links = [jn.Link("base"), jn.Link("arm", 2.0, (0.5, 0.0, 0.0)), jn.Link("flange")]
    joints = [
        jn.Joint("a", "revolute", "base", "arm", axis=(0, 1, 0)),
        jn.Joint("b", "revolute", "arm", "flange", axis=(0, 1, 1)),
    ]
    robot = jn.Robot.build("light", links, joints)
    robot = robot.with_drives(stiffness=[100.0, stiffness], rotor_inertia=0.5, coupling="full")
    Q = random_motion(robot, 12, 6)
    compare(jn.inverse_dynamics(robot, *Q), rotors.motor(robot, Q))


# ---------------------------------------------------------------- native code


@pytest.mark.native
@pytest.mark.parametrize("robot", [TREE, generic(1, 3), STIFF], ids=["tree", "chain", "rigid"])
def test_native(robot):
    order, rng = robot.motion_order, np.random.default_rng(1)
    kernel = jn.compile(jn.inverse_dynamics, robot, wrench=True, link=1)
    for batch in ((), (1,), (7,), (200,)):
        Q, W = random_motion(robot, 6, order, batch), rng.normal(scale=20.0, size=(order - 1, *batch, 6))
        expected = plainly(jn.inverse_dynamics, robot, *Q, wrench=W, link=1)
        for _ in range(2):  # the second call of a single sample takes a shorter way
            compare(jn.inverse_dynamics(robot, *Q, wrench=W, link=1), expected, NATIVE)
        compare(kernel(*Q, wrench=W), jn.inverse_dynamics(robot, *Q, wrench=W, link=1), SHARED)


@pytest.mark.native
def test_native_forward_dynamics_and_coupling():
    for batch in ((), (50,)):
        x = np.random.default_rng(2).normal(size=(5, *batch, 5))
        for a, b in zip(jn.elastic_forward_dynamics(TREE, *x), plainly(jn.elastic_forward_dynamics, TREE, *x)):
            assert_close(a, b, ALGEBRA)
        assert_close(jn.dynamics.rotor_coupling(TREE, *x[:3]), plainly(jn.dynamics.rotor_coupling, TREE, *x[:3]), NATIVE)
        for a, b in zip(jn.dynamics.motor_terms(TREE, *x[:3]), plainly(jn.dynamics.motor_terms, TREE, *x[:3])):
            assert_close(a, b, ALGEBRA)


def test_operations():
    """Inner joints need fewer derivatives than outer ones: the LWR takes less than its torques to the highest one."""
    lwr = jn.load("kuka_lwr")
    full = lwr.with_drives(stiffness=1e4, rotor_inertia=2e-4, gear_ratio=100, coupling="full")
    assert jn.compile(jn.inverse_dynamics, full).operations < jn.compile(jn.rnea, lwr, order=8).operations


@pytest.mark.native
@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
def test_exported_c(tmp_path):
    """Strict C99 whose own test passes."""
    jn.compile(jn.inverse_dynamics, generic(1, 3), wrench=True).write_c(tmp_path)
    strict = ["gcc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1"]
    command = [*strict, "inverse_dynamics.c", "test_inverse_dynamics.c", "-o", "program", "-lm"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=120)
    assert subprocess.run(["./program"], cwd=tmp_path, timeout=60).returncode == 0


# ---------------------------------------------------------------- refusals

ARM = generic(0, 3)
FULL = {"rotor_inertia": 0.1, "gear_ratio": 2.0, "coupling": "full"}
CARRIED = ARM.with_drives(stiffness=30.0, **FULL)
DAMPED = ARM.with_drives(stiffness=30.0, damping=[0, 1.0, 0], **FULL)
BESIDE = ARM.with_drives(stiffness=30.0, damping=[1.0, 0, 0], rotor_inertia=0.1, coupling=["spong", "full", "full"])
Q0 = random_motion(ARM, 0, CARRIED.motion_order)
BAD = [
    (lambda: jn.inverse_dynamics(CARRIED, *Q0[:3]), r"to order 8, .*missing: the jerk .*, the snap .*, q\^\(5\), .*, q\^\(8\)\."),
    (lambda: jn.inverse_dynamics(CARRIED, *Q0[:-1]), r"to order 8, .*missing: q\^\(8\)\. .*path\(t, 8\)"),
    (lambda: jn.inverse_dynamics(CARRIED, *Q0, wrench=np.ones((3, 6))), "wrench has 3 entries.*needs 7"),
    (
        lambda: jn.inverse_dynamics(CARRIED, *Q0, stiffness=(30.0, 0, 0)),
        "expected K and 6 derivatives, as many as of the joint torque; got 3",
    ),
    (lambda: jn.inverse_dynamics(DAMPED, *Q0), "'joint1' .*elastic and damped: .*inverse_dynamics_step"),
    (lambda: jn.compile(jn.inverse_dynamics, DAMPED), "'joint1' .*elastic and damped"),
    (lambda: jn.inverse_dynamics(BESIDE, *Q0), "'joint0' .*damped"),
]


@pytest.mark.parametrize(("call", "words"), BAD, ids=range(len(BAD)))
def test_bad_input(call, words):
    assert CARRIED.motion_order == 8
    with pytest.raises(InputError, match=words):
        call()
