"""A collision detector as one function: a momentum observer, its residual smoothed, and what errors of masses could make of it.

    r: residual,    y' = gain (r - y),    z = y less what is left of it by a filter of rate `forget`

y is the external torque, by a filter of second order; z that part of it which is new. Both are compared with noise + share of
what the links need to move, which goes through the same filters link by link (`dynamics/collision`).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from jounce.codegen.program import Slot
from jounce.dynamics.collision import larger, shares, total
from jounce.dynamics.momentum_observer import Row, Sample, residual
from jounce.dynamics.readings import chosen
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.momentum_observer import MEASURED, OF_MOTORS, RUNNING, beginning, observed, state_size
from jounce.functions.motors import with_motors
from jounce.numbers import Number, exp
from jounce.plant.plant import Plant, plant_of
from jounce.robot import Robot


def size(plant: Plant, measured: tuple[str, ...]) -> int:
    """Return how many numbers the state has: residual smoothed, its old part (n each), five rows a body, the observer's state."""
    return plant.tree.freedoms * (2 + 5 * len(plant.tree.bodies)) + state_size(plant, measured)


class Detected(NamedTuple):
    """A sample later: the state, and rows (n,) that are compared."""

    state: Row
    external: Row
    sudden: Row
    needed: Row
    """Torque that moves the links, as a sum of absolute values."""
    suddenly_needed: Row


def detected(plant: Plant, measured: tuple[str, ...], x: Inputs, state: Sequence[Number]) -> Detected:
    """One step of the detector; gain, forget and period are held by these names."""
    n, count = plant.tree.freedoms, len(plant.tree.bodies)
    gain, h, forget = x.held["gain"][0], x.held["period"][0][0], x.held["forget"][0][0]
    filters = list(state[: n * (2 + 5 * count)])
    rows = _rows(filters, n)
    now = observed(plant, measured, x, state[len(filters) :])
    remaining, old = [exp(-(rate * h)) for rate in gain], exp(-(forget * h))

    def smoothed(r: Row) -> tuple[Row, Row]:
        """One step of both filters: (output, its old part)."""
        y = [a * before + (1.0 - a) * each for a, before, each in zip(remaining, next(rows), r)]
        slow = [old * before + (1.0 - old) * each for before, each in zip(next(rows), y)]
        return _zero(now.starting, y), _zero(now.starting, slow)

    after = [each for row in smoothed(now.residual) for each in row]
    for own in shares(plant, now.q, now.qd):
        r, before = next(rows), Sample(next(rows), next(rows))
        r = _zero(now.starting, residual(before, r, own, gain, h))
        after += [*r, *own.p, *own.b, *(each for row in smoothed(r) for each in row)]
    after = [chosen(now.rejected, then, each) for then, each in zip(filters, after)]
    y, slow, *links = _rows(after, n)
    smooth, was = links[3::5], links[4::5]
    sudden = [[a - b for a, b in zip(*pair)] for pair in zip(smooth, was)]
    return Detected([*after, *now.state], y, [a - b for a, b in zip(y, slow)], total(smooth), total(sudden))


def _zero(starting: Number, row: Row) -> Row:
    """Return the row, or zeros at the first momentum."""
    return [chosen(starting, 0.0, x) for x in row]


@lru_cache(maxsize=64)
def detector(measured: tuple[str, ...]) -> Equation:
    """The equation for what is measured, names in the order of `momentum_observer.MEASURED`."""

    def text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        share, noise = x.held["share"][0][0], x.held["noise"][0]
        found = detected(plant, measured, x, x.held["state"][0])
        whole, new = ([a + share * b for a, b in zip(noise, row)] for row in (found.needed, found.suddenly_needed))
        excess = [larger(abs(a) / b, abs(c) / d) for a, b, c, d in zip(found.external, whole, found.sudden, new)]
        return found.state, found.external, whole, found.sudden, new, excess, found.state[-1]

    def first(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        held = {**beginning(plant), "forget": [[1.0]]}
        return (detected(plant, measured, x._replace(held=held), [0.0] * size(plant, measured)).state,)

    of_motors = sum(name in MEASURED[OF_MOTORS:] for name in measured)

    def state(robot: Robot) -> Output:
        return Output("next_state", (size(plant_of(robot), measured),), 0)

    return Equation(
        "collision_detector",
        measured,
        text,
        lambda robot: (
            state(robot),
            *(Output(name, (robot.n,), 0) for name in ("external", "threshold", "sudden", "sudden_threshold", "excess")),
            Output("rejected", (), 0),
        ),
        takes="wrench",
        prepare=with_motors,
        of_motors=of_motors,
        held=lambda robot: (
            Slot("state", 1, size(plant_of(robot), measured)),
            Slot("gain", 1, robot.n, (0.0,) * robot.n),
            Slot("noise", 1, robot.n, (0.0,) * robot.n),
            Slot("share", 1, 1, (0.0,)),
            Slot("forget", 1, 1, (0.0,)),
            Slot("period", 1, 1, (0.0,)),
        ),
        judges=True,
        running={"state": RUNNING},
        begin=Equation(
            "collision_detector_begin",
            measured,
            first,
            lambda robot: (state(robot),),
            takes="wrench",
            prepare=with_motors,
            of_motors=of_motors,
            judges=True,
        ),
    )


def _rows(numbers: Row, width: int) -> Iterator[Row]:
    """So many numbers at a time."""
    return (numbers[k : k + width] for k in range(0, len(numbers), width))
