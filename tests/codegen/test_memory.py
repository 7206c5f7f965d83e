"""Memory for results of batches: used again, but never while somebody reads it."""

import gc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import jounce as jn
from jounce.codegen.build import library
from jounce.codegen.build.library import FREE, LARGE, MOST_KEPT, allocated

SHAPES = [(LARGE // 16, 2), (3, LARGE // 16, 1)]


@pytest.fixture(autouse=True)
def nothing_kept():
    gc.collect()
    FREE.clear()
    yield
    FREE.clear()


def address(arrays):
    return arrays[0].ctypes.data


def test_a_piece_is_used_again_when_nobody_reads_it():
    first = allocated(SHAPES)
    assert [x.shape for x in first] == SHAPES
    assert all(x.flags.c_contiguous and x.flags.aligned and x.flags.writeable for x in first)
    assert not np.shares_memory(first[0], first[1])
    where, view = address(first), first[1][:, ::7].T
    del first
    assert address(allocated(SHAPES)) != where  # the view still reads it
    before = view.copy()
    for x in allocated(SHAPES):
        x[...] = -1.0
    assert (view == before).all() or np.isnan(before).any()
    del view
    pieces = {address(allocated(SHAPES)) for _ in range(5)}
    assert where in pieces | {piece.ctypes.data for piece in FREE.values()}
    assert len(pieces) == 1


def test_what_is_kept_is_bounded():
    many = [allocated([(MOST_KEPT // 24,)]) for _ in range(5)]  # a third of it each
    del many
    assert 0 < sum(piece.nbytes for piece in FREE.values()) <= MOST_KEPT
    too_large = allocated([(MOST_KEPT // 8 + 1,)])
    kept = len(FREE)
    del too_large
    assert len(FREE) == kept


def test_small_pieces_and_pieces_of_another_size_are_new():
    small = allocated([(7,), (3, 7)])
    del small
    assert not FREE
    large = allocated([(LARGE,)])
    del large
    assert len(FREE) == 1
    half = allocated([(LARGE // 2 - 1,)])
    assert len(FREE) == 1
    assert half[0].size == LARGE // 2 - 1
    assert allocated([(LARGE // 2,)])[0].size == LARGE // 2
    assert allocated([(0, 7), (2, 0)])[1].shape == (2, 0)


@pytest.mark.native
def test_results_stay_as_they_are():
    """Results that are kept by the caller do not change, whatever is computed after them, in several threads."""
    robot = jn.load("planar_2r")
    Q = np.random.default_rng(0).normal(size=(20, 5, 40_000, 2))

    def results(Q):
        found = jn.inverse_dynamics(robot, *Q, threads=1)
        return found, [x.copy() for x in found]

    with ThreadPoolExecutor(4) as pool:
        for found, then in pool.map(results, Q):
            assert all((x == y).all() for x, y in zip(found, then))
    assert FREE
    assert library.MOST_KEPT >= sum(piece.nbytes for piece in FREE.values())
