"""Taylor coefficients of the motion and of the joint forces of a tree, one order after the other, in base axes.

    v_k = v_p + qd_k S_k,    Sdot_k = v_k x S_k        p: parent of body k; the parent's velocity gives the same Sdot_k
    Rdot = [w] R,            pdot = u + w x p           a frame (R, p) on a body with v = (w, u)
    f = d (L, p) / dt - (h x g, m g)                    the wrench that moves a body against gravity, see `momentum_series`

Coefficient i of the velocities gives coefficient i + 1 of joint axes, mass moments and frames. So each order takes one recursion
over the tree, and all other steps treat each body by itself. In generated code with loops, the steps of one order are shared by
all higher orders. The joints have one DOF each.
"""

from collections.abc import Sequence
from typing import Any

from jounce.dynamics.kinematic_sweep import composites
from jounce.dynamics.momentum_series import Moments
from jounce.dynamics.newton_euler import Loads
from jounce.numbers import Jet
from jounce.numbers.packing import numbers, renumbered
from jounce.plant.tree import Tree
from jounce.spatial.geometry import (
    NO_TWIST,
    Placement,
    Twist,
    Vector,
    add,
    apply,
    cross,
    crossed,
    matmul,
    opposite,
    pair,
    scale,
    scaled,
    skew,
    sub,
    total,
)
from jounce.spatial.inertia import Inertia
from jounce.spatial.traversal import Field


def constant(x: Any) -> Any:
    """Return a nest (nested tuples) of scalars with each scalar as a jet of order zero."""
    return renumbered(x, iter([Jet([y]) for y in numbers(x)]))


def last(x: Any) -> Any:
    """Return a nest (nested tuples) of jets with each jet replaced by its last coefficient."""
    return renumbered(x, iter([y.coeffs[-1] for y in numbers(x)]))


def longer(x: Any, coefficients: Any) -> Any:
    """Return a nest of jets with one more coefficient each, taken from the nest of scalars `coefficients`."""
    return renumbered(x, iter([Jet([*y.coeffs, c]) for y, c in zip(numbers(x), numbers(coefficients))]))


def grown(x: Any, rates: Any) -> Any:
    """Return a nest x of jets with one more coefficient each, computed from `rates`, the jets of their time derivatives."""
    return renumbered(x, iter([Jet([*y.coeffs, r.coeffs[-1] / len(y.coeffs)]) for y, r in zip(numbers(x), numbers(rates))]))


def velocity_series(tree: Tree, S: Field, qd: Sequence[Jet]) -> tuple[Any, Any]:
    """Return (joint axes, body velocities) as fields of jets, from the axes S at this instant and joint velocities qd as jets."""
    over, axes, v = tree.over, tree.over.each(constant, S), None
    for _ in qd[0].coeffs:
        if v is not None:
            axes = over.each(lambda S, v: grown(S, crossed(v, S)), axes, v)
        relative = over.each(lambda qd, S: last(scaled(qd, S)), qd, axes)
        (following,) = over.outward(lambda parent, added: (total(parent, added),), NO_TWIST, relative)
        v = over.each(constant, following) if v is None else over.each(longer, v, following)
    return axes, v


def frame_series(frame: Placement, v: Twist, order: int) -> Placement:
    """Return a frame on a body with velocity v as jets of this order, from its pose at this instant."""
    w, u = v
    R, p = constant(frame)
    for _ in range(order):
        R, p = grown((R, p), (matmul(skew(w), R), add(u, cross(w, p))))
    return Placement(R, p)


def force_series(tree: Tree, pose: Field, S: Field, v: Field, order: int, loads: Loads = ()) -> Any:
    """Return the time derivative `order` of the joint force of each body.

    pose: poses at this instant. S, v: joint axes and velocities as jets of order + 1. loads: external wrenches as jets.
    """
    over = tree.over

    def placed(inertia: Inertia, pose: Placement) -> Moments:
        moments = Moments.of(inertia.seen_from(pose))
        return Moments(moments.mass, *constant(moments[1:]))

    def wrench(body: Moments, v: Twist, g: Vector) -> Twist:
        moment, force = ((x.derivative(), y.derivative(), z.derivative()) for x, y, z in body.momentum(v))
        return sub(moment, cross(body.first, g)), sub(force, scale(body.mass, g))

    body = over.each(placed, [link.inertia for link in tree.bodies], pose)
    for _ in range(order + 1):
        body = over.each(lambda body, v: Moments(body.mass, *grown(body[1:], body.rates(v))), body, v)
    wrenches = over.each(wrench, body, v, over.at([tree.gravity], [0] * len(tree.bodies)))
    for k, (moment, force) in loads:
        R, p = frame_series(pose[k], v[k], order)
        f = apply(R, force)
        wrenches = over.onto(wrenches, k, opposite((add(apply(R, moment), cross(p, f)), f)))
    return over.each(lambda S, f: pair(S, f).derivatives()[order], S, composites(over, wrenches))
