"""The planar two-link arm as textbooks print it, from our own recursion on SymPy's symbols."""

import sympy
from sympy import cos, sin

from jounce.dynamics.articulated_body import articulated_bodies as forward_dynamics
from jounce.dynamics.mass_matrix import mass_matrix
from jounce.dynamics.newton_euler import gravity_torque, newton_euler
from jounce.numbers import Jet
from jounce.plant.tree import Body, Tree
from jounce.spatial.geometry import IDENTITY, Placement
from jounce.spatial.inertia import Inertia
from jounce.spatial.joints import RevoluteZ

a1, l1, l2, m1, m2, I1, I2, g = sympy.symbols("a1 l1 l2 m1 m2 I1 I2 g", positive=True)
q1, q2, v1, v2, w1, w2 = sympy.symbols("q1 q2 v1 v2 w1 w2", real=True)


def rod(mass, c, izz):
    return Inertia.about_com(mass, (c, 0, 0), (0, 0, izz, 0, 0, 0))


# Siciliano, Sciavicco, Villani, Oriolo, Robotics, section 7.3.2: l_i to the centres of mass, a_1 the first link's length.
ARM = Tree(
    (
        Body(-1, RevoluteZ(Placement()), rod(m1, l1, I1)),
        Body(0, RevoluteZ(Placement(IDENTITY, (a1, 0, 0))), rod(m2, l2, I2)),
    ),
    (0, -g, 0),
)
b11 = I1 + m1 * l1**2 + I2 + m2 * (a1**2 + l2**2 + 2 * a1 * l2 * cos(q2))
b12 = I2 + m2 * (l2**2 + a1 * l2 * cos(q2))
b22 = I2 + m2 * l2**2
h = -m2 * a1 * l2 * sin(q2)
g1 = (m1 * l1 + m2 * a1) * g * cos(q1) + m2 * l2 * g * cos(q1 + q2)
g2 = m2 * l2 * g * cos(q1 + q2)
TAU = (
    b11 * w1 + b12 * w2 + 2 * h * v1 * v2 + h * v2**2 + g1,
    b12 * w1 + b22 * w2 - h * v1**2 + g2,
)


def same(a, b):
    return sympy.simplify(sympy.nsimplify(sympy.expand(a - b))) == 0


def test_torque():
    found = newton_euler(ARM, (q1, q2), (v1, v2), (w1, w2))
    assert all(same(x, y) for x, y in zip(found, TAU))


def test_mass_matrix_and_gravity():
    M = mass_matrix(ARM, (q1, q2))
    assert all(same(M[i][j], b) for i, j, b in ((0, 0, b11), (0, 1, b12), (1, 0, b12), (1, 1, b22)))
    assert all(same(x, y) for x, y in zip(gravity_torque(ARM, (q1, q2)), (g1, g2)))


def test_forward_dynamics_is_the_inverse():
    accelerations, _ = forward_dynamics(ARM, (q1, q2), (v1, v2), TAU)
    numbers = {a1: 1.1, l1: 0.4, l2: 0.6, m1: 2.0, m2: 1.5, I1: 0.3, I2: 0.2, g: 9.81, q1: 0.3, q2: -1.2, v1: 0.7, v2: -0.4}
    values = numbers | {w1: 1.25, w2: -2.5}
    assert abs(accelerations[0].subs(values) - 1.25) < 1e-13
    assert abs(accelerations[1].subs(values) + 2.5) < 1e-13


def test_first_time_derivative():
    """Our recursion on jets of symbols is SymPy's derivative of the textbook torque."""
    j1, j2 = sympy.symbols("j1 j2", real=True)
    rates = {q1: v1, q2: v2, v1: w1, v2: w2, w1: j1, w2: j2}
    jets = [(Jet([x, rates[x]]), Jet([y, rates[y]])) for x, y in ((q1, q2), (v1, v2), (w1, w2))]
    found = newton_euler(ARM, *jets)
    for ours, printed in zip(found, TAU):
        expected = sum(sympy.diff(printed, x) * rate for x, rate in rates.items())
        assert same(ours.coeffs[1], expected)
