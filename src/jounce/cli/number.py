"""Numbers in text: as everybody writes them, not as Python's source may have them, where 1_0 is 10."""

from typing import Any, NamedTuple

import click


def number_of(text: str) -> float:
    """The number that a text is; ValueError where it is none."""
    if "_" in text:
        raise ValueError("an underscore in a number")
    return float(text)


class Stop(NamedTuple):
    """Positions that a motion goes through, and when [s], if that is said."""

    positions: tuple[float, ...]
    time: float | None


def stop_of(text: str) -> Stop:
    """From `q1,q2,...` or `q1,q2,...@t`; ValueError says what was expected."""
    where, sign, when = text.partition("@")
    try:
        return Stop(tuple(number_of(word) for word in where.split(",")), number_of(when) if sign else None)
    except ValueError:
        raise ValueError(f"expected numbers with commas between them, and @ and a time or nothing, got {text[:80]!r}") from None


class _Plain:
    """Before a number type of click: refuses underscores."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number, or an error of click's."""
        if isinstance(value, str) and "_" in value:
            raise click.BadParameter(f"expected a number without underscores, got {value!r}.", ctx, param)
        return super().convert(value, param, ctx)  # type: ignore[misc]


class _Real(_Plain, click.types.FloatParamType):
    pass


class _Whole(_Plain, click.types.IntParamType):
    pass


REAL, WHOLE = _Real(), _Whole()
