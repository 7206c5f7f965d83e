"""Plausibility checks of a recording for a robot: degrees, swapped or delayed channels, wrong signs, joints at standstill."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.identification.log import Log
from jounce.identification.torque_regression import FilteredColumns, thin_columns
from jounce.identification.torque_signs import (
    OTHER_SIGN,
    check_explained,
    check_signs,
    least_squares,
    named,
    shares,
    turned,
    unexplained,
)
from jounce.robot import Robot
from jounce.trajectory.path import Floats

TURNS = 4.0 * np.pi
"""[rad]: largest plausible position of a revolute joint, unless 1.5 times its position limits is more."""
FASTEST = 60.0
"""[rad/s]: largest plausible speed of a revolute joint."""
STILL = 1e-5
"""[rad or m]: a joint whose range of positions is smaller counts as at standstill."""
DOUBTFUL, BETTER = 0.005, 0.5
"""If the model leaves more than the fraction DOUBTFUL of the torque's variance unexplained, hypotheses about defects of the
channels are tested; a hypothesis is accepted if it leaves less than BETTER times that fraction unexplained."""
LATEST = 1.0
"""[s]: largest delay between torques and positions that is tested."""
COLUMNS = ("inertia", "rotor_inertia", "viscous_friction", "coulomb_friction", "torque_offset")
"""Kinds of parameters by which torques are explained in the checks."""
FEWEST = 3.0
"""Smallest accepted number of equations per free parameter."""
SLOWEST = 0.1
"""[s]: longest accepted step between samples, which still resolves the motion of a robot."""
POOR = 0.1
"""Unexplained fraction of a joint's torque variance above which the sign and unit of each position are tested too (slow)."""
REVERSED = 0.7
"""Acceptance ratio, in place of `BETTER`, of the hypothesis that torques are reversed in time. On recordings of a KR300 and a
TX40, a reversal in time leaves 1.9 to 110 times as much of the variance unexplained."""
BACKWARDS = (
    "tau_m: the torques fit the motion far better if one of both runs from the last sample to the first. Are the positions "
    "reversed "
    "in time?"
)
MANY = 8
"""Number of joints above which swapped torque columns are tested for neighbouring joints only."""
NEAR_LIMIT, BEYOND = 0.03, 5.0
"""A torque within NEAR_LIMIT times its range of an extreme value is near a possible limit of the drive; the limit is confirmed if
the model exceeds the measured torque by more than BEYOND times the RMS residual elsewhere, in over half of these samples."""


def check(robot: Robot, log: Log, what: str = "the recording", still: bool = False) -> None:
    """Raise InputError for unsuitable robots, a wrong number of joints, implausible positions or speeds, or standstill.

    what: name of the recording in error messages; still: True if joints at standstill are accepted.
    """
    if robot.nq != robot.n or robot.m != robot.n or any(joint.spring is not None for joint in robot.joints):
        raise InputError(
            f"robot {robot.name!r} has joints of several freedoms, without motors or with two drives; a fit is for robots with a "
            "motor a joint."
        )
    if log.n != robot.n:
        raise InputError(f"{what} has {log.n} joints, robot {robot.name!r} has {robot.n} ({', '.join(robot.joint_names)}).")
    if log.step > SLOWEST:
        raise InputError(
            f"{what}: samples are {log.step:.4g} s apart, which tells no motion of a robot; are these milliseconds? Expected t "
            f"in s, {SLOWEST:g} s apart at most."
        )
    for name in ("theta", "q"):
        x = getattr(log, name)
        if x is not None:
            _check_positions(robot, name if what == "the recording" else f"{what}, {name}", x, log.step, still)
    if log.theta is not None and log.q is not None:
        _check_both(robot, log)


def _check_positions(robot: Robot, name: str, x: Floats, step: float, still: bool) -> None:
    """Raise InputError for a joint at standstill (unless `still`), and for implausible positions or speeds in x (T, n).

    name: channel in error messages; step: time between samples [s].
    """
    limits = robot.limits.position
    for i, joint in enumerate(robot.axes):
        column = x[:, i]
        if not np.isfinite(column).all():
            continue
        if np.ptp(column) < STILL and not still:
            raise InputError(
                f"{name}: joint {joint.name!r} stands still at {column[0] + 0.0:.6g} for the whole recording, so nothing of it "
                "is seen. Record a motion of all joints, or lock it: robot.locked({...}), and leave its column out."
            )
        if joint.prismatic or joint.type == "continuous":
            continue
        far = float(np.abs(column).max())
        reach = 1.5 * float(np.abs(limits[i]).max()) if np.isfinite(limits[i]).all() else TURNS
        fast = float(np.abs(np.diff(column)).max()) / step
        if far > max(reach, TURNS) or fast > FASTEST:
            seen = f"reaches {far:.4g} rad" if far > max(reach, TURNS) else f"moves by {fast:.4g} rad/s"
            raise InputError(
                f"{name}: joint {joint.name!r} {seen}, which no robot does; are these degrees, or readings at the motor shaft? "
                "Expected radians on the link side: np.radians(...), or log.geared(robot)."
            )


def _check_both(robot: Robot, log: Log) -> None:
    """Raise InputError unless N q, regressed on theta at each joint, has a slope of 0.8 to 1.25 and a correlation above 0.9."""
    N = np.array(robot.transmission) if robot.transmission else np.eye(robot.n)
    q = np.asarray(log.q)
    both = np.isfinite(q).all(axis=0)
    if both.all():
        q = q @ N.T
    elif robot.transmission:
        return
    for i in np.flatnonzero(both & np.isfinite(log.theta).all(axis=0)):  # type: ignore[arg-type]  # theta and q are not None
        a, b = np.asarray(log.theta)[:, i], q[:, i]
        a, b = a - a.mean(), b - b.mean()
        slope = float(a @ b / (a @ a))
        alike = float(a @ b / np.sqrt((a @ a) * (b @ b)))
        if alike < 0.9 or not 0.8 < slope < 1.25:
            raise InputError(
                f"theta and q of joint {robot.joint_names[i]!r} are not of the same motion: q moves {slope:.4g} times as far as "
                f"theta, with a correlation of {alike:.3f}. Are both in radians on the link side, of the same joint, at the same "
                "times?"
            )


def check_torque(robot: Robot, logs: Sequence[Log], count: int) -> None:
    """Raise InputError for missing, zero or wrongly assigned motor torques, and for too few equations for `count` unknowns."""
    for log in logs:
        measured = np.isfinite(np.asarray(log.tau_m)).all(axis=0)
        if not measured.all():
            missing = ", ".join(repr(name) for name, is_measured in zip(robot.motor_names, measured) if not is_measured)
            raise InputError(f"tau_m: not measured at {missing}; expected the torques of all motors.")
    regressors = [thin_columns(robot, log, COLUMNS) for log in logs]
    for name, torque in zip(robot.joint_names, np.concatenate([columns.torque for columns in regressors]).T):
        if not torque.any():
            raise InputError(f"tau_m: the torque of joint {name!r} is zero all the time; a robot that moves needs some.")
    rows = np.sum([columns.keep.sum(axis=0) for columns in regressors], axis=0)
    if rows.sum() < FEWEST * count or rows.min() < 10:
        raise InputError(
            f"the recording is too short: {rows.sum()} equations for {count} numbers ({rows.tolist()} for each joint) after "
            "filtering, thinning and leaving out standstill. Record longer, or thin less: log.decimated(...)."
        )
    for k, (log, columns) in enumerate(zip(logs, regressors)):
        which = f"recording {k + 1}, " if len(logs) > 1 else ""
        _check_channels(robot, log, columns, which)
        check_signs(robot, columns, which)
        check_explained(robot, columns, which)


class Hypothesis(NamedTuple):
    """Hypothesis about a defect of the channels, for example swapped columns, with the unexplained variance under it."""

    left: float
    """Fraction of the torques' variance that is unexplained under the hypothesis."""
    message: str
    """Error message if the hypothesis is accepted."""
    better: float = BETTER
    """The hypothesis is accepted if `left` is less than `better` times the unexplained fraction for the channels as recorded."""


def _check_channels(robot: Robot, log: Log, columns: FilteredColumns, which: str) -> None:
    """Raise InputError with the best hypothesis about a defect of the channels that is accepted, see `Hypothesis.better`.

    which: text before the message, which names the recording, or ''.
    """
    as_recorded = unexplained(columns, columns.torque)
    if as_recorded < DOUBTFUL:
        return
    hypotheses = [*_swapped(robot, columns), *_turned(robot, columns), _late(robot, log, columns), _in_degrees(robot, log)]
    if np.nanmax(shares(columns, columns.torque)) > POOR:
        hypotheses += _of_one_joint(robot, log)
    better = [hypothesis for hypothesis in hypotheses if hypothesis.left < hypothesis.better * as_recorded]
    if better:
        raise InputError(f"{which}{min(better).message}")
    _check_limited(robot, columns, which)


def _swapped(robot: Robot, columns: FilteredColumns) -> Iterator[Hypothesis]:
    """Yield the hypotheses that torque columns are shifted or swapped."""
    for order in _orders(robot.n):
        names = ", ".join(robot.joint_names[int(i)] for i in np.argsort(order))
        yield Hypothesis(
            unexplained(columns, columns.torque[:, order]),
            f"tau_m: the torques fit the motion far better if their columns are those of joints {names}, in this order. Are the "
            "columns shifted or swapped?",
        )


def _turned(robot: Robot, columns: FilteredColumns) -> Iterator[Hypothesis]:
    """Yield the hypotheses that the torque of one joint has the wrong sign, and that torques are reversed in time."""
    signs = 1.0 - 2.0 * np.eye(robot.n if robot.n > 1 else 0)
    left = [unexplained(columns, columns.torque * sign) for sign in signs]
    if left:
        best = signs[int(np.argmin(left))]
        wrong = (best < 0.0) ^ turned(
            robot, columns._replace(torque=columns.torque * best)
        )  # with two joints the wrong sign may be the other joint's
        wrong = wrong if wrong.any() else best < 0.0
        text = f"tau_m: the torques fit the motion far better if torque or position of {named(robot, wrong)} has the other sign."
        yield Hypothesis(min(left), f"{text} {OTHER_SIGN}")
    yield Hypothesis(unexplained(columns, columns.torque[::-1]), BACKWARDS, REVERSED)


def _late(robot: Robot, log: Log, columns: FilteredColumns) -> Hypothesis:
    """Return the hypothesis that torques are delayed against positions or ahead of positions."""
    late, left = _lateness(robot, log, columns)
    return Hypothesis(
        left,
        f"tau_m: the torques are {abs(late):.2g} s {'behind' if late > 0 else 'ahead of'} the positions: the model explains "
        "them far "
        "better there. Bring all channels to one clock first.",
    )


def _in_degrees(robot: Robot, log: Log) -> Hypothesis:
    """Return the hypothesis that the positions of all revolute joints are in degrees."""
    return Hypothesis(
        _reread(robot, log, np.radians(np.ones(robot.n))),
        "the torques fit the motion far better if the positions are in degrees. Expected radians: np.radians(...), or "
        "jn.Log.load(file, robot, degrees=True).",
    )


def _of_one_joint(robot: Robot, log: Log) -> Iterator[Hypothesis]:
    """Yield the hypotheses that the position of one joint has the wrong sign, or is in degrees."""
    for i, name in enumerate(robot.joint_names if robot.n > 1 else ()):
        for factor, how in ((-1.0, "has the other sign"), (np.radians(1.0), "is in degrees")):
            left = _reread(robot, log, np.where(np.arange(robot.n) == i, factor, 1.0))
            yield Hypothesis(left, f"the torques fit the motion far better if the position of joint {name!r} {how}.")


def _reread(robot: Robot, log: Log, factor: Floats) -> float:
    """Return the unexplained fraction of the torques' variance with positions multiplied by factors (n,).

    For prismatic joints only the sign of the factor is used.
    """
    factor = np.where([joint.prismatic for joint in robot.axes], np.sign(factor), factor)
    changed = {name: getattr(log, name) * factor for name in ("theta", "q") if getattr(log, name) is not None}
    columns = thin_columns(robot, Log(t=log.t, tau_m=log.tau_m, cutoff=log.cutoff, factor=log.factor, **changed), COLUMNS)
    return unexplained(columns, columns.torque)


def _orders(n: int) -> list[list[int]]:
    """Return wrong orders of n columns to test: all shifted by one, or two swapped (neighbours only, above `MANY` joints)."""
    order = list(range(n))
    shifted = [order[1:] + order[:1], order[-1:] + order[:-1]] if n > 1 else []
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n if n <= MANY else min(i + 2, n))]
    return shifted + [[*order[:i], j, *order[i + 1 : j], i, *order[j + 1 :]] for i, j in pairs]


def _check_limited(robot: Robot, columns: FilteredColumns, which: str) -> None:
    """Raise InputError for a saturated torque with noise: near its extremes a model fitted elsewhere asks for more torque.

    which: text before the message, which names the recording, or ''.
    """
    y = columns.torque
    near = NEAR_LIMIT * np.ptp(y, axis=0)
    high, low = y > y.max(axis=0) - near, y < y.min(axis=0) + near
    inside = columns.keep & ~high & ~low
    if inside.sum() < FEWEST * sum(x.shape[2] for x in columns.by.values()):
        return
    model = np.concatenate(list(columns.by.values()), axis=2) @ least_squares(columns, y, inside)
    for i, name in enumerate(robot.joint_names):
        residual = float(np.sqrt(np.mean((y - model)[inside[:, i], i] ** 2)))
        for near_extreme, beyond in ((high[:, i], model - y), (low[:, i], y - model)):
            excess = beyond[near_extreme & columns.keep[:, i], i]
            if len(excess) >= 5 and excess.mean() > near[i] and (excess > BEYOND * residual).mean() > 0.5:
                raise InputError(
                    f"{which}tau_m: joint {name!r} stays within {near[i]:.3g} of its extreme torque "
                    f"{y[near_extreme, i].mean():.4g} where the motion asks for more: current or torque was limited there. "
                    "Record a slower motion."
                )


def _lateness(robot: Robot, log: Log, columns: FilteredColumns) -> tuple[float, float]:
    """Return (delay of the torques [s] with the best fit, unexplained fraction of variance at this delay).

    Delays are multiples of the time between regression rows; a negative delay means torques ahead of positions.
    """
    step = log.step * log.factor
    best = (0.0, np.inf)
    for shift in _shifts(LATEST, step):
        of_torque = slice(max(shift, 0), len(columns.torque) + min(shift, 0))
        of_model = slice(max(-shift, 0), len(columns.torque) - max(shift, 0))
        shifted = FilteredColumns(
            {k: x[of_model] for k, x in columns.by.items()},
            columns.target[of_model],
            columns.keep[of_model],
            columns.torque[of_torque],
        )
        left = unexplained(shifted, shifted.torque)
        best = min(best, (shift * step, left), key=lambda pair: pair[1])
    return best


def _shifts(longest: float, step: float) -> Sequence[int]:
    """Return the nonzero shifts in rows of `step` [s] up to `longest` [s], at most 20 to either side."""
    most = min(max(int(longest / step), 1), 20)
    return [k for k in range(-most, most + 1) if k]
