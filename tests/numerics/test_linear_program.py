"""Linear programs by their dual: as good as by HiGHS directly, within all bounds, and no further from zero than needed."""

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_array

from jounce.numerics.linear_program import TIE_BREAK, linear_program


@pytest.mark.parametrize("seed", range(10))
def test_as_good_as_the_program_itself(seed):
    rng = np.random.default_rng(seed)
    n, m = 12, 300
    rows, upper = rng.normal(size=(m, n)) * (rng.uniform(size=(m, n)) < 0.4), rng.uniform(0.1, 1.0, m)
    cost = np.append(rng.normal(size=n - 4), np.zeros(4))
    bounds = np.stack([-rng.uniform(0.1, 1.0, n), rng.uniform(0.1, 1.0, n)], axis=1)
    bounds[3] = 0.0  # an unknown that is fixed
    bounds[5, 1] = np.inf
    direct = linprog(cost, rows, upper, bounds=bounds)
    by_dual = linear_program(cost, csr_array(rows), upper, bounds, exact=False)
    exact = linear_program(cost, csr_array(rows), upper, bounds, exact=True)
    for x in (by_dual, exact):
        assert (rows @ x <= upper + 1e-9).all()
        assert (bounds[:, 0] <= x).all()
        assert (x <= bounds[:, 1]).all()
    assert cost @ exact == pytest.approx(direct.fun, abs=1e-9)
    assert direct.fun - 1e-9 <= cost @ by_dual <= direct.fun + n * TIE_BREAK


def test_unknowns_that_cost_nothing_stay_at_zero():
    bounds = np.array([[-1.0, 1.0]] * 3)
    x = linear_program(np.array([1.0, 0.0, 0.0]), csr_array(np.eye(3)), np.full(3, 2.0), bounds, exact=False)
    np.testing.assert_allclose(x, [-1.0, 0.0, 0.0], atol=1e-12)


def test_none_where_bounds_contradict_the_rows():
    rows, bounds = csr_array(np.array([[1.0]])), np.array([[0.5, 1.0]])
    assert linear_program(np.ones(1), rows, np.zeros(1), bounds, exact=True) is None
    assert linear_program(np.ones(1), rows, np.zeros(1), bounds, exact=False) is None
