"""The extended Kalman filter as one function: from its state, what is measured and what the motors gave to its next state.

The state of the filter is x and its covariance, row after row. x = (p, v) as in `state_model`, and external joint torques (n)
where these are estimated. What nobody knows are torques of motors and of joints, each held for a period, and, of external
torques that are estimated, how they wander.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from jounce.codegen.program import Slot
from jounce.dynamics.implicit_midpoint import midpoint
from jounce.dynamics.kalman_filter import outcome, predicted, retained, updated
from jounce.dynamics.readings import chosen, implausible, judged
from jounce.dynamics.statics import statics as settled
from jounce.dynamics.statics import unbent
from jounce.functions.elastic_forward_dynamics import FORWARD
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.kalman_loops import kalman_loop
from jounce.functions.state_model import Row, Rows, motors_of, seen, size, state_model
from jounce.functions.statics import prepare as prepare_statics
from jounce.numbers import Number, sqrt
from jounce.plant.plant import Plant, plant_of
from jounce.robot import Robot

MEASURED = ("q", "qd", "tau_j", "theta", "thetad")
"""Those of joints, then those of motors; tau_m follows."""
OF_JOINTS = 3
LARGEST_STRAIGHT = 12
"""Numbers in x up to which a step is straight-line code."""


def numbers(robot: Robot, wandering: bool) -> int:
    """In x."""
    return 2 * size(plant_of(robot)) + robot.n * wandering


def measured_numbers(robot: Robot, measured: tuple[str, ...]) -> int:
    """That noise is stated of."""
    there = len(plant_of(robot).driven)
    return sum(robot.n if name in MEASURED[:OF_JOINTS] else there for name in measured)


def disturbances(robot: Robot, wandering: bool) -> int:
    """Torques of motors that are there, of joints, and how these wander."""
    return len(plant_of(robot).driven) + robot.n * (1 + wandering)


class Predicted(NamedTuple):
    """What a period needs of the model."""

    x: Row
    F: Rows
    G: Rows
    """A row for each disturbance."""
    H: Rows
    error: Row
    rejected: Number
    """1 or more where what is measured was rejected; else 0."""
    lost: Number
    """The same of tau_m, without which there is no prediction."""


def prediction(plant: Plant, measured: tuple[str, ...], wandering: bool, x: Inputs) -> Predicted:
    """x a period later, and all that its covariance needs."""
    readings: dict[str, Sequence[Number]] = dict(zip((*measured, "tau_m"), x.motion))
    torques, lost = judged(plant.tree, {"tau_m": readings.pop("tau_m")})
    rows, rejected = judged(plant.tree, readings)
    rows |= torques
    for i in plant.passive if "tau_j" in rows else ():
        rows["tau_j"][i] = 0.0  # no drive, no sensor: as `seen` has it
    s, n = size(plant), plant.tree.freedoms
    state, h = x.held["state"][0], x.held["period"][0][0]
    p, v, d = state[:s], state[s : 2 * s], state[2 * s : 2 * s + n] if wandering else []
    here = state_model(plant, p, v, rows["tau_m"], d)
    step = midpoint(here.by_p, here.by_v, h, n)
    dp, dv = step.solve([h * each for each in v], [h * each for each in here.a])
    p, v = [a + b for a, b in zip(p, dp)], [a + b for a, b in zip(v, dv)]
    F = step.transition()
    none: Row = [0.0] * s
    pushed = [[*a, *b] for a, b in (step.solve(none, [h * row[j] for row in here.by_external]) for j in range(n))]
    driven = [[*a, *b] for a, b in (step.solve(none, [h * row[j] for row in here.by_motor]) for j in range(len(plant.driven)))]
    deviation = x.held["disturbance"][0]
    G = [[sigma * each for each in g] for sigma, g in zip(deviation, (*driven, *pushed))]
    look = seen(plant, measured, p, v)
    H = [[*a, *b] for a, b in zip(look.by_p, look.by_v)]
    error = [y - own for y, own in zip(_given(plant, measured, rows), look.y)]
    if wandering:
        N = 2 * s + n
        F = [*([*row, *(g[i] for g in pushed)] for i, row in enumerate(F)), *(_unit(2 * s + j, N) for j in range(n))]
        G = [[*g, *[0.0] * n] for g in G]
        G += [[sqrt(h) * sigma * each for each in _unit(2 * s + j, N)] for j, sigma in enumerate(deviation[-n:])]
        H = [[*row, *[0.0] * n] for row in H]
    return Predicted([*p, *v, *d], F, G, H, error, rejected, lost)


def _unit(k: int, count: int) -> Row:
    return [1.0 if i == k else 0.0 for i in range(count)]


def _given(plant: Plant, measured: tuple[str, ...], rows: dict[str, Row]) -> Row:
    """What is measured, in the order in which it is seen."""
    joints = MEASURED[:OF_JOINTS]
    return [x for name in measured for x in (rows[name] if name in joints else [rows[name][i] for i in plant.driven])]


@lru_cache(maxsize=64)
def kalman_filter(measured: tuple[str, ...], wandering: bool) -> Equation:
    """The equation for what is measured, names in the order of MEASURED. wandering: external torques are estimated."""

    def text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        made = prediction(plant, measured, wandering, x)
        N = len(made.x)
        known = x.held["covariance"][0]
        P = predicted(made.F, [list(known[i * N : (i + 1) * N]) for i in range(N)], made.G)
        after, Q, gated = updated(made.x, P, made.H, made.error, x.held["noise"][0])
        flags = made.lost + implausible(after), made.rejected, gated
        found = [outcome(*flags, then, each, new) for then, each, new in zip(x.held["state"][0], made.x, after)]
        before = [known[i * N : (i + 1) * N] for i in range(N)]
        P = [[retained(*flags, *entries) for entries in zip(*rows)] for rows in zip(before, P, Q)]
        s, n = size(plant), plant.tree.freedoms
        q, qd = found[:n], found[s : s + n]
        external = found[2 * s :] if wandering else [0.0] * n
        return found, P, q, qd, *_motors(plant, found), external, chosen(sum(flags, 0.0), 1.0, 0.0)

    def first(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        (theta,) = x.motion
        s, n = size(plant), plant.tree.freedoms
        at_rest = [*settled(plant, unbent(plant, theta), theta)[0], *(theta[i] for i in plant.elastic)]
        deviation = x.held["deviation"][0]
        squares = [[d * d if i == j else 0.0 for j in range(len(deviation))] for i, d in enumerate(deviation)]
        return [*at_rest, *[0.0] * (s + n * wandering)], squares

    return Equation(
        "kalman_filter",
        (*measured, "tau_m"),
        text,
        lambda robot: (
            Output("next_state", (numbers(robot, wandering),), 0),
            Output("next_covariance", (numbers(robot, wandering) ** 2,), 0),
            Output("q_hat", (robot.n,), 0),
            Output("qd_hat", (robot.n,), 0),
            Output("theta_hat", (robot.m,), 0),
            Output("thetad_hat", (robot.m,), 0),
            Output("external", (robot.n,), 0),
            Output("rejected", (), 0),
        ),
        prepare=FORWARD.prepare,
        of_motors=1 + sum(name in MEASURED[OF_JOINTS:] for name in measured),
        held=lambda robot: (
            Slot("state", 1, numbers(robot, wandering)),
            Slot("covariance", 1, numbers(robot, wandering) ** 2),
            Slot("noise", 1, measured_numbers(robot, measured), (0.0,) * measured_numbers(robot, measured)),
            Slot("disturbance", 1, disturbances(robot, wandering), (0.0,) * disturbances(robot, wandering)),
            Slot("period", 1, 1, (0.0,)),
        ),
        loop=lambda form, robot: kalman_loop(form, robot, lambda plant, x: prediction(plant, measured, wandering, x)),
        loops=lambda form, robot: numbers(robot, wandering) > LARGEST_STRAIGHT,
        judges=True,
        begin=Equation(
            "kalman_filter_begin",
            ("theta",),
            first,
            lambda robot: (
                Output("next_state", (numbers(robot, wandering),), 0),
                Output("next_covariance", (numbers(robot, wandering) ** 2,), 0),
            ),
            prepare=prepare_statics,
            of_motors=1,
            held=lambda robot: (Slot("deviation", 1, numbers(robot, wandering)),),
        ),
    )


def _motors(plant: Plant, x: Row) -> tuple[Row, Row]:
    s, n = size(plant), plant.tree.freedoms
    return motors_of(plant, x[:n], x[n:s]), motors_of(plant, x[s : s + n], x[s + n : 2 * s])
