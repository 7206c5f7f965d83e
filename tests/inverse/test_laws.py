"""Springs that are not linear, with everything: native code, CasADi, C, carried rotors, feedback, partials, simulation."""

import math
import shutil
import subprocess
from types import SimpleNamespace

import casadi
import mpmath
import numpy as np
import pytest
from mpmath import mpf

import jounce as jn
from jounce.control import FeedbackLinearization, Reference
from jounce.errors import InputError, ModelError, SingularityError
from jounce.numbers import Graph, exp, sign, tanh
from support import reference, rotors
from support.random_robots import plainly, random_motion, random_robot
from support.tolerances import ALGEBRA, assert_close

SAME = 1e-13
"""Two ways through one text: rounding of a few thousand operations."""
DRIVES = {"rotor_inertia": 0.3, "gear_ratio": 2.0, "viscous_friction": 2.0, "coulomb_friction": 3.0, "coulomb_speed": 0.2}

SMOOTH = {
    "hardening": (jn.robot.HardeningSpring(300.0, 2e4), lambda d: 300 * d + 20000 * d**3),
    "tendon": (
        jn.robot.SpringFunction(lambda d: 40.0 * (exp(6.0 * d) - exp(-6.0 * d))),
        lambda d: 40 * (mpmath.exp(6 * d) - mpmath.exp(-6 * d)),
    ),
    "soft zone": (
        jn.robot.SpringFunction(lambda d: 600.0 * (d - 0.01 * tanh(60.0 * d))),
        lambda d: 600 * (d - mpf(0.01) * mpmath.tanh(60 * d)),
    ),
    "pole": (jn.robot.SpringFunction(lambda d: 100.0 * d / (1.0 - d * d)), lambda d: 100 * d / (1 - d**2)),
}
"""Laws with all derivatives, and the same by hand in mpmath."""
TABLE = jn.robot.TabulatedSpring((-0.4, -0.1, -0.03, 0.0, 0.02, 0.1, 0.5), (-300.0, -40.0, -7.0, 0.0, 4.0, 35.0, 330.0))


def deflection(torque, tau):
    """Where a law has this torque, in many digits: within the pole of the one that has one."""
    edge = 1 - mpf(10) ** -25
    return mpmath.findroot(lambda d: torque(d) - tau, (-edge, edge), solver="anderson", maxsteps=400)


def springs_of(robot):
    """For `reference.motor` and `rotors.motor`: the deflection of joint i under a torque."""
    torques = dict(SMOOTH.values())

    def spring(i, tau, *_):
        law = robot.drives[i].stiffness
        return deflection(torques[law], tau) if law in torques else tau / mpf(law)

    return spring


def robot_with(seed, n=4, **more):
    """Each joint with a law, a linear spring or none, by chance; a table where there is no witness of many derivatives."""
    rng = np.random.default_rng(seed)
    laws = [law for law, _ in SMOOTH.values()]
    chosen = [
        laws[seed % len(laws)],
        *(laws[k] if k < len(laws) else (500.0, math.inf)[k % 2] for k in rng.integers(6, size=n - 1)),
    ]
    return random_robot(seed, n).with_drives(stiffness=chosen, **{**DRIVES, **more})


ROBOTS = [robot_with(seed) for seed in range(4)]
MIXED = random_robot(3, 6).with_drives(stiffness=[*(law for law, _ in SMOOTH.values()), TABLE, 800.0], **DRIVES)
"""All laws beside each other, and a linear spring."""


def calm(robot, seed, count=None, batch=()):
    """Motion under which no deflection is near the pole."""
    return 0.3 * random_motion(robot, seed, count or robot.motion_order, batch)


# ---------------------------------------------------------------- against many digits


@pytest.mark.parametrize("k", range(len(ROBOTS)))
def test_inverse_against_fifty_digits(k):
    robot = ROBOTS[k]
    Q, W = calm(robot, k), np.random.default_rng(k).normal(scale=3.0, size=(3, 6))
    found = jn.inverse_dynamics(robot, *Q, wrench=W, link=1)
    tau_m, tau_j, theta, delta = reference.motor(robot, Q, wrench=W, link=1, spring=springs_of(robot))
    for name, a, b in zip(found._fields, found, (tau_m[0], tau_j, theta, delta[0]), strict=True):
        assert_close(a, b, ALGEBRA, name)


def carried(seed):
    """Rotors carried along behind laws; the motion's order is 4 + 2 for each elastic joint further out."""
    laws = [law for law, _ in SMOOTH.values()]
    robot = random_robot(seed, 3)
    return robot.with_drives(
        stiffness=[laws[seed % 4], 400.0, laws[(seed + 1) % 4]], rotor_inertia=0.02, gear_ratio=3.0, coupling="full"
    )


@pytest.mark.parametrize("seed", range(3))
def test_rotors_carried_along(seed):
    robot = carried(seed)
    Q = 0.3 * random_motion(robot, seed, robot.motion_order)
    found = jn.inverse_dynamics(robot, *Q)
    tau_m, tau_j, theta, delta = rotors.motor(robot, Q, spring=springs_of(robot))
    assert_close(found.tau_m, tau_m[0], 1e-11)
    assert_close(found.tau_j[0], tau_j[0], 1e-11)
    assert_close(found.theta[2], theta[2], 1e-11)
    assert_close(found.delta, delta[0], 1e-11)
    qdd, thetadd = jn.elastic_forward_dynamics(robot, *Q[:2], *found.theta[:2], found.tau_m)
    assert_close(qdd, Q[2], 1e-9)  # K theta has lost some digits to the rounding of theta
    assert_close(thetadd, found.theta[2], 1e-9)


# ---------------------------------------------------------------- every kind of number

EVERY = {"mixed": MIXED, "carried": carried(1)}
every = pytest.mark.parametrize("name", EVERY)


@every
@pytest.mark.native
@pytest.mark.parametrize("batch", [(), (9,)], ids=str)
def test_native_is_plain(name, batch):
    robot = EVERY[name]
    Q = calm(robot, 1, batch=batch)
    with jn.backend("native"):
        found = jn.inverse_dynamics(robot, *Q)
        forward = jn.elastic_forward_dynamics(robot, *Q[:2], *found.theta[:2], found.tau_m)
        slopes = jn.inverse_dynamics_derivatives(robot, *Q)
    for a, b in zip(found, plainly(jn.inverse_dynamics, robot, *Q), strict=True):
        assert_close(a, b, SAME)
    for a, b in zip(forward, plainly(jn.elastic_forward_dynamics, robot, *Q[:2], *found.theta[:2], found.tau_m), strict=True):
        assert_close(a, b, 1e-11)
    assert_close(slopes, plainly(jn.inverse_dynamics_derivatives, robot, *Q), 1e-11)


@every
@pytest.mark.parametrize("kind", [casadi.SX, casadi.MX], ids=["SX", "MX"])
def test_casadi(name, kind):
    robot = EVERY[name]
    Q = calm(robot, 2)
    x = [kind.sym(f"x{k}", robot.n) for k in range(len(Q))]
    found = jn.inverse_dynamics(robot, *x)
    expected = jn.inverse_dynamics(robot, *Q)
    function = casadi.Function("f", x, [found.tau_m, found.delta])
    for a, b in zip(function(*Q), (expected.tau_m, expected.delta)):
        assert_close(np.array(a).ravel(), b, SAME)
    y = [kind.sym(f"y{k}", robot.n) for k in range(5)]
    state = [*Q[:2], *expected.theta[:2], expected.tau_m]
    qdd = casadi.Function("g", y, [jn.elastic_forward_dynamics(robot, *y)[0]])(*state)
    assert_close(np.array(qdd).ravel(), jn.elastic_forward_dynamics(robot, *state)[0], 1e-11)


def test_casadi_differentiates_the_law():
    Q = calm(MIXED, 3)
    x = [casadi.SX.sym(f"x{k}", 6) for k in range(5)]
    slopes = casadi.Function("f", x, [casadi.jacobian(jn.inverse_dynamics(MIXED, *x).tau_m, x[4])])(*Q)
    assert_close(np.array(slopes), jn.inverse_dynamics_derivatives(MIXED, *Q)[4], 1e-11)


@every
def test_mpmath_numbers(name):
    """Forty digits: half of them come out again where the way back is exact."""
    robot = EVERY[name]
    Q = calm(robot, 4)
    with mpmath.workdps(40):
        numbers = np.vectorize(mpf, otypes=[object])(Q)
        found = jn.inverse_dynamics(robot, *numbers)
        for drive, delta, tau in zip(robot.drives, found.delta, found.tau_j[0]):
            if drive.law is not None:
                assert abs(drive.law.torque(delta) - tau) < mpf(10) ** -33 * (1 + abs(tau))
    assert_close(found.tau_m.astype(float), jn.inverse_dynamics(robot, *Q).tau_m, SAME)


@every
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_exported_c(name, tmp_path):
    """The exported test compares with vectors that plain Python computed."""
    robot = EVERY[name]
    jn.compile(jn.inverse_dynamics, robot).write_c(tmp_path, "law")
    files = [str(path) for path in tmp_path.glob("*.c")]
    subprocess.run(["cc", "-std=c99", "-O1", *files, "-o", str(tmp_path / "run"), "-lm"], check=True, timeout=120)
    done = subprocess.run([str(tmp_path / "run")], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


# ---------------------------------------------------------------- partial derivatives


@pytest.mark.parametrize("k", range(2))
def test_partials_against_differences_in_many_digits(k):
    """The whole inverse on mpf, whose laws have all digits, by central differences."""
    robot, Q = ROBOTS[k], calm(ROBOTS[k], k)
    found = jn.inverse_dynamics_derivatives(robot, *Q)
    with mpmath.workdps(40):
        numbers = np.vectorize(mpf, otypes=[object])(Q)
        step = mpf(10) ** -12
        for row in range(5):
            for j in range(robot.n):
                sides = []
                for h in (step, -step):
                    moved = numbers.copy()
                    moved[row, j] += h
                    sides.append(jn.inverse_dynamics(robot, *moved).tau_m)
                slope = (sides[0] - sides[1]) / (2 * step)
                scale = np.abs(found[row]).max()
                assert np.abs(found[row][:, j] - slope.astype(float)).max() <= 1e-11 * scale, (row, j)


# ---------------------------------------------------------------- feedback, simulation


@pytest.mark.parametrize("sensors", ["torque", "motor"])
def test_feedback_linearisation_follows_exactly(sensors):
    """On the motion itself the law asks for the torque of the inverse; and off it, for the snap that the gains say."""
    robot = random_robot(2, 3).with_drives(stiffness=[*(law for law, _ in list(SMOOTH.values())[:2]), TABLE], rotor_inertia=0.3)
    law = FeedbackLinearization(robot, poles=[-8.0, -9.0, -10.0, -11.0], sensors=sensors)
    Q = calm(robot, 5)
    done = jn.inverse_dynamics(robot, *Q)
    delta, rate = done.delta, done.theta[1] - Q[1]
    held = [drive.law.torque(d) for drive, d in zip(robot.drives, delta)]
    pulled = [drive.law.stiffness(d) * v for drive, d, v in zip(robot.drives, delta, rate)]
    assert_close(held, done.tau_j[0], ALGEBRA)
    assert_close(pulled, done.tau_j[1], ALGEBRA)
    measured = {"theta": done.theta[0], "thetad": done.theta[1], "tau_j": done.tau_j[0], "tau_jd": done.tau_j[1]}
    state = SimpleNamespace(q=Q[0], qd=Q[1], **measured)
    at = Reference(0.0, Q, done.theta, done.tau_m)
    assert_close(law(at, state), done.tau_m, 1e-9)  # acceleration and jerk are computed back from the torques
    other = Q + 0.01 * np.random.default_rng(0).normal(size=Q.shape)
    K = law.gains
    snap = other[4] + sum(K[k] * (other[k] - Q[k]) for k in range(4))
    expected = jn.inverse_dynamics(robot, *Q[:4], snap).tau_m
    assert_close(law(at._replace(q=other), state), expected, 1e-9)


def test_open_loop():
    robot = random_robot(6, 3).with_drives(
        stiffness=[SMOOTH["hardening"][0], SMOOTH["tendon"][0], TABLE], rotor_inertia=0.3, viscous_friction=1.0
    )
    path = jn.trajectory.rest_to_rest(np.zeros(3), [0.3, -0.2, 0.25], 1.0, degree=9)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 1.0, 101))
    run = jn.simulate(robot, plan)
    assert np.abs(run.q - plan.q[0]).max() < 1e-8


def test_open_loop_with_rotors_carried_along():
    robot = carried(0)
    path = jn.trajectory.rest_to_rest(np.zeros(3), [0.2, -0.1, 0.15], 1.0, degree=2 * robot.motion_order - 1)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 1.0, 51))
    assert np.abs(jn.simulate(robot, plan).q - plan.q[0]).max() < 1e-8


# ---------------------------------------------------------------- stiffness K(t) and laws


def test_stiffness_beside_laws():
    """Where K is nan a joint keeps its law; elsewhere K(t) takes its place."""
    robot = ROBOTS[0]
    Q, rng = calm(robot, 6), np.random.default_rng(6)
    assert_close(
        jn.inverse_dynamics(robot, *Q, stiffness=(robot.parameter_values("stiffness"), 0.0, 0.0)).tau_m,
        jn.inverse_dynamics(robot, *Q).tau_m,
        SAME,
    )
    K = np.stack([rng.uniform(300, 900, 4), *rng.normal(scale=100.0, size=(2, 4))])
    K[0, 0] = np.nan
    found = jn.inverse_dynamics(robot, *Q, stiffness=K)
    own = springs_of(robot)
    expected = reference.motor(robot, Q, spring=lambda i, tau, t: own(i, tau) if i == 0 else tau / reference.taylor(K, t)[i])
    assert_close(found.tau_m, expected[0][0], ALGEBRA)
    some = np.tile(K[0], (2, 1))
    some[1, 0] = 500.0
    with pytest.raises(InputError, match="'joint0' K is nan, its own spring, in some samples only"):
        jn.inverse_dynamics(robot, *Q, stiffness=(some, 0.0, 0.0))


# ---------------------------------------------------------------- laws as code


@pytest.mark.parametrize("seed", range(40))
def test_tables_of_all_kinds(seed):
    """Random tables that rise: the deflection has the torque, to rounding, within and beyond the points, and natively too."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 14))
    x = np.cumsum(rng.uniform(0.3, 1.0, n)) * 10 ** rng.uniform(-3, 1)
    slopes = np.exp(np.cumsum(rng.normal(scale=0.3, size=n)))
    y = np.cumsum(slopes * np.diff(x, prepend=x[0] - 0.1)) * 10 ** rng.uniform(-2, 4)
    try:
        law = jn.robot.TabulatedSpring(x - x[n // 2], y - y[int(rng.integers(n))])
    except ModelError:
        pytest.skip("the curve through these points does not rise")
    y = np.array(law.torques)
    tau = np.concatenate([rng.uniform(2 * y[0] - y[-1], 2 * y[-1] - y[0], 500), y])
    largest = np.maximum(np.abs(tau), np.abs(y).max())
    assert (np.abs(law.torque(law.rest(tau)) - tau) <= 2e-15 * largest).all()
    graph = Graph()
    symbol = graph.symbol("tau")
    written = graph.evaluate([law.rest(symbol), law.torque(symbol)], {symbol: tau})
    assert_close(written[0], law.rest(tau), 1e-14)
    assert_close(written[1], law.torque(tau), 1e-14)


def hardly(step):
    """A table whose slope between the second point and the third falls to zero as that is lowered."""
    return jn.robot.TabulatedSpring((0.0, 1.0, 2.0, 3.0, 4.0), (0.0, 1.0, 1.0 + step, 4.0, 9.0))


@pytest.mark.parametrize("gap", [1e-2, 1e-4, 1e-6])
def test_a_table_that_hardly_rises_somewhere(gap):
    """Its slope is nearly zero within a piece, where Newton's method converges slowly from afar."""
    refused, step = 1e-6, 0.9
    for _ in range(60):
        middle = 0.5 * (refused + step)
        try:
            hardly(middle)
            step = middle
        except ModelError:
            refused = middle
    law = hardly(step + gap)
    tau = np.linspace(-2.0, 11.0, 20001)
    assert np.abs(law.torque(law.rest(tau)) - tau).max() <= 4e-15 * 11.0


@pytest.mark.parametrize("name", ["tendon", "soft zone", "pole"])
def test_functions_as_code(name):
    law = SMOOTH[name][0]
    graph = Graph()
    symbol = graph.symbol("tau")
    size = 10.0 ** np.linspace(-9, 4, 200)
    tau = np.concatenate([-size, [0.0], size])
    (found,) = graph.evaluate([law.rest(symbol)], {symbol: tau})
    assert_close(found, law.rest(tau), 1e-14)
    slope = law.stiffness(found)
    assert (np.abs(law.torque(found) - tau) <= 1e-15 * (np.abs(tau) + slope * (np.abs(found) + 0.1))).all()


def test_beyond_what_code_knows():
    """A thousand times the stiffness at rest and more: floats still find it, code says that it does not."""
    law = jn.robot.SpringFunction(lambda d: 100.0 * d + d**3)
    graph = Graph()
    symbol = graph.symbol("tau")
    assert np.isnan(graph.evaluate([law.rest(symbol)], {symbol: 2e5})[0])
    assert math.isfinite(law.rest(2e5))
    robot = random_robot(1, 2).with_drives(stiffness=[1e4, law], rotor_inertia=0.1)
    Q = np.zeros((5, 2))
    Q[2] = 1e8
    assert np.isfinite(plainly(jn.inverse_dynamics, robot, *Q).tau_m).all()


@pytest.mark.native
def test_beyond_what_code_knows_is_said():
    law = jn.robot.SpringFunction(lambda d: 100.0 * d + d**3)
    robot = random_robot(1, 2).with_drives(stiffness=[1e4, law], rotor_inertia=0.1)
    Q = np.zeros((5, 2))
    Q[2] = 1e8
    with jn.backend("native"):
        for function in (jn.inverse_dynamics, jn.inverse_dynamics_derivatives):
            for _ in range(2):  # the second time by the short cut
                with pytest.raises(SingularityError, match="'joint1'.*beyond those that compiled code knows"):
                    function(robot, *Q)


STRENGTH = 500.0


def of_the_module(d):
    """Reads a number of its module."""
    return STRENGTH * d + 1e4 * d**3


def test_functions_that_differ_share_no_code(monkeypatch):
    """By what they do, not by name or code: a number that a function reads from its module counts."""
    robot = random_robot(0, 2)
    Q = calm(robot, 0, 4)
    found, laws = [], []
    for value in (500.0, 600.0):
        monkeypatch.setattr(f"{__name__}.STRENGTH", value)
        laws.append(jn.robot.SpringFunction(of_the_module))
        driven = robot.with_drives(stiffness=[laws[-1], 800.0], rotor_inertia=0.1)
        found.append(jn.inverse_dynamics(driven, *Q).delta)
        assert_close(of_the_module(found[-1][0]), jn.inverse_dynamics(driven, *Q).tau_j[0, 0], ALGEBRA)
    assert laws[0] != laws[1]
    assert abs(found[0][0] - found[1][0]) > 1e-3 * abs(found[0][0])


def test_a_symmetric_law_by_sign():
    """As the guide writes it: through zero, natively too."""
    law = jn.robot.SpringFunction(lambda d: sign(d) * 40.0 * (exp(6.0 * abs(d)) - 1.0))
    robot = random_robot(5, 2).with_drives(stiffness=law, rotor_inertia=0.2)
    Q = calm(robot, 1, 4, (50,))
    assert_close(jn.inverse_dynamics(robot, *Q).tau_m, plainly(jn.inverse_dynamics, robot, *Q).tau_m, SAME)


@pytest.mark.native
def test_large_robots():
    """A loop over links, with a step for each law."""
    laws = [SMOOTH["hardening"][0], TABLE, 500.0, SMOOTH["tendon"][0]]
    robot = random_robot(7, 40).with_drives(stiffness=[laws[i % 4] for i in range(40)], rotor_inertia=0.3)
    Q = 0.1 * random_motion(robot, 7, 4)
    Q[0] *= 3.0
    kernel = jn.compile(jn.inverse_dynamics, robot)
    assert type(kernel.program).__name__ == "Passes"
    for a, b in zip(kernel(*Q), plainly(jn.inverse_dynamics, robot, *Q), strict=True):
        assert_close(a, b, 1e-11)
