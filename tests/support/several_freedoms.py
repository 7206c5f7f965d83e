"""Robots with spherical and floating joints, and how Pinocchio orders their coordinates."""

import numpy as np
import pinocchio as pin

import jounce as jn
from jounce.spatial.geometry import Placement
from support.random_robots import inertia, rotation

KINDS = ("revolute", "prismatic", "spherical", "floating")


def random_tree(seed, n=None, floating=False):
    """A tree of n joints (1 to 8 if not said) of all kinds; the first joint is spherical, or floats."""
    rng = np.random.default_rng(seed)
    n = n or int(rng.integers(1, 9))
    links, joints = [jn.Link("base")], []
    for i in range(n):
        mass = float(rng.uniform(0.5, 5.0))
        links.append(jn.Link(f"link{i}", mass, tuple(rng.normal(scale=0.15, size=3)), inertia(rng, mass)))
        first = "floating" if floating else "spherical"
        kind = str(rng.choice(KINDS[: 3 if floating else 4])) if i else first
        parent = -1 if i == 0 else int(rng.integers(max(0 if floating else -1, i - 3), i))
        place = Placement(tuple(map(tuple, rotation(rng).tolist())), tuple(rng.normal(scale=0.3, size=3)))
        name = "base" if parent < 0 else f"link{parent}"
        joints.append(jn.Joint(f"joint{i}", kind, name, f"link{i}", place, tuple(rng.normal(size=3))))
    return jn.Robot.build(f"several{seed}", links, joints, gravity=tuple(rng.normal(scale=6.0, size=3)))


def random_state(robot, seed, orders=2):
    """q (nq,), then `orders` rows (n,): velocity and its derivatives."""
    rng = np.random.default_rng(seed + 5_000)
    return [rng.normal(size=robot.nq), *rng.normal(size=(orders, robot.n))]


class Peer:
    """The same robot in Pinocchio: floating joints have position and linear velocity first there, and unit quaternions."""

    def __init__(self, robot):
        self.robot, self.model = robot, pin.Model()
        self.model.gravity.linear = np.array(robot.gravity)
        made = {
            "floating": lambda joint: pin.JointModelFreeFlyer(),
            "spherical": lambda joint: pin.JointModelSpherical(),
            "prismatic": lambda joint: pin.JointModelPrismaticUnaligned(np.array(joint.axis)),
        }
        for link, joint, parent in zip(robot.links, robot.joints, robot.parents):
            at = pin.SE3(np.array(joint.placement.rotation), np.array(joint.placement.origin))
            kind = made.get(joint.type, lambda joint: pin.JointModelRevoluteUnaligned(np.array(joint.axis)))(joint)
            index = self.model.addJoint(parent + 1, kind, at, joint.name)
            xx, yy, zz, xy, xz, yz = link.inertia
            tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            self.model.appendBodyToJoint(index, pin.Inertia(link.mass, np.array(link.com), tensor), pin.SE3.Identity())
        self.data = self.model.createData()
        order, begin = {}, 0
        for joint in robot.joints:
            own = [3, 4, 5, 0, 1, 2] if joint.type == "floating" else range(joint.freedoms)
            index = self.model.joints[self.model.getJointId(joint.name)]
            order |= {index.idx_v + k: begin + i for k, i in enumerate(own)}
            begin += joint.freedoms
        self.order = [order[k] for k in range(robot.n)]

    def position(self, q):
        """Our q as Pinocchio's."""
        out, at = np.empty(self.model.nq), 0
        for joint in self.robot.joints:
            own = np.array(q[at : at + joint.positions])
            if joint.freedoms > 1:
                own[:4] /= np.linalg.norm(own[:4])
            index = self.model.joints[self.model.getJointId(joint.name)].idx_q
            out[index : index + joint.positions] = np.roll(own, 3) if joint.type == "floating" else own
            at += joint.positions
        return out

    def ours(self, x):
        """A vector, or a matrix of two velocity axes, of Pinocchio's in our order."""
        back = np.argsort(self.order)
        return x[..., back] if x.ndim == 1 else x[np.ix_(back, back)]
