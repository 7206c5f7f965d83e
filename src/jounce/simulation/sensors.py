"""Sensor models of a simulation: resolution, noise and delay of readings, and speeds from filtered differences of readings."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.robot.validation import short
from jounce.simulation.record import Measurements, State

CHANNELS = ("theta", "q", "tau_j", "tau_m")
"""Names of the quantities of a `State` that can be measured."""
RATES = {"theta": "thetad", "q": "qd", "tau_j": "tau_jd"}
"""{measured quantity: its rate, which is computed from differences of readings}."""


@by_value
@dataclass(frozen=True)
class Sensor:
    """Sensor model of one quantity at all joints: value at time t - delay plus noise, rounded to multiples of `resolution`."""

    resolution: ArrayLike = 0.0
    """Quantisation step, a scalar or one per joint or motor [rad or m, Nm or N]; 0 for no quantisation."""
    noise: ArrayLike = 0.0
    """Standard deviation of Gaussian noise, a scalar or one per joint or motor, independent for each reading [as resolution]."""
    delay: float = 0.0
    """Delay of the reading [s]: a reading at time t shows the value at t - delay."""

    def __post_init__(self) -> None:
        for name in ("resolution", "noise", "delay"):
            try:
                value = np.asarray(getattr(self, name), dtype=np.float64)
            except (TypeError, ValueError, OverflowError):
                value = np.array(np.nan)
            if value.ndim > (name != "delay") or not (np.isfinite(value).all() and (value >= 0.0).all()):
                what = "one number" if name == "delay" else "one number, or one for each joint,"
                raise InputError(f"Sensor, {name}: expected {what} from 0, got {short(getattr(self, name))}.")
            object.__setattr__(self, name, float(value) if value.ndim == 0 else value)

    @classmethod
    def encoder(cls, bits: float, noise: ArrayLike = 0.0, delay: float = 0.0) -> "Sensor":
        """Return the sensor model of an encoder with 2^bits steps per turn on the link side of the gear.

        Parameters
        ----------
        bits : float
            Resolution on the link side; an encoder of b bits on the motor shaft has b + log2(r) bits behind a gear of ratio r.
        noise, delay
            As in `Sensor`.

        Returns
        -------
        Sensor

        Raises
        ------
        InputError
            If the number of bits is not from 1 to 64.

        Examples
        --------
        >>> jn.simulation.Sensor.encoder(19).delay
        0.0
        """
        if isinstance(bits, bool) or not isinstance(bits, (int, float)) or not 1 <= bits <= 64:
            raise InputError(f"Sensor.encoder, bits: expected a number from 1 to 64, got {short(bits)}.")
        return cls(2.0 * np.pi / 2.0**bits, noise, delay)


@by_value
@dataclass(frozen=True)
class Sensors:
    """Sensors between a robot and its controller: one sensor for each measured channel, None for channels that are not measured.

    Speeds are differences of consecutive readings, low-pass filtered with `bandwidth` at the controller's rate:

        thetad += (1 - e^(-bandwidth / rate)) ((theta - theta of the last tick) rate - thetad)

    Link speeds and the rate of the joint torque are computed in the same way from q and tau_j. An InputError is raised if a
    controller reads a channel that is not measured.
    """

    theta: Sensor | None = Sensor()
    """Sensor of the motor positions on the link side of the gear."""
    q: Sensor | None = None
    """Sensor of the link positions."""
    tau_j: Sensor | None = None
    """Sensor of the joint torque."""
    tau_m: Sensor | None = Sensor()
    """Sensor of the motor torque, which a real drive computes from motor currents."""
    bandwidth: float = np.inf
    """Bandwidth of the first-order low-pass filter of the differences [rad/s]; inf for no filter."""

    def __post_init__(self) -> None:
        for name in CHANNELS:
            sensor = getattr(self, name)
            if sensor is not None and not isinstance(sensor, Sensor):
                raise InputError(
                    f"Sensors, {name}: expected jn.simulation.Sensor(...), or None where it is not measured, got {short(sensor)}."
                )
        if not any(getattr(self, name) is not None for name in CHANNELS):
            raise InputError(f"Sensors: expected one of {', '.join(CHANNELS)} at least.")
        bandwidth = self.bandwidth
        if isinstance(bandwidth, bool) or not isinstance(bandwidth, (int, float)) or not bandwidth > 0.0:
            raise InputError(f"Sensors, bandwidth [rad/s]: expected a number above 0, got {short(bandwidth)}.")

    @property
    def measured(self) -> tuple[str, ...]:
        """Return the names of the measured channels."""
        return tuple(name for name in CHANNELS if getattr(self, name) is not None)

    @property
    def delays(self) -> tuple[float, ...]:
        """Return the distinct delays of the sensors [s], in increasing order."""
        return tuple(sorted({getattr(self, name).delay for name in self.measured}))


class Reading:
    """Measured state at one tick, with the measured channels and their rates as attributes, as `jounce.control.Measured`."""

    def __init__(self, values: dict[str, Array]) -> None:
        self.__dict__.update(values)

    def __getattr__(self, name: str) -> Array:
        if name in State._fields:
            channel = next((x for x, rate in RATES.items() if rate == name), name)
            raise InputError(
                f"the controller reads {name}, which nothing measures: sensors= has {', '.join(self.__dict__)}. Add "
                f"jn.Sensors({channel}=jn.simulation.Sensor(...)), or take a controller that does without."
            )
        raise AttributeError(name)


class Readout:
    """Sensors of one simulation, with the last readings and filtered speeds, which each reading at a tick updates."""

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
            for field in ("resolution", "noise"):
                size = np.size(getattr(getattr(sensors, name), field))
                if size not in (1, sizes[name]):
                    raise InputError(f"sensors, {name}: {field} has {size} numbers, but robot {robot.name!r} has {sizes[name]}.")

    def read(self, states: dict[float, State]) -> Reading:
        """Return the sensor readings of a tick; states: {delay of a sensor [s]: true state that the sensor reads}."""
        values: dict[str, Array] = {}
        for name in self.sensors.measured:
            sensor: Sensor = getattr(self.sensors, name)
            state = states[sensor.delay]
            value = getattr(state, name)
            if self.noisy[name]:
                value = value + np.asarray(sensor.noise) * self.random.standard_normal(len(value))
            if self.steps[name] is not None:
                step, rounds = self.steps[name]
                rounded = np.rint(value / step) * step
                value = rounded if rounds is True else np.where(rounds, rounded, value)
            values[name] = value
            if name in RATES:
                values[RATES[name]] = self._speed(name, value, getattr(state, RATES[name]))
        return Reading(values)

    def record(self, count: int) -> "ReadingRecord":
        """Return an empty record for readings at `count` times."""
        return ReadingRecord(self.sensors.measured, count)

    def _speed(self, name: str, value: Array, true: Array) -> Array:
        """Return the filtered rate of a channel, from the difference of `value` to the last reading; at the first tick `true`."""
        if name not in self.last:
            self.speed[name] = np.array(true)
        else:
            self.speed[name] = self.speed[name] + self.share * ((value - self.last[name]) * self.rate - self.speed[name])
        self.last[name] = value
        return self.speed[name]


def _steps(sensor: Sensor) -> Any:
    """Return (quantisation steps, mask of the quantised entries or True for all entries); None without quantisation."""
    resolution = np.asarray(sensor.resolution)
    if not resolution.any():
        return None
    return np.where(resolution, resolution, 1.0), True if resolution.all() else resolution > 0.0


class ReadingRecord:
    """Record of the sensor readings at all output times of a run."""

    def __init__(self, names: tuple[str, ...], count: int) -> None:
        self.names, self.count = names, count
        self.rows: dict[str, Array] = {}

    def put(self, where: slice, reading: Reading) -> None:
        """Store one reading for all output times in the slice `where`."""
        for name in self.names:
            value = getattr(reading, name)
            self.rows.setdefault(name, np.empty((self.count, len(value))))[where] = value

    def measurements(self, t: Array) -> Measurements:
        """Return all recorded readings with their times t (T,)."""
        return Measurements(t, *(self.rows.get(name) for name in Measurements._fields[1:]))
