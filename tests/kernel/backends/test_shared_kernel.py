"""Code that all robots of one structure share: against each robot's own code, and how often it is compiled."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.codegen.build import library
from jounce.kernel.backends import shared_kernel
from jounce.kernel.backends.shared_kernel import SHARED, SharedKernel
from jounce.kernel.dispatch import shelf
from jounce.kernel.equation import Form
from support.random_robots import random_motion, random_robot, right_angled_arm
from support.tolerances import SHARED as AGREEMENT
from support.tolerances import assert_close

pytestmark = pytest.mark.native
LWR = jn.load("kuka_lwr").with_drives(viscous_friction=0.3, coulomb_friction=2.0, coulomb_speed=0.02)
FUNCTIONS = {
    "rnea": (jn.rnea, 3),
    "inverse_dynamics": (jn.inverse_dynamics, 5),
    "forward_dynamics": (jn.forward_dynamics, 3),
    "mass_matrix": (jn.mass_matrix, 1),
    "regressor": (jn.regressor, 3),
    "tool_pose": (jn.tool_pose, 1),
    "elastic_forward_dynamics": (jn.elastic_forward_dynamics, 5),
}


def changed(robot, seed):
    """The robot with other values at every place where it has one."""
    rng = np.random.default_rng(seed)

    def other(x):
        return x * (0.6 + 0.8 * rng.random(np.shape(x)))

    links = [replace(link, mass=other(link.mass)) for link in robot.links]
    drives = {name: other(robot.parameter_values(name)) for name in ("stiffness", "rotor_inertia", "viscous_friction")}
    robot = replace(robot, links=tuple(links)).with_parameters(drives)
    return robot.with_drives(coulomb_speed=float(other(0.02))).with_gravity(tuple(other(np.array(robot.gravity))))


def results(outcome):
    return outcome if isinstance(outcome, tuple) else (outcome,)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_as_the_own_code_of_each_robot(name):
    function, rows = FUNCTIONS[name]
    for seed in range(3):
        robot = changed(LWR, seed)
        own = jn.compile(function, robot)
        for batch in ((), (11,)):
            x = random_motion(robot, seed, rows - 1, batch)
            for a, b in zip(results(function(robot, *x)), results(own(*x)), strict=True):
                assert_close(a, b, AGREEMENT, name)


def test_with_live_parameters_and_a_wrench():
    """Live parameters come in place of the robot's values, also in code that reads both."""
    payload = np.array([3.0, 0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.01, 0.02, 0.03])
    for seed in range(3):
        robot = changed(LWR, seed)
        Q, W = random_motion(robot, seed, 4, (5,)), np.random.default_rng(seed).normal(size=(3, 5, 6))
        live = {"payload": payload, "stiffness": np.full(7, 5000.0 + seed)}
        found = jn.inverse_dynamics(robot, *Q, wrench=W, parameters=live)
        expected = jn.compile(jn.inverse_dynamics, robot.with_parameters(live), wrench=True)(*Q, wrench=W)
        for a, b in zip(found, expected, strict=True):
            assert_close(a, b, 10.0 * AGREEMENT)  # the payload is added to the link's inertia by another route


@pytest.mark.parametrize("n", [6, 40])
def test_trees_straight_and_as_loops(n):
    robot = random_robot(7, n=n) if n < 40 else right_angled_arm(n)
    x = random_motion(robot, 1, 2, (9,))
    own = jn.compile(jn.rnea, robot)
    assert_close(jn.rnea(robot, *x), own(*x), AGREEMENT)
    assert_close(jn.rnea(robot, *x[:, 0]), own(*x[:, 0]), AGREEMENT)


def test_robots_of_one_structure_share_one_kernel():
    form = Form(jn.rnea.equation)
    a, b = (shelf(changed(LWR, seed)).kernel(form, True) for seed in (11, 12))
    assert a.kernel is b.kernel
    assert (a.values != b.values).any()
    rigid, slower = LWR.with_drives(stiffness=np.inf), LWR.with_drives(coulomb_friction=0.0)
    for other in (rigid, slower, LWR.with_gravity((0.0, 0.0, 0.0))):
        assert shelf(other).kernel(form, True).kernel is not a.kernel


def test_geometry_and_spring_laws_are_structure():
    form = Form(jn.inverse_dynamics.equation, 2)
    laws = jn.robot.HardeningSpring(9000.0, 1e5), jn.robot.HardeningSpring(9000.0, 2e5)
    arms = [LWR, replace(LWR, joints=(*LWR.joints[:6], replace(LWR.joints[6], axis=(0.0, 0.6, 0.8))))]
    arms += [LWR.with_drives(stiffness=law) for law in laws]
    kernels = [SharedKernel(form, arm).kernel for arm in arms]
    assert len(set(map(id, kernels))) == len(arms)
    again = SharedKernel(form, LWR.with_drives(stiffness=jn.robot.HardeningSpring(9000.0, 2e5)))
    assert again.kernel is kernels[-1]  # equal laws, though other objects


def test_a_hundred_robots_compile_and_load_nothing():
    path = jn.trajectory.rest_to_rest(np.zeros(7), np.ones(7), 1.0, degree=9)
    t = np.linspace(0.0, 1.0, 21)
    jn.feedforward(changed(LWR, 0), path, t)
    before = library.LOADED["kernels"], len(SHARED)
    torques = {jn.feedforward(changed(LWR, seed), path, t).tau_m[3, 0] for seed in range(1, 101)}
    assert len(torques) == 100
    assert (library.LOADED["kernels"], len(SHARED)) == before


def test_the_cache_of_shared_kernels_is_bounded(monkeypatch):
    monkeypatch.setattr(shared_kernel, "MOST_SHARED", 3)
    monkeypatch.setattr(shared_kernel, "SHARED", {})
    for n in range(1, 7):
        SharedKernel(Form(jn.gravity_torque.equation), random_robot(n, n=n))
        assert len(shared_kernel.SHARED) <= 3
    assert shared_kernel.SHARED
