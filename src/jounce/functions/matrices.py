"""Matrices of the equations of motion of the rigid tree, and their derivatives by time, state and inertial parameters."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.dynamics import regressor as regressors
from jounce.dynamics.closed_form import closed_form
from jounce.dynamics.kinematics import com_jacobian as centre_of_mass_jacobian
from jounce.dynamics.matrix_derivatives import state_slopes
from jounce.errors import InputError
from jounce.kernel.arguments import Parameters
from jounce.kernel.dispatch import call, public
from jounce.kernel.equation import Equation, Inputs, Loop, Output, ResultRule
from jounce.kernel.evaluation import record
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, plant_of
from jounce.robot import Robot

LARGEST_STRAIGHT = 7
"""Number of DOFs above which `state_derivatives` is compiled as loops, for robots without mimic joints."""


@by_value
class Matrices(NamedTuple):
    """Terms of M qdd + C qd + g = tau; if higher derivatives of q are passed, stacks of k time derivatives on axis 0."""

    M: Array
    """Mass matrix, (..., n, n) or (k, ..., n, n)."""
    C: Array
    """Coriolis matrix with Mdot = C + C^T, (..., n, n) or (k, ..., n, n)."""
    g: Array
    """Gravity torque, (..., n) or (k, ..., n)."""


@by_value
class StateDerivatives(NamedTuple):
    """Partial derivatives of M, C and g by positions and velocities; the last axis is the DOF of differentiation."""

    dM_dq: Array
    """Entries [i, j, h] = dM_ij / dq_h, (..., n, n, n)."""
    dC_dq: Array
    """Entries [i, j, h] = dC_ij / dq_h, (..., n, n, n)."""
    dC_dqd: Array
    """Entries [i, j, h] = dC_ij / dqd_h, (..., n, n, n)."""
    dg_dq: Array
    """Entries [i, h] = dg_i / dq_h, (..., n, n)."""


@by_value
class ParameterDerivatives(NamedTuple):
    """Partial derivatives of M, C and g by `robot.parameters`, in which they are linear: dM @ robot.parameters = M."""

    dM: Array
    """Derivative of the mass matrix (..., n, n, 10 links)."""
    dC: Array
    """Derivative of the Coriolis matrix (..., n, n, 10 links)."""
    dg: Array
    """Derivative of the gravity torque (..., n, 10 links)."""


def _matrices(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    """Return (M, C, g); the time derivatives of M are computed from C: Mdot = C + C^T."""
    M, C, g = closed_form(plant.tree, *x.motion)
    n = len(g)
    return [[_integrated(M[i][j], C[i][j] + C[j][i]) for j in range(n)] for i in range(n)], C, g


def _integrated(x: Any, rate: Any) -> Any:
    """Return the jet with the value of x and the time derivatives from `rate`, the jet of dx/dt; plain scalars are unchanged."""
    if not isinstance(x, Jet) or not isinstance(rate, Jet):
        return x
    return Jet([x.coeffs[0], *(c / (k + 1) for k, c in enumerate(rate.coeffs[: x.order]))])


def _with_mass(robot: Robot, plant: Plant) -> Plant:
    if not any(link.mass for link in robot.links):
        raise InputError(f"com_jacobian: robot {robot.name!r} has no mass, so there is no centre of it. Give a link mass.")
    return plant


def _check_mass(robot: Robot, q: Any, outputs: tuple[Any, ...] | None, parameters: dict[str, Any]) -> None:
    """Raise InputError if the live parameter 'inertia' gives no link any mass, which makes the results NaN or missing."""
    results = () if outputs is None else outputs
    if "inertia" in parameters and all(isinstance(x, np.ndarray) and x.dtype != object and np.isnan(x).any() for x in results):
        raise InputError(f"com_jacobian: robot {robot.name!r} is given no mass, so there is no centre of it.")


def _regressor(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    q, qd, qdd = x.motion
    return (regressors.regressor(plant.tree, q, qd, qd, qdd),)


def _square(robot: Robot, name: str, *more: int, rows: int | None = None) -> Output:
    return Output(name, (robot.n, robot.n, *more), rows)


MATRICES = Equation(
    "dynamic_matrices",
    ("q", "qd"),
    _matrices,
    lambda robot: (_square(robot, "M"), _square(robot, "C"), Output("g", (robot.n,))),
    result=ResultRule(Matrices),
)
CORIOLIS = Equation(
    "coriolis_matrix",
    ("q", "qd"),
    lambda plant, x: (closed_form(plant.tree, *x.motion)[1],),
    lambda robot: (_square(robot, "C"),),
)
COM = Equation(
    "com_jacobian",
    ("q",),
    lambda plant, x: (centre_of_mass_jacobian(plant.tree, *x.motion),),
    lambda robot: (Output("J", (3, robot.n)),),
    prepare=_with_mass,
    result=ResultRule(check=_check_mass),
)
REGRESSOR = Equation("regressor", ("q", "qd", "qdd"), _regressor, lambda robot: (Output("Y", (robot.n, 10 * len(robot.links))),))
SLOTINE_LI = Equation(
    "slotine_li_regressor",
    ("q", "qd", "qd_r", "qdd_r"),
    lambda plant, x: (regressors.regressor(plant.tree, *x.motion),),
    lambda robot: (Output("Y", (robot.n, 10 * len(robot.links)), 0),),
)
STATE = Equation(
    "state_derivatives",
    ("q", "qd"),
    lambda plant, x: state_slopes(plant.tree, *x.motion),
    lambda robot: (
        *(_square(robot, name, robot.n, rows=0) for name in ("dM_dq", "dC_dq", "dC_dqd")),
        _square(robot, "dg_dq", rows=0),
    ),
    result=ResultRule(StateDerivatives),
    loop=Loop(record, is_used=lambda form, robot: robot.n > LARGEST_STRAIGHT and not plant_of(robot).tree.mimic_bodies),
)
PARAMETERS = Equation(
    "parameter_derivatives",
    ("q", "qd"),
    lambda plant, x: regressors.parameter_derivatives(plant.tree, *x.motion),
    lambda robot: (
        *(_square(robot, name, 10 * len(robot.links), rows=0) for name in ("dM", "dC")),
        Output("dg", (robot.n, 10 * len(robot.links)), 0),
    ),
    result=ResultRule(ParameterDerivatives),
)


@public(MATRICES)
def dynamic_matrices(
    robot: Robot, q: ArrayLike, qd: ArrayLike, *higher: ArrayLike, parameters: Parameters = None, threads: int | None = None
) -> Matrices:
    """Return M, C and g together, with time derivatives if qdd, ... are passed; faster than three separate calls.

    M qdd + C qd + g = `rnea`. C is the matrix of `coriolis_matrix`.

    Parameters
    ----------
    q, qd : array (..., n)
        Joint positions (..., nq) and velocities [rad or m, per s].
    *higher : array (..., n)
        Further time derivatives of q: qdd, jerk, ...
    parameters, threads
        As in `rnea`.

    Returns
    -------
    Matrices
        M (..., n, n), C (..., n, n) and g (..., n). With k - 1 higher derivatives passed, stacks (k, ..., n, n), (k, ..., n, n)
        and (k, ..., n).

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> M, C, g = jn.dynamic_matrices(robot, [0.1, 0.2], [1.0, 2.0])
    >>> M.shape, g.shape
    ((2, 2), (2,))
    """
    return call(MATRICES, robot, (q, qd, *higher), parameters=parameters, threads=threads)  # type: ignore[no-any-return]


@public(CORIOLIS)
def coriolis_matrix(
    robot: Robot, q: ArrayLike, qd: ArrayLike, *higher: ArrayLike, parameters: Parameters = None, threads: int | None = None
) -> Array:
    """Return C(q, qd) with Mdot = C + C^T, so that Mdot - 2 C is skew, with time derivatives if qdd, ... are passed.

    The vector C qd contains the centrifugal and Coriolis forces. Many matrices have these properties; this C is the matrix of
    [Garofalo2013] (6b), C = sum J^T (I [v] - [v]^T I) J + J^T I Jdot over all links, with their body Jacobians J.

    Rounding: the error of C_ij is below 100 eps sqrt(M_ii M_jj) sum |qd_k|, eps = 2.2e-16, even if links differ in mass by 1e16.
    (Measured against 120 digits: at most 27 in place of 100 on 240 random robots of up to six joints near the base frame.)

    Parameters
    ----------
    q, qd : array (..., n)
        Joint positions (..., nq) and velocities [rad or m, per s].
    *higher : array (..., n)
        Further time derivatives of q: qdd, jerk, ...
    parameters, threads
        As in `rnea`.

    Returns
    -------
    C : array (..., n, n) [Nm s, N s or kg/s]
        With k - 1 higher derivatives passed, the stack (k, ..., n, n) of C, Cdot, ...

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> jn.coriolis_matrix(robot, [0.1, 0.2], [1.0, 2.0]).shape
    (2, 2)
    """
    return call(CORIOLIS, robot, (q, qd, *higher), parameters=parameters, threads=threads)  # type: ignore[no-any-return]


@public(COM)
def com_jacobian(
    robot: Robot, q: ArrayLike, *higher: ArrayLike, parameters: Parameters = None, threads: int | None = None
) -> Array:
    """Return the Jacobian of the centre of mass of all moving links, with time derivatives if qd, ... are passed.

    The velocity of the centre of mass in the base frame is J qd. [Garofalo2013] (7).

    Parameters
    ----------
    q : array (..., n)
        Joint positions (..., nq) [rad or m].
    *higher : array (..., n)
        Time derivatives of q: qd, qdd, ...
    parameters, threads
        As in `rnea`.

    Returns
    -------
    J : array (..., 3, n) [m]
        With k - 1 higher derivatives passed, the stack (k, ..., 3, n) of J, Jdot, ...

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> jn.com_jacobian(robot, [0.1, 0.2]).shape
    (3, 2)
    """
    return call(COM, robot, (q, *higher), parameters=parameters, threads=threads)  # type: ignore[no-any-return]


@public(REGRESSOR)
def regressor(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *higher: ArrayLike,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Array:
    """Return Y with Y @ robot.parameters = rnea(robot, q, qd, qdd), with time derivatives if derivatives beyond qdd are passed.

    Columns, link after link: m, m c (3), Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the link frame's origin; m: mass, c: centre of mass.

    Parameters
    ----------
    q, qd, qdd : array (..., n)
        Joint positions (..., nq), velocities and accelerations [rad or m, per s, per s^2].
    *higher : array (..., n)
        Further time derivatives of q: jerk, snap, ...
    parameters, threads
        As in `rnea`.

    Returns
    -------
    Y : array (..., n, 10 links)
        With k - 1 higher derivatives passed, the stack (k, ..., n, 10 links) of Y, Ydot, ...

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> jn.regressor(robot, [0.1, 0.2], [1.0, 2.0], [0.0, 0.0]).shape
    (2, 20)
    """
    return call(REGRESSOR, robot, (q, qd, qdd, *higher), parameters=parameters, threads=threads)  # type: ignore[no-any-return]


@public(SLOTINE_LI)
def slotine_li_regressor(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qd_r: ArrayLike,
    qdd_r: ArrayLike,
    *,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Array:
    """Return Y with Y @ robot.parameters = M(q) qdd_r + C(q, qd) qd_r + g(q), the regressor of Slotine and Li.

    This regressor serves adaptive control. C is the matrix of `coriolis_matrix`.

    Parameters
    ----------
    q, qd, qd_r, qdd_r : array (..., n)
        Joint positions (..., nq) and velocities; velocity and acceleration of the reference [rad or m, per s, per s^2].
    parameters, threads
        As in `rnea`.

    Returns
    -------
    Y : array (..., n, 10 links)
        Columns as in `regressor`.

    References
    ----------
    [Garofalo2013] (16).

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> jn.slotine_li_regressor(robot, [0.1, 0.2], [1.0, 2.0], [1.0, 1.0], [0.0, 0.0]).shape
    (2, 20)
    """
    return call(SLOTINE_LI, robot, (q, qd, qd_r, qdd_r), parameters=parameters, threads=threads)  # type: ignore[no-any-return]


@public(STATE)
def state_derivatives(
    robot: Robot, q: ArrayLike, qd: ArrayLike, *, parameters: Parameters = None, threads: int | None = None
) -> StateDerivatives:
    """Return the exact partial derivatives of M, C and g by positions and velocities.

    At joints of several DOFs, d/dq is taken along their velocities.

    Parameters
    ----------
    q, qd : array (..., n)
        Joint positions (..., nq) and velocities [rad or m, per s].
    parameters, threads
        As in `rnea`.

    Returns
    -------
    StateDerivatives
        .dM_dq, .dC_dq and .dC_dqd (..., n, n, n), .dg_dq (..., n, n); the last axis is the DOF of differentiation.

    References
    ----------
    [Garofalo2013] (24).

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> jn.state_derivatives(robot, [0.1, 0.2], [1.0, 2.0]).dM_dq.shape
    (2, 2, 2)
    """
    return call(STATE, robot, (q, qd), parameters=parameters, threads=threads)  # type: ignore[no-any-return]


@public(PARAMETERS)
def parameter_derivatives(
    robot: Robot, q: ArrayLike, qd: ArrayLike, *, parameters: Parameters = None, threads: int | None = None
) -> ParameterDerivatives:
    """Return the exact partial derivatives of M, C and g by the inertial parameters of all links.

    Parameters
    ----------
    q, qd : array (..., n)
        Joint positions (..., nq) and velocities [rad or m, per s].
    parameters, threads
        As in `rnea`.

    Returns
    -------
    ParameterDerivatives
        .dM and .dC (..., n, n, 10 links), .dg (..., n, 10 links).

    References
    ----------
    [Garofalo2013] (13).

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> by = jn.parameter_derivatives(robot, [0.1, 0.2], [1.0, 2.0])
    >>> bool(np.allclose(by.dM @ robot.parameters, jn.mass_matrix(robot, [0.1, 0.2])))
    True
    """
    return call(PARAMETERS, robot, (q, qd), parameters=parameters, threads=threads)  # type: ignore[no-any-return]
