"""Estimates of plans whose links rub: against the plan on the plant, and the times that resolve friction by hand."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.functions.linear_model import Instant, drive_derivatives
from jounce.inverse.sampling import has_dry_friction, resolve_dry_friction
from jounce.plant.plant import plant_of
from support.flexible import MP
from support.flexible_statistics import random_task
from support.tolerances import assert_close

RIGHT = 10.0
"""An estimate is right within this factor."""
SEEN = 0.3
"""Share of the error that its bound may be, for the error to be known."""
COMPILED = (pytest.mark.slow, pytest.mark.native)
"""In plain Python the simulation of such friction takes a quarter of an hour."""
PATH = jn.trajectory.line([1.5, -1.5], [1.7, -1.3], 0.5, start_time=0.1)


def rubbing(robot, coulomb, speed, viscous=0.0):
    """The same robot with friction on every link that a motor drives."""
    friction = jn.Friction(viscous=viscous, coulomb=coulomb, speed=speed)
    return replace(robot, joints=tuple(replace(j, friction=friction) if j.drive is not None else j for j in robot.joints))


@pytest.mark.parametrize(
    ("coulomb", "speed"),
    [
        (300.0, 1e-3),
        pytest.param(3000.0, 1e-4, marks=COMPILED),
        pytest.param(3000.0, 1e-2, marks=COMPILED),
        pytest.param(1000.0, 3e-4, marks=COMPILED),
    ],
)
def test_estimates_are_those_of_the_plant(coulomb, speed):
    plan = jn.feedforward(rubbing(MP, coulomb, speed), PATH, np.linspace(0.0, 0.8, 161))
    found = jn.verify(plan)
    assert found.bound < SEEN * found.tool_error
    assert found.tool_error / RIGHT < plan.status.tool_error < RIGHT * found.tool_error


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("seed", [2, 4, 5, 6, 7, 10, 12, 15, 17, 18])
def test_estimates_of_random_arms(seed):
    task, rng = random_task(seed), np.random.default_rng(seed)
    robot = rubbing(task.robot, float(10 ** rng.uniform(-0.5, 1.5)), float(10 ** rng.uniform(-4.0, -1.3)))
    plan = jn.feedforward(robot, task.path, task.t, guess=task.guess)
    found = jn.verify(plan)
    assert found.bound < SEEN * found.tool_error
    assert found.tool_error / RIGHT < plan.status.tool_error < RIGHT * found.tool_error


@pytest.mark.parametrize(("coulomb", "speed"), [pytest.param(300.0, 1e-3, marks=pytest.mark.slow), (3000.0, 1e-4)])
def test_a_finer_grid_says_the_same_of_the_torque(coulomb, speed):
    """The torque at an instant where friction turns round does not depend on how many other instants were asked for."""
    robot = rubbing(MP, coulomb, speed)
    coarse, fine = (jn.feedforward(robot, PATH, np.linspace(0.0, 0.8, n)) for n in (161, 3201))
    apart = np.abs(fine.tau_m[::20] - coarse.tau_m).max()
    assert apart < RIGHT * max(coarse.status.torque_error, fine.status.torque_error)
    assert coarse.status.torque_error < 1e-4 * np.abs(coarse.tau_m).max()


def test_times_that_resolve_friction():
    """A link that turns round at constant acceleration: equal steps of asinh(v / s), and the times asked for among them."""

    class Turning(jn.trajectory.Path):
        n, start_time, end_time, smoothness, max_order, space = 3, 0.0, 1.0, 9, 9, "joint"

        def derivatives(self, t, order):
            rows = [0.5 * (t - 0.4) ** 2, t - 0.4, np.ones_like(t), *[np.zeros_like(t)] * 7]
            return np.stack([np.stack([row] * 3, axis=-1) for row in rows[: order + 1]])

        def remedy(self, order):
            return ""

    t, step, speed = np.linspace(0.0, 1.0, 11), 0.5, 1e-3
    robot = rubbing(MP, 100.0, speed)
    found = resolve_dry_friction(robot, Turning(), t, step)
    assert np.isin(t, found).all()
    assert (np.diff(found) > 0.0).all()
    assert np.abs(np.diff(np.arcsinh((found - 0.4) / speed))).max() < step * (1.0 + 1e-6)
    assert has_dry_friction(robot)
    assert not has_dry_friction(MP)
    assert resolve_dry_friction(MP, Turning(), t, step) is t
    assert resolve_dry_friction(rubbing(MP, 0.0, speed, viscous=3.0), Turning(), t, step) is t


def test_slopes_of_link_friction():
    """Differences of c v / sqrt(v^2 + s^2) + d v, beside dampers of drives."""
    robot, free = rubbing(MP, 40.0, 0.02, viscous=3.0), rubbing(MP, 0.0, 0.02)
    v, h = np.array([0.07, -0.01, 0.3]), 1e-6
    rubbed = [i for i, here in enumerate(plant_of(robot).beside) if here.rubbing]

    def force(v):
        return 40.0 * v / np.sqrt(v**2 + 0.02**2) + 3.0 * v

    def loss(of, qd):
        drives = drive_derivatives(of)
        return np.diag(drives.matrix(drives.loss, Instant(*np.zeros((1, 3)), qd, *np.zeros((4, 3)))))[rubbed]

    slopes = loss(robot, v) - loss(free, v)
    assert_close(slopes, ((force(v + h) - force(v - h)) / (2.0 * h))[rubbed], 1e-6)
    assert_close(loss(robot, 0.0 * v) - loss(free, v), np.full(len(rubbed), 3.0 + 40.0 / 0.02))
