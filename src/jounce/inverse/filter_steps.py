"""Inverse dynamics of damped elastic joints along the samples of a motion, step by step.

`inverse_dynamics_step` runs from one sample to the next. This is needed for nonlinear springs, stiffness that varies in time,
and links that carry rotors; if K and D are constant and the joint torques are determined before the filters run,
`jounce.plant.spring_filter.run_filters` takes all steps at once. The highest derivatives of a path jump at its start and end.
The step that ends at such a time uses the values before the jump, and a step of zero duration changes to the values after it.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from jounce.functions.inverse_dynamics_step import InverseDynamicsStep, inverse_dynamics_step, steady_state
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.robot import Robot

StepInputs = Callable[[Array, Array, Array], tuple[list[Array], dict[str, Any]]]
"""Function (t, begin, end) -> (q and derivatives, keywords of `inverse_dynamics_step`) that samples the inputs at times t (T,).

Each t is one end of an interval, begin (T,) to end (T,). Derivatives that jump at t have the value inside this interval."""


def step_along(
    robot: Robot, inputs: StepInputs, grid: Array, ends: list[float], first: Array | None = None
) -> InverseDynamicsStep:
    """Return the results of `inverse_dynamics_step` at all times of a grid (T,) [s], stacked.

    Samples are on axis 1 of arrays of derivatives, else on axis 0. ends: times of the grid at which derivatives jump. first:
    state (rows, m) at the first sample; None for the steady state of the motion before the first sample.
    """
    begin, end = grid[:-1], grid[1:]
    arrival, before, after = inputs(grid[:1], grid[:1] - 1.0, grid[:1]), inputs(begin, begin, end), inputs(end, begin, end)

    def step(state: Array, h: float, side: tuple[list[Array], dict[str, Any]], i: int) -> InverseDynamicsStep:
        Q, keywords = side
        return inverse_dynamics_step(robot, state, h, *[row[i] for row in Q], **_sample(keywords, i))

    if first is None:
        Q, keywords = arrival
        first = steady_state(robot, *[row[0] for row in Q], **_sample(keywords, 0))
    steps = [step(first, 0.0, before if len(begin) else arrival, 0)]
    for i, h in enumerate(np.diff(grid)):
        state = steps[-1].state
        if grid[i] in ends:
            state = step(state, 0.0, before, i).state
        steps.append(step(state, h, after, i))
    return _stack_steps(steps)


def step_from(robot: Robot, inputs: StepInputs, state: Array, begin: Array, end: Array) -> InverseDynamicsStep:
    """Return the results of T independent steps from the times begin (T,) to the times end (T,) [s].

    state: states (rows, T, m) of the filters at the times `begin`.
    """
    (Q_begin, keywords_begin), (Q_end, keywords_end) = inputs(begin, begin, end), inputs(end, begin, end)
    state = inverse_dynamics_step(robot, state, np.zeros(len(begin)), *Q_begin, **keywords_begin).state
    return inverse_dynamics_step(robot, state, end - begin, *Q_end, **keywords_end)


def _stack_steps(steps: list[InverseDynamicsStep]) -> InverseDynamicsStep:
    """Stack the results of T consecutive steps: arrays (rows, T, m) or (k, T, n) with derivatives first, else (T, m)."""
    state, tau_m, tau_j, theta, delta = zip(*steps)
    return InverseDynamicsStep(
        np.stack(state, axis=1), np.stack(tau_m), np.stack(tau_j, axis=1), np.stack(theta, axis=1), np.stack(delta)
    )


def _sample(x: Any, i: int) -> Any:
    """Return a nest of arrays (T, ...), in mappings, jets, tuples and lists, with each array replaced by its sample i."""
    if isinstance(x, Mapping):
        return {name: _sample(value, i) for name, value in x.items()}
    if isinstance(x, Jet):
        return Jet([_sample(value, i) for value in x.coeffs])
    return tuple(_sample(value, i) for value in x) if isinstance(x, (tuple, list)) else x[i]
