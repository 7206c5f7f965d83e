"""Reader of NumPy's .npy format for untrusted bytes: the header is parsed as a Python literal, and no code is executed."""

import ast
import math
import re
from typing import Any

import numpy as np

MAGIC = b"\x93NUMPY"
LONGEST_HEADER = 4096
"""Length of the longest accepted header [bytes]: NumPy writes 118; a long nested literal could crash Python's parser."""
NUMBERS = re.compile(r"[<>|=]?[biuf][0-9]{1,2}")
"""Pattern of the dtype strings of real numbers, such as "<f8"."""
KEYS = {"descr", "fortran_order", "shape"}


def npy_array(data: bytes) -> np.ndarray[Any, Any]:
    """Return the array of real numbers in the bytes of a .npy file, whose data must have exactly the size in its header.

    Raises
    ------
    ValueError
        If the bytes are not a .npy array of real numbers; the message states the reason.
    """
    if data[:6] != MAGIC or data[6:7] not in (b"\1", b"\2", b"\3"):
        raise ValueError("not an array in NumPy's format")
    width = 2 if data[6] == 1 else 4
    begin = 8 + width
    length = int.from_bytes(data[8:begin], "little")
    if len(data) < begin + length or length > LONGEST_HEADER:
        raise ValueError("the header of an array is cut off or too long")
    kind, fortran, shape = _header(data[begin : begin + length])
    rest = len(data) - begin - length
    if math.prod(shape) * kind.itemsize != rest:
        raise ValueError(f"the header of an array states the shape {_short(shape)} of {kind}, but {rest} bytes follow")
    flat = np.frombuffer(data[begin + length :], kind) if rest else np.empty(0, kind)
    return flat.copy().reshape(shape, order="F" if fortran else "C")


def _header(text: bytes) -> tuple[np.dtype[Any], bool, tuple[int, ...]]:
    """Return (dtype, True for Fortran order, shape) from the bytes of a header; raise `ValueError` if they are invalid."""
    try:
        header = ast.literal_eval(text.decode("utf-8").strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise ValueError("the header of an array is damaged") from None
    if not isinstance(header, dict) or set(header) != KEYS:
        raise ValueError("the header of an array is damaged")
    kind, shape, fortran = header["descr"], header["shape"], header["fortran_order"]
    if not isinstance(kind, str) or not NUMBERS.fullmatch(kind):
        raise ValueError(f"an array of type {str(kind)[:40]!r}; expected real numbers")
    sizes = isinstance(shape, tuple) and all(type(size) is int and 0 <= size < 2**62 for size in shape)
    if not sizes or len(shape) > 32 or not isinstance(fortran, bool):
        raise ValueError(f"an array of shape {_short(shape)}")
    try:
        return np.dtype(kind), fortran, shape
    except TypeError:
        raise ValueError(f"an array of type {kind!r}; expected real numbers") from None


def _short(shape: Any) -> str:
    return str(shape)[:60]
