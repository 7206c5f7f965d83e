"""When Newton's method over a whole motion has ended."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.flexible.dae import Dae
from jounce.flexible.joint_motion import JointMotion
from jounce.flexible.solvers import newton_damping
from jounce.flexible.solvers.collocation import Collocation
from jounce.flexible.solvers.newton_damping import NewtonDamping
from jounce.flexible.solvers.problem import Problem
from jounce.inverse.inverse_kinematics import inverse_kinematics


def run(shrink, near=False, first=1e-2):
    """Steps until it ends, each from the one before by a function."""
    newton, step = NewtonDamping(near), first
    while newton.count < newton_damping.NEWTON_STEPS:
        newton.take(step)
        if newton.enough(1e-3):
            break
        step = shrink(step)
    return newton, step


def test_a_root_by_newton():
    """x^2 = 2 from 1.5: the step that is left out is the one that would change nothing."""
    x, newton = 1.5, NewtonDamping(near=False)
    while not newton.count or not newton.enough(0.0):
        step = (x * x - 2.0) / (2.0 * x)
        newton.take(abs(step))
        x -= step
    assert newton.count == 4
    assert newton.last > 1e-12  # what a step that confirms would have to be below
    assert abs(x - 2.0**0.5) <= 2 * np.spacing(1.0)


def test_slow_steps_go_on():
    """Steps that shrink by a constant are never taken for squares, and rounding ends them."""
    newton, step = run(lambda step: 0.2 * step)
    assert step <= newton_damping.TOLERANCE * (1.0 + 1e-3)
    newton, step = run(lambda step: max(0.1 * step, 3e-9))
    assert step == 3e-9
    assert newton.count < 12


def test_a_first_step_ends_only_near_the_solution():
    assert run(lambda step: step**2, near=True, first=1e-10)[0].count == 1
    assert run(lambda step: step**2, near=False, first=1e-10)[0].count == 2
    assert run(lambda step: step**2, near=True, first=1e-4)[0].count > 1


def test_shares_of_growing_steps():
    """Half of the share before where a step grows; such a step is never the last."""
    newton = NewtonDamping(near=True)
    assert [newton.take(x) for x in (1.0, 2.0, 3.0, 1.0)] == [1.0, 0.5, 0.25, 1.0]
    newton = NewtonDamping(near=True)
    newton.take(1e-20)
    newton.take(1e-7)
    assert not newton.enough(1.0)


@pytest.mark.parametrize("kind", ["python", pytest.param("native", marks=pytest.mark.native)])
def test_a_step_that_was_not_taken_is_nothing(kind, monkeypatch):
    """Smaller steps from a solution by larger ones: one Newton step, and any more change nothing."""
    robot, q = jn.load("moberg_5dof_nmp"), np.array([0.4, 0.9, 0.0])
    path = jn.trajectory.line([1.5, -1.5], [1.51, -1.49], 0.1, start_time=0.05)
    dae = Dae(robot)
    start = dae.at_rest(dae.outputs.target(path, np.array([0.05]), 0).at(0), q)
    flat = inverse_kinematics(robot, path, start, {robot.joint_names[i]: start[i] for i in dae.passive})
    with jn.backend(kind):
        rough = Problem(dae, path, start, flat, 0.0, 0.2, 1e-3)
        first = Collocation().solve(rough)
        finer = replace(rough, h=5e-4, near=JointMotion(dae, path, first.times, first.q, first.v))
        found = Collocation().solve(finer)
        monkeypatch.setattr(newton_damping, "NOTHING", 0.0)
        monkeypatch.setattr(newton_damping, "TOLERANCE", 1e-15)
        every = Collocation().solve(finer)
    assert found.status.iterations == 1
    assert every.status.iterations > 1
    assert np.abs(found.q - every.q).max() < 1e-14
    assert np.abs(found.v - every.v).max() < 1e-11
