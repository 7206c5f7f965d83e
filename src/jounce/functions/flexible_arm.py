"""Residuals of a flexible arm's inverse dynamics at one instant, with exact Jacobians, as one equation for its solvers.

    load = (M qdd + C qd + g)_e + K_e q_e + D_e qd_e        torque balance of the joints without a motor
    e, ed, edd                                              errors of the tool's outputs, with time derivatives

with d load / d (q, qd, qdd) and J, Jd, Jdd: if the tool is at its target, d e = J dq, d ed = Jd dq + J dqd, and so on. Solvers in
C are built around this one function, see `jounce.flexible.native_solvers`.
"""

from functools import lru_cache, partial
from typing import Any

from jounce.codegen.program import Slot
from jounce.dynamics import gyrostat
from jounce.dynamics import mass_matrix as composite
from jounce.dynamics.drive import motorless_matrices, spring_load
from jounce.dynamics.kinematics import body_jacobian, frame_pose
from jounce.dynamics.newton_euler import newton_euler
from jounce.dynamics.rnea_derivatives import newton_euler_slopes
from jounce.functions.flexible_derivative_loops import derivative_loop
from jounce.functions.flexible_loops import LEVELS, arm_loop
from jounce.functions.kinematics import tool_outputs
from jounce.functions.partials import SPRING_SLOPES
from jounce.kernel.equation import Auxiliary, Equation, Form, Inputs, Loop, Numbers, Output
from jounce.numbers import Jet, Number
from jounce.plant.plant import Place, Plant, locate, plant_of
from jounce.plant.tool_outputs import ToolOutputs
from jounce.robot import Robot

SMALL = 9
"""Largest number of DOFs for which Jacobians come from the expression graph."""


def _of_links(plant: Plant, x: Inputs) -> tuple[Numbers, Any]:
    """Return all joint forces, and the Jacobians of those of joints without a motor by q, qd and qdd.

    For small trees by reverse mode on the graph, which needs fewer operations where axes stay parallel.
    """
    q, qd, qdd = x.motion
    if not plant.rigid_rotors and plant.tree.freedoms > SMALL:
        tau, *slopes = newton_euler_slopes(plant.tree, q, qd, qdd, x.loads, plant.passive)
        return tau, [[matrix[i] for i in plant.passive] for matrix in slopes]
    return _links(plant, x), SPRING_SLOPES.evaluate(plant, x)


def _with_springs(plant: Plant, x: Inputs) -> tuple[Numbers, list[Any]]:
    """Return load and its Jacobians by q, qd and qdd."""
    q, qd, _ = x.motion
    tau, of_links = _of_links(plant, x)
    slopes = [[list(row) for row in matrix] for matrix in of_links]
    for matrix, springs in zip(slopes, motorless_matrices(plant)):
        for row, entries in zip(matrix, springs):
            for j, entry in zip(plant.passive, entries):
                row[j] = row[j] + entry
    return spring_load(plant, tau, q, qd), slopes


def _derivatives(x: Any, k: int) -> Any:
    """Return the k-th time derivative of a nested sequence of jets."""
    if isinstance(x, (list, tuple)):
        return [_derivatives(entry, k) for entry in x]
    rows = x.derivatives() if isinstance(x, Jet) else [x]
    return rows[k] if k < len(rows) else 0.0


def _links(plant: Plant, x: Inputs) -> list[Number]:
    q, qd, qdd = x.motion
    if plant.rigid_rotors:
        carried = plant._replace(rotors=plant.rigid_rotors)
        return gyrostat.torques(carried, q, qd, qdd, qd, qdd, x.loads)[0]
    return newton_euler(plant.tree, q, qd, qdd, x.loads)


def _instant(plant: Plant, x: Inputs, outputs: ToolOutputs, place: Place) -> tuple[Any, ...]:
    load, slopes = _with_springs(plant, x)
    q = [Jet.from_derivatives(list(column)) for column in zip(*x.motion)]
    pose = frame_pose(plant.tree, q, *place)
    rows = outputs.rows(pose.rotation, body_jacobian(plant.tree, q, *place))
    target = [Jet.from_derivatives(list(column)) for column in zip(*x.auxiliary["target"])]
    errors = outputs.missing(pose, target)
    return load, *slopes, *([_derivatives(y, k) for k in range(LEVELS)] for y in (errors, rows))


def _looped(form: Form, robot: Robot) -> bool:
    """Return True if the equation is evaluated as loops: for large robots whose joints have one DOF each."""
    plant = plant_of(robot)
    plain = robot.nq == robot.n and not plant.tree.mimic_bodies and not plant.rigid_rotors
    return robot.n > SMALL and plain and not form.parameters and not form.only


@lru_cache(maxsize=64)
def _arm(outputs: ToolOutputs, place: Place) -> Equation:
    """Return the equation for a choice of outputs and tool, always the same object, since kernels are cached by it."""
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
        loop=Loop(
            partial(arm_loop, outputs=outputs, place=place), is_used=lambda form, robot: place.body >= 0 and _looped(form, robot)
        ),
    )


def flexible_arm(robot: Robot) -> Equation:
    """Return the equation of the residuals for the robot's tool and its outputs.

    Inputs: q, qd, qdd (n,); target (3, positions + 9): target position and, if angles are controlled, the nine entries of the
    target rotation, row by row, each with two time derivatives; a wrench (6,) for each loaded link. Outputs: load (passive,),
    its Jacobians by_q, by_v, by_a (passive, n), e (3, outputs) and J (3, outputs, n).
    """
    return _arm(tool_outputs(robot), locate(robot, robot.tool))


# ---------------------------------------------------------------- one derivative after the other


def _first(plant: Plant, x: Inputs, outputs: ToolOutputs, place: Place) -> tuple[Any, ...]:
    (q,) = x.motion
    pose = frame_pose(plant.tree, q, *place)
    M = composite.mass_matrix(plant.tree, q)
    if plant.rigid_rotors:
        still, none = plant._replace(tree=plant.tree._replace(gravity=(0.0, 0.0, 0.0))), [0.0] * plant.tree.freedoms
        units = [[float(i == j) for i in range(len(none))] for j in range(len(none))]
        M = [list(row) for row in zip(*(_links(still, Inputs((q, none, one))) for one in units))]
    M = [M[i] for i in plant.passive]
    J = outputs.rows(pose.rotation, body_jacobian(plant.tree, q, *place))
    return outputs.missing(pose, x.auxiliary["target"][0]), J, M


def _next(plant: Plant, x: Inputs, outputs: ToolOutputs, place: Place, order: int) -> tuple[Any, ...]:
    """Return derivative `order` of the tool's error and, from order 2 on, derivative `order` - 2 of the load."""
    rows = [_derivatives(x.motion[0], 0), _derivatives(x.motion[1], 0)] if order > 1 else [_derivatives(x.motion[0], 0)]
    rows += [_derivatives(x.motion[-1], k) for k in range(order + 1 - len(rows))]
    q = [Jet.from_derivatives(list(column)) for column in zip(*rows)]
    target = [Jet.from_derivatives(list(column)) for column in zip(*x.auxiliary["target"])]
    e = _derivatives(outputs.missing(frame_pose(plant.tree, q, *place), target), order)
    return (e,) if order < 2 else (e, _derivatives(spring_load(plant, _links(plant, x), *x.motion[:2]), order - 2))


@lru_cache(maxsize=256)
def _derivative(outputs: ToolOutputs, place: Place, order: int) -> Equation:
    count = len(outputs.positions) + len(outputs.angles)
    width = len(outputs.positions) + 9 * bool(outputs.angles)

    def results(robot: Robot) -> tuple[Output, ...]:
        springs = len(plant_of(robot).passive)
        load = (Output("load", (springs,), 0),) if order > 1 else ()
        slopes = (Output("J", (count, robot.n), 0), Output("M", (springs, robot.n), 0)) if order == 0 else ()
        return Output("e", (count,), 0), *slopes, *load

    text = _first if order == 0 else partial(_next, order=order)
    return Equation(
        f"flexible_arm_{order}",
        ("q", "qd", "qdd")[: order + 1],
        partial(text, outputs=outputs, place=place),
        results,
        takes="wrench" if order > 1 else "",
        auxiliary=Auxiliary(lambda robot: (Slot("target", order + 1, width),)),
        loop=Loop(
            partial(derivative_loop, outputs=outputs, place=place, order=order),
            is_used=lambda form, robot: place.body >= 0 and _looped(form, robot),
        ),
    )


def flexible_arm_derivative(robot: Robot, order: int) -> Equation:
    """Return the equation that determines q^(order) from the derivatives below: time derivatives of the residuals.

    Inputs: q, ..., q^(order) (n,) and the target with as many derivatives. Outputs: e^(order) (outputs,), linear in q^(order)
    with the Jacobian J; from order 2 on load^(order-2) (passive,), linear in q^(order) with the matrix M; at order 0 also J
    (outputs, n) and M (passive, n).
    """
    return _derivative(tool_outputs(robot), locate(robot, robot.tool), order)
