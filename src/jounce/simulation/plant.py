"""The equations of motion as a function of the state, with the power that flows."""

import numpy as np

from jounce.dynamics.motor import friction, spring_torque
from jounce.functions.elastic import elastic_forward_dynamics
from jounce.functions.gyrostat import rotor_coupling
from jounce.functions.plant import plant
from jounce.functions.rigid import mass_matrix
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.simulation.record import State


class Dynamics:
    """y = (q, qd, theta, thetad, work, loss), (4n + 2,): its rate under motor torques that are given."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.n = robot, robot.n
        self.motors, self.cross = plant(robot).motors, plant(robot).cross
        self.moved = np.array([not m.absent for m in self.motors], dtype=np.float64)
        self.damping = np.array([m.damping for m in self.motors])
        self.rubbing = [(i, m) for i, m in enumerate(self.motors) if m.viscous or m.coulomb]
        self.lossy = bool(self.damping.any() or self.rubbing)
        self.evaluations = 0

    def rate(self, y: Array, tau_m: Array) -> Array:
        """dy/dt."""
        n = self.n
        q, qd, theta, thetad = y[:n], y[n : 2 * n], y[2 * n : 3 * n], y[3 * n : 4 * n]
        out = np.empty_like(y)
        out[n : 2 * n], out[3 * n : 4 * n] = elastic_forward_dynamics(self.robot, q, qd, theta, thetad, tau_m)
        out[:n], out[2 * n : 3 * n] = qd, thetad
        out[4 * n] = np.dot(tau_m * self.moved, thetad)
        out[4 * n + 1] = self._lost(qd, thetad) if self.lossy else 0.0
        self.evaluations += 1
        return out

    def _lost(self, qd: Array, thetad: Array) -> float:
        slip = thetad * self.moved - qd
        rubbed = sum(friction(m, thetad[i]) * thetad[i] for i, m in self.rubbing)
        coupled = sum(2.0 * d * qd[i] * qd[j] for i, j, _, d in self.cross)
        return float(np.dot(self.damping, slip * slip) + rubbed + coupled)

    def measured(self, y: Array, tau_m: Array) -> State:
        """What sensors tell of the state, joint torque included; tau_m is the torque that has acted up to now."""
        n = self.n
        q, qd, theta, thetad = y[: 4 * n].reshape(4, n)
        slip = np.zeros(n)
        if self.damping.any():
            rate = self.rate(y, tau_m)
            slip = self.damping * (rate[3 * n : 4 * n] - rate[n : 2 * n])
        torque, change = tau_m.copy(), np.zeros(n)
        for i, m in enumerate(self.motors):
            if m.elastic:
                torque[i] = spring_torque(m, q[i], qd[i], theta[i], thetad[i])
                stiffness = m.stiffness if m.law is None else m.law.stiffness(theta[i] - q[i])
                change[i] = stiffness * (thetad[i] - qd[i]) + slip[i]
        return State(q, qd, theta, thetad, torque, change)

    def fastest(self, q: Array, theta: Array) -> float:
        """The largest eigenvalue [rad/s] of the equations linearised at poses (T, n), velocity terms of the links left out."""
        n = self.n
        largest = 0.0
        elastic = np.array([m.elastic for m in self.motors])
        rubbing = np.array([m.viscous + m.coulomb / m.speed for m in self.motors])
        inertia = np.array([m.inertia for m in self.motors])
        for pose, motor in zip(q, theta):
            bent = zip(self.motors, motor - pose)
            K = np.array([m.law.stiffness(delta) if m.law is not None else m.stiffness or 0.0 for m, delta in bent])
            M = mass_matrix(self.robot, pose)[0] + np.diag(np.where(elastic, 0.0, inertia))
            S = np.where(elastic, rotor_coupling(self.robot, pose)[0], 0.0)
            inverse = np.linalg.inv(np.block([[M, S], [S.T, np.diag(np.where(elastic, inertia, 1.0))]]))

            def coupled(k: Array, on_link: Array, on_motor: Array) -> Array:
                pull = np.where(elastic, k, 0.0)
                own = np.diag(np.where(elastic, 0.0, k))
                return np.block([[np.diag(pull + on_link) + own, -np.diag(pull)], [-np.diag(pull), np.diag(pull + on_motor)]])

            stiffness = coupled(K, np.zeros(n), np.zeros(n))
            losses = coupled(self.damping, np.where(elastic, 0.0, rubbing), np.where(elastic, rubbing, 0.0))
            for i, j, k, d in self.cross:
                stiffness[i, j] = stiffness[j, i] = k
                losses[i, j] = losses[j, i] = d
            A = np.block([[np.zeros((2 * n, 2 * n)), np.eye(2 * n)], [-inverse @ stiffness, -inverse @ losses]])
            largest = max(largest, float(np.abs(np.linalg.eigvals(A)).max()))
        return largest
