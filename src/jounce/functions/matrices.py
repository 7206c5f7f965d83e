"""The matrices of the equations of motion, and all their derivatives: by time, by state, by inertial parameters."""

from dataclasses import replace
from typing import Any, NamedTuple

from jounce.dynamics import regressor as regressors
from jounce.dynamics.closed_form import closed_form, com_jacobian_rows
from jounce.errors import InputError
from jounce.functions.charts import along
from jounce.functions.equation import LARGEST_GRADIENTS, Equation, Numbers, Output, Place
from jounce.functions.evaluate import NOWHERE, evaluate, public
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.tree import Tree


class Matrices(NamedTuple):
    """M qdd + C qd + g = tau, with time derivatives."""

    M: Array
    """(k, ..., n, n)."""
    C: Array
    """(k, ..., n, n): Mdot = C + C^T."""
    g: Array
    """(k, ..., n)."""


class StateDerivatives(NamedTuple):
    """Partial derivatives with respect to positions and velocities; the last axis is the joint by which is differentiated."""

    dM_dq: Array
    """(..., n, n, n): [i, j, h] = dM_ij / dq_h."""
    dC_dq: Array
    """(..., n, n, n)."""
    dC_dqd: Array
    """(..., n, n, n)."""
    dg_dq: Array
    """(..., n, n)."""


class ParameterDerivatives(NamedTuple):
    """Partial derivatives with respect to `robot.parameters`, in which M, C and g are linear: dM @ parameters = M."""

    dM: Array
    """(..., n, n, 10 links)."""
    dC: Array
    """(..., n, n, 10 links)."""
    dg: Array
    """(..., n, 10 links)."""


def _matrices(tree: Tree, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Any, ...]:
    """Once C is there, the time derivatives of M are free: Mdot = C + C^T."""
    M, C, g = closed_form(tree, *motion)
    n = len(g)
    return [[_integrated(M[i][j], C[i][j] + C[j][i]) for j in range(n)] for i in range(n)], C, g


def _integrated(x: Any, rate: Any) -> Any:
    """The value of x with the time derivatives that its rate gives it."""
    if not isinstance(x, Jet) or not isinstance(rate, Jet):
        return x
    return Jet([x.coeffs[0], *(c / (k + 1) for k, c in enumerate(rate.coeffs[: x.order]))])


def _coriolis(tree: Tree, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Any, ...]:
    return (closed_form(tree, *motion)[1],)


def _with_mass(robot: Robot) -> Tree:
    if not any(link.mass for link in robot.links):
        raise InputError(f"com_jacobian: robot {robot.name!r} has no mass, so there is no centre of it. Give a link mass.")
    return robot.tree


def _com(tree: Tree, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Any, ...]:
    return (com_jacobian_rows(tree, motion[0]),)


def _regressor(tree: Tree, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Any, ...]:
    q, qd, qdd = motion
    return (regressors.regressor(tree, q, qd, qd, qdd),)


def _slotine_li(tree: Tree, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Any, ...]:
    return (regressors.regressor(tree, *motion),)


def _state(tree: Tree, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Any, ...]:
    """Along each joint in turn a jet of order one: its first coefficient is the partial derivative."""
    q, qd = motion
    n = len(q)
    by_q = [_slopes(closed_form(tree, _along(q, h), qd)) for h in range(n)]
    by_qd = [_slopes(closed_form(tree, q, _along(qd, h))) for h in range(n)]
    cubes = (_last(by_q, 0), _last(by_q, 1), _last(by_qd, 1))
    return (*cubes, [[part[2][i] for part in by_q] for i in range(n)])


def _last(parts: list[Any], k: int) -> list[list[Numbers]]:
    """[i][j][h] of matrix k from parts [h][k][i][j]."""
    n = len(parts)
    return [[[part[k][i][j] for part in parts] for j in range(n)] for i in range(n)]


def _state_by_rows(robot: Robot, rows: list[Numbers]) -> list[list[Numbers]]:
    """The same where a position is no vector: displaced along each freedom, with the velocity's components kept."""
    q, qd = rows
    n = robot.n

    def slopes(position: Numbers, velocity: Numbers) -> list[Numbers]:
        return [_slopes(found[0]) for found in ALONG.results(robot, [position, velocity], None, NOWHERE, 0)]

    by_q = [slopes(along(robot.tree, q, h), qd) for h in range(n)]
    by_qd = [slopes(q, _along(qd, h)) for h in range(n)]
    cubes = [[part[k][i] for i in range(n * n) for part in parts] for parts, k in ((by_q, 0), (by_q, 1), (by_qd, 1))]
    return [[cube] for cube in cubes] + [[[part[2][i] for i in range(n) for part in by_q]]]


def _along(x: Numbers, h: int) -> Numbers:
    return [Jet([value, 1.0 if i == h else 0.0]) for i, value in enumerate(x)]


def _slopes(values: Any) -> Any:
    """First coefficients of a nested sequence of jets; what is none does not depend on the joint."""
    if isinstance(values, (list, tuple)):
        return [_slopes(x) for x in values]
    return values.coeffs[1] if isinstance(values, Jet) else 0.0


def _parameters(tree: Tree, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Any, ...]:
    return regressors.parameter_derivatives(tree, *motion)


MATRICES = Equation(
    "dynamic_matrices",
    2,
    _matrices,
    lambda n, _: (Output("M", (n, n)), Output("C", (n, n)), Output("g", (n,))),
    give=lambda outputs: Matrices(*outputs),
)
ALONG = replace(MATRICES, evaluate=lambda tree, motion, _, __: closed_form(tree, *motion))
"""The same where a jet does not run along time, and C says nothing of the slope of M."""
CORIOLIS = Equation("coriolis_matrix", 2, _coriolis, lambda n, _: (Output("C", (n, n)),))
COM = Equation("com_jacobian", 1, _com, lambda n, _: (Output("J", (3, n)),), read=_with_mass)
REGRESSOR = Equation("regressor", 3, _regressor, lambda n, links: (Output("Y", (n, 10 * links)),))
SLOTINE_LI = Equation(
    "slotine_li_regressor",
    4,
    _slotine_li,
    lambda n, links: (Output("Y", (n, 10 * links), 0),),
    arguments=("q", "qd", "qd_r", "qdd_r"),
    differentiable=False,
)
STATE = Equation(
    "state_derivatives",
    2,
    _state,
    lambda n, _: (
        Output("dM_dq", (n, n, n), 0),
        Output("dC_dq", (n, n, n), 0),
        Output("dC_dqd", (n, n, n), 0),
        Output("dg_dq", (n, n), 0),
    ),
    give=lambda outputs: StateDerivatives(*outputs),
    differentiable=False,
    by_rows=_state_by_rows,
    largest=LARGEST_GRADIENTS,
)
PARAMETERS = Equation(
    "parameter_derivatives",
    2,
    _parameters,
    lambda n, links: (
        Output("dM", (n, n, 10 * links), 0),
        Output("dC", (n, n, 10 * links), 0),
        Output("dg", (n, 10 * links), 0),
    ),
    give=lambda outputs: ParameterDerivatives(*outputs),
    differentiable=False,
)


@public(MATRICES)
def dynamic_matrices(robot: Robot, q: Any, qd: Any, *higher: Any, threads: int | None = None) -> Matrices:
    """M, C and g together, with their time derivatives (len-1, ...): less work than one after the other.

    M qdd + C qd + g = `rnea`. C is that of `coriolis_matrix`.
    """
    return Matrices(*evaluate(MATRICES, robot, (q, qd, *higher), threads=threads))


@public(CORIOLIS)
def coriolis_matrix(robot: Robot, q: Any, qd: Any, *higher: Any, threads: int | None = None) -> Array:
    """C(q, qd) with Mdot = C + C^T, so that Mdot - 2 C is skew, and its time derivatives (len-1, ..., n, n).

    C qd are the centrifugal and Coriolis forces. Of the many matrices with these properties it is that of [Garofalo2013] (6b),
    C = sum J^T (I [v] - [v]^T I) J + J^T I Jdot with the links' body Jacobians.
    """
    (C,) = evaluate(CORIOLIS, robot, (q, qd, *higher), threads=threads)
    return C


@public(COM)
def com_jacobian(robot: Robot, q: Any, *higher: Any, threads: int | None = None) -> Array:
    """Jacobian of the centre of mass of all moving links, in the base frame, and its time derivatives (len, ..., 3, n) [m].

    Its velocity is J qd. [Garofalo2013] (7).
    """
    (J,) = evaluate(COM, robot, (q, *higher), threads=threads)
    return J


@public(REGRESSOR)
def regressor(robot: Robot, q: Any, qd: Any, qdd: Any, *higher: Any, threads: int | None = None) -> Array:
    """Y with Y @ robot.parameters = rnea(robot, q, qd, qdd), and its time derivatives (len-2, ..., n, 10 n).

    Columns: m, m c (3), Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the link frame's origin, link after link.
    """
    (Y,) = evaluate(REGRESSOR, robot, (q, qd, qdd, *higher), threads=threads)
    return Y


@public(SLOTINE_LI)
def slotine_li_regressor(robot: Robot, q: Any, qd: Any, qd_r: Any, qdd_r: Any, *, threads: int | None = None) -> Array:
    """Y (..., n, 10 links) with Y @ robot.parameters = M(q) qdd_r + C(q, qd) qd_r + g(q): Slotine and Li's, for adaptive control.

    C is that of `coriolis_matrix`. [Garofalo2013] (16).
    """
    (Y,) = evaluate(SLOTINE_LI, robot, (q, qd, qd_r, qdd_r), threads=threads)
    return Y


@public(STATE)
def state_derivatives(robot: Robot, q: Any, qd: Any, *, threads: int | None = None) -> StateDerivatives:
    """Partial derivatives of M, C and g by positions and velocities, exact: [Garofalo2013] (24)."""
    return StateDerivatives(*evaluate(STATE, robot, (q, qd), threads=threads))


@public(PARAMETERS)
def parameter_derivatives(robot: Robot, q: Any, qd: Any, *, threads: int | None = None) -> ParameterDerivatives:
    """Partial derivatives of M, C and g by the inertial parameters, exact: [Garofalo2013] (13)."""
    return ParameterDerivatives(*evaluate(PARAMETERS, robot, (q, qd), threads=threads))
