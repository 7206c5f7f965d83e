"""Peaks between samples: estimates of the utilisation of limits on the spans of a sampled motion, and the status built from them.

Samples have to do where there is no proof (see `interval_proof`), and while a time scaling is optimised. Between the knots of the
scaling every limited quantity f is smooth. On a span of two steps the peak of the parabola through its three samples is exact. f
differs from that parabola by at most h^3 max|f'''| / (9 sqrt 3), h a step; h^3 f''' is the change of the parabola's height over
its chord from one span to the next. That change is added: 15 times what is needed if f''' is constant there, and enough where the
derivative of f jumps within the span, as at a knot of the path. The estimate is no proof, since f''' may change by more.
"""

from typing import Protocol

import numpy as np

from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.timing.path_geometry import Move, TimedPath
from jounce.timing.timing_status import Active, TimingStatus


def peak_bounds(shares: dict[str, Array], stride: int = 2, remainder: bool = True) -> dict[str, Array]:
    """Return the largest utilisation (N, n) on each of N spans, from the first, middle and last sample of the span.

    remainder: True to add the estimated excess over the parabolas. stride: 2 if consecutive spans share a sample, (2 N + 1, n)
    samples, 3 if each span has its own, (3 N, n). The torque rate is given by its means over the first and second halves of the
    spans, (2 N, n).
    """
    bounds = {}
    for name, x in shares.items():
        if name == "torque_rate":
            bounds[name] = _rate_bounds(x)
        else:
            peak, excess = _parabola_peak(x[:-2:stride], x[1:-1:stride], x[2::stride])
            bounds[name] = peak + excess if remainder else peak
    return bounds


def _parabola_peak(a: Array, middle: Array, b: Array) -> tuple[Array, Array]:
    """Return the largest magnitude (N, n) of the parabolas through samples a, middle, b, (N, n) each, and the estimated
    excess."""
    height, half_rise = 0.5 * (a + b) - middle, 0.5 * (b - a)
    inside = np.abs(half_rise) < 2.0 * np.abs(height)
    peak = np.where(inside, middle - 0.25 * half_rise**2 / np.where(inside, height, 1.0), middle)
    change = np.abs(np.diff(height, axis=0))
    excess = np.zeros_like(a)
    excess[:-1], excess[1:] = change, np.maximum(excess[1:], change)
    return np.maximum(np.maximum(np.abs(a), np.abs(b)), np.abs(peak)), excess


def _rate_bounds(x: Array) -> Array:
    """Return the largest magnitude (N, n) of a rate on spans of two steps, from its means x (2 N, n) over the steps.

    Around a mean that is larger than both neighbours the rate exceeds it by a fraction of the second difference: 1/24 for a
    parabola, less than 1/4 where its derivative jumps. At both ends of the motion the parabola with the last three means is
    extrapolated by half a step: half a first difference and a third of the second difference.
    """
    second_difference = np.abs(np.diff(x, 2, axis=0))
    sizes = np.abs(x)
    sizes[1:-1] += 0.25 * second_difference
    for end, inner, at in ((0, 1, 0), (-1, -2, -1)):
        sizes[end] = np.maximum(sizes[end], np.abs(1.5 * x[end] - 0.5 * x[inner])) + second_difference[at] / 3.0
    largest: Array = np.maximum(sizes[:-1:2], sizes[1::2])
    return largest


class SampledUtilisation(Protocol):
    """Utilisation of limits at samples of a motion."""

    @property
    def robot(self) -> Robot:
        """Return the robot with the limits."""

    @property
    def x(self) -> Array:
        """Return the sample times (N,), as fractions of the duration."""

    def shares(self, duration: float) -> dict[str, Array]:
        """Return the utilisation of each quantity, (N, n), of the torque rate (N-1, n), for a duration [s]."""


def estimated_status(
    sampled: SampledUtilisation, timed: TimedPath | Move, stride: int, rigid: float, steps: int, why: str
) -> TimingStatus:
    """Return the status of a motion from samples of its spans; why: reason for the missing proof."""
    bounds = peak_bounds(sampled.shares(timed.duration), stride)
    x = sampled.x
    return status_from_bounds(sampled.robot, timed, x[:-2:stride], x[2::stride], bounds, rigid, steps, why)


def status_from_bounds(
    robot: Robot,
    timed: TimedPath | Move,
    begin: Array,
    end: Array,
    bounds: dict[str, Array],
    rigid: float,
    steps: int,
    why: str = "",
) -> TimingStatus:
    """Return the status of a motion from the largest utilisation (N, n) on spans from begin to end (N,), fractions of the
    duration."""
    begin, end = (timed.start_time + timed.duration * x for x in (begin, end))
    columns = [(robot.motor_names[j], name) for name, x in bounds.items() for j in range(x.shape[1])]
    utilisation = np.concatenate(list(bounds.values()), axis=1)
    column, share = utilisation.argmax(axis=1), utilisation.max(axis=1)
    starts = np.flatnonzero(np.append(True, np.diff(column) != 0))
    active = tuple(
        Active(float(begin[a]), float(end[b - 1]), columns[k][0], columns[k][1], float(share[a:b].max()))
        for a, b, k in zip(starts, np.append(starts[1:], len(column)), column[starts])
    )
    return TimingStatus(
        time=timed.duration,
        shares={name: x.max(axis=0) for name, x in bounds.items()},
        t=0.5 * (begin + end),
        share=share,
        active=active,
        rigid_time=rigid,
        pieces=len(np.unique(timed.knots)) - 1,
        steps=steps,
        unproven=why,
    )
