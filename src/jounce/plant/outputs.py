"""The tool's controlled outputs against what they are to be.

    e = 0:    positions h(q) - y [m]; for angles the rotation from the wanted pose to the tool, about the tool's axes [rad]

Where the tool is as wanted, the rows of the Jacobian of e are those of position in the base frame and of turning in the tool's
axes.
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.numbers import Number, sincos
from jounce.robot.frame import ANGLES, POSITIONS
from jounce.spatial.matrices import Matrix, matmul, rotation_rpy, transpose
from jounce.spatial.placements import Placement

Rows = list[list[Number]]


class ToolOutputs(NamedTuple):
    """Which coordinates of the tool are controlled: indices among x, y, z and among roll, pitch, yaw."""

    positions: tuple[int, ...]
    angles: tuple[int, ...]

    @classmethod
    def of(cls, names: Sequence[str]) -> "ToolOutputs":
        """From the names of a tool's outputs."""
        return cls(
            tuple(k for k, name in enumerate(POSITIONS) if name in names),
            tuple(k for k, name in enumerate(ANGLES) if name in names),
        )

    def wanted_rotation(self, outputs: Sequence[Number]) -> Matrix:
        """The rotation that outputs, positions before angles, ask for; angles that are not controlled are zero."""
        rpy: list[Number] = [0.0, 0.0, 0.0]
        for k, value in zip(self.angles, outputs[len(self.positions) :]):
            rpy[k] = value
        return rotation_rpy(*rpy)

    def errors(self, pose: Placement, position: Sequence[Number], rotation: Matrix) -> list[Number]:
        """e of a pose. position: wanted ones, controlled ones in order; rotation: the wanted one."""
        found = [pose.origin[k] - wanted for k, wanted in zip(self.positions, position)]
        return found + self.turning(pose.rotation, rotation)

    def turning(self, rotation: Matrix, wanted: Matrix) -> list[Number]:
        """The part of e that angles make: the rotation from the wanted one, about the tool's axes."""
        E = matmul(transpose(wanted), rotation) if self.angles else rotation
        return [0.5 * (E[(i + 2) % 3][(i + 1) % 3] - E[(i + 1) % 3][(i + 2) % 3]) for i in self.angles]

    def rows(self, rotation: Matrix, jacobian: Rows) -> Rows:
        """The rows of e's Jacobian from the body Jacobian (6 rows) of the tool and its rotation."""
        linear: Rows = []
        for k in self.positions:
            a, b, c = rotation[k]
            linear.append([a * x + b * y + c * z for x, y, z in zip(*jacobian[3:])])
        return linear + [list(jacobian[k]) for k in self.angles]


class OneAngle(NamedTuple):
    """One angle of a tool that may tilt: the true roll, pitch or yaw of its rotation R = Rz(yaw) Ry(pitch) Rx(roll).

        yaw:    e = R10 cos y - R00 sin y = cos(pitch) sin(yaw - y)
        roll:   e = R21 cos y - R22 sin y = cos(pitch) sin(roll - y)
        pitch:  e = -R20 cos y - R00 sin y = sin(pitch - y) for a tool that turns about y alone, any angle;
                e = -R20 - sin y for others, which pitch between -pi/2 and pi/2

    Rows of the Jacobian are derivatives of e wherever it is, from those of R: R' = R [w]x.
    """

    angle: int
    """0 roll, 1 pitch, 2 yaw."""
    flat: bool
    """Whether the tool turns about y alone."""

    def error(self, R: Matrix, wanted: Number) -> Number:
        """e."""
        s, c = sincos(wanted)
        if self.angle == 1:
            return -R[2][0] * c - R[0][0] * s if self.flat else -R[2][0] - s
        (i, k), (j, m) = ((2, 1), (2, 2)) if self.angle == 0 else ((1, 0), (0, 0))
        return R[i][k] * c - R[j][m] * s

    def row(self, R: Matrix, wanted: Number, turning: Rows) -> list[Number]:
        """How e moves with the joints. turning: the angular rows of the body Jacobian."""
        s, c = sincos(wanted)
        x, y, z = turning

        def column0(i: int) -> list[Number]:
            return [R[i][1] * c_ - R[i][2] * b for b, c_ in zip(y, z)]

        if self.angle == 2:
            return [a * c - b * s for a, b in zip(column0(1), column0(0))]
        if self.angle == 1:
            return [-a * c - b * s for a, b in zip(column0(2), column0(0))] if self.flat else [-a for a in column0(2)]
        first = [R[2][2] * a - R[2][0] * c_ for a, c_ in zip(x, z)]
        second = [R[2][0] * b - R[2][1] * a for a, b in zip(x, y)]
        return [a * c - b * s for a, b in zip(first, second)]

    def opposite(self, R: Matrix, wanted: Number) -> Number:
        """Positive where the angle is as wanted, negative where it is half a turn away: e vanishes at both."""
        s, c = sincos(wanted)
        if self.angle == 1:
            return R[0][0] * c - R[2][0] * s if self.flat else c
        return R[2][2] * c + R[2][1] * s if self.angle == 0 else R[0][0] * c + R[1][0] * s
