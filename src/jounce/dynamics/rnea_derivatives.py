"""Partial derivatives of the joint forces (Newton-Euler) by positions, velocities and accelerations, O(n depth), [Singh2022].

All quantities are in base axes about the common origin of `kinematic_sweep`, a point at rest. When DOF j is displaced, all
carried bodies move with it as one rigid body; in a frame that moves with them, velocity and acceleration of every carried body
change by

    d v = Y_j,    d a = X_j + Y_j x v        X, Y: the same for all bodies that j carries

    by q_j      X = Psi2_j = a_p x S_j + v_p x Psi_j     Y = Psi_j = v_p x S_j       p: carrier of joint j
    by qd_j     X = Psi_j + Sdot_j                       Y = S_j                     Sdot_j = v_j x S_j
    by qdd_j    X = S_j                                  Y = 0

so that the wrench f of the bodies carried by j changes by I X + B y, where y is twice the angular part of Y and B y = (int r x (y
x rd) dm, y x p) are Coriolis forces. I, B and f are sums over all bodies that a joint carries. With tau_i = S_i . f_i,

    d tau_i / d x_j = S_i . (I_i X_j + B_i y_j)                                 j carries i, or is of the same joint
    d tau_j / d x_i = S_j . (I_i X_i + B_i y_i [+ S_i x* f_i by q])             j carries i

If qd and qdd depend on q with derivatives r and s, as in a step of a difference formula, the directions by q, r times by qd and s
times by qdd are added, which gives one matrix instead of three.
"""

from collections.abc import Callable, Container, Sequence
from typing import Any, NamedTuple

from jounce.dynamics.carried_bodies import Axis, Carried, CompositeSweep, sweep
from jounce.dynamics.factorization import Rows, ltdl, solve_rows
from jounce.dynamics.newton_euler import Loads
from jounce.numbers import Number
from jounce.numbers.packing import added
from jounce.plant.plant import Rotor
from jounce.plant.tree import Tree, gathered, gathered_matrix
from jounce.spatial.geometry import ZERO, Twist, Vector, add, apply, cross, crossed_dually, dot, pair, scale, scaled, total
from jounce.spatial.inertia import momentum
from jounce.spatial.traversal import Field


class Direction(NamedTuple):
    """Direction of differentiation by a DOF: changes X of acceleration and Y of velocity of the bodies that the DOF carries."""

    X: Twist
    y: Vector = ZERO
    """Twice the angular part of Y."""
    displaced: bool = False
    """True if the position of the DOF changes, which also moves the wrench of the carried bodies."""


def by_position(axis: Axis) -> Direction:
    """Return the direction d/dq of a DOF."""
    return Direction(axis.second, scale(2, axis.first[0]), True)


def by_velocity(axis: Axis) -> Direction:
    """Return the direction d/dqd of a DOF."""
    return Direction(axis.rate, scale(2, axis.S[0]))


def by_acceleration(axis: Axis) -> Direction:
    """Return the direction d/dqdd of a DOF."""
    return Direction(axis.S)


def along(axis: Axis, r: Number, s: Number) -> Direction:
    """Return the direction d/dq + r d/dqd + s d/dqdd of a DOF."""
    X = total(axis.second, scaled(r, axis.rate), scaled(s, axis.S))
    return Direction(X, scale(2, add(axis.first[0], scale(r, axis.S[0]))), True)


def change(carried: Carried, axis: Axis, direction: Direction) -> Twist:
    """Return the derivative, along a direction of a DOF, of the wrench of the bodies that the DOF carries.

    The derivative is in the frame of the joints that carry the DOF, where the wrench moves with a displacement of the DOF.
    """
    X, y, displaced = direction
    moment, force = momentum(carried.inertia, X)
    delta = add(moment, apply(carried.coriolis, y)), add(force, cross(y, carried.momentum))
    return total(delta, crossed_dually(axis.S, carried.wrench)) if displaced else delta


def pairs(tree: Tree) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return (pairs (i, j) where j carries i or both belong to one joint, i = j included; pairs (i, j) where i carries j)."""
    lower, upper = [], []
    for i in range(len(tree.bodies)):
        end = tree.chain_end(i)
        for j in tree.path(i):
            lower.append((i, j))
            if tree.chain_end(j) != end:
                upper.append((j, i))
            elif j != i:
                lower.append((j, i))
    return sorted(lower), sorted(upper)


Way = Callable[[Axis], Direction]
"""Map from a DOF to its direction of differentiation."""


def matrices(swept: CompositeSweep, ways: Sequence[Way], rows: Sequence[int] | None = None) -> list[Rows]:
    """Return the matrices d tau_i / d x_j, one row and column per body, for each direction of differentiation x in `ways`.

    ways: maps from a DOF to its direction. rows: indices i of the computed rows (default: all); all other rows are zero.
    """
    over, axes, n = swept.tree.over, swept.axes, len(swept.axes)
    selected = range(n) if rows is None else rows
    number = {i: k for k, i in enumerate(selected)}
    lower, upper = ([(i, j) for i, j in entries if i in number] for entries in pairs(swept.tree))

    def joint(axis: Axis, carried: Carried) -> tuple[Any, ...]:
        directions = [way(axis) for way in ways]
        varied = tuple((by.X, by.y) for by in directions)
        return carried.seen(axis.S), varied, tuple(change(carried, axis, by) for by in directions)

    seen, varied, changes = over.columns(over.each(joint, axes, swept.carried))
    below = over.each(
        lambda seen, varied: tuple(lower_entry(seen, *by) for by in varied),
        over.at(seen, [i for i, _ in lower]),
        over.at(varied, [j for _, j in lower]),
    )
    blocks: list[Block] = [(lower, below)]
    if upper:  # empty if all bodies of the rows are leaves of the tree
        above = over.each(
            lambda axis, changes: tuple(pair(axis.S, f) for f in changes),
            over.at(axes, [i for i, _ in upper]),
            over.at(changes, [j for _, j in upper]),
        )
        blocks.append((upper, above))
    blocks = list(_with_spins(swept, blocks, number))
    columns = [(entries, over.columns(values)) for entries, values in blocks if entries]
    return [over.matrix(n, n, *((entries, by_way[way]) for entries, by_way in columns)) for way in range(len(ways))]


def lower_entry(seen: tuple[Twist, Vector], X: Twist, y: Vector) -> Number:
    """Return S_i . (I_i X_j + B_i y_j); seen: (I_i S_i, B_i^T S_i) of DOF i, X and y: direction of DOF j."""
    return pair(seen[0], X) + dot(seen[1], y)


Block = tuple[Sequence[tuple[int, int]], Field]
"""(places (row, column) of entries, field with a tuple of values for each entry, one value per matrix)."""


def _with_spins(swept: CompositeSweep, blocks: Sequence[Block], rows: Container[int]) -> Sequence[Block]:
    """Return `blocks` with the torques of carried rotors added to d tau_i / d x_j for all joints i that carry rotor j.

    x: q, qd and qdd, in the order of the matrices. The resulting blocks are disjoint. rows: indices i of the computed rows.
    """
    over = swept.tree.over
    spun = [(i, j, k) for k, (j, body) in enumerate(swept.rotors) for i in swept.tree.path(body) if i in rows]
    if not spun:
        return blocks
    torques = over.each(
        lambda axis, spin: (0.0, dot(axis.S[0], spin.by_velocity), dot(axis.S[0], spin.by_acceleration)),
        over.at(swept.axes, [i for i, _, _ in spun]),
        over.at(swept.spins, [k for _, _, k in spun]),
    )
    number = {(i, j): m for m, (i, j, _) in enumerate(spun)}
    disjoint: list[Block] = []
    for entries, values in blocks:
        apart = [m for m, entry in enumerate(entries) if entry not in number]
        both = [(m, number.pop(entry)) for m, entry in enumerate(entries) if entry in number]
        disjoint.append(([entries[m] for m in apart], over.at(values, apart)))
        if both:
            summands = over.at(values, [m for m, _ in both]), over.at(torques, [m for _, m in both])
            disjoint.append(([entries[m] for m, _ in both], over.each(added, *summands)))
    return [*disjoint, (list(number), over.at(torques, list(number.values())))]


def newton_euler_slopes(
    tree: Tree,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    loads: Loads = (),
    rows: Sequence[int] | None = None,
    rotors: Sequence[Rotor | None] = (),
) -> tuple[list[Number], Rows, Rows, Rows]:
    """Return (tau, d tau / d q, d tau / d qd, d tau / d qdd) of `newton_euler`, O(n depth).

    q, qd, qdd, loads: as in `newton_euler`, any scalar type; jets yield all time derivatives. Matrices (n, n) [i][j]: tau_i by
    DOF j. At a joint of several DOFs, d/dq is taken along its velocities, whose components are constant. rows: computed rows i of
    the matrices (default: all); other rows are zero. rotors: for each joint, the rotor that turns with the joint and is carried
    by a body, or None; the angular momentum of these rotors is included, as in `gyrostat.torques`.
    """
    swept = sweep(tree, q, qd, qdd, loads, rotors)
    rows = None if tree.mimic_bodies else rows  # with mimic joints, a gathered row is a sum of several rows
    dq, dqd, dqdd = matrices(swept, (by_position, by_velocity, by_acceleration), rows)
    dq, dqd, dqdd = (gathered_matrix(tree, matrix) for matrix in (dq, dqd, dqdd))
    return gathered(tree, swept.forces()), dq, dqd, dqdd


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
    """Return (tau, D) with one matrix D = d tau / d q + r d tau / d qd + s d tau / d qdd, for qd and qdd that depend on q.

    In a step of a difference formula qd = r q + ..., qdd = s q + ... [r in 1/s, s in 1/s^2]; s = r^2 if the same formula yields
    qdd from qd. Other arguments as in `newton_euler_slopes`.
    """
    swept = sweep(tree, q, qd, qdd, loads)
    rows = None if tree.mimic_bodies else rows
    (matrix,) = matrices(swept, [lambda axis: along(axis, r, s)], rows)
    return gathered(tree, swept.forces()), gathered_matrix(tree, matrix)


def forward_slopes(
    tree: Tree, q: Sequence[Number], qd: Sequence[Number], qdd: Sequence[Number], loads: Loads = ()
) -> tuple[Rows, Rows, Rows]:
    """Return d qdd / d q = -M^-1 d tau / d q, d qdd / d qd = -M^-1 d tau / d qd and d qdd / d tau = M^-1, O(n^2 depth).

    qdd: the accelerations of the tree under its joint forces and `loads`, computed beforehand.
    """
    _, dq, dqd, M = newton_euler_slopes(tree, q, qd, qdd, loads)
    over, n = tree.over, tree.freedoms
    unit = over.matrix(n, n, ([(i, i) for i in range(n)], [1.0] * n))
    solution = solve_rows(over, tree.parents, ltdl(over, tree.parents, M), over.beside(dq, dqd, unit), [-1.0] * 2 * n + [1.0] * n)
    first, second, third = over.apart(solution, 3)
    return first, second, third
