"""Estimates of linear models against the formulas of Bayesian regression."""

from dataclasses import dataclass

import numpy as np
import pytest

from jounce.identification.maximum_a_posteriori import bootstrap, cost_at, estimate, values_at
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
