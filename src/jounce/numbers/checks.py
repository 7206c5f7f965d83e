"""Checks of scalar arguments."""

import math
from typing import Any

from jounce.errors import InputError


def positive(value: Any, what: str) -> float:
    """Return the value as a float; raise an InputError that names the argument unless it is finite and above zero."""
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
