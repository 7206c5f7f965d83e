"""The largest a motion asks of each joint, beside what the joint may do."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.robot.limits import OF_MOTION, OF_MOTORS, UNITS

ROUNDING = 1e-9
"""By which share of a limit a motion may be beyond it: a path that ends on a limit is rounded."""


@by_value
class Peak(NamedTuple):
    """Of one quantity at one joint, in SI units."""

    joint: str
    quantity: str
    """A name of `JointLimits`."""
    peak: float
    """The largest absolute value; of a position the value itself, where the share is largest."""
    limit: float
    """Of a position the bound that is nearer; infinite where there is none."""
    share: float
    """Of the limit that is used: 1 is all of it, 0 where there is none. Of a position between two bounds, its distance from
    the middle over that of the bounds; with one bound b alone, 1 at the bound and 0 from max(|b|, 1 rad or m) inside it."""
    time: float
    """When [s]."""


@by_value
class Peaks(tuple[Peak, ...]):
    """Rows, joint by joint; `print` shows them as a table."""

    __slots__ = ()

    @property
    def exceeded(self) -> tuple[Peak, ...]:
        """The rows that are beyond their limit."""
        return tuple(row for row in self if row.share > 1.0 + ROUNDING)

    def __str__(self) -> str:
        heads = ("joint", "quantity", "peak", "limit", "share", "t [s]")
        rows = [heads, *(tuple(_cells(row)) for row in self)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(heads))]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def _cells(row: Peak) -> Iterable[str]:
    limited = math.isfinite(row.limit)
    yield from (row.joint, row.quantity.replace("_", " "), f"{row.peak:.4g}", f"{row.limit:.4g}" if limited else "-")
    yield from (f"{100 * row.share:.1f} %" if limited else "-", f"{row.time:.4g}")


def peaks(robot: Robot, t: Array, curves: Mapping[str, Array]) -> Peaks:
    """Return the peaks of curves (T, n) or (T, m) at times t (T,), by quantity: of every joint of one DOF, of second drives, then
    of mimic joints where they have a limit. Joints without a motor have no rows of motor torque, its rate and motor velocity.

    A torque rate is taken from the samples of the motor torque: its mean between one and the next.
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
            if np.isnan(x).all() or (quantity == "motor_velocity" and math.isinf(limit)):  # not known, or like the joint's
                continue
            rows.append(_row(name, quantity, t, x, limit))
    return Peaks([*rows, *_of_mimics(robot, t, curves)])


def _of_mimics(robot: Robot, t: Array, curves: Mapping[str, Array]) -> Iterable[Peak]:
    """Yield the peaks of mimic joints, of those quantities of their motion that they have a limit of."""
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
    """Return the peak of a curve x (T,)."""
    at, value, bound, share = _of_position(x, limit) if quantity == "position" else _of_size(np.abs(x), limit)
    time = 0.5 * (t[at] + t[at + 1]) if quantity == "torque_rate" else t[at]
    return Peak(name, quantity, float(value), float(bound), float(share), float(time))


def _of_size(x: Array, limit: float) -> tuple[int, float, float, float]:
    """Where the largest of x (T,), not negative, is; that value, its limit and the share."""
    at = int(x.argmax())
    return at, x[at], limit, x[at] / limit


def _of_position(q: Array, bounds: tuple[float, float]) -> tuple[int, float, float, float]:
    """Where q (T,) uses most of its range; that position, the nearer bound and the share."""
    lower, upper = bounds
    if math.isinf(lower) and math.isinf(upper):
        at = int(np.abs(q).argmax())
        return at, q[at], math.inf, 0.0
    if math.isfinite(lower) and math.isfinite(upper):
        middle, half = 0.5 * (lower + upper), 0.5 * (upper - lower)
        away = np.abs(q - middle)
        shares = away / half if half > 0.0 else np.where(away > 0.0, math.inf, 1.0)
    else:
        bound = lower if math.isfinite(lower) else upper
        beyond = bound - q if bound == lower else q - bound
        shares = np.maximum(0.0, 1.0 + beyond / max(abs(bound), 1.0))
    at = int(shares.argmax())
    nearer = upper if q[at] - lower > upper - q[at] else lower
    return at, q[at], nearer, shares[at]
