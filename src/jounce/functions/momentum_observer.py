"""The momentum observer as one function: from its state and what is measured to its next state and the external torque.

What is measured decides where the links are and what the drives give them:

    'q', 'tau_j'        encoders at the links, joint torque sensors
    'theta', 'tau_j'    q = theta less what the springs bend under tau_j
    'q', 'theta'        tau_j by the springs
    'theta', 'tau_m'    motors and their current: joints are taken for rigid, friction and the motors' inertia are the model's

Speeds 'qd' and 'thetad' are differences of positions where they are not measured: the residual is then that of half a period ago.
A reading that no sensor can mean (`dynamics/readings`) leaves the state as it is, but for its last number.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from jounce.codegen.program import Slot
from jounce.dynamics.elastic_joints import drive_torques
from jounce.dynamics.momentum_observer import Row, Sample, residual, sample
from jounce.dynamics.motor import friction, spring_torque
from jounce.dynamics.readings import chosen, judged
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.motors import with_motors
from jounce.numbers import Number, select
from jounce.plant.chains import along_freedoms, displacement, midpoint
from jounce.plant.plant import Plant, plant_of
from jounce.robot import Robot

MEASURED = ("q", "qd", "tau_j", "theta", "thetad", "tau_m")
"""Those of joints, then those of motors."""
OF_MOTORS = 3
SETS = (("q", "tau_j"), ("theta", "tau_j"), ("q", "theta"), ("theta", "tau_m"))


def takes_differences(measured: tuple[str, ...]) -> bool:
    """Return whether a speed that the observer needs is not measured, so that it is a difference of positions."""
    links = "qd" not in measured and "tau_m" not in measured
    return links or ("theta" in measured and "thetad" not in measured)


def _stored(measured: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rows of the last sample that the state holds: all readings, and link positions, where speeds are differences."""
    if not takes_differences(measured):
        return ()
    return measured if "q" in measured or "tau_m" in measured else ("q", *measured)


def state_size(plant: Plant, measured: tuple[str, ...]) -> int:
    """Return how many numbers the state has.

    Residual, momentum and its known rate (n each); where speeds are differences the last sample; how many samples there were, up
    to 2; and 1 if the last reading was rejected.
    """
    n, m = plant.tree.freedoms, len(plant.motors)
    widths = {"q": n + len(plant.tree.chains), "qd": n, "tau_j": n}  # a quaternion has a number more than freedoms
    return 3 * n + sum(widths.get(name, m) for name in _stored(measured)) + 2


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
    starting: Number
    """1 where there is no residual yet, for want of a momentum before this one; else 0."""
    rejected: Number
    """1 or more where the reading was rejected; else 0."""


def observed(plant: Plant, measured: tuple[str, ...], x: Inputs, state: Sequence[Number]) -> Observed:
    """One step of the observer; gain and period are held by these names.

    Where speeds are differences, (q' - q) / h is the speed half a period ago: momentum and its known rate are taken there, from
    means of both samples; torques of the sample before lie between two such instants. Taken at the sample itself, momenta miss M
    times half the change of speed: on `planar_2r`, in a motion of 0.5 s, 0.52 Nm that nobody exerts, against 0.0014 Nm.
    """
    gain, h = x.held["gain"][0], x.held["period"][0][0]
    rows, rejected = judged(plant.tree, dict(zip(measured, map(list, x.motion))))
    n = plant.tree.freedoms
    r, before = list(state[:n]), Sample(list(state[n : 2 * n]), list(state[2 * n : 3 * n]))
    samples = state[-2]
    if "tau_m" not in rows:
        rows["q"] = _links(plant, rows)
    names, enough = _stored(measured), 1.0
    between: Row = []
    after = [x for name in names for x in rows[name]]
    if names:
        enough = 2.0
        fresh = select(samples - 0.5, 1.0, 0.0)
        kept = iter(zip(after, state[3 * n : -2]))
        last = {name: [chosen(fresh, now, then) for now, then in (next(kept) for _ in rows[name])] for name in names}
        between = _driven(plant, last)
        rows = _half_a_period_ago(plant, rows, last, h)
    known = _rigid(plant, rows) if "tau_m" in rows else _elastic(plant, rows)
    if names:
        known = known._replace(
            tau=[a - b for a, b in zip(known.tau, _driven(plant, rows))]
        )  # what speeds give: damping, friction
    now = sample(plant, known.q, known.qd, known.thetad, known.tau, known.riding, x.loads)
    starting = select(samples - enough + 0.5, 1.0, 0.0)
    found = [chosen(starting, 0.0, each) for each in residual(before, r, now, gain, h, between)]
    counted = select(samples - enough + 0.5, samples + 1.0, enough)
    held = zip(state, [*found, *now.p, *now.b, *after, counted])
    new = [chosen(rejected, then, each) for then, each in held]
    return Observed([*new, chosen(rejected, 1.0, 0.0)], new[:n], known.q, known.qd, starting, rejected)


def _half_a_period_ago(plant: Plant, rows: dict[str, Row], last: dict[str, Row], h: Number) -> dict[str, Row]:
    """Return the mean of two samples, with differences for speeds that are not measured."""
    middle = {name: [0.5 * (a + b) for a, b in zip(row, last[name])] for name, row in rows.items()}
    if "q" in rows:
        middle["q"] = midpoint(plant.tree, rows["q"], last["q"])
        if "qd" not in rows:
            middle["qd"] = [2.0 * way / h for way in displacement(plant.tree, rows["q"], middle["q"])]
    if "theta" in rows and "thetad" not in rows:
        middle["thetad"] = [(now - then) / h for now, then in zip(rows["theta"], last["theta"])]
    return middle


@lru_cache(maxsize=64)
def observer(measured: tuple[str, ...]) -> Equation:
    """The equation for what is measured, names in the order of MEASURED."""

    def text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        found = observed(plant, measured, x, x.held["state"][0])
        return found.state, found.residual, found.state[-1]

    def first(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        return (observed(plant, measured, x._replace(held=beginning(plant)), [0.0] * state_size(plant, measured)).state,)

    of_motors = sum(name in MEASURED[OF_MOTORS:] for name in measured)

    def state(robot: Robot) -> Output:
        return Output("next_state", (state_size(plant_of(robot), measured),), 0)

    return Equation(
        "momentum_observer",
        measured,
        text,
        lambda robot: (state(robot), Output("external", (robot.n,), 0), Output("rejected", (), 0)),
        takes="wrench",
        prepare=with_motors,
        of_motors=of_motors,
        held=lambda robot: (
            Slot("state", 1, state_size(plant_of(robot), measured)),
            Slot("gain", 1, robot.n, (0.0,) * robot.n),
            Slot("period", 1, 1, (0.0,)),
        ),
        judges=True,
        running={"state": RUNNING},
        begin=Equation(
            "momentum_observer_begin",
            measured,
            first,
            lambda robot: (state(robot),),
            takes="wrench",
            prepare=with_motors,
            of_motors=of_motors,
            judges=True,
        ),
    )


RUNNING = (2.0, 0.0)
"""The last numbers of a state in operation: samples that there were, and that the last reading was not rejected."""


def beginning(plant: Plant) -> dict[str, list[Row]]:
    """Return gain and period of a step from a state of zeros, which depends on neither."""
    return {"gain": [[1.0] * plant.tree.freedoms], "period": [[1.0]]}


def _elastic(plant: Plant, rows: dict[str, Row]) -> _Known:
    """Links as they are measured, or follow from motors and joint torques."""
    known = _Known(rows["q"], rows["qd"], rows.get("thetad") or list(plant.transmission.to_motors(rows["qd"])), [])
    return known._replace(tau=_given(plant, rows, known))


def _links(plant: Plant, rows: dict[str, Row]) -> Row:
    """q as it is measured, or from the motors, less what the springs bend where their torque is known."""
    if "q" in rows:
        return rows["q"]
    return _to_joints(plant, _unbent(plant, rows["theta"], plant.transmission.torques_at_motors(rows["tau_j"], plant.preload)))


def _given(plant: Plant, rows: dict[str, Row], known: _Known) -> Row:
    """Return the torque (n) of drives and motorless springs on the joints: measured, or by the spring laws.

    A joint without a motor has no torque sensor, so its spring law takes the place of the reading.
    """
    if "tau_j" in rows:
        q, tau = along_freedoms(plant.tree, known.q), list(rows["tau_j"])
        for i in plant.passive:
            tau[i] = spring_torque(plant.motors[i], q[i], known.qd[i], 0.0, 0.0)
        return tau
    none: Row = [0.0] * len(plant.motors)
    carried = drive_torques(plant, along_freedoms(plant.tree, known.q), known.qd, rows["theta"], known.thetad, none)
    return list(plant.transmission.torques_at_joints(carried))


def _driven(plant: Plant, rows: dict[str, Row]) -> Row:
    """Return the torque of the drives on the joints at rest, without damping and friction."""
    still: Row = [0.0] * len(plant.motors)
    if "tau_m" in rows:
        return list(plant.transmission.torques_at_joints(rows["tau_m"]))
    return _given(plant, rows, _Known(rows["q"], [0.0] * plant.tree.freedoms, still, []))


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
