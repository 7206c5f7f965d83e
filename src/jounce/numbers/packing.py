"""Conversion between scalars and their containers: arrays, and nests (nested tuples, named tuples and lists of scalars).

The equations read one scalar per joint. An array (..., n) is split along its last axis: without batch axes each component is a
Python float, with batch axes an array over the batch. Elements of object arrays may be scalars of any type. Results are stacked
with the order of differentiation on the first axis: (K+1, ..., n) or (K+1, ..., n, m).

`scalars` returns the plain scalars of a nest as a flat list, and `rebuilt` restores a nest from such a list; a jet counts as a
nest of its coefficients. Leaves that are no scalars, such as None or a spring law, belong to the structure of the nest.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.numbers.elementary import Number
from jounce.numbers.jet import Jet
from jounce.numbers.symbol import Symbol

Array = NDArray[Any]


def components(array: Array) -> list[Number]:
    """Return the n components of an array (..., n) along its last axis: floats, or arrays over the batch axes."""
    if array.ndim == 1:
        return list(array.tolist())
    return [array[..., i] for i in range(array.shape[-1])]


def stack(rows: Sequence[Sequence[Number]], shape: tuple[int, ...], batch: tuple[int, ...], dtype: Any) -> Array:
    """Return an array (len(rows), *batch, *shape) from rows of scalars; each row lists the entries of `shape` row by row.

    Scalars without batch axes are broadcast over the batch.
    """
    out = np.zeros((len(rows), *batch, *shape), dtype=dtype)
    for k, row in enumerate(rows):
        for index, number in zip(np.ndindex(shape), row, strict=True):
            out[(k, ..., *index)] = number
    return out


def assemble(values: Any, order: int, batch: tuple[int, ...], dtype: Any) -> Array:
    """Return an array (order+1, *batch, *shape) of time derivatives from a nested sequence of jets with this `shape`.

    A scalar that is not a jet counts as constant in time. Scalars without batch axes, such as constants of the geometry, are
    broadcast over the batch.
    """
    shape = _shape(values)
    out = np.zeros((order + 1, *batch, *shape), dtype=dtype)
    for index, number in _entries(values):
        rows = number.derivatives() if isinstance(number, Jet) else [number]
        for k, derivative in enumerate(rows[: order + 1]):
            out[k][(..., *index)] = derivative
    return out


def _shape(values: Any) -> tuple[int, ...]:
    """Return the shape of a nested sequence, from the lengths of the first entry at each level."""
    return (len(values), *(_shape(values[0]) if len(values) else ())) if isinstance(values, (list, tuple)) else ()


def _entries(values: Any, index: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Number]]:
    """Yield (index, scalar) of all entries of a nested sequence, row by row; index: indices of the enclosing entries."""
    if isinstance(values, (list, tuple)):
        for i, inner in enumerate(values):
            yield from _entries(inner, (*index, i))
    else:
        yield index, values


PLAIN_TYPES = {Symbol, float, int}
"""Types of most scalars; this set is looked up before the slower check for their subclasses."""


def is_scalar(x: Any) -> bool:
    """Return True if x is a float, an int (not a bool) or a symbol; exact."""
    return type(x) in PLAIN_TYPES or (isinstance(x, (Symbol, float, int)) and not isinstance(x, bool))


def scalars(x: Any) -> list[Any]:
    """Return the scalars of a nest in order as a flat list; a jet contributes its coefficients."""
    if isinstance(x, (tuple, list)):
        return [y for inner in x for y in ((inner,) if type(inner) in PLAIN_TYPES else scalars(inner))]
    if isinstance(x, Jet):
        return list(x.coeffs)
    return [x] if is_scalar(x) else []


def numbers(x: Any) -> list[Any]:
    """Return the scalars of a nest in order as a flat list; a jet counts as one scalar."""
    if isinstance(x, (tuple, list)):
        return [y for inner in x for y in numbers(inner)]
    return [x] if isinstance(x, Jet) or is_scalar(x) else []


def structure(x: Any) -> Hashable:
    """Return a hashable key of the structure of a nest; two nests have equal keys if they differ in their scalars only."""
    if type(x) in PLAIN_TYPES:
        return None
    if isinstance(x, (tuple, list)):
        return (type(x), *map(structure, x))
    if isinstance(x, Jet):
        return Jet, len(x.coeffs)
    return None if is_scalar(x) else (x,)


def rebuilt(x: Any, values: Iterator[Any]) -> Any:
    """Return a nest with the structure of the nest x and the scalars `values`, in the order of `scalars`."""
    if type(x) in PLAIN_TYPES:
        return next(values)
    if isinstance(x, (tuple, list)):
        inner = [rebuilt(y, values) for y in x]
        return type(x)(*inner) if hasattr(x, "_fields") else type(x)(inner)
    if isinstance(x, Jet):
        return Jet([next(values) for _ in x.coeffs])
    return next(values) if is_scalar(x) else x


def renumbered(x: Any, values: Iterator[Any]) -> Any:
    """Return the nest x after replacing each scalar or jet by the next of `values`, in the order of `numbers`."""
    if isinstance(x, (tuple, list)):
        inner = [renumbered(y, values) for y in x]
        return type(x)(*inner) if hasattr(x, "_fields") else type(x)(inner)
    return next(values) if isinstance(x, Jet) or is_scalar(x) else x


def highest_order(x: Any) -> int:
    """Return the highest order of the jets in a nest; zero for a nest without jets."""
    return max((y.order for y in numbers(x) if isinstance(y, Jet)), default=0)


def added(x: Any, y: Any) -> Any:
    """Return the sum of two nests of tuples with equal structure, scalar by scalar; jets are added as scalars."""
    if not isinstance(x, tuple):
        return x + y
    if len(x) == 3:  # vectors and matrices, unrolled: a comprehension takes twice the time
        (a, b, c), (d, e, f) = x, y
        nested = isinstance(a, tuple) or isinstance(b, tuple) or isinstance(c, tuple)
        inner = (added(a, d), added(b, e), added(c, f)) if nested else (a + d, b + e, c + f)
    else:
        inner = tuple([added(a, b) if isinstance(a, tuple) else a + b for a, b in zip(x, y)])
    return x._make(inner) if hasattr(x, "_make") else inner
