from typing import NamedTuple

import numpy as np
import pytest

from jounce.numbers import Graph, Jet
from jounce.numbers.packing import (
    added,
    assemble,
    components,
    highest_order,
    numbers,
    rebuilt,
    renumbered,
    scalars,
    stack,
    structure,
)


def test_single_samples_become_floats():
    parts = components(np.array([1.0, 2.0]))
    assert parts == [1.0, 2.0]
    assert all(type(x) is float for x in parts)


def test_batches_become_arrays():
    parts = components(np.arange(12.0).reshape(2, 3, 2))
    assert [p.shape for p in parts] == [(2, 3), (2, 3)]


def test_round_trip_with_derivatives():
    Q = np.random.default_rng(0).normal(size=(5, 2, 3, 4))
    jets = [Jet.from_derivatives(column) for column in zip(*map(components, Q))]
    assert np.allclose(assemble(jets, 4, (2, 3), np.float64), Q, rtol=1e-15, atol=0)


def test_rows_of_numbers_become_an_array():
    rows = [[np.arange(3.0), 1.0, 2.0, 3.0], [0.0, 4.0, 5.0, np.ones(3)]]
    out = stack(rows, (2, 2), (3,), np.float64)
    assert out.shape == (2, 3, 2, 2)
    assert out[0, 2].tolist() == [[2.0, 1.0], [2.0, 3.0]]
    assert out[1, 0].tolist() == [[0.0, 4.0], [5.0, 1.0]]


def test_constants_spread_over_batch_and_order():
    out = assemble([[0.0, Jet([1.0, 2.0])], [np.ones(3), 5.0]], 1, (3,), np.float64)
    assert out.shape == (2, 3, 2, 2)
    assert out[0, 1].tolist() == [[0.0, 1.0], [1.0, 5.0]]
    assert out[1, 1].tolist() == [[0.0, 2.0], [0.0, 0.0]]


X = Graph().symbol("x")


class Pair(NamedTuple):
    first: object
    second: object = None


NESTS = [
    1.5,
    X,
    Jet([1.0, 2.0, X]),
    (),
    (1.0, [2.0, (3, X)]),
    Pair((1.0, 2.0)),
    Pair(Jet([1.0, 2.0]), [True, "a", 7.0]),
]


def as_text(nest):
    """Return a nest as text in which jets show their coefficients."""
    if isinstance(nest, (tuple, list)):
        return f"{type(nest).__name__}({', '.join(map(as_text, nest))})"
    return f"Jet({', '.join(map(repr, nest.coeffs))})" if isinstance(nest, Jet) else repr(nest)


@pytest.mark.parametrize("nest", NESTS, ids=range(len(NESTS)))
def test_taken_apart_and_put_together(nest):
    again = rebuilt(nest, iter(scalars(nest)))
    assert as_text(again) == as_text(nest)
    assert as_text(renumbered(nest, iter(numbers(nest)))) == as_text(nest)
    assert structure(again) == structure(nest)
    assert hash(structure(nest)) == hash(structure(again))


def test_scalars_are_plain_and_numbers_may_be_jets():
    jet = Jet([1.0, 2.0])
    nest = (jet, [3, None, "a", True], Pair(X))
    assert scalars(nest) == [1.0, 2.0, 3, X]
    assert numbers(nest) == [jet, 3, X]


def test_other_scalars_have_the_same_structure():
    assert structure((1.0, [2.0])) == structure((X, [5]))
    assert rebuilt(Pair(1.0, [2.0]), iter([X, 7.0])) == Pair(X, [7.0])


@pytest.mark.parametrize(
    "other",
    [(1.0,), [1.0, 2.0], (1.0, (2.0,)), Pair(1.0, 2.0), (1.0, None), (1.0, True), (1.0, Jet([2.0])), (1.0, Jet([2.0, 0.0]))],
)
def test_other_structures(other):
    assert structure(other) != structure((1.0, 2.0))


def test_lengths_of_jets_and_leaves_belong_to_the_structure():
    assert structure(Jet([1.0])) != structure(Jet([1.0, 2.0]))
    assert structure(("a", 1.0)) != structure(("b", 1.0))


def test_highest_order():
    assert highest_order((1.0, Jet([1.0, 2.0]), [Jet([1.0, 2.0, 3.0])])) == 2
    assert highest_order((1.0, "a")) == 0


def test_sums():
    total = added(Pair(1.0, (2.0, 3.0)), Pair(10.0, (20.0, 30.0)))
    assert total == Pair(11.0, (22.0, 33.0))
    assert type(total) is Pair
    assert added(Jet([1.0, 2.0]), 3.0).coeffs[0] == 4.0
