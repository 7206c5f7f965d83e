"""Certificates of feasibility: durations with which a time scaling satisfies every limit, by interval proof where there is one.

`Verification` checks limits on a dense grid, between its samples, and by the proof.

Peaks between samples are estimated where there is no proof, and while a time scaling is optimised. Between the knots of the
scaling every limited quantity f is smooth. On a span of two steps the peak of the parabola through the three samples of f is
computed exactly. f differs from that parabola by at most h^3 max|f'''| / (9 sqrt 3), with h a step, and h^3 f''' is the change
of the parabola's height over its chord from one span to the next. The estimate adds this change: 15 times the difference if
f''' is constant there, and enough where the derivative of f jumps within the span, as at a knot of the path. The estimate is no
proof, since f''' may change by more.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np

from jounce.errors import LimitError
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.timing.constraint_sampling import SAMPLES, has_reversals, sample_instants
from jounce.timing.interval_proof import (
    NO_FINITE_BOUND,
    UtilisationBounds,
    path_enclosure,
    polynomial_breaks,
    prove,
    span_ends,
    unproven,
)
from jounce.timing.limit_constraints import LimitConstraints, SampledConstraints, largest
from jounce.timing.path_geometry import Move, TimedPath
from jounce.timing.time_scaling import TimeScaling, samples
from jounce.timing.time_scaling_slp import MOST_STRETCH, TimingSolution
from jounce.timing.timing_status import Active, TimingStatus


def peak_bounds(shares: dict[str, Array], stride: int = 2, remainder: bool = True) -> dict[str, Array]:
    """Return the largest utilisation (N, n) of each quantity on N spans, from the first, middle and last sample of each span.

    shares: utilisation at the samples. stride: 2 if consecutive spans share a sample, (2 N + 1, n) samples; 3 if no two spans
    share a sample, (3 N, n). The torque rate is given by its means over the first and second halves of the spans, (2 N, n).
    remainder: True to add the estimated excess over the parabolas, which is always added to the torque rate.
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
    """Return the largest magnitude (N, n) of the parabolas through the samples a, middle, b, (N, n) each, and the estimated
    excess (N, n) of the sampled quantity over this magnitude."""
    height, half_rise = 0.5 * (a + b) - middle, 0.5 * (b - a)
    inside = np.abs(half_rise) < 2.0 * np.abs(height)
    peak = np.where(inside, middle - 0.25 * half_rise**2 / np.where(inside, height, 1.0), middle)
    change = np.abs(np.diff(height, axis=0))
    excess = np.zeros_like(a)
    excess[:-1], excess[1:] = change, np.maximum(excess[1:], change)
    return np.maximum(np.maximum(np.abs(a), np.abs(b)), np.abs(peak)), excess


def _rate_bounds(x: Array) -> Array:
    """Estimate the largest magnitude (N, n) of a rate on spans of two steps, from the means x (2 N, n) of the rate over the
    steps.

    Around a mean that is larger than both neighbours, the rate exceeds the mean by a fraction of the second difference: 1/24
    for a parabola, less than 1/4 where the derivative of the rate jumps. At both ends of the motion the parabola with the last
    three means is extrapolated by half a step: half a first difference and a third of the second difference.
    """
    second_difference = np.abs(np.diff(x, 2, axis=0))
    sizes = np.abs(x)
    sizes[1:-1] += 0.25 * second_difference
    for end, inner, at in ((0, 1, 0), (-1, -2, -1)):
        sizes[end] = np.maximum(sizes[end], np.abs(1.5 * x[end] - 0.5 * x[inner])) + second_difference[at] / 3.0
    largest: Array = np.maximum(sizes[:-1:2], sizes[1::2])
    return largest


class SampledUtilisation(Protocol):
    """Protocol of a motion whose utilisation of limits is known at samples, for any duration."""

    @property
    def robot(self) -> Robot:
        """Return the robot whose limits are checked."""

    @property
    def x(self) -> Array:
        """Return the sample times (N,), as fractions of the duration."""

    def shares(self, duration: float) -> dict[str, Array]:
        """Return the utilisation of each limited quantity for a duration [s]: (N, n), for the torque rate (N-1, n)."""


def estimated_status(
    sampled: SampledUtilisation, timed: TimedPath | Move, stride: int, rigid: float, steps: int, why: str
) -> TimingStatus:
    """Return the status of the motion `timed`, with utilisations estimated from those at the samples `sampled`.

    stride: see `peak_bounds`; rigid: minimum time of the rigid robot [s]; steps: number of linear or quadratic programs solved;
    why: reason for the missing proof.
    """
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
    """Return the status of a motion from the largest utilisation (N, n) of each quantity on N spans.

    begin, end (N,): ends of the spans, as fractions of the duration; rigid, steps, why: see `estimated_status`. An empty `why`
    means that the utilisations are proved bounds.
    """
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


DURATION_TOLERANCE = 1e-7
"""Relative tolerance of the duration of a certificate."""
LITTLE_EXCESS = 1.01
"""Largest utilisation u that counts in the search for a longer duration, whose relative growth is at least u - 1 in a step."""
MOST_DURATIONS = 60
"""Maximum number of durations for which `certify` tries to prove the limits."""
MOST_GROWTH = 0.1
"""Largest relative growth from one tried duration to the next."""
BISECTIONS = 2
"""Maximum number of bisections between the first proved duration and a lower bound. The lower bound is the last unproved
duration or, if it is shorter, the duration estimated to make the largest utilisation 1."""
BISECTION_GAP = 2e-3
"""Relative distance of the two bracketing durations below which bisection stops."""


REFINEMENT = 20
"""Number of spans of the verification, two sample steps each, per step between the regular samples of the optimisation."""
LEAST_SAMPLES = 2560
"""Least number of samples of the verification, except for the time scaling of rigid joints."""
RIGID_SPANS = 2
"""Number of spans in each piece of the time scaling of rigid joints."""
INSET = 1e-9
"""Distance, as a fraction of a span, of the outer samples from the ends of the span for rigid joints, whose accelerations jump
there."""
SPANS = 16
"""Number of spans per piece with which the proof starts, except for the time scaling of rigid joints."""
PROOF_RESERVE = 2e-7
"""Fraction of a limit that is left unused for the proof, whose bound may exceed the peak of the parabolas by as much."""


class Verification:
    """Verification of limits along one time scaling, for any duration: on dense samples, and by interval proof if possible."""

    def __init__(self, constraints: LimitConstraints, scaling: TimeScaling) -> None:
        """Sample the constraints densely.

        Pieces of the time scaling of rigid joints share no samples, as accelerations jump between the pieces.
        """
        self.constraints, self.scaling = constraints, scaling
        self.has_jumps = scaling.degree == constraints.order  # accelerations jump from one piece to the next
        each = max(2 * REFINEMENT * SAMPLES, 2 * (-(-LEAST_SAMPLES // (2 * scaling.pieces))))
        grid = _piece_samples(scaling.knots) if self.has_jumps else samples(scaling.knots, each)
        self.sampled, self.stride = constraints.sample(scaling, grid), 3 if self.has_jumps else 2
        self.has_reversals = has_reversals(constraints)
        self._grid = samples(scaling.knots, max(SPANS, -(-LEAST_SAMPLES // (2 * scaling.pieces))))
        self.unproven = unproven(constraints)
        """Reason for a missing proof; empty if limits can be proved."""

    @property
    def proves_first(self) -> bool:
        """True if limits are proved before the motion is returned.

        Rigid joints are proved on request only, since their time scaling takes less time than the proof.
        """
        return not self.has_jumps and not self.unproven

    def shares(self, duration: float, estimate: bool) -> dict[str, Array]:
        """Return the largest utilisation (N, n) of each quantity on N spans of two sample steps, for a duration [s].

        estimate: True to add the likely excess between samples, False if a proof follows.
        """
        return peak_bounds(self.sampled.shares(duration), self.stride, remainder=estimate)

    def largest(self, duration: float) -> float:
        """Return the largest utilisation for a duration [s], also at motor reversals: an estimate, or the peak of parabolas if
        a proof follows."""
        shares = self.shares(duration, not self.proves_first)
        if not self.has_reversals:
            return largest(shares)
        if self.proves_first:
            del shares["torque_rate"]  # peaks of the torque rate at reversals are too narrow for differences
        share = largest(shares) if shares else 0.0
        return share if share > 1.0 else max(share, self._at_reversals(duration).largest(duration))

    def _at_reversals(self, duration: float) -> SampledConstraints:
        """Return the constraints at a dense grid and at samples where motors reverse."""
        x = sample_instants(self.constraints, self.scaling, 0, self._grid, duration)
        return self.constraints.sample(self.scaling, x, twins=True)

    def required(self, duration: float) -> float:
        """Return the largest utilisation for a duration [s], increased by `PROOF_RESERVE` if a proof follows."""
        return self.largest(duration) * (1.0 + PROOF_RESERVE * self.proves_first)

    def violations(self, duration: float) -> Array:
        """Return the fractions (k,) of the duration at which the utilisation has a local peak above 1, for a duration [s]."""
        peaks = _peaks(self.sampled.x[1 : -1 : self.stride], self.shares(duration, not self.proves_first))
        if not self.has_reversals:
            return peaks
        sampled = self._at_reversals(duration)
        return np.union1d(peaks, _peaks(sampled.x[::2], sampled.shares(duration)))

    def proof(self, duration: float, ceiling: float | None = None) -> UtilisationBounds:
        """Return rigorous bounds of the utilisation for a duration [s].

        ceiling: if stated, the bounds only decide whether the utilisation stays below the ceiling; see `prove`.
        """
        geometry = self.constraints.geometry
        ends = span_ends(polynomial_breaks(geometry, self.scaling), RIGID_SPANS if self.has_jumps else SPANS)
        return prove(self.constraints, path_enclosure(geometry, self.scaling, duration), duration, ends, ceiling)

    def status(
        self, timed: TimedPath, solution: TimingSolution, rigid: float, bounds: UtilisationBounds | None = None
    ) -> TimingStatus:
        """Return the status of the motion `timed`; rigid: minimum time of the rigid robot [s].

        bounds: bounds of the certificate, which may be looser on some spans than a complete proof, or None.
        """
        why = self.unproven
        if not why:
            tight = self.proof(timed.duration)
            bounds = tight if bounds is None else tight.with_tighter(bounds)
            if np.isfinite(bounds.largest):
                ends = bounds.ends
                return status_from_bounds(
                    self.constraints.robot, timed, ends[:-1], ends[1:], bounds.shares, rigid, solution.steps
                )
            why = NO_FINITE_BOUND
        return estimated_status(self.sampled, timed, self.stride, rigid, solution.steps, why)


class CertifiedTiming(NamedTuple):
    """Time scaling with a duration that satisfies every limit, and the verification of this time scaling.

    bounds: upper bounds of the utilisation from the proof, not always tight; None without a proof.
    """

    solution: TimingSolution
    verification: Verification
    bounds: UtilisationBounds | None


def certify(
    solution: TimingSolution, verification: Verification, longest: float = np.inf
) -> tuple[CertifiedTiming | None, UtilisationBounds | None]:
    """Return (certified timing, None): the solution with a duration up to `longest` [s] for which every limit is proved to
    hold.

    The duration is near that of the solution, usually longer. If no such duration is found, return (None, last bounds). Without
    a proof (see `Verification.proves_first`) the solution is returned unchanged. A slower motion may need more of a limit: the
    friction part of a torque rate rises with the duration where motors are much faster than their `coulomb_speed`, and springs
    may raise motor velocities likewise. Therefore durations are scanned upwards, with one proof each. If bounds are not finite,
    the estimate decides in place of the proof, and `longest` has no effect.
    """
    if not verification.proves_first:
        return CertifiedTiming(solution, verification, None), None
    duration, before, growth = solution.duration, solution.duration, 0.5 * DURATION_TOLERANCE
    for _ in range(MOST_DURATIONS):
        bounds = verification.proof(duration, 1.0)
        if bounds.largest <= 1.0:
            low = min(before, duration * max(bounds.reached, 0.5) ** 0.5)
            return _bisect(solution, verification, low, duration, bounds), None
        if bounds.reached <= 1.0 and not np.isfinite(bounds.largest):
            duration = feasible_duration(lambda T: largest(verification.shares(T, True)), solution.duration)
            return CertifiedTiming(solution._replace(duration=duration), verification, verification.proof(duration)), None
        growth = min(max(2.0 * growth, min(bounds.reached, LITTLE_EXCESS) - 1.0 + DURATION_TOLERANCE), MOST_GROWTH)
        before, duration = duration, duration * (1.0 + growth)
        if duration > longest:
            break
    return None, bounds


def _bisect(
    solution: TimingSolution, verification: Verification, low: float, high: float, bounds: UtilisationBounds
) -> CertifiedTiming:
    """Return the solution with a proved duration near `low` [s], by bisection down from the proved duration `high` [s].

    bounds: proved bounds for `high`.
    """
    for _ in range(BISECTIONS):
        if high - low < BISECTION_GAP * high:
            break
        middle = 0.5 * (low + high)
        tighter = verification.proof(middle, 1.0)
        if tighter.largest <= 1.0:
            high, bounds = middle, tighter
        else:
            low = middle
    return CertifiedTiming(solution._replace(duration=high), verification, bounds)


def violated_spans(bounds: UtilisationBounds) -> Array:
    """Return the midpoints (k,) of the spans whose bounds exceed 1, as fractions of the duration."""
    beyond = np.max([share.max(axis=1) for share in bounds.shares.values()], axis=0) > 1.0
    middles: Array = 0.5 * (bounds.ends[1:] + bounds.ends[:-1])[beyond]
    return middles


def feasible_duration(largest: Callable[[float], float], guess: float, close: float = DURATION_TOLERANCE) -> float:
    """Return a duration [s] near the guess for which the largest utilisation is at most 1.

    largest: function of the duration that returns the largest utilisation; close: relative tolerance of the duration. Since the
    utilisation need not fall with the duration, the search goes upwards in growing steps, and below the guess only next to a
    feasible duration.
    """
    high, share, growth = guess, largest(guess), close
    low = guess
    while share > 1.0:
        if not high < MOST_STRETCH * guess:
            raise LimitError("no duration is long enough")
        low, growth = high, min(max(2.0 * growth, min(share, LITTLE_EXCESS) - 1.0), MOST_GROWTH)
        if low * (1.0 + growth) < LITTLE_EXCESS * guess:  # a shorter duration may do: utilisation can rise with it
            shorter = guess * guess / (low * (1.0 + growth))
            if largest(shorter) <= 1.0:
                return shorter
        high *= 1.0 + growth
        share = largest(high)
    while low == high:
        low = high * max(np.sqrt(share), 0.5) * (1.0 - close)
        share = largest(low)
        if share <= 1.0:
            high = low
    while high - low > close * high:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if largest(middle) <= 1.0 else (middle, high)
    return high


def _peaks(x: Array, shares: dict[str, Array]) -> Array:
    """Return the samples of x (N,) at which the largest utilisation exceeds 1 and is a local maximum."""
    most = np.max([np.abs(share).max(axis=1) for share in shares.values()], axis=0)
    beside = np.concatenate([[0.0], most, [0.0]])
    places: Array = x[(most > 1.0) & (most >= beside[:-2]) & (most >= beside[2:])]
    return places


def _piece_samples(knots: Array) -> Array:
    """Return the first, middle and last sample of each of `RIGID_SPANS` spans of every piece, slightly inside the span, (3 N,)
    in all."""
    ends = np.unique(knots)
    inside = (np.arange(RIGID_SPANS)[:, None] + np.array([INSET, 0.5, 1.0 - INSET])).ravel() / RIGID_SPANS
    instants: Array = (ends[:-1, None] + np.diff(ends)[:, None] * inside).ravel()
    return instants
