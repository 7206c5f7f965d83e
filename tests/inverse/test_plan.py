"""What a plan says of itself: method, reason and status; what every solver of flexible arms gives; who imports whom."""

import ast
import pickle
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.flexible.refinement import SOLVERS
from support.experiments import LWR, PATH
from support.flexible import DIAGONAL, GENTLE, LINE, MP, NMP, planned, problem

native = pytest.mark.native
DAMPED = LWR.with_drives(stiffness=1000.0, rotor_inertia=0.5, damping=[0.0, 50.0, 0.0, 0.0, 0.0, 0.0, 0.0])
T = np.linspace(0.0, 1.0, 3)


# ---------------------------------------------------------------- method and why

REASONS = {
    "rigid": "all joints are rigid, so the motors follow from positions, velocities and accelerations at each instant",
    "algebraic": (
        "joint 'A1' is elastic and no joint is damped, so the motors follow from derivatives of the motion to order 4 "
        "at each instant"
    ),
    "filter": "joint 'A2' is elastic and damped, so the motors depend on the motion before each instant",
}


@pytest.mark.parametrize(("robot", "method"), [(LWR.with_rigid_joints(), "rigid"), (LWR, "algebraic"), (DAMPED, "filter")])
def test_method_is_a_key_and_why_a_sentence(robot, method):
    for asked in ("auto", method):
        plan = jn.feedforward(robot, PATH, T, asked)
        assert (plan.method, plan.why) == (method, REASONS[method])
    again = plan.at(0.5)
    assert (again.method, again.why) == (plan.method, plan.why)
    assert again.status is plan.status


@native
def test_a_zero_that_swings_too_fast_for_backward_differentiation():
    """The line's zeros swing at some 50 rad/s, 0.05 rad in a step; 0.01 rad is made the limit."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("jounce.flexible.solver_choice.TURN", 0.01)
        plan = jn.feedforward(MP, LINE, np.arange(0.0, 0.5, 1e-3))
    assert plan.method == "collocation"
    assert plan.why.startswith("all zeros along the path are stable, but one swings at ")
    assert plan.why.endswith(" rad/s, too fast for bdf")


# ---------------------------------------------------------------- status


def told(status):
    """Names of the fields that apply."""
    found = {part.name: getattr(status, part.name) for part in fields(jn.dynamics.Status)}
    return {name for name, value in found.items() if value is not None and value is not found["time_constants"]}


ALONG = {"motion_order", "zeros", "step", "acts_from", "acts_until", "tool_error", "torque_error", "iterations"}
TOLD = {
    "bdf": {"condition", "order", "index"},
    "bdf-index-2": {"condition", "order", "index"},
    "bdf-index-1": {"condition", "order", "index"},
    "bdf-adaptive": {"steps", "refused", "index"},
    "collocation": {"residual", "condition"},
    "least-squares": {"residual", "path"},
    "constrained": {"residual"},
    "basis": {"residual", "terms", "unknowns", "equations"},
    "spline": {"residual", "unknowns", "equations"},
    "derivative-array": {"residual", "condition", "differentiations"},
}


@native
@pytest.mark.parametrize("method", SOLVERS)
def test_status_of_flexible_arms(method):
    if method == "constrained":
        pytest.importorskip("casadi")
    plan = planned("line" if SOLVERS[method].forward else "diagonal", method)[0]
    status = plan.status
    assert told(status) == ALONG | TOLD[method]
    assert status.motion_order == plan.robot.motion_order
    drives = {joint.name: joint.drive for joint in plan.robot.joints if joint.drive is not None}
    assert status.time_constants == {name: pytest.approx(drive.damping / drive.stiffness) for name, drive in drives.items()}
    assert status.step == pytest.approx(1e-3)
    assert status.iterations > 0
    if SOLVERS[method].forward:
        assert status.index == {"bdf": 3, "bdf-index-2": 2}.get(method, 1)
        assert status.acts_from == plan.path.start_time  # no unstable zero: nothing happens before the path
    else:
        assert status.residual < 1e-5
        assert status.acts_from < plan.path.start_time
    if method == "basis":
        assert status.unknowns == plan.robot.n * (2 + 2 * status.terms)


def test_status_of_robots_with_a_motor_at_every_joint():
    rigid, damped = (jn.feedforward(robot, PATH, T).status for robot in (LWR.with_rigid_joints(), DAMPED))
    assert told(rigid) == {"motion_order"}
    assert rigid.motion_order == 2
    assert rigid.time_constants == {}
    assert told(damped) == {"motion_order", "order_of_accuracy"}
    assert damped.time_constants == {"A2": pytest.approx(0.05)}


def test_status_is_frozen_shows_what_applies_and_can_be_kept():
    status = jn.feedforward(DAMPED, PATH, T).status
    assert repr(status) == "Status(motion_order=4, time_constants={'A2': 0.05}, order_of_accuracy=6)"
    assert repr(pickle.loads(pickle.dumps(status))) == repr(status)
    with pytest.raises(FrozenInstanceError):
        status.motion_order = 3


@native
def test_status_as_a_dictionary_is_deprecated():
    """The alias of one release: what it was before, with a warning that names what takes its place."""
    plan = planned("diagonal", "auto")[0]
    with pytest.warns(DeprecationWarning, match=r'status\["zeros"\] is deprecated.*use status\.zeros'):
        assert plan.status["zeros"] is plan.status.zeros
    for name in ("terms", "order_of_accuracy", "junk"):  # what does not apply was no key
        with pytest.warns(DeprecationWarning, match=name), pytest.raises(KeyError, match=name):
            plan.status[name]
    with pytest.raises(TypeError):
        "zeros" in plan.status  # noqa: B015


# ---------------------------------------------------------------- solvers


@native
@pytest.mark.parametrize("method", SOLVERS)
def test_every_solver_gives_a_solution(method):
    """One interface: a problem in; rising times over the whole of it, and positions and velocities that belong together."""
    if method == "constrained":
        pytest.importorskip("casadi")
    solver = SOLVERS[method]
    robot, path = (MP, GENTLE) if solver.forward else (NMP, DIAGONAL)
    given = problem(robot, path, 1e-3, path.end_time + 0.2, path.start_time - 0.2)
    found = solver.solve(given)
    assert (np.diff(found.times) > 0.0).all()
    assert found.times[0] == given.begin
    assert given.end - 1e-9 <= found.times[-1] <= given.end + given.h
    assert found.q.shape == found.v.shape == (len(found.times), robot.n)
    differences = np.gradient(found.q, found.times, axis=0)
    assert np.abs(differences - found.v)[5:-5].max() < 2e-2 * np.abs(found.v).max()  # second order, steps of a millisecond
    assert isinstance(found.status, jn.dynamics.Status)


def test_facts_of_the_solvers():
    assert {name for name, solver in SOLVERS.items() if solver.forward} == {"bdf", "bdf-index-2", "bdf-index-1", "bdf-adaptive"}
    assert {name for name, solver in SOLVERS.items() if solver.free_ends} == {"least-squares", "constrained", "basis", "spline"}


# ---------------------------------------------------------------- what is not used is refused

FOR = "A guess is a posture from which a flexible arm's start is looked for; robot 'kuka_lwr' has a motor at every joint"


@pytest.mark.parametrize("robot", [LWR, LWR.with_rigid_joints(), DAMPED], ids=["elastic", "rigid", "damped"])
@pytest.mark.parametrize("guess", ["garbage", np.zeros(7), 0.0], ids=["text", "posture", "number"])
def test_a_guess_that_nobody_asks_for(robot, guess):
    with pytest.raises(InputError, match=f"guess: expected none.*{FOR}"):
        jn.feedforward(robot, PATH, T, guess=guess)


@pytest.mark.parametrize("stiffness", [1e5, "soft", PATH], ids=["number", "text", "seven"])
def test_a_stiffness_of_flexible_arms(stiffness):
    with pytest.raises(InputError, match=r"stiffness: expected a path of 3 coordinates K\(t\)"):
        jn.feedforward(MP, LINE, np.arange(0.0, 0.3, 1e-3), stiffness=stiffness)


@pytest.mark.parametrize(
    "method", [None, 3, True, ["bdf"], np.array(["auto", "bdf"])], ids=["none", "3", "true", "list", "array"]
)
@pytest.mark.parametrize(("robot", "path"), [(LWR, PATH), (MP, LINE)], ids=["elastic", "flexible"])
def test_a_method_that_is_no_name(robot, path, method):
    with pytest.raises(InputError, match=f"method: expected the name of a method, or 'auto', got {type(method).__name__} "):
        jn.feedforward(robot, path, T, method)


# ---------------------------------------------------------------- who imports whom

FILES = sorted((Path(jn.__file__).parent / "inverse").rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_own_modules_are_imported_at_the_top(file):
    """No circle is hidden in a function; import-linter has the order."""
    tree = ast.parse(file.read_text())
    inner = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom)) and node not in tree.body]
    named = [getattr(node, "module", None) or node.names[0].name for node in inner]
    assert not [name for name in named if name.split(".")[0] == "jounce"]


# ---------------------------------------------------------------- damped joints, at times that are not the plan's


def soft(kind):
    """Two damped joints: linear springs, springs that harden, or rotors that are carried along."""
    more = {"coupling": "full"} if kind == "carried" else {}
    robot = jn.load("planar_2r").with_drives(stiffness=200.0, damping=4.0, rotor_inertia=0.02, gear_ratio=2.0, **more)
    return robot if kind != "hardening" else robot.with_drives(stiffness=jn.robot.HardeningSpring(200.0, 4000.0))


def moved_in_half_a_second(robot, start=0.0):
    return jn.trajectory.rest_to_rest([-1.0, 0.5], [1.0, -0.5], 0.5, degree=2 * robot.motion_order - 1, start_time=start)


@pytest.mark.native
@pytest.mark.parametrize("kind", ["linear", "hardening", "carried"])
def test_a_plan_that_has_ended_goes_on_as_one_that_has_not(kind):
    """After the motion the springs come to rest: over any time, as in small steps."""
    robot = soft(kind)
    path = moved_in_half_a_second(robot)
    ended, longer = (jn.feedforward(robot, path, np.arange(0.0, end, 1e-3)) for end in (0.5005, 1.5))
    for t in (0.51, 0.53, 0.6, 0.8, 1.4):
        found, expected = ended.at(t), longer.at(t)
        np.testing.assert_allclose(found.tau_m, expected.tau_m, rtol=0, atol=1e-11)
        np.testing.assert_allclose(found.theta, expected.theta, rtol=0, atol=1e-11)


@pytest.mark.native
@pytest.mark.parametrize("what", ["wrench", "stiffness"])
@pytest.mark.parametrize("kind", ["linear", "hardening", "carried"])
def test_what_changes_after_the_motion_is_followed(kind, what):
    robot = soft(kind)
    degree = 2 * robot.motion_order - 1
    if what == "wrench":
        acting = {
            robot.links[-1].name: jn.trajectory.rest_to_rest(np.zeros(6), np.full(6, 5.0), 0.6, degree=degree, start_time=0.4)
        }
    else:
        acting = jn.trajectory.rest_to_rest([200.0, 200.0], [300.0, 250.0], 0.6, degree=degree, start_time=0.4)
    path = moved_in_half_a_second(robot)
    ended, longer = (jn.feedforward(robot, path, np.arange(0.0, end, 1e-3), **{what: acting}) for end in (0.5005, 1.11))
    for t in (0.7, 0.95, 1.1):
        np.testing.assert_allclose(ended.at(t).tau_m, longer.at(t).tau_m, rtol=0, atol=1e-10)


@pytest.mark.native
@pytest.mark.parametrize("kind", ["linear", "hardening"])
@pytest.mark.parametrize("start", [0.7, np.nextafter(0.7, 1.0), np.nextafter(0.7, 0.0)])
def test_a_path_that_begins_at_a_sample_but_for_rounding(start, kind):
    """700 * 1e-3 is not 0.7. As if the motion began at zero; the snap jumps there, and the samples must be on one side of it."""
    robot = soft(kind)
    t = np.arange(1401) * 1e-3
    expected = jn.feedforward(robot, moved_in_half_a_second(robot), t[:601])
    path = moved_in_half_a_second(robot, start)
    for first in (0, 600, 700):
        found = jn.feedforward(robot, path, t[first:])
        np.testing.assert_allclose(found.tau_m[700 - first :][:601], expected.tau_m, rtol=0, atol=1e-10)
        between = found.at(t[700:1300] + 4e-4)
        np.testing.assert_allclose(between.tau_m, expected.at(t[:600] + 4e-4).tau_m, rtol=0, atol=1e-10)


@pytest.mark.native
def test_filters_that_a_stiffness_slows_down_begin_so_much_earlier():
    """With a twentieth of the stiffness nothing is forgotten after forty time constants of the springs' own."""
    robot = soft("linear").with_drives(damping=1.0)
    path = jn.trajectory.rest_to_rest([-3.0, 1.0], [3.0, -1.0], 8.0)
    slack = jn.trajectory.rest_to_rest([10.0, 10.0], [11.0, 11.0], 8.0)
    whole, late = (jn.feedforward(robot, path, np.arange(begin, 4.25, 2e-3), stiffness=slack) for begin in (0.0, 4.0))
    np.testing.assert_allclose(late.tau_m, whole.tau_m[-len(late.t) :], rtol=0, atol=1e-9)
