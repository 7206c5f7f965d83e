"""Packing of plain values and arrays into one sequence of bytes that compresses well.

    length of the JSON (uint32), the JSON, the arrays

The JSON refers to an array by [kind, rows, columns, first byte]. The numbers of an array are taken column by column; the first
bytes of all numbers are stored, then the second bytes of all numbers, and so on: in smooth curves neighbouring bytes are then
similar. All numbers are little-endian.
"""

import json
from typing import Any

import numpy as np

from jounce.numbers.packing import Array


class Pack:
    """Arrays that are collected to be packed with plain values into one sequence of bytes."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def add(self, values: Array, kind: str) -> list[Any]:
        """Add an array (rows, columns) as numbers of `kind`, such as f4 or u2; return its reference for the JSON."""
        rows, columns = values.shape
        plain = np.ascontiguousarray(values.T).astype(f"<{kind}")
        first = len(self._bytes)
        self._bytes += np.ascontiguousarray(plain.view(np.uint8).reshape(plain.size, plain.itemsize).T).tobytes()
        return [kind, rows, columns, first]

    def all(self, values: dict[str, Any]) -> bytes:
        """Return the packed bytes: `values` as JSON, with the references that `add` returned, then all arrays."""
        text = json.dumps(values, allow_nan=False, separators=(",", ":")).encode()
        return len(text).to_bytes(4, "little") + text + bytes(self._bytes)
