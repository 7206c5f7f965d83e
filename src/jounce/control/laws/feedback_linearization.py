"""Static feedback linearisation of robots with elastic joints: each link becomes a chain of four or three integrators.

The motor torque of an undamped joint acts on the snap of its link, so the relative degree is four. The motor torque of a damped
joint acts on the jerk of its link, through the damper, so the relative degree is three; the zero dynamics are the deflection,
which obeys the stable filter f(delta) + D deltad = tau_j with zeros at -K/D. [DeLuca2005]
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from numpy.typing import ArrayLike

from jounce.control.law_arguments import KnownWrench, check_joints, check_wrenches, to_snap, with_stiffness, wrenches_at
from jounce.control.protocol import Measured, Reference
from jounce.control.tuning.gains import chain_gains, chain_poles
from jounce.dynamics.elastic_joints import Row, joint_torque, motors
from jounce.dynamics.factorization import ltdl, solve, solve_symmetric
from jounce.dynamics.jet_rows import jets, truncated
from jounce.dynamics.mass_matrix import mass_matrix
from jounce.dynamics.newton_euler import Loads
from jounce.errors import InputError
from jounce.export.compiled_kernel import Kernel
from jounce.kernel.arguments import NOTHING, check_robot, in_order
from jounce.kernel.dispatch import call
from jounce.kernel.equation import DerivativeOrders, Equation, Form, Inputs, Output, Partials
from jounce.numbers import Jet, Number
from jounce.numbers.elementary import is_constant
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.motor import Motor
from jounce.plant.plant import Plant, locate, plant_of, with_motors
from jounce.plant.spring_filter import MeasuredSpring, along
from jounce.robot import Robot
from jounce.trajectory.path import Path


def feedback_linearization(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    tau: Sequence[Number],
    taud: Sequence[Number],
    desired: Sequence[Sequence[Number]],
    gains: Sequence[Sequence[Number]],
    loads: Loads = (),
) -> tuple[Row, Row, Row]:
    """Return (tau_m, qdd, jerk) from measured link motion and joint torque, with one factorisation of M.

        qdd  = M^-1 (tau_j  - n(q, qd))                                                     (14)
        jerk = M^-1 (tau_jd - (Mdot qdd + ndot))                                            (15)
        v    = q_d^(4) + K3 (q_d^(3) - jerk) + K2 (qdd_d - qdd) + K1 (qd_d - qd) + K0 (q_d - q)   (13)
        tau_m = B (qdd + taudd(q, qd, qdd, jerk, v) / K) + tau_j + friction                 (45)

    For damped joints, jerk = q_d^(3) + K2 (qdd_d - qdd) + K1 (qd_d - qd) + K0 (q_d - q) is prescribed, and v is the rate of this
    jerk. Equation (15) is then solved for the jerk of the undamped joints only; it also gives tau_jd of the damped joints, which
    determines thetadd of these joints, because their deflection is measured.

    q, qd: measured link motion; tau: measured joint torque; taud: rate of tau, read at undamped joints only; desired: (q_d, ...,
    q_d^(4)) and gains: (K0, ..., K3), one row of n scalars each; loads: known wrenches, jets of order 2. Equation numbers are
    those of [Buondonno2015], section IV.
    """
    tree = plant.tree
    still, parents = [0.0] * tree.freedoms, tree.parents
    damped = [i for i, motor in enumerate(plant.motors) if not is_constant(motor.damping, 0.0)]
    M = mass_matrix(tree, q)
    L = ltdl(tree.over, parents, M)
    bias = joint_torque(plant, q, qd, still, truncated(loads, 0))  # (51)
    qdd = solve(tree.over, parents, L, [t - b for t, b in zip(tau, bias)])  # (49)
    drift = joint_torque(plant, jets(q, qd), jets(qd, qdd), jets(qdd, still), truncated(loads, 1))  # (52)
    missing = [t - b.coeffs[1] for t, b in zip(taud, drift)]
    if damped:
        jerk_d = _commanded(desired[3], gains, desired, (q, qd, qdd))
        jerk = _solve_partly_prescribed(M, missing, {i: jerk_d[i] for i in damped})
    else:
        jerk = solve(tree.over, parents, L, missing)  # (50)
    v = _commanded(desired[4], gains, desired, (q, qd, qdd, jerk))
    if damped:
        rate = _commanded(desired[4], gains, desired[1:], (qd, qdd, jerk))
        v = [rate[i] if i in damped else x for i, x in enumerate(v)]
    moved = joint_torque(plant, jets(q, qd, qdd), jets(qd, qdd, jerk), jets(qdd, jerk, v), truncated(loads, 2))
    rows = [torque.derivatives() for torque in moved]
    changes = [row[1] if i in damped else t for i, (row, t) in enumerate(zip(rows, taud))]
    tau_m, _, _ = motors(plant, (q, qd, qdd), (tau, changes, [row[2] for row in rows]))
    return tau_m, qdd, jerk


def _commanded(
    first: Sequence[Number],
    gains: Sequence[Sequence[Number]],
    desired: Sequence[Sequence[Number]],
    measured: Sequence[Sequence[Number]],
) -> Row:
    """Return first + sum of gains[k] (desired[k] - measured[k]), joint by joint; first: planned link derivative (n)."""
    commanded = list(first)
    for gain, x_d, actual in zip(gains, desired, measured):
        commanded = [x + k * (w - f) for x, k, w, f in zip(commanded, gain, x_d, actual)]
    return commanded


def _solve_partly_prescribed(M: Sequence[Sequence[Number]], right: Sequence[Number], prescribed: dict[int, Number]) -> Row:
    """Solve (M x)_i = right_i for x, where the entries {i: x_i} are prescribed and their equations are dropped."""
    free = [i for i in range(len(M)) if i not in prescribed]
    left = [right[i] - sum(M[i][j] * x for j, x in prescribed.items()) for i in free]
    solution, _ = solve_symmetric([[M[i][j] for j in free] for i in free], left)
    entries = {**prescribed, **dict(zip(free, solution))}
    return [entries[i] for i in range(len(M))]


DESIRED_AND_GAINS = ("q_d", "qd_d", "qdd_d", "q_d^(3)", "q_d^(4)", "K0", "K1", "K2", "K3")


def _from_torque(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    """Return (tau_m, qdd, jerk) of the law for the kernel inputs q, qd, tau_j, tau_jd, desired motion and gains."""
    q, qd, tau, taud = x.motion[:4]
    return feedback_linearization(plant, q, qd, tau, taud, x.motion[4:9], x.motion[9:], x.loads)


def _from_motor(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    """Return (tau_m, qdd, jerk) of the law for inputs q, qd, theta, thetad, desired motion and gains; spring laws give tau_j."""
    q, qd, theta, thetad = x.motion[:4]
    drives = plant.transmission
    motors, torques = list(plant.motors), []
    for i, (m, *state) in enumerate(zip(plant.motors, *map(drives.to_motors, (q, qd)), theta, thetad)):
        delta, deltad = state[2] - state[0], state[3] - state[1]
        torques.append(_spring_torque(m, delta, deltad))
        if m.spring is not None and not is_constant(m.damping, 0.0):
            motors[i] = m._replace(spring=MeasuredSpring(m.spring, m.damping, (delta, deltad)))
    tau, taud = (drives.torques_at_joints(list(row)) for row in zip(*torques))
    return feedback_linearization(plant._replace(motors=tuple(motors)), q, qd, tau, taud, x.motion[4:9], x.motion[9:], x.loads)


def _spring_torque(motor: Motor, delta: Number, deltad: Number) -> tuple[Number, Number]:
    """Return (f(delta) + D deltad, rate of f(delta)) of a drive's spring; the rate is used at undamped joints only."""
    spring = motor.spring
    assert spring is not None  # check_joints refuses rigid joints
    torque, _ = along(spring, (delta, deltad))
    return torque[0] + motor.damping * deltad, torque[1]


FROM_TORQUE = Equation(
    "feedback_linearization_from_torque",
    ("q", "qd", "tau_j", "tau_jd", *DESIRED_AND_GAINS),
    _from_torque,
    lambda robot: tuple(Output(name, (robot.n,), 0) for name in ("tau_m", "qdd", "jerk")),
    takes="wrench",
    orders=DerivativeOrders(wrench=lambda robot: 2),
    prepare=with_motors,
)
FROM_MOTOR = Equation(
    "feedback_linearization",
    ("q", "qd", "theta", "thetad", *DESIRED_AND_GAINS),
    _from_motor,
    FROM_TORQUE.outputs,
    takes="wrench",
    orders=DerivativeOrders(wrench=lambda robot: 2),
    prepare=with_motors,
)
SLOPES_FROM_TORQUE = replace(FROM_TORQUE, name="feedback_linearization_from_torque_derivatives", partials=Partials("tau_m"))
SLOPES_FROM_MOTOR = replace(FROM_MOTOR, name="feedback_linearization_derivatives", partials=Partials("tau_m"))


SENSORS = {"torque": FROM_TORQUE, "motor": FROM_MOTOR}
"""{value of `sensors`: equation of the law}."""
SLOPES = {"torque": SLOPES_FROM_TORQUE, "motor": SLOPES_FROM_MOTOR}
"""{value of `sensors`: equation of the Jacobians of tau_m by the readings}."""


@by_value
class FeedbackLinearization:
    """Control law: exact linearisation of a robot with elastic joints by static feedback, along a plan.

    The law is that of [Buondonno2015], section IV. The error e of each link obeys e^(4) + K3 e^(3) + K2 edd + K1 ed + K0 e = 0.
    Link acceleration and jerk are computed, not measured: from link motion and joint torque, or from link and motor motion.

    With joint torque sensors, a wrong stiffness only scales the commanded snap. With motor sensors, a model that is too stiff by
    a fraction s reduces K2 by s w^2, where w = sqrt(K/M + K/B) is the frequency of the joint's oscillation. Holding the torque
    for a period T adds w^2 T / 2 to K3, so K3 must be well above w^2 T / 2; four equal poles p are unstable if w^2 T / 2 is above
    about 19 p.

    The error of a damped joint obeys e^(3) + K2 edd + K1 ed + K0 e = 0. The deflection of such a joint is not controlled and
    settles with the time constant D/K ([DeLuca2005]). Damped and undamped joints may be mixed.

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> law = jn.control.FeedbackLinearization(robot, bandwidth=30.0)  # run = jn.simulate(robot, plan, controller=law)
    >>> np.round(law.gains[:, 0])  # K0, ..., K3 of the first joint
    array([3.24e+06, 3.24e+05, 1.17e+04, 1.80e+02])
    """

    def __init__(
        self,
        robot: Robot,
        *,
        poles: ArrayLike | None = None,
        gains: ArrayLike | None = None,
        bandwidth: float | None = None,
        damping: float = 1.0,
        sensors: str = "torque",
        wrench: Mapping[str, KnownWrench] | None = None,
        stiffness: Path | None = None,
    ) -> None:
        """Check the robot and compute gains from poles, gains or a bandwidth: one of the three.

        Parameters
        ----------
        robot : Robot
            The model that the law computes with.
        poles : (4,) or (n, 4), optional
            Poles of each link's error [rad/s], for all joints or per joint. A damped joint uses the first three poles; three
            poles suffice if all joints are damped.
        gains : (4,) or (4, n), optional
            Gains K0, K1, K2, K3, for all joints or per joint.
        bandwidth : float, optional
            Natural frequency of a pair of poles [rad/s]; the other poles are real and twice as fast.
        damping : float
            Damping ratio of the pair of poles, if `bandwidth` is given.
        sensors : {'torque', 'motor'}
            Readings besides q and qd: 'torque' for tau_j and tau_jd; 'motor' for theta and thetad, required for damped joints.
        wrench : mapping, optional
            Known external wrenches {link or frame: path of 6 coordinates, or function of (reference, state) that returns
            (W, Wdot, Wddot)}, moment and force [Nm, N] in the frame.
        stiffness : Path, optional
            Path K(t) of n coordinates that replaces the stiffness of the springs [Nm/rad or N/m].
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
        """Return the motor torque of this tick, link side (n,) [Nm or N].

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.
        """
        tau_m: Array = call(SENSORS[self.sensors], self.robot, *self._arguments(reference, state))[0]
        return tau_m

    def derivatives(self, reference: Reference, state: Measured) -> Array:
        """Return the Jacobians of tau_m by the readings q, qd, and tau_j, tau_jd or theta, thetad: (4, n, n).

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.

        Returns
        -------
        array (4, n, n)
            Entry [k, i, j] is the derivative of tau_m_i by entry j of reading k.
        """
        partials: Array = call(SLOPES[self.sensors], self.robot, *self._arguments(reference, state))
        return partials[:4]

    def _arguments(self, reference: Reference, state: Measured) -> tuple[Any, ...]:
        """Return the arguments of the kernel at this tick: (input rows, known wrenches, None for link, live parameters)."""
        measured = (state.tau_j, state.tau_jd) if self.sensors == "torque" else (state.theta, state.thetad)
        rows = (state.q, state.qd, *measured, *to_snap(reference.q), *self.gains)
        acting: Any = wrenches_at(self.wrench, 2, reference, state) or NOTHING
        if self.stiffness is None:
            return rows, acting, None, None
        return rows, acting, None, {"stiffness": Jet.from_derivatives(list(self.stiffness(reference.t, 2)))}

    def compile(self) -> Kernel:
        """Return the law as a kernel, for `write_c(folder)`; the C header names the arguments.

        If the law has known wrenches, the kernel takes `wrench={link: (W, Wdot, Wddot)}`; if the law has a stiffness path, the
        kernel takes parameters={"stiffness": jet}.

        Returns
        -------
        Kernel
        """
        links = in_order(self.robot, self.wrench)
        live = () if self.stiffness is None else (("stiffness", 3),)
        form = Form(SENSORS[self.sensors], 0, tuple(locate(self.robot, x) for x in links), parameters=live)
        return Kernel(form, self.robot, None, links)


def _check_damped(robot: Robot, damped: list[int], sensors: str) -> None:
    """Raise InputError if a robot whose joints `damped` (indices) are damped cannot be linearised with `sensors`."""
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
