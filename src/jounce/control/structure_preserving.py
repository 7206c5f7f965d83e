"""Elastic structure preserving control: links that follow a plan damped, with their springs and inertia left as they are."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.control.feedback_linearization import check_joints, check_wrenches
from jounce.control.gains import joint_matrix
from jounce.control.protocol import Measured, Reference
from jounce.control.tuning import motor_gains, near
from jounce.errors import InputError
from jounce.functions.arguments import NOTHING, check_robot, in_order
from jounce.functions.backends.native import Kernel
from jounce.functions.call import call
from jounce.functions.equation import Form
from jounce.functions.motors import with_motors
from jounce.functions.rigid import mass_matrix
from jounce.functions.structure_preserving import LAW
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import locate, plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Path

LINK_SHARE = 0.5
"""Of 2 damping bandwidth M, what damping at the links gets where gains are tuned."""


@by_value
class StructurePreserving:
    """Damping D at the links, a spring Kn and a damper Dn at the motors, about a plan: [Keppler2018].

        M e'' + C e' + D e' = f(eta - e) + external,    B eta'' + f(eta - e) = -Kn eta - Dn eta',    e = q - q_d

    What is cancelled is weight and what the plan needs; inertia, springs (of any law) and motors stay as they are. It damps
    where motors alone cannot: the links. Passive at the links as far as acceleration and jerk of the links are known: they are
    computed from joint torque, so wrenches that push the robot count, and the law has to be told of them (`wrench`). It reads
    links and joint torque with its rate, and needs elastic joints without damping whose rotors are not carried along.
    """

    def __init__(
        self,
        robot: Robot,
        link_damping: Any,
        motor_stiffness: Any,
        motor_damping: Any,
        *,
        wrench: Mapping[Any, Any] | None = None,
    ) -> None:
        """D, Dn [Nm s/rad] and Kn [Nm/rad]: one number, (n,) or (n, n) each. wrench: as of `FeedbackLinearization`."""
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
        q: Any,
        *,
        bandwidth: float,
        damping: float = 0.7,
        wrench: Mapping[Any, Any] | None = None,
    ) -> "StructurePreserving":
        """With gains that give every direction of a robot near q (n,) poles of this bandwidth [rad/s] and damping.

        Half of what a rigid robot would need is damping at the links, D = damping bandwidth M(q); the motors' gains follow.
        """
        here = near(robot.with_gravity((0.0, 0.0, 0.0)), q)
        link = LINK_SHARE * 2.0 * damping * bandwidth * mass_matrix(robot, q)[0]
        n = robot.n
        A = here.model.A.copy()
        A[2 * n : 3 * n, 2 * n : 3 * n] -= np.linalg.solve(mass_matrix(robot, q)[0], link)
        kp, kd = motor_gains(here._replace(model=replace(here.model, A=A)), bandwidth, damping)
        viscous = np.diag([m.viscous for m in plant_of(robot).motors])  # which the law compensates
        return cls(robot, link, kp, kd + viscous, wrench=wrench)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Motor torque (n,)."""
        tau_m: Array = call(LAW, self.robot, *self._now(reference, state))[0]
        return tau_m

    def motors(self, reference: Reference, state: Measured) -> tuple[Array, Array]:
        """eta and its rate (n,) each."""
        _, eta, etad = call(LAW, self.robot, *self._now(reference, state))
        return eta, etad

    def _now(self, reference: Reference, state: Measured) -> tuple[Any, ...]:
        if len(reference.q) < 5:
            raise InputError(f"reference: expected q to its 4th derivative, (5, n), got {np.shape(reference.q)}.")
        gains = (*self.link_damping, *self.motor_stiffness, *self.motor_damping)
        rows = (state.q, state.qd, state.tau_j, state.tau_jd, *reference.q[:5], *gains)
        known: Any = {
            link: tuple(push(reference.t, 2)) if isinstance(push, Path) else push(reference, state)
            for link, push in self.wrench.items()
        }
        return rows, known or NOTHING

    def compile(self) -> Kernel:
        """The law as a kernel, for `write_c(folder)`; it takes `wrench={link: (W, Wdot, Wddot)}` where it knows of wrenches."""
        links = in_order(self.robot, self.wrench)
        return Kernel(Form(LAW, 0, tuple(locate(self.robot, x) for x in links)), self.robot, None, links)
