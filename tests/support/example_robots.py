"""The URDFs of example-robot-data: loaded as their refusals say, and beside Pinocchio, which reads the same files."""

import re
import warnings
import xml.etree.ElementTree as ET
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pinocchio as pin

import jounce as jn
from jounce.errors import ModelError
from support.several_freedoms import random_state

FILES = sorted(Path(f.locate()) for f in metadata.files("example-robot-data") if f.suffix == ".urdf")
IDS = [f"{f.parts[-3]}/{f.name}" for f in FILES]
EMPTY = [file for file in FILES if not ET.parse(file).getroot().findall("link")]
"""A file without a single link is no robot."""
NAMED = {
    r"lock={('[^']+'): 0.0}": lambda found: ("lock", {name[1:-1]: 0.2 for name in found}),
    r"(physical=False)": lambda found: ("physical", False),
    r"(floating_base=True)": lambda found: ("floating_base", True),
}
"""Options that a refusal may name, and what is then said."""


def as_told(file, options=None):
    """(robot, options): loaded with what the messages say, until it loads.

    exact: Pinocchio keeps the angles of the file, and a snapped one differs by up to 5e-5 rad.
    """
    options = dict(options or {})
    for _ in range(len(NAMED) + 2):
        try:
            return jn.load(file, exact=True, **options), options
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


def beside(file, robot, options):
    """(peer, (q, v, a), Pinocchio's q): a random state of the robot, with the numbers of both."""
    peer = Peer(robot, *peer_of(file, options))
    if not options.get("floating_base"):
        q, v, a = np.random.default_rng(len(robot.links)).normal(size=(3, robot.n))
        return peer, (q, v, a), peer.position(dict(zip(robot.joint_names, q)))
    # A root `world` is Pinocchio's to float as well: what it carries then stands where the file puts it.
    q, v, a = random_state(robot, len(robot.links))
    q[:4] /= np.linalg.norm(q[:4])
    carrier = robot.joints[0]
    at = pin.SE3(np.array(carrier.placement.rotation), np.array(carrier.placement.origin))
    here = at * pin.XYZQUATToSE3(np.concatenate([q[4:7], q[:4]])) * at.inverse()  # of the root, where it is a world
    theirs = pin.neutral(peer.model)
    theirs[:7] = pin.SE3ToXYZQUAT(here)
    peer.position(dict(zip(robot.joint_names[1:], q[7:])), theirs)
    swap = [3, 4, 5, 0, 1, 2]
    peer.G[np.ix_(swap, range(6))] = at.action[np.ix_(swap, swap)]  # (angular, linear) of the carried link, at the root
    return peer, (q, v, a), theirs


class Row(NamedTuple):
    """A file in the table of the documentation: its cells, without the numbers that are measured."""

    file: str
    joints: int
    """That move, those that follow others included."""
    freedoms: int
    follow: int
    options: str
    """What `jn.load` needs beside the name of the file."""


def row_of(name, file):
    """(row, robot, options) of one file."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="(?s).*transmission")
        robot, options = as_told(file)
    said = ", ".join(f"`lock` of {_first(value)}" if key == "lock" else f"`{key}={value}`" for key, value in options.items())
    follow = sum(joint.mimic is not None for joint in robot.joints)
    return Row(name, len(robot.joints), robot.n, follow, said), robot, options


def _first(names):
    first, *others = names
    return f"`{first}`" + (f" and {len(others)} more" if others else "")
