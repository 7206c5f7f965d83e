"""The compiled driver by itself: around functions of ctypes in the place of kernels."""

import copy
import ctypes
import pickle

import numpy as np
import pytest

from jounce.codegen.build.library import driver

pytestmark = pytest.mark.native
FUNCTION = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_double))
WIDTHS = (2, 3)


@FUNCTION
def copy_inputs(x, y):
    """y = x, of nine scalars."""
    for k in range(9):
        y[k] = x[k]


def native(*constants, outputs=((9,),), rows=WIDTHS, largest=100.0):
    """Return a Native that copies its inputs: the rows of a call, within bounds, and the constants."""
    count = sum(rows)
    address = ctypes.cast(copy_inputs, ctypes.c_void_p).value
    return driver().Native(address, rows, outputs, None, (-largest,) * count, (largest,) * count, (), (), *constants)


ROWS = (np.array([1.0, 2.0]), np.array([3.0, 4.0, 5.0]))


def test_constants_follow_the_rows_of_every_call():
    """They are copied once, are out of the bounds of rows, and may be nan."""
    constants = np.array([np.nan, 1e300, -7.0, 8.0])
    kernel = native(constants)
    constants[:] = 0.0
    for rows in (ROWS, ((1, 2), [3.0, 4, 5.0]), (ROWS,)):
        np.testing.assert_array_equal(kernel(*rows), [1.0, 2.0, 3.0, 4.0, 5.0, np.nan, 1e300, -7.0, 8.0])
    first, second = native(np.arange(4.0), outputs=((2, 3), (3,)))(*ROWS)
    np.testing.assert_array_equal(first, [[1.0, 2.0, 3.0], [4.0, 5.0, 0.0]])
    np.testing.assert_array_equal(second, [1.0, 2.0, 3.0])
    for wrong in (np.array([3.0, 4.0, 101.0]), np.array([3.0, np.nan, 5.0]), np.ones(7)):
        assert kernel(ROWS[0], wrong) is NotImplemented


def test_no_constants():
    rows = (*ROWS, np.arange(4.0))
    for kernel in (native(rows=(2, 3, 4)), native(None, rows=(2, 3, 4)), native(np.zeros(0), rows=(2, 3, 4))):
        np.testing.assert_array_equal(kernel(*rows), np.concatenate(rows))


@pytest.mark.parametrize("wrong", [3.0, [1.0] * 4, np.ones(4, dtype=np.float32), np.ones((2, 2)), np.ones(8)[::2], np.ma.ones(4)])
def test_constants_are_float64_arrays_of_one_axis(wrong):
    with pytest.raises(TypeError, match="constants"):
        native(wrong)


def test_constants_count_among_the_numbers_of_a_kernel():
    native(np.zeros(4091))
    with pytest.raises(ValueError, match="too many"):
        native(np.zeros(4092))


def test_several_outputs_are_arrays_of_their_own():
    """They are views of one block of memory, which lives as long as any of them, and no other call writes to it."""
    kernel = native(np.arange(4.0), outputs=((2, 3), (), (2,)))
    first, second = kernel(*ROWS), kernel(2.0 * ROWS[0], ROWS[1])
    assert [x.shape for x in first] == [(2, 3), (), (2,)]
    assert all(x.dtype == np.float64 and x.flags.c_contiguous and x.flags.aligned and x.flags.writeable for x in first)
    first[0][0, 0] = 7.0
    assert (first[1], second[0][0, 0]) == (1.0, 2.0)
    last = first[2]
    last.flags.writeable = False
    last.flags.writeable = True
    del first
    for _ in range(100):
        kernel(*ROWS)
    np.testing.assert_array_equal(last, [2.0, 3.0])
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(copy.deepcopy(last))), [2.0, 3.0])
    with pytest.raises(TypeError):
        type(last.base)()
