"""Partial derivatives of the motor torque with respect to the motion, for optimisation."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.dynamics.motor import Motor
from jounce.errors import InputError
from jounce.functions.partials import rnea_partials
from jounce.functions.plant import motor, plant
from jounce.inverse.elastic import inverse_dynamics
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.robot import Robot


def inverse_dynamics_derivatives(robot: Robot, *Q: Any, threads: int | None = None) -> Array:
    """d tau_m / d q^(k) for every derivative k that was passed: (len, ..., n, n), row i is tau_m_i, column j is q_j.

    Exact. With f_k = d tau / d q^(k) of the rigid tree (k = 0, 1, 2, zero beyond) and D = d/dt along the motion,

        d (D f) / d q^(k) = D f_k + f_(k-1)

    so the partials of a torque's time derivatives are time derivatives of its partials: with h_k = f_k / K,

        d tau_m / d q^(k) = f_k + B (1_(k=2) + D^2 h_k + 2 D h_(k-1) + h_(k-2)) + friction'(thetad) (1_(k=1) + D h_k + h_(k-1))

    A spring that is not linear has its own stiffness at this deflection, with its time derivatives, in the place of K. Where
    joints have several freedoms, d/dq is taken along their velocities (column j: a displacement in the direction of velocity j).
    """
    if any(robot.rotors):
        raise InputError(f"inverse_dynamics_derivatives: robot {robot.name!r} has drives with coupling='full'; expected 'spong'.")
    if robot.nq != robot.n:
        return _several_freedoms(robot, Q, threads)
    done = inverse_dynamics(robot, *Q, threads=threads)
    order = robot.motion_order
    partials = rnea_partials(robot, *Q[: order + 1], threads=threads)
    f = [Jet.from_derivatives(list(rows)) for rows in partials]
    s = Jet.from_derivatives(list(_compliance(robot, done.tau_j, order)[..., None]))
    h = [slope * s for slope in f] if order > 2 else []
    eye, zero = np.eye(robot.n), np.zeros_like(partials[0][0])
    B = np.array([m.inertia for m in plant(robot).motors])[:, None]
    slip = _friction_slope(plant(robot).motors, done.theta[1])[..., None]

    def part(k: int, order: int) -> Array:
        """The derivative D^order of h_k."""
        return h[k].derivatives()[order] if 0 <= k < len(h) else zero  # type: ignore[no-any-return]

    out = np.zeros((len(Q), *zero.shape))
    for k in range(order + 1):
        acceleration = eye * (k == 2) + part(k, 2) + 2.0 * part(k - 1, 1) + part(k - 2, 0)
        velocity = eye * (k == 1) + part(k, 1) + part(k - 1, 0)
        out[k] = (f[k].coeffs[0] if k < 3 else 0.0) + B * acceleration + slip * velocity
    return out


def _several_freedoms(robot: Robot, Q: tuple[Any, ...], threads: int | None) -> Array:
    """Rigid robots whose joints may have several freedoms."""
    if robot.motion_order > 2:
        raise InputError(f"robot {robot.name!r} has joints of several freedoms; its elastic joints have no inverse here.")
    partials = rnea_partials(robot, *Q[:3], threads=threads)
    motors = [motor(robot.joints[i]) for i in robot.freedoms]
    out = np.zeros((len(Q), *partials[0].shape[1:]))
    for k, rows in enumerate(partials):
        out[k] = rows[0]
    out[1] += _friction_slope(motors, np.asarray(Q[1]))[..., None] * np.eye(robot.n)
    out[2] += np.diag([m.inertia for m in motors])
    return out


def _compliance(robot: Robot, tau: Array, order: int) -> Array:
    """d delta / d tau and its time derivatives along the motion (order-1, ..., n); zero for rigid joints."""
    out = np.zeros((order - 1, *tau.shape[1:]))
    for i, m in enumerate(plant(robot).motors):
        if m.law is not None:
            delta = m.law.deflection(Jet.from_derivatives(list(tau[..., i])))
            out[..., i] = (1.0 / m.law.stiffness(delta)).derivatives()
        else:
            out[0, ..., i] = m.compliance
    return out


def _friction_slope(motors: Sequence[Motor], speed: Array) -> Array:
    """d friction / d thetad: Fv + Fc v0^2 / (v^2 + v0^2)^(3/2)."""
    viscous, coulomb, v0 = np.array([(m.viscous, m.coulomb, m.speed) for m in motors]).T
    return viscous + coulomb * v0**2 / (speed**2 + v0**2) ** 1.5  # type: ignore[no-any-return]
