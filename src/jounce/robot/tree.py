"""What the equations read of a robot: bodies with the joint axis on z, parents before children.

Users place a joint's axis anywhere. Here each link gets a *body frame*: its link frame turned once, by a constant rotation, so
that the joint turns about z or slides along it. Torques do not notice; whatever is stated in link frames (poses, Jacobians,
wrenches) passes through `Body.align`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.robot.joint import Joint
from jounce.robot.link import Link
from jounce.spatial.inertia import Inertia
from jounce.spatial.joints import SlideZ, TurnZ
from jounce.spatial.matrices import IDENTITY, Matrix, transpose
from jounce.spatial.placements import Placement
from jounce.spatial.vectors import Vector, cross, dot, scale


class Body(NamedTuple):
    """A moving link in its body frame."""

    parent: int
    """Index of the body that carries it, -1 for the base."""
    joint: TurnZ | SlideZ
    inertia: Inertia
    align: Matrix = IDENTITY
    """link_R_body."""


class Chart(NamedTuple):
    """A joint of several freedoms, which stands in the tree as a chain of simple joints that all stay at zero.

    Its chain turns about x, y, z and, if it floats, slides along x, y, z; only the last body has mass. Where the child is goes
    into the constant placement of the first joint. See `jounce.functions.charts`.
    """

    first: int
    """Index of the chain's first body."""
    position: int
    """Where its quaternion begins among the positions of the robot."""
    floats: bool
    before: Placement
    """The joint's placement, in the body frame of the parent."""
    after: Placement
    """The first body's own frame in the child's."""


class Tree(NamedTuple):
    """A rigid tree on a fixed base."""

    bodies: tuple[Body, ...]
    gravity: Vector
    """In the base frame [m/s^2]."""
    charts: tuple[Chart, ...] = ()
    """Joints of several freedoms."""
    links: tuple[int, ...] = ()
    """The body of each link, where that is not simply its own index."""
    mates: tuple[int, ...] = ()
    """For each body the last of the chain it belongs to, itself if it is no chain's; none at all where there are no charts."""

    def mate(self, k: int) -> int:
        """The body whose motion is that of the link at the end of the chain that body k belongs to."""
        return self.mates[k] if self.mates else k

    @property
    def link_bodies(self) -> tuple[int, ...]:
        """The body of each link."""
        return self.links or tuple(range(len(self.bodies)))


def turn_z_onto(axis: Vector) -> Matrix:
    """A constant rotation R with R z = axis; a permutation with signs where the axis is a coordinate axis."""
    exact: dict[Vector, Matrix] = {
        (0.0, 0.0, 1.0): IDENTITY,
        (0.0, 0.0, -1.0): ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0)),
        (1.0, 0.0, 0.0): ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
        (-1.0, 0.0, 0.0): ((0.0, 0.0, -1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)),
        (0.0, 1.0, 0.0): ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)),
        (0.0, -1.0, 0.0): ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)),
    }
    if axis in exact:
        return exact[axis]
    least = min(range(3), key=lambda i: abs(axis[i]))
    across = cross(IDENTITY[least], axis)
    x = scale(dot(across, across) ** -0.5, across)
    return transpose((x, cross(axis, x), axis))


def make_body(parent: int, parent_align: Matrix, placement: Placement, axis: Vector, slides: bool, link: Inertia) -> Body:
    """A body from link-frame data: its placement in the parent link, its joint axis, its inertia."""
    align = turn_z_onto(axis)
    inward = Placement(transpose(parent_align))
    at_zero = inward.then(placement).then(Placement(align))
    kind = SlideZ if slides else TurnZ
    return Body(parent, kind(at_zero), link.seen_from(Placement(transpose(align))), align)


def make_tree(links: Sequence[Link], joints: Sequence[Joint], parents: Sequence[int], gravity: Vector) -> Tree:
    """The tree of links and joints, parents before children; joints of several freedoms become chains."""
    bodies: list[Body] = []
    charts: list[Chart] = []
    own: list[int] = []  # the body of each link
    mates: list[int] = []
    position = 0
    for link, joint, carrier in zip(links, joints, parents):
        parent = own[carrier] if carrier >= 0 else -1
        align = bodies[parent].align if parent >= 0 else IDENTITY
        if joint.freedoms == 1:
            bodies.append(make_body(parent, align, joint.placement, joint.axis, joint.prismatic, link.about_origin))
        else:
            before = Placement(transpose(align)).then(joint.placement)
            first = len(bodies)
            for k in range(joint.freedoms):
                at = joint.placement if k == 0 else Placement()
                inertia = link.about_origin if k == joint.freedoms - 1 else Inertia()
                bodies.append(make_body(parent, align, at, IDENTITY[k % 3], k >= 3, inertia))
                parent, align = len(bodies) - 1, bodies[-1].align
            charts.append(Chart(first, position, joint.type == "floating", before, Placement(bodies[first].align)))
        position += joint.positions
        own.append(len(bodies) - 1)
        mates += [own[-1]] * joint.freedoms
    if not charts:
        return Tree(tuple(bodies), gravity)
    return Tree(tuple(bodies), gravity, tuple(charts), tuple(own), tuple(mates))
