"""MOTION IN, MOTOR TORQUE OUT: the problem along a motion."""

from jounce.inverse.derivatives import inverse_dynamics_derivatives
from jounce.inverse.elastic import InverseDynamics, inverse_dynamics
from jounce.inverse.feedforward import Plan, feedforward
from jounce.inverse.kinematics import inverse_kinematics

__all__ = [
    "InverseDynamics",
    "Plan",
    "feedforward",
    "inverse_dynamics",
    "inverse_dynamics_derivatives",
    "inverse_kinematics",
]
