"""THE EQUATIONS ON ARRAYS: the public functions at one instant, with their checks."""

from jounce.functions.kinematics import jacobian, tool_pose
from jounce.functions.rigid import forward_dynamics, gravity_torque, mass_matrix, rnea

__all__ = ["forward_dynamics", "gravity_torque", "jacobian", "mass_matrix", "rnea", "tool_pose"]
