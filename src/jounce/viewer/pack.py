"""Plain values and arrays as one sequence of bytes that compresses well.

    length of the JSON (uint32), the JSON, the arrays

The JSON refers to an array by [kind, rows, columns, first byte]. An array is stored column by column, all first bytes of its
numbers, then all second bytes, and so on: bytes of smooth curves are alike that way. Everything is little-endian.
"""

import json
from typing import Any

import numpy as np

from jounce.numbers.packing import Array


class Pack:
    """Collection of arrays."""

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
        """Return all bytes, with plain values that refer to the arrays."""
        text = json.dumps(values, allow_nan=False, separators=(",", ":")).encode()
        return len(text).to_bytes(4, "little") + text + bytes(self._bytes)
