"""Parser of numbers in text from untrusted files: a word that is no plain number is refused before conversion.

NumPy allocates an array of strings as wide as its longest string: a single word of 100 kB among 900,000 words needs 84 GB. NumPy
also accepts `1_0` and `nan`, and raises an OverflowError for integers beyond 64 bits.
"""

from collections.abc import Sequence

import numpy as np

from jounce.errors import LoadError
from jounce.numbers.packing import Array

LONGEST = 40
"""Largest number of characters of a coordinate; 17 digits, a sign, a point and an exponent take 24."""
LONGEST_INTEGER = 10
"""Largest number of digits of an index; no known file has as many points."""
REAL, WHOLE = b"0123456789+-.eEnNaAiIfFtTyY", b"0123456789+-"
"""Accepted characters of real and of whole numbers; the letters of nan and inf let the error say that a value is not finite."""


def reals(words: Sequence[bytes], what: str, noun: str = "numbers") -> Array:
    """Convert words to an array of finite float64; raise LoadError, "{what}: expected {noun}", for any other word."""
    _check(words, REAL, LONGEST, f"{what}: expected {noun}")
    values = _converted(words, np.float64, f"{what}: expected {noun}")
    if not np.isfinite(values).all():
        raise LoadError(f"{what}: expected {noun}; one of them is not finite.")
    return values


def integers(words: Sequence[bytes], what: str) -> Array:
    """Convert words of at most 10 characters to an array of int64; raise LoadError, which begins with `what`, for other words."""
    _check(words, WHOLE, LONGEST_INTEGER, f"{what}: expected whole numbers")
    return _converted(words, np.int64, f"{what}: expected whole numbers")


def _check(words: Sequence[bytes], letters: bytes, longest: int, expected: str) -> None:
    if max(map(len, words), default=0) > longest or b"".join(words).translate(None, letters):
        wrong = next(word for word in words if len(word) > longest or word.translate(None, letters))
        raise LoadError(f"{expected}, got {wrong[:longest]!r}.")


def _converted(words: Sequence[bytes], kind: type, expected: str) -> Array:
    try:
        return np.array(words, dtype=np.bytes_).astype(kind) if words else np.zeros(0, dtype=kind)
    except ValueError as error:
        raise LoadError(f"{expected}: {str(error)[:80]}.") from None
