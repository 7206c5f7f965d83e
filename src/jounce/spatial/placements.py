"""Placements: the rotation and origin of one frame in another, an element of SE(3)."""

from typing import NamedTuple

from jounce.numbers.value import by_value_or_arrays
from jounce.spatial.matrices import IDENTITY, Matrix, apply, matmul, transpose
from jounce.spatial.vectors import ZERO, Vector, add, neg


@by_value_or_arrays
class Placement(NamedTuple):
    """Pose of frame B in frame A: `rotation` is A_R_B, `origin` the origin of B in A-coordinates [m].

    Examples
    --------
    >>> import jounce as jn
    >>> jn.Placement(origin=(0.0, 0.0, 0.3)).then(jn.Placement(origin=(0.1, 0.0, 0.0))).origin
    (0.1, 0.0, 0.3)
    """

    rotation: Matrix = IDENTITY
    origin: Vector = ZERO

    def point(self, p: Vector) -> Vector:
        """Return the A-coordinates of a point with B-coordinates p [m]."""
        return add(apply(self.rotation, p), self.origin)

    def then(self, inner: "Placement") -> "Placement":
        """Return the placement of frame C in A, where `inner` is C in B."""
        return Placement(matmul(self.rotation, inner.rotation), self.point(inner.origin))

    def inverse(self) -> "Placement":
        """Return the placement of frame A in frame B."""
        back = transpose(self.rotation)
        return Placement(back, neg(apply(back, self.origin)))
