"""Dynamics of the rigid tree, as the user calls them: arrays in, arrays out.

Arguments `q, qd, qdd, *higher` are arrays (..., n), the k-th time derivative of the joint positions each, batch axes first. What
comes out has as many time derivatives as went in beyond what the function needs, along axis 0.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.dynamics import forward, newton_euler
from jounce.dynamics import mass_matrix as composite
from jounce.errors import SingularityError
from jounce.functions.motion import check_motion, check_wrench
from jounce.numbers.packing import Array, assemble, components, jets
from jounce.robot import Robot
from jounce.spatial.matrices import apply
from jounce.spatial.vectors import add, cross

PIVOT_ROUNDING = 1e-13
"""A pivot this small against its diagonal of M is what rounding leaves of a zero."""


def rnea(
    robot: Robot,
    q: Any,
    qd: Any,
    qdd: Any,
    *higher: Any,
    wrench: Sequence[Any] = (),
    link: str | int | None = None,
) -> Array:
    """Joint forces of the rigid tree, and their time derivatives (len-2, ..., n) [Nm or N, per s, ...].

        tau = M(q) qdd + C(q, qd) qd + g(q) - J^T W

    Equals `mass_matrix @ qdd` plus `gravity_torque` where qd = 0. wrench: (W, Wdot, ...), each (..., 6), the external wrench
    acting on `link` (default: the last link) about and in that link's frame, moment [Nm] first, then force [N]; one entry for
    each row of the result. Cost O(n k^2) for k derivatives. Newton-Euler recursion, [Buondonno2015] (17)-(41) at k = 2.
    """
    motion = check_motion(robot, (q, qd, qdd, *higher))
    order = len(motion) - 3
    force = None
    body = -1
    batch = motion.shape[1:-1]
    if len(wrench):
        body, frame = robot.locate_body(link)
        W = check_wrench(wrench, order)
        batch = np.broadcast_shapes(batch, W.shape[1:-1])
        numbers = jets(W)
        # from the named frame to the body frame that the recursion uses
        mx, my, mz, fx, fy, fz = numbers
        m, f = apply(frame.rotation, (mx, my, mz)), apply(frame.rotation, (fx, fy, fz))
        force = (add(m, cross(frame.origin, f)), f)
    at, rate, acceleration = (jets(motion[k : k + order + 1]) for k in range(3))
    tau = newton_euler.newton_euler(robot.tree, at, rate, acceleration, force, body)
    return assemble(tau, order, batch, motion.dtype if force is None else np.result_type(motion, W))


def mass_matrix(robot: Robot, q: Any, *higher: Any) -> Array:
    """Mass matrix of the rigid tree and its time derivatives: M, Mdot, ... (len, ..., n, n) [kg m^2, kg m, kg].

    Symmetric; kinetic energy is qd^T M qd / 2. Column j equals rnea(q, 0, e_j) without gravity. Rotor inertia is not in it.
    Composite rigid bodies, O(n depth).
    """
    motion = check_motion(robot, (q, *higher))
    M = composite.mass_matrix(robot.tree, jets(motion))
    return assemble(M, len(motion) - 1, motion.shape[1:-1], motion.dtype)


def gravity_torque(robot: Robot, q: Any, *higher: Any) -> Array:
    """Joint forces that hold the robot still against gravity, and their time derivatives (len, ..., n) [Nm or N, ...].

    Equals rnea(q, 0, 0); it is the gradient of the potential energy.
    """
    motion = check_motion(robot, (q, *higher))
    g = newton_euler.gravity_torque(robot.tree, jets(motion))
    return assemble(g, len(motion) - 1, motion.shape[1:-1], motion.dtype)


def forward_dynamics(robot: Robot, q: Any, qd: Any, tau: Any) -> Array:
    """Joint accelerations of the rigid tree under joint forces tau: qdd (..., n) [rad/s^2 or m/s^2].

        qdd = M(q)^-1 (tau - C(q, qd) qd - g(q))

    Inverse of `rnea`. Articulated bodies, O(n). Raises `SingularityError` naming the joint where M is singular: a joint that
    moves no mass.
    """
    motion = check_motion(robot, (q, qd, tau), names=("q", "qd", "tau"))
    with np.errstate(divide="ignore", invalid="ignore"):
        try:
            qdd, pivots = forward.forward_dynamics(robot.tree, *(components(x) for x in motion))
        except ZeroDivisionError:
            _refuse_singular(robot, motion[0])
            raise
    batch = motion.shape[1:-1]
    if motion.dtype != object:
        values = assemble(pivots, 0, batch, motion.dtype)[0]
        if not (values > 1e-9 * np.max(np.abs(values), axis=-1, keepdims=True, initial=0.0)).all():
            _refuse_singular(robot, motion[0])
    result: Array = assemble(qdd, 0, batch, motion.dtype)[0]
    return result


def _refuse_singular(robot: Robot, q: Array) -> None:
    """Raise if a pivot of M vanishes against its diagonal; pivots of M = L^T D L are those of the articulated bodies."""
    M = mass_matrix(robot, q)[0]
    for index in np.ndindex(M.shape[:-2]):
        A = M[index].astype(float)
        diagonal = A.diagonal().copy()
        for i in reversed(range(robot.n)):
            if A[i, i] <= PIVOT_ROUNDING * diagonal[i]:
                carried = [link.name for k, link in enumerate(robot.links) if _carries(robot, i, k) and link.mass == 0.0]
                hint = f" Without mass: {', '.join(carried)}." if carried else ""
                raise SingularityError(
                    f"forward dynamics of robot {robot.name!r}: joint {robot.joints[i].name!r} moves no inertia (link "
                    f"{robot.links[i].name!r} and what it carries), so its acceleration is not determined.{hint} "
                    "Give the link mass and inertia, or make the joint fixed."
                )
            A[:i, :i] -= np.outer(A[:i, i], A[i, :i]) / A[i, i]


def _carries(robot: Robot, i: int, k: int) -> bool:
    while k > i:
        k = robot.parents[k]
    return k == i
