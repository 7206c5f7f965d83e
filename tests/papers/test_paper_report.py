"""Rows of a paper: a verdict, and a reason where it does not hold."""

import numpy as np
import pytest

from jounce.papers.paper_report import UNEXPECTED, Claim


def test_a_row_that_does_not_hold_has_a_reason():
    assert Claim("a", "b", "c", np.bool_(False)).why == UNEXPECTED
    assert type(Claim("a", "b", "c", np.bool_(True)).holds) is bool
    with pytest.raises(ValueError, match="not comparable"):
        Claim("a", "b", "c", None)
