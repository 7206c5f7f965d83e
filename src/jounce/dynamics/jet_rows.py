"""Conversion of rows of time derivatives to jets, and truncation of wrenches to jets of a lower order."""

from collections.abc import Sequence

from jounce.dynamics.newton_euler import Loads
from jounce.numbers import Jet, Number, derivatives


def jets(*rows: Sequence[Number]) -> list[Number]:
    """Return one jet per column of the rows (x, xd, ...)."""
    return [Jet.from_derivatives(column) for column in zip(*rows)]


def truncated(loads: Loads, order: int) -> Loads:
    """Return external wrenches with their jets truncated to this order; plain scalars for order 0."""

    def cut(x: Number) -> Number:
        rows = derivatives(x)[: order + 1]
        return Jet.from_derivatives(rows) if order else rows[0]

    return [(body, tuple(tuple(map(cut, vector)) for vector in wrench)) for body, wrench in loads]  # type: ignore[misc]
