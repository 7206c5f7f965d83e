"""Inverse dynamics of arms with motorless springs, and `feedforward`, which chooses among all methods."""

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
