"""The result of a reader of robot files, and the collection of all errors in a file, reported together."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from jounce.errors import LoadError, ModelError, UnphysicalError
from jounce.robot.robot import Robot

T = TypeVar("T")

LINE = re.compile(r"line (\d{1,9}): ")
MOST = 20
"""Largest number of errors that a message lists."""
LONGEST = 5000
"""Largest sum of the lengths of the errors that one message lists [characters], since names may be long."""


class Problems:
    """Collection of the errors and notes of a file; reading continues after an error as far as possible."""

    def __init__(self) -> None:
        self.errors: list[ModelError] = []
        self.notes: list[str] = []
        """Sentences about content of the file that has no effect on the robot; all become one warning."""

    def add(self, message: str) -> None:
        """Add a `LoadError` with this message to the errors."""
        self.errors.append(LoadError(message))

    def attempt(self, read: Callable[[], T], where: str = "") -> T | None:
        """Return the result of read(); None if it raises a `ModelError`, which is collected with the prefix `where`.

        where: text such as "line 7: "; an error that already begins with a line gets no prefix.
        """
        try:
            return read()
        except ModelError as error:
            kind = UnphysicalError if isinstance(error, UnphysicalError) else LoadError
            message = str(error)
            self.errors.append(kind(message if message.startswith("line ") else where + message))
        return None

    def attempt_all(self, readers: Mapping[str, Callable[[], Any]], where: str = "") -> dict[str, Any] | None:
        """Return {key: result} of all readers, {key: function}; None if a reader raised an error, which is collected."""
        before = len(self.errors)
        values = {key: self.attempt(read, where) for key, read in readers.items()}
        return values if len(self.errors) == before else None

    @property
    def is_full(self) -> bool:
        """Return True if `MOST` errors are collected, so that no further error is listed; callers then omit slow hints."""
        return len(self.errors) >= MOST

    def raise_errors(self) -> None:
        """Raise one error that lists all collected errors; return if there are none.

        The error is an `UnphysicalError` if all collected errors are unphysical, otherwise a `LoadError`.
        """
        if not self.errors:
            return
        kind = UnphysicalError if all(isinstance(error, UnphysicalError) for error in self.errors) else LoadError
        raise kind(listing(sorted((str(error) for error in self.errors), key=_line), "problems"))


def _line(message: str) -> int:
    """Return the line number N of a message that begins with "line N: "; 0 for other messages."""
    match = LINE.match(message)
    return int(match[1]) if match else 0


def listing(messages: list[str], what: str) -> str:
    """Return a single message unchanged; several messages as a list of bounded length, with "COUNT `what`:" on top."""
    if len(messages) == 1:
        return messages[0]
    lines: list[str] = []
    for message in messages[:MOST]:
        if lines and sum(map(len, lines)) + len(message) > LONGEST:
            break
        lines.append(f"  {message}")
    rest = len(messages) - len(lines)
    return "\n".join([f"{len(messages)} {what}:", *lines, *[f"  and {rest} more."] * (rest > 0)])


class LoadResult(NamedTuple):
    """Result of a reader of robot files: the robot, the names of locked joints, and notes for a warning."""

    robot: Robot
    still: tuple[str, ...] = ()
    """Names of the joints of the file that the reader has locked."""
    notes: tuple[str, ...] = ()
    """Sentences for one warning, about elements without effect and snapped angles."""
    about_drives: tuple[str, ...] = ()
    """Further sentences about drives in the file without effect; the caller omits them if a side file states the drives."""
