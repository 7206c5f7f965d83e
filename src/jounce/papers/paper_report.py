"""Report of a reproduced paper: classes for claims with the results of this library, figures and tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

UNEXPECTED = "Nobody expected this; it should be looked into."
"""Default reason of a claim that does not hold."""
Progress = Callable[[float], None]
"""Function that is called with the completed fraction of a reproduction, 0 to 1."""


@dataclass(frozen=True)
class Claim:
    """One claim of a paper that can be checked.

    A published time holds if the time of this library is not longer, a published accuracy if its error is not larger.
    """

    claim: str
    """Claim of the paper in one sentence."""
    paper: str
    """Published value with its unit, or published statement."""
    here: str
    """Value or statement of this library."""
    holds: bool | None
    """True if the claim holds for this library; None if published and computed values are not comparable."""
    why: str = ""
    """Reason, in one sentence, if the claim does not hold or is not comparable."""
    where: str = ""
    """Section, equation, table or figure of the paper that makes the claim."""

    def __post_init__(self) -> None:
        """Raise ValueError for a claim that is not comparable and has no reason.

        A claim that does not hold and has no reason gets the default reason.
        """
        if self.holds is None:
            if not self.why:
                raise ValueError(f"claim {self.claim!r} is not comparable, but `why` does not say for which reason.")
            return
        object.__setattr__(self, "holds", bool(self.holds))  # NumPy's bool is not JSON serialisable
        if not self.holds and not self.why:
            object.__setattr__(self, "why", UNEXPECTED)

    @property
    def verdict(self) -> str:
        """Return the result of the comparison as text for a table: yes, no or not comparable."""
        return {True: "yes", False: "no", None: "not comparable"}[self.holds]


class Drawing(NamedTuple):
    """A figure of a report: name of its files, matplotlib Figure, caption."""

    name: str
    figure: Any
    caption: str


class Table(NamedTuple):
    """A table of a report: caption, column heads, rows of text."""

    caption: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class PaperReport(NamedTuple):
    """Report of one paper: title, claims, figures and tables."""

    title: str
    key: str
    """Key of the reference in the documentation, such as Buondonno2015."""
    setting: str
    """Paragraph of Markdown on the computations and on choices that the paper leaves open."""
    claims: list[Claim]
    drawings: list[Drawing]
    tables: list[Table]
