"""What a motion is: a function of time that knows its derivatives."""

import copy
import math
from abc import ABC, abstractmethod
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from jounce.errors import InputError, SmoothnessError

Floats = NDArray[np.float64]


class Path(ABC):
    """A motion of `n` coordinates. `path(t, order)` gives it and its first `order` time derivatives, exactly.

    Before `start_time` and after `end_time` it rests at its ends. At these two instants themselves derivatives are the inner
    one-sided ones.
    """

    n: int
    """Number of coordinates."""
    start_time: float
    end_time: float
    smoothness: float
    """Highest derivative that is continuous everywhere."""
    max_order: float
    """Highest derivative that can be asked for. Beyond `smoothness` it jumps at the ends, knots or corners."""
    space: str = "joint"
    """'joint': positions of the robot's joints; 'tool': the robot's controlled outputs."""

    def __call__(self, t: Any, order: int = 0) -> Floats:
        """Positions and derivatives (order+1, *t.shape, n) at times t [s]."""
        times, order = _times(t), whole(order, 0, "order")
        if order > self.max_order:
            raise SmoothnessError(
                f"derivative {order} was asked for, but this path has derivatives to order {self.max_order:g} only "
                f"(continuous to order {self.smoothness:g}). {self.remedy(order)}"
            )
        return self.derivatives(times, order)

    def in_tool_space(self) -> Self:
        """The same motion, its coordinates taken for the robot's controlled outputs."""
        other = copy.copy(self)
        other.space = "tool"
        return other

    @abstractmethod
    def derivatives(self, t: Floats, order: int) -> Floats:
        """The values of `__call__`, for checked arguments."""

    def remedy(self, order: int) -> str:
        """What would have that many derivatives."""
        return f"Use a path of higher degree, or a filtered step of order {order} or more."


def _times(t: Any) -> Floats:
    try:
        times = np.asarray(t, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"t: expected times in s, {error}.") from None
    if not np.isfinite(times).all():
        raise InputError("t: expected finite times in s, got nan or inf.")
    return times


def coordinates(values: Any, what: str) -> Floats:
    """A finite vector (n,), n >= 1; a single number is one coordinate."""
    try:
        array = np.atleast_1d(np.asarray(values, dtype=np.float64))
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: expected numbers, {error}.") from None
    if array.ndim != 1 or array.size == 0 or not np.isfinite(array).all():
        raise InputError(f"{what}: expected finite numbers in one row, got {np.array2string(array, threshold=8)}.")
    return array


def same_length(what: str, *vectors: Floats) -> None:
    """Refuse vectors of different lengths."""
    if len({v.shape for v in vectors}) > 1:
        raise InputError(f"{what} must have as many coordinates as each other, got {', '.join(str(v.size) for v in vectors)}.")


def positive(value: Any, what: str) -> float:
    """A finite number above zero."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise InputError(f"{what}: expected a number, got {value!r}.") from None
    if not (math.isfinite(number) and number > 0.0):
        raise InputError(f"{what}: expected a finite number above zero, got {value!r}.")
    return number


def finite(value: Any, what: str) -> float:
    """A finite number."""
    return float(coordinates(value, what)[0])


def whole(value: Any, least: int, what: str) -> int:
    """A whole number of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise InputError(f"{what}: expected a whole number from {least}, got {value!r}.")
    return int(value)
