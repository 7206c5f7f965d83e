"""Parser of numbers in files: plain decimal notation, within the range that a robot can have."""

import re
from typing import Any

LARGEST = 1e6
"""Largest magnitude of a position [rad or m], a time [s] or a derivative."""
LONGEST = 400
"""Largest number of characters of a number."""
NUMBER = re.compile(r"[-+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d++)?", re.ASCII)


def number_of(text: str) -> float:
    """Parse a decimal number, with or without exponent, as a float; raise ValueError for any other text."""
    if len(text) > LONGEST or not NUMBER.fullmatch(text):
        raise ValueError("not a number")
    return float(text)


def bounded(value: Any) -> float:
    """Return a number of a file as float; raise ValueError if it is no number or too large."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= LARGEST:
        raise ValueError(f"expected a finite number, {LARGEST:g} at most")
    return float(value)
