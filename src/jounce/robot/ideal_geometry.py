"""Ideal geometry of a robot with rounded angles, for rank decisions only.

Axes that are parallel or perpendicular up to 1e-3 rad make parameters observable that no experiment can identify: their standard
deviation is a thousand times that of the others. A rank tolerance on columns cannot separate these parameters, as the residuals
of the columns depend on the motion; the geometry can. Readers snap angles within 5e-5 rad; hand-written files contain 1.57 and
3.14, and robots are also built in Python.
"""

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from jounce.robot.joint import Joint
from jounce.robot.rounded_angles import snapped_axis, snapped_rotation
from jounce.spatial.geometry import Placement

if TYPE_CHECKING:
    from jounce.robot.robot import Robot

NEAR = 2e-3
"""Tolerance [rad]: 3.14 differs from pi by 1.6e-3."""
STEP = math.pi / 12
ROUNDING = 1e-10
"""Angle [rad] below which columns are already dependent within the tolerance of rank decisions."""
SHORT = 5e-5
"""Offset [m] below which an offset is set to zero."""


def ideal_geometry(robot: "Robot") -> "Robot":
    """Return the robot with angles snapped to multiples of pi/12 and small offsets to zero; the same object if none changes."""
    joints = tuple(_ideal(joint) for joint in robot.joints)
    return robot if all(new is old for new, old in zip(joints, robot.joints)) else replace(robot, joints=joints)


def _ideal(joint: Joint) -> Joint:
    """Return the joint with placement and axis snapped; the same object if nothing changes beyond rounding."""
    rotation, turned = snapped_rotation(joint.placement.rotation, NEAR, STEP)
    axis, bent = snapped_axis(joint.axis, NEAR)
    x, y, z = (0.0 if abs(value) < SHORT else value for value in joint.placement.origin)
    if turned < ROUNDING and bent < ROUNDING and (x, y, z) == joint.placement.origin:
        return joint
    return replace(joint, placement=Placement(rotation, (x, y, z)), axis=axis)
