"""Where links and tool are, and how the joints move them: arrays in, arrays out."""

from typing import Any

from jounce.dynamics.kinematics import body_jacobian, frame_pose
from jounce.functions.equation import Equation, Numbers, Output, Place
from jounce.functions.evaluate import evaluate, public
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.frame import Tool
from jounce.robot.tree import Tree


def _pose(tree: Tree, motion: list[Numbers], _: Numbers | None, place: Place) -> tuple[Any, ...]:
    pose = frame_pose(tree, motion[0], *place)
    return pose.origin, pose.rotation


def _jacobian(tree: Tree, motion: list[Numbers], _: Numbers | None, place: Place) -> tuple[Any, ...]:
    return (body_jacobian(tree, motion[0], *place),)


POSE = Equation(
    "tool_pose",
    1,
    _pose,
    lambda n, _: (Output("position", (3,)), Output("rotation", (3, 3))),
    takes_link=True,
    at_tool=True,
)
JACOBIAN = Equation("jacobian", 1, _jacobian, lambda n, _: (Output("J", (6, n)),), takes_link=True)


@public(POSE)
def tool_pose(
    robot: Robot, q: Any, *higher: Any, link: str | int | Tool | None = None, threads: int | None = None
) -> tuple[Array, Array]:
    """Pose of the tool in the base frame: position (len, ..., 3) [m] and rotation (len, ..., 3, 3), with time derivatives.

    `rotation` takes tool coordinates to base coordinates. link: a link or frame instead of `robot.tool`.
    """
    position, rotation = evaluate(POSE, robot, (q, *higher), link=link, threads=threads)
    return position, rotation


@public(JACOBIAN)
def jacobian(robot: Robot, q: Any, *higher: Any, link: str | int | Tool | None = None, threads: int | None = None) -> Array:
    """Body Jacobian of a link or frame (default: the last link) and its time derivatives (len, ..., 6, n).

    (angular, linear) velocity of the link frame, in its own axes [rad/s, m/s] = J qd. A wrench W on that link, stated in its
    frame, does J^T W at the joints.
    """
    (J,) = evaluate(JACOBIAN, robot, (q, *higher), link=link, threads=threads)
    return J
