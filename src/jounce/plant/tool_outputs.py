"""Output errors e of the tool and their Jacobian.

    positions:     e = tool position less desired position, in the base frame [m]
    three angles:  e = axial part of the rotation from the desired pose to the tool, in tool axes; to first order the rotation
                   vector [rad]
    one angle:     e = sine of the angle's error times a factor, see `OneAngle`; the tool may tilt

e is zero at the desired pose. At this pose the rows of the Jacobian of e are the rows of the tool's position Jacobian in the base
frame and of its rotation Jacobian in tool axes, or the derivative of the single angle times the factor.
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
"""Number added to sin^2 + cos^2 in `OneAngle.row`; where the angle is undefined the row of the Jacobian is zero, not 0/0."""


class ToolOutputs(NamedTuple):
    """Controlled coordinates of the tool, as indices: `positions` among x, y, z and `angles` among roll, pitch, yaw."""

    positions: tuple[int, ...]
    angles: tuple[int, ...]
    flat: bool = False
    """True if the tool rotates about y only; then its pitch may take any value."""

    @classmethod
    def of(cls, names: Sequence[str]) -> "ToolOutputs":
        """Return the outputs with the names `names`, such as ("x", "z", "yaw")."""
        return cls(
            tuple(k for k, name in enumerate(POSITIONS) if name in names),
            tuple(k for k, name in enumerate(ANGLES) if name in names),
        )

    @property
    def one_angle(self) -> "OneAngle | None":
        """Return the controlled angle if there is exactly one, else None."""
        return OneAngle(self.angles[0], self.flat) if len(self.angles) == 1 else None

    def wanted_rotation(self, outputs: Sequence[Number]) -> Matrix:
        """Return the desired rotation matrix from desired outputs (positions, angles [rad]); uncontrolled angles are zero."""
        rpy: list[Number] = [0.0, 0.0, 0.0]
        for k, value in zip(self.angles, outputs[len(self.positions) :]):
            rpy[k] = value
        return rotation_rpy(*rpy)

    def errors(self, pose: Placement, position: Sequence[Number], rotation: Matrix) -> list[Number]:
        """Return the errors e, see the module, of a tool pose.

        position: desired values of the controlled positions [m]; rotation: desired rotation matrix.
        """
        linear = [pose.origin[k] - desired for k, desired in zip(self.positions, position)]
        return linear + self.turning(pose.rotation, rotation)

    def missing(self, pose: Placement, desired: Sequence[Number]) -> list[Number]:
        """Return the errors e, see the module, of a tool pose from the desired outputs in one flat sequence.

        desired: controlled positions [m]; if angles are controlled, then the nine entries of the desired rotation, row by row.
        """
        count = len(self.positions)
        a, b, c, d, e, f, g, h, i = desired[count:] if self.angles else [0.0] * 9
        return self.errors(pose, desired[:count], ((a, b, c), (d, e, f), (g, h, i)))

    def turning(self, rotation: Matrix, desired: Matrix) -> list[Number]:
        """Return the angular entries of e, see the module, from the tool's rotation matrix and the desired rotation matrix."""
        if self.one_angle is not None:
            return [self.one_angle.error(rotation, desired)]
        E = matmul(transpose(desired), rotation) if self.angles else rotation
        return [0.5 * (E[(i + 2) % 3][(i + 1) % 3] - E[(i + 1) % 3][(i + 2) % 3]) for i in self.angles]

    def rows(self, rotation: Matrix, jacobian: Rows) -> Rows:
        """Return the Jacobian of e at e = 0 as rows; jacobian: body Jacobian of the tool (6, n); rotation: its orientation."""
        linear: Rows = []
        for k in self.positions:
            a, b, c = rotation[k]
            linear.append([a * x + b * y + c * z for x, y, z in zip(*jacobian[3:])])
        return linear + self.turning_rows(rotation, jacobian[:3])

    def column(self, tool: Placement, S: Twist) -> list[Number]:
        """Return the column of the Jacobian of e at e = 0 for one joint.

        tool: pose of the tool; S: twist of the joint at unit velocity. Both are in base axes and about the same origin.
        """
        R, p = tool
        moving = add(S[1], cross(S[0], p))
        turning = self.turning_rows(R, [[x] for x in apply(transpose(R), S[0])])
        return [moving[k] for k in self.positions] + [x for (x,) in turning]

    def turning_rows(self, rotation: Matrix, turning: Rows) -> Rows:
        """Return the angular rows of the Jacobian of e at e = 0; turning: angular rows (3, n) of the tool's body Jacobian."""
        if self.one_angle is not None:
            return [self.one_angle.row(rotation, turning)]
        return [list(turning[k]) for k in self.angles]


class OneAngle(NamedTuple):
    """A single controlled angle of a tool that may tilt: roll, pitch or yaw of its rotation R = Rz(yaw) Ry(pitch) Rx(roll).

    The error e from the desired angle y is

        yaw:    e = R10 cos y - R00 sin y = cos(pitch) sin(yaw - y)
        roll:   e = R21 cos y - R22 sin y = cos(pitch) sin(roll - y)
        pitch:  e = -R20 cos y - R00 sin y = sin(pitch - y) for a tool that rotates about y only, at any angle;
                e = -R20 - sin y = sin(pitch) - sin(y) for other tools, with a pitch between -pi/2 and pi/2

    The desired angle y is passed as the rotation matrix by this angle alone. The row of the Jacobian is the derivative of e at
    e = 0, from R' = R [w]x. At e = 0 the tool has the angle y, so the row depends on R only.
    """

    angle: int
    """0: roll, 1: pitch, 2: yaw."""
    flat: bool
    """True if the tool rotates about y only."""

    def error(self, R: Matrix, desired: Matrix) -> Number:
        """Return the error e of the controlled angle of the rotation R; desired: rotation by the desired angle alone."""
        (y, x), (s, c) = self._seen(R), self._seen(desired)
        return y * c - x * s if self._turns else y - s

    def row(self, R: Matrix, turning: Rows) -> list[Number]:
        """Return the row (n) of the Jacobian of e at e = 0; turning: angular rows (3, n) of the tool's body Jacobian."""
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

        e and the value are the sine and the cosine of the angle's error times a factor: cos(pitch) for roll and yaw, 1 for the
        pitch of a tool that rotates about y only. For the pitch of other tools the value is the cosine of the desired pitch.
        """
        (y, x), (s, c) = self._seen(R), self._seen(desired)
        return x * c + y * s if self._turns else c

    def difference(self, R: Matrix, desired: Matrix) -> Array:
        """Return the controlled angle of R less the desired angle [rad]; the entries of both rotations are arrays."""
        if self._turns:
            turned: Array = np.arctan2(self.error(R, desired), self.side(R, desired))
            return turned
        s, c = self._seen(desired)
        pitch_error: Array = np.arcsin(np.clip(-R[2][0], -1.0, 1.0)) - np.arctan2(s, c)
        return pitch_error

    @property
    def _turns(self) -> bool:
        """Return True if the angle may take any value; False for a pitch that is restricted to -pi/2 to pi/2."""
        return self.angle != 1 or self.flat

    def _seen(self, R: Matrix) -> tuple[Number, Number]:
        """Return (sine, cosine) of the angle up to a common factor, two entries of R."""
        if self.angle == 1:
            return -R[2][0], R[0][0]
        return (R[2][1], R[2][2]) if self.angle == 0 else (R[1][0], R[0][0])
