"""The equations of motion as a function of the state, with the power that flows."""

import numpy as np

from jounce.dynamics.motor import friction, spring_torque
from jounce.functions.elastic_forward_dynamics import elastic_forward_dynamics
from jounce.functions.gyrostat import rotor_coupling
from jounce.functions.rigid import mass_matrix
from jounce.numbers.packing import Array
from jounce.plant.chains import position_rates
from jounce.plant.linear import linear_model
from jounce.plant.plant import at_freedoms, plant_of
from jounce.robot import Robot
from jounce.simulation.record import State, varied
from jounce.simulation.surroundings import Surroundings


class Dynamics:
    """y = (q, qd, theta, thetad, work, loss), and gain where something acts from outside: its rate under given motor torques."""

    def __init__(self, robot: Robot, outside: Surroundings) -> None:
        self.robot, self.n, self.m = outside.robot, robot.n, robot.m
        self.outside = outside
        self.plant = plant_of(self.robot)
        self.motors = self.plant.motors
        self.N = self.plant.transmission.matrix(self.n)
        turned = [joint.freedoms == 1 for joint in robot.motor_joints]  # nothing drives joints of several freedoms
        self.moved = np.array([own and not m.absent for own, m in zip(turned, self.motors)], dtype=np.float64)
        self.damping = np.array([m.damping for m in self.motors])
        self.rubbing = [(i, m) for i, m in enumerate(self.motors) if m.viscous or m.coulomb or m.stribeck]
        self.rubbing_links = [(i, rub) for i, here in enumerate(self.plant.beside) for rub in here.rubbing]
        self.lossy = bool(self.damping.any() or self.rubbing or self.rubbing_links)
        self.size = robot.nq + robot.n + 2 * robot.m
        self.evaluations = 0

    def at_rest(self, *parts: Array) -> Array:
        """y of q, qd, theta and thetad, before any work."""
        return np.concatenate([*parts, np.zeros(2 if self.outside.none else 3)])

    def flows(self, y: Array) -> tuple[Array, Array, Array]:
        """Work, loss and gain of states (T, ...)."""
        return y[:, self.size], y[:, self.size + 1], np.zeros(len(y)) if self.outside.none else y[:, self.size + 2]

    def turned(self, x: Array) -> Array:
        """What the motors see of the joints' velocities, or positions of one number a freedom (..., m): N x."""
        return x @ self.N.T

    def rate(self, t: float, y: Array, tau_m: Array) -> Array:
        """dy/dt."""
        q, qd, theta, thetad = self.parts(y)
        out = np.zeros_like(y)
        velocity, acceleration, speed, speeding = self.parts(out)
        torque = tau_m * self.moved
        if self.outside.none:
            acceleration[:], speeding[:] = elastic_forward_dynamics(self.robot, q, qd, theta, thetad, torque)
        else:
            acting = self.outside.acting(t, q, qd)
            acceleration[:], speeding[:] = elastic_forward_dynamics(self.robot, q, qd, theta, thetad, torque, **acting)
            delta = theta - self.turned(at_freedoms(self.robot, q))
            out[self.size + 2] = self.outside.power(t, q, qd, delta, acting)
        velocity[:] = position_rates(self.plant.tree, q, qd)
        speed[:] = thetad
        out[self.size] = np.dot(torque, thetad)
        if self.lossy:
            out[self.size + 1] = self._lost(qd, thetad)
        self.evaluations += 1
        return out

    def parts(self, y: Array) -> tuple[Array, Array, Array, Array]:
        """q, qd, theta, thetad of states (..., size), as views."""
        begin, n, m = self.robot.nq, self.n, self.m
        end = begin + n
        return y[..., :begin], y[..., begin:end], y[..., end : end + m], y[..., end + m : end + 2 * m]

    def _lost(self, qd: Array, thetad: Array) -> float:
        slip = thetad * self.moved - self.turned(qd)
        rubbed = sum(friction(m, thetad[i]) * thetad[i] for i, m in self.rubbing)
        rubbed += sum(friction(rub, rub.ratio * qd[i]) * rub.ratio * qd[i] for i, rub in self.rubbing_links)
        coupled = sum(2.0 * d * qd[i] * qd[j] for i, j, _, d in self.plant.coupled)
        return float(np.dot(self.damping, slip * slip) + rubbed + coupled)

    def measured(self, t: float, y: Array, tau_m: Array) -> State:
        """What sensors tell of the state, joint torque included; tau_m is the torque that has acted up to now."""
        q, qd, theta, thetad = self.parts(y)
        slip = np.zeros(self.m)
        if self.damping.any():
            _, acceleration, _, speeding = self.parts(self.rate(t, y, tau_m))
            slip = self.damping * (speeding - self.turned(acceleration))
        torque, change = tau_m * self.moved, np.zeros(self.m)
        moved, turning = self.turned(at_freedoms(self.robot, q)), self.turned(qd)
        for i, m in enumerate(varied(self.motors, self.outside.stiffness, t)):
            if m.elastic:
                torque[i] = spring_torque(m, moved[i], turning[i], theta[i], thetad[i])
                assert m.spring is not None
                change[i] = m.spring.stiffness(theta[i] - moved[i]) * (thetad[i] - turning[i]) + slip[i]
                if self.outside.stiffness is not None:
                    change[i] += self.outside.stiffening(t)[i] * (theta[i] - moved[i])
        return State(q, qd, theta, thetad, torque @ self.N, change @ self.N)

    def fastest(self, q: Array, theta: Array) -> float:
        """The largest eigenvalue [rad/s] of the equations linearised at poses (T, nq), velocity terms of the links left out."""
        none, largest = np.zeros((self.n, self.n)), 0.0
        for pose, motor in zip(q, theta):
            M, S = mass_matrix(self.robot, pose)[0], rotor_coupling(self.robot, pose)[0]
            x = at_freedoms(self.robot, pose)
            model = linear_model(self.plant, M, S, none, none, x, motor - self.turned(x), np.zeros(self.m))
            size = len(model.mass)
            stiffness, loss = (np.linalg.solve(model.mass, part) for part in (model.stiffness, model.loss))
            A = np.block([[np.zeros((size, size)), np.eye(size)], [-stiffness, -loss]])
            largest = max(largest, float(np.abs(np.linalg.eigvals(A)).max()))
        return largest
