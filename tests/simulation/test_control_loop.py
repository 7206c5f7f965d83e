"""The control loop: late ticks, and controllers that fail."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ConvergenceError
from simulation.test_plant_dynamics import PLAN, ROBOT, STEP, J, Recorder, still, wheel
from support.tolerances import ALGEBRA, assert_close

pytestmark = pytest.mark.native


def test_errors_of_functions_come_through():
    def broken(t, q, qd):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        jn.simulate(ROBOT, PLAN, wrench={"tool": broken})
    with pytest.raises(ConvergenceError, match="runs away"):
        jn.simulate(ROBOT, PLAN, lambda reference, state: 1e6 * state.theta)


def test_jitter():
    """Ticks come late by shares of the jitter that the seed gives; the controller's clock does not know."""
    robot, t, late = wheel(), np.linspace(0.0, 0.1, 11), 4e-3
    controller = Recorder(lambda t: np.array([np.cos(100.0 * t)]))
    run = jn.simulate(robot, still(robot, t), controller, rate=100.0, jitter=late, seed=7)
    assert_close(controller.times, t, ALGEBRA)
    begins = np.minimum(t + late * np.random.default_rng(7).random(11), 0.1)
    begins[0] = 0.0
    a, length = np.cos(100.0 * t) / J, np.diff(np.append(begins, 0.1))
    qd = np.sum(a * length)
    assert_close(run.qd[-1, 0], qd, STEP)
    assert jn.simulate(robot, still(robot, t), controller, rate=100.0, jitter=late, seed=8).qd[-1, 0] != run.qd[-1, 0]
