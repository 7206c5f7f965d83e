"""The gate of the Kalman filter: which of three values each case takes."""

import numpy as np
import pytest

from jounce.dynamics.innovation_gate import DOUBT, GATE, beyond, outcome, retained

CASES = {(0.0, 0.0, 0.0): "after", (1.0, 0.0, 0.0): "before", (0.0, 1.0, 0.0): "expected", (0.0, 0.0, 1.0): "doubted"}
VALUES = {"before": 2.0, "expected": 3.0, "after": 5.0}


@pytest.mark.parametrize("flags", CASES)
def test_states_and_covariances(flags):
    case = CASES[flags]
    assert outcome(*flags, **VALUES) == (2.0 if case == "doubted" else VALUES[case])
    assert retained(*flags, **VALUES) == (2.0 * DOUBT if case == "doubted" else VALUES[case])


def test_a_lost_reading_comes_first():
    assert outcome(2.0, 1.0, 1.0, **VALUES) == VALUES["before"]
    assert retained(0.0, 1.0, 1.0, **VALUES) == VALUES["expected"]


@pytest.mark.parametrize(
    ("innovation", "flag"), [(0.0, 0.0), (0.99 * GATE, 0.0), (-0.99 * GATE, 0.0), (1.01 * GATE, 1.0), (-1e9, 1.0)]
)
def test_beyond_the_gate(innovation, flag):
    assert beyond(innovation) == flag
    assert np.array_equal(beyond(np.array([innovation, 0.0])), [flag, 0.0])
