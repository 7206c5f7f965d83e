"""Conversion of command-line text to numbers; refuses the underscores that Python's syntax allows."""

from typing import Any, NamedTuple

import click


def number_of(text: str) -> float:
    """Convert text to a number; raise ValueError for text that is no number and for text with an underscore."""
    if "_" in text:
        raise ValueError("an underscore in a number")
    return float(text)


class Stop(NamedTuple):
    """Via point of a motion: joint positions as stated on the command line, and the time [s] or None."""

    positions: tuple[float, ...]
    time: float | None


def stop_of(text: str) -> Stop:
    """Convert text `q1,q2,...` or `q1,q2,...@t` to a via point; raise ValueError for other text."""
    where, sign, when = text.partition("@")
    try:
        return Stop(tuple(number_of(word) for word in where.split(",")), number_of(when) if sign else None)
    except ValueError:
        raise ValueError(f"expected numbers with commas between them, and @ and a time or nothing, got {text[:80]!r}") from None


class _Plain:
    """Base of number types of click: refuses underscores, which Python's syntax allows."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert the text of an option to a number; raise a usage error for text that is no number."""
        if isinstance(value, str) and "_" in value:
            raise click.BadParameter(f"expected a number without underscores, got {value!r}.", ctx, param)
        return super().convert(value, param, ctx)  # type: ignore[misc]


class _Real(_Plain, click.types.FloatParamType):
    pass


class _Whole(_Plain, click.types.IntParamType):
    pass


REAL, WHOLE = _Real(), _Whole()
