"""`jn.fastest` on random problems: dry friction, and limits of torque rate, velocity, deflection and motor velocity.

    python benchmarks/fastest_random.py [first] [last]      problems first to last - 1 of 120, one line each
    python benchmarks/fastest_random.py ipopt [k ...]       the same beside CasADi and IPOPT, 25 problems unless said

A line states the time of the motion, the largest utilisation of a limit on a grid 20 times finer than the product's own, the
time of the path's own timing (of a line the polynomial of degree 9 or 11) slowed down until its limits hold, and CPU time.
"""

import sys
from importlib import metadata
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np

import jounce as jn

COUNT = 120
ARMS = ("planar_2r", "lwr", "rpr", "ur10", "panda")
FILES = {"ur10": ("ur10_robot.urdf", {}), "panda": ("panda.urdf", {"lock": {"*finger*": 0.0}})}
TORQUES = {"planar_2r": [200.0, 80.0], "lwr": [176.0, 176.0, 100.0, 100.0, 100.0, 38.0, 38.0], "rpr": [60.0, 150.0, 12.0]}
BESIDE_IPOPT = (2, 7, 15, 17, 22, 25, 33, 42, 44, 57, 63, 67, 72, 77, 80, 90, 92, 93, 100, 110, 112, 113, 115, 117, 118)
"""Problems that IPOPT solves within 300 s from our motion, with limits that hold between its samples to 3 %.

It ends above a limit, or not at all, on most with many waypoints or a torque-rate limit: 0 and 102 at 3.2 and 57 times one.
"""
FRICTION_SHARE = 0.15
"""Most dry friction of a joint as a share of its motor torque: 10 Nm would stop a wrist of 12 Nm."""
STANDING = 0.9
"""Most that gravity may take of a limit along a path."""
STEP = 0.01
"""Relative step of the scan for the least duration of the path's own timing."""
SAMPLES = 160
"""Instants for each piece of the timing at which the product looks in the end."""
FINER, PIECES = 20, 64
OVER = 1e-6
"""By which share a limit may be exceeded on the finer grid."""
QUANTITIES = ("velocity", "acceleration", "motor_torque", "joint_torque", "deflection", "motor_velocity", "torque_rate")


class Problem(NamedTuple):
    """A robot with its limits, and waypoints (m, n) of its joints."""

    name: str
    robot: jn.Robot
    points: np.ndarray

    def path(self, duration: float) -> jn.trajectory.Path:
        """Return the line or the spline through the waypoints in its own timing."""
        if len(self.points) == 2:
            return jn.trajectory.rest_to_rest(*self.points, duration, degree=11)
        return jn.trajectory.spline(np.linspace(0.0, duration, len(self.points)), self.points, degree=9)


def rpr() -> jn.Robot:
    """Return an arm of a revolute, a prismatic and a revolute joint with springs of several kinds."""
    links = [
        jn.Link("base"),
        jn.Link("a", 4.0, (0.2, 0.0, 0.02), (0.02, 0.05, 0.05, 0.0, 0.0, 0.0)),
        jn.Link("b", 2.0, (0.1, 0.01, 0.0), (0.01, 0.02, 0.02, 0.0, 0.0, 0.0)),
        jn.Link("c", 1.0, (0.0, 0.0, 0.1), (0.005, 0.005, 0.002, 0.0, 0.0, 0.0)),
    ]
    drives = [
        jn.Drive(0.5, 1.0, 3000.0, viscous_friction=1.0),
        jn.Drive(3.0, 1.0, 2e4),
        jn.Drive(0.05, 1.0, jn.robot.HardeningSpring(300.0, 3000.0), stribeck_friction=0.5, stribeck_speed=0.1),
    ]
    joints = [
        jn.Joint("j1", "revolute", "base", "a", axis=(0, 1, 0), drive=drives[0]),
        jn.Joint("j2", "prismatic", "a", "b", jn.robot.Placement(origin=(0.3, 0, 0)), (1, 0, 0), drive=drives[1]),
        jn.Joint("j3", "revolute", "b", "c", jn.robot.Placement(origin=(0.1, 0, 0)), (0, 0.6, 0.8), drive=drives[2]),
    ]
    return jn.Robot.build("rpr", links, joints).with_limits(position=[(-2.0, 2.5), (-0.3, 0.6), (-3.0, 3.0)])


def arm(name: str) -> jn.Robot:
    """Return an arm with limits of motor torque alone; UR10 and Panda are those of example-robot-data."""
    if name == "rpr":
        robot = rpr()
    elif name in FILES:
        file, options = FILES[name]
        located = next(Path(f.locate()) for f in metadata.files("example-robot-data") if f.name == file)
        robot = jn.load(located, drives=name, **options)
    else:
        robot = jn.load("kuka_lwr" if name == "lwr" else name)
    torque = np.asarray(TORQUES.get(name, robot.limits.motor_torque))
    free = ("velocity", "acceleration", "jerk", "torque_rate", "joint_torque", "deflection", "motor_velocity")
    return robot.with_limits(motor_torque=torque.tolist(), **dict.fromkeys(free, np.inf))


def problem(k: int) -> Problem:
    """Return random problem k: the arms in turn, 2 to 30 waypoints, friction 0 to 10 Nm, a random subset of the limits."""
    rng = np.random.default_rng([32, k])
    name = ARMS[k % len(ARMS)]
    robot = arm(name)
    torque = robot.limits.motor_torque
    friction = np.minimum(rng.uniform(0.0, 10.0) * rng.integers(0, 2, robot.n).clip(rng.integers(0, 2)), FRICTION_SHARE * torque)
    robot = robot.with_drives(coulomb_friction=friction.tolist(), coulomb_speed=float(np.exp(rng.uniform(*np.log([1e-3, 0.05])))))
    limits = {
        "torque_rate": (torque * rng.uniform(10.0, 40.0)).tolist(),
        "velocity": rng.uniform(0.8, 3.0, robot.n).tolist(),
        "motor_velocity": rng.uniform(0.8, 3.0, robot.n).tolist(),
    }
    chosen = {key: value for key, value in limits.items() if rng.uniform() < 0.5}
    deflects, share = rng.uniform() < 0.4, rng.uniform(0.3, 0.9)
    laws = [joint.drive.stiffness for joint in robot.axes]
    stiffness = np.array([law if isinstance(law, float) else law.linear for law in laws])
    count = 2 if rng.uniform() < 0.35 else int(np.exp(rng.uniform(np.log(3), np.log(30.99))))
    lower, upper = np.clip(robot.limits.position.T, -1.5, 1.5)
    while True:
        points = lower + (upper - lower) * rng.uniform(0.15, 0.85, (count, robot.n))
        path = Problem(name, robot, points).path(1e4)
        plan = jn.feedforward(robot, path, np.linspace(0.0, 1e4, 401))
        if deflects:
            standing = np.abs(plan.delta[:, : robot.n]).max(axis=0)
            chosen["deflection"] = np.maximum(standing / STANDING, share * torque / stiffness).tolist()
        limited = robot.with_limits(**chosen)
        q, inside = plan.q[0], robot.limits.position
        if (np.abs(plan.tau_m) / torque).max() < STANDING and (q > inside[:, 0]).all() and (q < inside[:, 1]).all():
            return Problem(f"{k:3} {name:9} {count:2} points {sorted(chosen)}", limited, points)


def utilisation(robot: jn.Robot, path: jn.trajectory.Path, samples: int) -> float:
    """Return the largest value / limit of all quantities at evenly spaced instants, torque rates by differences."""
    largest, limits = 0.0, robot.limits
    t = np.linspace(path.start_time, path.end_time, samples)
    for i in range(0, samples - 1, 20_000):
        plan = jn.feedforward(robot, path, t[i : i + 20_001])
        values = {"velocity": plan.q[1], "acceleration": plan.q[2], "motor_torque": plan.tau_m, "joint_torque": plan.tau_j[0]}
        values |= {"deflection": plan.delta, "motor_velocity": plan.theta[1]}
        values["torque_rate"] = np.diff(plan.tau_m, axis=0) / np.diff(plan.t)[:, None]
        for name, value in values.items():
            limit = getattr(limits, name)
            if np.isfinite(limit).any():
                largest = max(largest, float(np.abs(value[:, : robot.n] / limit).max()))
    return largest


def slowed_down(problem: Problem, guess: float) -> float:
    """Return the least duration [s] found, in steps of `STEP`, with which the path's own timing keeps its limits at samples.

    Utilisation need not fall with the duration: the scan goes upwards from far below, and states what samples see. The fine ones
    are needed where motors reverse within a millisecond: with 4,001, problem 71 was within its limits at 3.5 times of one.
    """
    duration = 0.3 * guess
    while any(utilisation(problem.robot, problem.path(duration), samples) > 1.0 for samples in (4001, 200_001)):
        duration *= 1.0 + STEP
    return duration


def run(k: int) -> dict[str, float]:
    """Time one problem and print a line."""
    task = problem(k)
    began = process_time()
    fast = jn.fastest(task.robot, task.path(2.0))
    status = fast.status
    spent = process_time() - began
    samples = FINER * SAMPLES * max(status.pieces, PIECES) + 1
    row = {"time": status.time, "share": utilisation(task.robot, fast, samples), "cpu": spent}
    row["bound"] = max(float(x.max()) for x in status.shares.values())
    row["slowed"] = slowed_down(task, status.time) / status.time
    row["rigid"] = status.rigid_time / status.time
    text = ", ".join(f"{name} {value:.4f}" for name, value in row.items())
    print(f"{task.name}: {text}{', unproven' if status.unproven else ''}", flush=True)
    return row


def beside_ipopt(cases: list[int]) -> None:
    """Print our time over IPOPT's, from our motion and with twice as many pieces, and what its limits are exceeded by between."""
    from fastest import ipopt

    for k in cases:
        task = problem(k)
        path = task.path(2.0)
        fast = jn.fastest(task.robot, path)
        if fast.status.pieces < PIECES:
            print(f"{task.name}: {fast.status.time:.4f} s, a polynomial, which IPOPT cannot begin with", flush=True)
            continue
        best, spent, said = ipopt(task.robot, path, fast.status.time, fast)
        excess = 100 * (fast.status.time / best - 1)
        print(f"{task.name}: {fast.status.time:.4f} s, {excess:+.2f} %, IPOPT {best:.4f} s in {spent:.0f} s, {said}", flush=True)


def all_problems(first: int, last: int) -> None:
    """Print a line for each problem and one for all of them."""
    rows = []
    for k in range(first, last):
        try:
            rows.append(run(k))
        except jn.errors.JounceError as error:
            print(k, "REFUSED", type(error).__name__, error, flush=True)
    over = sum(row["share"] > 1.0 + OVER for row in rows)
    slower = sum(row["slowed"] < 1.0 for row in rows)
    total = sum(row["cpu"] for row in rows)
    print(f"{len(rows)} problems: {over} above a limit, {slower} slower than slowed down, CPU {total:.1f} s")


if __name__ == "__main__":
    wanted = [int(x) for x in sys.argv[1:] if x.isdigit()]
    if "ipopt" in sys.argv[1:]:
        beside_ipopt(wanted or list(BESIDE_IPOPT))
    else:
        all_problems(*(wanted if len(wanted) == 2 else (0, COUNT)))
