"""The robot's own numbers by name: out, in, and back; the same robot as one built by hand; every error."""

import dataclasses
import math

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, ModelError, UnphysicalError
from jounce.robot.parameters import OF_DRIVES, PARAMETERS, parameter_size
from support.random_robots import inertia, random_robot, rotation
from support.several_freedoms import random_tree
from support.tolerances import assert_close

ONE, TWO = (
    jn.Link("one", 2.0, (0.1, 0.0, 0.2), (0.1, 0.1, 0.1, 0.0, 0.0, 0.0)),
    jn.Link("two", 1.0, (0.0, 0.3, 0.0), (0.1,) * 3 + (0.0,) * 3),
)
LAW = jn.robot.HardeningSpring(500.0, 1e4)


def mixed(seed):
    """Elastic, rigid, nonlinear and passive joints, and joints of several freedoms, on a random tree."""
    rng = np.random.default_rng(seed)
    robot = random_tree(seed, n=8) if seed % 2 else random_robot(seed, n=8)
    joints = list(robot.joints)
    for i, joint in enumerate(joints):
        if joint.freedoms > 1 or i == 7:
            continue
        if i % 3 == 2:
            joints[i] = dataclasses.replace(joint, spring=jn.Spring(*rng.uniform(10.0, 100.0, 2)))
        else:
            stiffness = [float(rng.uniform(100.0, 1e4)), math.inf, LAW][int(rng.integers(3))]
            rotor, damping, viscous, coulomb = rng.uniform(0.1, 1.0, 4)
            drive = jn.Drive(rotor, 50.0, stiffness, damping, viscous_friction=viscous, coulomb_friction=coulomb)
            joints[i] = dataclasses.replace(joint, drive=drive)
    return dataclasses.replace(robot, joints=tuple(joints)).with_tool("link3", rng.normal(size=3), rng.normal(size=3))


def small(**more):
    """Two joints: an elastic drive, and a spring."""
    joints = [
        jn.Joint("a", "revolute", "base", "one", drive=jn.Drive(0.1, 10.0, 1000.0)),
        jn.Joint("b", "revolute", "one", "two", spring=jn.Spring(50.0)),
    ]
    return jn.Robot("small", (ONE, TWO), tuple(joints), **more)


@pytest.mark.parametrize("seed", range(20))
def test_out_and_in_gives_the_robot_back(seed):
    robot = mixed(seed)
    assert robot.with_parameters({}) == robot
    for name in PARAMETERS:
        values = robot.parameter_values(name)
        assert values.shape == (parameter_size(robot, name),)
        assert values.dtype == np.float64
        assert robot.with_parameters({name: values}) == robot
    assert robot.with_parameters({name: robot.parameter_values(name) for name in PARAMETERS}) == robot


@pytest.mark.parametrize("seed", range(10))
def test_in_and_out_gives_the_numbers_back(seed):
    """Where they are read; elsewhere what was there before."""
    robot, rng = mixed(seed), np.random.default_rng(seed)
    for name in (*OF_DRIVES, "spring_stiffness", "spring_damping", "gravity"):
        before = robot.parameter_values(name)
        new = rng.uniform(1.0, 2.0, before.shape)
        read = np.isfinite(before)
        after = robot.with_parameters({name: np.where(read, new, np.nan)}).parameter_values(name)
        np.testing.assert_array_equal(after, np.where(read, new, before))


@pytest.mark.parametrize("seed", range(10))
def test_inertia_is_that_of_links_built_by_hand(seed):
    robot, rng = random_robot(seed), np.random.default_rng(seed)
    links = []
    for link in robot.links:
        mass = float(rng.uniform(0.5, 5.0))
        links.append(jn.Link(link.name, mass, tuple(rng.normal(scale=0.15, size=3)), inertia(rng, mass)))
    by_hand = dataclasses.replace(robot, links=tuple(links))
    found = robot.with_parameters({"inertia": by_hand.parameters})
    assert_close(found.parameters, by_hand.parameters)
    for a, b in zip(found.links, links):
        assert_close([a.mass, *a.com, *a.inertia], [b.mass, *b.com, *b.inertia])


@pytest.mark.parametrize("seed", range(10))
def test_payload_is_that_of_with_payload(seed):
    rng = np.random.default_rng(seed)
    robot = random_robot(seed).with_tool("link0", rng.normal(size=3), rng.normal(size=3))
    mass, com = 1.5, tuple(rng.normal(scale=0.1, size=3))
    load = jn.Link("load", mass, com, inertia(rng, mass))
    expected = robot.with_payload(mass, com, load.inertia)
    found = robot.with_parameters({"payload": load.about_origin.parameters})
    assert_close(found.parameters, expected.parameters)
    assert found.links[1:] == robot.links[1:]
    assert (robot.parameter_values("payload") == 0.0).all()


def test_payload_goes_on_top_of_inertia():
    robot = small()
    heavier = 2.0 * robot.parameters
    found = robot.with_parameters({"payload": [1.0, *[0.0] * 9], "inertia": heavier})
    assert_close(found.parameters, heavier + np.array([0.0] * 10 + [1.0] + [0.0] * 9))


def test_gravity_and_drives_are_those_of_the_methods():
    robot = random_robot(3, n=4).with_drives(stiffness=1e3, rotor_inertia=1e-3, gear_ratio=100)
    assert robot.with_parameters({"gravity": (1.0, 2.0, 3.0)}) == robot.with_gravity((1.0, 2.0, 3.0))
    new = {name: np.arange(1.0, 5.0) * k for k, name in enumerate(OF_DRIVES, start=1)}
    assert robot.with_parameters(new) == robot.with_drives(**new, gear_ratio=100)


def test_springs():
    robot = small()
    found = robot.with_parameters({"spring_stiffness": [70.0], "spring_damping": [3.0]})
    assert found.joints[1].spring == jn.Spring(70.0, 3.0)
    assert found.joints[0] == robot.joints[0]


def test_coupled_springs_stay_coupled():
    K = np.diag([10.0, 20.0, 30.0]) + 5.0
    bushing = jn.Joint("ground", "bushing", "base", "one", bushing=jn.robot.Bushing(K))
    robot = jn.Robot.build("bush", [jn.Link("base"), ONE], [bushing])
    assert_close(robot.parameter_values("spring_stiffness"), np.diag(K))
    found = robot.with_parameters({"spring_stiffness": 2.0 * np.diag(K)})
    assert [j.spring.cross for j in found.joints] == [j.spring.cross for j in robot.joints]
    with pytest.raises(ModelError, match="joints ground_rx, ground_ry, ground_rz: the stiffness is not positive definite"):
        robot.with_parameters({"spring_stiffness": [1.0, 1.0, 1.0]})


def test_what_has_no_such_number():
    """inf: rigid; nan: a law, no drive, several freedoms. Not read on the way in."""
    parts = [jn.Link("base"), *(jn.Link(name, 1.0) for name in "abcde")]
    drives = {"b": jn.Drive(0.1), "c": jn.Drive(0.2, stiffness=LAW), "d": jn.Drive(0.3, stiffness=70.0)}
    joints = [
        jn.Joint(f"j{c}", "spherical" if c == "a" else "revolute", p, c, drive=drives.get(c))
        for p, c in zip(["base", *"abcd"], "abcde")
    ]
    robot = jn.Robot.build("kinds", parts, joints)
    nan, inf = math.nan, math.inf
    np.testing.assert_array_equal(robot.parameter_values("stiffness"), [nan, nan, nan, inf, nan, 70.0, nan])
    np.testing.assert_array_equal(robot.parameter_values("rotor_inertia"), [nan, nan, nan, 0.1, 0.2, 0.3, nan])
    found = robot.with_parameters({"stiffness": ["x", nan, None, -1.0, 5.0, 90.0, inf]})
    np.testing.assert_array_equal(found.parameter_values("stiffness"), [nan, nan, nan, inf, nan, 90.0, nan])
    assert found.joints[2].drive.law == LAW


def test_a_massless_link():
    robot = jn.Robot("thin", (jn.Link("a"), TWO), (jn.Joint("1", "revolute", "base", "a"), jn.Joint("2", "revolute", "a", "two")))
    given = robot.parameters.copy()
    given[10:] *= 2.0
    assert robot.with_parameters({"inertia": given}).links[0] == jn.Link("a")


def test_unphysical_on_purpose():
    free = dataclasses.replace(ONE, physical=False)
    robot = dataclasses.replace(small(), links=(free, TWO)).with_tool("one")
    given = robot.parameters.copy()
    given[:10] = [-1.0, 0.5, 0.0, 0.0, *[-1.0] * 6]
    found = robot.with_parameters({"inertia": given})
    assert_close(found.parameters, given)
    assert not found.links[0].physical
    assert_close(robot.with_parameters({"payload": [-1.0, *[0.0] * 9]}).parameters, robot.parameters - np.eye(20)[0])
    given[:10] = [0.0, 0.0, 0.0, 0.0, *[1.0] * 6]
    assert robot.with_parameters({"inertia": given}).links[0].inertia == (1.0,) * 6


def test_values_are_a_copy():
    robot = small()
    robot.parameter_values("inertia")[:] = 0.0
    assert robot.parameters[0] == 2.0


TEN = [1.0, *[0.0] * 9]
ERRORS = [
    ({"stifness": [1.0, 1.0]}, InputError, "no parameter 'stifness'. Did you mean 'stiffness'?"),
    ({3: [1.0]}, InputError, "no parameter 3. Known: inertia, payload, gravity"),
    ([1.0], InputError, r"expected \{name: array\}, got \[1.0\]"),
    (
        {"stiffness": [1.0]},
        InputError,
        r"stiffness: expected 2 values, one for each freedom .*\(a, b\); robot 'small' was given 1",
    ),
    ({"stiffness": 1e3}, InputError, "stiffness: expected 2 values.*got 1000.0"),
    ({"stiffness": "ab"}, InputError, "stiffness: expected 2 values.*got 'ab'"),
    ({"stiffness": np.ones((3, 2))}, InputError, r"expected 2 values.*shape \(3, 2\)"),
    ({"stiffness": np.ones(())}, InputError, r"expected 2 values"),
    ({"inertia": np.ones(19)}, InputError, "inertia: expected 20 values, for each link m, m cx.*was given 19"),
    ({"payload": np.ones(6)}, InputError, "payload: expected 10 values, m, m cx.* about and in the tool's frame"),
    ({"gravity": [9.81]}, InputError, "gravity: expected 3 values, x, y, z"),
    (
        {"spring_stiffness": [1.0, 2.0]},
        InputError,
        r"spring_stiffness: expected 1 value, one for each joint that has a spring.*\(b\)",
    ),
    ({"gravity": [0.0, 0.0, math.nan]}, ModelError, "robot 'small', gravity.*finite"),
    ({"stiffness": [0.0, 1.0]}, ModelError, "joint 'a': stiffness: expected more than zero"),
    ({"stiffness": [-1.0, 1.0]}, ModelError, "joint 'a': stiffness"),
    ({"stiffness": [math.nan, 1.0]}, ModelError, "joint 'a': stiffness: expected a finite number"),
    ({"stiffness": [math.inf, 1.0]}, ModelError, "joint 'a': stiffness: an elastic joint stays elastic"),
    ({"stiffness": [LAW, 1.0]}, ModelError, "joint 'a': stiffness: expected a number"),
    ({"damping": [-1.0, 0.0]}, ModelError, "joint 'a': damping: expected zero or more"),
    ({"rotor_inertia": [-1.0, 0.0]}, ModelError, "joint 'a': rotor_inertia"),
    ({"viscous_friction": ["much", 0.0]}, ModelError, "joint 'a': viscous_friction: expected a number"),
    ({"coulomb_friction": [math.inf, 0.0]}, ModelError, "joint 'a': coulomb_friction: expected a finite number"),
    ({"spring_stiffness": [-1.0]}, ModelError, "joint 'b': stiffness: expected zero or more"),
    ({"spring_stiffness": [LAW]}, ModelError, "joint 'b': stiffness of a spring without motor"),
    ({"spring_damping": [-2.0]}, ModelError, "joint 'b': damping"),
    ({"inertia": [*TEN, -1.0, *TEN[1:]]}, UnphysicalError, "link 'two': its mass is negative"),
    ({"inertia": [*TEN, *TEN[:4], 1.0, 1.0, 9.0, 0.0, 0.0, 0.0]}, UnphysicalError, "link 'two': .*triangle inequality"),
    ({"inertia": [*TEN, *TEN[:9], math.nan]}, ModelError, "link 'two', Iyz: expected a finite number"),
    ({"inertia": [*TEN, 0.0, 1.0, *TEN[2:]]}, ModelError, "link 'two': a first moment .* without mass"),
    ({"inertia": [*TEN, 0.0, *[0.0] * 3, *[1.0] * 6]}, UnphysicalError, "link 'two': it has inertia but no mass"),
    ({"payload": [-0.1, *TEN[1:]]}, UnphysicalError, "link 'payload': its mass is negative"),
    ({"payload": [0.0, 1.0, *TEN[2:]]}, ModelError, "payload: a first moment"),
]


@pytest.mark.parametrize(("given", "kind", "words"), ERRORS, ids=range(len(ERRORS)))
def test_refused(given, kind, words):
    with pytest.raises(kind, match=words):
        small().with_parameters(given)


def test_unknown_names_on_the_way_out():
    with pytest.raises(InputError, match="no parameter 'rotor_inerta'. Did you mean 'rotor_inertia'?"):
        small().parameter_values("rotor_inerta")


def test_a_robotwithout_springs():
    robot = random_robot(1, n=2)
    assert robot.parameter_values("spring_damping").shape == (0,)
    assert robot.with_parameters({"spring_damping": []}) == robot
    with pytest.raises(InputError, match="expected 0 values, .* none has one"):
        robot.with_parameters({"spring_damping": [1.0]})


def test_a_tool_on_the_base():
    robot = small().with_tool("base")
    assert robot.with_parameters({"payload": np.zeros(10)}) == robot
    with pytest.raises(InputError, match="the tool of robot 'small' is on the base"):
        robot.with_parameters({"payload": TEN})


@pytest.mark.parametrize("seed", range(5))
def test_torque_is_linear_in_the_inertia_given(seed):
    """Y(q, qd, qdd) parameters, whoever holds the parameters."""
    robot, rng = random_robot(seed, n=5), np.random.default_rng(seed)
    Q = rng.normal(size=(3, 5))
    other = robot.with_parameters({"inertia": 1.7 * robot.parameters})
    assert_close(jn.rnea(other, *Q), jn.regressor(robot, *Q) @ other.parameters)


def test_a_turned_tool_carries_a_turned_payload():
    """A point mass at c in the tool's frame is one at R c + p in the link's."""
    rng = np.random.default_rng(4)
    R, p, c = rotation(rng), rng.normal(size=3), np.array([0.1, 0.2, 0.3])
    tool = jn.robot.Tool("two", jn.robot.Placement(tuple(map(tuple, R.tolist())), tuple(p)))
    point = jn.Link("point", 1.0, tuple(c)).about_origin.parameters
    at = R @ c + p
    found = small(tool=tool).with_parameters({"payload": point}).parameters[10:]
    expected = np.array(TWO.about_origin.parameters) + jn.Link("point", 1.0, tuple(at)).about_origin.parameters
    assert_close(found, expected)
