"""Kinematics on arrays: poses and Jacobians of the tool and of links, and errors e(q, t) of the tool's controlled outputs."""

from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.dynamics.kinematics import body_jacobian, frame_pose
from jounce.kernel.arguments import NOTHING, Link, Parameters
from jounce.kernel.dispatch import call, call_stack, direct
from jounce.kernel.equation import Equation, Inputs, Output
from jounce.numbers import Jet
from jounce.numbers.packing import Array, assemble
from jounce.plant.plant import KEPT, Plant, locate, plant_of
from jounce.plant.tool_outputs import ToolOutputs
from jounce.robot import Robot
from jounce.spatial.geometry import Matrix

POSES = 5
UPRIGHT = 1e-9
"""A rotation matrix R is a rotation about y alone, but for rounding, if |R_xy| + |R_yx| + |R_yz| is below this number."""


def _pose(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    assert x.place is not None
    pose = frame_pose(plant.tree, x.motion[0], *x.place)
    return pose.origin, pose.rotation


def _jacobian(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    assert x.place is not None
    return (body_jacobian(plant.tree, x.motion[0], *x.place),)


def _output_jacobian(plant: Plant, x: Inputs, outputs: ToolOutputs) -> tuple[Any, ...]:
    assert x.place is not None
    rotation = frame_pose(plant.tree, x.motion[0], *x.place).rotation
    return (outputs.rows(rotation, body_jacobian(plant.tree, x.motion[0], *x.place)),)


@lru_cache(maxsize=KEPT)
def tool_outputs(robot: Robot) -> ToolOutputs:
    """Return the tool's controlled outputs; if one angle is controlled, random poses show if the tool rotates about y only."""
    outputs = ToolOutputs.of(robot.tool.outputs)
    if len(outputs.angles) != 1 or robot.nq != robot.n:
        return outputs
    poses = np.random.default_rng(0).uniform(-1.0, 1.0, (POSES, robot.n))
    tree, place = plant_of(robot).tree, locate(robot, robot.tool)
    rotations = [frame_pose(tree, q.tolist(), *place).rotation for q in poses]
    return outputs._replace(flat=all(abs(R[0][1]) + abs(R[1][0]) + abs(R[1][2]) < UPRIGHT for R in rotations))


@lru_cache(maxsize=64)
def _of_outputs(outputs: ToolOutputs) -> Equation:
    """Return the equation of the output Jacobian for these outputs; cached, as kernels are cached per equation object."""
    count = len(outputs.positions) + len(outputs.angles)
    return Equation(
        "output_jacobian",
        ("q",),
        partial(_output_jacobian, outputs=outputs),
        lambda robot: (Output("J", (count, robot.n)),),
        takes="link",
    )


POSE = Equation("tool_pose", ("q",), _pose, lambda robot: (Output("position", (3,)), Output("rotation", (3, 3))), takes="link")
JACOBIAN = Equation("jacobian", ("q",), _jacobian, lambda robot: (Output("J", (6, robot.n)),), takes="link")


@direct(POSE)
def tool_pose(
    robot: Robot, q: ArrayLike, *higher: ArrayLike, link: Link = None, parameters: Parameters = None, threads: int | None = None
) -> tuple[Array, Array]:
    """Return the pose of the tool in the base frame, with time derivatives if qd, ... are passed.

    Parameters
    ----------
    q : array (..., n)
        Joint positions (..., nq) [rad or m].
    *higher : array (..., n)
        Time derivatives of q: qd, qdd, ...
    link : str, int or Tool
        A link or frame instead of `robot.tool`.
    parameters, threads
        As in `rnea`.

    Returns
    -------
    position : array (..., 3) [m]
        With k - 1 higher derivatives passed, the stack (k, ..., 3) of position, velocity, ...
    rotation : array (..., 3, 3)
        Matrix from tool coordinates to base coordinates, or the stack (k, ..., 3, 3).

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> position, rotation = jn.tool_pose(robot, [0.1, 0.2])
    >>> position.shape, rotation.shape
    ((3,), (3, 3))
    """
    return call(POSE, robot, (q, *higher), NOTHING, link, parameters, threads)  # type: ignore[no-any-return]


@direct(JACOBIAN)
def jacobian(
    robot: Robot, q: ArrayLike, *higher: ArrayLike, link: Link = None, parameters: Parameters = None, threads: int | None = None
) -> Array:
    """Return the body Jacobian of the tool, with time derivatives if qd, ... are passed.

    J qd is the (angular, linear) velocity of the frame, in the axes of the frame [rad/s, m/s]. A wrench W (moment, force) that
    acts on the frame, in the axes of the frame, causes the joint forces J^T W.

    Parameters
    ----------
    q : array (..., n)
        Joint positions (..., nq) [rad or m].
    *higher : array (..., n)
        Time derivatives of q: qd, qdd, ...
    link : str, int or Tool
        A link or frame instead of `robot.tool`.
    parameters, threads
        As in `rnea`.

    Returns
    -------
    J : array (..., 6, n)
        With k - 1 higher derivatives passed, the stack (k, ..., 6, n) of J, Jdot, ...

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> jn.jacobian(robot, [0.1, 0.2]).shape
    (6, 2)
    """
    return call(JACOBIAN, robot, (q, *higher), NOTHING, link, parameters, threads)  # type: ignore[no-any-return]


def output_jacobian(robot: Robot, q: Any, *higher: Any) -> Array:
    """Return the Jacobian of the tool's controlled outputs and its time derivatives, a stack (1 + len(higher), ..., outputs, n).

    higher: time derivatives qd, qdd, ... For the outputs see `jounce.plant.tool_outputs`.
    """
    return call_stack(_of_outputs(tool_outputs(robot)), robot, (q, *higher))  # type: ignore[no-any-return]


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
    """Return one jet for each column of an array of derivatives (k, ..., columns)."""
    return [Jet.from_derivatives(list(rows[..., i])) for i in range(rows.shape[-1])]


def _matrix(rows: Array) -> Matrix:
    """Return a 3 x 3 matrix of jets from an array of derivatives (k, ..., 3, 3)."""
    x, y, z = (jets(rows[..., i, :]) for i in range(3))
    return (x[0], x[1], x[2]), (y[0], y[1], y[2]), (z[0], z[1], z[2])
