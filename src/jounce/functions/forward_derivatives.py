"""Jacobians of accelerations by the state and by the torques: the exact linearisation of a simulation."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.codegen.program import Slot
from jounce.dynamics.rnea_derivatives import forward_slopes
from jounce.errors import InputError
from jounce.functions.elastic_forward_dynamics import FORWARD as ELASTIC_FORWARD
from jounce.functions.elastic_forward_dynamics import elastic_forward_dynamics
from jounce.functions.rigid import FORWARD as RIGID_FORWARD
from jounce.functions.rigid import forward_dynamics
from jounce.kernel.arguments import NOTHING, Link, Parameters, Wrenches, check_robot
from jounce.kernel.dispatch import call, public
from jounce.kernel.equation import Auxiliary, Equation, Form, Inputs, Loop, Numbers, Output, Partials
from jounce.kernel.evaluation import flat, record
from jounce.numbers.elementary import is_symbolic, is_tensor
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, plant_of
from jounce.robot import Robot


@by_value
class ForwardDynamicsDerivatives(NamedTuple):
    """Jacobians of `forward_dynamics` by q, qd and tau, (..., n, n) each: row i is qdd_i, column j is joint j."""

    dq: Array
    dqd: Array
    dtau: Array
    """Jacobian of qdd by joint forces tau (..., n, n): the inverse of the mass matrix."""


@by_value
class ElasticForwardDynamicsDerivatives(NamedTuple):
    """Jacobians of `elastic_forward_dynamics`: row i < n is qdd_i, row n + j is thetadd_j of motor j."""

    dq: Array
    """Jacobian of (qdd, thetadd) by link positions (..., n + m, n)."""
    dqd: Array
    """Jacobian of (qdd, thetadd) by link velocities (..., n + m, n)."""
    dtheta: Array
    """Jacobian of (qdd, thetadd) by motor positions (..., n + m, m)."""
    dthetad: Array
    """Jacobian of (qdd, thetadd) by motor velocities (..., n + m, m)."""
    dtau_m: Array
    """Jacobian of (qdd, thetadd) by motor torques (..., n + m, m)."""


def _rigid(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    return RIGID_FORWARD.evaluate(plant, x._replace(motion=(*x.motion, x.auxiliary["tau"][0])))[:1]


def _rigid_slopes(plant: Plant, x: Inputs) -> dict[str, list[Numbers]]:
    (q, qd), (qdd,) = x.motion, _rigid(plant, x)
    dq, dqd, dtau = forward_slopes(plant.tree, q, qd, qdd, x.loads)
    return {"motion": [flat(dq), flat(dqd)], "tau": [flat(dtau)]}


def _elastic(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    motors = (x.auxiliary[name][0] for name in MOTORS)
    qdd, thetadd, _ = ELASTIC_FORWARD.evaluate(plant, x._replace(motion=(*x.motion, *motors)))
    return ([*qdd, *thetadd],)


def _looped(form: Form, robot: Robot) -> bool:
    whole = form.names == ("motion", "tau") and not form.only
    return whole and robot.n > LARGEST_STRAIGHT and not plant_of(robot).tree.mimic_bodies


MOTORS = ("theta", "thetad", "tau_m")
LARGEST_STRAIGHT = 12
"""Number of DOFs above which the Jacobians of `forward_dynamics` are compiled as loops, for robots without mimic joints."""
RIGID = replace(
    RIGID_FORWARD,
    name="forward_dynamics_derivatives",
    arguments=("q", "qd"),
    evaluate=_rigid,
    outputs=lambda robot: (Output("qdd", (robot.n,), 0),),
    auxiliary=Auxiliary(lambda robot: (Slot("tau", 1, robot.n),)),
    partials=Partials("qdd", by=("motion", "tau"), structured=_rigid_slopes),
    loop=Loop(record, is_used=_looped),
    result=RIGID_FORWARD.result._replace(kind=ForwardDynamicsDerivatives, internal=0),
)
ELASTIC = replace(
    ELASTIC_FORWARD,
    name="elastic_forward_dynamics_derivatives",
    arguments=("q", "qd"),
    evaluate=_elastic,
    outputs=lambda robot: (Output("accelerations", (robot.n + robot.m,), 0),),
    auxiliary=Auxiliary(lambda robot: tuple(Slot(name, 1, robot.m) for name in MOTORS)),
    motor_arguments=0,
    partials=Partials("accelerations", by=("motion", *MOTORS)),
    result=ELASTIC_FORWARD.result._replace(kind=ElasticForwardDynamicsDerivatives, internal=0),
)


@public(RIGID)
def forward_dynamics_derivatives(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> ForwardDynamicsDerivatives:
    """Return the Jacobians of `forward_dynamics` by q, qd and tau.

    The Jacobians are exact: Jacobians of `rnea` at the acceleration of this state, solved with the mass matrix; for small robots,
    reverse mode on the expression graph of `forward_dynamics` if it has fewer operations. At joints of several DOFs, d/dq is
    taken along their velocities.

    Parameters
    ----------
    q, qd, tau : array (..., n)
        Joint positions (..., nq), velocities and joint forces [rad or m, per s, Nm or N].
    wrench, link, parameters, threads
        As in `rnea`; a wrench is constant in the frame of its link, which moves with the link.

    Returns
    -------
    ForwardDynamicsDerivatives
        .dq, .dqd and .dtau = M^-1, each (..., n, n): row i is qdd_i, column j is joint j.

    Raises
    ------
    InputError
        If an argument consists of CasADi symbols.
    SingularityError
        If M is singular: a joint moves no mass.

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> jn.forward_dynamics_derivatives(robot, [0.1, 0.2], [1.0, 2.0], [0.5, 0.0]).dtau.shape
    (2, 2)
    """
    more = {"wrench": wrench, "link": link, "parameters": parameters, "threads": threads}
    partials: ForwardDynamicsDerivatives = _slopes(RIGID, forward_dynamics, robot, (q, qd, tau), more)
    return partials


@public(ELASTIC)
def elastic_forward_dynamics_derivatives(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    theta: ArrayLike,
    thetad: ArrayLike,
    tau_m: ArrayLike,
    *,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> ElasticForwardDynamicsDerivatives:
    """Return the Jacobians of `elastic_forward_dynamics` by positions, velocities and motor torques.

    The Jacobians are exact, by reverse mode on the expression graph, for springs of any law, damping, friction, carried rotors
    and transmissions. At joints of several DOFs, d/dq is taken along their velocities.

    Parameters
    ----------
    q, qd : array (..., n)
        Link positions (..., nq) and velocities [rad or m, per s].
    theta, thetad, tau_m : array (..., m)
        Motor positions, velocities and torques [rad or m, per s, Nm or N].
    wrench, link, parameters, threads
        As in `rnea`.

    Returns
    -------
    ElasticForwardDynamicsDerivatives
        .dq and .dqd (..., n + m, n), .dtheta, .dthetad and .dtau_m (..., n + m, m): the first n rows are qdd, the others thetadd.

    Raises
    ------
    InputError
        If an argument consists of CasADi symbols.
    ModelError, SingularityError
        As in `elastic_forward_dynamics`.

    Examples
    --------
    >>> robot, zero = jn.load("kuka_lwr"), np.zeros(7)
    >>> jn.elastic_forward_dynamics_derivatives(robot, zero, zero, zero, zero, zero).dtau_m.shape
    (14, 7)
    """
    more = {"wrench": wrench, "link": link, "parameters": parameters, "threads": threads}
    partials: ElasticForwardDynamicsDerivatives = _slopes(
        ELASTIC, elastic_forward_dynamics, robot, (q, qd, theta, thetad, tau_m), more
    )
    return partials


def _slopes(equation: Equation, forward: Callable[..., Any], robot: Robot, rows: tuple[Any, ...], more: dict[str, Any]) -> Any:
    check_robot(robot)
    assert equation.partials is not None
    if any(is_symbolic(row) for row in rows):
        raise InputError(f"{equation.name}: differentiate CasADi's own expressions of the accelerations.")
    try:
        partials = call(equation, robot, rows, **more, by=equation.partials.by)
    except ZeroDivisionError:
        forward(robot, *rows, **more)  # says which joint moves no inertia
        raise
    if not any(map(is_tensor, partials)) and not all(np.isfinite(np.asarray(x, dtype=np.float64)).all() for x in partials):
        forward(robot, *rows, **more)
    return partials
