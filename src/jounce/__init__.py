"""jounce: inverse dynamics of robots whose joints bend.

The public names, in the order of the data path: a robot, a motion, the dynamics at an instant, the problem along a motion.
"""

from jounce import errors, trajectory
from jounce.functions import forward_dynamics, gravity_torque, jacobian, mass_matrix, rnea, tool_pose
from jounce.inverse import inverse_kinematics
from jounce.numbers import Jet
from jounce.robot import Drive, Frame, Joint, Link, Robot, Spring, Tool, library, load

__version__ = "0.1.0.dev0"

__all__ = [
    "Drive",
    "Frame",
    "Jet",
    "Joint",
    "Link",
    "Robot",
    "Spring",
    "Tool",
    "errors",
    "forward_dynamics",
    "gravity_torque",
    "inverse_kinematics",
    "jacobian",
    "library",
    "load",
    "mass_matrix",
    "rnea",
    "tool_pose",
    "trajectory",
]
