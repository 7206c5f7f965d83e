"""Dynamic feedback linearisation: chains of integrators of robots whose rotors are carried along, or with some joints rigid."""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from jounce.control.feedback_linearization import check_joints, check_wrenches, with_stiffness
from jounce.control.gains import chain_gains, chain_poles
from jounce.control.protocol import Measured, Reference
from jounce.errors import InputError
from jounce.functions.arguments import NOTHING, check_robot, in_order
from jounce.functions.backends.native import Kernel
from jounce.functions.call import call
from jounce.functions.dynamic_feedback_linearization import LAW, PLANNED
from jounce.functions.equation import Equation, Form
from jounce.functions.essential_orders import essential_orders
from jounce.functions.motors import with_motors
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import locate, plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Path


@by_value
class Linearized(NamedTuple):
    """What the law of dynamic feedback linearisation gives at an instant."""

    tau_m: Array
    """Motor torque, link side (n,) [Nm or N]."""
    rate: Array
    """Rate of the law's own states (size,)."""
    q: Array
    """The links as they are, acceleration and what is beyond found by the law: (r, n), zeros beyond a joint's own chain."""


@by_value
class DynamicFeedbackLinearization:
    """Exact linearisation by dynamic feedback, with a desired motion to follow: after [DeLuca1998].

    The error of each link obeys e^(r) + K_(r-1) e^(r-1) + ... + K_0 e = 0, where r, the length of its chain, is the derivative of
    that link which the motor torques depend on: 4 for elastic joints alone, 6 for two links of which the first carries the motor
    of the second, up to `robot.motion_order`. The law has `size` states of its own, a compensator in front of the motors: of each
    joint derivatives of the motor from the second on, then those of the link that the motors do not say. They begin as planned
    and are stepped at every call, exactly for what is held; they begin anew where time steps back, as at the start of a
    simulation, and are no part of what two controllers are compared by.

    Damped joints leave how they bend to itself, as with `FeedbackLinearization`. It reads links and motors.
    """

    def __init__(
        self,
        robot: Robot,
        *,
        poles: Any = None,
        gains: Any = None,
        bandwidth: float | None = None,
        damping: float = 1.0,
        wrench: Mapping[Any, Any] | None = None,
        stiffness: Path | None = None,
    ) -> None:
        """poles: as many as the longest chain per joint [rad/s], for all joints or (n, r); or gains (K_0, ...), or (r, n).

        Or a bandwidth [rad/s] and damping: of a pair of poles, the others real and twice as fast. Joints with shorter chains read
        the first of them. wrench: {link or frame: path of 6 coordinates, or function of (reference, state) that gives (W, Wdot,
        ...) to derivative r - 2}, wrenches that the law knows of. stiffness: a path K(t) of n coordinates in the place of the
        springs' own.
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
        """The length of each joint's chain."""
        self.size = orders.states
        """How many states the law has itself."""
        poles = chain_poles(orders.highest, poles, gains, bandwidth, damping)
        self.gains = chain_gains(robot, orders.highest, poles, gains, orders.links)
        self.wrench = check_wrenches(robot, wrench)
        self.stiffness = stiffness
        self.robot = with_stiffness(robot, stiffness)
        self._parts = [
            part for s, o, r in zip(orders.motors, orders.torques, orders.links) for part in (max(s - 2, 0), r - o - 2)
        ]
        self._t, self._own, self._rate = math.inf, np.zeros(self.size), np.zeros(self.size)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Motor torque (n,)."""
        if reference.t <= self._t:
            self._own = self.start(reference, state)
        else:
            self._own = self._stepped(reference.t - self._t)
        self._t = reference.t
        found = self.law(reference, state, self._own)
        self._rate = found.rate
        return found.tau_m

    def start(self, reference: Reference, state: Measured) -> Array:
        """The states of the law on the plan (size,). The measured state is read by wrenches that are functions of it."""
        if not self.size:
            return np.zeros(0)
        found: Array = self._call(PLANNED, (*reference.theta[:2], *self._wanted(reference)), reference, state)
        return found

    def law(self, reference: Reference, state: Measured, own: Any) -> "Linearized":
        """Motor torque and the rate of the law's own states (size,), from these: for whoever integrates them himself."""
        measured = (state.q, state.qd, state.theta, state.thetad)
        rows = (*measured, *[own] * (self.size > 0), *self._wanted(reference), *self.gains)
        tau_m, *rate, q = self._call(LAW, rows, reference, state)
        return Linearized(tau_m, rate[0] if rate else np.zeros(0), q)

    def _wanted(self, reference: Reference) -> Any:
        count = max(self.chains) + 1
        if len(reference.q) < count:
            raise InputError(
                f"reference: expected q to derivative {count - 1}, ({count}, n), got {np.shape(reference.q)}. A path that is "
                f"smooth enough: jn.trajectory.rest_to_rest(start, goal, duration, degree={2 * count - 3})."
            )
        return reference.q[:count]

    def _call(self, equation: Equation, rows: tuple[Any, ...], reference: Reference, state: Measured) -> Any:
        order = max(self.chains) - 2
        known: Any = {
            link: tuple(push(reference.t, order)) if isinstance(push, Path) else push(reference, state)
            for link, push in self.wrench.items()
        }
        live = None
        if self.stiffness is not None:
            live = {"stiffness": Jet.from_derivatives(list(self.stiffness(reference.t, order)))}
        return call(equation, self.robot, rows, known or NOTHING, None, live)

    def _stepped(self, h: float) -> Array:
        """The states a time h later: integrators in a row, what drives the first of them held."""
        after, at = self._own.copy(), 0
        for count in self._parts:
            series = [*self._own[at : at + count], *self._rate[at + count - 1 : at + count]]
            for k in range(count):
                after[at + k] = sum(x * h**j / math.factorial(j) for j, x in enumerate(series[k:]))
            at += count
        return after

    def compile(self) -> Kernel:
        """The law as a kernel, for a controller: `write_c(folder)`; its rows are named in the header.

        It takes the law's own states and gives their rates; it takes `wrench={link: (W, Wdot, ...)}` where the law knows of
        wrenches, and parameters={"stiffness": jet} where it knows of a stiffness that changes.
        """
        links = in_order(self.robot, self.wrench)
        live = () if self.stiffness is None else (("stiffness", max(self.chains) - 1),)
        form = Form(LAW, 0, tuple(locate(self.robot, x) for x in links), parameters=live)
        return Kernel(form, self.robot, None, links)
