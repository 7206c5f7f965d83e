"""The kinematic tree as the equations read it: bodies with the joint axis along z, parents before children.

Joint axes of a robot are arbitrary. Each link gets a *body frame*: its link frame after a constant rotation, such that the joint
rotates about z or translates along z. Joint torques do not depend on this rotation; quantities in link frames (poses, Jacobians,
wrenches) are converted by `Body.align`.

A mimic joint, q_k = r q' + c, has no DOF. Recursions run over bodies as if the joint of every body had a DOF. The matrix G, with
one row per body and one column per DOF, maps the velocities of the DOF to the joint velocities of the bodies. The results are
tau = G^T tau_bodies, M = G^T M_bodies G, J = J_bodies G. `spread` and the functions `gathered...` apply G; they return their
input if the tree has no mimic joints.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from jounce.numbers import Number
from jounce.robot import Mimic, Robot
from jounce.spatial.geometry import IDENTITY, Matrix, Placement, Vector, apply, cross, rotation_quaternion, transpose, turn_z_onto
from jounce.spatial.inertia import Inertia
from jounce.spatial.joints import PrismaticZ, RevoluteZ
from jounce.spatial.traversal import Traversal

Numbers = list[Number]
QUATERNION = 4


class Body(NamedTuple):
    """A moving link of the tree, with its joint and inertia in the body frame."""

    parent: int
    """Index of the parent body, -1 for the base."""
    joint: RevoluteZ | PrismaticZ
    inertia: Inertia
    align: Matrix = IDENTITY
    """Rotation link_R_body from the body frame to the link frame."""


class MimicBody(NamedTuple):
    """A body whose joint is a mimic joint without DOF, at q = ratio q' + offset, with the position q' of another joint."""

    body: int
    freedom: int
    """Index of the DOF of the mimicked joint."""
    position: int
    """Index of q' among the position coordinates."""
    ratio: float
    offset: float


class Chain(NamedTuple):
    """A joint of several DOF, which the tree represents by a chain of joints of one DOF that all stay at zero.

    The joints rotate about x, y, z and, for a floating joint, then translate along x, y, z; only the last body has mass. The pose
    of the child link enters the placement of the first joint of the chain, see `jounce.plant.multi_dof_joints`.
    """

    first: int
    """Index of the first body of the chain."""
    position: int
    """Index of the first quaternion entry of the joint among the position coordinates."""
    floats: bool
    before: Placement
    """Placement of the joint in the body frame of the parent."""
    after: Placement
    """Pose of the body frame of the first body in the frame of the child link."""

    @property
    def freedoms(self) -> int:
        """Return the number of DOF of the joint, which is the number of bodies of the chain."""
        return 6 if self.floats else 3

    @property
    def positions(self) -> int:
        """Return the number of position coordinates of the joint: 4 of a quaternion, plus 3 of the origin of a floating joint."""
        return 7 if self.floats else 4


class Tree(NamedTuple):
    """Tree of rigid bodies on a fixed base, as the recursions of rigid-body dynamics read it."""

    bodies: tuple[Body, ...]
    gravity: Vector
    """Gravitational acceleration (3,) [m/s^2], base frame."""
    chains: tuple[Chain, ...] = ()
    """One chain for each joint of several DOF."""
    links: tuple[int, ...] = ()
    """Index of the body of each link of the robot; empty if body and link indices are equal."""
    chain_ends: tuple[int, ...] = ()
    """For body k the index of the last body of the chain that contains k, else k; empty without joints of several DOF."""
    mimic_bodies: tuple[MimicBody, ...] = ()
    """One entry for each body whose joint is a mimic joint."""
    recorder: Traversal | None = None
    """Traversal that records loops for compiled code; None for Python loops over the bodies."""

    @property
    def over(self) -> Traversal:
        """Return the traversal that runs algorithms over the bodies: `recorder`, or else Python loops."""
        return self.recorder or Traversal([body.parent for body in self.bodies])

    @property
    def freedoms(self) -> int:
        """Return the number of DOF n: one per body, except for bodies with mimic joints."""
        return len(self.bodies) - len(self.mimic_bodies)

    @property
    def parents(self) -> tuple[int, ...]:
        """Return the index of the parent DOF of each DOF, -1 for none: entries of M are zero except between DOF and ancestor.

        In trees with mimic joints the parent is the preceding DOF, which is conservative: M then counts as full.
        """
        return tuple(range(-1, self.freedoms - 1)) if self.mimic_bodies else tuple(body.parent for body in self.bodies)

    def chain_end(self, k: int) -> int:
        """Return the index of the last body, the moved link, of the chain that contains body k; k outside chains."""
        return self.chain_ends[k] if self.chain_ends else k

    def chain_start(self, k: int) -> int:
        """Return the index of the first body of the chain that contains body k; k outside chains."""
        while k > 0 and self.chain_end(k - 1) == self.chain_end(k):
            k -= 1
        return k

    def path(self, k: int) -> list[int]:
        """Return the indices of the bodies on the path from body k, which is first, to the base: their joints move body k."""
        bodies = []
        while k >= 0:
            bodies.append(k)
            k = self.bodies[k].parent
        return bodies

    @property
    def link_bodies(self) -> tuple[int, ...]:
        """Return the index of the body of each link of the robot."""
        return self.links or tuple(range(len(self.bodies)))


def make_body(parent: int, parent_align: Matrix, placement: Placement, axis: Vector, slides: bool, link: Inertia) -> Body:
    """Return the body of a link from data in link frames: placement of the joint in the parent link, joint axis and inertia.

    parent_align: rotation link_R_body of the parent body; slides: True for a prismatic joint.
    """
    align = turn_z_onto(axis)
    inward = Placement(transpose(parent_align))
    at_zero = inward.then(placement).then(Placement(align))
    kind = PrismaticZ if slides else RevoluteZ
    return Body(parent, kind(at_zero), link.seen_from(Placement(transpose(align))), align)


def make_tree(robot: Robot) -> Tree:
    """Return the tree of a robot, with a chain of bodies for each joint of several DOF."""
    bodies: list[Body] = []
    chains: list[Chain] = []
    link_bodies: list[int] = []  # the body of each link
    ends: list[int] = []
    position = 0
    following: dict[int, Mimic] = {}
    places: dict[str, tuple[int, int]] = {}  # first DOF and first position coordinate of each joint
    for link, joint, carrier in zip(robot.links, robot.joints, robot.parents):
        parent = link_bodies[carrier] if carrier >= 0 else -1
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
        link_bodies.append(len(bodies) - 1)
    mimic_bodies = tuple(MimicBody(k, *places[mimic.joint], mimic.multiplier, mimic.offset) for k, mimic in following.items())
    if not chains:
        return Tree(tuple(bodies), robot.gravity, mimic_bodies=mimic_bodies)
    return Tree(tuple(bodies), robot.gravity, tuple(chains), tuple(link_bodies), tuple(ends), mimic_bodies)


def joints_of(tree: Tree) -> Iterator[tuple[int, int, int, Chain | None]]:
    """Yield (first body, first DOF, first position, chain) for each joint except mimic joints; chain: None for one DOF.

    The first three entries are the lowest indices of the joint among bodies, DOF and position coordinates.
    """
    chains = {chain.first: chain for chain in tree.chains}
    following = {mimic.body for mimic in tree.mimic_bodies}
    body, freedom, position = 0, 0, 0
    while body < len(tree.bodies):
        if body in following:
            body += 1
            continue
        chain = chains.get(body)
        yield body, freedom, position, chain
        body += 1 if chain is None else chain.freedoms
        freedom += 1 if chain is None else chain.freedoms
        position += 1 if chain is None else chain.positions


def placed(tree: Tree, q: Sequence[Number]) -> tuple[Tree, Sequence[Number]]:
    """Return (tree with its chains placed at q, position of each body's joint) from q (nq scalars).

    The positions are zero for bodies in chains; mimic joints have the positions that follow from the mimicked joints.
    """
    if not tree.chains and not tree.mimic_bodies:
        return tree, q
    bodies = list(tree.bodies)
    out: Numbers = [0.0] * len(bodies)
    for mimic in tree.mimic_bodies:
        out[mimic.body] = mimic.ratio * q[mimic.position] + mimic.offset
    for body, _, position, chain in joints_of(tree):
        if chain is None:
            out[body] = q[position]
            continue
        at: Vector = (0.0, 0.0, 0.0)
        if chain.floats:
            at = (q[position + 4], q[position + 5], q[position + 6])
        where = chain.before.then(Placement(rotation_quaternion(q[position : position + QUATERNION]), at)).then(chain.after)
        bodies[body] = bodies[body]._replace(joint=type(bodies[body].joint)(where))
    return tree._replace(bodies=tuple(bodies)), out


def joint_transforms(tree: Tree, q: Sequence[Number]) -> Any:
    """Return the placement of each body in its parent body at q (nq scalars), as a field of the traversal `tree.over`."""
    at, q = placed(tree, q)
    return tree.over.each(lambda link, q: link.joint.at(q), at.bodies, q)


def turning(quaternion: Sequence[Number], w: Vector) -> list[Number]:
    """Return the time derivative (4 scalars) of a quaternion (x, y, z, w): half its product with (w, 0).

    w: angular velocity (3,) of the child relative to the parent, in child axes [rad/s].
    """
    x, y, z, s = quaternion
    a, b, c = (0.5 * r for r in w)
    return [s * a + y * c - z * b, s * b + z * a - x * c, s * c + x * b - y * a, -(x * a + y * b + z * c)]


def position_rates(tree: Tree, q: Any, v: Any) -> Any:
    """Return dq/dt (nq scalars) from the positions q (nq scalars) and the velocities v (n scalars)."""
    if not tree.chains:
        return v
    rates: Numbers = []
    for _, freedom, position, chain in joints_of(tree):
        if chain is None:
            rates.append(v[freedom])
            continue
        quaternion = q[position : position + QUATERNION]
        rates += turning(quaternion, (v[freedom], v[freedom + 1], v[freedom + 2]))
        if chain.floats:
            rates += apply(rotation_quaternion(quaternion), (v[freedom + 3], v[freedom + 4], v[freedom + 5]))
    return rates


def along_freedoms(tree: Tree, q: Sequence[Number]) -> Sequence[Number]:
    """Return the position of each DOF (n scalars) from q (nq scalars); zero for joints of several DOF, which have none."""
    if not tree.chains:
        return q
    positions: Numbers = []
    for _, _, position, chain in joints_of(tree):
        positions += [q[position]] if chain is None else [0.0] * chain.freedoms
    return positions


def through_chains(tree: Tree, qd: Sequence[Number], qdd: Sequence[Number], sign: float = -1.0) -> Numbers:
    """Return the accelerations qdd (n) plus `sign` times the terms that a recursion over chains adds, at the velocities qd (n).

    sign = -1 before a recursion; sign = 1, the inverse map, for accelerations that result. Terms: see
    `jounce.plant.multi_dof_joints`.
    """
    if not tree.chains:
        return qdd  # type: ignore[return-value]  # a list, or a field where loops are recorded
    out = list(qdd)
    for chain in tree.chains:
        at = chain.first
        x, y, z = qd[at : at + 3]
        for k, term in enumerate((y * z, -(x * z), x * y)):
            out[at + k] = out[at + k] + sign * term
        if chain.floats:
            u, v, w = qd[at + 3 : at + 6]
            for k, term in enumerate(cross((x, y, z), (u, v, w))):
                out[at + 3 + k] = out[at + 3 + k] + sign * term
    return out


def with_inertia(tree: Tree, parameters: Sequence[Number]) -> Tree:
    """Return the tree with new inertial parameters (10 links,): m, m c, I of each link about the origin of its link frame."""
    bodies = list(tree.bodies)
    for link, k in enumerate(tree.link_bodies):
        m, hx, hy, hz, *tensor = parameters[10 * link : 10 * link + 10]
        body = Inertia(m, (hx, hy, hz), tuple(tensor))
        bodies[k] = bodies[k]._replace(inertia=body.seen_from(Placement(transpose(bodies[k].align))))
    return tree._replace(bodies=tuple(bodies))


def with_load(tree: Tree, parameters: Sequence[Number], body: int, frame: Placement) -> Tree:
    """Return the tree with a load fixed on a body; parameters (10,): m, m c, I of the load in `frame`, a frame on the body."""
    m, hx, hy, hz, *tensor = parameters
    load = Inertia(m, (hx, hy, hz), tuple(tensor)).seen_from(frame)
    old = tree.bodies[body]
    bodies = (*tree.bodies[:body], old._replace(inertia=old.inertia.plus(load)), *tree.bodies[body + 1 :])
    return tree._replace(bodies=bodies)


def spread(tree: Tree, rates: Sequence[Number]) -> Sequence[Number]:
    """Return G x, one scalar per body, from x = `rates`, one scalar per DOF: velocities, accelerations or higher derivatives.

    The scalar of a mimic joint is the multiplier times the scalar of the mimicked joint.
    """
    if not tree.mimic_bodies:
        return rates
    following = {mimic.body: mimic for mimic in tree.mimic_bodies}
    others = iter(rates)
    return [following[k].ratio * rates[following[k].freedom] if k in following else next(others) for k in range(len(tree.bodies))]


def gathered(tree: Tree, forces: Sequence[Any]) -> list[Any]:
    """Return G^T x, one entry per DOF, from x = `forces`, one entry per body; entries are scalars or nested lists of scalars."""
    if not tree.mimic_bodies:
        return forces  # type: ignore[return-value]  # a list, or a field where loops are recorded
    following = {mimic.body for mimic in tree.mimic_bodies}
    entries = [x for k, x in enumerate(forces) if k not in following]
    for body, freedom, _, ratio, _ in tree.mimic_bodies:
        entries[freedom] = _plus(entries[freedom], ratio, forces[body])
    return entries


def gathered_columns(tree: Tree, rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return A G, with one column per DOF, from the rows of a matrix A with one column per body."""
    return [gathered(tree, row) for row in rows]


def gathered_matrix(tree: Tree, rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return G^T A G, with one row and column per DOF, from the rows of a matrix A with one row and column per body.

    The matrix G maps the velocities of the DOF to the joint velocities of all bodies, mimic joints included.
    """
    if not tree.mimic_bodies:
        return rows  # type: ignore[return-value]  # lists, or a matrix where loops are recorded
    return gathered(tree, gathered_columns(tree, rows))


def _plus(x: Any, ratio: float, y: Any) -> Any:
    """Return x + ratio y for scalars or, entry by entry, for nested lists of scalars."""
    return [_plus(a, ratio, b) for a, b in zip(x, y)] if isinstance(x, list) else x + ratio * y
