"""Optimisation of an excitation motion: basis functions of time, their coefficients, the information they give, and limits.

With W the base regressor along the motion, rows weighted by 1 / noise, the objective is

    f = - log det(W^T W) / size + max(0, log(condition / 70))^2   or   f = log(condition),

with the condition number (largest by least singular value) of W with unweighted rows. The gradient of the determinant term by W
is -2 W (W^T W)^-1 / size, that of log(condition) is W (u u^T / a - v v^T / b) with the eigenvectors u and v of the largest and
the least eigenvalue, a and b, of W^T W. Limits |utilisation| <= margin at all samples enter an augmented Lagrangian, f + mean
of (max(0, y + r (|utilisation| - margin))^2 - y^2) / 2 r, which L-BFGS minimises while the multipliers y are updated.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple, Protocol

import numpy as np

from jounce.functions.inverse_dynamics import inverse_dynamics
from jounce.functions.partials import inverse_dynamics_derivatives, rnea_partials
from jounce.functions.rigid import rnea
from jounce.identification.regressor_columns import RegressorColumns, through
from jounce.numbers.packing import Array
from jounce.plant.plant import plant_of
from jounce.robot import Robot


class MotionBasis(Protocol):
    """Basis functions b_k(t) from 0 to `period`; the position of a joint is the sum of c_k b_k(t)."""

    @property
    def period(self) -> float:
        """Return the period [s]."""

    @property
    def max_order(self) -> float:
        """Return the highest derivative that exists."""

    def rows(self, t: Array, order: int) -> Array:
        """Return the basis functions with their time derivatives (order+1, *t.shape, size); t (...) from 0 to the period."""

    def sizes(self) -> Array:
        """Return coefficients (size,) with which the functions reach about the same speed."""

    def at_rest(self, order: int, again: bool) -> Array:
        """Return linear conditions A (conditions, size): A c = 0 for coefficients c of a motion from rest to rest.

        Derivatives 1 to `order` vanish at both ends; with `again`, for a motion that is repeated, it also ends where it begins.
        """


class FourierBasis(NamedTuple):
    """1, cos(h w t), sin(h w t) for h = 1 to `harmonics`, w = 2 pi / period: periodic."""

    period: float
    harmonics: int

    @property
    def max_order(self) -> float:
        """Return infinity: a Fourier series has derivatives of every order."""
        return math.inf

    def rows(self, t: Array, order: int) -> Array:
        """Return constant, cosines and sines with derivatives (order+1, *t.shape, size); see `MotionBasis`."""
        h = 2.0 * math.pi / self.period * np.arange(self.harmonics + 1)
        cosine, sine = np.cos(t[..., None] * h), np.sin(t[..., None] * h)
        derivatives = (cosine, -sine, -cosine, sine)
        rows = [
            np.concatenate([h**k * derivatives[k % 4], (h**k * derivatives[(k + 3) % 4])[..., 1:]], axis=-1)
            for k in range(order + 1)
        ]
        return np.stack(rows)

    def sizes(self) -> Array:
        """Return coefficients (size,) for about equal speeds, see `MotionBasis`: inversely proportional to the frequency."""
        h = np.maximum(1, np.arange(self.harmonics + 1))
        sizes = self.period / (2.0 * math.pi * np.concatenate([h, h[1:]]))
        sizes[0] = 1.0
        return sizes

    def at_rest(self, order: int, again: bool) -> Array:
        """Return linear conditions (conditions, size) of rest, see `MotionBasis`; a periodic motion needs them at one end."""
        conditions: Array = self.rows(np.zeros(1), order)[1:, 0]
        return conditions


class SplineBasis(NamedTuple):
    """B-splines of one degree on `pieces` intervals of equal length."""

    period: float
    pieces: int
    degree: int

    @property
    def max_order(self) -> float:
        """Return the degree: higher derivatives vanish or do not exist."""
        return self.degree

    def rows(self, t: Array, order: int) -> Array:
        """Return the basis functions and derivatives (order+1, *t.shape, size); see `MotionBasis`."""
        from scipy.interpolate import BSpline

        ends = [0.0] * self.degree, [self.period] * self.degree
        knots = np.concatenate([ends[0], np.linspace(0.0, self.period, self.pieces + 1), ends[1]])
        curve = BSpline(knots, np.eye(self.pieces + self.degree), self.degree)
        return np.stack([curve(t, nu=k) for k in range(order + 1)])

    def sizes(self) -> Array:
        """Return coefficients (size,) for about equal speeds, see `MotionBasis`: equal for all functions."""
        return np.full(self.pieces + self.degree, self.period / self.pieces)

    def at_rest(self, order: int, again: bool) -> Array:
        """Return linear conditions (conditions, size) of rest at both ends; see `MotionBasis`."""
        ends = self.rows(np.array([0.0, self.period]), order)
        conditions = [*ends[1:, 0], *ends[1:, 1]]
        return np.array([*conditions, ends[0, 1] - ends[0, 0]] if again else conditions)


ROUNDS, AGAIN, STEPS = 6, 2, 60
"""Updates of the multipliers in the first search and in later ones with other margins, and L-BFGS iterations in each."""
PENALTY, STIFFER = 50.0, 3.0
"""Penalty r at first, and its growth from update to update."""
GOOD = 70.0
"""Condition number above which the objective adds a penalty to the determinant term."""
BEGIN = 0.5
"""Largest utilisation of position and speed at which the search starts."""
REACH, SPEED = 0.5 * math.pi, 1.0
"""Range of a joint without stated limits: distance from zero [rad] and speed [rad/s]; a third of it, in metres, if prismatic."""
SLIDES = 1.0 / 3.0


class MotionBounds(NamedTuple):
    """Limits of the motion for each joint (n,); position (n, 2)."""

    position: Array
    velocity: Array
    acceleration: Array
    jerk: Array
    motor_torque: Array
    joint_torque: Array


def bounds_of(robot: Robot) -> tuple[MotionBounds, tuple[str, ...]]:
    """Return the robot's limits, and in words the limits assumed where the robot states none."""
    limits = robot.limits
    position, velocity = limits.position.copy(), limits.velocity.copy()
    assumed = []
    for i, joint in enumerate(robot.axes):
        size, unit = (SLIDES, "m") if joint.prismatic else (1.0, "rad")
        lower, upper = position[i]
        if math.isinf(lower) or math.isinf(upper):
            reach = size * REACH
            if math.isinf(lower) and math.isinf(upper):
                position[i] = -reach, reach
            else:
                position[i] = (upper - 2.0 * reach, upper) if math.isinf(lower) else (lower, lower + 2.0 * reach)
            assumed.append(f"joint {joint.name!r}: position from {position[i, 0]:.4g} to {position[i, 1]:.4g} {unit}")
        if all(math.isinf(x[i]) for x in (velocity, limits.acceleration, limits.motor_torque)):
            velocity[i] = size * SPEED
            assumed.append(f"joint {joint.name!r}: velocity to {velocity[i]:.4g} {unit}/s")
    stiffness = np.nan_to_num(robot.parameter_values("stiffness"), nan=np.inf)
    torque = np.minimum(limits.joint_torque, stiffness * limits.deflection)
    return MotionBounds(position, velocity, limits.acceleration, limits.jerk, limits.motor_torque, torque), tuple(assumed)


class ExcitationDesign:
    """One period of an excitation motion, with unknown coefficients reduced to motions that begin and end at rest."""

    def __init__(
        self,
        columns: RegressorColumns,
        base: list[int],
        bounds: MotionBounds,
        noise: Array,
        criterion: str,
        basis: MotionBasis,
        samples: int,
        rest: int,
        again: bool = False,
    ) -> None:
        from scipy.linalg import null_space

        self.columns, self.base, self.bounds, self.noise, self.criterion = columns, base, bounds, noise, criterion
        self.n, self.basis = columns.robot.n, basis
        self.t = np.linspace(0.0, basis.period, samples, endpoint=False)
        size = basis.sizes()  # coefficients of one size have one speed
        conditions = basis.at_rest(rest, again) * size
        self.reduced = size[:, None] * null_space(conditions / np.abs(conditions).max(axis=1, keepdims=True))
        """(functions, unknowns of a joint): null-space basis of the conditions of rest."""
        self.middle = np.linalg.lstsq(basis.rows(self.t, 0)[0], np.ones(samples), rcond=None)[0]
        """(functions,): coefficients of the constant motion 1."""
        self.rows = basis.rows(self.t, 3) @ self.reduced

    def coefficients(self, x: Array) -> Array:
        """Return the basis coefficients (functions, n) of unknowns x."""
        coefficients: Array = self.reduced @ x.reshape(-1, self.n) + np.outer(self.middle, self.bounds.position.mean(axis=1))
        return coefficients

    def motion(self, x: Array) -> Array:
        """Return positions and three derivatives (4, T, n) at the samples."""
        motion: Array = self.rows @ x.reshape(-1, self.n)
        motion[0] += self.bounds.position.mean(axis=1)
        return motion

    def start(self, rng: np.random.Generator) -> Array:
        """Draw random unknowns, scaled to a utilisation `BEGIN` of each joint's range or speed."""
        x = rng.normal(size=(self.rows.shape[-1], self.n))
        q, qd = (self.rows @ x)[:2]
        half = 0.5 * np.ptp(self.bounds.position, axis=1)
        utilisation = np.maximum(np.abs(q).max(axis=0) / half, np.abs(qd).max(axis=0) / self.bounds.velocity)
        unknowns: Array = (BEGIN / utilisation * x).ravel()
        return unknowns

    def best(self, x: Array, margins: Mapping[str, Array], again: bool = False) -> Array:
        """Return the optimised unknowns from x on, with utilisations up to margins {limit: (n,)} at the samples.

        again: x is the result of an earlier search with other margins, so that fewer updates suffice.
        """
        from scipy.optimize import minimize

        weight = PENALTY * STIFFER ** (ROUNDS - AGAIN if again else 0)
        multipliers = {name: np.zeros((len(self.t), self.n)) for name in margins}
        for _ in range(AGAIN if again else ROUNDS):
            result = minimize(
                lambda x, multipliers=multipliers, weight=weight: self.value(x, multipliers, weight, margins),
                x,
                jac=True,
                method="L-BFGS-B",
                options={"maxiter": STEPS, "maxcor": 20},
            )
            x = result.x
            for name, (utilisation, _) in self.shares(self.motion(x)).items():
                multipliers[name] = np.maximum(0.0, multipliers[name] + weight * (np.abs(utilisation) - margins[name]))
            weight *= STIFFER
        return x

    def value(
        self, x: Array, multipliers: Mapping[str, Array], weight: float, margins: Mapping[str, Array]
    ) -> tuple[float, Array]:
        """Return the augmented Lagrangian and its gradient; multipliers: (T, n) by limit."""
        Q = self.motion(x)
        value, by_motion = self._information(Q)
        for name, (utilisation, gradients) in self.shares(Q).items():
            active = np.maximum(0.0, multipliers[name] + weight * (np.abs(utilisation) - margins[name]))
            value += float((active**2 - multipliers[name] ** 2).sum()) / (2.0 * weight * len(self.t))
            pull = active * np.sign(utilisation) / len(self.t)
            for order, gradient in gradients.items():
                by_motion[order] += pull * gradient if gradient.ndim < 3 else np.einsum("ti,tij->tj", pull, gradient)
        total = sum(self.rows[k].T @ by_motion[k] for k in range(4))
        return value, np.asarray(total).ravel()

    def _information(self, Q: Array) -> tuple[float, Array]:
        """Return the objective f and its gradient by the motion (4, T, n)."""
        rows = self.columns.at(*Q[:3])
        plain = rows[..., self.base].reshape(-1, len(self.base))
        f, P = _condition(plain)
        if self.criterion == "determinant":
            beyond = max(0.0, f - math.log(GOOD))
            sigma = np.tile(self.noise, len(self.t))[:, None]
            value, gradient = _determinant(plain / sigma)
            f, P = value + beyond**2, gradient / sigma + 2.0 * beyond * P
        weights = np.zeros_like(rows)
        weights[..., self.base] = P.reshape(*rows.shape[:2], -1)
        by_motion = np.zeros_like(Q)
        by_motion[:3] = self.columns.slopes(Q[0], Q[1], Q[2], weights)
        return f, by_motion

    def shares(self, Q: Array) -> dict[str, tuple[Array, dict[int, Array]]]:
        """Return {limit: (signed utilisation (T, n), {derivative of the motion: its Jacobian, (n,) or (T, n, n)})}."""
        lower, upper = self.bounds.position.T
        half = np.maximum(0.5 * (upper - lower), 1e-12)
        utilisation: dict[str, tuple[Array, dict[int, Array]]] = {
            "position": ((Q[0] - 0.5 * (lower + upper)) / half, {0: 1.0 / half})
        }
        for order, name in enumerate(("velocity", "acceleration", "jerk"), start=1):
            if np.isfinite(limit := getattr(self.bounds, name)).any():
                utilisation[name] = Q[order] / limit, {order: 1.0 / limit}
        robot = self.columns.robot
        if np.isfinite(limit := self.bounds.motor_torque).any():
            by = inverse_dynamics_derivatives(robot, *Q[:3])
            utilisation["motor_torque"] = (
                inverse_dynamics(robot, *Q[:3]).tau_m / limit,
                {k: by[k] / limit[:, None] for k in range(3)},
            )
        if np.isfinite(limit := self.bounds.joint_torque).any():
            N = plant_of(robot).transmission.matrix(self.n)
            torque = through(N.T, rnea(robot, *Q[:3])[..., None])[..., 0]
            partials = rnea_partials(robot, *Q[:3])
            utilisation["joint_torque"] = (
                torque / limit,
                {k: through(N.T, partial) / limit[:, None] for k, partial in enumerate(partials)},
            )
        return utilisation


def _eigenvalues(W: Array) -> tuple[Array, Array]:
    """Return the eigenvalues of W^T W, rising and bounded away from zero, and the eigenvectors."""
    values, vectors = np.linalg.eigh(W.T @ W)
    return np.maximum(values, 1e-14 * values[-1]), vectors


def _determinant(W: Array) -> tuple[float, Array]:
    """Return - log det(W^T W) / size and its gradient by W."""
    values, vectors = _eigenvalues(W)
    return -float(np.log(values).mean()), -2.0 / len(values) * (W @ vectors / values) @ vectors.T


def _condition(W: Array) -> tuple[float, Array]:
    """Return the logarithm of the condition number of W and its gradient by W."""
    values, vectors = _eigenvalues(W)
    ends = vectors[:, [-1, 0]]
    return 0.5 * float(np.log(values[-1] / values[0])), (W @ ends / np.array([values[-1], -values[0]])) @ ends.T
