"""Impedance control of robots with elastic joints: a spring and a damper, in joints or at the tool, that whoever pushes feels."""

from typing import Any

import numpy as np

from jounce.control.gains import joint_matrix, motor_matrix, pair, per_motor
from jounce.control.protocol import Measured, Reference
from jounce.control.tuning import ROUNDING, Near, modal_damping, motor_gains, near
from jounce.errors import InputError
from jounce.functions.arguments import Link, check_robot
from jounce.functions.backends.native import Kernel
from jounce.functions.call import call
from jounce.functions.equation import Form
from jounce.functions.impedance import FRAME, JOINTS
from jounce.functions.kinematics import jacobian
from jounce.functions.rigid import mass_matrix
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import locate, plant_of
from jounce.robot import Robot
from jounce.robot.validation import LARGEST


class _Impedance:
    """What both have: damping at the motors, and motors that feel lighter by torque feedback."""

    robot: Robot
    stiffness: Array
    damping: Array
    motor_inertia: Array

    def _begin(self, robot: Robot, damping: Any, motor_inertia: Any) -> None:
        self.robot = check_robot(robot)
        self.damping = motor_matrix(robot, damping, "damping")
        self.motor_inertia, self.shares = _shaped(robot, motor_inertia)

    def _sensed(self, state: Measured) -> Array:
        """Joint torque, which is not read where it is not fed back."""
        return np.zeros(self.robot.n) if (self.shares == 1.0).all() else state.tau_j

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.robot.name!r})"


@by_value
class JointImpedance(_Impedance):
    """External joint torque bends the robot by tau_ext = stiffness (q - q_d), as links move it; damping acts at the motors.

        K (theta - qbar) = g(qbar) - stiffness (qbar - q_d),    u = g(qbar) - stiffness (qbar - q_d) - damping thetad
        tau_m = B/Bt u + (1 - B/Bt) tau_j

    Passive at the links, whatever they touch; stiffness at rest is exact, with gravity compensated. The stiffness has to be below
    that of the drives' springs. It reads motors, and joint torque where `motor_inertia` Bt is another than the motors' own B.
    [Ott2008], [AlbuSchaffer2007]
    """

    def __init__(self, robot: Robot, stiffness: Any, damping: Any, motor_inertia: Any = None) -> None:
        """stiffness (n,) or (n, n) [Nm/rad], damping (m,) or (m, m) [Nm s/rad]; motor_inertia: Bt (m,) [kg m^2], link side."""
        self._begin(robot, damping, motor_inertia)
        self.stiffness = joint_matrix(robot, stiffness, "stiffness")

    @classmethod
    def tuned(
        cls,
        robot: Robot,
        q: Any,
        *,
        bandwidth: float | None = None,
        stiffness: Any = None,
        damping: float = 0.7,
        motor_inertia: Any = None,
    ) -> "JointImpedance":
        """With gains for a robot near q (n,): either of a bandwidth [rad/s], or of a stiffness; damping: that of every mode.

        A bandwidth and its damping are those of a pair of poles in every direction, exactly; stiffness is a matrix then. With a
        stiffness every mode has its own frequency, and this damping, below 1.
        """
        here = _near(robot, q, motor_inertia)
        if (bandwidth is None) == (stiffness is None):
            raise InputError("expected either bandwidth or stiffness.")
        if bandwidth is not None:
            kp, kd = motor_gains(here, bandwidth, damping)
            return cls(robot, here.link_stiffness(kp), kd, motor_inertia)
        links = joint_matrix(robot, stiffness, "stiffness")
        return cls(robot, links, _damping(robot, here, q, links, damping, motor_inertia), motor_inertia)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Motor torque (m,)."""
        tau_m: Array = call(JOINTS, self.robot, self._rows(reference, state))[0]
        return tau_m

    def rest(self, reference: Reference, state: Measured) -> Array:
        """qbar (n,): where the links would rest with the motors where they are."""
        found: Array = call(JOINTS, self.robot, self._rows(reference, state))[1]
        return found

    def _rows(self, reference: Reference, state: Measured) -> tuple[Any, ...]:
        measured = (reference.q[0], self._sensed(state), state.theta, state.thetad)
        return (*measured, *self.stiffness, *self.damping, self.shares)

    def compile(self) -> Kernel:
        """The law as a kernel, for `write_c(folder)`: q_d, tau_j, theta, thetad; stiffness, damping, shares B/Bt."""
        return Kernel(Form(JOINTS), self.robot, None, ())


@by_value
class CartesianImpedance(_Impedance):
    """A wrench at the tool displaces it as a spring between tool and goal does; damping acts at the motors.

    The goal is where the tool is at the plan's q. stiffness is stated in the axes of the goal, rotation first; forces and moments
    of the spring come from a potential, so the robot is passive at its links, whatever they touch: the law of `JointImpedance`
    with J^T times the spring's wrench in the place of stiffness (q - q_d). `joint_stiffness` beside it keeps the posture of
    redundant arms, and adds to what the tool feels. [Ott2008], [Fasse1997]
    """

    def __init__(
        self,
        robot: Robot,
        stiffness: Any,
        damping: Any,
        *,
        joint_stiffness: Any = 0.0,
        link: Link = None,
        motor_inertia: Any = None,
    ) -> None:
        """stiffness (6,), or (6, 6) of two blocks [Nm/rad, N/m]; damping (m,) or (m, m) [Nm s/rad]; link: unless the tool."""
        self._begin(robot, damping, motor_inertia)
        self.stiffness = _blocks(stiffness)
        self.joint_stiffness = joint_matrix(robot, joint_stiffness, "joint_stiffness")
        self.link = robot.tool if link is None else link
        locate(robot, self.link)

    @classmethod
    def tuned(
        cls,
        robot: Robot,
        q: Any,
        *,
        bandwidth: float | None = None,
        stiffness: Any = None,
        damping: float = 0.7,
        joint_stiffness: Any = 0.0,
        link: Link = None,
        motor_inertia: Any = None,
    ) -> "CartesianImpedance":
        """With gains for a robot near q (n,): of a stiffness, or of a bandwidth [rad/s]; damping: that of every mode, below 1.

        A bandwidth takes rotation and translation, each by itself, for what the inertia at the tool is: bandwidth^2 times the
        blocks of (J M^-1 J^T)^-1, motors included. Modes in which both take part are near it, not at it.
        """
        if (bandwidth is None) == (stiffness is None):
            raise InputError("expected either bandwidth or stiffness.")
        here = _near(robot, q, motor_inertia)
        J = jacobian(robot, q, link=robot.tool if link is None else link)[0]
        if bandwidth is not None:
            pair(bandwidth, damping)
            felt = np.linalg.inv(J @ np.linalg.solve(_inertia(robot, here, q, motor_inertia), J.T))
            stiffness = np.zeros((6, 6))
            for block in (slice(0, 3), slice(3, 6)):
                stiffness[block, block] = bandwidth**2 * felt[block, block]
        wanted = _blocks(stiffness)
        posture = joint_matrix(robot, joint_stiffness, "joint_stiffness")
        links = J.T @ wanted @ J + posture
        kd = _damping(robot, here, q, links, damping, motor_inertia)
        return cls(robot, wanted, kd, joint_stiffness=posture, link=link, motor_inertia=motor_inertia)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Motor torque (m,)."""
        tau_m: Array = call(FRAME, self.robot, self._rows(reference, state), link=self.link)[0]
        return tau_m

    def rest(self, reference: Reference, state: Measured) -> Array:
        """qbar (n,): where the links would rest with the motors where they are."""
        found: Array = call(FRAME, self.robot, self._rows(reference, state), link=self.link)[1]
        return found

    def _rows(self, reference: Reference, state: Measured) -> tuple[Any, ...]:
        measured = (reference.q[0], self._sensed(state), state.theta, state.thetad)
        gains = (*self.joint_stiffness, *self.damping, self.shares)
        return (*measured, *gains, *self.stiffness[:3, :3], *self.stiffness[3:, 3:])

    def compile(self) -> Kernel:
        """The law as a kernel, for `write_c(folder)`: q_d, tau_j, theta, thetad; then gains, as the header names them."""
        return Kernel(Form(FRAME, place=locate(self.robot, self.link)), self.robot, None, ())


def _blocks(stiffness: Any) -> Array:
    """(6, 6) of two blocks, rotation and translation."""
    expected = "stiffness: expected 6 numbers, rotation first, or (6, 6) of two symmetric blocks that are not negative"
    try:
        given = np.asarray(stiffness, dtype=np.float64)
        found = given if given.shape == (6, 6) else np.diag(np.broadcast_to(given, (6,)))
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{expected}, got {stiffness!r}.") from None
    size = np.abs(found).max()
    fine = np.isfinite(found).all() and not found[:3, 3:].any() and not found[3:, :3].any()
    if not fine or np.abs(found - found.T).max() > 1e-9 * size or np.linalg.eigvalsh(found)[0] < -1e-9 * size:
        raise InputError(f"{expected}, got {stiffness!r}.")
    return np.ascontiguousarray(0.5 * (found + found.T))


def _shaped(robot: Robot, motor_inertia: Any) -> tuple[Array, Array]:
    """Bt (m,), and B/Bt."""
    plant = plant_of(robot)
    own = np.array([m.inertia for m in plant.motors], dtype=np.float64)
    if motor_inertia is None:
        return own, np.ones(robot.m)
    wanted = per_motor(robot, motor_inertia, "motor_inertia")
    for name, m, B, Bt in zip(robot.motor_names, plant.motors, own, wanted):
        if Bt != B and not (m.elastic and B > 0.0 and LARGEST * Bt > B):
            raise InputError(
                f"motor_inertia: joint {name!r} of robot {robot.name!r} needs a spring, and a rotor with inertia, for its motor "
                f"to feel like one of another inertia above zero; state its own, {B:g}."
            )
    if any(plant.rotors) and (own != wanted).any():
        raise InputError(
            f"motor_inertia: rotors of robot {robot.name!r} are carried along by links, which torque feedback cannot shape."
        )
    return wanted, np.where(own == wanted, 1.0, own / np.where(wanted > 0.0, wanted, 1.0))


def _near(robot: Robot, q: Any, motor_inertia: Any) -> Near:
    """The robot near q, with motors of the inertia that torque feedback gives them."""
    robot = check_robot(robot)
    _, shares = _shaped(robot, motor_inertia)
    if (shares == 1.0).all():
        return near(robot, q)
    felt = {name: robot.parameter_values(name) / shares for name in ("rotor_inertia", "viscous_friction")}
    return near(robot.with_parameters(felt), q)


def _inertia(robot: Robot, here: Near, q: Any, motor_inertia: Any) -> Array:
    """M + N^T Bt N (n, n)."""
    found: Array = mass_matrix(robot, q)[0] + here.N.T @ np.diag(_shaped(robot, motor_inertia)[0]) @ here.N
    return found


def _damping(robot: Robot, here: Near, q: Any, links: Array, damping: float, motor_inertia: Any) -> Array:
    """(m, m), for the links to feel a stiffness (n, n)."""
    pair(1.0, damping)
    if damping >= 1.0:
        raise InputError(f"damping: expected a number below 1 where the stiffness is given, got {damping!r}.")
    kp = here.motor_stiffness(links)
    soft = here.compliance > 0.0
    left = here.weight - links  # K + G - stiffness has to be positive
    left = left + here.N.T @ np.diag(np.where(soft, 1.0 / np.where(soft, here.compliance, 1.0), 0.0)) @ here.N
    free = [i for i in range(len(left)) if soft[i]]
    if free and np.linalg.eigvalsh(left[np.ix_(free, free)])[0] <= 0.0:
        raise InputError(
            f"stiffness: more than the springs of robot {robot.name!r} have; whatever its motors do, its links are softer. Ask "
            "for less."
        )
    friction = robot.parameter_values("viscous_friction") / _shaped(robot, motor_inertia)[1]
    if friction.any():  # it acts as damping does: what is wanted of both, less friction
        here = _near(robot.with_parameters({"viscous_friction": np.zeros(robot.m)}), q, motor_inertia)
    total = modal_damping(here, _inertia(robot, here, q, motor_inertia), links, kp, damping)
    kd: Array = total - np.diag(friction)
    if np.linalg.eigvalsh(kd)[0] < -ROUNDING * np.abs(total).max():
        i = int((friction / np.diag(total)).argmax())
        raise InputError(
            f"damping: viscous friction of the model alone, {friction[i]:.4g} Nm s/rad at joint {robot.motor_names[i]!r} where "
            f"{total[i, i]:.4g} are wanted of friction and controller together, damps a mode by more than {damping:g}. Ask for "
            "more "
            "stiffness or damping, or state the damping of each motor."
        )
    return kd
