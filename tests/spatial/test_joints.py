"""Joint transforms: as matrices, as motions in time, and the power that a joint transmits."""

import numpy as np
import pytest

from jounce.numbers import Jet
from jounce.spatial.geometry import Placement, add, cross, dot
from jounce.spatial.inertia import Inertia
from jounce.spatial.joints import PrismaticZ, RevoluteZ
from support.random_robots import inertia, rotation
from support.tolerances import assert_close

KINDS = pytest.mark.parametrize("kind", [RevoluteZ, PrismaticZ])


def joint(kind, seed):
    rng = np.random.default_rng(seed)
    return kind(Placement(tuple(map(tuple, rotation(rng).tolist())), tuple(rng.normal(size=3).tolist())))


def test_revolute_turns_about_its_axis():
    hinge = joint(RevoluteZ, 0)
    c, s = np.cos(0.7), np.sin(0.7)
    at = hinge.at(0.7)
    assert_close(at.rotation, np.array(hinge.placement.rotation) @ [[c, -s, 0], [s, c, 0], [0, 0, 1]])
    assert at.origin == hinge.placement.origin


def test_prismatic_moves_along_its_axis():
    slide = joint(PrismaticZ, 0)
    at = slide.at(0.7)
    assert_close(at.rotation, slide.placement.rotation)
    assert_close(at.origin, slide.placement.point((0.0, 0.0, 0.7)))


@KINDS
def test_ways_through_a_joint(kind):
    rng = np.random.default_rng(1)
    at, v = joint(kind, 2).at(-1.1), tuple(rng.normal(size=3))
    pose = Placement(at.rotation, at.origin)
    assert_close(at.out(v), pose.rotation @ np.array(v))
    assert_close(at.into(at.out(v)), v)
    frame = joint(kind, 3).placement
    for ours, true in zip(at.out_placement(frame), pose.then(frame)):
        assert_close(ours, true)
    body = Inertia.about_com(2.0, tuple(rng.normal(size=3)), inertia(rng, 2.0))
    assert_close(at.out_inertia(body).parameters, body.seen_from(pose).parameters)


@KINDS
def test_velocity_of_a_point(kind):
    """d/dt of a child's point is spin x p + slide, turned into the parent."""
    moving, p, (q, rate) = joint(kind, 4), (0.3, -0.2, 0.5), (0.8, -1.3)
    at = moving.at(Jet([q, rate]))
    place = add(at.out(p), at.origin)
    velocity = add(cross(moving.spin(rate), p), moving.slide(rate))
    assert_close([x.coeffs[1] if isinstance(x, Jet) else 0.0 for x in place], moving.at(q).out(velocity))


@KINDS
def test_power_of_a_joint(kind):
    moment, force = np.random.default_rng(5).normal(size=(2, 3)).tolist()
    moving, rate = joint(kind, 6), 0.7
    assert_close(moving.along(moment, force) * rate, dot(moment, moving.spin(rate)) + dot(force, moving.slide(rate)))
