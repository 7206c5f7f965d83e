"""What pushes a robot, from its momentum: collisions, and torque without a sensor for it."""

from typing import Any

import numpy as np

from jounce.control.external_wrench import external_wrench
from jounce.control.state_observer import positive
from jounce.errors import InputError
from jounce.functions.arguments import Link, check_names, check_robot
from jounce.functions.backends.native import Kernel
from jounce.functions.call import call
from jounce.functions.equation import Equation, Form
from jounce.functions.momentum_observer import MEASURED, SETS, observer, state_size
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import plant_of
from jounce.robot import Robot


@by_value
class MomentumObserver:
    """External joint torque as a filter of first order, rd = gain (external - r), from encoders and torques or currents.

    gain: one number or (n,) [1/s]. measured: ('theta', 'tau_j'), ('q', 'tau_j'), ('q', 'theta') or ('theta', 'tau_m'), as `step`
    takes them; 'qd' and 'thetad' beside their positions where speeds are measured, too, which are differences to the last sample
    otherwise. rate: samples a second. With 'tau_j', or 'q' and 'theta', what motors do and how they rub plays no part. With
    'theta' and 'tau_m' friction has to be the model's, and joints are taken for rigid: what the links swing against the motors,
    M deltadd, is taken for external torque.

        observer = jn.control.MomentumObserver(robot, 50.0, measured=("theta", "tau_j"))
        state = observer.begin(theta, tau_j)
        state, external = observer.step(state, theta, tau_j)
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

    def begin(self, *measured: Any) -> Array:
        """The state of the first sample: nothing pushes, and nothing is known of speeds that are not measured."""
        n = self.robot.n
        size = state_size(self.robot, self.names)
        state = np.zeros(size)
        for _ in range(2):  # positions of this sample, then its momentum
            state, _ = self._call(state, measured)
            state[:n] = 0.0
        return state

    def step(self, state: Array, *measured: Any) -> tuple[Array, Array]:
        """(state, external torque (n,) [Nm or N]) a period later."""
        return self._call(state, measured)

    def wrench(self, q: Any, external: Any, link: Link = None) -> Array:
        """(moment, force) at a link or frame, the tool unless said, in its frame, that an external torque (..., n) comes from.

        Of all that have the nearest joint torque the smallest: fewer than six joints do not feel every wrench.
        `external_wrench` says how many directions they feel.
        """
        return external_wrench(self.robot, q, external, link).wrench

    def compile(self) -> Kernel:
        """A step as a kernel, for `write_c(folder)`: rows of what is measured, then state, gain [1/s] and period [s]."""
        return Kernel(Form(self._equation), self.robot, None, (), {"gain": self.gain})

    def rows(self, measured: tuple[Any, ...]) -> dict[str, Any]:
        """What is measured, by name."""
        if len(measured) != len(self.measured):
            raise InputError(f"expected {', '.join(self.measured)}, got {len(measured)} arrays.")
        return dict(zip(self.measured, measured))

    def _call(self, state: Any, measured: tuple[Any, ...]) -> tuple[Array, Array]:
        rows = self.rows(measured)
        found: tuple[Array, Array] = call(
            self._equation,
            self.robot,
            (*(rows[name] for name in self.names), state, self.gain, np.array([1.0 / self.rate])),
        )
        return found


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
