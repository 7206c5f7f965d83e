"""Passive impedance control of robots with elastic joints: prescribed stiffness at the links, damping at the motors.

V(q) is the potential energy of the prescribed stiffness, with the torque l = dV/dq. For motors at constant theta, the links would
rest at qbar. The law is

    K (theta - qbar) = g(qbar) - l(qbar)              equilibrium qbar of the links for constant theta
    u = g(qbar) - l(qbar) - D thetad                  a function of motor positions and velocities alone
    tau_m = B/Bt u + (1 - B/Bt) tau_j                 with feedback of tau_j the motor inertia appears as Bt

At rest q = qbar and l(q) is the external torque, so the stiffness at rest is exactly that of V for every spring law, provided
that the springs are stiffer than V. The torque g(qbar) - l(qbar) is the derivative of a potential by theta, so the robot is
passive at the links in contact with any passive environment. [Ott2008], [AlbuSchaffer2007]

Joint impedance has V = (q - q_d)^T Kq (q - q_d) / 2. Cartesian impedance, at a frame with pose (R, p) and goal (R_d, p_d), has

    V = d^T Kt d / 2 + tr(P (1 - E)),    E = R_d^T R,    d = R_d^T (p - p_d),    P = tr(Ko) / 2 - Ko

with the force E^T Kt d and the moment (A32 - A23, A13 - A31, A21 - A12), A = P E, in the axes of the frame. Kt and Ko are the
stiffness matrices in the axes of the goal; V is smooth for every rotation. [Fasse1997]
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.codegen.program import Slot
from jounce.control.protocol import Measured, Reference
from jounce.control.tuning.gains import joint_matrix, motor_matrix, pair, per_motor
from jounce.control.tuning.pole_placement import ROUNDING, Near, modal_damping, motor_gains, near
from jounce.dynamics.elastic_joints import Row, link_torques
from jounce.dynamics.factorization import Rows, lu, lu_solve, times
from jounce.dynamics.kinematics import body_jacobian, frame_pose
from jounce.dynamics.newton_euler import Loads, Wrench
from jounce.dynamics.statics import balance, moving, slope, unbent, with_rigid
from jounce.errors import InputError
from jounce.export.compiled_kernel import Kernel
from jounce.functions.kinematics import jacobian
from jounce.functions.rigid import mass_matrix
from jounce.functions.statics import prepare
from jounce.kernel.arguments import Link, check_robot
from jounce.kernel.dispatch import call
from jounce.kernel.equation import Auxiliary, Equation, Form, Inputs, Output
from jounce.numbers import Number
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Place, Plant, locate, plant_of, refuse_motorless, with_motors
from jounce.robot import Robot
from jounce.robot.validation import LARGEST, short
from jounce.spatial.geometry import Matrix as Matrix3
from jounce.spatial.geometry import Vector, add, apply, cross, matmul, minus, skew, sub, transpose

ROUNDS = 2
"""Number of factorisations of the Jacobian in the Newton iteration for qbar."""
CORRECTIONS = 3
"""Number of Newton corrections of qbar with each factorisation of the Jacobian."""
BLOCKS = {"rotation": slice(0, 3), "translation": slice(3, 6)}
"""{name of a stiffness: its rows in a 6-vector}."""
Matrix = Sequence[Sequence[Number]]


class FrameStiffness(NamedTuple):
    """Stiffness of the potential V of Cartesian impedance, at a frame of the robot."""

    place: Place
    """Frame at which the stiffness acts."""
    rotation: Matrix3
    """Rotational stiffness Ko (3, 3) [Nm/rad], in the axes of the goal."""
    translation: Matrix3
    """Translational stiffness Kt (3, 3) [N/m], in the axes of the goal."""


class Pull(NamedTuple):
    """Torque l = dV/dq of the potential V at a pose, as joint torques plus a wrench at a frame."""

    joints: Row
    """Joint torques Kq (q - q_d) (n)."""
    loads: Loads
    """Derivative of V by the pose of the frame, as a wrench; it points away from the goal. Empty for joint impedance."""
    stiffness: Rows
    """Derivative of l by q for constant J, Kq + J^T (stiffness at the frame) J (n, n); `statics.slope` has the part of dJ/dq."""


def impedance(
    plant: Plant,
    q_d: Sequence[Number],
    tau_j: Sequence[Number],
    theta: Sequence[Number],
    thetad: Sequence[Number],
    joints: Matrix,
    damping: Matrix,
    shares: Sequence[Number],
    frame: FrameStiffness | None = None,
) -> tuple[Row, Row]:
    """Return the motor torque tau_m (m) of impedance control, and the equilibrium qbar (n) of the links for constant theta.

    joints: Kq (n, n); damping: D (m, m); shares: B/Bt (m); frame: stiffness at a frame in addition to Kq, None for no frame.
    """
    n = plant.tree.freedoms
    still: Row = [0.0] * n
    free = moving(plant)
    q = with_rigid(plant, unbent(plant, theta), theta)
    for _ in range(ROUNDS):
        pulled = pull(plant, q, q_d, joints, frame)
        A = slope(plant, q, theta, pulled.loads, free)
        left = [[A[i][j] - pulled.stiffness[free[i]][free[j]] for j in range(len(free))] for i in range(len(free))]
        factors = lu(left)
        for k in range(CORRECTIONS):
            pulled = pulled if k == 0 else pull(plant, q, q_d, joints, frame)
            springs, weight = balance(plant, q, theta, pulled.loads)
            change = lu_solve(factors, [springs[i] - weight[i] + pulled.joints[i] for i in free])
            for i, x in zip(free, change):
                q[i] = q[i] + x
    pulled = pull(plant, q, q_d, joints, frame)
    _, weight = balance(plant, q, theta, pulled.loads)
    beside = link_torques(plant, q, still, [0.0] * len(plant.motors))
    drives = plant.transmission
    u = drives.torques_at_motors([w - b - pull_torque for w, b, pull_torque in zip(weight, beside, pulled.joints)])
    u = [a - d for a, d in zip(u, times(damping, thetad))]
    sensed = drives.torques_at_motors(tau_j)
    return [s * (a - t) + t for s, a, t in zip(shares, u, sensed)], q


def pull(
    plant: Plant,
    q: Sequence[Number],
    q_d: Sequence[Number],
    joints: Matrix,
    frame: FrameStiffness | None,
) -> Pull:
    """Return joint torques, wrench and stiffness matrix of the potential V at q; q_d: goal; joints: Kq (n, n).

    frame: stiffness at a frame in addition to Kq; None for no frame.
    """
    away = [x - desired for x, desired in zip(q, q_d)]
    torques = times(joints, away)
    stiffness: Rows = [list(row) for row in joints]
    if frame is None:
        return Pull(torques, (), stiffness)
    place, Ko, Kt = frame
    pose, goal = (frame_pose(plant.tree, at, *place) for at in (q, q_d))
    back = transpose(goal.rotation)
    E = matmul(back, pose.rotation)
    Et = transpose(E)
    d = apply(back, sub(pose.origin, goal.origin))
    force = apply(Et, apply(Kt, d))
    half = 0.5 * (Ko[0][0] + Ko[1][1] + Ko[2][2])
    P = minus(((half, 0.0, 0.0), (0.0, half, 0.0), (0.0, 0.0, half)), Ko)
    A = matmul(P, E)
    moment = (A[2][1] - A[1][2], A[0][2] - A[2][0], A[1][0] - A[0][1])
    trace = A[0][0] + A[1][1] + A[2][2]
    turned = [[(trace if i == j else 0.0) - A[j][i] for j in range(3)] for i in range(3)]
    moved = matmul(Et, matmul(Kt, E))
    own_stiffness: Rows = [[*row, 0.0, 0.0, 0.0] for row in turned]
    own_stiffness += [[*by_turn, *by_slide] for by_turn, by_slide in zip(skew(force), moved)]
    J = body_jacobian(plant.tree, q, *place)
    for k in range(len(q)):
        change = times(own_stiffness, [row[k] for row in J])
        for i in range(len(q)):
            stiffness[i][k] = stiffness[i][k] + sum((J[r][i] * change[r] for r in range(1, 6)), J[0][i] * change[0])
    return Pull(torques, ((place.body, _at_body(moment, force, place)),), stiffness)


def _at_body(moment: Vector, force: Vector, place: Place) -> Wrench:
    """Return the wrench (moment, force) that acts at a frame, in the axes and about the origin of the frame's body."""
    R, origin = place.frame
    pushed = apply(R, force)
    return add(apply(R, moment), cross(origin, pushed)), pushed


def _joints(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    return impedance(plant, *_read(x))


def _frame(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    assert x.place is not None
    Ko, Kt = (tuple(map(tuple, x.auxiliary[name])) for name in ("rotation", "translation"))
    frame = FrameStiffness(x.place, Ko, Kt)  # type: ignore[arg-type]
    return impedance(plant, *_read(x), frame)


def _read(x: Inputs) -> tuple[Any, Any, Any, Any, Any, Any, Any]:
    """Return (q_d, tau_j, theta, thetad, stiffness, damping, B/Bt) from the inputs of the kernel."""
    q_d, tau_j, theta, thetad = x.motion
    return q_d, tau_j, theta, thetad, x.auxiliary["stiffness"], x.auxiliary["damping"], x.auxiliary["shares"][0]


def _gain_slots(robot: Robot) -> tuple[Slot, ...]:
    """Return the gain arguments of the kernel: stiffness (n, n), damping (m, m) and B/Bt (m)."""
    n, m = robot.n, robot.m
    return Slot("stiffness", n, n), Slot("damping", m, m), Slot("shares", 1, m)


def _prepare(robot: Robot, plant: Plant) -> Plant:
    refuse_motorless(robot)
    return prepare(robot, with_motors(robot, plant))


def _outputs(robot: Robot) -> tuple[Output, ...]:
    return Output("tau_m", (robot.m,), 0), Output("rest", (robot.n,), 0)


ARGUMENTS = ("q_d", "tau_j", "theta", "thetad")
JOINTS = Equation(
    "joint_impedance", ARGUMENTS, _joints, _outputs, prepare=_prepare, motor_arguments=2, auxiliary=Auxiliary(_gain_slots)
)
FRAME = Equation(
    "cartesian_impedance",
    ARGUMENTS,
    _frame,
    _outputs,
    takes="link",
    prepare=_prepare,
    motor_arguments=2,
    auxiliary=Auxiliary(lambda robot: (*_gain_slots(robot), Slot("rotation", 3, 3), Slot("translation", 3, 3))),
)


class _Impedance:
    """Base class of joint and Cartesian impedance: motor damping, and motor inertia shaped by torque feedback."""

    robot: Robot
    stiffness: Array
    damping: Array
    motor_inertia: Array

    def _begin(self, robot: Robot, damping: Any, motor_inertia: Any) -> None:
        """Set robot, damping, motor inertia Bt and ratios B/Bt; raise InputError for unsuitable robots or values."""
        self.robot = check_robot(robot)
        if robot.m != robot.n:  # a constant preload beside u, which depends on both motors, has no potential: not passive
            raise InputError(
                f"joint {robot.motor_joints[robot.n].name!r} of robot {robot.name!r} has two drives: impedance control is "
                "passive with one motor a joint. Take GravityPD."
            )
        self.damping = motor_matrix(robot, damping, "damping")
        self.motor_inertia, self.shares = _shaped(robot, motor_inertia)

    def _joint_torque(self, state: Measured) -> Array:
        """Return the measured joint torque (n,); zeros, without reading `state.tau_j`, if B/Bt = 1 for all motors."""
        return np.zeros(self.robot.n) if (self.shares == 1.0).all() else state.tau_j

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.robot.name!r})"


@by_value
class JointImpedance(_Impedance):
    """Control law: joint impedance, with stiffness tau_ext = stiffness (q - q_d) of the links and damping at the motors.

        K (theta - qbar) = g(qbar) - stiffness (qbar - q_d),    u = g(qbar) - stiffness (qbar - q_d) - damping thetad
        tau_m = B/Bt u + (1 - B/Bt) tau_j

    qbar is the equilibrium of the links for motors at constant theta. The robot is passive at the links in contact with any
    passive environment; the stiffness at rest is exact, with gravity compensated, and must be below that of the drives' springs.
    The law reads theta and thetad, and tau_j if `motor_inertia` Bt differs from the motor inertia B. [Ott2008],
    [AlbuSchaffer2007]

    Examples
    --------
    >>> law = jn.control.JointImpedance.tuned(jn.load("planar_2r"), [0.5, -0.3], stiffness=20.0)
    >>> law.stiffness
    array([[20.,  0.],
           [ 0., 20.]])
    """

    def __init__(self, robot: Robot, stiffness: ArrayLike, damping: ArrayLike, motor_inertia: ArrayLike | None = None) -> None:
        """Check the robot and the gains.

        Parameters
        ----------
        robot : Robot
            The model that the law computes with.
        stiffness : float, (n,) or (n, n)
            Stiffness at the joints [Nm/rad or N/m], symmetric and positive semidefinite.
        damping : float, (m,) or (m, m)
            Damping at the motors [Nm s/rad or N s/m], symmetric and positive semidefinite.
        motor_inertia : float or (m,), optional
            Bt, the motor inertia that torque feedback makes effective, link side [kg m^2 or kg] (default: B, no torque feedback).
        """
        self._begin(robot, damping, motor_inertia)
        self.stiffness = joint_matrix(robot, stiffness, "stiffness")

    @classmethod
    def tuned(
        cls,
        robot: Robot,
        q: ArrayLike,
        *,
        bandwidth: float | None = None,
        stiffness: ArrayLike | None = None,
        damping: float = 0.7,
        motor_inertia: ArrayLike | None = None,
    ) -> "JointImpedance":
        """Return the law with gains tuned for the robot at rest in q, for a given bandwidth or a given stiffness.

        Parameters
        ----------
        robot : Robot
            The model at which gains are computed.
        q : (n,)
            Pose at which gains are computed [rad or m].
        bandwidth : float, optional
            Natural frequency of n exactly placed pairs of poles [rad/s]; the resulting stiffness is a matrix.
        stiffness : float, (n,) or (n, n), optional
            Stiffness at the joints [Nm/rad or N/m], from which the frequency of each mode follows.
        damping : float
            Damping ratio of the poles for a given bandwidth, or of every mode for a given stiffness (then below 1).
        motor_inertia : float or (m,), optional
            Effective motor inertia Bt, as in the constructor.

        Returns
        -------
        JointImpedance

        Raises
        ------
        InputError
            If the robot does not suit the law, or no gains give these poles or damping ratios.
        """
        linear = _near(robot, q, motor_inertia)
        if (bandwidth is None) == (stiffness is None):
            raise InputError("expected either bandwidth or stiffness.")
        if bandwidth is not None:
            kp, kd = motor_gains(linear, bandwidth, damping)
            return cls(robot, linear.link_stiffness(kp), kd, motor_inertia)
        links = joint_matrix(robot, stiffness, "stiffness")
        return cls(robot, links, _damping(robot, linear, q, links, damping, motor_inertia), motor_inertia)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Return the motor torque of this tick, link side (m,) [Nm or N].

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.
        """
        tau_m: Array = call(JOINTS, self.robot, self._rows(reference, state))[0]
        return tau_m

    def rest(self, reference: Reference, state: Measured) -> Array:
        """Return qbar (n,) [rad or m], the equilibrium of the links with the motors at state.theta.

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.

        Returns
        -------
        array (n,)
            Link positions [rad or m].
        """
        qbar: Array = call(JOINTS, self.robot, self._rows(reference, state))[1]
        return qbar

    def _rows(self, reference: Reference, state: Measured) -> tuple[Any, ...]:
        measured = (reference.q[0], self._joint_torque(state), state.theta, state.thetad)
        return (*measured, *self.stiffness, *self.damping, self.shares)

    def compile(self) -> Kernel:
        """Return the law as a kernel for `write_c(folder)`; arguments: q_d, tau_j, theta, thetad, stiffness, damping, B/Bt.

        Returns
        -------
        Kernel
        """
        return Kernel(Form(JOINTS), self.robot, None, ())


@by_value
class CartesianImpedance(_Impedance):
    """Control law: Cartesian impedance, with the stiffness of a spring between tool and goal, and damping at the motors.

    The goal is the pose of the tool at the q of the reference. The law is that of `JointImpedance`, with J^T times the wrench of
    the spring in place of stiffness (q - q_d). The wrench is the derivative of a potential, so the robot is passive at the links
    in contact with any passive environment. `joint_stiffness` holds the posture of redundant arms and increases the stiffness at
    the tool. [Ott2008], [Fasse1997]

    Examples
    --------
    >>> stiffness = {"translation": 100.0, "rotation": 5.0}
    >>> law = jn.control.CartesianImpedance.tuned(jn.load("kuka_lwr"), [0.5] * 7, stiffness=stiffness, joint_stiffness=2.0)
    >>> law.damping.shape  # at the motors
    (7, 7)
    """

    def __init__(
        self,
        robot: Robot,
        stiffness: Mapping[str, ArrayLike],
        damping: ArrayLike,
        *,
        joint_stiffness: ArrayLike = 0.0,
        link: Link = None,
        motor_inertia: ArrayLike | None = None,
    ) -> None:
        """Check the robot and the gains.

        Parameters
        ----------
        robot : Robot
            The model that the law computes with.
        stiffness : mapping
            Stiffness at the frame in the axes of the goal, {"translation": [N/m], "rotation": [Nm/rad]}, along and about x, y, z.
            Each value is a float, (3,) or a symmetric (3, 3); a missing entry means zero stiffness.
        damping : float, (m,) or (m, m)
            Damping at the motors [Nm s/rad or N s/m], symmetric and positive semidefinite.
        joint_stiffness : float, (n,) or (n, n)
            Stiffness at the joints in addition to the stiffness at the frame [Nm/rad or N/m].
        link : optional
            Link or frame at which the stiffness acts (default: the tool).
        motor_inertia : float or (m,), optional
            Bt, the motor inertia that torque feedback makes effective, link side [kg m^2 or kg] (default: B, no torque feedback).
        """
        self._begin(robot, damping, motor_inertia)
        self.stiffness = _blocks(stiffness)
        self.joint_stiffness = joint_matrix(robot, joint_stiffness, "joint_stiffness")
        self.link = robot.tool if link is None else link
        locate(robot, self.link)

    @classmethod
    def tuned(
        cls,
        robot: Robot,
        q: ArrayLike,
        *,
        bandwidth: float | None = None,
        stiffness: Mapping[str, ArrayLike] | None = None,
        damping: float = 0.7,
        joint_stiffness: ArrayLike = 0.0,
        link: Link = None,
        motor_inertia: ArrayLike | None = None,
    ) -> "CartesianImpedance":
        """Return the law with gains tuned for the robot at rest in q, for a given stiffness or a given bandwidth.

        For a given bandwidth, the stiffness is bandwidth^2 times the rotational and the translational diagonal block of
        (J M^-1 J^T)^-1, with the motors included in M. The frequency of a mode that combines rotation and translation is near
        the bandwidth, but not exactly the bandwidth.

        Parameters
        ----------
        robot : Robot
            The model at which gains are computed.
        q : (n,)
            Pose at which gains are computed [rad or m].
        bandwidth : float, optional
            Natural frequency of rotation and of translation at the frame [rad/s].
        stiffness : mapping, optional
            Stiffness at the frame, as in the constructor.
        damping : float
            Damping ratio of every mode, below 1.
        joint_stiffness, link, motor_inertia
            As in the constructor.

        Returns
        -------
        CartesianImpedance

        Raises
        ------
        InputError
            If the robot does not suit the law, or no gains give every mode this damping ratio.
        """
        if (bandwidth is None) == (stiffness is None):
            raise InputError("expected either bandwidth or stiffness.")
        linear = _near(robot, q, motor_inertia)
        J = jacobian(robot, q, link=robot.tool if link is None else link)
        if bandwidth is not None:
            pair(bandwidth, damping)
            inertia = np.linalg.inv(J @ np.linalg.solve(_inertia(robot, linear, q, motor_inertia), J.T))
            stiffness = {name: bandwidth**2 * inertia[block, block] for name, block in BLOCKS.items()}
        blocks = _blocks(stiffness)
        posture = joint_matrix(robot, joint_stiffness, "joint_stiffness")
        links = J.T @ blocks @ J + posture
        kd = _damping(robot, linear, q, links, damping, motor_inertia)
        stiffness = {name: blocks[block, block] for name, block in BLOCKS.items()}
        return cls(robot, stiffness, kd, joint_stiffness=posture, link=link, motor_inertia=motor_inertia)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Return the motor torque of this tick, link side (m,) [Nm or N].

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.
        """
        tau_m: Array = call(FRAME, self.robot, self._rows(reference, state), link=self.link)[0]
        return tau_m

    def rest(self, reference: Reference, state: Measured) -> Array:
        """Return qbar (n,) [rad or m], the equilibrium of the links with the motors at state.theta.

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.

        Returns
        -------
        array (n,)
            Link positions [rad or m].
        """
        qbar: Array = call(FRAME, self.robot, self._rows(reference, state), link=self.link)[1]
        return qbar

    def _rows(self, reference: Reference, state: Measured) -> tuple[Any, ...]:
        measured = (reference.q[0], self._joint_torque(state), state.theta, state.thetad)
        gains = (*self.joint_stiffness, *self.damping, self.shares)
        return (*measured, *gains, *self.stiffness[:3, :3], *self.stiffness[3:, 3:])

    def compile(self) -> Kernel:
        """Return the law as a kernel for `write_c(folder)`; arguments: q_d, tau_j, theta, thetad, gains as in the C header.

        Returns
        -------
        Kernel
        """
        return Kernel(Form(FRAME, place=locate(self.robot, self.link)), self.robot, None, ())


def _blocks(stiffness: Any) -> Array:
    """Return the block-diagonal stiffness (6, 6) from {"rotation": block, "translation": block}, a missing block as zero.

    Each block is a float, (3,) or (3, 3); raises InputError for any other argument.
    """
    if not isinstance(stiffness, Mapping) or not stiffness or not BLOCKS.keys() >= stiffness.keys():
        raise InputError(f'stiffness: expected {{"translation": [N/m], "rotation": [Nm/rad]}}, got {short(stiffness)}.')
    matrix = np.zeros((6, 6))
    for name, values in stiffness.items():
        matrix[BLOCKS[name], BLOCKS[name]] = _block(values, name)
    return matrix


def _block(stiffness: Any, name: str) -> Array:
    """Return a block (3, 3) of the stiffness from a float, (3,) or (3, 3); else raise InputError. name: for the message."""
    expected = f"stiffness: expected of {name!r} a number, 3 or a symmetric (3, 3), not negative"
    try:
        values = np.asarray(stiffness, dtype=np.float64)
        matrix = values if values.shape == (3, 3) else np.diag(np.broadcast_to(values, (3,)))
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{expected}, got {stiffness!r}.") from None
    size = np.abs(matrix).max()
    if (
        not np.isfinite(matrix).all()
        or np.abs(matrix - matrix.T).max() > 1e-9 * size
        or np.linalg.eigvalsh(matrix)[0] < -1e-9 * size
    ):
        raise InputError(f"{expected}, got {stiffness!r}.")
    return np.ascontiguousarray(0.5 * (matrix + matrix.T))


def _shaped(robot: Robot, motor_inertia: Any) -> tuple[Array, Array]:
    """Return motor inertia Bt (m,) and ratio B/Bt (m,); raise InputError if torque feedback cannot shape a motor's inertia.

    motor_inertia: Bt, a float or (m,); None for Bt = B.
    """
    plant = plant_of(robot)
    actual = np.array([m.inertia for m in plant.motors], dtype=np.float64)
    if motor_inertia is None:
        return actual, np.ones(robot.m)
    shaped = per_motor(robot, motor_inertia, "motor_inertia")
    for name, m, B, Bt in zip(robot.motor_names, plant.motors, actual, shaped):
        if Bt != B and not (m.elastic and B > 0.0 and LARGEST * Bt > B):
            raise InputError(
                f"motor_inertia: joint {name!r} of robot {robot.name!r} needs a spring, and a rotor with inertia, for its motor "
                f"to behave like one of another inertia above zero; state its own, {B:g}."
            )
    if any(plant.rotors) and (actual != shaped).any():
        raise InputError(
            f"motor_inertia: rotors of robot {robot.name!r} are carried along by links, which torque feedback cannot shape."
        )
    return shaped, np.where(actual == shaped, 1.0, actual / np.where(shaped > 0.0, shaped, 1.0))


def _near(robot: Robot, q: Any, motor_inertia: Any) -> Near:
    """Return the linear model of the robot at rest in q (n,), with the motor inertia Bt shaped by torque feedback."""
    robot = check_robot(robot)
    _, shares = _shaped(robot, motor_inertia)
    if (shares == 1.0).all():
        return near(robot, q)
    shaped = {name: robot.parameter_values(name) / shares for name in ("rotor_inertia", "viscous_friction")}
    return near(robot.with_parameters(shaped), q)


def _inertia(robot: Robot, linear: Near, q: Any, motor_inertia: Any) -> Array:
    """Return the joint-space inertia at q with the shaped motor inertia, M + N^T Bt N (n, n)."""
    inertia: Array = mass_matrix(robot, q) + linear.N.T @ np.diag(_shaped(robot, motor_inertia)[0]) @ linear.N
    return inertia


def _damping(robot: Robot, linear: Near, q: Any, links: Array, damping: float, motor_inertia: Any) -> Array:
    """Return the motor damping gain (m, m) that gives every mode the ratio `damping`; links: stiffness at the links (n, n)."""
    pair(1.0, damping)
    if damping >= 1.0:
        raise InputError(f"damping: expected a number below 1 where the stiffness is given, got {damping!r}.")
    kp = linear.motor_stiffness(links)
    soft = linear.compliance > 0.0
    left = linear.weight - links  # K + G - stiffness has to be positive
    left = left + linear.N.T @ np.diag(np.where(soft, 1.0 / np.where(soft, linear.compliance, 1.0), 0.0)) @ linear.N
    free = [i for i in range(len(left)) if soft[i]]
    if free and np.linalg.eigvalsh(left[np.ix_(free, free)])[0] <= 0.0:
        raise InputError(
            f"stiffness: more than the springs of robot {robot.name!r} have; whatever its motors do, its links are softer. Ask "
            "for less."
        )
    friction = robot.parameter_values("viscous_friction") / _shaped(robot, motor_inertia)[1]
    if friction.any():  # friction damps as well: it is subtracted from the desired damping
        linear = _near(robot.with_parameters({"viscous_friction": np.zeros(robot.m)}), q, motor_inertia)
    total = modal_damping(linear, _inertia(robot, linear, q, motor_inertia), links, kp, damping)
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
