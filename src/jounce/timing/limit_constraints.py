"""What a motion asks of each joint, as shares of its limits, and how that changes with the timing.

Quantities that are limited are functions f of q and its time derivatives. Where the timing w(t) is changed by v(t) and the
duration T by dT, w^(k) being a derivative by t,

    df = sum_k G_k v^(k)  -  dT/T sum_j j D_j q^(j),    G_k = sum_{j>=k} binomial(j, k) D_j (dq/dw)^(j-k),    D_j = df / dq^(j)

with exact partial derivatives D_j.
"""

import math
from collections.abc import Callable
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np

from jounce.functions.inverse_dynamics import inverse_dynamics
from jounce.functions.partials import (
    deflection_partials,
    inverse_dynamics_derivatives,
    joint_torque_partials,
    motor_velocity_partials,
)
from jounce.inverse.along import filters
from jounce.inverse.feedforward import feedforward
from jounce.inverse.plan import Plan
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.limits import NAMES, OF_MOTORS
from jounce.timing.bspline_basis import knot_intervals, local_basis
from jounce.timing.path_geometry import PathGeometry, joint_motion, joint_tangents
from jounce.timing.time_scaling import TimeScaling

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
"""Share of the duration by which samples are moved to see how shares change along the motion."""


def limits_of(robot: Robot) -> dict[str, Array]:
    """Return the limits of a robot by quantity, but of position: (m,) of its motors, (n,) of its joints."""
    return {name: getattr(robot.motor_limits if name in OF_MOTORS else robot.limits, name) for name in NAMES[1:]}


class UtilisationJacobian(NamedTuple):
    """How shares (M, n) of one quantity, or (M, m) of motors, change with the timing."""

    share: Array
    """(M, n)."""
    by_coefficients: Array
    """By the B-splines that are not zero there (M, n, degree+1), of which `Trial.first` has the first."""
    by_duration: Array
    """By the logarithm of the duration (M, n)."""


class LimitConstraints:
    """Shares of the limits of one robot along one curve."""

    def __init__(self, robot: Robot, geometry: PathGeometry, margin: float = 0.0, torque: bool = False) -> None:
        """margin: by which share of them limits are taken for smaller than they are; torque: whether that of motors is wanted
        even if it has no limit."""
        self.robot, self.geometry, self.margin, self.torque = robot, geometry, margin, torque
        self.limits = {name: limit * (1.0 - margin) for name, limit in limits_of(robot).items()}
        self.names = [name for name in (*KINEMATIC, *DYNAMIC) if np.isfinite(getattr(robot.limits, name)).any()]
        self.has_rate_limit = bool(np.isfinite(robot.limits.torque_rate).any())
        dynamic = torque or self.has_rate_limit or any(name in DYNAMIC for name in self.names)
        self.damped = dynamic and bool(filters(robot).damped.any())
        self.dynamic = dynamic
        self.undamped = robot.with_parameters({"damping": np.zeros(robot.m)}) if self.damped else robot
        self.order = robot.motion_order + self.has_rate_limit
        """Highest derivative of q that must be finite, and continuous inside."""
        if "jerk" in self.names:
            self.order = max(self.order, 3)

    def with_margin(self, margin: float) -> "LimitConstraints":
        """The same with limits that are smaller by this share."""
        return LimitConstraints(self.robot, self.geometry, margin, self.torque)

    @property
    def quantities(self) -> list[str]:
        """All that is limited, but for positions."""
        return [*self.names, *(["torque_rate"] if self.has_rate_limit else [])]

    def sample(self, scaling: TimeScaling, x: Array, twins: bool = False) -> "SampledConstraints":
        """A timing looked at at shares x (N,) of its duration; twins: see `Trial`."""
        return SampledConstraints(self, scaling, x, twins)

    def at_rest(self, w: Array) -> dict[str, Array]:
        """Shares (N, n) of what gravity and springs alone ask at places w (N,) of the curve."""
        Q = np.zeros((self.order + 1, len(w), self.geometry.n))
        Q[0] = self.geometry(w, 0)[0]
        names, values = [name for name in self.names if name in DYNAMIC], self.values(Q)
        return {name: values[name] / self.limits[name] for name in names}

    def values(self, Q: Array, along: Callable[[], Plan] | None = None) -> dict[str, Array]:
        """Of every quantity but the torque rate, from q and its derivatives (k, N, n); along: a plan, if joints are damped."""
        found = dict(zip(KINEMATIC, Q[1:]))
        if self.dynamic:
            if self.damped and along is not None:
                plan = along()
                tau_m, tau_j, theta, delta = plan.tau_m, plan.tau_j, plan.theta, plan.delta
            else:
                tau_m, tau_j, theta, delta = inverse_dynamics(self.undamped, *Q[: self.robot.motion_order + 1])
            found |= {"motor_torque": tau_m, "joint_torque": tau_j[0], "deflection": delta, "motor_velocity": theta[1]}
        return found


class SampledConstraints:
    """Shares of limits of a timing at shares x (N,) of its duration, for any duration: derivative k falls with its power k.

    Torque rates are differences of neighbours. twins: each two samples are close to each other, so that rates between them are
    rates there; of every other quantity the first of the two counts, and nothing is said of a rate from one pair to the next.
    """

    def __init__(self, constraints: LimitConstraints, scaling: TimeScaling, x: Array, twins: bool = False) -> None:
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
        """The coefficients (M, degree+1) on which each sample depends, of twins the first."""
        return self._columns[:: 2 if self.twins else 1]

    def path_parameter_jacobian(self) -> tuple[Array, Array]:
        """Return how the place w of a sample changes with coefficients (M, degree+1) and with the share of the duration (M,)."""
        each = 2 if self.twins else 1
        return self._basis[0, ::each], self._W[1, ::each]

    def motion(self, duration: float) -> Array:
        """Return q and its time derivatives (k, N, n)."""
        return _time_derivatives(self._Q, duration)

    def shares(self, duration: float) -> dict[str, Array]:
        """Of each quantity f / limit (N, n), (N/2, n) with twins; of the torque rate its mean between two samples (N-1, n), or
        (N/2, n)."""
        constraints, x = self.constraints, self.x

        def along() -> Plan:
            timed = self.scaling.timed_path(constraints.geometry.path, duration)
            return feedforward(constraints.robot, timed, timed.start_time + duration * x)

        values = constraints.values(self.motion(duration), along)
        each = 2 if self.twins else 1
        found = {name: values[name][::each] / constraints.limits[name] for name in constraints.names}
        if constraints.has_rate_limit:
            found["torque_rate"] = self.mean_rates(values["motor_torque"], duration) / constraints.limits["torque_rate"]
        return found

    def mean_rates(self, values: Array, duration: float) -> Array:
        """Mean rates between two samples (N-1, ...) [1/s], or twins (N/2, ...)."""
        spans = (duration * np.diff(self.x)).reshape(-1, *[1] * (values.ndim - 1))
        found: Array = np.diff(values, axis=0) / spans
        return found[::2] if self.twins else found

    def largest(self, duration: float) -> float:
        """The largest share, infinite where one is not a number."""
        return largest(self.shares(duration))

    def jacobians(self, duration: float, shift: "SampleShift | None" = None) -> dict[str, UtilisationJacobian]:
        """Return shares of each quantity and their derivatives; those of damped joints as if they were not.

        shift: how samples move with the timing; without it they stay at their shares of the duration.
        """
        constraints = self.constraints
        shares, partials, rows = self.shares(duration), {}, {}
        for name in constraints.quantities:
            limit = constraints.limits[name]
            key = "motor_torque" if name == "torque_rate" else name
            if key not in partials:
                partials[key] = self._jacobian(key, duration)
            local, by_duration = partials[key]
            if name == "torque_rate":
                local, by_duration = (
                    self.mean_rates(local, duration) / limit[:, None],
                    self.mean_rates(by_duration, duration) / limit,
                )
                by_duration = by_duration - shares[name]
            else:
                each = 2 if self.twins else 1
                local, by_duration = local[::each] / limit[:, None], by_duration[::each] / limit
            rows[name] = UtilisationJacobian(shares[name], local, by_duration)
        if shift is None:
            return rows
        beside = self.shifted.shares(duration)
        moved = {}
        for name, row in rows.items():
            drift = (beside[name] - row.share) / SHIFT_STEP
            local = row.by_coefficients + drift[..., None] * shift.by_coefficients[:, None]
            moved[name] = UtilisationJacobian(row.share, local, row.by_duration + drift * shift.by_duration[:, None])
        return moved

    @cached_property
    def shifted(self) -> "SampledConstraints":
        """The same timing with samples a little later, but the last."""
        return SampledConstraints(
            self.constraints, self.scaling, self.x + SHIFT_STEP * (self.x < 1.0 - 2.0 * SHIFT_STEP), self.twins
        )

    def speeds(self, duration: float) -> dict[str, Array]:
        """Return velocities of motors (M, m) and of joints (M, n)."""
        Q = self.motion(duration)[:, :: 2 if self.twins else 1]
        theta = inverse_dynamics(self.constraints.undamped, *Q[: self.robot.motion_order + 1]).theta[1]
        return {"motor_velocity": theta, "velocity": Q[1]}

    def quantity_jacobian(self, name: str, duration: float) -> tuple[Array, Array]:
        """Return the derivatives of a quantity by its coefficients (M, n, degree+1) and by the logarithm of T (M, n)."""
        local, by_duration = self._jacobian(name, duration, 2 if self.twins else 1)
        return local, by_duration

    def _jacobian(self, name: str, duration: float, each: int = 1) -> tuple[Array, Array]:
        """Return the same at each sample, or at every second one."""
        constraints = self.constraints
        if self._tangents is None or self._tangents[0] != duration:
            self._tangents = duration, joint_tangents(constraints.geometry, _time_derivatives(self._W, duration))
        Q, A = self.motion(duration)[:, ::each], self._tangents[1][:, ::each]
        if name in KINEMATIC:
            j = KINEMATIC.index(name) + 1
            by_timing, by_duration = np.stack([comb(j, k) * A[j - k] for k in range(j + 1)]), -j * Q[j]
        else:
            D = PARTIALS[name](constraints.undamped, *Q[: constraints.robot.motion_order + 1])
            by_timing, by_duration = _chain_rule(D, Q, A)
        scale = duration ** -np.arange(len(by_timing), dtype=np.float64)
        basis = self._basis[: len(by_timing), ::each] * scale[:, None, None]
        return np.einsum("ksn,ksc->snc", by_timing, basis), by_duration


class SampleShift(NamedTuple):
    """How samples move, as shares of the duration, with the timing."""

    by_coefficients: Array
    """(M, degree+1)."""
    by_duration: Array
    """By the logarithm of T (M,)."""


def largest(shares: dict[str, Array]) -> float:
    """The largest of all, infinite where one is not a number."""
    found = max(float(np.abs(x).max()) for x in shares.values())
    return found if math.isfinite(found) else math.inf


def _time_derivatives(rows: Array, duration: float) -> Array:
    """Derivatives by time from those by the share of the duration (k, N, ...)."""
    scale = duration ** -np.arange(len(rows), dtype=np.float64)
    return rows * scale.reshape(-1, *[1] * (rows.ndim - 1))


def _chain_rule(D: Array, Q: Array, A: Array) -> tuple[Array, Array]:
    """G_k (k, N, r) and -sum_j j D_j q^(j) (N, r) from D (J+1, N, r, n), r rows."""
    top = len(D) - 1

    def times(j: int, v: Array) -> Array:
        found: Array = np.matmul(D[j], v[..., None])[..., 0]
        return found

    by_timing = np.stack([sum(comb(j, k) * times(j, A[j - k]) for j in range(k, top + 1)) for k in range(top + 1)])
    return by_timing, sum((-j * times(j, Q[j]) for j in range(1, top + 1)), np.zeros(D.shape[1:3]))
