"""Computations for [Buondonno2015]: torque from matrices, observability, operation counts of chains, random motions."""

import numpy as np

import jounce as jn
from jounce.papers import example_robots
from jounce.papers.measurement import Array, operations, residual

CHAINS = tuple(range(5, 31))
"""Numbers of joints N of the chains whose operations are counted."""
MOTIONS = 1000
"""Number of random motions, with the peak velocities of the paper's motion, that are searched for large torque differences."""

Growth = dict[str, list[int]]
"""{algorithm: operation counts for the chains of `CHAINS`}."""


def elastic_difference(robot: jn.Robot, stiffness: float, Q: Array) -> float:
    """Return the largest difference of motor torque [Nm or N] between joints of stiffness `stiffness` [Nm/rad] and rigid
    joints.

    Q (5, n): position and four time derivatives.
    """
    B = [drive.reflected_inertia for drive in robot.drives if drive is not None]
    soft = robot.with_drives(stiffness=stiffness, rotor_inertia=B)
    rigid = soft.with_rigid_joints()
    return float(np.abs(jn.inverse_dynamics(soft, *Q).tau_m - jn.inverse_dynamics(rigid, *Q[:3]).tau_m).max())


def independent_states(robot: jn.Robot, q: Array) -> int:
    """Return the rank of the observability matrix (C, CA, CA^2, CA^3) of the state (q, qd, theta, thetad) with the output q.

    The model is linearised at rest at q (n,). A is found by central differences of step 1e-6, which are exact for theta.
    """
    n = robot.n
    rest = np.concatenate([q, np.zeros(n), q, np.zeros(n)])
    step = 1e-6
    rates = [_rates(robot, rest + sign * step * np.eye(4 * n)) for sign in (1.0, -1.0)]
    A = ((rates[0] - rates[1]) / (2.0 * step)).T
    rows = [np.eye(n, 4 * n)]
    for _ in range(3):
        rows.append(rows[-1] @ A)
    matrix = np.concatenate([row / np.abs(row).max() for row in rows])
    return int(np.linalg.matrix_rank(matrix / np.linalg.norm(matrix, axis=1, keepdims=True)))


def _rates(robot: jn.Robot, states: Array) -> Array:
    """Return the time derivatives of states (..., 4n), in the order q, qd, theta, thetad, without motor torque."""
    q, qd, theta, thetad = np.split(states, 4, axis=-1)
    qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, np.zeros_like(q))
    return np.concatenate([qd, qdd, thetad, thetadd], axis=-1)


def recursion_error(robot: jn.Robot) -> float:
    """Return the error of recursive Newton-Euler (`rnea`) against M, C and g.

    The largest error of the force and of its first two time derivatives, each relative to the largest entry of the same order.
    """
    Q = np.random.default_rng(robot.n).normal(size=(5, robot.n))
    return max(residual(tau, expected) for tau, expected in zip(jn.rnea(robot, *Q), _by_matrices(robot, Q)))


def _by_matrices(robot: jn.Robot, Q: Array) -> Array:
    """Return tau_e and two time derivatives (3, n) by (4a) to (6) from M, C, g and their derivatives, independently of the
    recursion."""
    _, qd, qdd, jerk, snap = Q
    M, C, g = jn.dynamic_matrices(robot, *Q[:4])
    first = M[0] @ jerk + M[1] @ qdd + C[0] @ qdd + C[1] @ qd + g[1]
    second = M[0] @ snap + 2 * M[1] @ jerk + M[2] @ qdd + C[0] @ jerk + 2 * C[1] @ qdd + C[2] @ qd + g[2]
    return np.array([M[0] @ qdd + C[0] @ qd + g[0], first, second])


def snap_error(robot: jn.Robot, Q: Array) -> float:
    """Return the relative error of the snap of q under feedback linearisation, at a state off the desired motion.

    The snap under the torque of the control law, by forward dynamics, is compared with the snap v that the law requires (13).
    """
    q, qd, theta, thetad = Q[0], Q[1], Q[0] + 0.05 * Q[2], Q[1] + 0.05 * Q[3]
    K = np.array([drive.stiffness for drive in robot.drives if drive is not None])
    tau, taud = K * (theta - q), K * (thetad - qd)
    law = jn.control.FeedbackLinearization(robot, poles=[-10.0, -11.0, -12.0, -13.0])
    desired = np.random.default_rng(1).normal(size=(5, robot.n))
    reference = jn.control.Reference(0.0, desired, desired[:3], tau)
    tau_m = law(reference, jn.simulation.State(q, qd, theta, thetad, tau, taud))
    qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m)
    M, zero = jn.mass_matrix(robot, q), np.zeros(robot.n)
    jerk = np.linalg.solve(M, taud - jn.rnea(robot, q, qd, qdd, zero)[1])  # (15)
    snap = np.linalg.solve(M, K * (thetadd - qdd) - jn.rnea(robot, q, qd, qdd, jerk, zero)[2])  # (6)
    v = desired[4] + sum(k * (w - x) for k, w, x in zip(law.gains, desired, (q, qd, qdd, jerk)))  # (13)
    return residual(snap, v)


def largest_smallest_moment() -> float:
    """Return the largest, over all links, of the smallest principal moment of inertia of a link by the printed table [g m^2]."""
    columns = [  # links 1 and 3, 2 and 4, 5, 6, 7: xx, yy, zz, xy, yz, zx as printed
        (16.341, 0.003, 0.001, 5.026, 3.533, 16.173),
        (16.341, 0.001, 0.003, 16.173, 3.533, 5.026),
        (9.818, 0.001, 0.001, 3.708, 3.094, 9.092),
        (3.012, 0.0, 0.0, 3.023, 0.019, 3.414),
        (0.102, 0.0, 0.0, 0.102, 0.0, 0.158),
    ]
    tensors = [[[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] for xx, yy, zz, xy, yz, xz in columns]
    return float(np.linalg.eigvalsh(tensors)[:, 0].max())


def growth() -> Growth:
    """Return operation counts of chains with generic axes, N = 5 to 30; see `Growth`.

    The operations of factorisation and solution follow from formulas, all others from generated code.
    """
    arms = [example_robots.elastic(example_robots.generic(n)) for n in CHAINS]
    solving = [sum(k * k for k in range(1, r.n + 1)) + r.n * (2 * r.n - 1) for r in arms]  # L^T D L and one solution with it
    mass, bias = ([operations(call, r) for r in arms] for call in (jn.mass_matrix, jn.rnea))
    return {
        "EJNEA": [operations(jn.inverse_dynamics, r) for r in arms],
        "CRBA": mass,
        "law": [jn.control.FeedbackLinearization(r, poles=[-9.0] * 4).compile().operations for r in arms],
        "ABA": [operations(jn.forward_dynamics, r) for r in arms],
        "factored": [a + b + c for a, b, c in zip(mass, bias, solving)],
    }


def random_differences(robot: jn.Robot, duration: float) -> Array:
    """Return the largest torque differences (n,) between elastic and rigid joints over random motions, in percent.

    Each difference is relative to the peak motor torque of the joint in the motion. Start positions are random, peak velocities
    90 to 120 deg/s.
    """
    rng = np.random.default_rng(0)
    start = np.radians(rng.uniform(-170.0, 170.0, size=(MOTIONS, 1, robot.n)))
    peak = np.radians(rng.uniform(90.0, 120.0, size=start.shape)) * rng.choice([-1.0, 1.0], size=start.shape)
    unit = jn.trajectory.rest_to_rest([0.0], [1.0], duration, degree=7)(np.linspace(0.0, duration, 81), 4)
    Q = unit[:, None] * peak * duration * 16.0 / 35.0  # the peak speed of degree 7 is 35/16 of the mean speed
    Q[0] += start
    soft, stiff = (jn.inverse_dynamics(r, *Q[: r.motion_order + 1]).tau_m for r in (robot, robot.with_rigid_joints()))
    return np.asarray((100.0 * np.abs(soft - stiff).max(axis=1) / np.abs(soft).max(axis=1)).max(axis=0))
