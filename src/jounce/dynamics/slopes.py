"""Partial derivatives of Newton-Euler by positions, velocities and accelerations, O(n depth): [Singh2022].

All in the axes of the base, about the origin of the first body, which stays where it is at this instant. When freedom j is
displaced, all that it carries moves as one piece with it, and seen from there the motion of every body carried changes by

    d v = Y_j,    d a = X_j + Y_j x v        X, Y: the same for all bodies that j carries

    by q_j      X = Psi2_j = a_p x S_j + v_p x Psi_j     Y = Psi_j = v_p x S_j       p: what carries the joint
    by qd_j     X = Psi_j + Sdot_j                       Y = S_j                     Sdot_j = v_j x S_j
    by qdd_j    X = S_j                                  Y = 0

so that the wrench f of what j carries changes by I X + B Y. B Y = 2 int r x (y x rd) dm, 2 y x p reads the angular part y of Y
alone: Coriolis forces. I, B and f are sums over all that a joint carries, and of tau_i = S_i . f_i

    d tau_i / d x_j = S_i . (I_i X_j + B_i Y_j)                                 j carries i, or is of the same joint
    d tau_j / d x_i = S_j . (I_i X_i + B_i Y_i [+ S_i x* f_i by q])             j carries i

Along a motion in which qd and qdd follow q with slopes r and s, as on a step of a difference formula, X and Y of the three are
added up: one matrix instead of three.
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.dynamics.closed_form import Rows, Twist, crossed, crossed_dually, momentum, pair
from jounce.dynamics.newton_euler import Loads
from jounce.numbers import Number
from jounce.plant.chains import placed
from jounce.plant.followers import gathered, gathered_matrix, spread
from jounce.plant.tree import Body, Tree
from jounce.spatial.inertia import Inertia, full, inertial_wrench, second_moments
from jounce.spatial.joints import Moved
from jounce.spatial.matrices import IDENTITY, Matrix, acceleration_matrix, apply, matmul, minus, outer, plus, skew, transpose
from jounce.spatial.placements import Placement
from jounce.spatial.vectors import ZERO, Vector, add, cross, dot, neg, scale

NOTHING: Twist = (ZERO, ZERO)


class State(NamedTuple):
    """Where a body is and how it moves, in base axes about the common origin."""

    pose: Placement
    v: Twist
    a: Twist
    """Acceleration, less gravity."""


class Axis(NamedTuple):
    """A freedom, and how what it carries takes its displacement, in base axes about the common origin."""

    S: Twist
    first: Twist
    """Psi = v_p x S."""
    second: Twist
    """Psi2 = a_p x S + v_p x Psi."""
    rate: Twist
    """Psi + Sdot."""


class Carried(NamedTuple):
    """What a joint carries: sums over bodies, in base axes about the common origin."""

    inertia: Inertia
    coriolis: Matrix
    """2 int (r . rd) 1 - rd r^T dm, the moment that B Y is for y."""
    momentum: Vector
    """2 p, of which B Y has the force y x 2 p."""
    wrench: Twist
    """(moment, force) f."""

    def plus(self, other: "Carried") -> "Carried":
        """Of both together."""
        return Carried(
            self.inertia.plus(other.inertia),
            plus(self.coriolis, other.coriolis),
            add(self.momentum, other.momentum),
            _sum(self.wrench, other.wrench),
        )

    def reaction(self, X: Twist, y: Vector) -> Twist:
        """I X + B Y, where y is the angular part of Y."""
        moment, force = momentum(self.inertia, X)
        return add(moment, apply(self.coriolis, y)), add(force, cross(y, self.momentum))

    def seen(self, S: Twist) -> tuple[Twist, Vector]:
        """(I S, B^T S), so that S . (I X + B Y) = I S . X + B^T S . y."""
        return momentum(self.inertia, S), add(apply(transpose(self.coriolis), S[0]), cross(self.momentum, S[1]))


def _sum(*twists: Twist) -> Twist:
    first, *rest = twists
    return add(first[0], *(t[0] for t in rest)), add(first[1], *(t[1] for t in rest))


def _scaled(x: Number, S: Twist) -> Twist:
    return scale(x, S[0]), scale(x, S[1])


def base_state(gravity: Vector) -> State:
    """The base: at rest, and accelerating against gravity."""
    return State(Placement(IDENTITY, ZERO), NOTHING, (ZERO, neg(gravity)))


def axis_of(body: Body, pose: Placement) -> Twist:
    """S of a body's joint from where the body is."""
    R, p = pose
    spin = apply(R, body.joint.spin(1.0))
    return spin, add(cross(p, spin), apply(R, body.joint.slide(1.0)))


def displaced(S: Twist, parent: State) -> tuple[Twist, Twist]:
    """(Psi, Psi2)."""
    first = crossed(parent.v, S)
    return first, _sum(crossed(parent.a, S), crossed(parent.v, first))


def outward(link: Body, X: Moved, parent: State, qd: Number, qdd: Number) -> tuple[State, Axis]:
    """A body's motion from its parent's, and its freedom."""
    pose = parent.pose.then(Placement(X.rotation, X.origin))
    S = axis_of(link, pose)
    first, second = displaced(S, parent)
    v = _sum(parent.v, _scaled(qd, S))
    a = _sum(parent.a, _scaled(qdd, S), _scaled(qd, first))
    return State(pose, v, a), Axis(S, first, second, _scaled(2, first))  # S x S = 0: Sdot is Psi


def own_share(inertia: Inertia, state: State) -> Carried:
    """What one body contributes to what its joint carries."""
    body = inertia.seen_from(state.pose)
    (w, u), (al, a), h = state.v, state.a, body.moment
    linear = add(scale(body.mass, u), cross(w, h))
    across = dot(h, u)
    trace = (across, 0.0, 0.0), (0.0, across, 0.0), (0.0, 0.0, across)
    half = minus(minus(trace, outer(u, h)), matmul(skew(w), full(second_moments(body.tensor))))
    wrench = inertial_wrench(body, acceleration_matrix(w, al), add(a, cross(w, u)))  # of the point that is at the origin now
    return Carried(body, plus(half, half), scale(2, linear), wrench)


EMPTY = Carried(Inertia(), (ZERO, ZERO, ZERO), ZERO, NOTHING)


class Sweep(NamedTuple):
    """A tree on its way, body after body."""

    tree: Tree
    axes: list[Axis]
    carried: list[Carried]

    def forces(self) -> list[Number]:
        """tau, one number a body."""
        return [pair(axis.S, carried.wrench) for axis, carried in zip(self.axes, self.carried)]


def sweep(tree: Tree, q: Sequence[Number], qd: Sequence[Number], qdd: Sequence[Number], loads: Loads = ()) -> Sweep:
    """Freedoms, and what each carries, O(n)."""
    at, q = placed(tree, q)
    qd, qdd = spread(tree, qd), spread(tree, qdd)
    n = len(tree.bodies)
    states = [base_state(tree.gravity)] * (n + 1)
    axes: list[Axis] = []
    k = 0
    while k < n:
        end = tree.chain_end(k)
        if end == k:
            body = at.bodies[k]
            X = body.joint.at(q[k])
            states[k], axis = outward(body, X if k else X._replace(origin=ZERO), states[body.parent], qd[k], qdd[k])
            axes.append(axis)
        else:
            joint = range(k, end + 1)
            states[end], found = _several(at, list(joint), states[at.bodies[k].parent], qd, qdd)
            axes += found
        k = end + 1
    carried = [EMPTY] * n
    for k in set(tree.link_bodies):
        carried[k] = own_share(tree.bodies[k].inertia, states[k])
    for k, (moment, force) in loads:
        R, p = states[k].pose
        f = apply(R, force)
        taken = _sum(carried[k].wrench, (neg(add(apply(R, moment), cross(p, f))), neg(f)))
        carried[k] = carried[k]._replace(wrench=taken)
    for k in reversed(range(n)):
        p_k = tree.bodies[k].parent
        if p_k >= 0:
            carried[p_k] = carried[k] if carried[p_k] is EMPTY else carried[p_k].plus(carried[k])
    return Sweep(tree, axes, carried)


def _several(at: Tree, joint: list[int], parent: State, qd: Sequence[Number], qdd: Sequence[Number]) -> tuple[State, list[Axis]]:
    """The motion of the link behind a joint of several freedoms, and these: all fixed in it, none carried by another."""
    pose, S = parent.pose, []
    for k in joint:
        body = at.bodies[k]
        X = body.joint.at(0.0)
        pose = pose.then(Placement(X.rotation, X.origin if k else ZERO))
        S.append(axis_of(body, pose))
    moves = _sum(*(_scaled(qd[k], s) for k, s in zip(joint, S)))
    v = _sum(parent.v, moves)
    a = _sum(parent.a, *(_scaled(qdd[k], s) for k, s in zip(joint, S)), crossed(parent.v, moves))
    axes = []
    for s in S:
        first, second = displaced(s, parent)
        axes.append(Axis(s, first, second, _sum(first, crossed(v, s))))
    return State(pose, v, a), axes


Direction = tuple[Twist, Vector]
"""X, and the angular part of Y."""


def by_position(axis: Axis) -> Direction:
    """A displacement alone."""
    return axis.second, axis.first[0]


def by_velocity(axis: Axis) -> Direction:
    """A velocity alone."""
    return axis.rate, axis.S[0]


def by_acceleration(axis: Axis) -> Direction:
    """An acceleration alone."""
    return axis.S, ZERO


def along(axis: Axis, r: Number, s: Number) -> Direction:
    """A displacement that velocity and acceleration follow, with slopes r and s."""
    X = _sum(axis.second, _scaled(r, axis.rate), _scaled(s, axis.S))
    return X, add(axis.first[0], scale(r, axis.S[0]))


def below(carried: Carried, axis: Axis, direction: Direction, displaced: bool) -> Twist:
    """How the wrench that a freedom carries changes along its direction, seen from the joints that carry it."""
    found = carried.reaction(*direction)
    return _sum(found, crossed_dually(axis.S, carried.wrench)) if displaced else found


def matrix(swept: Sweep, directions: Sequence[Direction], displaced: bool, rows: Sequence[int] | None = None) -> Rows:
    """d tau_i / d x_j, one row and column a body, where freedom j is varied in its direction.

    displaced: whether that moves joint j itself. rows: those that are asked for; the others are left at zero.
    """
    tree, axes, carried = swept
    n = len(axes)
    wanted = [rows is None or i in rows for i in range(n)]
    found: Rows = [[0.0] * n for _ in range(n)]
    for i in range(n):
        moved, turned = carried[i].seen(axes[i].S)
        change = below(carried[i], axes[i], directions[i], displaced)
        j = i
        while j >= 0:
            X, y = directions[j]
            together = tree.chain_end(i) == tree.chain_end(j)
            if wanted[i]:
                found[i][j] = pair(moved, X) + dot(turned, y)
            if wanted[j] and j != i:
                if together:
                    seen, spun = carried[i].seen(axes[j].S)
                    found[j][i] = pair(seen, directions[i][0]) + dot(spun, directions[i][1])
                else:
                    found[j][i] = pair(axes[j].S, change)
            j = tree.bodies[j].parent
    return found


def newton_euler_slopes(
    tree: Tree,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    loads: Loads = (),
    rows: Sequence[int] | None = None,
) -> tuple[list[Number], Rows, Rows, Rows]:
    """(tau, d tau / d q, d tau / d qd, d tau / d qdd) of `newton_euler`, O(n depth).

    q, qd, qdd, loads: as there, on any numbers; on jets the time derivatives of all come with them. Matrices [i][j]: tau_i by
    freedom j. Where a joint has several freedoms, by q means along its velocities, whose components are held. rows: freedoms i
    that are asked for (default: all), the others are left at zero; tau is whole.
    """
    swept = sweep(tree, q, qd, qdd, loads)
    rows = None if tree.followers else rows  # gathered rows are made of several
    parts = []
    for direction, displaced in ((by_position, True), (by_velocity, False), (by_acceleration, False)):
        parts.append(gathered_matrix(tree, matrix(swept, [direction(axis) for axis in swept.axes], displaced, rows)))
    return gathered(tree, swept.forces()), parts[0], parts[1], parts[2]


def newton_euler_slope(
    tree: Tree,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    r: Number,
    s: Number,
    loads: Loads = (),
    rows: Sequence[int] | None = None,
) -> tuple[list[Number], Rows]:
    """(tau, D) with D = d tau / d q + r d tau / d qd + s d tau / d qdd, one matrix: along q when qd and qdd follow it.

    On a step of a difference formula qd = r q + ..., qdd = s q + ... [r in 1/s, s in 1/s^2]; s = r^2 where qdd is made of qd as
    qd of q. The rest as in `newton_euler_slopes`.
    """
    swept = sweep(tree, q, qd, qdd, loads)
    rows = None if tree.followers else rows
    found = matrix(swept, [along(axis, r, s) for axis in swept.axes], True, rows)
    return gathered(tree, swept.forces()), gathered_matrix(tree, found)
