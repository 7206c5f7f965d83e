"""TORQUE FROM MEASUREMENT: controllers that follow a plan, and the robot near a state as a linear system."""

from jounce.control.collision import Collision, CollisionDetector
from jounce.control.computed_torque import RigidComputedTorque
from jounce.control.dynamic_feedback_linearization import DynamicFeedbackLinearization, Linearized
from jounce.control.external_wrench import ExternalWrench, external_wrench
from jounce.control.feedback_linearization import FeedbackLinearization
from jounce.control.feedforward_pd import FeedforwardPD
from jounce.control.feedforward_pid import FeedforwardPID
from jounce.control.gain_condition import GainCondition, gravity_slope
from jounce.control.gravity_pd import GravityPD
from jounce.control.impedance import CartesianImpedance, JointImpedance
from jounce.control.kalman_filter import KalmanFilter
from jounce.control.linearize import StateSpace, linearize
from jounce.control.momentum_observer import MomentumObserver
from jounce.control.protocol import Controller, Measured, Reference
from jounce.control.state_observer import Estimate, StateObserver
from jounce.control.structure_preserving import StructurePreserving
from jounce.control.time_varying_lqr import TimeVaryingLQR

__all__ = [
    "CartesianImpedance",
    "Collision",
    "CollisionDetector",
    "Controller",
    "DynamicFeedbackLinearization",
    "Estimate",
    "ExternalWrench",
    "FeedbackLinearization",
    "FeedforwardPD",
    "FeedforwardPID",
    "GainCondition",
    "GravityPD",
    "JointImpedance",
    "KalmanFilter",
    "Linearized",
    "Measured",
    "MomentumObserver",
    "Reference",
    "RigidComputedTorque",
    "StateObserver",
    "StateSpace",
    "StructurePreserving",
    "TimeVaryingLQR",
    "external_wrench",
    "gravity_slope",
    "linearize",
]
