"""Limit constraints of a motion along a path: the utilisation f / limit of every limited quantity f, and its Jacobian by the
time scaling.

A limited quantity f is a function of q and its time derivatives. A variation v(t) of the time scaling w(t) and dT of the
duration T changes f, with the superscript (k) for the k-th time derivative, by

    df = sum_k G_k v^(k)  -  dT/T sum_j j D_j q^(j),    G_k = sum_{j>=k} binomial(j, k) D_j (dq/dw)^(j-k),    D_j = df / dq^(j)

with exact partial derivatives D_j.
"""

import math
from collections.abc import Callable
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np

from jounce.flexible.feedforward import feedforward
from jounce.functions.inverse_dynamics import inverse_dynamics
from jounce.functions.partials import (
    deflection_partials,
    inverse_dynamics_derivatives,
    joint_torque_partials,
    motor_velocity_partials,
)
from jounce.inverse.motor_motion import filters
from jounce.inverse.plan import Plan
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.limits import NAMES, OF_MOTORS
from jounce.timing.path_geometry import PathGeometry, joint_motion, joint_tangents
from jounce.timing.time_scaling import TimeScaling, knot_intervals, local_basis

KINEMATIC = ("velocity", "acceleration", "jerk")
DYNAMIC = ("motor_torque", "joint_torque", "deflection", "motor_velocity")
PARTIALS: dict[str, Callable[..., Array]] = {
    "motor_torque": inverse_dynamics_derivatives,
    "torque_rate": inverse_dynamics_derivatives,
    "joint_torque": joint_torque_partials,
    "deflection": deflection_partials,
    "motor_velocity": motor_velocity_partials,
}


SHIFT_STEP = 1e-6
"""Fraction of the duration by which samples are shifted for finite differences of utilisations along the motion."""


def limits_of(robot: Robot) -> dict[str, Array]:
    """Return the limits of a robot, {quantity: (m,) for motors, (n,) for joints}, without position limits."""
    return {name: getattr(robot.motor_limits if name in OF_MOTORS else robot.limits, name) for name in NAMES[1:]}


class UtilisationJacobian(NamedTuple):
    """Utilisation of one quantity at M samples and its derivatives by the time scaling; for a quantity of motors read m for
    n."""

    share: Array
    """Utilisation f / limit (M, n)."""
    by_coefficients: Array
    """Derivatives (M, n, degree+1) of the utilisation by the coefficients in `SampledConstraints.columns`, whose B-splines are
    nonzero at the sample."""
    by_duration: Array
    """Derivatives (M, n) of the utilisation by log T, T the duration."""


class LimitConstraints:
    """Limit constraints of one robot along one geometric path: names, limits and values of the limited quantities."""

    def __init__(self, robot: Robot, geometry: PathGeometry, margin: float = 0.0, torque: bool = False) -> None:
        """Set up the constraints; margin: fraction by which all limits are tightened.

        torque: True to compute the motor torque even if it has no limit.
        """
        self.robot, self.geometry, self.margin, self.torque = robot, geometry, margin, torque
        self.limits = {name: limit * (1.0 - margin) for name, limit in limits_of(robot).items()}
        self.names = [name for name in (*KINEMATIC, *DYNAMIC) if np.isfinite(getattr(robot.limits, name)).any()]
        self.has_rate_limit = bool(np.isfinite(robot.limits.torque_rate).any())
        dynamic = torque or self.has_rate_limit or any(name in DYNAMIC for name in self.names)
        self.damped = dynamic and bool(filters(robot).damped.any())
        self.dynamic = dynamic
        self.undamped = robot.with_parameters({"damping": np.zeros(robot.m)}) if self.damped else robot
        self.order = robot.motion_order + self.has_rate_limit
        """Order up to which the derivatives of q must be finite, and continuous between the ends of the path."""
        if "jerk" in self.names:
            self.order = max(self.order, 3)

    def with_margin(self, margin: float) -> "LimitConstraints":
        """Return the same constraints with limits tightened by the fraction `margin`, in place of the present margin."""
        return LimitConstraints(self.robot, self.geometry, margin, self.torque)

    @property
    def quantities(self) -> list[str]:
        """Return the names of all limited quantities except position."""
        return [*self.names, *(["torque_rate"] if self.has_rate_limit else [])]

    def sample(self, scaling: TimeScaling, x: Array, twins: bool = False) -> "SampledConstraints":
        """Return the constraints of a time scaling sampled at fractions x (N,) of its duration.

        twins: see `SampledConstraints`.
        """
        return SampledConstraints(self, scaling, x, twins)

    def at_rest(self, w: Array) -> dict[str, Array]:
        """Return the static utilisation of torques and deflections, by gravity and springs, at path parameters w (N,): (N, n)
        or (N, m)."""
        Q = np.zeros((self.order + 1, len(w), self.geometry.n))
        Q[0] = self.geometry(w, 0)[0]
        names, values = [name for name in self.names if name in DYNAMIC], self.values(Q)
        return {name: values[name] / self.limits[name] for name in names}

    def values(self, Q: Array, along: Callable[[], Plan] | None = None) -> dict[str, Array]:
        """Return every limited quantity except the torque rate, (N, n) or (N, m), from q and its time derivatives Q (k, N, n).

        along: function that computes the plan of the motion, whose state is needed for damped elastic joints. Without it, these
        joints are treated as undamped.
        """
        values = dict(zip(KINEMATIC, Q[1:]))
        if self.dynamic:
            if self.damped and along is not None:
                plan = along()
                tau_m, tau_j, theta, delta = plan.tau_m, plan.tau_j, plan.theta, plan.delta
            else:
                tau_m, tau_j, theta, delta = inverse_dynamics(self.undamped, *Q[: self.robot.motion_order + 1])
            values |= {"motor_torque": tau_m, "joint_torque": tau_j[0], "deflection": delta, "motor_velocity": theta[1]}
        return values


class SampledConstraints:
    """Constraints of one time scaling at fractions x (N,) of its duration, for any duration T: derivative k scales as T^-k.

    Torque rates are differences of consecutive samples. twins: True if samples come in pairs, a sample and its twin close by,
    whose difference gives the rate at that time. Every other quantity is then taken at the first sample of each pair (M = N/2
    samples, otherwise M = N), and no rate is formed from one pair to the next.
    """

    def __init__(self, constraints: LimitConstraints, scaling: TimeScaling, x: Array, twins: bool = False) -> None:
        """Evaluate the time scaling, and q with its derivatives by x = t/T, at the samples x (N,)."""
        self.constraints, self.scaling, self.x, self.twins = constraints, scaling, x, twins
        self.robot = constraints.robot
        interval = knot_intervals(scaling.knots, scaling.degree, np.repeat(x[::2], 2) if twins else x)
        self._columns = interval[:, None] + np.arange(-scaling.degree, 1)
        self._basis = local_basis(scaling.knots, scaling.degree, x, constraints.order, interval)
        self._W: Array = np.einsum("ksc,sc->ks", self._basis, scaling.coefficients[self._columns])
        self._Q = joint_motion(constraints.geometry, self._W)
        self._tangents: tuple[float, Array] | None = None

    @property
    def columns(self) -> Array:
        """Return the indices (M, degree+1) of the coefficients on which each sample depends."""
        return self._columns[:: 2 if self.twins else 1]

    def path_parameter_jacobian(self) -> tuple[Array, Array]:
        """Return the derivatives of w at the samples: by the coefficients in `columns` (M, degree+1), and by x (M,)."""
        stride = 2 if self.twins else 1
        return self._basis[0, ::stride], self._W[1, ::stride]

    def motion(self, duration: float) -> Array:
        """Return q and its time derivatives at the samples, (k, N, n), for a duration [s]."""
        return _time_derivatives(self._Q, duration)

    def shares(self, duration: float) -> dict[str, Array]:
        """Return the utilisation f / limit of every limited quantity, (M, n) or (M, m), for a duration [s].

        The torque rate is a mean: between consecutive samples, (N-1, m), or between twins, (M, m).
        """
        constraints, x = self.constraints, self.x

        def along() -> Plan:
            timed = self.scaling.timed_path(constraints.geometry.path, duration)
            return feedforward(constraints.robot, timed, timed.start_time + duration * x)

        values = constraints.values(self.motion(duration), along)
        stride = 2 if self.twins else 1
        utilisation = {name: values[name][::stride] / constraints.limits[name] for name in constraints.names}
        if constraints.has_rate_limit:
            utilisation["torque_rate"] = self.mean_rates(values["motor_torque"], duration) / constraints.limits["torque_rate"]
        return utilisation

    def mean_rates(self, values: Array, duration: float) -> Array:
        """Return the mean rates of `values` (N, ...) [per s] between consecutive samples, (N-1, ...), or between twins, (M,
        ...)."""
        spans = (duration * np.diff(self.x)).reshape(-1, *[1] * (values.ndim - 1))
        rates: Array = np.diff(values, axis=0) / spans
        return rates[::2] if self.twins else rates

    def largest(self, duration: float) -> float:
        """Return the largest utilisation for a duration [s]; infinite if any utilisation is not finite."""
        return largest(self.shares(duration))

    def jacobians(self, duration: float, shift: "SampleShift | None" = None) -> dict[str, UtilisationJacobian]:
        """Return the utilisation of each quantity and its derivatives by the time scaling, for a duration [s].

        Damped joints are differentiated as if undamped. shift: derivatives of the sample times by the time scaling; without it
        the samples stay at their fractions of the duration.
        """
        constraints = self.constraints
        shares, partials, rows = self.shares(duration), {}, {}
        for name in constraints.quantities:
            limit = constraints.limits[name]
            key = "motor_torque" if name == "torque_rate" else name
            if key not in partials:
                partials[key] = self._jacobian(key, duration)
            by_coefficients, by_duration = partials[key]
            if name == "torque_rate":
                by_coefficients, by_duration = (
                    self.mean_rates(by_coefficients, duration) / limit[:, None],
                    self.mean_rates(by_duration, duration) / limit,
                )
                by_duration = by_duration - shares[name]
            else:
                stride = 2 if self.twins else 1
                by_coefficients, by_duration = by_coefficients[::stride] / limit[:, None], by_duration[::stride] / limit
            rows[name] = UtilisationJacobian(shares[name], by_coefficients, by_duration)
        if shift is None:
            return rows
        shifted = self.shifted.shares(duration)
        shifted_rows = {}
        for name, row in rows.items():
            drift = (shifted[name] - row.share) / SHIFT_STEP
            by_coefficients = row.by_coefficients + drift[..., None] * shift.by_coefficients[:, None]
            shifted_rows[name] = UtilisationJacobian(
                row.share, by_coefficients, row.by_duration + drift * shift.by_duration[:, None]
            )
        return shifted_rows

    @cached_property
    def shifted(self) -> "SampledConstraints":
        """Return the constraints of the same time scaling sampled later by `SHIFT_STEP`; samples at the very end stay."""
        return SampledConstraints(
            self.constraints, self.scaling, self.x + SHIFT_STEP * (self.x < 1.0 - 2.0 * SHIFT_STEP), self.twins
        )

    def speeds(self, duration: float) -> dict[str, Array]:
        """Return the velocities at the samples [rad/s or m/s], {"motor_velocity": (M, m), "velocity": (M, n) of joints}.

        duration: duration of the motion [s].
        """
        Q = self.motion(duration)[:, :: 2 if self.twins else 1]
        theta = inverse_dynamics(self.constraints.undamped, *Q[: self.robot.motion_order + 1]).theta[1]
        return {"motor_velocity": theta, "velocity": Q[1]}

    def quantity_jacobian(self, name: str, duration: float) -> tuple[Array, Array]:
        """Return the derivatives of a quantity by the coefficients in `columns`, (M, n, degree+1), and by log T, (M, n)."""
        by_coefficients, by_duration = self._jacobian(name, duration, 2 if self.twins else 1)
        return by_coefficients, by_duration

    def _jacobian(self, name: str, duration: float, stride: int = 1) -> tuple[Array, Array]:
        """Return the derivatives of a quantity by coefficients and by log T, as in `quantity_jacobian`.

        They are evaluated at every `stride`-th sample, twins included.
        """
        constraints = self.constraints
        if self._tangents is None or self._tangents[0] != duration:
            self._tangents = duration, joint_tangents(constraints.geometry, _time_derivatives(self._W, duration))
        Q, A = self.motion(duration)[:, ::stride], self._tangents[1][:, ::stride]
        if name in KINEMATIC:
            j = KINEMATIC.index(name) + 1
            by_scaling, by_duration = np.stack([comb(j, k) * A[j - k] for k in range(j + 1)]), -j * Q[j]
        else:
            D = PARTIALS[name](constraints.undamped, *Q[: constraints.robot.motion_order + 1])
            by_scaling, by_duration = _chain_rule(D, Q, A)
        scale = duration ** -np.arange(len(by_scaling), dtype=np.float64)
        basis = self._basis[: len(by_scaling), ::stride] * scale[:, None, None]
        return np.einsum("ksn,ksc->snc", by_scaling, basis), by_duration


class SampleShift(NamedTuple):
    """Derivatives of the sample times x, as fractions of the duration, by the time scaling."""

    by_coefficients: Array
    """Derivatives of x by the coefficients in `SampledConstraints.columns`, (M, degree+1)."""
    by_duration: Array
    """Derivatives of x by log T (M,), T the duration."""


def largest(shares: dict[str, Array]) -> float:
    """Return the largest utilisation of all quantities; infinite if any utilisation is not finite."""
    utilisation = float(np.max([np.abs(x).max() for x in shares.values()]))  # max() would skip a nan after a number
    return utilisation if math.isfinite(utilisation) else math.inf


def _time_derivatives(rows: Array, duration: float) -> Array:
    """Return time derivatives (k, N, ...) from derivatives by x = t/T (k, N, ...); duration: T [s]."""
    scale = duration ** -np.arange(len(rows), dtype=np.float64)
    return rows * scale.reshape(-1, *[1] * (rows.ndim - 1))


def _chain_rule(D: Array, Q: Array, A: Array) -> tuple[Array, Array]:
    """Return G_k (k, N, r) and -sum_j j D_j q^(j) (N, r) of the module docstring, for r scalars f.

    D (J+1, N, r, n): partial derivatives of f; Q: q and its time derivatives; A: dq/dw and its time derivatives.
    """
    top = len(D) - 1

    def product(j: int, v: Array) -> Array:
        result: Array = np.matmul(D[j], v[..., None])[..., 0]
        return result

    by_scaling = np.stack([sum(comb(j, k) * product(j, A[j - k]) for j in range(k, top + 1)) for k in range(top + 1)])
    return by_scaling, sum((-j * product(j, Q[j]) for j in range(1, top + 1)), np.zeros(D.shape[1:3]))
