"""Equality and hash by value for objects that contain arrays, and cached properties."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Generic, TypeVar

import numpy as np

T = TypeVar("T")


class ComputedOnce(Generic[T]):
    """Cached property like `functools.cached_property` of Python 3.12, without a lock: two threads may both compute the value.

    `cached_property` of Python 3.11 has one lock for all objects of a class. If another thread holds this lock at a fork, the
    child process waits forever.
    """

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function, self.__doc__ = function, function.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type | None = None) -> T:
        """Compute the value and store it in the instance, where later reads of the attribute find it; return the value."""
        if instance is None:
            return self  # type: ignore[return-value]
        value = instance.__dict__[self.name] = self.function(instance)
        return value


C = TypeVar("C", bound=type)

NUMERIC = "biufc"
"""Kind characters of the NumPy dtypes whose elements are numbers."""


def by_value(cls: C) -> C:
    """Return the class after giving it == and a hash by the values of its fields, arrays included; NaN equals NaN.

        @by_value
        @dataclass(frozen=True)
        class Result: ...

    The comparison uses the fields of a dataclass (with compare=True), the entries of a NamedTuple, or the attributes of any other
    object whose names have no leading underscore. Objects of different classes are not equal. An object must not be changed after
    its hash was computed.
    """

    def equal(self: Any, other: Any) -> Any:
        if type(other) is not type(self):
            return False if isinstance(self, tuple) else NotImplemented  # a tuple would go on to compare arrays
        return self is other or same(_values(self), _values(other))

    def unequal(self: Any, other: Any) -> Any:
        result = equal(self, other)
        return result if result is NotImplemented else not result

    def hashing(self: Any) -> int:
        return hashed((type(self).__qualname__, _values(self)))

    for name, method in (("__eq__", equal), ("__ne__", unequal), ("__hash__", hashing)):
        setattr(cls, name, method)
    return cls


def by_value_or_arrays(cls: C) -> C:
    """Return the NamedTuple class after giving it == and a hash by value, as fast as those of a tuple if no entry is an array."""

    def equal(self: Any, other: Any) -> bool:
        if type(other) is not type(self):
            return False
        try:
            return tuple.__eq__(self, other)
        except ValueError:  # arrays, which compare element by element
            return same(tuple(self), tuple(other))

    def unequal(self: Any, other: Any) -> bool:
        return not equal(self, other)

    def hashing(self: Any) -> int:
        try:
            return tuple.__hash__(self)
        except TypeError:
            return hashed(tuple(self))

    for name, method in (("__eq__", equal), ("__ne__", unequal), ("__hash__", hashing)):
        setattr(cls, name, method)
    return cls


def _values(instance: Any) -> Any:
    """Return the values of an object that `by_value` compares: a tuple of fields or entries, or a dictionary of attributes."""
    if is_dataclass(instance):
        return tuple(getattr(instance, field.name) for field in fields(instance) if field.compare)
    if isinstance(instance, tuple):
        return tuple(instance)
    return {name: value for name, value in vars(instance).items() if not name.startswith("_")}


def same(a: Any, b: Any) -> bool:
    """Return True if a and b are equal by value: arrays by shape and elements (NaN equals NaN), containers entry by entry."""
    if a is b:
        return True
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        if not (isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and a.shape == b.shape):
            return False
        numeric = a.dtype.kind in NUMERIC, b.dtype.kind in NUMERIC
        if all(numeric):
            return bool(np.array_equal(a, b, equal_nan=True))
        return not any(numeric) and same(a.ravel().tolist(), b.ravel().tolist())
    if isinstance(a, (tuple, list)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, float) and isinstance(b, float) and a != a:
        return b != b
    return bool(a == b)


def hashed(a: Any) -> int:
    """Return a hash by value: objects that are equal by `same` have equal hashes."""
    if isinstance(a, np.ndarray):
        if a.dtype.kind not in NUMERIC:
            return hash((a.shape, hashed(a.ravel().tolist())))
        parts = np.stack([a.real, a.imag]).astype(np.float64) + 0.0  # -0.0 becomes 0.0; a real array equals a complex one
        return hash((a.shape, np.where(np.isnan(a), np.nan, parts).tobytes()))
    if isinstance(a, (tuple, list)):
        return hash(tuple(map(hashed, a)))
    if isinstance(a, Mapping):
        return hash(frozenset((key, hashed(value)) for key, value in a.items()))
    return 0 if isinstance(a, float) and a != a else hash(a)
