"""Whether a recording can be of this robot: degrees, channels of other joints, late channels, joints that stand still."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.identification.explained_variance import least_squares, shares, unexplained
from jounce.identification.log import Log
from jounce.identification.torque_regression import FilteredColumns, thin_columns
from jounce.identification.torque_signs import OTHER_SIGN, check_explained, check_signs, named, turned
from jounce.robot import Robot
from jounce.trajectory.path import Floats

TURNS = 4.0 * np.pi
"""[rad]: no joint of a robot that has no wider limits is further from zero."""
FASTEST = 60.0
"""[rad/s]: no joint of a robot turns faster."""
STILL = 1e-5
"""[rad or m]: a joint that moves less stands still."""
DOUBTFUL, BETTER = 0.005, 0.5
"""Share of the torque's variance that no masses and no friction explain, from which the channels are doubted; and of that share
what is left where another reading of the channels is the right one."""
LATEST = 1.0
"""[s]: how late a channel is looked for."""
COLUMNS = ("inertia", "rotor_inertia", "viscous_friction", "coulomb_friction", "torque_offset")
FEWEST = 3.0
"""Equations for each number that is sought."""
SLOWEST = 0.1
"""[s]: samples that are further apart tell no motion of a robot."""
POOR = 0.1
"""Share of a joint's torque that is not explained from which positions of single joints are read otherwise, too, which takes
time."""
REVERSED = 0.7
"""`BETTER` of torques that run backwards. Of recordings of a KR300 and a TX40 as they are, the reversed ones leave 1.9 to 110
times as much."""
BACKWARDS = (
    "tau_m: the torques fit the motion far better if one of both runs from the last sample to the first. Are the positions "
    "reversed "
    "in time?"
)
MANY = 8
"""Joints, above which not all pairs of columns are tried."""
NEAR_LIMIT, BEYOND = 0.03, 5.0
"""Of the range of a torque: what is near its extremes; and times what is left elsewhere: what a limit takes away."""


def check(robot: Robot, log: Log, what: str = "the recording", still: bool = False) -> None:
    """Refuse what needs no equations to be seen: another number of joints, positions in degrees, joints that stand still.

    still: joints may stand still.
    """
    if robot.nq != robot.n or robot.m != robot.n or any(joint.spring is not None for joint in robot.joints):
        raise InputError(
            f"identify: robot {robot.name!r} has joints of several freedoms, without motors or with two drives; a fit is for "
            "robots with a motor a joint."
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
    """Motor and link of a joint move alike, but for the gear's deflection."""
    N = np.array(robot.transmission) if robot.transmission else np.eye(robot.n)
    q = np.asarray(log.q)
    both = np.isfinite(q).all(axis=0)
    if both.all():
        q = q @ N.T
    elif robot.transmission:
        return
    for i in np.flatnonzero(both & np.isfinite(log.theta).all(axis=0)):  # type: ignore[arg-type]  # both are there
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
    """Refuse channels that are explained far better once they are read otherwise; and fewer equations than unknowns."""
    for log in logs:
        there = np.isfinite(np.asarray(log.tau_m)).all(axis=0)
        if not there.all():
            missing = ", ".join(repr(name) for name, known in zip(robot.motor_names, there) if not known)
            raise InputError(f"tau_m: not measured at {missing}; expected the torques of all motors.")
    found = [thin_columns(robot, log, COLUMNS) for log in logs]
    for name, torque in zip(robot.joint_names, np.concatenate([each.torque for each in found]).T):
        if not torque.any():
            raise InputError(f"tau_m: the torque of joint {name!r} is zero all the time; a robot that moves needs some.")
    rows = np.sum([each.keep.sum(axis=0) for each in found], axis=0)
    if rows.sum() < FEWEST * count or rows.min() < 10:
        raise InputError(
            f"the recording is too short: {rows.sum()} equations for {count} numbers ({rows.tolist()} for each joint) after "
            "filtering, thinning and leaving out standstill. Record longer, or thin less: log.decimated(...)."
        )
    for k, (log, each) in enumerate(zip(logs, found)):
        which = f"recording {k + 1}, " if len(logs) > 1 else ""
        _check_channels(robot, log, each, which)
        check_signs(robot, each, which)
        check_explained(robot, each, which)


class Hypothesis(NamedTuple):
    """Another reading of the channels, with the share of the torques' variance that it leaves unexplained."""

    left: float
    message: str
    better: float = BETTER
    """Of what is left with the channels as they are: less, and this reading is taken for the right one."""


def _check_channels(robot: Robot, log: Log, found: FilteredColumns, which: str) -> None:
    """Refuse channels that another reading of them explains far better: the best of all that are tried is named."""
    own = unexplained(found, found.torque)
    if own < DOUBTFUL:
        return
    readings = [*_swapped(robot, found), *_turned(robot, found), _late(robot, log, found), _in_degrees(robot, log)]
    if np.nanmax(shares(found, found.torque)) > POOR:
        readings += _of_one_joint(robot, log)
    better = [reading for reading in readings if reading.left < reading.better * own]
    if better:
        raise InputError(f"{which}{min(better).message}")
    _check_limited(robot, found, which)


def _swapped(robot: Robot, found: FilteredColumns) -> Iterator[Hypothesis]:
    for order in _orders(robot.n):
        names = ", ".join(robot.joint_names[int(i)] for i in np.argsort(order))
        yield Hypothesis(
            unexplained(found, found.torque[:, order]),
            f"tau_m: the torques fit the motion far better if their columns are those of joints {names}, in this order. Are the "
            "columns shifted or swapped?",
        )


def _turned(robot: Robot, found: FilteredColumns) -> Iterator[Hypothesis]:
    """Torques of one joint with the other sign, and all of them from the last sample to the first."""
    signs = 1.0 - 2.0 * np.eye(robot.n if robot.n > 1 else 0)
    left = [unexplained(found, found.torque * sign) for sign in signs]
    if left:
        best = signs[int(np.argmin(left))]
        wrong = (best < 0.0) ^ turned(
            robot, found._replace(torque=found.torque * best)
        )  # with two joints it may be the other one
        wrong = wrong if wrong.any() else best < 0.0
        text = f"tau_m: the torques fit the motion far better if torque or position of {named(robot, wrong)} has the other sign."
        yield Hypothesis(min(left), f"{text} {OTHER_SIGN}")
    yield Hypothesis(unexplained(found, found.torque[::-1]), BACKWARDS, REVERSED)


def _late(robot: Robot, log: Log, found: FilteredColumns) -> Hypothesis:
    late, left = _lateness(robot, log, found)
    return Hypothesis(
        left,
        f"tau_m: the torques are {abs(late):.2g} s {'behind' if late > 0 else 'ahead of'} the positions: the model explains "
        "them far "
        "better there. Bring all channels to one clock first.",
    )


def _in_degrees(robot: Robot, log: Log) -> Hypothesis:
    """All positions read as degrees."""
    return Hypothesis(
        _reread(robot, log, np.radians(np.ones(robot.n))),
        "the torques fit the motion far better if the positions are in degrees. Expected radians: np.radians(...), or "
        "jn.Log.load(file, robot, degrees=True).",
    )


def _of_one_joint(robot: Robot, log: Log) -> Iterator[Hypothesis]:
    """Positions of one joint with the other sign, or in degrees."""
    for i, name in enumerate(robot.joint_names if robot.n > 1 else ()):
        for factor, how in ((-1.0, "has the other sign"), (np.radians(1.0), "is in degrees")):
            left = _reread(robot, log, np.where(np.arange(robot.n) == i, factor, 1.0))
            yield Hypothesis(left, f"the torques fit the motion far better if the position of joint {name!r} {how}.")


def _reread(robot: Robot, log: Log, factor: Floats) -> float:
    """Return what is left unexplained with the positions of joints that turn times a factor (n,)."""
    factor = np.where([joint.prismatic for joint in robot.axes], np.sign(factor), factor)
    changed = {name: getattr(log, name) * factor for name in ("theta", "q") if getattr(log, name) is not None}
    found = thin_columns(robot, Log(t=log.t, tau_m=log.tau_m, cutoff=log.cutoff, factor=log.factor, **changed), COLUMNS)
    return unexplained(found, found.torque)


def _orders(n: int) -> list[list[int]]:
    """In which columns may stand: shifted by one, or two of them swapped (neighbours only, where there are many)."""
    own = list(range(n))
    found = [own[1:] + own[:1], own[-1:] + own[:-1]] if n > 1 else []
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n if n <= MANY else min(i + 2, n))]
    return found + [[*own[:i], j, *own[i + 1 : j], i, *own[j + 1 :]] for i, j in pairs]


def _check_limited(robot: Robot, found: FilteredColumns, which: str) -> None:
    """A torque that was limited, below some noise: the model of samples that are not near its extremes asks for more there."""
    y = found.torque
    near = NEAR_LIMIT * np.ptp(y, axis=0)
    high, low = y > y.max(axis=0) - near, y < y.min(axis=0) + near
    inside = found.keep & ~high & ~low
    if inside.sum() < FEWEST * sum(x.shape[2] for x in found.by.values()):
        return
    model = np.concatenate(list(found.by.values()), axis=2) @ least_squares(found, y, inside)
    for i, name in enumerate(robot.joint_names):
        rest = float(np.sqrt(np.mean((y - model)[inside[:, i], i] ** 2)))
        for at, beyond in ((high[:, i], model - y), (low[:, i], y - model)):
            more = beyond[at & found.keep[:, i], i]
            if len(more) >= 5 and more.mean() > near[i] and (more > BEYOND * rest).mean() > 0.5:
                raise InputError(
                    f"{which}tau_m: joint {name!r} stays within {near[i]:.3g} of its extreme torque {y[at, i].mean():.4g} where "
                    "the motion asks for more: current or torque was limited there. Record a slower motion."
                )


def _lateness(robot: Robot, log: Log, found: FilteredColumns) -> tuple[float, float]:
    """The shift in time [s], in steps of rows, at which the torques fit best, and what is left unexplained then."""
    step = log.step * log.factor
    best = (0.0, np.inf)
    for by in _shifts(LATEST, step):
        cut = slice(max(by, 0), len(found.torque) + min(by, 0))
        back = slice(max(-by, 0), len(found.torque) - max(by, 0))
        part = FilteredColumns({k: x[back] for k, x in found.by.items()}, found.known[back], found.keep[back], found.torque[cut])
        left = unexplained(part, part.torque)
        best = min(best, (by * step, left), key=lambda pair: pair[1])
    return best


def _shifts(longest: float, step: float) -> Sequence[int]:
    most = min(max(int(longest / step), 1), 20)
    return [k for k in range(-most, most + 1) if k]
