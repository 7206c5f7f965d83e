"""Simulation of an elastic robot under measured motor torques, with a correction by measured motor positions.

The state x = (q, qd, theta, thetad) follows

    qdd, thetadd = elastic forward dynamics (x, tau_m),    d theta / dt = thetad + 2 z w e,    d thetad / dt = thetadd + w^2 e

with the measured torques tau_m, the error e = measured theta - theta, the bandwidth w and the damping ratio z of the correction.
The correction keeps the model near the recording; under torque alone the motion drifts away, whatever the parameters. With the
true parameters and without noise e vanishes.

A step of the classical Runge-Kutta method of order 4 is x_(k+1) = F(x_k). The trajectory is the root of x_(k+1) - F(x_k) for all
steps k at once, by Newton's method; its linear equations are a recursion with the Jacobians F_x of F. The derivatives S_k of x_k
by the parameters p follow the recursion S_(k+1) = F_x S_k + F_p, and are exact for the computed trajectory.
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
from jounce.numerics.rk4 import State, rk4_step
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Floats

LINKS = ("inertia", "payload")
MOTORS = ("rotor_inertia", "viscous_friction", "coulomb_friction")
SPRINGS = ("stiffness", "damping")
FREE = (*SPRINGS, *MOTORS, *LINKS)
"""Kinds of parameters for which sensitivities of the trajectory are available."""
ROUNDS = 30
"""Largest number of Newton iterations."""
CONVERGED = 1e-10
"""Newton's method has converged if no position changes by more than this fraction of the range of the recorded motor positions of
the joint, and no velocity by more than this fraction of range times bandwidth w."""
CHUNK = 1000
"""Largest number of steps whose Jacobians are in memory at the same time."""
LOSS = np.sqrt(0.5)
"""Damping ratio z of the correction towards the measured motor positions."""


class RecordedInputs(NamedTuple):
    """Measured inputs of the model at the beginning, middle and end of each of K integration steps."""

    h: float
    """Length of an integration step [s]."""
    theta: Floats
    """Measured motor positions (K, 3, n) [rad or m]."""
    tau: Floats
    """Measured motor torques (K, 3, n) [Nm or N]."""


@dataclass(frozen=True, eq=False)
class ClosedLoopModel:
    """Elastic robot with replaced parameter values, whose motors are corrected towards measured motor positions."""

    robot: Robot
    values: Values
    """{kind: values} that replace the parameters of `robot`; kinds are those of `FREE`."""
    w: Floats
    """(n,) [rad/s]: bandwidth of the correction of each motor towards its measured position."""

    def trajectory(self, recorded: RecordedInputs, x: Floats) -> Floats:
        """Return the states (K+1, 4n) of the corrected model by Newton's method.

        x (K+1, 4n): first guess of the states; its first row is the initial state and stays.
        """
        size = np.tile(np.maximum(np.ptp(recorded.theta.reshape(-1, self.robot.n), axis=0), 1e-9), 4)
        size[self.robot.n : 2 * self.robot.n] *= self.w
        size[3 * self.robot.n :] *= self.w
        for _ in range(ROUNDS):
            new = x.copy()
            step = np.zeros(x.shape[1])
            for chunk in _chunks(len(x) - 1):
                ends, jacobians, _ = self._steps(recorded, x[:-1], chunk)
                defects = ends - x[1:][chunk]
                for k, j in enumerate(range(chunk.start, chunk.stop)):
                    step = jacobians[k] @ step + defects[k]
                    new[j + 1] += step
            if not np.isfinite(new).all():
                break
            change = float((np.abs(new - x) / size).max())
            x = new
            if change <= CONVERGED:
                return x
        raise ConvergenceError(
            f"identify_output_error: no motion of robot {self.robot.name!r} follows the recording. Begin with numbers that are "
            "nearer (identify_response), or hold the model closer to the recording: a higher `correction`."
        )

    def sensitivities(self, recorded: RecordedInputs, x: Floats, names: Sequence[str], every: int) -> Floats:
        """Return the derivatives of theta by the P values of the named kinds, along states x, at every `every`-th step.

        The shape is (K/every+1, n, P).
        """
        n = self.robot.n
        S = self._at_rest(x[0], names)
        of_motors = [S[2 * n : 3 * n]]
        for chunk in _chunks(len(x) - 1):
            _, jacobians, forced = self._steps(recorded, x[:-1], chunk, names)
            for k, j in enumerate(range(chunk.start, chunk.stop)):
                S = jacobians[k] @ S + forced[k]
                if (j + 1) % every == 0:
                    of_motors.append(S[2 * n : 3 * n])
        return np.array(of_motors)

    def at_rest(self, theta: Floats) -> Floats:
        """Return the state of rest (4n,) with the motors fixed at theta (n,) and the springs deflected by gravity."""
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
        """Return the derivatives (4n, P) of the state of rest x (4n,) by the values of the named kinds, with the motors fixed."""
        n = self.robot.n
        still = np.zeros((1, n))
        forced = self._by_values(x[None], self._accelerations(x[None], still), names)[0]
        sensitivity = np.zeros((4 * n, forced.shape[1]))
        sensitivity[:n] = -np.linalg.solve(self._partials(x[None], still)[0, :n, :n], forced[:n])
        return sensitivity

    def _steps(
        self, recorded: RecordedInputs, x: Floats, chunk: slice, names: Sequence[str] = ()
    ) -> tuple[Floats, Floats, Floats]:
        """Return F(x) of a chunk of k steps (k, 4n), and its Jacobians by x (k, 4n, 4n) and by named values (k, 4n, P)."""
        begin, n = x[chunk], self.robot.n
        width = sum(len(self._values(name)) for name in names)

        def rates(stage: int, y: State) -> State:
            """Return d/dt of the state and of its Jacobians by initial state and values; stage 0, 1, 2: begin, middle, end."""
            state, by_state, by_values = y
            theta, tau = recorded.theta[chunk, stage], recorded.tau[chunk, stage]
            acceleration = self._accelerations(state, tau)
            A = self._jacobian(state, tau)
            forced = A @ by_values
            if names:
                accelerated = self._by_values(state, acceleration, names)
                forced[:, n : 2 * n] += accelerated[:, :n]
                forced[:, 3 * n :] += accelerated[:, n:]
            return self._rates(state, acceleration, theta), A @ by_state, forced

        unit = np.tile(np.eye(4 * n), (len(begin), 1, 1))
        end, jacobians, by_values = rk4_step(rates, (begin, unit, np.zeros((*begin.shape, width))), recorded.h)
        return end, jacobians, by_values

    def _accelerations(self, x: Floats, tau: Floats) -> Floats:
        """Return the accelerations (qdd, thetadd) (k, 2n) of states x (k, 4n) under motor torques tau (k, n)."""
        q, qd, theta, thetad = np.split(x, 4, axis=1)
        accelerations = elastic_forward_dynamics(self.robot, q, qd, theta, thetad, tau, parameters=dict(self.values))
        return np.concatenate(accelerations, axis=1)

    def _partials(self, x: Floats, tau: Floats) -> Floats:
        """Return the derivatives of (qdd, thetadd) by the state (k, 2n, 4n) at states x (k, 4n) and motor torques tau (k, n)."""
        q, qd, theta, thetad = np.split(x, 4, axis=1)
        partials = elastic_forward_dynamics_derivatives(self.robot, q, qd, theta, thetad, tau, parameters=dict(self.values))
        return np.concatenate([partials.dq, partials.dqd, partials.dtheta, partials.dthetad], axis=2)

    def _rates(self, x: Floats, acceleration: Floats, theta: Floats) -> Floats:
        """Return dx/dt (k, 4n) from accelerations (k, 2n), with the correction towards measured motor positions theta (k, n)."""
        n = self.robot.n
        e = theta - x[:, 2 * n : 3 * n]
        motors = x[:, 3 * n :] + 2.0 * LOSS * self.w * e
        return np.concatenate([x[:, n : 2 * n], acceleration[:, :n], motors, acceleration[:, n:] + self.w**2 * e], axis=1)

    def _jacobian(self, x: Floats, tau: Floats) -> Floats:
        """Return the Jacobian of dx/dt by x (k, 4n, 4n), with the correction towards the measured motor positions."""
        n = self.robot.n
        jacobian = np.zeros((len(x), 4 * n, 4 * n))
        i = np.arange(n)
        jacobian[:, i, n + i] = jacobian[:, 2 * n + i, 3 * n + i] = 1.0
        partials = self._partials(x, tau)
        jacobian[:, n : 2 * n], jacobian[:, 3 * n :] = partials[:, :n], partials[:, n:]
        jacobian[:, 2 * n + i, 2 * n + i] -= 2.0 * LOSS * self.w
        jacobian[:, 3 * n + i, 2 * n + i] -= self.w**2
        return jacobian

    def _values(self, name: str) -> Floats:
        """Return the values of a parameter kind: the replaced ones in `values` if present, else those of the robot."""
        of_links = {"inertia": self.robot.parameters, "payload": np.zeros(10)}
        return (
            self.values[name]
            if name in self.values
            else of_links[name]
            if name in of_links
            else self.robot.parameter_values(name)
        )

    def _by_values(self, x: Floats, acceleration: Floats, names: Sequence[str]) -> Floats:
        """Return the derivatives (k, 2n, P) of (qdd, thetadd) by named values: inverse inertia times derivatives of forces."""
        n = self.robot.n
        N = plant_of(self.robot).transmission.matrix(n)
        q, qd, theta, thetad = np.split(x, 4, axis=1)
        move = RecordedMotion(q, qd, acceleration[:, :n], thetad, acceleration[:, n:])
        at_motors = columns(self.robot, move, [name for name in names if name not in SPRINGS])
        deflection = {"stiffness": theta - q @ N.T, "damping": thetad - qd @ N.T}
        M = mass_matrix(self.robot, q, parameters={k: v for k, v in self.values.items() if k in LINKS})
        gear = np.array([drive.gear_ratio for drive in self.robot.motor_drives if drive is not None])
        B = gear**2 * self._values("rotor_inertia")
        links, motors = [], []
        for name in names:
            if name in SPRINGS:
                force = deflection[name][:, :, None] * np.eye(n)
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
    """Yield consecutive slices of at most `CHUNK` steps that cover `count` steps."""
    return (slice(k, min(k + CHUNK, count)) for k in range(0, count, CHUNK))
