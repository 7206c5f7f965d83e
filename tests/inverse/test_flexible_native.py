"""Solvers of flexible arms as compiled code, against the same algorithms in plain Python."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import CompilerError, ConvergenceError
from jounce.functions.call import call
from jounce.functions.flexible_arm import flexible_arm
from jounce.inverse.flexible import bdf, native
from jounce.inverse.flexible.dae import Dae
from support.flexible import GENTLE, MP, NMP, three_axes
from support.tolerances import assert_close

compiled = pytest.mark.native
PUSH = jn.trajectory.rest_to_rest(np.zeros(6), [0.0, 3.0, 0.0, 20.0, 0.0, -30.0], 0.2, degree=9)


def by_python(monkeypatch, solve):
    """What the solver does where there is no compiled one; the equations at an instant stay as they are."""
    with monkeypatch.context() as patch:
        for module in (bdf,):
            patch.setattr(module, "arm", lambda dae, form: None)
        return solve()


@compiled
@pytest.mark.parametrize("robot", [MP, NMP, jn.load("flexible_3axis"), jn.load("flexible_6axis")], ids=lambda robot: robot.name)
def test_equation_at_an_instant(robot):
    """Residuals and slopes, all at once, as the functions that are each for one of them have it."""
    with jn.backend("python"):
        dae, rng = Dae(robot), np.random.default_rng(1)
        motion = rng.normal(size=(3, robot.n))
        wanted = dae.outputs.wanted(rng.normal(size=(3, dae.outputs.m)))
        rows = [
            np.concatenate([wanted.position[k], *([] if wanted.rotation is None else wanted.rotation[k])]) for k in range(3)
        ]
        load, by_q, by_v, by_a, e, J = call(flexible_arm(robot), robot, (*motion, *rows))
        by = dae.load_slopes(*motion, wanted)
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
    assert native.arm(dae, "bdf") is not None
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

    monkeypatch.setattr(native.Arm, "ready", fail)
    jn.set_backend("auto")
    with pytest.warns(RuntimeWarning, match="plain Python"):
        assert bdf.integrate(dae, start, targets, 2e-3, 3)[0].shape == (5, 3)
    assert native.arm(dae, "bdf") is None  # without a second warning
    with jn.backend("native"), pytest.raises(CompilerError):
        bdf.integrate(dae, start, targets, 2e-3, 3)
