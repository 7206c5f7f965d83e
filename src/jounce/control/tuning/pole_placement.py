"""Gains from a wanted bandwidth and damping, at a pose: exact for the coupled robot near it.

Motors that are moved by theta e^(st) ask for the torque Z(s) theta, links, springs and weight included. Under tau_m = -(Kp + Kd
s) theta the robot has a motion e^(st) in every direction where Kp + Kd s = -Z(s). With a wanted pair s1, s2,

    Kd = -(Z(s1) - Z(s2)) / (s1 - s2),    Kp = -Z(s1) - Kd s1

are real symmetric matrices, and n pairs of poles are where they are wanted; a pair on one spot takes the derivative. An integral,
Ki / s, takes a third pole: Kd s^2 + Kp s + Ki goes through -s Z(s) at three points. The other poles, links against motors,
follow; where one of them does not decay, the bandwidth is too much for the springs.
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
"""The pole of an integral, against the bandwidth."""
ROUNDING = 1e-9
"""Against the largest, below which an eigenvalue is zero but for rounding."""


class Near(NamedTuple):
    """A robot near a pose at rest, as its motors see it."""

    model: StateSpace
    """Motor torque in; theta and thetad of all motors out. Without dry friction."""
    weight: Array
    """G = dg/dq, with springs beside drives (n, n) [Nm/rad]."""
    compliance: Array
    """1 / f' of the drives' springs at their deflection, zero at rigid joints (m,)."""
    N: Array
    """(m, n)."""

    def impedance(self, s: complex) -> tuple[Array, Array]:
        """Z(s) and its derivative (m, m): the torque of motors that are moved."""
        A, B = self.model.A, self.model.B
        size, count = A.shape[-1], B.shape[-1]
        left = np.zeros((size + count, size + count), dtype=complex)
        left[:size, :size], left[:size, size:] = s * np.eye(size) - A, -B
        left[size:, :size] = self.model.C[:count]
        right = np.zeros((size + count, count), dtype=complex)
        right[size:] = np.eye(count)
        found = np.linalg.solve(left, right)
        right[:size], right[size:] = -found[:size], 0.0
        return found[size:], np.linalg.solve(left, right)[size:]

    def closed(self, kp: Array, kd: Array) -> Array:
        """A of the robot under tau_m = -kp theta - kd thetad (s, s)."""
        count = self.model.B.shape[-1]
        found: Array = self.model.A - self.model.B @ (kp @ self.model.C[:count] + kd @ self.model.C[count:])
        return found

    def link_stiffness(self, kp: Array) -> Array:
        """What the links feel of motors held by tau_m = -kp theta (n, n): G + N^T (K^-1 + kp^-1)^-1 N."""
        series = np.linalg.solve(np.eye(len(kp)) + kp * self.compliance, kp)
        return _symmetric(self.weight + self.N.T @ series @ self.N)

    def motor_stiffness(self, links: Array) -> Array:
        """kp (m, m) that gives the links a stiffness (n, n): the inverse of `link_stiffness`; not positive if there is none."""
        inverse = np.linalg.inv(self.N)
        series = inverse.T @ (links - self.weight) @ inverse
        return _symmetric(np.linalg.solve(np.eye(len(series)) - series * self.compliance, series))


def near(robot: Robot, q: Any) -> Near:
    """The robot at rest at q (n,)."""
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
    for i, here in enumerate(plant.beside):
        if here.spring is not None:
            weight[i, i] += here.spring.stiffness(q[i])
    bent = motor_statics(robot, q).delta
    slopes = [np.inf if m.spring is None else m.spring.stiffness(x) for m, x in zip(plant.motors, bent)]
    return Near(model, weight, 1.0 / np.array(slopes, dtype=np.float64), plant.transmission.matrix(robot.n))


def without_dry_friction(robot: Robot) -> Robot:
    """The same robot without what nearly holds motors that stand still."""
    if not any(m.coulomb or m.stribeck for m in plant_of(robot).motors):
        return robot
    return robot.with_drives(coulomb_friction=0.0, stribeck_friction=0.0)


def motor_gains(here: Near, bandwidth: Any, damping: Any) -> tuple[Array, Array]:
    """(kp, kd), (m, m) each, with which every direction has the wanted pair of poles."""
    s1, s2 = pair(bandwidth, damping)
    Z1, slope = here.impedance(s1)
    kd = -slope if s1 == s2 else -(Z1 - here.impedance(s2)[0]) / (s1 - s2)
    kp, kd = _symmetric(np.real(-Z1 - kd * s1)), _symmetric(np.real(kd))
    _refuse(np.linalg.eigvals(here.closed(kp, kd)), [kp, kd], bandwidth, min(abs(s1), abs(s2)))
    return kp, kd


def integral_gains(here: Near, bandwidth: Any, damping: Any) -> tuple[Array, Array, Array]:
    """(kp, ki, kd): the wanted pair and a real pole at half the bandwidth in every direction."""
    s1, s2 = pair(bandwidth, damping)
    s3 = complex(-INTEGRAL * bandwidth)
    (Z1, slope), Z2, Z3 = here.impedance(s1), here.impedance(s2)[0], here.impedance(s3)[0]
    first = -(Z1 + s1 * slope) if s1 == s2 else -(s1 * Z1 - s2 * Z2) / (s1 - s2)
    second = -(s2 * Z2 - s3 * Z3) / (s2 - s3)
    kd = (first - second) / (s1 - s3)  # divided differences of -s Z(s)
    kp = first - kd * (s1 + s2)
    ki = -s1 * Z1 - kp * s1 - kd * s1 * s1
    kp, ki, kd = (_symmetric(np.real(x)) for x in (kp, ki, kd))
    A = here.closed(kp, kd)
    count = len(kp)
    whole = np.block([[A, -here.model.B @ ki], [here.model.C[:count], np.zeros((count, count))]])
    _refuse(np.linalg.eigvals(whole), [kp, ki, kd], bandwidth, min(abs(s1), abs(s2), abs(s3)))
    return kp, ki, kd


def _refuse(poles: Array, gains: list[Array], bandwidth: Any, slowest: float) -> None:
    """Raise unless gains are positive, all poles decay, and none is slower than wanted."""
    grows = np.real(poles).max() > ROUNDING * np.abs(poles).max()
    slow = np.abs(poles).min() < (1.0 - SLOWER) * slowest
    if grows or slow or min(np.linalg.eigvalsh(gain)[0] for gain in gains) <= 0.0:
        worst = poles[np.real(poles).argmax()] if grows else poles[np.abs(poles).argmin()]
        raise InputError(
            f"bandwidth: {float(bandwidth):.4g} rad/s is more than these springs let motors give their links at that pose: a "
            f"pole would be at {worst:.4g} rad/s, or a gain not positive. Ask for less bandwidth, or take FeedbackLinearization."
        )


def modal_damping(here: Near, inertia: Array, links: Array, kp: Array, damping: float) -> Array:
    """kd (m, m) that gives every mode of a robot held by kp the wanted damping, below 1.

    links: the stiffness that the links feel, inertia: M + N^T B N (n, n). Both are diagonal in the modes V, V^T inertia V = 1,
    V^T links V = w^2, and damping is 2 damping w there: exact for rigid joints. Springs shift the poles, which is put right mode
    by mode. Directions without stiffness, of redundant arms, get the damping of the slowest mode that has one.
    """
    from scipy.linalg import eigh

    squares, V = eigh(links, inertia)
    moves = squares > ROUNDING * squares[-1]
    w = np.sqrt(np.where(moves, squares, squares[moves][0]))
    d = 2.0 * damping * w
    inverse = np.linalg.inv(here.N)

    def at_motors(d: Array) -> Array:
        found: Array = inverse.T @ (inertia @ V @ (d[:, None] * V.T) @ inertia) @ inverse
        return found

    for _ in range(MOST):
        poles = np.linalg.eigvals(here.closed(kp, at_motors(d)))
        upper = poles[np.imag(poles) > ROUNDING * np.abs(poles)]
        slow = upper[np.argsort(np.abs(upper))][: moves.sum()]
        found = -np.real(slow) / np.abs(slow)
        if len(slow) < moves.sum() or not (found > 0.0).all():
            break
        if np.abs(found - damping).max() < NEAR * damping:
            return _symmetric(at_motors(d))
        d[moves] *= damping / found
    if _overdamped(here, kp, damping, int(moves.sum())):
        raise InputError(
            f"damping: friction and damping of the model alone damp a mode by more than {damping:g} with this stiffness. Ask for "
            "more stiffness or damping, or state the damping of each motor."
        )
    raise InputError(
        f"damping: {damping:g} in every mode is not to be had from the motors with this stiffness, which is too near that of the "
        "springs. Ask for less stiffness or damping, or state the damping of each motor."
    )


def _overdamped(here: Near, kp: Array, damping: float, modes: int) -> bool:
    """Return whether one of the slowest modes has more than the wanted damping without any from the controller."""
    poles = np.linalg.eigvals(here.closed(kp, np.zeros_like(kp)))
    sizes = np.abs(poles)
    slow = poles[np.argsort(sizes)][np.sort(sizes) > ROUNDING * sizes.max()][: 2 * modes]
    return bool((-np.real(slow) > damping * np.abs(slow)).any())


SLOWER = 1e-3
"""Share of the wanted pole below which another one is slower; a double pole is known to half the digits."""
MOST = 50
"""Corrections of damping."""
NEAR = 1e-10
"""Share of the damping asked for to which it is corrected."""


def _symmetric(x: Array) -> Array:
    found: Array = 0.5 * (x + x.T)
    return found
