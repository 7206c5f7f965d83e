"""Search for models that are expensive: an exponential, its linearised rows, and what does not converge."""

from dataclasses import dataclass

import numpy as np
import pytest

from jounce.errors import ConvergenceError
from jounce.identification.gauss_newton import LinearEquations, search
from jounce.identification.parameter_blocks import ScalarBlock
from support.tolerances import assert_close

T = np.linspace(0.0, 2.0, 60)
BLOCK = ScalarBlock("a", ("size", "rate"), np.array([1.0, 0.3]), np.array([5.0, 5.0]))


@dataclass(frozen=True)
class Decay:
    """y = a1 exp(-a2 t)."""

    y: np.ndarray

    def rows(self, values):
        size, rate = values["a"]
        model = size * np.exp(-rate * T)
        return [(model - self.y, {"a": np.stack([np.exp(-rate * T), -T * model], axis=1)})]

    def linear(self, values):
        return LinearEquations(("y",), (len(T),), values, tuple(self.rows(values)))


def test_an_exponential_is_found():
    noise = 1e-3 * np.sin(37.0 * np.arange(60.0))
    found = search(Decay(2.0 * np.exp(-0.9 * T) + noise), [BLOCK])
    assert_close(found.values["a"], np.array([2.0, 0.9]), 2e-3)
    from scipy.optimize import curve_fit

    best = curve_fit(lambda t, a, b: a * np.exp(-b * t), T, 2.0 * np.exp(-0.9 * T) + noise, (1.0, 0.3))[0]
    assert_close(found.values["a"], best, 1e-4)


def test_compressed_rows_have_the_same_squares_and_products():
    near = {"a": np.array([1.3, 0.5])}
    equations = Decay(np.cos(3.0 * T)).linear(near)
    values = {"a": np.array([1.7, 0.2])}
    (r, by), (plain, jacobian) = equations.rows(values)[0], equations.there[0]
    plain, jacobian = plain + jacobian["a"] @ (values["a"] - near["a"]), jacobian["a"]
    assert len(r) == 3
    assert_close(r @ r, plain @ plain)
    assert_close(by["a"].T @ r, jacobian.T @ plain)
    assert_close(by["a"].T @ by["a"], jacobian.T @ jacobian)


def test_resampled_rows_are_residuals_in_another_order():
    values = {"a": np.array([1.3, 0.5])}
    equations = LinearEquations(("y",), (60,), values, tuple(Decay(np.cos(3.0 * T)).rows(values)))
    drawn = equations.resampled(values, np.random.default_rng(0)).there[0][0]
    assert len(drawn) == 60
    assert np.isin(drawn, equations.there[0][0]).all()
    assert not np.array_equal(drawn, equations.there[0][0])


def test_a_search_without_end():
    """A residual whose stated slope is a hundredth of the true one takes steps that are always halved, or never end."""

    class Endless(Decay):
        def rows(self, values):
            r = np.repeat(np.exp(-values["a"][0]), 60)
            return [(r, {"a": np.stack([-r, 0.0 * r], axis=1)})]

    with pytest.raises(ConvergenceError, match="the search for the values did not end within 40 steps"):
        search(Endless(T), [ScalarBlock("a", ("size", "rate"), np.zeros(2), np.array([1e6, 1e6]))])
