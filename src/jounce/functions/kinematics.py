"""Where links and tool are, and how the joints move them: arrays in, arrays out."""

from typing import Any

from jounce.dynamics.kinematics import body_jacobian, frame_pose
from jounce.functions.motion import check_motion
from jounce.numbers.packing import Array, assemble, jets
from jounce.robot import Robot


def tool_pose(robot: Robot, q: Any, *higher: Any, link: str | int | None = None) -> tuple[Array, Array]:
    """Pose of the tool in the base frame: position (len, ..., 3) [m] and rotation (len, ..., 3, 3), with time derivatives.

    `rotation` takes tool coordinates to base coordinates. link: a link or frame instead of `robot.tool`.
    """
    motion = check_motion(robot, (q, *higher))
    if link is None:
        body, frame = robot.locate_body(robot.tool.link, robot.tool.placement)
    else:
        body, frame = robot.locate_body(link)
    pose = frame_pose(robot.tree, jets(motion), body, frame)
    order, batch = len(motion) - 1, motion.shape[1:-1]
    return assemble(pose.origin, order, batch, motion.dtype), assemble(pose.rotation, order, batch, motion.dtype)


def jacobian(robot: Robot, q: Any, *higher: Any, link: str | int | None = None) -> Array:
    """Body Jacobian of a link or frame (default: the last link) and its time derivatives (len, ..., 6, n).

    (angular, linear) velocity of the link frame, in its own axes [rad/s, m/s] = J qd. A wrench W on that link, stated in its
    frame, does J^T W at the joints.
    """
    motion = check_motion(robot, (q, *higher))
    body, frame = robot.locate_body(link)
    J = body_jacobian(robot.tree, jets(motion), body, frame)
    return assemble(J, len(motion) - 1, motion.shape[1:-1], motion.dtype)
