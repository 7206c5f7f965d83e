"""Statistics of a sweep: samples that are NaN or infinite, and indices that do not exist."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from simulation.test_sweep_folder import PLANAR, X


def test_samples_that_are_nan():
    values = np.arange(20.0).reshape(10, 2)
    values[3, 1] = values[9, 0] = np.nan
    found = jn.sweep(lambda robot, x: x, PLANAR, values)
    valid = np.delete(values, [3, 9], axis=0)
    assert found.nan_count == 2
    assert "10 samples, 2 of them NaN" in repr(found)
    assert "2 of them NaN" in found._repr_html_()
    np.testing.assert_array_equal(found.mean, valid.mean(axis=0))
    np.testing.assert_array_equal(found.deviation, valid.std(axis=0))
    np.testing.assert_array_equal(found.quantile([0.0, 0.5, 1.0]), np.quantile(valid, [0.0, 0.5, 1.0], axis=0))
    assert (found.worst().number, found.worst().value) == (8, 17.0)
    assert found.worst(0).value == 16.0
    np.testing.assert_array_equal(found.worst().sample, values[8])
    assert "NaN" not in repr(jn.sweep(lambda robot, x: x, PLANAR, valid))


@pytest.mark.parametrize("samples", [np.zeros((0, 2)), np.full((3, 2), np.nan)], ids=["none", "all NaN"])
@pytest.mark.parametrize("ask", [lambda s: s.worst(), lambda s: s.mean, lambda s: s.deviation, lambda s: s.quantile(0.5)])
def test_statistics_of_nothing(samples, ask):
    found = jn.sweep(lambda robot, x: x, PLANAR, samples)
    assert found._repr_html_()
    with pytest.raises(InputError, match="expected a sweep with values"):
        ask(found)


def test_samples_that_are_infinite():
    """They are values: the largest there is, and no warning comes of them."""
    found = jn.sweep(lambda robot, x: x, PLANAR, np.array([1.0, np.inf, 2.0, np.inf]))
    assert found.nan_count == 0
    assert found.worst().value == found.mean == np.inf
    assert found.quantile(0.0) == 1.0
    assert np.isnan(found.deviation)
    assert "inf" in found._repr_html_()


def test_values_that_do_not_exist():
    found = jn.sweep(lambda robot, x: x, PLANAR, X)
    for index in ((1,), (0, 0), ("a",), (None, 5)):
        with pytest.raises(InputError, match="worst: expected an index into values"):
            found.worst(*index)
    with pytest.raises(InputError, match="expected a sweep with values"):
        jn.sweep(lambda robot, x: x[:, :0], PLANAR, X).worst()
    for share in ("x", [[0.5], [0.1, 0.2]], np.nan, None):
        with pytest.raises(InputError, match="shares from 0 to 1"):
            found.quantile(share)
