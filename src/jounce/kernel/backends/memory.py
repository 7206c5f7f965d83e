"""Memory for the results of batches.

The system takes a large piece of memory back as soon as nobody reads it, and clears a new one page by page at the next call,
which may take longer than to compute what goes into it. So large pieces are kept here, and handed out again.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.numbers.packing import Array

LARGE = 2**20
"""Bytes from which memory is kept; smaller pieces are kept well by the C library."""
MOST_KEPT = 2**26
"""Bytes that are kept at most while nobody reads them, as many as the C library of Linux keeps of what is freed."""
FREE: dict[int, Array] = {}
"""Pieces that nobody reads, by their identity: one step takes a piece out, whatever other threads do."""


class _Lease:
    """What arrays of a result hold: when the last of them is gone, their memory is free."""

    def __init__(self, piece: Array) -> None:
        self.piece = piece
        self.__array_interface__: Any = piece.__array_interface__

    def __del__(self, free: dict[int, Array] = FREE, most: int = MOST_KEPT) -> None:
        if self.piece.nbytes + sum(piece.nbytes for piece in tuple(free.values())) <= most:
            free[id(self.piece)] = self.piece


def allocated(shapes: Sequence[tuple[int, ...]]) -> tuple[Array, ...]:
    """Arrays of these shapes, one behind the other; what is in them may be anything."""
    sizes = [math.prod(shape) for shape in shapes]
    whole = _piece(sum(sizes))
    found, at = [], 0
    for size, shape in zip(sizes, shapes):
        found.append(whole[at : at + size].reshape(shape))
        at += size
    return tuple(found)


def _piece(size: int) -> Array:
    """So many doubles: kept ones, if they are not twice as many."""
    if 8 * size < LARGE:
        return np.empty(size)
    for key, piece in tuple(FREE.items()):
        if size <= piece.size <= 2 * size and FREE.pop(key, None) is not None:
            return np.asarray(_Lease(piece))[:size]
    return np.asarray(_Lease(np.empty(size)))
