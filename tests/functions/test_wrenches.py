"""External wrenches on many links: another road at 120 digits, J^T W with its rates, sums, frames, the base, native loops."""

import dataclasses
from math import comb

import numpy as np
import pytest

import jounce as jn
from support import reference, rotors
from support.live import KINDS, motion_of, numbers_for, parts, placement, robot_of
from support.random_robots import plainly, random_motion, random_robot
from support.rotors import random_rotors
from support.tolerances import ALGEBRA, CHAIN, assert_close

NATIVE = 1e-13
"""Native against plain: a few ulp, as a product and a sum may be rounded once."""


def framed(robot, seed):
    """The robot with two frames on each link, its names after them."""
    rng = np.random.default_rng(seed + 60_000)
    frames = [
        jn.robot.Frame(f"{k} on {link.name}", link.name, placement(rng)) for link in robot.links for k in ("first", "second")
    ]
    return dataclasses.replace(robot, frames=(*robot.frames, *frames))


def places(robot, seed, count=4):
    """Links and frames, by name and by index, some perhaps on the same link."""
    rng = np.random.default_rng(seed + 61_000)
    names = [link.name for link in robot.links]
    frames = [frame.name for frame in robot.frames]
    chosen = [str(rng.choice(names)), *rng.choice(frames, size=2, replace=False).tolist(), int(rng.integers(len(names))), "tool"]
    return list(dict.fromkeys(chosen))[:count]


def pushed(where, seed, order, batch=()):
    """{place: (W, Wdot, ...)}."""
    rng = np.random.default_rng(seed + 62_000)
    return {place: tuple(rng.normal(scale=10.0, size=(order + 1, *batch, 6))) for place in where}


def on_link(robot, place, W):
    """(index of the link, the wrench about and in its frame): R and p by hand."""
    index, frame = robot.locate(place)
    R, p = np.array(frame.rotation), np.array(frame.origin)
    rows = []
    for w in W:
        force = R @ w[3:]
        rows.append(np.concatenate([R @ w[:3] + np.cross(p, force), force]))
    return index, np.array(rows)


def without_dry_friction(robot):
    """All results are then linear in the wrenches."""
    return robot.with_parameters({"coulomb_friction": np.zeros(robot.n)})


def superposed(motor, robot, Q, forces):
    """Four results of a reference that knows one wrench on a link: each wrench's share, and the rest once."""
    still = [np.array(x, dtype=object) for x in motor(robot, Q)]
    total = [x.copy() for x in still]
    for place, W in forces.items():
        index, rows = on_link(robot, place, W)
        for x, y, z in zip(total, motor(robot, Q, rows, index), still, strict=True):
            x += np.array(y, dtype=object) - z
    return [x.astype(float) for x in total]


# ---------------------------------------------------------------- another road


@pytest.mark.parametrize("seed", range(8))
def test_joint_forces(seed):
    """tau, taud and taudd under four wrenches with two rates."""
    robot = framed(random_robot(seed, n=2 + seed % 5), seed)
    Q, forces = random_motion(robot, seed, 4), pushed(places(robot, seed), seed, 2)
    assert len(forces) >= 3
    torque = lambda robot, Q, *push: [reference.torque_derivatives(robot, Q, 2, *push)]  # noqa: E731
    (expected,) = superposed(torque, robot, Q, forces)
    for a, b in zip(jn.rnea(robot, *Q, wrench=forces), expected, strict=True):
        assert_close(a, b)


@pytest.mark.parametrize("seed", range(6))
def test_elastic_joints(seed):
    robot = without_dry_friction(framed(robot_of("elastic", seed, n=2 + seed % 4), seed))
    order = robot.motion_order - 2
    Q, forces = motion_of(robot, seed, order + 3), pushed(places(robot, seed), seed, order)
    found = jn.inverse_dynamics(robot, *Q, wrench=forces)
    for x, y in zip(found, superposed(reference.motor, robot, Q, forces), strict=True):
        x = x if x.ndim > 1 else x[None]
        for a, b in zip(x, y):
            assert_close(a, b)


@pytest.mark.parametrize("seed", range(5))
def test_carried_rotors(seed):
    robot = without_dry_friction(random_rotors(seed, 2 + seed % 3))
    order = robot.motion_order - 2
    Q, forces = random_motion(robot, seed, order + 2), pushed(places(robot, seed), seed, order)
    found = jn.inverse_dynamics(robot, *Q, wrench=forces)
    for x, y in zip(found, superposed(rotors.motor, robot, Q, forces), strict=True):
        x = x if x.ndim > 1 else x[None]
        for a, b in zip(x, y):
            assert_close(a, b)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_virtual_work(kind, seed):
    """- sum of J^T W, differentiated as a product; joints of several freedoms too; with live numbers."""
    robot = framed(robot_of(kind, seed), seed)
    Q, forces = motion_of(robot, seed, 6), pushed(places(robot, seed), seed, 3)
    live = numbers_for(robot, seed)
    expected = jn.rnea(robot, *Q, parameters=live)
    for place, W in forces.items():
        J = jn.jacobian(robot, *Q[:4], link=place)
        for k in range(4):
            expected[k] -= sum(comb(k, j) * J[j].T @ W[k - j] for j in range(k + 1))
    for a, b in zip(jn.rnea(robot, *Q, wrench=forces, parameters=live), expected):
        assert_close(a, b)
    tau = jn.rnea(robot, *Q[:3], wrench={place: W[:1] for place, W in forces.items()}, parameters=live)
    qdd = jn.forward_dynamics(robot, *Q[:2], tau, wrench={place: W[:1] for place, W in forces.items()}, parameters=live)
    assert_close(qdd, Q[2], CHAIN, "forward dynamics")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", ["elastic", "rotors", "rigid"])
def test_there_and_back(kind, seed):
    """Motor torque under wrenches moves the robot as it was asked to move, under the same wrenches."""
    robot = framed(robot_of(kind, seed, n=1 + seed % 4), seed)
    order = robot.motion_order - 2
    Q, forces = motion_of(robot, seed, order + 3), pushed(places(robot, seed), seed, order)
    tau_m, _, theta, _ = jn.inverse_dynamics(robot, *Q, wrench=forces)
    now = {place: W[:1] for place, W in forces.items()}
    qdd, thetadd = jn.elastic_forward_dynamics(robot, *Q[:2], theta[0], theta[1], tau_m, wrench=now)
    assert_close(qdd, Q[2], CHAIN)
    assert_close(thetadd, theta[2], CHAIN)


# ---------------------------------------------------------------- sums, names, frames, the base

RATES = {"rnea": 2, "inverse_dynamics": 2, "forward_dynamics": 0, "elastic_forward_dynamics": 0, "rnea_partials": 0, "slopes": 2}


def evaluated(name, robot, Q, **more):
    functions = {
        "rnea": lambda: jn.rnea(robot, *Q, **more),
        "inverse_dynamics": lambda: jn.inverse_dynamics(robot, *Q, **more),
        "forward_dynamics": lambda: jn.forward_dynamics(robot, *Q[:3], **more),
        "elastic_forward_dynamics": lambda: jn.elastic_forward_dynamics(robot, *Q, **more),
        "rnea_partials": lambda: jn.rnea_partials(robot, *Q[:3], **more),
        "slopes": lambda: jn.inverse_dynamics_derivatives(robot, *Q, **more),
    }
    return [x for _, x in parts(functions[name]())]


def call(name, robot, seed, batch=(), **more):
    return evaluated(name, robot, motion_of(robot, seed, 5, batch), **more)


def arm(seed):
    """A chain of three elastic joints and a rigid one, all turning, without dry friction; its tool is somewhere in between."""
    robot = random_robot(seed, 4, ("revolute",), chain=True).with_tool("link2", (0.1, 0.2, 0.3), (0.3, 0.2, 0.1))
    robot = robot.with_drives(stiffness=[300.0, 500.0, np.inf, 400.0], rotor_inertia=0.3, gear_ratio=2.0, viscous_friction=1.0)
    return framed(robot, seed)


def compare(found, expected, tolerance=ALGEBRA):
    for x, y in zip(found, expected, strict=True):
        assert_close(x, y, tolerance)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", RATES)
def test_a_mapping_is_the_sum_of_single_wrenches(name, seed):
    robot = arm(seed)
    forces = pushed(places(robot, seed), seed, RATES[name])
    still = call(name, robot, seed)
    total = [x.copy() for x in still]
    for place, W in forces.items():
        single = call(name, robot, seed, wrench=W, link=place)
        compare(call(name, robot, seed, wrench={place: W}), single, 0.0)
        for x, y, z in zip(total, single, still):
            x += y - z
    found = call(name, robot, seed, wrench=forces)
    compare(found, total)
    compare(call(name, robot, seed, wrench=dict(reversed(forces.items()))), found, 0.0)
    assert any(np.abs(x - y).max() > 1e-6 for x, y in zip(found, still))


@pytest.mark.parametrize("name", RATES)
def test_frames_are_places_on_links(name):
    """A wrench at a frame is that wrench about and in the link's frame; the same place by several names counts several times."""
    robot = arm(1)
    for place, W in pushed([*(frame.name for frame in robot.frames), "tool"], 1, RATES[name]).items():
        index, rows = on_link(robot, place, W)
        compare(call(name, robot, 1, wrench={place: W}), call(name, robot, 1, wrench=tuple(rows), link=index))
    W = pushed(["link2"], 2, RATES[name])["link2"]
    assert robot.links[2].name == "link2"
    twice = tuple(2.0 * w for w in W)
    compare(call(name, robot, 1, wrench={"link2": W, 2: W}), call(name, robot, 1, wrench={"link2": twice}))
    tool = robot.tool
    compare(call(name, robot, 1, wrench={tool: W}), call(name, robot, 1, wrench={"tool": W}), 0.0)


@pytest.mark.parametrize("name", RATES)
def test_what_pushes_the_base_does_nothing(name):
    robot = arm(1)
    robot = dataclasses.replace(
        robot, frames=(*robot.frames, jn.robot.Frame("socket", "base", placement(np.random.default_rng(0))))
    )
    W = pushed(["base", "socket", "link1"], 3, RATES[name])
    compare(call(name, robot, 1, wrench={"base": W["base"]}), call(name, robot, 1), 0.0)
    compare(call(name, robot, 1, wrench=W["socket"], link="socket"), call(name, robot, 1), 0.0)
    compare(call(name, robot, 1, wrench=W), call(name, robot, 1, wrench={"link1": W["link1"]}), 0.0)
    compare(call(name, robot, 1, wrench={}), call(name, robot, 1), 0.0)


@pytest.mark.parametrize("name", RATES)
def test_batches_of_wrenches(name):
    """Each wrench with batch axes of its own."""
    robot, order = arm(2), RATES[name]
    one, other = pushed(["link1"], 1, order, (3, 1))["link1"], pushed(["tool"], 2, order)["tool"]
    found = call(name, robot, 4, (2,), wrench={"link1": one, "tool": other})
    Q = motion_of(robot, 4, 5, (2,))
    for i, j in np.ndindex(3, 2):
        alone = {"link1": tuple(w[i, 0] for w in one), "tool": other}
        expected = evaluated(name, robot, [x[j] for x in Q], wrench=alone)
        for x, y in zip(found, expected, strict=True):
            axis = 0 if x.shape == (3, 2, *y.shape) else 1
            assert_close(x[(slice(None),) * axis + (i, j)], y)


# ---------------------------------------------------------------- native code


@pytest.mark.native
@pytest.mark.parametrize("batch", [(), (5,)], ids=str)
@pytest.mark.parametrize("name", ["rnea", "inverse_dynamics", "forward_dynamics", "elastic_forward_dynamics", "rnea_partials"])
def test_native(name, batch):
    robot, order = arm(3), RATES[name]
    forces = pushed(["base", *places(robot, 3)], 3, order, batch)
    tolerance = ALGEBRA if "forward" in name else NATIVE  # pivots differ in their last digits
    compare(call(name, robot, 5, batch, wrench=forces), plainly(call, name, robot, 5, batch, wrench=forces), tolerance)


@pytest.mark.native
@pytest.mark.parametrize("order", [0, 2])
def test_large_robots(order):
    """Beyond thirty joints the code is a loop over links."""
    robot = framed(random_robot(3, n=33), 3)
    where = ["link0", "first on link7", 20, "second on link20", "link32", "base"]
    for batch in ((), (3,)):
        Q, forces = random_motion(robot, 1, order + 2, batch), pushed(where, 1, order, batch)
        for given in (forces, {"base": forces["base"]}, {"link0": forces["link0"], "base": forces["base"]}):
            found, expected = jn.rnea(robot, *Q, wrench=given), plainly(jn.rnea, robot, *Q, wrench=given)
            compare(found, expected, NATIVE)
    kernel = jn.compile(jn.rnea, robot, order, wrench=where)
    assert "for (" in kernel.source
    compare(kernel(*Q, wrench=forces), plainly(jn.rnea, robot, *Q, wrench=forces), NATIVE)


@pytest.mark.native
def test_large_robots_with_elastic_joints():
    robot = framed(random_robot(4, n=31), 4).with_drives(
        stiffness=[300.0, np.inf, 500.0] * 10 + [300.0], rotor_inertia=0.3, viscous_friction=1.0, coulomb_friction=1.0
    )
    Q, forces = random_motion(robot, 2, 4, (3,)), pushed(["link3", "first on link11", "base", "link30"], 2, 2, (3,))
    found, expected = (f(jn.inverse_dynamics, robot, *Q, wrench=forces) for f in (lambda g, *a, **k: g(*a, **k), plainly))
    for x, y in zip(found, expected, strict=True):
        for a, b in zip(x, y) if x.ndim > 2 else [(x, y)]:
            assert_close(a, b, NATIVE)
