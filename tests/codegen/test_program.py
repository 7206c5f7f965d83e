"""Writing down, ordering, differentiating."""

import numpy as np
import pytest

import jounce as jn
from jounce.codegen.gradient import gradient
from jounce.codegen.program import Sheet, Slot
from jounce.dynamics.newton_euler import newton_euler
from jounce.export.compiled_kernel import Kernel
from jounce.functions.rigid import RNEA
from jounce.kernel.equation import Form
from jounce.numbers import Graph, sincos, sqrt
from jounce.numbers.symbol import CONSTANT, INPUT
from jounce.plant.plant import plant_of
from support.random_robots import random_robot
from support.tolerances import ALGEBRA, assert_close

LIMITS = [(0, 760), (1, 1850), (2, 3350)]


@pytest.mark.parametrize(("order", "limit"), LIMITS)
def test_operations_after_elimination(order, limit):
    assert Kernel(Form(RNEA, order), jn.load("kuka_lwr")).program.operations <= limit


@pytest.mark.parametrize("seed", range(3))
def test_instructions_are_ordered_and_complete(seed):
    program = Kernel(Form(RNEA, 2), random_robot(seed, n=4)).program
    done = set()
    for node in program.instructions:
        for operand in (node.left, node.right):
            assert operand is None or operand.op in (INPUT, CONSTANT) or operand in done
        done.add(node)
    assert len(done) == len(program.instructions)


def test_scheduling_keeps_few_values_alive():
    """Not more than as written, on the arm and on a tree."""
    for robot in (jn.load("kuka_lwr"), random_robot(2, n=8)):
        program = Kernel(Form(RNEA, 2), robot).program
        assert alive(program.instructions) <= alive(sorted(program.instructions, key=lambda x: x.index))


def alive(instructions):
    last = {}
    for i, node in enumerate(instructions):
        for operand in (node.left, node.right):
            last[operand] = i
    count = most = 0
    ends = {}
    for i, node in enumerate(instructions):
        count += 1
        ends[last.get(node, i)] = ends.get(last.get(node, i), 0) + 1
        count -= ends.get(i, 0)
        most = max(most, count)
    return most


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


def test_a_result_may_be_a_constant_of_the_graph():
    """As the slope of 3 x is: it has no instruction of its own, and is handed out all the same."""
    sheet = Sheet([Slot("x", 1, 1)])
    ((x,),) = sheet.rows
    program = sheet.program("f", [Slot("y", 1, 2)], [[[*gradient(sheet.graph, 3.0 * x, [x]), sheet.graph.constant(7.0)]]])
    assert program.results == ((3.0, 7.0),)
    assert program.instructions == []


def test_outputs_are_checked():
    sheet = Sheet([Slot("x", 1, 1)])
    with pytest.raises(AssertionError, match="has 1 numbers, expected 2"):
        sheet.program("f", [Slot("y", 1, 2)], [sheet.rows])
