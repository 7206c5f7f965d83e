"""Equality and hash by value, for whatever holds arrays."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pytest

from jounce.numbers.value import ComputedOnce, by_value, hashed, same

nan = np.nan
EQUAL = [
    (np.array([1.0, 2.0]), np.array([1.0, 2.0])),
    (np.array([1.0, 2.0]), np.array([1, 2])),
    (np.array([1.0, 0.0]), np.array([True, False])),
    (np.array([1.0, 2.0]), np.array([1.0 + 0.0j, 2.0])),
    (np.array([0.0]), np.array([-0.0])),
    (np.array([nan, 1.0]), np.array([-nan, 1.0])),
    (np.array([complex(nan, 1.0)]), np.array([complex(2.0, nan)])),
    (np.zeros((0, 3)), np.zeros((0, 3))),
    (np.array(3.0), np.array(3.0)),
    (np.arange(6.0).reshape(2, 3).T, np.ascontiguousarray(np.arange(6.0).reshape(2, 3).T)),
    (np.array(["a", "b"]), np.array(["a", "b"])),
    (np.array([None, "x"], dtype=object), np.array([None, "x"], dtype=object)),
    ([np.ones(2), 1], [np.ones(2), 1.0]),
    ({"a": np.ones(2), "b": (nan,)}, {"b": (float("nan"),), "a": np.ones(2)}),
    (nan, float("nan")),
    (None, None),
]
UNEQUAL = [
    (np.array([1.0]), np.array([2.0])),
    (np.ones(2), np.ones((2, 1))),
    (np.ones(2), np.ones(3)),
    (np.array([1.0]), np.array(["1.0"])),
    (np.array([1.0]), np.array([1.0], dtype=object)),
    (np.array([1.0]), [1.0]),
    (np.array([1.0]), 1.0),
    ((1.0, 2.0), [1.0, 2.0]),
    ((1.0,), (1.0, 1.0)),
    ({"a": np.ones(2)}, {"a": np.zeros(2)}),
    ({"a": np.ones(2)}, {"b": np.ones(2)}),
    ({"a": 1.0}, None),
    (nan, 1.0),
    (1.0, nan),
]


@pytest.mark.parametrize(("a", "b"), EQUAL, ids=range(len(EQUAL)))
def test_what_is_the_same_has_the_same_hash(a, b):
    assert same(a, b)
    assert same(b, a)
    assert hashed(a) == hashed(b)


@pytest.mark.parametrize(("a", "b"), UNEQUAL, ids=range(len(UNEQUAL)))
def test_what_differs(a, b):
    assert not same(a, b)
    assert not same(b, a)


@by_value
@dataclass(frozen=True)
class Frozen:
    x: Any
    y: Any = None
    note: str = field(default="", compare=False)


@by_value
@dataclass(frozen=True, slots=True)
class Slotted:
    x: Any
    y: Any = None


@by_value
class Entries(NamedTuple):
    x: Any
    y: Any = None


@by_value
class Plain:
    def __init__(self, x, y=None):
        self.x, self.y = x, y
        self._found = object()


@pytest.mark.parametrize("kind", [Frozen, Slotted, Entries, Plain])
def test_classes(kind):
    one, two = kind(np.arange(3.0), {"a": np.ones(2)}), kind(np.arange(3.0), {"a": np.ones(2)})
    other = kind(np.arange(3.0), {"a": np.zeros(2)})
    assert one == two
    assert not one != two  # noqa: SIM202  both methods
    assert one != other
    assert not one == other  # noqa: SIM201
    assert hash(one) == hash(two)
    assert len({one, two, other}) == 2
    assert one != (one.x, one.y)
    assert (one.x, one.y) != one
    assert one != "text"


def test_what_is_not_compared():
    assert Frozen(np.ones(2), note="a") == Frozen(np.ones(2), note="b")
    assert hash(Frozen(np.ones(2), note="a")) == hash(Frozen(np.ones(2), note="b"))


def test_classes_are_told_apart():
    assert Frozen(1.0) != Slotted(1.0)
    assert Entries(1.0) != Plain(1.0)


def test_what_cannot_be_hashed():
    with pytest.raises(TypeError, match="unhashable"):
        hash(Frozen({1}))


class Thing:
    calls = 0

    @ComputedOnce
    def value(self):
        """The docstring stays."""
        self.calls += 1
        return [self.calls]


def test_it_is_computed_once_for_each_object():
    one, other = Thing(), Thing()
    assert one.value is one.value
    assert one.calls == 1
    assert other.value == [1]
    assert other.value is not one.value


def test_it_is_in_the_object_once_it_is_computed():
    thing = Thing()
    assert "value" not in vars(thing)
    assert thing.value is vars(thing)["value"]
    del thing.value
    assert thing.value == [2]


def test_on_the_class_it_is_the_descriptor():
    assert isinstance(Thing.value, ComputedOnce)
    assert Thing.value.__doc__ == "The docstring stays."


def test_a_failure_is_not_stored():
    class Failing:
        ready = False

        @ComputedOnce
        def value(self):
            return 1 / self.ready

    thing = Failing()
    try:
        assert thing.value is None
    except ZeroDivisionError:
        thing.ready = True
    assert thing.value == 1.0
