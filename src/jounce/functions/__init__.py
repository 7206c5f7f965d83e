"""THE EQUATIONS ON ARRAYS: the public functions at one instant, with their checks, natively or plainly."""

from jounce.functions.backend import get_backend, set_backend
from jounce.functions.elastic import elastic_forward_dynamics
from jounce.functions.evaluate import compile
from jounce.functions.gyrostat import MotorTerms, motor_terms, rotor_coupling
from jounce.functions.kernel import Kernel
from jounce.functions.kinematics import jacobian, tool_pose
from jounce.functions.rigid import energy, forward_dynamics, gravity_torque, mass_matrix, rnea

__all__ = [
    "Kernel",
    "MotorTerms",
    "compile",
    "elastic_forward_dynamics",
    "energy",
    "forward_dynamics",
    "get_backend",
    "gravity_torque",
    "jacobian",
    "mass_matrix",
    "motor_terms",
    "rnea",
    "rotor_coupling",
    "set_backend",
    "tool_pose",
]
