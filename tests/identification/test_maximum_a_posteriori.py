"""Estimates of linear models against the formulas of Bayesian regression."""

from dataclasses import dataclass

import numpy as np
import pytest

from jounce.errors import ConvergenceError
from jounce.identification.maximum_a_posteriori import LinearEquations, bootstrap, cost_at, estimate, search, values_at
from jounce.identification.parameter_blocks import ScalarBlock
from support.tolerances import assert_close


@dataclass(frozen=True)
class Line:
    """y = A v with noise: one group."""

    A: np.ndarray
    y: np.ndarray
    labels: tuple = ("y",)

    @property
    def counts(self):
        return (len(self.y),)

    def rows(self, values):
        return [(self.A @ values["a"] - self.y, {"a": self.A})]

    def resampled(self, values, rng):
        model = self.A @ values["a"]
        return Line(self.A, model + rng.choice(self.y - model, len(self.y)))


def line(count=200, noise=0.1, seed=0):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(count, 2))
    return Line(A, A @ [2.0, -1.0] + noise * rng.normal(size=count))


def block(mean=(1.5, 0.0), spread=(1.0, 2.0), least=-np.inf):
    return ScalarBlock("a", ("a1", "a2"), np.array(mean), np.array(spread), least)


def test_the_estimate_is_that_of_bayes():
    """(A^T A / s^2 + P^-1)^-1 (A^T y / s^2 + P^-1 mean), s the noise of the residual."""
    equations, prior = line(), block()
    fitted = estimate([equations], [prior])
    A, y, s = equations.A, equations.y, fitted.noise[0]
    information = A.T @ A / s**2 + np.diag(prior.spread**-2.0)
    exact = np.linalg.solve(information, A.T @ y / s**2 + prior.mean / prior.spread**2)
    assert_close(fitted.values["a"], exact, 1e-6)
    assert_close(fitted.covariance["a"], np.linalg.inv(information), 1e-5)
    assert_close(fitted.informed["a"], 1.0 - np.diag(np.linalg.inv(information)) / prior.spread**2, 1e-6)
    r = y - A @ fitted.values["a"]
    assert s == pytest.approx(np.sqrt(r @ r / (len(y) - 2)), rel=1e-3)


def test_what_no_data_tell_stays_with_the_prior():
    equations = line()
    blind = Line(equations.A * [1.0, 0.0], equations.A[:, 0] * 2.0 + 0.1 * np.sin(np.arange(200.0)))
    fitted = estimate([blind], [block()])
    assert fitted.values["a"][1] == pytest.approx(0.0, abs=1e-9)
    assert fitted.informed["a"] == pytest.approx([1.0, 0.0], abs=1e-3)


def test_bounds_hold():
    assert estimate([line()], [block(least=0.0)]).values["a"][1] == pytest.approx(0.0, abs=1e-5)


def test_a_value_that_is_not_free_stays():
    fitted = estimate([line()], [block(spread=(1.0, 0.0))])
    assert fitted.values["a"][1] == 0.0
    assert fitted.informed["a"][1] == 0.0
    assert fitted.x.shape == (1,)


def test_a_model_without_noise_is_found_exactly():
    assert_close(estimate([line(noise=0.0)], [block()]).values["a"], np.array([2.0, -1.0]), 1e-7)


def test_cost_and_values_at_coordinates():
    equations, x = line(), np.array([0.5, -0.5])
    assert values_at([block()], x)["a"].tolist() == [2.0, -1.0]
    r = equations.A @ [2.0, -1.0] - equations.y
    assert cost_at(equations, [block()], x, np.array([0.1])) == pytest.approx(r @ r / 0.01 + 0.5)


def test_bootstrap_deviations_are_those_of_the_information():
    equations = line()
    fitted = estimate([equations], [block()])
    deviation = bootstrap([equations], [block()], fitted, 30, 0)["a"]
    assert_close(deviation, np.sqrt(np.diag(fitted.covariance["a"])), 0.3)


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
