"""Results of a simulation: states over time, measurements, energy and errors against the plan."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from jounce.dynamics.drive import spring_torque
from jounce.errors import InputError
from jounce.flexible.tool_targets import Outputs
from jounce.functions.gyrostat import rotor_coupling
from jounce.functions.rigid import energy
from jounce.inverse.peaks import Peaks, peaks
from jounce.inverse.plan import Plan, prismatic_motors
from jounce.numbers.html_table import counted, html_table, span
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.motor import Motor, linear
from jounce.plant.multi_dof_joints import displacement
from jounce.plant.plant import at_freedoms, plant_of
from jounce.robot import Robot
from jounce.robot.validation import short
from jounce.trajectory.path import Path


@by_value
class State(NamedTuple):
    """True state of the plant at one instant, as a controller without sensors reads it; satisfies `jounce.control.Measured`."""

    q: Array
    """Link positions (nq,) [rad or m]."""
    qd: Array
    """Link velocities (n,) [rad/s or m/s]."""
    theta: Array
    """Motor positions on the link side of the gears (m,) [rad or m]."""
    thetad: Array
    """Motor velocities on the link side of the gears (m,) [rad/s or m/s]."""
    tau_j: Array
    """Torque of the drives at the joints (n,) [Nm or N]: of the springs at elastic joints, of the motors at rigid joints."""
    tau_jd: Array
    """Rate of `tau_j` at elastic joints, zero at rigid joints (n,) [Nm/s or N/s]."""
    tau_m: Array | None = None
    """Motor torque that acted up to this instant (m,) [Nm or N]."""


@by_value
class Measurements(NamedTuple):
    """Sensor readings of a run: the last reading at or before each time; None for channels that are not measured.

    `jn.Log(*run.measured)` returns the readings as a log for identification.
    """

    t: Array
    """Times (T,) [s]."""
    theta: Array | None = None
    """Motor positions on the link side of the gear (T, m) [rad or m]."""
    q: Array | None = None
    """Link positions (T, n) [rad or m]."""
    tau_m: Array | None = None
    """Motor torque (T, m) [Nm or N]."""
    tau_j: Array | None = None
    """Joint torque (T, n) [Nm or N]."""


@by_value
@dataclass(frozen=True)
class Run:
    """Result of `simulate`: states, torques and energies of the robot at the times of the plan."""

    robot: Robot
    plan: Plan
    t: Array
    """Times (T,) [s]."""
    q: Array
    """Link positions (T, nq) [rad or m]; nq = n unless a joint has several DOFs."""
    qd: Array
    """Link velocities (T, n) [rad/s or m/s]."""
    theta: Array
    """Motor positions on the link side of the gears (T, m) [rad or m]."""
    thetad: Array
    """Motor velocities on the link side of the gears (T, m) [rad/s or m/s]."""
    tau_m: Array
    """Acting motor torque (T, m) [Nm or N]; a controller's torque is held between ticks."""
    work: Array
    """Work of the motors since the start (T,) [J]."""
    loss: Array
    """Energy dissipated by damping and friction since the start (T,) [J]."""
    gain: Array
    """Energy from outside since the start (T,) [J]: by external wrenches, and by springs that are stiffened under deflection."""
    evaluations: int
    """Number of evaluations of the equations of motion."""
    measured: Measurements | None = None
    """Sensor readings; None without sensors."""
    wrench: Mapping[str | int, Array] = field(default_factory=dict)
    """{link or frame: acting external wrench (T, 6), moment and force [Nm, N] in the axes of that link or frame}."""

    def __repr__(self) -> str:
        unit = " or ".join(("rad", "m")[slide] for slide in sorted(set(prismatic_motors(self.robot))))
        what = f"{counted(len(self.t), 'sample')}, {span(self.t[0], self.t[-1])}, tracking error {self.tracking_error:.3g} {unit}"
        return f"<Run of {short(self.robot.name)}: {what}>"

    def _repr_html_(self) -> str:
        """Return an HTML table for notebooks: tracking error and largest acting torque of each joint, in SI units."""
        rows = []
        error, torque = np.abs(self.error), np.abs(self.tau_m).max(axis=0)
        for i, (joint, slides) in enumerate(zip(self.robot.axes, prismatic_motors(self.robot))):
            length, force = ("m", "N") if slides else ("rad", "Nm")
            cells = f"{error[:, i].max():.3g} {length}", f"{error[-1, i]:.3g} {length}", f"{torque[i]:.4g} {force}"
            rows.append((joint.name, *cells))
        title = f"{repr(self)[1:-1]}, {self.work[-1]:.4g} J of work, {self.loss[-1]:.4g} J lost"
        if self.plan.path.space == "tool":
            title += f", largest tool error {np.abs(self.tool_error).max():.3g} (m or rad)"
        return html_table(title, ("joint", "largest error", "error at the end", "peak motor torque"), rows)

    @property
    def error(self) -> Array:
        """Return the tracking error of the links, q - plan.q (T, n) [rad or m].

        For a joint of several DOFs the entries are the rotation vector from the planned to the simulated orientation, and the
        translation from the planned to the simulated origin, both in the planned axes of the child link.
        """
        columns = [list(np.moveaxis(q, -1, 0)) for q in (self.q, self.plan.q[0])]
        return np.stack(displacement(plant_of(self.robot).tree, *columns), axis=-1)

    @property
    def tracking_error(self) -> np.float64:
        """Return the largest absolute tracking error over all joints and times [rad or m]."""
        return np.float64(np.abs(self.error).max())

    @property
    def tool_error(self) -> Array:
        """Return the error of the tool's outputs (T, outputs) against the plan's path in tool space [m or rad].

        The error of a single angle is the difference of the angles. The error of three angles is the rotation vector between the
        planned and the simulated orientation, in the tool's axes. InputError is raised for a plan along a joint path.
        """
        if self.plan.path.space != "tool":
            raise InputError("tool_error: the plan follows a path of the joints; see `error`.")
        outputs = Outputs(self.robot)
        return outputs.deviation(self.q, outputs.target(self.plan.path, self.t, 0))

    @property
    def tau_j(self) -> Array:
        """Return the torque of the elastic drives at the joints (T, n) [Nm or N]; the torque of rigid drives counts as zero.

        At an elastic joint the torque is K (theta - q) + D (thetad - qd).
        """
        out = np.zeros_like(self.theta)
        N = plant_of(self.robot).transmission.matrix(self.robot.n)
        q, qd = at_freedoms(self.robot, self.q) @ N.T, self.qd @ N.T
        for i, m in enumerate(self._motors):
            if m.elastic:
                out[:, i] = spring_torque(m, q[:, i], qd[:, i], self.theta[:, i], self.thetad[:, i])
        torque: Array = out @ N
        return torque

    @property
    def _motors(self) -> list[Motor]:
        """Return the m motors; if the plan has a stiffness K(t), the springs of elastic motors have stiffness (T,) over time."""
        return varied(plant_of(self.robot).motors, self.plan.stiffness, self.t)

    @property
    def peaks(self) -> Peaks:
        """Return the peak and the limit of each quantity at each joint over the simulated motion, as `Plan.peaks`; see `Peaks`.

        Quantities: position, velocity, motor torque, torque rate, joint torque, deflection, and motor velocity if it has a limit.
        """
        plant = plant_of(self.robot)
        N, elastic = plant.transmission.matrix(self.robot.n), np.array([m.elastic for m in plant.motors])
        rigid = (N[~elastic] != 0.0).any(axis=0)  # joints on which a rigid motor acts: their torque is not recorded
        q = at_freedoms(self.robot, self.q)
        deflection = self.theta - q @ N.T
        deflection[:, plant.passive] = q[:, plant.passive]
        curves = {
            "position": q,
            "velocity": self.qd,
            "motor_torque": self.tau_m,
            "joint_torque": np.where(rigid, np.nan, self.tau_j),
            "deflection": deflection,
            "motor_velocity": self.thetad,
        }
        return peaks(self.robot, self.t, curves)

    @property
    def within_limits(self) -> bool:
        """True if no sampled peak exceeds its limit; between the samples nothing is checked."""
        return not self.peaks.exceeded

    @property
    def energy(self) -> Array:
        """Return the kinetic and potential energy of links, rotors and springs together (T,) [J]."""
        kinetic, potential = energy(self.robot, self.q, self.qd)
        total = kinetic + potential
        plant = plant_of(self.robot)
        q = at_freedoms(self.robot, self.q)
        moved = (q @ plant.transmission.matrix(self.robot.n).T).T
        for i, m in enumerate(self._motors):
            total = total + 0.5 * m.inertia * self.thetad[:, i] ** 2
            delta = (0.0 if m.absent else self.theta[:, i]) - moved[i]
            if m.spring is not None:
                total = total + m.spring.energy(delta)
        for i, joint in enumerate(plant.beside):
            if joint.spring is not None:
                total = total + joint.spring.energy(q[:, i])
        for i, j, stiffness, _ in plant.coupled:
            total = total + stiffness * q[:, i] * q[:, j]
        if any(self.robot.rotors):
            total = total + np.einsum("...i,...ij,...j", self.qd, rotor_coupling(self.robot, self.q), self.thetad)
        return total

    @property
    def energy_balance(self) -> Array:
        """Return energy - work + loss - gain since the start (T,) [J]: zero up to the integration error."""
        total = self.energy
        return total - total[0] - self.work + self.loss - self.gain  # type: ignore[no-any-return]


def varied(motors: Sequence[Motor], stiffness: Path | None, t: Any) -> list[Motor]:
    """Return the motors with the stiffness K(t) at times t; motors with K NaN, or all without K(t), keep the robot's springs."""
    if stiffness is None:
        return list(motors)
    K = stiffness(t)[0]
    is_fixed = np.isnan(np.atleast_2d(K)).any(axis=0)
    return [m._replace(spring=linear(K[..., i])) if m.elastic and not is_fixed[i] else m for i, m in enumerate(motors)]
