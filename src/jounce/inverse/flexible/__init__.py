"""ARMS THAT BEND WHERE NO MOTOR ACTS: what can be said of them at one pose, and the solvers that `feedforward` uses."""

from jounce.inverse.flexible.index import DaeIndex, dae_index
from jounce.inverse.flexible.linear import Eigenfrequencies, eigenfrequencies
from jounce.inverse.flexible.live import Live, Tick, live
from jounce.inverse.flexible.live_fault import Fault
from jounce.inverse.flexible.zero_dynamics import ZeroDynamics, zero_dynamics

__all__ = [
    "DaeIndex",
    "Eigenfrequencies",
    "Fault",
    "Live",
    "Tick",
    "ZeroDynamics",
    "dae_index",
    "eigenfrequencies",
    "live",
    "zero_dynamics",
]
