"""Links from motor encoders and currents: where they are and how fast they move, without a sensor at them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from jounce.control.readings import by_name, live_form
from jounce.errors import InputError
from jounce.functions.arguments import Parameters, check_robot
from jounce.functions.backends.native import Kernel
from jounce.functions.call import call
from jounce.functions.state_observer import OBSERVER
from jounce.functions.statics import statics
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.robot.validation import short


@by_value
class Estimate(NamedTuple):
    """Links and motors as an observer sees them."""

    q: Array
    """(n,) [rad or m]."""
    qd: Array
    """(n,) [rad/s or m/s]."""
    theta: Array
    """(m,) [rad or m]."""
    thetad: Array
    """(m,) [rad/s or m/s]."""
    external: Array | None = None
    """Torque at the joints that no drive gives (n,) [Nm or N], where it is estimated."""
    rejected: Any = False
    """Whether the reading was no reading: all else is that of the last good one."""


@by_value
class StateObserver:
    """q, qd, theta and thetad of a robot with elastic joints from motor positions and motor torques, on its exact model.

        xd^ = f(x^, tau_m) + L (theta - C x^)

    bandwidth w [rad/s]: L is computed at every sample so that, near the state, errors decay as e^(-w t): those of motors without
    swinging, those of links at their own frequencies. For any start that is near enough; dry friction, which is in the model, is
    left out of L. rate: samples a second; the midpoint rule in between, so w / rate has to be well below 1. What pushes the links
    and is not in the model makes q and qd wrong; `MomentumObserver` and `KalmanFilter` find it.

        observer = jn.control.StateObserver(robot, bandwidth=60.0)
        state = observer.begin(theta)
        state, estimate = observer.step(state, theta, tau_m)
    """

    def __init__(self, robot: Robot, bandwidth: float, rate: float = 1000.0) -> None:
        self.robot = check_robot(robot)
        OBSERVER.prepare(robot, plant_of(robot))
        self.bandwidth, self.rate = positive(bandwidth, "bandwidth", "rad/s"), positive(rate, "rate", "1/s")

    def begin(self, theta: Any, *, parameters: Parameters = None) -> Array:
        """Return the state (5n,) of a robot at rest whose motors are at theta (n,)."""
        links = statics(self.robot, theta, parameters=parameters).q
        still = np.zeros(self.robot.n)
        return np.concatenate([links, theta, still, still, theta])

    def step(self, state: Array, *measured: Any, parameters: Parameters = None, **named: Any) -> tuple[Array, Estimate]:
        """Return (state, estimate) a period later.

        measured: theta at that instant, and tau_m, the mean torque since the last sample; in this order or by name. A reading
        with a number that is nan, infinite or above 1e6 is rejected: the state stays, and `estimate.rejected` is true.
        parameters: live numbers of the robot, {"payload": ten numbers} say.
        """
        rows = by_name(("theta", "tau_m"), measured, named)
        found = call(OBSERVER, self.robot, (rows["theta"], rows["tau_m"], state, *self._numbers), parameters=parameters)
        q, qd, motors, speeds, rejected = found[1:]
        return found[0], Estimate(q, qd, motors, speeds, None, rejected > 0.5)

    def compile(self, parameters: Sequence[str] = ()) -> Kernel:
        """Return a step as a kernel, for `write_c(folder)`: theta, tau_m, then state, bandwidth [rad/s] and period [s].

        In C there is `state_observer_begin`, too: the state of a robot at rest whose motors are at theta. parameters: names of
        the robot's numbers that are arguments, ("payload",) say.
        """
        return Kernel(live_form(OBSERVER, parameters), self.robot, None, (), {"bandwidth": self.bandwidth})

    @property
    def _numbers(self) -> tuple[Array, Array]:
        return np.array([self.bandwidth]), np.array([1.0 / self.rate])


def positive(given: Any, name: str, unit: str) -> float:
    """A finite number above zero."""
    try:
        number = float(given)
    except (TypeError, ValueError, OverflowError):
        number = np.nan
    if isinstance(given, (str, bytes)) or not (np.isfinite(number) and number > 0.0):
        what = f"{unit} above 0" if " " in unit else f"a number above 0 [{unit}]"
        raise InputError(f"{name}: expected {what}, got {short(given)}.")
    return number
