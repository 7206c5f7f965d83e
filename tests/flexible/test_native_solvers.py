"""Solvers of flexible arms as compiled code, against the same algorithms in plain Python."""

import dataclasses

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

import jounce as jn
from jounce.codegen.build import library
from jounce.errors import CompilerError, ConvergenceError
from jounce.flexible import native_solvers
from jounce.flexible.dae import SINGULAR, Dae
from jounce.flexible.solvers import bdf, collocation
from jounce.flexible.solvers.collocation import Collocation
from jounce.flexible.tool_targets import Target
from jounce.flexible.zeros.zero_dynamics import zeros_at_rest
from jounce.functions.flexible_arm import flexible_arm
from jounce.inverse.inverse_kinematics import LARGEST_STEP
from jounce.kernel.dispatch import call
from support.flexible import DIAGONAL, GENTLE, LINE, MP, NMP, SIX, THREE, elbow, problem, six_axes, three_axes
from support.random_robots import plainly
from support.tolerances import assert_close

compiled = pytest.mark.native
PUSH = jn.trajectory.rest_to_rest(np.zeros(6), [0.0, 3.0, 0.0, 20.0, 0.0, -30.0], 0.2, degree=9)


def by_python(monkeypatch, solve):
    """What the solver does where there is no compiled one; the equations at an instant stay as they are."""
    with monkeypatch.context() as patch:
        for module in (bdf, collocation, native_solvers):
            patch.setattr(module, "arm", lambda dae, form: None)
        return solve()


@compiled
@pytest.mark.parametrize("robot", [MP, NMP, jn.load("flexible_3axis"), jn.load("flexible_6axis")], ids=lambda robot: robot.name)
def test_equation_at_an_instant(robot):
    """Residuals and slopes, all at once, as the functions that are each for one of them have it."""
    with jn.backend("python"):
        dae, rng = Dae(robot), np.random.default_rng(1)
        motion = rng.normal(size=(3, robot.n))
        wanted = dae.outputs.desired(rng.normal(size=(3, dae.outputs.m)))
        rows = [np.concatenate([wanted.position[k], *([] if wanted.rotation is None else wanted.rotation[k])]) for k in range(3)]
        load, by_q, by_v, by_a, e, J = call(flexible_arm(robot), robot, (*motion, *rows))
        by = dae.load_jacobians(*motion, wanted)
        assert_close(load, dae.load(*motion, wanted), 1e-13)
        for found, slope in zip((by_q, by_v, by_a), by):
            assert_close(found, slope, 1e-13)
        assert_close(e, dae.outputs.errors(motion, wanted), 1e-13)
        assert_close(J, dae.outputs.jacobians(motion), 1e-13)


@compiled
@pytest.mark.parametrize("index", [3, 2, 1])
@pytest.mark.parametrize("wrench", [None, {1: PUSH}], ids=["free", "pushed"])
@pytest.mark.parametrize("scaled", [True, False])
def test_backward_differentiation(monkeypatch, index, wrench, scaled):
    dae = Dae(MP, wrench)
    t = np.arange(0.0, 0.06, 2e-3)
    targets = dae.outputs.target(GENTLE, t, 2)
    start = dae.at_rest(targets.at(0))

    def solve():
        return bdf.integrate(dae, start, targets, 2e-3, 6, index, scaled)

    (q, v, status), (q0, v0, status0) = solve(), by_python(monkeypatch, solve)
    assert native_solvers.arm(dae, "bdf") is not None
    assert np.abs(q - q0).max() < 1e-11
    assert np.abs(v - v0).max() < 1e-8
    assert status.iterations == status0.iterations
    assert_close(status.condition, status0.condition, 1e-6)


@compiled
def test_backward_differentiation_of_a_larger_arm(monkeypatch):
    """12 degrees of freedom; its tool has an unstable zero, so that few steps are taken."""
    robot, path, start = three_axes()
    dae = Dae(robot)
    t = np.arange(path.start_time, path.start_time + 0.02, 1e-3)
    targets = dae.outputs.target(path, t, 2)
    at = dae.at_rest(targets.at(0), start)

    def solve():
        return bdf.integrate(dae, at, targets, 1e-3, 2)[0]

    assert np.abs(solve() - by_python(monkeypatch, solve)).max() < 1e-11


@compiled
def test_failures_are_the_same(monkeypatch):
    """A path out of reach: the same step, the same words."""
    dae = Dae(MP)
    path = jn.trajectory.line([1.6, -1.1], [9.0, -1.1], 0.1)
    targets = dae.outputs.target(path, np.arange(0.0, 0.1, 2e-3), 2)
    start = dae.at_rest(targets.at(0))

    def words():
        with pytest.raises((ConvergenceError, np.linalg.LinAlgError)) as error:
            bdf.integrate(dae, start, targets, 2e-3, 3)
        return str(error.value)

    assert words() == by_python(monkeypatch, words)


@compiled
def test_no_compiler(monkeypatch):
    """Plain Python then, after one warning; where native code is demanded, an error."""
    robot = MP.with_gravity((0.0, 0.0, -9.8125))  # nobody has compiled it yet
    dae = Dae(robot)
    targets = dae.outputs.target(GENTLE, np.arange(0.0, 0.01, 2e-3), 2)
    start = dae.at_rest(targets.at(0))

    def fail(*_):
        raise CompilerError("no C compiler was found")

    monkeypatch.setattr(native_solvers.Arm, "ready", fail)
    jn.set_backend("auto")
    with pytest.warns(RuntimeWarning, match="plain Python"):
        assert bdf.integrate(dae, start, targets, 2e-3, 3)[0].shape == (5, 3)
    assert native_solvers.arm(dae, "bdf") is None  # without a second warning
    with jn.backend("native"), pytest.raises(CompilerError):
        bdf.integrate(dae, start, targets, 2e-3, 3)


# ---------------------------------------------------------------- collocation


@compiled
@pytest.mark.parametrize("wrench", [None, {1: PUSH}], ids=["free", "pushed"])
@pytest.mark.parametrize(("robot", "path", "end"), [(MP, GENTLE, 0.4), (NMP, DIAGONAL, 0.3)], ids=["stable", "unstable"])
def test_collocation(monkeypatch, robot, path, end, wrench):
    given = problem(robot, path, 4e-3, end)
    given = dataclasses.replace(given, dae=Dae(robot, wrench))

    def solve():
        return Collocation().solve(given)

    found, plain = solve(), by_python(monkeypatch, solve)
    assert np.abs(found.q - plain.q).max() < 1e-13
    assert np.abs(found.v - plain.v).max() < 1e-11
    assert_close(found.status.condition, plain.status.condition, 1e-6)  # the same matrix, by a band and by a sweep
    assert found.status.residual < 1e-10
    assert abs(found.status.iterations - plain.status.iterations) < 2


@pytest.mark.slow
@compiled
def test_collocation_of_a_larger_arm_under_a_wrench(monkeypatch):
    """12 degrees of freedom, unstable zeros, three positions of the tool, a push at a link between two springs."""
    robot, path, start = three_axes()
    given = problem(robot, path, 2e-2, path.end_time + 0.1)
    push = jn.trajectory.rest_to_rest(np.zeros(6), [1.0, 2.0, 0.0, 30.0, -20.0, 10.0], 0.3, degree=9)
    dae = Dae(robot, {4: push})
    at = dae.at_rest(dae.outputs.target(path, np.array([path.start_time]), 0).at(0), start)
    given = dataclasses.replace(given, dae=dae, start=at)

    def solve():
        return Collocation().solve(given).q

    assert np.abs(solve() - by_python(monkeypatch, solve)).max() < 1e-12


@compiled
def test_where_compiled_newton_fails_the_plain_one_decides(monkeypatch):
    """It is not told apart from outside but by rounding of the first guess: here no step of it is good."""
    given = problem(NMP, DIAGONAL, 1e-2, 0.3)
    plain = by_python(monkeypatch, lambda: Collocation().solve(given)).q
    monkeypatch.setattr(collocation.Intervals, "step", lambda self: (np.nan, np.nan, np.inf))
    assert np.abs(Collocation().solve(given).q - plain).max() < 1e-14


# ---------------------------------------------------------------- poses, zeros, derivatives


@compiled
@pytest.mark.parametrize(
    ("robot", "path", "posture"),
    [(MP, LINE, None), three_axes(), pytest.param(*six_axes(), marks=pytest.mark.slow)],
    ids=["5", "12", "30"],
)
def test_motion_fulfils_the_equation_and_its_derivatives(robot, path, posture):
    """What springs and tool lack at each order is zero: the residuals are those of `Dae`, on jets."""
    dae = Dae(robot)
    times = np.linspace(path.start_time + 0.1, path.end_time - 0.05, 4)
    targets = dae.outputs.target(path, times, 4)
    start = native_solvers.at_rest(dae, dae.outputs.target(path, np.array([path.start_time]), 0).at(0), posture)
    near = native_solvers.tracked(dae, path, start)[1][[20, 30, 40, 50]]
    rates = np.random.default_rng(0).normal(size=(4, len(dae.passive))) * 1e-3
    Q = native_solvers.motion(dae, near, rates, targets, 4)
    assert np.array_equal(Q[0][:, dae.passive], near[:, dae.passive])
    assert np.abs(Q[1][:, dae.passive] - rates).max() == 0.0
    errors = dae.outputs.errors(Q, targets)
    tau = jn.rnea(robot, *Q)[..., dae.passive]
    for k in range(5):
        assert np.abs(errors[k]).max() < 1e-11 * (1.0 + np.abs(Q[k]).max())
    for k in range(3):
        spring, damper = Q[k][:, dae.passive] @ dae.K.T, Q[k + 1][:, dae.passive] @ dae.D.T
        pushing = np.abs(jn.mass_matrix(robot, Q[0])) @ np.abs(Q[k + 2])[..., None]  # what cancels in tau
        size = pushing.max() + np.abs(spring).max() + np.abs(damper).max()
        assert np.abs(tau[k] + spring + damper).max() < 1e-10 * size


@compiled
def test_poses_along_a_path_are_next_to_each_other():
    dae = Dae(MP)
    start = native_solvers.at_rest(dae, dae.outputs.target(LINE, np.array([LINE.start_time]), 0).at(0))
    times, q = native_solvers.tracked(dae, LINE, start)
    assert np.abs(np.diff(q, axis=0)).max() < LARGEST_STEP
    assert np.abs(dae.outputs.errors(q[None], dae.outputs.target(LINE, times, 0))).max() < 1e-12
    assert np.abs(q[:, dae.passive] - start[dae.passive]).max() == 0.0
    far = jn.trajectory.line([1.6, -1.1], [9.0, -1.1], 0.3)
    assert native_solvers.tracked(dae, far, start) is None  # who asks is told why by inverse kinematics


@compiled
@pytest.mark.parametrize("guess", [None, [0.3, 0.1, 0.5]])
def test_pose_at_rest_is_the_same(monkeypatch, guess):
    robot, path, posture = three_axes()
    dae = Dae(robot)
    target = dae.outputs.target(path, np.array([path.start_time]), 0).at(0)
    near = None if guess is None else posture
    assert np.abs(native_solvers.at_rest(dae, target, near) - dae.at_rest(target, near)).max() < 1e-11


@compiled
@pytest.mark.parametrize("robot", [MP, NMP, THREE, SIX, elbow()], ids=lambda robot: robot.name)
def test_zeros_of_many_poses_are_those_of_the_pencil(robot):
    """Two ways: eigenvalues of the motion of springs and filters, and those of the linearised robot's pencil."""
    dae, rng = Dae(robot), np.random.default_rng(2)
    q = np.zeros((3, robot.n))
    q[:, dae.driven] = rng.uniform(0.2, 0.8, (3, len(dae.driven)))
    position, rotation = jn.tool_pose(robot, q)
    targets = Target(position[None, :, dae.outputs.places], rotation[None] if dae.outputs.angles else None)
    for i, at in enumerate(q):
        (zeros,) = zeros_at_rest(dae, q[i : i + 1], targets.at([i]))
        pencil = jn.zero_dynamics(robot, at).zeros
        apart = np.abs(zeros[:, None] - pencil)
        rows, columns = linear_sum_assignment(apart)
        assert len(zeros) == len(pencil)
        assert (apart[rows, columns] < 1e-8 * (1.0 + np.abs(pencil[columns]))).all()
    assert zeros_at_rest(dae, q, targets._replace(pushes=((1, np.zeros((1, 3, 6))),))) is None


def standing(robot, seed):
    """An arm, five poses with straight springs, and what is wanted of its tool there."""
    dae, rng = Dae(robot), np.random.default_rng(seed)
    q = np.zeros((5, robot.n))
    q[:, dae.driven] = rng.uniform(0.2, 0.8, (5, len(dae.driven)))
    position, rotation = jn.tool_pose(robot, q)
    return dae, q, Target(position[None, :, dae.outputs.places], rotation[None] if dae.outputs.angles else None)


@compiled
@pytest.mark.parametrize("robot", [MP, NMP, THREE, SIX], ids=lambda robot: robot.name)
def test_slopes_at_rest_are_the_same(robot):
    dae, q, targets = standing(robot, 3)
    tolerance = 1e-15 / dae.determined(q)[0].min()  # rounding, times the condition of what is solved
    assert_close(native_solvers.jacobian_at_rest(dae, q, targets), dae.jacobian_at_rest(q, targets), tolerance)
    pushed = targets._replace(pushes=((1, np.full((1, 5, 6), 7.0)),))
    if robot is MP:
        dae = Dae(robot, {1: PUSH})
        assert_close(native_solvers.jacobian_at_rest(dae, q, pushed), dae.jacobian_at_rest(q, pushed), tolerance)


@compiled
@pytest.mark.parametrize("robot", [MP, THREE, SIX], ids=lambda robot: robot.name)
def test_whether_accelerations_are_determined(robot):
    """As `Dae` says, at poses where they are, among poses of which one is singular, and where a determinant changes its sign."""
    dae, q, _ = standing(robot, 4)
    ratios, signs, _ = dae.determined(q)
    assert ratios.min() > 10.0 * SINGULAR
    assert native_solvers.surely_determined(dae, q) == (len(set(signs)) == 1)
    assert all(native_solvers.surely_determined(dae, at[None]) for at in q)
    straight = q.copy()
    straight[2, dae.driven] = 0.0  # an arm that is stretched out
    assert not native_solvers.surely_determined(dae, straight)
    assert not dae.surely_determined(straight)
    turned = np.array([q[0], q[0]])
    turned[1, dae.driven[1:]] *= -1.0  # the elbow on its other side
    assert len(set(dae.determined(turned)[1])) == 2
    assert not native_solvers.surely_determined(dae, turned)
    assert not native_solvers.surely_determined(dae, np.full((1, robot.n), np.nan))


@compiled
def test_arms_of_one_structure_share_their_solvers():
    """Other springs and masses load and compile nothing, and the plan is that of plain Python."""
    times = np.linspace(LINE.start_time, LINE.end_time, 41)
    jn.feedforward(MP, LINE, times)
    loaded = library.LOADED["kernels"]
    for factor in (0.9, 1.2):
        values = {name: factor * MP.parameter_values(name) for name in ("spring_stiffness", "inertia")}
        plan = jn.feedforward(MP.with_parameters(values), LINE, times)
        expected = plainly(jn.feedforward, MP.with_parameters(values), LINE, times)
        assert_close(plan.tau_m, expected.tau_m, 1e-8)
    assert library.LOADED["kernels"] == loaded
