"""The tool's controlled outputs against what they are to be.

    e = 0:    positions h(q) - y [m]; for three angles the rotation from the wanted pose to the tool, about the tool's axes [rad];
              for one angle alone its own error, whatever the tool's tilt

Where the tool is as wanted, the rows of the Jacobian of e are those of position in the base frame and of turning in the tool's
axes, or the derivative of the one angle times cos(pitch).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jounce.numbers import Number, sqrt
from jounce.numbers.packing import Array
from jounce.robot.frame import ANGLES, POSITIONS
from jounce.spatial.matrices import Matrix, matmul, rotation_rpy, transpose
from jounce.spatial.placements import Placement

Rows = list[list[Number]]
TINY = 1e-30
"""Keeps 0/0 away where the tool's axis is upright and an angle means nothing; the row is then zero."""


class ToolOutputs(NamedTuple):
    """Which coordinates of the tool are controlled: indices among x, y, z and among roll, pitch, yaw."""

    positions: tuple[int, ...]
    angles: tuple[int, ...]
    flat: bool = False
    """Whether the tool turns about y alone: its pitch may then be any angle."""

    @classmethod
    def of(cls, names: Sequence[str]) -> "ToolOutputs":
        """From the names of a tool's outputs."""
        return cls(
            tuple(k for k, name in enumerate(POSITIONS) if name in names),
            tuple(k for k, name in enumerate(ANGLES) if name in names),
        )

    @property
    def one_angle(self) -> "OneAngle | None":
        """The angle that is controlled where it is one alone."""
        return OneAngle(self.angles[0], self.flat) if len(self.angles) == 1 else None

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

    def missing(self, pose: Placement, wanted: Sequence[Number]) -> list[Number]:
        """The same. wanted: positions and, where angles are controlled, the nine entries of a rotation behind them."""
        count = len(self.positions)
        a, b, c, d, e, f, g, h, i = wanted[count:] if self.angles else [0.0] * 9
        return self.errors(pose, wanted[:count], ((a, b, c), (d, e, f), (g, h, i)))

    def turning(self, rotation: Matrix, wanted: Matrix) -> list[Number]:
        """The part of e that angles make: the rotation from the wanted one, about the tool's axes; or the error of one angle."""
        if self.one_angle is not None:
            return [self.one_angle.error(rotation, wanted)]
        E = matmul(transpose(wanted), rotation) if self.angles else rotation
        return [0.5 * (E[(i + 2) % 3][(i + 1) % 3] - E[(i + 1) % 3][(i + 2) % 3]) for i in self.angles]

    def rows(self, rotation: Matrix, jacobian: Rows) -> Rows:
        """The rows of e's Jacobian, where e = 0, from the body Jacobian (6 rows) of the tool and its rotation."""
        linear: Rows = []
        for k in self.positions:
            a, b, c = rotation[k]
            linear.append([a * x + b * y + c * z for x, y, z in zip(*jacobian[3:])])
        return linear + self.turning_rows(rotation, jacobian[:3])

    def turning_rows(self, rotation: Matrix, turning: Rows) -> Rows:
        """Those of angles, from the angular rows of the body Jacobian."""
        if self.one_angle is not None:
            return [self.one_angle.row(rotation, turning)]
        return [list(turning[k]) for k in self.angles]


class OneAngle(NamedTuple):
    """One angle of a tool that may tilt: the true roll, pitch or yaw of its rotation R = Rz(yaw) Ry(pitch) Rx(roll).

        yaw:    e = R10 cos y - R00 sin y = cos(pitch) sin(yaw - y)
        roll:   e = R21 cos y - R22 sin y = cos(pitch) sin(roll - y)
        pitch:  e = -R20 cos y - R00 sin y = sin(pitch - y) for a tool that turns about y alone, any angle;
                e = -R20 - sin y for others, which pitch between -pi/2 and pi/2

    The wanted angle y comes as a rotation by it alone. The row of the Jacobian is the derivative of e where e = 0, from that of
    R: R' = R [w]x. There y is the tool's own angle, so the row depends on R alone.
    """

    angle: int
    """0 roll, 1 pitch, 2 yaw."""
    flat: bool
    """Whether the tool turns about y alone."""

    def error(self, R: Matrix, wanted: Matrix) -> Number:
        """e."""
        (y, x), (s, c) = self._seen(R), self._seen(wanted)
        return y * c - x * s if self._turns else y - s

    def row(self, R: Matrix, turning: Rows) -> list[Number]:
        """How e moves with the joints where e = 0. turning: the angular rows of the body Jacobian."""
        x, y, z = turning

        def column0(i: int) -> list[Number]:
            return [R[i][1] * c_ - R[i][2] * b for b, c_ in zip(y, z)]

        if not self._turns:
            return [-a for a in column0(2)]
        s, c = self._seen(R)
        length = sqrt(s * s + c * c + TINY)
        s, c = s / length, c / length
        if self.angle == 2:
            return [a * c - b * s for a, b in zip(column0(1), column0(0))]
        if self.angle == 1:
            return [-a * c - b * s for a, b in zip(column0(2), column0(0))]
        first = [R[2][2] * a - R[2][0] * c_ for a, c_ in zip(x, z)]
        second = [R[2][0] * b - R[2][1] * a for a, b in zip(x, y)]
        return [a * c - b * s for a, b in zip(first, second)]

    def side(self, R: Matrix, wanted: Matrix) -> Number:
        """Positive where the angle is as wanted, negative where it is half a turn away: e vanishes at both.

        e and this are cos(pitch) times sine and cosine of the angle's error, but for a pitch of a tool that does not turn about
        y alone: there this is the cosine of the wanted pitch.
        """
        (y, x), (s, c) = self._seen(R), self._seen(wanted)
        return x * c + y * s if self._turns else c

    def difference(self, R: Matrix, wanted: Matrix) -> Array:
        """The angle less the wanted one [rad], on arrays."""
        if self._turns:
            turned: Array = np.arctan2(self.error(R, wanted), self.side(R, wanted))
            return turned
        s, c = self._seen(wanted)
        found: Array = np.arcsin(np.clip(-R[2][0], -1.0, 1.0)) - np.arctan2(s, c)
        return found

    @property
    def _turns(self) -> bool:
        """Whether the angle may be any, and not only between -pi/2 and pi/2."""
        return self.angle != 1 or self.flat

    def _seen(self, R: Matrix) -> tuple[Number, Number]:
        """Entries of R in the ratio of sine and cosine of the angle."""
        if self.angle == 1:
            return -R[2][0], R[0][0]
        return (R[2][1], R[2][2]) if self.angle == 0 else (R[1][0], R[0][0])
