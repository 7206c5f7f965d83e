"""Shares of limits between samples, estimated, and what is said of them in the end.

Where there is no proof (see `proof`), or while a timing is found, samples have to do. Between the knots of the timing every
limited quantity f is smooth. On a span of two steps the largest of the parabola through the three samples is found exactly.
What f differs from it is at most h^3 max|f'''| / (9 sqrt 3), h a step; h^3 f''' is how much the parabola's height over its
chord changes from one span to the next. That change is added: 15 times what it takes if f''' is constant there, and enough
where the slope of f jumps within the span, as it does at a knot of the path. It is no proof, as f''' may change by more.
"""

from typing import Protocol

import numpy as np

from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.timing.timed_path import Move, TimedPath
from jounce.timing.timing_status import Active, TimingStatus


def peak_bounds(shares: dict[str, Array], stride: int = 2, rest: bool = True) -> dict[str, Array]:
    """Largest shares (N, n) during N spans, from their first, middle and last samples.

    rest: whether what parabolas may miss is added. stride: 2 where a span begins with the last sample of the one before
    (2 N + 1, n), 3 where it has one of its own (3 N, n).
    Mean rates: those of the first and second halves of spans (2 N, n).
    """
    found = {}
    for name, x in shares.items():
        if name == "torque_rate":
            found[name] = _rate_bounds(x)
        else:
            peak, missed = _parabola_peak(x[:-2:stride], x[1:-1:stride], x[2::stride])
            found[name] = peak + missed if rest else peak
    return found


def _parabola_peak(a: Array, middle: Array, b: Array) -> tuple[Array, Array]:
    """The largest size (N, n) during spans of samples a, middle, b, (N, n) each, and what it may be more."""
    height, slope = 0.5 * (a + b) - middle, 0.5 * (b - a)
    inside = np.abs(slope) < 2.0 * np.abs(height)
    peak = np.where(inside, middle - 0.25 * slope**2 / np.where(inside, height, 1.0), middle)
    change = np.abs(np.diff(height, axis=0))
    rest = np.zeros_like(a)
    rest[:-1], rest[1:] = change, np.maximum(rest[1:], change)
    return np.maximum(np.maximum(np.abs(a), np.abs(b)), np.abs(peak)), rest


def _rate_bounds(x: Array) -> Array:
    """The largest size (N, n) of a rate during spans of two steps, from its means (2 N, n) of these steps.

    Beside a mean that is larger than both of its neighbours, the rate is larger by a share of the second difference: 1/24 where
    it is a parabola, less than 1/4 where its slope jumps. At both ends of the motion the rate is that of a parabola with the
    three means there, half a step of the straight line and a third of the second difference further on.
    """
    bend = np.abs(np.diff(x, 2, axis=0))
    sizes = np.abs(x)
    sizes[1:-1] += 0.25 * bend
    for end, inner, curved in ((0, 1, 0), (-1, -2, -1)):
        sizes[end] = np.maximum(sizes[end], np.abs(1.5 * x[end] - 0.5 * x[inner])) + bend[curved] / 3.0
    found: Array = np.maximum(sizes[:-1:2], sizes[1::2])
    return found


class SampledUtilisation(Protocol):
    """Shares of limits at samples of a timing."""

    @property
    def robot(self) -> Robot:
        """Whose limits they are."""

    @property
    def x(self) -> Array:
        """Shares (N,) of the duration."""

    def shares(self, duration: float) -> dict[str, Array]:
        """Of each quantity (N, n), of the torque rate (N-1, n)."""


def estimated_status(
    sampled: SampledUtilisation, timed: TimedPath | Move, stride: int, rigid: float, steps: int, why: str
) -> TimingStatus:
    """The status of a motion from samples of its spans; why: there is no proof."""
    found = peak_bounds(sampled.shares(timed.duration), stride)
    x = sampled.x
    return status_from_bounds(sampled.robot, timed, x[:-2:stride], x[2::stride], found, rigid, steps, why)


def status_from_bounds(
    robot: Robot,
    timed: TimedPath | Move,
    begin: Array,
    end: Array,
    found: dict[str, Array],
    rigid: float,
    steps: int,
    why: str = "",
) -> TimingStatus:
    """The status of a motion from the largest shares (N, n) during spans from begin to end (N,), shares of its duration."""
    begin, end = (timed.start_time + timed.duration * x for x in (begin, end))
    columns = [(robot.motor_names[j], name) for name, x in found.items() for j in range(x.shape[1])]
    every = np.concatenate(list(found.values()), axis=1)
    which, share = every.argmax(axis=1), every.max(axis=1)
    starts = np.flatnonzero(np.append(True, np.diff(which) != 0))
    active = tuple(
        Active(float(begin[a]), float(end[b - 1]), columns[k][0], columns[k][1], float(share[a:b].max()))
        for a, b, k in zip(starts, np.append(starts[1:], len(which)), which[starts])
    )
    return TimingStatus(
        time=timed.duration,
        shares={name: x.max(axis=0) for name, x in found.items()},
        t=0.5 * (begin + end),
        share=share,
        active=active,
        rigid_time=rigid,
        pieces=len(np.unique(timed.knots)) - 1,
        steps=steps,
        unproven=why,
    )
