"""Pose and Jacobian are of the same frame, the tool unless another is said."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from support.cases import some
from support.random_robots import random_motion, random_robot
from support.several_freedoms import random_tree
from support.tolerances import assert_close

TOOL = ((0.3, -0.2, 0.5), (0.4, -0.7, 1.1))


def displaced(seed):
    robot = random_robot(seed, n=5, chain=True)
    return robot.with_tool("link3", *TOOL)


def velocity(robot, q, qd, **more):
    """(angular, linear) velocity of a frame in its own axes, from the derivative of its pose."""
    (_, pd), (R, Rd) = jn.tool_pose(robot, q, qd, **more)
    spin = np.swapaxes(R, -1, -2) @ Rd
    angular = np.stack([spin[..., 2, 1], spin[..., 0, 2], spin[..., 1, 0]], axis=-1)
    return np.concatenate([angular, (np.swapaxes(R, -1, -2) @ pd[..., None])[..., 0]], axis=-1)


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.native)])
@pytest.mark.parametrize("batch", [(), (3, 2)], ids=str)
@pytest.mark.parametrize("seed", some(range(4), 2))
def test_the_jacobian_gives_the_velocity_of_the_tool(seed, batch, backend):
    jn.set_backend(backend)
    robot = displaced(seed)
    q, qd = random_motion(robot, seed, 1, batch)
    moved = (jn.jacobian(robot, q) @ qd[..., None])[..., 0]
    assert_close(moved, velocity(robot, q, qd))
    for link in ("tool", robot.tool):
        assert (jn.jacobian(robot, q, link=link) == jn.jacobian(robot, q)).all()
        assert all((x == y).all() for x, y in zip(jn.tool_pose(robot, q, link=link), jn.tool_pose(robot, q)))
    for link in ("link3", "link4", 0):
        other = (jn.jacobian(robot, q, link=link) @ qd[..., None])[..., 0]
        assert np.abs(other - moved).max() > 1e-3
        assert_close(other, velocity(robot, q, qd, link=link))


@pytest.mark.parametrize("seed", range(3))
def test_also_its_rate(seed):
    """d/dt (J qd) against the second derivative of the pose: the acceleration of the tool's origin."""
    robot = displaced(seed)
    q, qd, qdd = random_motion(robot, seed, 2)
    J, Jd = jn.jacobian(robot, q, qd)
    (_, _, pdd), (R, Rd, _) = jn.tool_pose(robot, q, qd, qdd)
    own, rate = (J @ qd)[3:], (Jd @ qd + J @ qdd)[3:]
    assert_close(R @ rate + Rd @ own, pdd)


def test_joints_of_several_freedoms():
    """Velocities of such joints are those of their links: a small step along them, by differences."""
    robot = random_tree(2, n=4)
    rng = np.random.default_rng(0)
    q, qd = rng.normal(size=robot.nq), rng.normal(size=robot.n)
    robot = robot.with_tool(robot.links[-1].name, *TOOL)
    assert_close((jn.jacobian(robot, q) @ qd), velocity(robot, q, qd), 1e-11)


def test_a_wrench_at_the_tool_does_what_the_jacobian_says():
    """J^T W where the wrench is said to act at the tool; where nothing is said it acts at the last link, as `rnea` states."""
    robot = displaced(1)
    Q = random_motion(robot, 1, 2)
    W = np.random.default_rng(3).normal(size=6)
    free = jn.rnea(robot, *Q)
    assert_close(free - jn.rnea(robot, *Q, wrench={"tool": (W,)}), jn.jacobian(robot, Q[0]).T @ W)
    last = jn.jacobian(robot, Q[0], link=robot.links[-1].name)
    assert_close(free - jn.rnea(robot, *Q, wrench=(W,)), last.T @ W)


@pytest.mark.parametrize("name", ["rnea", "inverse_dynamics", "tool_pose", "jacobian", "rnea_partials"])
def test_a_link_that_is_none(name):
    """Also where nothing acts there."""
    robot = displaced(1)
    Q = random_motion(robot, 1, 2)
    function = getattr(jn, name)
    arrays = Q[:1] if name in ("tool_pose", "jacobian") else Q
    with pytest.raises(InputError, match="nonsense"):
        function(robot, *arrays, link="nonsense")
