"""The classical Runge-Kutta method of order 4, for a state that consists of several arrays."""

from collections.abc import Callable

import numpy as np

from jounce.numbers.packing import Array

State = tuple[Array, ...]
STAGES = ((1 / 6, 0.0, 0), (1 / 3, 0.5, 1), (1 / 3, 0.5, 1), (1 / 6, 1.0, 2))
"""(weight, fraction of the step taken along the preceding stage's rate, index of the instant) of each of the four stages."""


def rk4_step(rates: Callable[[int, State], State], y: State, h: float) -> State:
    """Return the state y after one step h of dy/dt = rates(instant, y).

    instant: 0, 1, 2 at the beginning, middle and end of the step, an index into samples of time-varying inputs. The arrays of y
    may have different shapes, such as a state, its derivatives by the initial state and its derivatives by parameters.
    """
    end, rate = y, tuple(np.zeros_like(a) for a in y)
    for weight, ahead, instant in STAGES:
        rate = rates(instant, tuple(a + h * ahead * b for a, b in zip(y, rate)))
        end = tuple(a + h * weight * b for a, b in zip(end, rate))
    return end
