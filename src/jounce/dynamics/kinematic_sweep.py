"""A tree on its way, in the axes of the base: each freedom, and inertia, Coriolis forces and wrench of all that it carries.

All about one point, that at which the origin of the first body is at this instant: what is far from the base loses no digits.
This is what partial derivatives of Newton-Euler are made of, see `slopes`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.dynamics.closed_form import Twist, crossed, momentum, pair
from jounce.dynamics.newton_euler import Loads
from jounce.numbers import Number
from jounce.plant.multi_dof_joints import placed
from jounce.plant.plant import Rotor
from jounce.plant.tree import Body, Tree, spread
from jounce.spatial.geometry import (
    IDENTITY,
    ZERO,
    Matrix,
    Placement,
    Vector,
    acceleration_matrix,
    add,
    apply,
    cross,
    dot,
    matmul,
    minus,
    neg,
    outer,
    scale,
    skew,
    transpose,
)
from jounce.spatial.inertia import Inertia, full, inertial_wrench, second_moments
from jounce.spatial.joints import JointTransform

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
    """int (r . rd) 1 - rd r^T dm: the moment of Coriolis forces is this times y, twice an angular velocity."""
    momentum: Vector
    """p: their force is y x p."""
    wrench: Twist
    """(moment, force) f."""

    def seen(self, S: Twist) -> tuple[Twist, Vector]:
        """(I S, B^T S): S . (I X + B y) is I S . X + B^T S . y."""
        return momentum(self.inertia, S), add(apply(transpose(self.coriolis), S[0]), cross(self.momentum, S[1]))


def total(*twists: Twist) -> Twist:
    """The sum of twists, or of wrenches."""
    first, *rest = twists
    return add(first[0], *(t[0] for t in rest)), add(first[1], *(t[1] for t in rest))


def scaled(x: Number, S: Twist) -> Twist:
    """x S."""
    return scale(x, S[0]), scale(x, S[1])


def base_state(gravity: Vector, origin: Vector) -> State:
    """The base: at rest, and accelerating against gravity. origin: the common origin, in the base frame."""
    return State(Placement(IDENTITY, neg(origin)), NOTHING, (ZERO, neg(gravity)))


def axis_of(body: Body, pose: Placement) -> Twist:
    """S of a body's joint from where the body is."""
    R, p = pose
    spin = apply(R, body.joint.spin(1.0))
    return spin, add(cross(p, spin), apply(R, body.joint.slide(1.0)))


def displaced(S: Twist, parent: State) -> tuple[Twist, Twist]:
    """(Psi, Psi2)."""
    first = crossed(parent.v, S)
    return first, total(crossed(parent.a, S), crossed(parent.v, first))


def onward(S: Twist, parent: State, qd: Number, qdd: Number) -> tuple[Twist, Twist, Axis]:
    """(v, a) of a body from its parent's, and its freedom, of one with axis S."""
    first, second = displaced(S, parent)
    v = total(parent.v, scaled(qd, S))
    a = total(parent.a, scaled(qdd, S), scaled(qd, first))
    return v, a, Axis(S, first, second, scaled(2, first))  # S x S = 0: Sdot is Psi


def outward(parent: State, link: Body, X: JointTransform, qd: Number, qdd: Number) -> tuple[State, Axis]:
    """A body's motion from its parent's, and its freedom."""
    pose = parent.pose.then(Placement(X.rotation, X.origin))
    v, a, axis = onward(axis_of(link, pose), parent, qd, qdd)
    return State(pose, v, a), axis


def own_share(inertia: Inertia, state: State) -> Carried:
    """What one body contributes to what its joint carries."""
    body = inertia.seen_from(state.pose)
    (w, u), (al, a), h = state.v, state.a, body.moment
    linear = add(scale(body.mass, u), cross(w, h))
    across = dot(h, u)
    trace = (across, 0.0, 0.0), (0.0, across, 0.0), (0.0, 0.0, across)
    coriolis = minus(minus(trace, outer(u, h)), matmul(skew(w), full(second_moments(body.tensor))))
    wrench = inertial_wrench(body, acceleration_matrix(w, al), add(a, cross(w, u)))  # of the point that is at the origin now
    return Carried(body, coriolis, linear, wrench)


class Spin(NamedTuple):
    """The moment that a rotor needs for each unit of its joint's acceleration, and of its velocity."""

    by_acceleration: Vector
    by_velocity: Vector


EMPTY = Carried(Inertia(), (ZERO, ZERO, ZERO), ZERO, NOTHING)


def rotor_share(rotor: Rotor, state: State, qd: Number, qdd: Number) -> tuple[Carried, Spin]:
    """Return the rate of the momentum of a rotor on a body that turns with a joint: L (qdd n + qd w x n)."""
    n = scale(rotor.momentum, apply(state.pose.rotation, rotor.axis))
    turned = cross(state.v[0], n)
    coriolis = minus(EMPTY.coriolis, skew(scale(0.5 * qd, n)))
    return EMPTY._replace(coriolis=coriolis, wrench=(add(scale(qdd, n), scale(qd, turned)), ZERO)), Spin(n, turned)


class Sweep(NamedTuple):
    """A tree on its way, body after body."""

    tree: Tree
    axes: list[Axis]
    carried: list[Carried]
    spins: list[tuple[int, int, Spin]]
    """Joint, body and moment of each rotor that is carried along and turns with its joint."""

    def forces(self) -> list[Number]:
        """tau, one number a body."""
        return self.tree.over.each(lambda axis, carried: pair(axis.S, carried.wrench), self.axes, self.carried)


def sweep(
    tree: Tree,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    loads: Loads = (),
    rotors: Sequence[Rotor | None] = (),
) -> Sweep:
    """Freedoms, and what each carries, O(n). rotors: of each joint, where it is carried along by a body and turns with it."""
    at, q = placed(tree, q)
    qd, qdd = spread(tree, qd), spread(tree, qdd)
    over = tree.over
    joints = over.each(lambda link, q: link.joint.at(q), at.bodies, q)
    base = base_state(tree.gravity, joints[0].origin)
    if tree.chains:
        states, axes = _through_chains(at, joints, base, qd, qdd)
        carried = [EMPTY] * len(axes)
        for k in set(tree.link_bodies):
            carried[k] = own_share(tree.bodies[k].inertia, states[k])
    else:
        states, axes = over.outward(outward, base, at.bodies, joints, qd, qdd)
        carried = over.each(lambda link, state: own_share(link.inertia, state), tree.bodies, states)
    spins = []
    for j, rotor in enumerate(rotors):
        if rotor is not None:
            k = rotor.body
            share, spin = rotor_share(rotor, states[k], qd[j], qdd[j])
            carried = over.onto(carried, k, share)
            spins.append((j, k, spin))
    for k, (moment, force) in loads:
        R, p = states[k].pose
        f = apply(R, force)
        carried = over.onto(carried, k, EMPTY._replace(wrench=(neg(add(apply(R, moment), cross(p, f))), neg(f))))
    (carried,) = over.inward(lambda carried: (carried,), carried)
    return Sweep(tree, axes, carried, spins)


def _through_chains(
    at: Tree, joints: Sequence[JointTransform], base: State, qd: Sequence[Number], qdd: Sequence[Number]
) -> tuple[list[State], list[Axis]]:
    """The motion of all links, and all freedoms, of a tree with joints of several freedoms."""
    n = len(at.bodies)
    states = [base] * (n + 1)
    axes: list[Axis] = []
    k = 0
    while k < n:
        end, parent = at.chain_end(k), states[at.bodies[k].parent]
        if end == k:
            states[k], axis = outward(parent, at.bodies[k], joints[k], qd[k], qdd[k])
            axes.append(axis)
        else:
            states[end], found = _several(at, joints, range(k, end + 1), parent, qd, qdd)
            axes += found
        k = end + 1
    return states, axes


def _several(
    at: Tree, joints: Sequence[JointTransform], joint: Sequence[int], parent: State, qd: Sequence[Number], qdd: Sequence[Number]
) -> tuple[State, list[Axis]]:
    """The motion of the link behind a joint of several freedoms, and these: all fixed in it, none carried by another."""
    pose, S = parent.pose, []
    for k in joint:
        pose = pose.then(Placement(joints[k].rotation, joints[k].origin))
        S.append(axis_of(at.bodies[k], pose))
    moves = total(*(scaled(qd[k], s) for k, s in zip(joint, S)))
    v = total(parent.v, moves)
    a = total(parent.a, *(scaled(qdd[k], s) for k, s in zip(joint, S)), crossed(parent.v, moves))
    axes = []
    for s in S:
        first, second = displaced(s, parent)
        axes.append(Axis(s, first, second, total(first, crossed(v, s))))
    return State(pose, v, a), axes
