"""The tool's controlled outputs against what they are to be, with time derivatives.

    e(q, t) = 0:    positions h(q) - y(t) [m]; for angles the rotation from the wanted pose to the tool, about the tool's axes

Where the tool is as wanted, d e^(k) / d q^(j) = binomial(k, j) J^(k-j), with J the Jacobian of positions in the base frame and of
turning in the tool's axes.
"""

from math import comb
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.functions.kinematics import jacobian, tool_pose
from jounce.numbers import Jet
from jounce.numbers.packing import Array, assemble
from jounce.robot import Robot
from jounce.robot.frame import ANGLES, POSITIONS
from jounce.spatial.matrices import rotation_rpy
from jounce.trajectory.path import Path

REACHED = 1e-9
"""[m or rad]."""


class Target(NamedTuple):
    """Wanted positions (k, ..., positions) and rotations (k, ..., 3, 3), each with time derivatives on axis 0."""

    position: Array
    rotation: Array | None

    def at(self, i: Any) -> "Target":
        """At some of the instants."""
        return Target(self.position[:, i], None if self.rotation is None else self.rotation[:, i])


class Outputs:
    """e and J of a robot's tool."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.names = robot.tool.outputs
        self.places = [k for k, name in enumerate(POSITIONS) if name in self.names]
        self.angles = [k for k, name in enumerate(ANGLES) if name in self.names]
        self.m = len(self.names)

    def target(self, path: Path, t: Array, order: int) -> Target:
        """What a path wants at times t (T,)."""
        return self.wanted(path(t, order))

    def wanted(self, y: Array) -> Target:
        """What outputs y (k, ..., m), in the order of their names, and their derivatives mean."""
        count = len(self.places)
        if not self.angles:
            return Target(y, None)
        rpy: list[Any] = [0.0, 0.0, 0.0]
        for column, k in enumerate(self.angles):
            rpy[k] = Jet.from_derivatives(list(y[..., count + column]))
        return Target(y[..., :count], assemble(rotation_rpy(*rpy), len(y) - 1, y.shape[1:-1], np.float64))

    def errors(self, motion: Any, target: Target) -> Array:
        """e and its time derivatives (k, ..., m) of q and its derivatives, (k, ..., n)."""
        position, rotation = tool_pose(self.robot, *motion)
        found = position[..., self.places] - target.position[: len(position)]
        if target.rotation is None:
            return found
        E = np.stack([_product(target.rotation, rotation, k, transposed=True) for k in range(len(rotation))])
        axial = [0.5 * (E[..., (i + 2) % 3, (i + 1) % 3] - E[..., (i + 1) % 3, (i + 2) % 3]) for i in self.angles]
        return np.concatenate([found, np.stack(axial, axis=-1)], axis=-1)

    def reached(self, q: Array, target: Target) -> bool:
        """Whether e = 0 at one pose, and not because the tool is turned by half a turn."""
        if np.abs(self.errors(q[None], target)[0]).max() > REACHED:
            return False
        if target.rotation is None:
            return True
        E = target.rotation[0].T @ tool_pose(self.robot, q)[1][0]
        return all(E[(i + 1) % 3, (i + 1) % 3] > 0.0 for i in self.angles)

    def jacobians(self, motion: Any) -> Array:
        """J and its time derivatives (k, ..., m, n)."""
        J = jacobian(self.robot, *motion, link=self.robot.tool)
        _, rotation = tool_pose(self.robot, *motion)
        moved = np.stack([_product(rotation, J[..., 3:, :], k) for k in range(len(J))])
        return np.concatenate([moved[..., self.places, :], J[..., self.angles, :]], axis=-2)


def _product(A: Array, B: Array, k: int, transposed: bool = False) -> Array:
    """The k-th derivative of A B (or A^T B), by Leibniz."""
    left = np.swapaxes(A, -1, -2) if transposed else A
    found: Array = sum(comb(k, i) * left[i] @ B[k - i] for i in range(k + 1))
    return found


def count_motors(robot: Robot, motors: int) -> None:
    """Refuse a robot that has not as many outputs as motors."""
    outputs = robot.tool.outputs
    if len(outputs) != motors:
        raise InputError(
            f"robot {robot.name!r} has {motors} motors and {len(outputs)} outputs of its tool ({', '.join(outputs)}); as many "
            "are needed. See robot.with_tool(..., outputs=...)."
        )
