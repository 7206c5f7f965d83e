"""Bounds of live parameters: what is refused entry by entry, and what only on request."""

import math

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, UnphysicalError
from jounce.robot.drive import SOFTEST
from jounce.robot.parameter_bounds import check_bounds, check_parameters, lower_bounds, mass_entries

LINKS = [
    jn.Link("base"),
    jn.Link("a", 1.0, (0.1, 0.0, 0.0), (0.1, 0.1, 0.1, 0, 0, 0)),
    jn.Link("b", 2.0, physical=False),
    jn.Link("c", 1.0),
]
JOINTS = [
    jn.Joint("soft", "revolute", "base", "a", drive=jn.Drive(1e-3, stiffness=900.0)),
    jn.Joint("rigid", "revolute", "a", "b", drive=jn.Drive(1e-3)),
    jn.Joint("sway", "revolute", "b", "c", spring=jn.Spring(70.0)),
]
ROBOT = jn.Robot.build("r", LINKS, JOINTS)
POINT = [1.0] + [0.0] * 9


def inertia(**changes):
    """Return the inertia of the robot with entries changed: {"a3": ...} is entry 3 of link a."""
    values = ROBOT.parameter_values("inertia")
    for place, value in changes.items():
        values[10 * "abc".index(place[0]) + int(place[1:])] = value
    return values


def test_bounds():
    assert lower_bounds(ROBOT, "stiffness") == pytest.approx((SOFTEST, math.nan, math.nan), nan_ok=True)
    assert lower_bounds(ROBOT, "rotor_inertia") == pytest.approx((0.0, 0.0, math.nan), nan_ok=True)
    assert lower_bounds(ROBOT, "spring_stiffness") == (0.0,)
    assert lower_bounds(ROBOT, "gravity") == (-math.inf,) * 3
    assert [i for i, x in enumerate(lower_bounds(ROBOT, "inertia")) if x == 0.0] == [0, 20]
    assert mass_entries(ROBOT, "inertia") == ((0, 9), (20, 9))
    assert mass_entries(ROBOT, "payload") == ((0, 9),)
    assert mass_entries(ROBOT, "gravity") == ()


@pytest.mark.parametrize("name", ["inertia", "payload", "gravity", "rotor_inertia", "spring_stiffness", "spring_damping"])
def test_its_own_numbers_pass(name):
    own = ROBOT.parameter_values(name)
    check_bounds(ROBOT, name, own)
    check_parameters(ROBOT, {name: np.stack([own, own])})
    check_bounds(ROBOT, name, np.zeros((0, own.size)))


WRONG = [
    ("gravity", [0.0, math.nan, 0.0], r"gravity is nan at index \(1,\); expected finite numbers"),
    ("gravity", [0.0, 0.0, 1e31], r"gravity: z is 1e\+31 at index \(2,\); expected numbers of 1e\+30 at most"),
    ("stiffness", [0.0, 1.0, 1.0], "stiffness of joint 'soft' is 0; expected numbers above zero"),
    ("stiffness", [1e-31, 1.0, 1.0], "stiffness of joint 'soft': expected 1e-30 or more, got 1e-31"),
    ("spring_damping", [-1.0], "spring_damping of joint 'sway' is -1; expected numbers of zero or more"),
    ("payload", [-1.0] + [0.0] * 9, "payload: m is -1; expected numbers of zero or more. A link with physical=False"),
    ("payload", [0.0, 0.5] + [0.0] * 8, r"payload: m is 0, with first moment \(0.5, 0, 0\) kg m"),
    ("inertia", inertia(a0=-2.0), "inertia: m of link 'a' is -2"),
    ("inertia", inertia(c0=0.0, c9=0.3), "inertia: m of link 'c' is 0"),
]


@pytest.mark.parametrize(("name", "values", "words"), WRONG, ids=range(len(WRONG)))
def test_refused_alone_and_in_a_batch(name, values, words):
    with pytest.raises(InputError, match=words):
        check_bounds(ROBOT, name, np.array(values))
    own = np.nan_to_num(ROBOT.parameter_values(name), nan=1.0)
    with pytest.raises(InputError, match=words.replace(r"\(1,", r"\(1, 1").replace(r"\(2,", r"\(1, 2")):
        check_bounds(ROBOT, name, np.stack([own, values]))


def test_entries_that_are_not_read_pass():
    check_bounds(ROBOT, "stiffness", np.array([1.0, math.nan, -math.inf]))
    check_bounds(ROBOT, "inertia", inertia(b0=-5.0))


def test_bodies_that_there_cannot_be_are_refused_on_request():
    flat = inertia(a4=0.5)  # Ixx beyond Iyy + Izz
    check_bounds(ROBOT, "inertia", flat)
    with pytest.raises(UnphysicalError, match="inertia: link 'a': its inertia breaks the triangle inequality"):
        check_parameters(ROBOT, {"inertia": flat})
    with pytest.raises(UnphysicalError, match=r"inertia at index \(1,\): link 'a'"):
        check_parameters(ROBOT, {"inertia": np.stack([inertia(), flat])})
    check_parameters(ROBOT, {"inertia": inertia(b4=0.5)})


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (5.0, "parameters: expected {name: array}, got 5.0"),
        ({"payload": POINT[:-1]}, r"payload: expected shape \(..., 10\), .* got shape \(9,\)"),
        ({"payload": "heavy"}, r"payload: expected numbers \(..., 10\), got 'heavy'"),
        ({"paylod": POINT}, "no parameter 'paylod'. Did you mean 'payload'"),
    ],
)
def test_what_is_no_set_of_parameters(values, words):
    with pytest.raises(InputError, match=words):
        check_parameters(ROBOT, values)
