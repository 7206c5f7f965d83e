"""Formulas of claims in LaTeX."""

from pathlib import Path

from jounce.papers.formulas import FORMULAS, with_formulas

DOCS = Path(__file__).parents[2] / "docs" / "papers"


def test_formulas_of_a_page():
    """The longest one counts, and words are left alone."""
    assert with_formulas("M qdd_r + C qd_r + g is it.") == r"$M \ddot q_r + C \dot q_r + g$ is it."
    assert with_formulas("O(N), not O(No); 12N") == "$O(N)$, not O(No); 12N"


def test_formulas_are_all_in_use():
    text = "\n".join(page.read_text(encoding="utf-8") for page in DOCS.glob("*/index.md"))
    assert [formula for formula in FORMULAS.values() if f"${formula}$" not in text] == []
