"""Validation of user input: numbers, names, and one value per joint."""

import math
import reprlib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from numbers import Real
from typing import Any, TypeVar

import numpy as np

from jounce.errors import InputError, ModelError

T = TypeVar("T")

LARGEST = 1e30
"""Largest accepted absolute value of a number: beyond any robot in SI units; the product of eleven would overflow."""
LONGEST_NAME = 200
MOST_COMPARED = 1000
"""Largest number of names that `closest` searches for a similar spelling, since the search is slow."""


def number(value: Any, what: str) -> float:
    """Return `value` as a float; raise `ModelError`, which names `what`, unless `value` is a real number within +-LARGEST."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise ModelError(f"{what}: expected a number, got {short(value)}.")
    try:
        result = float(value)
    except OverflowError:
        result = math.inf
    if not abs(result) <= LARGEST:
        raise ModelError(f"{what}: expected a finite number, {LARGEST:g} at most, got {short(value)}.")
    return result + 0.0  # -0.0 becomes 0.0, so that equal robots are equal to the bit


def short(value: Any) -> str:
    """Return the `repr` of `value` for a message, abbreviated by `reprlib`."""
    try:
        return reprlib.repr(value)
    except ValueError:  # whole numbers of more digits than Python prints
        return "a number of thousands of digits"


def entries(values: Any, count: int, what: str, kind: str) -> Sequence[Any]:
    """Return `values` after checking that it is a sequence or array of `count` entries; kind: what to call the entries."""
    if isinstance(values, np.ndarray):
        values = values.tolist()
    if isinstance(values, (str, bytes)) or not isinstance(values, Sequence) or len(values) != count:
        raise ModelError(f"{what}: expected {count} {kind}, got {short(values)}.")
    return values


def numbers(values: Any, count: int, what: str) -> tuple[float, ...]:
    """Return a tuple of exactly `count` finite floats from a sequence or an array; raise `ModelError` otherwise."""
    return tuple(number(v, what) for v in entries(values, count, what, "numbers"))


def checked_tuple(kind: type[T], values: Any, what: str) -> tuple[T, ...]:
    """Return a sequence as a tuple; raise `ModelError` unless every entry is of type `kind`."""
    if not isinstance(values, Sequence):
        raise ModelError(f"{what}: expected a list of {kind.__name__}, got {short(values)}.")
    for value in values:
        if not isinstance(value, kind):
            raise ModelError(f"{what}: expected a list of {kind.__name__}, got {short(value)} in it.")
    return tuple(values)


def vector(values: Any, what: str) -> tuple[float, float, float]:
    """Return a tuple of three finite floats from a sequence or an array; raise `ModelError` otherwise."""
    x, y, z = numbers(values, 3, what)
    return x, y, z


def unit(axis: tuple[float, float, float], what: str) -> tuple[float, float, float]:
    """Return the vector `axis` divided by its length; raise `ModelError` if the length is below 1e-12."""
    x, y, z = axis
    length = math.sqrt(x * x + y * y + z * z)
    if length < 1e-12:
        raise ModelError(f"{what} {axis} has no direction.")
    if abs(length - 1.0) < 1e-14:  # leave it to the last bit
        return axis
    return x / length, y / length, z / length


def identifier(value: Any, what: str) -> str:
    """Return a name after checking that it is printable text, not blank, of at most `LONGEST_NAME` characters."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ModelError(f"{what}: expected a name of printable characters, got {short(value)}.")
    if len(value) > LONGEST_NAME:
        raise ModelError(f"{what}: expected at most {LONGEST_NAME} characters, got {len(value)}: {short(value)}.")
    return value


def closest(name: str, names: Sequence[str]) -> str:
    """Return ' Did you mean ...?' if one of `names` is spelt like `name`, else a list of `names`, for error messages."""
    near = get_close_matches(name[:LONGEST_NAME], names[:MOST_COMPARED], n=1)
    if near:
        return f" Did you mean {near[0]!r}?"
    return f" Known: {listed(names)}." if names else ""


def listed(names: Sequence[str]) -> str:
    """Return the first 20 names as text for a message, separated by commas."""
    return ", ".join([*names[:20], *["..."] * (len(names) > 20)])


def by_joint_name(values: Any, names: Sequence[str], what: str) -> dict[str, Any]:
    """Return {joint name: value}: for all of `names` if `values` is a single value or a sequence, for some if it is a mapping."""
    if isinstance(values, Mapping):
        unknown = [k for k in values if k not in names]
        if unknown:
            raise ModelError(f"{what}: no joint {short(unknown[0])} here.{closest(str(unknown[0]), names)}")
        return dict(values)
    return dict(zip(names, per_joint(values, names, what)))


def per_joint(values: Any, names: Sequence[str], what: str) -> list[Any]:
    """Return one value for each of `names`, from a single value for all, a sequence, or a complete mapping {name: value}."""
    if isinstance(values, np.ndarray):
        values = values.tolist()
    if isinstance(values, Mapping):
        unknown = [k for k in values if k not in names]
        if unknown:
            raise ModelError(f"{what}: no joint {short(unknown[0])} here.{closest(str(unknown[0]), names)}")
        missing = [name for name in names if name not in values]
        if missing:
            raise ModelError(f"{what}: no value for joint{'s' * (len(missing) > 1)} {listed(missing)}.")
        return [values[name] for name in names]
    if isinstance(values, Sequence) and not isinstance(values, (str, bytes)):
        if len(values) != len(names):
            raise ModelError(f"{what}: {len(values)} values for {len(names)} joints ({listed(names)}).")
        return list(values)
    return [values] * len(names)


def positive(value: Any, what: str) -> float:
    """Return `value` as a float; raise `InputError`, which names `what`, unless the value is finite and above zero."""
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    except (TypeError, ValueError):
        raise InputError(f"{what}: expected a number, got {value!r}.") from None
    if isinstance(value, (str, bytes)):
        raise InputError(f"{what}: expected a number, got {value!r}.")
    if not (math.isfinite(number) and number > 0.0):
        raise InputError(f"{what}: expected a finite number above zero, got {number}.")
    return number
