"""The least time of rigid joints along a curve, in the plane of x = wdot^2 and u = wddot.

Limits of rigid joints without friction are straight lines there,

    |A u + B x + C| <= 1,    A = M q' / limit,    B = (M q'' + C(q, q') q') / limit,    C = g / limit,

and dx/dw = 2 u. On a grid of w, u is constant between two places, and a limit holds at both of them and half way. Going back
from the end, the largest x from which the next place can be reached below its own largest x is found in closed form, since the
robot can stand everywhere; going forward, u is as large as it may be: [Pham2018], section IV, with one pass over all lines in the
place of a linear program.
"""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from jounce.functions.inverse_dynamics import inverse_dynamics
from jounce.numbers.packing import Array
from jounce.plant.plant import KEPT
from jounce.robot import Robot
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.time_scaling import TimeScaling

TINY = 1e-12
"""Of the largest slope: a line that is steeper than this by u bounds x alone."""
FIRST_PLACE = 2e-3
"""Twice the first place of a curve that begins at rest by itself."""
EVEN_FROM = 0.1
"""Twice the place from which on places are evenly spaced."""
TAPER = 0.05
"""Share of a motion near each end that moves along which a margin fades."""
NEWTON_STEPS = 60
"""Most steps of Newton's method on a concave function of straight pieces."""


class HalfPlanes(NamedTuple):
    """a u + b x <= c at every place (N, k) each."""

    a: Array
    b: Array
    c: Array


class Profile(NamedTuple):
    """x at places w (N,) and the time t (N,) [s] when they are reached."""

    w: Array
    x: Array
    t: Array
    rest: int
    """With which power of the time w leaves 0 and reaches 1; if it moves there, one more than derivatives that are given."""

    def time_scaling(self) -> TimeScaling:
        """The timing: w is quadratic between two places."""
        duration = self.t[-1]
        knots = self.t / duration
        inner = self.w[:-1] + 0.5 * np.sqrt(self.x[:-1]) * duration * np.diff(knots)
        ends = np.zeros(2), np.ones(2)
        return TimeScaling(np.concatenate([ends[0], knots, ends[1]]), np.concatenate([[0.0], inner, [1.0]]), self.rest)


def phase_plane(
    robot: Robot, geometry: PathGeometry, places: int, margin: float = 0.0, speeds: tuple[float, float] = (0.0, 0.0)
) -> Profile:
    """The fastest motion of a robot with rigid joints, without friction.

    A curve that is at rest at its ends by itself is run along with a constant wdot on its first and last piece, which are small.
    margin: by which share of them limits are taken for smaller than they are; near ends that move, by less and less of it.
    speeds: wdot at both ends [1/s], of a curve that does not rest there by itself. If limits do not allow them, the profile has
    others.
    """
    w = np.linspace(0.0, 1.0, places) if geometry.power == 1 else _graded_grid(places)
    w = _snapped_to_knots(w, geometry.knots) if len(geometry.knots) else w
    free = geometry.power > 1
    first, last = speeds[0] ** 2, speeds[1] ** 2
    between = np.sort(np.append(w, 0.5 * (w[1:] + w[:-1])))
    lines, bound = _half_planes(robot, geometry, between, 1.0 - margin * margin_taper(between, any(speeds)))
    if free:
        steady = np.where(lines.b[[0, -1]] > 0.0, lines.c[[0, -1]] / np.where(lines.b > 0.0, lines.b, 1.0)[[0, -1]], np.inf)
        bound[[1, -2]] = np.minimum(bound[[1, -2]], steady.min(axis=1))
    step = 2.0 * np.diff(w)
    middle = slice(1, -1) if free else slice(None)
    part = HalfPlanes(*(x[middle] for x in lines))
    x = np.empty(places)
    most = _backward_pass(part, step[middle], bound[middle], np.inf if free else last)
    x[middle] = _forward_pass(part, step[middle], most, np.inf if free else first)
    if free:
        x[[0, -1]] = x[[1, -2]]
    speed = np.sqrt(x)
    t = np.append(0.0, np.cumsum(step / np.maximum(speed[1:] + speed[:-1], 1e-300)))
    return Profile(w, x, t, 1 if free else 2)


def margin_taper(x: Array, moving: bool) -> Array:
    """The share of a margin that is kept at shares x (N,) of a motion: all of it but near ends that move, where limits may be
    used up by what is given."""
    return np.minimum(1.0, np.minimum(x, 1.0 - x) / TAPER) if moving else np.ones_like(x)


def _snapped_to_knots(w: Array, knots: Array) -> Array:
    """The same number of places, the nearest to each knot moved there; where two knots share one, or one is near an end, as it
    was."""
    i = np.argmin(np.abs(w[:, None] - knots), axis=0)
    free = (np.append(np.diff(i), 1) > 0) & (i > 1) & (i < len(w) - 2)
    found = w.copy()
    found[i[free]] = knots[free]
    return found


def _graded_grid(places: int) -> Array:
    """Places that are closer to each other near both ends: from `FIRST` on by a constant factor, further in evenly."""
    half = places // 2 + 1
    dense = np.linspace(np.log(FIRST_PLACE), 0.0, 4001)
    w = np.exp(dense)
    count = np.append(0.0, np.cumsum(np.diff(w) / np.minimum(0.5 * (w[1:] + w[:-1]), EVEN_FROM)))
    side = 0.5 * np.interp(np.linspace(0.0, count[-1], half - 1), count, w)
    both = np.concatenate([[0.0], side, 1.0 - side[-2::-1], [1.0]])
    return both if len(both) == places else np.delete(both, half - 1)


@lru_cache(maxsize=KEPT)
def without_friction(robot: Robot) -> Robot:
    """The same robot, or itself where nothing rubs."""
    drives = [drive for drive in robot.motor_drives if drive is not None]
    if any(drive.viscous_friction or drive.coulomb_friction for drive in drives):
        robot = robot.with_parameters({name: np.zeros(robot.m) for name in ("viscous_friction", "coulomb_friction")})
    if any(drive.stribeck_friction for drive in drives):
        robot = robot.with_drives(stribeck_friction={joint.name: 0.0 for joint in robot.axes if joint.drive is not None})
    if any(joint.friction is not None for joint in robot.joints):
        robot = replace(robot, joints=tuple(replace(joint, friction=None) for joint in robot.joints))
    return robot


def _half_planes(robot: Robot, geometry: PathGeometry, w: Array, part: Array) -> tuple[HalfPlanes, Array]:
    """Lines of spans (N-1, k), each at both ends and half way, and the largest x at places (N,) by velocity.

    w: places, and half way between each two of them (2 N - 1,); part: of the limits there.
    """
    q, dq, ddq = geometry(w, 2)
    still = np.zeros_like(q)
    limits, of_motors = robot.limits, robot.motor_limits
    parts = [(still, still, still, np.ones(robot.n)), (dq, ddq, still, limits.acceleration)]  # lines even if there is no limit
    if np.isfinite(limits.motor_torque).any() or np.isfinite(limits.joint_torque).any():
        at = [inverse_dynamics(robot, q, *rates) for rates in ((still, still), (still, dq), (dq, ddq))]
        for rest, push, run, limit in (
            (*(found.tau_m for found in at), of_motors.motor_torque),
            (*(found.tau_j[0] for found in at), limits.joint_torque),
        ):
            parts.append((push - rest, run - rest, rest, limit))
    A, B, C = (np.concatenate([row[k] / row[3] for row in parts], axis=1) for k in range(3))
    used = np.concatenate([np.isfinite(row[3]) for row in parts])
    A, B, C = (np.concatenate([x[:, used], -x[:, used]], axis=1) for x in (A, B, C))
    step = np.diff(w[::2])[:, None]
    # half way x is x + dw u, at the next place x + 2 dw u
    a = np.concatenate([A[:-2:2], A[1::2] + step * B[1::2], A[2::2] + 2.0 * step * B[2::2]], axis=1)
    b = np.concatenate([B[:-2:2], B[1::2], B[2::2]], axis=1)
    C = part[:, None] - C
    c = np.concatenate([C[:-2:2], C[1::2], C[2::2]], axis=1)
    with np.errstate(divide="ignore"):
        bound = ((part[::2, None] * limits.velocity / np.abs(dq[::2])) ** 2).min(axis=1)
        if np.isfinite(limits.motor_velocity).any():
            turning = inverse_dynamics(robot, q[::2], dq[::2], ddq[::2]).theta[1]
            bound = np.minimum(bound, ((part[::2, None] * of_motors.motor_velocity / np.abs(turning)) ** 2).min(axis=1))
    return HalfPlanes(a, b, c), bound


def _acceleration_bounds(lines: HalfPlanes) -> tuple[Array, Array, Array]:
    """Lines as u <= p + r x (a > 0) and u >= p + r x (a < 0): p, r (N, k), and the sign of a; 0 where u does not matter."""
    a, b, c = lines
    sign = np.where(np.abs(a) > TINY * np.abs(a).max(), np.sign(a), 0.0)
    safe = np.where(sign == 0.0, 1.0, a)
    return c / safe, -b / safe, sign


def _backward_pass(lines: HalfPlanes, step: Array, bound: Array, last: float) -> Array:
    """The largest x (N,) at each place from which the end is reached with x = last or less."""
    p, r, sign = _acceleration_bounds(lines)
    upper, lower = sign > 0.0, sign < 0.0
    alone = np.where((sign == 0.0) & (lines.b > 0.0), lines.c / np.where(lines.b > 0.0, lines.b, 1.0), np.inf).min(axis=1)
    most = np.minimum(np.minimum(alone, _largest_feasible_speed(p, r, upper, lower)), bound[:-1])
    # x + 2 dw u >= 0 for the largest u
    slope = r + 1.0 / step[:, None]
    falls = upper & (slope < 0.0)
    most = np.minimum(most, np.where(falls, p / np.where(falls, -slope, 1.0), np.inf).min(axis=1))
    # p + r x <= (x' - x) / (2 dw) for all lower lines, x' the largest at the next place
    holds = lower & (slope > 0.0)
    weight = np.where(holds, 1.0 / np.where(holds, slope, 1.0), 0.0)
    part, share = np.where(holds, -p * weight, np.inf), weight / step[:, None]
    found = np.empty(len(bound))
    found[-1] = x = min(bound[-1], last)
    for i in range(len(step) - 1, -1, -1):
        x = min(most[i], (part[i] + share[i] * x).min()) if np.isfinite(x) else most[i]
        found[i] = x
    return np.maximum(found, 0.0)


def _largest_feasible_speed(p: Array, r: Array, upper: Array, lower: Array) -> Array:
    """The largest x >= 0 (N,) at which no lower line is above an upper one: the root of a concave function, by Newton."""
    x = np.full(len(p), np.inf)
    rows = np.arange(len(p))
    up, down = np.where(upper, p, np.inf), np.where(lower, p, -np.inf)
    rise, fall = np.where(upper, r, 0.0), np.where(lower, r, 0.0)
    k, j = np.where(upper, r, np.inf).argmin(axis=1), np.where(lower, r, -np.inf).argmax(axis=1)  # what counts far out
    for _ in range(NEWTON_STEPS):
        slope = rise[rows, k] - fall[rows, j]
        gap = up[rows, k] - down[rows, j]
        new = np.where(slope < 0.0, gap / np.where(slope < 0.0, -slope, 1.0), np.inf)
        if (new == x).all():
            break
        x = new
        far = np.where(np.isfinite(x), x, 0.0)[:, None]
        k, j = (up + rise * far).argmin(axis=1), (down + fall * far).argmax(axis=1)
        k = np.where(np.isfinite(x), k, np.where(upper, r, np.inf).argmin(axis=1))
        j = np.where(np.isfinite(x), j, np.where(lower, r, -np.inf).argmax(axis=1))
    return x


def _forward_pass(lines: HalfPlanes, step: Array, most: Array, first: float) -> Array:
    """x (N,): at every place as fast as can be, from x = first on."""
    p, r, sign = _acceleration_bounds(lines)
    p, r = np.where(sign > 0.0, p, np.inf), np.where(sign > 0.0, r, 0.0)
    finite = most[np.isfinite(most)]
    most = np.minimum(most, 4.0 * finite.max()) if len(finite) else most
    found = np.empty(len(most))
    found[0] = x = min(most[0], first)
    for i in range(len(step)):
        x = min(x + step[i] * (p[i] + r[i] * x).min(), most[i + 1])
        found[i + 1] = x = max(x, 0.0)
    return found
