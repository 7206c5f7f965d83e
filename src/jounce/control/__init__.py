"""TORQUE FROM MEASUREMENT: controllers that follow a plan, observers, and linear models of a robot near a state."""

from jounce.control.laws.computed_torque import RigidComputedTorque
from jounce.control.laws.dynamic_feedback_linearization import DynamicFeedbackLinearization, Linearized
from jounce.control.laws.feedback_linearization import FeedbackLinearization
from jounce.control.laws.feedforward_pd import FeedforwardPD
from jounce.control.laws.feedforward_pid import FeedforwardPID
from jounce.control.laws.gravity_pd import GravityPD
from jounce.control.laws.impedance import CartesianImpedance, JointImpedance
from jounce.control.laws.structure_preserving import StructurePreserving
from jounce.control.laws.time_varying_lqr import TimeVaryingLQR
from jounce.control.linearize import StateSpace, linearize
from jounce.control.observers.collision_detector import Collision, CollisionDetector
from jounce.control.observers.external_wrench import ExternalWrench, external_wrench
from jounce.control.observers.kalman_filter import KalmanFilter
from jounce.control.observers.momentum_observer import MomentumObserver
from jounce.control.observers.state_observer import StateObserver
from jounce.control.protocol import Controller, Estimate, Measured, Reference
from jounce.control.tuning.gain_condition import GainCondition, gravity_slope

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
