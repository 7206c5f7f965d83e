"""Joint forces as linear functions of the inertial parameters, and the parts of M, C and g that each parameter makes.

The momentum of a body with twist s is linear in its ten parameters, I s = A(s) pi ([Garofalo2013] (8)-(12)). With s_i the twist
of joint i in the frame of link k, sdot_i that of Sdot_i = v_i x S_i, v the link's twist and x* the cross product of wrenches,

    dM_ij = s_i . A(s_j),    dC_ij = s_i . (A(sdot_j) + v x* A(s_j)),    dg_i = -s_i . A(gamma)         (13)
    Y_i = s_i . (A(alpha) + v x* A(v_r)),    alpha = sum_j s_j qdd_r,j + sdot_j qd_r,j - gamma           (15)

for the parameters of link k and the joints i, j that carry it.
"""

from collections.abc import Sequence

from jounce.dynamics.closed_form import Twist, pair, poses, twist_rates, twists
from jounce.numbers import Number
from jounce.plant.tree import Tree, gathered, gathered_matrix, spread
from jounce.spatial.geometry import IDENTITY, ZERO, Placement, Vector, add, apply, cross, matmul, scale, sub, transpose

Rows = list[list[Number]]
PARAMETERS = 10
NOTHING: Twist = (ZERO, ZERO)


def momentum_columns(s: Twist) -> list[Twist]:
    """A(s): the momentum (angular, linear) that each of the ten parameters makes of a twist, [Garofalo2013] (10)-(12)."""
    w, v = s
    wx, wy, wz = w
    first: list[Twist] = [(ZERO, v), *((cross(e, v), cross(w, e)) for e in IDENTITY)]
    tensor: list[Vector] = [(wx, 0.0, 0.0), (0.0, wy, 0.0), (0.0, 0.0, wz), (wy, wx, 0.0), (wz, 0.0, wx), (0.0, wz, wy)]
    return [*first, *((moment, ZERO) for moment in tensor)]


def wrench_cross(v: Twist, F: Twist) -> Twist:
    """v x* F = (w x moment + v x force, w x force)."""
    return add(cross(v[0], F[0]), cross(v[1], F[1])), cross(v[0], F[1])


def _plus(a: Twist, b: Twist) -> Twist:
    return add(a[0], b[0]), add(a[1], b[1])


def _times(x: Number, a: Twist) -> Twist:
    return scale(x, a[0]), scale(x, a[1])


class _Links:
    """The tree at one state, with everything that a link needs in its own frame."""

    def __init__(self, tree: Tree, q: Sequence[Number], qd: Sequence[Number]) -> None:
        self.tree = tree
        at = poses(tree, q)
        self.frames = [Placement(matmul(R, transpose(body.align)), p) for body, (R, p) in zip(tree.bodies, at)]
        self.S = twists(tree, at)
        self.v: list[Twist] = [NOTHING] * (len(tree.bodies) + 1)
        qd = spread(tree, qd)
        for k, body in enumerate(tree.bodies):
            self.v[k] = _plus(self.v[body.parent], _times(qd[k], self.S[k]))
        self.Sdot = twist_rates(tree, self.S, self.v)

    def inside(self, k: int, twist: Twist) -> Twist:
        """A twist of the base frame in the frame of link k."""
        back, p = transpose(self.frames[k].rotation), self.frames[k].origin
        return apply(back, twist[0]), apply(back, add(twist[1], cross(twist[0], p)))

    def carriers(self, k: int) -> list[int]:
        """Joints that carry link k, its own first."""
        found = []
        while k >= 0:
            found.append(k)
            k = self.tree.bodies[k].parent
        return found


def regressor(
    tree: Tree,
    q: Sequence[Number],
    qd: Sequence[Number],
    qd_r: Sequence[Number],
    qdd_r: Sequence[Number],
) -> Rows:
    """Y with Y pi = M(q) qdd_r + C(q, qd) qd_r + g(q), n rows of 10 n: Slotine and Li's; the usual one with qd_r = qd."""
    n = len(tree.bodies)
    links = _Links(tree, q, qd)
    qd_r, qdd_r = spread(tree, qd_r), spread(tree, qdd_r)
    number = {body: index for index, body in enumerate(tree.link_bodies)}
    Y: Rows = [[0.0] * (PARAMETERS * len(number)) for _ in range(n)]
    up: Twist = (ZERO, sub(ZERO, tree.gravity))
    moved: list[Twist] = [NOTHING] * n + [NOTHING]
    alpha: list[Twist] = [NOTHING] * n + [up]
    for k, body in enumerate(tree.bodies):
        moved[k] = _plus(moved[body.parent], _times(qd_r[k], links.S[k]))
        alpha[k] = _plus(alpha[body.parent], _plus(_times(qdd_r[k], links.S[k]), _times(qd_r[k], links.Sdot[k])))
        if k not in number:
            continue
        v, v_r, a = (links.inside(k, x) for x in (links.v[k], moved[k], alpha[k]))
        columns = [_plus(A, wrench_cross(v, B)) for A, B in zip(momentum_columns(a), momentum_columns(v_r))]
        for i in links.carriers(k):
            s = links.inside(k, links.S[i])
            for h, column in enumerate(columns):
                Y[i][PARAMETERS * number[k] + h] = pair(s, column)
    return gathered(tree, Y)


def parameter_derivatives(tree: Tree, q: Sequence[Number], qd: Sequence[Number]) -> tuple[list[Rows], list[Rows], Rows]:
    """(dM, dC, dg): [i][j][10 k + h] is the part that parameter h of link k makes of M_ij, C_ij and g_i."""
    n = len(tree.bodies)
    links = _Links(tree, q, qd)
    count = PARAMETERS * len(tree.link_bodies)
    dM, dC = ([[[0.0] * count for _ in range(n)] for _ in range(n)] for _ in range(2))
    dg: Rows = [[0.0] * count for _ in range(n)]
    for number, k in enumerate(tree.link_bodies):
        carriers = links.carriers(k)
        s = {i: links.inside(k, links.S[i]) for i in carriers}
        v = links.inside(k, links.v[k])
        weight = momentum_columns(links.inside(k, (ZERO, tree.gravity)))
        for j in carriers:
            straight = momentum_columns(s[j])
            across = momentum_columns(links.inside(k, links.Sdot[j]))
            turned = [_plus(a, wrench_cross(v, b)) for a, b in zip(across, straight)]
            for h in range(PARAMETERS):
                column = PARAMETERS * number + h
                dg[j][column] = -pair(s[j], weight[h])
                for i in carriers:
                    dM[i][j][column] = pair(s[i], straight[h])
                    dC[i][j][column] = pair(s[i], turned[h])
    return gathered_matrix(tree, dM), gathered_matrix(tree, dC), gathered(tree, dg)
