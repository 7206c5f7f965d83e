"""Damping and termination of Newton's method over a whole motion.

Near a solution Newton's method converges quadratically: |next step| = c |step|^2, with c from the last two steps. So the size
of the next step is predicted before this step is computed. If the predicted size is negligible, the iteration ends, which saves
a step for confirmation.
"""

import numpy as np

NEWTON_STEPS = 40
"""Largest number of Newton steps over the whole motion; the iteration has failed beyond."""
TOLERANCE = 1e-11
"""Newton's method ends when no deflection changes by more than this, relative to 1 + the largest deflection [rad or m]."""
NOTHING = 1e-16
"""Newton's method also ends when the predicted next step of the deflections is at most this, relative to 1 + the largest
deflection [rad or m].

Along a zero of s rad/s, an error of the deflections causes an error of the torque in proportion to s^4."""
NOISE = 1e-8
"""Newton's method also ends when its step is below this and no longer shrinks, because of rounding [rad or m]."""
SMALLEST_SHARE = 1e-3
"""Smallest factor by which a Newton step is damped."""
FARTHEST = 10.0
"""A deflection beyond this means that Newton's method diverges [rad or m]."""
BENT = 1e4
"""Least c assumed in |next step| = c |step|^2 after the first step from a motion near the solution [1/rad or 1/m]."""


class NewtonDamping:
    """Step sizes, damping factor and convergence test of one run of Newton's method."""

    def __init__(self, near: bool) -> None:
        """Start an iteration; near: True if it starts from a motion near the solution."""
        self.near = near
        self.count, self.share = 0, 1.0
        self.last = self.before = np.inf

    def take(self, step: float) -> float:
        """Count a Newton step and return its damping factor. step: largest change of a deflection in this step [rad or m]."""
        self.count += 1
        self.before, self.last = self.last, step
        self.share = 1.0 if step <= self.before else max(SMALLEST_SHARE, 0.5 * self.share)
        return self.share

    def shrinking(self, largest: float) -> float:
        """Return the predicted ratio of the next step to the last, at most 1. largest: largest deflection [rad or m]."""
        if np.isfinite(self.before):
            return float(min(1.0, (self.last / max(self.before, 1e-300)) ** 2))
        return float(min(1.0, self.last * max(BENT, 1.0 / max(largest, 1e-300)))) if self.near else 1.0

    def enough(self, largest: float) -> bool:
        """True if the iteration has converged, or rounding stops its progress. largest: largest deflection [rad or m]."""
        stuck = NOISE > self.last > 0.3 * self.before
        ahead = self.shrinking(largest) * self.last if self.share == 1.0 else np.inf
        return stuck or self.last <= TOLERANCE * (1.0 + largest) or ahead <= NOTHING * (1.0 + largest)
