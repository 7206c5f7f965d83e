"""WHAT THE ROBOT THEN DOES: the plant, its integration in time, and the record of it."""

from jounce.simulation.record import Run, State
from jounce.simulation.simulate import simulate
from jounce.simulation.verify import Verified, verify

__all__ = ["Run", "State", "Verified", "simulate", "verify"]
