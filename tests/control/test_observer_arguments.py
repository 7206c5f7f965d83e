"""Readings of observers: in order, by name or as a mapping, and what is none."""

import numpy as np
import pytest

from jounce.control.observer_arguments import by_name, check_finite, live_form, positive
from jounce.errors import InputError
from jounce.functions.inverse_dynamics import INVERSE

NAMES = ("q", "theta")


def test_three_ways_to_hand_over_readings():
    expected = {"q": 1.0, "theta": 2.0}
    assert by_name(NAMES, (1.0, 2.0), {}) == expected
    assert by_name(NAMES, (), {"theta": 2.0, "q": 1.0}) == expected
    assert by_name(NAMES, ({"theta": 2.0, "q": 1.0},), {}) == expected


@pytest.mark.parametrize(
    ("measured", "named", "message"),
    [
        ((1.0,), {}, "expected q, theta, got 1 arrays"),
        ((1.0,), {"theta": 2.0}, "got some of both"),
        ((), {"q": 1.0, "tau": 2.0}, "no reading 'tau' is expected"),
        ((), {"q": 1.0}, "theta missing"),
        (({"q": 1.0, "thta": 2.0},), {}, "no reading 'thta' is expected. Did you mean 'theta'"),
    ],
)
def test_readings_that_are_none(measured, named, message):
    with pytest.raises(InputError, match=message):
        by_name(NAMES, measured, named)


def test_an_order_that_is_ambiguous_wants_names():
    with pytest.raises(InputError, match="by name, please"):
        by_name(NAMES, (1.0, 2.0), {}, "by name, please")
    assert by_name(NAMES, (), {"q": 1.0, "theta": 2.0}, "by name, please") == {"q": 1.0, "theta": 2.0}


def test_first_readings_are_finite():
    check_finite({"q": [0.0, 1.0], "theta": np.zeros((3, 2))})
    with pytest.raises(InputError, match=r"theta is nan at index \(1, 0\)"):
        check_finite({"theta": [[0.0, 1.0], [np.nan, 2.0]]})
    with pytest.raises(InputError, match="q: expected numbers, got 'x'"):
        check_finite({"q": "x"})


def test_live_parameters_have_one_order():
    form = live_form(INVERSE, ("stiffness", "payload"))
    assert form == live_form(INVERSE, ("payload", "stiffness"))
    assert [name for name, _ in form.parameters] == ["payload", "stiffness"]
    with pytest.raises(InputError, match="parameters: no parameter 'stifness'. Did you mean 'stiffness'"):
        live_form(INVERSE, ("stifness",))


@pytest.mark.parametrize("value", [0.0, -1.0, np.nan, np.inf, "3", None, 10**400, b"3"])
def test_numbers_above_zero(value):
    with pytest.raises(InputError, match=r"gain: expected a number above 0 \[rad/s\]"):
        positive(value, "gain", "rad/s")
    assert positive(3, "gain", "rad/s") == 3.0
