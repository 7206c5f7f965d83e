"""The compiled driver by itself: Native and Front around a function of ctypes in the place of a kernel."""

import copy
import ctypes
import pickle
import sys
from collections import OrderedDict
from contextvars import ContextVar
from types import MappingProxyType

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


def native(*more, outputs=((9,),), rows=WIDTHS, largest=100.0):
    """Return a Native that copies its inputs, rows within bounds and constants. more: constants, internal, ratio."""
    count = sum(rows)
    address = ctypes.cast(copy_inputs, ctypes.c_void_p).value
    return driver().Native(address, rows, outputs, None, (-largest,) * count, (largest,) * count, (), (), *more)


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


CHOSEN = ContextVar("backend", default="auto")
PLAIN = ((), None, None)
TOLD = []


def front(cut, key=None):
    """Return a Front with one short cut of "equation", for ROWS and under the identity of WIDTHS, which stands for a robot."""
    cuts = {"equation": {id(WIDTHS) + 2 if key is None else (id(WIDTHS) + 2, *key): cut}}
    return driver().Front(cuts, CHOSEN, ("outputs", "live", "link"), PLAIN, (tuple, dict, str))


def finish(robot, q, outputs, parameters):
    TOLD.append((robot, q, [x.tolist() for x in outputs], parameters))
    return "checked"


@pytest.mark.parametrize(
    ("pivots", "is_skipped"),
    [
        ((4.0, 1.0, 1.0, 4.0), True),
        ((4.0, 0.5, 1.0, 4.0), False),  # a ratio of 1/8 exactly
        ((0.0, 0.0, 0.0, 0.0), False),
        ((-1.0, 1.0, 1.0, 1.0), False),
        ((np.nan, 1.0, 1.0, 1.0), False),
        ((1.0, 1.0, 1.0, np.nan), False),
        ((np.inf, 1.0, 1.0, 1.0), False),
    ],
)
def test_a_check_that_would_pass_is_skipped(pivots, is_skipped):
    """The last output decides, and the general way, which is told all outputs, where it does not."""
    for outputs, expected in [
        (((5,), (4,)), np.arange(1.0, 6.0)),
        (((2,), (3,), (4,)), (np.arange(1.0, 3.0), np.arange(3.0, 6.0))),
    ]:
        kernel = native(np.array(pivots), 1, 0.125, outputs=outputs)
        assert len(kernel(*ROWS)) == len(outputs)  # without Front nothing is left out
        TOLD.clear()
        for _ in range(2):
            answer = front((kernel, finish, ())).answer_call("equation", (WIDTHS, *ROWS), {})
            if is_skipped:
                assert type(answer) is type(expected)
                for x, y in zip(answer, expected, strict=True):
                    np.testing.assert_array_equal(x, y)
            else:
                assert answer == "checked"
        assert len(TOLD) == (0 if is_skipped else 2)
        for robot, q, told, parameters in TOLD:
            assert robot is WIDTHS
            assert q is ROWS[0]
            np.testing.assert_array_equal(told[-1], pivots)
            assert parameters == {}


def test_live_parameters_are_found_by_name():
    """In any order; under other names, with other types or of another number nothing is answered."""
    kernel = native(rows=(2, 3, 1, 3))
    a, b = np.array([6.0]), np.array([7.0, 8.0, 9.0])
    expected = np.arange(1.0, 10.0)
    for key in (("left", "right"), ("right", "left")):
        ask = front((kernel, None, ("left", "right")), ((), key, None)).answer_call
        live = {name: {"left": a, "right": b}[name] for name in key}
        for _ in range(2):
            np.testing.assert_array_equal(ask("equation", (WIDTHS, *ROWS), {"live": live}), expected)
            other = {"".join(list(name)): value for name, value in live.items()}
            np.testing.assert_array_equal(ask("equation", (WIDTHS, *ROWS), {"live": other}), expected)
            for wrong in (
                {name: live[name] for name in reversed(key)},
                {"left": a},
                {**live, "middle": b},
                {"left": a, "middle": b},
                {"left": b, "right": a},
                {"left": a, 3: b},
                dict.fromkeys(key),
                {Name(name): value for name, value in live.items()},
                OrderedDict(live),
                MappingProxyType(live),
                {},
                None,
                3,
            ):
                assert ask("equation", (WIDTHS, *ROWS), {"live": wrong}) is None
        TOLD.clear()
        checked = front((kernel, finish, ("left", "right")), ((), key, None)).answer_call
        assert checked("equation", (WIDTHS, *ROWS), {"live": live}) == "checked"
        assert TOLD[0][3] == live
        assert TOLD[0][3] is not live


class Name(str):
    """A name that is no plain string."""


def test_calls_that_the_front_leaves_to_python():
    ask = front((native(np.zeros(4)), None, ()))
    assert ask.answer_call("equation", (WIDTHS, *ROWS), {}) is not None
    assert ask.answer("equation", WIDTHS, ROWS, *PLAIN) is not None
    for arguments, options in [
        ((WIDTHS, *ROWS), {"threads": 1}),
        ((WIDTHS, *ROWS), {"outputs": ()}),  # plain, but the function may not have it
        ((WIDTHS, *ROWS), {"outputs": ["a"]}),
        ((WIDTHS, *ROWS), {"link": "a"}),
        ((WIDTHS, *ROWS), {"link": 3}),
        ((WIDTHS, *ROWS, ROWS[0]), {}),
        ((WIDTHS, ROWS[0]), {}),
        ((WIDTHS, *reversed(ROWS)), {}),
        ((ROWS, *ROWS), {}),
        ((WIDTHS,), {}),
        ((), {}),
        (None, {}),
        ((WIDTHS, *ROWS), None),
    ]:
        assert ask.answer_call("equation", arguments, options) is None
    assert ask.answer_call("another", (WIDTHS, *ROWS), {}) is None
    assert ask.answer_call(["no key"], (WIDTHS, *ROWS), {}) is None
    assert ask.answer_call("equation", (WIDTHS, *ROWS)) is None
    assert ask.answer("equation", WIDTHS, list(ROWS), *PLAIN) is None
    assert ask.answer("equation", WIDTHS, ROWS) is None
    token = CHOSEN.set("python")
    assert ask.answer_call("equation", (WIDTHS, *ROWS), {}) is None
    CHOSEN.reset(token)
    for cut in ((native(np.zeros(4)), None, None), (native(np.zeros(4)), None), (print, None, ()), 3, None):
        assert front(cut).answer_call("equation", (WIDTHS, *ROWS), {}) is None


def test_short_cuts_are_remembered_until_they_change():
    cuts = {id(WIDTHS) + 2: (native(np.zeros(4)), None, ())}
    ask = driver().Front({"equation": cuts}, CHOSEN, (), (), ())
    for entry in (1.0, 2.0, 3.0):
        cuts[id(WIDTHS) + 2] = (native(np.full(4, entry)), None, ())
        ask.forget()
        for _ in range(2):
            assert ask.answer_call("equation", (WIDTHS, *ROWS), {})[-1] == entry
    cuts.clear()
    ask.forget()
    assert ask.answer_call("equation", (WIDTHS, *ROWS), {}) is None


def test_objects_are_released():
    """References of all objects of a call are as many after as before."""
    kernel, live, only = native(rows=(2, 3, 4)), {"a": np.arange(4.0)}, ("x" * 3,)
    wrong = {"a": np.full(4, np.nan)}
    cut = (kernel, finish, ("a",))
    ask = front(cut, (only, ("a",), None)).answer_call
    objects = (cut, kernel, live, wrong, only, *ROWS, live["a"], wrong["a"], WIDTHS, None, NotImplemented)

    def calls():
        assert ask("equation", (WIDTHS, *ROWS), {"live": live, "outputs": only}) == "checked"
        assert ask("equation", (WIDTHS, *ROWS), {"live": wrong, "outputs": only}) is None
        assert ask("equation", (WIDTHS, *ROWS), {"live": live, "outputs": (1,)}) is None
        assert ask("equation", (WIDTHS, *ROWS), {"live": live}) is None
        assert kernel(*ROWS, wrong["a"]) is NotImplemented
        TOLD.clear()

    calls()
    before = [sys.getrefcount(x) for x in objects]
    for _ in range(1000):
        calls()
    after = [sys.getrefcount(x) for x in objects]
    assert [abs(x - y) < 100 for x, y in zip(before, after)] == [True] * len(objects)
