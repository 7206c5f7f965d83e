"""Equations to read: the planar arm of textbooks, two time derivatives of it, and numbers of every quantity."""

import sys

import numpy as np
import pytest
import sympy
from sympy import cos, sin

import jounce as jn
from jounce.errors import InputError
from support.random_robots import random_motion, random_robot
from support.tolerances import assert_close

PLANAR = jn.load("planar_2r")
FUNCTIONS = {
    "M": lambda robot, Q: jn.mass_matrix(robot, *Q),
    "C": lambda robot, Q: jn.coriolis_matrix(robot, *Q),
    "g": lambda robot, Q: jn.gravity_torque(robot, *Q)[..., None],
    "tau": lambda robot, Q: jn.rnea(robot, *Q)[..., None],
    "position": lambda robot, Q: jn.tool_pose(robot, *Q)[0][..., None],
}
SKEWED = random_robot(6, n=2, chain=True)
"""Turns, then slides, along axes of no special direction."""
NEEDS = {"M": 1, "C": 2, "g": 1, "tau": 3, "position": 1}
DOTS = ("", "dot", "ddot", "dddot", "ddddot")


def q_symbols(n, order):
    """Row k: q^(k) of all joints."""
    return [[sympy.Symbol(f"q{dots}_{i + 1}", real=True) for i in range(n)] for dots in DOTS[: order + 1]]


def polar():
    """An arm that turns about z and slides out along its x: fractions, products of inertia, a tool."""
    links = [
        jn.Link("base"),
        jn.Link("boom", 2.0, (0.1, 0.25, 0), (0.3, 0.2, 0.25, 0.01, 0, 0)),
        jn.Link("rod", 1.5, (0, 0.1, 0.3), (0.1, 0.1, 0.05, 0, 0.02, 0)),
    ]
    out = jn.robot.Placement(((0, 0, 1), (0, 1, 0), (-1, 0, 0)), (0.3, 0, 0.1))  # z of the slider is x of the boom
    joints = [jn.Joint("turn", "revolute", "base", "boom"), jn.Joint("slide", "prismatic", "boom", "rod", out)]
    return jn.Robot.build("polar", links, joints, gravity=(0, -9.81, 0)).with_tool("rod", (0.05, 0, 0.2))


# ---------------------------------------------------------------- the textbook's arm

(q1, q2), (v1, v2), (a1, a2) = q_symbols(2, 2)
m1, m2, L1, L2, g = sympy.symbols("m1 m2 L1 L2 g", positive=True)

# Lynch, Park, Modern Robotics, section 8.1: point masses at the ends of links of lengths L1 and L2, gravity along -y
M = sympy.Matrix(
    [
        [m1 * L1**2 + m2 * (L1**2 + 2 * L1 * L2 * cos(q2) + L2**2), m2 * (L1 * L2 * cos(q2) + L2**2)],
        [m2 * (L1 * L2 * cos(q2) + L2**2), m2 * L2**2],
    ]
)
C = m2 * L1 * L2 * sin(q2) * sympy.Matrix([[-v2, -(v1 + v2)], [v1, 0]])  # Christoffel's symbols
G = sympy.Matrix([(m1 + m2) * L1 * g * cos(q1) + m2 * g * L2 * cos(q1 + q2), m2 * g * L2 * cos(q1 + q2)])
TAU = sympy.Matrix(
    [
        M[0, 0] * a1 + M[0, 1] * a2 - m2 * L1 * L2 * sin(q2) * (2 * v1 * v2 + v2**2) + G[0],
        M[1, 0] * a1 + M[1, 1] * a2 + m2 * L1 * L2 * v1**2 * sin(q2) + G[1],
    ]
)


def printed(what, order=0):
    """Ours, in the textbook's letters."""
    letters = {"m_1": m1, "m_2": m2, "c_1x": L1, "l_2x": L1, "c_2x": L2, "g_y": -g}
    ours = jn.dynamics.symbolic(PLANAR, what, order, parameters=True)
    return ours.subs({sympy.Symbol(name, real=True): letter for name, letter in letters.items()})


def differentiated(expression, order):
    """d/dt by SymPy, q a function of time."""
    t = sympy.Symbol("t")
    functions = [sympy.Function(name)(t) for name in ("f1", "f2")]
    rows = q_symbols(2, order + 2)
    of_time = {x: f.diff(t, k) if k else f for k, row in enumerate(rows) for x, f in zip(row, functions)}
    back = {of_time[x]: x for row in reversed(rows) for x in row}  # the highest derivative first
    return expression.subs(of_time).diff(t, order).subs(back)


def same(found, expected):
    return found.shape == expected.shape and sympy.expand_trig(found - expected).expand().is_zero_matrix


@pytest.mark.parametrize(("what", "expected"), [("M", M), ("C", C), ("g", G), ("tau", TAU)], ids=["M", "C", "g", "tau"])
def test_textbook(what, expected):
    assert same(printed(what), expected)


@pytest.mark.parametrize("order", [1, 2])
def test_derivatives_of_the_textbook(order):
    assert same(printed("tau", order), differentiated(TAU, order))


def test_differentiated():
    """By hand, so that what stands above is not the same mistake twice: d/dt cos(q1 + q2)."""
    assert same(sympy.Matrix([differentiated(cos(q1 + q2), 1)]), sympy.Matrix([-(v1 + v2) * sin(q1 + q2)]))


def test_short_decimals_are_fractions():
    """Lengths and masses of one, gravity of 9.81."""
    weight = sympy.Rational(981, 100)
    expected = sympy.Matrix([2 * weight * cos(q1) + weight * cos(q1 + q2), weight * cos(q1 + q2)])
    found = jn.dynamics.symbolic(PLANAR, "g")
    assert same(found, expected)
    assert not found.atoms(sympy.Float)


# ---------------------------------------------------------------- numbers


def agrees(robot, what, order):
    """Against the function that computes it."""
    rows = NEEDS[what] + order
    Q = random_motion(robot, 1, rows - 1)
    symbols = dict(zip([x for row in q_symbols(robot.n, rows - 1) for x in row], Q.ravel()))
    found = np.array(jn.dynamics.symbolic(robot, what, order).evalf(30, subs=symbols), dtype=float)
    values = FUNCTIONS[what](robot, Q)
    assert_close(found, values[order] if order else values)


@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize("what", FUNCTIONS)
@pytest.mark.parametrize("robot", [PLANAR, polar()], ids=["planar", "polar"])
def test_numbers(robot, what, order):
    agrees(robot, what, order)


def test_second_derivative_in_numbers():
    agrees(PLANAR, "tau", 2)


@pytest.mark.parametrize("what", FUNCTIONS)
def test_any_axes(what):
    agrees(SKEWED, what, 0)


@pytest.mark.parametrize(("what", "symbols"), [("M", {q2}), ("C", {q2, v1, v2})], ids=["M", "C"])
def test_rounding_is_not_printed(what, symbols):
    """Rotations by any angle are no exact numbers, but nothing of the first joint's position is left where it has no effect."""
    assert jn.dynamics.symbolic(SKEWED, what).free_symbols == symbols


def test_parameters_of_a_polar_arm():
    """By hand: inertia about the axis, that of a mass that slides, and its Coriolis forces; zeros of the model stay zeros."""
    names = "m_1 m_2 c_1x c_1y c_2y c_2z I_1zz I_2xx l_2x q_1 q_2 qdot_1 qdot_2"
    m_1, m_2, c_1x, c_1y, c_2y, c_2z, I_1zz, I_2xx, l_2x, _, x, w, v = sympy.symbols(names, real=True)
    far = l_2x + x + c_2z
    inertia = I_1zz + m_1 * (c_1x**2 + c_1y**2) + I_2xx + m_2 * (far**2 + c_2y**2)
    assert same(jn.dynamics.symbolic(polar(), "M", parameters=True), sympy.Matrix([[inertia, -m_2 * c_2y], [-m_2 * c_2y, m_2]]))
    assert same(jn.dynamics.symbolic(polar(), "C", parameters=True), m_2 * far * sympy.Matrix([[v, w], [-w, 0]]))


def test_latex():
    assert r"\dot{q}_{1}" in sympy.latex(jn.dynamics.symbolic(PLANAR, "C"))
    text = sympy.latex(jn.dynamics.symbolic(polar(), "tau", 1))
    assert r"\dddot{q}_{1}" in text
    assert r"\ddot{q}_{2}" in text
    rod = jn.Robot.build("rod", [jn.Link("base"), jn.Link("rod", 1.0, (1, 0, 0))], [jn.Joint("j", "revolute", "base", "rod")])
    assert sympy.latex(jn.dynamics.symbolic(rod, "tau", 3)[0]) == "q^{(5)}_{1}"


# ---------------------------------------------------------------- refusals

BAD = [
    (lambda: jn.dynamics.symbolic(PLANAR, "mass"), "expected one of M, C, g, tau, position, got 'mass'"),
    (lambda: jn.dynamics.symbolic(PLANAR, "M", -1), "order: expected a whole number from 0 to 4, got -1"),
    (lambda: jn.dynamics.symbolic(PLANAR, "M", 1.0), "order: expected a whole number from 0 to 4, got 1.0"),
    (lambda: jn.dynamics.symbolic(PLANAR, "M", True), "order"),
    (lambda: jn.dynamics.symbolic(jn.load("kuka_lwr"), "M"), "'kuka_lwr' has 7 joints; equations to read are for 4 at most"),
]


@pytest.mark.parametrize(("call", "words"), BAD, ids=range(len(BAD)))
def test_bad_input(call, words):
    with pytest.raises(InputError, match=words):
        call()


def test_without_sympy(monkeypatch):
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(ImportError, match=r'pip install "jounce\[symbolic\]"'):
        jn.dynamics.symbolic(PLANAR, "M")


@pytest.mark.parametrize("order", [5, 99, 10**5000, -1, 1.0, True, None], ids=range(7))
def test_orders_that_no_one_reads(order):
    with pytest.raises(jn.errors.InputError, match="order: expected a whole number from 0 to 4"):
        jn.dynamics.symbolic(jn.load("planar_2r"), "M", order)
