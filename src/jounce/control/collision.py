"""Whether something is in the robot's way."""

from typing import Any, NamedTuple

import numpy as np

from jounce.control.momentum_observer import MomentumObserver
from jounce.control.state_observer import positive
from jounce.errors import InputError
from jounce.functions.backends.native import Kernel
from jounce.functions.call import call
from jounce.functions.collision import detector, size
from jounce.functions.equation import Equation, Form
from jounce.functions.momentum_observer import state_size
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

    def begin(self, *measured: Any) -> Array:
        """The state of the first sample: nothing pushes, nothing is known of speeds that are not measured."""
        n, rows = self.robot.n, self.observer.rows(measured)
        state = np.zeros(size(self.robot, self.observer.names))
        for _ in range(2):  # positions of this sample, then momenta
            state, _ = self._call(state, rows)
        own = state_size(self.robot, self.observer.names)
        state[:n] = 0.0
        state[own : own + 2 * n] = 0.0
        links = state[own + 2 * n :].reshape(-1, 5, n)
        links[:, [0, 3, 4]] = 0.0  # filters of links begin as those of the residual
        return state

    def step(self, state: Array, *measured: Any) -> tuple[Array, Collision]:
        """(state, what pushes) a period later."""
        return self._call(state, self.observer.rows(measured))

    def compile(self) -> Kernel:
        """A step as a kernel, for `write_c(folder)`: what is measured, then state, gain, noise, share, forget and period."""
        numbers = {"gain": self.gain, "noise": self.noise, "share": self.share, "forget": self.forget}
        return Kernel(Form(self._equation), self.robot, None, (), numbers)

    def _call(self, state: Array, rows: dict[str, Any]) -> tuple[Array, Collision]:
        numbers = (np.array([x]) for x in (self.share, self.forget, 1.0 / self.rate))
        given = (*(rows[name] for name in self.observer.names), state, self.gain, self.noise, *numbers)
        found = call(self._equation, self.robot, given)
        return found[0], Collision(*found[1:])
