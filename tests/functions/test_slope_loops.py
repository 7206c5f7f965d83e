"""Partial derivatives as loops over pairs and triples of joints: the numbers of the plain text, and code that stays short."""

import warnings
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from jounce.export.compiled_kernel import Kernel
from jounce.functions import forward_derivatives, matrices, partials
from jounce.kernel.equation import Form
from jounce.plant.plant import locate
from support.random_robots import plainly, random_robot
from support.several_freedoms import random_state, random_tree
from support.tolerances import ALGEBRA, assert_close

pytestmark = pytest.mark.native


@pytest.fixture
def always(monkeypatch):
    """Loops for robots of any size."""
    for module in (forward_derivatives, matrices, partials):
        monkeypatch.setattr(module, "LARGEST_STRAIGHT", 0)


def batch_of(robot, seed, orders):
    """(q, ...) of five samples."""
    rows = [random_state(robot, seed + k, orders) for k in range(5)]
    return [np.stack(column) for column in zip(*rows)]


def compare(kernel, function, Q, **more):
    """One sample and a batch against plain Python."""
    expected = plainly(function, *Q, **more)
    assert "for (int j = 0; j < count; ++j)" in kernel.source
    batch = kernel(*Q, **more)
    single = kernel(*(x[2] for x in Q), **{name: tuple(w[2] for w in x) for name, x in more.items()})
    for many, one, wanted in zip(batch, single, expected, strict=True):
        assert_close(many, wanted, ALGEBRA)
        assert_close(one, wanted[..., 2, :, :] if wanted.ndim < 4 else wanted[2], ALGEBRA)


@pytest.mark.parametrize("seed", [0, 2])
def test_joint_forces(seed, always):
    """Trees, with joints of several freedoms and with a wrench."""
    robot = random_robot(seed, n=6) if seed == 0 else random_tree(seed, n=5, floating=seed == 2)
    Q = batch_of(robot, seed, 2)
    W = np.random.default_rng(seed).normal(scale=10.0, size=(1, 5, 6))
    form = Form(partials.PARTIALS, wrenches=(locate(robot, None),))
    compare(Kernel(form, robot), lambda *x, **w: jn.rnea_partials(robot, *x, **w), Q, wrench=tuple(W))


def test_springs_with_time_derivatives(always):
    """Rows of the joints without a motor alone."""
    robot, order = jn.load("flexible_3axis"), 1
    Q = batch_of(robot, 1, 2 + order)
    kernel = Kernel(Form(partials.SPRING_SLOPES, order), robot)
    expected = plainly(partials.spring_slopes, robot, *Q)
    batch, single = kernel(*Q), kernel(*(x[3] for x in Q))
    for many, one, wanted in zip(batch, single, expected, strict=True):
        assert many.shape == (order + 1, 5, 6, 9)
        assert_close(many, wanted, ALGEBRA)
        assert_close(one, wanted[:, 3], ALGEBRA)


@pytest.mark.parametrize("seed", [0, 2])
def test_state(seed, always):
    """M, C and g by the state."""
    robot = random_robot(seed, n=5) if seed == 0 else random_tree(seed, n=4, floating=seed == 2)
    compare(Kernel(Form(matrices.STATE), robot), lambda *x: jn.state_derivatives(robot, *x), batch_of(robot, seed, 1))


def test_forward_dynamics(always):
    """Solved with M in the loop, on a floating base."""
    robot = random_tree(3, n=4, floating=True)
    form = Form(forward_derivatives.RIGID, by=forward_derivatives.RIGID.partials.by)
    compare(Kernel(form, robot), lambda *x: jn.forward_dynamics_derivatives(robot, *x), batch_of(robot, 3, 2))


def test_links_that_carry_no_other_link(always):
    """All joints on the base: no body carries another, so that one triangle of each matrix is empty."""
    chain = random_robot(7, n=4, chain=True)
    joints = [replace(joint, parent="base") for joint in chain.joints]
    robot = jn.Robot.build("actuators", [jn.Link("base"), *chain.links], joints, gravity=chain.gravity)
    Q = batch_of(robot, 7, 2)
    for function in (jn.rnea_partials, jn.forward_dynamics_derivatives):
        for found, wanted in zip(function(robot, *Q), plainly(function, robot, *Q), strict=True):
            assert_close(found, wanted, ALGEBRA, terms=1.0)  # derivatives by qd are zero but for rounding


def test_live_parameters(always):
    """A payload that is an argument of the call."""
    robot = random_robot(4, n=4)
    Q = batch_of(robot, 4, 2)
    payload = np.array([2.0, 0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.0, 0.0, 0.0])
    kernel = jn.compile(jn.rnea_partials, robot, parameters=("payload",))
    expected = plainly(jn.rnea_partials, robot, *Q, parameters={"payload": payload})
    for found, wanted in zip(kernel(*Q, parameters={"payload": payload}), expected, strict=True):
        assert_close(found, wanted, ALGEBRA)


def test_a_humanoid():
    """Talos on its floating base: 166,060 derivatives from code that grows with its links alone."""
    (file,) = [Path(f.locate()) for f in metadata.files("example-robot-data") if f.name == "talos_reduced.urdf"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a transmission of the head that is passed over
        robot = jn.load(file, floating_base=True)
    assert robot.n == 38
    kernel = jn.compile(jn.state_derivatives, robot)
    assert kernel.program.length < 25_000 < 400_000 < kernel.operations
    q, v = random_state(robot, 1, 1)
    found = plainly(jn.state_derivatives, robot, q, v)
    C = plainly(jn.coriolis_matrix, robot, q, v)
    assert_close(found.dM_dq @ v, C + C.T, ALGEBRA)
    assert_close(found.dC_dqd @ v, C, ALGEBRA)
