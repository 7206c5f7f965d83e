"""MEASURED MOTION IN, NUMBERS OUT: what a robot does under its motors, and what its own numbers are."""

from jounce.identify.frequency_response import FrequencyResponse, frequency_response

__all__ = ["FrequencyResponse", "frequency_response"]
