"""The classical Runge-Kutta method of order 4, for several arrays at once."""

from collections.abc import Callable

import numpy as np

from jounce.numbers.packing import Array

State = tuple[Array, ...]
STAGES = ((1 / 6, 0.0, 0), (1 / 3, 0.5, 1), (1 / 3, 0.5, 1), (1 / 6, 1.0, 2))
"""Stages, each by weight, fraction of the step along the preceding stage's rate at which it lies, index of the instant."""


def rk4_step(rates: Callable[[int, State], State], y: State, h: float) -> State:
    """Return the state y after one step h of dy/dt = rates(instant, y).

    instant: 0, 1, 2 at the beginning, middle and end of the step, for functions of time that are sampled there. The arrays of y
    may be of different shapes, such as a state, its derivatives by the initial state and those by parameters.
    """
    end, rate = y, tuple(np.zeros_like(a) for a in y)
    for weight, ahead, instant in STAGES:
        rate = rates(instant, tuple(a + h * ahead * b for a, b in zip(y, rate)))
        end = tuple(a + h * weight * b for a, b in zip(end, rate))
    return end
