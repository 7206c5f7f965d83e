"""The noise of samples, from samples whose noise is known."""

import numpy as np
import pytest

from jounce.trajectory.noise_level import scatter


@pytest.mark.parametrize("sigma", [1e-6, 1e-3, 0.5])
def test_white_noise_on_a_motion(sigma):
    t = np.linspace(0.0, 1.0, 2000)
    noise = sigma * np.random.default_rng(0).normal(size=(len(t), 2))
    q = np.stack([np.sin(3.0 * t), 5.0 + t**2], axis=1)
    assert np.allclose(scatter(q + noise), sigma, rtol=0.1)


def test_of_a_smooth_motion_there_is_none():
    t = np.linspace(0.0, 1.0, 2000)
    assert (scatter(np.sin(3.0 * t)[:, None]) < 1e-12).all()


def test_a_few_corners_do_not_count():
    t = np.linspace(0.0, 1.0, 2000)
    assert (scatter(np.abs(t - 0.5)[:, None]) < 1e-12).all()


@pytest.mark.parametrize("count", [1, 2, 11])
def test_few_samples_tell_nothing(count):
    assert scatter(np.random.default_rng(0).normal(size=(count, 3))).tolist() == [0.0, 0.0, 0.0]
