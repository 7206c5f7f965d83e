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

Given = Callable[[Array, Array], tuple[list[Array], dict[str, Any]]]
"""From times (T,) and where the motion rests there (T,): q and its derivatives, and what else `inverse_dynamics_step` takes."""


def stepped(robot: Robot, given: Given, grid: Array, resting: Array, first: Array | None, at_rest: bool) -> InverseDynamicsStep:
    """All steps along times grid (T,), an axis of samples behind that of derivatives. resting (T-1,): where nothing moves.

    first: the state at the first sample; None: the steady one, of a robot that rests there or moves.
    """
    beside, still = (given(grid, np.full(len(grid), rests)) for rests in (False, True))

    def step(state: Array, h: float, side: tuple[list[Array], dict[str, Any]], i: int) -> InverseDynamicsStep:
        Q, keywords = side
        return inverse_dynamics_step(robot, state, h, *[row[i] for row in Q], **_at(keywords, i))

    if first is None:
        Q, keywords = still if at_rest else beside
        first = steady_state(robot, *[row[0] for row in Q], **_at(keywords, 0))
    done = [step(first, 0.0, beside, 0)]
    for i, h in enumerate(np.diff(grid)):
        state = done[-1].state
        if resting[i]:
            state = state if i and resting[i - 1] else step(state, 0.0, still, i).state
            last = step(state, h, still, i + 1)
            onwards = i + 1 < len(resting) and not resting[i + 1]
            done.append(step(last.state, 0.0, beside, i + 1) if onwards else last)
        else:
            done.append(step(state, h, beside, i + 1))
    return stacked(done)


def go_on_from(robot: Robot, given: Given, state: Array, begin: Array, end: Array, resting: Array) -> InverseDynamicsStep:
    """A step from each of the times begin (T,), with states (rows, T, m), to each of the times end. resting (T,): between."""
    (before, beside), (after, acting) = given(begin, resting), given(end, resting)
    other_side = inverse_dynamics_step(robot, state, np.zeros(len(begin)), *before, **beside).state
    state = np.where(resting[:, None], other_side, state)
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
