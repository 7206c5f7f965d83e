"""Feedback linearisation: each link becomes a chain of four integrators, or of three, whatever the others do."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jounce.control.gains import chain_gains, chain_poles
from jounce.control.protocol import Measured, Reference
from jounce.errors import InputError
from jounce.functions.arguments import NOTHING, check_robot, in_order
from jounce.functions.backends.native import Kernel
from jounce.functions.call import call
from jounce.functions.equation import Form
from jounce.functions.feedback_linearization import FROM_MOTOR, FROM_TORQUE, SLOPES_FROM_MOTOR, SLOPES_FROM_TORQUE
from jounce.functions.inverse_dynamics import with_linear_springs
from jounce.functions.motors import with_motors
from jounce.numbers import Jet
from jounce.numbers.elementary import is_constant
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.motor import Motor
from jounce.plant.plant import locate, plant_of
from jounce.robot import Joint, Robot
from jounce.robot.validation import short
from jounce.trajectory.path import Path

SENSORS = {"torque": FROM_TORQUE, "motor": FROM_MOTOR}
SLOPES = {"torque": SLOPES_FROM_TORQUE, "motor": SLOPES_FROM_MOTOR}


@by_value
class FeedbackLinearization:
    """Exact linearisation by static feedback, with a desired motion to follow: [Buondonno2015], section IV.

    The error of each link obeys e^(4) + K3 e^(3) + K2 edd + K1 ed + K0 e = 0. Acceleration and jerk are not measured but
    computed, from link motion and joint torque, or from link and motor motion. The whole law is one compiled function.

    With joint torque sensors a wrong stiffness only scales v; with motor sensors a model that is stiffer by a share s takes s w^2
    from K2, where w = sqrt(K/M + K/B) is the joint's own oscillation. Holding the torque for a time T adds w^2 T / 2 to K3, so
    K3 must be well above that; four equal poles p are unstable from about w^2 T / 2 = 19 p on.

    The link of a damped joint is a chain of three: e^(3) + K2 edd + K1 ed + K0 e = 0. What is left, how the joint bends, settles
    with its own time constant D/K: [DeLuca2005]. Damped and undamped joints may be mixed.
    """

    def __init__(
        self,
        robot: Robot,
        *,
        poles: Any = None,
        gains: Any = None,
        bandwidth: float | None = None,
        damping: float = 1.0,
        sensors: str = "torque",
        wrench: Mapping[Any, Any] | None = None,
        stiffness: Path | None = None,
    ) -> None:
        """poles: four per joint [rad/s], for all joints or (n, 4); or gains (K0, K1, K2, K3), for all joints or (4, n).

        Or a bandwidth [rad/s] and damping: of a pair of poles, the others real and twice as fast. Of a damped joint the first
        three are read; three will do where all are damped. sensors: what is measured besides the links, 'torque' (tau_j and its
        rate) or 'motor' (theta and its rate), which damped joints need. wrench: {link or frame: path of 6 coordinates, or
        function of (reference, state) that gives (W, Wdot, Wddot)}, wrenches that the law knows of. stiffness: a path K(t) of n
        coordinates in the place of the springs' own.
        """
        check_robot(robot)
        if not isinstance(sensors, str) or sensors not in SENSORS:
            raise InputError(f"sensors: expected one of {', '.join(SENSORS)}, got {sensors!r}.")
        motors = with_motors(robot, plant_of(robot)).motors
        check_joints(robot, motors)
        damped = [i for i, motor in enumerate(motors) if motor.damping]
        if damped:
            _check_damped(robot, damped, sensors)
        if any(robot.rotors):
            raise InputError(
                "feedback linearisation by static feedback is for drives with coupling='spong': where rotors are carried along, "
                "the acceleration of one motor acts on the links of others at once, and no feedback of the state alone makes "
                "chains of integrators of them. Take DynamicFeedbackLinearization."
            )
        self.sensors = sensors
        poles = chain_poles(4, poles, gains, bandwidth, damping)
        self.gains = chain_gains(robot, 4, poles, gains, [3 if i in damped else 4 for i in range(robot.n)])
        self.wrench = check_wrenches(robot, wrench)
        self.stiffness = stiffness
        self.robot = with_stiffness(robot, stiffness)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Motor torque (n,)."""
        tau_m: Array = call(SENSORS[self.sensors], self.robot, *self._now(reference, state))[0]
        return tau_m

    def derivatives(self, reference: Reference, state: Measured) -> Array:
        """d tau_m by what is measured (4, n, n): q, qd, then tau_j and tau_jd, or theta and thetad; row i is tau_m_i."""
        found: Array = call(SLOPES[self.sensors], self.robot, *self._now(reference, state))
        return found[:4]

    def _now(self, reference: Reference, state: Measured) -> tuple[Any, ...]:
        """What the equation takes: rows, wrenches, no link, parameters."""
        measured = (state.tau_j, state.tau_jd) if self.sensors == "torque" else (state.theta, state.thetad)
        rows = (state.q, state.qd, *measured, *_five(reference.q), *self.gains)
        known: Any = {link: _now(push, reference, state) for link, push in self.wrench.items()} or NOTHING
        if self.stiffness is None:
            return rows, known, None, None
        return rows, known, None, {"stiffness": Jet.from_derivatives(list(self.stiffness(reference.t, 2)))}

    def compile(self) -> Kernel:
        """The law as a kernel, for a controller: `write_c(folder)`; its rows are named in the header.

        It takes `wrench={link: (W, Wdot, Wddot)}` where the law knows of wrenches, and parameters={"stiffness": jet} where it
        knows of a stiffness that changes.
        """
        links = in_order(self.robot, self.wrench)
        live = () if self.stiffness is None else (("stiffness", 3),)
        form = Form(SENSORS[self.sensors], 0, tuple(locate(self.robot, x) for x in links), parameters=live)
        return Kernel(form, self.robot, None, links)


def check_joints(robot: Robot, motors: Sequence[Motor], rigid: bool = False) -> None:
    """Refuse a robot of whose joints one is no chain of integrators, with what there is for it; rigid: whether such ones are."""
    if robot.m != robot.n:
        double = robot.motor_joints[robot.n].name
        raise InputError(
            f"joint {double!r} has two drives: what the second one carries is free, so the torque of both does not follow "
            "from a law for the link alone."
        )
    for joint, motor in zip(robot.axes, motors):
        _check(joint, motor, rigid)


def _check(joint: Joint, motor: Motor, rigid: bool) -> None:
    what = f"feedback linearisation needs joints that are elastic and driven by a rotor with inertia; joint {joint.name!r}"
    if joint.freedoms > 1:
        raise InputError(
            f"{what} has {joint.freedoms} freedoms and no motor: with fewer motors than freedoms no feedback gives every freedom "
            "an error of its own. Follow a plan of `feedforward` with FeedforwardPD."
        )
    if joint.spring is not None:
        raise InputError(f"{what} has a spring and no motor. Follow a plan of `feedforward` with FeedforwardPD.")
    if not motor.elastic and not rigid:
        raise InputError(
            f"{what} is rigid. For a rigid robot there is RigidComputedTorque, for rigid joints among elastic ones "
            "DynamicFeedbackLinearization."
        )
    if motor.elastic and is_constant(motor.inertia, 0.0):
        raise InputError(f"{what} has a rotor without inertia. State rotor_inertia, or take FeedforwardPD along a plan.")


def _check_damped(robot: Robot, damped: list[int], sensors: str) -> None:
    name = robot.motor_joints[damped[0]].name
    if sensors != "motor":
        raise InputError(
            f"sensors: expected 'motor', got {sensors!r}: joint {name!r} is damped, and how it bends does not follow from the "
            "torque that it carries."
        )
    if plant_of(robot).transmission.N and len(damped) < robot.n:
        raise InputError(
            f"joint {name!r} is damped and others are not: where motors turn with several joints, feedback linearisation needs "
            "either all of them damped or none."
        )


def with_stiffness(robot: Robot, stiffness: Any) -> Robot:
    """The robot with linear springs where a path K(t) takes the place of their laws; itself where there is none."""
    if stiffness is None:
        return robot
    if not isinstance(stiffness, Path) or stiffness.n != robot.n:
        raise InputError(f"stiffness: expected a path of {robot.n} coordinates K(t), got {short(stiffness)}.")
    return with_linear_springs(robot, stiffness(0.0)[0])


def check_wrenches(robot: Robot, wrench: Any) -> Mapping[Any, Any]:
    """Wrenches that a law is told of, as a dict."""
    if wrench is None:
        return {}
    if not isinstance(wrench, Mapping):
        raise InputError(f"wrench: expected {{link: path or function}}, got {short(wrench)}.")
    for link, push in wrench.items():
        locate(robot, link)
        if not (push.n == 6 if isinstance(push, Path) else callable(push)):
            raise InputError(
                f"wrench[{link!r}]: expected a path of 6 coordinates, moment and force, or a function of (reference, state) that "
                f"gives (W, Wdot, Wddot), got {short(push)}."
            )
    return dict(wrench)


def _now(push: Any, reference: Reference, state: Measured) -> Any:
    """(W, Wdot, Wddot)."""
    return tuple(push(reference.t, 2)) if isinstance(push, Path) else push(reference, state)


def _five(q: Array) -> Array:
    if len(q) < 5:
        raise InputError(f"reference: expected q to its 4th derivative, (5, n), got {np.shape(q)}.")
    return q[:5]
