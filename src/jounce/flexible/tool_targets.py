"""Targets of the tool's controlled outputs, and the error of the outputs against their target, with time derivatives.

`jounce.plant.tool_outputs` states the constraint e(q, t) = 0. While e is zero, d e^(k) / d q^(j) = binomial(k, j) J^(k-j).
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.functions.kinematics import output_errors, output_jacobian, tool_outputs, tool_pose, wanted_rotation
from jounce.kernel.arguments import NOTHING, Wrenches
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.trajectory.path import Path

REACHED = 1e-9
"""Largest output error at which a target counts as reached [m or rad]."""


class Target(NamedTuple):
    """Target positions (k, ..., positions) and rotations (k, ..., 3, 3) of the tool, time derivatives on axis 0.

    rotation is None without controlled angles. pushes: pairs (link, W) of the wrenches that act on links at the same instants,
    with W and its derivatives (k - 2, but at least 1, ..., 6).
    """

    position: Array
    rotation: Array | None
    pushes: tuple[tuple[Any, Array], ...] = ()

    def at(self, i: Any) -> "Target":
        """Return the target at the instants i (an index, an array of indices or a slice)."""
        rotation = None if self.rotation is None else self.rotation[:, i]
        return Target(self.position[:, i], rotation, tuple((link, rows[:, i]) for link, rows in self.pushes))

    def wrench(self, order: int = 0) -> Wrenches:
        """Return the wrenches as {link: (W, Wdot, ...)} with derivatives to `order`, as `rnea` takes them."""
        return {link: tuple(rows[: order + 1]) for link, rows in self.pushes} or NOTHING


@by_value
class Outputs:
    """Error e of a robot's tool outputs and its Jacobian J, evaluated on arrays, with time derivatives."""

    def __init__(self, robot: Robot, wrench: Mapping[Any, Path] | None = None) -> None:
        """Set up the outputs. wrench: {link: path of (moment, force)}, the wrenches that act on links during the motion."""
        self.robot, self.pushes = robot, dict(wrench or {})
        self.tool = tool_outputs(robot)
        self.places, self.angles = list(self.tool.positions), list(self.tool.angles)
        self.m = len(robot.tool.outputs)
        self.nothing = np.zeros(len(self.places) + 9 * bool(self.angles))
        """A target of zeros, for compiled functions whose result does not depend on the target."""

    def target(self, path: Path, t: Array, order: int) -> Target:
        """Return the target along a path at times t (T,), with derivatives to `order`, and the wrenches at these times."""
        pushes = tuple((link, push(t, max(order - 2, 0))) for link, push in self.pushes.items())
        return self.desired(path(t, order))._replace(pushes=pushes)

    def desired(self, y: Array) -> Target:
        """Return the target, positions and rotations, of desired outputs y (k, ..., m) with time derivatives on axis 0."""
        return Target(y[..., : len(self.places)], wanted_rotation(self.tool, y))

    def errors(self, motion: Any, target: Target) -> Array:
        """Return the errors e and their time derivatives (k, ..., m) [m or rad] from q and its derivatives (k, ..., n)."""
        return output_errors(self.robot, self.tool, motion, target.position, target.rotation)

    def reached(self, q: Array, target: Target) -> bool:
        """True if |e| <= `REACHED` at all poses q (..., n), and no tool is half a turn from its target, where e is zero too."""
        return bool(np.abs(self.errors(q[None], target)[0]).max() <= REACHED) and self.facing(q, target)

    def facing(self, q: Array, target: Target) -> bool:
        """True if the tool is not half a turn from its target in any pose q (..., n); the poses must have e = 0."""
        if target.rotation is None:
            return True
        R: Any = tool_pose(self.robot, q)[1]
        desired = target.rotation[0]
        if self.tool.one_angle is not None:
            sides = self.tool.one_angle.side(*(np.moveaxis(array, (-2, -1), (0, 1)) for array in (R, desired)))
            return bool(np.all(sides > 0.0))
        E = desired.swapaxes(-1, -2) @ R
        return all((E[..., (i + 1) % 3, (i + 1) % 3] > 0.0).all() for i in self.angles)

    def deviation(self, q: Array, target: Target) -> Array:
        """Return the deviation (..., m) of the outputs from a target at poses q (..., n) [m or rad].

        It is e, with the error of a single controlled angle replaced by the true difference of angles.
        """
        e: Array = self.errors(q[None], target)[0]
        if self.tool.one_angle is None or target.rotation is None:
            return e
        rotations: Any = tool_pose(self.robot, q)[1], target.rotation[0]
        R, desired = (np.moveaxis(x, (-2, -1), (0, 1)) for x in rotations)
        e[..., -1] = self.tool.one_angle.difference(R, desired)
        return e

    def jacobians(self, motion: Any) -> Array:
        """Return the Jacobian J of e and its time derivatives (k, ..., m, n) from q and its derivatives (k, ..., n)."""
        return output_jacobian(self.robot, *motion)


def count_motors(robot: Robot, motors: int) -> None:
    """Raise `InputError` if the number of tool outputs is not `motors`, the number of motors."""
    outputs = robot.tool.outputs
    if len(outputs) != motors:
        raise InputError(
            f"robot {robot.name!r} has {motors} motors and {len(outputs)} outputs of its tool ({', '.join(outputs)}); as many "
            "are needed. See robot.with_tool(..., outputs=...)."
        )
