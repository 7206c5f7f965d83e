"""Reduction of motor torque peaks at corners of a fitted motion, within the tolerance of the fit.

A fit without knowledge of the robot has a snap in proportion to a^2 / d where the acceleration jumps by a and the tolerance is
d. The motor torque of that snap depends on the robot, above all on inertias that couple the joints. Wherever motor torque
exceeds its peak without jerk and snap along the whole motion, a short spline is added to the motion of all joints that lowers
the peak as far as the tolerance allows, see `peak_program`. The motion elsewhere is unchanged.

Where joints are elastic, motor torque contains the fourth derivative of the motion (higher derivatives where rotors are carried
along): tau_m = B M(q) / K q'''' + ..., see `inverse_dynamics`. `MotorTorque` computes its partial derivatives by the
derivatives of the motion.
"""

from typing import Any

import numpy as np

from jounce.functions.inverse_dynamics import inverse_dynamics
from jounce.robot import Robot
from jounce.trajectory.fitted import Fitted, Relief
from jounce.trajectory.path import Floats, frozen
from jounce.trajectory.peak_program import PeakProgram, least_peaks
from jounce.trajectory.smoothing import PIECES, Smooth, design_matrix
from jounce.trajectory.tolerance import Tolerance

STEP = 1e-4
"""Step of central differences in positions [rad or m]; the step in derivatives of order k is STEP / scale^k."""


def has_jerk_torque(robot: Robot, degree: int) -> bool:
    """Return True if motor torque depends on derivatives beyond the acceleration, all of which splines of this degree have.

    Always False for robots with passive springs or joints of several DOFs.
    """
    is_driven = robot.nq == robot.n and all(joint.spring is None for joint in robot.joints)
    return is_driven and 2 < robot.motion_order <= degree


class MotorTorque:
    """Motor torque [Nm or N] of a robot with elastic joints, computed without damping, which would reduce the torque of short
    peaks."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.order = robot.with_parameters({"damping": np.zeros(robot.m)}), robot.motion_order

    def along(self, rows: Any) -> Floats:
        """Return the motor torque (..., m) of a motion given with its derivatives, rows (order+1, ..., n)."""
        return np.asarray(inverse_dynamics(self.robot, *rows).tau_m)

    def steady(self, rows: Any) -> Floats:
        """Return the motor torque (..., m) with derivatives from the third on set to zero, nearly the torque of rigid
        joints."""
        return self.along([*rows[:3], *np.zeros_like(rows[3:])])

    def partials(self, rows: Floats, scale: float) -> Floats:
        """Return the partial derivatives (order+1, ..., m, n) of motor torque by each derivative of a motion.

        scale [s]: time within which the motion changes. Central differences are used: torque is linear in the highest
        derivative, and nearly linear in the others within such small steps.
        """
        orders, n = self.order + 1, self.robot.n
        steps = STEP / scale ** np.arange(orders)
        pushes = np.einsum("ka,ij->kaij", np.diag(steps), np.eye(n)).reshape(orders, orders * n, *(1,) * (rows.ndim - 2), n)
        above, below = (self.along(rows[:, None] + side * pushes) for side in (1.0, -1.0))
        quotients = (above - below).reshape(orders, n, *above.shape[1:])
        quotients /= 2.0 * steps.reshape(orders, *(1,) * (quotients.ndim - 1))
        return np.moveaxis(quotients, 1, -1)


ROOM = 1.05
"""Torque that each motor may take, as a multiple of its peak torque without jerk and snap."""
LEAST = 0.01
"""Least torque that a motor may take, as a fraction of the largest such torque of all motors."""
REACH = 18.0
"""Half width of the short spline that is added to the motion about a torque peak, as a multiple of the time scale of the fit.
With 13 in place of 18, the remaining peaks are up to 3 % higher; with more than 18, they are hardly lower."""
INNER = 0.6
"""Fraction of `REACH` within which peaks are lowered. Beyond it, where the change has too little room, peaks must not grow."""
INSTANTS = np.array([1.0, 3.0, 5.0]) / 6.0
"""Instants of a spline piece at which torque is evaluated, as fractions of the length of the piece."""
NEAR = 0.999
"""Fraction of the tolerance that changes of the motion may use."""
LARGEST_COUNT = 2000
"""Largest number of peaks that are lowered, in a minute or two of computation; a motion with more peaks follows noise."""
DENSE = 3.0
"""Number of instants per time scale at which torque is sampled along the whole motion."""
STILL = 0.01
"""Fraction of the tolerance. A coordinate whose largest velocity, times the duration of a change, is below this fraction is left
unchanged."""
FRACTIONS = (1.0, 0.9, 0.7, 0.4)
"""Fractions of a change that are tried in turn if the whole change is not within the tolerance."""


def with_lower_peaks(path: Fitted, robot: Robot, allowed: Tolerance) -> Fitted:
    """Return the motion with motor torque peaks lowered as far as the tolerance allows; the same motion if it has no such
    peaks."""
    if not has_jerk_torque(robot, path.degree):
        return path
    added = reliefs(path, MotorTorque(robot), allowed)
    return Fitted(path.samples, path.degree, path.scales, path.leads, added, path.recorded) if added else path


def reliefs(path: Fitted, torque: MotorTorque, allowed: Tolerance) -> tuple[Relief, ...]:
    """Return the short splines that lower the torque peaks of a motion, beginning with the spline at the highest peak."""
    scale = max(float(path.scales.min()), path.samples.gap)
    t = np.linspace(path.start_time, path.end_time, int(DENSE * (path.end_time - path.start_time) / scale) + 2)
    rows = path(t, torque.order)
    most = ROOM * np.abs(torque.steady(rows)).max(axis=0)
    most = np.maximum(most, LEAST * most.max())
    tau = np.abs(torque.along(rows))
    if most.max() == 0.0 or not np.isfinite(tau).all():
        return ()
    reduction, ratio = _Reduction(path, torque, allowed, most), tau / most
    left = (ratio > 1.0).any(axis=1)
    for _ in range(LARGEST_COUNT):
        if not left.any():
            break
        worst = int(np.where(left, ratio.max(axis=1), 0.0).argmax())
        scale = reduction.scale(rows[:, worst], int(ratio[worst].argmax()))
        left &= np.abs(t - t[worst]) > INNER * REACH * scale
        relief = reduction.relief(float(t[worst]), scale)
        inside = relief.covers(t)
        changed = rows[:, inside] + np.stack([relief.curve(t[inside], nu=k) for k in range(torque.order + 1)])
        lower = np.abs(torque.along(changed)) / most
        if _peaks(lower) @ most < _peaks(ratio[inside]) @ most:
            reduction.add(relief)
            rows[:, inside], ratio[inside] = changed, lower
            left &= (ratio > 1.0).any(axis=1)
    return tuple(reduction.added)


def _peaks(ratio: Floats) -> Floats:
    """Return for each motor the largest ratio (m,) of torque to allowed torque, at least 1, from ratios at samples (T, m)."""
    return np.asarray(np.maximum(ratio.max(axis=0, initial=0.0), 1.0))


class _Reduction:
    """Motion with the short splines that have been added to it so far."""

    def __init__(self, path: Fitted, torque: MotorTorque, allowed: Tolerance, most: Floats) -> None:
        """Begin without added splines; most (m,): torque that each motor may take [Nm or N]; allowed: tolerance of the fit."""
        self.path, self.torque, self.allowed, self.most = path, torque, allowed, most
        self.samples = path.samples
        self.orders = [k for k, x in enumerate(self.samples[1:]) if x is not None]
        self.residuals = [path.residuals[k].copy() for k in self.orders]
        self.added: list[Relief] = []

    def rows(self, t: Floats) -> Floats:
        """Return the motion with all added splines and its time derivatives (order+1, T, n) at times t (T,)."""
        out = self.path(t, self.torque.order)
        for relief in self.added:
            inside = relief.covers(t)
            if inside.any():
                out[:, inside] += np.stack([relief.curve(t[inside], nu=k) for k in range(len(out))])
        return out

    def add(self, relief: Relief) -> None:
        """Add a spline to the motion, and subtract its values from the residuals of the samples."""
        inside = relief.covers(self.samples.t)
        for k, rows in zip(self.orders, self.residuals):
            rows[inside] -= relief.curve(self.samples.t[inside], nu=k)
        self.added.append(relief)

    def scale(self, rows: Floats, motor: int) -> float:
        """Return the time scale [s] of the coordinate whose highest derivative contributes most to the torque of a motor.

        rows (order+1, n): the motion and its derivatives at one instant; motor: index of the motor.
        """
        highest = self.torque.partials(rows, float(self.path.scales.min()))[-1, motor]
        return max(float(self.path.scales[int(np.abs(highest * rows[-1]).argmax())]), self.samples.gap)

    def relief(self, centre: float, scale: float) -> Relief:
        """Return the spline about the instant `centre` [s] that lowers torque peaks most within the tolerance.

        The spline is zero if no fraction of the change is within the tolerance. scale: time scale [s].
        """
        path, degree, order = self.path, self.path.degree, self.torque.order
        begin, end = centre - REACH * scale, centre + REACH * scale
        if path.start_time == self.samples.t[0]:
            begin = max(begin, path.start_time)
        if path.end_time == self.samples.t[-1]:
            end = min(end, path.end_time)
        pieces = max(int((end - begin) * PIECES / scale), 2 * degree + 2)
        h = (end - begin) / pieces
        zero = Relief(begin, h, degree, np.zeros((pieces + degree, path.n)))
        unit = self.allowed.middle(scale, max(1.0, scale * len(self.samples.t) / self.allowed.duration))

        t = (begin + h * (np.arange(pieces)[:, None] + INSTANTS)).reshape(-1)
        rows = self.rows(t)
        partials = self.torque.partials(rows, scale)
        bases = np.stack([_basis(t, zero, k)[0] / h**k for k in range(order + 1)])
        moves = np.abs(rows[1]).max(axis=0) * (end - begin) > STILL * unit
        effect = np.einsum("ktij,kta->tiaj", partials, bases) * (unit * moves) / self.most[:, None, None]
        ratio = self.torque.along(rows) / self.most
        outer = np.abs(t - centre) > INNER * REACH * scale
        bounds = np.where(outer[:, None] & (np.abs(ratio) > 1.0), np.abs(ratio), np.nan)

        shape = (pieces, len(INSTANTS), len(self.most))
        values, place, distance, bound = self.conditions(zero, unit)
        torques = effect.reshape(*shape, -1), ratio.reshape(shape), bounds.reshape(shape), self.most / self.most.max()
        change = least_peaks(PeakProgram(*torques, values, place, distance / unit, bound / unit))[0] * (unit * moves)
        for fraction in FRACTIONS:
            relief = Relief(begin, h, degree, frozen(fraction * change))
            if self.is_within(relief):
                return relief
        return zero

    def conditions(self, zero: Relief, unit: Floats) -> tuple[Floats, Any, Floats, Floats]:
        """Return A, the piece indices of its rows, r and b of the tolerance |r - A x| <= b on a spline x; see `peak_program`.

        zero: the spline with zero coefficients; unit (n,): allowed distance from rest before the first and after the last
        sample.
        """
        t, allowed, path = self.samples.t, self.allowed, self.path
        inside = np.flatnonzero(zero.covers(t))
        near = slice(inside[0], inside[-1] + 1) if len(inside) else slice(0)
        blocks = []
        for k, residuals in zip(self.orders, self.residuals):
            distance = zero.piece**k * residuals[near]
            bound = np.broadcast_to(NEAR * allowed.each * (zero.piece / path.pieces) ** k, distance.shape).copy()
            for j in np.flatnonzero(allowed.noise > 0.0) if k == 0 else ():
                average, most = allowed.of([j]).averages(residuals[:, [j]], t, PIECES * path.pieces[j])
                distance[:, j], bound[:, j] = average[near, 0], NEAR * most[near, 0]
            blocks.append((*_basis(t[near], zero, k), distance, bound))
        step = (t[-1] - t[0]) / (len(t) - 1)
        for resting, end, row in (
            (np.arange(t[0] - step, zero.begin, -step)[::-1], path.start_time, 0),
            (np.arange(t[-1] + step, zero.end, step), path.end_time, -1),
        ):
            if len(resting):
                place = np.where(allowed.noise > 0.0, path(end)[0], self.samples.q[row])
                distance = place - self.rows(resting)[0]
                blocks.append((*_basis(resting, zero, 0), distance, np.broadcast_to(NEAR * unit, distance.shape)))
        values, places, distances, bounds = zip(*blocks)
        return np.concatenate(values), np.concatenate(places), np.concatenate(distances), np.concatenate(bounds)

    def is_within(self, relief: Relief) -> bool:
        """Return True if the motion with this spline added is within the tolerance of all samples; the test is exact."""
        t, path = self.samples.t, self.path
        inside = np.flatnonzero(relief.covers(t))
        if not len(inside):
            return True
        for j in range(path.n):
            margin = PIECES * path.pieces[j]
            wide = slice(*np.searchsorted(t, [relief.begin - margin, relief.end + margin]))
            changed = [rows[wide, j : j + 1].copy() for rows in self.residuals]
            covered = relief.covers(t[wide])
            for k, rows in zip(self.orders, changed):
                rows[covered, 0] -= relief.curve(t[wide][covered], nu=k)[:, j]
            by_order = dict(zip(self.orders, changed))
            residuals = tuple(by_order.get(k, np.zeros_like(changed[0])) for k in range(max(self.orders) + 1))
            curve = Smooth(None, 0.0, 0.0, residuals, float(path.pieces[j]))
            if self.allowed.of([j]).used(curve, t[wide], covered)[0] > 1.0:
                return False
        return True


def _basis(t: Floats, relief: Relief, order: int) -> tuple[Floats, Any]:
    """Return h^order times derivative `order` of the basis splines that act at times t (T,), (T, degree+1), and their pieces
    (T,).

    h: length of a piece of the spline `relief`.
    """
    matrix = design_matrix(t, relief.knots, relief.degree, order)
    return matrix.data.reshape(len(t), -1), matrix.indices[:: relief.degree + 1].astype(np.int64)
