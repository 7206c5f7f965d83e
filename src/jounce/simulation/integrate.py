"""Motion from an instant to a later one: Dormand-Prince 8(5,3) with steps that follow their error, compiled where it can be.

Both ways have the same method and tolerance. The plain one evaluates the equations of motion by `Dynamics.rate`, whose text is
not that of the compiled one: each is a witness of the other.
"""

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np

from jounce.errors import ConvergenceError
from jounce.functions.arguments import in_order
from jounce.numbers.packing import Array
from jounce.plant.plant import locate
from jounce.simulation import native_integrator
from jounce.simulation.chebyshev_signal import Signal
from jounce.simulation.machine import Dynamics
from jounce.simulation.native_integrator import (
    DIVERGED,
    DOUBTFUL,
    FINISHED,
    MORE,
    OUTSIDE,
    REFUSED,
    IntegrationJob,
    IntegratorKernel,
    address,
)
from jounce.trajectory.path import Path

FIRST = 1e-3
"""Step that is tried first [s]."""
NONE = np.empty(0)


class HeldTorque(NamedTuple):
    """Motor torque between two ticks: (goal + gap e^(-speed (t - since))) (1 + sum of share cos(turns theta)), (m,) each."""

    goal: Array
    gap: Array
    speed: Array
    """[1/s]."""
    since: float
    """[s]."""
    ripple: Array
    """(harmonics, 2, m): turns and share."""
    steady: bool = False
    """Whether it is the goal all the time."""

    def at(self, t: float, theta: Array) -> Array:
        """Torque (m,) at a time, motors at theta."""
        if self.steady:
            return self.goal
        found: Array = self.goal + self.gap * np.exp(-self.speed * (t - self.since))
        if len(self.ripple):
            share: Array = (self.ripple[:, 1] * np.cos(self.ripple[:, 0] * theta)).sum(axis=0)
            found = found * (1.0 + share)
        return found


class Integration(Protocol):
    """A motion on its way."""

    y: Array
    """State now."""

    def under(self, torque: HeldTorque | Signal) -> None:
        """What the motors do from now on: torque, or the motion that is prescribed."""

    def advance(self, until: float, times: Array = NONE) -> Array:
        """On to a time; states (T, size) at rising times on the way, later than now."""


def integration(
    dynamics: Dynamics, t: float, y: Array, last: float, tolerance: float, longest: float, progress: Callable[[float], None]
) -> Integration:
    """From state y at t until a last time. progress: called with the time, now and then."""
    outside = dynamics.outside
    pushes: Any = outside.wrench
    links = in_order(dynamics.robot, pushes)
    places = tuple(locate(dynamics.robot, link) for link in links)
    compiled = native_integrator.integrator_kernel(dynamics.robot, places, outside.stiffness is not None, dynamics.driven)
    if compiled is not None:
        return NativeIntegration(compiled, dynamics, links, t, y, last, tolerance, longest, progress)
    return PythonIntegration(dynamics, t, y, tolerance, longest, progress)


class PythonIntegration:
    """By SciPy's DOP853 around `Dynamics.rate`."""

    def __init__(
        self, dynamics: Dynamics, t: float, y: Array, tolerance: float, longest: float, progress: Callable[[float], None]
    ) -> None:
        self.dynamics, self.t, self.y = dynamics, t, y
        self.tolerance, self.longest, self.progress = tolerance, longest, progress
        self.step = FIRST
        self.torque: Callable[[float, Array], Array] = lambda t, theta: np.zeros(dynamics.m)

    def under(self, torque: HeldTorque | Signal) -> None:
        """See `Integration`."""
        if torque is self.dynamics.signal:  # `Dynamics.rate` knows it
            return
        self.torque = torque.at if isinstance(torque, HeldTorque) else lambda t, theta: torque(t)

    def _rate(self, t: float, y: Array) -> Array:
        if not np.isfinite(y).all():
            refuse_divergence(self.dynamics, t)
        return self.dynamics.rate(t, y, self.torque(t, self.dynamics.parts(y)[2]))

    def advance(self, until: float, times: Array = NONE) -> Array:
        """See `Integration`."""
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
    """By integrate.c."""

    def __init__(
        self,
        machine: IntegratorKernel,
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
        self.function, self.y = machine.function, np.array(y)
        self.torque = np.zeros((3, dynamics.m))
        self.kept: object = None  # arrays whose addresses C has
        nq, n = dynamics.robot.nq, dynamics.n
        self.seen, self.given = np.zeros(1 + nq + n), np.zeros(machine.given)
        self.error: BaseException | None = None
        self._prepare(links, t, last)
        self.job = IntegrationJob(t, FIRST, t, tolerance, longest, address(self.y), address(self.torque))
        if self.known is not None or self.functions:
            self.job.outside = OUTSIDE(self._outside)
        self.job.seen, self.job.given = address(self.seen), address(self.given)
        self.job.most = native_integrator.STEPS
        self.reference = ctypes.byref(self.job)

    def _prepare(self, links: tuple[str | int, ...], first: float, last: float) -> None:
        """What acts, in the order of the machine's inputs: rates of stiffness, wrenches, stiffness. What is a path is known for
        all times from now on."""
        outside, m = self.dynamics.outside, self.dynamics.m
        at = 0 if outside.stiffness is None else m
        places = {link: slice(at + 6 * k, at + 6 * k + 6) for k, link in enumerate(links)}
        self.functions = [(link, places[link]) for link in links if not isinstance(outside.wrench[link], Path)]
        paths = [(path, places[link]) for link in links if isinstance(path := outside.wrench[link], Path)]
        self.timed = [i for _, where in paths for i in range(where.start, where.stop)]
        if outside.stiffness is not None:
            self.timed += [*range(m), *range(len(self.given) - m, len(self.given))]
        breaks = {x for path in outside.paths for x in (path.start_time, path.end_time, *path.kinks) if first < x < last}

        def now(t: Array) -> Array:
            parts = [path(t)[0] for path, _ in paths]
            if outside.stiffness is not None:
                parts += [outside.stiffening(t), np.nan_to_num(outside.stiffness(t)[0], nan=1.0)]  # nan: not read
            return np.concatenate(parts, axis=-1)

        self.known = Signal(now, [first, *sorted(breaks), last]) if self.timed else None

    def under(self, torque: HeldTorque | Signal) -> None:
        """See `Integration`."""
        job = self.job
        if isinstance(torque, HeldTorque):
            self.torque[0] = torque.goal
            if not torque.steady:
                self.torque[1], self.torque[2] = torque.gap, torque.speed
            if torque.ripple is not self.kept:
                self.kept = torque.ripple
                job.ripple, job.ripples = address(torque.ripple), len(torque.ripple)
            job.since, job.signals = torque.since, 0
            return
        begins, pieces = np.append(torque.begins, torque.ends[-1]), np.array(torque.coefficients)
        self.kept = begins, pieces
        job.begins, job.pieces = address(begins), address(pieces)
        job.signals, job.piece, job.ripples = len(pieces), 0, 0

    def _outside(self) -> int:
        """Called by C: what acts, for time and state in `seen`; 1 after an error, which is kept."""
        try:
            outside, nq = self.dynamics.outside, self.dynamics.robot.nq
            t = float(self.seen[0])
            if self.known is not None:
                self.given[self.timed] = self.known(t)
            for link, where in self.functions:
                self.given[where] = outside.push(link, t, self.seen[1 : 1 + nq], self.seen[1 + nq :])
        except BaseException as error:  # also Ctrl-C: it is raised again when C has returned
            self.error = error
            return 1
        return 0

    def advance(self, until: float, times: Array = NONE) -> Array:
        """See `Integration`."""
        job, count = self.job, len(times)
        out = np.empty((count, len(self.y)))
        job.until, job.count, job.done = until, count, 0
        if count:
            times = np.ascontiguousarray(times, dtype=np.float64)
            job.times, job.states = times.ctypes.data, out.ctypes.data
        found = self.function(self.reference)
        while found != FINISHED:
            if found == MORE:
                self.progress(job.t)
            elif found == DOUBTFUL:
                self.dynamics.rate(job.t, self.y, self.torque[0])
                job.trusting = 1  # whoever knows more than pivots finds nothing wrong here
            elif found == REFUSED:
                assert self.error is not None
                raise self.error
            else:
                refuse_divergence(self.dynamics, job.t)
            found = self.function(self.reference)
        self.dynamics.evaluations = job.evaluations
        return out


def refuse_divergence(dynamics: Dynamics, t: float) -> None:
    """Raise: the motion has left all bounds."""
    raise ConvergenceError(
        f"the simulation of robot {dynamics.robot.name!r} runs away at t = {t:.6g} s: the closed loop is unstable, or the "
        "torque does not fit the robot."
    )
