"""Conversion of command-line text to numbers; refuses the underscores that Python's syntax allows."""

from typing import Any, NamedTuple

import click


def number_of(text: str) -> float:
    """Return the number that a text states; raise ValueError for other text, or for an underscore."""
    if "_" in text:
        raise ValueError("an underscore in a number")
    return float(text)


class Stop(NamedTuple):
    """Via point of a motion: positions and, if stated, time [s]."""

    positions: tuple[float, ...]
    time: float | None


def stop_of(text: str) -> Stop:
    """Return the stop in `q1,q2,...` or `q1,q2,...@t`; ValueError states what was expected."""
    where, sign, when = text.partition("@")
    try:
        return Stop(tuple(number_of(word) for word in where.split(",")), number_of(when) if sign else None)
    except ValueError:
        raise ValueError(f"expected numbers with commas between them, and @ and a time or nothing, got {text[:80]!r}") from None


class _Plain:
    """Number type of click that refuses underscores."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number of an option; report a usage error for other text."""
        if isinstance(value, str) and "_" in value:
            raise click.BadParameter(f"expected a number without underscores, got {value!r}.", ctx, param)
        return super().convert(value, param, ctx)  # type: ignore[misc]


class _Real(_Plain, click.types.FloatParamType):
    pass


class _Whole(_Plain, click.types.IntParamType):
    pass


REAL, WHOLE = _Real(), _Whole()
