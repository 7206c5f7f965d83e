"""THE MODEL: links, joints, drives and springs, and where they come from."""

from jounce.robot.drive import Drive, Spring
from jounce.robot.frame import Frame, Tool
from jounce.robot.joint import Joint, placement
from jounce.robot.link import Link
from jounce.robot.load import library, load
from jounce.robot.robot import Robot

__all__ = ["Drive", "Frame", "Joint", "Link", "Robot", "Spring", "Tool", "library", "load", "placement"]
