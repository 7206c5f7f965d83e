"""Along a tool path: which solver, over which time, and the plan that comes of it."""

from typing import Any

import numpy as np

from jounce.errors import InputError, SingularityError, SmoothnessError
from jounce.inverse.feedforward import Plan
from jounce.inverse.flexible import bdf, horizon
from jounce.inverse.flexible.dae import Dae
from jounce.inverse.flexible.zero_dynamics import zero_dynamics
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.trajectory.path import Path

METHODS = ("bdf", "horizon")
ORDER = 5
"""Of backward differentiation: at a step of 1 ms it beats 3 and 6 on the arm of [Moberg2010]."""
LARGEST_STEP = 1e-3
"""[s]."""
POSES = 9
"""Along the path, at which the zeros are looked at."""
STATIONS = 200
"""Instants at which a first guess is found one after the other."""
FORGOTTEN = 25.0
"""Time constants of a zero after which nothing is left of its motion: e^-25 = 1e-11."""
SMOOTHNESS = 3


def flexible_plan(robot: Robot, path: Path, t: Array, method: str, guess: Any) -> Plan:
    """The plan of a robot with joints that no motor drives, along a path of its tool."""
    dae = Dae(robot)
    if path.n != len(dae.outputs):
        raise InputError(f"path: it has {path.n} coordinates, but the tool's outputs are {', '.join(robot.tool.outputs)}.")
    if path.smoothness < SMOOTHNESS:
        raise SmoothnessError(
            f"path: derivative {path.smoothness + 1:g} jumps, but the motors of an elastic arm need derivatives to order "
            f"{SMOOTHNESS} without jumps. {path.remedy(SMOOTHNESS + 1)}"
        )
    moving = np.linspace(path.start_time, path.end_time, POSES)
    poses = _settled(dae, path, moving, guess)
    zeros = _zeros(robot, moving, poses[:, : robot.n])
    unstable = zeros[zeros.real > 0.0]
    chosen = _choose(robot, unstable, method)
    h = float(min(np.median(np.diff(t)) if len(t) > 1 else LARGEST_STEP, LARGEST_STEP))
    begin, end = min(t[0], path.start_time), max(t[-1], path.end_time)
    if chosen == "horizon":
        stable = zeros[zeros.real <= 0.0]
        begin = min(begin, path.start_time - FORGOTTEN / unstable.real.min())
        end = max(end, path.end_time + FORGOTTEN / np.abs(stable.real).min(initial=np.inf))
    grid = begin + h * np.arange(int(np.ceil((end - begin) / h - 1e-9)) + 1)
    outputs = path(grid)[0]
    if chosen == "bdf":
        X, V, A, status = bdf.solve(dae, dae.at_rest(outputs[0], poses[0, : robot.n]), outputs, h, ORDER)
    else:
        X, V, A, status = horizon.solve(dae, _rested(dae, grid, outputs, poses[0]), outputs, h)
    status |= {"zeros": zeros, "step": h, "acts_from": float(begin), "acts_until": float(end)}
    return _plan(dae, path, t, grid, X, V, A, chosen, status)


def _settled(dae: Dae, path: Path, times: Array, guess: Any) -> Array:
    """Poses at rest along the path, each from the one before."""
    first = dae.at_rest(path(times[:1])[0, 0], guess)
    found = [first]
    for time, y in zip(times[1:], path(times[1:])[0]):
        pose = dae.settle(y, found[-1])
        if pose is None or np.abs(pose - found[-1]).max() > 2.0:
            pose = _creep(dae, path, times[len(found) - 1], time, found[-1])
        found.append(pose)
    return np.array(found)


def _creep(dae: Dae, path: Path, begin: float, end: float, pose: Array) -> Array:
    """The same in small steps."""
    for time in np.linspace(begin, end, 101)[1:]:
        new = dae.settle(path(time)[0], pose)
        if new is None or np.abs(new - pose).max() > 0.5:
            raise SingularityError(
                f"robot {dae.robot.name!r}: the path leaves the robot's reach, or passes a singular pose, at t = {time:.6g} s, "
                f"with joints near {np.array2string(pose[: dae.n], precision=4)}."
            )
        pose = new
    return pose


def _rested(dae: Dae, grid: Array, outputs: Array, pose: Array) -> Array:
    """A first guess for all instants: at rest at each of them. Some one after the other, the rest from those, all at once."""
    some = np.unique(np.linspace(0, len(grid) - 1, STATIONS).astype(int))
    known = []
    for i in some:
        new = dae.settle(outputs[i], pose)
        if new is None:
            raise SingularityError(f"robot {dae.robot.name!r}: the path leaves the robot's reach at t = {grid[i]:.6g} s.")
        known.append(new)
        pose = new
    X = np.stack([np.interp(grid, grid[some], column) for column in np.transpose(known)], axis=1)
    still = np.zeros_like(X)
    for _ in range(4):
        X = X - np.linalg.solve(dae.slopes(X, still, still).x, dae.residual(X, still, still, outputs)[..., None])[..., 0]
    return X


def _zeros(robot: Robot, times: Array, poses: Array) -> Array:
    """Zeros at all poses."""
    found = []
    for time, q in zip(times, poses):
        try:
            found.append(zero_dynamics(robot, q).zeros)
        except SingularityError as error:
            raise SingularityError(f"{error} At t = {time:.6g} s, with joints at {np.array2string(q, precision=4)}.") from None
    return np.concatenate(found)


def _choose(robot: Robot, unstable: Array, method: str) -> str:
    """By the zeros: forward in time if all are stable, all at once if each joint without a motor has one that is not."""
    if method not in ("auto", *METHODS):
        raise InputError(f"method: expected one of auto, {', '.join(METHODS)} for a tool path, got {method!r}.")
    if not len(unstable):
        if method == "horizon":
            raise InputError(
                "method: 'horizon' is for arms with an unstable zero; this one has none, and its motors need not act before the "
                "tool moves. Use 'bdf'."
            )
        return "bdf"
    worst = unstable[unstable.real.argmax()]
    if method == "bdf":
        raise InputError(
            f"robot {robot.name!r} has an unstable zero at {worst.real:.4g} rad/s along this path: forward in time the motor "
            "torque would grow without bounds. Use method='horizon', which lets the motors act before the tool moves."
        )
    passive = sum(joint.spring is not None for joint in robot.joints)
    if len(unstable) != passive * POSES:
        raise InputError(
            f"robot {robot.name!r} has {passive} joints without a motor and {len(unstable) / POSES:.3g} unstable zeros along "
            f"this path (the fastest at {worst.real:.4g} rad/s). There are solvers for none, and for one a joint without a motor."
        )
    return "horizon"


def _plan(dae: Dae, path: Path, t: Array, grid: Array, X: Array, V: Array, A: Array, method: str, status: dict[str, Any]) -> Plan:
    """Everything at times t, by splines of degree 5 through the solution."""
    from scipy.interpolate import make_interp_spline

    n = dae.n
    rows = [X, V, A]
    q = np.stack([part[:, :n] for part in rows], axis=1)
    theta = np.stack([dae.spread(part[:, n:], part[:, :n]) for part in rows], axis=1)
    tau_m = dae.torque(X, V, A)
    spline = make_interp_spline(
        grid, np.concatenate([q.reshape(len(grid), -1), theta.reshape(len(grid), -1), tau_m], axis=1), k=5
    )
    blank = Plan(dae.robot, path, t, q[:1], q[:1], tau_m, tau_m[None], tau_m, method, status, spline=spline)
    return blank.at(t)
