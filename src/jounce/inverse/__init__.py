"""INVERSE PROBLEMS ALONG A MOTION: feedforward plans, motor motion and torque, inverse kinematics."""

from jounce.inverse.inverse_kinematics import inverse_kinematics
from jounce.inverse.peaks import Peak, Peaks
from jounce.inverse.plan import Plan
from jounce.inverse.sampling import motion
from jounce.inverse.status import Status

__all__ = [
    "Peak",
    "Peaks",
    "Plan",
    "Status",
    "inverse_kinematics",
    "motion",
]
