"""IDENTIFICATION: robot parameters estimated from recorded motion, with excitation motions, recordings, fits and reports."""

from jounce.identification.base_parameter_fit import BaseFit
from jounce.identification.excitation import Excitation, ExcitationStatus, excitation
from jounce.identification.fit_report import Report
from jounce.identification.fit_result import Fit, Prediction
from jounce.identification.frequency_response import FrequencyResponse, frequency_response
from jounce.identification.identify import identify
from jounce.identification.log import Log
from jounce.identification.output_error import identify_output_error
from jounce.identification.response_fit import ResponseFit, identify_response

__all__ = [
    "BaseFit",
    "Excitation",
    "ExcitationStatus",
    "Fit",
    "FrequencyResponse",
    "Log",
    "Prediction",
    "Report",
    "ResponseFit",
    "excitation",
    "frequency_response",
    "identify",
    "identify_output_error",
    "identify_response",
]
