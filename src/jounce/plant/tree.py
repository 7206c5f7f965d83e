"""The links of a robot as the equations read them: bodies with the joint axis on z, parents before children.

Users place a joint's axis anywhere. Here each link gets a *body frame*: its link frame turned once, by a constant rotation, so
that the joint turns about z or slides along it. Torques do not notice; whatever is stated in link frames (poses, Jacobians,
wrenches) passes through `Body.align`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.numbers import Number
from jounce.robot import Mimic, Robot
from jounce.spatial.inertia import Inertia
from jounce.spatial.joints import PrismaticZ, RevoluteZ
from jounce.spatial.matrices import IDENTITY, Matrix, transpose, turn_z_onto
from jounce.spatial.placements import Placement
from jounce.spatial.vectors import Vector


class Body(NamedTuple):
    """A moving link in its body frame."""

    parent: int
    """Index of the body that carries it, -1 for the base."""
    joint: RevoluteZ | PrismaticZ
    inertia: Inertia
    align: Matrix = IDENTITY
    """link_R_body."""


class Follower(NamedTuple):
    """A body whose joint has no freedom of its own: q = ratio q' + offset, with q' of another joint."""

    body: int
    freedom: int
    """Index of q' among the robot's velocities, ..."""
    position: int
    """... and among its positions."""
    ratio: float
    offset: float


class Chain(NamedTuple):
    """A joint of several freedoms: in the tree, a chain of simple joints that all stay at zero.

    The chain turns about x, y, z and, for a floating joint, slides along x, y, z; only its last body has mass. Where the child
    link is goes into the constant placement of the chain's first joint: see `jounce.plant.chains`.
    """

    first: int
    """Index of the chain's first body."""
    position: int
    """Where the joint's quaternion begins among the positions of the robot."""
    floats: bool
    before: Placement
    """The joint's placement, in the body frame of the parent."""
    after: Placement
    """The first body's own frame in the child's."""

    @property
    def freedoms(self) -> int:
        """Bodies of the chain."""
        return 6 if self.floats else 3

    @property
    def positions(self) -> int:
        """Numbers that say where the child link is: a quaternion, and an origin if it floats."""
        return 7 if self.floats else 4


class Tree(NamedTuple):
    """A rigid tree on a fixed base."""

    bodies: tuple[Body, ...]
    gravity: Vector
    """In the base frame [m/s^2]."""
    chains: tuple[Chain, ...] = ()
    """Joints of several freedoms."""
    links: tuple[int, ...] = ()
    """The body of each link, where that is not simply its own index."""
    chain_ends: tuple[int, ...] = ()
    """For each body the last body of the chain it belongs to, or itself; empty where no joint has several freedoms."""
    followers: tuple[Follower, ...] = ()
    """Bodies that follow others, see `jounce.plant.followers`."""

    @property
    def freedoms(self) -> int:
        """How many velocities the tree has: one a body, but for those that follow others."""
        return len(self.bodies) - len(self.followers)

    @property
    def parents(self) -> tuple[int, ...]:
        """For each freedom the one whose joint carries it, -1 for none; where bodies follow others, simply the one before it.

        M has no entries but between a freedom and those that carry it, however indirectly.
        """
        return tuple(range(-1, self.freedoms - 1)) if self.followers else tuple(body.parent for body in self.bodies)

    def chain_end(self, k: int) -> int:
        """The body whose motion is that of the link at the end of the chain that body k belongs to."""
        return self.chain_ends[k] if self.chain_ends else k

    @property
    def link_bodies(self) -> tuple[int, ...]:
        """The body of each link."""
        return self.links or tuple(range(len(self.bodies)))


def make_body(parent: int, parent_align: Matrix, placement: Placement, axis: Vector, slides: bool, link: Inertia) -> Body:
    """A body from link-frame data: its placement in the parent link, its joint axis, its inertia."""
    align = turn_z_onto(axis)
    inward = Placement(transpose(parent_align))
    at_zero = inward.then(placement).then(Placement(align))
    kind = PrismaticZ if slides else RevoluteZ
    return Body(parent, kind(at_zero), link.seen_from(Placement(transpose(align))), align)


def make_tree(robot: Robot) -> Tree:
    """The tree of a robot; joints of several freedoms become chains."""
    bodies: list[Body] = []
    chains: list[Chain] = []
    own: list[int] = []  # the body of each link
    ends: list[int] = []
    position = 0
    following: dict[int, Mimic] = {}
    places: dict[str, tuple[int, int]] = {}  # of each joint's first freedom, and of its first position
    for link, joint, carrier in zip(robot.links, robot.joints, robot.parents):
        parent = own[carrier] if carrier >= 0 else -1
        align = bodies[parent].align if parent >= 0 else IDENTITY
        places[joint.name] = len(bodies) - len(following), position
        if joint.freedoms <= 1:
            if joint.mimic is not None:
                following[len(bodies)] = joint.mimic
            bodies.append(make_body(parent, align, joint.placement, joint.axis, joint.prismatic, link.about_origin))
        else:
            before = Placement(transpose(align)).then(joint.placement)
            first = len(bodies)
            for k in range(joint.freedoms):
                at = joint.placement if k == 0 else Placement()
                inertia = link.about_origin if k == joint.freedoms - 1 else Inertia()
                bodies.append(make_body(parent, align, at, IDENTITY[k % 3], k >= 3, inertia))
                parent, align = len(bodies) - 1, bodies[-1].align
            chains.append(Chain(first, position, joint.type == "floating", before, Placement(bodies[first].align)))
        position += joint.positions
        ends += [len(bodies) - 1] * (len(bodies) - len(ends))
        own.append(len(bodies) - 1)
    followers = tuple(Follower(k, *places[mimic.joint], mimic.multiplier, mimic.offset) for k, mimic in following.items())
    if not chains:
        return Tree(tuple(bodies), robot.gravity, followers=followers)
    return Tree(tuple(bodies), robot.gravity, tuple(chains), tuple(own), tuple(ends), followers)


def with_inertia(tree: Tree, parameters: Sequence[Number]) -> Tree:
    """The same tree with other inertial parameters (10 links), about and in the link frames."""
    bodies = list(tree.bodies)
    for link, k in enumerate(tree.link_bodies):
        m, hx, hy, hz, *tensor = parameters[10 * link : 10 * link + 10]
        body = Inertia(m, (hx, hy, hz), tuple(tensor))
        bodies[k] = bodies[k]._replace(inertia=body.seen_from(Placement(transpose(bodies[k].align))))
    return tree._replace(bodies=tuple(bodies))


def with_load(tree: Tree, parameters: Sequence[Number], body: int, frame: Placement) -> Tree:
    """The same tree with a further body of these ten parameters, about and in `frame`, fixed on a body."""
    m, hx, hy, hz, *tensor = parameters
    load = Inertia(m, (hx, hy, hz), tuple(tensor)).seen_from(frame)
    old = tree.bodies[body]
    bodies = (*tree.bodies[:body], old._replace(inertia=old.inertia.plus(load)), *tree.bodies[body + 1 :])
    return tree._replace(bodies=bodies)
