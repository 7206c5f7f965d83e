"""THE PROBLEM ALONG A MOTION: what the robot's joints must do so that the motion comes about."""

from jounce.inverse.kinematics import inverse_kinematics

__all__ = ["inverse_kinematics"]
