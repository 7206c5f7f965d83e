"""Conversion between arrays and component scalars.

The equations read one scalar per joint. An array (..., n) is split along its last axis: without batch axes each component is a
Python float, with batch axes an array over the batch. Elements of object arrays may be scalars of any type. Results are stacked
with the order of differentiation first: (K+1, ..., n) or (K+1, ..., n, m).
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.numbers.elementary import Number
from jounce.numbers.jet import Jet

Array = NDArray[Any]


def components(array: Array) -> list[Number]:
    """Split an array (..., n) along its last axis into n scalars: floats, or arrays over the batch."""
    if array.ndim == 1:
        return list(array.tolist())
    return [array[..., i] for i in range(array.shape[-1])]


def stack(rows: Sequence[Sequence[Number]], shape: tuple[int, ...], batch: tuple[int, ...], dtype: Any) -> Array:
    """Stack rows of scalars, each row-major over `shape`, into an array (rows, *batch, *shape); constants are broadcast."""
    out = np.zeros((len(rows), *batch, *shape), dtype=dtype)
    for k, row in enumerate(rows):
        for index, number in zip(np.ndindex(shape), row, strict=True):
            out[(k, ..., *index)] = number
    return out


def assemble(values: Any, order: int, batch: tuple[int, ...], dtype: Any) -> Array:
    """Stack a nested sequence of scalars and their time derivatives into an array (order+1, *batch, *shape).

    A scalar that is not a jet is constant in time. Plain constants left by the geometry (0.0) are broadcast over the batch.
    """
    shape = _shape(values)
    out = np.zeros((order + 1, *batch, *shape), dtype=dtype)
    for index, number in _entries(values):
        rows = number.derivatives() if isinstance(number, Jet) else [number]
        for k, derivative in enumerate(rows[: order + 1]):
            out[k][(..., *index)] = derivative
    return out


def _shape(values: Any) -> tuple[int, ...]:
    """Return the shape of a nested sequence, from its first entries."""
    return (len(values), *(_shape(values[0]) if len(values) else ())) if isinstance(values, (list, tuple)) else ()


def _entries(values: Any, index: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Number]]:
    """Yield (index, scalar) of all entries of a nested sequence, row-major."""
    if isinstance(values, (list, tuple)):
        for i, inner in enumerate(values):
            yield from _entries(inner, (*index, i))
    else:
        yield index, values
