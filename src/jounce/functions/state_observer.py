"""The observer of the whole state as one function: from its state, theta and tau_m to its next state."""

from typing import Any

from jounce.codegen.program import Slot
from jounce.dynamics.implicit_midpoint import midpoint
from jounce.dynamics.state_observer import corrected, gains
from jounce.errors import InputError
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.motors import with_motors
from jounce.functions.state_model import Row, Rows, state_model
from jounce.plant.plant import Plant
from jounce.robot import Robot


def _text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    theta, tau_m = x.motion
    n = plant.tree.freedoms
    state, w, h = x.held["state"][0], x.held["bandwidth"][0][0], x.held["period"][0][0]
    p, v, before = state[: 2 * n], state[2 * n : 4 * n], state[4 * n :]
    here = state_model(plant, p, v, tau_m)
    smooth = state_model(_without_dry_friction(plant), p, v, tau_m)
    L = gains(smooth.by_p, smooth.by_v, smooth.by_external[:n], _stiffness(plant, p[:n], p[n:]), w)
    error = [0.5 * (now + last) - x for now, last, x in zip(theta, before, p[n:])]
    p, v = corrected(midpoint(here.by_p, here.by_v, h, n), p, v, here.a, L, error)
    return [*p, *v, *theta], p[:n], v[:n], p[n:], v[n:]


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


OBSERVER = Equation(
    "state_observer",
    ("theta", "tau_m"),
    _text,
    lambda robot: (
        Output("next_state", (5 * robot.n,), 0),
        *(Output(name, (robot.n,), 0) for name in ("q", "qd", "theta_hat", "thetad_hat")),
    ),
    prepare=_prepare,
    of_motors=2,
    held=lambda robot: (
        Slot("state", 1, 5 * robot.n),
        Slot("bandwidth", 1, 1, (0.0,)),
        Slot("period", 1, 1, (0.0,)),
    ),
)
