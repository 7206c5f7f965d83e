"""Equations of flexible arms: base axes, straight and as loops, against axes of the links, for trees of all kinds; short code."""

import dataclasses

import numpy as np
import pytest

import jounce as jn
from jounce.codegen.passes import Passes
from jounce.codegen.program import Program
from jounce.export.compiled_kernel import Kernel
from jounce.flexible.native_solvers import motion_source
from jounce.functions import flexible_arm
from jounce.kernel.equation import Form
from jounce.kernel.evaluation import evaluate
from jounce.plant.plant import locate
from support.random_robots import random_robot
from support.tolerances import ALGEBRA, assert_close

pytestmark = pytest.mark.native
CASES = {
    "a chain that slides first": (3, True, ("x", "y", "z", "roll", "pitch", "yaw")),
    "a tree": (5, False, ("x", "z")),
    "a tree, one angle": (6, False, ("y", "yaw")),
}


def flexible(seed, chain, outputs):
    """A random tree in which every other joint is held by a soft spring, with a tool on a branch."""
    robot = random_robot(seed, n=6, chain=chain)
    joints = [dataclasses.replace(robot.joints[0], type="prismatic") if chain else robot.joints[0], *robot.joints[1:]]
    for i in range(1, 6, 2):
        joints[i] = dataclasses.replace(joints[i], spring=jn.Spring(2.0 + i, damping=0.3))
    robot = jn.Robot.build("soft", [jn.Link("base"), *robot.links], joints, gravity=robot.gravity)
    return robot.with_tool("link5", xyz=(0.1, 0.2, -0.3), outputs=outputs)


def given(form, robot, seed):
    """Rows of all inputs, of random numbers."""
    rng = np.random.default_rng(seed)
    return [rng.normal(size=slot.width) for slot in form.slots(robot)[0] for _ in range(slot.rows)]


def plain(form, robot, seed):
    """Rows of inputs, and the values of the equation in plain Python."""
    rows = given(form, robot, seed)
    return rows, evaluate(form, robot, [row.tolist() for row in rows])


def compare(form, robot, seed, program, expected):
    """Plain Python, one sample and a batch in C against expected values."""
    rows, values = plain(form, robot, seed)
    for one, wanted in zip(values, expected, strict=True):
        assert_close(np.ravel(one), np.ravel(wanted), ALGEBRA)
    kernel = Kernel(form, robot)
    assert isinstance(kernel.program, program)
    single = kernel.run(rows, (), 1)[0]
    many = kernel.run([np.stack([-row, row, row]) for row in rows], (3,), 1)[0]
    for one, batch, wanted, slot in zip(single, many, expected, kernel.outputs, strict=True):
        assert_close(one.ravel(), np.ravel(wanted), ALGEBRA)
        assert_close(
            np.moveaxis(batch, batch.ndim - one.ndim - 1 if slot.rows == 1 else 1, 0)[2].ravel(), np.ravel(wanted), ALGEBRA
        )


@pytest.mark.parametrize("case", CASES)
def test_at_an_instant(case, monkeypatch):
    """Loads, slopes, errors of the tool and its Jacobian, with a wrench; as a loop, and as straight-line code."""
    robot = flexible(*CASES[case])
    form = Form(flexible_arm.flexible_arm(robot), wrenches=(locate(robot, "link4"),))
    _, expected = plain(form, robot, 1)
    compare(form, robot, 1, Program, expected)
    monkeypatch.setattr(flexible_arm, "SMALL", 0)
    compare(form, robot, 1, Passes, expected)


@pytest.mark.parametrize("case", ["a chain that slides first", "a tree, one angle"])
@pytest.mark.parametrize("order", [0, 1, 2, 4])
def test_order_by_order(case, order, monkeypatch):
    """What is missing at each order of derivatives, with a wrench and its derivatives."""
    robot = flexible(*CASES[case])
    places = (locate(robot, "link4"),) if order > 1 else ()
    form = Form(flexible_arm.flexible_arm_derivative(robot, order), wrenches=places)
    _, expected = plain(form, robot, order)
    monkeypatch.setattr(flexible_arm, "SMALL", 0)
    compare(form, robot, order, Passes, expected)


def test_springs_at_the_leaves_alone(monkeypatch):
    """No joint without a motor carries another joint, so that their rows of Jacobians have no upper triangle."""
    chain = random_robot(8, n=4, chain=True)
    parents, springs = ("base", "link0", "link1", "link1"), (None, None, jn.Spring(2.0, damping=0.3), jn.Spring(3.0))
    joints = [dataclasses.replace(x, parent=p, spring=spring) for x, p, spring in zip(chain.joints, parents, springs)]
    robot = jn.Robot.build("appendages", [jn.Link("base"), *chain.links], joints, gravity=chain.gravity)
    robot = robot.with_tool("link1", xyz=(0.1, 0.2, -0.3), outputs=("x", "z"))
    forms = [Form(flexible_arm.flexible_arm(robot)), Form(flexible_arm.flexible_arm_derivative(robot, 0))]
    expected = [plain(form, robot, 1)[1] for form in forms]
    monkeypatch.setattr(flexible_arm, "SMALL", 0)
    for form, values in zip(forms, expected):
        compare(form, robot, 1, Passes, values)


def test_a_large_arm():
    """Code of 24 joints is a tenth of its operations, and steps of all orders are written down once."""
    robot = jn.load("flexible_6axis")
    kernel = Kernel(Form(flexible_arm.flexible_arm(robot)), robot)
    assert 10 * kernel.program.length < kernel.operations
    source = motion_source(robot, ())
    assert source.count("\n") < 12_000
    assert motion_source(robot, ()) == source  # compiled code is found again by its text
