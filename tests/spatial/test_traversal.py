"""Traversals of random trees against paths and subtrees that are listed by hand."""

import numpy as np
import pytest

from jounce.spatial.traversal import Traversal

SEEDS = range(5)


def tree(seed):
    """Return the parents of a random tree of ten bodies, and for each body its ancestors from itself to the base."""
    rng = np.random.default_rng(seed)
    parents = [int(rng.integers(-1, k)) if k else -1 for k in range(10)]
    ways = []
    for k, p in enumerate(parents):
        ways.append([k, *(ways[p] if p >= 0 else [])])
    return parents, ways


@pytest.mark.parametrize("seed", SEEDS)
def test_outward_follows_the_path_from_the_base(seed):
    parents, ways = tree(seed)
    state, length = Traversal(parents).outward(lambda parent, k: ((*parent, k), len(parent) + 1), (), range(10))
    assert [list(reversed(path)) for path in state] == ways
    assert length == [len(way) for way in ways]


@pytest.mark.parametrize("seed", SEEDS)
def test_inward_adds_up_subtrees(seed):
    parents, ways = tree(seed)
    load = [2.0**k for k in range(10)]
    whole, doubled = Traversal(parents).inward(lambda x, k: (lambda: x, 2 * x), load, range(10))
    assert whole == [sum(2.0**j for j in range(10) if k in ways[j]) for k in range(10)]
    assert doubled == [2 * x for x in whole]
    assert load == [2.0**k for k in range(10)]


@pytest.mark.parametrize("seed", SEEDS)
def test_climb_meets_all_ancestors(seed):
    parents, ways = tree(seed)
    entries, steps = Traversal(parents).climb(lambda count, k: (lambda: count + 1, (count, k)), [0] * 10, range(10))
    assert entries == [(i, j) for j in range(10) for i in ways[j]]
    assert steps == [(count, i) for j in range(10) for count, i in enumerate(ways[j])]


def test_bodies_on_the_base_hand_nothing_on():
    asked = []

    def step(x, k):
        return lambda: asked.append(k) or x, k

    Traversal([-1, 0, -1]).inward(step, [1.0] * 3, range(3))
    Traversal([-1, 0, -1]).climb(step, [1.0] * 3, range(3))
    assert asked == [1, 1]


def test_fields():
    over = Traversal([-1, 0])
    assert over.each(lambda x, y: x * y, [2, 3], [5, 7]) == [10, 21]
    assert over.at("abc", [2, 0, 2]) == ["c", "a", "c"]
    load = [(1.0, 2.0), (3.0, 4.0)]
    assert over.onto(load, 1, (10.0, 20.0)) == [(1.0, 2.0), (13.0, 24.0)]
    assert load == [(1.0, 2.0), (3.0, 4.0)]
    assert over.columns([(1, 2, 3), (4, 5, 6)]) == [[1, 4], [2, 5], [3, 6]]


def test_matrices():
    over = Traversal([-1])
    X = over.matrix(2, 3, ([(0, 1), (1, 2)], [5.0, 6.0]), ([(0, 0)], [7.0]))
    assert X == [[7.0, 5.0, 0.0], [0.0, 0.0, 6.0]]
    Y = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    assert over.apart(over.beside(X, Y), 2) == [X, Y]


def test_update_reads_its_matrix_as_it_is_by_then():
    """Forward substitution L x = b, column by column of spans: entries changed by a span are read by the next ones."""
    rng = np.random.default_rng(0)
    L, b = np.tril(rng.normal(size=(4, 4)), -1) + np.eye(4), rng.normal(size=(4, 3))
    X, lower = b.tolist(), L.tolist()
    pairs = [(i, j) for i in range(4) for j in range(i)]
    spans = [(i, 0, 3) for i, _ in pairs]
    solved = Traversal([-1]).update(
        lambda x, factor, y: x - factor * y, X, spans, (lower, pairs, False), (X, [(j, 0) for _, j in pairs], True)
    )
    assert np.allclose(L @ solved, b, rtol=0, atol=1e-14)
    assert b.tolist() == X
