"""Reverse mode: the gradient of every operation, of the torque, and of a constant."""

import numpy as np

import jounce as jn
from jounce.codegen.gradient import gradient
from jounce.dynamics.newton_euler import newton_euler
from jounce.numbers import Graph, sincos, sqrt
from jounce.plant.plant import plant_of
from support.random_robots import random_robot
from support.tolerances import ALGEBRA, assert_close


def test_gradient_of_every_operation():
    """Against differences of the same expression at complex steps: exact to rounding."""
    graph = Graph()
    x, y, z = (graph.symbol(name) for name in "xyz")

    def f(x, y, z):
        s, c = sincos(x * y - z)
        return (s / y - c * x) * sqrt(y) + 2.5 / (x + 3.0) - (-z) * z

    slopes = gradient(graph, f(x, y, z), [x, y, z])
    at = [0.7, 1.3, -0.4]
    found = graph.evaluate(slopes, dict(zip((x, y, z), at)))

    expected = []
    for k in range(3):
        a, b, d = (complex(v, 1e-30 if i == k else 0.0) for i, v in enumerate(at))
        s, c = np.sin(a * b - d), np.cos(a * b - d)
        value = (s / b - c * a) * np.sqrt(b) + 2.5 / (a + 3.0) - (-d) * d
        expected.append(value.imag / 1e-30)
    assert_close(found, expected, ALGEBRA)


def test_gradient_of_the_torque_is_the_mass_matrix():
    robot = random_robot(4, n=5)
    graph = Graph()
    q, qd, qdd = ([graph.symbol(f"{name}{i}") for i in range(5)] for name in ("q", "v", "a"))
    tau = newton_euler(plant_of(robot).tree, q, qd, qdd)
    rows = [gradient(graph, x, qdd) for x in tau]
    values = np.random.default_rng(0).normal(size=(3, 5))
    inputs = dict(zip([*q, *qd, *qdd], values.ravel()))
    M = [graph.evaluate(row, inputs) for row in rows]
    assert_close(M, jn.mass_matrix(robot, values[0]), ALGEBRA)


def test_gradient_of_a_constant():
    graph = Graph()
    x = graph.symbol("x")
    assert gradient(graph, 3.0, [x]) == [0.0]
    assert gradient(graph, x, [x, graph.symbol("y")]) == [1.0, 0.0]
