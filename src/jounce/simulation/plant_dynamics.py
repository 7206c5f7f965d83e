"""Plant of a simulation: dy/dt of the state with the flows of energy, under external wrenches and time-varying stiffness."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.dynamics.drive import spring_torque
from jounce.dynamics.elastic_joints import dissipated_power
from jounce.errors import InputError
from jounce.functions.elastic_forward_dynamics import elastic_forward_dynamics
from jounce.functions.inverse_dynamics import with_linear_springs
from jounce.functions.kinematics import jacobian
from jounce.functions.linear_model import at_rest, drive_derivatives, inertia
from jounce.numbers.packing import Array
from jounce.numerics.chebyshev_signal import ChebyshevSignal
from jounce.plant.motor import LinearSpring
from jounce.plant.plant import at_freedoms, locate, plant_of
from jounce.plant.tree import position_rates
from jounce.robot import Robot
from jounce.robot.validation import short
from jounce.simulation.record import State, varied
from jounce.trajectory.path import Path

Push = Path | Callable[[float, Array, Array], ArrayLike]
"""External wrench (moment, force) [Nm, N] in the frame of its link: a path of 6 coordinates, or a function of (t, q, qd)."""


class ExternalInputs:
    """External inputs of a plant: wrenches {link or frame: path or function of (t, q, qd)}, and a stiffness path K(t) (n,).

    K(t) replaces the stiffness of the robot's springs; None leaves the springs unchanged.
    """

    def __init__(self, robot: Robot, wrench: Mapping[Any, Push], stiffness: Path | None) -> None:
        if not isinstance(wrench, Mapping):
            raise InputError(f"wrench: expected {{link: path or function of (t, q, qd)}}, got {short(wrench)}.")
        for link, push in wrench.items():
            locate(robot, link)
            if not callable(push) or (isinstance(push, Path) and push.n != 6):
                raise InputError(
                    f"wrench[{link!r}]: expected a path of 6 coordinates, moment and force, or a function of (t, q, qd) that "
                    f"gives them, got {short(push)}."
                )
        self.robot = robot if stiffness is None else with_linear_springs(robot, stiffness(0.0)[0])
        self.wrench, self.stiffness = wrench, stiffness

    @property
    def paths(self) -> list[Path]:
        """Return the external inputs that are paths and hence depend on time alone."""
        return [path for path in (*self.wrench.values(), self.stiffness) if isinstance(path, Path)]

    @property
    def none(self) -> bool:
        """Return True if there is neither a wrench nor a stiffness K(t)."""
        return not self.wrench and self.stiffness is None

    @property
    def functions(self) -> bool:
        """Return True if any wrench is a function and not a path: the times at which a function acts are unknown."""
        return any(not isinstance(push, Path) for push in self.wrench.values())

    def acting(self, t: float, q: Array, qd: Array) -> dict[str, Any]:
        """Return the external inputs at time t [s], q and qd as keyword arguments of `elastic_forward_dynamics`."""
        arguments: dict[str, Any] = {}
        if self.wrench:
            arguments["wrench"] = {link: (self.push(link, t, q, qd),) for link in self.wrench}
        if self.stiffness is not None:
            arguments["parameters"] = {"stiffness": self.stiffness(t)[0]}
        return arguments

    def push(self, link: Any, t: float, q: Array, qd: Array) -> Array:
        """Return the wrench (6,) on one link; raise InputError if a function returns anything but 6 finite numbers."""
        push = self.wrench[link]
        if isinstance(push, Path):
            wrench: Array = push(t)[0]
            return wrench
        answer = push(t, q.copy(), qd.copy())
        try:
            wrench = np.asarray(answer, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            wrench = np.zeros(0)
        if wrench.shape != (6,) or not np.isfinite(wrench).all():
            raise InputError(f"wrench[{link!r}] gave {short(answer)} at t = {t:.6g} s; expected 6 finite numbers.")
        return wrench

    def along(self, t: Array, q: Array, qd: Array) -> dict[Any, Array]:
        """Return {link or frame: wrench (T, 6)} at times t (T,) [s] of a motion q (T, nq), qd (T, n)."""
        return {
            link: push(t)[0] if isinstance(push, Path) else np.array([self.push(link, *row) for row in zip(t.tolist(), q, qd)])
            for link, push in self.wrench.items()
        }

    def power(self, t: float, q: Array, qd: Array, delta: Array, acting: Mapping[str, Any]) -> float:
        """Return the external power [W] of wrenches on moving links, and of springs that are stiffened under deflection.

        delta: deflections (m,) [rad or m]; acting: external inputs, as `ExternalInputs.acting` returns them.
        """
        total = 0.0
        for link, (push,) in acting.get("wrench", {}).items():
            total += float(push @ (jacobian(self.robot, q, link=link) @ qd))
        if self.stiffness is not None:
            elastic = np.array([drive is not None and drive.elastic for drive in self.robot.motor_drives])
            total += float(0.5 * self.stiffening(t)[elastic] @ np.square(delta[elastic]))
        return total

    def stiffening(self, t: Any) -> Array:
        """Return dK/dt (..., m) at times t (...) [Nm/rad/s or N/m/s]; zero without K(t) and for motors whose K(t) is NaN.

        With K(t) n = m, because `with_linear_springs` refuses second drives.
        """
        if self.stiffness is None:
            return np.zeros((*np.shape(t), self.robot.m))
        rate: Array = np.nan_to_num(self.stiffness(t, 1)[1])
        return rate


class Dynamics:
    """Equations of motion dy/dt of a plant, under motor torques or with prescribed motor motion.

    The state is y = (q, qd, theta, thetad, work, loss), and the energy `gain` from external inputs if there are any.
    """

    def __init__(self, robot: Robot, outside: ExternalInputs, signal: ChebyshevSignal | None = None) -> None:
        """Prepare the equations; signal: prescribed theta, thetad and thetadd (3 m,) as a function of time, None for torques."""
        self.robot, self.n, self.m = outside.robot, robot.n, robot.m
        self.outside, self.signal = outside, signal
        self.plant = plant_of(self.robot)
        self.motors = self.plant.motors
        self.N = self.plant.transmission.matrix(self.n)
        turned = [joint.freedoms == 1 for joint in robot.motor_joints]  # nothing drives joints of several freedoms
        self.moved = np.array([turns and not m.absent for turns, m in zip(turned, self.motors)], dtype=np.float64)
        self.damping = np.array([m.damping for m in self.motors])
        rubbing = any(m.viscous or m.coulomb or m.stribeck for m in self.motors) or any(x.rubbing for x in self.plant.beside)
        self.lossy = bool(self.damping.any() or rubbing)
        self.springs = self._springs()
        self.size = robot.nq + robot.n + 2 * robot.m
        self.evaluations = 0

    @property
    def driven(self) -> tuple[int, ...] | None:
        """Return the indices of the motors with prescribed motion; None if torques act."""
        return None if self.signal is None else tuple(np.flatnonzero(self.moved).tolist())

    def motion(self, t: float) -> Array:
        """Return the prescribed theta, thetad and thetadd (3, m) at time t [s]."""
        assert self.signal is not None
        return self.signal(t).reshape(3, -1)

    def _springs(self) -> Array | None:
        """Return the stiffness (m,) if each joint has one motor behind a linear undamped spring; None otherwise or with K(t)."""
        separable = not self.plant.transmission.N and self.robot.nq == self.n and self.outside.stiffness is None
        if not separable or self.damping.any() or len(self.plant.elastic) < self.m or not self.plant.is_linear:
            return None
        return np.array([m.spring.K for m in self.motors if isinstance(m.spring, LinearSpring)])

    def at_rest(self, *parts: Array) -> Array:
        """Return the initial state y for `parts` q, qd, theta and thetad, with zero work, loss and gain."""
        return np.concatenate([*parts, np.zeros(2 if self.outside.none else 3)])

    def flows(self, y: Array) -> tuple[Array, Array, Array]:
        """Return work, loss and gain (T,) [J], see `Run`, from states y (T, ...)."""
        return y[:, self.size], y[:, self.size + 1], np.zeros(len(y)) if self.outside.none else y[:, self.size + 2]

    def turned(self, x: Array) -> Array:
        """Return N x (..., m), joint positions or velocities x (..., n) transmitted to the motors; N: transmission matrix."""
        return x @ self.N.T

    def rate(self, t: float, y: Array, tau_m: Array) -> Array:
        """Return dy/dt at time t [s] and state y under motor torques tau_m (m,).

        tau_m is not read if the motor motion is prescribed.
        """
        q, qd, theta, thetad = self.parts(y)
        out = np.zeros_like(y)
        velocity, acceleration, speed, speeding = self.parts(out)
        torque = tau_m * self.moved
        acting = {} if self.outside.none else self.outside.acting(t, q, qd)
        if self.signal is None:
            acceleration[:], speeding[:] = elastic_forward_dynamics(self.robot, q, qd, theta, thetad, torque, **acting)
        else:
            theta, thetad, speeding[:] = self.motion(t)
            torque, acceleration[:] = self._moved_by(q, qd, theta, thetad, speeding, acting)
        if not self.outside.none:
            delta = theta - self.turned(at_freedoms(self.robot, q))
            out[self.size + 2] = self.outside.power(t, q, qd, delta, acting)
        velocity[:] = position_rates(self.plant.tree, q, qd)
        speed[:] = thetad
        out[self.size] = np.dot(torque, thetad)
        if self.lossy:
            out[self.size + 1] = dissipated_power(self.plant, qd.tolist(), thetad.tolist())
        self.evaluations += 1
        return out

    def _moved_by(
        self, q: Array, qd: Array, theta: Array, thetad: Array, thetadd: Array, acting: Mapping[str, Any]
    ) -> tuple[Array, Array]:
        """Return the motor torque (m,) that causes the motor accelerations thetadd (m,), and the resulting qdd (n,).

        Both accelerations are affine in the torque. acting: external inputs, as `ExternalInputs.acting` returns them.
        """
        prescribed = np.flatnonzero(self.moved)
        tried = np.concatenate([np.zeros((1, self.m)), np.eye(self.m)[prescribed]])
        qdd, responses = elastic_forward_dynamics(self.robot, q, qd, theta, thetad, tried, **acting)
        torque = np.zeros(self.m)
        torque[prescribed] = np.linalg.solve(
            (responses[1:] - responses[0])[:, prescribed].T, (thetadd - responses[0])[prescribed]
        )
        return torque, qdd[0] + torque[prescribed] @ (qdd[1:] - qdd[0])

    def torque(self, t: float, y: Array) -> Array:
        """Return the motor torque (m,) that the prescribed motor motion requires at time t [s] and state y."""
        q, qd, *_ = self.parts(y)
        acting = {} if self.outside.none else self.outside.acting(t, q, qd)
        theta, thetad, thetadd = self.motion(t)
        return self._moved_by(q, qd, theta, thetad, thetadd, acting)[0]

    def parts(self, y: Array) -> tuple[Array, Array, Array, Array]:
        """Return views of q, qd, theta and thetad in states y (..., size)."""
        begin, n, m = self.robot.nq, self.n, self.m
        end = begin + n
        return y[..., :begin], y[..., begin:end], y[..., end : end + m], y[..., end + m : end + 2 * m]

    def measured(self, t: float, y: Array, tau_m: Array) -> State:
        """Return the true `State` at time t [s], joint torque included; tau_m: motor torque (m,) that has acted up to t."""
        q, qd, theta, thetad = self.parts(y)
        torque = tau_m * self.moved
        if self.springs is not None:  # the common case, and the one that is to be quick
            delta, rate = theta - q, thetad - qd
            return State(q, qd, theta, thetad, self.springs * delta, self.springs * rate, torque)
        slip = np.zeros(self.m)
        if self.damping.any():
            _, acceleration, _, speeding = self.parts(self.rate(t, y, tau_m))
            slip = self.damping * (speeding - self.turned(acceleration))
        acts, change = torque.copy(), np.zeros(self.m)
        moved, turning = self.turned(at_freedoms(self.robot, q)), self.turned(qd)
        for i, m in enumerate(varied(self.motors, self.outside.stiffness, t)):
            if m.elastic:
                acts[i] = spring_torque(m, moved[i], turning[i], theta[i], thetad[i])
                assert m.spring is not None
                change[i] = m.spring.stiffness(theta[i] - moved[i]) * (thetad[i] - turning[i]) + slip[i]
                if self.outside.stiffness is not None:
                    change[i] += self.outside.stiffening(t)[i] * (theta[i] - moved[i])
        return State(q, qd, theta, thetad, acts @ self.N, change @ self.N, torque)

    def fastest(self, q: Array, theta: Array) -> float:
        """Return the highest undamped eigenfrequency [rad/s] over T poses, with links at q (T, nq) and motors at theta (T, m).

        Return 0 if nothing oscillates.
        """
        largest, drives = 0.0, drive_derivatives(self.robot)
        rest = at_rest(self.robot, q, theta - self.turned(at_freedoms(self.robot, q)))
        for M, K in zip(inertia(self.robot, q), drives.matrix(drives.stiffness, rest)):
            try:
                squares = np.linalg.eigvals(np.linalg.solve(M, K))
            except np.linalg.LinAlgError:  # links without mass: the equations of motion say which
                continue
            largest = max(largest, float(np.sqrt(np.abs(squares)).max(initial=0.0)))
        return largest
