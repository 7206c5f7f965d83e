"""Springs that are not linear, and drives that have them: laws against their inverses, against mpmath, and through files."""

import dataclasses
import itertools

import mpmath
import numpy as np
import pytest
from mpmath import mpf

import jounce as jn
from jounce.errors import InputError, LoadError, ModelError
from jounce.numbers import Jet, exp, log
from jounce.robot import HardeningSpring, SpringFunction, TabulatedSpring
from support.random_robots import random_robot
from support.tolerances import ALGEBRA, assert_close

INVERSE = 1e-14
"""A law and its inverse, each a few operations: relative to the value itself, or to the table's largest entry."""
DIGITS = 60
ORDER = 4
"""As many derivatives as an elastic joint needs of its spring, and two more."""

HARDENING = [HardeningSpring(k, c) for k, c in itertools.product((1e-3, 7.3, 500.0, 3e4, 1e7), (0.0, 1e-30, 1.0, 2e4, 1e9, 1e20))]
MAGNITUDES = 10.0 ** np.arange(-12.0, 6.5, 0.5)
X = (-0.05, -0.03, -0.012, 0.0, 0.01, 0.035, 0.06)
Y = (-90.0, -40.0, -11.0, 0.0, 9.0, 50.0, 130.0)
S = np.linspace(-2.0, 2.0, 41)
TABLE = TabulatedSpring(X, Y)
TABLES = [
    TABLE,
    TabulatedSpring((-1.0, 0.0, 1.0), (-2.0, 0.0, 2.0)),
    TabulatedSpring((0.01, 0.02, 0.05), (-3.0, 10.0, 60.0)),  # preloaded, and without the zero
    TabulatedSpring(0.01 * np.sinh(S), 5.0 * S**3 + S),
]


def stiffening(d):
    """Rises without bounds towards 0.1 rad."""
    return 300.0 * d / (1.0 - 100.0 * d * d)


def stiffening_inverse(tau):
    """The root of 100 tau d^2 + 300 d - tau = 0 that goes through zero, without cancellation."""
    return 2.0 * tau / (300.0 + (90000.0 + 400.0 * tau * tau) ** 0.5)


FUNCTION = SpringFunction(stiffening, stiffening_inverse)


def natural_spline(x, y):
    """Second derivatives at the knots of the natural cubic spline, by mpmath's own solver."""
    n = len(x)
    A, b = mpmath.zeros(n), mpmath.zeros(n, 1)
    A[0, 0] = A[n - 1, n - 1] = 1
    for i in range(1, n - 1):
        left, right = x[i] - x[i - 1], x[i + 1] - x[i]
        A[i, i - 1], A[i, i], A[i, i + 1] = left, 2 * (left + right), right
        b[i] = 6 * ((y[i + 1] - y[i]) / right - (y[i] - y[i - 1]) / left)
    return list(mpmath.lu_solve(A, b))


def table_torque(table):
    """The law of a table on mpf, written from the textbook; straight outside."""
    x, y = [mpf(v) for v in table.deflections], [mpf(v) for v in table.torques]
    m = natural_spline(x, y)

    def slope(i, d):
        h = x[i + 1] - x[i]
        ends = m[i + 1] * (d - x[i]) ** 2 - m[i] * (x[i + 1] - d) ** 2
        return ends / (2 * h) + (y[i + 1] - y[i]) / h - h * (m[i + 1] - m[i]) / 6

    def torque(d):
        if d < x[0]:
            return y[0] + slope(0, x[0]) * (d - x[0])
        if d > x[-1]:
            return y[-1] + slope(len(x) - 2, x[-1]) * (d - x[-1])
        i = max(k for k in range(len(x) - 1) if k == 0 or x[k] <= d)
        h, a, b = x[i + 1] - x[i], x[i + 1] - d, d - x[i]
        return (m[i] * a**3 + m[i + 1] * b**3) / (6 * h) + (y[i] / h - m[i] * h / 6) * a + (y[i + 1] / h - m[i + 1] * h / 6) * b

    return torque


def in_digits(law):
    """The torque of any of these laws on mpf."""
    if isinstance(law, HardeningSpring):
        return lambda d: mpf(law.linear) * d + mpf(law.cubic) * d**3
    return table_torque(law) if isinstance(law, TabulatedSpring) else stiffening


# ---------------------------------------------------------------- values


@pytest.mark.parametrize("law", HARDENING, ids=str)
def test_hardening_spring_against_polyroots(law):
    """The one real root of cubic d^3 + linear d = tau, from 1e-12 to 1e6 Nm, both signs; relative to each value."""
    for size in (*MAGNITUDES, 1e-30, 1e-200):
        tau = float(size)
        with mpmath.workdps(DIGITS):
            if law.cubic == 0.0:
                exact = mpf(tau) / mpf(law.linear)
            else:
                scale = mpmath.sqrt(mpf(law.linear) / mpf(law.cubic))  # d = scale z: z^3 + z = tau / (linear scale)
                right = mpf(tau) / (mpf(law.linear) * scale)
                if right < mpf("1e-20"):  # polyroots loses small roots beside two of size one; the series does not
                    exact = scale * (right - right**3)
                else:
                    roots = mpmath.polyroots([1, 0, 1, -right], maxsteps=500, extraprec=1000)
                    (exact,) = (scale * mpmath.re(z) for z in roots if abs(mpmath.im(z)) < mpf("1e-25") * abs(z))
            for sign in (1.0, -1.0):
                found = law.deflection(sign * tau)
                assert isinstance(found, float)
                assert abs(mpf(found) - sign * exact) <= INVERSE * abs(exact), (sign * tau, found, exact)


@pytest.mark.parametrize("law", HARDENING, ids=str)
def test_hardening_spring_and_back(law):
    torques = np.concatenate([MAGNITUDES, [0.0], -MAGNITUDES])
    deltas = law.deflection(torques)
    assert deltas.shape == torques.shape
    assert (np.abs(law.torque(deltas) - torques) <= INVERSE * np.abs(torques)).all()
    # NumPy's own powers and roots differ from Python's in the last bit
    assert (np.abs(deltas - [law.deflection(float(t)) for t in torques]) <= INVERSE * np.abs(deltas)).all()
    assert (np.abs(law.deflection(law.torque(deltas)) - deltas) <= INVERSE * np.abs(deltas)).all()
    assert_close(law.deflection(torques.reshape(3, -1)), deltas.reshape(3, -1), INVERSE)


@pytest.mark.parametrize("law", [*TABLES, FUNCTION], ids=lambda law: type(law).__name__)
def test_law_and_back(law):
    """Relative to the largest value of the curve where it bends, to the value itself far outside."""
    torques = np.linspace(-200.0, 200.0, 1001)
    deltas = law.deflection(torques)
    assert (np.diff(deltas) > 0.0).all()
    assert_close(law.torque(deltas), torques, INVERSE)
    assert_close(law.deflection(law.torque(deltas)), deltas, INVERSE)
    assert_close([law.deflection(float(t)) for t in torques], deltas, INVERSE)
    assert isinstance(law.deflection(1.0), float)
    assert isinstance(law.torque(0.01), float)


@pytest.mark.parametrize("law", TABLES, ids=range(len(TABLES)))
@pytest.mark.parametrize("size", [1e-12, 1e-6, 1.0, 1e3, 1e6, 1e12])
def test_tables_at_any_magnitude(law, size):
    for tau in (size, -size):
        delta = law.deflection(tau)
        scale = max(abs(tau), np.abs(law.torques).max())
        assert abs(law.torque(delta) - tau) <= INVERSE * scale
        with mpmath.workdps(DIGITS):
            assert abs(table_torque(law)(mpf(delta)) - tau) <= INVERSE * scale


@pytest.mark.parametrize("law", [HARDENING[8], *TABLES, FUNCTION], ids=lambda law: type(law).__name__)
def test_torque_and_stiffness_against_mpmath(law):
    with mpmath.workdps(DIGITS):
        f = in_digits(law)
        deltas = np.array([-0.093, -0.04, -0.0301, -1e-9, 1e-4, 0.0123, 0.055, 0.09])
        assert_close(law.torque(deltas), [float(f(mpf(d))) for d in deltas], INVERSE)
        assert_close(law.stiffness(deltas), [float(mpmath.diff(f, mpf(d))) for d in deltas], ALGEBRA)
    assert_close([law.torque(float(d)) for d in deltas], law.torque(deltas), INVERSE)
    assert_close([law.stiffness(float(d)) for d in deltas], law.stiffness(deltas), INVERSE)


# ---------------------------------------------------------------- derivatives


def taylor(function, coeffs):
    """Taylor coefficients of function(c_0 + c_1 t + ...) at t = 0, by mpmath's numerical differentiation."""
    with mpmath.workdps(DIGITS):
        series = [mpf(float(c)) for c in coeffs]
        return [float(c) for c in mpmath.taylor(lambda t: function(mpmath.polyval(series[::-1], t)), 0, len(coeffs) - 1)]


def inverse_in_digits(law, near):
    f = in_digits(law)

    def inverse(tau):
        return mpmath.findroot(lambda d: f(d) - tau, (mpf(near) * (1 - mpf("1e-9")), mpf(near) * (1 + mpf("1e-9"))), tol=1e-110)

    return inverse


LAWS = [
    HardeningSpring(500.0, 2e4),
    HardeningSpring(7.3, 1e9),
    HardeningSpring(3e4, 0.0),
    TABLE,
    TABLES[3],
    FUNCTION,
]
NAMES = ["hardening", "very hardening", "linear", "table", "dense table", "function"]


@pytest.mark.parametrize("law", LAWS, ids=NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_deflection_of_a_jet(law, seed):
    """f^-1(tau(t)) to the fourth derivative; coefficient by coefficient, relative to the terms that make it up."""
    rng = np.random.default_rng(seed)
    value = float(rng.uniform(3.0, 30.0) * rng.choice([-1, 1]))
    torque = Jet([value, *(rng.normal(size=ORDER) * abs(value))])
    found = law.deflection(torque)
    expected = taylor(inverse_in_digits(law, law.deflection(value)), torque.coeffs)
    assert_close(found.coeffs, expected, ALGEBRA)
    for a, b in zip(found.coeffs, expected):
        assert abs(a - b) <= 10 * ALGEBRA * abs(b)  # a coefficient alone may be a small difference of large terms
    assert_close(law.torque(found).coeffs, torque.coeffs, ALGEBRA)


@pytest.mark.parametrize("law", LAWS, ids=NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_torque_and_stiffness_of_a_jet(law, seed):
    rng = np.random.default_rng(seed)
    delta = Jet([float(rng.uniform(0.002, 0.009)), *(rng.normal(size=ORDER) * 0.005)])
    f = in_digits(law)
    assert_close(law.torque(delta).coeffs, taylor(f, delta.coeffs), ALGEBRA)
    with mpmath.workdps(DIGITS):
        along = [mpf(c) for c in delta.coeffs]
        expected = mpmath.taylor(lambda t: mpmath.diff(f, mpmath.polyval(along[::-1], t)), 0, ORDER)
        assert_close(law.stiffness(delta).coeffs, [float(c) for c in expected], ALGEBRA)


@pytest.mark.parametrize("law", LAWS, ids=NAMES)
def test_jets_of_arrays_are_jets_of_floats(law):
    rng = np.random.default_rng(5)
    coeffs = rng.normal(scale=20.0, size=(ORDER + 1, 7))
    found = np.array(law.deflection(Jet(list(coeffs))).coeffs)
    for i in range(7):
        assert_close(found[:, i], law.deflection(Jet(coeffs[:, i].tolist())).coeffs, ALGEBRA)
    assert law.deflection(Jet([12.0])).coeffs == (law.deflection(12.0),)


# ---------------------------------------------------------------- energy


@pytest.mark.parametrize("law", [*LAWS, TABLES[2]], ids=[*NAMES, "preloaded"])
def test_energy_is_the_integral(law):
    f = in_digits(law)
    deltas = np.array([-0.09, -0.04, -1e-5, 0.0, 1e-7, 0.011, 0.0601, 0.09])
    found = law.energy(deltas)
    for delta, energy in zip(deltas, found):
        with mpmath.workdps(30):
            ends = sorted({0.0, float(delta), *(k for k in law.knots if min(0.0, delta) < k < max(0.0, delta))})
            exact = mpmath.quad(f, ends) * (1 if delta > 0 else -1) if len(ends) > 1 else 0
        assert abs(energy - exact) <= ALGEBRA * abs(exact)
        assert law.energy(float(delta)) == pytest.approx(energy, rel=INVERSE)
    assert law.energy(0.0) == 0.0


def test_energy_of_a_hardening_spring_by_hand():
    law, d = HardeningSpring(500.0, 2e4), np.linspace(-0.3, 0.3, 12).reshape(3, 4)
    assert_close(law.energy(d), 250.0 * d**2 + 5e3 * d**4, INVERSE)


# ---------------------------------------------------------------- tables


@pytest.mark.parametrize("law", TABLES, ids=range(len(TABLES)))
def test_tables_go_through_their_points(law):
    x, y = np.array(law.deflections), np.array(law.torques)
    assert_close(law.torque(x), y, INVERSE)
    assert_close(law.deflection(y), x, INVERSE)


@pytest.mark.parametrize("law", TABLES, ids=range(len(TABLES)))
def test_tables_are_straight_outside_and_twice_smooth_at_knots(law):
    x = np.array(law.deflections)
    for end, far in ((x[0], x[0] - np.array([0.1, 1.0, 10.0])), (x[-1], x[-1] + np.array([0.1, 1.0, 10.0]))):
        assert_close(law.torque(far), law.torque(end) + law.stiffness(end) * (far - end), INVERSE)
        assert_close(law.stiffness(far), np.full(3, law.stiffness(end)), INVERSE)
        second = law.torque(Jet([far, 1.0, 0.0, 0.0])).coeffs[2:]
        assert not np.any(second)
    step = 1e-9 * (x[-1] - x[0])
    for k in range(3):  # the value and two derivatives, from the left and from the right of each knot
        left, right = (law.torque(Jet([x + s, 1.0, 0.0])).coeffs[k] for s in (-step, step))
        third = np.abs(np.array(law.torque(Jet([np.concatenate([x - step, x + step]), 1.0, 0.0, 0.0])).coeffs[k:])).max()
        assert np.abs(left - right).max() <= 20 * step * third + 1e-12 * np.abs(left).max()


def test_table_that_is_straight_is_a_linear_spring():
    law = TabulatedSpring((-2.0, 0.0, 1.0, 5.0), (-20.0, 0.0, 10.0, 50.0))
    d = np.linspace(-10, 10, 41)
    assert_close(law.torque(d), 10.0 * d, INVERSE)
    assert_close(law.deflection(d), 0.1 * d, INVERSE)


BAD_TABLES = [
    ((0, 1, 2), (0, 1, 1), "torques that rise"),
    ((0, 1, 2), (0, 1, 0.5), "torques that rise"),
    ((-1, 0, 1), (1, 0, -1), "torques that rise"),
    ((0, 2, 1), (0, 1, 2), "deflections that rise"),
    ((0, 1, 1), (0, 1, 2), "deflections that rise"),
    ((0, 1e-320, 1), (0, 1, 2), "deflections that rise"),
    ((0, 1, 2, 3, 4), (0, 0.1, 10, 10.1, 20), "does not rise at deflection"),  # the points rise, the curve between overshoots
    ((0, 1), (0, 1), "expected 3 points or more, got 2 deflections and 2 torques"),
    ((), (), "expected 3 points or more, got 0"),
    ((0, 1, 2), (0, 1, 2, 3), "got 3 deflections and 4 torques"),
    ((0, 1, "2"), (0, 1, 2), "deflections: expected a number"),
    ((0, 1, 2), (0, 1, float("nan")), "torques: expected a finite number"),
    ((0, 1, 2), (0, 1, float("inf")), "torques: expected a finite number"),
    ((0, 1, 2), (0, True, 2), "torques: expected a number"),
    ("abc", (0, 1, 2), "deflections: expected 3 numbers"),
    (3, (0, 1, 2), "deflections: expected 3 numbers"),
    (None, (0, 1, 2), "deflections: expected 3 numbers"),
    (np.array(1.0), (0, 1, 2), "deflections: expected 3 numbers"),
    (np.eye(3), (0, 1, 2), "deflections: expected a number"),
    ({0: 0, 1: 1, 2: 2}, (0, 1, 2), "deflections: expected 3 numbers"),
]


@pytest.mark.parametrize(("x", "y", "words"), BAD_TABLES, ids=range(len(BAD_TABLES)))
def test_bad_tables_are_refused(x, y, words):
    with pytest.raises(ModelError, match=f"tabulated spring.*{words}"):
        TabulatedSpring(x, y)


def test_tables_from_arrays():
    assert TabulatedSpring(np.array(X), np.array(Y)) == TABLE == TabulatedSpring(list(X), list(Y))
    assert hash(TabulatedSpring(np.array(X), np.array(Y))) == hash(TABLE)


# ---------------------------------------------------------------- numbers and functions


@pytest.mark.parametrize("values", [(0.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (float("nan"), 1.0), (1.0, float("inf")), ("1", 1.0)])
def test_bad_hardening_springs_are_refused(values):
    with pytest.raises(ModelError, match="hardening spring"):
        HardeningSpring(*values)


def identity(x):
    return x


BAD_FUNCTIONS = [
    (3.0, identity, "function is 3.0, expected a function"),
    (identity, 7, "inverse is 7, expected a function"),
    (lambda d: 2.0 * d, identity, "expected a rising function and its inverse"),
    (lambda d: 2.0 * d, lambda t: 0.5001 * t, "expected a rising function and its inverse"),
    (lambda d: -2.0 * d, lambda t: -0.5 * t, "expected a rising function"),
    (lambda d: d**3, lambda t: np.cbrt(t), "at deflection 0.0 .* the stiffness 0.0"),
    (np.sin, np.arcsin, "It must take jets"),
    (lambda d: 1.0, identity, "It must take jets"),
    (lambda d: 2.0 * d, lambda t: "x", "it fails at deflection -0.001"),
    (lambda d: 2.0 * d, lambda: 0.0, "it fails at deflection -0.001"),
    (lambda d: d / 0.0, identity, "ZeroDivisionError"),
    (lambda d: d**3, None, "at deflection 0.0 .* the stiffness 0.0; expected a rising function[.]"),
    (lambda d: 100.0 * log(d), None, "it fails at deflection -0.001 .ValueError: the torque is nan"),
    (lambda d: d**0.5, None, "it fails at deflection -0.001"),
    (lambda d: exp(1e6 * (d + 1.0)), None, "the torque is inf"),
]


@pytest.mark.parametrize(("function", "inverse", "words"), BAD_FUNCTIONS, ids=range(len(BAD_FUNCTIONS)))
def test_bad_functions_are_refused(function, inverse, words):
    with pytest.raises(ModelError, match=f"spring function: .*{words}"):
        SpringFunction(function, inverse)


# ---------------------------------------------------------------- drives


def test_drives_know_their_spring():
    soft = jn.Drive(1e-4, 100.0, HardeningSpring(1e4, 1e6))
    assert soft.elastic
    assert soft.law == HardeningSpring(1e4, 1e6)
    assert jn.Drive(stiffness=1e4).law is None
    assert jn.Drive(stiffness=1e4).compliance == 1e-4
    assert not jn.Drive().elastic
    assert jn.Drive().compliance == 0.0
    for bad, words in {
        "viscous_friction": "viscous_friction: expected zero or more",
        "coulomb_friction": "coulomb_friction: expected zero or more",
        "coulomb_speed": "coulomb_speed: expected zero or more",
    }.items():
        with pytest.raises(ModelError, match=words):
            jn.Drive(**{bad: -1.0})
    with pytest.raises(ModelError, match="coulomb_speed: expected more than zero"):
        jn.Drive(coulomb_speed=0.0)
    with pytest.raises(ModelError, match="a law of its own is for drives"):
        jn.Spring(HardeningSpring(1.0, 1.0))


def test_with_drives_takes_springs_and_friction():
    robot = random_robot(3, n=4)
    laws = [1e4, HardeningSpring(500.0, 2e4), TABLE, float("inf")]
    found = robot.with_drives(
        stiffness=laws,
        rotor_inertia=1e-4,
        gear_ratio=100.0,
        viscous_friction=[0.1, 0.2, 0.3, 0.4],
        coulomb_friction={name: float(i) for i, name in enumerate(robot.joint_names)},
        coulomb_speed=0.02,
    )
    assert [d.stiffness for d in found.drives] == laws
    assert [d.viscous_friction for d in found.drives] == [0.1, 0.2, 0.3, 0.4]
    assert [d.coulomb_friction for d in found.drives] == [0.0, 1.0, 2.0, 3.0]
    assert [d.coulomb_speed for d in found.drives] == [0.02] * 4
    everywhere = robot.with_drives(stiffness=TABLE, rotor_inertia=1e-4)
    assert all(d.law is TABLE for d in everywhere.drives)
    with pytest.raises(ModelError, match="joint 'joint0': coulomb_friction"):
        robot.with_drives(stiffness=1e4, rotor_inertia=1e-4, coulomb_friction=-1.0)
    rigid = found.with_rigid_joints()
    assert not any(d.elastic for d in rigid.drives)
    assert [d.viscous_friction for d in rigid.drives] == [0.1, 0.2, 0.3, 0.4]


def test_printed_robots_show_springs_and_friction():
    robot = random_robot(3, n=3).with_drives(
        stiffness=[HardeningSpring(500.0, 2e4), TABLE, 1e4],
        rotor_inertia=1e-4,
        viscous_friction=[0.125, 0.0, 0.0],
        coulomb_friction=[2.5, 0.0, 3.5],
    )
    head, one, two, three = (line for line in str(robot).splitlines()[-5:] if not line.startswith("-"))
    assert "friction" in head
    assert "HardeningSpring" in one
    assert "0.125, 2.5" in one
    assert "TabulatedSpring" in two
    assert "0, 3.5" in three
    assert "10000" in three


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("seed", range(5))
def test_round_trip_is_exact(tmp_path, seed):
    rng = np.random.default_rng(seed)
    robot = random_robot(seed, n=6)
    laws = [
        HardeningSpring(*rng.uniform(1.0, 1e4, size=2)),
        TabulatedSpring(np.cumsum(rng.uniform(0.9, 1.1, size=9)) / 3, np.cumsum(rng.uniform(0.9, 1.1, size=9)) / 7),
        float("inf"),
        1e4 / 3,
        HardeningSpring(1 / 3, 0.0),
        TABLE,
    ]
    robot = robot.with_drives(
        stiffness=laws,
        rotor_inertia=1e-4 / 7,
        gear_ratio=-100 / 3,
        damping=0.1,
        viscous_friction=rng.uniform(size=6),
        coulomb_friction=rng.uniform(size=6),
        coulomb_speed=rng.uniform(0.001, 0.1, size=6),
    )
    robot.save(tmp_path / "robot.toml")
    again = jn.load(tmp_path / "robot.toml")
    assert again == robot
    assert repr(again.__getstate__()) == repr(robot.__getstate__())
    assert [d.law for d in again.drives] == [d.law for d in robot.drives]


def test_a_function_cannot_be_saved(tmp_path):
    robot = random_robot(1, n=2).with_drives(stiffness={"joint0": 1e4, "joint1": FUNCTION}, rotor_inertia=1e-4)
    with pytest.raises(InputError, match="joint 'joint1': a spring that is a function cannot be written; use a TabulatedSpring"):
        robot.save(tmp_path / "robot.toml")
    assert not list(tmp_path.iterdir())


FILE = """
name = "x"
[[link]]
name = "a"
mass = 1.0
[[joint]]
name = "elbow"
type = "revolute"
parent = "base"
child = "a"
drive = { stiffness = %s }
"""
BAD_STIFFNESS = [
    ("{ linear = 1.0 }", "expected a number, { linear = ..., cubic = ... } .*got keys linear"),
    ("{ linear = 1.0, cubic = 1.0, quintic = 1.0 }", "got keys cubic, linear, quintic"),
    ("{ linear = 1.0, torques = [1, 2, 3] }", "got keys linear, torques"),
    ("{}", "got keys none"),
    ("{ linear = -1.0, cubic = 1.0 }", "hardening spring: expected linear > 0"),
    ("{ linear = nan, cubic = 1.0 }", "hardening spring, linear: expected a finite number"),
    ("{ linear = 'soft', cubic = 1.0 }", "hardening spring, linear: expected a number"),
    ("{ linear = [1.0], cubic = 1.0 }", "hardening spring, linear: expected a number"),
    ("{ deflections = [0, 1], torques = [0, 1] }", "expected 3 points or more"),
    ("{ deflections = [0, 1, 2], torques = [0, 2, 1] }", "torques that rise"),
    ("{ deflections = [0, 1, 2], torques = 3 }", "torques: expected 3 numbers"),
    ("{ deflections = [0, 1, 2], torques = 'abc' }", "torques: expected 3 numbers"),
    ("{ deflections = { a = 1 }, torques = [0, 1, 2] }", "deflections: expected 3 numbers"),
    ("[1.0, 2.0]", "stiffness: expected a number"),
    ("'hard'", "stiffness: expected a number"),
    ("1.0, coulomb_speed = 0.0", "coulomb_speed: expected more than zero"),
    ("1.0, viscous_friction = -1", "viscous_friction: expected zero or more"),
    ("1.0, friction = 1", "unknown key 'friction'"),
]


@pytest.mark.parametrize(("text", "words"), BAD_STIFFNESS, ids=range(len(BAD_STIFFNESS)))
def test_bad_stiffness_in_a_file_names_the_joint(tmp_path, text, words):
    file = tmp_path / "robot.toml"
    file.write_text(FILE % text)
    with pytest.raises(LoadError, match=f"robot.toml: joint 'elbow', drive: .*{words}"):
        jn.load(file)


def test_springs_by_hand_and_from_a_side_file(tmp_path):
    file = tmp_path / "robot.toml"
    file.write_text(FILE % "{ cubic = 2e4, linear = 500 }, coulomb_friction = 2.0")
    robot = jn.load(file)
    assert robot.drives == (jn.Drive(stiffness=HardeningSpring(500.0, 2e4), coulomb_friction=2.0),)
    side = tmp_path / "drives.toml"
    table = f"{{ deflections = {[*X]}, torques = {[*Y]} }}"
    side.write_text(f"[default]\nviscous_friction = 0.5\n[joint.elbow]\nstiffness = {table}\n")
    assert jn.load(file, drives=side).drives == (dataclasses.replace(robot.drives[0], stiffness=TABLE, viscous_friction=0.5),)
    side.write_text("[default]\nviscous_friction = 0.5\n")  # the law stays
    assert jn.load(file, drives=side).drives == (dataclasses.replace(robot.drives[0], viscous_friction=0.5),)
    side.write_text("[joint.elbow]\nstiffness = { linear = 0, cubic = 1 }\n")
    with pytest.raises(LoadError, match="drives.toml: joint 'elbow', drive: hardening spring"):
        jn.load(file, drives=side)
