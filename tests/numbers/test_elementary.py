"""Elementary functions on every kind of number, and on jets over them to the twelfth order: mpmath in 50 digits decides."""

import math

import casadi
import mpmath
import numpy as np
import pytest
import sympy

import jounce as jn
from jounce.errors import InputError
from jounce.numbers import Graph, Jet, atan, cos, exp, log, select, sign, sin, sqrt, tanh
from support.number_kinds import KINDS
from support.tolerances import ALGEBRA, assert_close

DIGITS = 50
ORDER = 12
EXACT = 1e-36
"""Of jets over mpf in 50 digits: the witness differentiates numerically, and has some forty of them."""
ULPS = 4.0
"""Of one function on floats: libm and NumPy state less than that for each."""
RATES = [-0.7, 0.4, 0.3, -0.25, 0.2, 0.1, -0.06, 0.05, 0.03, -0.02, 0.011, 0.004]
"""Taylor coefficients above the value."""

FUNCTIONS = {
    "sin": (sin, mpmath.sin),
    "cos": (cos, mpmath.cos),
    "sqrt": (sqrt, mpmath.sqrt),
    "exp": (exp, mpmath.exp),
    "log": (log, mpmath.log),
    "tanh": (tanh, mpmath.tanh),
    "atan": (atan, mpmath.atan),
    "x**1.7": (lambda x: x**1.7, lambda x: x ** mpmath.mpf(1.7)),
    "x**-0.3": (lambda x: x**-0.3, lambda x: x ** mpmath.mpf(-0.3)),
    "x**5": (lambda x: x**5, lambda x: x**5),
    "x**-2": (lambda x: x**-2, lambda x: x**-2),
    "abs": (abs, abs),
    "select": (lambda x: select(x - 0.5, x * x, 2.0 / x), lambda x: x * x if x < 0.5 else 2 / x),
    "constants": (lambda x: x * select(x + 0.5, 3.0, -1.5), lambda x: x * (3 if x < -0.5 else mpmath.mpf(-1.5))),
    "odd": (lambda x: sign(x) * (exp(abs(x)) - 1.0), lambda x: mpmath.sign(x) * (mpmath.exp(abs(x)) - 1)),
}
POSITIVE = {"sqrt", "log", "x**1.7", "x**-0.3"}
"""Defined for x > 0 only."""
CASES = [(name, x) for name in FUNCTIONS for x in (1e-3, 0.2, 0.9, 1.6, 4.0, -0.2, -1.1, -4.0) if x > 0 or name not in POSITIVE]


def taylor(function, coeffs, digits=3 * DIGITS):
    """Coefficients of function(c_0 + c_1 t + ...) at t = 0, by numerical differentiation in many digits."""
    with mpmath.workdps(digits):
        series = [mpmath.mpf(c) for c in coeffs][::-1]
        step = abs(mpmath.mpf(coeffs[0]))
        # t = step s: near a singular point at zero all derivatives are of one size then
        found = mpmath.taylor(lambda s: function(mpmath.polyval(series, step * s)), 0, len(coeffs) - 1)
        return [c / step**k for k, c in enumerate(found)]


@pytest.mark.parametrize(("name", "x"), CASES)
def test_jets_in_fifty_digits(name, x):
    """The recurrences are exact: over mpf nothing but its last digits is lost, each coefficient by itself."""
    ours, theirs = FUNCTIONS[name]
    expected = taylor(theirs, [x, *RATES])
    with mpmath.workdps(DIGITS):
        found = ours(Jet([mpmath.mpf(c) for c in (x, *RATES)])).coeffs
        size = max(abs(c) * abs(mpmath.mpf(x)) ** k for k, c in enumerate(expected))
        for k, (a, b) in enumerate(zip(found, expected, strict=True)):
            assert abs(a - b) * abs(mpmath.mpf(x)) ** k <= EXACT * size, f"coefficient {k}"


@pytest.mark.parametrize(("name", "x"), [case for case in CASES if abs(case[1]) > 0.1])
def test_jets_of_floats_and_of_arrays(name, x):
    ours, theirs = FUNCTIONS[name]
    expected = [float(c) for c in taylor(theirs, [x, *RATES])]
    scale = max(abs(c) * abs(x) ** k for k, c in enumerate(expected))
    powers = abs(x) ** np.arange(ORDER + 1)
    found = ours(Jet([x, *RATES]))
    assert np.abs((np.array(found.coeffs) - expected) * powers).max() <= ALGEBRA * scale
    arrays = ours(Jet([np.full((2, 3), c) for c in (x, *RATES)]))
    for a, b, p in zip(arrays.coeffs, expected, powers):
        assert np.abs((a - b) * p).max() <= ALGEBRA * scale


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_number(kind, name):
    ours, theirs = FUNCTIONS[name]
    batch = np.array([[0.3, 0.8], [1.1, 2.5], [0.04, 7.0]])
    if name not in POSITIVE:
        batch[1] *= -1.0
    expected = np.vectorize(lambda x: float(theirs(mpmath.mpf(x))))(batch)
    numbers = KINDS[kind]()
    for i, x in enumerate(numbers.make(batch)):
        assert_close(numbers.read(ours(x), (3,)), expected[:, i], ALGEBRA)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_casadi_graphs_of_matrices(name):
    """MX, and the slope that CasADi takes of the text against ours."""
    ours, _ = FUNCTIONS[name]
    x = casadi.MX.sym("x")
    value, slope = casadi.Function("f", [x], [ours(x), casadi.jacobian(ours(x), x)])(0.7)
    assert_close([float(value), float(slope)], ours(Jet([0.7, 1.0])).coeffs, ALGEBRA)


def test_sympy_writes_them_down():
    x = sympy.Symbol("x", real=True)
    assert exp(x) == sympy.exp(x)
    assert atan(x) == sympy.atan(x)
    assert float(sign(x).subs(x, -2)) == -1.0
    assert float(sign(x).subs(x, 0)) == 1.0


def test_a_library_without_the_function():
    class Bare:
        pass

    with pytest.raises(InputError, match="numbers of .* have no tanh"):
        tanh(Bare())


# ---------------------------------------------------------------- accuracy of plain numbers

EVERYWHERE = np.concatenate([10.0 ** np.linspace(-320, 308, 400), [5e-324, np.finfo(float).tiny, np.finfo(float).max]])
RANGES = {
    "exp": np.concatenate([EVERYWHERE[EVERYWHERE < 709.7], -EVERYWHERE[EVERYWHERE < 745.0]]),
    "log": np.concatenate([EVERYWHERE, 1.0 + np.linspace(-1e-3, 1e-3, 101)]),
    "tanh": np.concatenate([EVERYWHERE, -EVERYWHERE]),
    "atan": np.concatenate([EVERYWHERE, -EVERYWHERE]),
    "sqrt": EVERYWHERE,
}


@pytest.mark.parametrize("name", RANGES)
def test_floats_and_arrays_over_their_whole_range(name):
    ours, theirs = FUNCTIONS[name]
    x = RANGES[name]
    with mpmath.workdps(DIGITS):
        exact = [theirs(mpmath.mpf(v)) for v in x.tolist()]
        for found in (ours(x).tolist(), [ours(v) for v in x.tolist()]):
            for v, a, b in zip(x, found, exact):
                unit = np.spacing(abs(float(b)))
                assert abs(mpmath.mpf(a) - b) <= ULPS * unit, v


INF, NAN = math.inf, math.nan
EDGES = [
    ("exp", 1000.0, INF),
    ("exp", -1000.0, 0.0),
    ("exp", -INF, 0.0),
    ("exp", INF, INF),
    ("log", 0.0, -INF),
    ("log", -0.0, -INF),
    ("log", -1.0, NAN),
    ("log", INF, INF),
    ("sqrt", -1.0, NAN),
    ("sqrt", 0.0, 0.0),
    ("tanh", 1e300, 1.0),
    ("tanh", -INF, -1.0),
    ("tanh", -0.0, -0.0),
    ("atan", INF, math.pi / 2),
    ("atan", -0.0, -0.0),
    ("sin", INF, NAN),
    ("cos", -INF, NAN),
]


@pytest.mark.parametrize(("name", "x", "expected"), EDGES)
def test_edges_are_those_of_ieee_arithmetic(name, x, expected):
    """On floats no exception; on arrays NumPy's own answer, whose warnings are the user's to set."""
    ours, _ = FUNCTIONS[name]
    with np.errstate(all="ignore"):
        for found in (ours(x), float(ours(np.array([x]))[0]), float(ours(np.float64(x)))):
            np.testing.assert_array_equal(found, expected)
            assert math.copysign(1.0, found) == math.copysign(1.0, expected) or math.isnan(expected)
    assert type(ours(x)) is float


def test_sign_has_no_zero():
    assert [sign(x) for x in (-2.0, -0.0, 0.0, 5e-324, 3, -3)] == [-1.0, 1.0, 1.0, 1.0, 1.0, -1.0]
    assert sign(np.array([-1.0, 0.0, 2.0])).tolist() == [-1.0, 1.0, 1.0]
    x = casadi.SX.sym("x")
    f = casadi.Function("f", [x], [sign(x)])
    assert [float(f(v)) for v in (-1.0, 0.0, 2.0)] == [-1.0, 1.0, 1.0]
    assert sign(Jet([-3.0, 5.0])) == -1.0
    assert sign(Jet([0.0, -5.0])) == 1.0


# ---------------------------------------------------------------- powers


def test_whole_powers_of_negative_bases():
    for p in (2, 3, -1, -4, 7.0):
        found = (Jet([-1.3, 0.4, 0.1]) ** p).coeffs
        assert_close(found, [float(c) for c in taylor(lambda x, p=p: x ** int(p), [-1.3, 0.4, 0.1])], ALGEBRA)


@pytest.mark.parametrize("p", [0.5, 1.5, 2.5, 3.7])
def test_powers_of_zero(p):
    """Derivatives of order below p vanish, those beyond are not finite, and none spoils another."""
    for zero in (0.0, np.zeros(3)):
        with np.errstate(all="ignore"):
            found = np.array([np.broadcast_to(c, 3) for c in (Jet([zero, 2.0, 1.0, 0.3, 0.1]) ** p).coeffs])
        for k, row in enumerate(found):
            assert (row == 0.0).all() if k < p else not np.isfinite(row).any()


def test_zero_to_whole_powers():
    assert (Jet([0.0, 2.0, 1.0]) ** 2).coeffs == (0.0, 0.0, 4.0)
    assert (Jet([0.0, 2.0]) ** 0).coeffs == (1.0, 0.0)
    assert (Jet([0.0, 2.0, 1.0]) ** 1).coeffs == (0.0, 2.0, 1.0)


def test_real_powers_of_negative_bases_are_no_numbers():
    """Never complex, as Python's own are."""
    for jet in (Jet([-2.0, 1.0, 0.5]), Jet([np.array([-2.0, -1.0]), 1.0, 0.5])):
        with np.errstate(all="ignore"):
            assert all(np.isnan(c).all() for c in (jet**1.5).coeffs)
    graph = Graph()
    x = graph.symbol("x")
    assert math.isnan(graph.evaluate([x**1.5], {x: -2.0})[0])
    assert graph.evaluate([x**-0.5, x**1.5], {x: 0.0}) == [INF, 0.0]


@pytest.mark.parametrize("p", [INF, NAN, "2", None, Jet([2.0]), 1j])
def test_exponents_that_are_no_real_numbers(p):
    for x in (Jet([2.0, 1.0]), Graph().symbol("x")):
        with pytest.raises(InputError, match=r"expected a real number p, got .*exp\(p \* log\(x\)\)"):
            _ = x**p


def test_the_exponent_may_be_of_numpy():
    assert (Jet([4.0, 1.0]) ** np.float64(1.5)).coeffs == (Jet([4.0, 1.0]) ** 1.5).coeffs
    assert (Jet([4.0, 1.0]) ** np.int64(2)).coeffs == (16.0, 8.0)


# ---------------------------------------------------------------- jets at the edges


def test_the_slope_of_tanh_keeps_its_digits():
    """1 - tanh^2 would have none of them beyond 19."""
    for x in (1e-9, 0.5, 5.0, 20.0, -50.0, 300.0):
        exact = [float(c) for c in taylor(mpmath.tanh, [x, 1.0, 0.0, 0.0], 600)]
        for found in (tanh(Jet([x, 1.0, 0.0, 0.0])), tanh(Jet([np.array(x), 1.0, 0.0, 0.0]))):
            for a, b in zip(found.coeffs, exact):
                assert abs(a - b) <= 1e-13 * abs(b)
    assert tanh(Jet([1e6, 1.0, 1.0])).coeffs == (1.0, 0.0, 0.0)


def test_abs_and_odd_functions_at_zero():
    """As on the positive side: an odd law keeps its slope through rest."""
    assert abs(Jet([0.0, 3.0])).coeffs == (0.0, 3.0)
    assert abs(Jet([-2.0, 3.0])).coeffs == (2.0, -3.0)
    assert (sign(Jet([0.0, 1.0])) * (exp(abs(Jet([0.0, 1.0]))) - 1.0)).coeffs == (0.0, 1.0)
    mixed = abs(Jet([np.array([-1.0, 0.0, 2.0]), np.ones(3)]))
    assert mixed.coeffs[1].tolist() == [-1.0, 1.0, 1.0]


def test_public_names():
    assert set(jn.numbers.__all__) >= {"atan", "cos", "exp", "log", "sign", "sin", "sqrt", "tanh"}
    assert jn.numbers.exp is exp
