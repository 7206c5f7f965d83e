"""The search for a motion that tells much: coefficients of a sum of functions of time, the information they give, and limits.

With W the base regressor along the motion, rows weighted by 1 / noise, the function to make small is

    f = - log det(W^T W) / size + max(0, log(condition / 70))^2   or   f = log(condition),

with the condition number, largest by least singular value, of W with rows that are not weighted. The slope of the determinant
by W is -2 W (W^T W)^-1 / size, that of log(condition) W (u u^T / a - v v^T / b) with the eigenvectors u and v of the largest
and the least eigenvalue, a and b, of W^T W. Limits |share| <= margin at all samples stand in an augmented Lagrangian, f +
mean of (max(0, y + r (|share| - margin))^2 - y^2) / 2 r, which L-BFGS makes small for multipliers y that grow to theirs.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from jounce.functions.inverse_dynamics import inverse_dynamics
from jounce.functions.partials import inverse_dynamics_derivatives, rnea_partials
from jounce.functions.rigid import rnea
from jounce.identification.motion_basis import MotionBasis
from jounce.identification.regressor_columns import RegressorColumns, through
from jounce.numbers.packing import Array
from jounce.plant.plant import plant_of
from jounce.robot import Robot

ROUNDS, AGAIN, STEPS = 6, 2, 60
"""Of the augmented Lagrangian, at first and with other margins; and of L-BFGS in each."""
PENALTY, STIFFER = 50.0, 3.0
"""r at first, and its growth from round to round."""
GOOD = 70.0
"""Condition number above which it counts beside the determinant."""
BEGIN = 0.5
"""Largest share of position and speed with which the search begins."""
REACH, SPEED = 0.5 * math.pi, 1.0
"""Where nothing is said of a joint: how far from zero it goes [rad], and how fast [rad/s]; a third in metres where it slides."""
SLIDES = 1.0 / 3.0


class MotionBounds(NamedTuple):
    """What the motion keeps, for each joint (n,); position (n, 2)."""

    position: Array
    velocity: Array
    acceleration: Array
    jerk: Array
    motor_torque: Array
    joint_torque: Array


def bounds_of(robot: Robot) -> tuple[MotionBounds, tuple[str, ...]]:
    """The robot's limits, and in words what was taken where there are none."""
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
    """One period of a motion: unknown are the coefficients of its series, reduced to those with which it begins and ends at
    rest."""

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
        held = basis.at_rest(rest, again) * size
        self.reduced = size[:, None] * null_space(held / np.abs(held).max(axis=1, keepdims=True))
        """(functions, unknowns of a joint)."""
        self.middle = np.linalg.lstsq(basis.rows(self.t, 0)[0], np.ones(samples), rcond=None)[0]
        """(functions,): whose sum is 1."""
        self.rows = basis.rows(self.t, 3) @ self.reduced

    def coefficients(self, x: Array) -> Array:
        """(functions, n)."""
        found: Array = self.reduced @ x.reshape(-1, self.n) + np.outer(self.middle, self.bounds.position.mean(axis=1))
        return found

    def motion(self, x: Array) -> Array:
        """(4, T, n) at the samples."""
        found: Array = self.rows @ x.reshape(-1, self.n)
        found[0] += self.bounds.position.mean(axis=1)
        return found

    def start(self, rng: np.random.Generator) -> Array:
        """Coefficients at random, with which joints use some of their range and speed."""
        x = rng.normal(size=(self.rows.shape[-1], self.n))
        q, qd = (self.rows @ x)[:2]
        half = 0.5 * np.ptp(self.bounds.position, axis=1)
        share = np.maximum(np.abs(q).max(axis=0) / half, np.abs(qd).max(axis=0) / self.bounds.velocity)
        found: Array = (BEGIN / share * x).ravel()
        return found

    def best(self, x: Array, margins: Mapping[str, Array], again: bool = False) -> Array:
        """The coefficients that are found from x on, with shares of limits up to margins (n,), by limit, at the samples.

        again: x was found so before, with other margins.
        """
        from scipy.optimize import minimize

        weight = PENALTY * STIFFER ** (ROUNDS - AGAIN if again else 0)
        held = {name: np.zeros((len(self.t), self.n)) for name in margins}
        for _ in range(AGAIN if again else ROUNDS):
            found = minimize(
                lambda x, held=held, weight=weight: self.value(x, held, weight, margins),
                x,
                jac=True,
                method="L-BFGS-B",
                options={"maxiter": STEPS, "maxcor": 20},
            )
            x = found.x
            for name, (share, _) in self.shares(self.motion(x)).items():
                held[name] = np.maximum(0.0, held[name] + weight * (np.abs(share) - margins[name]))
            weight *= STIFFER
        return x

    def value(self, x: Array, held: Mapping[str, Array], weight: float, margins: Mapping[str, Array]) -> tuple[float, Array]:
        """The augmented Lagrangian and its slope; held: multipliers (T, n), by limit."""
        Q = self.motion(x)
        value, by = self._information(Q)
        for name, (share, slopes) in self.shares(Q).items():
            active = np.maximum(0.0, held[name] + weight * (np.abs(share) - margins[name]))
            value += float((active**2 - held[name] ** 2).sum()) / (2.0 * weight * len(self.t))
            pull = active * np.sign(share) / len(self.t)
            for order, slope in slopes.items():
                by[order] += pull * slope if slope.ndim < 3 else np.einsum("ti,tij->tj", pull, slope)
        total = sum(self.rows[k].T @ by[k] for k in range(4))
        return value, np.asarray(total).ravel()

    def _information(self, Q: Array) -> tuple[float, Array]:
        """f and its slope by the motion (4, T, n)."""
        rows = self.columns.at(*Q[:3])
        plain = rows[..., self.base].reshape(-1, len(self.base))
        f, P = _condition(plain)
        if self.criterion == "determinant":
            beyond = max(0.0, f - math.log(GOOD))
            sigma = np.tile(self.noise, len(self.t))[:, None]
            value, slope = _determinant(plain / sigma)
            f, P = value + beyond**2, slope / sigma + 2.0 * beyond * P
        weights = np.zeros_like(rows)
        weights[..., self.base] = P.reshape(*rows.shape[:2], -1)
        by = np.zeros_like(Q)
        by[:3] = self.columns.slopes(Q[0], Q[1], Q[2], weights)
        return f, by

    def shares(self, Q: Array) -> dict[str, tuple[Array, dict[int, Array]]]:
        """By limit: the share (T, n) that is used, signed, and its slopes by derivatives of the motion, (n,) or (T, n, n)."""
        lower, upper = self.bounds.position.T
        half = np.maximum(0.5 * (upper - lower), 1e-12)
        found: dict[str, tuple[Array, dict[int, Array]]] = {"position": ((Q[0] - 0.5 * (lower + upper)) / half, {0: 1.0 / half})}
        for order, name in enumerate(("velocity", "acceleration", "jerk"), start=1):
            if np.isfinite(limit := getattr(self.bounds, name)).any():
                found[name] = Q[order] / limit, {order: 1.0 / limit}
        robot = self.columns.robot
        if np.isfinite(limit := self.bounds.motor_torque).any():
            by = inverse_dynamics_derivatives(robot, *Q[:3])
            found["motor_torque"] = inverse_dynamics(robot, *Q[:3]).tau_m / limit, {k: by[k] / limit[:, None] for k in range(3)}
        if np.isfinite(limit := self.bounds.joint_torque).any():
            turns = plant_of(robot).transmission.matrix(self.n)
            carried = through(turns.T, rnea(robot, *Q[:3])[0][..., None])[..., 0]
            parts = rnea_partials(robot, *Q[:3])
            found["joint_torque"] = carried / limit, {k: through(turns.T, part) / limit[:, None] for k, part in enumerate(parts)}
        return found


def _eigenvalues(W: Array) -> tuple[Array, Array]:
    """Of W^T W, rising, kept from zero; and the eigenvectors."""
    values, vectors = np.linalg.eigh(W.T @ W)
    return np.maximum(values, 1e-14 * values[-1]), vectors


def _determinant(W: Array) -> tuple[float, Array]:
    """- log det(W^T W) / size and its slope by W."""
    values, vectors = _eigenvalues(W)
    return -float(np.log(values).mean()), -2.0 / len(values) * (W @ vectors / values) @ vectors.T


def _condition(W: Array) -> tuple[float, Array]:
    """The logarithm of the condition number and its slope by W."""
    values, vectors = _eigenvalues(W)
    ends = vectors[:, [-1, 0]]
    return 0.5 * float(np.log(values[-1] / values[0])), (W @ ends / np.array([values[-1], -values[0]])) @ ends.T
