"""Impedance of robots with elastic joints, by motors alone and passive: a spring and a damper that the links feel.

    K (theta - qbar) = g(qbar) - l(qbar)              the pose in which the links would rest, pulled by l = dV/dq
    u = g(qbar) - l(qbar) - D thetad                  a function of motors alone
    tau_m = B/Bt u + (1 - B/Bt) tau_j                 joint torque fed back: the motor feels like one of inertia Bt

At rest the links are at qbar, and l(q) = external torque: the stiffness is exactly that of V, whatever the springs, which have to
be stiffer than V. As u - D thetad has a potential, the robot is passive at its links, whatever they touch. [Ott2008],
[AlbuSchaffer2007].

V = (q - q_d)^T Kq (q - q_d) / 2 in joints; at a frame with pose (R, p), E = R_d^T R, d = R_d^T (p - p_d),

    V = d^T Kt d / 2 + tr(P (1 - E)),    P = tr(Ko) / 2 - Ko

whose force is E^T Kt d and whose moment (A32 - A23, A13 - A31, A21 - A12), A = P E, in the axes of the frame: stiffness Kt and Ko
in the axes of the goal, smooth for every rotation. [Fasse1997]
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.dynamics.elastic_joints import Row, link_torques
from jounce.dynamics.factorization import Rows, lu, lu_solve
from jounce.dynamics.kinematics import body_jacobian, frame_pose
from jounce.dynamics.motor_pd import times
from jounce.dynamics.newton_euler import Loads, Wrench
from jounce.dynamics.statics import balance, moving, slope, unbent, with_rigid
from jounce.numbers import Number
from jounce.plant.plant import Place, Plant
from jounce.spatial.matrices import Matrix as Matrix3
from jounce.spatial.matrices import apply, matmul, minus, skew, transpose
from jounce.spatial.vectors import Vector, add, cross, sub

ROUNDS, CORRECTIONS = 2, 3
Matrix = Sequence[Sequence[Number]]


class Frame(NamedTuple):
    """Where V acts, with its stiffness."""

    place: Place
    turns: Matrix3
    """Ko [Nm/rad]."""
    slides: Matrix3
    """Kt [N/m]."""


class Pull(NamedTuple):
    """What pulls the links at a pose."""

    joints: Row
    """Kq (q - q_d) (n)."""
    loads: Loads
    """The wrench of V at the frame, as if something outside pushed the robot away from the goal."""
    stiffness: Rows
    """How both change, but for what moving the frame does to a wrench that stays as it is in it (n, n)."""


def impedance(
    plant: Plant,
    q_d: Sequence[Number],
    tau_j: Sequence[Number],
    theta: Sequence[Number],
    thetad: Sequence[Number],
    joints: Matrix,
    damping: Matrix,
    shares: Sequence[Number],
    frame: Frame | None = None,
) -> tuple[Row, Row]:
    """(tau_m (m), qbar (n)). joints: Kq (n, n); damping (m, m); shares: B/Bt (m); frame: where V acts beside."""
    n = plant.tree.freedoms
    still: Row = [0.0] * n
    free = moving(plant)
    q = with_rigid(plant, unbent(plant, theta), theta)
    for _ in range(ROUNDS):
        pulled = pull(plant, q, q_d, joints, frame)
        A = slope(plant, q, theta, pulled.loads, free)
        left = [[A[i][j] - pulled.stiffness[free[i]][free[j]] for j in range(len(free))] for i in range(len(free))]
        factors = lu(left)
        for k in range(CORRECTIONS):
            pulled = pulled if k == 0 else pull(plant, q, q_d, joints, frame)
            held, weight = balance(plant, q, theta, pulled.loads)
            found = lu_solve(factors, [held[i] - weight[i] + pulled.joints[i] for i in free])
            for i, x in zip(free, found):
                q[i] = q[i] + x
    pulled = pull(plant, q, q_d, joints, frame)
    _, weight = balance(plant, q, theta, pulled.loads)
    beside = link_torques(plant, q, still, [0.0] * len(plant.motors))
    drives = plant.transmission
    u = drives.torques_at_motors([w - b - own for w, b, own in zip(weight, beside, pulled.joints)])
    u = [a - d for a, d in zip(u, times(damping, thetad))]
    sensed = drives.torques_at_motors(tau_j)
    return [s * (a - t) + t for s, a, t in zip(shares, u, sensed)], q


def pull(
    plant: Plant,
    q: Sequence[Number],
    q_d: Sequence[Number],
    joints: Matrix,
    frame: Frame | None,
) -> Pull:
    """Of the potential V, at q."""
    away = [x - wanted for x, wanted in zip(q, q_d)]
    own = times(joints, away)
    stiffness: Rows = [list(row) for row in joints]
    if frame is None:
        return Pull(own, (), stiffness)
    place, turns, slides = frame
    pose, goal = (frame_pose(plant.tree, at, *place) for at in (q, q_d))
    back = transpose(goal.rotation)
    E = matmul(back, pose.rotation)
    Et = transpose(E)
    d = apply(back, sub(pose.origin, goal.origin))
    force = apply(Et, apply(slides, d))
    half = 0.5 * (turns[0][0] + turns[1][1] + turns[2][2])
    P = minus(((half, 0.0, 0.0), (0.0, half, 0.0), (0.0, 0.0, half)), turns)
    A = matmul(P, E)
    moment = (A[2][1] - A[1][2], A[0][2] - A[2][0], A[1][0] - A[0][1])
    trace = A[0][0] + A[1][1] + A[2][2]
    turned = [[(trace if i == j else 0.0) - A[j][i] for j in range(3)] for i in range(3)]
    moved = matmul(Et, matmul(slides, E))
    own_stiffness: Rows = [[*row, 0.0, 0.0, 0.0] for row in turned]
    own_stiffness += [[*by_turn, *by_slide] for by_turn, by_slide in zip(skew(force), moved)]
    J = body_jacobian(plant.tree, q, *place)
    for k in range(len(q)):
        change = times(own_stiffness, [row[k] for row in J])
        for i in range(len(q)):
            stiffness[i][k] = stiffness[i][k] + sum((J[r][i] * change[r] for r in range(1, 6)), J[0][i] * change[0])
    return Pull(own, ((place.body, _at_body(moment, force, place)),), stiffness)


def _at_body(moment: Vector, force: Vector, place: Place) -> Wrench:
    """About and in the frame of the body."""
    R, origin = place.frame
    pushed = apply(R, force)
    return add(apply(R, moment), cross(origin, pushed)), pushed
