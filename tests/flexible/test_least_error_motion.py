"""Zeros that change their kind on the way or run through infinity: passed, named, or refused with numbers; by another plant."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, SingularityError
from jounce.flexible.dae import Dae
from jounce.flexible.zeros.zero_crossings import zero_crossings
from jounce.inverse.inverse_kinematics import inverse_kinematics
from support.flexible import MP, NMP, through_infinity
from support.flexible_statistics import Plant, Task, Witness, random_task
from support.tolerances import assert_close

pytest.importorskip("pinocchio")


def times(path):
    return np.arange(0.0, path.end_time + 0.05, 1e-3)


@pytest.mark.parametrize("damping", [200.0, 0.0])
@pytest.mark.parametrize("back", [False, True], ids=["there", "back"])
def test_a_zero_through_infinity(damping, back):
    """Both ways, damped and not: the tool stays within 1e-7 m on another plant, and motors rest before and after."""
    robot, path, ends = through_infinity(damping, back)
    plan = jn.feedforward(robot, path, times(path), guess=ends[0])
    assert plan.method == "nearest"
    assert ", through infinity, so the tool stays as near to its path as it can" in plan.why
    error = Plant(robot).follow(plan)
    assert error < 1e-7
    assert error / 10.0 < plan.status.tool_error < 10.0 * error
    for time, rest in zip((plan.status.acts_from, plan.status.acts_until), ends):
        at = plan.motion(np.array([time]), 2)[:, 0]
        assert_close(at[0], rest, 1e-6)
        assert np.abs(at[1:, 1:]).max() < 1e-6  # of motors
    assert np.abs(plan.tau_m).max() < 1e3


@pytest.mark.parametrize("damping", [200.0, 0.0])
def test_which_zero_changes_where(damping):
    """The instant is that at which Pinocchio's inertia and differenced outputs leave the spring's acceleration open."""
    robot, path, ends = through_infinity(damping)
    dae = Dae(robot)
    flat = inverse_kinematics(robot, path, ends[0], {"j0": 0.0})
    (change,) = zero_crossings(dae, path, flat)
    assert change.through_infinity
    witness = Witness(Task(robot, path, times(path), ends[0]))

    def sign(time):
        q = witness.rest(flat(np.array([time]))[0, 0], path(np.array([time]))[0, 0])
        return np.linalg.slogdet(witness.both(q))[0]

    assert sign(change.time - 1e-5) == -sign(change.time + 1e-5) != 0.0
    assert change.before.real > 0.0 >= change.after.real
    for zero, time in ((change.before, -1), (change.after, 1)):  # one of forty poses earlier and later
        near = np.linspace(path.start_time, path.end_time, 40)
        at = near[np.searchsorted(near, change.time) + (-1 if time < 0 else 0)]
        q = witness.rest(flat(np.array([at]))[0, 0], path(np.array([at]))[0, 0])
        assert np.abs(witness.zeros(q) - zero).min() < 1e-4 * abs(zero)


@pytest.mark.native
def test_too_fast_to_stay_near():
    """The same in 50 ms: refused with how far the nearest motion leaves the path; allowed, it leaves it by what is said."""
    robot, path, (posture, _) = through_infinity(back=True, duration=0.05)
    t = times(path)
    with pytest.raises(
        SingularityError, match=r"a zero goes from .* The nearest motion that is bounded leaves the path by 0\.000"
    ):
        jn.feedforward(robot, path, t, guess=posture)
    with pytest.raises(SingularityError, match="a larger allow_error takes it"):
        jn.feedforward(robot, path, t, guess=posture, allow_error=1e-5)
    with pytest.raises(SingularityError) as plain:
        jn.feedforward(robot, path, t, "collocation", guess=posture)
    assert "nearest" not in str(plain.value)
    plan = jn.feedforward(robot, path, t, "collocation", guess=posture, allow_error=1e-3)
    error = Plant(robot).follow(plan)
    assert 1e-5 < error < 1e-3
    assert 0.9 * error < plan.status.tool_error < 1.1 * error
    seen = jn.verify(plan)
    assert 0.8 * error < seen.tool_error < 1.2 * error


def test_allowed_and_not_needed():
    """A path that is kept exactly is kept exactly, whatever is allowed."""
    path, t = jn.trajectory.line([1.5, -1.5], [1.525, -1.475], 0.1, start_time=0.1), np.arange(0.0, 0.3, 1e-3)
    plan = jn.feedforward(NMP, path, t, allow_error=0.1)
    assert plan.method == "collocation"
    assert plan.status.tool_error < 1e-8


@pytest.mark.parametrize("junk", [0.0, -1.0, float("nan"), "1", [1e-3], 1j, object()])
def test_what_may_be_allowed(junk):
    path = jn.trajectory.line([0.9, -1.2], [1.1, -1.0], 0.2)
    with pytest.raises(InputError, match="allow_error: expected a number of metres or radians above zero, or True for any"):
        jn.feedforward(MP, path, np.arange(0.0, 0.2, 1e-3), allow_error=junk)
    rest = jn.trajectory.rest_to_rest([0, 0], [1, 1], 0.2)
    with pytest.raises(InputError, match="allow_error: expected none"):
        jn.feedforward(jn.load("planar_2r"), rest, [0.0, 0.1], allow_error=1e-3)


@pytest.mark.parametrize("arm_number", [182, 128])  # the second of higher index
def test_random_arms_whose_zeros_change(arm_number):
    """Other numbers of unstable zeros before the path than after it, or one through infinity on the way."""
    task = random_task(arm_number)
    plan = jn.feedforward(task.robot, task.path, task.t, guess=task.guess)
    assert plan.method == "nearest"
    error = Plant(task.robot).follow(plan, most=40_000)
    assert error < 8e-6
    assert error / 10.0 < plan.status.tool_error < 10.0 * error
