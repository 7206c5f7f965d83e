"""Dynamic feedback linearisation of robots that no static feedback turns into chains of integrators.

If links carry the rotors of other joints, or some joints are rigid and some elastic, a motor torque acts instantly on links that
other motors reach only through their springs. A compensator therefore adds integrators to the fast inputs. Joint i has the orders
o_i (joint torque), s_i (motor position) and r_i (link position) of `functions/essential_orders.py`, and the compensator has the
states

    theta_i^(2), ..., theta_i^(s_i - 1),    q_i^(o_i + 2), ..., q_i^(r_i - 1)

These are the derivatives of the motor position through which its rotor acts on other joints, and the derivatives of the link
position that the motor does not determine; at a rigid joint s_i = o_i = 0. Together with the state of the robot, the compensator
states determine q_i, ..., q_i^(r_i - 1) of all links: for m = 0, 1, ... the m-th time derivative of the links' equations is
solved for q^(m+2) of the joints with o_i > m,

    (M q^(m+2))_i = tau_i^(m) - (n(q, qd) + rotors(q, qd, thetad, thetadd))_i^(m)

The matrix is a principal submatrix of M, which is never singular. Then the feedback law chooses q_i^(r_i), and the inverse
dynamics give the motor torques and theta_i^(s_i). The law is after [DeLuca1998], where the states of the compensator are inputs
and combinations of inputs. For two links of which the first carries the motor of the second, both choices have four states.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.codegen.program import Slot
from jounce.control.law_arguments import KnownWrench, check_joints, check_wrenches, with_stiffness, wrenches_at
from jounce.control.protocol import Measured, Reference
from jounce.control.tuning.gains import chain_gains, chain_poles
from jounce.dynamics import elastic_joints, gyrostat
from jounce.dynamics.elastic_joints import Row, acting_beside
from jounce.dynamics.factorization import solve_symmetric
from jounce.dynamics.jet_rows import truncated
from jounce.dynamics.mass_matrix import mass_matrix
from jounce.dynamics.newton_euler import Loads
from jounce.errors import InputError
from jounce.export.compiled_kernel import Kernel
from jounce.functions.essential_orders import essential_orders
from jounce.kernel.arguments import NOTHING, check_robot, in_order
from jounce.kernel.dispatch import call
from jounce.kernel.equation import Auxiliary, DerivativeOrders, Equation, Form, Inputs, Output
from jounce.numbers import Jet, Number, derivatives
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Orders, Plant, locate, plant_of, solvable, with_motors
from jounce.plant.spring_filter import MeasuredSpring
from jounce.robot import Robot
from jounce.trajectory.path import Path

Columns = list[list[Number]]
"""Position and time derivatives [x, xd, xdd, ...], one list per joint."""


class Chains:
    """Chains of integrators of a robot with its compensator: time derivatives of link and motor positions, joint by joint.

    orders: (o, s, r) of the module docstring. The argument `loads` of the methods has the known wrenches as jets of order r - 2.
    """

    def __init__(self, plant: Plant, orders: Orders, links: Columns, motors: Columns) -> None:
        """Set the known rows links [q, qd, ...] and motors [theta, thetad, ...]; rows of motors at rigid joints are not used."""
        self.plant, self.orders, self.links, self.motors = plant, orders, links, motors
        self.highest = max(orders.links)

    def springs(self) -> dict[int, MeasuredSpring]:
        """Return {joint index: spring} of elastic joints, each with the known time derivatives of its deflection."""
        return {
            i: MeasuredSpring(m.spring, m.damping, [t - x for t, x in zip(self.motors[i], self.links[i])])
            for i, m in enumerate(self.plant.motors)
            if m.elastic and m.spring is not None
        }

    def reconstruct(self, beyond: Columns, loads: Loads) -> None:
        """Set q_i, ..., q_i^(r_i - 1) of all links; beyond: link derivatives in the compensator state, one list per joint."""
        plant, (o, _, r) = self.plant, self.orders
        M = mass_matrix(plant.tree, [rows[0] for rows in self.links])
        for m in range(self.highest - 2):
            free = [i for i, order in enumerate(o) if order > m]
            for i, rows in enumerate(self.links):
                in_state = o[i] <= m < r[i] - 2
                rows.append(beyond[i][m - o[i]] if in_state else 0.0)
            if not free:
                continue
            bias = self._torques(m, loads)
            springs = self.springs()
            right = [springs[i].carried(m) - bias[i] for i in free]
            solution, _ = solve_symmetric([[M[i][k] for k in free] for i in free], right)
            for i, x in zip(free, solution):
                self.links[i][m + 2] = x

    def _torques(self, order: int, loads: Loads) -> Row:
        """Return the `order`-th time derivative of the drive torques (n) that the known motion of links and motors requires."""
        plant = self.plant
        q, qd, qdd = (self._series(self.links, begin, order) for begin in range(3))
        moved = [motor if m.elastic else link for m, motor, link in zip(plant.motors, self.motors, self.links)]
        speed, speeding = (self._series(moved, begin, order) for begin in (1, 2))
        tau, _ = gyrostat.torques(plant, q, qd, qdd, speed, speeding, truncated(loads, order))
        tau = [t - acting_beside(plant, i, q[i], qd[i]) for i, t in enumerate(tau)]
        return [[*derivatives(t), *[0.0] * order][order] for t in tau]

    @staticmethod
    def _series(columns: Columns, begin: int, order: int) -> Row:
        """Return, for each column, x^(begin) with `order` time derivatives as a jet (scalar for order 0), zero if unknown."""
        rows = [[*column, *[0.0] * (begin + order + 1 - len(column))][begin : begin + order + 1] for column in columns]
        return [Jet.from_derivatives(column) if order else column[0] for column in rows]

    def choose(self, desired: Sequence[Sequence[Number]], gains: Sequence[Sequence[Number]]) -> None:
        """Set q_i^(r_i) = q_d^(r_i) + K_(r_i - 1) e_i^(r_i - 1) + ... + K_0 e_i, e = q_d - q; higher derivatives become zero."""
        for i, (rows, r) in enumerate(zip(self.links, self.orders.links)):
            told = desired[r][i]
            for m in range(r):
                told = told + gains[m][i] * (desired[m][i] - rows[m])
            rows[r:] = [told, *[0.0] * (self.highest - r)]

    def invert(self, loads: Loads) -> Row:
        """Return the motor torque tau_m (n) by inverse dynamics, and set the motor derivatives up to theta_i^(s_i)."""
        springs = self.springs()
        motors = [m._replace(spring=springs[i]) if i in springs else m for i, m in enumerate(self.plant.motors)]
        plant = self.plant._replace(motors=tuple(motors), orders=self.orders.torques)
        equation = gyrostat.inverse_dynamics if plant.rotors else elastic_joints.inverse_dynamics
        order = self.highest - 2
        q, qd, qdd = (self._series(self.links, begin, order) for begin in range(3))
        tau_m = equation(plant, q, qd, qdd, truncated(loads, order))[0]
        for i, spring in springs.items():
            self.motors[i] = [x + d for x, d in zip(self.links[i], spring.rows)]
        return tau_m

    def beyond(self, ahead: int = 0) -> Row:
        """Return the compensator states, or their time derivatives of order `ahead`, joint by joint."""
        states: Row = []
        for link, motor, o, s, r in zip(self.links, self.motors, *self.orders):
            states += [*motor[2 + ahead : s + ahead], *link[o + 2 + ahead : r + ahead]]
        return states


def dynamic_feedback_linearization(
    plant: Plant,
    orders: Orders,
    measured: Sequence[Sequence[Number]],
    state: Sequence[Number],
    desired: Sequence[Sequence[Number]],
    gains: Sequence[Sequence[Number]],
    loads: Loads = (),
) -> tuple[Row, Row, list[Row]]:
    """Return (tau_m, rate, motion): motor torque, rate of the compensator state, and actual link motion [q, qd, ...].

    orders: (o, s, r); measured: (q, qd, theta, thetad); state: compensator state; desired: (q_d, ..., q_d^(r)); gains: (K_0, ...,
    K_(r-1)), one row of n scalars each, with r the longest chain. loads: known wrenches, jets of order r - 2.
    """
    links, motors, beyond, at = [], [], [], 0
    for i, (o, s, r) in enumerate(zip(*orders)):
        q, qd, theta, thetad = (row[i] for row in measured)
        turned = max(s - 2, 0)
        links.append([q, qd])
        motors.append([theta, thetad, *state[at : at + turned]])
        beyond.append(list(state[at + turned : at + turned + r - o - 2]))
        at += turned + r - o - 2
    chains = Chains(plant, orders, links, motors)
    chains.reconstruct(beyond, loads)
    motion = [[link[k] for link in links] for k in range(chains.highest)]
    chains.choose(desired, gains)
    tau_m = chains.invert(loads)
    return tau_m, chains.beyond(1), motion


def planned_state(
    plant: Plant, orders: Orders, motors: Sequence[Sequence[Number]], desired: Sequence[Sequence[Number]], loads: Loads = ()
) -> Row:
    """Return the compensator state on a plan; motors: planned (theta, thetad); desired: (q_d, ..., q_d^(r)).

    Each entry of motors and desired is a row of n scalars.
    """
    chains = Chains(plant, orders, [list(stack) for stack in zip(*desired)], [list(stack) for stack in zip(*motors)])
    chains.invert(loads)
    return chains.beyond()


def _law(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    orders = plant.essential
    assert orders is not None  # prepared
    state = x.auxiliary["compensator"][0] if orders.states else []
    tau_m, rate, motion = dynamic_feedback_linearization(
        plant, orders, x.motion, state, x.auxiliary["desired"], x.auxiliary["gains"], x.loads
    )
    return (tau_m, rate, motion) if orders.states else (tau_m, motion)


def _planned(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    assert plant.essential is not None  # prepared
    return (planned_state(plant, plant.essential, x.motion, x.auxiliary["desired"], x.loads),)


def _prepare(robot: Robot, plant: Plant) -> Plant:
    return solvable(robot, with_motors(robot, plant))._replace(essential=essential_orders(robot))


def _outputs(robot: Robot) -> tuple[Output, ...]:
    orders = essential_orders(robot)
    rate = (Output("compensator_rate", (orders.states,), 0),) if orders.states else ()
    return Output("tau_m", (robot.n,), 0), *rate, Output("motion_now", (robot.n,), orders.highest)


def _desired(robot: Robot) -> Slot:
    return Slot("desired", essential_orders(robot).highest + 1, robot.n)


def _slots(robot: Robot) -> tuple[Slot, ...]:
    """Return the arguments of the kernel besides the measured state: compensator state, desired motion, gains."""
    orders = essential_orders(robot)
    state = (Slot("compensator", 1, orders.states),) if orders.states else ()
    return *state, _desired(robot), Slot("gains", orders.highest, robot.n)


LAW = Equation(
    "dynamic_feedback_linearization",
    ("q", "qd", "theta", "thetad"),
    _law,
    _outputs,
    takes="wrench",
    orders=DerivativeOrders(wrench=lambda robot: essential_orders(robot).highest - 2),
    prepare=_prepare,
    auxiliary=Auxiliary(_slots),
)
PLANNED = Equation(
    "dynamic_feedback_linearization_start",
    ("theta_d", "thetad_d"),
    _planned,
    lambda robot: (Output("compensator", (essential_orders(robot).states,), 0),),
    takes="wrench",
    orders=LAW.orders,
    prepare=_prepare,
    auxiliary=Auxiliary(lambda robot: (_desired(robot),)),
)


@by_value
class Linearized(NamedTuple):
    """Outputs of the law of dynamic feedback linearisation at one instant."""

    tau_m: Array
    """Motor torque, link side (n,) [Nm or N]."""
    rate: Array
    """Time derivative of the compensator state (size,)."""
    q: Array
    """Actual link motion q, qd, qdd, ... (r, n): q and qd measured, the rest computed; zero beyond the length of a chain."""


@by_value
class DynamicFeedbackLinearization:
    """Control law: exact linearisation of a robot by dynamic feedback, along a plan, after [DeLuca1998].

    The error e of each link obeys e^(r) + K_(r-1) e^(r-1) + ... + K_0 e = 0. The length r of the link's chain of integrators is
    the highest derivative of the link position on which motor torques depend: 4 if all joints are elastic, 6 for two links of
    which the first carries the motor of the second, at most `robot.motion_order`. A compensator with `size` states precedes the
    motors; its states are, joint by joint, motor derivatives from the second on, then link derivatives that the motors do not
    determine. The states start on the plan and are integrated at every call, exactly for a held input. They start anew if time
    does not advance, as at the start of a simulation. Equality of two controllers ignores the states.

    The deflection of damped joints is not controlled, as with `FeedbackLinearization`. The law reads q, qd, theta and thetad.

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> law = jn.control.DynamicFeedbackLinearization(robot, bandwidth=30.0)  # run = jn.simulate(robot, plan, controller=law)
    >>> law.chains  # integrators of each joint
    (4, 4)
    """

    def __init__(
        self,
        robot: Robot,
        *,
        poles: ArrayLike | None = None,
        gains: ArrayLike | None = None,
        bandwidth: float | None = None,
        damping: float = 1.0,
        wrench: Mapping[str, KnownWrench] | None = None,
        stiffness: Path | None = None,
    ) -> None:
        """Check the robot and compute gains from poles, gains or a bandwidth: one of the three.

        Parameters
        ----------
        robot : Robot
            The model that the law computes with.
        poles : (r,) or (n, r), optional
            Poles of each link's error [rad/s], as many as the longest chain, for all joints or per joint. A joint with a shorter
            chain uses the first poles.
        gains : (r,) or (r, n), optional
            Gains K_0, ..., K_(r-1), for all joints or per joint.
        bandwidth : float, optional
            Natural frequency of a pair of poles [rad/s]; the other poles are real and twice as fast.
        damping : float
            Damping ratio of the pair of poles, if `bandwidth` is given.
        wrench : mapping, optional
            Known external wrenches {link or frame: path of 6 coordinates, or function of (reference, state) that returns
            (W, Wdot, ...) to derivative r - 2}, moment and force [Nm, N] in the frame.
        stiffness : Path, optional
            Path K(t) of n coordinates that replaces the stiffness of the springs [Nm/rad or N/m].
        """
        check_robot(robot)
        plant = with_motors(robot, plant_of(robot))
        check_joints(robot, plant.motors, rigid=True)
        if plant.transmission.N:
            raise InputError(
                "dynamic feedback linearisation needs motors that turn each with its own joint; those of robot "
                f"{robot.name!r} turn with several (see Robot.with_transmission). FeedbackLinearization knows them, where all "
                "joints are elastic."
            )
        orders = essential_orders(robot)
        self.chains = orders.links
        """Length r_i of each joint's chain of integrators."""
        self.size = orders.states
        """Number of compensator states."""
        poles = chain_poles(orders.highest, poles, gains, bandwidth, damping)
        self.gains = chain_gains(robot, orders.highest, poles, gains, orders.links)
        self.wrench = check_wrenches(robot, wrench)
        self.stiffness = stiffness
        self.robot = with_stiffness(robot, stiffness)
        self._parts = [
            length for s, o, r in zip(orders.motors, orders.torques, orders.links) for length in (max(s - 2, 0), r - o - 2)
        ]
        self._t, self._own, self._rate = math.inf, np.zeros(self.size), np.zeros(self.size)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Return the motor torque of this tick, link side (n,) [Nm or N].

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.
        """
        if reference.t <= self._t:
            self._own = self.start(reference, state)
        else:
            self._own = self._stepped(reference.t - self._t)
        self._t = reference.t
        linearized = self.law(reference, state, self._own)
        self._rate = linearized.rate
        return linearized.tau_m

    def start(self, reference: Reference, state: Measured) -> Array:
        """Return the compensator state of the planned motion (size,); only wrench functions read the measured state.

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.

        Returns
        -------
        array (size,)
        """
        if not self.size:
            return np.zeros(0)
        start: Array = self._call(PLANNED, (*reference.theta[:2], *self._desired_motion(reference)), reference, state)
        return start

    def law(self, reference: Reference, state: Measured, compensator: ArrayLike) -> "Linearized":
        """Return the motor torque and the rate of the compensator state, without changing the state of this object.

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.
        compensator : (size,)
            Compensator state, which the caller stores and integrates.

        Returns
        -------
        Linearized
        """
        measured = (state.q, state.qd, state.theta, state.thetad)
        rows = (*measured, *[compensator] * (self.size > 0), *self._desired_motion(reference), *self.gains)
        tau_m, *rate, q = self._call(LAW, rows, reference, state)
        return Linearized(tau_m, rate[0] if rate else np.zeros(0), q)

    def _desired_motion(self, reference: Reference) -> Any:
        """Return the planned link motion (r + 1, n), r: longest chain; raise InputError if the reference has fewer rows."""
        count = max(self.chains) + 1
        if len(reference.q) < count:
            raise InputError(
                f"reference: expected q to derivative {count - 1}, ({count}, n), got {np.shape(reference.q)}. A path that is "
                f"smooth enough: jn.trajectory.rest_to_rest(start, goal, duration, degree={2 * count - 3})."
            )
        return reference.q[:count]

    def _call(self, equation: Equation, rows: tuple[Any, ...], reference: Reference, state: Measured) -> Any:
        order = max(self.chains) - 2
        loads: Any = wrenches_at(self.wrench, order, reference, state)
        live = None
        if self.stiffness is not None:
            live = {"stiffness": Jet.from_derivatives(list(self.stiffness(reference.t, order)))}
        return call(equation, self.robot, rows, loads or NOTHING, None, live)

    def _stepped(self, h: float) -> Array:
        """Return the compensator state a time h [s] later, integrated exactly for a held input."""
        after, at = self._own.copy(), 0
        for count in self._parts:
            series = [*self._own[at : at + count], *self._rate[at + count - 1 : at + count]]
            for k in range(count):
                after[at + k] = sum(x * h**j / math.factorial(j) for j, x in enumerate(series[k:]))
            at += count
        return after

    def compile(self) -> Kernel:
        """Return the law as a kernel, for `write_c(folder)`; the C header names the arguments.

        The kernel takes the compensator state and returns the rate of this state. If the law has known wrenches, the kernel takes
        `wrench={link: (W, Wdot, ...)}`; if the law has a stiffness path, it takes parameters={"stiffness": jet}.

        Returns
        -------
        Kernel
        """
        links = in_order(self.robot, self.wrench)
        live = () if self.stiffness is None else (("stiffness", max(self.chains) - 1),)
        form = Form(LAW, 0, tuple(locate(self.robot, x) for x in links), parameters=live)
        return Kernel(form, self.robot, None, links)
