"""A claim of a paper beside our number, and what a paper comes to: claims, figures and tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

UNEXPECTED = "Nobody expected this; it should be looked into."
"""Why a row does not hold that always did."""
Progress = Callable[[float], None]
"""Is told how much is done, 0 to 1."""


@dataclass(frozen=True)
class Claim:
    """One sentence that can be checked. Where it does not hold, `why` says so in one sentence.

    A published time holds where ours is no longer; a published accuracy, where our error is no larger.
    """

    claim: str
    paper: str
    """The published number or statement, with its unit."""
    here: str
    """Ours."""
    holds: bool | None
    """Measured, never stated. None: not comparable, for the reason that `why` gives."""
    why: str = ""
    where: str = ""
    """Section, equation, table or figure of the paper."""

    def __post_init__(self) -> None:
        if self.holds is None:
            if not self.why:
                raise ValueError(f"claim {self.claim!r} is not comparable, but `why` does not say for which reason.")
            return
        object.__setattr__(self, "holds", bool(self.holds))  # NumPy's is no JSON
        if not self.holds and not self.why:
            object.__setattr__(self, "why", UNEXPECTED)

    @property
    def verdict(self) -> str:
        """In words, for a table."""
        return {True: "yes", False: "no", None: "not comparable"}[self.holds]


class Drawing(NamedTuple):
    """A figure: the name of its files, a matplotlib Figure, and what it shows."""

    name: str
    figure: Any
    caption: str


class Table(NamedTuple):
    """A table: what it shows, the heads of its columns, its rows."""

    caption: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class PaperReport(NamedTuple):
    """A paper, redone."""

    title: str
    key: str
    """Of the reference, such as Buondonno2015."""
    setting: str
    """What was computed, and all that the paper leaves open: a paragraph of Markdown."""
    claims: list[Claim]
    drawings: list[Drawing]
    tables: list[Table]
