"""THE ROBOT MODEL: links, joints, drives, springs and limits, with readers and writers of robot files."""

import warnings
from typing import TYPE_CHECKING, Any

from jounce.robot.beam import beam
from jounce.robot.drive import Drive, SecondDrive
from jounce.robot.frame import Frame, Tool
from jounce.robot.io.robot_loader import DriveSet, drive_sets, library, load
from jounce.robot.joint import Joint, Mimic, placement
from jounce.robot.joint_side_elements import Counterbalance, Friction, ParallelSpring
from jounce.robot.limits import JointLimits, Limits
from jounce.robot.link import Link
from jounce.robot.passive import Bushing, Spring, SpringCoupling
from jounce.robot.robot import Robot
from jounce.robot.spring_function import SpringFunction
from jounce.robot.springs import HardeningSpring, TabulatedSpring
from jounce.spatial.geometry import Placement

__all__ = [
    "Bushing",
    "Counterbalance",
    "Drive",
    "DriveSet",
    "Frame",
    "Friction",
    "HardeningSpring",
    "Joint",
    "JointLimits",
    "Limits",
    "Link",
    "Mimic",
    "ParallelSpring",
    "Placement",
    "Robot",
    "SecondDrive",
    "Spring",
    "SpringCoupling",
    "SpringFunction",
    "TabulatedSpring",
    "Tool",
    "beam",
    "drive_sets",
    "library",
    "load",
    "placement",
]


if not TYPE_CHECKING:  # a type checker refuses the old name

    def __getattr__(name: str) -> Any:
        """Return the class of a deprecated name, with a DeprecationWarning; these names are removed with the next release."""
        if name == "Cross":
            warnings.warn("jounce.robot.Cross is now SpringCoupling.", DeprecationWarning, stacklevel=2)
            return SpringCoupling
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
