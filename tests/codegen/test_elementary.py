"""Elementary functions as native code, one sample and batches: mpmath decides, and both forms have the same bits."""

import math
import shutil
import subprocess

import mpmath
import numpy as np
import pytest

from jounce.codegen.build.library import Library
from jounce.codegen.gradient import gradient
from jounce.codegen.program import Sheet, Slot
from jounce.export.project_files import Words, c_files, write
from jounce.numbers import Graph, Jet, atan, exp, log, select, sign, sqrt, tanh
from support.tolerances import ALGEBRA, assert_close

DIGITS = 40
ULPS = 2.0
FUNCTIONS = {
    "exp": (exp, mpmath.exp),
    "log": (log, mpmath.log),
    "tanh": (tanh, mpmath.tanh),
    "atan": (atan, mpmath.atan),
    "abs": (abs, abs),
    "sign": (sign, lambda x: mpmath.mpf(-1 if x < 0 else 1)),
    "select": (lambda x: select(x, -x, 2.5), lambda x: -x if x < 0 else mpmath.mpf(2.5)),
    "1.7": (lambda x: x**1.7, lambda x: x ** mpmath.mpf(1.7)),
    "-0.3": (lambda x: x**-0.3, lambda x: x ** mpmath.mpf(-0.3)),
    "sqrt": (sqrt, mpmath.sqrt),
}
POSITIVE = ("log", "1.7", "-0.3", "sqrt")
SHEET = Sheet([Slot("x", 1, 1)])
OUTPUTS = [Slot("y", 1, len(FUNCTIONS))]
PROGRAM = SHEET.program("functions", OUTPUTS, [[[ours(SHEET.rows[0][0]) for ours, _ in FUNCTIONS.values()]]])
LIBRARY = Library("functions", SHEET.inputs, OUTPUTS, "functions")
MAGNITUDES = np.concatenate(
    [10.0 ** np.linspace(-320, 308, 500), np.linspace(0.01, 30.0, 500), np.linspace(30, 800, 200), [5e-324, 1.7e308]]
)
SAMPLES = np.concatenate([MAGNITUDES, -MAGNITUDES, [0.0, -0.0, 1.0, -1.0, 709.78, 709.79, -745.1, -745.2]])

native = pytest.mark.native


def by_batch(x):
    out = np.full((1, len(x), len(FUNCTIONS)), np.nan)
    LIBRARY.build("batch", PROGRAM)
    assert LIBRARY.batch([np.ascontiguousarray(x).reshape(-1, 1)], [out], 1)
    return out[0]


def one_by_one(x):
    found = np.full((len(x), len(FUNCTIONS)), np.nan)
    LIBRARY.build("flat", PROGRAM)
    for value, out in zip(x, found):
        assert LIBRARY.one([np.array([value])], [out])
    return found


@native
@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_magnitude(name):
    """From the smallest subnormal to the largest number, through overflow and underflow."""
    i, (_, theirs) = list(FUNCTIONS).index(name), FUNCTIONS[name]
    found = by_batch(SAMPLES)[:, i]
    for x, y in zip(SAMPLES.tolist(), found.tolist()):
        if name in POSITIVE and x <= 0.0:
            continue
        with mpmath.workdps(DIGITS):
            exact = theirs(mpmath.mpf(x))
            if abs(exact) > np.finfo(float).max:
                assert y == math.copysign(math.inf, float(mpmath.sign(exact))), x
            else:
                assert abs(mpmath.mpf(y) - exact) <= ULPS * np.spacing(abs(float(exact))), x


@native
def test_outside_their_range():
    found = dict(zip(FUNCTIONS, by_batch(np.array([-2.0, 0.0, -0.0])).T))
    for name in POSITIVE:
        assert np.isnan(found[name][0])
    assert found["log"][1:].tolist() == [-math.inf, -math.inf]
    assert found["-0.3"][1:].tolist() == [math.inf, math.inf]
    assert found["1.7"][1:].tolist() == [0.0, 0.0]
    assert found["sign"].tolist() == [-1.0, 1.0, 1.0]
    assert found["select"].tolist() == [2.0, 2.5, 2.5]
    for name in ("tanh", "atan"):
        assert np.signbit(found[name]).tolist() == [True, False, True]


@native
def test_both_forms_have_the_same_bits():
    assert by_batch(SAMPLES).tobytes() == one_by_one(SAMPLES).tobytes()


@native
@pytest.mark.parametrize("count", range(1, 18))
def test_every_lane_alike(count):
    x = np.random.default_rng(0).normal(scale=3.0, size=18)
    assert by_batch(x)[count:].tobytes() == by_batch(x[count:]).tobytes()


def law(x, y):
    """One text with all of them."""
    return (
        select(x - y, x * y, exp(x) - y) * exp(-x) * log(x * y + 3.0)
        + tanh(x - y) * atan(3.0 * x)
        - abs(y) ** 1.7 * sign(y)
        + (x * x + 1.0) ** -0.3
        + sqrt(exp(y))
    )


def test_gradients_of_every_function():
    """Against jets along each direction, whose own truth is mpmath."""
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    slopes = gradient(graph, law(x, y), [x, y])
    for a, b in ((0.7, -1.2), (-0.4, 0.9), (1.3, 2.1), (5.0, -0.1)):
        expected = [law(Jet([a, 1.0]), Jet([b, 0.0])).coeffs[1], law(Jet([a, 0.0]), Jet([b, 1.0])).coeffs[1]]
        assert_close(graph.evaluate(slopes, {x: a, y: b}), expected, ALGEBRA)
        with mpmath.workdps(DIGITS):
            exact = [mpmath.diff(lambda u, v: law(u, v), (mpmath.mpf(a), mpmath.mpf(b)), n) for n in ((1, 0), (0, 1))]
        assert_close(expected, [float(e) for e in exact], ALGEBRA)


def test_gradients_where_a_function_is_flat_or_saturates():
    graph = Graph()
    x = graph.symbol("x")
    slope = gradient(graph, 3.0 * tanh(x), [x])
    assert graph.evaluate(slope, {x: 1e4}) == [0.0]
    with mpmath.workdps(DIGITS):
        exact = float(3 / mpmath.cosh(mpmath.mpf(25)) ** 2)
    assert_close(graph.evaluate(slope, {x: 25.0}), [exact], ALGEBRA)
    assert gradient(graph, sign(x), [x]) == [0.0]
    assert graph.evaluate(gradient(graph, x**1.5, [x]), {x: 0.0}) == [0.0]


@native
@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
def test_exported_c(tmp_path):
    """Strict C99 that wants nothing but the C library's mathematics."""
    sheet = Sheet([Slot("x", 1, 2)])
    program = sheet.program(
        "spring", [Slot("y", 1, 3)], [[[law(*sheet.rows[0]), *gradient(sheet.graph, law(*sheet.rows[0]), sheet.rows[0])]]]
    )
    samples = np.random.default_rng(1).uniform(0.1, 2.0, size=(20, 2))
    jets = [[law(Jet([a, u]), Jet([b, v])).coeffs for u, v in ((1.0, 0.0), (0.0, 1.0))] for a, b in samples.tolist()]
    expected = np.array([[one[0], one[1], two[1]] for one, two in jets])
    shapes = {slot.name: (slot.rows, slot.width) for slot in (*program.inputs, *program.outputs)}
    files = c_files(program, Words("a law", [], shapes, {"x": "", "y": ""}), samples, expected, "double")
    write({tmp_path / name: text for name, text in files.items()}, tmp_path)
    strict = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"]
    for command in (
        ["gcc", *strict, "-O2", "spring.c", "test_spring.c", "-o", "program", "-lm"],
        ["./program"],
        ["gcc", *strict, "-O2", "-c", "spring.c"],
    ):
        subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    symbols = subprocess.run(["nm", "spring.o"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    wanted = {line.split()[-1] for line in symbols.splitlines() if line.split()[-2] == "U"}
    assert {name for name in wanted if not name.startswith("_")} <= {"exp", "log", "tanh", "atan", "pow", "sqrt"}
