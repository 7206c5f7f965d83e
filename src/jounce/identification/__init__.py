"""MEASURED MOTION IN, NUMBERS OUT: what a robot does under its motors, and what its own numbers are."""

from jounce.identification.excitation import Excitation, ExcitationStatus, excitation
from jounce.identification.frequency_response import FrequencyResponse, frequency_response
from jounce.identification.log import Log

__all__ = ["Excitation", "ExcitationStatus", "FrequencyResponse", "Log", "excitation", "frequency_response"]
