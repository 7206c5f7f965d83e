"""A spring with a parallel damper, stepped along a motion: its deflection is a stable filter of its torque.

    f(delta) + D deltad = tau(t)

The state of the filter is x = (delta, deltad, ..., delta^(k)) and D delta^(k+1), where k is the number of derivatives of the
torque: two, or more with carried rotors. With a stiffness K that is constant during the step,

    K delta + D deltad = u(t),    u = tau - (f(delta) - K delta)

whose k-th derivative has an exact solution for the quintic polynomial that takes u^(k-2), u^(k-1), u^(k) at both ends: the
error of one step is O(h^7), of many O(h^6). Before the step u = K delta + D deltad follows from the state; after it, u depends
on x by the law, and x follows from Newton's method. The recursion delta^(j) = (tau^(j) - D delta^(j+1)) / K divides by K only,
so that D -> 0 gives the spring without a damper and loses no digits.

Where K and D are constant and the torques along all samples are known before, all steps of a joint are one banded triangular
system (`run_filters`). The filter is then solved for w = deltadd, and delta^(k) = (tau^(k) - D delta^(k+1)) / K.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jounce.numbers import Jet, Number, derivatives, exp, sign
from jounce.numbers.elementary import is_constant
from jounce.numbers.packing import Array
from jounce.plant.motor import LinearSpring, SpringLike, VaryingSpring

SERIES_BELOW = 1.0
TERMS = 18
"""Terms of the power series: the next one is below rounding."""
STIFFEST = 1e-30
"""Shortest time constant of a filter, in steps: at D = 0 its reciprocal and the derivative of that are still finite."""
NEWTON_STEPS = 5
FORGOTTEN = 40.0
"""Time constants after which the initial state of the filter has decayed: e^-40 = 4e-18."""


def moments(z: Number) -> tuple[Number, Number, Number, Number]:
    """Return I_m(z) = int_0^1 e^(-z (1-x)) x^m dx for m = 0..3, z >= 0: I_m = (1 - m I_(m-1)) / z.

    For large z the recurrence runs upwards from I_0, for small z downwards from the power series of I_3. Both are evaluated at
    arguments where they are stable, and selected by products with zero and one.
    """
    large = 0.5 * (1.0 + sign(z - SERIES_BELOW))
    small = 1.0 - large
    s, b = small * z, small + large * z
    series: Number = 0.0
    for k in reversed(range(TERMS)):
        series = math.factorial(3) / math.factorial(4 + k) - s * series
    down = [series]
    for m in (3, 2, 1):
        down.append((1.0 - s * down[-1]) / m)
    up = [(1.0 - exp(-b)) / b]
    for m in (1, 2, 3):
        up.append((1.0 - m * up[-1]) / b)
    first, second, third, fourth = (small * d + large * u for d, u in zip(reversed(down), up))
    return first, second, third, fourth


class Filter(NamedTuple):
    """Coefficients of the k-th derivative of the deflection after a time h, from u^(k-2), u^(k-1), u^(k) at both ends."""

    h: Number
    """Step [s]; one second in place of a step of zero length."""
    moving: Number
    """1, or 0 for a step of zero length (same instant, another u)."""
    decay: Number
    """Factor e^-z by which delta^(k) at the beginning of the step decays."""
    weights: tuple[Number, Number, Number, Number]
    """Weights of u^(k) before the step, and of the deviations of u and its two derivatives from its Taylor series."""

    def value(self, w: Number, before: Sequence[Number], after: Sequence[Number]) -> Number:
        """Return delta^(k) at the end of the step; w: delta^(k) at its beginning.

        before, after: u^(k-2), u^(k-1), u^(k) at the beginning and at the end of the step.
        """
        h, (first, *rest) = self.h, self.weights
        a0, a1, a2 = before[0], h * before[1], h * h * before[2]
        beyond = (after[0] - a0 - a1 - 0.5 * a2, h * after[1] - a1 - a2, h * h * after[2] - a2)
        moved = first * a2 + sum(c * d for c, d in zip(rest, beyond))
        return (self.moving * self.decay + (1.0 - self.moving)) * w + moved

    def slopes(self) -> tuple[Number, Number, Number]:
        """Return the partial derivatives of delta^(k) by u^(k-2), u^(k-1), u^(k), all at the end of the step."""
        _, by0, by1, by2 = self.weights
        return by0, self.h * by1, self.h * self.h * by2


def stepped(K: Number, D: Number, h: Number) -> Filter:
    """Return the filter K delta + D deltad = u over a time h >= 0.

    With J_m = z I_m, z = h K / D, and the coefficients (a_0 .. a_5) of the quintic:
    delta^(k)(h) = e^-z w + (2 a_2 J_0 + 6 a_3 J_1 + 12 a_4 J_2 + 20 a_5 J_3) / (h^2 K).
    """
    moving = 0.5 * (1.0 - sign(-h))
    h = h + (1.0 - moving)
    z = 1.0 / (D / (h * K) + STIFFEST)
    J0, J1, J2, J3 = (z * x for x in moments(z))
    factor = moving / (h * h * K)
    by0 = 60.0 * J1 - 180.0 * J2 + 120.0 * J3
    by1 = -24.0 * J1 + 84.0 * J2 - 60.0 * J3
    by2 = 3.0 * J1 - 12.0 * J2 + 10.0 * J3
    return Filter(h, moving, exp(-z), (factor * J0, factor * by0, factor * by1, factor * by2))


def steady(K: Number) -> Filter:
    """Return the filter in steady state: K delta^(k) = u^(k)."""
    return Filter(1.0, 1.0, 0.0, (1.0 / K, 0.0, 0.0, 1.0 / K))


class _UndampedLaw:
    """Undamped law f(delta) of a damped spring: base of classes with the interface of a spring."""

    spring: SpringLike

    def torque(self, delta: Number) -> Number:
        """Return the torque f(delta) of the spring without its damper."""
        return self.spring.torque(delta)

    def stiffness(self, delta: Number) -> Number:
        """Return the stiffness f'(delta) of the spring."""
        return self.spring.stiffness(delta)

    def energy(self, delta: Number) -> Number:
        """Return the energy of the spring at delta."""
        return self.spring.energy(delta)


class SteppedSpring(_UndampedLaw):
    """A damped spring advanced by one step of its filter; it has the interface of a spring, for a single evaluation."""

    def __init__(self, spring: SpringLike, D: Number, h: Number = 0.0, before: Sequence[Number] | None = None) -> None:
        """Create the spring; before: the state (delta, ..., delta^(k), D delta^(k+1)) a time h ago, None for the steady state."""
        self.spring, self.D, self.h, self.before = spring, D, h, before
        self.after: list[Number] = []
        """State after the step, once `deflection_rows` has been called."""

    def deflection_rows(self, torques: Sequence[Number]) -> Sequence[Number]:
        """Return (delta, ..., delta^(k)) after the step that ends with this torque and its k derivatives, k >= 2."""
        spring = self.spring
        if isinstance(spring, LinearSpring):
            x = self._linear(spring, torques)
            carried = spring.K * x[-1]
        else:
            x = self._newton(torques)
            carried = along(spring, x)[0][-1]
        self.after = [*x, torques[-1] - carried]
        return x

    def _filter(self, K: Number) -> tuple[Filter, Number, Sequence[Number]]:
        """Return (filter of stiffness K, delta^(k) before the step, (u^(k-2), u^(k-1), u^(k)) before the step)."""
        if self.before is None:
            return steady(K), 0.0, (0.0, 0.0, 0.0)
        x0, x1, x2, excess = self.before[-4:]
        return stepped(K, self.D, self.h), x2, (K * x0 + self.D * x1, K * x1 + self.D * x2, K * x2 + excess)

    def _linear(self, spring: LinearSpring, torques: Sequence[Number]) -> list[Number]:
        """Return (delta, ..., delta^(k)) after the step for a linear spring."""
        filtered, w, before = self._filter(spring.K)
        x = [filtered.value(w, before, torques[-3:])]
        for torque in reversed(torques[:-1]):
            x.append(spring.compliance * (torque - self.D * x[-1]))
        return x[::-1]

    def _newton(self, torques: Sequence[Number]) -> list[Number]:
        """Solve f(delta)^(j) + D delta^(j+1) = tau^(j), j < k, and the filter for (delta, ..., delta^(k)) by Newton's method."""
        k, D = len(torques) - 1, self.D
        x = self._guess(torques)
        K = along(self.spring, x)[1][0]
        filtered, w, before = self._filter(K)
        slopes = dict(zip(range(k - 2, k + 1), filtered.slopes()))
        for _ in range(1 if isinstance(self.spring, VaryingSpring) else NEWTON_STEPS):
            f, s = along(self.spring, x)
            by = [[math.comb(j, i) * s[j - i] for i in range(j + 1)] for j in range(k + 1)]
            u = [torques[j] - f[j] + K * x[j] for j in slopes]
            missing = [torques[j] - f[j] - D * x[j + 1] for j in range(k)]
            last: list[Number] = [0.0] * k + [1.0]
            for j, slope in slopes.items():
                for i in range(j + 1):
                    last[i] = last[i] + slope * (by[j][i] - (K if i == j else 0.0))
            change = _solved([*by[:k], last], D, [*missing, filtered.value(w, before, u) - x[k]])
            x = [a + b for a, b in zip(x, change)]
        return x

    def _guess(self, torques: Sequence[Number]) -> list[Number]:
        """Return the initial guess: Taylor series of the state before, or in steady state the deflection without the damper."""
        if self.before is None:
            return list(self.spring.deflection_rows(torques))
        x, h = self.before[: len(torques)], self.h
        rows = []
        for j in range(len(x)):
            total = x[-1]
            for i in reversed(range(j, len(x) - 1)):
                total = x[i] + (h / (i - j + 1)) * total
            rows.append(total)
        return rows


class MeasuredSpring(_UndampedLaw):
    """A spring whose deflection is measured with some derivatives; its torque determines the higher ones, for any law."""

    def __init__(self, spring: SpringLike, D: Number, rows: Sequence[Number]) -> None:
        """Create the spring; rows: measured (delta, deltad, ...)."""
        self.spring, self.D = spring, D
        self.rows = list(rows)
        """The deflection with all derivatives determined so far."""

    def carried(self, order: int) -> Number:
        """Return the derivative of this order of f(delta) + D deltad; unknown derivatives of the deflection count as zero."""
        rows = [*self.rows, *[0.0] * (order + 2 - len(self.rows))]
        torque = along(self.spring, rows[: order + 1])[0][order]
        return torque if is_constant(self.D, 0.0) else torque + self.D * rows[order + 1]

    def deflection_rows(self, torques: Sequence[Number]) -> Sequence[Number]:
        """Return (delta, deltad, ...) with f(delta) + D deltad = tau; only derivatives of tau beyond the measured ones are used.

        The k-th derivative of the torque is linear in the deflection's derivative k + 1 with a damper, in derivative k without.
        """
        damped = not is_constant(self.D, 0.0)
        for order in range(len(self.rows) - damped, len(torques)):
            left = torques[order] - self.carried(order)
            self.rows.append(left / (self.D if damped else along(self.spring, self.rows[:1])[1][0]))
        return self.rows


def along(spring: SpringLike, x: Sequence[Number]) -> tuple[list[Number], list[Number]]:
    """Return ([torque and its time derivatives], [stiffness and its own]) along a deflection x = (delta, deltad, ...)."""
    delta = Jet.from_derivatives(x)
    if isinstance(spring, VaryingSpring):
        torque, stiffness = spring.K * delta, Jet(spring.K.coeffs[: len(x)])
    else:
        torque, stiffness = spring.torque(delta), spring.stiffness(delta)
    return derivatives(torque), derivatives(stiffness)


def _solved(lower: Sequence[list[Number]], above: Number, right: list[Number]) -> list[Number]:
    """Solve (A + B) e = right: A lower triangular, by rows, and B with the entry `above` on its superdiagonal.

    Elimination runs from the last row upwards: the diagonal is large, `above` may be zero.
    """
    A, b = [list(row) for row in lower], list(right)
    for j in reversed(range(len(b) - 1)):
        ratio = above / A[j + 1][j + 1]
        b[j] = b[j] - ratio * b[j + 1]
        A[j] = [a - ratio * c for a, c in zip(A[j], A[j + 1])]
    solution: list[Number] = []
    for row, value in zip(A, b):
        for a, e in zip(row, solution):
            value = value - a * e
        solution.append(value / row[-1])
    return solution


# ---------------------------------------------------------------- constant K and D, along samples


def filter_step(w: Array, h: Array, before: Array, after: Array, K: Array, D: Array) -> Array:
    """Return the acceleration of the deflection (..., n) after a time h > 0 [s], from the acceleration w at the beginning.

    before, after: joint torque and its two time derivatives (3, ..., n) at both ends of the step. Exact for the quintic
    polynomial through these six values.
    """
    return stepped(K, D, h).value(w, list(before), list(after))  # type: ignore[no-any-return]


def filter_deflections(w: Array, tau: Array, K: Array, D: Array) -> Array:
    """Return (delta, deltad, deltadd) (3, ..., n) from deltadd = w and the joint torque with two derivatives (3, ..., n)."""
    rate = (tau[1] - D * w) / K
    return np.stack([(tau[0] - D * rate) / K, rate, w])


def run_filters(w: Array, t: Array, tau: Array, resting: Array, K: Array, D: Array) -> Array:
    """Return accelerations of the deflections (T, n) at times t (T,); w (n,): their values at the first time.

    tau: joint torques and two derivatives (3, T, n); resting (T-1,): True for intervals in which the motion rests.
    For each joint w_(i+1) = decay_i w_i + driven_i: a triangular matrix with two diagonals, solved by forward substitution.
    """
    from scipy.linalg.lapack import dtbtrs

    h = np.diff(t)[:, None]
    out = np.empty(tau.shape[1:])
    out[0] = w
    out[1:] = filter_step(np.zeros_like(w), h, tau[:, :-1], tau[:, 1:], K, D)
    out[1:][resting] = 0.0
    band = np.zeros((len(w), len(t), 2))  # column by column: the unit diagonal, which LAPACK does not read, and the entry below
    band[:, :-1, 1] = -np.exp(-h * K / D).T
    for k, columns in enumerate(band):
        out[:, k] = dtbtrs(columns.T, out[:, k], uplo="L", diag="U")[0]
    return out
