"""Measured motion in, the robot's numbers out."""

from jounce.identify.log import Log

__all__ = ["Log"]
