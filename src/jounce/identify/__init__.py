"""MEASURED MOTION IN, NUMBERS OUT: what a robot does under its motors, and what its own numbers are."""

from jounce.identify.excitation import Excitation, ExcitationStatus, excitation
from jounce.identify.frequency_response import FrequencyResponse, frequency_response
from jounce.identify.log import Log

__all__ = ["Excitation", "ExcitationStatus", "FrequencyResponse", "Log", "excitation", "frequency_response"]
