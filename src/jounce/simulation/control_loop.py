"""Sampled control loop: at each tick a controller reads measurements and requests a torque, held until the next tick."""

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.control.protocol import Controller, Reference
from jounce.errors import ConvergenceError, InputError
from jounce.inverse.plan import Plan
from jounce.inverse.sampling import select_samples
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.simulation.actuator import ActuatedMotors
from jounce.simulation.integrate import HeldTorque, Integration
from jounce.simulation.plant_dynamics import Dynamics
from jounce.simulation.record import Measurements, State
from jounce.simulation.sensors import Readout

CHUNK = 4096
"""Number of ticks for which the plan is evaluated at once, so that memory does not grow with the length of a run."""
SHOWN = 64
"""Number of ticks between two reports of progress."""
SAME = 1e-12
"""Time difference below which two times count as equal [s]."""


@dataclass
class ControlLoop:
    """Control loop of a simulation: a controller follows a plan on a plant, through sensors and actuators.

    Without a controller the planned torque is requested at each tick.
    """

    dynamics: Dynamics
    plan: Plan
    controller: Controller | None
    rate: float
    """Rate of the ticks [Hz]."""
    late: Callable[[int], Array]
    """Function that draws random delays (count,) [s] of `count` ticks (jitter); the controller does not know the delays."""
    motors: ActuatedMotors
    readout: Readout | None

    def run(self, motion: Integration, progress: Callable[[float], None]) -> tuple[Array, Array, Measurements | None]:
        """Return states (T, size), acting torques (T, m) and sensor readings (None without sensors) at the times of the plan.

        motion: integration of the plant; progress: function that is called with the time reached [s].
        """
        t, first, last = self.plan.t, float(self.plan.t[0]), float(self.plan.t[-1])
        count = math.floor((last - first) * self.rate + 1e-9) + 1
        clock = first + np.arange(count) / self.rate
        ticks = np.minimum(clock + self.late(count), last)
        ticks[0] = first
        ends = np.append(ticks[1:], last)
        until = np.append(np.searchsorted(t, ticks[1:] - SAME), len(t))  # times of the plan before each end
        delayed = DelayedStates(self.dynamics, () if self.readout is None else self.readout.sensors.delays, ticks, ends)
        states, torques = np.empty((len(t), len(motion.y))), np.empty((len(t), self.dynamics.m))
        record = None if self.readout is None else self.readout.record(len(t))
        acting, done, now = self.motors.acting, 0, None
        for k in range(count):
            begin, end = float(ticks[k]), float(ends[k])
            if k % CHUNK == 0:
                planned = self.plan.at(clock[k : k + CHUNK])
            i = k % CHUNK
            requested = planned.tau_m[i]
            if self.readout is not None or self.controller is not None:
                y = motion.y.copy()
                now = self.dynamics.measured(begin, y, acting.at(begin, self.dynamics.parts(y)[2]))
                reading: Any = now if self.readout is None else self.readout.read(delayed.states(now))
            if self.controller is not None:
                reference = Reference(float(clock[k]), select_samples(planned.q, i), planned.theta[:, i], requested)
                requested = _asked(self.dynamics.robot, float(clock[k]), self.controller(reference, reading))
            acting = self.motors.ask(begin, requested)
            motion.under(acting)
            outputs, done = slice(done, int(until[k])), int(until[k])
            at_tick = done == outputs.start or (done == outputs.start + 1 and t[outputs.start] <= begin + SAME)
            if at_tick and delayed.only_now(k, begin, now):  # the common case: nothing is sampled between ticks
                if done > outputs.start:
                    states[outputs.start], torques[outputs.start] = motion.y, acting.at(begin, self.dynamics.parts(motion.y)[2])
                motion.advance(end)
            else:
                times = delayed.times(k, t[outputs])
                reached = _advanced(motion, begin, end, times)
                delayed.keep(times, reached, acting)
                states[outputs] = reached if len(times) == done - outputs.start else reached[np.searchsorted(times, t[outputs])]
                for j in range(outputs.start, outputs.stop):
                    torques[j] = acting.at(float(t[j]), self.dynamics.parts(states[j])[2])
            if record is not None and outputs.start < done:
                record.put(outputs, reading)
            if k % SHOWN == 0:
                progress(end)
        return states, torques, None if record is None else record.measurements(t)


def _advanced(motion: Integration, begin: float, end: float, times: Array) -> Array:
    """Integrate from `begin` until `end` [s]; return the states (T, size) at times (T,), which may include `begin`."""
    first = int(np.searchsorted(times, begin + SAME, side="right"))
    out = np.empty((len(times), len(motion.y)))
    out[:first] = motion.y
    out[first:] = motion.advance(end, times[first:])
    return out


class DelayedStates:
    """Queues of past states, one for each distinct delay of the sensors, filled from tick to tick."""

    def __init__(self, dynamics: Dynamics, delays: tuple[float, ...], begins: Array, ends: Array) -> None:
        self.dynamics, self.delays = dynamics, [x for x in delays if x > SAME]
        self.young = [x for x in delays if x <= SAME]
        self.instants = [np.maximum(begins - delay, begins[0]) for delay in self.delays]
        self.until = [np.searchsorted(instants, ends - SAME) for instants in self.instants]
        self.done = [1] * len(self.delays)
        self.waiting: list[deque[State]] = [deque() for _ in self.delays]
        self.new: list[Array] = []

    def states(self, now: State) -> dict[float, State]:
        """Return {delay [s]: state that sensors with this delay read at the present tick}: the oldest queued, else `now`."""
        by_delay = dict.fromkeys(self.young, now)
        for delay, queue in zip(self.delays, self.waiting):
            by_delay[delay] = queue.popleft() if queue else now
        return by_delay

    def only_now(self, k: int, begin: float, now: State | None) -> bool:
        """Return True if delayed sensors need no state between tick k and the next tick (exact).

        If True, the state `now` at tick k (None: no state) has been queued for all sensors that read this state later. begin:
        time of tick k [s].
        """
        counts = [int(until[k]) - done for until, done in zip(self.until, self.done)]
        for instants, until, count in zip(self.instants, self.until, counts):
            if count > 0 and instants[until[k] - 1] > begin + SAME:
                return False
        for i, count in enumerate(counts):
            if count > 0 and now is not None:
                self.waiting[i].extend([now] * count)
                self.done[i] += count
        return True

    def times(self, k: int, requested: Array) -> Array:
        """Return the distinct instants [s] between tick k and the next tick at which outputs or delayed sensors need a state.

        requested: output times [s] in this interval.
        """
        if not self.delays:
            return requested
        self.new = []
        for i, instants in enumerate(self.instants):
            reached = max(int(self.until[i][k]), self.done[i])
            self.new.append(instants[self.done[i] : reached])
            self.done[i] = reached
        return np.unique(np.concatenate([requested, *self.new]))

    def keep(self, times: Array, states: Array, torque: HeldTorque) -> None:
        """Queue the states that delayed sensors read later, out of states (T, size) at times (T,) [s].

        torque: motor torque that acts in this interval.
        """
        if not self.delays:
            return
        for queue, instants in zip(self.waiting, self.new):
            for t, y in zip(instants.tolist(), states[np.searchsorted(times, instants)]):
                queue.append(self.dynamics.measured(t, y, torque.at(t, self.dynamics.parts(y)[2])))


def _asked(robot: Robot, t: float, answer: Any) -> Array:
    """Return the controller's answer at t [s] as torque (m,); InputError for another shape, ConvergenceError if not finite."""
    try:
        torque = np.asarray(answer, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        torque = np.zeros(0)
    if torque.shape != (robot.m,):
        raise InputError(f"the controller gave torque {answer!r} at t = {t:.6g} s; expected {robot.m} numbers.")
    if not math.isfinite(float(torque.sum())) and not np.isfinite(torque).all():
        raise ConvergenceError(f"the controller gave torque {torque} at t = {t:.6g} s; expected finite numbers.")
    return torque
