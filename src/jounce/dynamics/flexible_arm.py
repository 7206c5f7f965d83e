"""Residuals of a flexible arm's inverse dynamics in base axes: at an instant with Jacobians, and time derivatives of any order.

    load = (M qdd + C qd + g)_e + K_e q_e + D_e qd_e        torque balance of the joints without a motor (index e)
    e                                                       error of the tool's outputs, J its Jacobian at e = 0

Jacobians of the load are computed as in `rnea_derivatives`. An axis S that moves with velocity v and acceleration a has the rates

    Sdot = v x S = Psi,    Sddot = (a - g) x S + v x Psi + (0, g x S_angular) = Psi2 + (0, g x S_angular)

where g is gravity. J and its time derivatives are computed from the axes and the tool's pose with their time derivatives, without
a recursion along the arm. The joints have one DOF each.
"""

from collections.abc import Callable, Sequence
from typing import Any

from jounce.dynamics.carried_bodies import Axis, BodyState, sweep_from_axes
from jounce.dynamics.drive import motorless_matrices, spring_load
from jounce.dynamics.kinematic_sweep import stored_axes
from jounce.dynamics.motion_series import force_series, frame_series, velocity_series
from jounce.dynamics.newton_euler import Loads
from jounce.dynamics.rnea_derivatives import by_acceleration, by_position, by_velocity, matrices
from jounce.numbers import Jet, Number
from jounce.numbers.elementary import is_constant
from jounce.numbers.jet import derivative_rows
from jounce.plant.plant import Place, Plant
from jounce.plant.tool_outputs import ToolOutputs
from jounce.plant.tree import Tree, gathered, gathered_columns, gathered_matrix, spread
from jounce.spatial.geometry import Placement, Twist, Vector, acceleration_matrix, add, cross, matmul, skew
from jounce.spatial.traversal import Field

LEVELS = 3
"""Number of rows e, ed, edd that `instant` computes: the output error and two time derivatives."""
Rows = Sequence[Sequence[Number]]


def instant(
    plant: Plant, motion: Rows, loads: Loads, target: Rows, outputs: ToolOutputs, place: Place
) -> tuple[Any, Any, Any, Any, Any, Any]:
    """Return (load, its Jacobians by q, by qd and by qdd, (e, ed, edd), (J, Jd, Jdd)) at one instant.

    motion: q, qd, qdd (n) each. target: desired outputs of the tool with two time derivatives. outputs: the controlled positions
    and angles of the tool. place: body and frame of the tool.
    """
    tree, over, (q, qd, qdd) = plant.tree, plant.tree.over, motion
    axes = stored_axes(tree, q)
    swept = sweep_from_axes(tree, axes, qd, qdd, loads)
    load = spring_load(plant, gathered(tree, swept.forces()), q, qd)
    by_q, by_v, by_a = _motorless_rows(plant, matrices(swept, (by_position, by_velocity, by_acceleration), _computed(plant)))
    tool = moving_frame(BodyState(*(field[place.body] for field in swept.motion)), place.frame, tree.gravity)
    e = outputs.missing(_absolute(tool, axes.origin), _jets(target))

    def rates(axis: Axis, g: Vector) -> Twist:
        (turn, slide), first, (second, moved) = axis.S, axis.first, axis.second
        return _jet(turn, first[0], second), _jet(slide, first[1], add(moved, cross(g, turn)))

    gravity = over.at([tree.gravity], [0] * len(tree.bodies))
    J = _jacobian(tree, place, outputs, tool, LEVELS, rates, swept.axes, gravity)
    return load, by_q, by_v, by_a, derivative_rows(e, LEVELS - 1), J


def at_rest(plant: Plant, q: Sequence[Number], target: Sequence[Number], outputs: ToolOutputs, place: Place) -> tuple[Any, ...]:
    """Return (e, J, M_e) at positions q (n): output error, its Jacobian, and the mass matrix rows of joints without a motor."""
    tree, still = plant.tree, [0.0] * plant.tree.freedoms
    axes = stored_axes(tree, q)
    swept = sweep_from_axes(tree._replace(gravity=(0.0, 0.0, 0.0)), axes, still, still)
    (M,) = matrices(swept, (by_acceleration,), _computed(plant))
    tool = axes.pose[place.body].then(place.frame)
    (J,) = _jacobian(tree, place, outputs, tool, 1, lambda S: S, axes.S)
    M = gathered_matrix(tree, M)
    return outputs.missing(_absolute(tool, axes.origin), target), J, [M[i] for i in plant.passive]


def derivative(plant: Plant, motion: Rows, loads: Loads, target: Rows, outputs: ToolOutputs, place: Place) -> tuple[Any, ...]:
    """Return the time derivatives (e^(k), load^(k-2)), or (e^(1),) if k = 1; k is the highest order of derivative in `motion`.

    motion: q, qd, ..., q^(k) (n) each. target: desired outputs with k derivatives. loads: wrenches with k - 2 derivatives.
    """
    tree, order = plant.tree, len(motion) - 1
    axes = stored_axes(tree, motion[0])
    S, v = velocity_series(tree, axes.S, spread(tree, _jets(motion[1:])))
    tool = frame_series(axes.pose[place.body].then(place.frame), v[place.body], order)
    e = derivative_rows(outputs.missing(_absolute(tool, axes.origin), _jets(target)), order)[order]
    if order == 1:
        return (e,)
    tau = force_series(tree, axes.pose, S, v, order - 2, loads)
    return e, spring_load(plant, gathered(tree, tau), motion[order - 2], motion[order - 1])


def moving_frame(state: BodyState, frame: Placement, gravity: Vector) -> Placement:
    """Return the pose of a frame on a moving body as jets of order two: Rdot = [w] R, Rddot = ([al] + [w][w]) R, and the origin.

    state: motion of the body. frame: placement of the frame on the body. gravity [m/s^2] restores the full acceleration.
    """
    R, p = state.pose.then(frame)
    (w, u), (al, a) = state.v, state.a
    rate = add(u, cross(w, p))
    second = add(a, gravity, cross(al, p), cross(w, rate))
    x, y, z = (_jet(*rows) for rows in zip(R, matmul(skew(w), R), matmul(acceleration_matrix(w, al), R)))
    return Placement((x, y, z), _jet(p, rate, second))


def _jet(*rows: Vector) -> Vector:
    """Return a vector as jets, from its derivatives."""
    x, y, z = (Jet.from_derivatives(column) for column in zip(*rows))
    return x, y, z


def _jets(rows: Rows) -> list[Jet]:
    """Return one jet per column of rows of derivatives (x, xd, ...)."""
    return [Jet.from_derivatives(column) for column in zip(*rows)]


def _absolute(tool: Placement, origin: Vector) -> Placement:
    """Return the tool's pose in the base frame from its pose about the common origin."""
    return tool._replace(origin=add(tool.origin, origin))


def _computed(plant: Plant) -> Sequence[int] | None:
    """Return the rows of the joint forces' Jacobians to compute; None for all: rows of mimic joints add to other rows."""
    return None if plant.tree.mimic_bodies else plant.passive


def _motorless_rows(plant: Plant, jacobians: Sequence[Any]) -> list[list[Any]]:
    """Return the motorless joints' rows of Jacobians by q, qd and qdd, with stiffness and damping of their springs added."""
    tree, rows = plant.tree, []
    for matrix, springs in zip(jacobians, (*motorless_matrices(plant), [])):
        entries = {
            (i, j): x for i, row in zip(plant.passive, springs) for j, x in zip(plant.passive, row) if not is_constant(x, 0.0)
        }
        whole = tree.over.plus(gathered_matrix(tree, matrix), list(entries), list(entries.values()))
        rows.append([whole[i] for i in plant.passive])
    return rows


def _jacobian(
    tree: Tree, place: Place, outputs: ToolOutputs, tool: Placement, levels: int, axis: Callable[..., Twist], *fields: Field
) -> list[Any]:
    """Return [J, Jdot, ...], `levels` matrices; axis(*x): twist of a joint axis as jets, from its entries x of `fields`."""
    over, path = tree.over, sorted(tree.path(place.body))

    def column(tool: Placement, *x: Any) -> tuple[Number, ...]:
        return tuple(y for row in derivative_rows(outputs.column(tool, axis(*x)), levels - 1) for y in row)

    tools = over.at(over.stored([tool]), [0] * len(path))
    entries = over.columns(over.each(column, tools, *(over.at(x, path) for x in fields)))
    rows = len(entries) // levels
    places = [[(i, j) for j in path] for i in range(rows)]
    return [gathered_columns(tree, over.matrix(rows, len(tree.bodies), *zip(places, entries[k * rows :]))) for k in range(levels)]
