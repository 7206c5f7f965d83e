"""Whether a recording can be of this robot: degrees, channels of other joints, late channels, joints that stand still."""

from collections.abc import Sequence

import numpy as np

from jounce.errors import InputError
from jounce.identification.log import Log
from jounce.identification.torque import Columns, thin_columns
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
COLUMNS = ("inertia", "rotor_inertia", "viscous_friction", "coulomb_friction", "torque_offset")
FEWEST = 3.0
"""Equations for each number that is sought."""


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
    found = [thin_columns(robot, log, COLUMNS) for log in logs]
    rows = np.sum([each.keep.sum(axis=0) for each in found], axis=0)
    if rows.sum() < FEWEST * count or rows.min() < 10:
        raise InputError(
            f"the recording is too short: {rows.sum()} equations for {count} numbers ({rows.tolist()} for each joint) after "
            "filtering, thinning and leaving out standstill. Record longer, or thin less: log.decimated(...)."
        )
    for k, (log, each) in enumerate(zip(logs, found)):
        _check_channels(robot, log, each, f"recording {k + 1}, " if len(logs) > 1 else "")


def _check_channels(robot: Robot, log: Log, found: Columns, which: str) -> None:
    own = unexplained(found, found.torque)
    if own < DOUBTFUL:
        return
    for by in (1, -1):
        if robot.n > 1 and unexplained(found, np.roll(found.torque, by, axis=1)) < BETTER * own:
            whose, first = ("previous", robot.joint_names[1]) if by > 0 else ("next", robot.joint_names[-1])
            raise InputError(
                f"{which}tau_m: the torques fit the motion far better if they are those of the {whose} joint each: column 1 is "
                f"that of joint {first!r}. Are the columns shifted?"
            )
    late, left = _lateness(robot, log, found)
    if left < BETTER * own:
        raise InputError(
            f"{which}tau_m: the torques are {abs(late):.2g} s {'behind' if late > 0 else 'ahead of'} the positions: the model "
            "explains them far better there. Bring all channels to one clock first."
        )
    _check_degrees(robot, log, own, which)


def unexplained(found: Columns, torque: Floats) -> float:
    """Share of the torques' variance that columns leave, mean over the joints, with what is known taken for free."""
    shares = []
    for i in range(torque.shape[1]):
        rows = found.keep[:, i]
        wide = np.hstack([x[rows, i] for x in found.by.values()])
        sizes = np.linalg.norm(wide, axis=0)
        wide = wide[:, sizes > 0.0] / sizes[sizes > 0.0]
        U, s, _ = np.linalg.svd(wide, full_matrices=False)
        U = U[:, s > 1e-6 * s[0]]
        y = torque[rows, i]
        variance = float(((y - y.mean()) ** 2).sum())
        rest = y - U @ (U.T @ y)
        shares.append(float(rest @ rest) / variance if variance > 0.0 else 0.0)
    return float(np.mean(shares))


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
