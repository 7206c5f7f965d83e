"""A last look at the limits of a timing: at many instants, and between them."""

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.between import bounded
from jounce.timing.demand import Demand, largest
from jounce.timing.programs import SAMPLES
from jounce.timing.shape import Shape, samples

FINER = 20
"""Times as many instants at which limits are looked at in the end, as while the timing is found."""
SPANS = 2
"""Parts of a piece of the timing of rigid joints in which limits are looked at in the end."""
INSIDE = 1e-9
"""Share of a piece by which its own samples are away from its ends, where accelerations jump."""


class Look:
    """At the limits of a timing, at many instants and between them."""

    def __init__(self, demand: Demand, shape: Shape) -> None:
        jumps = shape.degree == demand.order  # accelerations, from one piece to the next
        grid = _own_samples(shape.knots) if jumps else samples(shape.knots, 2 * FINER * SAMPLES)
        self.trial, self.stride = demand.trial(shape, grid), 3 if jumps else 2

    def largest(self, duration: float) -> float:
        """The largest share."""
        return largest(bounded(self.trial.shares(duration), self.stride))

    def beyond(self, duration: float) -> Array:
        """Where a limit is exceeded more than right before and after (k,), as shares of the duration."""
        found = bounded(self.trial.shares(duration), self.stride)
        x, most = self.trial.x[1 : -1 : self.stride], np.max([share.max(axis=1) for share in found.values()], axis=0)
        beside = np.concatenate([[0.0], most, [0.0]])
        found_at: Array = x[(most > 1.0) & (most >= beside[:-2]) & (most >= beside[2:])]
        return found_at


def _own_samples(knots: Array) -> Array:
    """First, middle and last of each of `SPANS` parts of each piece (3 N,), inside of it."""
    ends = np.unique(knots)
    inside = (np.arange(SPANS)[:, None] + np.array([INSIDE, 0.5, 1.0 - INSIDE])).ravel() / SPANS
    found: Array = (ends[:-1, None] + np.diff(ends)[:, None] * inside).ravel()
    return found
