"""Deflection of a spring with a parallel damper, stepped along a motion as a stable filter of the torque.

    f(delta) + D deltad = tau(t)

The state of the filter is x = (delta, deltad, ..., delta^(k)) and D delta^(k+1), where k is the number of derivatives of the
torque: two, or more with carried rotors. With a stiffness K that is constant during a step of length h,

    K delta + D deltad = u(t),    u = tau - (f(delta) - K delta)

If u^(k-2) is the quintic polynomial with the values of u^(k-2), u^(k-1), u^(k) at both ends of the step, then delta^(k) has an
exact solution: the error of one step is O(h^7), the error of many steps O(h^6). Before the step, u = K delta + D deltad follows
from the state. After the step, u depends on x by the law f, and Newton's method computes x. The recursion
delta^(j) = (tau^(j) - D delta^(j+1)) / K divides by K only, so that D -> 0 gives the spring without a damper and loses no digits.

If K and D are constant and the torques along all samples are known beforehand, all steps of a joint form one banded triangular
system (`run_filters`). The filter is then solved for w = deltadd, and delta^(j) = (tau^(j) - D delta^(j+1)) / K for j = 1, 0.
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
"""Number of terms of the power series of I_3 in `moments`: the first omitted term is below rounding."""
STIFFEST = 1e-30
"""Number added to D / (h K), the time constant in steps of length h: z = 1 / (D / (h K) + STIFFEST) is finite at D = 0."""
NEWTON_STEPS = 5
FORGOTTEN = 40.0
"""Number of time constants after which the initial state of a filter has decayed: e^-40 = 4e-18."""


def moments(z: Number) -> tuple[Number, Number, Number, Number]:
    """Return (I_0, I_1, I_2, I_3) with the integrals I_m(z) = int_0^1 e^(-z (1-x)) x^m dx, z >= 0.

    The recurrence I_m = (1 - m I_(m-1)) / z runs upwards from I_0 for large z, and downwards from the power series of I_3 for
    small z. Both branches are evaluated at arguments where they are stable, and selected by products with zero and one.
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
    """Coefficients of one step of the filter: delta^(k) at the end of the step from u^(k-2), u^(k-1), u^(k) at both ends."""

    h: Number
    """Length of the step [s]; one second in place of a step of zero length."""
    moving: Number
    """1, or 0 for a step of zero length, whose ends are the same instant."""
    decay: Number
    """Factor e^-z, z = h K / D, by which delta^(k) decays during the step."""
    weights: tuple[Number, Number, Number, Number]
    """Weights of h^2 u^(k) before the step, and of the deviations of u^(k-2), h u^(k-1), h^2 u^(k) after the step from the Taylor
    series of u^(k-2) before the step."""

    def value(self, w: Number, before: Sequence[Number], after: Sequence[Number]) -> Number:
        """Return delta^(k) at the end of the step from delta^(k) = w at the beginning of the step.

        before, after: (u^(k-2), u^(k-1), u^(k)) at the beginning and at the end of the step.
        """
        h, (first, *rest) = self.h, self.weights
        a0, a1, a2 = before[0], h * before[1], h * h * before[2]
        beyond = (after[0] - a0 - a1 - 0.5 * a2, h * after[1] - a1 - a2, h * h * after[2] - a2)
        moved = first * a2 + sum(c * d for c, d in zip(rest, beyond))
        return (self.moving * self.decay + (1.0 - self.moving)) * w + moved

    def slopes(self) -> tuple[Number, Number, Number]:
        """Return the partial derivatives of delta^(k) with respect to u^(k-2), u^(k-1) and u^(k), all after the step."""
        _, by0, by1, by2 = self.weights
        return by0, self.h * by1, self.h * self.h * by2


def stepped(K: Number, D: Number, h: Number) -> Filter:
    """Return the coefficients of a step of the filter K delta + D deltad = u of the length h >= 0 [s].

    With J_m = z I_m (see `moments`), z = h K / D, delta^(k) = w before the step and the coefficients (a_0 .. a_5) of the quintic
    u^(k-2) in t / h: delta^(k)(h) = e^-z w + (2 a_2 J_0 + 6 a_3 J_1 + 12 a_4 J_2 + 20 a_5 J_3) / (h^2 K).
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
    """Return the coefficients of the filter in steady state, which give K delta^(k) = u^(k)."""
    return Filter(1.0, 1.0, 0.0, (1.0 / K, 0.0, 0.0, 1.0 / K))


class _UndampedLaw:
    """Base class of damped springs: torque, stiffness and energy of the law f(delta) without the damper."""

    spring: SpringLike

    def torque(self, delta: Number) -> Number:
        """Return the torque f(delta) [Nm or N] of the spring without the damper."""
        return self.spring.torque(delta)

    def stiffness(self, delta: Number) -> Number:
        """Return the stiffness f'(delta) [Nm/rad or N/m] of the spring."""
        return self.spring.stiffness(delta)

    def energy(self, delta: Number) -> Number:
        """Return the energy [J] of the spring at the deflection delta; the damper stores none."""
        return self.spring.energy(delta)


class SteppedSpring(_UndampedLaw):
    """A damped spring, with the interface `SpringLike`, whose filter advances by one step when `deflection_rows` is called."""

    def __init__(self, spring: SpringLike, D: Number, h: Number = 0.0, before: Sequence[Number] | None = None) -> None:
        """Create the spring with damping D; before: the state (delta, ..., delta^(k), D delta^(k+1)) a time h [s] earlier.

        before = None: the filter starts in the steady state.
        """
        self.spring, self.D, self.h, self.before = spring, D, h, before
        self.after: list[Number] = []
        """State (delta, ..., delta^(k), D delta^(k+1)) after the step; empty until `deflection_rows` is called."""

    def deflection_rows(self, torques: Sequence[Number]) -> Sequence[Number]:
        """Return (delta, ..., delta^(k)) after the step, from the torque and its k >= 2 time derivatives after the step."""
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
        """Return (`Filter` for the stiffness K, delta^(k) before the step, (u^(k-2), u^(k-1), u^(k)) before the step)."""
        if self.before is None:
            return steady(K), 0.0, (0.0, 0.0, 0.0)
        x0, x1, x2, excess = self.before[-4:]
        return stepped(K, self.D, self.h), x2, (K * x0 + self.D * x1, K * x1 + self.D * x2, K * x2 + excess)

    def _linear(self, spring: LinearSpring, torques: Sequence[Number]) -> list[Number]:
        """Return (delta, ..., delta^(k)) after the step for a linear spring, from the torque and its k derivatives."""
        filtered, w, before = self._filter(spring.K)
        x = [filtered.value(w, before, torques[-3:])]
        for torque in reversed(torques[:-1]):
            x.append(spring.compliance * (torque - self.D * x[-1]))
        return x[::-1]

    def _newton(self, torques: Sequence[Number]) -> list[Number]:
        """Return (delta, ..., delta^(k)) after the step for any spring law, by Newton's method.

        The k + 1 equations are f(delta)^(j) + D delta^(j+1) = tau^(j) for j < k, and the filter for delta^(k).
        """
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
        """Return the initial guess of (delta, ..., delta^(k)): the Taylor series of the state before the step.

        In the steady state the guess is the deflection without the damper.
        """
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
    """A damped spring whose deflection is measured with some derivatives; the torque determines the higher derivatives."""

    def __init__(self, spring: SpringLike, D: Number, rows: Sequence[Number]) -> None:
        """Create the spring with damping D; rows: measured deflection and derivatives (delta, deltad, ...)."""
        self.spring, self.D = spring, D
        self.rows = list(rows)
        """The deflection and all its derivatives that have been determined so far."""

    def carried(self, order: int) -> Number:
        """Return the time derivative of this order of f(delta) + D deltad; undetermined derivatives of delta count as zero."""
        rows = [*self.rows, *[0.0] * (order + 2 - len(self.rows))]
        torque = along(self.spring, rows[: order + 1])[0][order]
        return torque if is_constant(self.D, 0.0) else torque + self.D * rows[order + 1]

    def deflection_rows(self, torques: Sequence[Number]) -> Sequence[Number]:
        """Return (delta, deltad, ...) with f(delta) + D deltad = tau from the torque and its time derivatives (tau, taud, ...).

        The k-th derivative of the torque is linear in delta^(k+1) with a damper, in delta^(k) without. Only derivatives of the
        torque that determine an unmeasured derivative of the deflection are used.
        """
        damped = not is_constant(self.D, 0.0)
        for order in range(len(self.rows) - damped, len(torques)):
            left = torques[order] - self.carried(order)
            self.rows.append(left / (self.D if damped else along(self.spring, self.rows[:1])[1][0]))
        return self.rows


def along(spring: SpringLike, x: Sequence[Number]) -> tuple[list[Number], list[Number]]:
    """Return (torque f with its time derivatives, stiffness f' with its time derivatives) for x = (delta, deltad, ...)."""
    delta = Jet.from_derivatives(x)
    if isinstance(spring, VaryingSpring):
        torque, stiffness = spring.K * delta, Jet(spring.K.coeffs[: len(x)])
    else:
        torque, stiffness = spring.torque(delta), spring.stiffness(delta)
    return derivatives(torque), derivatives(stiffness)


def _solved(lower: Sequence[list[Number]], above: Number, right: list[Number]) -> list[Number]:
    """Return the solution e of (A + B) e = right; A: lower triangular matrix given by rows, B: `above` on its superdiagonal.

    Elimination runs from the last row upwards, since the diagonal is large and `above` may be zero.
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
    """Return the acceleration of the deflection (..., n) after a step of h > 0 [s], from its value w (..., n) before the step.

    before, after: torque of the damped spring and its first two time derivatives (3, ..., n) before and after the step. The
    result is exact if the torque is the quintic polynomial with these six values. K, D: stiffness and damping of the springs.
    """
    return stepped(K, D, h).value(w, list(before), list(after))  # type: ignore[no-any-return]


def filter_deflections(w: Array, tau: Array, K: Array, D: Array) -> Array:
    """Return (delta, deltad, deltadd) (3, ..., n) from deltadd = w (..., n) and the torque tau with two derivatives (3, ..., n).

    K, D: stiffness and damping, as in K delta + D deltad = tau.
    """
    rate = (tau[1] - D * w) / K
    return np.stack([(tau[0] - D * rate) / K, rate, w])


def run_filters(w: Array, t: Array, tau: Array, resting: Array, K: Array, D: Array) -> Array:
    """Return the accelerations of the deflections (T, n) at times t (T,), from their values w (n,) at the first time.

    tau: torques of the damped springs and two derivatives (3, T, n); resting (T-1,): True for intervals in which the motion
    rests; K, D (n,): stiffness and damping. For each spring w_(i+1) = decay_i w_i + driven_i, by recursive doubling: each pass
    relates w_i to instants twice as far back. 2 T log2(T) products; LAPACK's dtbtrs takes as long up to 100,000 samples, but the
    import of SciPy's linear algebra 0.2 s.
    """
    h = np.diff(t)[:, None]
    out = np.empty(tau.shape[1:])
    out[0] = w
    out[1:] = filter_step(np.zeros_like(w), h, tau[:, :-1], tau[:, 1:], K, D)
    out[1:][resting] = 0.0
    decay, back = np.zeros_like(out), 1
    decay[1:] = np.exp(-h * K / D)
    with np.errstate(under="ignore"):  # of what is long forgotten
        while back < len(out):
            out[back:] += decay[back:] * out[:-back]
            decay[back:] *= decay[:-back]
            back *= 2
    return out
