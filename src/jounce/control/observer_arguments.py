"""Checks of arguments that several observers share: sensor readings in order or by name, live parameters, positive scalars."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.kernel.arguments import check_names
from jounce.kernel.equation import Equation, Form
from jounce.robot.parameters import PARAMETERS
from jounce.robot.validation import closest, short


def by_name(expected: Sequence[str], measured: tuple[Any, ...], named: Mapping[str, Any], ambiguous: str = "") -> dict[str, Any]:
    """Return sensor readings {name: array} from positional arrays in the order of `expected`, from keywords, or from a mapping.

    ambiguous: error message with which positional arrays are refused; empty if positional arrays are accepted.
    """
    first: Any = measured[0] if len(measured) == 1 else None
    if isinstance(first, Mapping) and not named:
        measured, named = (), first
    if not named:
        if len(measured) != len(expected):
            raise InputError(f"expected {', '.join(expected)}, got {len(measured)} arrays.")
        if ambiguous:
            raise InputError(ambiguous)
        return dict(zip(expected, measured))
    if measured:
        raise InputError(f"expected all readings in order or all by name ({', '.join(expected)}), got some of both.")
    for name in named:
        if name not in expected:
            raise InputError(f"no reading {short(name)} is expected.{closest(str(name), list(expected))}")
    missing = [name for name in expected if name not in named]
    if missing:
        raise InputError(f"expected {', '.join(expected)}; {', '.join(missing)} missing.")
    return dict(named)


def check_finite(rows: Mapping[str, Any]) -> None:
    """Raise InputError unless all readings {name: array} are finite, because an observer cannot start from nan or infinity."""
    for name, values in rows.items():
        try:
            finite = np.isfinite(np.asarray(values, dtype=np.float64))
        except (TypeError, ValueError):
            raise InputError(f"{name}: expected numbers, got {short(values)}.") from None
        if not finite.all():
            at = tuple(int(i) for i in np.argwhere(~finite)[0])
            raise InputError(f"{name} is {np.asarray(values)[at]} at index {at}; expected finite numbers to begin with.")


def live_form(equation: Equation, names: Any) -> Form:
    """Return the form of an equation with the named robot parameters as inputs; raise InputError for unknown names."""
    live = check_names(names, "parameters")
    for name in live:
        if name not in PARAMETERS:
            raise InputError(f"parameters: no parameter {short(name)}.{closest(str(name), list(PARAMETERS))}")
    return Form(equation, parameters=tuple((name, 1) for name in PARAMETERS if name in live))


def positive(value: Any, name: str, unit: str) -> float:
    """Return `value` as a float; raise InputError, with `name` and `unit` in the message, unless it is positive and finite."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = np.nan
    if isinstance(value, (str, bytes)) or not (np.isfinite(number) and number > 0.0):
        what = f"{unit} above 0" if " " in unit else f"a number above 0 [{unit}]"
        raise InputError(f"{name}: expected {what}, got {short(value)}.")
    return number
