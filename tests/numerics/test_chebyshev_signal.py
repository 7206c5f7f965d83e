"""Piecewise Chebyshev polynomials: smooth functions to rounding, noise, jumps and kinks in few pieces."""

import numpy as np
import pytest

from jounce.numerics.chebyshev_signal import MANY, ROOM, ChebyshevSignal
from support.tolerances import ALGEBRA, assert_close


def test_signal():
    """Smooth between breaks, whatever it does at them: reproduced to rounding, at the breaks from the right."""

    def function(t):
        smooth = np.stack([np.sin(30.0 * t), np.exp(-t)], axis=-1)
        return np.where(t[:, None] < 1.0, smooth, np.where(t[:, None] < 2.0, 5.0 - smooth, 3.0))

    signal = ChebyshevSignal(function, [0.0, 1.0, 2.0, 3.0])
    t = np.linspace(0.0, 3.0, 1201)
    assert_close([signal(x) for x in t], function(t), ALGEBRA)
    assert_close(signal(-1.0), function(np.zeros(1))[0], ALGEBRA)


def test_a_signal_of_many_pieces_is_asked_for_in_parts():
    """A plan takes hundreds of numbers for each instant, and fast zeros millions of instants."""
    asked = []

    def fast(t):
        asked.append(len(t))
        return np.sin(2e4 * t)[:, None]

    signal = ChebyshevSignal(fast, [0.0, 1.0])
    assert max(asked) <= ROOM < sum(asked)
    times = np.linspace(0.0, 1.0, 101)
    assert np.abs([signal(t)[0] - np.sin(2e4 * t) for t in times]).max() < 1e-11


def test_signal_with_a_kink_it_was_not_told():
    """Pieces are halved towards it, until they are too short to matter."""
    signal = ChebyshevSignal(lambda t: np.abs(t - 1.0 / 3.0)[:, None], [0.0, 1.0])
    t = np.linspace(0.0, 1.0, 997)
    assert_close([signal(x)[0] for x in t], np.abs(t - 1.0 / 3.0), 1e-9)
    assert len(signal.begins) < 200


def waves(t):
    return np.column_stack([np.sin(9.0 * t), t**2])


def test_noise_is_not_chased():
    """What a solver leaves, 1e-9 of the torque, has no polynomial: the pieces stay as many as without it."""
    rng = np.random.default_rng(0)
    asked = []

    def noisy(t):
        asked.append(len(t))
        return waves(t) + 1e-9 * rng.normal(size=(len(t), 2))

    clean, found = ChebyshevSignal(waves, [0.0, 1.0]), ChebyshevSignal(noisy, [0.0, 1.0])
    assert len(found.begins) <= 2 * len(clean.begins)
    assert sum(asked) < 2000
    for t in np.linspace(0.0, 1.0, 57):
        assert np.abs(clean(t) - waves(np.array([t]))[0]).max() < 1e-12
        assert np.abs(found(t) - waves(np.array([t]))[0]).max() < 1e-7


def test_loud_noise_is_not_chased_either():
    """1e-6 of the torque: not all pieces are halved for ever, and what is handed out is off by no more than the noise."""
    rng = np.random.default_rng(1)
    found = ChebyshevSignal(lambda t: waves(t) + 1e-6 * rng.uniform(-1.0, 1.0, (len(t), 2)), [0.0, 1.0])
    assert len(found.begins) <= 20 * MANY  # where chance makes coefficients fall, halving goes on
    times = np.linspace(0.0, 1.0, 301)
    assert np.abs([found(t) - waves(np.array([t]))[0] for t in times]).max() < 1e-5


@pytest.mark.parametrize("noise", [0.0, 1e-9])
def test_jumps_are_found(noise):
    rng = np.random.default_rng(0)

    def jumping(t):
        return waves(t) + np.column_stack([t > 0.3, 0.0 * t]) + noise * rng.normal(size=(len(t), 2))

    found = ChebyshevSignal(jumping, [0.0, 1.0])
    assert len(found.begins) < 120
    for t in (0.1, 0.3 - 1e-7, 0.3 + 1e-7, 0.7):
        assert np.abs(found(t) - waves(np.array([t]))[0] - [t > 0.3, 0.0]).max() < 1e-12 + 100.0 * noise
