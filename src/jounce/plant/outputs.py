"""The tool's controlled outputs against what they are to be.

    e = 0:    positions h(q) - y [m]; for angles the rotation from the wanted pose to the tool, about the tool's axes [rad]

Where the tool is as wanted, the rows of the Jacobian of e are those of position in the base frame and of turning in the tool's
axes.
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.numbers import Number
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
