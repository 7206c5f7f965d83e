"""MEASURED MOTION IN, NUMBERS OUT: what a robot does under its motors, and what its own numbers are."""

from jounce.identify.excitation import Excitation, ExcitationStatus, excitation
from jounce.identify.frequency_response import FrequencyResponse, frequency_response

__all__ = ["Excitation", "ExcitationStatus", "FrequencyResponse", "excitation", "frequency_response"]
