"""A last look at the limits of a timing: at many instants, between them, and with proof where there is one."""

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.between import bounded, estimated, status_of
from jounce.timing.demand import Demand, Trial, largest
from jounce.timing.enclosed import along, breaks
from jounce.timing.programs import Found
from jounce.timing.proof import ENDLESS, Bounds, proved, spans, unproven
from jounce.timing.reversals import has_reversals
from jounce.timing.sampling import SAMPLES, looked_at
from jounce.timing.shape import Shape, samples
from jounce.timing.status import TimingStatus
from jounce.timing.timed import Timed

FINER = 20
"""Times as many instants at which limits are looked at in the end, as while the timing is found."""
LEAST = 2560
"""Instants at which limits are looked at in the end, at least."""
SPANS = 2
"""Parts of a piece of the timing of rigid joints in which limits are looked at in the end."""
INSIDE = 1e-9
"""Share of a piece by which its own samples are away from its ends, where accelerations jump."""
EACH = 16
"""Spans of a piece whose limits are proved first, of other timings."""
ABOVE = 2e-7
"""Share of a limit by which the largest of all may be above that of the parabolas: where there is a proof, it is left unused."""


class Look:
    """At the limits of a timing, at many instants and between them."""

    def __init__(self, demand: Demand, shape: Shape) -> None:
        self.demand, self.shape = demand, shape
        self.jumps = shape.degree == demand.order  # accelerations, from one piece to the next
        each = max(2 * FINER * SAMPLES, 2 * (-(-LEAST // (2 * shape.pieces))))
        grid = _own_samples(shape.knots) if self.jumps else samples(shape.knots, each)
        self.trial, self.stride = demand.trial(shape, grid), 3 if self.jumps else 2
        self.reversing = has_reversals(demand)
        self._between = samples(shape.knots, max(EACH, -(-LEAST // (2 * shape.pieces))))
        self.unproven = unproven(demand)
        """Why there is no proof; empty where there is one."""

    @property
    def at_once(self) -> bool:
        """Whether limits are proved before the motion is handed out: that of rigid joints is found in less time than a proof."""
        return not self.jumps and not self.unproven

    def shares(self, duration: float, estimate: bool) -> dict[str, Array]:
        """Of spans (N, n); without an estimate of what is missed they have to be proved."""
        return bounded(self.trial.shares(duration), self.stride, rest=estimate)

    def largest(self, duration: float) -> float:
        """Return the largest share: an estimate, or where it will be proved, that of parabolas; at reversals of motors too."""
        shares = self.shares(duration, not self.at_once)
        if not self.reversing:
            return largest(shares)
        if self.at_once:
            del shares["torque_rate"]  # whose peaks at reversals are too narrow for differences
        share = largest(shares) if shares else 0.0
        return share if share > 1.0 else max(share, self._at_reversals(duration).largest(duration))

    def _at_reversals(self, duration: float) -> Trial:
        """Return the timing at samples where motors reverse, and at many others."""
        x = looked_at(self.demand, self.shape, 0, self._between, duration)
        return self.demand.trial(self.shape, x, twins=True)

    def needed(self, duration: float) -> float:
        """The same with some room for the proof."""
        return self.largest(duration) * (1.0 + ABOVE * self.at_once)

    def beyond(self, duration: float) -> Array:
        """Where a limit is exceeded more than right before and after (k,), as shares of the duration."""
        peaks = _peaks(self.trial.x[1 : -1 : self.stride], self.shares(duration, not self.at_once))
        if not self.reversing:
            return peaks
        trial = self._at_reversals(duration)
        return np.union1d(peaks, _peaks(trial.x[::2], trial.shares(duration)))

    def proof(self, duration: float, ceiling: float | None = None) -> Bounds:
        """Return shares of limits with proof; ceiling: only whether they stay below it is asked, see `proved`."""
        curve = self.demand.curve
        ends = spans(breaks(curve, self.shape), SPANS if self.jumps else EACH)
        return proved(self.demand, along(curve, self.shape, duration), duration, ends, ceiling)

    def status(self, timed: Timed, found: Found, rigid: float, bounds: Bounds | None = None) -> TimingStatus:
        """Return the status of the motion; bounds: with which its limits were proved, which may not be tight."""
        why = self.unproven
        if not why:
            tight = self.proof(timed.duration)
            bounds = tight if bounds is None else tight.with_tighter(bounds)
            if np.isfinite(bounds.largest):
                ends = bounds.ends
                return status_of(self.demand.robot, timed, ends[:-1], ends[1:], bounds.shares, rigid, found.steps)
            why = ENDLESS
        return estimated(self.trial, timed, self.stride, rigid, found.steps, why)


def _peaks(x: Array, shares: dict[str, Array]) -> Array:
    """Return those of the samples x (N,) at which the largest share is above 1 and not less than right before and after."""
    most = np.max([np.abs(share).max(axis=1) for share in shares.values()], axis=0)
    beside = np.concatenate([[0.0], most, [0.0]])
    places: Array = x[(most > 1.0) & (most >= beside[:-2]) & (most >= beside[2:])]
    return places


def _own_samples(knots: Array) -> Array:
    """First, middle and last of each of `SPANS` parts of each piece (3 N,), inside of it."""
    ends = np.unique(knots)
    inside = (np.arange(SPANS)[:, None] + np.array([INSIDE, 0.5, 1.0 - INSIDE])).ravel() / SPANS
    found: Array = (ends[:-1, None] + np.diff(ends)[:, None] * inside).ravel()
    return found
