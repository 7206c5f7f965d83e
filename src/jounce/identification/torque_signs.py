"""Checks of measured torques: sign and unit of each joint's torque, direction of time, and torques of another motion.

Friction dissipates energy. If the best fit is friction that drives a joint, then torque or position of this joint has the wrong
sign, or the recording is reversed in time. Inertial torque reveals a wrong sign too, if the robot's masses are roughly right.

The criterion is the fraction of the torques' variance that a least-squares fit without a prior leaves unexplained.
"""

import warnings

import numpy as np
from numpy.typing import NDArray

from jounce.errors import InputError
from jounce.identification.torque_regression import FilteredColumns, own_values
from jounce.robot import Robot
from jounce.trajectory.path import Floats

LOST = 1e-6
"""Least squares drops directions of the parameters whose singular value is below this fraction of the largest singular value."""


def unexplained(columns: FilteredColumns, torque: Floats) -> float:
    """Return the fraction of the variance of torques (R, n) that the columns leave unexplained, as the mean over the joints."""
    return float(np.nanmean(shares(columns, torque)))


def shares(columns: FilteredColumns, torque: Floats) -> Floats:
    """Return the fraction of each torque's variance (n,) that the columns leave unexplained; nan for a joint without rows.

    torque (R, n): torques to explain; all columns are free and fitted to all joints at once.
    """
    A, y, _ = _scaled(columns, torque, columns.keep)
    U, s, _ = np.linalg.svd(A, full_matrices=False)
    U = U[:, s > LOST * s[0]]
    residual = y - U @ (U.T @ y)
    joint, n = np.nonzero(columns.keep.T)[0], torque.shape[1]
    counts = np.bincount(joint, minlength=n)
    return np.where(counts > 0, np.bincount(joint, residual**2, minlength=n) / np.maximum(counts, 1), np.nan)


def _scaled(columns: FilteredColumns, torque: Floats, keep: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
    """Return (A, y, sizes): columns A and torques y of all joints stacked, and the lengths of the columns before scaling.

    The rows of a joint are divided by the standard deviation of its torque, then the columns are scaled to unit length.
    keep (R, n): True for rows that are used.
    """
    regressor = np.concatenate(list(columns.by.values()), axis=2)
    spread = np.array([y[rows].std() if rows.any() else 1.0 for y, rows in zip(torque.T, keep.T)])
    spread[spread == 0.0] = 1.0
    A = np.concatenate([regressor[rows, i] / spread[i] for i, rows in enumerate(keep.T)])
    y = np.concatenate([torque[rows, i] / spread[i] for i, rows in enumerate(keep.T)])
    sizes = np.linalg.norm(A, axis=0)
    sizes[sizes == 0.0] = 1.0
    return A / sizes, y, sizes


def least_squares(columns: FilteredColumns, torque: Floats, keep: NDArray[np.bool_]) -> Floats:
    """Return the minimum-norm least-squares values of all columns for torques (R, n) in the rows `keep` (R, n)."""
    A, y, sizes = _scaled(columns, torque, keep)
    return np.asarray(np.linalg.lstsq(A, y, rcond=LOST)[0] / sizes)


MASSES, FRICTION = ("inertia", "rotor_inertia"), ("viscous_friction", "coulomb_friction")
"""MASSES: kinds of parameters of the inertial torque, which includes gravity. FRICTION: kinds of the friction torque."""
UNIT, ALIKE = 30.0, 0.7
"""UNIT: the median over the joints of (fitted inertial torque / inertial torque of the robot's parameters) must have a magnitude
between 1 / UNIT and UNIT; so must this ratio of each joint, divided by the median. ALIKE: correlation of the two torques above
which ratios are checked."""
UNUSUAL = 5.0
"""If the magnitude of the median over the joints of (fitted / expected inertial torque) is above UNUSUAL or below 1 / UNUSUAL, a
warning is given."""
DOUBLE, MORE = 1.5, 0.02
"""The friction of a joint is significant if, without its friction columns, the unexplained fraction of its torque rises to more
than DOUBLE times its value with these columns plus MORE. On recordings of a KR300 and a TX40 with one reversed torque, the
friction of all twelve joints is significant."""
LARGE = 0.1
"""Fraction of a torque's variance that fitted inertial torque must have; else its sign is not judged."""
NOTHING = 0.5
"""If a larger fraction of a torque's variance is unexplained, the torque is not that of the motion. On recordings of real robots
the unexplained fraction is at most 0.1."""


OTHER_SIGN = "Expected the torque that the motor gives the joint, positive along its axis, as its position is."


def check_signs(robot: Robot, columns: FilteredColumns, which: str) -> None:
    """Raise InputError for torques of the wrong sign or unit, and for recordings reversed in time.

    which: text before the message, which names the recording, or ''.
    """
    ratios, correlation, fraction = _masses(robot, columns)
    is_clear = np.abs(correlation) >= ALIKE
    is_of_this_motion = is_clear & (shares(columns, columns.torque) <= NOTHING)  # noise may look like inertia by chance
    if is_of_this_motion.any() and abs(np.median(correlation)) >= ALIKE:
        _check_units(robot, ratios, is_of_this_motion, which)
    friction = _friction_signs(columns)
    backwards = friction < 0.0
    if 2 * backwards.sum() > robot.n > 1 and 2 * (ratios > 0.0).sum() > robot.n:
        raise InputError(
            f"{which}tau_m: friction would have to drive {named(robot, backwards)} instead of braking. Are the positions "
            "reversed in "
            "time?"
        )
    wrong = _turned(ratios, is_clear, fraction, friction)
    if wrong.any():
        raise InputError(
            f"{which}tau_m: torque or position of {named(robot, wrong)} has the other sign: friction would have to drive the "
            "joint "
            f"instead of braking it, or its mass be negative. {OTHER_SIGN}"
        )


def turned(robot: Robot, columns: FilteredColumns) -> NDArray[np.bool_]:
    """Return a mask (n,), True for joints whose torque has the wrong sign, judged by friction and inertial torque."""
    ratios, correlation, fraction = _masses(robot, columns)
    return _turned(ratios, np.abs(correlation) >= ALIKE, fraction, _friction_signs(columns))


def _turned(ratios: Floats, is_clear: NDArray[np.bool_], fraction: Floats, friction: Floats) -> NDArray[np.bool_]:
    """Return a mask (n,), True for a wrong sign: friction drives the joint, or the inertial torque is negative.

    The second criterion applies to joints with insignificant friction. Arguments: results of `_masses` and `_friction_signs`.
    """
    by_mass: NDArray[np.bool_] = is_clear & (ratios < 0.0) & (fraction > LARGE) & (friction == 0.0)
    return by_mass | (friction < 0.0)


def check_explained(robot: Robot, columns: FilteredColumns, which: str) -> None:
    """Raise InputError if the best fit of inertia and friction explains less than half the variance of a joint's torque.

    which: text before the message, which names the recording, or ''.
    """
    unexplained = np.nan_to_num(shares(columns, columns.torque))
    poor = unexplained > NOTHING
    if poor.any():
        raise InputError(
            f"{which}tau_m: whatever masses and friction are, they leave {100.0 * np.sqrt(unexplained[poor].max()):.0f} % of the "
            "torque of "
            f"{named(robot, poor)} unexplained: it is not the torque of this motion. Check that the "
            "channels belong together, their signs, units and times."
        )


def warn_unexplained(robot: Robot, residual: Floats, spread: Floats) -> None:
    """Warn of joints for which a fit explains less than half of the torque's variance.

    residual, spread (n,): standard deviations of the residual and of the measured torque [Nm or N].
    """
    ratio = residual / np.where(spread > 0.0, spread, np.inf)
    poor = ratio > np.sqrt(NOTHING)
    if poor.any():
        shown = ", ".join(f"{100.0 * x:.0f} % of {name!r}" for name, x in zip(robot.joint_names, ratio) if x > np.sqrt(NOTHING))
        warnings.warn(
            f"identify: the fit leaves {shown} of the torque unexplained. What is sought (free=) or the prior does not fit this "
            "recording; check signs, units and times of the channels.",
            stacklevel=3,
        )


def named(robot: Robot, chosen: NDArray[np.bool_]) -> str:
    """Return the joints of a mask (n,) as text, for example "joint 'A2'" or "joints 'A2', 'A3'"."""
    names = ", ".join(repr(name) for name, is_chosen in zip(robot.joint_names, chosen) if is_chosen)
    return f"joint{'s' if chosen.sum() > 1 else ''} {names}"


def _check_units(robot: Robot, ratios: Floats, is_clear: NDArray[np.bool_], which: str) -> None:
    """Raise InputError if the ratio of fitted to expected inertial torque is negative at all joints or implausible, see `UNIT`.

    ratios (n,): fitted over expected inertial torque; is_clear (n,): True for joints whose ratio is reliable; which: text before
    the message, which names the recording, or ''.
    """
    median = float(np.nanmedian(ratios))
    if median < 0.0 and (ratios[is_clear] < 0.0).all():
        raise InputError(f"{which}tau_m: the torques have the other sign; expected those that the motors give the joints.")
    if not 1.0 / UNIT < abs(median) < UNIT:
        raise InputError(
            f"{which}tau_m: the torques are {abs(median):.3g} times what the masses of robot {robot.name!r} ask for. Expected "
            "Nm or N "
            "on the link side: shaft torque x gear ratio (log.geared(robot)), current x torque constant."
        )
    if not 1.0 / UNUSUAL < abs(median) < UNUSUAL:
        warnings.warn(
            f"{which}tau_m: the torques are {abs(median):.3g} times what the masses of robot {robot.name!r} ask for. Are these "
            "Nm or N "
            "on the link side, and no currents? If masses of the robot are only guessed, all is well.",
            stacklevel=4,
        )
    for name, ratio, clear in zip(robot.joint_names, ratios, is_clear):
        if clear and not 1.0 / UNIT < abs(ratio / median) < UNIT:
            raise InputError(
                f"{which}tau_m: the torque of joint {name!r} is {abs(ratio):.3g} times what the masses of robot {robot.name!r} "
                "ask "
                f"for, that of the others {abs(median):.3g} times. Expected Nm or N on the link side for all joints."
            )


def _masses(robot: Robot, columns: FilteredColumns) -> tuple[Floats, Floats, Floats]:
    """Return (ratio, correlation, fraction) (n,) each, of the fitted inertial torque against that of the robot's parameters.

    fraction: variance of the fitted inertial torque over the variance of the measured torque. A ratio is nan, and correlation and
    fraction are 0, where one of the inertial torques is constant.
    """
    x = least_squares(columns, columns.torque, columns.keep)
    x = np.where(np.concatenate([np.full(column.shape[2], name in MASSES) for name, column in columns.by.items()]), x, 0.0)
    expected = np.concatenate([own_values(robot, name) * (name in MASSES) for name in columns.by])
    regressor = np.concatenate(list(columns.by.values()), axis=2)
    ratios, correlation, fraction = np.full((3, robot.n), np.nan)
    for i in range(robot.n):
        rows = columns.keep[:, i]
        fitted_torque, expected_torque = regressor[rows, i] @ x, regressor[rows, i] @ expected
        fitted_torque, expected_torque = fitted_torque - fitted_torque.mean(), expected_torque - expected_torque.mean()
        if expected_torque @ expected_torque > 0.0 and fitted_torque @ fitted_torque > 0.0:
            ratios[i] = fitted_torque @ expected_torque / (expected_torque @ expected_torque)
            correlation[i] = (
                fitted_torque @ expected_torque / np.sqrt((fitted_torque @ fitted_torque) * (expected_torque @ expected_torque))
            )
            fraction[i] = fitted_torque.var() / max(columns.torque[rows, i].var(), np.finfo(float).tiny)
    return ratios, np.nan_to_num(correlation), np.nan_to_num(fraction)


def _friction_signs(columns: FilteredColumns) -> Floats:
    """Return the sign of fitted friction (n,): 1 if friction brakes the joint, -1 if it drives the joint, 0 if insignificant."""
    x = least_squares(columns, columns.torque, columns.keep)
    starts = np.cumsum([0, *(column.shape[2] for column in columns.by.values())])
    values = {name: x[at : at + column.shape[2]] for (name, column), at in zip(columns.by.items(), starts)}
    kinds = [name for name in FRICTION if name in values]
    n = columns.torque.shape[1]
    signs = np.zeros(n)
    unexplained = shares(columns, columns.torque)
    for i in range(n):
        rows = columns.keep[:, i]
        power = sum(
            float(columns.by[name][rows, i, i] * values[name][i] @ columns.by["viscous_friction"][rows, i, i]) for name in kinds
        )
        without = columns._replace(by={k: np.delete(v, i, axis=2) if k in kinds else v for k, v in columns.by.items()})
        if power != 0.0 and shares(without, columns.torque)[i] > MORE + DOUBLE * unexplained[i]:
            signs[i] = np.sign(power)
    return signs
