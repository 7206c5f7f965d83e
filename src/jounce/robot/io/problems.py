"""All that is wrong with a file, said at once."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from jounce.errors import LoadError, ModelError, UnphysicalError

T = TypeVar("T")

LINE = re.compile(r"line (\d{1,9}): ")
MOST = 20
"""How many are listed."""
LONGEST = 5000
"""Characters of a list; names may be long."""


class Problems:
    """What was found wrong so far; the reading goes on as long as it can."""

    def __init__(self) -> None:
        self.errors: list[ModelError] = []
        self.notes: list[str] = []
        """What was passed over, and should be known."""

    def add(self, message: str) -> None:
        """One more."""
        self.errors.append(LoadError(message))

    def attempt(self, read: Callable[[], T], where: str = "") -> T | None:
        """What `read` returns; None if it failed. where: put before what it says, such as "line 7: "."""
        try:
            return read()
        except ModelError as error:
            kind = UnphysicalError if isinstance(error, UnphysicalError) else LoadError
            message = str(error)
            self.errors.append(kind(message if message.startswith("line ") else where + message))
        return None

    def attempt_all(self, parts: Mapping[str, Callable[[], Any]], where: str = "") -> dict[str, Any] | None:
        """What each of the parts returns; None if one of them failed."""
        before = len(self.errors)
        values = {key: self.attempt(read, where) for key, read in parts.items()}
        return values if len(self.errors) == before else None

    @property
    def is_full(self) -> bool:
        """Whether more would not be listed: there is no time for hints then."""
        return len(self.errors) >= MOST

    def raise_errors(self) -> None:
        """Raise what was found, if anything was: an UnphysicalError where it is nothing but those."""
        if not self.errors:
            return
        kind = UnphysicalError if all(isinstance(error, UnphysicalError) for error in self.errors) else LoadError
        raise kind(listing(sorted((str(error) for error in self.errors), key=_line), "problems"))


def _line(message: str) -> int:
    found = LINE.match(message)
    return int(found[1]) if found else 0


def listing(messages: list[str], what: str) -> str:
    """One message as it is; several under each other, with their number on top."""
    if len(messages) == 1:
        return messages[0]
    lines: list[str] = []
    for message in messages[:MOST]:
        if lines and sum(map(len, lines)) + len(message) > LONGEST:
            break
        lines.append(f"  {message}")
    rest = len(messages) - len(lines)
    return "\n".join([f"{len(messages)} {what}:", *lines, *[f"  and {rest} more."] * (rest > 0)])
