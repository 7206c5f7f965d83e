"""Arrays to component numbers and back.

The equations see one number per joint. An array (..., n) is taken apart along its last axis: without batch axes each component is
a Python float, with them an array over the batch. Object arrays stay as they are, so their elements may be numbers of any kind.
Results are put together again with the order of differentiation first: (K+1, ..., n) or (K+1, ..., n, m).
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.numbers.elementary import Number
from jounce.numbers.jet import Jet

Array = NDArray[Any]


def components(array: Array) -> list[Number]:
    """The numbers along the last axis of an array (..., n)."""
    if array.ndim == 1:
        return list(array.tolist())
    return [array[..., i] for i in range(array.shape[-1])]


def stack(rows: Sequence[Sequence[Number]], shape: tuple[int, ...], batch: tuple[int, ...], dtype: Any) -> Array:
    """The array (rows, *batch, *shape) of rows of plain numbers, each row-major over `shape`. Constants spread over the batch."""
    out = np.zeros((len(rows), *batch, *shape), dtype=dtype)
    for k, row in enumerate(rows):
        for index, number in zip(np.ndindex(shape), row, strict=True):
            out[(k, ..., *index)] = number
    return out


def assemble(values: Any, order: int, batch: tuple[int, ...], dtype: Any) -> Array:
    """The array (order+1, *batch, *shape) of a nested sequence of numbers and all their derivatives.

    A number that is no jet is constant in time. Plain constants left by the geometry (0.0) spread over the batch.
    """
    shape = _shape(values)
    out = np.zeros((order + 1, *batch, *shape), dtype=dtype)
    for index, number in _entries(values):
        known = number.derivatives() if isinstance(number, Jet) else [number]
        for k, derivative in enumerate(known[: order + 1]):
            out[k][(..., *index)] = derivative
    return out


def _shape(values: Any) -> tuple[int, ...]:
    return (len(values), *(_shape(values[0]) if len(values) else ())) if isinstance(values, (list, tuple)) else ()


def _entries(values: Any, index: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Number]]:
    if isinstance(values, (list, tuple)):
        for i, inner in enumerate(values):
            yield from _entries(inner, (*index, i))
    else:
        yield index, values
