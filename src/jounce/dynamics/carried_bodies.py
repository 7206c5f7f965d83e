"""Sums over the bodies that a joint carries: inertia, Coriolis matrix, momentum and wrench, in base axes about the common origin.

The partial derivatives of the Newton-Euler equations are formed from these sums, see `rnea_derivatives`; `kinematic_sweep` gives
poses, velocities and accelerations.
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.dynamics.kinematic_sweep import Axes, accelerations, composites, joint_axes, velocities
from jounce.dynamics.newton_euler import Loads
from jounce.numbers import Number
from jounce.numbers.packing import added
from jounce.plant.plant import Rotor
from jounce.plant.tree import Tree, joint_transforms, spread
from jounce.spatial.geometry import (
    NO_TWIST,
    ZERO,
    Matrix,
    Placement,
    Twist,
    Vector,
    acceleration_matrix,
    add,
    apply,
    apply_transpose,
    cross,
    crossed,
    dot,
    minus,
    neg,
    opposite,
    outer,
    pair,
    scale,
    skew,
    skew_times,
    total,
)
from jounce.spatial.inertia import Inertia, full, inertial_wrench, momentum, second_moments
from jounce.spatial.traversal import Field


class BodyState(NamedTuple):
    """Pose, velocity and acceleration of a body, in base axes about the common origin."""

    pose: Placement
    v: Twist
    a: Twist
    """Acceleration minus the gravitational acceleration."""


class Axis(NamedTuple):
    """Joint axis S, and derivatives of velocity and acceleration of the carried bodies by joint position and velocity."""

    S: Twist
    first: Twist
    """Psi = v_c x S; v_c, a_c: velocity and acceleration of the link that carries the joint."""
    second: Twist
    """Psi2 = a_c x S + v_c x Psi, see `first`."""
    rate: Twist
    """Psi + Sdot, with Sdot the time derivative of S."""


class Carried(NamedTuple):
    """Sums over the bodies that a joint carries, in base axes about the common origin."""

    inertia: Inertia
    coriolis: Matrix
    """Matrix int ((r . rd) 1 - rd r^T) dm, whose product with y, twice an angular velocity, is the moment of Coriolis forces."""
    momentum: Vector
    """Linear momentum p [kg m/s]; the Coriolis force is y x p."""
    wrench: Twist
    """Wrench (moment, force) f."""

    def seen(self, S: Twist) -> tuple[Twist, Vector]:
        """Return (I S, B^T S) for a twist S; S . (I X + B y) = I S . X + B^T S . y for any twist X and vector y.

        B y = (coriolis y, y x momentum) is the wrench of the Coriolis forces for y, twice an angular velocity.
        """
        return momentum(self.inertia, S), add(apply_transpose(self.coriolis, S[0]), cross(self.momentum, S[1]))


class Spin(NamedTuple):
    """Moment of a rotor per unit joint acceleration (`by_acceleration`) and per unit joint velocity (`by_velocity`)."""

    by_acceleration: Vector
    by_velocity: Vector


EMPTY = Carried(Inertia(), (ZERO, ZERO, ZERO), ZERO, NO_TWIST)


def displaced(S: Twist, v: Twist, a: Twist, Psi: Twist, Sdot: Twist) -> Axis:
    """Return the `Axis` of a joint with axis S on a link with velocity v and acceleration a."""
    return Axis(S, Psi, total(crossed(a, S), crossed(v, Psi)), total(Psi, Sdot))


def own_share(inertia: Inertia, state: BodyState) -> Carried:
    """Return the contribution of one body to the sums over carried bodies; inertia: of the body, in the frame of the body."""
    body = inertia.seen_from(state.pose)
    (w, u), (al, a), h = state.v, state.a, body.moment
    linear = add(scale(body.mass, u), cross(w, h))
    across = dot(h, u)
    trace = (across, 0.0, 0.0), (0.0, across, 0.0), (0.0, 0.0, across)
    coriolis = minus(minus(trace, outer(u, h)), skew_times(w, full(second_moments(body.tensor))))
    wrench = inertial_wrench(body, acceleration_matrix(w, al), add(a, cross(w, u)))  # of the point that is at the origin now
    return Carried(body, coriolis, linear, wrench)


def spin_of(rotor: Rotor, pose: Placement, v: Twist) -> Spin:
    """Return the moments L n and L w x n of a rotor per unit acceleration and unit velocity of its joint.

    L: angular momentum of the rotor about its axis n at unit velocity. pose, v: pose and velocity (w, u) of the carrying body.
    """
    n = scale(rotor.momentum, apply(pose.rotation, rotor.axis))
    return Spin(n, cross(v[0], n))


def rotor_share(spin: Spin, qd: Number, qdd: Number) -> Carried:
    """Return a rotor's contribution to the sums over carried bodies: the rate L (qdd n + qd w x n) of its angular momentum.

    qd, qdd: velocity and acceleration of the joint that the rotor turns with.
    """
    n, turned = spin
    coriolis = minus(EMPTY.coriolis, skew(scale(0.5 * qd, n)))
    return EMPTY._replace(coriolis=coriolis, wrench=(add(scale(qdd, n), scale(qd, turned)), ZERO))


class CompositeSweep(NamedTuple):
    """Motion, joint axes, sums over carried bodies, and rotors, as fields with one value per body."""

    tree: Tree
    motion: tuple[Field, Field, Field]
    """Fields of poses, velocities and accelerations, see `BodyState`."""
    axes: list[Axis]
    carried: list[Carried]
    rotors: list[tuple[int, int]]
    """(joint that the rotor turns with, body that carries the rotor) for each carried rotor."""
    spins: Sequence[Spin]
    """Moments of each rotor in `rotors` per unit acceleration and velocity of its joint."""

    def forces(self) -> list[Number]:
        """Return the generalised joint forces tau_j = S_j . f_j, one scalar per body."""
        return self.tree.over.each(lambda axis, carried: pair(axis.S, carried.wrench), self.axes, self.carried)


def sweep(
    tree: Tree,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    loads: Loads = (),
    rotors: Sequence[Rotor | None] = (),
) -> CompositeSweep:
    """Return the joint axes and the sums over carried bodies at a motion (q, qd, qdd), O(n).

    rotors: for each joint, the rotor that turns with the joint and is carried by a body, or None.
    """
    return sweep_from_axes(tree, joint_axes(tree, joint_transforms(tree, q)), qd, qdd, loads, rotors)


def sweep_from_axes(
    tree: Tree, at: Axes, qd: Sequence[Number], qdd: Sequence[Number], loads: Loads = (), rotors: Sequence[Rotor | None] = ()
) -> CompositeSweep:
    """Return the result of `sweep` from the joint axes `at`, already computed at the present position."""
    over, qd, qdd = tree.over, spread(tree, qd), spread(tree, qdd)
    pose, S, _ = at
    v, carrier, Psi, Sdot = velocities(tree, S, qd)
    if not tree.chains:  # S x S = 0: v and a of the moved body do as well, of which loops read neighbours also on branches
        carrier, Psi = v, over.each(crossed, v, S)
        Sdot = Psi
    a, above = accelerations(over, (ZERO, neg(tree.gravity)), S, Psi, qd, qdd)
    above = over.at(above, [tree.chain_start(k) for k in range(len(tree.bodies))]) if tree.chains else a
    axes = over.each(displaced, S, carrier, above, Psi, Sdot)
    carried = over.each(
        lambda inertia, *state: own_share(inertia, BodyState(*state)), [body.inertia for body in tree.bodies], pose, v, a
    )
    turning = [(j, rotor) for j, rotor in enumerate(rotors) if rotor is not None]
    spins: Sequence[Spin] = []
    if turning:
        spinning: list[list[tuple[Rotor, Number, Number]]] = [[] for _ in tree.bodies]
        for j, rotor in turning:
            spinning[rotor.body].append((rotor, qd[j], qdd[j]))
        carried = over.each(_with_rotors, carried, pose, v, spinning)
        bodies = [rotor.body for _, rotor in turning]
        spins = over.each(spin_of, [rotor for _, rotor in turning], over.at(pose, bodies), over.at(v, bodies))
    for k, (moment, force) in loads:
        R, p = pose[k]
        f = apply(R, force)
        wrench = add(apply(R, moment), cross(p, f)), f
        carried = over.onto(carried, k, EMPTY._replace(wrench=opposite(wrench)))
    return CompositeSweep(tree, (pose, v, a), axes, composites(over, carried), [(j, rotor.body) for j, rotor in turning], spins)


def _with_rotors(share: Carried, pose: Placement, v: Twist, spinning: Sequence[tuple[Rotor, Number, Number]]) -> Carried:
    """Return `share` plus the contributions of the rotors that the body carries, `spinning`: (rotor, velocity, acceleration)."""
    for rotor, qd, qdd in spinning:
        share = added(share, rotor_share(spin_of(rotor, pose, v), qd, qdd))
    return share
