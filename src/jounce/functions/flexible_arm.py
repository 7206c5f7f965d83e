"""Residuals of a flexible arm's inverse dynamics at one instant, with exact Jacobians, as equations for numerical solvers.

    load = (M qdd + C qd + g)_e + K_e q_e + D_e qd_e        torque balance of the joints without a motor
    e, ed, edd                                              errors of the tool's outputs, with time derivatives

The index e stands for joints without a motor. The Jacobians are d load / d (q, qd, qdd) and J, Jd, Jdd: if the tool is at its
target, d e = J dq, d ed = Jd dq + J dqd, and so on. The C solvers of `jounce.flexible.native_solvers` call the compiled
equation `flexible_arm`.

Small arms are computed in the axes of the links, with Jacobians by reverse mode on the graph, which needs fewer operations where
axes stay parallel; larger ones in base axes (`jounce.dynamics.flexible_arm`), recorded as loops.
"""

from functools import lru_cache, partial
from typing import Any

from jounce.codegen.program import Slot
from jounce.dynamics import flexible_arm as base_axes
from jounce.dynamics import gyrostat
from jounce.dynamics import mass_matrix as composite
from jounce.dynamics.drive import motorless_matrices, spring_load
from jounce.dynamics.flexible_arm import LEVELS
from jounce.dynamics.kinematics import body_jacobian, frame_pose
from jounce.dynamics.newton_euler import newton_euler
from jounce.functions.kinematics import tool_outputs
from jounce.functions.partials import SPRING_SLOPES
from jounce.kernel.equation import Auxiliary, DerivativeOrders, Equation, Form, Inputs, Loop, Output, series
from jounce.kernel.evaluation import record
from jounce.numbers import Jet, Number
from jounce.numbers.jet import derivative_rows
from jounce.plant.plant import Place, Plant, locate, plant_of
from jounce.plant.tool_outputs import ToolOutputs
from jounce.robot import Robot

SMALL = 9
"""Largest number of DOFs of an arm that is computed in the axes of its links, see `_is_small`."""


def _is_small(plant: Plant, place: Place) -> bool:
    """Return True for an arm computed in link axes: up to SMALL DOFs, a tool on the base, or carried rotors of rigid joints."""
    return plant.tree.freedoms <= SMALL or place.body < 0 or bool(plant.rigid_rotors)


def _is_looped(form: Form, robot: Robot, place: Place) -> bool:
    """Return True if generated code has loops: for all outputs of arms that are not small, without mimic and multi-DOF joints."""
    plant = plant_of(robot)
    return not _is_small(plant, place) and robot.nq == robot.n and not plant.tree.mimic_bodies and not form.only


def _joint_forces(plant: Plant, x: Inputs) -> list[Number]:
    q, qd, qdd = x.motion
    if plant.rigid_rotors:
        carried = plant._replace(rotors=plant.rigid_rotors)
        return gyrostat.torques(carried, q, qd, qdd, qd, qdd, x.loads)[0]
    return newton_euler(plant.tree, q, qd, qdd, x.loads)


def _instant(plant: Plant, x: Inputs, outputs: ToolOutputs, place: Place) -> tuple[Any, ...]:
    target = x.auxiliary["target"]
    if not _is_small(plant, place):
        return base_axes.instant(plant, x.motion, x.loads, target, outputs, place)
    jacobians = [[list(row) for row in rows] for rows in SPRING_SLOPES.evaluate(plant, x)]
    for rows, springs in zip(jacobians, motorless_matrices(plant)):
        for row, entries in zip(rows, springs):
            for j, entry in zip(plant.passive, entries):
                row[j] = row[j] + entry
    q = [Jet.from_derivatives(list(column)) for column in zip(*x.motion)]
    pose = frame_pose(plant.tree, q, *place)
    rows = outputs.rows(pose.rotation, body_jacobian(plant.tree, q, *place))
    e = outputs.missing(pose, [Jet.from_derivatives(list(column)) for column in zip(*target)])
    by_row = [derivative_rows(row, LEVELS - 1) for row in rows]
    load = spring_load(plant, _joint_forces(plant, x), *x.motion[:2])
    return load, *jacobians, derivative_rows(e, LEVELS - 1), [list(level) for level in zip(*by_row)]


@lru_cache(maxsize=64)
def _arm(outputs: ToolOutputs, place: Place) -> Equation:
    """Return the equation of the residuals for these outputs and this tool; cached, as kernels are cached per equation object."""
    count = len(outputs.positions) + len(outputs.angles)
    width = len(outputs.positions) + 9 * bool(outputs.angles)

    def results(robot: Robot) -> tuple[Output, ...]:
        springs = len(plant_of(robot).passive)
        by = tuple(Output(name, (springs, robot.n), 0) for name in ("by_q", "by_v", "by_a"))
        return Output("load", (springs,), 0), *by, Output("e", (count,), LEVELS), Output("J", (count, robot.n), LEVELS)

    return Equation(
        "flexible_arm",
        ("q", "qd", "qdd"),
        partial(_instant, outputs=outputs, place=place),
        results,
        takes="wrench",
        auxiliary=Auxiliary(lambda robot: (Slot("target", LEVELS, width),)),
        loop=Loop(record, is_used=partial(_is_looped, place=place)),
    )


def flexible_arm(robot: Robot) -> Equation:
    """Return the equation of the residuals for the robot's tool and its outputs.

    Inputs: q, qd, qdd (n,); target (3, positions + 9): target position and, if angles are controlled, the nine entries of the
    target rotation, row by row, each with two time derivatives; a wrench (6,) for each loaded link. Outputs: load (passive,),
    its Jacobians by_q, by_v, by_a (passive, n), e (3, outputs) and J (3, outputs, n). passive: number of joints without a motor.
    """
    return _arm(tool_outputs(robot), locate(robot, robot.tool))


# ---------------------------------------------------------------- one derivative after the other


def _first(plant: Plant, x: Inputs, outputs: ToolOutputs, place: Place) -> tuple[Any, ...]:
    """Return (e, J, M_e): output error, its Jacobian, and the rows of the mass matrix of joints without a motor."""
    (q,), (target,) = x.motion, x.auxiliary["target"]
    if not _is_small(plant, place):
        return base_axes.at_rest(plant, q, target, outputs, place)
    pose = frame_pose(plant.tree, q, *place)
    M = composite.mass_matrix(plant.tree, q)
    if plant.rigid_rotors:
        still, none = plant._replace(tree=plant.tree._replace(gravity=(0.0, 0.0, 0.0))), [0.0] * plant.tree.freedoms
        units = [[float(i == j) for i in range(len(none))] for j in range(len(none))]
        M = [list(row) for row in zip(*(_joint_forces(still, Inputs((q, none, one))) for one in units))]
    J = outputs.rows(pose.rotation, body_jacobian(plant.tree, q, *place))
    return outputs.missing(pose, target), J, [M[i] for i in plant.passive]


def _next(plant: Plant, x: Inputs, outputs: ToolOutputs, place: Place) -> tuple[Any, ...]:
    """Return the residuals' derivatives (e^(k), load^(k-2)), only (e^(1),) if k = 1, from the motion q, ..., q^(k)."""
    motion, target, order = x.motion, x.auxiliary["target"], len(x.motion) - 1
    if not _is_small(plant, place):
        return base_axes.derivative(plant, motion, x.loads, target, outputs, place)
    q = [Jet.from_derivatives(list(column)) for column in zip(*motion)]
    e = outputs.missing(frame_pose(plant.tree, q, *place), [Jet.from_derivatives(list(column)) for column in zip(*target)])
    error = derivative_rows(e, order)[order]
    if order < 2:
        return (error,)
    tau = _joint_forces(plant, Inputs([series(motion[k : k + order - 1]) for k in range(3)], x.loads))
    return error, spring_load(plant, derivative_rows(tau, order - 2)[-1], motion[order - 2], motion[order - 1])


@lru_cache(maxsize=256)
def _derivative(outputs: ToolOutputs, place: Place, order: int) -> Equation:
    """Return the equation of the residuals' derivatives of one order; cached, as kernels are cached per equation object."""
    count = len(outputs.positions) + len(outputs.angles)
    width = len(outputs.positions) + 9 * bool(outputs.angles)

    def results(robot: Robot) -> tuple[Output, ...]:
        springs = len(plant_of(robot).passive)
        load = (Output("load", (springs,), 0),) if order > 1 else ()
        matrices = (Output("J", (count, robot.n), 0), Output("M", (springs, robot.n), 0)) if order == 0 else ()
        return Output("e", (count,), 0), *matrices, *load

    return Equation(
        f"flexible_arm_{order}",
        ("q", "qd", "qdd", *(f"q^({k})" for k in range(3, order + 1)))[: order + 1],
        partial(_first if order == 0 else _next, outputs=outputs, place=place),
        results,
        takes="wrench" if order > 1 else "",
        orders=DerivativeOrders(wrench=lambda robot: order - 2),
        auxiliary=Auxiliary(lambda robot: (Slot("target", order + 1, width),)),
        loop=Loop(record, is_used=partial(_is_looped, place=place)),
    )


def flexible_arm_derivative(robot: Robot, order: int) -> Equation:
    """Return the equation that determines q^(order) from the lower derivatives of q: time derivatives of the residuals.

    Inputs: q, ..., q^(order) (n,), the target with as many derivatives, and wrenches with derivatives to order - 2. Outputs:
    e^(order) (outputs,), linear in q^(order) with the Jacobian J; from order 2 on load^(order-2) (passive,), linear in q^(order)
    with the matrix M; at order 0 also J (outputs, n) and M (passive, n).
    """
    return _derivative(tool_outputs(robot), locate(robot, robot.tool), order)
