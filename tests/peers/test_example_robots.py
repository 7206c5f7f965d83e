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
from support.tolerances import CHAIN, assert_close

FILES = sorted(Path(f.locate()) for f in metadata.files("example-robot-data") if f.suffix == ".urdf")
IDS = [f"{f.parts[-3]}/{f.name}" for f in FILES]
EMPTY = [file for file in FILES if not ET.parse(file).getroot().findall("link")]
"""A file without a single link is no robot."""
NAMED = {
    r"lock={('[^']+'): 0.0}": lambda found: ("lock", {name[1:-1]: 0.2 for name in found}),
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


def peer_of(file, options):
    """(model, whether it follows <mimic> itself). Pinocchio does not where the joint that leads comes later in its order."""
    root = [pin.JointModelFreeFlyer()] if options.get("floating_base") else []
    try:
        model, follows = pin.buildModelFromUrdf(str(file), *root, mimic=True), True
    except ValueError as error:
        assert "mimic" in str(error)  # noqa: PT017
        model, follows = pin.buildModelFromUrdf(str(file), *root), False
    if "lock" in options:
        q = pin.neutral(model)
        for name, value in options["lock"].items():
            set_position(model, q, name, value)
        model = pin.buildReducedModel(model, [model.getJointId(name) for name in options["lock"]], q)
    return model, follows


def set_position(model, q, name, value):
    joint = model.joints[model.getJointId(name)]
    q[joint.idx_q : joint.idx_q + joint.nq] = value if joint.nq == 1 else (np.cos(value), np.sin(value))


class Peer:
    """Pinocchio's numbers in our order; joints that it does not let follow others are spread and gathered by hand."""

    def __init__(self, robot, model, follows):
        self.robot, self.model, self.data = robot, model, model.createData()
        names = [joint.name for joint in robot.axes]
        self.G = np.zeros((model.nv, robot.n))
        for joint in robot.joints:
            if joint.freedoms > 1 or (joint.mimic is not None and follows):
                continue
            lead, ratio = (joint.name, 1.0) if joint.mimic is None else (joint.mimic.joint, joint.mimic.multiplier)
            self.G[model.joints[model.getJointId(joint.name)].idx_v, names.index(lead)] = ratio
        self.follows = follows

    def position(self, own, q=None):
        """Pinocchio's q from our numbers of the joints of one freedom, {name: value}."""
        q = pin.neutral(self.model) if q is None else q
        for joint in self.robot.joints:
            if joint.freedoms > 1 or (joint.mimic is not None and self.follows):
                continue
            mimic = joint.mimic
            set_position(
                self.model,
                q,
                joint.name,
                own[joint.name] if mimic is None else mimic.multiplier * own[mimic.joint] + mimic.offset,
            )
        return q

    def rnea(self, q, v, a):
        return self.G.T @ pin.rnea(self.model, self.data, q, self.G @ v, self.G @ a)

    def mass_matrix(self, q):
        upper = np.triu(pin.crba(self.model, self.data, q))
        return self.G.T @ (upper + np.triu(upper, 1).T) @ self.G

    def jacobian(self, q, name):
        J = pin.computeJointJacobian(self.model, self.data, q, self.model.getJointId(name)).reshape(6, -1) @ self.G
        return np.concatenate([J[3:], J[:3]])


@pytest.mark.parametrize("file", [f for f in FILES if f not in EMPTY], ids=[i for i, f in zip(IDS, FILES) if f not in EMPTY])
def test_file(file):
    robot, options = as_told(file)
    if options.get("floating_base"):
        check_floating(file, robot, options)
        return
    model, follows = peer_of(file, options)
    peer = Peer(robot, model, follows)
    q, qd, qdd = np.random.default_rng(len(robot.links)).normal(size=(3, robot.n))
    at = peer.position(dict(zip(robot.joint_names, q)))
    assert_close(jn.rnea(robot, q, qd, qdd)[0], peer.rnea(at, qd, qdd), CHAIN, "rnea")
    M = peer.mass_matrix(at)
    assert_close(jn.mass_matrix(robot, q)[0], M, CHAIN, "mass_matrix")
    assert_close(jn.gravity_torque(robot, q)[0], peer.rnea(at, 0.0 * q, 0.0 * q), CHAIN, "gravity_torque")
    for i, joint in enumerate(robot.joints):
        assert_close(jn.jacobian(robot, q, link=i)[0], peer.jacobian(at, joint.name), CHAIN, "jacobian")
    if robot.n < len(robot.joints):  # aba of Pinocchio knows no joint that follows another
        if np.linalg.cond(M) < 1e10:
            expected = np.linalg.solve(M, qdd - peer.rnea(at, qd, 0.0 * q))
            assert_close(jn.forward_dynamics(robot, q, qd, qdd), expected, 1e-15 * np.linalg.cond(M) + CHAIN, "forward_dynamics")
        return
    plain = Pinocchio(model, robot.joint_names)
    massless_tip = [j.name for j in robot.joints if peer_moves_nothing(plain, robot, q, j.name)]
    if massless_tip:
        with pytest.raises(jn.errors.SingularityError, match=massless_tip[-1]):
            jn.forward_dynamics(robot, q, qd, qdd)
        return
    assert_close(jn.forward_dynamics(robot, q, qd, qdd), plain.forward_dynamics(q, qd, qdd), CHAIN, "forward_dynamics")


@pytest.mark.parametrize("file", [f for f in FILES if f not in EMPTY], ids=[i for i, f in zip(IDS, FILES) if f not in EMPTY])
def test_file_on_a_floating_base(file):
    robot, options = as_told(file, {"floating_base": True})
    assert (robot.joints[0].type, robot.joints[0].name) == ("floating", "floating_base")
    check_floating(file, robot, options)


def check_floating(file, robot, options):
    """A root `world` is Pinocchio's to float as well: what it carries then stands where the file puts it."""
    model, follows = peer_of(file, options)
    peer = Peer(robot, model, follows)
    q, v, a = random_state(robot, len(robot.links))
    q[:4] /= np.linalg.norm(q[:4])
    carrier = robot.joints[0]
    at = pin.SE3(np.array(carrier.placement.rotation), np.array(carrier.placement.origin))
    here = at * pin.XYZQUATToSE3(np.concatenate([q[4:7], q[:4]])) * at.inverse()  # of the root, where it is a world
    theirs = pin.neutral(model)
    theirs[:7] = pin.SE3ToXYZQUAT(here)
    peer.position(dict(zip(robot.joint_names[1:], q[7:])), theirs)
    swap = [3, 4, 5, 0, 1, 2]
    peer.G[np.ix_(swap, range(6))] = at.action[np.ix_(swap, swap)]  # (angular, linear) of the carried link, at the root
    assert_close(jn.rnea(robot, q, v, a)[0], peer.rnea(theirs, v, a), CHAIN, "rnea")
    assert_close(jn.mass_matrix(robot, q)[0], peer.mass_matrix(theirs), CHAIN, "mass_matrix")


@pytest.mark.parametrize("file", [f for f in FILES if f not in EMPTY], ids=[i for i, f in zip(IDS, FILES) if f not in EMPTY])
def test_limits(file):
    """Position, velocity and effort of every joint. Pinocchio keeps zeros, which mean that nothing is known, as they are."""
    robot, options = as_told(file)
    model, _ = peer_of(file, options)
    for joint in [joint for joint in robot.axes if joint.freedoms == 1]:
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
