"""Simulation: plant dynamics, integration in time, sensors and actuators, control loop, sweeps over samples."""

from jounce.simulation.actuator import Actuator
from jounce.simulation.record import Measurements, Run, State
from jounce.simulation.sensors import Sensor, Sensors
from jounce.simulation.simulate import simulate
from jounce.simulation.sweep import sweep
from jounce.simulation.sweep_result import Sweep, Worst
from jounce.simulation.verify import Verified, verify

__all__ = [
    "Actuator",
    "Measurements",
    "Run",
    "Sensor",
    "Sensors",
    "State",
    "Sweep",
    "Verified",
    "Worst",
    "simulate",
    "sweep",
    "verify",
]
