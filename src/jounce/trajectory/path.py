"""Paths: motions as functions of time with exact derivatives, and checks of their arguments."""

import copy
import inspect
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jounce.errors import InputError, SmoothnessError
from jounce.numbers.html_table import counted, html_table, span
from jounce.numbers.value import hashed, same

Floats = NDArray[np.float64]


class Path(ABC):
    """Motion of `n` coordinates over time: `path(t, order)` returns positions and their first `order` time derivatives,
    exactly.

    Before `start_time` the motion rests at its start, after `end_time` at its end, unless the class of the path says otherwise.
    At these two times the derivatives are one-sided, taken from inside.
    """

    n: int
    """Number of coordinates of the motion."""
    start_time: float
    end_time: float
    smoothness: float
    """Order of the highest derivative that is continuous everywhere."""
    max_order: float
    """Order of the highest derivative that can be evaluated. Derivatives above `smoothness` jump at the ends, knots or
    corners."""
    kinks: Sequence[float] = ()
    """Known times [s] between the ends at which motor torque is not smooth; integration steps should end there."""
    settled: float | None = None
    """Time [s] after which the motion of a path without an end is constant to double precision; None for other paths."""
    space: str = "joint"
    """'joint': coordinates are positions of the robot's joints; 'tool': coordinates are the robot's controlled outputs."""

    def __new__(cls, *made_from: Any, **more: Any) -> Self:
        """Record the constructor arguments, by which paths are compared; results cached later do not count in comparisons."""
        path = super().__new__(cls)
        path._made_from = tuple(map(_snapshot, made_from)), {name: _snapshot(value) for name, value in more.items()}
        return path

    _made_from: tuple[tuple[Any, ...], dict[str, Any]]

    @property
    def _value(self) -> tuple[str, dict[str, Any]]:
        """Return the space and the constructor arguments by name, by which paths are compared and hashed."""
        arguments = inspect.signature(type(self).__init__).bind(self, *self._made_from[0], **self._made_from[1])
        arguments.apply_defaults()
        return self.space, dict(list(arguments.arguments.items())[1:])

    def __eq__(self, other: object) -> bool:
        """Return True if the other path is of the same class and has equal constructor arguments and space."""
        if type(other) is not type(self):
            return NotImplemented
        return self is other or same(self._value, other._value)

    def __hash__(self) -> int:
        """Hash the class, the space and the constructor arguments."""
        return hashed((type(self).__qualname__, self._value))

    def __repr__(self) -> str:
        """Show the number of coordinates, the time span and the smoothness."""
        what = f"{counted(self.n, f'{self.space} coordinate')}, {span(self.start_time, self.end_time)}"
        return f"<{type(self).__name__}: {what}, smooth to order {self.smoothness:g}>"

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows: start and end of each coordinate [rad or m]."""
        ends = [f"at {t:.4g} s" for t in (self.start_time, self.end_time) if math.isfinite(t)]
        places = [self(t)[0] for t in (self.start_time, self.end_time) if math.isfinite(t)]
        rows = [(i + 1, *(f"{place[i]:.4g}" for place in places)) for i in range(self.n)]
        return html_table(repr(self)[1:-1], ("coordinate", *ends), rows)

    def __call__(self, t: ArrayLike, order: int = 0) -> Floats:
        """Return positions and their first `order` time derivatives, (order+1, *t.shape, n), at times t [s]."""
        times, order = _times(t), whole(order, 0, "order")
        if order > self.max_order:
            raise SmoothnessError(
                f"derivative {order} was asked for, but this path has derivatives to order {self.max_order:g} only "
                f"(continuous to order {self.smoothness:g}). {self.remedy(order)}"
            )
        return self.derivatives(times, order)

    def in_tool_space(self) -> Self:
        """Return the same motion with its coordinates as the robot's controlled outputs.

        Returns
        -------
        Path
        """
        other = copy.copy(self)
        other.space = "tool"
        return other

    @property
    def piece_ends(self) -> Floats | None:
        """Return increasing times [s] between which the path is one polynomial of degree `max_order`.

        None if the path is not piecewise polynomial.
        """
        return None

    @abstractmethod
    def derivatives(self, t: Floats, order: int) -> Floats:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s], for checked arguments.

        Parameters
        ----------
        t : array
            Times [s], finite.
        order : int
            Highest derivative, at most `max_order`.

        Returns
        -------
        array (order+1, *t.shape, n)
        """

    def remedy(self, order: int) -> str:
        """Return advice, for error messages, on how to obtain a path with a continuous derivative of this order.

        Parameters
        ----------
        order : int
            Derivative that has to be continuous.

        Returns
        -------
        str
        """
        return f"Use a path of higher degree, or a filtered step of order {order} or more."


def between(knots: Any, begin: float, end: float) -> Floats:
    """Return `begin`, then the distinct knots strictly between `begin` and `end`, then `end`, as one array."""
    inner = np.unique(np.asarray(knots, dtype=np.float64))
    return np.concatenate([[begin], inner[(inner > begin) & (inner < end)], [end]])


def check_path(path: Any) -> None:
    """Raise `InputError` if the argument is no path."""
    if not isinstance(path, Path):
        raise InputError(
            "path: expected a path, a motion in time such as jn.trajectory.rest_to_rest(...) or jn.trajectory.line(...), got "
            f"{path.__name__ if isinstance(path, type) else type(path).__name__}."
        )


def real(values: Any) -> Floats:
    """Return real numbers as an array of floats; raise TypeError or ValueError for anything else."""
    array = np.asarray(values)
    if array.dtype.kind not in "iufO" or (isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values)):
        raise TypeError(f"got elements of type {array.dtype}" if array.dtype.kind not in "iufO" else "got masked entries")
    try:
        with np.errstate(all="ignore"):  # a long double beyond range, or a NaN that signals
            return array.astype(np.float64, copy=False)
    except OverflowError as error:
        raise ValueError(error) from None


def frozen(values: Any) -> Floats:
    """Return real numbers as a read-only array of floats, a copy, since a path must not change."""
    array = np.array(real(values))
    array.flags.writeable = False
    return array


def _snapshot(value: Any) -> Any:
    """Return a read-only copy of an argument, which later changes by the caller do not affect."""
    if isinstance(value, np.ndarray) and value.flags.writeable:
        value = value.copy()
        value.flags.writeable = False
    return copy.copy(value) if isinstance(value, (list, dict)) else value


def _times(t: Any) -> Floats:
    """Return times as an array of floats; raise `InputError` unless they are finite real numbers."""
    try:
        times = real(t)
    except (TypeError, ValueError) as error:
        raise InputError(f"t: expected times in s, {error}.") from None
    if not np.isfinite(times).all():
        raise InputError("t: expected finite times in s, got nan or inf.")
    return times


def coordinates(values: Any, what: str) -> Floats:
    """Return finite numbers as a read-only vector (n,), n >= 1; a scalar becomes one coordinate.

    what: argument named in errors.
    """
    try:
        array = frozen(values)
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: expected numbers, {error}.") from None
    array = array.reshape(1) if array.ndim == 0 else array
    if array.ndim != 1 or array.size == 0 or not np.isfinite(array).all():
        raise InputError(f"{what}: expected finite numbers in one row, got {np.array2string(array, threshold=8)}.")
    return array


def same_length(what: str, *vectors: Floats) -> None:
    """Raise `InputError` if the vectors differ in length; what: arguments named in the error."""
    if len({v.shape for v in vectors}) > 1:
        raise InputError(f"{what} must have as many coordinates as each other, got {', '.join(str(v.size) for v in vectors)}.")


def called(names: Sequence[str], n: int) -> list[str]:
    """Return the terms for n coordinates in messages: joints by name if `names` are stated, otherwise numbered coordinates."""
    if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise InputError(f"names: expected names of the coordinates, such as robot.joint_names, got {names!r}.")
    if len(names) not in (0, n):
        raise InputError(f"names: expected one for each of {n} coordinates, or none, got {len(names)}: {', '.join(names)}.")
    return [f"joint {name!r}" for name in names] or [f"coordinate {i + 1}" for i in range(n)]


def finite(value: Any, what: str) -> float:
    """Return a finite scalar as a float; raise `InputError` for anything else. what: argument named in errors."""
    values = coordinates(value, what)
    if values.size != 1:
        raise InputError(f"{what}: expected one number, got {values.size}.")
    return float(values[0])


def whole(value: Any, least: int, what: str) -> int:
    """Return an integer of at least `least`; raise `InputError` for anything else. what: argument named in errors."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise InputError(f"{what}: expected a whole number from {least}, got {value!r}.")
    return int(value)
