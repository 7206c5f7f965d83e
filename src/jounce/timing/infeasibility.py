"""Infeasibility of minimum-time problems: errors that name joint, time and utilisation where no time scaling satisfies the
limits."""

from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np

from jounce.errors import InputError, LimitError, ModelError
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.limits import NAMES
from jounce.robot.validation import per_joint
from jounce.timing.certificate import Verification
from jounce.timing.interval_proof import UtilisationBounds, range_violation
from jounce.timing.limit_constraints import KINEMATIC, LimitConstraints
from jounce.timing.time_scaling import TimeScaling, samples
from jounce.timing.time_scaling_slp import TimingSolution
from jounce.trajectory.path import Path

PLACES = 401
"""Number of grid points of the path at which static limits are checked."""
ROUNDING = 1e-9
"""Relative excess that counts as rounding: of positions, or of a motion prescribed at an end of the path, over their limits."""
SLOW_DURATION = 1e4
"""Duration [s] of a motion that is practically static."""


def without_zero_limits(robot: Robot, path: Path, limits: Mapping[str, Any]) -> dict[str, Any]:
    """Return limits {quantity: value} with zero limits of velocity, acceleration or jerk replaced by infinity for joints that
    stand still.

    Raises `LimitError` for any other limit of zero.
    """
    t = np.linspace(path.start_time, path.end_time, PLACES)
    speeds = np.abs(path(t, 1)[1]) if np.isfinite(t).all() else np.zeros((PLACES, robot.n))
    positive = dict(limits)
    for name in [name for name in NAMES[1:] if name in limits]:
        try:
            limit = limits[name]
            by_joint = (
                dict(limit)
                if isinstance(limit, Mapping)
                else dict(zip(robot.joint_names, per_joint(limit, robot.joint_names, "")))
            )
        except ModelError:  # reported by Robot.with_limits
            continue
        for j, joint in enumerate(robot.joint_names):
            if not isinstance(by_joint.get(joint), Real) or isinstance(by_joint[joint], bool) or by_joint[joint] != 0.0:
                continue
            if speeds[:, j].any() or name not in KINEMATIC:
                when = t[int(speeds[:, j].argmax())]
                raise LimitError(
                    f"joint {joint!r}: its limit of {name.replace('_', ' ')} is zero, and any motion takes inf % of it, most "
                    f"where the path is at {when:.4g} s, however slow it is. Change the path or the limit."
                )
            positive[name] = by_joint = {**by_joint, joint: np.inf}
    return positive


def static_utilisation(constraints: LimitConstraints) -> float:
    """Return the largest utilisation of any limit by the robot at rest, over all grid points of the path.

    Raises `InputError` if the path does not move, `LimitError` if the path leaves the range of a joint or if the static
    utilisation is not below 1.
    """
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
    """Raise `LimitError` if positions q (N, n), at path parameters w (N,), leave the range of a joint.

    On a piecewise polynomial path the positions between the grid points are checked too.
    """
    lower, upper = constraints.robot.limits.position.T
    tolerance = ROUNDING * max(1.0, float(np.abs(q).max()))
    excess = np.maximum(lower - q, q - upper)
    i, j = divmod(int(excess.argmax()), q.shape[1])
    place, where = float(w[i]), q[i]
    if excess.max() <= tolerance and constraints.geometry.degree is not None:
        far = 10.0 * (np.ptp(q, axis=0) + 1.0)  # stands in for an infinite range: further than the path goes
        low, high = np.maximum(lower, q.min(axis=0) - far), np.minimum(upper, q.max(axis=0) + far)
        violation = range_violation(constraints.geometry, 0.5 * (low + high), 0.5 * (high - low) + tolerance)
        if violation is None:
            return
        place, j = violation
        where = constraints.geometry(np.array([place]), 0)[0, 0]
    elif excess.max() <= tolerance:
        return
    raise LimitError(
        f"joint {constraints.robot.motor_names[j]!r}: the path is at {where[j]:.6g} at "
        f"{constraints.geometry.time(place):.4g} s, outside its position limits {lower[j]:.6g} and {upper[j]:.6g}, "
        "however slow it is. Change the path."
    )


def moving_ends_error(constraints: LimitConstraints, solution: TimingSolution, verification: Verification) -> LimitError:
    """Return the error that names the limit which the best solution with moving ends exceeds most."""
    shares = verification.sampled.shares(solution.duration)
    name = max(shares, key=lambda key: float(np.abs(shares[key]).max()))
    i, j = np.unravel_index(int(np.abs(shares[name]).argmax()), shares[name].shape)
    return LimitError(
        f"joint {constraints.robot.motor_names[j]!r}: between the motions given at the ends "
        f"{100 * abs(shares[name][i, j]):.4g} % of its limit of {name.replace('_', ' ')} are taken, "
        f"{solution.duration * verification.sampled.x[i]:.4g} s after the start of {solution.duration:.4g} s, as far as is "
        "known. Be slower at the ends, or change the path or the limit."
    )


def unproved_error(verification: Verification, duration: float, bounds: UtilisationBounds) -> LimitError:
    """Return the error of a time scaling whose limits could not be proved for any duration tried from `duration` [s] upwards.

    bounds: those of the last duration that was tried.
    """
    name = max(bounds.shares, key=lambda key: float(bounds.shares[key].max()))
    i, j = np.unravel_index(int(bounds.shares[name].argmax()), bounds.shares[name].shape)
    begin, end = 100.0 * bounds.ends[i : i + 2]
    return LimitError(
        f"joint {verification.constraints.robot.motor_names[j]!r}: from {duration:.4g} s upwards no duration was found with "
        f"which its limit of {name.replace('_', ' ')} is proved to hold. With the longest that was tried, "
        f"{100 * bounds.shares[name][i, j]:.4g} % of it may be taken between {begin:.4g} and {end:.4g} % of the duration. Try "
        "other pieces, or change the path or the limit."
    )


def static_limit_error(constraints: LimitConstraints, scaling: TimeScaling) -> LimitError:
    """Return the error that names the limit which even a practically static motion exceeds most."""
    x = samples(scaling.knots, 4)
    shares = constraints.sample(scaling, x).shares(SLOW_DURATION)
    name = max(shares, key=lambda key: float(np.abs(shares[key]).max()))
    i, j = np.unravel_index(int(np.abs(shares[name]).argmax()), shares[name].shape)
    when, share = constraints.geometry.time(float(scaling.evaluate(x, 0)[0, i])), 100 * abs(shares[name][i, j])
    return LimitError(
        f"joint {constraints.robot.motor_names[j]!r}: where the path is at {when:.4g} s, {share:.4g} % of its limit of "
        f"{name.replace('_', ' ')} are taken however slow the motion is. Change the path or the limit."
    )
