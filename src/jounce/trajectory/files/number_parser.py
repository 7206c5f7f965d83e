"""Parser of numbers in files of motions: plain decimal notation, with bounded magnitude and length."""

import re
from typing import Any

LARGEST = 1e6
"""Largest accepted magnitude of a position [rad or m], a time [s] or a derivative."""
LONGEST = 400
"""Largest number of characters in a number."""
NUMBER = re.compile(r"[-+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d++)?", re.ASCII)


def number_of(text: str) -> float:
    """Parse a decimal number, with or without exponent, as a float; raise ValueError for any other text."""
    if len(text) > LONGEST or not NUMBER.fullmatch(text):
        raise ValueError("not a number")
    return float(text)


def bounded(value: Any) -> float:
    """Return a number of a file as a float; raise ValueError if the value is no number or larger than `LARGEST`."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= LARGEST:
        raise ValueError(f"expected a finite number, {LARGEST:g} at most")
    return float(value)
