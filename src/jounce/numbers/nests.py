"""Nests: tuples, named tuples and lists of scalars, taken apart into scalars and put together again.

A jet is a nest of its coefficients, so that what is stored of a nest is plain scalars, one after the other. Leaves that are no
scalars, as None or the law of a spring, belong to the structure of a nest.
"""

from collections.abc import Hashable, Iterator
from typing import Any

from jounce.numbers.jet import Jet
from jounce.numbers.symbol import Symbol


def is_scalar(x: Any) -> bool:
    """True for a plain number or a symbol."""
    return isinstance(x, (Symbol, float, int)) and not isinstance(x, bool)


def scalars(x: Any) -> list[Any]:
    """Return the scalars of a nest, jets taken apart."""
    if isinstance(x, (tuple, list)):
        return [y for inner in x for y in scalars(inner)]
    if isinstance(x, Jet):
        return list(x.coeffs)
    return [x] if is_scalar(x) else []


def numbers(x: Any) -> list[Any]:
    """Return the numbers of a nest: scalars, and jets as a whole."""
    if isinstance(x, (tuple, list)):
        return [y for inner in x for y in numbers(inner)]
    return [x] if isinstance(x, Jet) or is_scalar(x) else []


def structure(x: Any) -> Hashable:
    """Return a key that two nests share if they differ in scalars alone."""
    if isinstance(x, (tuple, list)):
        return (type(x), *map(structure, x))
    if isinstance(x, Jet):
        return Jet, len(x.coeffs)
    return None if is_scalar(x) else (x,)


def rebuilt(x: Any, values: Iterator[Any]) -> Any:
    """Return a nest of the structure of x with other scalars."""
    if isinstance(x, (tuple, list)):
        inner = [rebuilt(y, values) for y in x]
        return type(x)(*inner) if hasattr(x, "_fields") else type(x)(inner)
    if isinstance(x, Jet):
        return Jet([next(values) for _ in x.coeffs])
    return next(values) if is_scalar(x) else x


def renumbered(x: Any, values: Iterator[Any]) -> Any:
    """Return a nest like x with other numbers, each of which may be a jet."""
    if isinstance(x, (tuple, list)):
        inner = [renumbered(y, values) for y in x]
        return type(x)(*inner) if hasattr(x, "_fields") else type(x)(inner)
    return next(values) if isinstance(x, Jet) or is_scalar(x) else x


def highest_order(x: Any) -> int:
    """Return the highest order of the jets of a nest, zero if it has none."""
    return max((y.order for y in numbers(x) if isinstance(y, Jet)), default=0)


def added(x: Any, y: Any) -> Any:
    """Return the sum of two nests, number by number."""
    if not isinstance(x, tuple):
        return x + y
    inner = [added(a, b) for a, b in zip(x, y)]
    return type(x)(*inner) if hasattr(x, "_fields") else tuple(inner)
