"""A model that runs beside a recording: the elastic robot under the measured torques, in closed loop, with exact sensitivities.

The state x = (q, qd, theta, thetad) follows

    qdd, thetadd = elastic forward dynamics (x, tau_m),    d theta / dt = thetad + 2 z w e,    d thetad / dt = thetadd + w^2 e

with the measured torques tau_m, and e = measured theta - theta, which holds the model to the recording: a robot under torque
alone runs away from it, whatever its numbers. With the true numbers and without noise e vanishes. Steps are those of Runge and
Kutta's method of fourth order, x+ = F(x). All steps of a recording are taken at once: the trajectory is where x_(k+1) - F(x_k)
vanishes for all k, by Newton's method, whose linear equations are a recursion with the slopes of F. Derivatives of the trajectory
by the robot's numbers p follow the same recursion, S_(k+1) = F_x S_k + F_p, and are those of the computed trajectory itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jounce.errors import ConvergenceError
from jounce.functions.elastic_forward_dynamics import elastic_forward_dynamics
from jounce.functions.forward_derivatives import elastic_forward_dynamics_derivatives
from jounce.functions.rigid import mass_matrix
from jounce.identification.maximum_a_posteriori import Values
from jounce.identification.torque_regression import RecordedMotion, columns
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Floats

LINKS = ("inertia", "payload")
MOTORS = ("rotor_inertia", "viscous_friction", "coulomb_friction")
SPRINGS = ("stiffness", "damping")
FREE = (*SPRINGS, *MOTORS, *LINKS)
"""Numbers by which there are sensitivities."""
ROUNDS = 30
"""Of Newton's method."""
FOUND = 1e-10
"""Largest change of a state, over the size of the recording's motion, at which the trajectory is found."""
CHUNK = 1000
"""Steps whose matrices are kept at a time."""
STAGES = ((1 / 6, 0.0, 0), (1 / 3, 0.5, 1), (1 / 3, 0.5, 1), (1 / 6, 1.0, 2))
"""Of Runge and Kutta's method: weight, share of a step from its beginning on by the rate before, and place of the readings."""
LOSS = np.sqrt(0.5)
"""z, damping of the correction."""


class RecordedInputs(NamedTuple):
    """What the model reads of a recording: at the beginning, middle and end of every step (K, 3, n)."""

    h: float
    """[s]."""
    theta: Floats
    tau: Floats


@dataclass(frozen=True, eq=False)
class ClosedLoopModel:
    """A robot with other numbers in place of its own, and how it is held to recordings."""

    robot: Robot
    values: Values
    """By kind, those of `FREE` that are not the robot's own."""
    w: Floats
    """(n,) [rad/s]: below this frequency motors are held to their measured positions."""

    def trajectory(self, recorded: RecordedInputs, x: Floats) -> Floats:
        """States (K+1, 4n) from guessed ones, whose first is kept."""
        size = np.tile(np.maximum(np.ptp(recorded.theta.reshape(-1, self.robot.n), axis=0), 1e-9), 4)
        size[self.robot.n : 2 * self.robot.n] *= self.w
        size[3 * self.robot.n :] *= self.w
        for _ in range(ROUNDS):
            new = x.copy()
            step = np.zeros(x.shape[1])
            for here in _chunks(len(x) - 1):
                ends, slopes, _ = self._steps(recorded, x[:-1], here)
                missing = ends - x[1:][here]
                for k, j in enumerate(range(here.start, here.stop)):
                    step = slopes[k] @ step + missing[k]
                    new[j + 1] += step
            if not np.isfinite(new).all():
                break
            change = float((np.abs(new - x) / size).max())
            x = new
            if change <= FOUND:
                return x
        raise ConvergenceError(
            f"identify_output_error: no motion of robot {self.robot.name!r} follows the recording. Begin with numbers that are "
            "nearer (identify_response), or hold the model closer to the recording: a higher `correction`."
        )

    def sensitivities(self, recorded: RecordedInputs, x: Floats, names: Sequence[str], every: int) -> Floats:
        """d theta / d values of all names, one after the other, at every so many steps: (K / every + 1, n, P)."""
        n = self.robot.n
        S = self._at_rest(x[0], names)
        found = [S[2 * n : 3 * n]]
        for here in _chunks(len(x) - 1):
            _, slopes, forced = self._steps(recorded, x[:-1], here, names)
            for k, j in enumerate(range(here.start, here.stop)):
                S = slopes[k] @ S + forced[k]
                if (j + 1) % every == 0:
                    found.append(S[2 * n : 3 * n])
        return np.array(found)

    def at_rest(self, theta: Floats) -> Floats:
        """The state (4n,) in which motors at theta (n,) and the links that hang in their springs stand still."""
        n, still = self.robot.n, np.zeros(self.robot.n)
        N = plant_of(self.robot).transmission.matrix(n)
        q = np.linalg.solve(N, theta)
        for _ in range(ROUNDS):
            x = np.concatenate([q, still, theta, still])[None]
            change = np.linalg.solve(self._partials(x, still[None])[0, :n, :n], self._accelerations(x, still[None])[0, :n])
            q = q - change
            if np.abs(change).max() <= 1e-14 * (1.0 + np.abs(q).max()):
                break
        return np.concatenate([q, still, theta, still])

    def _at_rest(self, x: Floats, names: Sequence[str]) -> Floats:
        """Derivatives (4n, P) of that state, motors held."""
        n = self.robot.n
        still = np.zeros((1, n))
        by = self._by_values(x[None], self._accelerations(x[None], still), names)[0]
        found = np.zeros((4 * n, by.shape[1]))
        found[:n] = -np.linalg.solve(self._partials(x[None], still)[0, :n, :n], by[:n])
        return found

    def _steps(
        self, recorded: RecordedInputs, x: Floats, here: slice, names: Sequence[str] = ()
    ) -> tuple[Floats, Floats, Floats]:
        """F (k, 4n) of steps, its slopes by the state (k, 4n, 4n), and by values (k, 4n, P)."""
        h, begin, n = recorded.h, x[here], self.robot.n
        unit = np.eye(4 * n)
        width = sum(len(self._own(name)) for name in names)
        rate, slope, forced = np.zeros_like(begin), np.zeros((*begin.shape, 4 * n)), np.zeros((*begin.shape, width))
        end, slopes, by = begin.copy(), np.tile(unit, (len(begin), 1, 1)), np.zeros_like(forced)
        for weight, back, at in STAGES:
            state = begin + h * back * rate
            theta, tau = recorded.theta[here, at], recorded.tau[here, at]
            acceleration = self._accelerations(state, tau)
            A = self._slopes(state, tau)
            rate = self._rates(state, acceleration, theta)
            slope = A @ (unit + h * back * slope)
            end += h * weight * rate
            slopes += h * weight * slope
            if names:
                forced = h * back * A @ forced
                accelerated = self._by_values(state, acceleration, names)
                forced[:, n : 2 * n] += accelerated[:, :n]
                forced[:, 3 * n :] += accelerated[:, n:]
                by += h * weight * forced
        return end, slopes, by

    def _accelerations(self, x: Floats, tau: Floats) -> Floats:
        """qdd and thetadd (k, 2n)."""
        q, qd, theta, thetad = np.split(x, 4, axis=1)
        found = elastic_forward_dynamics(self.robot, q, qd, theta, thetad, tau, parameters=dict(self.values))
        return np.concatenate(found, axis=1)

    def _partials(self, x: Floats, tau: Floats) -> Floats:
        """Of both by the state (k, 2n, 4n)."""
        q, qd, theta, thetad = np.split(x, 4, axis=1)
        parts = elastic_forward_dynamics_derivatives(self.robot, q, qd, theta, thetad, tau, parameters=dict(self.values))
        return np.concatenate([parts.dq, parts.dqd, parts.dtheta, parts.dthetad], axis=2)

    def _rates(self, x: Floats, acceleration: Floats, theta: Floats) -> Floats:
        n = self.robot.n
        e = theta - x[:, 2 * n : 3 * n]
        motors = x[:, 3 * n :] + 2.0 * LOSS * self.w * e
        return np.concatenate([x[:, n : 2 * n], acceleration[:, :n], motors, acceleration[:, n:] + self.w**2 * e], axis=1)

    def _slopes(self, x: Floats, tau: Floats) -> Floats:
        """Of the rates by the state (k, 4n, 4n)."""
        n = self.robot.n
        found = np.zeros((len(x), 4 * n, 4 * n))
        i = np.arange(n)
        found[:, i, n + i] = found[:, 2 * n + i, 3 * n + i] = 1.0
        parts = self._partials(x, tau)
        found[:, n : 2 * n], found[:, 3 * n :] = parts[:, :n], parts[:, n:]
        found[:, 2 * n + i, 2 * n + i] -= 2.0 * LOSS * self.w
        found[:, 3 * n + i, 2 * n + i] -= self.w**2
        return found

    def _own(self, name: str) -> Floats:
        own = {"inertia": self.robot.parameters, "payload": np.zeros(10)}
        return self.values[name] if name in self.values else own[name] if name in own else self.robot.parameter_values(name)

    def _by_values(self, x: Floats, acceleration: Floats, names: Sequence[str]) -> Floats:
        """Of accelerations by the robot's numbers (k, 2n, P): forces that a change of them makes, over the masses."""
        n = self.robot.n
        N = plant_of(self.robot).transmission.matrix(n)
        q, qd, theta, thetad = np.split(x, 4, axis=1)
        move = RecordedMotion(q, qd, acceleration[:, :n], thetad, acceleration[:, n:])
        at_motors = columns(self.robot, move, [name for name in names if name not in SPRINGS])
        bent = {"stiffness": theta - q @ N.T, "damping": thetad - qd @ N.T}
        M = mass_matrix(self.robot, q, parameters={k: v for k, v in self.values.items() if k in LINKS})[0]
        gear = np.array([drive.gear_ratio for drive in self.robot.motor_drives if drive is not None])
        B = gear**2 * self._own("rotor_inertia")
        links, motors = [], []
        for name in names:
            if name in SPRINGS:
                force = bent[name][:, :, None] * np.eye(n)
                links.append(N.T @ force)
                motors.append(-force)
            elif name in LINKS:
                links.append(-N.T @ at_motors[name])
                motors.append(np.zeros_like(links[-1]))
            else:
                motors.append(-at_motors[name])
                links.append(np.zeros_like(motors[-1]))
        forces = np.concatenate(links, axis=2)
        return np.concatenate([np.linalg.solve(M, forces), np.concatenate(motors, axis=2) / B[:, None]], axis=1)


def _chunks(count: int) -> Iterator[slice]:
    return (slice(k, min(k + CHUNK, count)) for k in range(0, count, CHUNK))
