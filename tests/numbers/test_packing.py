import numpy as np

from jounce.numbers import Jet
from jounce.numbers.packing import assemble, components, stack


def test_single_samples_become_floats():
    parts = components(np.array([1.0, 2.0]))
    assert parts == [1.0, 2.0]
    assert all(type(x) is float for x in parts)


def test_batches_become_arrays():
    parts = components(np.arange(12.0).reshape(2, 3, 2))
    assert [p.shape for p in parts] == [(2, 3), (2, 3)]


def test_round_trip_with_derivatives():
    Q = np.random.default_rng(0).normal(size=(5, 2, 3, 4))
    jets = [Jet.from_derivatives(column) for column in zip(*map(components, Q))]
    assert np.allclose(assemble(jets, 4, (2, 3), np.float64), Q, rtol=1e-15, atol=0)


def test_rows_of_numbers_become_an_array():
    rows = [[np.arange(3.0), 1.0, 2.0, 3.0], [0.0, 4.0, 5.0, np.ones(3)]]
    out = stack(rows, (2, 2), (3,), np.float64)
    assert out.shape == (2, 3, 2, 2)
    assert out[0, 2].tolist() == [[2.0, 1.0], [2.0, 3.0]]
    assert out[1, 0].tolist() == [[0.0, 4.0], [5.0, 1.0]]


def test_constants_spread_over_batch_and_order():
    out = assemble([[0.0, Jet([1.0, 2.0])], [np.ones(3), 5.0]], 1, (3,), np.float64)
    assert out.shape == (2, 3, 2, 2)
    assert out[0, 1].tolist() == [[0.0, 1.0], [1.0, 5.0]]
    assert out[1, 1].tolist() == [[0.0, 2.0], [0.0, 0.0]]
