"""Elastic structure preserving control: damping of links and motors along a plan, with springs and inertia unchanged.

    M e'' + C e' + D e' = f(x) + external,    e = q - q_d,    x = eta - e
    B eta'' + f(x) = -Kn eta - Dn eta'

D, Dn and Kn are gains: damping of the links, damping and stiffness of the motors; primes are time derivatives.

The torque n = M(q) qdd_d + C(q, qd) qd_d + g(q) - D (qd - qd_d) moves the links along the plan, with damping. eta is the shaped
motor position: the spring law f carries the remaining torque f(x) = tau_j - n at the deflection x = eta - e. So the robot keeps
the inertia of links and motors and the springs, and is damped at links and motors. The motor torque is chosen such that tau_j has
the second derivative f(x)'' + n''. [Keppler2018]

Acceleration and jerk of the links are computed from joint torque and known wrenches, as in feedback linearisation. Passivity at
the links requires C in Christoffel form: C(q, a) b = (c(q, a + b) - c(q, a) - c(q, b)) / 2 with c(q, v) = C(q, v) v.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.codegen.program import Slot
from jounce.control.law_arguments import KnownWrench, check_joints, check_wrenches, to_snap, wrenches_at
from jounce.control.protocol import Measured, Reference
from jounce.control.tuning.gains import joint_matrix
from jounce.control.tuning.pole_placement import motor_gains, near
from jounce.dynamics import mass_matrix as composite
from jounce.dynamics.elastic_joints import Row, joint_torque, motors
from jounce.dynamics.factorization import ltdl, solve, times
from jounce.dynamics.jet_rows import jets, truncated
from jounce.dynamics.newton_euler import Loads, newton_euler
from jounce.errors import InputError
from jounce.export.compiled_kernel import Kernel
from jounce.functions.rigid import mass_matrix
from jounce.kernel.arguments import NOTHING, check_robot, in_order
from jounce.kernel.dispatch import call
from jounce.kernel.equation import Auxiliary, DerivativeOrders, Equation, Form, Inputs, Output
from jounce.numbers import Jet, Number
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, locate, plant_of, with_motors
from jounce.robot import Robot

Matrix = Sequence[Sequence[Number]]


def structure_preserving(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    tau: Sequence[Number],
    taud: Sequence[Number],
    desired: Sequence[Sequence[Number]],
    gains: tuple[Matrix, Matrix, Matrix],
    loads: Loads = (),
) -> tuple[Row, Row, Row]:
    """Return (tau_m, eta, etad), (n) each, from measured link motion and measured joint torque with its rate.

    tau, taud: joint torque and its rate (n); desired: (q_d, ..., q_d^(4)), one row of n scalars each; gains: D, Kn, Dn, (n, n)
    each; loads: known wrenches, jets of order 2.
    """
    tree, (link, spring, damper) = plant.tree, gains
    still, parents = [0.0] * tree.freedoms, tree.parents
    L = ltdl(tree.over, parents, composite.mass_matrix(tree, q))
    bias = joint_torque(plant, q, qd, still, truncated(loads, 0))
    qdd = solve(tree.over, parents, L, [t - b for t, b in zip(tau, bias)])
    drift = joint_torque(plant, jets(q, qd), jets(qd, qdd), jets(qdd, still), truncated(loads, 1))
    jerk = solve(tree.over, parents, L, [t - b.coeffs[1] for t, b in zip(taud, drift)])
    n = [x.derivatives() for x in _spring_load(plant, (q, qd, qdd, jerk), desired, link)]
    away, rates, accelerations = ([x - w for x, w in zip(now, row_d)] for now, row_d in zip((q, qd, qdd), desired))
    springs = [motor.spring for motor in plant.motors]
    eta: Row = []
    etad: Row = []
    for s, t, td, terms, e, ed in zip(springs, tau, taud, n, away, rates):
        assert s is not None  # check_joints refuses rigid joints
        x, xd = s.deflection_rows([t - terms[0], td - terms[1]])[:2]
        eta.append(x + e)
        etad.append(xd + ed)
    pulled = [-a - b for a, b in zip(times(spring, eta), times(damper, etad))]
    taudd: Row = []
    for i, (s, motor) in enumerate(zip(springs, plant.motors)):
        assert s is not None
        carried = tau[i] - n[i][0]
        etadd = (pulled[i] - carried) / motor.inertia
        x = Jet.from_derivatives([eta[i] - away[i], etad[i] - rates[i], etadd - accelerations[i]])
        taudd.append(s.torque(x).derivatives()[2] + n[i][2])
    tau_m, _, _ = motors(plant, (q, qd, qdd), (tau, taud, taudd))
    return tau_m, eta, etad


def _spring_load(
    plant: Plant, motion: Sequence[Sequence[Number]], desired: Sequence[Sequence[Number]], damping: Matrix
) -> list[Number]:
    """Return the torque M qdd_d + C(q, qd) qd_d + g - D (qd - qd_d) (n) as jets of order 2: value and two time derivatives.

    motion: (q, qd, qdd, jerk); desired: (q_d, ..., q_d^(4)); damping: D (n, n).
    """
    tree = plant.tree
    weightless = tree._replace(gravity=(0.0, 0.0, 0.0))
    still: Row = [0.0] * tree.freedoms
    q, qd = jets(*motion[:3]), jets(*motion[1:4])
    qd_d, qdd_d = jets(*desired[1:4]), jets(*desired[2:5])
    planned = newton_euler(tree, q, still, qdd_d)
    both = newton_euler(weightless, q, [a + b for a, b in zip(qd, qd_d)], still)
    one, other = (newton_euler(weightless, q, v, still) for v in (qd, qd_d))
    damped = times(damping, [a - b for a, b in zip(qd, qd_d)])
    return [h + 0.5 * (c - a - b) - d for h, c, a, b, d in zip(planned, both, one, other, damped)]


def _text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    """Return (tau_m, eta, etad) of the law for the inputs of its kernel."""
    q, qd, tau, taud = x.motion[:4]
    gains = x.auxiliary["link_damping"], x.auxiliary["motor_stiffness"], x.auxiliary["motor_damping"]
    return structure_preserving(plant, q, qd, tau, taud, x.motion[4:9], gains, x.loads)


LAW = Equation(
    "structure_preserving",
    ("q", "qd", "tau_j", "tau_jd", "q_d", "qd_d", "qdd_d", "q_d^(3)", "q_d^(4)"),
    _text,
    lambda robot: tuple(Output(name, (robot.n,), 0) for name in ("tau_m", "eta", "etad")),
    takes="wrench",
    orders=DerivativeOrders(wrench=lambda robot: 2),
    prepare=with_motors,
    auxiliary=Auxiliary(
        lambda robot: tuple(Slot(name, robot.n, robot.n) for name in ("link_damping", "motor_stiffness", "motor_damping"))
    ),
)


LINK_SHARE = 0.5
"""Tuned link damping D as a fraction of 2 damping bandwidth M, the damping that a rigid robot needs."""


@by_value
class StructurePreserving:
    """Control law: elastic structure preserving control along a plan, with damping at links and motors ([Keppler2018]).

        M e'' + C e' + D e' = f(eta - e) + external,    B eta'' + f(eta - e) = -Kn eta - Dn eta',    e = q - q_d

    D is a damper at the links, Kn and Dn are a spring and a damper at the motors, eta is the shaped motor position, and f is the
    spring law. The law cancels gravity and the torque of the planned motion, and leaves inertias and springs unchanged. It damps
    the links directly, which damping at the motors cannot. Acceleration and jerk of the links are computed from joint torque, so
    passivity at the links requires that external wrenches are known (`wrench`). The law reads q, qd, tau_j and tau_jd. It needs
    elastic joints, with any spring law, without joint damping, each motor at its own joint, and without rotors carried by
    other links.

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> law = jn.control.StructurePreserving.tuned(robot, [0.5, -0.3], bandwidth=10.0)
    >>> law.link_damping.shape  # run = jn.simulate(robot, plan, controller=law)
    (2, 2)
    """

    def __init__(
        self,
        robot: Robot,
        link_damping: ArrayLike,
        motor_stiffness: ArrayLike,
        motor_damping: ArrayLike,
        *,
        wrench: Mapping[str, KnownWrench] | None = None,
    ) -> None:
        """Check the robot and the gains.

        Parameters
        ----------
        robot : Robot
            The model that the law computes with.
        link_damping : float, (n,) or (n, n)
            Damping D at the links [Nm s/rad or N s/m], symmetric and positive semidefinite.
        motor_stiffness : float, (n,) or (n, n)
            Stiffness Kn at the motors [Nm/rad or N/m], symmetric and positive semidefinite.
        motor_damping : float, (n,) or (n, n)
            Damping Dn at the motors [Nm s/rad or N s/m], symmetric and positive semidefinite.
        wrench : mapping, optional
            Known external wrenches {link or frame: path of 6 coordinates, or function of (reference, state) that returns
            (W, Wdot, Wddot)}, moment and force [Nm, N] in the frame.
        """
        self.robot = check_robot(robot)
        motors = with_motors(robot, plant_of(robot)).motors
        check_joints(robot, motors)
        if any(robot.rotors) or plant_of(robot).transmission.N or any(m.damping for m in motors):
            raise InputError(
                "structure preserving control needs drives with coupling='spong' and without damping, each at its own joint; "
                f"robot {robot.name!r} has others."
            )
        self.link_damping = joint_matrix(robot, link_damping, "link_damping")
        self.motor_stiffness = joint_matrix(robot, motor_stiffness, "motor_stiffness")
        self.motor_damping = joint_matrix(robot, motor_damping, "motor_damping")
        self.wrench = check_wrenches(robot, wrench)

    @classmethod
    def tuned(
        cls,
        robot: Robot,
        q: ArrayLike,
        *,
        bandwidth: float,
        damping: float = 0.7,
        wrench: Mapping[str, KnownWrench] | None = None,
    ) -> "StructurePreserving":
        """Return the law with gains that place n pairs of closed-loop poles of the robot near q.

        The link damping is D = damping bandwidth M(q), half of the damping that a rigid robot would need; the gains at the motors
        follow from the poles.

        Parameters
        ----------
        robot : Robot
            The model that the law computes with.
        q : (n,)
            Pose at which poles are placed [rad or m].
        bandwidth : float
            Natural frequency of each pair of poles [rad/s].
        damping : float
            Damping ratio of each pair of poles.
        wrench : mapping, optional
            Known external wrenches, as in the constructor.

        Returns
        -------
        StructurePreserving

        Raises
        ------
        InputError
            If the robot does not suit the law, or no gains give these poles.
        """
        linear = near(robot.with_gravity((0.0, 0.0, 0.0)), q)
        link = LINK_SHARE * 2.0 * damping * bandwidth * mass_matrix(robot, q)
        n = robot.n
        A = linear.model.A.copy()
        A[2 * n : 3 * n, 2 * n : 3 * n] -= np.linalg.solve(mass_matrix(robot, q), link)
        kp, kd = motor_gains(linear._replace(model=replace(linear.model, A=A)), bandwidth, damping)
        viscous = np.diag([m.viscous for m in plant_of(robot).motors])  # which the law compensates
        return cls(robot, link, kp, kd + viscous, wrench=wrench)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Return the motor torque of this tick, link side (n,) [Nm or N].

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.
        """
        tau_m: Array = call(LAW, self.robot, *self._arguments(reference, state))[0]
        return tau_m

    def motors(self, reference: Reference, state: Measured) -> tuple[Array, Array]:
        """Return the shaped motor positions eta, relative to the plan, and their rates etad.

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.

        Returns
        -------
        (array (n,), array (n,))
            eta [rad or m] and etad [rad/s or m/s].
        """
        _, eta, etad = call(LAW, self.robot, *self._arguments(reference, state))
        return eta, etad

    def _arguments(self, reference: Reference, state: Measured) -> tuple[Any, ...]:
        """Return the arguments of the kernel at this tick: (input rows, known wrenches)."""
        gains = (*self.link_damping, *self.motor_stiffness, *self.motor_damping)
        rows = (state.q, state.qd, state.tau_j, state.tau_jd, *to_snap(reference.q), *gains)
        return rows, wrenches_at(self.wrench, 2, reference, state) or NOTHING

    def compile(self) -> Kernel:
        """Return the law as a kernel, for `write_c(folder)`; the kernel takes known wrenches as {link: (W, Wdot, Wddot)}.

        Returns
        -------
        Kernel
        """
        links = in_order(self.robot, self.wrench)
        return Kernel(Form(LAW, 0, tuple(locate(self.robot, x) for x in links)), self.robot, None, links)
