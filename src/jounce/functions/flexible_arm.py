"""What a solver of a flexible arm's inverse dynamics needs at an instant, all at once: residuals and their exact slopes.

    load = (M qdd + C qd + g)_e + K_e q_e + D_e qd_e        of the joints without a motor
    e, ed, edd                                              of the tool's outputs against what is wanted, with time derivatives

with d load / d (q, qd, qdd) and J, Jd, Jdd: where the tool is as wanted, d e = J dq, d ed = Jd dq + J dqd, and so on. Solvers in C
are built around this one function, see `jounce.inverse.flexible.native`.
"""

from functools import lru_cache, partial
from typing import Any

from jounce.dynamics import gyrostat
from jounce.dynamics.kinematics import body_jacobian, frame_pose
from jounce.dynamics.newton_euler import newton_euler
from jounce.dynamics.slopes import newton_euler_slopes
from jounce.functions.equation import Equation, Inputs, Numbers, Output
from jounce.functions.kinematics import tool_outputs
from jounce.functions.partials import SPRING_SLOPES
from jounce.numbers import Jet, Number
from jounce.plant.outputs import ToolOutputs
from jounce.plant.plant import Place, Plant, locate, plant_of, spring_matrices
from jounce.codegen.program import Slot
from jounce.robot import Robot
from jounce.spatial.matrices import Matrix

LEVELS = 3
"""Of the tool's equation: e, ed, edd."""
SMALL = 9
"""Freedoms up to which slopes are those of the graph."""


def _of_links(plant: Plant, x: Inputs) -> tuple[Numbers, Any]:
    """Joint forces, and slopes of those without a motor by q, qd and qdd.

    Of a small tree by the graph's gradient: it finds what structure does not know, such as axes that stay parallel.
    """
    q, qd, qdd = x.motion
    if not plant.rigid_rotors and plant.tree.freedoms > SMALL:
        tau, *slopes = newton_euler_slopes(plant.tree, q, qd, qdd, x.loads, plant.passive)
        return tau, [[part[i] for i in plant.passive] for part in slopes]
    if plant.rigid_rotors:
        carried = plant._replace(rotors=plant.rigid_rotors)
        return gyrostat.torques(carried, q, qd, qdd, qd, qdd, x.loads)[0], SPRING_SLOPES.text(plant, x)
    return newton_euler(plant.tree, q, qd, qdd, x.loads), SPRING_SLOPES.text(plant, x)


def _with_springs(plant: Plant, x: Inputs) -> tuple[Numbers, list[Any]]:
    """load, and its slopes by q, qd and qdd."""
    q, qd, _ = x.motion
    passive = plant.passive
    K, D = (part.tolist() for part in spring_matrices(plant))
    tau, found = _of_links(plant, x)
    load = []
    for i in passive:
        for j in passive:
            tau[i] = tau[i] + K[i][j] * q[j] + D[i][j] * qd[j]
        load.append(tau[i])
    slopes = [[list(row) for row in part] for part in found]
    for part, springs in zip(slopes, (K, D)):
        for row, i in zip(part, passive):
            for j in passive:
                row[j] = row[j] + springs[i][j]
    return load, slopes


def _derivatives(x: Any, k: int) -> Any:
    """The k-th time derivative of a nested sequence of jets."""
    if isinstance(x, (list, tuple)):
        return [_derivatives(part, k) for part in x]
    known = x.derivatives() if isinstance(x, Jet) else [x]
    return known[k] if k < len(known) else 0.0


def _instant(plant: Plant, x: Inputs, outputs: ToolOutputs, place: Place) -> tuple[Any, ...]:
    load, slopes = _with_springs(plant, x)
    q = [Jet.from_derivatives(list(column)) for column in zip(*x.motion)]
    pose = frame_pose(plant.tree, q, *place)
    rows = outputs.rows(pose.rotation, body_jacobian(plant.tree, q, *place))
    wanted = [Jet.from_derivatives(list(column)) for column in zip(*x.held["target"])]
    count = len(outputs.positions)
    a, b, c, d, e, f, g, h, i = wanted[count:] if outputs.angles else [0.0] * 9
    rotation: Matrix = (a, b, c), (d, e, f), (g, h, i)
    errors = outputs.errors(pose, wanted[:count], rotation)
    return load, *slopes, *([_derivatives(part, k) for k in range(LEVELS)] for part in (errors, rows))


@lru_cache(maxsize=64)
def _arm(outputs: ToolOutputs, place: Place) -> Equation:
    """One for each choice of outputs and tool, always the same object: kernels are kept for it."""
    count = len(outputs.positions) + len(outputs.angles)
    width = len(outputs.positions) + 9 * bool(outputs.angles)

    def given(robot: Robot) -> tuple[Output, ...]:
        springs = len(plant_of(robot).passive)
        by = tuple(Output(name, (springs, robot.n), 0) for name in ("by_q", "by_v", "by_a"))
        return Output("load", (springs,), 0), *by, Output("e", (count,), LEVELS), Output("J", (count, robot.n), LEVELS)

    return Equation(
        "flexible_arm",
        ("q", "qd", "qdd"),
        partial(_instant, outputs=outputs, place=place),
        given,
        takes="wrench",
        held=lambda robot: (Slot("target", LEVELS, width),),
    )


def flexible_arm(robot: Robot) -> Equation:
    """The equation of a robot's own tool.

    Takes q, qd, qdd (n,) and target (3, positions + 9): wanted positions and, where angles are controlled, the nine entries of
    the wanted rotation, row by row, each with two time derivatives; and a wrench (6,) for each link that one acts on. Gives
    load (passive,), its slopes by_q, by_v, by_a (passive, n), e (3, outputs) and J (3, outputs, n).
    """
    return _arm(tool_outputs(robot), locate(robot, robot.tool))
