"""Assembly: sorted trees, links on fixed joints merged, composite joints taken apart."""

import dataclasses

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ModelError
from jounce.robot import Frame
from jounce.robot.assembly import assemble, bolted_to_base, expand_composite_joints, restore_order
from jounce.robot.joint import rpy_placement
from jounce.spatial.geometry import Placement
from support.random_robots import inertia, random_motion, random_robot
from support.tolerances import assert_close

BODY = (2.0, (0.1, 0.0, 0.0), (0.01, 0.02, 0.02, 0.0, 0.0, 0.0))


def test_build_sorts_depth_first():
    links = [jn.Link(name, *BODY) for name in "edcba"]
    joints = [jn.Joint(f"{p}{c}", "revolute", p, c) for p, c in ("de", "ab", "bc", "ad")]
    robot = jn.Robot.build("tree", links, joints)
    assert robot.base == "a"
    assert robot.joint_names == ("ab", "bc", "ad", "de")
    assert robot.parents == (-1, 0, -1, 2)
    assert [link.name for link in robot.links] == ["b", "c", "d", "e"]


@pytest.mark.parametrize("seed", range(10))
def test_fixed_joints_are_merged(seed):
    """Weld a second body on every link: the same robot as with payloads there, and the welded bodies' frames are known."""
    rng = np.random.default_rng(seed)
    bare = random_robot(seed, n=6)
    places = {link.name: rpy_placement(tuple(rng.normal(size=3)), tuple(rng.normal(size=3)), "weld") for link in bare.links}
    parts = {name: jn.Link(f"{name}_part", 0.7, tuple(rng.normal(scale=0.1, size=3)), inertia(rng, 0.7)) for name in places}
    welds = [jn.Joint(f"{name}_weld", "fixed", name, f"{name}_part", place) for name, place in places.items()]
    links = [*parts.values(), jn.Link("base"), *bare.links]
    merged = jn.Robot.build("merged", links, [*welds, *bare.joints], gravity=bare.gravity)
    assert merged.joint_names == bare.joint_names
    loaded = dataclasses.replace(bare, frames=tuple(Frame(f"{name}_at", name, place) for name, place in places.items()))
    for name, part in parts.items():
        loaded = loaded.with_payload(part.mass, part.com, part.inertia, link=f"{name}_at")
    Q = random_motion(bare, seed, 4)
    assert_close(jn.rnea(merged, *Q), jn.rnea(loaded, *Q))
    p, R = jn.tool_pose(merged, Q[0], link="link3_part")
    p0, R0 = jn.tool_pose(bare, Q[0], link="link3")
    assert_close(p, p0 + R0 @ places["link3"].origin)
    assert_close(R, R0 @ np.array(places["link3"].rotation))


def hinge(name, parent, child, **more):
    return jn.Joint(name, "revolute", parent, child, **more)


def test_frames_of_merged_links_and_of_the_base():
    """A frame on a link that is merged is a frame of the link that carries it."""
    at = jn.placement(xyz=(0.1, 0.0, 0.0), rpy=(0.0, 0.0, np.pi / 2))
    joints = [hinge("1", "a", "b"), jn.Joint("weld", "fixed", "b", "hand", at)]
    parts = assemble("x", [jn.Link("a"), jn.Link("b", *BODY), jn.Link("hand")], joints, [Frame("tip", "hand", at)])
    hand, tip = parts["frames"]
    assert (hand.name, hand.link, hand.placement) == ("hand", "b", at)
    assert (tip.name, tip.link) == ("tip", "b")
    assert_close(tip.placement.origin, (0.1, 0.1, 0.0))
    with pytest.raises(ModelError, match="frame 'tip': no link 'hnad'. Did you mean 'hand'"):
        assemble("x", [jn.Link("a"), jn.Link("b", *BODY), jn.Link("hand")], joints, [Frame("tip", "hnad")])


def test_the_base_takes_any_body():
    """What is bolted to the base is in no equation: a part of negative mass is no error there."""
    odd = jn.Link("odd", -1.0, physical=False)
    parts = assemble(
        "x", [jn.Link("a"), odd, jn.Link("b", *BODY)], [jn.Joint("w", "fixed", "a", "odd"), hinge("1", "a", "b")], []
    )
    assert parts["base_link"].mass == -1.0
    assert not parts["base_link"].physical


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        ("planar", [("j_x", "prismatic"), ("j_y", "prismatic"), ("j_angle", "continuous")]),
        ("universal", [("j_x", "continuous"), ("j_y", "continuous")]),
        ("cylindrical", [("j_along", "prismatic"), ("j_angle", "continuous")]),
    ],
)
def test_composite_joints_are_rows_of_simple_ones(kind, parts):
    at = jn.placement(xyz=(1.0, 2.0, 3.0))
    links, joints = expand_composite_joints([jn.Link("a"), jn.Link("b")], [jn.Joint("j", kind, "a", "b", at, (0.0, 1.0, 0.0))])
    assert [(joint.name, joint.type) for joint in joints] == parts
    assert [joint.placement for joint in joints] == [at] + [Placement()] * (len(parts) - 1)
    assert (joints[0].parent, joints[-1].child) == ("a", "b")
    assert [a.child for a in joints[:-1]] == [b.parent for b in joints[1:]] == [link.name for link in links[2:]]


def test_order_of_a_file_is_restored():
    """Unless a child would stand before its parent."""
    links = [jn.Link(name, *BODY) for name in "abcd"]
    parts = assemble("x", links, [hinge("ab", "a", "b"), hinge("bc", "b", "c"), hinge("ad", "a", "d")], [])
    assert [joint.name for joint in restore_order(parts, ["ad", "ab", "bc"])["joints"]] == ["ad", "ab", "bc"]
    assert [link.name for link in restore_order(parts, ["ad", "ab", "bc"])["links"]] == ["d", "b", "c"]
    assert restore_order(parts, ["bc", "ab", "ad"]) is parts
    assert restore_order(parts, ["ab", "bc"]) is parts


def test_links_bolted_to_the_base():
    joints = [
        jn.Joint("1", "fixed", "a", "b"),
        jn.Joint("2", "fixed", "b", "c"),
        hinge("3", "c", "d"),
        jn.Joint("4", "fixed", "d", "e"),
    ]
    assert bolted_to_base(joints) == {"a", "b", "c"}
    assert bolted_to_base([]) == set()
