"""Compiled ticks: arms that differ in values alone share one C function, and each arm gets its own torque."""

import numpy as np
import pytest

import jounce as jn
from jounce.flexible.live import native_tick
from support.flexible import LINE, MP, started
from support.random_robots import plainly

pytestmark = pytest.mark.native
TICKS = 30
PLAIN = 1e-9
"""Torque of plain Python against the compiled one, relative: fast zeros magnify rounding; 3e-11 seen."""


def other(robot, factor):
    """The same arm with other springs and masses."""
    values = {name: factor * robot.parameter_values(name) for name in ("spring_stiffness", "inertia")}
    return robot.with_parameters(values)


def torques(robot):
    live = jn.live(robot)
    live.begin(started(robot, LINE))
    times = LINE.start_time + np.arange(TICKS) / live.rate
    return np.array([live.step(LINE(t, len(live.q) - 1)) for t in times])


def test_arms_of_one_structure_share_their_ticks():
    torques(MP)
    functions = dict(native_tick.BUILT)
    soft, heavy = torques(other(MP, 0.8)), torques(other(MP, 1.3))
    assert native_tick.BUILT == functions
    for factor, found in ((0.8, soft), (1.3, heavy)):
        expected = plainly(torques, other(MP, factor))
        assert np.abs(found - expected).max() < PLAIN * np.abs(expected).max()
    assert np.abs(soft - heavy).max() > 0.1 * np.abs(heavy).max()


def test_another_structure_has_its_own():
    torques(MP)
    count = len(native_tick.BUILT)
    torques(MP.with_gravity((1.0, 2.0, 3.0)))
    assert len(native_tick.BUILT) == min(count + 1, native_tick.MOST_BUILT)
