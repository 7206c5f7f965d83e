"""Dynamics of the rigid tree on arrays.

Arguments `q, qd, qdd, *higher` are arrays (..., n) of the joint positions and their time derivatives, batch axes first. Without
`higher` a result has only the batch axes in front: tau is (..., n). Each derivative passed beyond the minimum adds a time
derivative of the result; result and derivatives are then stacked along a new axis 0, (k, ..., n), the result itself in row 0.

parameters: {name: array (..., size)}, values in the place of the robot's own. Their batch axes are broadcast with the batch axes
of the motion, so that every sample may be another robot; names and sizes as in `Robot.parameter_values`. threads: number of
threads that a large batch may use (default: one per processor); the result does not depend on this number.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.dynamics import elastic_joints, newton_euler
from jounce.dynamics import energy as energies
from jounce.dynamics import mass_matrix as composite
from jounce.errors import SingularityError
from jounce.kernel.arguments import NOTHING, Link, Parameters, Wrenches, numbers_of
from jounce.kernel.dispatch import call, direct
from jounce.kernel.equation import LARGEST_STRAIGHT, Equation, Form, Inputs, Loop, Output, ResultRule
from jounce.kernel.evaluation import record
from jounce.numbers.packing import Array
from jounce.plant.plant import Plant, plant_of, read
from jounce.robot import Robot

SMALL_PIVOT = 1e-9
"""Ratio of the smallest to the largest pivot of M, up to which `refuse_singular` checks if M is singular."""
PIVOT_ROUNDING = 1e-13
"""Ratio of a pivot of M = L^T D L to its diagonal entry of M, up to which the pivot counts as zero: M is singular."""


def suspicious(outputs: tuple[Any, ...] | None) -> bool:
    """Return True if M may be singular, by its pivots, the last of the outputs; conservative: True also for some regular M.

    outputs: None if a division by zero left no outputs, which also yields True. Symbolic or empty pivots yield False.
    """
    if outputs is None:
        return True
    pivots = outputs[-1]
    if type(pivots) is not np.ndarray or pivots.dtype == object or not pivots.size:
        return False
    values = pivots.tolist() if pivots.ndim == 1 else (float(pivots.min()), float(pivots.max()))
    return not min(values) > SMALL_PIVOT * max(values)


def check_pivots(robot: Robot, q: Any, outputs: tuple[Any, ...] | None, parameters: dict[str, Any]) -> None:
    """Raise SingularityError if M is singular; M is examined only if its pivots, the last of the outputs, are `suspicious`."""
    if suspicious(outputs):
        refuse_singular(robot, q, parameters, rotors=False)


def _rnea(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    q, qd, qdd = x.motion
    return (newton_euler.newton_euler(plant.tree, q, qd, qdd, x.loads),)


def _forward(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    q, qd, tau = x.motion
    return elastic_joints.forward_dynamics(plant, q, qd, tau, None, x.loads)


def _looped(form: Form, robot: Robot) -> bool:
    """Return True if generated code has loops: for more than LARGEST_STRAIGHT DOFs without mimic joints."""
    return robot.n > LARGEST_STRAIGHT and not plant_of(robot).tree.mimic_bodies


RNEA = Equation("rnea", ("q", "qd", "qdd"), _rnea, lambda robot: (Output("tau", (robot.n,)),), takes="wrench", loop=Loop(record))
MASS_MATRIX = Equation(
    "mass_matrix",
    ("q",),
    lambda plant, x: (composite.mass_matrix(plant.tree, *x.motion),),
    lambda robot: (Output("M", (robot.n, robot.n)),),
    loop=Loop(record, is_used=_looped),
)
GRAVITY = Equation(
    "gravity_torque",
    ("q",),
    lambda plant, x: (newton_euler.gravity_torque(plant.tree, *x.motion),),
    lambda robot: (Output("g", (robot.n,)),),
    loop=Loop(record),
)
ENERGY = Equation(
    "energy",
    ("q", "qd"),
    lambda plant, x: energies.energy(plant.tree, *x.motion),
    lambda robot: (Output("kinetic", ()), Output("potential", ())),
)
FORWARD = Equation(
    "forward_dynamics",
    ("q", "qd", "tau"),
    _forward,
    lambda robot: (Output("qdd", (robot.n,), 0), Output("pivots", (robot.n,), 0)),
    takes="wrench",
    result=ResultRule(check=check_pivots, internal=1, passing_ratio=SMALL_PIVOT),
    loop=Loop(record, is_used=_looped),
)


@direct(RNEA)
def rnea(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *higher: ArrayLike,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Array:
    """Return the joint forces of the rigid tree, with their time derivatives if derivatives beyond qdd are passed.

        tau = M(q) qdd + C(q, qd) qd + g(q) - J^T W

    Computed by the Newton-Euler recursion, O(n k^2) for k derivatives; [Buondonno2015] (17)-(41) at k = 2.

    Parameters
    ----------
    q, qd, qdd : array (..., n)
        Joint positions (..., nq), velocities and accelerations [rad or m, per s, per s^2].
    *higher : array (..., n)
        Further time derivatives of q: jerk, snap, ...
    wrench : tuple (W, Wdot, ...) of arrays (..., 6), or dict of such tuples by link or frame
        External wrench on `link`, about the origin and in the axes of that link's frame, moment [Nm] first, then force [N]. One
        entry for the result itself, and one for each time derivative of the result.
    link : str or int
        Link or frame on which a single wrench acts (default: the last link).
    parameters : dict of arrays (..., size) by name
        Values in the place of the robot's own.
    threads : int
        Threads for a large batch (default: one per processor).

    Returns
    -------
    tau : array (..., n) [Nm or N]
        With k - 1 higher derivatives passed, the stack (k, ..., n) of tau, taud, ...

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> jn.rnea(robot, [0.1, 0.2], [0.0, 0.0], [0.0, 0.0]).shape
    (2,)
    >>> tau, taud = jn.rnea(robot, [0.1, 0.2], [1.0, 2.0], [0.0, 0.0], [0.0, 0.0])
    """
    return call(RNEA, robot, (q, qd, qdd, *higher), wrench, link, parameters, threads)  # type: ignore[no-any-return]


@direct(MASS_MATRIX)
def mass_matrix(
    robot: Robot, q: ArrayLike, *higher: ArrayLike, parameters: Parameters = None, threads: int | None = None
) -> Array:
    """Return the mass matrix M(q) of the rigid tree, with its time derivatives if qd, ... are passed.

    M is symmetric; kinetic energy is qd^T M qd / 2. Column j equals rnea(q, 0, e_j) without gravity, e_j: unit vector. Rotor
    inertia is not included. Computed by composite rigid bodies, O(n depth).

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
    M : array (..., n, n) [kg m^2, kg m, kg]
        With k - 1 higher derivatives passed, the stack (k, ..., n, n) of M, Mdot, ...

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> jn.mass_matrix(robot, [0.1, 0.2]).shape
    (2, 2)
    >>> M, Mdot = jn.mass_matrix(robot, [0.1, 0.2], [1.0, 2.0])
    """
    return call(MASS_MATRIX, robot, (q, *higher), parameters=parameters, threads=threads)  # type: ignore[no-any-return]


@direct(GRAVITY)
def gravity_torque(
    robot: Robot, q: ArrayLike, *higher: ArrayLike, parameters: Parameters = None, threads: int | None = None
) -> Array:
    """Return the joint forces g(q) that hold the robot at rest against gravity, with time derivatives if qd, ... are passed.

    g(q) equals rnea(q, 0, 0), and is the gradient of the potential energy.

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
    g : array (..., n) [Nm or N]
        With k - 1 higher derivatives passed, the stack (k, ..., n) of g, gdot, ...

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> jn.gravity_torque(robot, [0.1, 0.2]).shape
    (2,)
    """
    return call(GRAVITY, robot, (q, *higher), parameters=parameters, threads=threads)  # type: ignore[no-any-return]


@direct(ENERGY)
def energy(
    robot: Robot, q: ArrayLike, qd: ArrayLike, *higher: ArrayLike, parameters: Parameters = None, threads: int | None = None
) -> tuple[Array, Array]:
    """Return the kinetic and the potential energy of the links, with time derivatives if qdd, ... are passed.

    Potential energy is zero if the centre of mass of all links is at the height of the base frame's origin; the gradient of the
    potential energy is `gravity_torque`. Energy of rotors and springs is not included.

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
    kinetic, potential : array (...) [J]
        With k - 1 higher derivatives passed, stacks (k, ...) of energy, power, ...

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> kinetic, potential = jn.energy(robot, [0.1, 0.2], [1.0, 2.0])
    >>> kinetic.shape
    ()
    """
    return call(ENERGY, robot, (q, qd, *higher), parameters=parameters, threads=threads)  # type: ignore[no-any-return]


@direct(FORWARD)
def forward_dynamics(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Array:
    """Return the joint accelerations of the rigid tree under joint forces tau.

        qdd = M(q)^-1 (tau + J^T W - C(q, qd) qd - g(q))

    This is the inverse of `rnea`, computed by articulated bodies, O(n), or with mimic joints by factorising M, O(n^3).

    Parameters
    ----------
    q, qd, tau : array (..., n)
        Joint positions (..., nq), velocities and joint forces [rad or m, per s, Nm or N].
    wrench, link, parameters, threads
        As in `rnea`; wrenches without time derivatives.

    Returns
    -------
    qdd : array (..., n) [rad/s^2 or m/s^2]

    Raises
    ------
    SingularityError
        If M is singular: a joint moves no mass. The message names the joint.

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> jn.forward_dynamics(robot, [0.1, 0.2], [1.0, 2.0], [0.5, 0.0]).shape
    (2,)
    """
    return call(FORWARD, robot, (q, qd, tau), wrench, link, parameters, threads)  # type: ignore[no-any-return]


def refuse_singular(robot: Robot, q: Any, parameters: dict[str, Any], rotors: bool) -> None:
    """Raise SingularityError if a pivot of M = L^T D L is zero relative to its diagonal entry of M.

    rotors: True to add the reflected inertia of motors of rigid joints.
    """
    M = mass_matrix(robot, q, parameters=parameters)
    if rotors:
        values = {name: list(np.moveaxis(np.asarray(numbers_of(x)), -1, 0)) for name, x in parameters.items()}
        plant = read(robot, values)
        riding = np.broadcast_arrays(*plant.armature, M[..., 0, 0])[:-1]
        N = plant.transmission.matrix(robot.n)
        M = M + N.T @ (np.stack(riding, axis=-1)[..., None] * N)
    for index in np.ndindex(M.shape[:-2]):
        A = M[index].astype(float)
        diagonal = A.diagonal().copy()
        for freedom in reversed(range(robot.n)):
            i = robot.velocity_joints[freedom]
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
