"""What a drive measures of a robot, and what a controller gets to see of it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.robot.values import short
from jounce.simulation.record import Measurements, State

CHANNELS = ("theta", "q", "tau_j", "tau_m")
"""What can be measured."""
RATES = {"theta": "thetad", "q": "qd", "tau_j": "tau_jd"}
"""What a drive makes of it by differences."""


@by_value
@dataclass(frozen=True)
class Sensor:
    """One kind of sensor at all joints: reading = rounded to `resolution` (value at t - delay + noise)."""

    resolution: Any = 0.0
    """Between two values that it can tell apart, one number or one for each [rad or m, Nm or N]; 0: all."""
    noise: Any = 0.0
    """Standard deviation of normal noise, drawn anew for each reading [rad or m, Nm or N]."""
    delay: float = 0.0
    """Age of what is read [s]."""

    def __post_init__(self) -> None:
        for name in ("resolution", "noise", "delay"):
            try:
                found = np.asarray(getattr(self, name), dtype=np.float64)
            except (TypeError, ValueError, OverflowError):
                found = np.array(np.nan)
            if found.ndim > (name != "delay") or not (np.isfinite(found).all() and (found >= 0.0).all()):
                what = "one number" if name == "delay" else "one number, or one for each joint,"
                raise InputError(f"Sensor, {name}: expected {what} from 0, got {short(getattr(self, name))}.")
            object.__setattr__(self, name, float(found) if found.ndim == 0 else found)

    @classmethod
    def encoder(cls, bits: float, noise: Any = 0.0, delay: float = 0.0) -> "Sensor":
        """2^bits steps in a turn behind the gear: an encoder of b bits at the shaft of a gear 1:r has b + log2(r) of them."""
        if isinstance(bits, bool) or not isinstance(bits, (int, float)) or not 1 <= bits <= 64:
            raise InputError(f"Sensor.encoder, bits: expected a number from 1 to 64, got {short(bits)}.")
        return cls(2.0 * np.pi / 2.0**bits, noise, delay)


@by_value
@dataclass(frozen=True)
class Sensors:
    """What is measured, and how well; None is not measured. Speeds are differences of readings, filtered if that is stated.

        thetad += (1 - e^(-bandwidth / rate)) ((theta - theta of the last tick) rate - thetad)

    So are those of links and the rate of joint torque. A controller that reads what nothing measures gets an error that says so.
    """

    theta: Sensor | None = Sensor()
    """Motor positions behind the gear."""
    q: Sensor | None = None
    """Link positions."""
    tau_j: Sensor | None = None
    """Joint torque."""
    tau_m: Sensor | None = Sensor()
    """Motor torque, from currents."""
    bandwidth: float = np.inf
    """Of the filter of first order behind the differences [rad/s]; inf: there is none."""

    def __post_init__(self) -> None:
        for name in CHANNELS:
            given = getattr(self, name)
            if given is not None and not isinstance(given, Sensor):
                raise InputError(
                    f"Sensors, {name}: expected jn.Sensor(...), or None where it is not measured, got {short(given)}."
                )
        if not any(getattr(self, name) is not None for name in CHANNELS):
            raise InputError(f"Sensors: expected one of {', '.join(CHANNELS)} at least.")
        bandwidth = self.bandwidth
        if isinstance(bandwidth, bool) or not isinstance(bandwidth, (int, float)) or not bandwidth > 0.0:
            raise InputError(f"Sensors, bandwidth [rad/s]: expected a number above 0, got {short(bandwidth)}.")

    @property
    def measured(self) -> tuple[str, ...]:
        """Names of what is measured."""
        return tuple(name for name in CHANNELS if getattr(self, name) is not None)

    @property
    def delays(self) -> tuple[float, ...]:
        """All that there are, each once [s]."""
        return tuple(sorted({getattr(self, name).delay for name in self.measured}))


class Reading:
    """A `jounce.control.Measured` that has what is measured, and nothing else."""

    def __init__(self, values: dict[str, Array]) -> None:
        self.__dict__.update(values)

    def __getattr__(self, name: str) -> Array:
        if name in State._fields:
            channel = next((x for x, rate in RATES.items() if rate == name), name)
            raise InputError(
                f"the controller reads {name}, which nothing measures: sensors= has {', '.join(self.__dict__)}. Add "
                f"jn.Sensors({channel}=jn.Sensor(...)), or take a controller that does without."
            )
        raise AttributeError(name)


class Readout:
    """Sensors at work: what they read at one tick after the other."""

    def __init__(self, sensors: Sensors, robot: Robot, rate: float, random: np.random.Generator) -> None:
        if robot.nq != robot.n:
            raise InputError(
                f"sensors: robot {robot.name!r} has joints of several freedoms, whose positions no encoder reads. Simulate it "
                "without sensors, and let the controller add what its sensors do."
            )
        self.sensors, self.rate, self.random = sensors, rate, random
        self.share = -np.expm1(-sensors.bandwidth / rate)
        self.last: dict[str, Array] = {}
        self.speed: dict[str, Array] = {}
        self.steps = {name: _steps(getattr(sensors, name)) for name in sensors.measured}
        self.noisy = {name: bool(np.any(getattr(sensors, name).noise)) for name in sensors.measured}
        sizes = {"theta": robot.m, "q": robot.n, "tau_j": robot.n, "tau_m": robot.m}
        for name in sensors.measured:
            for what in ("resolution", "noise"):
                size = np.size(getattr(getattr(sensors, name), what))
                if size not in (1, sizes[name]):
                    raise InputError(f"sensors, {name}: {what} has {size} numbers, but robot {robot.name!r} has {sizes[name]}.")

    def read(self, states: dict[float, State]) -> Reading:
        """A tick. states: by age."""
        found: dict[str, Array] = {}
        for name in self.sensors.measured:
            sensor: Sensor = getattr(self.sensors, name)
            state = states[sensor.delay]
            value = getattr(state, name)
            if self.noisy[name]:
                value = value + sensor.noise * self.random.standard_normal(len(value))
            if self.steps[name] is not None:
                step, rounds = self.steps[name]
                rounded = np.rint(value / step) * step
                value = rounded if rounds is True else np.where(rounds, rounded, value)
            found[name] = value
            if name in RATES:
                found[RATES[name]] = self._speed(name, value, getattr(state, RATES[name]))
        return Reading(found)

    def record(self, count: int) -> "ReadingRecord":
        """For readings at so many times."""
        return ReadingRecord(self.sensors.measured, count)

    def _speed(self, name: str, value: Array, true: Array) -> Array:
        """By difference to the last tick; at the first one what a drive that ran before would have."""
        if name not in self.last:
            self.speed[name] = np.array(true)
        else:
            self.speed[name] = self.speed[name] + self.share * ((value - self.last[name]) * self.rate - self.speed[name])
        self.last[name] = value
        return self.speed[name]


def _steps(sensor: Sensor) -> Any:
    """Its steps, and where it has some: True for everywhere; None where it has none."""
    given = np.asarray(sensor.resolution)
    if not given.any():
        return None
    return np.where(given, given, 1.0), True if given.all() else given > 0.0


class ReadingRecord:
    """Readings, one after the other."""

    def __init__(self, names: tuple[str, ...], count: int) -> None:
        self.names, self.count = names, count
        self.rows: dict[str, Array] = {}

    def put(self, where: slice, reading: Reading) -> None:
        """The same for these times."""
        for name in self.names:
            value = getattr(reading, name)
            self.rows.setdefault(name, np.empty((self.count, len(value))))[where] = value

    def measurements(self, t: Array) -> Measurements:
        """All of them."""
        return Measurements(t, *(self.rows.get(name) for name in Measurements._fields[1:]))
