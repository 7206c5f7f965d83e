"""THE EQUATIONS ON ARRAYS: the public functions at one instant, with their checks, natively or plainly."""

from jounce.functions.backend import get_backend, set_backend
from jounce.functions.base_parameters import BaseParameters, base_parameters
from jounce.functions.elastic import elastic_forward_dynamics
from jounce.functions.evaluate import compile
from jounce.functions.gyrostat import MotorTerms, motor_terms, rotor_coupling
from jounce.functions.kernel import Kernel
from jounce.functions.kinematics import jacobian, tool_pose
from jounce.functions.matrices import (
    Matrices,
    ParameterDerivatives,
    StateDerivatives,
    com_jacobian,
    coriolis_matrix,
    dynamic_matrices,
    parameter_derivatives,
    regressor,
    slotine_li_regressor,
    state_derivatives,
)
from jounce.functions.readable import symbolic
from jounce.functions.rigid import energy, forward_dynamics, gravity_torque, mass_matrix, rnea

__all__ = [
    "BaseParameters",
    "Kernel",
    "Matrices",
    "MotorTerms",
    "ParameterDerivatives",
    "StateDerivatives",
    "base_parameters",
    "com_jacobian",
    "compile",
    "coriolis_matrix",
    "dynamic_matrices",
    "elastic_forward_dynamics",
    "energy",
    "forward_dynamics",
    "get_backend",
    "gravity_torque",
    "jacobian",
    "mass_matrix",
    "motor_terms",
    "parameter_derivatives",
    "regressor",
    "rnea",
    "rotor_coupling",
    "set_backend",
    "slotine_li_regressor",
    "state_derivatives",
    "symbolic",
    "tool_pose",
]
