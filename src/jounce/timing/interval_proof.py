"""Interval proof of limits: rigorous bounds of the utilisation on spans of time, by Taylor models with ball coefficients.

A limited quantity f is a function of q and its time derivatives. The equations are evaluated on Taylor series in time whose
coefficients are balls: the centres are the coefficients at the middle m of a span, and the radii contain the coefficients at
any other time of the span. By Taylor's theorem

    |f(m + u) - (c_0 + c_1 u + c_2 u^2)| <= r_2 u^2        |u| <= h

with r_2 the radius of f''/2 on the span, which falls in proportion to h, so that the remainder falls as h^3. The peak of the
parabola is exact. Spans whose bound is above a utilisation that is certainly reached somewhere are subdivided, until the
difference is small.

Nothing but the equations is assumed of f. Rounding errors, about 1e-13 of a limit, are neglected.

The motion itself is enclosed on short spans of time: balls of q and its time derivatives contain all their values.

Where a motion is a polynomial of degree d between knots, its derivatives at the middle m of a span of half length h determine
it, and

    |x^(k)(t) - x^(k)(m)| <= sum_j=1^(d-k) |x^(k+j)(m)| h^j / j!        |t - m| <= h

A piecewise polynomial path q(w) with a spline w(t) is composed from the balls of both. By the mean value theorem the radius of
a derivative is at most h times the magnitude of the next derivative. [Moore2009].
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from jounce.codegen.program import Sheet, Slot
from jounce.functions.inverse_dynamics import INVERSE
from jounce.inverse.motor_motion import filters
from jounce.kernel.equation import Inputs
from jounce.numbers import Jet, Number
from jounce.numbers.ball import Ball
from jounce.numbers.packing import Array
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.timing.limit_constraints import KINEMATIC, LimitConstraints, limits_of
from jounce.timing.motion_spline import MotionSpline
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.time_scaling import TimeScaling

BISECTIONS = 60
MotionEnclosure = Callable[[Array, Array, int], list[Ball]]
"""Function (m, h, order) -> balls (N, n) that contain q and its time derivatives to `order`, on spans with middles m (N,) and
half lengths h (N,), as fractions of the duration."""


def path_enclosure(geometry: PathGeometry, scaling: TimeScaling, duration: float) -> MotionEnclosure:
    """Return the enclosure of the motion along a piecewise polynomial path, with a time scaling and a duration [s]."""
    degree = geometry.degree
    assert degree is not None

    def balls(m: Array, h: Array, order: int) -> list[Ball]:
        scale = duration ** -np.arange(scaling.degree + 1, dtype=np.float64)
        W = taylor_balls(scaling.evaluate(m, scaling.degree)[..., None] * scale[:, None, None], duration * h[:, None], order)
        D = taylor_balls(geometry(W[0].centre[:, 0], degree), W[0].radius, order)
        return _mean_value_radii(Jet.from_derivatives(W).compose(D).derivatives(), duration * h)

    return balls


def spline_enclosure(spline: MotionSpline) -> MotionEnclosure:
    """Return the enclosure of the motion of a motion spline."""
    scale = spline.duration ** -np.arange(spline.degree + 1, dtype=np.float64)

    def balls(m: Array, h: Array, order: int) -> list[Ball]:
        from scipy.interpolate import BSpline

        curve = BSpline(spline.knots, spline.coefficients, spline.degree)
        rows = [np.asarray(curve(m, nu=k)) * scale[k] for k in range(spline.degree + 1)]
        return taylor_balls(rows, spline.duration * h[:, None], order)

    return balls


def polynomial_breaks(geometry: PathGeometry, scaling: TimeScaling) -> Array:
    """Return the fractions of the duration (k,) between which the motion is one polynomial: knots of the scaling and ends of
    path pieces."""
    knots = np.unique(scaling.knots)
    inner = geometry.breaks[1:-1]
    low, high = np.zeros(len(inner)), np.ones(len(inner))
    for _ in range(BISECTIONS if len(inner) else 0):  # bisection, as w(x) is monotone
        middle = 0.5 * (low + high)
        before = scaling.evaluate(middle, 0)[0] < inner
        low, high = np.where(before, middle, low), np.where(before, high, middle)
    return np.unique(np.concatenate([knots, high]))


def taylor_balls(rows: Sequence[Array] | Array, reach: Array, order: int) -> list[Ball]:
    """Return balls that contain a polynomial and its derivatives to `order` within the distance `reach` of a point.

    rows: the value and all derivatives of the polynomial at this point.
    """
    zero = np.zeros_like(rows[0])
    return [Ball(rows[k] if k < len(rows) else zero, _taylor_radius(rows[k + 1 :], reach, zero)) for k in range(order + 1)]


def _taylor_radius(higher: Sequence[Array] | Array, reach: Array, zero: Array) -> Array:
    """Return |x'| reach + |x''| reach^2 / 2 + ..., by Horner's rule, from the derivatives `higher` of x.

    zero: array of zeros in the shape of x.
    """
    total = zero
    for j in range(len(higher), 0, -1):
        total = (total + np.abs(higher[j - 1])) * (reach / j)
    return total


def _mean_value_radii(balls: Sequence[Ball], h: Array) -> list[Ball]:
    """Return balls of consecutive derivatives on spans of half lengths h (N,) [s]; each radius is reduced to at most h times the
    magnitude of the next derivative."""
    tightened = [balls[-1]]
    for ball in balls[-2::-1]:
        tightened.insert(0, Ball(ball.centre, np.minimum(ball.radius, h[:, None] * tightened[0].size)))
    return tightened


TIGHTNESS = 1e-7
"""Difference by which an upper bound on a span may exceed the largest utilisation that is certainly reached; beyond it the span
is subdivided."""
SUBDIVISIONS = 4
"""Number of parts into which a span is divided whose upper bound is not tight; see `TIGHTNESS`."""
ROUNDS = 8
"""Maximum number of rounds of subdivision."""
MOST_SPANS = 20_000
"""Number of evaluated spans beyond which no further span is subdivided."""
POSITION_SPANS = 32
"""Initial number of spans in each polynomial piece of a path in the proof of position limits."""
BATCH = 2048
"""Number of spans that are evaluated at once."""


CACHED_ROBOTS = 16
"""Number of robots whose traced equations are cached, some megabytes each."""
NO_FINITE_BOUND = "the equations of this robot have corners, as springs of piecewise laws have, or more than spans can resolve."
"""Reason for a missing proof if bounds are not finite, as text for the status."""


class UtilisationBounds(NamedTuple):
    """Upper bounds of the utilisation on N time spans of a motion."""

    ends: Array
    """Ends of the spans (N+1,), as fractions of the duration."""
    shares: dict[str, Array]
    """Upper bounds of the utilisation of each quantity, (N, n) for joints, (N, m) for motors."""
    reached: float
    """Lower bound of the largest utilisation over all spans and quantities."""

    @property
    def largest(self) -> float:
        """Return the largest upper bound of the utilisation over all spans and quantities."""
        return max(float(x.max()) for x in self.shares.values())

    def with_tighter(self, other: "UtilisationBounds") -> "UtilisationBounds":
        """Return the smaller bound of two proofs on each span, since both bounds hold; both proofs must have equal spans."""
        shares = {name: np.minimum(x, other.shares[name]) for name, x in self.shares.items()}
        return UtilisationBounds(self.ends, shares, max(self.reached, other.reached))


def unproven(constraints: LimitConstraints) -> str:
    """Return the reason why limits of a motion cannot be proved; empty if they can be proved."""
    if constraints.damped:
        name = constraints.robot.motor_names[int(filters(constraints.robot).damped.argmax())]
        return f"joint {name!r} is elastic and damped, so that what its motor does depends on all of the motion before."
    if constraints.geometry.degree is None:
        return "the path does not consist of polynomials."
    return ""


def span_ends(breaks: Array, each: int) -> Array:
    """Return the ends (N+1,) of `each` equal spans in every interval between consecutive breaks (k,), which run from 0 to 1."""
    return np.append((breaks[:-1, None] + np.diff(breaks)[:, None] * np.arange(each) / each).ravel(), 1.0)


def prove(
    constraints: LimitConstraints, enclosed: MotionEnclosure, duration: float, ends: Array, ceiling: float | None = None
) -> UtilisationBounds:
    """Return rigorous bounds of the utilisation on the N spans between consecutive `ends` (N+1,), as fractions of the duration.

    enclosed: enclosure of the motion; duration [s]. ceiling: if stated, the bounds only decide whether the utilisation stays
    below the ceiling: bounds below the ceiling are not tightened, and as soon as a utilisation certainly exceeds the ceiling,
    the bounds are returned without further subdivision.
    """
    stated = limits_of(constraints.robot)
    limits = {name: stated[name] for name in constraints.quantities}
    bounds = {name: np.zeros((len(ends) - 1, len(limit))) for name, limit in limits.items()}
    reached = {name: np.zeros(len(limit)) for name, limit in limits.items()}
    m, h, span = 0.5 * (ends[1:] + ends[:-1]), 0.5 * np.diff(ends), np.arange(len(ends) - 1)
    evaluated = 0
    for left in range(ROUNDS, -1, -1):
        evaluated += len(m)
        batches = [
            _span_bounds(constraints, enclosed, duration, m[i : i + BATCH], h[i : i + BATCH]) for i in range(0, len(m), BATCH)
        ]
        upper = {}
        for name, limit in limits.items():
            with np.errstate(over="ignore"):  # a bound near the largest float is no bound
                upper[name], lower = (np.concatenate([batch[name][k] for batch in batches]) / limit for k in range(2))
            reached[name] = np.maximum(reached[name], lower.max(axis=0))
        enough = {name: np.maximum(share + TIGHTNESS, ceiling or 0.0) for name, share in reached.items()}
        excess = np.max([(bound - enough[name]).max(axis=1) for name, bound in upper.items()], axis=0)
        worst = np.argsort(excess)[::-1][: max(0, MOST_SPANS - evaluated) // SUBDIVISIONS if left else 0]
        loose = np.zeros(len(m), dtype=bool)
        if ceiling is None or max(float(x.max()) for x in reached.values()) <= ceiling:
            loose[worst] = excess[worst] > 0.0
        for name, bound in upper.items():
            np.maximum.at(bounds[name], span[~loose], bound[~loose])
        if not loose.any():
            break
        (m, h), span = _subdivided(m[loose], h[loose]), np.repeat(span[loose], SUBDIVISIONS)
    return UtilisationBounds(ends, bounds, max(float(x.max()) for x in reached.values()))


def range_violation(geometry: PathGeometry, middle: Array, half: Array) -> tuple[float, int] | None:
    """Return (path parameter w, index of the joint) of a point where a joint leaves its range, or None if no such point is
    found.

    middle, half (n,): middle and half width of the ranges. None is a proof that the ranges are kept, except on spans whose
    bound still exceeds a range after `ROUNDS` subdivisions. The path must be piecewise polynomial.
    """
    assert geometry.degree is not None
    ends = span_ends(geometry.breaks, POSITION_SPANS)
    m, h = 0.5 * (ends[1:] + ends[:-1]), 0.5 * np.diff(ends)
    for _ in range(ROUNDS):
        q = taylor_balls(geometry(m, geometry.degree), h[:, None], 2)
        upper, reached = parabola_bounds(q[0].centre - middle, q[1].centre, q[2] * 0.5, h[:, None])
        if (reached > half).any():
            i, j = np.unravel_index(int((reached - half).argmax()), reached.shape)
            return float(m[i]), int(j)
        loose = (upper > half).any(axis=1)
        if not loose.any():
            break
        m, h = _subdivided(m[loose], h[loose])
    return None


def _subdivided(m: Array, h: Array) -> tuple[Array, Array]:
    """Return the middles and half lengths of the `SUBDIVISIONS` parts of each span with middle m and half length h (N,)."""
    offsets = (2.0 * np.arange(SUBDIVISIONS) + 1.0) / SUBDIVISIONS - 1.0
    return (m[:, None] + h[:, None] * offsets).ravel(), np.repeat(h / SUBDIVISIONS, SUBDIVISIONS)


def _span_bounds(
    constraints: LimitConstraints, enclosed: MotionEnclosure, duration: float, m: Array, h: Array
) -> dict[str, tuple[Array, Array]]:
    """Return {limited quantity: (upper bounds, reached values)} of its magnitude on N time spans, (N, n) or (N, m) each.

    No instant of a span exceeds the upper bound; some instant of the span certainly has at least the reached value. m, h (N,):
    middles and half lengths of the spans, as fractions of the duration.
    """
    robot, order = constraints.robot, 2 + constraints.has_rate_limit
    names = [name for name in constraints.names if name in KINEMATIC]
    top = max([KINEMATIC.index(name) + 3 for name in names] + [robot.motion_order + order] * constraints.dynamic)
    bounds = {}
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        Q = enclosed(m, h, top)
        for name in names:
            k = KINEMATIC.index(name) + 1
            bounds[name] = parabola_bounds(Q[k].centre, Q[k + 1].centre, Q[k + 2] * 0.5, duration * h[:, None])
        if not constraints.dynamic:
            return bounds
        limits = {
            name: limit for name, limit in limits_of(robot).items() if name in constraints.quantities and name not in KINEMATIC
        }
        rows, columns, evaluator = _evaluator(robot, order, tuple(limits))
        inputs = {x: Ball(ball.centre[:, i], ball.radius[:, i]) for row, ball in zip(rows, Q) for i, x in enumerate(row)}
        series = evaluator(inputs)
        bounds |= {name: (np.zeros((len(m), len(limit))), np.zeros((len(m), len(limit)))) for name, limit in limits.items()}
        for i, (name, j) in enumerate(columns):
            c = [_as_ball(x, len(m)) for x in series[3 * i : 3 * i + 3]]
            bounds[name][0][:, j], bounds[name][1][:, j] = parabola_bounds(c[0].centre, c[1].centre, c[2], duration * h)
    return bounds


def parabola_bounds(c0: Array, c1: Array, c2: Ball, h: Array) -> tuple[Array, Array]:
    """Return (bound, value) of |c0 + c1 u + c2 u^2| on |u| <= h, with c2 a ball.

    The bound is an upper bound; the value is the largest magnitude that is certainly reached at u = -h, 0 or h.
    """
    ends = np.maximum(np.abs(c0 + c1 * h + c2.centre * h * h), np.abs(c0 - c1 * h + c2.centre * h * h))
    inside = np.abs(c1) < 2.0 * np.abs(c2.centre) * h
    peak = np.where(inside, c0 - 0.25 * c1 * c1 / np.where(inside, c2.centre, 1.0), c0)
    remainder = c2.radius * h * h
    upper = np.maximum(ends, np.maximum(np.abs(peak), np.abs(c0))) + remainder
    return np.nan_to_num(upper, nan=np.inf), np.fmax(np.abs(c0), ends - remainder)


def _as_ball(x: Number, count: int) -> Ball:
    """Return a Taylor coefficient as a ball (count,); a constant becomes a ball of radius zero."""
    return x if isinstance(x, Ball) else Ball(np.full(count, float(x)), np.zeros(count))


@lru_cache(maxsize=CACHED_ROBOTS)
def _evaluator(
    robot: Robot, order: int, names: tuple[str, ...]
) -> tuple[list[list[Number]], list[tuple[str, int]], Callable[[Mapping[Number, Ball]], list[Number]]]:
    """Return (input symbols, limited columns, evaluator) for the series of the quantities `names`.

    The input symbols are derivatives of q, by order; a limited column is (quantity, index of motor or joint). The evaluator takes
    {input symbol: ball} and returns three Taylor coefficients for each limited column.
    """
    sheet, outputs = _traced(robot, order)
    limits = limits_of(robot)
    columns = [(name, j) for name in names for j in np.flatnonzero(np.isfinite(limits[name])).tolist()]
    return sheet.rows, columns, sheet.graph.evaluator([x for name, j in columns for x in outputs[name][j]])


@lru_cache(maxsize=CACHED_ROBOTS)
def _traced(robot: Robot, order: int) -> tuple[Sheet, dict[str, list[list[Number]]]]:
    """Trace the inverse dynamics on Taylor series in time; return the input symbols and the series of every quantity and joint.

    Each derivative of q is an input symbol, and each result has the first three coefficients. The scalars of the equations are
    series to `order`, because the equations of elastic joints are differentiated by time themselves.
    """
    n, top = robot.n, robot.motion_order
    sheet = Sheet([Slot("motion", top + order + 1, n)])
    rows = [_jets(sheet.rows[k : k + order + 1]) for k in range(top + 1)]
    levels = [_jets(rows[k : k + top - 1]) for k in range(3)]
    plant = INVERSE.prepare(robot, plant_of(robot))
    tau_m, tau_j, theta, delta = INVERSE.evaluate(plant, Inputs(levels))
    quantities = {"motor_torque": tau_m, "joint_torque": tau_j[0], "deflection": delta, "motor_velocity": theta[1]}
    series = {name: [_series(x, 2) for x in row] for name, row in quantities.items()}
    if order > 2:
        series["torque_rate"] = [[k * c for k, c in enumerate(_series(x, order))][1:] for x in tau_m]
    return sheet, series


def _jets(rows: Sequence[Sequence[Number]]) -> list[Jet]:
    """Return Taylor series from rows of derivatives, one series for each column."""
    return [Jet.from_derivatives(column) for column in zip(*rows)]


def _series(x: Number, order: int) -> list[Number]:
    """Return the Taylor coefficients of x to `order`; a constant has zeros after the first coefficient."""
    return list(x.coeffs[: order + 1]) if isinstance(x, Jet) else [x, *[0.0] * order]
