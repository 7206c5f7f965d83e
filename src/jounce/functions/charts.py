"""Joints of several freedoms: how positions and body velocities become what the equations read.

A spherical joint has a quaternion (x, y, z, w) for its position, of any length but zero, and the angular velocity w of its child
relative to its parent, in the child's axes, for its velocity. A floating joint has a quaternion and the origin of its child in
the joint frame, and (w, u): angular velocity, and velocity of the child's origin, both in the child's axes. Time derivatives of
the velocity are those of its components. Velocities are not derivatives of positions, so the k-th argument after q is the
(k-1)-th derivative of the velocity.

In the tree such a joint is a chain of simple ones, about x, y, z and along x, y, z, that stay at zero: where the child is goes
into the placement of the first. Positions as functions of time follow from the velocity,

    d/dt (x, y, z, w) = 1/2 (x, y, z, w) o (w, 0),    d/dt p = R u

one Taylor coefficient after the other. Passing through the chain adds terms to the acceleration that one joint does not have,

    (wy wz, -wx wz, wx wy)    and    w x u

which are taken off beforehand (and put back where accelerations come out).
"""

from collections.abc import Sequence

from jounce.numbers import Jet, Number
from jounce.robot.tree import Chart, Tree
from jounce.spatial.matrices import Matrix, apply
from jounce.spatial.placements import Placement
from jounce.spatial.vectors import Vector, cross

Numbers = list[Number]
QUATERNION = 4


def rotation(quaternion: Sequence[Number]) -> Matrix:
    """R of a quaternion (x, y, z, w) of any length."""
    x, y, z, w = quaternion
    s = 2.0 / (x * x + y * y + z * z + w * w)
    xx, yy, zz, xy, xz, yz = s * x * x, s * y * y, s * z * z, s * x * y, s * x * z, s * y * z
    wx, wy, wz = s * w * x, s * w * y, s * w * z
    return (1.0 - (yy + zz), xy - wz, xz + wy), (xy + wz, 1.0 - (xx + zz), yz - wx), (xz - wy, yz + wx, 1.0 - (xx + yy))


def turning(quaternion: Sequence[Number], w: Vector) -> list[Number]:
    """Rate of a quaternion: half its product with (w, 0)."""
    x, y, z, s = quaternion
    a, b, c = (0.5 * r for r in w)
    return [s * a + y * c - z * b, s * b + z * a - x * c, s * c + x * b - y * a, -(x * a + y * b + z * c)]


def _quaternion_series(start: Sequence[Number], w: Sequence[Number], order: int) -> Numbers:
    """The quaternion as jets, from its value and the jets of w."""
    found = [list(start)]
    rates: list[Vector] = [(x.coeffs[k], y.coeffs[k], z.coeffs[k]) for k in range(order) for x, y, z in [w]]
    for k in range(order):
        parts = [turning(found[i], rates[k - i]) for i in range(k + 1)]
        found.append([sum(column[1:], column[0]) / (k + 1) for column in zip(*parts)])
    return [Jet(column) for column in zip(*found)] if order else list(start)


def _origin_series(start: Sequence[Number], R: Matrix, u: Sequence[Number], order: int) -> Vector:
    """The origin as jets, from its value and the jets of its velocity in the child's axes."""
    if order == 0:
        x, y, z = start
        return x, y, z
    speed = apply(R, (u[0], u[1], u[2]))
    x, y, z = (Jet([p, *(c / (k + 1) for k, c in enumerate(v.coeffs[:order]))]) for p, v in zip(start, speed))
    return x, y, z


def posed(tree: Tree, q: Sequence[Number], velocity: Sequence[Number], order: int) -> Tree:
    """The tree with its charts where q says, as functions of time to this order; velocity: n numbers or jets."""
    bodies = list(tree.bodies)
    for chart in tree.charts:
        w, u = velocity[chart.first : chart.first + 3], velocity[chart.first + 3 : chart.first + 6]
        quaternion = q[chart.position : chart.position + QUATERNION]
        R = rotation(_quaternion_series(quaternion, w, order))
        at: Vector = (0.0, 0.0, 0.0)
        if chart.floats:
            at = _origin_series(q[chart.position + QUATERNION : chart.position + QUATERNION + 3], R, u, order)
        joint = bodies[chart.first].joint
        place = chart.before.then(Placement(R, at)).then(chart.after)
        bodies[chart.first] = bodies[chart.first]._replace(joint=type(joint)(place))
    return tree._replace(bodies=tuple(bodies))


def at_zero(tree: Tree, q: Sequence[Number]) -> Numbers:
    """One number a body from a position: that of its joint, or zero in a chain."""
    out: Numbers = []
    position = 0
    charts = {chart.first: chart for chart in tree.charts}
    while len(out) < len(tree.bodies):
        chart = charts.get(len(out))
        if chart is None:
            out.append(q[position])
            position += 1
        else:
            out += [0.0] * (6 if chart.floats else 3)
            position += 7 if chart.floats else QUATERNION
    return out


def through_chain(tree: Tree, velocity: Sequence[Number], acceleration: Sequence[Number], sign: float = -1.0) -> Numbers:
    """Accelerations of the chains' joints from those of the joints they stand for; the other way with sign = 1."""
    out = list(acceleration)
    for chart in tree.charts:
        at = chart.first
        x, y, z = velocity[at : at + 3]
        for k, term in enumerate((y * z, -(x * z), x * y)):
            out[at + k] = out[at + k] + sign * term
        if chart.floats:
            u, v, w = velocity[at + 3 : at + 6]
            for k, term in enumerate(cross((x, y, z), (u, v, w))):
                out[at + 3 + k] = out[at + 3 + k] + sign * term
    return out


def along(tree: Tree, q: Sequence[Number], freedom: int) -> Numbers:
    """The position displaced along one freedom: jets of order one."""
    out: Numbers = [Jet([x, 0.0]) for x in q]
    position, body = 0, 0
    charts: dict[int, Chart] = {chart.first: chart for chart in tree.charts}
    while body < len(tree.bodies):
        chart = charts.get(body)
        size = 1 if chart is None else (6 if chart.floats else 3)
        if body <= freedom < body + size:
            if chart is None:
                out[position] = Jet([q[position], 1.0])
                return out
            quaternion = q[position : position + QUATERNION]
            unit = tuple(1.0 if k == (freedom - body) % 3 else 0.0 for k in range(3))
            if freedom - body < 3:
                slopes, begin = turning(quaternion, unit), position  # type: ignore[arg-type]
            else:
                slopes, begin = list(apply(rotation(quaternion), unit)), position + QUATERNION  # type: ignore[arg-type]
            for k, slope in enumerate(slopes):
                out[begin + k] = Jet([q[begin + k], slope])
            return out
        body += size
        position += 1 if chart is None else (7 if chart.floats else QUATERNION)
    raise IndexError(freedom)
