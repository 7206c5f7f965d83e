"""PUBLIC FUNCTIONS of dynamics and kinematics at one instant, on arrays, evaluated in native code or plain Python."""

from jounce.functions.base_parameters import BaseParameters, base_parameters
from jounce.functions.elastic_forward_dynamics import elastic_forward_dynamics
from jounce.functions.forward_derivatives import (
    ElasticForwardDynamicsDerivatives,
    ForwardDynamicsDerivatives,
    elastic_forward_dynamics_derivatives,
    forward_dynamics_derivatives,
)
from jounce.functions.gyrostat import MotorTerms, motor_terms, rotor_coupling
from jounce.functions.inverse_dynamics import InverseDynamics, inverse_dynamics
from jounce.functions.inverse_dynamics_step import (
    InverseDynamicsStep,
    inverse_dynamics_step,
    inverse_dynamics_step_derivatives,
    steady_state,
)
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
from jounce.functions.partials import RneaPartials, inverse_dynamics_derivatives, rnea_partials
from jounce.functions.rigid import energy, forward_dynamics, gravity_torque, mass_matrix, rnea
from jounce.functions.statics import MotorStatics, Statics, StaticsStep, motor_statics, statics, statics_step
from jounce.functions.symbolic import symbolic

__all__ = [
    "BaseParameters",
    "ElasticForwardDynamicsDerivatives",
    "ForwardDynamicsDerivatives",
    "InverseDynamics",
    "InverseDynamicsStep",
    "Matrices",
    "MotorStatics",
    "MotorTerms",
    "ParameterDerivatives",
    "RneaPartials",
    "StateDerivatives",
    "Statics",
    "StaticsStep",
    "base_parameters",
    "com_jacobian",
    "coriolis_matrix",
    "dynamic_matrices",
    "elastic_forward_dynamics",
    "elastic_forward_dynamics_derivatives",
    "energy",
    "forward_dynamics",
    "forward_dynamics_derivatives",
    "gravity_torque",
    "inverse_dynamics",
    "inverse_dynamics_derivatives",
    "inverse_dynamics_step",
    "inverse_dynamics_step_derivatives",
    "jacobian",
    "mass_matrix",
    "motor_statics",
    "motor_terms",
    "parameter_derivatives",
    "regressor",
    "rnea",
    "rnea_partials",
    "rotor_coupling",
    "slotine_li_regressor",
    "state_derivatives",
    "statics",
    "statics_step",
    "steady_state",
    "symbolic",
    "tool_pose",
]
