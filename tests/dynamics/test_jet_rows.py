"""Rows of derivatives as jets, and wrenches as jets of a lower order."""

from jounce.dynamics.jet_rows import jets, truncated
from jounce.numbers import Jet, derivatives


def test_each_column_is_a_jet_of_its_derivatives():
    a, b = jets([1.0, 2.0], [3.0, 4.0], [10.0, 12.0])
    assert list(a.coeffs) == [1.0, 3.0, 5.0]  # Taylor coefficients: x, xd, xdd / 2
    assert list(b.coeffs) == [2.0, 4.0, 6.0]
    assert list(derivatives(a)) == [1.0, 3.0, 10.0]


def test_wrenches_lose_their_highest_derivatives():
    x, y = Jet.from_derivatives([1.0, 2.0, 3.0]), 5.0
    loads = [(4, ((x, x, x), (y, y, y)))]
    ((body, (moment, force)),) = truncated(loads, 1)
    assert body == 4
    assert [list(derivatives(c)) for c in moment] == [[1.0, 2.0]] * 3
    assert [derivatives(c)[0] for c in force] == [5.0] * 3
    ((_, (moment, _)),) = truncated(loads, 0)
    assert moment == (1.0, 1.0, 1.0)
    assert truncated([], 2) == []
