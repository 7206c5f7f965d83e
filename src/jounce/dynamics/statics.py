"""Equilibrium of a robot at rest: link positions from motor positions.

    N^T f(theta - N q) + beside(q) = g(q) - J^T W

f: torque of the drive springs; beside: torque of the parallel springs. A joint with a rigid motor is at the motor's position. The
equations are solved by Newton's method; each Jacobian A is used for two corrections,

    A dq = N^T f(theta - N q) + beside(q) - g(q) + J^T W,    A = N^T f' N - beside' + d(g - J^T W)/dq,    q <- q + dq

The second correction costs one evaluation of the joint forces and reduces the error by the relative change of A. Two rounds of
two corrections reduce the error to rounding if gravity deflects the springs by up to 0.1 rad.
"""

from collections.abc import Sequence

from jounce.dynamics.carried_bodies import sweep
from jounce.dynamics.elastic_joints import drive_torques, link_torques
from jounce.dynamics.factorization import Rows, lu, lu_solve
from jounce.dynamics.newton_euler import Loads, newton_euler
from jounce.dynamics.rnea_derivatives import by_position, matrices
from jounce.numbers import Jet, Number, derivatives
from jounce.plant.plant import Plant
from jounce.plant.tree import gathered_matrix

ROUNDS = 2
CORRECTIONS = 2
"""Number of Newton corrections with the same Jacobian A, in each of ROUNDS rounds."""


def statics(
    plant: Plant, q: Sequence[Number], theta: Sequence[Number], loads: Loads = ()
) -> tuple[list[Number], list[Number], list[Number], list[Number], list[Number]]:
    """Return (q, tau_j, delta, change, pivots) after four Newton corrections of the link positions q (n), O(n depth + n^3).

    theta (m): motor positions. tau_j (n): torques of the drives at the joints. delta (m): deflections. change (n): the last
    correction. pivots (n): of A, 1 at rigid joints; a negative pivot means that the equilibrium is unstable.
    """
    n = plant.tree.freedoms
    still: list[Number] = [0.0] * n
    pose, free = with_rigid(plant, q, theta), moving(plant)
    change = list(still)
    pivots: list[Number] = [1.0] * n
    for _ in range(ROUNDS):
        factors = lu(slope(plant, pose, theta, loads, free))
        for _ in range(CORRECTIONS):
            springs, weight = balance(plant, pose, theta, loads)
            step = lu_solve(factors, [springs[i] - weight[i] for i in free])
            for i, x in zip(free, step):
                change[i] = x
                pose[i] = pose[i] + x
    for k, i in enumerate(free):
        pivots[i] = factors[k][k]
    _, weight = balance(plant, pose, theta, loads)
    beside = link_torques(plant, pose, still, [0.0] * len(plant.motors))
    tau_j = [t - b for t, b in zip(weight, beside)]
    delta = [th - x if m.elastic else 0.0 for m, th, x in zip(plant.motors, theta, plant.transmission.to_motors(pose))]
    return pose, tau_j, delta, change, pivots


def unbent(plant: Plant, theta: Sequence[Number]) -> list[Number]:
    """Return the link positions (n) for motor positions theta (m) if no spring is deflected; joints without a motor are at 0."""
    links: list[Number] = list(theta[: plant.tree.freedoms])
    if plant.transmission.N:
        links = [_sum(row, theta) for row in plant.transmission.inverse]
    return [0.0 if m.absent else x for m, x in zip(plant.motors, links)]


def _sum(weights: Sequence[float], values: Sequence[Number]) -> Number:
    terms = [w * x for w, x in zip(weights, values) if w != 0.0]
    return sum(terms[1:], terms[0])


def moving(plant: Plant) -> list[int]:
    """Return the indices of the DOFs that gravity deflects: all DOFs whose motor is behind a spring or absent."""
    return [i for i, m in enumerate(plant.motors[: plant.tree.freedoms]) if m.elastic or m.absent]


def with_rigid(plant: Plant, q: Sequence[Number], theta: Sequence[Number]) -> list[Number]:
    """Return the link positions q (n) with the joints of rigid motors moved to the positions of their motors, theta (m)."""
    drives, free = plant.transmission, moving(plant)
    if not drives.N:
        return [q[i] if i in free else theta[i] for i in range(plant.tree.freedoms)]
    return [q[i] if i in free else _sum(row, theta) for i, row in enumerate(drives.inverse)]


def balance(plant: Plant, q: list[Number], theta: Sequence[Number], loads: Loads) -> tuple[list[Number], list[Number]]:
    """Return (joint torques of all springs, joint torques that gravity and loads require), (n) each, at rest."""
    still: list[Number] = [0.0] * len(q)
    return springs_hold(plant, q, theta), newton_euler(plant.tree, q, still, still, loads)


def springs_hold(plant: Plant, q: Sequence[Number], theta: Sequence[Number]) -> list[Number]:
    """Return the joint torques (n) of all springs at rest: N^T f(theta - N q) of drives, plus beside(q) of parallel springs."""
    still: list[Number] = [0.0] * len(q)
    none: list[Number] = [0.0] * len(plant.motors)
    return link_torques(plant, q, still, drive_torques(plant, q, still, theta, none, none))


def slope(plant: Plant, q: list[Number], theta: Sequence[Number], loads: Loads, free: list[int]) -> Rows:
    """Return A, the Jacobian of (required torques - spring torques) of `balance` by the DOFs `free`, for these DOFs' rows.

    Spring torques are differentiated by jets.
    """
    n = len(q)
    still: list[Number] = [0.0] * n
    swept = sweep(plant.tree, q, still, still, loads)
    (by_q,) = matrices(swept, [by_position])
    A = gathered_matrix(plant.tree, by_q)
    for j in free:
        along = [Jet([x, 1.0]) if i == j else x for i, x in enumerate(q)]
        for i, torque in enumerate(springs_hold(plant, along, theta)):
            A[i][j] = A[i][j] - [*derivatives(torque), 0.0][1]
    return [[A[i][j] for j in free] for i in free]
