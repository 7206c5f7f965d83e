"""How far each Newton step over a whole motion is taken, and when the next one is not worth its time.

Near a solution steps shrink as their squares do, |next| = c |step|^2 with c from the last two of them. So the step after this one
is known before it is computed, and where it is next to nothing, this one was the last. A step that confirms would cost as much.
"""

import numpy as np

NEWTON_STEPS = 40
TOLERANCE = 1e-11
"""Largest last Newton step of the deflections, against 1 + the largest deflection [rad or m]."""
NOTHING = 1e-16
"""The same of a step that is left: with a zero at s an error of the deflections is one of the torque that grows as s^4."""
NOISE = 1e-8
"""A Newton step below this that no longer shrinks is rounding [rad or m]."""
SMALLEST_SHARE = 1e-3
"""Smallest share of a Newton step that is taken where steps grow."""
FARTHEST = 10.0
"""A deflection beyond this means that Newton's method diverges [rad or m]."""
BENT = 1e4
"""c of a first step from a motion near the solution [1/rad or 1/m]."""


class NewtonDamping:
    """Of one run of Newton's method."""

    def __init__(self, near: bool) -> None:
        """near: whether it starts from a motion near the solution."""
        self.near = near
        self.count, self.share = 0, 1.0
        self.last = self.before = np.inf

    def take(self, step: float) -> float:
        """The share of a step with this largest change of a deflection [rad or m] that is to be taken."""
        self.count += 1
        self.before, self.last = self.last, step
        self.share = 1.0 if step <= self.before else max(SMALLEST_SHARE, 0.5 * self.share)
        return self.share

    def shrinking(self, largest: float) -> float:
        """The next step against this one, at most 1; largest: deflection so far [rad or m]."""
        if np.isfinite(self.before):
            return float(min(1.0, (self.last / max(self.before, 1e-300)) ** 2))
        return float(min(1.0, self.last * max(BENT, 1.0 / max(largest, 1e-300)))) if self.near else 1.0

    def enough(self, largest: float) -> bool:
        """Whether this step was the last one."""
        stuck = NOISE > self.last > 0.3 * self.before
        ahead = self.shrinking(largest) * self.last if self.share == 1.0 else np.inf
        return stuck or self.last <= TOLERANCE * (1.0 + largest) or ahead <= NOTHING * (1.0 + largest)
