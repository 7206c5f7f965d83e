"""Optimisation of an excitation motion: basis functions of time, objective with gradient, limits, and the search.

With the base regressor W along the motion, whose rows are divided by the noise of their motor, the objective is

    f = - log det(W^T W) / size + max(0, log(condition / 70))^2   or   f = log(condition),

where size is the number of columns of W, and condition is the ratio of the largest to the smallest singular value of W with
rows that are not divided by noise. The gradient of the first term by W is -2 W (W^T W)^-1 / size. The gradient of log(condition)
is W (u u^T / a - v v^T / b), where a and b are the largest and the smallest eigenvalue of W^T W, with eigenvectors u and v.

The limits |utilisation| <= margin at all samples enter an augmented Lagrangian with multipliers y and penalty r,

    f + mean over the samples of the sum over limits of (max(0, y + r (|utilisation| - margin))^2 - y^2) / (2 r)

L-BFGS minimises this function between updates of y.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple, Protocol

import numpy as np

from jounce.functions.inverse_dynamics import inverse_dynamics, joint_torque
from jounce.functions.partials import inverse_dynamics_derivatives, joint_torque_partials
from jounce.identification.regressor_columns import RegressorColumns, through
from jounce.numbers.packing import Array
from jounce.plant.plant import plant_of
from jounce.robot import Robot


class MotionBasis(Protocol):
    """Basis functions b_k(t), 0 <= t <= period, of a motion: the position of a joint is the sum of c_k b_k(t)."""

    @property
    def period(self) -> float:
        """Return the duration of one repetition of the motion [s]."""

    @property
    def max_order(self) -> float:
        """Return the highest order of time derivative that the basis functions have."""

    def rows(self, t: Array, order: int) -> Array:
        """Return the `size` basis functions and their derivatives to `order` at times t (...) [s]: (order+1, *t.shape, size)."""

    def sizes(self) -> Array:
        """Return coefficients c (size,) for which all terms c_k b_k reach about the same speed."""

    def at_rest(self, order: int, again: bool) -> Array:
        """Return a matrix A (conditions, size) such that A c = 0 if the motion with coefficients c is from rest to rest.

        Derivatives 1 to `order` vanish at both ends. again: True if the motion is repeated, so that it must end where it begins.
        """


class FourierBasis(NamedTuple):
    """Fourier basis: 1, cos(h w t) and sin(h w t) for h = 1, ..., harmonics, with w = 2 pi / period."""

    period: float
    harmonics: int

    @property
    def max_order(self) -> float:
        """Return infinity: a Fourier series has derivatives of every order."""
        return math.inf

    def rows(self, t: Array, order: int) -> Array:
        """Return 1, cosines, sines and their derivatives (order+1, *t.shape, size) at times t (...) [s]; see `MotionBasis`."""
        h = 2.0 * math.pi / self.period * np.arange(self.harmonics + 1)
        cosine, sine = np.cos(t[..., None] * h), np.sin(t[..., None] * h)
        derivatives = (cosine, -sine, -cosine, sine)
        rows = [
            np.concatenate([h**k * derivatives[k % 4], (h**k * derivatives[(k + 3) % 4])[..., 1:]], axis=-1)
            for k in range(order + 1)
        ]
        return np.stack(rows)

    def sizes(self) -> Array:
        """Return 1 for the constant and 1 / (h w) for harmonic h (size,), for which all terms have speed 1; see `MotionBasis`."""
        h = np.maximum(1, np.arange(self.harmonics + 1))
        sizes = self.period / (2.0 * math.pi * np.concatenate([h, h[1:]]))
        sizes[0] = 1.0
        return sizes

    def at_rest(self, order: int, again: bool) -> Array:
        """Return the conditions of rest A (order, size), see `MotionBasis`; at t = 0 only, because the motion is periodic."""
        conditions: Array = self.rows(np.zeros(1), order)[1:, 0]
        return conditions


class SplineBasis(NamedTuple):
    """B-spline basis of a given degree on `pieces` intervals of equal length."""

    period: float
    pieces: int
    degree: int

    @property
    def max_order(self) -> float:
        """Return the degree of the spline; higher derivatives vanish inside the pieces and do not exist at the knots."""
        return self.degree

    def rows(self, t: Array, order: int) -> Array:
        """Return the B-splines and their derivatives (order+1, *t.shape, size) at times t (...) [s]; see `MotionBasis`."""
        from scipy.interpolate import BSpline

        ends = [0.0] * self.degree, [self.period] * self.degree
        knots = np.concatenate([ends[0], np.linspace(0.0, self.period, self.pieces + 1), ends[1]])
        curve = BSpline(knots, np.eye(self.pieces + self.degree), self.degree)
        return np.stack([curve(t, nu=k) for k in range(order + 1)])

    def sizes(self) -> Array:
        """Return period / pieces for every B-spline (size,), for which all terms have about the same speed; see `MotionBasis`."""
        return np.full(self.pieces + self.degree, self.period / self.pieces)

    def at_rest(self, order: int, again: bool) -> Array:
        """Return the conditions A (conditions, size) of rest at both ends, and of equal end poses if again; see `MotionBasis`."""
        ends = self.rows(np.array([0.0, self.period]), order)
        conditions = [*ends[1:, 0], *ends[1:, 1]]
        return np.array([*conditions, ends[0, 1] - ends[0, 0]] if again else conditions)


ROUNDS, AGAIN, STEPS = 6, 2, 60
"""ROUNDS: number of multiplier updates in the first search. AGAIN: number of updates in a later search with lower margins. STEPS:
largest number of L-BFGS iterations between two updates."""
PENALTY, STIFFER = 50.0, 3.0
"""PENALTY: penalty r of the first L-BFGS search. STIFFER: factor by which r grows at each update of the multipliers."""
GOOD = 70.0
"""Condition number above which the criterion 'determinant' adds the penalty log(condition / GOOD)^2."""
BEGIN = 0.5
"""Largest utilisation of position and velocity limits of the random motion from which the search starts."""
REACH, SPEED = 0.5 * math.pi, 1.0
"""Assumed limits of a revolute joint: positions up to REACH [rad] from zero, or 2 REACH from the only stated limit; velocities up
to SPEED [rad/s] if neither velocity, acceleration nor motor torque is limited."""
SLIDES = 1.0 / 3.0
"""Assumed limits of a prismatic joint are SLIDES times REACH [m] and SLIDES times SPEED [m/s]."""


class MotionBounds(NamedTuple):
    """Limits that the search observes: position (n, 2), lower and upper; all others (n,), infinite without a limit."""

    position: Array
    velocity: Array
    acceleration: Array
    jerk: Array
    motor_torque: Array
    joint_torque: Array
    spring_torque: Array
    """Limit of the torque of each motor's spring [Nm or N]: stiffness times the deflection limit."""


def bounds_of(robot: Robot) -> tuple[MotionBounds, tuple[str, ...]]:
    """Return the limits of the search, and a text for each limit assumed because the robot states none."""
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
    torques = limits.motor_torque, limits.joint_torque, stiffness * limits.deflection
    return MotionBounds(position, velocity, limits.acceleration, limits.jerk, *torques), tuple(assumed)


class ExcitationDesign:
    """Optimisation problem for one period of an excitation motion; unknowns x parametrise all motions from rest to rest.

    base: indices of the columns of the base regressor; rest: number of derivatives that vanish at both ends; again: True if the
    motion is repeated.
    """

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
        """(basis functions, unknowns per joint): basis of the coefficients that satisfy the conditions of rest."""
        self.middle = np.linalg.lstsq(basis.rows(self.t, 0)[0], np.ones(samples), rcond=None)[0]
        """(basis functions,): coefficients of the constant function 1."""
        self.rows = basis.rows(self.t, 3) @ self.reduced
        """(4, T, unknowns per joint): Jacobians of a joint's position and three derivatives at the samples by the unknowns."""

    def coefficients(self, x: Array) -> Array:
        """Return the basis coefficients (basis functions, n) of the motion that x adds to the centre of the position limits."""
        coefficients: Array = self.reduced @ x.reshape(-1, self.n) + np.outer(self.middle, self.bounds.position.mean(axis=1))
        return coefficients

    def motion(self, x: Array) -> Array:
        """Return positions and three time derivatives (4, T, n) at the T samples for unknowns x."""
        motion: Array = self.rows @ x.reshape(-1, self.n)
        motion[0] += self.bounds.position.mean(axis=1)
        return motion

    def start(self, rng: np.random.Generator) -> Array:
        """Draw random unknowns and scale each joint such that its position or velocity utilisation peaks at `BEGIN`."""
        x = rng.normal(size=(self.rows.shape[-1], self.n))
        q, qd = (self.rows @ x)[:2]
        half = 0.5 * np.ptp(self.bounds.position, axis=1)
        utilisation = np.maximum(np.abs(q).max(axis=0) / half, np.abs(qd).max(axis=0) / self.bounds.velocity)
        unknowns: Array = (BEGIN / utilisation * x).ravel()
        return unknowns

    def best(self, x: Array, margins: Mapping[str, Array], again: bool = False) -> Array:
        """Return the unknowns that minimise the objective within the margins; x: start values.

        margins: {limit: largest utilisation (n,)} at the samples. again: True if x is the result of an earlier search with
        other margins, so that fewer multiplier updates suffice.
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
        """Return the augmented Lagrangian and its gradient by x.

        multipliers: {limit: y (T, n)}; weight: penalty r; margins: {limit: largest utilisation (n,)}. See the module docstring.
        """
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
        """Return the objective f of a motion Q (4, T, n), and the gradient of f by Q (4, T, n)."""
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
        """Return {limit: (signed utilisation (T, n), {k: Jacobian by the k-th derivative of q})} of a motion Q (4, T, n).

        A Jacobian has shape (n,) if it is diagonal and constant, else (T, n, n) with [t, i, j] = d utilisation_i / d q_j^(k).
        """
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
        of_joints = np.isfinite(self.bounds.joint_torque).any()
        of_springs = np.isfinite(self.bounds.spring_torque).any()
        if of_joints or of_springs:
            torque, partials = joint_torque(robot, *Q[:3])[0], joint_torque_partials(robot, *Q[:3])
        if of_joints:
            limit = self.bounds.joint_torque
            utilisation["joint_torque"] = torque / limit, {k: x / limit[:, None] for k, x in enumerate(partials)}
        if of_springs:
            N, limit = plant_of(robot).transmission.matrix(self.n), self.bounds.spring_torque
            utilisation["spring_torque"] = (
                through(N.T, torque[..., None])[..., 0] / limit,
                {k: through(N.T, x) / limit[:, None] for k, x in enumerate(partials)},
            )
        return utilisation


def _eigenvalues(W: Array) -> tuple[Array, Array]:
    """Return the eigenvalues of W^T W in increasing order, at least 1e-14 times the largest, and the eigenvectors."""
    values, vectors = np.linalg.eigh(W.T @ W)
    return np.maximum(values, 1e-14 * values[-1]), vectors


def _determinant(W: Array) -> tuple[float, Array]:
    """Return -log det(W^T W) / (number of columns), and its gradient by W."""
    values, vectors = _eigenvalues(W)
    return -float(np.log(values).mean()), -2.0 / len(values) * (W @ vectors / values) @ vectors.T


def _condition(W: Array) -> tuple[float, Array]:
    """Return the logarithm of the condition number of W, and its gradient by W."""
    values, vectors = _eigenvalues(W)
    ends = vectors[:, [-1, 0]]
    return 0.5 * float(np.log(values[-1] / values[0])), (W @ ends / np.array([values[-1], -values[0]])) @ ends.T
