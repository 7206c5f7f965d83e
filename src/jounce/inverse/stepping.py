"""Damped joints whose springs are not linear or change on the way, or whose rotors are carried along: one step after the other.

Each step is `inverse_dynamics_step` from one sample to the next. Where the motion begins or ends, the highest derivatives jump:
the step that ends there sees those of its own side, and a step of no duration goes over to the other side.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from jounce.functions.inverse_dynamics_step import InverseDynamicsStep, inverse_dynamics_step, steady_state
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.robot import Robot

Given = Callable[[Array, Array, Array], tuple[list[Array], dict[str, Any]]]
"""q, its derivatives and what else `inverse_dynamics_step` takes, at times (T,), seen from the spans (begin, end) beside them."""


def stepped(robot: Robot, given: Given, grid: Array, ends: list[float], first: Array | None = None) -> InverseDynamicsStep:
    """All steps along times grid (T,), an axis of samples behind that of derivatives. ends: among them, where something jumps.

    first: the state at the first sample; None: the steady one of how the robot comes there.
    """
    begin, end = grid[:-1], grid[1:]
    come, before, after = given(grid[:1], grid[:1] - 1.0, grid[:1]), given(begin, begin, end), given(end, begin, end)

    def step(state: Array, h: float, side: tuple[list[Array], dict[str, Any]], i: int) -> InverseDynamicsStep:
        Q, keywords = side
        return inverse_dynamics_step(robot, state, h, *[row[i] for row in Q], **_at(keywords, i))

    if first is None:
        Q, keywords = come
        first = steady_state(robot, *[row[0] for row in Q], **_at(keywords, 0))
    done = [step(first, 0.0, before if len(begin) else come, 0)]
    for i, h in enumerate(np.diff(grid)):
        state = done[-1].state
        if grid[i] in ends:
            state = step(state, 0.0, before, i).state
        done.append(step(state, h, after, i))
    return stacked(done)


def go_on_from(robot: Robot, given: Given, state: Array, begin: Array, end: Array) -> InverseDynamicsStep:
    """A step from each of the times begin (T,), with states (rows, T, m), to each of the times end."""
    (before, beside), (after, acting) = given(begin, begin, end), given(end, begin, end)
    state = inverse_dynamics_step(robot, state, np.zeros(len(begin)), *before, **beside).state
    return inverse_dynamics_step(robot, state, end - begin, *after, **acting)


def stacked(steps: list[InverseDynamicsStep]) -> InverseDynamicsStep:
    """Steps one after the other, samples behind the axis of derivatives."""
    state, tau_m, tau_j, theta, delta = zip(*steps)
    return InverseDynamicsStep(
        np.stack(state, axis=1), np.stack(tau_m), np.stack(tau_j, axis=1), np.stack(theta, axis=1), np.stack(delta)
    )


def _at(x: Any, i: int) -> Any:
    """Sample i of arrays (T, ...), however they are held."""
    if isinstance(x, Mapping):
        return {name: _at(part, i) for name, part in x.items()}
    if isinstance(x, Jet):
        return Jet([_at(part, i) for part in x.coeffs])
    return tuple(_at(part, i) for part in x) if isinstance(x, (tuple, list)) else x[i]
