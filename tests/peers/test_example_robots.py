"""Every URDF of example-robot-data: the same numbers as Pinocchio, or refused for a reason that the file itself confirms."""

import xml.etree.ElementTree as ET
from importlib import metadata
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from support.peer_pinocchio import Pinocchio
from support.tolerances import ALGEBRA, CHAIN, assert_close

FILES = sorted(Path(f.locate()) for f in metadata.files("example-robot-data") if f.suffix == ".urdf")
IDS = [f"{f.parts[-3]}/{f.name}" for f in FILES]


def expected_refusals(file):
    """Fragments of which our message must contain one, read off the file independently; empty if it must load."""
    root = ET.parse(file).getroot()
    joints, links = root.findall("joint"), root.findall("link")
    if not links or all(j.get("type") == "fixed" for j in joints):
        return ["no links", "no moving joint", *(f"no link '{name}'" for name in unknown_links(joints, links))]
    found = [f"no link '{name}'" for name in unknown_links(joints, links)]
    found += [f"joint {j.get('name')!r} mimics" for j in joints if j.find("mimic") is not None]
    fixed = {j.find("child").get("link"): j.find("parent").get("link") for j in joints if j.get("type") == "fixed"}
    moved = {j.find("child").get("link") for j in joints if j.get("type") != "fixed"}
    for link in links:
        carrier = link.get("name")
        while carrier in fixed:
            carrier = fixed[carrier]
        inertial = link.find("inertial")
        if carrier in moved and inertial is not None:
            found += [f"link {link.get('name')!r}: {reason}" for reason in defects(inertial)]
    return found


def unknown_links(joints, links):
    known = {link.get("name") for link in links}
    ends = [j.find(end).get("link") for j in joints for end in ("parent", "child")]
    return [end for end in ends if end not in known]


def defects(inertial):
    mass = float(inertial.find("mass").get("value"))
    entry = {key: float(value) for key, value in inertial.find("inertia").attrib.items()}
    tensor = np.array([[entry["i" + "".join(sorted(a + b))] for b in "xyz"] for a in "xyz"])
    low, middle, high = np.linalg.eigvalsh(tensor)
    if mass < 0:
        return ["its mass is negative"]
    if mass == 0 and tensor.any():
        return ["it has inertia but no mass"]
    if low < -1e-4 * abs(high) - 1e-12 * mass:
        return ["a principal moment of inertia is negative"]
    if low + middle < (1 - 1e-4) * high - 1e-12 * mass:
        return ["its inertia breaks the triangle inequality"]
    return []


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_file(file):
    reasons = expected_refusals(file)
    if reasons:
        with pytest.raises(jn.errors.ModelError) as refused:
            jn.load(file)
        assert any(reason in str(refused.value) for reason in reasons), f"{refused.value}\nnone of {reasons}"
        return
    robot = jn.load(file)
    peer = Pinocchio(pin.buildModelFromUrdf(str(file)), robot.joint_names)
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


@pytest.mark.parametrize("file", [f for f in FILES if not expected_refusals(f)], ids=lambda f: f.name)
def test_limits(file):
    """Position, velocity and effort of every joint. Pinocchio keeps zeros, which mean that nothing is known, as they are."""
    robot, model = jn.load(file), pin.buildModelFromUrdf(str(file))
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


def test_most_robots_load():
    """The comparison above is not empty: the package's arms, hands, legs and humanoids are there."""
    good = [name for name, file in zip(IDS, FILES) if not expected_refusals(file)]
    assert len(good) >= 40
