"""The springs that equations read: torque, slope, energy and inverse belong together."""

import numpy as np
import pytest

import jounce as jn
from jounce.plant.motor import linear
from support.tolerances import ALGEBRA, assert_close

SPRINGS = {
    "linear": linear(700.0),
    "varying": linear(jn.numbers.Jet.from_derivatives([700.0, 30.0, -5.0])),
    "law": jn.robot.HardeningSpring(500.0, 2e4),
}


@pytest.mark.parametrize("name", SPRINGS)
def test_slope_and_energy_are_those_of_the_torque(name):
    """f' and the integral of f, on a jet along the deflection and by Gauss' rule."""
    spring = SPRINGS[name]
    x, w = np.polynomial.legendre.leggauss(8)
    for delta in (-0.03, 0.01, 0.2):
        along = spring.torque(jn.numbers.Jet([delta, 1.0]))
        assert_close(spring.stiffness(delta), along.coeffs[1], ALGEBRA)
        integral = sum(wk * 0.5 * delta * spring.torque(0.5 * delta * (1.0 + xk)) for xk, wk in zip(x, w))
        assert_close(spring.energy(delta), integral, ALGEBRA)


@pytest.mark.parametrize("name", SPRINGS)
def test_deflections_carry_the_torque(name):
    spring = SPRINGS[name]
    delta = spring.deflection_rows([5.0, -2.0, 3.0])
    assert_close(spring.torque(delta[0]), 5.0, ALGEBRA)
    assert len(delta) == 3
