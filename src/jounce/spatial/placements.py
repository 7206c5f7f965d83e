"""Where a frame stands in another: rotation and origin."""

from typing import NamedTuple

from jounce.numbers.value import by_value_or_arrays
from jounce.spatial.matrices import IDENTITY, Matrix, apply, matmul, transpose
from jounce.spatial.vectors import ZERO, Vector, add, neg


@by_value_or_arrays
class Placement(NamedTuple):
    """Frame B in frame A: `rotation` is A_R_B, `origin` the origin of B in A-coordinates."""

    rotation: Matrix = IDENTITY
    origin: Vector = ZERO

    def point(self, p: Vector) -> Vector:
        """B-coordinates of a point to A-coordinates."""
        return add(apply(self.rotation, p), self.origin)

    def then(self, inner: "Placement") -> "Placement":
        """Frame C in A, where `inner` is C in B."""
        return Placement(matmul(self.rotation, inner.rotation), self.point(inner.origin))

    def inverse(self) -> "Placement":
        """Frame A in frame B."""
        back = transpose(self.rotation)
        return Placement(back, neg(apply(back, self.origin)))
