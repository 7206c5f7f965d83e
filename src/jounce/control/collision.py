"""Whether something is in the robot's way."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from jounce.control.momentum_observer import MomentumObserver
from jounce.control.readings import by_name, check_finite, live_form
from jounce.control.state_observer import positive
from jounce.errors import InputError
from jounce.functions.arguments import Parameters
from jounce.functions.backends.native import Kernel
from jounce.functions.call import call
from jounce.functions.collision import detector
from jounce.functions.equation import Equation
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot


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
