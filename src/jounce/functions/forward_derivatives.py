"""Partial derivatives of accelerations by the state and by what drives it: what a linearised simulation needs, exact."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from jounce.codegen.program import Slot
from jounce.dynamics.rnea_derivatives import forward_slopes
from jounce.errors import InputError
from jounce.functions.elastic_forward_dynamics import FORWARD as ELASTIC_FORWARD
from jounce.functions.elastic_forward_dynamics import elastic_forward_dynamics
from jounce.functions.rigid import FORWARD as RIGID_FORWARD
from jounce.functions.rigid import forward_dynamics
from jounce.kernel.arguments import NOTHING, Link, Parameters, Wrenches, check_robot
from jounce.kernel.backends.casadi import is_symbolic
from jounce.kernel.dispatch import call, public
from jounce.kernel.equation import Equation, Form, Inputs, Numbers, Output, flat
from jounce.numbers.elementary import is_tensor
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, plant_of
from jounce.robot import Robot


@by_value
class ForwardPartials(NamedTuple):
    """Of `forward_dynamics`: row i is qdd_i, column j is joint j. Each (..., n, n)."""

    dq: Array
    dqd: Array
    dtau: Array
    """The inverse of the mass matrix."""


@by_value
class ElasticForwardPartials(NamedTuple):
    """Of `elastic_forward_dynamics`: row i of the first n is qdd_i, row n + j is thetadd_j of motor j."""

    dq: Array
    """(..., n + m, n)."""
    dqd: Array
    """(..., n + m, n)."""
    dtheta: Array
    """(..., n + m, m)."""
    dthetad: Array
    """(..., n + m, m)."""
    dtau_m: Array
    """(..., n + m, m)."""


def _rigid(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    return RIGID_FORWARD.text(plant, x._replace(motion=(*x.motion, x.held["tau"][0])))[:1]


def _rigid_slopes(plant: Plant, x: Inputs) -> dict[str, list[Numbers]]:
    (q, qd), (qdd,) = x.motion, _rigid(plant, x)
    dq, dqd, dtau = forward_slopes(plant.tree, q, qd, qdd, x.loads)
    return {"motion": [flat(dq), flat(dqd)], "tau": [flat(dtau)]}


def _elastic(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    motors = (x.held[name][0] for name in MOTORS)
    qdd, thetadd, _ = ELASTIC_FORWARD.text(plant, x._replace(motion=(*x.motion, *motors)))
    return ([*qdd, *thetadd],)


def _looped(form: Form, robot: Robot) -> bool:
    whole = form.names == ("motion", "tau") and not form.only
    return whole and robot.n > LARGEST_STRAIGHT and not plant_of(robot).tree.mimic_bodies


MOTORS = ("theta", "thetad", "tau_m")
LARGEST_STRAIGHT = 12
"""Freedoms up to which these derivatives are straight-line code."""
RIGID = replace(
    RIGID_FORWARD,
    name="forward_dynamics_derivatives",
    arguments=("q", "qd"),
    text=_rigid,
    outputs=lambda robot: (Output("qdd", (robot.n,), 0),),
    held=lambda robot: (Slot("tau", 1, robot.n),),
    partial="qdd",
    by=("motion", "tau"),
    slopes=_rigid_slopes,
    loop=Form.recorded,
    loops=_looped,
    result=ForwardPartials,
    inner=0,
)
ELASTIC = replace(
    ELASTIC_FORWARD,
    name="elastic_forward_dynamics_derivatives",
    arguments=("q", "qd"),
    text=_elastic,
    outputs=lambda robot: (Output("accelerations", (robot.n + robot.m,), 0),),
    held=lambda robot: tuple(Slot(name, 1, robot.m) for name in MOTORS),
    of_motors=0,
    partial="accelerations",
    by=("motion", *MOTORS),
    result=ElasticForwardPartials,
    inner=0,
)


@public(RIGID)
def forward_dynamics_derivatives(
    robot: Robot,
    q: Any,
    qd: Any,
    tau: Any,
    *,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> ForwardPartials:
    """d qdd / d q, d qd and d tau = M^-1 of `forward_dynamics`: .dq, .dqd, .dtau, each (..., n, n); row i is qdd_i.

    Exact: those of `rnea` at this acceleration, solved with the mass matrix; for small robots, by reverse mode on the expression
    graph of `forward_dynamics` where that is less. Where joints have several freedoms, d/dq is taken along
    their velocities. wrench, link, parameters: as in `rnea`; a wrench is stated in its frame, which moves with the link.
    """
    more = {"wrench": wrench, "link": link, "parameters": parameters, "threads": threads}
    found: ForwardPartials = _slopes(RIGID, forward_dynamics, robot, (q, qd, tau), more)
    return found


@public(ELASTIC)
def elastic_forward_dynamics_derivatives(
    robot: Robot,
    q: Any,
    qd: Any,
    theta: Any,
    thetad: Any,
    tau_m: Any,
    *,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> ElasticForwardPartials:
    """Partial derivatives of the accelerations of links and motors: .dq, .dqd, .dtheta, .dthetad, .dtau_m.

    Each (..., n + m, n or m): the first n rows are those of qdd, the others those of thetadd. Exact, by reverse mode on the
    expression graph of `elastic_forward_dynamics`: springs of any law, damping, friction, carried rotors, transmissions. Where
    joints have several freedoms, d/dq is taken along their velocities. wrench, link, parameters: as in `rnea`.
    """
    more = {"wrench": wrench, "link": link, "parameters": parameters, "threads": threads}
    found: ElasticForwardPartials = _slopes(ELASTIC, elastic_forward_dynamics, robot, (q, qd, theta, thetad, tau_m), more)
    return found


def _slopes(equation: Equation, forward: Callable[..., Any], robot: Robot, rows: tuple[Any, ...], more: dict[str, Any]) -> Any:
    check_robot(robot)
    if any(is_symbolic(row) for row in rows):
        raise InputError(f"{equation.name}: differentiate CasADi's own expressions of the accelerations.")
    try:
        found = call(equation, robot, rows, **more, by=equation.by)
    except ZeroDivisionError:
        forward(robot, *rows, **more)  # says which joint moves no inertia
        raise
    if not any(map(is_tensor, found)) and not all(np.isfinite(np.asarray(x, dtype=np.float64)).all() for x in found):
        forward(robot, *rows, **more)
    return found
