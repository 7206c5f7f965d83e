"""The same curve in the least time."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from jounce.errors import InputError, LimitError
from jounce.functions.arguments import check_robot
from jounce.functions.motors import refuse
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.limits import NAMES, Limits
from jounce.timing.between import bounded, certified
from jounce.timing.curve import Curve
from jounce.timing.demand import Demand, largest
from jounce.timing.phase_plane import Profile, phase_plane, without_friction
from jounce.timing.programs import COARSEST, SAMPLES, Found, least_duration, optimise
from jounce.timing.shape import Shape, samples, shape_of
from jounce.timing.timed import Timed
from jounce.trajectory.path import Path, check_path, whole
from jounce.trajectory.smooth_step import smooth_step

PIECES = 64
"""Of the timing of elastic joints, unless said."""
PLACES = 500
"""On the curve for rigid joints, unless said."""
LOOKS = 401
"""Places of the curve at which is looked whether the robot can stand there."""
FINER = 20
"""Times as many instants at which limits are looked at in the end, as while the timing is found."""
ROUNDING = 1e-9
"""By which share a path may be beyond the position limits."""
LAST = 1e-7
"""Share of the duration to which it is found in the end."""
SPANS = 2
"""Parts of a piece of the timing of rigid joints in which limits are looked at in the end."""
INSIDE = 1e-9
"""Share of a piece by which its own samples are away from its ends, where accelerations jump."""
MARGINS = (0.0, 0.0, 1e-3, 4e-3, 1.6e-2)
"""Shares of limits that are left unused while a timing is found, one after the other."""
SLACK = 2e-3
"""Share by which a try may be slowed down without another one."""
SHORT = 1e-3
"""A duration [s] to begin with where rigid joints would have no limit."""
SLOW = 1e4
"""A duration [s] of a motion that is as good as at rest."""

Tries = Callable[[float, Array], Found]
"""A timing by the margin that it leaves, and places (k,) at which limits are looked at besides."""


def fastest(robot: Robot, path: Path, limits: Limits | Mapping[str, Any] | None = None, *, pieces: int | None = None) -> Timed:
    """The curve of a path in joint space, run through in the least time within the robot's limits, from rest to rest.

    Limits are `robot.limits`: position, velocity, acceleration, jerk, motor torque, torque rate, joint torque and deflection,
    with the joints that the robot has: rigid, elastic, damped, with springs of any law, with rotors carried along. limits: others
    in their place, {quantity: value} as `Robot.with_limits` takes them, or such as `robot.limits`. The path's own timing does not
    count. The result is a path for `feedforward`, as smooth as the robot needs, and says in `.status` how long it takes and which
    limit holds it back when.

    The timing of elastic joints is a B-spline of so many pieces (32), found by sequential linear programming on exact partial
    derivatives; that of rigid joints without friction has a constant acceleration along each piece of the curve (499), found in
    the phase plane. At the end the motion is slowed down as a whole until no limit is exceeded, neither at 20 times as many
    instants nor between them. More pieces come closer to the optimum and take longer.
    """
    robot = with_limits(check_robot(robot), limits)
    if pieces is not None:
        whole(pieces, 1, "pieces")
    _check(robot, path)
    refuse(robot)
    curve = Curve(path)
    demand = Demand(robot, curve)
    if not demand.quantities:
        raise InputError(
            f"limits: robot {robot.name!r} has none of velocity, acceleration, jerk, torque or deflection, so any time will do."
        )
    curve.require(demand.order, robot.name)
    room = 1.0 - _refuse_standing(demand)
    stiff = without_friction(robot.with_rigid_joints())
    if demand.order == 2 and stiff == robot:
        places = PLACES if pieces is None else pieces + 1
        profile = phase_plane(robot, curve, places)
        tries = _rigid(demand, places, profile)
    else:
        profile = phase_plane(stiff, curve, PLACES // 2)
        tries = _elastic(demand, PIECES if pieces is None else pieces, profile)
    found, look = _settled(demand, tries, room)
    timed = found.shape.timed(path, found.duration)
    timed.status = certified(look.trial, timed, look.stride, float(profile.t[-1]), found.steps)
    return timed


class _Look:
    """At the limits of a timing, at many instants and between them."""

    def __init__(self, demand: Demand, shape: Shape) -> None:
        jumps = shape.degree == demand.order  # accelerations, from one piece to the next
        grid = _own_samples(shape.knots) if jumps else samples(shape.knots, 2 * FINER * SAMPLES)
        self.trial, self.stride = demand.trial(shape, grid), 3 if jumps else 2

    def largest(self, duration: float) -> float:
        """The largest share."""
        return largest(bounded(self.trial.shares(duration), self.stride))

    def beyond(self, duration: float) -> Array:
        """Where a limit is exceeded more than right before and after (k,), as shares of the duration."""
        found = bounded(self.trial.shares(duration), self.stride)
        x, most = self.trial.x[1 : -1 : self.stride], np.max([share.max(axis=1) for share in found.values()], axis=0)
        beside = np.concatenate([[0.0], most, [0.0]])
        return x[(most > 1.0) & (most >= beside[:-2]) & (most >= beside[2:])]


def _settled(demand: Demand, tries: Tries, room: float) -> tuple[Found, _Look]:
    """The shortest of a few tries, slowed down until limits hold everywhere.

    A motion that exceeds a limit between samples usually needs a little more time. Where it needs more than that, another one is
    found, for which limits are looked at there too. But where gravity takes most of a torque, a slower motion may need more
    torque: then a margin costs less.
    """
    best: tuple[Found, _Look] | None = None
    places = np.zeros(0)
    for margin in MARGINS:
        found = tries(min(margin, 0.5 * room), places)
        look = _Look(demand, found.shape)
        duration = least_duration(look.largest, found.duration, LAST)
        if best is None or duration < best[0].duration:
            best = found._replace(duration=duration), look
        if duration <= (1.0 + SLACK) * found.duration:
            break
        places = np.union1d(places, look.beyond(found.duration))
    assert best is not None
    return best


def _rigid(demand: Demand, places: int, first: Profile) -> Tries:
    """Timings of rigid joints without friction, by margin."""

    def found(margin: float, _: Array) -> Found:
        profile = phase_plane(demand.robot, demand.curve, places, margin) if margin else first
        return Found(profile.shape(), float(profile.t[-1]), 0)

    return found


def _elastic(demand: Demand, pieces: int, rigid: Profile) -> Tries:
    """Timings of a robot whose motors need more than accelerations, or have friction, by margin and by places that are looked at
    besides; each goes on from the last."""
    rest = max(1, int(np.ceil(demand.order / demand.curve.power)))
    halvings = max(0, int(np.ceil(np.log2(pieces / COARSEST))))
    first = max(int(np.ceil(pieces / 2**halvings)), rest)
    long = float(rigid.t[-1])

    def timing(x: Array) -> Array:
        """A first guess: that of rigid joints, unless those have no limit."""
        found: Array = smooth_step(x, 2 * rest - 1, 0)[0] if long < SHORT else np.interp(x, rigid.t / long, rigid.w)
        return found

    last = Found(shape_of(timing, first, demand.order + 1, rest), max(long, SHORT), 0)

    def found(margin: float, places: Array) -> Found:
        nonlocal last, halvings
        try:
            more = optimise(demand.with_margin(margin), last.shape, last.duration, halvings, places)
        except LimitError:
            raise _never(demand, last.shape) from None
        last, halvings = more._replace(steps=last.steps + more.steps), 0
        return last

    return found


def _own_samples(knots: Array) -> Array:
    """First, middle and last of each of `SPANS` parts of each piece (3 N,), inside of it."""
    ends = np.unique(knots)
    inside = (np.arange(SPANS)[:, None] + np.array([INSIDE, 0.5, 1.0 - INSIDE])).ravel() / SPANS
    found: Array = (ends[:-1, None] + np.diff(ends)[:, None] * inside).ravel()
    return found


def with_limits(robot: Robot, limits: Any) -> Robot:
    """The robot with limits in the place of its own, if any are given."""
    if limits is None:
        return robot
    if isinstance(limits, Limits):
        limits = {name: getattr(limits, name) for name in NAMES}
    if not isinstance(limits, Mapping):
        raise InputError(f"limits: expected {{quantity: value}} or limits as robot.limits are, got {type(limits).__name__}.")
    return robot.with_limits(**limits)


def _check(robot: Robot, path: Any) -> None:
    check_path(path)
    if path.space != "joint":
        raise InputError(
            "path: this one is in tool space; jn.inverse_kinematics(robot, path, guess) makes it one in joint space."
        )
    if path.n != robot.n:
        raise InputError(f"path: it has {path.n} coordinates, but robot {robot.name!r} has {robot.n} joints.")
    if robot.nq != robot.n:
        raise InputError(f"robot {robot.name!r} has joints of several freedoms, which have no limits to be timed by.")
    if any(joint.spring is not None for joint in robot.joints):
        raise InputError(f"robot {robot.name!r} has joints that no motor drives; paths of such arms cannot be timed yet.")


def _refuse_standing(demand: Demand) -> float:
    """The largest share of a limit that a robot at rest takes; a curve that leaves the range of a joint is refused, and one along
    which that share is not below 1."""
    w = np.linspace(0.0, 1.0, LOOKS)
    q = demand.curve(w, 0)[0]
    if np.ptp(q, axis=0).max() == 0.0:
        raise InputError("path: it does not move, so there is no time to make least.")
    lower, upper = demand.robot.limits.position.T
    beyond = np.maximum(lower - q, q - upper)
    if beyond.max() > ROUNDING * max(1.0, float(np.abs(q).max())):
        i, j = np.unravel_index(int(beyond.argmax()), beyond.shape)
        raise LimitError(
            f"joint {demand.robot.axes[j].name!r}: the path is at {q[i, j]:.6g} at {demand.curve.time(w[i]):.4g} s, outside its "
            f"position limits {lower[j]:.6g} and {upper[j]:.6g}, however slow it is. Change the path."
        )
    most = 0.0
    for name, share in demand.at_rest(w).items():
        most = max(most, float(np.abs(share).max()))
        if not most < 1.0:
            i, j = np.unravel_index(int(np.nan_to_num(np.abs(share), nan=np.inf).argmax()), share.shape)
            raise LimitError(
                f"joint {demand.robot.axes[j].name!r}: at rest, where the path is at {demand.curve.time(w[i]):.4g} s, it takes "
                f"{100 * abs(share[i, j]):.4g} % of its limit of {name.replace('_', ' ')}, however slow the motion is. Change "
                "the path or the limit."
            )
    return most


def _never(demand: Demand, shape: Shape) -> LimitError:
    """What is exceeded even by a slow motion."""
    x = samples(shape.knots, 4)
    shares = demand.trial(shape, x).shares(SLOW)
    name = max(shares, key=lambda key: float(np.abs(shares[key]).max()))
    i, j = np.unravel_index(int(np.abs(shares[name]).argmax()), shares[name].shape)
    when, share = demand.curve.time(float(shape.timing(x, 0)[0, i])), 100 * abs(shares[name][i, j])
    return LimitError(
        f"joint {demand.robot.axes[j].name!r}: where the path is at {when:.4g} s, {share:.4g} % of its limit of "
        f"{name.replace('_', ' ')} are taken however slow the motion is. Change the path or the limit."
    )
