"""Joints of several DOF: positions and body velocities of spherical and floating joints.

The position of a spherical joint is a quaternion (x, y, z, s) of any length except zero; its velocity is the angular velocity
w = (wx, wy, wz) of the child relative to the parent, in child axes. The position of a floating joint is a quaternion, then the
origin p of the child in the joint frame; its velocity is (w, u) with the velocity u of the child's origin, both in child axes.
Time derivatives of the velocity are the derivatives of these components. Velocities are not derivatives of positions, so the k-th
argument after q is the (k-1)-th derivative of the velocity.

In the tree such a joint is a chain of joints of one DOF, about x, y, z and along x, y, z, which stay at zero. The pose of the
child enters the placement of the first joint of the chain (`placed`). Positions as functions of time follow from the velocity,

    d/dt (x, y, z, s) = 1/2 (x, y, z, s) o (w, 0),    d/dt p = R u

with the rotation R of the quaternion, one Taylor coefficient after the other (`position_series`). The recursion through the chain
adds terms to the acceleration that the joint does not have,

    (wy wz, -wx wz, wx wy)    and    w x u

These terms are subtracted from accelerations that enter a recursion and added to accelerations that result (`through_chains`).
"""

from collections.abc import Sequence

from jounce.numbers import Jet, Number, sincos, sqrt
from jounce.numbers.elementary import atan, sign
from jounce.plant.tree import QUATERNION, Tree, joints_of, turning
from jounce.spatial.geometry import Vector, apply, apply_transpose, rotation_from_sincos, rotation_quaternion

Numbers = list[Number]


def position_series(tree: Tree, rows: Sequence[Numbers], order: int) -> Numbers:
    """Return the positions q (nq) as jets of this order, from rows (q, velocity, derivatives of the velocity, ...)."""
    if order == 0:
        return list(rows[0])
    positions: Numbers = []
    for _, freedom, position, chain in joints_of(tree):
        if chain is None:
            positions.append(Jet.from_derivatives([rows[0][position], *(row[freedom] for row in rows[1 : order + 1])]))
            continue
        start = rows[0][position : position + chain.positions]
        rates = [Jet.from_derivatives([row[freedom + k] for row in rows[1 : order + 1]]) for k in range(chain.freedoms)]
        quaternion = _quaternion_series(start[:QUATERNION], rates[:3], order)
        positions += quaternion
        if chain.floats:
            speed = apply(rotation_quaternion(quaternion), (rates[3], rates[4], rates[5]))
            positions += [Jet([p, *(c / (k + 1) for k, c in enumerate(v.coeffs))]) for p, v in zip(start[QUATERNION:], speed)]
    return positions


def _quaternion_series(start: Sequence[Number], w: Sequence[Jet], order: int) -> list[Jet]:
    """Return a quaternion as 4 jets of this order, from its value `start` and the angular velocity w in child axes as jets."""
    coeffs = [list(start)]
    rates: list[Vector] = [(x.coeffs[k], y.coeffs[k], z.coeffs[k]) for k in range(order) for x, y, z in [w]]
    for k in range(order):
        parts = [turning(coeffs[i], rates[k - i]) for i in range(k + 1)]
        coeffs.append([sum(column[1:], column[0]) / (k + 1) for column in zip(*parts)])
    return [Jet(column) for column in zip(*coeffs)]


def from_coordinates(tree: Tree, rows: Sequence[Sequence[Number]]) -> list[Numbers]:
    """Return rows (q, velocity, derivatives of the velocity, ...) of a motion whose input has one coordinate per DOF.

    rows: the coordinates (n) and their time derivatives, one row per order. The coordinate of a joint of one DOF is q. A
    spherical joint has the coordinates roll r, pitch p, yaw y, with R = Rz(y) Ry(p) Rx(r); a floating joint has these angles,
    then the origin of the child in the joint frame. With the rates r', p', y' of the angles,

        w = (r' - y' sin p,  p' cos r + y' sin r cos p,  y' cos r cos p - p' sin r),    u = R^T origin'
    """
    out: list[Numbers] = [[] for _ in rows]
    for _, freedom, _, chain in joints_of(tree):
        if chain is None:
            for entries, row in zip(out, rows):
                entries.append(row[freedom])
            continue
        x = [Jet.from_derivatives([row[freedom + k] for row in rows]) for k in range(chain.freedoms)]
        out[0] += _quaternion([angle.coeffs[0] for angle in x[:3]])
        if chain.floats:
            out[0] += [coordinate.coeffs[0] for coordinate in x[3:]]
        if len(rows) == 1:
            continue
        turns = [angle.sincos() for angle in x[:3]]
        (sr, cr), (sp, cp), _ = turns
        rr, pr, yr = (angle.derivative() for angle in x[:3])
        rates = [rr - yr * sp, pr * cr + yr * (sr * cp), yr * (cr * cp) - pr * sr]
        if chain.floats:
            away = (x[3].derivative(), x[4].derivative(), x[5].derivative())
            rates += apply_transpose(rotation_from_sincos(*turns), away)
        columns = [rate.derivatives() for rate in rates]
        for k, entries in enumerate(out[1:]):
            entries += [column[k] for column in columns]
    return out


def _quaternion(angles: Sequence[Number]) -> Numbers:
    """Return the quaternion (x, y, z, w) of the rotation Rz(yaw) Ry(pitch) Rx(roll), angles: (roll, pitch, yaw) [rad]."""
    (sr, cr), (sp, cp), (sy, cy) = (sincos(0.5 * angle) for angle in angles)
    return [sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy]


def displacement(tree: Tree, q: Sequence[Number], start: Sequence[Number]) -> Numbers:
    """Return the displacement (n scalars) from the positions `start` (nq) to the positions q (nq).

    For joints of one DOF the displacement is q - start. For joints of several DOF it is the rotation vector [rad] from `start` to
    q, then the translation of a floating joint [m], both in child axes at `start`.
    """
    steps: Numbers = []
    for _, _, position, chain in joints_of(tree):
        if chain is None:
            steps.append(q[position] - start[position])
            continue
        x, y, z, s = start[position : position + QUATERNION]
        a, b, c, d = q[position : position + QUATERNION]
        turn = (
            s * a - x * d - (y * c - z * b),
            s * b - y * d - (z * a - x * c),
            s * c - z * d - (x * b - y * a),
        )
        along = s * d + x * a + y * b + z * c
        size = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2])
        side = sign(along)  # a quaternion and its negative are one rotation
        angle = 4.0 * atan(side * size / (sqrt(size * size + along * along) + side * along))
        least = size + (size == 0.0)
        steps += [angle * component / least for component in turn]
        if chain.floats:
            R = rotation_quaternion((x, y, z, s))
            away = tuple(q[position + QUATERNION + k] - start[position + QUATERNION + k] for k in range(3))
            steps += apply_transpose(R, (away[0], away[1], away[2]))
    return steps


def midpoint(tree: Tree, q: Sequence[Number], start: Sequence[Number]) -> Numbers:
    """Return the midpoint (nq) of the positions `start` and q: the mean, for an orientation the rotation by half the angle."""
    positions: Numbers = []
    for _, _, position, chain in joints_of(tree):
        if chain is None:
            positions.append(0.5 * (q[position] + start[position]))
            continue
        before, now = (_unit(x[position : position + QUATERNION]) for x in (start, q))
        side = sign(sum((a * b for a, b in zip(before, now)), 0.0))  # a quaternion and its negative are one rotation
        positions += [a + side * b for a, b in zip(before, now)]
        positions += [0.5 * (q[k] + start[k]) for k in range(position + QUATERNION, position + chain.positions)]
    return positions


def _unit(quaternion: Sequence[Number]) -> Numbers:
    """Return the quaternion divided by its length."""
    size = sqrt(sum((x * x for x in quaternion), 0.0))
    return [x / size for x in quaternion]


def tangents(tree: Tree, q: Sequence[Number]) -> list[dict[int, Number]]:
    """Return, for each DOF, {index of a position coordinate: its time derivative at unit velocity of this DOF} at q (nq).

    Coordinates that are not listed have the derivative zero.
    """
    rows: list[dict[int, Number]] = []
    for _, _, position, chain in joints_of(tree):
        if chain is None:
            rows.append({position: 1.0})
            continue
        quaternion = q[position : position + QUATERNION]
        for k in range(3):
            unit = (float(k == 0), float(k == 1), float(k == 2))
            rows.append({position + i: slope for i, slope in enumerate(turning(quaternion, unit))})
        if chain.floats:
            R = rotation_quaternion(quaternion)
            rows += [{position + QUATERNION + i: R[i][k] for i in range(3)} for k in range(3)]
    return rows
