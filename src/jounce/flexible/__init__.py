"""Flexible arms, with springs in joints without a motor: inverse dynamics, zeros, index, eigenfrequencies, live control.

`feedforward` plans motor torque for robots of all kinds and chooses the method.
"""

from jounce.flexible.differential_index import DaeIndex, dae_index
from jounce.flexible.feedforward import feedforward
from jounce.flexible.live.fault import Fault
from jounce.flexible.live.live_arm import Live, Tick, live
from jounce.flexible.modal_analysis import Eigenfrequencies, eigenfrequencies
from jounce.flexible.zeros.zero_dynamics import ZeroDynamics, zero_dynamics

__all__ = [
    "DaeIndex",
    "Eigenfrequencies",
    "Fault",
    "Live",
    "Tick",
    "ZeroDynamics",
    "dae_index",
    "eigenfrequencies",
    "feedforward",
    "live",
    "zero_dynamics",
]
