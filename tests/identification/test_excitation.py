"""Motions that excite: within limits by another computation, slopes exact, and telling what they say they tell."""

import dataclasses

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ConvergenceError, InputError
from jounce.identification.excitation import Excitation
from jounce.identification.excitation_design import ExcitationDesign, FourierBasis, bounds_of
from jounce.identification.regressor_columns import columns_of, independent
from support.random_robots import random_robot
from support.tolerances import assert_close

pytestmark = pytest.mark.native  # some hundred evaluations along a motion
SLOPES = 1e-7
"""Agreement with differences of fourth order."""
DEGREES = np.pi / 180.0
ALL = ("inertia", "rotor_inertia", "viscous_friction", "coulomb_friction")
PANDA_PUBLISHED = 121.9
"""Condition number of the published excitation of the Panda, with 43 base parameters."""


def lwr():
    """The LWR with limits of its data sheet, accelerations ours."""
    reach = [(-170.0 * DEGREES, 170.0 * DEGREES), (-120.0 * DEGREES, 120.0 * DEGREES)]
    return jn.load("kuka_lwr").with_limits(
        position=[*reach, *reach, *reach, reach[0]],
        velocity=[speed * DEGREES for speed in (110.0, 110.0, 128.0, 128.0, 204.0, 184.0, 184.0)],
        acceleration=10.0,
        motor_torque=[176.0, 176.0, 100.0, 100.0, 100.0, 38.0, 38.0],
    )


def arm(seed=1, n=3, **drive):
    """A small arm with limits of everything."""
    robot = random_robot(seed, n=n, kinds=("revolute",), chain=True)
    robot = robot.with_drives(**{"rotor_inertia": 0.2, "viscous_friction": 1.0, "coulomb_friction": 2.0, **drive})
    return robot.with_limits(position=(-1.5, 1.5), velocity=2.0, acceleration=8.0, jerk=200.0, motor_torque=90.0)


def coupled():
    """An arm whose second motor also turns when the first joint moves."""
    return arm().with_transmission([[1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.0, -0.3, 1.0]])


def test_lwr():
    """Condition number at most 100 within the limits of its data sheet, in 20 s of motion; rested at both ends."""
    robot = lwr()
    path = jn.excitation(robot, 20.0)
    t = np.linspace(0.0, 20.0, 4001)
    plan = jn.feedforward(robot, path, t)
    assert plan.within_limits
    assert plan.peaks
    assert_close(path.status.share, max(row.share for row in plan.peaks), 1e-3)
    assert path.status.assumed == ()
    assert path.status.share > 0.9
    assert len(path.status.parameters) == 62
    columns = columns_of(robot.with_rigid_joints(), ALL)
    W = columns.at(*path(t[:-1], 2))[..., independent(columns)[0]].reshape(-1, 62)
    assert_close(path.status.condition, np.linalg.cond(W), 1e-2)  # columns of dry friction jump between samples
    assert path.status.condition <= 100.0
    ends = path(np.array([0.0, 20.0]), 4)
    assert_close(ends[0, 0], ends[0, 1])
    assert np.abs(ends[1:]).max() <= 1e-9 * np.abs(path(t, 4)).max()
    assert np.all(path(np.array([-1.0, 21.0]), 2)[1:] == 0.0)


def panda():
    from support.example_robots import FILES

    file = next(file for file in FILES if file.name == "panda.urdf")
    return jn.load(file, drives="panda", lock={"*finger*": 0.0})


def base_columns(robot, path, t):
    return jn.regressor(robot, *path(t, 2)).reshape(-1, 10 * len(robot.links))[
        :, list(jn.dynamics.base_parameters(robot).columns)
    ]


@pytest.mark.slow
def test_panda():
    """43 base parameters; the published motion has the condition number 121.9. A motion at random within the same limits that
    has it too leaves three times the error at least: of base parameters, and of torques along another motion (5 % of noise)."""
    robot = panda()
    path = jn.excitation(robot, 20.0, free=("inertia",), criterion="condition")
    assert len(path.status.parameters) == 43
    t = np.linspace(0.0, 20.0, 4001)
    assert np.linalg.cond(base_columns(robot, path, t)) <= 0.1 * PANDA_PUBLISHED
    assert jn.feedforward(robot, path, t).within_limits
    columns = columns_of(robot.with_rigid_joints(), ("inertia",))
    design = ExcitationDesign(
        columns, independent(columns)[0], bounds_of(robot)[0], np.ones(7), "condition", FourierBasis(20.0, 5), 80, 4
    )
    t = np.arange(0.0, 20.0, 1e-2)
    chance = [1.9 * design.start(np.random.default_rng(seed)) for seed in range(40)]  # 95 % of limits of position and speed
    paths = [Excitation(design.basis, design.coefficients(x), 1, 4, None) for x in chance]
    conditions = [np.linalg.cond(base_columns(robot, each, t)) for each in paths]
    like = int(np.argmin(np.abs(np.log(np.array(conditions) / PANDA_PUBLISHED))))
    assert conditions[like] == pytest.approx(PANDA_PUBLISHED, rel=0.05)
    own = jn.dynamics.base_parameters(robot).map @ robot.parameters
    other = base_columns(robot, jn.excitation(robot, 20.0, free=("inertia",), criterion="condition", seed=5), t)

    def errors(each):
        A = base_columns(robot, each, t)
        tau = A @ own
        sigma = np.tile(0.05 * tau.reshape(-1, 7).std(axis=0), len(t))
        draws = np.random.default_rng(0).normal(size=(len(tau), 20))
        off = np.linalg.lstsq(A / sigma[:, None], draws, rcond=None)[0]
        sizes = (
            np.linalg.norm(other @ off, axis=0) / np.linalg.norm(other @ own),
            np.linalg.norm(off, axis=0) / np.linalg.norm(own),
        )
        return np.mean(sizes, axis=1)

    assert all(3.0 * a < b for a, b in zip(errors(path), errors(paths[like])))


def test_deviations_are_those_of_least_squares():
    """The scatter of least squares on torques with that noise, over many draws."""
    robot = arm()
    noise, rate = np.array([0.5, 1.0, 2.0]), 100.0
    path = jn.excitation(robot, 4.0, noise=noise, rate=rate, harmonics=5)
    columns = columns_of(robot, ALL)
    base = independent(columns)[0]
    rows = columns.at(*path(np.arange(400) / rate, 2))[..., base] / noise[:, None]
    W = rows.reshape(-1, len(base))
    draws = np.random.default_rng(0).normal(size=(len(W), 4000))
    scatter = np.linalg.lstsq(W, draws, rcond=None)[0].std(axis=1)
    np.testing.assert_allclose(path.status.deviation, scatter, rtol=0.05)  # 4000 draws tell a deviation to 1.1 %
    assert path.status.parameters == tuple(columns.names[k] for k in base)


def test_a_design_tells_more_than_chance():
    """Deviations after the search, in the mean of logarithms, against those of ten motions at random that use the limits as
    far."""
    robot = arm()
    path = jn.excitation(robot, 4.0, harmonics=5)
    columns = columns_of(robot, ALL)
    base = independent(columns)[0]
    t = np.linspace(0.0, 4.0, 401)

    def spread(q):
        W = columns.at(*q)[..., base].reshape(-1, len(base))
        return 0.5 * np.log(np.diag(np.linalg.inv(W.T @ W))).mean()

    design = ExcitationDesign(columns, base, bounds_of(robot)[0], np.ones(3), "determinant", FourierBasis(4.0, 5), 80, 2)
    rng = np.random.default_rng(0)
    chance = []
    for _ in range(10):
        x = design.start(rng)
        most = max(np.abs(share).max() for share, _ in design.shares(design.motion(x)).values())
        chance.append(spread(design.motion(x / most)[:3]))
    assert spread(path(t, 2)) < min(chance) - np.log(1.5)


def test_several_periods_and_what_is_assumed():
    robot = random_robot(3, n=2, kinds=("revolute", "prismatic"), chain=True)
    path = jn.excitation(robot, 6.0, periods=2, harmonics=4, free=("inertia",))
    t = np.linspace(0.0, 3.0, 50)
    assert_close(path(t, 3), path(t + 3.0, 3), 1e-10)
    assert len(path.status.assumed) == 4
    assert path.status.assumed[0].startswith("joint 'joint0': position from")
    q = path(np.linspace(0.0, 6.0, 2001), 1)
    limits = [(np.pi / 2, 1.0), (np.pi / 6, 1.0 / 3.0)]
    for i, joint in enumerate(robot.joints):
        reach, speed = limits[joint.prismatic]
        assert np.abs(q[0, :, i]).max() <= reach
        assert np.abs(q[1, :, i]).max() <= speed


@pytest.mark.parametrize("periods", [1, 2])
def test_splines(periods):
    """From rest to rest within limits, continuous with as many derivatives as elastic joints need, as telling as a series."""
    robot = arm(stiffness=3000.0)
    path = jn.excitation(robot, 3.0 * periods, harmonics=4, basis="spline", periods=periods)
    t = np.linspace(0.0, 3.0 * periods, 1201)
    assert jn.feedforward(robot, path, t).within_limits
    ends = path(np.array([0.0, 3.0 * periods]), 4)
    assert np.abs(ends[1:]).max() <= 1e-8 * np.abs(path(t, 4)).max()
    knots = 3.0 / 8.0 * np.arange(1, 8 * periods)
    before, after = (path(knots + side * 1e-9, 4) for side in (-1.0, 1.0))
    assert np.abs(after - before).max() <= 1e-6 * np.abs(path(t, 5)).max()
    h = 1e-4
    assert_close((path(t[1:-1] + h)[0] - path(t[1:-1] - h)[0]) / (2.0 * h), path(t[1:-1], 1)[1], 1e-6)
    if periods == 1:
        # each search ends in an optimum of its own, which rounding may change: the mean of three is compared
        logs = []
        for basis in ("spline", "fourier"):
            statuses = [jn.excitation(robot, 3.0, harmonics=4, basis=basis, seed=seed).status for seed in range(3)]
            assert all(status.parameters == path.status.parameters for status in statuses)
            logs.append(np.log([status.deviation for status in statuses]).mean())
        assert logs[0] - logs[1] <= np.log(1.3)


def test_the_same_motion_each_time_and_as_a_value():
    robot = arm()
    one, two = (jn.excitation(robot, 3.0, harmonics=4) for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
    assert one != jn.excitation(robot, 3.0, harmonics=4, seed=1)
    assert_close(jn.excitation(robot, 3.0, harmonics=4, free=("inertia", "rotor_inertia", "friction"))(1.0), one(1.0))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"duration": -1.0}, "duration"),
        ({"duration": np.nan}, "duration"),
        ({"free": ("mass",)}, "free: a motion can be made to tell inertia"),
        ({"free": "inertia"}, "free: expected names"),
        ({"free": ()}, "motion tells none"),
        ({"basis": "chirp"}, "basis: expected one of fourier, spline"),
        ({"criterion": "trace"}, "criterion: expected one of"),
        ({"noise": -1.0}, "noise"),
        ({"noise": [1.0, 2.0]}, "noise: expected one number above zero, or 3"),
        ({"rate": 0.0}, "rate"),
        ({"harmonics": 1}, "harmonics: expected a whole number from 3"),
        ({"periods": 0}, "periods"),
    ],
)
def test_wrong_use(change, message):
    with pytest.raises(InputError, match=message):
        jn.excitation(arm(), **{"duration": 3.0, **change})


def test_robots_that_are_refused():
    sprung = dataclasses.replace(arm().joints[0], drive=None, spring=jn.Spring(10.0))
    for robot, message in (
        (dataclasses.replace(arm(), joints=(sprung, *arm().joints[1:])), "'joint0' .* has no motor"),
        ("kuka_lwr", "expected a Robot"),
    ):
        with pytest.raises(InputError, match=message):
            jn.excitation(robot, 3.0)


def test_limits_that_no_motion_keeps():
    """Motors too weak for the weight of the arm at any pose near."""
    with pytest.raises(ConvergenceError, match="keeps the limits"):
        jn.excitation(arm().with_limits(position=(-0.1, 0.1), motor_torque=1e-3), 3.0, harmonics=4)


def test_limits_in_the_place_of_the_robots_own():
    """By quantity, and as an object of all of them, as `fastest` takes them."""
    narrow = arm(n=2).with_limits(velocity=1.0, position=(-0.8, 0.8))
    expected = jn.excitation(narrow, 4.0, harmonics=5)
    assert jn.excitation(arm(n=2), 4.0, {"velocity": 1.0, "position": (-0.8, 0.8)}, harmonics=5) == expected
    assert jn.excitation(arm(n=2), 4.0, limits=narrow.limits, harmonics=5) == expected
    with pytest.raises(InputError, match="limits: expected {quantity: value}"):
        jn.excitation(arm(n=2), 4.0, [1.0])
