"""Numbers in files of motions."""

import math

import pytest

from jounce.trajectory.files.number_parser import LARGEST, LONGEST, bounded, number_of


@pytest.mark.parametrize(("text", "value"), [("1", 1.0), ("-2.5e-3", -0.0025), ("+.5", 0.5), ("3.", 3.0), ("1e999", math.inf)])
def test_numbers(text, value):
    assert number_of(text) == value


@pytest.mark.parametrize(
    "text", ["", " 1", "nan", "inf", "1_0", "0x1", "1,5", ".", "e5", "1e", "--1", "\u0661", "1" * (LONGEST + 1)]
)
def test_what_is_no_number(text):
    with pytest.raises(ValueError, match="not a number"):
        number_of(text)


@pytest.mark.parametrize("value", [0, -3, LARGEST, -LARGEST, 2.5])
def test_within_bounds(value):
    assert bounded(value) == value
    assert type(bounded(value)) is float


@pytest.mark.parametrize("value", [math.nan, math.inf, 1.0001 * LARGEST, 10**400, True, None, "1", [1.0]])
def test_out_of_bounds(value):
    with pytest.raises(ValueError, match="expected a finite number, 1e[+]06 at most"):
        bounded(value)
