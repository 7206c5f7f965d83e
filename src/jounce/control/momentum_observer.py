"""What pushes a robot, from its momentum: collisions, and torque without a sensor for it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.control.external_wrench import external_wrench
from jounce.control.readings import by_name, check_finite, live_form
from jounce.control.state_observer import positive
from jounce.errors import InputError
from jounce.functions.arguments import Link, Parameters, check_names, check_robot
from jounce.functions.backends.native import Kernel
from jounce.functions.call import call
from jounce.functions.equation import Equation
from jounce.functions.momentum_observer import MEASURED, SETS, observer
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import plant_of
from jounce.robot import Robot


@by_value
class MomentumObserver:
    """External joint torque as a filter of first order, rd = gain (external - r), from encoders and torques or currents.

    gain: one number or (n,) [1/s]. measured: ('theta', 'tau_j'), ('q', 'tau_j'), ('q', 'theta') or ('theta', 'tau_m'), as `step`
    takes them; 'qd' and 'thetad' beside their positions where speeds are measured, too, which are differences to the last sample
    otherwise: the external torque is then that of half a period ago. rate: samples a second. With 'tau_j', or 'q' and
    'theta', what motors do and how they rub plays no part. With
    'theta' and 'tau_m' friction has to be the model's, and joints are taken for rigid: what the links swing against the motors,
    M deltadd, is taken for external torque.

        observer = jn.control.MomentumObserver(robot, 50.0, measured=("theta", "tau_j"))
        state = observer.begin(theta, tau_j)
        state, external = observer.step(state, theta, tau_j)

    A payload that is known is no external torque: step(state, theta, tau_j, parameters={"payload": ten numbers}). Where it
    changes while the robot moves, so does the momentum: begin anew with the sample at which it is grasped or let go.
    """

    def __init__(self, robot: Robot, gain: Any, measured: tuple[str, ...] = ("theta", "tau_j"), rate: float = 1000.0) -> None:
        self.robot = check_robot(robot)
        self.measured = _checked(robot, measured)
        self.gain = _gains(robot, gain)
        self.rate = positive(rate, "rate", "samples a second")
        self.names = tuple(name for name in MEASURED if name in self.measured)
        """What is measured, in the order in which kernels take it."""

    @property
    def _equation(self) -> Equation:
        return observer(self.names)

    def begin(self, *measured: Any, parameters: Parameters = None, **named: Any) -> Array:
        """Return the state of the first sample: no external torque, and nothing known of speeds that are not measured.

        measured, named, parameters: as of `step`.
        """
        rows = by_name(self.measured, measured, named)
        check_finite(rows)
        begin = self._equation.begin
        assert begin is not None
        state: Array = call(begin, self.robot, tuple(rows[name] for name in self.names), parameters=parameters)
        return state

    def step(self, state: Array, *measured: Any, parameters: Parameters = None, **named: Any) -> tuple[Array, Array]:
        """Return (state, external torque (n,) [Nm or N]) a period later; where speeds are differences, that of half a period ago.

        measured: in the order of `measured`, or by name: step(state, theta=theta, tau_j=tau_j), step(state, {"theta": theta,
        ...}). A reading with a number that is nan, infinite or above 1e6 is rejected: the state and the external torque stay, and
        `rejected(state)` is true. parameters: live numbers of the robot, {"payload": ten numbers} say.
        """
        rows = by_name(self.measured, measured, named)
        readings = tuple(rows[name] for name in self.names)
        numbers = (state, self.gain, np.array([1.0 / self.rate]))
        found: tuple[Array, Array, Array] = call(self._equation, self.robot, (*readings, *numbers), parameters=parameters)
        return found[0], found[1]

    def rejected(self, state: Array) -> Any:
        """Return whether the last reading was rejected, a bool for each state (..., size)."""
        flag = np.asarray(state)[..., -1] > 0.5
        return bool(flag) if flag.ndim == 0 else flag

    def wrench(self, q: Any, external: Any, link: Link = None) -> Array:
        """(moment, force) at a link or frame, the tool unless said, in its frame, that an external torque (..., n) comes from.

        Of all that have the nearest joint torque the smallest: fewer than six joints do not feel every wrench.
        `external_wrench` says how many directions they feel.
        """
        return external_wrench(self.robot, q, external, link).wrench

    def compile(self, parameters: Sequence[str] = ()) -> Kernel:
        """Return a step as a kernel, for `write_c(folder)`: rows of what is measured, then state, gain [1/s] and period [s].

        In C there is `momentum_observer_begin`, too, which makes the first state of the first sample. parameters: names of the
        robot's numbers that are arguments, ("payload",) say.
        """
        return Kernel(live_form(self._equation, parameters), self.robot, None, (), {"gain": self.gain})


def _checked(robot: Robot, measured: Any) -> tuple[str, ...]:
    names = check_names(measured, "measured")
    bare = {name for name in names if name not in ("qd", "thetad")}
    if len(set(names)) != len(names) or not any(bare == set(known) for known in SETS):
        shown = ", ".join(str(known) for known in SETS)
        raise InputError(f"measured: expected one of {shown}, with 'qd' and 'thetad' where they are measured; got {names}.")
    if "qd" in names and "q" not in names:
        raise InputError("measured: 'qd' goes with 'q', as the speed of links that are measured.")
    for joint in robot.joints:
        if joint.freedoms > 1 and "q" not in names:
            raise InputError(f"measured: joint {joint.name!r} of robot {robot.name!r} has several freedoms, so 'q' is needed.")
        if joint.spring is not None and "q" not in names:
            raise InputError(f"measured: joint {joint.name!r} of robot {robot.name!r} has no motor, so 'q' is needed.")
    for joint, motor in zip(robot.motor_joints, plant_of(robot).motors):
        if bare == {"q", "theta"} and joint.freedoms == 1 and not (motor.elastic or motor.absent):
            raise InputError(
                f"measured: joint {joint.name!r} of robot {robot.name!r} is rigid, so 'q' and 'theta' do not tell its torque. "
                "Measure 'tau_j', or 'theta' and 'tau_m'."
            )
    if "tau_m" in names and any(plant_of(robot).rotors):
        raise InputError(
            f"measured: rotors of robot {robot.name!r} are carried along by links; with 'tau_m' alone they are not known. "
            "Measure 'tau_j', or 'q' and 'theta'."
        )
    return names


def _gains(robot: Robot, gain: Any) -> Array:
    try:
        found = np.array(np.broadcast_to(np.asarray(gain, dtype=np.float64), (robot.n,)))  # in a row: short cuts take no other
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"gain: expected a number, or one per joint of robot {robot.name!r}, got {gain!r}.") from None
    if not (np.isfinite(found).all() and (found > 0.0).all()):
        raise InputError(f"gain: expected numbers above 0 [1/s], got {gain!r}.")
    return found
