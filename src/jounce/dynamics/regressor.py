"""Joint forces as linear functions of the inertial parameters, and the contribution of each parameter to M, C and g.

The momentum of a body with twist s is linear in its ten parameters, I s = A(s) pi ([Garofalo2013] (8)-(12)). In the frame of link
k, let s_i be the twist S_i of joint i, sdot_i its rate Sdot_i (see `kinematic_sweep`), v the twist of the link, v_r its twist at
joint velocities qd_r, and gamma the acceleration of gravity; then

    dM_ij = s_i . A(s_j),    dC_ij = s_i . (A(sdot_j) + v x* A(s_j)),    dg_i = -s_i . A(gamma)         (13)
    Y_i = s_i . (A(alpha) + v x* A(v_r)),    alpha = sum_j s_j qdd_r,j + sdot_j qd_r,j - gamma           (15)

for the parameters of link k and the joints i, j that carry it.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from jounce.dynamics.kinematic_sweep import Velocities, accelerations, joint_axes, velocities
from jounce.numbers import Number
from jounce.plant.tree import Body, Tree, gathered, gathered_matrix, joint_transforms, spread
from jounce.spatial.geometry import (
    IDENTITY,
    ZERO,
    Placement,
    Twist,
    Vector,
    cross,
    crossed_dually,
    matmul,
    neg,
    pair,
    total,
    transpose,
)
from jounce.spatial.traversal import Field

Rows = list[list[Number]]
PARAMETERS = 10


def momentum_columns(s: Twist) -> list[Twist]:
    """Return A(s): column h is the momentum (angular, linear) due to a unit parameter h at twist s, [Garofalo2013] (10)-(12)."""
    w, v = s
    wx, wy, wz = w
    first: list[Twist] = [(ZERO, v), *((cross(e, v), cross(w, e)) for e in IDENTITY)]
    tensor: list[Vector] = [(wx, 0.0, 0.0), (0.0, wy, 0.0), (0.0, 0.0, wz), (wy, wx, 0.0), (wz, 0.0, wx), (0.0, wz, wy)]
    return [*first, *((moment, ZERO) for moment in tensor)]


def _force_columns(a: Twist, v: Twist, v_r: Twist) -> list[Twist]:
    """Return the wrenches A(a) + v x* A(v_r) of a body, column h due to a unit parameter h; A: see `momentum_columns`."""
    return [total(A, crossed_dually(v, B)) for A, B in zip(momentum_columns(a), momentum_columns(v_r))]


class _Links(NamedTuple):
    """Link frames, joint axes and velocities in base axes, and all pairs of a link and a joint that carries the link."""

    tree: Tree
    frame: Any
    """Frame of each link, in the order of `Tree.link_bodies`."""
    S: Any
    velocities: Velocities
    pairs: list[tuple[int, int]]
    """(index of the link, body of the joint) of each pair."""

    @classmethod
    def of(cls, tree: Tree, q: Sequence[Number], qd: Sequence[Number]) -> "_Links":
        """Compute link frames, joint axes, velocities and pairs at a state (q, qd)."""
        over, bodies = tree.over, tree.link_bodies
        axes = joint_axes(tree, joint_transforms(tree, q))
        frame = over.each(_link_frame, over.at(tree.bodies, bodies), over.at(axes.pose, bodies))
        pairs = [(link, i) for link, k in enumerate(bodies) for i in tree.path(k)]
        return cls(tree, frame, axes.S, velocities(tree, axes.S, spread(tree, qd)), pairs)

    @property
    def places(self) -> list[list[tuple[int, int]]]:
        """Return, for each of the ten parameters, the place (row, column) of each of `pairs` in a matrix (joints, 10 links)."""
        return [[(i, PARAMETERS * link + h) for link, i in self.pairs] for h in range(PARAMETERS)]

    def inside(self, twists: Field) -> Any:
        """Return, for each link, the twist of its body in the frame of the link; twists: one per body, in base axes."""
        over = self.tree.over
        return over.each(Placement.into_twist, self.frame, over.at(twists, self.tree.link_bodies))

    def joints_inside(self, twists: Field) -> Any:
        """Return, for each of `pairs`, the twist of the joint in the frame of the link; twists: one per joint, in base axes."""
        over = self.tree.over
        return over.each(Placement.into_twist, self.of_links(self.frame), over.at(twists, [i for _, i in self.pairs]))

    def of_links(self, x: Field) -> Any:
        """Return, for each of `pairs`, the entry of the pair's link in x, which has one entry per link."""
        return self.tree.over.at(x, [link for link, _ in self.pairs])


def _link_frame(link: Body, pose: Placement) -> Placement:
    """Return the frame of a link from the pose of its body."""
    return Placement(matmul(pose.rotation, transpose(link.align)), pose.origin)


def _powers(s: Twist, columns: Sequence[Twist]) -> tuple[Number, ...]:
    """Return the ten products s . F of a joint twist s with the wrenches F due to unit parameters of a link."""
    return tuple(pair(s, F) for F in columns)


def regressor(
    tree: Tree,
    q: Sequence[Number],
    qd: Sequence[Number],
    qd_r: Sequence[Number],
    qdd_r: Sequence[Number],
) -> Rows:
    """Return the regressor Y (n, 10 links) with Y pi = M(q) qdd_r + C(q, qd) qd_r + g(q), [Garofalo2013] (16).

    pi: inertial parameters of all links, link after link.
    """
    over, links = tree.over, _Links.of(tree, q, qd)
    qd_r, qdd_r = spread(tree, qd_r), spread(tree, qdd_r)
    v_r = velocities(tree, links.S, qd_r).v
    a, _ = accelerations(over, (ZERO, neg(tree.gravity)), links.S, links.velocities.Sdot, qd_r, qdd_r)
    columns = over.each(_force_columns, *(links.inside(x) for x in (a, links.velocities.v, v_r)))
    entries = over.columns(over.each(_powers, links.joints_inside(links.S), links.of_links(columns)))
    return gathered(tree, over.matrix(len(tree.bodies), PARAMETERS * len(links.frame), *zip(links.places, entries)))


def parameter_derivatives(tree: Tree, q: Sequence[Number], qd: Sequence[Number]) -> tuple[list[Rows], list[Rows], Rows]:
    """Return (dM, dC, dg), the derivatives of M, C and g by the inertial parameters.

    dM[i][j][10 k + h], dC[i][j][10 k + h] and dg[i][10 k + h] belong to parameter h of link k.
    """
    over, links = tree.over, _Links.of(tree, q, qd)
    n, count = len(tree.bodies), PARAMETERS * len(links.frame)
    s, sdot = (links.joints_inside(x) for x in (links.S, links.velocities.Sdot))
    v = links.of_links(links.inside(links.velocities.v))
    gravity = over.at([(ZERO, neg(tree.gravity))], [0] * len(links.frame))
    weight = over.each(momentum_columns, over.each(Placement.into_twist, links.frame, gravity))

    number = {pair: k for k, pair in enumerate(links.pairs)}
    triples = [(link, i, j) for link, j in links.pairs for i in tree.path(tree.link_bodies[link])]
    of_i, of_j = [number[link, i] for link, i, _ in triples], [number[link, j] for link, _, j in triples]
    cubes = []
    for columns in (over.each(momentum_columns, s), over.each(_force_columns, sdot, v, s)):
        entries = over.columns(over.each(_powers, over.at(s, of_i), over.at(columns, of_j)))
        places = [[(i * n + j, PARAMETERS * link + h) for link, i, j in triples] for h in range(PARAMETERS)]
        rows = over.matrix(n * n, count, *zip(places, entries))
        cubes.append([[rows[i * n + j] for j in range(n)] for i in range(n)])
    dM, dC = (gathered_matrix(tree, cube) for cube in cubes)
    dg = over.columns(over.each(_powers, s, links.of_links(weight)))
    return dM, dC, gathered(tree, over.matrix(n, count, *zip(links.places, dg)))
