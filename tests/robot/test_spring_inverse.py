"""The numerical inverse of spring laws: there and back, at any magnitude, and laws that saturate."""

import math
import re

import numpy as np
import pytest

from jounce.errors import SingularityError
from jounce.numbers import exp, sqrt
from jounce.robot.spring_inverse import invert_law


def hardening(x):
    return 50.0 * x + 400.0 * x * x * x


def preloaded(x):
    return 3.0 + 7.0 * x + 0.5 * exp(2.0 * x)


def saturating(x):
    return 10.0 * x / sqrt(1.0 + x * x)


@pytest.mark.parametrize("law", [hardening, preloaded, saturating])
@pytest.mark.parametrize("delta", [-1.3, -1e-9, 0.0, 1e-12, 0.4, 2.0])
def test_there_and_back(law, delta):
    back = invert_law(law, float(law(delta)))
    assert isinstance(back, float)
    assert abs(back - delta) <= 1e-14 + 1e-13 * abs(delta)


def test_batches_are_their_entries():
    torque = np.array([[-500.0, 0.0], [1e-6, 3e4]])
    batch = invert_law(hardening, torque)
    assert batch.shape == (2, 2)
    assert np.allclose(hardening(batch), torque, rtol=1e-13, atol=1e-15)
    assert invert_law(hardening, np.zeros((0, 3))).shape == (0, 3)


@pytest.mark.parametrize("torque", [11.0, -1e9, np.nan, np.inf])
def test_a_torque_that_the_law_does_not_reach(torque):
    with pytest.raises(SingularityError, match=re.escape(f"no deflection was found that carries a torque of {torque:.6g}")):
        invert_law(saturating, torque)


def test_one_of_a_batch_is_named():
    with pytest.raises(SingularityError, match="carries a torque of 12;"):
        invert_law(saturating, np.array([1.0, 12.0, 3.0]))


def test_a_law_with_a_pole():
    """x / (1 - x^2) falls beyond its pole at one: the deflection before it is meant."""
    back = invert_law(lambda x: x / (1.0 - x * x), 100.0)
    assert back == pytest.approx((-1.0 + math.sqrt(1.0 + 4e4)) / 200.0, rel=1e-13)
