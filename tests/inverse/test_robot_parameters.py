"""`parameters=` along a motion and at a pose: what comes out is what the robot rebuilt with these numbers gives."""

import inspect
import pickle

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, ModelError
from support.flexible import MP
from support.random_robots import random_robot

T = np.linspace(0.0, 0.6, 7)
ELASTIC = random_robot(11, n=2).with_drives(
    stiffness=[800.0, 500.0], rotor_inertia=0.2, viscous_friction=0.1, coulomb_friction=0.05
)
DAMPED = ELASTIC.with_drives(stiffness=[800.0, 500.0], rotor_inertia=0.2, damping=2.0)
RIGID = random_robot(12, n=2)
PATH = jn.trajectory.rest_to_rest([0.1, -0.2], [0.5, 0.3], 0.5, degree=11)
INERTIA = 1.1 * ELASTIC.parameters
CHANGES = {
    "inertia": INERTIA,
    "payload": [0.5, 0.05, 0.0, 0.1, 0.05, 0.05, 0.05, 0.0, 0.0, 0.0],
    "gravity": [1.0, 2.0, -3.0],
    "stiffness": np.array([700.0, 300.0]),
    "rotor_inertia": (0.3, 0.4),
    "viscous_friction": [0.2, 0.3],
    "coulomb_friction": [0.1, 0.0],
}
POSE = np.array([0.5, 1.0, 0.0])
SPRING = MP.joints[2].spring.stiffness
SOFT = {"spring_stiffness": [0.7 * SPRING], "stiffness": [8e5, 9e5, np.nan], "damping": [900.0, 800.0, 0.0]}


@pytest.mark.parametrize("name", CHANGES)
def test_feedforward(name):
    """The plan, the robot it carries, and what is made of it later."""
    change = {name: CHANGES[name]}
    found, expected = (
        jn.feedforward(ELASTIC, PATH, T, parameters=change),
        jn.feedforward(ELASTIC.with_parameters(change), PATH, T),
    )
    assert found == expected
    assert found.robot == ELASTIC.with_parameters(change)
    assert found != jn.feedforward(ELASTIC, PATH, T)
    assert found.at(0.33) == expected.at(0.33)


@pytest.mark.parametrize(
    ("robot", "change", "method"),
    [
        (DAMPED, {"damping": [5.0, 1.0], "stiffness": [700.0, 300.0]}, "filter"),
        (DAMPED, {"damping": [0.0, 0.0]}, "algebraic"),
        (ELASTIC, {"damping": [1.0, 0.0]}, "filter"),
        (RIGID, {"payload": CHANGES["payload"]}, "rigid"),
    ],
    ids=["damped", "damping taken away", "damping added", "rigid"],
)
def test_the_method_is_that_of_the_robot_as_changed(robot, change, method):
    found = jn.feedforward(robot, PATH, T, method, parameters=change)
    assert found.method == method
    assert found == jn.feedforward(robot.with_parameters(change), PATH, T)


@pytest.mark.native
def test_a_flexible_arm():
    path = jn.trajectory.line([0.9, -1.2], [1.0, -1.1], 0.2, start_time=0.05)
    t = np.linspace(0.0, 0.3, 61)
    found = jn.feedforward(MP, path, t, parameters=SOFT)
    assert found == jn.feedforward(MP.with_parameters(SOFT), path, t)
    assert np.abs(found.tau_m - jn.feedforward(MP, path, t).tau_m).max() > 1.0


@pytest.mark.native
@pytest.mark.parametrize("rate", [None, 200.0])
@pytest.mark.parametrize("name", CHANGES)
def test_simulate(name, rate):
    """Another robot than the plan's moves: one that was rebuilt."""
    plan, change = jn.feedforward(ELASTIC, PATH, T), {name: CHANGES[name]}
    found = jn.simulate(ELASTIC, plan, rate=rate, parameters=change, tolerance=1e-6)
    assert found == jn.simulate(ELASTIC.with_parameters(change), plan, rate=rate, tolerance=1e-6)
    assert found.robot == ELASTIC.with_parameters(change)
    assert found.tracking_error > 1e-4


@pytest.mark.native
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("robot", [ELASTIC, DAMPED], ids=["elastic", "damped"])
def test_the_plans_own_robot_is_known_by_its_value(robot, late):
    """Its motors begin as planned, also where the robot, or the plan, is a copy or was rebuilt."""
    change = {"stiffness": [700.0, 300.0]}
    plan = jn.feedforward(robot, PATH, T + 0.1 * late, parameters=change)
    expected = jn.simulate(plan.robot, plan, tolerance=1e-8)
    assert expected == jn.simulate(robot, plan, parameters=change, tolerance=1e-8)
    assert expected == jn.simulate(pickle.loads(pickle.dumps(plan.robot)), plan, tolerance=1e-8)
    assert expected == jn.simulate(plan.robot, pickle.loads(pickle.dumps(plan)), tolerance=1e-8)
    assert (expected.theta[0] == plan.theta[0, 0]).all()


@pytest.mark.native
def test_a_flexible_arm_is_simulated_from_a_copy_of_its_plan():
    path = jn.trajectory.line([0.9, -1.2], [1.0, -1.1], 0.2, start_time=0.0)
    plan = jn.feedforward(MP, path, np.linspace(0.05, 0.25, 41))  # begins in mid-motion
    again = pickle.loads(pickle.dumps(plan))
    assert jn.simulate(MP, again, tolerance=1e-6) == jn.simulate(plan.robot, plan, tolerance=1e-6)


AT_A_POSE = {
    "zero_dynamics": jn.zero_dynamics,
    "eigenfrequencies": jn.eigenfrequencies,
    "dae_index": jn.flexible.dae_index,
}


@pytest.mark.parametrize("name", AT_A_POSE)
def test_at_a_pose(name):
    function = AT_A_POSE[name]
    for change in (SOFT, {"spring_stiffness": [1e4]}, {"gravity": [0.0, 0.0, -30.0]}, {"inertia": 1.3 * MP.parameters}):
        assert function(MP, POSE, parameters=change) == function(MP.with_parameters(change), POSE)
    assert function(MP, POSE, parameters=SOFT) != function(MP, POSE) or name == "dae_index"
    assert function(MP, POSE, parameters={}) == function(MP, POSE)


def test_the_index_changes_with_the_damping():
    """[Moberg2010]: without damping it is one higher."""
    changed = jn.flexible.dae_index(MP, POSE, parameters={"damping": np.zeros(3), "spring_damping": [0.0]})
    assert changed.differential_index == jn.flexible.dae_index(MP, POSE).differential_index + 1


CALLS = {
    "feedforward": lambda **more: jn.feedforward(ELASTIC, PATH, T, **more),
    "simulate": lambda **more: jn.simulate(ELASTIC, jn.feedforward(ELASTIC, PATH, T), **more),
    "zero_dynamics": lambda **more: jn.zero_dynamics(ELASTIC, [0.1, 0.2], **more),
    "eigenfrequencies": lambda **more: jn.eigenfrequencies(ELASTIC, [0.1, 0.2], **more),
    "dae_index": lambda **more: jn.flexible.dae_index(ELASTIC, [0.1, 0.2], **more),
}
WRONG = {
    "batch": ({"stiffness": np.full((3, 2), 500.0)}, r"stiffness: expected 2 values.*got shape \(3, 2\)"),
    "size": ({"stiffness": [1.0, 2.0, 3.0]}, "stiffness: expected 2 values"),
    "number": ({"stiffness": 5.0}, "stiffness: expected 2 values"),
    "text": ({"stiffness": "soft"}, "stiffness: expected 2 values"),
    "unknown": ({"stifness": [1.0, 2.0]}, "no parameter 'stifness'.*stiffness"),
    "nan": ({"stiffness": [1.0, np.nan]}, "stiffness"),
    "negative": ({"stiffness": [1.0, -5.0]}, "stiffness"),
    "jet": ({"stiffness": jn.numbers.Jet([np.ones(2), np.ones(2)])}, "stiffness: expected 2 values"),
    "no mapping": ([1.0, 2.0], "parameters: expected {name: array}"),
    "no name": ({3: [1.0, 2.0]}, "no parameter 3"),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("case", WRONG)
def test_refused(call, case):
    given, words = WRONG[case]
    kind = ModelError if case in ("nan", "negative") else InputError  # no robot has such a number
    with pytest.raises(kind, match=words):
        CALLS[call](parameters=given)


def test_every_such_function_says_so():
    for name in CALLS:
        function = AT_A_POSE.get(name) or getattr(jn, name)
        assert inspect.signature(function).parameters["parameters"].kind is inspect.Parameter.KEYWORD_ONLY
        assert "with_parameters" in function.__doc__
