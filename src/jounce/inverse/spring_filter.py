"""Deflections of damped elastic joints along a motion: a stable first-order filter of the joint torque.

    K delta + D deltad = tau_j(t)

The deflection, its velocity and its acceleration obey the same filter with tau_j, tau_jd and tau_jdd on the right. Solving the
last filter, for w = deltadd, and going back by delta^(k) = (tau_j^(k) - D delta^(k+1)) / K divides by K only, so that D -> 0
gives the undamped joint without loss of digits. One step of the filter is `jounce.plant.damped_spring`.

Two ways along the samples of a motion:

- `run_filters`: K and D are constant and the joint torques are determined before the filters run. All steps of a joint are one
  banded triangular system.
- `step_along`: springs are nonlinear, stiffness varies in time, or links carry rotors along. `inverse_dynamics_step` runs from
  one sample to the next. The highest derivatives jump where a path begins or ends: the step that ends there uses the values of
  its own side, and a step of zero duration changes to the other side.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from jounce.functions.inverse_dynamics_step import InverseDynamicsStep, inverse_dynamics_step, steady_state
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.plant.damped_spring import stepped
from jounce.robot import Robot

StepInputs = Callable[[Array, Array, Array], tuple[list[Array], dict[str, Any]]]
"""(t, begin, end) -> (q and derivatives, keywords of `inverse_dynamics_step`) at times t (T,), which are ends of the intervals
from begin (T,) to end (T,): derivatives that jump at t have the values of the interval."""


# ---------------------------------------------------------------- constant K and D


def filter_step(w: Array, h: Array, before: Array, after: Array, K: Array, D: Array) -> Array:
    """Return the acceleration of the deflection (..., n) after a time h > 0 [s]; w: its value at the beginning.

    before, after: joint torque and its two time derivatives (3, ..., n) at both ends of the step. Exact for the quintic
    polynomial through these six values.
    """
    return stepped(K, D, h).value(w, list(before), list(after))  # type: ignore[no-any-return]


def filter_deflections(w: Array, tau: Array, K: Array, D: Array) -> Array:
    """Return (delta, deltad, deltadd) (3, ..., n) from deltadd = w and the joint torque with two derivatives (3, ..., n)."""
    rate = (tau[1] - D * w) / K
    return np.stack([(tau[0] - D * rate) / K, rate, w])


def run_filters(w: Array, t: Array, tau: Array, resting: Array, K: Array, D: Array) -> Array:
    """Return accelerations of the deflections (T, n) at times t (T,); w (n,): their values at the first time.

    tau: joint torques and two derivatives (3, T, n); resting (T-1,): True for intervals in which the motion rests.
    For each joint w_(i+1) = decay_i w_i + driven_i: a triangular matrix with two diagonals, solved by forward substitution.
    """
    from scipy.linalg.lapack import dtbtrs

    h = np.diff(t)[:, None]
    out = np.empty(tau.shape[1:])
    out[0] = w
    out[1:] = filter_step(np.zeros_like(w), h, tau[:, :-1], tau[:, 1:], K, D)
    out[1:][resting] = 0.0
    band = np.zeros((len(w), len(t), 2))  # column by column: the unit diagonal, which LAPACK does not read, and the entry below
    band[:, :-1, 1] = -np.exp(-h * K / D).T
    for k, columns in enumerate(band):
        out[:, k] = dtbtrs(columns.T, out[:, k], uplo="L", diag="U")[0]
    return out


# ---------------------------------------------------------------- step by step


def step_along(
    robot: Robot, inputs: StepInputs, grid: Array, ends: list[float], first: Array | None = None
) -> InverseDynamicsStep:
    """Return the results of all steps along times grid (T,), stacked: samples on axis 1 of arrays of derivatives, else on axis 0.

    ends: times of the grid at which derivatives jump. first: the state (rows, m) at the first sample; None for the steady state
    of the motion that leads there.
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
    """Return the results of T independent steps: from each time of begin (T,), with states (rows, T, m), to that of end (T,)."""
    (Q_begin, keywords_begin), (Q_end, keywords_end) = inputs(begin, begin, end), inputs(end, begin, end)
    state = inverse_dynamics_step(robot, state, np.zeros(len(begin)), *Q_begin, **keywords_begin).state
    return inverse_dynamics_step(robot, state, end - begin, *Q_end, **keywords_end)


def _stack_steps(steps: list[InverseDynamicsStep]) -> InverseDynamicsStep:
    """Stack the results of consecutive steps, samples behind the axis of derivatives."""
    state, tau_m, tau_j, theta, delta = zip(*steps)
    return InverseDynamicsStep(
        np.stack(state, axis=1), np.stack(tau_m), np.stack(tau_j, axis=1), np.stack(theta, axis=1), np.stack(delta)
    )


def _sample(x: Any, i: int) -> Any:
    """Return sample i of arrays (T, ...) in nested mappings, jets, tuples and lists."""
    if isinstance(x, Mapping):
        return {name: _sample(value, i) for name, value in x.items()}
    if isinstance(x, Jet):
        return Jet([_sample(value, i) for value in x.coeffs])
    return tuple(_sample(value, i) for value in x) if isinstance(x, (tuple, list)) else x[i]
