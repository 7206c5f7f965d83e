"""Peaks: the largest value of each quantity at each joint along a motion, and the limit of the quantity."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.robot.limits import OF_MOTION, OF_MOTORS, UNITS

ROUNDING = 1e-9
"""Excess over 1 that a utilisation may have without counting as exceeded: a path that ends on a limit has rounding errors."""


@by_value
class Peak(NamedTuple):
    """The peak of one quantity at one joint, in SI units."""

    joint: str
    """Name of the joint; for the second drive of a joint with two drives the name of its motor, see `Robot.motor_names`."""
    quantity: str
    """Name of the quantity, a field of `JointLimits`."""
    peak: float
    """Largest absolute value of the quantity; of a position, the (signed) value with the largest utilisation `share`."""
    limit: float
    """Limit of the quantity, infinite if none is stated; of a position, the bound that is nearer to `peak`."""
    share: float
    """Utilisation, peak over limit: 1 at the limit, 0 if there is no limit.

    The utilisation of a position between two bounds is its distance from the middle, over half of the distance between the
    bounds. With a single bound b it is 1 at the bound and falls linearly to 0 at a distance of max(|b|, 1 rad or m) inside."""
    time: float
    """Time of the peak [s]; for torque rates, the middle between two samples."""


@by_value
class Peaks(tuple[Peak, ...]):
    """The peaks of a plan as a tuple of rows `Peak`, joint by joint; `print` shows a table.

    Examples
    --------
    >>> import jounce as jn
    >>> robot = jn.load("planar_2r").with_limits(velocity=2.0)
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, -1.0], duration=1.0)
    >>> [(row.joint, row.quantity) for row in jn.feedforward(robot, path, [0.0, 0.5, 1.0]).peaks.exceeded]
    [('joint1', 'velocity'), ('joint2', 'velocity')]
    """

    __slots__ = ()

    @property
    def exceeded(self) -> tuple[Peak, ...]:
        """Return the rows whose utilisation `share` exceeds 1 by more than rounding errors (1e-9)."""
        return tuple(row for row in self if row.share > 1.0 + ROUNDING)

    def __str__(self) -> str:
        """Return the table of all peaks as text: joint, quantity, peak, limit, share in per cent, time [s]."""
        heads = ("joint", "quantity", "peak", "limit", "share", "t [s]")
        rows = [heads, *(tuple(_cells(row)) for row in self)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(heads))]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def _cells(row: Peak) -> Iterable[str]:
    """Yield the six cells of the table row of a peak as text; '-' for limit and share if there is no limit."""
    limited = math.isfinite(row.limit)
    yield from (row.joint, row.quantity.replace("_", " "), f"{row.peak:.4g}", f"{row.limit:.4g}" if limited else "-")
    yield from (f"{100 * row.share:.1f} %" if limited else "-", f"{row.time:.4g}")


def peaks(robot: Robot, t: Array, curves: Mapping[str, Array]) -> Peaks:
    """Return the peaks of curves at times t (T,) [s]: of joints of one DOF, of second drives, then of mimic joints with limits.

    curves: {quantity: (T, n) or (T, m)}. Joints with a spring and no motor have no rows of motor torque, torque rate and motor
    velocity. The torque rate is the mean rate between consecutive samples of the motor torque.
    """
    curves = dict(curves)
    if len(t) > 1:
        curves["torque_rate"] = np.diff(curves["motor_torque"], axis=0) / np.diff(t)[:, None]
    rows = []
    for i, (name, joint) in enumerate(zip(robot.motor_names, robot.motor_joints)):
        if joint.freedoms > 1:
            continue
        for quantity in UNITS:
            if quantity not in curves or (joint.spring is not None and quantity in OF_MOTORS and quantity != "deflection"):
                continue
            if i >= curves[quantity].shape[1]:
                continue
            x, limit = curves[quantity][:, i], getattr(joint.limits, quantity)
            if np.isnan(x).all() or (quantity == "motor_velocity" and math.isinf(limit)):  # undefined, or without a limit
                continue
            rows.append(_row(name, quantity, t, x, limit))
    return Peaks([*rows, *_of_mimics(robot, t, curves)])


def _of_mimics(robot: Robot, t: Array, curves: Mapping[str, Array]) -> Iterable[Peak]:
    """Yield the peaks of mimic joints, for quantities of motion that have a limit at the mimic joint."""
    places = {joint.name: i for i, joint in enumerate(robot.axes)}
    for joint in robot.joints:
        if joint.mimic is None:
            continue
        i, ratio, offset = places[joint.mimic.joint], joint.mimic.multiplier, joint.mimic.offset
        if "position" in curves and np.isfinite(joint.limits.position).any():
            yield _row(joint.name, "position", t, ratio * curves["position"][:, i] + offset, joint.limits.position)
        for quantity in OF_MOTION:
            if quantity in curves and math.isfinite(limit := getattr(joint.limits, quantity)):
                yield _row(joint.name, quantity, t, ratio * curves[quantity][:, i], limit)


def _row(name: str, quantity: str, t: Array, x: Array, limit: Any) -> Peak:
    """Return the `Peak` of the joint `name` from values x (T,) of a quantity at times t; limit: a pair for positions."""
    at, value, bound, share = _of_position(x, limit) if quantity == "position" else _of_magnitude(np.abs(x), limit)
    time = 0.5 * (t[at] + t[at + 1]) if quantity == "torque_rate" else t[at]
    return Peak(name, quantity, float(value), float(bound), float(share), float(time))


def _of_magnitude(x: Array, limit: float) -> tuple[int, float, float, float]:
    """Return (index, value, limit, utilisation) of the largest entry of x (T,) >= 0."""
    at = int(x.argmax())
    return at, x[at], limit, x[at] / limit


def _of_position(q: Array, bounds: tuple[float, float]) -> tuple[int, float, float, float]:
    """Return (index, position, nearer bound, utilisation) of the sample of q (T,) with the largest utilisation."""
    lower, upper = bounds
    if math.isinf(lower) and math.isinf(upper):
        at = int(np.abs(q).argmax())
        return at, q[at], math.inf, 0.0
    if math.isfinite(lower) and math.isfinite(upper):
        middle, half = 0.5 * (lower + upper), 0.5 * (upper - lower)
        distance = np.abs(q - middle)
        shares = distance / half if half > 0.0 else np.where(distance > 0.0, math.inf, 1.0)
    else:
        bound = lower if math.isfinite(lower) else upper
        beyond = bound - q if bound == lower else q - bound
        shares = np.maximum(0.0, 1.0 + beyond / max(abs(bound), 1.0))
    at = int(shares.argmax())
    nearer = upper if q[at] - lower > upper - q[at] else lower
    return at, q[at], nearer, shares[at]
