"""Filters of damped springs against deflections that are chosen first: their torque is f(delta) + D delta'."""

import mpmath
import numpy as np
import pytest
from numpy.polynomial import Polynomial

from jounce.numbers import Jet, derivatives
from jounce.plant.motor import linear
from jounce.plant.spring_filter import MeasuredSpring, SteppedSpring, along, filter_step, moments, run_filters, steady, stepped
from jounce.robot import HardeningSpring
from support.tolerances import CHAIN, assert_close

CURVE = Polynomial([0.3, -0.2, 0.15, 0.4, -0.3, 0.2])
"""A deflection over time."""
H = 0.05


def rows(curve, t, count):
    """Return the value and derivatives of a polynomial."""
    return [float(curve.deriv(k)(t)) for k in range(count)]


def torque_rows(law, D, deflection):
    """Return f(delta) + D delta' and its derivatives, one less than the deflection has."""
    torque = along(law, deflection[:-1])[0]
    return [f + D * x for f, x in zip(torque, deflection[1:])]


def state(curve, D, t, k=2):
    """Return (delta, ..., delta^(k), D delta^(k+1))."""
    x = rows(curve, t, k + 2)
    return [*x[:-1], D * x[-1]]


@pytest.mark.parametrize("z", [0.0, 1e-8, 0.3, 0.999, 1.0, 1.001, 7.0, 300.0])
def test_moments_at_thirty_digits(z):
    with mpmath.workdps(30):
        exact = [mpmath.hyp1f1(1, m + 2, -z) / (m + 1) for m in range(4)]  # the integral, in Kummer's function
        assert_close(moments(z), [float(x) for x in exact], 1e-14)


@pytest.mark.parametrize("D", [0.0, 1e-6, 0.5, 40.0, 1e3])
@pytest.mark.parametrize("k", [2, 4])
def test_a_step_of_a_linear_spring(D, k):
    """u is a polynomial of degree five: the filter is exact, whatever the damping."""
    spring = linear(70.0)
    stepping = SteppedSpring(spring, D, H, state(CURVE, D, 0.2, k))
    wanted = rows(CURVE, 0.2 + H, k + 2)
    after = stepping.deflection_rows(torque_rows(spring, D, wanted)[: k + 1])
    assert_close(after, wanted[: k + 1], CHAIN, terms=(D / 70.0) ** k)  # each order divides D times the next one by K
    assert_close(stepping.after, state(CURVE, D, 0.2 + H, k), 1e-9)


@pytest.mark.parametrize("D", [0.0, 0.5, 40.0])
def test_a_step_of_a_hardening_spring(D):
    """The law holds after the step to every order but the last, and its error falls with h^7."""
    spring = HardeningSpring(70.0, 300.0)
    errors = []
    for h in (2 * H, H):
        wanted = rows(CURVE, 0.2 + h, 5)
        tau = torque_rows(spring, D, wanted)[:3]
        after = SteppedSpring(spring, D, h, state(CURVE, D, 0.2)).deflection_rows(tau)
        assert_close(torque_rows(spring, D, after), tau[:2], CHAIN)
        errors.append(abs(after[0] - wanted[0]))
    assert errors[1] < max(errors[0] / 60.0, 1e-14)


@pytest.mark.parametrize("spring", [linear(70.0), HardeningSpring(70.0, 300.0)], ids=["linear", "hardening"])
def test_no_time_and_no_change(spring):
    """A step of zero with the same torque leaves the state as it is."""
    before = state(CURVE, 3.0, 0.2)
    tau = torque_rows(spring, 3.0, rows(CURVE, 0.2, 5))[:3]
    assert_close(SteppedSpring(spring, 3.0, 0.0, before).deflection_rows(tau), before[:3], CHAIN)


def test_steady_state_is_the_law():
    """In steady state the last derivative is that of the spring alone; at rest nothing is damped."""
    spring = HardeningSpring(70.0, 300.0)
    assert_close(SteppedSpring(spring, 9.0).deflection_rows([spring.torque(0.3), 0.0, 0.0]), [0.3, 0.0, 0.0])
    assert steady(70.0).value(123.0, (1.0, 2.0, 3.0), (4.0, 5.0, 6.0)) == pytest.approx(6.0 / 70.0, rel=1e-15)


def test_slopes_of_a_filter_are_its_derivatives():
    filtered, after = stepped(70.0, 5.0, H), [0.3, -0.4, 0.8]
    for k, slope in enumerate(filtered.slopes()):
        moved = list(after)
        moved[k] = Jet([moved[k], 1.0])
        assert_close(filtered.value(0.1, (0.2, 0.5, -0.6), moved).coeffs[1], slope)


@pytest.mark.parametrize("method", ["torque", "stiffness", "energy"])
def test_values_are_those_of_the_spring(method):
    spring = HardeningSpring(70.0, 300.0)
    for damped in (SteppedSpring(spring, 5.0), MeasuredSpring(spring, 5.0, [0.1])):
        assert getattr(damped, method)(0.2) == getattr(spring, method)(0.2)


@pytest.mark.parametrize("D", [0.0, 4.0])
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("spring", [linear(70.0), HardeningSpring(70.0, 300.0)], ids=["linear", "hardening"])
def test_measured_deflections(spring, count, D):
    """What was not measured follows from the torque."""
    wanted = rows(CURVE, 0.2, 6)
    measured = MeasuredSpring(spring, D, wanted[:count])
    tau = torque_rows(spring, D, wanted)[:4]
    reached = 5 if D else 4
    assert_close(measured.deflection_rows(tau)[:reached], wanted[:reached], CHAIN)
    assert_close([measured.carried(k) for k in range(4)], tau)


def test_along_a_spring_of_varying_stiffness():
    K = Polynomial([100.0, 30.0, -4.0])
    torque, stiffness = along(linear(Jet([100.0, 30.0, -4.0])), rows(CURVE, 0.0, 3))
    assert_close(torque, rows(K * CURVE, 0.0, 3))
    assert_close(stiffness, rows(K, 0.0, 3))


def test_along_a_law():
    """d/dt f(delta) = f'(delta) delta'."""
    spring = HardeningSpring(70.0, 300.0)
    torque, stiffness = along(spring, [0.2, 0.7, 0.0])
    assert_close(torque[1], spring.stiffness(0.2) * 0.7)
    assert_close(stiffness[1], derivatives(spring.stiffness(Jet([0.2, 0.7])))[1])
    assert np.isfinite(torque[2])


@pytest.mark.parametrize("count", [1, 2, 3, 8, 57])
def test_filters_along_a_grid(count):
    """All steps at once, against one step after the other: slow filters, and those that forget within a step."""
    rng = np.random.default_rng(count)
    t, tau, first = np.cumsum(rng.uniform(0.5, 1.5, count)), rng.normal(size=(3, count, 3)), rng.normal(size=3)
    K, D, resting = np.array([1e-3, 2.0, 1e4]), np.array([1.0, 0.7, 3.0]), rng.random(count - 1) < 0.3
    expected = [first]
    for i, h in enumerate(np.diff(t)):
        driven = filter_step(expected[-1], h, tau[:, i], tau[:, i + 1], K, D)
        expected.append(np.exp(-h * K / D) * expected[-1] if resting[i] else driven)
    assert_close(run_filters(first, t, tau, resting, K, D), np.array(expected))
