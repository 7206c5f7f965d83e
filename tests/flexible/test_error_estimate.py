"""How errors of a plan are followed along it: against one step after the other, and against SciPy's exponential."""

import numpy as np
import pytest
from scipy.linalg import expm

from jounce.flexible import error_estimate
from support.tolerances import assert_close


@pytest.mark.parametrize("count", [1, 7, 8, 9, 95, 96, 97, 500])
def test_errors_are_followed_from_step_to_step(count):
    rng = np.random.default_rng(count)
    blocks = -(-count // (error_estimate.PARTS * error_estimate.BLOCK))
    pushes = rng.normal(size=(count, 6))
    parts = error_estimate._segments(pushes, (blocks, error_estimate.BLOCK))
    onward = 0.4 * rng.normal(size=(len(parts), 6, 6))
    found = error_estimate._propagated(onward, parts).reshape(-1, 6)[:count]
    x, length = np.zeros(6), blocks * error_estimate.BLOCK
    assert len(parts) <= error_estimate.PARTS
    for i, push in enumerate(pushes):
        x = onward[i // length] @ x + push
        assert_close(found[i], x, 1e-11)


@pytest.mark.parametrize("rate", [1e-3, 0.3, 4.0, 60.0])
def test_exponential_and_its_mean(rate):
    """e^(A h), and its mean over h: the upper right part of the exponential of a matrix twice as large."""
    rng, size = np.random.default_rng(5), 4
    A, h = np.zeros((3, 2 * size, 2 * size)), np.array([1e-3, 2e-3, 5e-4])
    A[:, :size, size:] = np.eye(size)
    A[:, size:] = rng.normal(size=(3, size, 2 * size)) * np.repeat([(rate / 1e-3) ** 2, rate / 1e-3], size)
    whole, mean = error_estimate._exponential(A, h)
    for found, average, a, step in zip(whole, mean, A, h):
        both = np.block([[a * step, np.eye(2 * size)], [np.zeros((2 * size, 4 * size))]])
        wanted = expm(both)[: 2 * size]
        unit = np.repeat([1.0, rate / 1e-3], size)  # of positions and of rates
        for part, exact in ((found, wanted[:, : 2 * size]), (average, wanted[:, 2 * size :])):
            assert_close(part * unit / unit[:, None], exact * unit / unit[:, None], 1e-10)
