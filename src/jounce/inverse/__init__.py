"""MOTION IN, MOTOR TORQUE OUT: the problem along a motion."""

from jounce.inverse.feedforward import feedforward
from jounce.inverse.kinematics import inverse_kinematics
from jounce.inverse.motion import motion
from jounce.inverse.peaks import Peak, Peaks
from jounce.inverse.plan import Plan
from jounce.inverse.reference import ReferenceGenerator, reference
from jounce.inverse.status import Status

__all__ = [
    "Peak",
    "Peaks",
    "Plan",
    "ReferenceGenerator",
    "Status",
    "feedforward",
    "inverse_kinematics",
    "motion",
    "reference",
]
