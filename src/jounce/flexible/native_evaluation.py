"""A flexible arm at instants: by compiled code where it can be, see instants.c and derive.c, or else by `Dae`."""

from typing import Any

import numpy as np

from jounce.flexible.dae import NEWTON_STEPS, SINGULAR, TOLERANCE, Dae
from jounce.flexible.native_solvers import HIGHEST, Arm, arm
from jounce.flexible.tool_targets import Target
from jounce.inverse.inverse_kinematics import LARGEST_STEP
from jounce.numbers.packing import Array
from jounce.trajectory.path import Path

TRACKED = 65
"""Instants of a path that are tracked."""
TRACK_STEPS = 8
"""Newton's, from one to the next."""
TRACK_TOLERANCE = 1e-12
"""Last Newton step [rad or m]; poses are solved for again from there."""
LONGEST = 0.5
"""Longest Newton step of a joint on the way to a pose at rest [rad or m]."""
AT_REST = 1e-12
"""Last Newton step on that way [rad or m]."""


def at_rest(dae: Dae, target: Target, guess: Any = None) -> Array:
    """`Dae.at_rest`, by compiled code where it can be."""
    compiled = arm(dae, "instants")
    if compiled is not None:
        for start in dae.starts(guess):
            found = _settled(compiled, dae, start[None], _still(target))
            if found is not None:
                settled_at: Array = found[0]
                return settled_at
    return dae.at_rest(target, guess)


def settled(dae: Dae, near: Array, targets: Target, times: Array) -> Array:
    """Poses at rest (T, n) at instants of a path, each next to one that is near (T, n)."""
    compiled = arm(dae, "instants")
    if compiled is not None:
        found = _settled(compiled, dae, near, _still(targets))
        if found is not None and np.abs(found - near).max() <= 1.0:
            return found
    return np.array([dae.settled(near[i], targets.at([i]), times[i : i + 1])[0] for i in range(len(times))])


def _settled(compiled: Arm, dae: Dae, near: Array, targets: Target) -> Array | None:
    """Poses at rest (T, n) by Newton's method, each from one that is near; None if one is not found."""
    q = np.array(near, dtype=np.float64)
    count = len(q)
    found = compiled.solver("instants", 1, count, compiled.given(targets), q[0].copy(), LONGEST, NEWTON_STEPS, AT_REST, q)
    return q if found == count and dae.outputs.facing(q, targets) else None


def _still(target: Target) -> Target:
    """The same, at instants, standing still."""
    many = target.position.ndim == 3

    def rows(x: Array) -> Array:
        x = x[:1] if many else x[:1, None]
        return np.concatenate([x, np.zeros((2, *x.shape[1:]))])

    pushes = tuple((link, W[:1] if many else W[:1, None]) for link, W in target.pushes)
    return Target(rows(target.position), None if target.rotation is None else rows(target.rotation), pushes)


def motion(dae: Dae, q: Array, rates: Array, targets: Target, order: int) -> Array:
    """The motion of all joints with derivatives to an order (order+1, T, n), with the tool on its targets.

    q: poses nearby (T, n), with springs bent as they are; rates: of the springs' deflections (T, passive).
    """
    compiled = arm(dae, "motion") if 0 < order <= HIGHEST and len(q) else None
    if compiled is not None:
        given = compiled.given(targets, order)
        near, speeds = (np.ascontiguousarray(part, dtype=np.float64) for part in (q, rates))
        out = np.empty((order + 1, len(q), dae.n))
        settings = (order, len(q), NEWTON_STEPS, 10.0 * TOLERANCE, LONGEST)
        if compiled.solver("motion", *settings, near, speeds, given, given.shape[1], out) == len(q):
            return out
    return dae.motion(dae.pose(q, targets), rates, targets, order)


def tracked(dae: Dae, path: Path, start: Array) -> tuple[Array, Array] | None:
    """Times (K,) along a path, and poses (K, n) in which the tool is there with springs bent as in start, one near the other;
    None where there is no compiled code, or they are not found at once."""
    compiled = arm(dae, "instants")
    if compiled is None:
        return None
    times = np.linspace(path.start_time, path.end_time, TRACKED)
    poses = np.empty((TRACKED, dae.n))
    given = compiled.given(_still(dae.outputs.target(path, times, 0)))
    at = np.ascontiguousarray(start, dtype=np.float64)
    found = compiled.solver("instants", 0, TRACKED, given, at, LARGEST_STEP, TRACK_STEPS, TRACK_TOLERANCE, poses)
    return (times, poses) if found == TRACKED else None


def jacobian_at_rest(dae: Dae, q: Array, targets: Target) -> Array:
    """`Dae.jacobian_at_rest` at poses q (T, n)."""
    compiled = arm(dae, "slopes")
    if compiled is not None:
        count = len(dae.passive)
        by = np.empty((len(q), count, 2 * count))
        at = np.ascontiguousarray(q, dtype=np.float64)
        if compiled.solver("slopes", len(q), at, compiled.given(_still(targets)), by) == len(q):
            still = np.tile(np.eye(count, 2 * count, count), (len(q), 1, 1))
            return np.concatenate([still, by], axis=1)
    return dae.jacobian_at_rest(q, targets)


def surely_determined(dae: Dae, q: Array) -> bool:
    """`Dae.surely_determined` at poses q (T, n)."""
    compiled = arm(dae, "regular")
    if compiled is None:
        return dae.surely_determined(q)
    at = np.ascontiguousarray(q, dtype=np.float64)
    return bool(compiled.solver("regular", len(q), at, dae.outputs.nothing, SINGULAR))


def determines_accelerations(dae: Dae, q: Array) -> bool:
    """Whether two differentiations of the tool's equation determine all accelerations at q (n,), as they do on most arms."""
    return surely_determined(dae, q[None]) or bool(dae.determined(q)[0] >= SINGULAR)
