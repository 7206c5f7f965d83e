"""Errors of the tool's controlled outputs on arrays, with time derivatives: e(q, t) of `jounce.plant.tool_outputs`."""

from typing import Any

import numpy as np

from jounce.functions.kinematics import POSE
from jounce.kernel.dispatch import call_stack
from jounce.numbers import Jet
from jounce.numbers.packing import Array, assemble
from jounce.plant.tool_outputs import ToolOutputs
from jounce.robot import Robot
from jounce.spatial.geometry import Matrix


def wanted_rotation(tool: ToolOutputs, y: Array) -> Array | None:
    """Return the desired rotation of the tool and its time derivatives (k, ..., 3, 3); None if no angle is controlled.

    y: desired outputs and derivatives (k, ..., outputs), positions before angles [m, rad].
    """
    if not tool.angles:
        return None
    return assemble(tool.wanted_rotation(jets(y)), len(y) - 1, y.shape[1:-1], np.float64)


def output_errors(robot: Robot, tool: ToolOutputs, motion: Any, position: Array, rotation: Array | None) -> Array:
    """Return the output errors e and their time derivatives (k, ..., outputs) [m, rad] along a motion (k, ..., n).

    position: desired positions (k or more, ..., positions); rotation: desired rotations (k or more, ..., 3, 3), None if no angle
    is controlled.
    """
    tool_position, tool_rotation = call_stack(POSE, robot, tuple(motion))
    order = len(tool_position) - 1
    linear: Array = tool_position[..., list(tool.positions)] - position[: order + 1]
    if rotation is None:
        return linear
    angular = tool.turning(_matrix(tool_rotation), _matrix(rotation[: order + 1]))
    return np.concatenate([linear, assemble(angular, order, linear.shape[1:-1], np.float64)], axis=-1)


def jets(rows: Array) -> list[Jet]:
    """Return a jet for each column of derivatives (k, ..., columns)."""
    return [Jet.from_derivatives(list(rows[..., i])) for i in range(rows.shape[-1])]


def _matrix(rows: Array) -> Matrix:
    """Return a 3 x 3 matrix of jets from derivatives (k, ..., 3, 3)."""
    x, y, z = (jets(rows[..., i, :]) for i in range(3))
    return (x[0], x[1], x[2]), (y[0], y[1], y[2]), (z[0], z[1], z[2])
