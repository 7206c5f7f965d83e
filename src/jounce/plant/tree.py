"""The kinematic tree as the equations read it: bodies with the joint axis along z, parents before children.

Joint axes of a robot are arbitrary. Each link gets a *body frame*: its link frame rotated by a constant rotation, such that the
joint rotates about z or translates along z. Joint torques do not depend on it; quantities in link frames (poses, Jacobians,
wrenches) are converted by `Body.align`.

A mimic joint, q_k = r q' + c, has no DOF. With the matrix G that maps velocities of DOF to velocities of bodies, one row per
body, outputs are tau = G^T tau_bodies, M = G^T M_bodies G, J = J_bodies G. Recursions run over bodies and do not depend on mimic
joints; `spread` and the functions `gathered...` return their input where there are none.
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
    """A moving link in its body frame."""

    parent: int
    """Index of the parent body, -1 for the base."""
    joint: RevoluteZ | PrismaticZ
    inertia: Inertia
    align: Matrix = IDENTITY
    """Rotation link_R_body."""


class MimicBody(NamedTuple):
    """A body with a mimic joint, which has no DOF: q = ratio q' + offset, with q' of another joint."""

    body: int
    freedom: int
    """Index of the DOF of q'."""
    position: int
    """Index of q' among the position coordinates."""
    ratio: float
    offset: float


class Chain(NamedTuple):
    """A joint of several DOF: in the tree, a chain of joints of one DOF that all stay at zero.

    The chain rotates about x, y, z and, for a floating joint, translates along x, y, z; only its last body has mass. The pose of
    the child link enters the placement of the chain's first joint: see `jounce.plant.multi_dof_joints`.
    """

    first: int
    """Index of the chain's first body."""
    position: int
    """Index of the joint's quaternion among the position coordinates."""
    floats: bool
    before: Placement
    """Placement of the joint in the body frame of the parent."""
    after: Placement
    """Frame of the first body in the frame of the child link."""

    @property
    def freedoms(self) -> int:
        """Return the number of DOF, which is the number of bodies of the chain."""
        return 6 if self.floats else 3

    @property
    def positions(self) -> int:
        """Return the number of position coordinates: 4 of a quaternion, plus 3 of the origin for a floating joint."""
        return 7 if self.floats else 4


class Tree(NamedTuple):
    """A rigid tree on a fixed base."""

    bodies: tuple[Body, ...]
    gravity: Vector
    """Gravitational acceleration (3,) [m/s^2], base frame."""
    chains: tuple[Chain, ...] = ()
    """Joints of several DOF."""
    links: tuple[int, ...] = ()
    """Index of the body of each link; empty if body and link indices are equal."""
    chain_ends: tuple[int, ...] = ()
    """Index, for each body, of the last body of its chain, or of the body itself; empty without joints of several DOF."""
    mimic_bodies: tuple[MimicBody, ...] = ()
    """Bodies with mimic joints, see `jounce.plant.tree`."""
    recorder: Traversal | None = None
    """Traversal that records loops; None for Python loops over the bodies."""

    @property
    def over(self) -> Traversal:
        """Return the traversal over which algorithms on this tree are written."""
        return self.recorder or Traversal([body.parent for body in self.bodies])

    @property
    def freedoms(self) -> int:
        """Return the number of DOF: one per body without a mimic joint."""
        return len(self.bodies) - len(self.mimic_bodies)

    @property
    def parents(self) -> tuple[int, ...]:
        """Return the parent DOF of each DOF, -1 for none; in trees with mimic joints the preceding DOF, which is conservative.

        Entries of M are zero except between a DOF and its ancestors.
        """
        return tuple(range(-1, self.freedoms - 1)) if self.mimic_bodies else tuple(body.parent for body in self.bodies)

    def chain_end(self, k: int) -> int:
        """Return the last body of the chain of body k, which is the link that the chain moves; k itself outside chains."""
        return self.chain_ends[k] if self.chain_ends else k

    def chain_start(self, k: int) -> int:
        """Return the first body of the chain of body k; k itself outside chains."""
        while k > 0 and self.chain_end(k - 1) == self.chain_end(k):
            k -= 1
        return k

    def path(self, k: int) -> list[int]:
        """Return the bodies from body k to the base: those whose joints move it, its own first."""
        bodies = []
        while k >= 0:
            bodies.append(k)
            k = self.bodies[k].parent
        return bodies

    @property
    def link_bodies(self) -> tuple[int, ...]:
        """Return the body of each link."""
        return self.links or tuple(range(len(self.bodies)))


def make_body(parent: int, parent_align: Matrix, placement: Placement, axis: Vector, slides: bool, link: Inertia) -> Body:
    """Return a body from link-frame data: placement in the parent link, joint axis and inertia."""
    align = turn_z_onto(axis)
    inward = Placement(transpose(parent_align))
    at_zero = inward.then(placement).then(Placement(align))
    kind = PrismaticZ if slides else RevoluteZ
    return Body(parent, kind(at_zero), link.seen_from(Placement(transpose(align))), align)


def make_tree(robot: Robot) -> Tree:
    """Return the tree of a robot; joints of several DOF become chains."""
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
    """Yield (first body, first DOF, first position, chain) of each joint but mimic joints; chain is None for one DOF."""
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
    """Return the tree with its chains placed at q (nq scalars), and the position of each body's joint, zero in chains.

    Positions of mimic joints are computed from those of the joints that they mimic.
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
    """Return the field of joint transforms at q (nq scalars), one per body."""
    at, q = placed(tree, q)
    return tree.over.each(lambda link, q: link.joint.at(q), at.bodies, q)


def turning(quaternion: Sequence[Number], w: Vector) -> list[Number]:
    """Return the rate of a quaternion: half its product with (w, 0), w in the child's axes."""
    x, y, z, s = quaternion
    a, b, c = (0.5 * r for r in w)
    return [s * a + y * c - z * b, s * b + z * a - x * c, s * c + x * b - y * a, -(x * a + y * b + z * c)]


def position_rates(tree: Tree, q: Any, v: Any) -> Any:
    """Return dq/dt (nq scalars) from positions (nq scalars) and velocities (n scalars)."""
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
    """Return one scalar per DOF: the position of its joint; zero for joints of several DOF, which have no such coordinate."""
    if not tree.chains:
        return q
    positions: Numbers = []
    for _, _, position, chain in joints_of(tree):
        positions += [q[position]] if chain is None else [0.0] * chain.freedoms
    return positions


def through_chains(tree: Tree, qd: Sequence[Number], qdd: Sequence[Number], sign: float = -1.0) -> Numbers:
    """Return the accelerations that recursions through chains take, from those of the DOF; sign = 1: the inverse map."""
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
    """Return the tree with other inertial parameters (10 links,), about the origins and in the axes of link frames."""
    bodies = list(tree.bodies)
    for link, k in enumerate(tree.link_bodies):
        m, hx, hy, hz, *tensor = parameters[10 * link : 10 * link + 10]
        body = Inertia(m, (hx, hy, hz), tuple(tensor))
        bodies[k] = bodies[k]._replace(inertia=body.seen_from(Placement(transpose(bodies[k].align))))
    return tree._replace(bodies=tuple(bodies))


def with_load(tree: Tree, parameters: Sequence[Number], body: int, frame: Placement) -> Tree:
    """Return the tree with a load of ten inertial parameters, stated in `frame`, fixed on a body."""
    m, hx, hy, hz, *tensor = parameters
    load = Inertia(m, (hx, hy, hz), tuple(tensor)).seen_from(frame)
    old = tree.bodies[body]
    bodies = (*tree.bodies[:body], old._replace(inertia=old.inertia.plus(load)), *tree.bodies[body + 1 :])
    return tree._replace(bodies=bodies)


def spread(tree: Tree, rates: Sequence[Number]) -> Sequence[Number]:
    """Return one scalar per body from one per DOF: velocities, accelerations or higher derivatives, G x."""
    if not tree.mimic_bodies:
        return rates
    following = {mimic.body: mimic for mimic in tree.mimic_bodies}
    others = iter(rates)
    return [following[k].ratio * rates[following[k].freedom] if k in following else next(others) for k in range(len(tree.bodies))]


def gathered(tree: Tree, forces: Sequence[Any]) -> list[Any]:
    """Return G^T x, one entry per DOF from one per body: the entries are forces, or rows of a matrix, which are added."""
    if not tree.mimic_bodies:
        return forces  # type: ignore[return-value]  # a list, or a field where loops are recorded
    following = {mimic.body for mimic in tree.mimic_bodies}
    entries = [x for k, x in enumerate(forces) if k not in following]
    for body, freedom, _, ratio, _ in tree.mimic_bodies:
        entries[freedom] = _plus(entries[freedom], ratio, forces[body])
    return entries


def gathered_columns(tree: Tree, rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return A G: one column per DOF from one per body."""
    return [gathered(tree, row) for row in rows]


def gathered_matrix(tree: Tree, rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return G^T A G: one row and column per DOF, from a matrix A with one row and column per body."""
    if not tree.mimic_bodies:
        return rows  # type: ignore[return-value]  # lists, or a matrix where loops are recorded
    return gathered(tree, gathered_columns(tree, rows))


def _plus(x: Any, ratio: float, y: Any) -> Any:
    """Return x + ratio y, entry by entry of nested lists."""
    return [_plus(a, ratio, b) for a, b in zip(x, y)] if isinstance(x, list) else x + ratio * y
