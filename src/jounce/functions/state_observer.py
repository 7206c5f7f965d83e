"""The observer of the whole state as one function: from its state, theta and tau_m to its next state."""

from typing import Any

from jounce.codegen.program import Slot
from jounce.dynamics.implicit_midpoint import midpoint
from jounce.dynamics.readings import chosen, implausible, judged
from jounce.dynamics.state_observer import corrected, gains
from jounce.dynamics.statics import statics as settled
from jounce.dynamics.statics import unbent
from jounce.errors import InputError
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.motors import with_motors
from jounce.functions.state_model import Row, Rows, state_model
from jounce.numbers import Number, select
from jounce.plant.plant import Plant
from jounce.robot import Robot

FASTEST = 1e3
"""Speed [rad/s or m/s] above which the step from one reading to the next is no motion. One reading that was off by 10 rad
threw the estimate of `planar_2r` at 1 kHz so far that it went on to infinity; by 1 rad it came back."""


def _text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    rows, rejected = judged(plant.tree, dict(zip(("theta", "tau_m"), x.motion)))
    theta, tau_m = rows["theta"], rows["tau_m"]
    n = plant.tree.freedoms
    state, w, h = x.held["state"][0], x.held["bandwidth"][0][0], x.held["period"][0][0]
    p, v, before = state[: 2 * n], state[2 * n : 4 * n], state[4 * n :]
    here = state_model(plant, p, v, tau_m)
    smooth = state_model(_without_dry_friction(plant), p, v, tau_m)
    L = gains(smooth.by_p, smooth.by_v, smooth.by_external[:n], _stiffness(plant, p[:n], p[n:]), w)
    error = [0.5 * (now + last) - x for now, last, x in zip(theta, before, p[n:])]
    p, v = corrected(midpoint(here.by_p, here.by_v, h, n), p, v, here.a, L, error)
    jumped: Number = 0.0
    for now, last in zip(theta, before):
        jumped = jumped + select(FASTEST * h - abs(now - last), 1.0, 0.0)
    either = rejected + jumped + implausible([*p, *v])
    after = [chosen(either, then, each) for then, each in zip(state, [*p, *v])]
    last = [chosen(rejected, then, each) for then, each in zip(before, theta)]
    rows_of = [after[k * n : (k + 1) * n] for k in range(4)]
    return [*after, *last], rows_of[0], rows_of[2], rows_of[1], rows_of[3], chosen(either, 1.0, 0.0)


def _first(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    (theta,) = x.motion
    still: Row = [0.0] * plant.tree.freedoms
    return ([*settled(plant, unbent(plant, theta), theta)[0], *theta, *still, *still, *theta],)


def _stiffness(plant: Plant, q: Row, theta: Row) -> Rows:
    """N^T f' N, of the springs as they are bent."""
    slopes = []
    for m, th, x in zip(plant.motors, theta, plant.transmission.to_motors(q)):
        assert m.spring is not None
        slopes.append(m.spring.stiffness(th - x))
    if plant.transmission.N:
        return [list(row) for row in plant.transmission.inertia_at_joints(slopes)]
    return [[k if i == j else 0.0 for j in range(len(q))] for i, k in enumerate(slopes)]


def _without_dry_friction(plant: Plant) -> Plant:
    """For gains, which slopes of friction near standstill would throw about. They damp the error as they are."""
    return plant._replace(
        motors=tuple(m._replace(coulomb=0.0, stribeck=0.0) for m in plant.motors),
        beside=tuple(
            here._replace(rubbing=tuple(rub._replace(coulomb=0.0, stribeck=0.0) for rub in here.rubbing)) for here in plant.beside
        ),
    )


def _prepare(robot: Robot, plant: Plant) -> Plant:
    """The plant; raises where motors do not say where the links are."""
    for joint, m in zip(robot.motor_joints, plant.motors):
        if joint.freedoms > 1 or m.absent or not m.elastic:
            raise InputError(
                f"joint {joint.name!r} of robot {robot.name!r} is not driven through a spring: this observer knows robots whose "
                "joints all are. jounce.control.KalmanFilter takes rigid joints and springs without motors."
            )
    if robot.m != robot.n:
        raise InputError(
            f"robot {robot.name!r} has {robot.m} motors at {robot.n} joints: this observer knows one motor a joint. Take "
            "jounce.control.KalmanFilter."
        )
    return with_motors(robot, plant)


BEGIN = Equation(
    "state_observer_begin",
    ("theta",),
    _first,
    lambda robot: (Output("next_state", (5 * robot.n,), 0),),
    prepare=_prepare,
    of_motors=1,
)
OBSERVER = Equation(
    "state_observer",
    ("theta", "tau_m"),
    _text,
    lambda robot: (
        Output("next_state", (5 * robot.n,), 0),
        *(Output(name, (robot.n,), 0) for name in ("q", "qd", "theta_hat", "thetad_hat")),
        Output("rejected", (), 0),
    ),
    prepare=_prepare,
    of_motors=2,
    held=lambda robot: (
        Slot("state", 1, 5 * robot.n),
        Slot("bandwidth", 1, 1, (0.0,)),
        Slot("period", 1, 1, (0.0,)),
    ),
    judges=True,
    begin=BEGIN,
)
