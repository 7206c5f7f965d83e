"""Whether a recording can be of this robot: degrees, channels of other joints, late channels, joints that stand still."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from jounce.errors import InputError
from jounce.identification.log import Log
from jounce.identification.torque import Columns, own_values, thin_columns
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
LATEST = 0.1
"""[s]: how late a channel is looked for."""
MASSES = ("inertia", "rotor_inertia")
COLUMNS = ("inertia", "rotor_inertia", "viscous_friction", "coulomb_friction", "torque_offset")
FEWEST = 3.0
"""Equations for each number that is sought."""
SLOWEST = 0.1
"""[s]: samples that are further apart tell no motion of a robot."""
UNIT, ALIKE = 30.0, 0.7
"""How many times what the robot's masses ask for no torque is, median over the joints; and the correlation of both from which on
that is asked."""
LOST = 1e-6
"""Of the largest singular value: smaller ones tell nothing."""
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
        _check_size(robot, each, which)


def _check_channels(robot: Robot, log: Log, found: Columns, which: str) -> None:
    own = unexplained(found, found.torque)
    if own < DOUBTFUL:
        return
    for order in _orders(robot.n):
        if unexplained(found, found.torque[:, order]) < BETTER * own:
            names = ", ".join(robot.joint_names[int(i)] for i in np.argsort(order))
            raise InputError(
                f"{which}tau_m: the torques fit the motion far better if their columns are those of joints {names}, in this "
                "order. Are the columns shifted or swapped?"
            )
    late, left = _lateness(robot, log, found)
    if left < BETTER * own:
        raise InputError(
            f"{which}tau_m: the torques are {abs(late):.2g} s {'behind' if late > 0 else 'ahead of'} the positions: the model "
            "explains them far better there. Bring all channels to one clock first."
        )
    _check_degrees(robot, log, own, which)
    _check_limited(robot, found, which)


def _orders(n: int) -> list[list[int]]:
    """In which columns may stand: shifted by one, or two of them swapped (neighbours only, where there are many)."""
    own = list(range(n))
    found = [own[1:] + own[:1], own[-1:] + own[:-1]] if n > 1 else []
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n if n <= MANY else min(i + 2, n))]
    return found + [[*own[:i], j, *own[i + 1 : j], i, *own[j + 1 :]] for i, j in pairs]


def _check_size(robot: Robot, found: Columns, which: str) -> None:
    """Torques of masses by least squares against those of the robot's own masses: other units, or the other sign."""
    x = _least_squares(found, found.torque, found.keep)
    own = np.concatenate([own_values(robot, name) * (name in MASSES) for name in found.by])
    x = np.where(np.concatenate([np.full(each.shape[2], name in MASSES) for name, each in found.by.items()]), x, 0.0)
    wide = np.concatenate(list(found.by.values()), axis=2)
    slopes, alike = [], []
    for i in range(robot.n):
        seen, believed = wide[found.keep[:, i], i] @ x, wide[found.keep[:, i], i] @ own
        seen, believed = seen - seen.mean(), believed - believed.mean()
        if believed @ believed > 0.0 and seen @ seen > 0.0:
            slopes.append(float(seen @ believed / (believed @ believed)))
            alike.append(float(seen @ believed / np.sqrt((seen @ seen) * (believed @ believed))))
    if not slopes or abs(np.median(alike)) < ALIKE:
        return
    size = float(np.median(slopes))
    if size < 0.0:
        raise InputError(f"{which}tau_m: the torques have the other sign; expected those that the motors give the joints.")
    if not 1.0 / UNIT < size < UNIT:
        raise InputError(
            f"{which}tau_m: the torques are {size:.3g} times what the masses of robot {robot.name!r} ask for. Expected Nm or N "
            "on the link side: shaft torque x gear ratio (log.geared(robot)), current x torque constant."
        )


def _check_limited(robot: Robot, found: Columns, which: str) -> None:
    """A torque that was limited, below some noise: the model of samples that are not near its extremes asks for more there."""
    y = found.torque
    near = NEAR_LIMIT * np.ptp(y, axis=0)
    high, low = y > y.max(axis=0) - near, y < y.min(axis=0) + near
    inside = found.keep & ~high & ~low
    if inside.sum() < FEWEST * sum(x.shape[2] for x in found.by.values()):
        return
    model = np.concatenate(list(found.by.values()), axis=2) @ _least_squares(found, y, inside)
    for i, name in enumerate(robot.joint_names):
        rest = float(np.sqrt(np.mean((y - model)[inside[:, i], i] ** 2)))
        for at, beyond in ((high[:, i], model - y), (low[:, i], y - model)):
            more = beyond[at & found.keep[:, i], i]
            if len(more) >= 5 and more.mean() > near[i] and (more > BEYOND * rest).mean() > 0.5:
                raise InputError(
                    f"{which}tau_m: joint {name!r} stays within {near[i]:.3g} of its extreme torque {y[at, i].mean():.4g} where "
                    "the motion asks for more: current or torque was limited there. Record a slower motion."
                )


def unexplained(found: Columns, torque: Floats) -> float:
    """Share of the torques' variance that the model leaves, mean over the joints, with what is known taken for free."""
    wide, y, _ = _scaled(found, torque, found.keep)
    U, s, _ = np.linalg.svd(wide, full_matrices=False)
    U = U[:, s > LOST * s[0]]
    rest = y - U @ (U.T @ y)
    joint = np.nonzero(found.keep.T)[0]
    squares, counts = np.bincount(joint, rest**2), np.bincount(joint)
    return float(np.mean(squares[counts > 0] / counts[counts > 0]))


def _scaled(found: Columns, torque: Floats, keep: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
    """Columns and torques of all joints, one after the other, over each torque's spread; columns over their lengths; these."""
    wide = np.concatenate(list(found.by.values()), axis=2)
    spread = np.array([y[rows].std() if rows.any() else 1.0 for y, rows in zip(torque.T, keep.T)])
    spread[spread == 0.0] = 1.0
    A = np.concatenate([wide[rows, i] / spread[i] for i, rows in enumerate(keep.T)])
    y = np.concatenate([torque[rows, i] / spread[i] for i, rows in enumerate(keep.T)])
    sizes = np.linalg.norm(A, axis=0)
    sizes[sizes == 0.0] = 1.0
    return A / sizes, y, sizes


def _least_squares(found: Columns, torque: Floats, keep: NDArray[np.bool_]) -> Floats:
    """Values of all columns, the smallest that explain the torques best."""
    A, y, sizes = _scaled(found, torque, keep)
    return np.asarray(np.linalg.lstsq(A, y, rcond=LOST)[0] / sizes)


def _lateness(robot: Robot, log: Log, found: Columns) -> tuple[float, float]:
    """The shift in time [s], in steps of rows, at which the torques fit best, and what is left unexplained then."""
    step = log.step * log.factor
    best = (0.0, np.inf)
    for by in _shifts(LATEST, step):
        cut = slice(max(by, 0), len(found.torque) + min(by, 0))
        back = slice(max(-by, 0), len(found.torque) - max(by, 0))
        part = Columns({k: x[back] for k, x in found.by.items()}, found.known[back], found.keep[back], found.torque[cut])
        left = unexplained(part, part.torque)
        best = min(best, (by * step, left), key=lambda pair: pair[1])
    return best


def _shifts(longest: float, step: float) -> Sequence[int]:
    most = min(max(int(longest / step), 1), 20)
    return [k for k in range(-most, most + 1) if k]


def _check_degrees(robot: Robot, log: Log, own: float, which: str) -> None:
    """The same positions read as degrees."""
    turns = [not joint.prismatic for joint in robot.axes]
    factor = np.where(turns, np.radians(1.0), 1.0)
    changed = {name: getattr(log, name) * factor for name in ("theta", "q") if getattr(log, name) is not None}
    other = Log(t=log.t, tau_m=log.tau_m, cutoff=log.cutoff, factor=log.factor, **changed)
    found = thin_columns(robot, other, COLUMNS)
    if unexplained(found, found.torque) < BETTER * own:
        raise InputError(
            f"{which}the torques fit the motion far better if the positions are in degrees. Expected radians: np.radians(...), "
            "or jn.Log.load(file, robot, degrees=True)."
        )
