"""The tool's controlled outputs against what they are to be, on arrays, with time derivatives; and whether matrices are regular.

e(q, t) as `jounce.plant.tool_outputs` has it.
"""

from typing import Any

import numpy as np

from jounce.functions.call import call_stack
from jounce.functions.kinematics import POSE
from jounce.numbers import Jet
from jounce.numbers.packing import Array, assemble
from jounce.plant.tool_outputs import ToolOutputs
from jounce.robot import Robot
from jounce.spatial.matrices import Matrix


def wanted_rotation(tool: ToolOutputs, y: Array) -> Array | None:
    """What outputs y (k, ..., m), in the order of their names, ask of the tool's rotation (k, ..., 3, 3); None: nothing."""
    if not tool.angles:
        return None
    return assemble(tool.wanted_rotation(jets(y)), len(y) - 1, y.shape[1:-1], np.float64)


def output_errors(robot: Robot, tool: ToolOutputs, motion: Any, position: Array, rotation: Array | None) -> Array:
    """e and its time derivatives (k, ..., m) of q and its derivatives (k, ..., n), against wanted positions and rotations."""
    found_position, found_rotation = call_stack(POSE, robot, tuple(motion))
    order = len(found_position) - 1
    found: Array = found_position[..., list(tool.positions)] - position[: order + 1]
    if rotation is None:
        return found
    turning = tool.turning(_matrix(found_rotation), _matrix(rotation[: order + 1]))
    return np.concatenate([found, assemble(turning, order, found.shape[1:-1], np.float64)], axis=-1)


def jets(rows: Array) -> list[Jet]:
    """A jet per column of derivatives (k, ..., columns)."""
    return [Jet.from_derivatives(list(rows[..., i])) for i in range(rows.shape[-1])]


def _matrix(rows: Array) -> Matrix:
    """Jets of a matrix with its derivatives (k, ..., 3, 3)."""
    x, y, z = (jets(rows[..., i, :]) for i in range(3))
    return (x[0], x[1], x[2]), (y[0], y[1], y[2]), (z[0], z[1], z[2])
