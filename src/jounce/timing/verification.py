"""Verification of the limits of a time scaling on a dense grid, between its samples, and by interval proof where there is one."""

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.constraint_sampling import SAMPLES, sample_instants
from jounce.timing.enclosures import path_enclosure, polynomial_breaks
from jounce.timing.intersample_bounds import estimated_status, peak_bounds, status_from_bounds
from jounce.timing.interval_proof import NO_FINITE_BOUND, UtilisationBounds, prove, span_ends, unproven
from jounce.timing.limit_constraints import LimitConstraints, SampledConstraints, largest
from jounce.timing.reversals import has_reversals
from jounce.timing.time_scaling import TimeScaling, samples
from jounce.timing.time_scaling_slp import TimingSolution
from jounce.timing.timed_path import TimedPath
from jounce.timing.timing_status import TimingStatus

REFINEMENT = 20
"""Factor by which samples of the verification are denser than those of the optimisation."""
LEAST_SAMPLES = 2560
"""Least number of samples of the verification."""
RIGID_SPANS = 2
"""Spans in each piece of the time scaling of rigid joints."""
INSET = 1e-9
"""Fraction of a span by which samples of rigid joints keep away from its ends, where accelerations jump."""
SPANS = 16
"""First spans of the proof in each piece of the other time scalings."""
PROOF_RESERVE = 2e-7
"""Fraction of a limit that is left unused for the proof: its bound may exceed the peak of the parabolas by as much."""


class Verification:
    """Dense samples of the limits of one time scaling, for any duration, with the proof where there is one."""

    def __init__(self, constraints: LimitConstraints, scaling: TimeScaling) -> None:
        """Sample the constraints densely; pieces of rigid joints have samples of their own, as accelerations jump between
        them."""
        self.constraints, self.scaling = constraints, scaling
        self.has_jumps = scaling.degree == constraints.order  # of accelerations, from one piece to the next
        each = max(2 * REFINEMENT * SAMPLES, 2 * (-(-LEAST_SAMPLES // (2 * scaling.pieces))))
        grid = _piece_samples(scaling.knots) if self.has_jumps else samples(scaling.knots, each)
        self.sampled, self.stride = constraints.sample(scaling, grid), 3 if self.has_jumps else 2
        self.has_reversals = has_reversals(constraints)
        self._grid = samples(scaling.knots, max(SPANS, -(-LEAST_SAMPLES // (2 * scaling.pieces))))
        self.unproven = unproven(constraints)
        """Reason for a missing proof; empty if limits can be proved."""

    @property
    def proves_first(self) -> bool:
        """True if limits are proved before the motion is returned; rigid joints are proved on request, since they are timed
        faster than a proof takes."""
        return not self.has_jumps and not self.unproven

    def shares(self, duration: float, estimate: bool) -> dict[str, Array]:
        """Return the largest utilisation on spans (N, n); estimate: True to add the likely excess between samples, False if a
        proof follows."""
        return peak_bounds(self.sampled.shares(duration), self.stride, remainder=estimate)

    def largest(self, duration: float) -> float:
        """Return the largest utilisation, also at motor reversals: an estimate, or the peak of parabolas if a proof follows."""
        shares = self.shares(duration, not self.proves_first)
        if not self.has_reversals:
            return largest(shares)
        if self.proves_first:
            del shares["torque_rate"]  # its peaks at reversals are too narrow for differences
        share = largest(shares) if shares else 0.0
        return share if share > 1.0 else max(share, self._at_reversals(duration).largest(duration))

    def _at_reversals(self, duration: float) -> SampledConstraints:
        """Return the constraints at samples where motors reverse, and at a dense grid."""
        x = sample_instants(self.constraints, self.scaling, 0, self._grid, duration)
        return self.constraints.sample(self.scaling, x, twins=True)

    def required(self, duration: float) -> float:
        """Return the largest utilisation with a reserve for the proof."""
        return self.largest(duration) * (1.0 + PROOF_RESERVE * self.proves_first)

    def violations(self, duration: float) -> Array:
        """Return the fractions of the duration (k,) at which the utilisation has a local peak above 1."""
        peaks = _peaks(self.sampled.x[1 : -1 : self.stride], self.shares(duration, not self.proves_first))
        if not self.has_reversals:
            return peaks
        sampled = self._at_reversals(duration)
        return np.union1d(peaks, _peaks(sampled.x[::2], sampled.shares(duration)))

    def proof(self, duration: float, ceiling: float | None = None) -> UtilisationBounds:
        """Return rigorous bounds of the utilisation; ceiling: only test whether they stay below it, see `prove`."""
        geometry = self.constraints.geometry
        ends = span_ends(polynomial_breaks(geometry, self.scaling), RIGID_SPANS if self.has_jumps else SPANS)
        return prove(self.constraints, path_enclosure(geometry, self.scaling, duration), duration, ends, ceiling)

    def status(
        self, timed: TimedPath, solution: TimingSolution, rigid: float, bounds: UtilisationBounds | None = None
    ) -> TimingStatus:
        """Return the status of the motion; bounds: those of the certificate, which may be looser on some spans."""
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


def _peaks(x: Array, shares: dict[str, Array]) -> Array:
    """Return the samples of x (N,) at which the largest utilisation exceeds 1 and is a local maximum."""
    most = np.max([np.abs(share).max(axis=1) for share in shares.values()], axis=0)
    beside = np.concatenate([[0.0], most, [0.0]])
    places: Array = x[(most > 1.0) & (most >= beside[:-2]) & (most >= beside[2:])]
    return places


def _piece_samples(knots: Array) -> Array:
    """Return the first, middle and last sample (3 N,) of each of `RIGID_SPANS` spans of every piece, inset from its ends."""
    ends = np.unique(knots)
    inside = (np.arange(RIGID_SPANS)[:, None] + np.array([INSET, 0.5, 1.0 - INSET])).ravel() / RIGID_SPANS
    instants: Array = (ends[:-1, None] + np.diff(ends)[:, None] * inside).ravel()
    return instants
