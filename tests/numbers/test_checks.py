import math

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.numbers.checks import positive


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2.0), np.array(2.0)])
def test_numbers_above_zero(value):
    assert positive(value, "it") == 2.0
    assert type(positive(value, "it")) is float


@pytest.mark.parametrize("value", [0, -1.0, -0.0, math.nan, math.inf, -math.inf, 10**400, False])
def test_numbers_that_are_not(value):
    with pytest.raises(InputError, match="it: expected a finite number above zero, got"):
        positive(value, "it")


@pytest.mark.parametrize("value", [None, "2", b"2", "two", [2.0, 3.0], {}, 2j])
def test_what_is_no_number(value):
    with pytest.raises(InputError, match="it: expected a number, got"):
        positive(value, "it")
