"""Input to robots: numbers, names and values per joint, and what is said of others."""

import math
from fractions import Fraction

import numpy as np
import pytest

from jounce.errors import InputError, ModelError
from jounce.robot.validation import (
    LARGEST,
    LONGEST_NAME,
    by_joint_name,
    checked_tuple,
    closest,
    entries,
    identifier,
    listed,
    number,
    numbers,
    per_joint,
    positive,
    short,
    unit,
    vector,
)


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2.0), np.int64(2), Fraction(4, 2)])
def test_numbers_of_any_kind(value):
    assert number(value, "it") == 2.0
    assert type(number(value, "it")) is float


@pytest.mark.parametrize("value", ["2", None, True, np.bool_(True), 2j, [2.0], np.array([2.0])])
def test_what_is_no_number(value):
    with pytest.raises(ModelError, match="it: expected a number, got"):
        number(value, "it")


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 2 * LARGEST, 10**400, 10**5000], ids=range(6))
def test_numbers_that_are_not_finite_or_too_large(value):
    with pytest.raises(ModelError, match="it: expected a finite number, 1e[+]30 at most"):
        number(value, "it")


def test_minus_zero_is_zero():
    assert math.copysign(1.0, number(-0.0, "it")) == 1.0


def test_long_values_are_short_in_messages():
    assert len(short("x" * 10_000)) < 100
    assert len(short(list(range(10_000)))) < 100
    assert short(10**10_000) == "a number of thousands of digits"


@pytest.mark.parametrize("values", ["123", b"123", 5.0, None, [1, 2], np.zeros(2), np.zeros(()), {1: 2, 3: 4, 5: 6}])
def test_rows_of_the_wrong_length_or_kind(values):
    with pytest.raises(ModelError, match="it: expected 3 rows, got"):
        entries(values, 3, "it", "rows")


def test_rows():
    assert entries(np.array([1.0, 2.0]), 2, "it", "rows") == [1.0, 2.0]
    assert numbers((1, 2), 2, "it") == (1.0, 2.0)
    assert vector(np.arange(3), "it") == (0.0, 1.0, 2.0)
    with pytest.raises(ModelError, match="it: expected a number, got 'b'"):
        numbers((1, "b"), 2, "it")


def test_tuples_of_one_kind():
    assert checked_tuple(int, [1, 2], "it") == (1, 2)
    with pytest.raises(ModelError, match=r"it: expected a list of int, got 2\.0 in it"):
        checked_tuple(int, [1, 2.0], "it")
    with pytest.raises(ModelError, match="it: expected a list of int, got 5"):
        checked_tuple(int, 5, "it")


def test_unit_vectors():
    assert unit((0.0, 3.0, 4.0), "axis") == (0.0, 0.6, 0.8)
    exact = (math.sqrt(0.5), math.sqrt(0.5), 0.0)
    assert unit(exact, "axis") is exact
    assert math.hypot(*unit((LARGEST, -LARGEST, LARGEST), "axis")) == pytest.approx(1.0, rel=1e-15)
    with pytest.raises(ModelError, match="has no direction"):
        unit((0.0, 1e-13, 0.0), "axis")


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\x00", "\u200b", None, 5, b"a"])
def test_what_is_no_name(name):
    with pytest.raises(ModelError, match="it: expected a name of printable characters"):
        identifier(name, "it")


def test_names():
    assert identifier("Gelenk ü 1", "it") == "Gelenk ü 1"
    assert identifier("x" * LONGEST_NAME, "it")
    with pytest.raises(ModelError, match="at most 200 characters, got 201"):
        identifier("x" * (LONGEST_NAME + 1), "it")


def test_suggestions():
    assert closest("elbw", ["shoulder", "elbow"]) == " Did you mean 'elbow'?"
    assert closest("q", ["shoulder", "elbow"]) == " Known: shoulder, elbow."
    assert closest("q", []) == ""
    assert listed([str(k) for k in range(21)]).endswith("18, 19, ...")


NAMES = ("a", "b")


@pytest.mark.parametrize("values", [(1, 2), [1, 2], np.array([1, 2]), {"b": 2, "a": 1}])
def test_a_value_for_each_joint(values):
    assert per_joint(values, NAMES, "it") == [1, 2]
    assert by_joint_name(values, NAMES, "it") == {"a": 1, "b": 2}


def test_one_value_for_all_and_some_values():
    assert per_joint(7, NAMES, "it") == [7, 7]
    assert per_joint("xy", NAMES, "it") == ["xy", "xy"]
    assert by_joint_name({"b": 2}, NAMES, "it") == {"b": 2}
    assert per_joint([], (), "it") == []


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([1], r"it: 1 values for 2 joints \(a, b\)"),
        (np.zeros((3, 2)), "it: 3 values for 2 joints"),
        ({"a": 1}, "it: no value for joint b"),
        ({}, "it: no value for joints a, b"),
        ({"a": 1, "b": 2, "c": 3}, "it: no joint 'c' here. Known: a, b"),
        ({"a": 1, 5: 3}, "it: no joint 5 here"),
    ],
)
def test_wrong_values_per_joint(values, words):
    with pytest.raises(ModelError, match=words):
        per_joint(values, NAMES, "it")


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2.0), np.array(2.0)])
def test_numbers_above_zero(value):
    assert positive(value, "it") == 2.0
    assert type(positive(value, "it")) is float


@pytest.mark.parametrize("value", [0, -1.0, -0.0, math.nan, math.inf, -math.inf, 10**400, False])
def test_numbers_that_are_not(value):
    with pytest.raises(InputError, match="it: expected a finite number above zero, got"):
        positive(value, "it")


@pytest.mark.parametrize("value", [None, "2", b"2", "two", [2.0, 3.0], {}, 2j])
def test_positive_takes_numbers_only(value):
    with pytest.raises(InputError, match="it: expected a number, got"):
        positive(value, "it")
