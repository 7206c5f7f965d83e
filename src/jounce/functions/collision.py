"""A collision detector as one function: a momentum observer, its residual smoothed, and what errors of masses could make of it.

    r: residual,    y' = gain (r - y),    z = y less what is left of it by a filter of rate `forget`

y is the external torque, by a filter of second order; z that part of it which is new. Both are compared with noise + share of
what the links need to move, which goes through the same filters link by link (`dynamics/collision`).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from jounce.codegen.program import Slot
from jounce.dynamics.collision import larger, shares, total
from jounce.dynamics.momentum_observer import Row, Sample, residual
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.momentum_observer import MEASURED, OF_MOTORS, observed, state_size
from jounce.functions.motors import with_motors
from jounce.numbers import exp
from jounce.plant.plant import Plant, plant_of
from jounce.robot import Robot


def size(robot: Robot, measured: tuple[str, ...]) -> int:
    """The observer's state, its residual smoothed and what is old of it (n each), and five rows for each body."""
    return state_size(robot, measured) + robot.n * (2 + 5 * len(plant_of(robot).tree.bodies))


@lru_cache(maxsize=64)
def detector(measured: tuple[str, ...]) -> Equation:
    """The equation for what is measured, names in the order of `momentum_observer.MEASURED`."""

    def text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        n, count = plant.tree.freedoms, len(plant.tree.bodies)
        gain, h = x.held["gain"][0], x.held["period"][0][0]
        share, noise, forget = x.held["share"][0][0], x.held["noise"][0], x.held["forget"][0][0]
        state = list(x.held["state"][0])
        mine = state[: len(state) - n * (2 + 5 * count)]
        rows = _rows(state[len(mine) :], n)
        now = observed(plant, measured, x, mine)
        kept, old = [exp(-(rate * h)) for rate in gain], exp(-(forget * h))

        def smoothed(r: Row) -> tuple[Row, Row]:
            """(y, what is old of it), from the state and what comes in."""
            y = [a * before + (1.0 - a) * each for a, before, each in zip(kept, next(rows), r)]
            return y, [old * before + (1.0 - old) * each for before, each in zip(next(rows), y)]

        y, slow = smoothed(now.residual)
        after = [*now.state, *y, *slow]
        parts, fresh = [], []
        for own in shares(plant, now.q, now.qd):
            r, before = next(rows), Sample(next(rows), next(rows))
            r = residual(before, r, own, gain, h)
            part, was = smoothed(r)
            after += [*r, *own.p, *own.b, *part, *was]
            parts.append(part)
            fresh.append([a - b for a, b in zip(part, was)])
        sudden = [a - b for a, b in zip(y, slow)]
        whole, new = ([a + share * b for a, b in zip(noise, total(each))] for each in (parts, fresh))
        excess = [larger(abs(a) / b, abs(c) / d) for a, b, c, d in zip(y, whole, sudden, new)]
        return after, y, whole, sudden, new, excess

    return Equation(
        "collision_detector",
        measured,
        text,
        lambda robot: (
            Output("next_state", (size(robot, measured),), 0),
            *(Output(name, (robot.n,), 0) for name in ("external", "threshold", "sudden", "sudden_threshold", "excess")),
        ),
        takes="wrench",
        prepare=with_motors,
        of_motors=sum(name in MEASURED[OF_MOTORS:] for name in measured),
        held=lambda robot: (
            Slot("state", 1, size(robot, measured)),
            Slot("gain", 1, robot.n, (0.0,) * robot.n),
            Slot("noise", 1, robot.n, (0.0,) * robot.n),
            Slot("share", 1, 1, (0.0,)),
            Slot("forget", 1, 1, (0.0,)),
            Slot("period", 1, 1, (0.0,)),
        ),
    )


def _rows(numbers: Row, width: int) -> Iterator[Row]:
    """So many numbers at a time."""
    return (numbers[k : k + width] for k in range(0, len(numbers), width))
