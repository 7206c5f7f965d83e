"""The experiment of [Buondonno2015] in MuJoCo: our torque, its model and its integrator, and the links keep to the plan."""

from functools import cache

import mujoco
import numpy as np
import pytest

import jounce as jn
from jounce.numerics.chebyshev_signal import ChebyshevSignal
from support.experiments import DURATION, LWR, plan

SAMPLES = 41
TRACKING = 1e-9
"""[rad, rad/s] in 4 s, which are 40 000 Runge-Kutta steps."""


@cache
def in_mujoco():
    """(q, qd, theta, thetad), each (SAMPLES, n), under the planned torque: at every stage of every step, nothing fed back."""
    motion = plan(samples=SAMPLES)
    model = mujoco.MjModel.from_xml_string(LWR.to_mjcf())
    data = mujoco.MjData(model)
    torque = ChebyshevSignal(lambda t: motion.at(t).tau_m, [0.0, DURATION])

    def control(_, data):
        data.ctrl[:] = torque(data.time)

    data.qpos[:] = [*motion.q[0, 0], *motion.theta[0, 0]]
    states = [np.concatenate([data.qpos, data.qvel])]
    steps = round(DURATION / model.opt.timestep / (SAMPLES - 1))
    mujoco.set_mjcb_control(control)
    try:
        for _ in range(SAMPLES - 1):
            mujoco.mj_step(model, data, steps)
            states.append(np.concatenate([data.qpos, data.qvel]))
    finally:
        mujoco.set_mjcb_control(None)
    assert data.time == pytest.approx(DURATION, abs=1e-9)
    q, theta, qd, thetad = np.split(np.array(states), 4, axis=1)
    return q, qd, theta, thetad


@pytest.mark.native
def test_links_keep_to_the_plan():
    motion = plan(samples=SAMPLES)
    for found, planned in zip(in_mujoco(), (*motion.q[:2], *motion.theta[:2])):
        assert np.abs(found - planned).max() < TRACKING


@pytest.mark.native
def test_our_simulation_agrees():
    run = jn.simulate(LWR, plan(samples=SAMPLES), tolerance=1e-12)
    for ours, theirs in zip((run.q, run.qd, run.theta, run.thetad), in_mujoco()):
        assert np.abs(ours - theirs).max() < TRACKING
