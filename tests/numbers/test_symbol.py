"""The expression graph: what folds, what is shared, and that it means what was written."""

import math
import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jounce.numbers import Graph, atan, exp, log, sign, sincos, sqrt, tanh


@pytest.fixture
def xy():
    graph = Graph()
    return graph, graph.symbol("x"), graph.symbol("y")


def test_constants_fold(xy):
    _, x, _ = xy
    assert x * 0.0 == 0.0
    assert type(x * 0.0) is float
    assert x * 1.0 is x
    assert x + 0.0 is x
    assert 0.0 + x is x
    assert x - 0.0 is x
    assert x - x == 0.0
    assert x / x == 1.0
    assert 0.0 / x == 0.0
    minus = -x
    assert -minus is x
    assert x / 1.0 is x


def test_signs_and_factors_fold(xy):
    _, x, y = xy
    assert x + (-y) is x - y
    assert x - (-y) is x + y
    assert (-x) * y is -(x * y)
    assert (-x) * (-y) is x * y
    assert (x * 0.5) * 2.0 is x
    assert (x * 3.0) * 2.0 is x * 6.0
    assert x * -1.0 is -x
    assert y - x is -(x - y)
    assert (-x) / y is -(x / y)


def test_subexpressions_are_shared(xy):
    graph, x, y = xy
    assert x * y is y * x
    assert x + y is y + x
    assert x + x is x * 2.0
    assert sincos(x)[0] is sincos(x)[0]
    assert sincos(-x)[0] is -sincos(x)[0]
    assert sincos(-x)[1] is sincos(x)[1]
    before = len(graph.nodes)
    _ = (x * y + sqrt(x)) * (x * y + sqrt(x))
    assert len(graph.nodes) == before + 3  # sqrt, sum, square: x*y was there


def test_powers(xy):
    graph, x, _ = xy
    assert graph.evaluate([x**3, x**-2, x**0.5], {x: 4.0}) == [64.0, 1 / 16, 2.0]
    assert x**0 == 1.0
    assert x**1 is x
    assert x**0.3 is x**0.3
    assert x**0.5 is sqrt(x)
    assert graph.evaluate([x**1.5, x**-0.25], {x: 16.0}) == [64.0, 0.5]
    before = len(graph.nodes)
    _ = x**1000
    assert len(graph.nodes) <= before + 2 * 10  # by squares


def test_elementary_functions_fold_and_are_shared(xy):
    graph, x, _ = xy
    minus = -x
    for function in (exp, log, tanh, atan, sign, abs):
        assert function(x) is function(x)
    for odd in (tanh, atan):
        assert odd(minus) is -odd(x)
    assert abs(minus) is abs(x)
    assert abs(abs(x)) is abs(x)
    assert abs(exp(x)) is exp(x)
    values = graph.evaluate([exp(x), log(x), tanh(x), atan(x), sign(x), abs(x)], {x: 2.0})
    assert values == [math.exp(2.0), math.log(2.0), math.tanh(2.0), math.atan(2.0), 1.0, 2.0]


leaves = st.one_of(st.sampled_from(["x", "y", "z"]), st.sampled_from([0.0, 1.0, -1.0, 0.5, -2.0, 3.0]))
trees = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from("+-*"), inner, inner), st.tuples(st.sampled_from(["neg", "sin", "cos", "half"]), inner)
    ),
    max_leaves=25,
)


def build(tree, values):
    if isinstance(tree, str):
        return values[tree]
    if isinstance(tree, float):
        return tree
    op, *arguments = tree
    a = [build(argument, values) for argument in arguments]
    functions = {
        "+": operator.add,
        "-": operator.sub,
        "*": operator.mul,
        "neg": operator.neg,
        "sin": lambda u: sincos(u)[0],
        "cos": lambda u: sincos(u)[1],
        "half": lambda u: u / 2,
    }
    return functions[op](*a)


@given(trees)
def test_means_what_was_written(tree):
    graph = Graph()
    names = {"x": 0.7, "y": -1.3, "z": 2.1}
    symbols = {name: graph.symbol(name) for name in names}
    found = graph.evaluate([build(tree, symbols)], {symbols[k]: v for k, v in names.items()})[0]
    expected = build(tree, names)
    assert math.isclose(found, expected, rel_tol=1e-12, abs_tol=1e-9 * size(tree, names))


def size(tree, values):
    """A bound on what cancels: the largest value the tree passes through."""
    if not isinstance(tree, tuple):
        return max(1.0, abs(build(tree, values)))
    return max(1.0, abs(build(tree, values)), *(size(argument, values) for argument in tree[1:]))
