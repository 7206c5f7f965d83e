"""Integration of the equations of motion by Dormand-Prince 8(5,3) with adaptive steps, in compiled code or in Python.

`NativeIntegration` and `PythonIntegration` use the same method and tolerance. The compiled code evaluates the equation
`motion_rate`, the Python code `Dynamics.rate`: two formulations of dy/dt, whose results can be compared for verification.
"""

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np

from jounce.errors import ConvergenceError
from jounce.kernel.arguments import in_order
from jounce.numbers.packing import Array
from jounce.numerics.chebyshev_signal import ChebyshevSignal
from jounce.plant.plant import locate
from jounce.simulation import native_integrator
from jounce.simulation.native_integrator import (
    DIVERGED,
    DOUBTFUL,
    FINISHED,
    MORE,
    OUTSIDE,
    REFUSED,
    IntegrationJob,
    RobotIntegrator,
    address,
)
from jounce.simulation.plant_dynamics import Dynamics
from jounce.trajectory.path import Path

FIRST = 1e-3
"""Length of the first attempted step [s]."""
NONE = np.empty(0)


class HeldTorque(NamedTuple):
    """Motor torque (m,) between two ticks of a controller, with lag of the current loop and torque ripple.

        (goal + gap e^(-speed (t - since))) (1 + sum over k of amplitude_k cos(turns_k theta))

    goal, gap (m,): torque that is approached, and torque at time `since` minus goal. The sum is over the harmonics k of a turn
    of the rotor; theta: motor positions on the link side.
    """

    goal: Array
    gap: Array
    speed: Array
    """Rate at which the gap decays (m,) [1/s]; 0 without lag, with a gap of zero."""
    since: float
    """Time at which the controller requested the torque [s]."""
    ripple: Array
    """Array (harmonics, 2, m): `turns_k` and `amplitude_k` of each motor."""
    steady: bool = False
    """True if the torque equals `goal` at all times, without lag and ripple."""

    def at(self, t: float, theta: Array) -> Array:
        """Return the torque (m,) at time t [s] with the motors at positions theta (m,)."""
        if self.steady:
            return self.goal
        torque: Array = self.goal + self.gap * np.exp(-self.speed * (t - self.since))
        if len(self.ripple):
            amplitude: Array = (self.ripple[:, 1] * np.cos(self.ripple[:, 0] * theta)).sum(axis=0)
            torque = torque * (1.0 + amplitude)
        return torque


class Integration(Protocol):
    """Integration of the state y of `Dynamics`, advanced from one instant to the next."""

    y: Array
    """Current state (size,), with the entries that `Dynamics` defines."""

    def under(self, torque: HeldTorque | ChebyshevSignal) -> None:
        """Set the motor input from the current time on: a held torque, or a signal of torques or of prescribed motor motion."""

    def advance(self, until: float, times: Array = NONE) -> Array:
        """Integrate until a time [s]; return the states (T, size) at increasing times (T,) after the current time."""


def integration(
    dynamics: Dynamics, t: float, y: Array, last: float, tolerance: float, longest: float, progress: Callable[[float], None]
) -> Integration:
    """Return an integration that starts from state y at time t [s], in compiled code if possible, else in Python.

    last: end of the time span [s]; longest: longest step [s]; progress: function that is called with the time reached [s].
    """
    outside = dynamics.outside
    wrenches: Any = outside.wrench
    links = in_order(dynamics.robot, wrenches)
    places = tuple(locate(dynamics.robot, link) for link in links)
    integrator = native_integrator.integrator_kernel(dynamics.robot, places, outside.stiffness is not None, dynamics.driven)
    if integrator is not None:
        return NativeIntegration(integrator, dynamics, links, t, y, last, tolerance, longest, progress)
    return PythonIntegration(dynamics, t, y, tolerance, longest, progress)


class PythonIntegration:
    """Integration of `Dynamics.rate` by SciPy's DOP853."""

    def __init__(
        self, dynamics: Dynamics, t: float, y: Array, tolerance: float, longest: float, progress: Callable[[float], None]
    ) -> None:
        self.dynamics, self.t, self.y = dynamics, t, y
        self.tolerance, self.longest, self.progress = tolerance, longest, progress
        self.step = FIRST
        self.torque: Callable[[float, Array], Array] = lambda t, theta: np.zeros(dynamics.m)

    def under(self, torque: HeldTorque | ChebyshevSignal) -> None:
        """Set the motor input from the current time on: a held torque, or a signal of torques or of prescribed motor motion."""
        if torque is self.dynamics.signal:  # `Dynamics.rate` evaluates it
            return
        self.torque = torque.at if isinstance(torque, HeldTorque) else lambda t, theta: torque(t)

    def _rate(self, t: float, y: Array) -> Array:
        """Return dy/dt at time t [s] and state y; raise ConvergenceError if y is not finite."""
        if not np.isfinite(y).all():
            refuse_divergence(self.dynamics, t)
        return self.dynamics.rate(t, y, self.torque(t, self.dynamics.parts(y)[2]))

    def advance(self, until: float, times: Array = NONE) -> Array:
        """Integrate until a time [s]; return the states (T, size) at `times` (T,); see `Integration.advance`."""
        from scipy.integrate import DOP853

        out = np.empty((len(times), len(self.y)))
        if until <= self.t:
            return out
        tolerance, first = self.tolerance, min(self.step, self.longest, until - self.t)
        solver = DOP853(self._rate, self.t, self.y, until, self.longest, tolerance, tolerance, first_step=first)
        done = 0
        while solver.status == "running":
            solver.step()
            if solver.status == "failed" or not np.abs(solver.y[: self.dynamics.size]).max() < DIVERGED:
                refuse_divergence(self.dynamics, solver.t)
            reached = int(np.searchsorted(times, solver.t, side="right"))
            if reached > done:
                out[done:reached] = solver.dense_output()(times[done:reached]).T
                done = reached
            self.progress(solver.t)
        self.step = max(self.step, solver.h_abs) if solver.t_old == self.t else solver.h_abs
        self.t, self.y = until, solver.y
        return out


class NativeIntegration:
    """Integration by compiled code: integrate.c together with the equations of motion of one robot."""

    def __init__(
        self,
        integrator: RobotIntegrator,
        dynamics: Dynamics,
        links: tuple[str | int, ...],
        t: float,
        y: Array,
        last: float,
        tolerance: float,
        longest: float,
        progress: Callable[[float], None],
    ) -> None:
        self.dynamics, self.progress = dynamics, progress
        self.function, self.y, self.values = integrator.kernel.function, np.array(y), integrator.values
        self.torque = np.zeros((3, dynamics.m))
        self.referenced: object = None  # arrays whose addresses C has
        nq, n = dynamics.robot.nq, dynamics.n
        self.seen, self.inputs = np.zeros(1 + nq + n), np.zeros(integrator.kernel.input_size)
        self.error: BaseException | None = None
        self._prepare(links, t, last)
        self.job = IntegrationJob(t, FIRST, t, tolerance, longest, address(self.y), address(self.torque))
        if self.time_signal is not None or self.functions:
            self.job.outside = OUTSIDE(self._outside)
        self.job.seen, self.job.inputs = address(self.seen), address(self.inputs)
        self.job.values = address(self.values)
        self.job.most = native_integrator.STEPS
        self.reference = ctypes.byref(self.job)

    def _prepare(self, links: tuple[str | int, ...], first: float, last: float) -> None:
        """Assign the external inputs to inputs of the kernel (dK/dt, wrenches, K); merge all paths into one signal of time.

        first, last: begin and end of the signal [s].
        """
        outside, m = self.dynamics.outside, self.dynamics.m
        at = 0 if outside.stiffness is None else m
        places = {link: slice(at + 6 * k, at + 6 * k + 6) for k, link in enumerate(links)}
        self.functions = [(link, places[link]) for link in links if not isinstance(outside.wrench[link], Path)]
        paths = [(path, places[link]) for link in links if isinstance(path := outside.wrench[link], Path)]
        self.timed_inputs = [i for _, where in paths for i in range(where.start, where.stop)]
        if outside.stiffness is not None:
            self.timed_inputs += [*range(m), *range(len(self.inputs) - m, len(self.inputs))]
        breaks = {x for path in outside.paths for x in (path.start_time, path.end_time, *path.kinks) if first < x < last}

        def timed_values(t: Array) -> Array:
            """Return the values (T, k) at times t (T,) of the k scalar external inputs that are paths."""
            values = [path(t)[0] for path, _ in paths]
            if outside.stiffness is not None:
                values += [
                    outside.stiffening(t),
                    np.nan_to_num(outside.stiffness(t)[0], nan=1.0),
                ]  # nan: the robot's own spring, not read
            return np.concatenate(values, axis=-1)

        self.time_signal = ChebyshevSignal(timed_values, [first, *sorted(breaks), last]) if self.timed_inputs else None

    def under(self, torque: HeldTorque | ChebyshevSignal) -> None:
        """Set the motor input from the current time on: a held torque, or a signal of torques or of prescribed motor motion."""
        job = self.job
        if isinstance(torque, HeldTorque):
            self.torque[0] = torque.goal
            if not torque.steady:
                self.torque[1], self.torque[2] = torque.gap, torque.speed
            if torque.ripple is not self.referenced:
                self.referenced = torque.ripple
                job.ripple, job.ripples = address(torque.ripple), len(torque.ripple)
            job.since, job.signals = torque.since, 0
            return
        begins, pieces = np.append(torque.begins, torque.ends[-1]), np.array(torque.coefficients)
        self.referenced = begins, pieces
        job.begins, job.pieces = address(begins), address(pieces)
        job.signals, job.piece, job.ripples = len(pieces), 0, 0

    def _outside(self) -> int:
        """Compute the external inputs at (t, q, qd) in `seen`; called by C. Return 1 after an error (stored), else 0."""
        try:
            outside, nq = self.dynamics.outside, self.dynamics.robot.nq
            t = float(self.seen[0])
            if self.time_signal is not None:
                self.inputs[self.timed_inputs] = self.time_signal(t)
            for link, where in self.functions:
                self.inputs[where] = outside.push(link, t, self.seen[1 : 1 + nq], self.seen[1 + nq :])
        except BaseException as error:  # also KeyboardInterrupt: raised again when C has returned
            self.error = error
            return 1
        return 0

    def advance(self, until: float, times: Array = NONE) -> Array:
        """Integrate until a time [s]; return the states (T, size) at `times` (T,); see `Integration.advance`."""
        job, count = self.job, len(times)
        out = np.empty((count, len(self.y)))
        job.until, job.count, job.done = until, count, 0
        if count:
            times = np.ascontiguousarray(times, dtype=np.float64)
            job.times, job.states = times.ctypes.data, out.ctypes.data
        status = self.function(self.reference)
        while status != FINISHED:
            if status == MORE:
                self.progress(job.t)
            elif status == DOUBTFUL:
                self.dynamics.rate(job.t, self.y, self.torque[0])
                job.trusting = 1  # the full check in `rate` raised nothing: pivots are no longer checked
            elif status == REFUSED:
                assert self.error is not None
                raise self.error
            else:
                refuse_divergence(self.dynamics, job.t)
            status = self.function(self.reference)
        self.dynamics.evaluations = job.evaluations
        return out


def refuse_divergence(dynamics: Dynamics, t: float) -> None:
    """Raise a ConvergenceError, which states that the simulated state has diverged at time t [s]."""
    raise ConvergenceError(
        f"the simulation of robot {dynamics.robot.name!r} runs away at t = {t:.6g} s: the closed loop is unstable, or the "
        "torque does not fit the robot."
    )
