"""Numbers of strangers: as everybody writes them, and no larger than a robot's are."""

import re
from typing import Any

LARGEST = 1e6
"""A position this large [rad or m] is no robot's, nor is a time [s] or a rate."""
LONGEST = 400
"""Characters of a number."""
NUMBER = re.compile(r"[-+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d++)?")


def number_of(text: str) -> float:
    """The number that a text is; ValueError where it is none."""
    if len(text) > LONGEST or not NUMBER.fullmatch(text):
        raise ValueError("not a number")
    return float(text)


def bounded(value: Any) -> float:
    """A number of a file; ValueError where it is none, or too large."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= LARGEST:
        raise ValueError(f"expected a finite number, {LARGEST:g} at most")
    return float(value)
