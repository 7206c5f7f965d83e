"""Where links and tool are, and how the joints move them: arrays in, arrays out."""

from functools import lru_cache, partial
from typing import Any

import numpy as np

from jounce.dynamics.kinematics import body_jacobian, frame_pose
from jounce.functions.arguments import NOTHING, Link, Parameters
from jounce.functions.call import call, public
from jounce.functions.equation import Equation, Inputs, Output
from jounce.numbers.packing import Array
from jounce.plant.outputs import ToolOutputs
from jounce.plant.plant import KEPT, Plant, locate, plant_of
from jounce.robot import Robot

POSES = 5
UPRIGHT = 1e-9
"""Entries of a rotation about y below this are zero but for rounding."""


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
    """The tool's controlled outputs; poses at random tell whether it turns about y alone."""
    outputs = ToolOutputs.of(robot.tool.outputs)
    if len(outputs.angles) != 1 or robot.nq != robot.n:
        return outputs
    poses = np.random.default_rng(0).uniform(-1.0, 1.0, (POSES, robot.n))
    tree, place = plant_of(robot).tree, locate(robot, robot.tool)
    rotations = [frame_pose(tree, q.tolist(), *place).rotation for q in poses]
    return outputs._replace(flat=all(abs(R[0][1]) + abs(R[1][0]) + abs(R[1][2]) < UPRIGHT for R in rotations))


@lru_cache(maxsize=64)
def _of_outputs(outputs: ToolOutputs) -> Equation:
    """One for each choice of outputs, always the same object: kernels are kept for it."""
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


@public(POSE)
def tool_pose(
    robot: Robot, q: Any, *higher: Any, link: Link = None, parameters: Parameters = None, threads: int | None = None
) -> tuple[Array, Array]:
    """Pose of the tool in the base frame: position (len, ..., 3) [m] and rotation (len, ..., 3, 3), with time derivatives.

    `rotation` takes tool coordinates to base coordinates. link: a link or frame instead of `robot.tool`.
    """
    return call(POSE, robot, (q, *higher), NOTHING, link, parameters, threads)  # type: ignore[no-any-return]


@public(JACOBIAN)
def jacobian(
    robot: Robot, q: Any, *higher: Any, link: Link = None, parameters: Parameters = None, threads: int | None = None
) -> Array:
    """Body Jacobian of the tool and its time derivatives (len, ..., 6, n). link: a link or frame instead of `robot.tool`.

    (angular, linear) velocity of the frame, in its own axes [rad/s, m/s] = J qd. A wrench W that acts there, stated in that
    frame, does J^T W at the joints.
    """
    return call(JACOBIAN, robot, (q, *higher), NOTHING, link, parameters, threads)  # type: ignore[no-any-return]


def output_jacobian(robot: Robot, q: Any, *higher: Any) -> Array:
    """How the tool's outputs move with the joints, with time derivatives (len, ..., outputs, n): see `jounce.plant.outputs`."""
    return call(_of_outputs(tool_outputs(robot)), robot, (q, *higher))  # type: ignore[no-any-return]
