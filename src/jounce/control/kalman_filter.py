"""Links, motors and what pushes them from noisy sensors: an extended Kalman filter on the exact model."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jounce.control.readings import by_name, live_form
from jounce.control.state_observer import Estimate, positive
from jounce.errors import InputError
from jounce.functions.arguments import Parameters, check_robot
from jounce.functions.backends.native import Kernel
from jounce.functions.call import call
from jounce.functions.equation import Equation
from jounce.functions.kalman_filter import MEASURED, disturbances, kalman_filter, measured_numbers, numbers
from jounce.functions.statics import statics
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import plant_of
from jounce.robot import Robot

DISTURBED = ("tau_m", "external", "wander")


@by_value
class KalmanFilter:
    """The most likely state of a robot, and how well it is known, from noisy sensors and motor torques.

    noise: standard deviations of what is measured, {'theta': 1e-5}, of 'q', 'qd', 'tau_j', 'theta' and 'thetad', one number or
    one each; what stands there is what `step` takes, by name or in this order. disturbance: standard deviations of torques
    that nobody knows and that change from sample to sample, 'tau_m' at motors and 'external' at joints [Nm or N]; with
    'wander' [Nm or N per root of a second] external torques are estimated, too, as `Estimate.external`: what pushes the
    robot, from whatever is measured. rate: samples a second. Rigid joints, springs of any law and springs without motors,
    transmissions, carried rotors.

    The state moves on by the midpoint rule, linear in its change, with exact slopes (`elastic_forward_dynamics_derivatives`):
    W dx = h f, W = 1 - h/2 A, F = 2 W^-1 - 1. The covariance is that of a system that is linear near the estimate.

        filter = jn.control.KalmanFilter(robot, {"theta": 1e-5}, {"tau_m": 0.1, "wander": 20.0})
        state = filter.begin(theta)
        state, estimate = filter.step(state, theta, tau_m)
    """

    def __init__(self, robot: Robot, noise: Mapping[str, Any], disturbance: Mapping[str, Any], rate: float = 1000.0) -> None:
        self.robot = check_robot(robot)
        self.rate = positive(rate, "rate", "1/s")
        self.noise, self.disturbance = _named(noise, MEASURED, "noise"), _named(disturbance, DISTURBED, "disturbance")
        self.measured = tuple(name for name in MEASURED if name in self.noise)
        self._ambiguous = _ambiguous([name for name in noise if name in self.noise], self.measured)
        self._wandering = "wander" in self.disturbance
        self.size = numbers(robot, self._wandering)
        """N, numbers in the state of the robot: q, theta of motors behind springs, their speeds, external torques."""
        for joint in robot.joints:
            if joint.freedoms > 1:
                raise InputError(
                    f"joint {joint.name!r} of robot {robot.name!r} has several freedoms, which this filter does not know. Lock "
                    "it (robot.locked), or take MomentumObserver."
                )
        plant = plant_of(robot)
        for i in plant.driven:
            if "tau_j" in self.noise and not plant.motors[i].elastic:
                raise InputError(
                    f"noise: 'tau_j' is what springs carry, and joint {robot.motor_names[i]!r} of robot {robot.name!r} is rigid. "
                    "Give its drive a stiffness, or leave 'tau_j' out."
                )
        self._equation.prepare(robot, plant)
        there = len(plant.driven)
        widths = {"theta": there, "thetad": there, "tau_m": there}
        rows = [_row(self.noise[name], widths.get(name, robot.n), f"noise[{name!r}]", least=True) for name in self.measured]
        self._noise = np.concatenate(rows)
        acting = [
            _row(self.disturbance.get(name, 0.0), widths.get(name, robot.n), f"disturbance[{name!r}]")
            for name in DISTURBED[: 2 + self._wandering]
        ]
        self._disturbance = np.concatenate(acting)
        assert len(self._noise) == measured_numbers(robot, self.measured)
        assert len(self._disturbance) == disturbances(robot, self._wandering)

    @property
    def _equation(self) -> Equation:
        return kalman_filter(self.measured, self._wandering)

    def begin(self, theta: Any, deviation: Any = 1e-3, *, parameters: Parameters = None) -> Array:
        """The filter's state (N + N N,) for a robot at rest whose motors are at theta (m,), where springs let the links hang.

        deviation: how well x is known, one number or (N,): rad or m, rad/s or m/s, Nm or N.
        """
        rest = statics(self.robot, theta, parameters=parameters)
        motors = np.asarray(theta, dtype=np.float64)[plant_of(self.robot).elastic]
        x = np.zeros(self.size)
        x[: len(rest.q) + len(motors)] = np.concatenate([rest.q, motors])
        return np.concatenate([x, np.diag(_row(deviation, self.size, "deviation") ** 2).ravel()])

    def step(self, state: Array, *measured: Any, parameters: Parameters = None, **named: Any) -> tuple[Array, Estimate]:
        """Return (state, estimate) a period later.

        measured: what `noise` names, and tau_m, the mean torque since the last sample. By name, step(state, theta=theta,
        tau_j=tau_j, tau_m=tau_m) or step(state, {"theta": theta, ...}); or one after the other as in q, qd, tau_j, theta,
        thetad, tau_m, where `noise` names them in this order, too. A reading with a number that is nan, infinite or above 1e6
        is rejected: the state stays, and `estimate.rejected` is true. parameters: live numbers of the robot, {"payload": ten
        numbers} say.
        """
        rows = by_name((*self.measured, "tau_m"), measured, named, self._ambiguous)
        x, P = state[..., : self.size], state[..., self.size :]
        readings = tuple(rows[name] for name in (*self.measured, "tau_m"))
        found = call(self._equation, self.robot, (*readings, x, P, *self._numbers), parameters=parameters)
        q, qd, theta, thetad, external, rejected = found[2:]
        estimate = Estimate(q, qd, theta, thetad, external if self._wandering else None, rejected > 0.5)
        return np.concatenate(found[:2], axis=-1), estimate

    def covariance(self, state: Array) -> Array:
        """(..., N, N) of x = (q, theta of motors behind springs, qd, thetad, external torque)."""
        return state[..., self.size :].reshape(*state.shape[:-1], self.size, self.size)

    def compile(self, parameters: Sequence[str] = ()) -> Kernel:
        """Return a step as a kernel, for `write_c(folder)`: what is measured, tau_m, then x, P, noise, disturbance and period
        [s].

        In C there is `kalman_filter_begin`, too: x and P of a robot at rest whose motors are at theta. parameters: names of the
        robot's numbers that are arguments, ("payload",) say.
        """
        numbers = {"noise": self._noise, "disturbance": self._disturbance}
        return Kernel(live_form(self._equation, parameters), self.robot, None, (), numbers)

    @property
    def _numbers(self) -> tuple[Array, Array, Array]:
        return self._noise, self._disturbance, np.array([1.0 / self.rate])


def _ambiguous(stated: list[str], measured: tuple[str, ...]) -> str:
    """Return why readings in order are refused: `noise` names them in another order than kernels take them."""
    if tuple(stated) == measured:
        return ""
    return (
        f"noise names {', '.join(stated)} in this order, and readings one after the other are {', '.join(measured)}, tau_m: say "
        f"which is which, step(state, {', '.join(f'{name}={name}' for name in (*stated, 'tau_m'))})."
    )


def _named(given: Any, known: tuple[str, ...], what: str) -> dict[str, Any]:
    if not isinstance(given, Mapping) or not given or any(name not in known for name in given):
        raise InputError(f"{what}: expected {{name: standard deviation}} with some of {', '.join(known)}, got {given!r}.")
    return {name: given[name] for name in known if name in given}


def _row(given: Any, width: int, what: str, least: bool = False) -> Array:
    """Standard deviations; least: above zero."""
    try:
        found = np.broadcast_to(np.asarray(given, dtype=np.float64), (width,))
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{what}: expected one number or {width}, got {given!r}.") from None
    if not np.isfinite(found).all() or (found < 0.0).any() or (least and (found == 0.0).any()):
        raise InputError(f"{what}: expected numbers {'above' if least else 'from'} 0, got {given!r}.")
    return found
