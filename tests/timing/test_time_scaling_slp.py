"""Steps of the linear programs: their rows by differences, durations in closed form, and a bang-bang time approached."""

import numpy as np
import pytest

import jounce as jn
from jounce.timing.time_scaling import approximate_scaling
from jounce.timing.time_scaling_slp import difference_matrix, first_duration, least_duration, linearised_rows, optimise
from support.slider import line_constraints
from support.tolerances import assert_close

SCALING = approximate_scaling(lambda x: x**2 * (3.0 - 2.0 * x), 4, 3, 2)


@pytest.mark.parametrize("guess", [1e-3, 1.99, 2.0, 700.0])
@pytest.mark.parametrize("power", [1, 2, 4])
def test_the_duration_with_which_a_limit_is_reached(power, guess):
    duration = least_duration(lambda T: (2.0 / T) ** power, guess)
    assert 2.0 <= duration < 2.0 * (1.0 + 3e-5)


def test_no_duration_is_long_enough():
    with pytest.raises(jn.errors.LimitError, match="no duration is long enough"):
        least_duration(lambda T: 2.0, 1.0)


@pytest.mark.parametrize("guess", [1e-2, 40.0])
def test_the_first_duration_is_feasible(guess):
    """Velocity alone: the largest slope of the scaling, to 5 %."""
    slope = SCALING.evaluate(np.linspace(0.0, 1.0, 1001), 1)[1].max()
    duration = first_duration(line_constraints(velocity=1.0), SCALING, guess, 0)
    assert slope * 0.999 < duration < 1.2 * slope


def test_rows_are_differences():
    """With a motion at the ends, whose coefficients depend on the duration."""
    constraints, T, step = line_constraints(velocity=1.0, acceleration=2.0), 1.3, 1e-6
    moving = SCALING.with_motion((np.array([0.0, 0.3]), np.array([1.0, 0.5])), T)
    x = np.linspace(0.05, 0.95, 10)
    sampled = constraints.sample(moving, x)
    rows, values = linearised_rows(sampled, T)
    d = np.random.default_rng(0).normal(size=rows.shape[1])
    used = {name: np.abs(share) > 0.1 for name, share in sampled.shares(T).items()}

    def at(h):
        longer = T * np.exp(h * d[-1])
        moved = moving._replace(coefficients=moving.coefficients + h * d[:-1]).with_duration(T, longer)
        shares = constraints.sample(moved, x).shares(longer)
        return np.concatenate([shares[name][used[name]] for name in shares])

    assert_close(values, at(0.0))
    assert_close(rows @ d, (at(step) - at(-step)) / (2.0 * step), 1e-7)
    assert_close(linearised_rows(sampled, T, 0.9)[1], values + 0.1 * np.sign(values))


def test_differences_of_coefficients():
    d = np.random.default_rng(1).normal(size=len(SCALING.coefficients) + 1)
    assert_close(difference_matrix(SCALING, 1.0) @ d, np.diff(d[:-1]))


def test_one_mass_approaches_its_bang_bang_time():
    """1 kg over 1 m with 1 N takes 2 s at least: the more pieces, the closer."""
    constraints = line_constraints(motor_torque=1.0)
    coarse, fine = (optimise(constraints, SCALING, 2.5, halvings).duration for halvings in (0, 1))
    assert 1.999 < fine < coarse < 2.5
