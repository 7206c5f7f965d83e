"""A last look at the limits of a timing: at many instants, between them, and with proof where there is one."""

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
"""Times as many instants at which limits are looked at in the end, as while the timing is found."""
LEAST_SAMPLES = 2560
"""Instants at which limits are looked at in the end, at least."""
RIGID_SPANS = 2
"""Parts of a piece of the timing of rigid joints in which limits are looked at in the end."""
INSET = 1e-9
"""Share of a piece by which its own samples are away from its ends, where accelerations jump."""
SPANS = 16
"""Spans of a piece whose limits are proved first, of other timings."""
PROOF_RESERVE = 2e-7
"""Share of a limit by which the largest of all may be above that of the parabolas: where there is a proof, it is left unused."""


class Verification:
    """At the limits of a timing, at many instants and between them."""

    def __init__(self, constraints: LimitConstraints, scaling: TimeScaling) -> None:
        self.constraints, self.scaling = constraints, scaling
        self.has_jumps = scaling.degree == constraints.order  # accelerations, from one piece to the next
        each = max(2 * REFINEMENT * SAMPLES, 2 * (-(-LEAST_SAMPLES // (2 * scaling.pieces))))
        grid = _piece_samples(scaling.knots) if self.has_jumps else samples(scaling.knots, each)
        self.sampled, self.stride = constraints.sample(scaling, grid), 3 if self.has_jumps else 2
        self.has_reversals = has_reversals(constraints)
        self._between = samples(scaling.knots, max(SPANS, -(-LEAST_SAMPLES // (2 * scaling.pieces))))
        self.unproven = unproven(constraints)
        """Why there is no proof; empty where there is one."""

    @property
    def proves_first(self) -> bool:
        """Whether limits are proved before the motion is handed out: that of rigid joints is found in less time than a proof."""
        return not self.has_jumps and not self.unproven

    def shares(self, duration: float, estimate: bool) -> dict[str, Array]:
        """Of spans (N, n); without an estimate of what is missed they have to be proved."""
        return peak_bounds(self.sampled.shares(duration), self.stride, rest=estimate)

    def largest(self, duration: float) -> float:
        """Return the largest share: an estimate, or where it will be proved, that of parabolas; at reversals of motors too."""
        shares = self.shares(duration, not self.proves_first)
        if not self.has_reversals:
            return largest(shares)
        if self.proves_first:
            del shares["torque_rate"]  # whose peaks at reversals are too narrow for differences
        share = largest(shares) if shares else 0.0
        return share if share > 1.0 else max(share, self._at_reversals(duration).largest(duration))

    def _at_reversals(self, duration: float) -> SampledConstraints:
        """Return the timing at samples where motors reverse, and at many others."""
        x = sample_instants(self.constraints, self.scaling, 0, self._between, duration)
        return self.constraints.sample(self.scaling, x, twins=True)

    def required(self, duration: float) -> float:
        """The same with some room for the proof."""
        return self.largest(duration) * (1.0 + PROOF_RESERVE * self.proves_first)

    def violations(self, duration: float) -> Array:
        """Where a limit is exceeded more than right before and after (k,), as shares of the duration."""
        peaks = _peaks(self.sampled.x[1 : -1 : self.stride], self.shares(duration, not self.proves_first))
        if not self.has_reversals:
            return peaks
        sampled = self._at_reversals(duration)
        return np.union1d(peaks, _peaks(sampled.x[::2], sampled.shares(duration)))

    def proof(self, duration: float, ceiling: float | None = None) -> UtilisationBounds:
        """Return shares of limits with proof; ceiling: only whether they stay below it is asked, see `proved`."""
        geometry = self.constraints.geometry
        ends = span_ends(polynomial_breaks(geometry, self.scaling), RIGID_SPANS if self.has_jumps else SPANS)
        return prove(self.constraints, path_enclosure(geometry, self.scaling, duration), duration, ends, ceiling)

    def status(
        self, timed: TimedPath, found: TimingSolution, rigid: float, bounds: UtilisationBounds | None = None
    ) -> TimingStatus:
        """Return the status of the motion; bounds: with which its limits were proved, which may not be tight."""
        why = self.unproven
        if not why:
            tight = self.proof(timed.duration)
            bounds = tight if bounds is None else tight.with_tighter(bounds)
            if np.isfinite(bounds.largest):
                ends = bounds.ends
                return status_from_bounds(self.constraints.robot, timed, ends[:-1], ends[1:], bounds.shares, rigid, found.steps)
            why = NO_FINITE_BOUND
        return estimated_status(self.sampled, timed, self.stride, rigid, found.steps, why)


def _peaks(x: Array, shares: dict[str, Array]) -> Array:
    """Return those of the samples x (N,) at which the largest share is above 1 and not less than right before and after."""
    most = np.max([np.abs(share).max(axis=1) for share in shares.values()], axis=0)
    beside = np.concatenate([[0.0], most, [0.0]])
    places: Array = x[(most > 1.0) & (most >= beside[:-2]) & (most >= beside[2:])]
    return places


def _piece_samples(knots: Array) -> Array:
    """First, middle and last of each of `SPANS` parts of each piece (3 N,), inside of it."""
    ends = np.unique(knots)
    inside = (np.arange(RIGID_SPANS)[:, None] + np.array([INSET, 0.5, 1.0 - INSET])).ravel() / RIGID_SPANS
    found: Array = (ends[:-1, None] + np.diff(ends)[:, None] * inside).ravel()
    return found
