"""Report of a reproduced paper: claims with our results, figures and tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

UNEXPECTED = "Nobody expected this; it should be looked into."
"""Reason of a row that does not hold and has no stated reason."""
Progress = Callable[[float], None]
"""Function of the completed fraction, 0 to 1."""


@dataclass(frozen=True)
class Claim:
    """One claim of a paper that can be checked.

    A published time holds if ours is not longer, a published accuracy if our error is not larger.
    """

    claim: str
    """The claim in one sentence."""
    paper: str
    """Published value with its unit, or statement."""
    here: str
    """Our value or statement."""
    holds: bool | None
    """Result of a comparison of computed values; None if they are not comparable."""
    why: str = ""
    """Reason if the claim does not hold or is not comparable, in one sentence."""
    where: str = ""
    """Section, equation, table or figure of the paper."""

    def __post_init__(self) -> None:
        """Check that a claim that is not comparable has a reason; state a default reason for one that does not hold."""
        if self.holds is None:
            if not self.why:
                raise ValueError(f"claim {self.claim!r} is not comparable, but `why` does not say for which reason.")
            return
        object.__setattr__(self, "holds", bool(self.holds))  # NumPy's bool is not JSON serialisable
        if not self.holds and not self.why:
            object.__setattr__(self, "why", UNEXPECTED)

    @property
    def verdict(self) -> str:
        """Return the result of the comparison as text for a table."""
        return {True: "yes", False: "no", None: "not comparable"}[self.holds]


class Drawing(NamedTuple):
    """A figure: name of its files, matplotlib Figure, caption."""

    name: str
    figure: Any
    caption: str


class Table(NamedTuple):
    """A table: caption, column heads, rows."""

    caption: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class PaperReport(NamedTuple):
    """Report of one paper."""

    title: str
    key: str
    """Key of the reference, such as Buondonno2015."""
    setting: str
    """Setting of the computations and choices that the paper leaves open: a paragraph of Markdown."""
    claims: list[Claim]
    drawings: list[Drawing]
    tables: list[Table]
