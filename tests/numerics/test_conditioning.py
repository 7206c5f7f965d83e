"""A regularity test that never calls a matrix regular that is not."""

import numpy as np

from jounce.numerics.conditioning import is_surely_regular


def test_never_true_below_the_ratio():
    """Against singular values: random matrices of all conditions; clearly regular ones are recognised."""
    rng = np.random.default_rng(0)
    U, V = (np.linalg.qr(rng.normal(size=(200, 4, 4)))[0] for _ in range(2))
    sigma = 10.0 ** rng.uniform(-12.0, 0.0, size=(200, 4))
    for A in U * sigma[:, None] @ V:
        singular = np.linalg.svd(A, compute_uv=False)
        ratio = singular[-1] / singular[0]
        assert not is_surely_regular(A, 1.001 * ratio)
        assert is_surely_regular(A, 0.2 * ratio)


def test_singular_and_not_a_number():
    assert is_surely_regular(np.eye(3)[None], 0.3)
    assert not is_surely_regular(np.zeros((3, 3)), 1e-8)
    assert not is_surely_regular(np.array([np.eye(2), np.full((2, 2), np.nan)]), 1e-8)
