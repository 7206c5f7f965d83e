"""What happened: states over time, and how well the plan was kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from jounce.dynamics.motor import spring_torque
from jounce.errors import InputError
from jounce.functions.gyrostat import rotor_coupling
from jounce.functions.rigid import energy
from jounce.inverse.flexible.outputs import Outputs
from jounce.inverse.motion import sliding
from jounce.inverse.peaks import Peaks, peaks
from jounce.inverse.plan import Plan
from jounce.numbers.notebook import counted, html_table, span
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.chains import displacement
from jounce.plant.motor import Motor, linear
from jounce.plant.plant import at_freedoms, plant_of
from jounce.robot import Robot
from jounce.robot.values import short
from jounce.trajectory.path import Path


@by_value
class State(NamedTuple):
    """What a controller gets to see, (n,) each: a `jounce.control.Measured`."""

    q: Array
    """Links [rad or m]."""
    qd: Array
    """[rad/s or m/s]."""
    theta: Array
    """Motors behind the gear [rad or m]."""
    thetad: Array
    """[rad/s or m/s]."""
    tau_j: Array
    """Joint torque of elastic joints, the torque that acts at others [Nm or N]."""
    tau_jd: Array
    """Its rate at elastic joints, zero at others [Nm/s or N/s]."""
    tau_m: Array | None = None
    """Motor torque that has acted up to now [Nm or N]."""


@by_value
class Measurements(NamedTuple):
    """What sensors read, the last time before each time of a run; None what they do not measure. `jn.Log(*measured)` takes it."""

    t: Array
    """(T,) [s]."""
    theta: Array | None = None
    """Motors behind the gear (T, m) [rad or m]."""
    q: Array | None = None
    """Links (T, n) [rad or m]."""
    tau_m: Array | None = None
    """Motor torque (T, m) [Nm or N]."""
    tau_j: Array | None = None
    """Joint torque (T, n) [Nm or N]."""


@by_value
@dataclass(frozen=True)
class Run:
    """A simulated motion, at the times of the plan."""

    robot: Robot
    plan: Plan
    t: Array
    """(T,) [s]."""
    q: Array
    """Links (T, n), or (T, nq) where joints have several freedoms; qd (T, n), theta and thetad (T, m)."""
    qd: Array
    theta: Array
    thetad: Array
    tau_m: Array
    """Motor torque that acted (T, n) [Nm or N]; the one held, at a controller's rate."""
    work: Array
    """Done by the motors since the start (T,) [J]."""
    loss: Array
    """Taken by damping and friction since the start (T,) [J]."""
    gain: Array
    """From outside since the start (T,) [J]: by wrenches, and by springs that are made stiffer while they are bent."""
    evaluations: int
    """Of the equations of motion."""
    measured: Measurements | None = None
    """What sensors read, where there are any."""

    def __repr__(self) -> str:
        unit = " or ".join(("rad", "m")[slide] for slide in sorted(set(sliding(self.robot))))
        what = f"{counted(len(self.t), 'sample')}, {span(self.t[0], self.t[-1])}, tracking error {self.tracking_error:.3g} {unit}"
        return f"<Run of {short(self.robot.name)}: {what}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: how far each joint was from the plan, and the largest torque that acted, SI units."""
        rows = []
        error, torque = np.abs(self.error), np.abs(self.tau_m).max(axis=0)
        for i, (joint, slides) in enumerate(zip(self.robot.axes, sliding(self.robot))):
            length, force = ("m", "N") if slides else ("rad", "Nm")
            cells = f"{error[:, i].max():.3g} {length}", f"{error[-1, i]:.3g} {length}", f"{torque[i]:.4g} {force}"
            rows.append((joint.name, *cells))
        title = f"{repr(self)[1:-1]}, {self.work[-1]:.4g} J of work, {self.loss[-1]:.4g} J lost"
        if self.plan.path.space == "tool":
            title += f", largest tool error {np.abs(self.tool_error).max():.3g} (m or rad)"
        return html_table(title, ("joint", "largest error", "error at the end", "peak motor torque"), rows)

    @property
    def error(self) -> Array:
        """Links against the plan, q - plan.q (T, n) [rad or m].

        Of joints of several freedoms: the rotation vector from the plan's orientation, and the way from the plan's origin, both
        in the axes in which the plan has the child.
        """
        columns = [list(np.moveaxis(q, -1, 0)) for q in (self.q, self.plan.q[0])]
        return np.stack(displacement(plant_of(self.robot).tree, *columns), axis=-1)

    @property
    def tracking_error(self) -> np.float64:
        """The largest of all errors [rad or m]."""
        return np.float64(np.abs(self.error).max())

    @property
    def tool_error(self) -> Array:
        """Tool against a path in tool space (T, outputs): positions [m]; one angle by its difference, three as the rotation in
        between, in the tool's axes [rad]."""
        if self.plan.path.space != "tool":
            raise InputError("tool_error: the plan follows a path of the joints; see `error`.")
        outputs = Outputs(self.robot)
        return outputs.deviation(self.q, outputs.target(self.plan.path, self.t, 0))

    @property
    def tau_j(self) -> Array:
        """Torque of the elastic drives at the joints (T, n) [Nm or N]: K (theta - q) + D (thetad - qd); of rigid ones none."""
        out = np.zeros_like(self.theta)
        N = plant_of(self.robot).transmission.matrix(self.robot.n)
        q, qd = at_freedoms(self.robot, self.q) @ N.T, self.qd @ N.T
        for i, m in enumerate(self._motors):
            if m.elastic:
                out[:, i] = spring_torque(m, q[:, i], qd[:, i], self.theta[:, i], self.thetad[:, i])
        found: Array = out @ N
        return found

    @property
    def _motors(self) -> list[Motor]:
        """With the springs as they were, over time where they were changed."""
        return varied(plant_of(self.robot).motors, self.plan.stiffness, self.t)

    @property
    def peaks(self) -> Peaks:
        """As `Plan.peaks`, of what happened: position, velocity, motor torque and its rate, joint torque, deflection,
        and motor velocity where it is limited."""
        plant = plant_of(self.robot)
        N, elastic = plant.transmission.matrix(self.robot.n), np.array([m.elastic for m in plant.motors])
        rigid = (N[~elastic] != 0.0).any(axis=0)  # joints on which a rigid motor acts, whose torque is not known here
        q = at_freedoms(self.robot, self.q)
        bent = self.theta - q @ N.T
        bent[:, plant.passive] = q[:, plant.passive]
        curves = {
            "position": q,
            "velocity": self.qd,
            "motor_torque": self.tau_m,
            "joint_torque": np.where(rigid, np.nan, self.tau_j),
            "deflection": bent,
            "motor_velocity": self.thetad,
        }
        return peaks(self.robot, self.t, curves)

    @property
    def within_limits(self) -> bool:
        """Whether no peak is beyond its limit. Between the samples nobody looked."""
        return not self.peaks.exceeded

    @property
    def energy(self) -> Array:
        """Of links, rotors and springs (T,) [J]."""
        kinetic, potential = energy(self.robot, self.q, self.qd)
        total = kinetic[0] + potential[0]
        plant = plant_of(self.robot)
        q = at_freedoms(self.robot, self.q)
        moved = (q @ plant.transmission.matrix(self.robot.n).T).T
        for i, m in enumerate(self._motors):
            total = total + 0.5 * m.inertia * self.thetad[:, i] ** 2
            delta = (0.0 if m.absent else self.theta[:, i]) - moved[i]
            if m.spring is not None:
                total = total + m.spring.energy(delta)
        for i, here in enumerate(plant.beside):
            if here.spring is not None:
                total = total + here.spring.energy(q[:, i])
        for i, j, stiffness, _ in plant.coupled:
            total = total + stiffness * q[:, i] * q[:, j]
        if any(self.robot.rotors):
            total = total + np.einsum("...i,...ij,...j", self.qd, rotor_coupling(self.robot, self.q)[0], self.thetad)
        return total  # type: ignore[no-any-return]

    @property
    def energy_balance(self) -> Array:
        """What is left of energy - work + loss - gain since the start (T,) [J]: zero but for the error of integration."""
        total = self.energy
        return total - total[0] - self.work + self.loss - self.gain  # type: ignore[no-any-return]


def varied(motors: Sequence[Motor], stiffness: Path | None, t: Any) -> list[Motor]:
    """Motors with springs K(t) at times t in the place of their own, where there is such a K."""
    if stiffness is None:
        return list(motors)
    K = stiffness(t)[0]
    own = np.isnan(np.atleast_2d(K)).any(axis=0)
    return [m._replace(spring=linear(K[..., i])) if m.elastic and not own[i] else m for i, m in enumerate(motors)]
