"""Constraints and cost of a motion spline, and their derivatives by its coefficients and its duration.

Unknowns are the coefficients c of q(x), x = t/T, and log T. A limited quantity f is a function of q and its time derivatives,
with

    df = sum_j D_j dq^(j),    dq^(j) = T^-j B^(j) dc + (T^-j B^(j) dc/dlogT - j q^(j)) dlogT,    D_j = df / dq^(j)

where D_j are exact partial derivatives and B the B-splines; dc/dlogT concerns the coefficients that the boundary conditions
determine. The torque rate at a sample is the difference of the torques at the sample and at its twin, a second sample close by,
divided by the time between them. A mean rate between two regular samples would miss the rate at the very end of a motion that
ends moving: 1.56 times the limit in a throw whose mean rates were within the limit.

The energy is the Joule heat of the motor windings,

    E = sum_i integral (tau_m_i / k_i)^2 dt    [J],    k_i the constant of motor i as seen at its joint [Nm/sqrt(W) or N/sqrt(W)],

by Boole's rule on every piece. Its Hessian is the Gauss-Newton approximation from the Jacobian of tau_m.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from jounce.errors import SingularityError
from jounce.flexible.feedforward import feedforward
from jounce.numbers.packing import Array
from jounce.timing.limit_constraints import KINEMATIC, PARTIALS, largest
from jounce.timing.motion_spline import MotionSpline
from jounce.timing.move_problem import MoveProblem
from jounce.timing.time_scaling import samples

SAMPLES = 4
"""Number of samples in each piece of the spline."""
TWIN_DISTANCE = 2.5e-5
"""Distance of a sample from its twin, a second sample close by, as a fraction of the shortest piece."""
BOOLE = np.array([14.0, 64.0, 24.0, 64.0]) / 180.0
"""Weights of the first four of five samples of a piece in Boole's rule; the fifth sample has the weight of the first."""


class MotionEvaluation(NamedTuple):
    """Motion spline evaluated at N samples x (N,), as fractions of its duration."""

    spline: MotionSpline
    x: Array
    Q: Array
    """q and its time derivatives (k, N, n). If torque rates are limited, (k, 2 N, n): the values at the samples, then at their
    twins."""
    shares: dict[str, Array]
    """Utilisation of each limited quantity at the samples, (N, n) or (N, m)."""
    roots: Array
    """tau_m / k (N, m) [sqrt(W)], k the motor constants: square roots of the heat power of every motor; empty if energy has no
    cost."""
    worst: float
    """Largest utilisation; infinite if any utilisation is not finite."""
    energy: float
    """Energy E [J]; nan if energy has no cost."""
    cost: float
    """Weighted sum of duration T and energy E, with the costs of the problem as weights."""


def evaluate(problem: MoveProblem, spline: MotionSpline) -> MotionEvaluation:
    """Evaluate utilisation, energy and cost of a motion spline.

    If a spring would have to carry more than its law allows, `worst`, `energy` and `cost` are infinite and `shares` is empty.
    """
    constraints, T = problem.constraints, spline.duration
    regular = samples(spline.knots, SAMPLES)
    x = np.concatenate([regular, problem.places])
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
        rate = (torque[N:] - torque[:N]) / (T * (instants[N:] - x))[:, None]
        shares["torque_rate"] = rate / _tightened_limits(problem, "torque_rate", x)
    worst = largest(shares) if shares else 0.0
    if not problem.energy:
        return MotionEvaluation(spline, x, Q, shares, np.zeros((0, 0)), worst, np.nan, problem.time * T)
    roots = values["motor_torque"][: len(regular)] / problem.constants
    energy = T * float(_boole_weights(spline) @ (roots**2).sum(axis=1))
    return MotionEvaluation(spline, x, Q, shares, roots, worst, energy, problem.time * T + problem.energy * energy)


def dense_utilisation(problem: MoveProblem, spline: MotionSpline, x: Array) -> dict[str, Array]:
    """Return the utilisation of each limited quantity at ascending fractions x (N,) of the duration, (N, n) or (N, m).

    The torque rate is its mean between consecutive samples (N-1, m). Limits are not tightened by the margin.
    """
    constraints = problem.constraints
    values = _quantities(problem, spline, x, spline.motion(x, constraints.order))
    shares = {name: values[name] / constraints.limits[name] for name in constraints.names}
    if constraints.has_rate_limit:
        rate = np.diff(values["motor_torque"], axis=0) / (spline.duration * np.diff(x)[:, None])
        shares["torque_rate"] = rate / constraints.limits["torque_rate"]
    return shares


def _quantities(problem: MoveProblem, spline: MotionSpline, x: Array, Q: Array) -> dict[str, Array]:
    """Return every limited quantity except the torque rate at x (N,), in any order, from q and its time derivatives Q (k, N,
    n)."""
    constraints = problem.constraints
    if not constraints.damped:
        return constraints.values(Q)
    order, back = np.unique(x, return_inverse=True)
    along = constraints.values(Q[:, :1], lambda: feedforward(constraints.robot, problem.path(spline), spline.duration * order))
    return {**dict(zip(KINEMATIC, Q[1:])), **{name: row[back] for name, row in along.items() if name not in KINEMATIC}}


def _twin_instants(spline: MotionSpline, x: Array) -> Array:
    """Return the twins (N,) of samples x (N,): shortly after each sample, or shortly before a sample at the end."""
    distance = TWIN_DISTANCE * float(np.diff(np.unique(spline.knots)).min())
    return np.where(x + distance <= 1.0, x + distance, x - distance)


def _tightened_limits(problem: MoveProblem, name: str, x: Array) -> Array:
    """Return the limits (N, n) or (N, m) of one quantity at x (N,), tightened by the margin; `name`: the quantity."""
    fixed = ((x == 0.0) | (x == 1.0)) & (name in KINEMATIC)
    return problem.constraints.limits[name] * np.where(fixed, 1.0, 1.0 - problem.margin)[:, None]


def _boole_weights(spline: MotionSpline) -> Array:
    """Return the weights (N,) of the samples of a spline, `SAMPLES` in each piece, in an integral over x by Boole's rule."""
    lengths = np.diff(np.unique(spline.knots))
    weights = np.append((lengths[:, None] * BOOLE).ravel(), 0.0)
    weights[SAMPLES::SAMPLES] += lengths * BOOLE[0]
    return weights


class Linearisation(NamedTuple):
    """Derivatives of an evaluated motion by the c n coefficients (all joints of a coefficient together) and by log T."""

    rows: Array
    """Jacobian (r, c n + 1) of the utilisations in `shares`."""
    shares: Array
    """Utilisation (r,) of all limits at all samples, as one vector."""
    gradient: Array
    """Gradient of the cost (c n + 1,)."""
    hessian: Array | None
    """Gauss-Newton Hessian (c n + 1, c n + 1) of the energy cost; None if energy has no cost."""


def linearise(problem: MoveProblem, evaluation: MotionEvaluation) -> Linearisation:
    """Return the derivatives of an evaluated motion by its unknowns; damped joints are differentiated as if undamped."""
    constraints, spline, x, T = problem.constraints, evaluation.spline, evaluation.x, evaluation.spline.duration
    n, size, N = constraints.robot.n, spline.coefficients.size + 1, len(evaluation.x)
    instants = np.concatenate([x, _twin_instants(spline, x)]) if constraints.has_rate_limit else x
    scale = T ** -np.arange(constraints.order + 1, dtype=np.float64)[:, None, None]
    B = spline.design(instants, constraints.order) * scale
    by_T = B @ spline.duration_derivative(problem.boundary) - np.arange(len(B))[:, None, None] * evaluation.Q

    def chain_rule(D: Array) -> Array:
        """Return the Jacobian (N, r, c n + 1) of r scalars from their partial derivatives D (J+1, N, r, n) by q and its time
        derivatives."""
        count = D.shape[1]
        by_c = np.einsum("jsra,jsc->srca", D, B[: len(D), :count], optimize=True)
        by_duration = np.einsum("jsra,jsa->sr", D, by_T[: len(D), :count])
        return np.concatenate([by_c.reshape(*by_c.shape[:2], -1), by_duration[..., None]], axis=-1)

    @cache
    def jacobian(name: str) -> Array:
        """Return the Jacobian (N, r, c n + 1) of a quantity at the samples; for the motor torque also at the twins, if any."""
        if name in KINEMATIC:
            j = KINEMATIC.index(name) + 1
            D = np.zeros((j + 1, N, n, n))
            D[j] = np.eye(n)
        else:
            D = PARTIALS[name](
                constraints.undamped, *evaluation.Q[: constraints.robot.motion_order + 1, : None if name == "motor_torque" else N]
            )
        return chain_rule(D)

    rows, shares = [np.zeros((0, size))], [np.zeros(0)]
    for name in constraints.quantities:
        share = evaluation.shares[name]
        if name == "torque_rate":
            torque = jacobian("motor_torque")
            block = (
                (torque[N:] - torque[:N])
                / (T * (instants[N:] - x))[:, None, None]
                / _tightened_limits(problem, name, x)[..., None]
            )
            block[..., -1] -= share
        else:
            block = jacobian(name)[:N] / _tightened_limits(problem, name, x)[..., None]
        limited = np.isfinite(constraints.limits[name])
        rows.append(block[:, limited].reshape(-1, size))
        shares.append(share[:, limited].ravel())
    gradient, hessian = np.zeros(size), None
    gradient[-1] = problem.time * T
    if problem.energy:
        weight = np.sqrt(problem.energy * T * _boole_weights(spline))[:, None]
        r = (weight * evaluation.roots).ravel()
        J = (weight[..., None] * jacobian("motor_torque")[: len(weight)] / problem.constants[:, None]).reshape(-1, size)
        J[:, -1] += 0.5 * r
        gradient += 2.0 * J.T @ r
        hessian = 2.0 * J.T @ J
    return Linearisation(np.concatenate(rows), np.concatenate(shares), gradient, hessian)
