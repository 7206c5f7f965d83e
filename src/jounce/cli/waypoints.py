"""Motions from command-line options: times of via points, and joint motion along a straight line of the tool."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

import jounce as jn
from jounce.errors import InputError

ANGLES = ("roll", "pitch", "yaw")
LEAST_DEGREE = 11
"""Lower bound of the default degree of the polynomial timing law along a straight tool path.

11 is the default of `jn.trajectory.line`; robots whose motion needs more derivatives get a higher degree."""
Array = NDArray[Any]


def stop_times(points: Array, times_stated: Sequence[float | None], duration: float) -> Array:
    """Return the times (m,) [s] of joint positions (m, n), the start, the via points and the end, from 0 to `duration`.

    times_stated: time of each via point, or None. Between stated times, time is in proportion to the path length, where the
    length between two points is the largest displacement of a joint. Raise InputError unless the times increase.
    """
    stated = {0: 0.0, len(points) - 1: duration}
    stated.update({i: time for i, time in enumerate(times_stated, 1) if time is not None})
    places = sorted(stated)
    way = np.concatenate([[0.0], np.cumsum(np.abs(np.diff(points, axis=0)).max(axis=1))])
    times: Array = np.interp(np.arange(len(points), dtype=float), places, [stated[i] for i in places])
    for a, b in pairwise(places):
        if way[b] > way[a]:
            times[a : b + 1] = stated[a] + (stated[b] - stated[a]) * (way[a : b + 1] - way[a]) / (way[b] - way[a])
    for i, (before, now) in enumerate(pairwise(times.tolist()), 1):
        if not now > before:
            what = f"stop {i}" if i < len(points) - 1 else "the end"
            raise InputError(
                f"via: {what} is at t = {now:.6g} s, but what comes before it at {before:.6g} s; say times that rise."
            )
    return times


def tool_line(
    robot: jn.Robot, start: Array, end: Sequence[float], degrees: bool, duration: float, degree: int | None
) -> jn.trajectory.Path:
    """Return the joint motion for which the tool moves on a straight line from its pose at joint positions `start` (n,).

    end: goal of the tool's outputs, positions [m] alone or with angles [rad, or deg if degrees]; omitted angles stay constant.
    The angles change in proportion to the distance travelled. degree: of the polynomial in time; None for the default.
    """
    outputs = robot.tool.outputs
    places = [name for name in outputs if name not in ANGLES]
    if len(end) not in (len(places), len(outputs)):
        spelt = ", ".join(outputs)
        raise InputError(f"tool-line: expected {len(places)} or {len(outputs)} values, the tool's {spelt}, got {len(end)}.")
    position, R = jn.tool_pose(robot, start)
    level = math.hypot(R[0, 0], R[1, 0])
    rpy = (math.atan2(R[2, 1], R[2, 2]), math.atan2(-R[2, 0], level), math.atan2(R[1, 0], R[0, 0]))
    now = dict(zip(("x", "y", "z", *ANGLES), [*position, *rpy]))
    begin = np.array([now[name] for name in outputs])
    goal = begin.copy()
    goal[: len(end)] = end
    for i in range(len(places), len(end)):
        turn = math.radians(end[i]) if degrees else end[i]
        goal[i] = begin[i] + math.remainder(turn - begin[i], math.tau)  # the short way
    k = max(2 * robot.motion_order + 1, LEAST_DEGREE) if degree is None else degree
    path = jn.trajectory.line(begin, goal, duration, k)
    return jn.inverse_kinematics(robot, path, start)
