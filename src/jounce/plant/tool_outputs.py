"""Output errors of the tool and their Jacobian.

    e:    positions h(q) - y [m]; for three angles the rotation from the desired pose to the tool, in the tool's axes [rad];
          for a single angle its error, at any tilt of the tool

e is zero at the desired pose. There the rows of the Jacobian of e are those of position in the base frame and of rotation in the
tool's axes, or the derivative of the single angle times cos(pitch).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jounce.numbers import Number, sqrt
from jounce.numbers.packing import Array
from jounce.robot.frame import ANGLES, POSITIONS
from jounce.spatial.geometry import Matrix, Placement, Twist, add, apply, cross, matmul, rotation_rpy, transpose

Rows = list[list[Number]]
TINY = 1e-30
"""Regularisation against 0/0 where the angle is undefined; the row of the Jacobian is zero there."""


class ToolOutputs(NamedTuple):
    """Controlled coordinates of the tool: indices among x, y, z and among roll, pitch, yaw."""

    positions: tuple[int, ...]
    angles: tuple[int, ...]
    flat: bool = False
    """True if the tool rotates about y only: its pitch is then unrestricted."""

    @classmethod
    def of(cls, names: Sequence[str]) -> "ToolOutputs":
        """Return the outputs from a sequence of names, such as x, z, yaw."""
        return cls(
            tuple(k for k, name in enumerate(POSITIONS) if name in names),
            tuple(k for k, name in enumerate(ANGLES) if name in names),
        )

    @property
    def one_angle(self) -> "OneAngle | None":
        """Return the controlled angle if there is exactly one, else None."""
        return OneAngle(self.angles[0], self.flat) if len(self.angles) == 1 else None

    def wanted_rotation(self, outputs: Sequence[Number]) -> Matrix:
        """Return the desired rotation from outputs, positions before angles; angles that are not controlled are zero."""
        rpy: list[Number] = [0.0, 0.0, 0.0]
        for k, value in zip(self.angles, outputs[len(self.positions) :]):
            rpy[k] = value
        return rotation_rpy(*rpy)

    def errors(self, pose: Placement, position: Sequence[Number], rotation: Matrix) -> list[Number]:
        """Return the errors e of a pose; position: desired controlled positions, in order x, y, z; rotation: desired rotation."""
        linear = [pose.origin[k] - desired for k, desired in zip(self.positions, position)]
        return linear + self.turning(pose.rotation, rotation)

    def missing(self, pose: Placement, desired: Sequence[Number]) -> list[Number]:
        """Return the errors e of a pose; desired: controlled positions, then, with controlled angles, nine rotation entries."""
        count = len(self.positions)
        a, b, c, d, e, f, g, h, i = desired[count:] if self.angles else [0.0] * 9
        return self.errors(pose, desired[:count], ((a, b, c), (d, e, f), (g, h, i)))

    def turning(self, rotation: Matrix, desired: Matrix) -> list[Number]:
        """Return the angular entries of e: rotation from the desired one, in the tool's axes, or the error of a single angle."""
        if self.one_angle is not None:
            return [self.one_angle.error(rotation, desired)]
        E = matmul(transpose(desired), rotation) if self.angles else rotation
        return [0.5 * (E[(i + 2) % 3][(i + 1) % 3] - E[(i + 1) % 3][(i + 2) % 3]) for i in self.angles]

    def rows(self, rotation: Matrix, jacobian: Rows) -> Rows:
        """Return the Jacobian of e at e = 0 from the body Jacobian (6 rows) of the tool and its rotation."""
        linear: Rows = []
        for k in self.positions:
            a, b, c = rotation[k]
            linear.append([a * x + b * y + c * z for x, y, z in zip(*jacobian[3:])])
        return linear + self.turning_rows(rotation, jacobian[:3])

    def column(self, tool: Placement, S: Twist) -> list[Number]:
        """Return a joint's column of the Jacobian of e at e = 0; tool pose and joint axis S in base axes about one origin."""
        R, p = tool
        moving = add(S[1], cross(S[0], p))
        turning = self.turning_rows(R, [[x] for x in apply(transpose(R), S[0])])
        return [moving[k] for k in self.positions] + [x for (x,) in turning]

    def turning_rows(self, rotation: Matrix, turning: Rows) -> Rows:
        """Return the angular rows of the Jacobian of e from the angular rows of the body Jacobian."""
        if self.one_angle is not None:
            return [self.one_angle.row(rotation, turning)]
        return [list(turning[k]) for k in self.angles]


class OneAngle(NamedTuple):
    """A single controlled angle of a tool that may tilt: roll, pitch or yaw of its rotation R = Rz(yaw) Ry(pitch) Rx(roll).

        yaw:    e = R10 cos y - R00 sin y = cos(pitch) sin(yaw - y)
        roll:   e = R21 cos y - R22 sin y = cos(pitch) sin(roll - y)
        pitch:  e = -R20 cos y - R00 sin y = sin(pitch - y) for a tool that rotates about y only, any angle;
                e = -R20 - sin y for others, which pitch between -pi/2 and pi/2

    The desired angle y is passed as a rotation by this angle alone. The row of the Jacobian is the derivative of e at e = 0, from
    R' = R [w]x. There y is the angle of the tool, so the row depends on R only.
    """

    angle: int
    """0 roll, 1 pitch, 2 yaw."""
    flat: bool
    """True if the tool rotates about y only."""

    def error(self, R: Matrix, desired: Matrix) -> Number:
        """Return the error e of the controlled angle of R from that of `desired`."""
        (y, x), (s, c) = self._seen(R), self._seen(desired)
        return y * c - x * s if self._turns else y - s

    def row(self, R: Matrix, turning: Rows) -> list[Number]:
        """Return the row of the Jacobian of e at e = 0; turning: the angular rows of the body Jacobian."""
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

    def side(self, R: Matrix, desired: Matrix) -> Number:
        """Return a value that is positive at the desired angle and negative half a turn away, where e is zero as well.

        e and this value are cos(pitch) times sine and cosine of the angle's error, except for the pitch of a tool that does not
        rotate about y only: there the value is the cosine of the desired pitch.
        """
        (y, x), (s, c) = self._seen(R), self._seen(desired)
        return x * c + y * s if self._turns else c

    def difference(self, R: Matrix, desired: Matrix) -> Array:
        """Return the angle less the desired one [rad], on arrays."""
        if self._turns:
            turned: Array = np.arctan2(self.error(R, desired), self.side(R, desired))
            return turned
        s, c = self._seen(desired)
        pitch_error: Array = np.arcsin(np.clip(-R[2][0], -1.0, 1.0)) - np.arctan2(s, c)
        return pitch_error

    @property
    def _turns(self) -> bool:
        """Return True if the angle is unrestricted, and not between -pi/2 and pi/2."""
        return self.angle != 1 or self.flat

    def _seen(self, R: Matrix) -> tuple[Number, Number]:
        """Return the two entries of R that are sine and cosine of the angle up to a common factor."""
        if self.angle == 1:
            return -R[2][0], R[0][0]
        return (R[2][1], R[2][2]) if self.angle == 0 else (R[1][0], R[0][0])
