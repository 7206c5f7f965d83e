"""The reader of .npy against what NumPy writes, and bytes that NumPy would not have written."""

import io

import numpy as np
import pytest

from jounce.numbers.npy import LONGEST_HEADER, npy_array


def written(array, version=(1, 0)):
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version, allow_pickle=True)
    return file.getvalue()


ARRAYS = [
    np.arange(6.0).reshape(2, 3),
    np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    np.arange(4, dtype=">i2"),
    np.array([True, False]),
    np.array(2.5),
    np.zeros((0, 3)),
    np.float16([1.0, np.nan, np.inf]),
    np.arange(3, dtype=np.uint8),
]


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
@pytest.mark.parametrize("array", ARRAYS, ids=range(len(ARRAYS)))
def test_as_numpy(array, version):
    out = npy_array(written(array, version))
    assert (out.dtype, out.shape) == (array.dtype, array.shape)
    assert np.array_equal(out, array, equal_nan=array.dtype.kind == "f")
    assert out.flags.writeable


def headed(header):
    """Return the bytes of an array of 24 bytes with this header."""
    text = header.encode()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(24)


def test_a_header_by_hand():
    assert npy_array(headed("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}")).tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("{'descr': '<f8', 'fortran_order': False, 'shape': (4,)}", r"states the shape \(4,\) of float64, but 24 bytes follow"),
        ("{'descr': '<f8', 'fortran_order': False, 'shape': (-3,)}", r"an array of shape \(-3,\)"),
        ("{'descr': '<f8', 'fortran_order': False, 'shape': (3.0,)}", "an array of shape"),
        ("{'descr': '<f8', 'fortran_order': False, 'shape': (True, 3)}", "an array of shape"),
        ("{'descr': '<f8', 'fortran_order': False, 'shape': 3}", "an array of shape 3"),
        ("{'descr': '<f8', 'fortran_order': 0, 'shape': (3,)}", "an array of shape"),
        (f"{{'descr': '<f8', 'fortran_order': False, 'shape': {(1,) * 33}}}", "an array of shape"),
        (f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({2**61}, {2**61}, 0, 8)}}", "but 24 bytes follow"),
        ("{'descr': '|O', 'fortran_order': False, 'shape': (3,)}", "an array of type '|O'; expected real numbers"),
        ("{'descr': '<c16', 'fortran_order': False, 'shape': (3,)}", "an array of type '<c16'; expected real numbers"),
        ("{'descr': '<f3', 'fortran_order': False, 'shape': (3,)}", "an array of type '<f3'; expected real numbers"),
        ("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (3,)}", "expected real numbers"),
        ("{'descr': '<f8', 'shape': (3,)}", "the header of an array is damaged"),
        ("[1]", "the header of an array is damaged"),
        ("__import__('os').getcwd()", "the header of an array is damaged"),
        ("(" * 2000, "the header of an array is damaged"),
        ("{[]: 1}", "the header of an array is damaged"),
        ("{'descr': '<f8'", "the header of an array is damaged"),
        (" " * (LONGEST_HEADER + 1), "cut off or too long"),
    ],
)
def test_damaged_headers(header, words):
    with pytest.raises(ValueError, match=words):
        npy_array(headed(header))


@pytest.mark.parametrize("count", [0, 5, 6, 7, 9, 10, 40, 127])
def test_cut_off(count):
    whole = written(np.arange(3.0))
    with pytest.raises(ValueError, match="not an array in NumPy's format|cut off|damaged|bytes follow"):
        npy_array(whole[:count])


def test_bytes_after_the_end():
    with pytest.raises(ValueError, match="but 25 bytes follow"):
        npy_array(written(np.arange(3.0)) + b"\0")


def test_bytes_that_are_no_text():
    data = headed("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}").replace(b"shape", b"sh\xffpe")
    with pytest.raises(ValueError, match="damaged"):
        npy_array(data)
