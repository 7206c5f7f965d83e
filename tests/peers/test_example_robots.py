"""Every URDF of example-robot-data: it loads, at most with options that its refusal names, and has Pinocchio's numbers."""

import re
import xml.etree.ElementTree as ET
from importlib import metadata
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from jounce.errors import LoadError, ModelError
from support.peer_pinocchio import Pinocchio
from support.several_freedoms import random_state
from support.tolerances import ALGEBRA, CHAIN, assert_close

FILES = sorted(Path(f.locate()) for f in metadata.files("example-robot-data") if f.suffix == ".urdf")
IDS = [f"{f.parts[-3]}/{f.name}" for f in FILES]
EMPTY = [file for file in FILES if not ET.parse(file).getroot().findall("link")]
"""A file without a single link is no robot."""
NAMED = {
    r"lock={('[^']+'): 0.0}": lambda found: ("lock", {name[1:-1]: 0.02 for name in found}),
    r"(physical=False)": lambda found: ("physical", False),
    r"(floating_base=True)": lambda found: ("floating_base", True),
}

pytestmark = pytest.mark.filterwarnings("ignore:(?s).*transmission")


def as_told(file, options=None):
    """(robot, options): loaded with what the messages say, until it loads."""
    options = dict(options or {})
    for _ in range(len(NAMED) + 2):
        try:
            return jn.load(file, **options), options
        except ModelError as error:
            told = {}
            for pattern, option in NAMED.items():
                found = re.findall(pattern, str(error))
                if found:
                    key, value = option(found)
                    told[key] = {**options.get(key, {}), **value} if isinstance(value, dict) else value
            if all(options.get(key) == value for key, value in told.items()):
                raise AssertionError(f"no way out is named: {error}") from error
            options |= told
    raise AssertionError(f"{file} does not load with {options}")


def peer_of(file, robot, options):
    """Pinocchio's model of the file, with what stands still taken out of it in the same way."""
    root = [pin.JointModelFreeFlyer()] if options.get("floating_base") else []
    model = pin.buildModelFromUrdf(str(file), *root)
    still = [name for name in model.names if name not in (*robot.joint_names, "universe", "root_joint")]
    q = pin.neutral(model)
    for name, value in positions(file, still, options.get("lock", {})).items():
        joint = model.joints[model.getJointId(name)]
        q[joint.idx_q : joint.idx_q + joint.nq] = value if joint.nq == 1 else (np.cos(value), np.sin(value))
    return pin.buildReducedModel(model, [model.getJointId(name) for name in still], q) if still else model


def positions(file, still, lock):
    """Where joints stand that are locked, or mimic one that is; Pinocchio, asked so, passes over <mimic>."""
    follows = {}
    for joint in ET.parse(file).getroot().findall("joint"):
        mimic = joint.find("mimic")
        if mimic is not None:
            follows[joint.get("name")] = mimic.get("joint"), float(mimic.get("multiplier", 1)), float(mimic.get("offset", 0))

    def at(name):
        if name in lock:
            return lock[name]
        leader, factor, offset = follows[name]
        return factor * at(leader) + offset

    return {name: at(name) for name in still}


@pytest.mark.parametrize("file", [f for f in FILES if f not in EMPTY], ids=[i for i, f in zip(IDS, FILES) if f not in EMPTY])
def test_file(file):
    robot, options = as_told(file)
    if options.get("floating_base"):
        check_floating(file, robot, options)
        return
    peer = Pinocchio(peer_of(file, robot, options), robot.joint_names)
    q, qd, qdd = np.random.default_rng(len(robot.links)).normal(size=(3, robot.n))
    assert_close(jn.rnea(robot, q, qd, qdd)[0], peer.rnea(q, qd, qdd), ALGEBRA, "rnea")
    assert_close(jn.mass_matrix(robot, q)[0], peer.mass_matrix(q), CHAIN, "mass_matrix")
    assert_close(jn.gravity_torque(robot, q)[0], peer.gravity(q), CHAIN, "gravity_torque")
    for i in range(robot.n):
        assert_close(jn.jacobian(robot, q, link=i)[0], peer.jacobian(q, i), CHAIN, "jacobian")
    massless_tip = [j.name for j in robot.joints if peer_moves_nothing(peer, robot, q, j.name)]
    if massless_tip:
        with pytest.raises(jn.errors.SingularityError, match=massless_tip[-1]):
            jn.forward_dynamics(robot, q, qd, qdd)
        return
    assert_close(jn.forward_dynamics(robot, q, qd, qdd), peer.forward_dynamics(q, qd, qdd), CHAIN, "forward_dynamics")


@pytest.mark.parametrize("file", [f for f in FILES if f not in EMPTY], ids=[i for i, f in zip(IDS, FILES) if f not in EMPTY])
def test_file_on_a_floating_base(file):
    robot, options = as_told(file, {"floating_base": True})
    assert (robot.joints[0].type, robot.joints[0].name) == ("floating", "floating_base")
    check_floating(file, robot, options)


def check_floating(file, robot, options):
    """A root `world` is Pinocchio's to float as well: what it carries then stands where the file puts it."""
    model = peer_of(file, robot, options)
    data = model.createData()
    q, v, a = random_state(robot, len(robot.links))
    q[:4] /= np.linalg.norm(q[:4])
    carrier = robot.joints[0]
    at = pin.SE3(np.array(carrier.placement.rotation), np.array(carrier.placement.origin))
    here = at * pin.XYZQUATToSE3(np.concatenate([q[4:7], q[:4]])) * at.inverse()  # of the root, where it is a world
    theirs, vt, ta = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
    theirs[:7] = pin.SE3ToXYZQUAT(here)
    order = np.zeros(robot.n, dtype=int)
    for k, joint in enumerate(robot.joints[1:], start=6):
        index = model.joints[model.getJointId(joint.name)]
        theirs[index.idx_q : index.idx_q + index.nq] = q[k + 1] if index.nq == 1 else (np.cos(q[k + 1]), np.sin(q[k + 1]))
        order[k] = index.idx_v
    turn = at.action[np.ix_([3, 4, 5, 0, 1, 2], [3, 4, 5, 0, 1, 2])]  # of (angular, linear) from the carried link to the root
    swap = [3, 4, 5, 0, 1, 2]
    for ours, found in ((v, vt), (a, ta)):
        found[:6] = (turn @ ours[:6])[swap]
        found[order[6:]] = ours[6:]
    tau = pin.rnea(model, data, theirs, vt, ta)
    assert_close(jn.rnea(robot, q, v, a)[0], np.concatenate([turn.T @ tau[:6][swap], tau[order[6:]]]), CHAIN, "rnea")
    upper = np.triu(pin.crba(model, data, theirs))
    M = upper + np.triu(upper, 1).T
    all_of = np.concatenate([swap, order[6:]])
    T = np.eye(robot.n)
    T[:6, :6] = turn
    assert_close(jn.mass_matrix(robot, q)[0], T.T @ M[np.ix_(all_of, all_of)] @ T, CHAIN, "mass_matrix")


@pytest.mark.parametrize("file", [f for f in FILES if f not in EMPTY], ids=[i for i, f in zip(IDS, FILES) if f not in EMPTY])
def test_limits(file):
    """Position, velocity and effort of every joint. Pinocchio keeps zeros, which mean that nothing is known, as they are."""
    robot, options = as_told(file)
    model = peer_of(file, robot, options)
    for joint in robot.joints:
        peer, found = model.joints[model.getJointId(joint.name)], joint.limits
        assert found.velocity == (model.velocityLimit[peer.idx_v] or np.inf)
        assert found.motor_torque == found.joint_torque == (model.effortLimit[peer.idx_v] or np.inf)
        bounds = model.lowerPositionLimit[peer.idx_q], model.upperPositionLimit[peer.idx_q]
        assert found.position == ((-np.inf, np.inf) if joint.type == "continuous" or bounds == (0.0, 0.0) else bounds)
        assert {found.acceleration, found.jerk, found.torque_rate, found.deflection} == {np.inf}


def peer_moves_nothing(peer, robot, q, joint):
    """Whether Pinocchio's mass matrix has nothing on this joint's diagonal."""
    i = robot.joint_names.index(joint)
    return peer.mass_matrix(q)[i, i] <= 1e-15


def test_what_is_no_robot():
    """One file of the package was left empty when it was made."""
    assert [file.name for file in EMPTY] == ["ur3.urdf"]
    with pytest.raises(LoadError, match="has no links"):
        jn.load(EMPTY[0])


def test_most_robots_load_as_they_are():
    """Options are the exception."""
    plain = 0
    for file in FILES:
        try:
            jn.load(file)
        except ModelError:
            continue
        plain += 1
    assert plain >= 50
