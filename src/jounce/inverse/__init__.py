"""MOTION IN, MOTOR TORQUE OUT: the problem along a motion."""

from jounce.inverse.elastic import InverseDynamics, inverse_dynamics
from jounce.inverse.kinematics import inverse_kinematics

__all__ = ["InverseDynamics", "inverse_dynamics", "inverse_kinematics"]
