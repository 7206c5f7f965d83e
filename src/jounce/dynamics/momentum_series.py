"""Mass moments and momentum of a moving body in base axes, about a point at rest, and their time derivatives.

    h = int r dm,    Sigma = int r r^T dm,    rd = u + w x r

    d h / dt = m u + w x h = p                          linear momentum
    d Sigma / dt = A + A^T,   A = u h^T + [w] Sigma
    L = int r x rd dm = h x u + tr(Sigma) w - Sigma w    angular momentum

w and u are the angular velocity and the velocity of the body at the point, m is its mass. The wrench that moves the body is
d (L, p) / dt. On jets all time derivatives follow from the derivatives of the velocity (w, u), order by order, and no rotation
needs to be differentiated.
"""

from typing import NamedTuple

from jounce.numbers import Number
from jounce.spatial.geometry import Twist, Vector, add, apply, cross, outer, plus, scale, skew_times, sub, transpose
from jounce.spatial.inertia import Inertia, Symmetric, full, second_moments, six


class Moments(NamedTuple):
    """First and second mass moments of a body."""

    mass: Number
    first: Vector
    """First moment h."""
    second: Symmetric
    """Second moment Sigma."""

    @classmethod
    def of(cls, body: Inertia) -> "Moments":
        """Return the moments of a body about a point from its inertia about this point."""
        return cls(body.mass, body.moment, second_moments(body.tensor))

    def rates(self, v: Twist) -> tuple[Vector, Symmetric]:
        """Return d h / dt and d Sigma / dt for a body that moves with v = (w, u)."""
        w, u = v
        A = plus(outer(u, self.first), skew_times(w, full(self.second)))
        return add(scale(self.mass, u), cross(w, self.first)), six(plus(A, transpose(A)))

    def momentum(self, v: Twist) -> Twist:
        """Return the angular momentum L and the linear momentum p of a body that moves with v = (w, u)."""
        w, u = v
        trace = self.second[0] + self.second[1] + self.second[2]
        turning = sub(scale(trace, w), apply(full(self.second), w))
        return add(cross(self.first, u), turning), add(scale(self.mass, u), cross(w, self.first))
