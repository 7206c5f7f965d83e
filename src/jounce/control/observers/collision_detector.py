"""Collision detection: a momentum observer, its residual smoothed, and a threshold that follows the motion.

    r: residual,    y' = gain (r - y),    z = y less y filtered at the rate `forget`

y is the external torque, by a filter of second order; z is the recent part of y. Both are compared with noise + share of the
torque that moves the links. The torque of a link, f_l = M_l qdd + c_l + g_l, is linear in its ten parameters. If the parameters
of every link are off by a share of at most s, the residual of a momentum observer is off by

    |filtered sum over links of e_l f_l| <= s sum |filtered f_l|,    |e_l| <= s

whatever the filter, as long as it is linear: each link has a momentum, and an observer of this momentum gives f_l without any
acceleration, by the same filters as the residual. [Haddadin2017] has thresholds in proportion to the torque of the whole model;
link by link they are a bound.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from jounce.codegen.program import Slot
from jounce.control.observer_arguments import by_name, check_finite, live_form, positive
from jounce.control.observers.momentum_observer import (
    MEASURED,
    OF_MOTORS,
    RUNNING,
    MomentumObserver,
    Row,
    Sample,
    beginning,
    observed,
    residual,
    sample,
    state_size,
)
from jounce.dynamics.readings import chosen
from jounce.errors import InputError
from jounce.functions.arguments import Parameters
from jounce.functions.backends.native import Kernel
from jounce.functions.call import call
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.motors import with_motors
from jounce.numbers import Number, exp
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, plant_of
from jounce.robot import Robot
from jounce.spatial.inertia import Inertia
from jounce.spatial.vectors import ZERO

NOTHING = Inertia(0.0, ZERO, (0.0,) * 6)


def shares(plant: Plant, q: Sequence[Number], qd: Sequence[Number]) -> list[Sample]:
    """Momentum of each body alone, and how it would change if nothing but its weight acted; O(n^2) in all."""
    still: Row = [0.0] * plant.tree.freedoms
    bare = plant._replace(rotors=(), beside=(), coupled=())
    found = []
    for k in range(len(plant.tree.bodies)):
        bodies = tuple(body if i == k else body._replace(inertia=NOTHING) for i, body in enumerate(plant.tree.bodies))
        one = bare._replace(tree=plant.tree._replace(bodies=bodies))
        found.append(sample(one, q, qd, still, still))
    return found


def total(parts: Sequence[Row]) -> Row:
    """Sum of absolute values, joint by joint."""
    found: Row = [0.0] * len(parts[0])
    for part in parts:
        found = [a + abs(b) for a, b in zip(found, part)]
    return found


def larger(a: Number, b: Number) -> Number:
    """Of two numbers."""
    return 0.5 * (a + b + abs(a - b))


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


@by_value
class Collision(NamedTuple):
    """What pushes a robot, and how much of it masses that are not as stated could explain; (n,) each [Nm or N]."""

    external: Array
    """Torque at the joints that no drive gives."""
    threshold: Array
    """What noise and errors of the model explain of it."""
    sudden: Array
    """That part of it which is new."""
    sudden_threshold: Array
    """What noise and errors of the model explain of that."""
    excess: Array
    """The larger of both in shares of its threshold."""
    rejected: Any = False
    """Whether the reading was no reading: all else is that of the last good one."""

    @property
    def detected(self) -> bool:
        """Whether anything pushes: some excess is above 1."""
        return bool((self.excess > 1.0).any())


@by_value
class CollisionDetector:
    """Whether anything pushes the robot, by a momentum observer and a threshold that follows the motion.

        |external| > noise + share sum over links of |what the link needs to move|

    As long as the ten parameters of every link are off by one factor within the share, and noise makes less than `noise` of
    the residual, there is no false alarm, whatever the motion: all terms go through the same filters. The same is asked of
    what is new in the external torque, which gravity of a slow motion is not: a blow of less than the weight's share is seen.

    noise [Nm or N], gain [1/s]: one number or (n,); gain is that of the observer and of a filter behind it. share: of 1.
    forget [1/s]: at which rate torque that lasts is no longer new. measured, rate: as of `MomentumObserver`; friction, springs
    and rotors are taken as known, and what they are wrong by is part of noise.

        detector = jn.control.CollisionDetector(robot, noise=1.0, share=0.05, measured=("q", "theta"))
        state = detector.begin(q, theta)
        state, found = detector.step(state, q, theta)
        found.detected
    """

    def __init__(
        self,
        robot: Robot,
        noise: Any,
        share: float = 0.05,
        gain: Any = 300.0,
        forget: float = 30.0,
        measured: tuple[str, ...] = ("q", "tau_j"),
        rate: float = 1000.0,
    ) -> None:
        self.observer = MomentumObserver(robot, gain, measured, rate)
        self.robot, self.gain, self.measured, self.rate = robot, self.observer.gain, self.observer.measured, self.observer.rate
        self.forget = positive(forget, "forget", "1/s")
        try:
            self.share = float(share)
            self.noise = np.array(np.broadcast_to(np.asarray(noise, dtype=np.float64), (robot.n,)))
        except (TypeError, ValueError, OverflowError):
            raise InputError(
                f"expected noise as a number, or one per joint of robot {robot.name!r}, and share as a number; got {noise!r} and "
                f"{share!r}."
            ) from None
        if not 0.0 <= self.share < 1.0:
            raise InputError(f"share: expected a number from 0 to below 1, got {share!r}.")
        if not (np.isfinite(self.noise).all() and (self.noise > 0.0).all()):
            raise InputError(f"noise: expected numbers above 0 [Nm or N], got {noise!r}.")

    @property
    def _equation(self) -> Equation:
        return detector(self.observer.names)

    def begin(self, *measured: Any, parameters: Parameters = None, **named: Any) -> Array:
        """Return the state of the first sample: no external torque, and nothing known of speeds that are not measured.

        measured, named, parameters: as of `step`.
        """
        rows = by_name(self.measured, measured, named)
        check_finite(rows)
        begin = self._equation.begin
        assert begin is not None
        state: Array = call(begin, self.robot, tuple(rows[name] for name in self.observer.names), parameters=parameters)
        return state

    def step(self, state: Array, *measured: Any, parameters: Parameters = None, **named: Any) -> tuple[Array, Collision]:
        """Return (state, what pushes) a period later.

        measured: in the order of `measured`, or by name, as of `MomentumObserver.step`; parameters: live numbers of the robot. A
        reading with a number that is nan, infinite or above 1e6 is rejected: all stays as it was, and `.rejected` is true.
        """
        rows = by_name(self.measured, measured, named)
        numbers = (np.array([x]) for x in (self.share, self.forget, 1.0 / self.rate))
        held = (state, self.gain, self.noise, *numbers)
        readings = tuple(rows[name] for name in self.observer.names)
        found = call(self._equation, self.robot, (*readings, *held), parameters=parameters)
        state, external, threshold, sudden, sudden_threshold, excess, rejected = found
        return state, Collision(external, threshold, sudden, sudden_threshold, excess, rejected > 0.5)

    def compile(self, parameters: Sequence[str] = ()) -> Kernel:
        """Return a step as a kernel, for `write_c(folder)`: what is measured, then state, gain, noise, share, forget and period.

        In C there is `collision_detector_begin`, too, which makes the first state of the first sample. parameters: names of the
        robot's numbers that are arguments, ("payload",) say.
        """
        numbers = {"gain": self.gain, "noise": self.noise, "share": self.share, "forget": self.forget}
        return Kernel(live_form(self._equation, parameters), self.robot, None, (), numbers)
