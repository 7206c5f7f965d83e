"""Joints: DOF, what each type may have, and placements."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import jounce as jn
from jounce.errors import ModelError
from jounce.robot import Bushing, Friction, JointLimits, Mimic, ParallelSpring, SecondDrive
from jounce.robot.joint import TYPES, check_placement, degrees, rpy_placement, sincos
from jounce.spatial.geometry import Placement
from support.tolerances import assert_close


def joint(kind="revolute", **more):
    return jn.Joint("j", kind, "a", "b", **more)


@pytest.mark.parametrize(
    ("kind", "freedoms", "positions"), [("revolute", 1, 1), ("prismatic", 1, 1), ("spherical", 3, 4), ("floating", 6, 7)]
)
def test_dof(kind, freedoms, positions):
    assert (joint(kind).freedoms, joint(kind).positions) == (freedoms, positions)
    assert joint(kind).prismatic == (kind == "prismatic")


def test_a_mimic_joint_has_none():
    like = joint(mimic=Mimic("other"))
    assert (like.freedoms, like.positions) == (0, 0)


WRONG = [
    ({"kind": "hinge"}, f"expected a type of {', '.join(TYPES)}, got 'hinge'"),
    ({"kind": None}, "expected a type"),
    ({"drive": 5.0}, "expected a Drive or None, got 5.0"),
    ({"kind": "bushing"}, "a joint of type 'bushing' has bushing="),
    ({"bushing": Bushing((1.0, 1.0, 1.0))}, "a joint of type 'bushing' has bushing="),
    ({"limits": (0.0, 1.0)}, "limits: expected JointLimits"),
    ({"kind": "floating", "limits": JointLimits(velocity=1.0)}, "a floating joint cannot have limits"),
    ({"kind": "planar", "spring": jn.Spring(1.0)}, "a planar joint cannot have a drive or a spring"),
    ({"kind": "spherical", "mimic": Mimic("x")}, "a spherical joint cannot follow another"),
    ({"mimic": Mimic("x"), "drive": jn.Drive()}, "follows joint 'x' and has a drive or a spring of its own"),
    ({"mimic": Mimic("x"), "parallel": ParallelSpring(1.0)}, "a parallel spring needs a joint of one freedom of its own"),
    ({"kind": "fixed", "friction": Friction()}, "a friction on the link side needs a joint of one freedom"),
    ({"spring": jn.Spring(1.0), "friction": Friction()}, "is beside a drive"),
    ({"second": SecondDrive(jn.Drive())}, "a second drive needs a first one"),
    ({"drive": jn.Drive(coupling="full"), "second": SecondDrive(jn.Drive())}, "a second drive needs a first one"),
]


@pytest.mark.parametrize(("fields", "words"), WRONG, ids=range(len(WRONG)))
def test_refused_by_name(fields, words):
    with pytest.raises(ModelError, match=f"joint 'j'.*{words}"):
        joint(**fields)


def test_what_a_mimic_joint_may_have():
    assert joint(mimic=Mimic("x"), friction=Friction(1.0)).friction.viscous == 1.0


def test_axes_have_length_one():
    assert joint(axis=(0, 3, 4)).axis == (0.0, 0.6, 0.8)
    assert joint(axis=np.array([0.0, 0.0, -2.0])).axis == (0.0, 0.0, -1.0)


@pytest.mark.parametrize("seed", range(3))
def test_angles_of_placements(seed):
    rng = np.random.default_rng(seed)
    xyz, rpy = rng.normal(size=(2, 3))
    at = jn.placement(tuple(xyz), tuple(rpy))
    assert at.origin == tuple(xyz)
    assert_close(at.rotation, Rotation.from_euler("xyz", rpy).as_matrix(), 1e-15)


def test_right_angles_are_exact():
    at = rpy_placement(degrees((90.0, 0.0, -90.0), "it"), (0.0, 0.0, 0.0), "it")
    assert set(np.ravel(at.rotation).tolist()) == {0.0, 1.0, -1.0}
    assert sincos(math.pi) == (0.0, -1.0)
    assert sincos(1e-12)[0] == math.sin(1e-12)


@pytest.mark.parametrize(
    "rotation",
    [np.diag([1, 1, -1]), 1.001 * np.eye(3), np.zeros((3, 3)), np.full((3, 3), np.nan), np.eye(2), "abc"],
    ids=["mirror", "scaled", "zero", "nan", "2x2", "text"],
)
def test_what_is_no_rotation(rotation):
    with pytest.raises(ModelError, match="^it"):
        check_placement(Placement(rotation), "it")


def test_placements_become_tuples_of_floats():
    at = check_placement(Placement(np.eye(3, dtype=int), np.arange(3)), "it")
    assert at == Placement(origin=(0.0, 1.0, 2.0))
    assert all(type(x) is float for row in at.rotation for x in row)
