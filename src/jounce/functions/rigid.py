"""Dynamics of the rigid tree, as the user calls them: arrays in, arrays out.

Arguments `q, qd, qdd, *higher` are arrays (..., n), the k-th time derivative of the joint positions each, batch axes first. What
comes out has as many time derivatives as went in beyond what the function needs, along axis 0. threads: how many of them a large
batch may use (default: one a processor); the result does not depend on it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.dynamics import energy as energies
from jounce.dynamics import forward, newton_euler
from jounce.dynamics import mass_matrix as composite
from jounce.errors import SingularityError
from jounce.functions.equation import Equation, Numbers, Output, Place, at_body
from jounce.functions.evaluate import evaluate, public
from jounce.functions.loops import rnea_loop
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.tree import Tree

SMALL_PIVOT = 1e-9
"""A pivot this small against the largest is worth a closer look."""
PIVOT_ROUNDING = 1e-13
"""A pivot this small against its diagonal of M is what rounding leaves of a zero."""


def _rnea(tree: Tree, motion: list[Numbers], wrench: Numbers | None, place: Place) -> tuple[Numbers]:
    q, qd, qdd = motion
    if wrench is None:
        return (newton_euler.newton_euler(tree, q, qd, qdd),)
    return (newton_euler.newton_euler(tree, q, qd, qdd, at_body(wrench, place), place.body),)


def _mass_matrix(tree: Tree, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[list[Numbers]]:
    return (composite.mass_matrix(tree, motion[0]),)


def _gravity(tree: Tree, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Numbers]:
    return (newton_euler.gravity_torque(tree, motion[0]),)


def _forward(tree: Tree, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Numbers, Numbers]:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # a zero pivot is found and named afterwards
        return forward.forward_dynamics(tree, *motion)


def check_pivots(robot: Robot, q: Any, outputs: tuple[Any, ...] | None, armature: Sequence[float] | None = None) -> None:
    """Raise if the last of the outputs, the pivots of M + diag(armature), say that it is singular."""
    if outputs is None:
        return _refuse_singular(robot, q, armature)
    pivots = outputs[-1]
    if isinstance(pivots, np.ndarray) and pivots.dtype != object and pivots.size:
        found = pivots.tolist() if pivots.ndim == 1 else [float(pivots.min()), float(pivots.max())]
        if not min(found) > SMALL_PIVOT * max(found):
            _refuse_singular(robot, q, armature)
    return None


RNEA = Equation("rnea", 3, _rnea, lambda n, _: (Output("tau", (n,)),), takes_wrench=True, loop=rnea_loop, recursive=True)
MASS_MATRIX = Equation("mass_matrix", 1, _mass_matrix, lambda n, _: (Output("M", (n, n)),))
GRAVITY = Equation("gravity_torque", 1, _gravity, lambda n, _: (Output("g", (n,)),))
ENERGY = Equation(
    "energy", 2, lambda tree, x, _, __: energies.energy(tree, *x), lambda n, _: (Output("kinetic", ()), Output("potential", ()))
)
FORWARD = Equation(
    "forward_dynamics",
    3,
    _forward,
    lambda n, _: (Output("qdd", (n,), 0), Output("pivots", (n,), 0)),
    arguments=("q", "qd", "tau"),
    differentiable=False,
    inner=("pivots",),
    check=check_pivots,
    recursive=True,
    motions=2,
)


@public(RNEA)
def rnea(
    robot: Robot,
    q: Any,
    qd: Any,
    qdd: Any,
    *higher: Any,
    wrench: Sequence[Any] = (),
    link: str | int | None = None,
    threads: int | None = None,
) -> Array:
    """Joint forces of the rigid tree, and their time derivatives (len-2, ..., n) [Nm or N, per s, ...].

        tau = M(q) qdd + C(q, qd) qd + g(q) - J^T W

    Equals `mass_matrix @ qdd` plus `gravity_torque` where qd = 0. wrench: (W, Wdot, ...), each (..., 6), the external wrench
    acting on `link` (default: the last link) about and in that link's frame, moment [Nm] first, then force [N]; one entry for
    each row of the result. Cost O(n k^2) for k derivatives. Newton-Euler recursion, [Buondonno2015] (17)-(41) at k = 2.
    """
    (tau,) = evaluate(RNEA, robot, (q, qd, qdd, *higher), wrench, link, threads)
    return tau


@public(MASS_MATRIX)
def mass_matrix(robot: Robot, q: Any, *higher: Any, threads: int | None = None) -> Array:
    """Mass matrix of the rigid tree and its time derivatives: M, Mdot, ... (len, ..., n, n) [kg m^2, kg m, kg].

    Symmetric; kinetic energy is qd^T M qd / 2. Column j equals rnea(q, 0, e_j) without gravity. Rotor inertia is not in it.
    Composite rigid bodies, O(n depth).
    """
    (M,) = evaluate(MASS_MATRIX, robot, (q, *higher), threads=threads)
    return M


@public(GRAVITY)
def gravity_torque(robot: Robot, q: Any, *higher: Any, threads: int | None = None) -> Array:
    """Joint forces that hold the robot still against gravity, and their time derivatives (len, ..., n) [Nm or N, ...].

    Equals rnea(q, 0, 0); it is the gradient of the potential energy.
    """
    (g,) = evaluate(GRAVITY, robot, (q, *higher), threads=threads)
    return g


@public(ENERGY)
def energy(robot: Robot, q: Any, qd: Any, *higher: Any, threads: int | None = None) -> tuple[Array, Array]:
    """Kinetic and potential energy of the links [J] and their time derivatives (len-1, ...).

    Potential energy is zero where all mass is at the height of the base frame's origin; its gradient is `gravity_torque`.
    Rotors and springs are not in it.
    """
    kinetic, potential = evaluate(ENERGY, robot, (q, qd, *higher), threads=threads)
    return kinetic, potential


@public(FORWARD)
def forward_dynamics(robot: Robot, q: Any, qd: Any, tau: Any, *, threads: int | None = None) -> Array:
    """Joint accelerations of the rigid tree under joint forces tau: qdd (..., n) [rad/s^2 or m/s^2].

        qdd = M(q)^-1 (tau - C(q, qd) qd - g(q))

    Inverse of `rnea`. Articulated bodies, O(n). Raises `SingularityError` naming the joint where M is singular: a joint that
    moves no mass.
    """
    try:
        qdd, pivots = evaluate(FORWARD, robot, (q, qd, tau), threads=threads)
    except ZeroDivisionError:
        check_pivots(robot, q, None)
        raise
    check_pivots(robot, q, (qdd, pivots))
    return qdd


def _refuse_singular(robot: Robot, q: Any, armature: Sequence[float] | None) -> None:
    """Raise if a pivot of M vanishes against its diagonal; pivots of M = L^T D L are those of the articulated bodies."""
    M = mass_matrix(robot, q)[0] + np.diag(np.zeros(robot.n) if armature is None else armature)
    for index in np.ndindex(M.shape[:-2]):
        A = M[index].astype(float)
        diagonal = A.diagonal().copy()
        for freedom in reversed(range(robot.n)):
            i = robot.freedoms[freedom]
            if A[freedom, freedom] <= PIVOT_ROUNDING * diagonal[freedom]:
                carried = [link.name for k, link in enumerate(robot.links) if _carries(robot, i, k) and link.mass == 0.0]
                hint = f" Without mass: {', '.join(carried)}." if carried else ""
                raise SingularityError(
                    f"forward dynamics of robot {robot.name!r}: joint {robot.joints[i].name!r} moves no inertia (link "
                    f"{robot.links[i].name!r} and what it carries), so its acceleration is not determined.{hint} "
                    "Give the link mass and inertia, or make the joint fixed."
                )
            k = freedom
            A[:k, :k] -= np.outer(A[:k, k], A[k, :k]) / A[k, k]


def _carries(robot: Robot, i: int, k: int) -> bool:
    while k > i:
        k = robot.parents[k]
    return k == i
