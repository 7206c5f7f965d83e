"""Motions of [Moberg2010], planned, timed and simulated."""

from time import perf_counter
from typing import NamedTuple

import numpy as np

import jounce as jn
from jounce.control import FeedforwardPID
from jounce.inverse.feedforward import Plan, drive_along
from jounce.inverse.flexible import bdf
from jounce.inverse.flexible.dae import Dae
from jounce.inverse.flexible.motion import Motion
from jounce.numbers.packing import Array
from jounce.trajectory.path import Path

RATE = 4000.0
"""Of the loop with PID [Hz]."""
STEPS = (4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4)


class Case(NamedTuple):
    """A motion, planned and simulated."""

    plan: Plan
    seconds: float
    errors: Array
    """Of the tool in simulation (T, outputs) [m]."""

    @property
    def error(self) -> float:
        """The largest."""
        return float(np.abs(self.errors).max())


def line() -> Path:
    """2.2 m in 0.3 s."""
    return jn.trajectory.line([1.6, -1.1], [1.6, 1.1], 0.3, start_time=0.05)


def diagonal() -> Path:
    """25 mm in x and in z, between 0.1 s and 0.2 s."""
    return jn.trajectory.line([1.5, -1.5], [1.525, -1.475], 0.1, start_time=0.1)


def corners() -> Path:
    """Straight lines, rounded corners, and a wide turn."""
    points = [[1.2, -1.2], [1.8, -1.2], [1.8, -1.8], [1.3, -1.9], [1.2, -1.2]]
    return jn.trajectory.polyline(points, 4.3, [0.06, 0.25, 0.07], start_time=0.2)


def solved(robot: jn.Robot, path: Path, until: float, method: str = "auto", repeat: int = 2) -> Case:
    """The better of two runs, so that no compiler is timed; and what the plant does with the torque."""
    t = np.arange(0.0, until, 1e-3)
    best = np.inf
    for _ in range(repeat):
        start = perf_counter()
        plan = jn.feedforward(robot, path, t, method=method)
        best = min(best, perf_counter() - start)
    return Case(plan, best, jn.simulate(robot, plan).tool_error)


def lowest(robot: jn.Robot) -> tuple[list[float], list[float]]:
    """Lowest eigenfrequencies [Hz] with motors locked, and with motors free, of the arm stretched and folded back."""
    poses = [jn.eigenfrequencies(robot, [0.0, elbow, 0.0]) for elbow in (0.3, 2.5)]
    locked, free = [f.locked for f in poses], [f.free[f.free > 1e-3] for f in poses]
    return [float(f.min()) / (2 * np.pi) for f in locked], [float(f.min()) / (2 * np.pi) for f in free]


def start_pose(robot: jn.Robot, path: Path) -> Array:
    """At rest where a path begins (n,)."""
    dae = Dae(robot)
    return dae.at_rest(dae.outputs.target(path, np.array([path.start_time]), 0).at(0))


def table_2(robot: jn.Robot) -> tuple[list[tuple[str, ...]], float, dict[tuple[int, bool], list[float]]]:
    """Times of all forms as Table 2 has them, how far the forms differ, and condition numbers over the step."""
    dae, path, start = Dae(robot), line(), start_pose(robot, line())
    published = {(3, 3): "18 / 29", (2, 3): "17 / 18", (1, 3): "22 / 34", (3, 6): "73 / -", (2, 6): "75 / -", (1, 6): "69 / -"}
    rows: list[tuple[str, ...]] = []
    found: dict[tuple[int, int, bool], Array] = {}
    for order, h in ((3, 3e-3), (6, 1e-3)):
        targets = dae.outputs.target(path, np.arange(0.0, 0.4, h), 2)
        for index in (3, 2, 1):
            spent = []
            for scaled in (True, False):
                begin = perf_counter()
                q, _, _ = bdf.solve(dae, start, targets, h, order, index, scaled)
                spent.append(perf_counter() - begin)
                found[order, index, scaled] = q
            times = f"{spent[0]:.2f} / {spent[1]:.2f}"
            rows.append((f"index {index}", f"{order} steps, {1e3 * h:g} ms", published[index, order], times))
    spread = max(float(np.abs(found[6, index, scaled] - found[6, 3, True]).max()) for index in (2, 1) for scaled in (True, False))
    condition: dict[tuple[int, bool], list[float]] = {(index, scaled): [] for index in (3, 2, 1) for scaled in (True, False)}
    for h in STEPS:
        targets = dae.outputs.target(path, np.arange(0.0, 0.4, h), 2)
        for (index, scaled), known in condition.items():
            known.append(bdf.solve(dae, start, targets, h, 3, index, scaled)[2]["condition"])
    return rows, spread, condition


def coarse(robot: jn.Robot) -> float:
    """Error in simulation of 3 steps of 3 ms."""
    dae, path = Dae(robot), line()
    grid = np.arange(0.0, 0.4, 3e-3)
    q, v, _ = bdf.solve(dae, start_pose(robot, path), dae.outputs.target(path, grid, 2), 3e-3, 3)
    plan = drive_along(robot, path, Motion(dae, path, grid, q, v), np.arange(0.0, grid[-1], 1e-3), "bdf", {})
    return float(np.abs(jn.simulate(robot, plan).tool_error).max())


def with_pid(robot: jn.Robot, plan: Plan) -> float:
    """Largest error of the tool [m] in the paper's loop, figure 7."""
    run = jn.simulate(robot, plan, FeedforwardPID(robot, 1e6, 1e6, 1e4), rate=RATE)
    return float(np.abs(run.tool_error).max())


def large_arms() -> list[tuple[str, int, float, float]]:
    """(robot, degrees of freedom, seconds, error in simulation) of short moves of ever larger arms."""
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
        t = np.arange(0.0, 0.7, 1e-3)
        spent = np.inf
        for _ in range(2):
            start = perf_counter()
            plan = jn.feedforward(robot, path, t, guess=q)
            spent = min(spent, perf_counter() - start)
        out.append((name, robot.n + len(driven), spent, float(np.abs(jn.simulate(robot, plan).tool_error).max())))
    return out


def _outputs(robot: jn.Robot, q: Array) -> Array:
    """Where the tool is, in its outputs."""
    position, rotation = (part[0] for part in jn.tool_pose(robot, q))
    (a, _, _), (b, _, _), (c, d, e) = rotation
    known = (*position, np.arctan2(d, e), np.arctan2(-c, np.hypot(a, b)), np.arctan2(b, a))
    return np.array([x for x, name in zip(known, ("x", "y", "z", "roll", "pitch", "yaw")) if name in robot.tool.outputs])
