"""Tolerances of fits: averages by brute force, and the largest of many normal numbers by drawing them."""

import math

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.trajectory.smoothing import Samples
from jounce.trajectory.tolerance import TOLERANCE, Tolerance, averages, largest, scatter, tolerance
from support.tolerances import assert_close


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


def test_averages_over_a_time_scale():
    rng = np.random.default_rng(0)
    t, x = np.sort(rng.uniform(0.0, 1.0, size=40)), rng.normal(size=(40, 2))
    average, count = averages(x, t, 0.2)
    for i, at in enumerate(t):
        near = np.abs(t - at) <= 0.1
        assert count[i, 0] == near.sum()
        assert_close(average[i], x[near].mean(axis=0))


def test_the_largest_of_many():
    """Of 1000 normal numbers some are beyond the bound without room, hardly any beyond the bound with 1.5."""
    most = np.abs(np.random.default_rng(0).normal(size=(400, 1000))).max(axis=1)
    assert (most > largest(1000, 0.0)).any()
    assert (most > largest(1000, 1.5)).mean() < 0.02
    assert largest(0.0, 2.0) == 2.0


def samples(sigma):
    t = np.linspace(0.0, 1.0, 1000)
    q = np.stack([np.sin(t), np.cos(t)], axis=1)
    q[:, 1] += sigma * np.random.default_rng(0).normal(size=1000)
    return Samples(t, q)


def test_of_exact_samples_it_is_the_default():
    limits = tolerance(samples(0.0), None, ["a", "b"])
    assert_close(limits.each, [TOLERANCE, TOLERANCE], 1e-6)
    assert limits.duration == 1.0


def test_noise_widens_it():
    limits = tolerance(samples(1e-3), None, ["a", "b"])
    assert 4e-3 < limits.each[1] < 8e-3
    assert_close(limits.of([1]).each, limits.each[1:])


def test_a_stated_tolerance_counts_for_every_sample():
    limits = tolerance(samples(1e-3), 5e-3, ["a", "b"])
    assert limits.each.tolist() == [5e-3, 5e-3]
    assert not limits.noise.any()


@pytest.mark.parametrize("stated", [0.0, -1.0, math.nan, "small"])
def test_what_is_no_tolerance(stated):
    with pytest.raises(InputError, match="tolerance .rad or m.: expected a"):
        tolerance(samples(0.0), stated, ["a", "b"])


def test_below_the_noise():
    with pytest.raises(InputError, match="samples: b scatters with a standard deviation of about .*Raise the tolerance to"):
        tolerance(samples(1e-3), 1e-3, ["a", "b"])


def test_averages_may_be_nearer_to_zero_than_samples():
    limits = Tolerance(np.array([1.0, 1.0]), np.array([0.0, 1e-2]), 1.0)
    few, many = limits.middle(0.1, 10), limits.middle(0.1, 1000)
    assert few[0] == many[0] == 1.0
    assert TOLERANCE < many[1] < few[1]
    assert_close((few[1] ** 2 - TOLERANCE**2) / (many[1] ** 2 - TOLERANCE**2), 100.0)
