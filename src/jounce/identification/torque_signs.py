"""Signs and sizes of measured torques, joint by joint, and whether time runs forward.

Friction takes energy and never gives any: where the torques are explained far better by friction that drives a joint, its
torque or its position has the other sign, or time runs backwards. Masses say the same where the robot's own are not too far off.
"""

import warnings

import numpy as np
from numpy.typing import NDArray

from jounce.errors import InputError
from jounce.identification.explained_variance import least_squares, shares
from jounce.identification.torque_regression import FilteredColumns, own_values
from jounce.robot import Robot
from jounce.trajectory.path import Floats

MASSES, FRICTION = ("inertia", "rotor_inertia"), ("viscous_friction", "coulomb_friction")
UNIT, ALIKE = 30.0, 0.7
"""How many times what the robot's masses ask for no torque is; and the correlation of both from which on that is asked."""
UNUSUAL = 5.0
"""The same, from which on it is said."""
DOUBLE, MORE = 1.5, 0.02
"""Friction of a joint is there if without it DOUBLE times as much of its torque is not explained, and MORE of the whole
beside. On recordings of a KR300 and a TX40 with one torque turned, each of the twelve has more than that."""
LARGE = 0.1
"""Share of a torque's variance that masses must explain to tell its sign."""
NOTHING = 0.5
"""Share of a torque's variance that is not explained from which on it is not the torque of this motion. Of recordings of real
robots 0.1 at most is not explained."""


OTHER_SIGN = "Expected the torque that the motor gives the joint, positive along its axis, as its position is."


def check_signs(robot: Robot, found: FilteredColumns, which: str) -> None:
    """Refuse torques of the other sign, of other units, and recordings that run backwards."""
    slopes, alike, size = _masses(robot, found)
    told = np.abs(alike) >= ALIKE
    if told.any() and abs(np.median(alike)) >= ALIKE:
        _check_units(robot, slopes, told, which)
    friction = _friction_signs(found)
    backwards = friction < 0.0
    if 2 * backwards.sum() > robot.n > 1 and 2 * (slopes > 0.0).sum() > robot.n:
        raise InputError(
            f"{which}tau_m: friction would have to drive {named(robot, backwards)} instead of braking. Are the positions "
            "reversed in "
            "time?"
        )
    wrong = _turned(slopes, told, size, friction)
    if wrong.any():
        raise InputError(
            f"{which}tau_m: torque or position of {named(robot, wrong)} has the other sign: friction would have to drive the "
            "joint "
            f"instead of braking it, or its mass be negative. {OTHER_SIGN}"
        )


def turned(robot: Robot, found: FilteredColumns) -> NDArray[np.bool_]:
    """Return the joints (n,) whose torque has the other sign, by friction and masses."""
    slopes, alike, size = _masses(robot, found)
    return _turned(slopes, np.abs(alike) >= ALIKE, size, _friction_signs(found))


def _turned(slopes: Floats, told: NDArray[np.bool_], size: Floats, friction: Floats) -> NDArray[np.bool_]:
    by_mass: NDArray[np.bool_] = told & (slopes < 0.0) & (size > LARGE) & (friction == 0.0)
    return by_mass | (friction < 0.0)


def check_explained(robot: Robot, found: FilteredColumns, which: str) -> None:
    """Refuse torques of which masses and friction, whatever they are, explain less than half."""
    left = np.nan_to_num(shares(found, found.torque))
    poor = left > NOTHING
    if poor.any():
        raise InputError(
            f"{which}tau_m: whatever masses and friction are, they leave {100.0 * np.sqrt(left[poor].max()):.0f} % of the "
            "torque of "
            f"{named(robot, poor)} unexplained: it is not the torque of this motion. Check that the "
            "channels belong together, their signs, units and times."
        )


def warn_unexplained(robot: Robot, residual: Floats, spread: Floats) -> None:
    """Warn of joints of which a fit explains less than half of the torque's variance. residual, spread (n,): root mean
    squares."""
    share = residual / np.where(spread > 0.0, spread, np.inf)
    poor = share > np.sqrt(NOTHING)
    if poor.any():
        shown = ", ".join(f"{100.0 * x:.0f} % of {name!r}" for name, x in zip(robot.joint_names, share) if x > np.sqrt(NOTHING))
        warnings.warn(
            f"identify: the fit leaves {shown} of the torque unexplained. What is sought (free=) or the prior does not fit this "
            "recording; check signs, units and times of the channels.",
            stacklevel=3,
        )


def named(robot: Robot, chosen: NDArray[np.bool_]) -> str:
    """Return how messages call some joints: joint 'A2', joints 'A2', 'A3'."""
    names = ", ".join(repr(name) for name, there in zip(robot.joint_names, chosen) if there)
    return f"joint{'s' if chosen.sum() > 1 else ''} {names}"


def _check_units(robot: Robot, slopes: Floats, told: NDArray[np.bool_], which: str) -> None:
    """Refuse torques of all joints, or of one, that are far from what the robot's masses ask for."""
    usual = float(np.nanmedian(slopes))
    if usual < 0.0 and (slopes[told] < 0.0).all():
        raise InputError(f"{which}tau_m: the torques have the other sign; expected those that the motors give the joints.")
    if not 1.0 / UNIT < abs(usual) < UNIT:
        raise InputError(
            f"{which}tau_m: the torques are {abs(usual):.3g} times what the masses of robot {robot.name!r} ask for. Expected "
            "Nm or N "
            "on the link side: shaft torque x gear ratio (log.geared(robot)), current x torque constant."
        )
    if not 1.0 / UNUSUAL < abs(usual) < UNUSUAL:
        warnings.warn(
            f"{which}tau_m: the torques are {abs(usual):.3g} times what the masses of robot {robot.name!r} ask for. Are these "
            "Nm or N "
            "on the link side, and no currents? If masses of the robot are only guessed, all is well.",
            stacklevel=4,
        )
    for name, slope, clear in zip(robot.joint_names, slopes, told):
        if clear and not 1.0 / UNIT < abs(slope / usual) < UNIT:
            raise InputError(
                f"{which}tau_m: the torque of joint {name!r} is {abs(slope):.3g} times what the masses of robot {robot.name!r} "
                "ask "
                f"for, that of the others {abs(usual):.3g} times. Expected Nm or N on the link side for all joints."
            )


def _masses(robot: Robot, found: FilteredColumns) -> tuple[Floats, Floats, Floats]:
    """Torques of masses by least squares against those of the robot's own: slope, correlation, share of the torque (n,) each."""
    x = least_squares(found, found.torque, found.keep)
    x = np.where(np.concatenate([np.full(each.shape[2], name in MASSES) for name, each in found.by.items()]), x, 0.0)
    own = np.concatenate([own_values(robot, name) * (name in MASSES) for name in found.by])
    wide = np.concatenate(list(found.by.values()), axis=2)
    slopes, alike, size = np.full((3, robot.n), np.nan)
    for i in range(robot.n):
        rows = found.keep[:, i]
        seen, believed = wide[rows, i] @ x, wide[rows, i] @ own
        seen, believed = seen - seen.mean(), believed - believed.mean()
        if believed @ believed > 0.0 and seen @ seen > 0.0:
            slopes[i] = seen @ believed / (believed @ believed)
            alike[i] = seen @ believed / np.sqrt((seen @ seen) * (believed @ believed))
            size[i] = seen.var() / max(found.torque[rows, i].var(), np.finfo(float).tiny)
    return slopes, np.nan_to_num(alike), np.nan_to_num(size)


def _friction_signs(found: FilteredColumns) -> Floats:
    """Return 1 for joints (n,) that friction brakes by least squares, -1 for those that it would drive, 0 where it does not
    tell."""
    x = least_squares(found, found.torque, found.keep)
    starts = np.cumsum([0, *(each.shape[2] for each in found.by.values())])
    values = {name: x[at : at + each.shape[2]] for (name, each), at in zip(found.by.items(), starts)}
    there = [name for name in FRICTION if name in values]
    n = found.torque.shape[1]
    signs = np.zeros(n)
    own = shares(found, found.torque)
    for i in range(n):
        rows = found.keep[:, i]
        power = sum(
            float(found.by[name][rows, i, i] * values[name][i] @ found.by["viscous_friction"][rows, i, i]) for name in there
        )
        without = found._replace(by={k: np.delete(v, i, axis=2) if k in there else v for k, v in found.by.items()})
        if power != 0.0 and shares(without, found.torque)[i] > MORE + DOUBLE * own[i]:
            signs[i] = np.sign(power)
    return signs
