"""Pieces on any scalar type, and their subdivision."""

import casadi
import numpy as np
import pytest

from jounce.numbers import Graph, Jet
from jounce.robot.piecewise import MOST_HALVINGS, piece_at, subdivide

EDGES = [0.0, 1.0, 2.5]
ROWS = [(10.0, -1.0), (20.0, -2.0), (30.0, -3.0), (40.0, -4.0)]
PLACES = [(-7.0, 10.0), (-1e-12, 10.0), (0.5, 20.0), (1.5, 30.0), (2.4, 30.0), (99.0, 40.0)]


@pytest.mark.parametrize(("x", "first"), PLACES)
def test_the_same_piece_for_every_kind_of_number(x, first):
    row = (first, -first / 10)
    assert piece_at(x, EDGES, ROWS) == row
    assert piece_at(Jet([x, 5.0, -100.0]), EDGES, ROWS) == row
    graph = Graph()
    symbol = graph.symbol("x")
    assert tuple(graph.evaluate(list(piece_at(symbol, EDGES, ROWS)), {symbol: x})) == row
    sx = casadi.SX.sym("x")
    assert tuple(float(v) for v in casadi.Function("f", [sx], list(piece_at(sx, EDGES, ROWS)))(x)) == row


def test_batches():
    x = np.array([[p for p, _ in PLACES]])
    first, second = piece_at(x, EDGES, ROWS)
    assert first.tolist() == [[f for _, f in PLACES]]
    assert np.array_equal(second, -first / 10)


def test_one_piece_has_no_edges():
    assert piece_at(3.0, [], [(7.0,)]) == (7.0,)
    symbol = Graph().symbol("x")
    assert piece_at(symbol, [], [(7.0,)]) == (7.0,)


def test_pieces_are_halved_until_they_are_narrow():
    edges = subdivide([0.0, 1.0, 8.0], lambda a, b, x: np.full(len(x), b - a <= 1.0))
    assert edges[:2] == [0.0, 1.0]
    assert edges[-1] == 8.0
    assert np.diff(edges).max() <= 1.0
    assert np.diff(edges).min() >= 0.5


def test_arguments_span_the_piece():
    seen = []
    subdivide([2.0, 4.0], lambda a, b, x: seen.append((a, b, x.min(), x.max(), len(x))) or np.array([True]))
    assert seen == [(2.0, 4.0, 2.0, 4.0, 9)]


def test_a_piece_that_is_never_solved_ends():
    edges = subdivide([0.0, 1.0], lambda a, b, x: np.array([a > 0.0 or b < 1e-300]))
    assert len(edges) == MOST_HALVINGS + 2
    assert edges[1] == 0.5**MOST_HALVINGS
    assert len(subdivide([0.0, 1.0], lambda a, b, x: np.array([False]))) < 1000
