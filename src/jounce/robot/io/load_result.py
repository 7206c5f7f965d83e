"""The result of a reader of robot files."""

from typing import NamedTuple

from jounce.robot.robot import Robot


class LoadResult(NamedTuple):
    """A robot from a file, with locked joints and notes for a warning."""

    robot: Robot
    still: tuple[str, ...] = ()
    """Names of the joints of the file that were locked."""
    notes: tuple[str, ...] = ()
    """Sentences for one warning: elements without effect, snapped angles."""
    about_drives: tuple[str, ...] = ()
    """Sentences about drives, omitted if a side file states the drives."""
