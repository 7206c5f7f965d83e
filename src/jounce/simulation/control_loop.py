"""A controller at its rate: what is measured goes in, torque comes out and is held until the next tick."""

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.control.protocol import Controller, Reference
from jounce.errors import ConvergenceError, InputError
from jounce.inverse.motion import at_instants
from jounce.inverse.plan import Plan
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.simulation.actuator import ActuatedMotors
from jounce.simulation.integrate import HeldTorque, Integration
from jounce.simulation.machine import Dynamics
from jounce.simulation.record import Measurements, State
from jounce.simulation.sensors import Readout

CHUNK = 4096
"""Ticks of which the plan is evaluated at once: a long run needs no more memory than a short one."""
SHOWN = 64
"""Ticks between two notes of progress."""
SAME = 1e-12
"""Times nearer to each other than this are one [s]."""


@dataclass
class ControlLoop:
    """A plan, a controller that follows it (none: the plan's torque), and what lies between it and the robot."""

    dynamics: Dynamics
    plan: Plan
    controller: Controller | None
    rate: float
    """[Hz]."""
    late: Callable[[int], Array]
    """How much later than by the clock so many ticks come [s]; the controller does not know."""
    motors: ActuatedMotors
    readout: Readout | None

    def run(self, motion: Integration, progress: Callable[[float], None]) -> tuple[Array, Array, Measurements | None]:
        """At the times of the plan: states, torques that act, and what was read last."""
        t, first, last = self.plan.t, float(self.plan.t[0]), float(self.plan.t[-1])
        count = math.floor((last - first) * self.rate + 1e-9) + 1
        clock = first + np.arange(count) / self.rate
        begins = np.minimum(clock + self.late(count), last)
        begins[0] = first
        ends = np.append(begins[1:], last)
        until = np.append(np.searchsorted(t, begins[1:] - SAME), len(t))  # times of the plan before each end
        old = DelayedStates(self.dynamics, () if self.readout is None else self.readout.sensors.delays, begins, ends)
        states, torques = np.empty((len(t), len(motion.y))), np.empty((len(t), self.dynamics.m))
        kept = None if self.readout is None else self.readout.record(len(t))
        torque, done, now = self.motors.held, 0, None
        for k in range(count):
            begin, end = float(begins[k]), float(ends[k])
            if k % CHUNK == 0:
                wanted = self.plan.at(clock[k : k + CHUNK])
            i = k % CHUNK
            asked = wanted.tau_m[i]
            if self.readout is not None or self.controller is not None:
                y = motion.y.copy()
                now = self.dynamics.measured(begin, y, torque.at(begin, self.dynamics.parts(y)[2]))
                reading: Any = now if self.readout is None else self.readout.read(old.states(now))
            if self.controller is not None:
                reference = Reference(float(clock[k]), at_instants(wanted.q, i), wanted.theta[:, i], asked)
                asked = _asked(self.dynamics.robot, float(clock[k]), self.controller(reference, reading))
            torque = self.motors.ask(begin, asked)
            motion.under(torque)
            mine, done = slice(done, int(until[k])), int(until[k])
            here = done == mine.start or (done == mine.start + 1 and t[mine.start] <= begin + SAME)
            if here and old.only_now(k, begin, now):  # the common case: nothing is looked at between ticks
                if done > mine.start:
                    states[mine.start], torques[mine.start] = motion.y, torque.at(begin, self.dynamics.parts(motion.y)[2])
                motion.advance(end)
            else:
                times = old.times(k, t[mine])
                found = _advanced(motion, begin, end, times)
                old.keep(times, found, torque)
                states[mine] = found if len(times) == done - mine.start else found[np.searchsorted(times, t[mine])]
                for j in range(mine.start, mine.stop):
                    torques[j] = torque.at(float(t[j]), self.dynamics.parts(states[j])[2])
            if kept is not None and mine.start < done:
                kept.put(mine, reading)
            if k % SHOWN == 0:
                progress(end)
        return states, torques, None if kept is None else kept.measurements(t)


def _advanced(motion: Integration, begin: float, end: float, times: Array) -> Array:
    """On to the end; states (T, size) at times from the beginning on."""
    here = int(np.searchsorted(times, begin + SAME, side="right"))
    out = np.empty((len(times), len(motion.y)))
    out[:here] = motion.y
    out[here:] = motion.advance(end, times[here:])
    return out


class DelayedStates:
    """States as they were some time ago, for sensors that are late."""

    def __init__(self, dynamics: Dynamics, delays: tuple[float, ...], begins: Array, ends: Array) -> None:
        self.dynamics, self.delays = dynamics, [x for x in delays if x > SAME]
        self.young = [x for x in delays if x <= SAME]
        self.instants = [np.maximum(begins - delay, begins[0]) for delay in self.delays]
        self.until = [np.searchsorted(instants, ends - SAME) for instants in self.instants]
        self.done = [1] * len(self.delays)
        self.waiting: list[deque[State]] = [deque() for _ in self.delays]
        self.new: list[Array] = []

    def states(self, now: State) -> dict[float, State]:
        """By age, for the next tick. What is younger than the last instant looked at is as now."""
        found = dict.fromkeys(self.young, now)
        for delay, waiting in zip(self.delays, self.waiting):
            found[delay] = waiting.popleft() if waiting else now
        return found

    def only_now(self, k: int, begin: float, now: State | None) -> bool:
        """Whether late sensors look at the robot at tick k and not until the next one; that is kept then."""
        counts = [int(until[k]) - done for until, done in zip(self.until, self.done)]
        for instants, until, count in zip(self.instants, self.until, counts):
            if count > 0 and instants[until[k] - 1] > begin + SAME:
                return False
        for i, count in enumerate(counts):
            if count > 0 and now is not None:
                self.waiting[i].extend([now] * count)
                self.done[i] += count
        return True

    def times(self, k: int, wanted: Array) -> Array:
        """All that are looked at from tick k until the next one, each once: these, and those of late sensors."""
        if not self.delays:
            return wanted
        self.new = []
        for i, instants in enumerate(self.instants):
            reached = max(int(self.until[i][k]), self.done[i])
            self.new.append(instants[self.done[i] : reached])
            self.done[i] = reached
        return np.unique(np.concatenate([wanted, *self.new]))

    def keep(self, times: Array, states: Array, torque: HeldTorque) -> None:
        """What is needed of them later."""
        if not self.delays:
            return
        for waiting, new in zip(self.waiting, self.new):
            for t, y in zip(new.tolist(), states[np.searchsorted(times, new)]):
                waiting.append(self.dynamics.measured(t, y, torque.at(t, self.dynamics.parts(y)[2])))


def _asked(robot: Robot, t: float, given: Any) -> Array:
    """What a controller answered, checked."""
    try:
        torque = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        torque = np.zeros(0)
    if torque.shape != (robot.m,):
        raise InputError(f"the controller gave torque {given!r} at t = {t:.6g} s; expected {robot.m} numbers.")
    if not math.isfinite(float(torque.sum())) and not np.isfinite(torque).all():
        raise ConvergenceError(f"the controller gave torque {torque} at t = {t:.6g} s; expected finite numbers.")
    return torque
