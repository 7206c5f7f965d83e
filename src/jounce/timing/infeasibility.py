"""Limits that no timing keeps, refused with joint, time and share."""

from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np

from jounce.errors import InputError, LimitError, ModelError
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.limits import NAMES
from jounce.robot.values import per_joint
from jounce.timing.interval_proof import UtilisationBounds, range_violation
from jounce.timing.limit_constraints import KINEMATIC, LimitConstraints
from jounce.timing.time_scaling import TimeScaling, samples
from jounce.timing.time_scaling_slp import TimingSolution
from jounce.timing.verification import Verification
from jounce.trajectory.path import Path

PLACES = 401
"""Places of the curve at which is looked whether the robot can stand there."""
ROUNDING = 1e-9
"""By which share a path may be beyond the position limits, and a given motion beyond others."""
SLOW_DURATION = 1e4
"""A duration [s] of a motion that is as good as at rest."""


def without_zero_limits(robot: Robot, path: Path, limits: Mapping[str, Any]) -> dict[str, Any]:
    """Limits {quantity: value} without those that are zero and of the motion of a joint that stands still, which keeps them;
    others that are zero are refused with joint, time and share."""
    t = np.linspace(path.start_time, path.end_time, PLACES)
    speeds = np.abs(path(t, 1)[1]) if np.isfinite(t).all() else np.zeros((PLACES, robot.n))
    found = dict(limits)
    for name in [name for name in NAMES[1:] if name in limits]:
        try:
            given = limits[name]
            each = (
                dict(given)
                if isinstance(given, Mapping)
                else dict(zip(robot.joint_names, per_joint(given, robot.joint_names, "")))
            )
        except ModelError:  # the robot says what is wrong
            continue
        for j, joint in enumerate(robot.joint_names):
            if not isinstance(each.get(joint), Real) or isinstance(each[joint], bool) or each[joint] != 0.0:
                continue
            if speeds[:, j].any() or name not in KINEMATIC:
                when = t[int(speeds[:, j].argmax())]
                raise LimitError(
                    f"joint {joint!r}: its limit of {name.replace('_', ' ')} is zero, and any motion takes inf % of it, most "
                    f"where the path is at {when:.4g} s, however slow it is. Change the path or the limit."
                )
            found[name] = each = {**each, joint: np.inf}
    return found


def static_utilisation(constraints: LimitConstraints) -> float:
    """The largest share of a limit that a robot at rest takes; a curve that leaves the range of a joint is refused, and one along
    which that share is not below 1."""
    w = np.linspace(0.0, 1.0, PLACES)
    q = constraints.geometry(w, 0)[0]
    if np.ptp(q, axis=0).max() == 0.0:
        raise InputError("path: it does not move, so there is no time to make least.")
    _refuse_positions(constraints, w, q)
    most = 0.0
    for name, share in constraints.at_rest(w).items():
        most = max(most, float(np.abs(share).max()))
        if not most < 1.0:
            i, j = np.unravel_index(int(np.nan_to_num(np.abs(share), nan=np.inf).argmax()), share.shape)
            raise LimitError(
                f"joint {constraints.robot.motor_names[j]!r}: at rest, where the path is at "
                f"{constraints.geometry.time(w[i]):.4g} s, it takes "
                f"{100 * abs(share[i, j]):.4g} % of its limit of {name.replace('_', ' ')}, however slow the motion is. Change "
                "the path or the limit."
            )
    return most


def _refuse_positions(constraints: LimitConstraints, w: Array, q: Array) -> None:
    """Refuse a curve that leaves the range of a joint: at these places, and between them if it consists of polynomials."""
    lower, upper = constraints.robot.limits.position.T
    room = ROUNDING * max(1.0, float(np.abs(q).max()))
    beyond = np.maximum(lower - q, q - upper)
    i, j = divmod(int(beyond.argmax()), q.shape[1])
    place, where = float(w[i]), q[i]
    if beyond.max() <= room and constraints.geometry.degree is not None:
        far = 10.0 * (np.ptp(q, axis=0) + 1.0)  # where a range has no end: further than the curve goes
        low, high = np.maximum(lower, q.min(axis=0) - far), np.minimum(upper, q.max(axis=0) + far)
        found = range_violation(constraints.geometry, 0.5 * (low + high), 0.5 * (high - low) + room)
        if found is None:
            return
        place, j = found
        where = constraints.geometry(np.array([place]), 0)[0, 0]
    elif beyond.max() <= room:
        return
    raise LimitError(
        f"joint {constraints.robot.motor_names[j]!r}: the path is at {where[j]:.6g} at "
        f"{constraints.geometry.time(place):.4g} s, outside its position limits {lower[j]:.6g} and {upper[j]:.6g}, "
        "however slow it is. Change the path."
    )


def moving_ends_error(constraints: LimitConstraints, found: TimingSolution, verification: Verification) -> LimitError:
    """What is exceeded most by the motion that exceeds it least."""
    shares = verification.sampled.shares(found.duration)
    name = max(shares, key=lambda key: float(np.abs(shares[key]).max()))
    i, j = np.unravel_index(int(np.abs(shares[name]).argmax()), shares[name].shape)
    return LimitError(
        f"joint {constraints.robot.motor_names[j]!r}: between the motions given at the ends "
        f"{100 * abs(shares[name][i, j]):.4g} % of its limit of {name.replace('_', ' ')} are taken, "
        f"{found.duration * verification.sampled.x[i]:.4g} s after the start of {found.duration:.4g} s, as far as is "
        "known. Be slower at the ends, or change the path or the limit."
    )


def unproved_error(verification: Verification, duration: float, bounds: UtilisationBounds) -> LimitError:
    """Return the error of a timing none of whose durations, scanned up to this one [s], has bounds of at most 1."""
    name = max(bounds.shares, key=lambda key: float(bounds.shares[key].max()))
    i, j = np.unravel_index(int(bounds.shares[name].argmax()), bounds.shares[name].shape)
    begin, end = duration * bounds.ends[i : i + 2]
    return LimitError(
        f"joint {verification.constraints.robot.motor_names[j]!r}: no duration up to {duration:.4g} s was found with which its "
        f"limit of {name.replace('_', ' ')} is proved to hold: during {begin:.4g} to {end:.4g}"
        f" s {100 * bounds.shares[name][i, j]:.4g} % of it may be taken. Try other pieces, or change the path or the limit."
    )


def static_limit_error(constraints: LimitConstraints, scaling: TimeScaling) -> LimitError:
    """What is exceeded even by a slow motion."""
    x = samples(scaling.knots, 4)
    shares = constraints.sample(scaling, x).shares(SLOW_DURATION)
    name = max(shares, key=lambda key: float(np.abs(shares[key]).max()))
    i, j = np.unravel_index(int(np.abs(shares[name]).argmax()), shares[name].shape)
    when, share = constraints.geometry.time(float(scaling.evaluate(x, 0)[0, i])), 100 * abs(shares[name][i, j])
    return LimitError(
        f"joint {constraints.robot.motor_names[j]!r}: where the path is at {when:.4g} s, {share:.4g} % of its limit of "
        f"{name.replace('_', ' ')} are taken however slow the motion is. Change the path or the limit."
    )
