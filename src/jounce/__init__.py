"""jounce: inverse dynamics of robots whose joints bend.

The public names, in the order of the data path: a robot, a motion, the dynamics at an instant, the problem along a motion.
"""

from jounce import errors, trajectory
from jounce.codegen.cache import cache_info, clear_cache
from jounce.functions import (
    Kernel,
    compile,
    forward_dynamics,
    get_backend,
    gravity_torque,
    jacobian,
    mass_matrix,
    rnea,
    set_backend,
    tool_pose,
)
from jounce.inverse import inverse_kinematics
from jounce.numbers import Jet
from jounce.robot import Drive, Frame, Joint, Link, Robot, Spring, Tool, library, load, placement
from jounce.spatial.placements import Placement

__version__ = "0.1.0.dev0"

__all__ = [
    "Drive",
    "Frame",
    "Jet",
    "Joint",
    "Kernel",
    "Link",
    "Placement",
    "Robot",
    "Spring",
    "Tool",
    "cache_info",
    "clear_cache",
    "compile",
    "errors",
    "forward_dynamics",
    "get_backend",
    "gravity_torque",
    "inverse_kinematics",
    "jacobian",
    "library",
    "load",
    "mass_matrix",
    "placement",
    "rnea",
    "set_backend",
    "tool_pose",
    "trajectory",
]
