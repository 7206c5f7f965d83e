"""What a course asks of each joint and what it costs, and how both change with it.

Unknown are the coefficients c of q(x), x = t/T, and log T. Limited quantities f are functions of q and its time derivatives, so

    df = sum_j D_j dq^(j),    dq^(j) = T^-j B^(j) dc + (T^-j B^(j) dc/dlogT - j q^(j)) dlogT,    D_j = df / dq^(j)

with exact partial derivatives D_j, B the B-splines; dc/dlogT is of the coefficients that velocities at the ends fix. The torque
rate at a sample is the difference of torques at the sample and at a twin close by: a mean between two samples misses the rate at
the very end of a motion that ends moving, 1.56 times the limit in a throw whose means were within it.

The energy of motors is what their windings turn into heat,

    E = sum_i integral (tau_m_i / k_i)^2 dt    [J],    k_i the constant of motor i as seen at its joint [Nm/sqrt(W) or N/sqrt(W)],

by Boole's rule on every piece. Its second derivative is taken from the first ones of tau_m [Gauss and Newton].
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from jounce.errors import SingularityError
from jounce.inverse.feedforward import feedforward
from jounce.numbers.packing import Array
from jounce.timing.limit_constraints import KINEMATIC, PARTIALS, largest
from jounce.timing.motion_spline import MotionSpline
from jounce.timing.move_problem import MoveProblem
from jounce.timing.time_scaling import samples

SAMPLES = 4
"""For each piece of the spline."""
TWIN_DISTANCE = 2.5e-5
"""Distance of a sample from its twin, as a fraction of the shortest piece."""
BOOLE = np.array([14.0, 64.0, 24.0, 64.0]) / 180.0
"""Weights of the first four of five samples of a piece; the fifth has that of the first."""


class MotionEvaluation(NamedTuple):
    """A course looked at, at shares x (N,) of its duration."""

    spline: MotionSpline
    x: Array
    Q: Array
    """q and its time derivatives (k, N, n); (k, 2 N, n), with those at the twins of samples, where torque rates are limited."""
    shares: dict[str, Array]
    """Of limits (N, n) or (N, m)."""
    roots: Array
    """Square roots of the watts of every motor (N, m)."""
    worst: float
    """The largest share, infinite where one is not a number."""
    energy: float
    """E [J]."""
    cost: float


def evaluate(problem: MoveProblem, spline: MotionSpline) -> MotionEvaluation:
    """Sample a course, as the limits and the energy need."""
    constraints, T = problem.constraints, spline.duration
    own = samples(spline.knots, SAMPLES)
    x = np.concatenate([own, problem.places])
    instants = np.concatenate([x, _twin_instants(spline, x)]) if constraints.has_rate_limit else x
    Q = spline.motion(instants, constraints.order)
    try:
        values = _quantities(problem, spline, instants, Q)
    except SingularityError:  # a spring would have to carry more than it can
        return MotionEvaluation(spline, x, Q, {}, np.zeros((0, 0)), np.inf, np.inf, np.inf)
    N = len(x)
    shares = {name: values[name][:N] / _tightened_limits(problem, name, x) for name in constraints.names}
    if constraints.has_rate_limit:
        torque = values["motor_torque"]
        rise = (torque[N:] - torque[:N]) / (T * (instants[N:] - x))[:, None]
        shares["torque_rate"] = rise / _tightened_limits(problem, "torque_rate", x)
    worst = largest(shares) if shares else 0.0
    if not problem.energy:
        return MotionEvaluation(spline, x, Q, shares, np.zeros((0, 0)), worst, np.nan, problem.time * T)
    roots = values["motor_torque"][: len(own)] / problem.constants
    energy = T * float(_boole_weights(spline) @ (roots**2).sum(axis=1))
    return MotionEvaluation(spline, x, Q, shares, roots, worst, energy, problem.time * T + problem.energy * energy)


def dense_utilisation(problem: MoveProblem, spline: MotionSpline, x: Array) -> dict[str, Array]:
    """Return the shares of limits at rising fractions x (N,) of the duration, (N, n) or (N, m); of the torque rate its means
    between two samples (N-1, m)."""
    constraints = problem.constraints
    values = _quantities(problem, spline, x, spline.motion(x, constraints.order))
    shares = {name: values[name] / constraints.limits[name] for name in constraints.names}
    if constraints.has_rate_limit:
        rise = np.diff(values["motor_torque"], axis=0) / (spline.duration * np.diff(x)[:, None])
        shares["torque_rate"] = rise / constraints.limits["torque_rate"]
    return shares


def _quantities(problem: MoveProblem, spline: MotionSpline, x: Array, Q: Array) -> dict[str, Array]:
    """Return every quantity at fractions x (N,) of the duration in any order, from q and its time derivatives Q (k, N, n)."""
    constraints = problem.constraints
    if not constraints.damped:
        return constraints.values(Q)
    order, back = np.unique(x, return_inverse=True)
    along = constraints.values(Q[:, :1], lambda: feedforward(constraints.robot, problem.path(spline), spline.duration * order))
    return {**dict(zip(KINEMATIC, Q[1:])), **{name: row[back] for name, row in along.items() if name not in KINEMATIC}}


def _twin_instants(spline: MotionSpline, x: Array) -> Array:
    """Return instants close to samples x (N,): after them, before the last."""
    apart = TWIN_DISTANCE * float(np.diff(np.unique(spline.knots)).min())
    return np.where(x + apart <= 1.0, x + apart, x - apart)


def _tightened_limits(problem: MoveProblem, name: str, x: Array) -> Array:
    """Return limits (N, n) or (N, m) at fractions x (N,) of the duration, tightened by the margin."""
    fixed = ((x == 0.0) | (x == 1.0)) & (name in KINEMATIC)
    return problem.constraints.limits[name] * np.where(fixed, 1.0, 1.0 - problem.margin)[:, None]


def _boole_weights(spline: MotionSpline) -> Array:
    """Of a course's own samples (N,) in an integral over x."""
    long = np.diff(np.unique(spline.knots))
    found = np.append((long[:, None] * BOOLE).ravel(), 0.0)
    found[SAMPLES::SAMPLES] += long * BOOLE[0]
    return found


class Linearisation(NamedTuple):
    """How a view changes with coefficients, those of a joint n apart, and the logarithm of the duration: c n + 1 unknowns."""

    rows: Array
    """Of shares (r, c n + 1)."""
    shares: Array
    """These shares (r,)."""
    gradient: Array
    """Of the cost (c n + 1,)."""
    hessian: Array | None
    """Of the energy's cost; none where energy costs nothing."""


def linearise(problem: MoveProblem, evaluation: MotionEvaluation) -> Linearisation:
    """Return the slopes of a view; damped joints as if they were not."""
    constraints, spline, x, T = problem.constraints, evaluation.spline, evaluation.x, evaluation.spline.duration
    n, size, N = constraints.robot.n, spline.coefficients.size + 1, len(evaluation.x)
    instants = np.concatenate([x, _twin_instants(spline, x)]) if constraints.has_rate_limit else x
    scale = T ** -np.arange(constraints.order + 1, dtype=np.float64)[:, None, None]
    B = spline.design(instants, constraints.order) * scale
    by_T = B @ spline.duration_derivative(problem.boundary) - np.arange(len(B))[:, None, None] * evaluation.Q

    def carried(D: Array) -> Array:
        """(N, r, c n + 1) from D (J+1, N, r, n), r rows."""
        count = D.shape[1]
        by_c = np.einsum("jsra,jsc->srca", D, B[: len(D), :count], optimize=True)
        more = np.einsum("jsra,jsa->sr", D, by_T[: len(D), :count])
        return np.concatenate([by_c.reshape(*by_c.shape[:2], -1), more[..., None]], axis=-1)

    @cache
    def slopes(name: str) -> Array:
        """Of a quantity at samples; of the torque at twins too."""
        if name in KINEMATIC:
            j = KINEMATIC.index(name) + 1
            D = np.zeros((j + 1, N, n, n))
            D[j] = np.eye(n)
        else:
            D = PARTIALS[name](
                constraints.undamped, *evaluation.Q[: constraints.robot.motion_order + 1, : None if name == "motor_torque" else N]
            )
        return carried(D)

    rows, here = [np.zeros((0, size))], [np.zeros(0)]
    for name in constraints.quantities:
        share = evaluation.shares[name]
        if name == "torque_rate":
            torque = slopes("motor_torque")
            block = (
                (torque[N:] - torque[:N])
                / (T * (instants[N:] - x))[:, None, None]
                / _tightened_limits(problem, name, x)[..., None]
            )
            block[..., -1] -= share
        else:
            block = slopes(name)[:N] / _tightened_limits(problem, name, x)[..., None]
        limited = np.isfinite(constraints.limits[name])
        rows.append(block[:, limited].reshape(-1, size))
        here.append(share[:, limited].ravel())
    gradient, hessian = np.zeros(size), None
    gradient[-1] = problem.time * T
    if problem.energy:
        weight = np.sqrt(problem.energy * T * _boole_weights(spline))[:, None]
        r = (weight * evaluation.roots).ravel()
        J = (weight[..., None] * slopes("motor_torque")[: len(weight)] / problem.constants[:, None]).reshape(-1, size)
        J[:, -1] += 0.5 * r
        gradient += 2.0 * J.T @ r
        hessian = 2.0 * J.T @ J
    return Linearisation(np.concatenate(rows), np.concatenate(here), gradient, hessian)
