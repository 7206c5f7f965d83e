"""Computations for [Moberg2010]: plans of motions, computing times, simulations, condition numbers."""

from time import perf_counter
from typing import NamedTuple

import numpy as np

import jounce as jn
from jounce.papers.measurement import Array

RATE = 4000.0
"""Sampling rate of the loop with PID [Hz]."""
GAINS = (1e6, 1e6, 1e4)
"""Gains of the PID controllers: proportional, integral, derivative, in the order of `FeedforwardPID`."""
STEP = 1e-3
"""Spacing of the samples of plans [s]."""
TURNS = 5
"""Number of rounds in which the compared computations are timed in turn, so that a busy moment of the machine affects them
alike."""
STEPS = (4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4)
"""Step sizes of backward differentiation whose condition numbers are compared [s]."""


Path = jn.trajectory.Path


class SimulatedPlan(NamedTuple):
    """Plan of a motion, with its computing time and the tool errors of its simulation."""

    plan: jn.Plan
    seconds: float
    """Computing time of the plan [s]."""
    errors: Array
    """Tool errors in simulation (T, outputs) [m]."""

    @property
    def error(self) -> float:
        """Return the largest magnitude of the tool error [m]."""
        return float(np.abs(self.errors).max())


class TimedPlan(NamedTuple):
    """Plan by one of the three forms of the equation (index 3, 2 or 1), with its computing time [s]."""

    plan: jn.Plan
    seconds: float


def line() -> Path:
    """Return the tool path of section 9.2: a line of 2.2 m in 0.3 s."""
    return jn.trajectory.line([1.6, -1.1], [1.6, 1.1], 0.3, start_time=0.05)


def diagonal() -> Path:
    """Return the tool path of section 10.2: a line of 25 mm in x and in z, between 0.1 s and 0.2 s."""
    return jn.trajectory.line([1.5, -1.5], [1.525, -1.475], 0.1, start_time=0.1)


def corners() -> Path:
    """Return the complex tool path of section 10.4: straight lines, rounded corners and a wide turn."""
    points = [[1.2, -1.2], [1.8, -1.2], [1.8, -1.8], [1.3, -1.9], [1.2, -1.2]]
    return jn.trajectory.polyline(points, 4.3, [0.06, 0.25, 0.07], start_time=0.2)


def solved(robot: jn.Robot, path: Path, until: float, method: str = "auto", repeat: int = 2) -> SimulatedPlan:
    """Plan a motion until the time `until` [s] and simulate it in open loop; return plan, computing time and tool errors.

    The computing time is the shortest of `repeat` runs, of which the first may compile code.
    """
    t = np.arange(0.0, until, STEP)
    best = np.inf
    for _ in range(repeat):
        start = perf_counter()
        plan = jn.feedforward(robot, path, t, method=method)
        best = min(best, perf_counter() - start)
    return SimulatedPlan(plan, best, jn.simulate(robot, plan).tool_error)


def lowest(robot: jn.Robot) -> tuple[list[float], list[float]]:
    """Return the lowest eigenfrequencies [Hz] of the arm stretched and folded back, with motors locked and with motors free.

    Both lists have the entries (stretched, folded back).
    """
    poses = [jn.eigenfrequencies(robot, [0.0, elbow, 0.0]) for elbow in (0.3, 2.5)]
    locked, free = [f.locked for f in poses], [f.free[f.free > 1e-3] for f in poses]
    return [float(f.min()) / (2 * np.pi) for f in locked], [float(f.min()) / (2 * np.pi) for f in free]


def start_pose(robot: jn.Robot, path: Path) -> Array:
    """Return the rest pose (n,) at the start of a tool path; without gravity no spring is deflected."""
    straight = {joint.name: 0.0 for joint in robot.joints if joint.spring is not None}
    joints = jn.inverse_kinematics(robot, path, [0.4, 0.9, 0.0], straight)
    return np.asarray(joints(np.array([path.start_time]))[0, 0])


def forms(robot: jn.Robot) -> dict[int, TimedPlan]:
    """Plan the 2.2 m line by the forms of index 3, 2 and 1 of the equation; return {index: timed plan}.

    Backward differentiation of order 6 is used, with steps of 1 ms and scaled equations.
    """
    t = np.arange(0.0, 0.4, STEP)
    methods = {3: "bdf", 2: "bdf-index-2", 1: "bdf-index-1"}
    plans: dict[int, TimedPlan] = {}
    for _ in range(TURNS):
        for index, method in methods.items():
            start = perf_counter()
            plan = jn.feedforward(robot, line(), t, method=method)
            seconds = perf_counter() - start
            plans[index] = TimedPlan(plan, min(seconds, plans[index].seconds) if index in plans else seconds)
    return plans


def conditions(plan: jn.Plan) -> dict[bool, list[float]]:
    """Return the largest condition numbers along a plan for each step size of `STEPS`: {True: scaled, False: not scaled}.

    The condition numbers are those of `step_matrix`.
    """
    largest: dict[bool, list[float]] = {True: [], False: []}
    for h in STEPS:
        matrices = [step_matrix(plan.robot, plan.q[:3, i], h) for i in range(0, len(plan.t), 16)]
        largest[False].append(max(float(np.linalg.cond(matrix)) for matrix in matrices))
        largest[True].append(max(float(np.linalg.cond(scaled(matrix))) for matrix in matrices))
    return largest


def step_matrix(robot: jn.Robot, Q: Array, h: float) -> Array:
    """Return the matrix of Newton's method for one step h [s] at index 3: the Jacobian of (17) by q.

    Q (3, n): position q, velocity v, acceleration a; v and a depend on q as backward differences of order 6. Rows: joints
    without a motor, then x and z of the tool. The computation is independent of the solver in the library.
    """
    q, v, a = Q
    springs = {i: joint.spring for i, joint in enumerate(robot.joints) if joint.spring is not None}
    by, (M, C, _) = jn.state_derivatives(robot, q, v), jn.dynamic_matrices(robot, q, v)
    by_q = np.einsum("ijh,j->ih", by.dM_dq, a) + np.einsum("ijh,j->ih", by.dC_dq, v) + by.dg_dq
    by_v = np.einsum("ijh,j->ih", by.dC_dqd, v) + C
    for i, spring in springs.items():
        by_q[i, i] += spring.stiffness
        by_v[i, i] += spring.damping
    rate = sum(1.0 / k for k in range(1, 7)) / h  # weight of the newest value in a backward difference
    rotation = jn.tool_pose(robot, q)[1]
    tool = (rotation @ jn.jacobian(robot, q, link=robot.tool)[3:])[[0, 2]]
    return np.concatenate([(by_q + rate * by_v + rate**2 * M)[list(springs)], tool])


def scaled(matrix: Array) -> Array:
    """Return the matrix with its rows, then its columns, divided by the largest magnitude in each."""
    matrix = matrix / np.abs(matrix).max(axis=1, keepdims=True)
    return np.asarray(matrix / np.abs(matrix).max(axis=0))


def with_pid(robot: jn.Robot, plan: jn.Plan) -> float:
    """Return the largest tool error [m] of a plan in the loop of Fig. 7, with feedforward and PID on the motors."""
    run = jn.simulate(robot, plan, jn.control.FeedforwardPID(robot, *GAINS), rate=RATE)
    return float(np.abs(run.tool_error).max())


def acting_late(robot: jn.Robot, plan: jn.Plan, constants: float) -> float:
    """Return the largest tool error [m] with PID as in Fig. 7 if motors act at most `constants` time constants before the path.

    The time constant is the reciprocal of the largest real part of the zeros at the rest pose.
    """
    rest, still = plan.q[0, 0], np.zeros(robot.n)
    zero = jn.zero_dynamics(robot, rest).zeros.real.max()
    late = plan.at(np.arange(plan.path.start_time - constants / zero, plan.t[-1], STEP))
    run = jn.simulate(robot, late, jn.control.FeedforwardPID(robot, *GAINS), start=(rest, still, rest, still), rate=RATE)
    return float(np.abs(run.tool_error).max())


def large_arms() -> list[tuple[str, int, float, float]]:
    """Return (robot, DOFs, computing time [s], tool error in simulation [m or rad]) for a short move of each of three growing
    arms."""
    out = []
    for name, pose, move in (
        ("moberg_5dof_nmp", [0.4, 0.9], [0.05, 0.05]),
        ("flexible_3axis", [0.3, 0.1, 0.5], [-0.1, 0.25, 0.1]),
        ("flexible_6axis", [0.3, 0.4, 0.4, 0.3, 0.6, 0.2], [-0.1, 0.25, 0.1, 0.1, -0.1, 0.15]),
    ):
        robot = jn.load(name)
        driven = [i for i, joint in enumerate(robot.joints) if joint.spring is None]
        q = np.zeros(robot.n)
        q[driven] = pose
        begin = _outputs(robot, q)
        path = jn.trajectory.line(begin, begin + np.array(move), 0.5, start_time=0.1)
        t = np.arange(0.0, 0.7, STEP)
        seconds = np.inf
        for _ in range(2):
            start = perf_counter()
            plan = jn.feedforward(robot, path, t, guess=q)
            seconds = min(seconds, perf_counter() - start)
        out.append((name, robot.n + len(driven), seconds, float(np.abs(jn.simulate(robot, plan).tool_error).max())))
    return out


def _outputs(robot: jn.Robot, q: Array) -> Array:
    """Return the controlled outputs of the tool at a pose q (n,) [m, rad]."""
    position, rotation = jn.tool_pose(robot, q)
    (a, _, _), (b, _, _), (c, d, e) = rotation
    values = (*position, np.arctan2(d, e), np.arctan2(-c, np.hypot(a, b)), np.arctan2(b, a))
    return np.array([x for x, name in zip(values, ("x", "y", "z", "roll", "pitch", "yaw")) if name in robot.tool.outputs])
