"""jounce: inverse dynamics of robots whose joints bend.

The public names, in the order of the data path: a robot, a motion, the dynamics at an instant, the problem along a motion.
"""

from jounce import control, errors, plot, trajectory
from jounce.codegen.cache import cache_info, clear_cache
from jounce.functions import (
    Kernel,
    MotorTerms,
    compile,
    elastic_forward_dynamics,
    energy,
    forward_dynamics,
    get_backend,
    gravity_torque,
    jacobian,
    mass_matrix,
    motor_terms,
    rnea,
    rotor_coupling,
    set_backend,
    tool_pose,
)
from jounce.inverse import (
    InverseDynamics,
    Plan,
    feedforward,
    inverse_dynamics,
    inverse_dynamics_derivatives,
    inverse_kinematics,
)
from jounce.numbers import Jet
from jounce.robot import (
    Drive,
    Frame,
    HardeningSpring,
    Joint,
    Link,
    Robot,
    Spring,
    SpringFunction,
    TabulatedSpring,
    Tool,
    library,
    load,
    placement,
)
from jounce.simulation import Run, State, simulate
from jounce.spatial.placements import Placement

__version__ = "0.1.0.dev0"

__all__ = [
    "Drive",
    "Frame",
    "HardeningSpring",
    "InverseDynamics",
    "Jet",
    "Joint",
    "Kernel",
    "Link",
    "MotorTerms",
    "Placement",
    "Plan",
    "Robot",
    "Run",
    "Spring",
    "SpringFunction",
    "State",
    "TabulatedSpring",
    "Tool",
    "cache_info",
    "clear_cache",
    "compile",
    "control",
    "elastic_forward_dynamics",
    "energy",
    "errors",
    "feedforward",
    "forward_dynamics",
    "get_backend",
    "gravity_torque",
    "inverse_dynamics",
    "inverse_dynamics_derivatives",
    "inverse_kinematics",
    "jacobian",
    "library",
    "load",
    "mass_matrix",
    "motor_terms",
    "placement",
    "plot",
    "rnea",
    "rotor_coupling",
    "set_backend",
    "simulate",
    "tool_pose",
    "trajectory",
]
