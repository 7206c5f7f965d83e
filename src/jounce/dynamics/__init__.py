"""THE EQUATIONS of motion at one instant, on any scalar type; public names are functions on arrays and classes of results.

The public names are defined in layers above the equations: functions at one instant that are used less often than the functions
of `jounce` itself, and the classes of results at one instant and along a motion.
"""

from typing import TYPE_CHECKING

from jounce.lazy_names import lazy_names

if TYPE_CHECKING:
    from jounce.functions import BaseParameters as BaseParameters
    from jounce.functions import ElasticForwardDynamicsDerivatives as ElasticForwardDynamicsDerivatives
    from jounce.functions import ForwardDynamicsDerivatives as ForwardDynamicsDerivatives
    from jounce.functions import InverseDynamics as InverseDynamics
    from jounce.functions import InverseDynamicsStep as InverseDynamicsStep
    from jounce.functions import Matrices as Matrices
    from jounce.functions import MotorStatics as MotorStatics
    from jounce.functions import MotorTerms as MotorTerms
    from jounce.functions import ParameterDerivatives as ParameterDerivatives
    from jounce.functions import RneaPartials as RneaPartials
    from jounce.functions import StateDerivatives as StateDerivatives
    from jounce.functions import Statics as Statics
    from jounce.functions import StaticsStep as StaticsStep
    from jounce.functions import inverse_dynamics_step_derivatives as inverse_dynamics_step_derivatives
    from jounce.functions import motor_statics as motor_statics
    from jounce.functions import motor_terms as motor_terms
    from jounce.functions import rotor_coupling as rotor_coupling
    from jounce.functions import statics_step as statics_step
    from jounce.functions import steady_state as steady_state
    from jounce.functions.base_parameters import base_parameters as base_parameters
    from jounce.functions.inverse_dynamics_step import inverse_dynamics_step as inverse_dynamics_step
    from jounce.functions.symbolic import symbolic as symbolic
    from jounce.inverse import Peak as Peak
    from jounce.inverse import Peaks as Peaks
    from jounce.inverse import Status as Status

NAMES = {
    "BaseParameters": "jounce.functions",
    "ElasticForwardDynamicsDerivatives": "jounce.functions",
    "ForwardDynamicsDerivatives": "jounce.functions",
    "InverseDynamics": "jounce.functions",
    "InverseDynamicsStep": "jounce.functions",
    "Matrices": "jounce.functions",
    "MotorStatics": "jounce.functions",
    "MotorTerms": "jounce.functions",
    "ParameterDerivatives": "jounce.functions",
    "Peak": "jounce.inverse",
    "Peaks": "jounce.inverse",
    "RneaPartials": "jounce.functions",
    "StateDerivatives": "jounce.functions",
    "Statics": "jounce.functions",
    "StaticsStep": "jounce.functions",
    "Status": "jounce.inverse",
    "base_parameters": "jounce.functions.base_parameters",
    "inverse_dynamics_step": "jounce.functions.inverse_dynamics_step",
    "inverse_dynamics_step_derivatives": "jounce.functions",
    "motor_statics": "jounce.functions",
    "motor_terms": "jounce.functions",
    "rotor_coupling": "jounce.functions",
    "statics_step": "jounce.functions",
    "steady_state": "jounce.functions",
    "symbolic": "jounce.functions.symbolic",
}
"""{public name: module that defines it}."""

__all__ = sorted(NAMES)

if not TYPE_CHECKING:  # a type checker reads the imports above
    __getattr__, __dir__ = lazy_names(__name__, NAMES)
