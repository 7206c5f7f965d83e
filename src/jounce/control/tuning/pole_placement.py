"""Pole placement for motor PD and PID control: gain matrices from bandwidth and damping, exact near a pose.

Near rest, the motor motion theta e^(st) requires the motor torque Z(s) theta e^(st), which includes links, springs and gravity.
With the feedback tau_m = -(Kp + Kd s) theta, s is an n-fold closed-loop pole if Kp + Kd s = -Z(s). For a desired pair s1, s2,

    Kd = -(Z(s1) - Z(s2)) / (s1 - s2),    Kp = -Z(s1) - Kd s1

are real symmetric matrices that place n pairs of poles; for s1 = s2 the derivative of Z replaces the difference quotient. With an
integral term Ki / s and a third pole, Kd s^2 + Kp s + Ki interpolates -s Z(s) at three points. The other poles, oscillations of
links against motors, are not prescribed; if one of them does not decay, the bandwidth is too high for the springs.
"""

from typing import Any, NamedTuple

import numpy as np

from jounce.control.linearize import StateSpace, linearize
from jounce.control.tuning.gains import pair
from jounce.errors import InputError
from jounce.functions.matrices import state_derivatives
from jounce.functions.statics import motor_statics
from jounce.kernel.arguments import check_robot
from jounce.numbers.packing import Array
from jounce.plant.plant import plant_of
from jounce.robot import Robot

INTEGRAL = 0.5
"""Magnitude of the real pole of the integral term, relative to the bandwidth."""
ROUNDING = 1e-9
"""An eigenvalue below this fraction of the largest eigenvalue, in magnitude, counts as zero (rounding)."""


class Near(NamedTuple):
    """Linear model of a robot at rest in a pose, with motor torques as inputs, and its stiffness matrices."""

    model: StateSpace
    """State-space model from motor torques to theta and thetad of all motors, without dry friction."""
    weight: Array
    """Derivative G = dg/dq of the gravity torque, plus the stiffness of parallel springs (n, n) [Nm/rad]."""
    compliance: Array
    """Compliance 1 / f' of each drive's spring at its deflection (m,) [rad/Nm]; zero at rigid joints."""
    N: Array
    """Transmission matrix (m, n): N q are the motor positions for zero deflection."""

    def impedance(self, s: complex) -> tuple[Array, Array]:
        """Return (Z, dZ/ds), (m, m) each, complex: motor torque amplitude per motor position amplitude at e^(st)."""
        A, B = self.model.A, self.model.B
        size, count = A.shape[-1], B.shape[-1]
        left = np.zeros((size + count, size + count), dtype=complex)
        left[:size, :size], left[:size, size:] = s * np.eye(size) - A, -B
        left[size:, :size] = self.model.C[:count]
        right = np.zeros((size + count, count), dtype=complex)
        right[size:] = np.eye(count)
        solution = np.linalg.solve(left, right)
        right[:size], right[size:] = -solution[:size], 0.0
        return solution[size:], np.linalg.solve(left, right)[size:]

    def closed(self, kp: Array, kd: Array) -> Array:
        """Return the state matrix of the closed loop with tau_m = -kp theta - kd thetad; kp, kd: (m, m)."""
        count = self.model.B.shape[-1]
        A: Array = self.model.A - self.model.B @ (kp @ self.model.C[:count] + kd @ self.model.C[count:])
        return A

    def link_stiffness(self, kp: Array) -> Array:
        """Return the link stiffness (n, n) for motors under tau_m = -kp theta: G + N^T (K^-1 + kp^-1)^-1 N."""
        series = np.linalg.solve(np.eye(len(kp)) + kp * self.compliance, kp)
        return _symmetric(self.weight + self.N.T @ series @ self.N)

    def motor_stiffness(self, links: Array) -> Array:
        """Return kp (m, m) for which the link stiffness is `links` (n, n), by inverting `link_stiffness`.

        kp is not positive definite if no motor gain gives this link stiffness.
        """
        inverse = np.linalg.inv(self.N)
        series = inverse.T @ (links - self.weight) @ inverse
        return _symmetric(np.linalg.solve(np.eye(len(series)) - series * self.compliance, series))


def near(robot: Robot, q: Any) -> Near:
    """Return the linear model of the robot at rest in q (n,); raise InputError unless every joint has one DOF and one motor."""
    robot = check_robot(robot)
    plant = plant_of(robot)
    if robot.m != robot.n or plant.passive or robot.nq != robot.n:
        raise InputError(
            f"gains: expected a robot with one motor at every joint, of one freedom each; {robot.name!r} has others."
        )
    model = linearize(without_dry_friction(robot), q, outputs=("theta", "thetad"))
    if model.A.ndim > 2:
        raise InputError(f"q: expected one pose of {robot.n} numbers.")
    q = np.asarray(q, dtype=np.float64)
    weight = state_derivatives(robot, q, np.zeros(robot.n)).dg_dq
    for i, joint in enumerate(plant.beside):
        if joint.spring is not None:
            weight[i, i] += joint.spring.stiffness(q[i])
    bent = motor_statics(robot, q).delta
    slopes = [np.inf if m.spring is None else m.spring.stiffness(x) for m, x in zip(plant.motors, bent)]
    return Near(model, weight, 1.0 / np.array(slopes, dtype=np.float64), plant.transmission.matrix(robot.n))


def without_dry_friction(robot: Robot) -> Robot:
    """Return the robot without dry friction, because its derivative near standstill would nearly lock the motors."""
    if not any(m.coulomb or m.stribeck for m in plant_of(robot).motors):
        return robot
    return robot.with_drives(coulomb_friction=0.0, stribeck_friction=0.0)


def motor_gains(linear: Near, bandwidth: Any, damping: Any) -> tuple[Array, Array]:
    """Return (kp, kd), (m, m) each, that place m pairs of poles of natural frequency `bandwidth` [rad/s] and ratio `damping`."""
    s1, s2 = pair(bandwidth, damping)
    Z1, slope = linear.impedance(s1)
    kd = -slope if s1 == s2 else -(Z1 - linear.impedance(s2)[0]) / (s1 - s2)
    kp, kd = _symmetric(np.real(-Z1 - kd * s1)), _symmetric(np.real(kd))
    _check_poles(np.linalg.eigvals(linear.closed(kp, kd)), [kp, kd], bandwidth, min(abs(s1), abs(s2)))
    return kp, kd


def integral_gains(linear: Near, bandwidth: Any, damping: Any) -> tuple[Array, Array, Array]:
    """Return (kp, ki, kd), (m, m) each, that place m pairs of poles and m real poles.

    The pairs have the natural frequency `bandwidth` [rad/s] and the ratio `damping`; the real poles are at -`INTEGRAL` bandwidth.
    """
    s1, s2 = pair(bandwidth, damping)
    s3 = complex(-INTEGRAL * bandwidth)
    (Z1, slope), Z2, Z3 = linear.impedance(s1), linear.impedance(s2)[0], linear.impedance(s3)[0]
    first = -(Z1 + s1 * slope) if s1 == s2 else -(s1 * Z1 - s2 * Z2) / (s1 - s2)
    second = -(s2 * Z2 - s3 * Z3) / (s2 - s3)
    kd = (first - second) / (s1 - s3)  # divided differences of -s Z(s)
    kp = first - kd * (s1 + s2)
    ki = -s1 * Z1 - kp * s1 - kd * s1 * s1
    kp, ki, kd = (_symmetric(np.real(x)) for x in (kp, ki, kd))
    A = linear.closed(kp, kd)
    count = len(kp)
    whole = np.block([[A, -linear.model.B @ ki], [linear.model.C[:count], np.zeros((count, count))]])
    _check_poles(np.linalg.eigvals(whole), [kp, ki, kd], bandwidth, min(abs(s1), abs(s2), abs(s3)))
    return kp, ki, kd


def _check_poles(poles: Array, gains: list[Array], bandwidth: Any, slowest: float) -> None:
    """Raise InputError unless the gains are positive definite, all closed-loop poles decay, and none is slower than `slowest`.

    slowest: least accepted magnitude of a pole [rad/s]; bandwidth [rad/s]: for the error message only.
    """
    grows = np.real(poles).max() > ROUNDING * np.abs(poles).max()
    slow = np.abs(poles).min() < (1.0 - SLOWER) * slowest
    if grows or slow or min(np.linalg.eigvalsh(gain)[0] for gain in gains) <= 0.0:
        worst = poles[np.real(poles).argmax()] if grows else poles[np.abs(poles).argmin()]
        raise InputError(
            f"bandwidth: {float(bandwidth):.4g} rad/s is more than these springs let motors give their links at that pose: a "
            f"pole would be at {worst:.4g} rad/s, or a gain not positive. Ask for less bandwidth, or take FeedbackLinearization."
        )


def modal_damping(linear: Near, inertia: Array, links: Array, kp: Array, damping: float) -> Array:
    """Return kd (m, m) that gives every mode of the robot with motor gain kp (m, m) the damping ratio `damping` < 1.

    links: stiffness at the links, inertia: M + N^T B N, (n, n) each. The modes V have V^T inertia V = 1 and V^T links V = w^2; a
    modal damping of 2 damping w is exact for rigid joints. Springs shift the poles, so the damping is corrected mode by mode.
    Directions without stiffness, as in redundant arms, get the damping of the slowest mode with stiffness.
    """
    from scipy.linalg import eigh

    squares, V = eigh(links, inertia)
    moves = squares > ROUNDING * squares[-1]
    w = np.sqrt(np.where(moves, squares, squares[moves][0]))
    d = 2.0 * damping * w
    inverse = np.linalg.inv(linear.N)

    def at_motors(d: Array) -> Array:
        matrix: Array = inverse.T @ (inertia @ V @ (d[:, None] * V.T) @ inertia) @ inverse
        return matrix

    for _ in range(MOST):
        poles = np.linalg.eigvals(linear.closed(kp, at_motors(d)))
        upper = poles[np.imag(poles) > ROUNDING * np.abs(poles)]
        slow = upper[np.argsort(np.abs(upper))][: moves.sum()]
        ratios = -np.real(slow) / np.abs(slow)
        if len(slow) < moves.sum() or not (ratios > 0.0).all():
            break
        if np.abs(ratios - damping).max() < NEAR * damping:
            return _symmetric(at_motors(d))
        d[moves] *= damping / ratios
    if _overdamped(linear, kp, damping, int(moves.sum())):
        raise InputError(
            f"damping: friction and damping of the model alone damp a mode by more than {damping:g} with this stiffness. Ask for "
            "more stiffness or damping, or state the damping of each motor."
        )
    raise InputError(
        f"damping: {damping:g} in every mode is not to be had from the motors with this stiffness, which is too near that of the "
        "springs. Ask for less stiffness or damping, or state the damping of each motor."
    )


def _overdamped(linear: Near, kp: Array, damping: float, modes: int) -> bool:
    """Return True if, with kd = 0, one of the slowest modes is damped by more than the ratio `damping`.

    modes: number of slowest modes that are tested.
    """
    poles = np.linalg.eigvals(linear.closed(kp, np.zeros_like(kp)))
    sizes = np.abs(poles)
    slow = poles[np.argsort(sizes)][np.sort(sizes) > ROUNDING * sizes.max()][: 2 * modes]
    return bool((-np.real(slow) > damping * np.abs(slow)).any())


SLOWER = 1e-3
"""Relative tolerance of the test that no closed-loop pole is smaller in magnitude than the slowest desired pole; a double pole is
exact to half the digits only."""
MOST = 50
"""Largest number of corrections of the modal damping."""
NEAR = 1e-10
"""Relative tolerance of the damping ratio of each mode."""


def _symmetric(x: Array) -> Array:
    symmetric: Array = 0.5 * (x + x.T)
    return symmetric
