"""The result of a reader of robot files, and the collection of all errors in a file, reported together."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from jounce.errors import LoadError, ModelError, UnphysicalError
from jounce.robot.robot import Robot

T = TypeVar("T")

LINE = re.compile(r"line (\d{1,9}): ")
MOST = 20
"""Largest number of errors in a list."""
LONGEST = 5000
"""Largest number of characters of a list of errors, since names may be long."""


class Problems:
    """Errors and notes of a file; reading continues after an error as far as possible."""

    def __init__(self) -> None:
        self.errors: list[ModelError] = []
        self.notes: list[str] = []
        """Sentences for a warning about ignored content."""

    def add(self, message: str) -> None:
        """Add an error."""
        self.errors.append(LoadError(message))

    def attempt(self, read: Callable[[], T], where: str = "") -> T | None:
        """Return the result of `read`; None after an error, which is collected with the prefix `where`, such as "line 7: "."""
        try:
            return read()
        except ModelError as error:
            kind = UnphysicalError if isinstance(error, UnphysicalError) else LoadError
            message = str(error)
            self.errors.append(kind(message if message.startswith("line ") else where + message))
        return None

    def attempt_all(self, readers: Mapping[str, Callable[[], Any]], where: str = "") -> dict[str, Any] | None:
        """Return the results of all readers by key; None if one of them failed."""
        before = len(self.errors)
        values = {key: self.attempt(read, where) for key, read in readers.items()}
        return values if len(self.errors) == before else None

    @property
    def is_full(self) -> bool:
        """Return True if no further error would be listed; hints, which take time, are omitted then."""
        return len(self.errors) >= MOST

    def raise_errors(self) -> None:
        """Raise all collected errors as one: `UnphysicalError` if all are, else `LoadError`; return if there are none."""
        if not self.errors:
            return
        kind = UnphysicalError if all(isinstance(error, UnphysicalError) for error in self.errors) else LoadError
        raise kind(listing(sorted((str(error) for error in self.errors), key=_line), "problems"))


def _line(message: str) -> int:
    """Return the line number at the beginning of a message; 0 if there is none."""
    match = LINE.match(message)
    return int(match[1]) if match else 0


def listing(messages: list[str], what: str) -> str:
    """Return one message unchanged; several as a list with their number on top, of bounded length."""
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
    """A robot from a file, with locked joints and notes for a warning."""

    robot: Robot
    still: tuple[str, ...] = ()
    """Names of the joints of the file that were locked."""
    notes: tuple[str, ...] = ()
    """Sentences for one warning: elements without effect, snapped angles."""
    about_drives: tuple[str, ...] = ()
    """Sentences about drives, omitted if a side file states the drives."""
