"""The momentum observer as one function: from its state and what is measured to its next state and the external torque.

What is measured decides where the links are and what the drives give them:

    'q', 'tau_j'        encoders at the links, joint torque sensors
    'theta', 'tau_j'    q = theta less what the springs bend under tau_j
    'q', 'theta'        tau_j by the springs
    'theta', 'tau_m'    motors and their current: joints are taken for rigid, friction and the motors' inertia are the model's

Speeds 'qd' and 'thetad' are differences of positions to the last sample where they are not measured.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from jounce.codegen.program import Slot
from jounce.dynamics.elastic_joints import drive_torques
from jounce.dynamics.momentum_observer import Row, Sample, residual, sample
from jounce.dynamics.motor import friction
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.motors import with_motors
from jounce.numbers import Number
from jounce.plant.chains import along_freedoms, displacement
from jounce.plant.plant import Plant
from jounce.robot import Robot

MEASURED = ("q", "qd", "tau_j", "theta", "thetad", "tau_m")
"""Those of joints, then those of motors."""
OF_MOTORS = 3
SETS = (("q", "tau_j"), ("theta", "tau_j"), ("q", "theta"), ("theta", "tau_m"))


def state_size(robot: Robot, measured: tuple[str, ...]) -> int:
    """Residual, momentum and its known rate (n each), and positions of the last sample where speeds are differences."""
    size = 3 * robot.n + robot.nq * ("qd" not in measured and "tau_m" not in measured)
    return size + robot.m * ("theta" in measured and "thetad" not in measured)


class _Known(NamedTuple):
    """Links and motors."""

    q: Row
    qd: Row
    thetad: Row
    tau: Row
    """What the drives give the joints."""
    riding: Sequence[Sequence[Number]] = ()
    """Inertia of motors that rides on the links."""


class Observed(NamedTuple):
    """A sample later."""

    state: Row
    residual: Row
    q: Row
    qd: Row


def observed(plant: Plant, measured: tuple[str, ...], x: Inputs, state: Sequence[Number]) -> Observed:
    """One step of the observer; gain and period are held by these names."""
    rows = dict(zip(measured, map(list, x.motion)))
    gain, h = x.held["gain"][0], x.held["period"][0][0]
    n, m = plant.tree.freedoms, len(plant.motors)
    r, before, kept = state[:n], Sample(list(state[n : 2 * n]), list(state[2 * n : 3 * n])), list(state[3 * n :])
    if "theta" in rows and "thetad" not in rows:
        rows["thetad"] = [(now - last) / h for now, last in zip(rows["theta"], kept[-m:])]
    after = rows["theta"] if "theta" in rows and "thetad" not in measured else []
    if "tau_m" in rows:
        known = _rigid(plant, rows)
    else:
        q = _links(plant, rows)
        qd = rows.get("qd") or [way / h for way in displacement(plant.tree, q, kept[: len(q)])]
        after = after if "qd" in rows else [*q, *after]
        known = _Known(q, qd, rows.get("thetad") or list(plant.transmission.to_motors(qd)), [])
        known = known._replace(tau=_given(plant, rows, known))
    now = sample(plant, known.q, known.qd, known.thetad, known.tau, known.riding, x.loads)
    found = residual(before, r, now, gain, h)
    return Observed([*found, *now.p, *now.b, *after], found, known.q, known.qd)


@lru_cache(maxsize=64)
def observer(measured: tuple[str, ...]) -> Equation:
    """The equation for what is measured, names in the order of MEASURED."""

    def text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        found = observed(plant, measured, x, x.held["state"][0])
        return found.state, found.residual

    return Equation(
        "momentum_observer",
        measured,
        text,
        lambda robot: (Output("next_state", (state_size(robot, measured),), 0), Output("external", (robot.n,), 0)),
        takes="wrench",
        prepare=with_motors,
        of_motors=sum(name in MEASURED[OF_MOTORS:] for name in measured),
        held=lambda robot: (
            Slot("state", 1, state_size(robot, measured)),
            Slot("gain", 1, robot.n, (0.0,) * robot.n),
            Slot("period", 1, 1, (0.0,)),
        ),
    )


def _links(plant: Plant, rows: dict[str, Row]) -> Row:
    """q as it is measured, or from the motors, less what the springs bend where their torque is known."""
    if "q" in rows:
        return rows["q"]
    return _to_joints(plant, _unbent(plant, rows["theta"], plant.transmission.torques_at_motors(rows["tau_j"], plant.preload)))


def _given(plant: Plant, rows: dict[str, Row], known: _Known) -> Row:
    """What the drives give the joints: measured, or by the springs."""
    if "tau_j" in rows:
        return rows["tau_j"]
    none: Row = [0.0] * len(plant.motors)
    carried = drive_torques(plant, along_freedoms(plant.tree, known.q), known.qd, rows["theta"], known.thetad, none)
    return list(plant.transmission.torques_at_joints(carried))


def _rigid(plant: Plant, rows: dict[str, Row]) -> _Known:
    """Links that turn with their motors, whose inertia rides on them."""
    drives, thetad = plant.transmission, rows["thetad"]
    tau = [t - friction(motor, v) for motor, t, v in zip(plant.motors, rows["tau_m"], thetad)]
    inertia = [motor.inertia for motor in plant.motors]
    n = plant.tree.freedoms
    own: list[list[Number]] = [[inertia[i] if i == j else 0.0 for j in range(n)] for i in range(n)]
    riding = drives.inertia_at_joints(inertia) if drives.N else own
    q, qd = _to_joints(plant, rows["theta"]), _to_joints(plant, thetad)
    return _Known(q, qd, thetad, list(drives.torques_at_joints(tau)), riding)


def _unbent(plant: Plant, theta: Row, carried: Sequence[Number]) -> Row:
    """Motors less what their springs bend."""
    return [
        th - m.spring.deflection_rows([t])[0] if m.elastic and m.spring is not None else th
        for m, th, t in zip(plant.motors, theta, carried)
    ]


def _to_joints(plant: Plant, theta: Row) -> Row:
    """Positions or speeds of joints from those of motors, nothing bent."""
    inverse = plant.transmission.inverse
    return [sum((w * x for w, x in zip(row, theta) if w != 0.0), 0.0) for row in inverse] if inverse else list(theta)
