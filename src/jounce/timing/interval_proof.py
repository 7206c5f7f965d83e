"""Shares of limits during spans of time, bounded with proof.

A limited quantity f is a function of q and its time derivatives. The equations are evaluated on Taylor series in time whose
coefficients are balls: centres are those of the series at the middle m of a span, radii hold what the coefficients are at any
other instant of it. With Taylor's theorem

    |f(m + u) - (c_0 + c_1 u + c_2 u^2)| <= r_2 u^2        |u| <= h

r_2 the radius of f''/2 during the span, which falls as h, so that the rest falls as h^3. The largest of the parabola is found
exactly. Spans whose bound is above what is surely reached somewhere are cut into four, until it is by little.

Nothing is assumed of f but its equations, and rounding is left aside: some 1e-13 of a limit.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from jounce.codegen.program import Sheet, Slot
from jounce.functions.equation import Inputs
from jounce.functions.inverse_dynamics import INVERSE
from jounce.inverse.along import filters
from jounce.numbers import Jet, Number
from jounce.numbers.ball import Ball
from jounce.numbers.packing import Array
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.timing.enclosures import MotionEnclosure, taylor_balls
from jounce.timing.limit_constraints import KINEMATIC, LimitConstraints, limits_of
from jounce.timing.path_geometry import PathGeometry

TIGHTNESS = 1e-7
"""Share of a limit by which a bound may be above what is surely reached."""
SUBDIVISIONS = 4
"""Parts into which a span is cut whose bound is not tight."""
ROUNDS = 8
"""Times that spans are cut at most."""
MOST_SPANS = 20_000
"""Spans that are looked at at most."""
POSITION_SPANS = 32
"""Spans of each polynomial of a curve in which positions are looked at first."""
BATCH = 2048
"""Spans of one evaluation."""


CACHED_ROBOTS = 16
"""Robots whose equations are remembered as they are written down, some megabytes each."""
NO_FINITE_BOUND = "the equations of this robot have corners, as springs of piecewise laws have, or more than spans can resolve."
"""Why there is no proof where bounds are not finite."""


class UtilisationBounds(NamedTuple):
    """Largest shares during N spans."""

    ends: Array
    """Shares of the duration (N+1,) between which spans are."""
    shares: dict[str, Array]
    """Of each quantity (N, n), of motors (N, m)."""
    reached: float
    """A share that is surely reached."""

    @property
    def largest(self) -> float:
        """Of all."""
        return max(float(x.max()) for x in self.shares.values())

    def with_tighter(self, other: "UtilisationBounds") -> "UtilisationBounds":
        """Return the smaller of two bounds of the same spans: both hold."""
        shares = {name: np.minimum(x, other.shares[name]) for name, x in self.shares.items()}
        return UtilisationBounds(self.ends, shares, max(self.reached, other.reached))


def unproven(constraints: LimitConstraints) -> str:
    """Why nothing can be proved of a motion; empty where it can."""
    if constraints.damped:
        name = constraints.robot.motor_names[int(filters(constraints.robot).damped.argmax())]
        return f"joint {name!r} is elastic and damped, so that what its motor does depends on all of the motion before."
    if constraints.geometry.degree is None:
        return "the path does not consist of polynomials."
    return ""


def span_ends(breaks: Array, each: int) -> Array:
    """Ends (N+1,) of `each` spans between each two of the breaks (k,), which go from 0 to 1."""
    return np.append((breaks[:-1, None] + np.diff(breaks)[:, None] * np.arange(each) / each).ravel(), 1.0)


def prove(
    constraints: LimitConstraints, enclosed: MotionEnclosure, duration: float, ends: Array, ceiling: float | None = None
) -> UtilisationBounds:
    """Return bounds of the shares that a motion takes during spans between these shares of the duration (N+1,).

    ceiling: all that is asked is whether each share stays below it. Bounds that do are not tightened, and as soon as a share is
    surely above it, all are returned as they are.
    """
    stated = limits_of(constraints.robot)
    limits = {name: stated[name] for name in constraints.quantities}
    found = {name: np.zeros((len(ends) - 1, len(limit))) for name, limit in limits.items()}
    surely = {name: np.zeros(len(limit)) for name, limit in limits.items()}
    m, h, whose = 0.5 * (ends[1:] + ends[:-1]), 0.5 * np.diff(ends), np.arange(len(ends) - 1)
    looked = 0
    for left in range(ROUNDS, -1, -1):
        looked += len(m)
        parts = [
            _span_bounds(constraints, enclosed, duration, m[i : i + BATCH], h[i : i + BATCH]) for i in range(0, len(m), BATCH)
        ]
        above = {}
        for name, limit in limits.items():
            with np.errstate(over="ignore"):  # a bound near the largest float is none
                above[name], least = (np.concatenate([part[name][k] for part in parts]) / limit for k in range(2))
            surely[name] = np.maximum(surely[name], least.max(axis=0))
        enough = {name: np.maximum(share + TIGHTNESS, ceiling or 0.0) for name, share in surely.items()}
        excess = np.max([(bound - enough[name]).max(axis=1) for name, bound in above.items()], axis=0)
        worst = np.argsort(excess)[::-1][: max(0, MOST_SPANS - looked) // SUBDIVISIONS if left else 0]
        loose = np.zeros(len(m), dtype=bool)
        if ceiling is None or max(float(x.max()) for x in surely.values()) <= ceiling:
            loose[worst] = excess[worst] > 0.0
        for name, bound in above.items():
            np.maximum.at(found[name], whose[~loose], bound[~loose])
        if not loose.any():
            break
        (m, h), whose = _subdivided(m[loose], h[loose]), np.repeat(whose[loose], SUBDIVISIONS)
    return UtilisationBounds(ends, found, max(float(x.max()) for x in surely.values()))


def range_violation(geometry: PathGeometry, middle: Array, half: Array) -> tuple[float, int] | None:
    """A place w of a curve of polynomials and the joint that is further from the middle of its range (n,) than half of it (n,);
    none where that is nowhere, with proof but for what `ROUNDS` cuts leave."""
    assert geometry.degree is not None
    ends = span_ends(geometry.breaks, POSITION_SPANS)
    m, h = 0.5 * (ends[1:] + ends[:-1]), 0.5 * np.diff(ends)
    for _ in range(ROUNDS):
        q = taylor_balls(geometry(m, geometry.degree), h[:, None], 2)
        above, surely = parabola_bounds(q[0].centre - middle, q[1].centre, q[2] * 0.5, h[:, None])
        if (surely > half).any():
            i, j = np.unravel_index(int((surely - half).argmax()), surely.shape)
            return float(m[i]), int(j)
        loose = (above > half).any(axis=1)
        if not loose.any():
            break
        m, h = _subdivided(m[loose], h[loose])
    return None


def _subdivided(m: Array, h: Array) -> tuple[Array, Array]:
    """Middles and half lengths of the parts of spans."""
    within = (2.0 * np.arange(SUBDIVISIONS) + 1.0) / SUBDIVISIONS - 1.0
    return (m[:, None] + h[:, None] * within).ravel(), np.repeat(h / SUBDIVISIONS, SUBDIVISIONS)


def _span_bounds(
    constraints: LimitConstraints, enclosed: MotionEnclosure, duration: float, m: Array, h: Array
) -> dict[str, tuple[Array, Array]]:
    """For each quantity what it is at most during spans, and what it surely is at an instant of them, (N, n) or (N, m) each."""
    robot, order = constraints.robot, 2 + constraints.has_rate_limit
    names = [name for name in constraints.names if name in KINEMATIC]
    top = max([KINEMATIC.index(name) + 3 for name in names] + [robot.motion_order + order] * constraints.dynamic)
    found = {}
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        Q = enclosed(m, h, top)
        for name in names:
            k = KINEMATIC.index(name) + 1
            found[name] = parabola_bounds(Q[k].centre, Q[k + 1].centre, Q[k + 2] * 0.5, duration * h[:, None])
        if not constraints.dynamic:
            return found
        limits = {
            name: limit for name, limit in limits_of(robot).items() if name in constraints.quantities and name not in KINEMATIC
        }
        rows, wanted, evaluator = _evaluator(robot, order, tuple(limits))
        inputs = {x: Ball(ball.centre[:, i], ball.radius[:, i]) for row, ball in zip(rows, Q) for i, x in enumerate(row)}
        series = evaluator(inputs)
        found |= {name: (np.zeros((len(m), len(limit))), np.zeros((len(m), len(limit)))) for name, limit in limits.items()}
        for i, (name, j) in enumerate(wanted):
            c = [_as_ball(x, len(m)) for x in series[3 * i : 3 * i + 3]]
            found[name][0][:, j], found[name][1][:, j] = parabola_bounds(c[0].centre, c[1].centre, c[2], duration * h)
    return found


def parabola_bounds(c0: Array, c1: Array, c2: Ball, h: Array) -> tuple[Array, Array]:
    """The largest size of c0 + c1 u + c2 u^2 for |u| <= h, and the largest that it surely has at both ends and in the middle."""
    ends = np.maximum(np.abs(c0 + c1 * h + c2.centre * h * h), np.abs(c0 - c1 * h + c2.centre * h * h))
    inside = np.abs(c1) < 2.0 * np.abs(c2.centre) * h
    peak = np.where(inside, c0 - 0.25 * c1 * c1 / np.where(inside, c2.centre, 1.0), c0)
    rest = c2.radius * h * h
    above = np.maximum(ends, np.maximum(np.abs(peak), np.abs(c0))) + rest
    return np.nan_to_num(above, nan=np.inf), np.fmax(np.abs(c0), ends - rest)


def _as_ball(x: Number, count: int) -> Ball:
    """A coefficient; one that is a constant as a ball."""
    return x if isinstance(x, Ball) else Ball(np.full(count, float(x)), np.zeros(count))


@lru_cache(maxsize=CACHED_ROBOTS)
def _evaluator(
    robot: Robot, order: int, names: tuple[str, ...]
) -> tuple[list[list[Number]], list[tuple[str, int]], Callable[[Mapping[Number, Ball]], list[Number]]]:
    """Return the inputs (derivatives of q), the limited columns (quantity, motor or joint) and what computes their series."""
    sheet, outputs = _traced(robot, order)
    limits = limits_of(robot)
    columns = [(name, j) for name in names for j in np.flatnonzero(np.isfinite(limits[name])).tolist()]
    return sheet.rows, columns, sheet.graph.evaluator([x for name, j in columns for x in outputs[name][j]])


@lru_cache(maxsize=CACHED_ROBOTS)
def _traced(robot: Robot, order: int) -> tuple[Sheet, dict[str, list[list[Number]]]]:
    """The inverse dynamics on series in time, written down: a symbol for each derivative of q, and of each quantity and joint the
    first three coefficients of its series.

    Series to this order are the numbers of which the equations, where joints are elastic, take time derivatives themselves.
    """
    n, top = robot.n, robot.motion_order
    sheet = Sheet([Slot("motion", top + order + 1, n)])
    rows = [_jets(sheet.rows[k : k + order + 1]) for k in range(top + 1)]
    levels = [_jets(rows[k : k + top - 1]) for k in range(3)]
    plant = INVERSE.prepare(robot, plant_of(robot))
    tau_m, tau_j, theta, delta = INVERSE.text(plant, Inputs(levels))
    numbers = {"motor_torque": tau_m, "joint_torque": tau_j[0], "deflection": delta, "motor_velocity": theta[1]}
    found = {name: [_series(x, 2) for x in row] for name, row in numbers.items()}
    if order > 2:
        found["torque_rate"] = [[k * c for k, c in enumerate(_series(x, order))][1:] for x in tau_m]
    return sheet, found


def _jets(rows: Sequence[Sequence[Number]]) -> list[Jet]:
    """From rows of derivatives."""
    return [Jet.from_derivatives(column) for column in zip(*rows)]


def _series(x: Number, order: int) -> list[Number]:
    """Taylor coefficients to an order; of a constant zeros."""
    return list(x.coeffs[: order + 1]) if isinstance(x, Jet) else [x, *[0.0] * order]
