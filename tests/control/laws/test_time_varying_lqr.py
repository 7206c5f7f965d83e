"""A linear regulator along a plan: gains against SciPy's, the cost against all others, mirrored poles, and the same as C."""

import ctypes
import subprocess

import numpy as np
import pytest
from scipy.linalg import expm, solve_continuous_are

import jounce as jn
from jounce.codegen.build.compiler import compiler
from jounce.control import Reference, TimeVaryingLQR
from jounce.errors import InputError
from support.tolerances import ALGEBRA, assert_close

ROBOT = jn.load("planar_2r")
START, GOAL = np.array([0.0, 0.0]), np.array([0.5, -0.5])
PLAN = jn.feedforward(ROBOT, jn.trajectory.rest_to_rest(START, GOAL, 0.5, degree=9), np.linspace(0.0, 0.6, 31))
Q = np.array([1e4, 1e4, 0.0, 0.0, 10.0, 10.0, 1.0, 1.0])
R = 1e-3


def test_gains_at_the_end():
    """Those of a robot that stays there: SciPy's continuous regulator, as ticks become short."""
    model = jn.linearize(ROBOT, GOAL)
    P = solve_continuous_are(model.A, model.B, np.diag(Q), R * np.eye(2))
    wanted = model.B.T @ P / R
    off = [
        np.abs(TimeVaryingLQR(PLAN, Q, R, rate=rate).gains[-1] - wanted).max() / np.abs(wanted).max() for rate in (1e3, 2e3, 4e3)
    ]
    assert off[2] < 0.05
    assert_close(off[:2], [4 * off[2], 2 * off[2]], 0.15)  # of first order in the period


def test_no_other_gains_cost_less():
    """The sum of costs along the plan, by stepping the sampled system, beside gains changed at random."""
    rate = 500.0
    law = TimeVaryingLQR(jn.feedforward(ROBOT, PLAN.path, np.linspace(0.0, 0.6, 301)), Q, R, rate=rate)
    at = PLAN.at(law.t)
    model = jn.linearize(ROBOT, at.q[0], at.q[1], at.theta[0], at.theta[1], at.tau_m)
    size = 10
    both = np.zeros((301, size, size))
    both[:, :8, :8], both[:, :8, 8:] = model.A, model.B
    moved = expm(both / rate)

    def cost(gains, x):
        total = 0.0
        for k in range(300):
            u = -gains[k] @ x
            total += (x @ (Q * x) + R * u @ u) / rate
            x = moved[k, :8, :8] @ x + moved[k, :8, 8:] @ u
        P = solve_continuous_are(model.A[-1], model.B[-1], np.diag(Q), R * np.eye(2))
        return total + x @ P @ x

    rng = np.random.default_rng(0)
    for _ in range(3):
        x = 0.01 * rng.normal(size=8)
        best = cost(law.gains, x)
        for _ in range(5):
            assert cost(law.gains * (1.0 + 0.2 * rng.normal(size=law.gains.shape[1:])), x) > best


def test_mirrored_poles():
    """With bandwidth and damping alone: p becomes -damping bandwidth - p*, within what sampling does."""
    law = TimeVaryingLQR.tuned(PLAN, bandwidth=20.0, damping=0.5, rate=4000.0)
    model = jn.linearize(ROBOT, GOAL)
    found = np.linalg.eigvals(model.A - model.B @ law.gains[-1])
    for p in np.linalg.eigvals(model.A):
        mirrored = -10.0 - np.conj(p)
        assert np.abs(found - mirrored).min() < 0.5 + 0.01 * abs(p)  # a double pole at 0 splits
    assert found.real.max() < -8.0


@pytest.mark.native
def test_it_comes_back_to_the_plan():
    """Released off the plan while it moves, at 1 kHz: errors fall as fast as was asked for."""
    law = TimeVaryingLQR.tuned(PLAN, bandwidth=20.0, damping=1.0)
    run = jn.simulate(ROBOT, PLAN, law, start=(START + [0.02, -0.03], 0 * START))
    error = np.abs(run.error).max(axis=1)
    assert error[-1] < 2e-3 * error[0]
    law = TimeVaryingLQR(PLAN, Q, R)
    assert np.abs(jn.simulate(ROBOT, PLAN, law, start=(START + [0.02, -0.03], 0 * START)).error[-1]).max() < 1e-4


@pytest.mark.native
def test_c(tmp_path):
    """The table as C, compiled without warnings, beside the law."""
    law = TimeVaryingLQR(PLAN, Q, R)
    files = law.write_c(tmp_path, "regulator")
    assert "q[joint1], q[joint2], theta[joint1]" in files[0].read_text()
    library = tmp_path / "regulator.so"
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O2", "-shared", "-fPIC"]
    subprocess.run([*compiler(), *flags, str(files[1]), "-o", str(library)], check=True, cwd=tmp_path)
    function = ctypes.CDLL(str(library)).regulator
    rng = np.random.default_rng(1)
    for t in (-1.0, 0.0, 0.123, 0.3, 0.6, 2.0):
        error, tau = rng.normal(size=8), np.zeros(2)
        pointers = (x.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for x in (error, tau))
        function(ctypes.c_double(t), *pointers)
        reference = Reference(t, np.zeros((2, 2)), np.zeros((3, 2)), np.zeros(2))
        q, theta, qd, thetad = error.reshape(4, 2)
        assert_close(tau, law(reference, jn.simulation.State(q, qd, theta, thetad, q, q)), ALGEBRA)


def test_refusals():
    with pytest.raises(InputError, match="state_cost: expected"):
        TimeVaryingLQR(PLAN, np.ones(3), 1.0)
    with pytest.raises(InputError, match="plan: expected what jn.feedforward"):
        TimeVaryingLQR(ROBOT, Q, R)
    with pytest.raises(InputError, match="decay: expected 0 or more"):
        TimeVaryingLQR(PLAN, Q, R, decay=-1.0)
    with pytest.raises(InputError, match="name: expected a name for a C function"):
        TimeVaryingLQR(PLAN, Q, R).write_c(".", "a b")
