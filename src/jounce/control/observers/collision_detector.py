"""Collision detection: a momentum observer with smoothed residual, and a threshold that follows the motion.

    y' = gain (r - y),    z = y - (y low-passed at the rate `forget`)

r is the residual of the momentum observer. y is the external torque behind a second-order filter, and z the recent part of y.
|y| and |z| are compared with thresholds of the form noise + share * (torque that moves the links), computed link by link.

The torque that moves link l, f_l = M_l qdd + c_l + g_l, is linear in the ten inertial parameters of the link. If all parameters
of link l are wrong by a common relative error e_l with |e_l| <= share, the error of the residual is bounded by

    |filtered sum over links of e_l f_l| <= share * sum over links of |filtered f_l|

for every linear filter. Each link alone has a momentum, and a momentum observer for this link gives the filtered f_l without
accelerations, through the same filters as the residual. The thresholds of [Haddadin2017] are proportional to the torque of the
whole model; thresholds computed link by link are a bound of the error.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

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
from jounce.export.compiled_kernel import Kernel
from jounce.kernel.arguments import Parameters
from jounce.kernel.dispatch import call
from jounce.kernel.equation import Auxiliary, Equation, Inputs, Output
from jounce.numbers import Number, exp
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, plant_of, with_motors
from jounce.robot import Robot
from jounce.spatial.geometry import ZERO
from jounce.spatial.inertia import Inertia

NOTHING = Inertia(0.0, ZERO, (0.0,) * 6)
"""Inertia of a massless body."""


def shares(plant: Plant, q: Sequence[Number], qd: Sequence[Number]) -> list[Sample]:
    """Return, for each body as the only one with mass, the generalised momentum and its rate under gravity; O(n^2) in total."""
    still: Row = [0.0] * plant.tree.freedoms
    bare = plant._replace(rotors=(), beside=(), coupled=())
    samples = []
    for k in range(len(plant.tree.bodies)):
        bodies = tuple(body if i == k else body._replace(inertia=NOTHING) for i, body in enumerate(plant.tree.bodies))
        one = bare._replace(tree=plant.tree._replace(bodies=bodies))
        samples.append(sample(one, q, qd, still, still))
    return samples


def total(rows: Sequence[Row]) -> Row:
    """Return the sum over rows of absolute values (n), joint by joint."""
    sums: Row = [0.0] * len(rows[0])
    for row in rows:
        sums = [a + abs(b) for a, b in zip(sums, row)]
    return sums


def larger(a: Number, b: Number) -> Number:
    """Return the larger of two scalars, without a branch."""
    return 0.5 * (a + b + abs(a - b))


def size(plant: Plant, measured: tuple[str, ...]) -> int:
    """Return the number of scalars in the state of the detector.

    The state has the smoothed residual and its slow part (n each); for each body residual, momentum, rate of the momentum,
    smoothed residual and slow part (n each); and the state of the momentum observer.
    """
    return plant.tree.freedoms * (2 + 5 * len(plant.tree.bodies)) + state_size(plant, measured)


class Detected(NamedTuple):
    """Outputs of one detector step: state, external torque, its sudden part, and the torques that scale the thresholds."""

    state: Row
    """State after the step."""
    external: Row
    """Smoothed external torque y (n)."""
    sudden: Row
    """Recent part z of the external torque (n)."""
    required: Row
    """Sum over links of |filtered torque that moves the link| (n)."""
    recently_required: Row
    """Sum over links of |recent part of the filtered torque that moves the link| (n)."""


def detected(plant: Plant, measured: tuple[str, ...], x: Inputs, state: Sequence[Number]) -> Detected:
    """Return the outputs of one detector step; x.motion has the readings, x.auxiliary rows 'gain', 'forget' and 'period'."""
    n, count = plant.tree.freedoms, len(plant.tree.bodies)
    gain, h, forget = x.auxiliary["gain"][0], x.auxiliary["period"][0][0], x.auxiliary["forget"][0][0]
    filters = list(state[: n * (2 + 5 * count)])
    rows = _rows(filters, n)
    now = observed(plant, measured, x, state[len(filters) :])
    remaining, old = [exp(-(rate * h)) for rate in gain], exp(-(forget * h))

    def smoothed(r: Row) -> tuple[Row, Row]:
        """Advance the two filters of a residual by one period; return (y, y low-passed at the rate `forget`)."""
        y = [a * before + (1.0 - a) * each for a, before, each in zip(remaining, next(rows), r)]
        slow = [old * before + (1.0 - old) * each for before, each in zip(next(rows), y)]
        return _zero_at_start(now.starting, y), _zero_at_start(now.starting, slow)

    after = [each for row in smoothed(now.residual) for each in row]
    for share in shares(plant, now.q, now.qd):
        r, before = next(rows), Sample(next(rows), next(rows))
        r = _zero_at_start(now.starting, residual(before, r, share, gain, h))
        after += [*r, *share.p, *share.b, *(each for row in smoothed(r) for each in row)]
    after = [chosen(now.rejected, then, each) for then, each in zip(filters, after)]
    y, slow, *links = _rows(after, n)
    smooth, was = links[3::5], links[4::5]
    sudden = [[a - b for a, b in zip(*pair)] for pair in zip(smooth, was)]
    return Detected([*after, *now.state], y, [a - b for a, b in zip(y, slow)], total(smooth), total(sudden))


def _zero_at_start(starting: Number, row: Row) -> Row:
    """Return zeros if starting = 1, because there is no earlier momentum; the row unchanged if starting = 0."""
    return [chosen(starting, 0.0, x) for x in row]


@lru_cache(maxsize=64)
def detector(measured: tuple[str, ...]) -> Equation:
    """Return the equation of the detector for a set of readings; measured: names in the order of `momentum_observer.MEASURED`."""

    def text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        share, noise = x.auxiliary["share"][0][0], x.auxiliary["noise"][0]
        now = detected(plant, measured, x, x.auxiliary["state"][0])
        whole, new = ([a + share * b for a, b in zip(noise, row)] for row in (now.required, now.recently_required))
        excess = [larger(abs(a) / b, abs(c) / d) for a, b, c, d in zip(now.external, whole, now.sudden, new)]
        return now.state, now.external, whole, now.sudden, new, excess, now.state[-1]

    def first(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        zero_slots = {**beginning(plant), "forget": [[1.0]]}
        return (detected(plant, measured, x._replace(auxiliary=zero_slots), [0.0] * size(plant, measured)).state,)

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
        motor_arguments=of_motors,
        auxiliary=Auxiliary(
            lambda robot: (
                Slot("state", 1, size(plant_of(robot), measured)),
                Slot("gain", 1, robot.n, (0.0,) * robot.n),
                Slot("noise", 1, robot.n, (0.0,) * robot.n),
                Slot("share", 1, 1, (0.0,)),
                Slot("forget", 1, 1, (0.0,)),
                Slot("period", 1, 1, (0.0,)),
            ),
            any_motion=True,
            flags={"state": RUNNING},
            begin=Equation(
                "collision_detector_begin",
                measured,
                first,
                lambda robot: (state(robot),),
                takes="wrench",
                prepare=with_motors,
                motor_arguments=of_motors,
                auxiliary=Auxiliary(any_motion=True),
            ),
        ),
    )


def _rows(numbers: Row, width: int) -> Iterator[Row]:
    """Yield consecutive rows of `width` scalars from a flat list."""
    return (numbers[k : k + width] for k in range(0, len(numbers), width))


@by_value
class Collision(NamedTuple):
    """Result of a detector step: external torque, thresholds, ratio of torque to threshold; arrays (n,), torques in Nm or N."""

    external: Array
    """Estimated external joint torque."""
    threshold: Array
    """Largest |external| that noise and errors of the links' parameters can cause without a collision."""
    sudden: Array
    """Recent part of the external torque, without the slowly varying part."""
    sudden_threshold: Array
    """Largest |sudden| that noise and errors of the links' parameters can cause without a collision."""
    excess: Array
    """Larger of the ratios |external| / threshold and |sudden| / sudden_threshold."""
    rejected: Any = False
    """True if the reading was rejected; all other fields are then those of the last good reading."""

    @property
    def detected(self) -> bool:
        """True if a collision is detected: `excess` is above 1 at any joint."""
        return bool((self.excess > 1.0).any())


@by_value
class CollisionDetector:
    """Detector of collisions by a momentum observer, with a threshold that follows the motion.

        collision if    |external| > noise + share * sum over links of |torque that moves the link|

    All terms pass the same filters. So no motion causes a false alarm if the ten parameters of each link have a common relative
    error of at most `share`, and if noise contributes less than `noise` to the residual. The test is also applied to the recent
    parts of both sides, from which the slowly varying gravity torque is filtered; this second test detects impacts that are
    smaller than the uncertainty of gravity.

    Examples
    --------
    >>> robot, q = jn.load("planar_2r"), [0.1, 0.2]
    >>> theta = jn.dynamics.motor_statics(robot, q).theta
    >>> detector = jn.control.CollisionDetector(robot, noise=1.0, share=0.05, measured=("q", "theta"))
    >>> state = detector.begin(q, theta)
    >>> state, collision = detector.step(state, q, theta)
    >>> bool(collision.detected)
    False
    """

    def __init__(
        self,
        robot: Robot,
        noise: ArrayLike,
        share: float = 0.05,
        gain: ArrayLike = 300.0,
        forget: float = 30.0,
        measured: tuple[str, ...] = ("q", "tau_j"),
        rate: float = 1000.0,
    ) -> None:
        """Check the readings and the thresholds.

        Parameters
        ----------
        robot : Robot
            The model that the detector computes with.
        noise : float or (n,)
            Threshold at rest [Nm or N]: largest error of the residual from noise, friction, springs and rotors.
        share : float
            Largest relative error of the links' inertial parameters, from 0 to below 1.
        gain : float or (n,)
            Bandwidth of the observer, and of the smoothing filter behind the observer [1/s].
        forget : float
            Bandwidth of the low-pass filter whose output is subtracted to obtain the recent part of a torque [1/s].
        measured : tuple of str
            Readings, as in `MomentumObserver`.
        rate : float
            Samples per second [Hz].
        """
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

    def begin(self, *measured: ArrayLike | Mapping[str, ArrayLike], parameters: Parameters = None, **named: ArrayLike) -> Array:
        """Return the state of the detector after the first sample, with zero external torque.

        Parameters
        ----------
        *measured, **named
            Readings in the order of `measured`, or by name, as in `step`.
        parameters : mapping, optional
            Live parameters of the robot, for example {"payload": (10,)}.

        Returns
        -------
        array (size,)

        Raises
        ------
        InputError
            If a reading is missing, not finite, or has another shape.
        """
        rows = by_name(self.measured, measured, named)
        check_finite(rows)
        begin = self._equation.begin
        assert begin is not None
        state: Array = call(begin, self.robot, tuple(rows[name] for name in self.observer.names), parameters=parameters)
        return state

    def step(
        self, state: Array, *measured: ArrayLike | Mapping[str, ArrayLike], parameters: Parameters = None, **named: ArrayLike
    ) -> tuple[Array, Collision]:
        """Return (state, Collision) at the present sample, from the state at the last sample and the present readings.

        A reading with a scalar that is nan, infinite or above 1e6 in magnitude is rejected: `Collision.rejected` is true, and all
        other fields are those of the last good reading.

        Parameters
        ----------
        state : (size,)
            The state that `begin` or the last `step` returned.
        *measured, **named
            Readings in the order of `measured`, or by name, as in `MomentumObserver.step`.
        parameters : mapping, optional
            Live parameters of the robot, for example {"payload": (10,)}.

        Returns
        -------
        (state, Collision)

        Raises
        ------
        InputError
            If a reading is missing or has another shape.
        """
        rows = by_name(self.measured, measured, named)
        numbers = (np.array([x]) for x in (self.share, self.forget, 1.0 / self.rate))
        inner = (state, self.gain, self.noise, *numbers)
        readings = tuple(rows[name] for name in self.observer.names)
        outputs = call(self._equation, self.robot, (*readings, *inner), parameters=parameters)
        state, external, threshold, sudden, sudden_threshold, excess, rejected = outputs
        return state, Collision(external, threshold, sudden, sudden_threshold, excess, rejected > 0.5)

    def compile(self, parameters: Sequence[str] = ()) -> Kernel:
        """Return one step as a kernel for `write_c(folder)`; arguments: readings, state, gain, noise, share, forget, period [s].

        The C function `collision_detector_begin` returns the initial state from the first sample.

        Parameters
        ----------
        parameters : sequence of str
            Names of robot parameters that become arguments of the kernel, for example ("payload",).

        Returns
        -------
        Kernel

        Raises
        ------
        InputError
            If a parameter is unknown.
        """
        numbers = {"gain": self.gain, "noise": self.noise, "share": self.share, "forget": self.forget}
        return Kernel(live_form(self._equation, parameters), self.robot, None, (), numbers)
