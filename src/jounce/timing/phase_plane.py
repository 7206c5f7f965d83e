"""Time-optimal path parametrisation of rigid joints by reachability analysis, in the phase plane of x = wdot^2 and u = wddot.

w is the path parameter of a geometric path q(w), from 0 to 1. Limits of rigid joints without friction are linear in x and u,

    |A u + B x + C| <= 1,    A = M q' / limit,    B = (M q'' + C(q, q') q') / limit,    C = g / limit,

and dx/dw = 2 u. On a grid of w, u is constant between two grid points, and limits hold at both grid points and halfway between.
The backward pass computes, in closed form, the largest x at each grid point from which the next grid point can be reached with
an x no larger than the largest x there; no smallest x is needed, since the robot can stand everywhere. The forward pass takes
the largest u. This is the method of [Pham2018], section IV, with one pass over all half planes in place of a linear program.
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
"""Fraction of the largest |a| up to which a counts as zero, so that the half plane a u + b x <= c bounds x alone."""
FIRST_PLACE = 2e-3
"""Twice the path parameter w of the first inner grid point, on a path that starts at rest by its own timing."""
EVEN_FROM = 0.1
"""Twice the path parameter w above which the grid is uniform instead of geometric."""
TAPER = 0.05
"""Fraction of a motion or path, at both ends, over which a margin fades to zero if an end moves."""
NEWTON_STEPS = 60
"""Maximum number of Newton steps on a concave piecewise linear function."""


class HalfPlanes(NamedTuple):
    """Half planes a u + b x <= c of every grid interval, (N, k) each, with u and x at the first grid point of the interval."""

    a: Array
    b: Array
    c: Array


class Profile(NamedTuple):
    """Phase-plane profile: x = wdot^2 at path parameters w (N,), and the times t (N,) [s] at which they are reached."""

    w: Array
    x: Array
    t: Array
    rest: int
    """Number of derivatives of w, from order 0 on, that are prescribed at each end: at rest, w leaves 0 as t^rest."""

    def time_scaling(self) -> TimeScaling:
        """Return the profile as a time scaling w(t): a quadratic spline with one piece for each grid interval."""
        duration = self.t[-1]
        knots = self.t / duration
        inner = self.w[:-1] + 0.5 * np.sqrt(self.x[:-1]) * duration * np.diff(knots)
        ends = np.zeros(2), np.ones(2)
        return TimeScaling(np.concatenate([ends[0], knots, ends[1]]), np.concatenate([[0.0], inner, [1.0]]), self.rest)


def phase_plane(
    robot: Robot, geometry: PathGeometry, places: int, margin: float = 0.0, speeds: tuple[float, float] = (0.0, 0.0)
) -> Profile:
    """Return the minimum-time profile of a robot with rigid joints without friction along a path, on a grid of `places` points.

    A path that is at rest at its ends by its own timing is run through with constant wdot on its first and last grid interval,
    which are small. margin: fraction by which limits are tightened, fading towards the ends if one moves. speeds: wdot at start
    and end [1/s], for a path that is not at rest there by its own timing; if the limits do not allow these speeds, the profile
    has lower ones.
    """
    w = np.linspace(0.0, 1.0, places) if geometry.power == 1 else _graded_grid(places)
    w = _snapped_to_knots(w, geometry.knots) if len(geometry.knots) else w
    rests = geometry.power > 1
    first, last = speeds[0] ** 2, speeds[1] ** 2
    refined = np.sort(np.append(w, 0.5 * (w[1:] + w[:-1])))
    half_planes, bound = _half_planes(robot, geometry, refined, 1.0 - margin * margin_taper(refined, any(speeds)))
    if rests:
        steady = np.where(
            half_planes.b[[0, -1]] > 0.0,
            half_planes.c[[0, -1]] / np.where(half_planes.b > 0.0, half_planes.b, 1.0)[[0, -1]],
            np.inf,
        )
        bound[[1, -2]] = np.minimum(bound[[1, -2]], steady.min(axis=1))
    step = 2.0 * np.diff(w)
    middle = slice(1, -1) if rests else slice(None)
    inner_planes = HalfPlanes(*(x[middle] for x in half_planes))
    x = np.empty(places)
    most = _backward_pass(inner_planes, step[middle], bound[middle], np.inf if rests else last)
    x[middle] = _forward_pass(inner_planes, step[middle], most, np.inf if rests else first)
    if rests:
        x[[0, -1]] = x[[1, -2]]
    speed = np.sqrt(x)
    t = np.append(0.0, np.cumsum(step / np.maximum(speed[1:] + speed[:-1], 1e-300)))
    return Profile(w, x, t, 1 if rests else 2)


def margin_taper(x: Array, moving: bool) -> Array:
    """Return the factor (N,) of a margin at fractions x (N,) of a motion or path: 1 everywhere from rest to rest.

    moving: True if an end moves; then the factor fades to 0 at both ends, where the prescribed motion may use all of a limit.
    """
    return np.minimum(1.0, np.minimum(x, 1.0 - x) / TAPER) if moving else np.ones_like(x)


def _snapped_to_knots(w: Array, knots: Array) -> Array:
    """Return the grid w with the grid point nearest to each knot moved onto the knot.

    Of several knots with the same nearest grid point the last one counts. Grid points next to an end stay.
    """
    i = np.argmin(np.abs(w[:, None] - knots), axis=0)
    free = (np.append(np.diff(i), 1) > 0) & (i > 1) & (i < len(w) - 2)
    snapped = w.copy()
    snapped[i[free]] = knots[free]
    return snapped


def _graded_grid(places: int) -> Array:
    """Return a grid of [0, 1] that is geometric near both ends, from `FIRST_PLACE` on, and uniform in between."""
    half = places // 2 + 1
    dense = np.linspace(np.log(FIRST_PLACE), 0.0, 4001)
    w = np.exp(dense)
    index = np.append(0.0, np.cumsum(np.diff(w) / np.minimum(0.5 * (w[1:] + w[:-1]), EVEN_FROM)))
    side = 0.5 * np.interp(np.linspace(0.0, index[-1], half - 1), index, w)
    both = np.concatenate([[0.0], side, 1.0 - side[-2::-1], [1.0]])
    return both if len(both) == places else np.delete(both, half - 1)


@lru_cache(maxsize=KEPT)
def without_friction(robot: Robot) -> Robot:
    """Return the robot with all friction removed; the robot itself if it has no friction."""
    drives = [drive for drive in robot.motor_drives if drive is not None]
    if any(drive.viscous_friction or drive.coulomb_friction for drive in drives):
        robot = robot.with_parameters({name: np.zeros(robot.m) for name in ("viscous_friction", "coulomb_friction")})
    if any(drive.stribeck_friction for drive in drives):
        robot = robot.with_drives(stribeck_friction={joint.name: 0.0 for joint in robot.axes if joint.drive is not None})
    if any(joint.friction is not None for joint in robot.joints):
        robot = replace(robot, joints=tuple(replace(joint, friction=None) for joint in robot.joints))
    return robot


def _half_planes(robot: Robot, geometry: PathGeometry, w: Array, fraction: Array) -> tuple[HalfPlanes, Array]:
    """Return the half planes of the N-1 grid intervals, at both ends and halfway, and the bound (N,) of x by velocity limits.

    w (2 N - 1,): grid points and the points halfway between them; fraction (2 N - 1,): fraction of the limits that may be used
    there.
    """
    q, dq, ddq = geometry(w, 2)
    still = np.zeros_like(q)
    limits, of_motors = robot.limits, robot.motor_limits
    blocks = [(still, still, still, np.ones(robot.n)), (dq, ddq, still, limits.acceleration)]  # never empty, even without limits
    if np.isfinite(limits.motor_torque).any() or np.isfinite(limits.joint_torque).any():
        at = [inverse_dynamics(robot, q, *rates) for rates in ((still, still), (still, dq), (dq, ddq))]
        for rest, push, run, limit in (
            (*(terms.tau_m for terms in at), of_motors.motor_torque),
            (*(terms.tau_j[0] for terms in at), limits.joint_torque),
        ):
            blocks.append((push - rest, run - rest, rest, limit))
    A, B, C = (np.concatenate([row[k] / row[3] for row in blocks], axis=1) for k in range(3))
    limited = np.concatenate([np.isfinite(row[3]) for row in blocks])
    A, B, C = (np.concatenate([x[:, limited], -x[:, limited]], axis=1) for x in (A, B, C))
    step = np.diff(w[::2])[:, None]
    # x + dw u halfway, x + 2 dw u at the next grid point
    a = np.concatenate([A[:-2:2], A[1::2] + step * B[1::2], A[2::2] + 2.0 * step * B[2::2]], axis=1)
    b = np.concatenate([B[:-2:2], B[1::2], B[2::2]], axis=1)
    C = fraction[:, None] - C
    c = np.concatenate([C[:-2:2], C[1::2], C[2::2]], axis=1)
    with np.errstate(divide="ignore"):
        bound = ((fraction[::2, None] * limits.velocity / np.abs(dq[::2])) ** 2).min(axis=1)
        if np.isfinite(limits.motor_velocity).any():
            turning = inverse_dynamics(robot, q[::2], dq[::2], ddq[::2]).theta[1]
            bound = np.minimum(bound, ((fraction[::2, None] * of_motors.motor_velocity / np.abs(turning)) ** 2).min(axis=1))
    return HalfPlanes(a, b, c), bound


def _acceleration_bounds(half_planes: HalfPlanes) -> tuple[Array, Array, Array]:
    """Write half planes as u <= p + r x (sign 1) or u >= p + r x (sign -1); return p, r and sign, (N, k) each; sign 0 where u
    has no effect."""
    a, b, c = half_planes
    sign = np.where(np.abs(a) > TINY * np.abs(a).max(), np.sign(a), 0.0)
    safe = np.where(sign == 0.0, 1.0, a)
    return c / safe, -b / safe, sign


def _backward_pass(half_planes: HalfPlanes, step: Array, bound: Array, last: float) -> Array:
    """Return the largest x (N,) at each grid point from which the end is reached with x <= last (controllable sets).

    step: twice the grid spacing of w; bound (N,): bound of x by velocity limits.
    """
    p, r, sign = _acceleration_bounds(half_planes)
    upper, lower = sign > 0.0, sign < 0.0
    alone = np.where(
        (sign == 0.0) & (half_planes.b > 0.0), half_planes.c / np.where(half_planes.b > 0.0, half_planes.b, 1.0), np.inf
    ).min(axis=1)
    most = np.minimum(np.minimum(alone, _largest_feasible_speed(p, r, upper, lower)), bound[:-1])
    # x + 2 dw u >= 0 for the largest u
    rate = r + 1.0 / step[:, None]
    falls = upper & (rate < 0.0)
    most = np.minimum(most, np.where(falls, p / np.where(falls, -rate, 1.0), np.inf).min(axis=1))
    # p + r x <= (x' - x) / (2 dw) for all lower bounds, x' the largest at the next grid point
    holds = lower & (rate > 0.0)
    weight = np.where(holds, 1.0 / np.where(holds, rate, 1.0), 0.0)
    offset, factor = np.where(holds, -p * weight, np.inf), weight / step[:, None]
    x_max = np.empty(len(bound))
    x_max[-1] = x = min(bound[-1], last)
    for i in range(len(step) - 1, -1, -1):
        x = min(most[i], (offset[i] + factor[i] * x).min()) if np.isfinite(x) else most[i]
        x_max[i] = x
    return np.maximum(x_max, 0.0)


def _largest_feasible_speed(p: Array, r: Array, upper: Array, lower: Array) -> Array:
    """Return the largest x >= 0 (N,) at which no lower bound of u exceeds an upper bound of u, by Newton's method.

    The bounds are p + r x (N, k), with masks `upper` and `lower` (N, k). The gap between the least upper and the largest lower
    bound is a concave piecewise linear function of x.
    """
    x = np.full(len(p), np.inf)
    rows = np.arange(len(p))
    up, down = np.where(upper, p, np.inf), np.where(lower, p, -np.inf)
    rise, fall = np.where(upper, r, 0.0), np.where(lower, r, 0.0)
    # the bounds that are active as x grows
    k, j = np.where(upper, r, np.inf).argmin(axis=1), np.where(lower, r, -np.inf).argmax(axis=1)
    for _ in range(NEWTON_STEPS):
        rate = rise[rows, k] - fall[rows, j]
        gap = up[rows, k] - down[rows, j]
        new = np.where(rate < 0.0, gap / np.where(rate < 0.0, -rate, 1.0), np.inf)
        if (new == x).all():
            break
        x = new
        far = np.where(np.isfinite(x), x, 0.0)[:, None]
        k, j = (up + rise * far).argmin(axis=1), (down + fall * far).argmax(axis=1)
        k = np.where(np.isfinite(x), k, np.where(upper, r, np.inf).argmin(axis=1))
        j = np.where(np.isfinite(x), j, np.where(lower, r, -np.inf).argmax(axis=1))
    return x


def _forward_pass(half_planes: HalfPlanes, step: Array, most: Array, first: float) -> Array:
    """Return x (N,) by the largest feasible u on every interval, starting from x = first; most (N,): see `_backward_pass`."""
    p, r, sign = _acceleration_bounds(half_planes)
    p, r = np.where(sign > 0.0, p, np.inf), np.where(sign > 0.0, r, 0.0)
    finite = most[np.isfinite(most)]
    most = np.minimum(most, 4.0 * finite.max()) if len(finite) else most
    profile = np.empty(len(most))
    profile[0] = x = min(most[0], first)
    for i in range(len(step)):
        x = min(x + step[i] * (p[i] + r[i] * x).min(), most[i + 1])
        profile[i + 1] = x = max(x, 0.0)
    return profile
