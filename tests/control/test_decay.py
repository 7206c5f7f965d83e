"""Errors under every linearising controller fall at the rate of the slowest pole asked for, fitted, and as a bandwidth says."""

import numpy as np
import pytest

import jounce as jn
from jounce.control import DynamicFeedbackLinearization, FeedbackLinearization, RigidComputedTorque
from jounce.control.tuning.gains import chain_gains
from jounce.errors import InputError
from support.tolerances import ALGEBRA, assert_close

ARM = jn.load("planar_2r")
DAMPED, CARRIED = ARM.with_drives(damping=2.0), ARM.with_drives(coupling="full")
MIXED = ARM.with_drives(stiffness=[2000.0, np.inf])
SLOW = -7.0
LOOPS = {
    "static, torque": (ARM, FeedbackLinearization, 4, {}),
    "static, motors": (ARM, FeedbackLinearization, 4, {"sensors": "motor"}),
    "damped": (DAMPED, FeedbackLinearization, 3, {"sensors": "motor"}),
    "carried rotors": (CARRIED, DynamicFeedbackLinearization, 6, {}),
    "a rigid joint": (MIXED, DynamicFeedbackLinearization, 4, {}),
    "rigid": (ARM.with_rigid_joints(), RigidComputedTorque, 2, {}),
}


@pytest.mark.native
@pytest.mark.parametrize("loop", LOOPS)
def test_decay_is_that_of_the_slowest_pole(loop):
    """Sampled at 2 kHz, released off a plan that moves, beside a run from its start: fitted over the last 0.3 s to 2 %."""
    robot, law, order, more = LOOPS[loop]
    path = jn.trajectory.rest_to_rest([0.0, 0.0], [0.3, -0.3], 0.5, degree=13)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 0.6, 61))
    controller = law(robot, poles=[SLOW, *np.linspace(-45.0, -60.0, order - 1)], **more)
    off, on = (jn.simulate(robot, plan, controller, start=s, rate=2000.0) for s in (([0.02, -0.03], [0.0, 0.0]), None))
    for error in np.abs(off.q - on.q)[30:].T:
        assert_close(np.polyfit(plan.t[30:], np.log(error), 1)[0], SLOW, 0.02, loop)


def test_chains_from_bandwidth_and_damping():
    """The pair of s^2 + 2 z w s + w^2, the others real and twice as fast."""
    w, z = 30.0, 0.6
    pair = list(np.roots([1.0, 2 * z * w, w * w]))
    for loop, (robot, law, order, more) in LOOPS.items():
        found = law(robot, bandwidth=w, damping=z, **more).gains
        assert_close(found[:order], chain_gains(robot, order, [*pair, *[-2 * w] * (order - 2)], None), ALGEBRA, loop)
    with pytest.raises(InputError, match="poles, gains or bandwidth, one of them"):
        FeedbackLinearization(ARM, poles=[-1.0] * 4, bandwidth=3.0)
    with pytest.raises(InputError, match=r"bandwidth \[rad/s\]: expected a number above 0"):
        FeedbackLinearization(ARM, bandwidth=-3.0)
