"""ARMS THAT BEND WHERE NO MOTOR ACTS: what can be known of them before their inverse dynamics is asked for."""

from jounce.inverse.flexible.index import DaeIndex, dae_index
from jounce.inverse.flexible.linear import Eigenfrequencies, eigenfrequencies
from jounce.inverse.flexible.zero_dynamics import ZeroDynamics, zero_dynamics

__all__ = ["DaeIndex", "Eigenfrequencies", "ZeroDynamics", "dae_index", "eigenfrequencies", "zero_dynamics"]
