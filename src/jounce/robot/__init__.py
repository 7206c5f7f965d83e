"""THE MODEL: links, joints, drives and springs, and where they come from."""

from jounce.robot.drive import Drive
from jounce.robot.frame import Frame, Tool
from jounce.robot.joint import Joint, placement
from jounce.robot.link import Link
from jounce.robot.load import library, load
from jounce.robot.passive import Bushing, Cross, Spring
from jounce.robot.robot import Robot
from jounce.robot.springs import HardeningSpring, SpringFunction, TabulatedSpring

__all__ = [
    "Bushing",
    "Cross",
    "Drive",
    "Frame",
    "HardeningSpring",
    "Joint",
    "Link",
    "Robot",
    "Spring",
    "SpringFunction",
    "TabulatedSpring",
    "Tool",
    "library",
    "load",
    "placement",
]
