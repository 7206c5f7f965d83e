"""The result of a reader."""

from typing import NamedTuple

from jounce.robot.robot import Robot


class LoadResult(NamedTuple):
    """A robot from a file, and what its user should know of the reading."""

    robot: Robot
    still: tuple[str, ...] = ()
    """Joints of the file that were locked."""
    notes: tuple[str, ...] = ()
    """Sentences for one warning: elements without effect, angles that were snapped."""
    about_drives: tuple[str, ...] = ()
    """The same of drives, which a side file of drives makes idle."""
