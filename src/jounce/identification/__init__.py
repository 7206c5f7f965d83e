"""Measured motion in, the robot's numbers out."""

from jounce.identification.base import BaseFit
from jounce.identification.fit import Fit, Prediction
from jounce.identification.identify import identify
from jounce.identification.log import Log
from jounce.identification.report import Report

__all__ = ["BaseFit", "Fit", "Log", "Prediction", "Report", "identify"]
