"""Evaluation of a flexible arm at instants: by compiled code (instants.c, derive.c) where available, else by `Dae`."""

from typing import Any

import numpy as np

from jounce.flexible.dae import NEWTON_STEPS, SINGULAR, TOLERANCE, Dae
from jounce.flexible.native_solvers import HIGHEST, Arm, arm
from jounce.flexible.tool_targets import Target
from jounce.inverse.inverse_kinematics import LARGEST_STEP
from jounce.numbers.packing import Array
from jounce.trajectory.path import Path

TRACKED = 65
"""Number of instants of a path at which `tracked` computes poses."""
TRACK_STEPS = 8
"""Largest number of Newton steps from one tracked pose to the next."""
TRACK_TOLERANCE = 1e-12
"""Largest last Newton step [rad or m]; callers refine the tracked poses."""
LONGEST = 0.5
"""Longest Newton step of a joint on the way to a pose at rest [rad or m]."""
AT_REST = 1e-12
"""Largest last Newton step to a pose at rest [rad or m]."""


def at_rest(dae: Dae, target: Target, guess: Any = None) -> Array:
    """Return the pose at rest with the tool on its target, as `Dae.at_rest`, by compiled code where available."""
    compiled = arm(dae, "instants")
    if compiled is not None:
        for start in dae.starts(guess):
            poses = _settled(compiled, dae, start[None], _still(target))
            if poses is not None:
                pose: Array = poses[0]
                return pose
    return dae.at_rest(target, guess)


def settled(dae: Dae, near: Array, targets: Target, times: Array) -> Array:
    """Return the poses at rest (T, n) at instants of a path, each searched for from the nearby pose in near (T, n)."""
    compiled = arm(dae, "instants")
    if compiled is not None:
        poses = _settled(compiled, dae, near, _still(targets))
        if poses is not None and np.abs(poses - near).max() <= 1.0:
            return poses
    return np.array([dae.settled(near[i], targets.at([i]), times[i : i + 1])[0] for i in range(len(times))])


def _settled(compiled: Arm, dae: Dae, near: Array, targets: Target) -> Array | None:
    """Return poses at rest (T, n) by compiled Newton steps from near (T, n); None if any does not converge or is turned over."""
    q = np.array(near, dtype=np.float64)
    count = len(q)
    converged = compiled.solver(
        "instants", 1, count, compiled.solver_inputs(targets), q[0].copy(), LONGEST, NEWTON_STEPS, AT_REST, q
    )
    return q if converged == count and dae.outputs.facing(q, targets) else None


def _still(target: Target) -> Target:
    """Return the target with its first two derivatives zero, with an axis of instants."""
    many = target.position.ndim == 3

    def rows(x: Array) -> Array:
        x = x[:1] if many else x[:1, None]
        return np.concatenate([x, np.zeros((2, *x.shape[1:]))])

    pushes = tuple((link, W[:1] if many else W[:1, None]) for link, W in target.pushes)
    return Target(rows(target.position), None if target.rotation is None else rows(target.rotation), pushes)


def motion(dae: Dae, q: Array, rates: Array, targets: Target, order: int) -> Array:
    """Return the motion of all joints with derivatives to an order (order+1, T, n), with the tool on its targets.

    q: nearby poses (T, n) with the deflections of the motion; rates: velocities of the motorless joints (T, passive).
    """
    compiled = arm(dae, "motion") if 0 < order <= HIGHEST and len(q) else None
    if compiled is not None:
        inputs = compiled.solver_inputs(targets, order)
        near, speeds = (np.ascontiguousarray(array, dtype=np.float64) for array in (q, rates))
        out = np.empty((order + 1, len(q), dae.n))
        settings = (order, len(q), NEWTON_STEPS, 10.0 * TOLERANCE, LONGEST)
        if compiled.solver("motion", *settings, near, speeds, inputs, inputs.shape[1], out) == len(q):
            return out
    return dae.motion(dae.pose(q, targets), rates, targets, order)


def tracked(dae: Dae, path: Path, start: Array) -> tuple[Array, Array] | None:
    """Return times (K,) along a path and poses (K, n) with the tool on the path and the deflections of `start`.

    Neighbouring poses are close to each other. None without compiled code, or if a pose is not found in `TRACK_STEPS`.
    """
    compiled = arm(dae, "instants")
    if compiled is None:
        return None
    times = np.linspace(path.start_time, path.end_time, TRACKED)
    poses = np.empty((TRACKED, dae.n))
    inputs = compiled.solver_inputs(_still(dae.outputs.target(path, times, 0)))
    at = np.ascontiguousarray(start, dtype=np.float64)
    converged = compiled.solver("instants", 0, TRACKED, inputs, at, LARGEST_STEP, TRACK_STEPS, TRACK_TOLERANCE, poses)
    return (times, poses) if converged == TRACKED else None


def jacobian_at_rest(dae: Dae, q: Array, targets: Target) -> Array:
    """Return d sd / d s at rest in poses q (T, n), as `Dae.jacobian_at_rest`."""
    compiled = arm(dae, "slopes")
    if compiled is not None:
        count = len(dae.passive)
        by = np.empty((len(q), count, 2 * count))
        at = np.ascontiguousarray(q, dtype=np.float64)
        if compiled.solver("slopes", len(q), at, compiled.solver_inputs(_still(targets)), by) == len(q):
            still = np.tile(np.eye(count, 2 * count, count), (len(q), 1, 1))
            return np.concatenate([still, by], axis=1)
    return dae.jacobian_at_rest(q, targets)


def surely_determined(dae: Dae, q: Array) -> bool:
    """Conservative test that accelerations are determined at all poses q (T, n), as `Dae.surely_determined`."""
    compiled = arm(dae, "regular")
    if compiled is None:
        return dae.surely_determined(q)
    at = np.ascontiguousarray(q, dtype=np.float64)
    return bool(compiled.solver("regular", len(q), at, dae.outputs.nothing, SINGULAR))


def determines_accelerations(dae: Dae, q: Array) -> bool:
    """True if two differentiations of the tool's equation determine all accelerations at q (n,), as on most arms."""
    return surely_determined(dae, q[None]) or bool(dae.determined(q)[0] >= SINGULAR)
