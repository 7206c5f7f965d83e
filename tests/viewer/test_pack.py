"""Packed arrays, read back as the script reads them."""

import json

import numpy as np
import pytest

from jounce.viewer.pack import Pack


def read(data, reference):
    """Return an array from all bytes behind the JSON and its reference [kind, rows, columns, first byte]."""
    kind, rows, columns, first = reference
    body = data[4 + int.from_bytes(data[:4], "little") :]
    width, count = np.dtype(kind).itemsize, rows * columns
    planes = np.frombuffer(body, np.uint8, count * width, first).reshape(width, count)
    return np.ascontiguousarray(planes.T).view(f"<{kind}").reshape(columns, rows).T


ARRAYS = [
    (np.arange(12.0).reshape(4, 3), "f8"),
    (np.random.default_rng(0).normal(size=(5, 2)), "f4"),
    (np.array([[0, 65535], [256, 1]]), "u2"),
    (np.array([[70000, 1, 2]]), "u4"),
    (np.arange(6.0).reshape(2, 3).T, "f8"),
]


def test_there_and_back():
    pack = Pack()
    references = [pack.add(values, kind) for values, kind in ARRAYS]
    data = pack.all({"arrays": references})
    length = int.from_bytes(data[:4], "little")
    assert json.loads(data[4 : 4 + length]) == {"arrays": references}
    for (values, kind), reference in zip(ARRAYS, references):
        assert np.array_equal(read(data, reference), values.astype(kind))


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0)])
def test_arrays_without_entries(shape):
    pack = Pack()
    assert pack.add(np.zeros(shape), "f4") == ["f4", *shape, 0]
    assert pack.add(np.ones((1, 1)), "u2") == ["u2", 1, 1, 0]


def test_numbers_that_json_has_not():
    with pytest.raises(ValueError, match="not JSON compliant"):
        Pack().all({"x": float("nan")})
