"""Recordings of a robot in motion, and their preparation for identification: filtering, decimation, removal of standstill."""

import os
from collections.abc import Sequence
from dataclasses import InitVar, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.identification import log_channels, log_files
from jounce.identification.log_channels import POSITIONS, TORQUES, WHAT
from jounce.numbers.value import ComputedOnce, by_value
from jounce.robot import Robot
from jounce.robot.validation import positive, short
from jounce.trajectory.path import Floats, coordinates, whole

FILTER_ORDER = 4
"""Order of the Butterworth filter, which is run forward and backward."""
BORDER = 2.0
"""Length removed at both ends, where the filter has transients, in periods of the cut-off frequency."""
DEGREE = 5
"""Degree of the spline through the filtered positions, whose derivatives are velocity and acceleration."""
UNEVEN = 1e-3
"""Largest relative deviation of a time step from the mean step that a filter accepts."""
SHAFT = ("theta", "tau_m")
"""Channels that drives may report at the motor shaft, on the motor side of the gear."""
MOST_SAMPLES = 1e8
"""Largest number of samples of a resampled recording: about a day at 1 kHz."""
STANDSTILL = 0.001
"""Default speed below which a joint is near standstill, as a fraction of its largest speed."""


@by_value
@dataclass(frozen=True)
class Log:
    """Recording of a robot in motion: times and up to four channels (T, n), in SI units, on the link side of the gears.

    A column of NaN marks a joint that was not measured. The methods `geared`, `moved`, `cut`, `resampled`, `filtered`,
    `decimated` and `moving` return a new recording.
    """

    t: Floats
    """Times (T,) [s], rising, without gaps."""
    theta: Floats | None = None
    """Motor positions after the gear (T, n) [rad or m]: motor angle / gear ratio; None if not measured."""
    q: Floats | None = None
    """Link positions (T, n) [rad or m]; None if not measured."""
    tau_m: Floats | None = None
    """Motor torques on the link side of the gear (T, n) [Nm or N]: shaft torque x gear ratio; None if not measured."""
    tau_j: Floats | None = None
    """Joint torques (T, n) [Nm or N]; None if not measured."""
    current: InitVar[ArrayLike | None] = None
    """Motor currents (T, n) [A], given in place of tau_m: tau_m = torque_constant x current."""
    torque_constant: InitVar[ArrayLike | None] = None
    """Link-side torque per current [Nm/A or N/A]: one value per motor, or one for all."""
    cutoff: float | None = None
    """Cut-off frequency [Hz] of the low-pass filter applied to all channels; None if not filtered."""
    factor: int = 1
    """Number of samples per regression row; see `decimated`."""
    standstill: tuple[float, ...] | None = None
    """Speed of each joint [rad/s or m/s] below which its regression rows are dropped; None: no row is dropped. See `moving`."""

    def __post_init__(self, current: Any, torque_constant: Any) -> None:
        put = object.__setattr__
        put(self, "t", log_channels.times(self.t))
        if current is not None:
            put(self, "tau_m", _torque(self.tau_m, current, torque_constant, len(self.t)))
        elif torque_constant is not None:
            raise InputError("torque_constant: there is no current that it could be multiplied with.")
        widths = {}
        for name, what in WHAT.items():
            values = getattr(self, name)
            if values is not None:
                array = log_channels.channel(values, len(self.t), name, what)
                widths[name] = array.shape[1]
                put(self, name, array)
        if not any(name in widths for name in POSITIONS):
            raise InputError("a recording needs positions: theta (motors), q (links), or both.")
        if len(set(widths.values())) > 1:
            raise InputError(
                f"channels of different width: {', '.join(f'{k} has {v} joints' for k, v in widths.items())}. A joint that was "
                "not measured has a column of NaN."
            )
        for name in (n for n in TORQUES if n in widths and self.cutoff is None):
            limit = log_channels.clipped(getattr(self, name))
            if limit is not None:
                raise InputError(
                    f"{name}: joint {limit[0] + 1} stays at its extreme value {limit[1]:.6g} for {limit[2]} samples: current or "
                    "torque was limited there, and what was measured is not what the motor was asked for. Record a slower "
                    "motion, or cut these times out: log.cut(start, end)."
                )

    @property
    def n(self) -> int:
        """Return the number of joints."""
        return int((self.theta if self.theta is not None else self.q).shape[1])  # type: ignore[union-attr]

    @property
    def step(self) -> float:
        """Return the mean time between consecutive samples [s]."""
        return float((self.t[-1] - self.t[0]) / (len(self.t) - 1))

    @ComputedOnce
    def frequency(self) -> float:
        """Return the frequency of the motion [Hz]: the lowest below which every joint's velocity has 99 % of its energy."""
        x = self.theta if self.theta is not None else self.q
        speed = np.diff(np.nan_to_num(x), axis=0) * np.hanning(len(self) - 1)[:, None]  # type: ignore[arg-type]
        energy = np.cumsum(np.abs(np.fft.rfft(speed, axis=0)) ** 2, axis=0)
        moving = energy[-1] > 0.0
        if not moving.any():
            return 0.0
        last = (energy[:, moving] < 0.99 * energy[-1, moving]).sum(axis=0).max()
        return float(np.fft.rfftfreq(len(self) - 1, self.step)[last])

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        done = [f"{self.n} joints, {self.t[-1] - self.t[0]:.4g} s, {len(self)} samples of {', '.join(self._measured())}"]
        done += [] if self.cutoff is None else [f"filtered at {self.cutoff:g} Hz"]
        done += [f"every {self.factor}th row"] * (self.factor > 1)
        done += ["standstill left out"] * (self.standstill is not None)
        return f"<Log: {', '.join(done)}>"

    # ---------------------------------------------------------------- steps

    def geared(self, robot: Robot, channels: Sequence[str] = SHAFT) -> "Log":
        """Return the recording with motor-shaft readings converted to the link side: theta / gear ratio, tau_m x gear ratio.

        Parameters
        ----------
        robot : Robot
            Robot with the gear ratios.
        channels : sequence of str
            Channels that were read at the motor shafts: 'theta', 'tau_m' or both. Drives often report angles on the link side
            and torques on the motor side. q and tau_j are unchanged.

        Returns
        -------
        Log

        Raises
        ------
        InputError
            If a channel is neither 'theta' nor 'tau_m', if none of `channels` was recorded, or if the robot has another number of
            joints. Of two channels, the one that was not recorded is ignored.
        """
        named = (channels,) if isinstance(channels, str) else tuple(channels)
        for name in named:
            if name not in SHAFT:
                raise InputError(f"geared: expected {' or '.join(SHAFT)} as readings at the motor shafts, got {short(name)}.")
        readings = self._measured(named)
        if named and not readings:
            raise InputError(
                f"geared: the recording has no {' and no '.join(named)} that could be converted; it has "
                f"{', '.join(self._measured())}. q and tau_j are on the link side already."
            )
        ratio = np.array([1.0 if drive is None else drive.gear_ratio for drive in robot.motor_drives[: self.n]])
        if len(ratio) != self.n:
            raise InputError(f"geared: robot {robot.name!r} has {robot.n} joints, the recording {self.n}.")
        scales = {"theta": 1.0 / ratio, "tau_m": ratio}
        return replace(self, **{name: x * scales[name] for name, x in readings.items()})

    def moved(self, start: ArrayLike) -> "Log":
        """Return the recording with an offset added to theta and q, for position readings relative to a pose.

        Parameters
        ----------
        start : array (n,)
            Offset [rad or m]: the pose at which all readings are zero.

        Returns
        -------
        Log

        Raises
        ------
        InputError
            If `start` does not have one position per joint.
        """
        offset = coordinates(start, "start")
        if len(offset) != self.n:
            raise InputError(f"start: expected {self.n} positions, one a joint, got {len(offset)}.")
        return replace(self, **{name: x + offset for name, x in self._measured(POSITIONS).items()})

    def cut(self, start: float | None = None, end: float | None = None) -> "Log":
        """Return the part of the recording from time `start` to time `end`.

        Parameters
        ----------
        start, end : float
            First and last time [s] (default: first and last time of the recording).

        Returns
        -------
        Log
        """
        begin, stop = (limit if x is None else _instant(x) for x, limit in ((start, self.t[0]), (end, self.t[-1])))
        inside = (self.t >= begin) & (self.t <= stop)
        return self._rows(slice(int(inside.argmax()), int(inside.argmax() + inside.sum())))

    def resampled(self, rate: float) -> "Log":
        """Return the recording at equal steps, by cubic splines through the samples.

        Parameters
        ----------
        rate : float
            Samples per second [Hz].

        Returns
        -------
        Log

        Raises
        ------
        InputError
            If the rate is not positive, or gives too many samples.
        """
        step = 1.0 / positive(rate, "rate [Hz]")
        if (self.t[-1] - self.t[0]) / step > MOST_SAMPLES:
            raise InputError(f"rate [Hz]: {rate:.6g} gives more than {MOST_SAMPLES:g} samples; expected fewer.")
        t = self.t[0] + step * np.arange(int((self.t[-1] - self.t[0]) / step + 1e-9) + 1)
        return replace(self, t=t, **{name: self._spline(x, 3)(t) for name, x in self._measured().items()})

    def filtered(self, cutoff: float | None = None) -> "Log":
        """Return the recording with all channels low-passed by a Butterworth filter that runs forward and backward (zero phase).

        The filter limits encoder noise, which differentiation amplifies. At both ends 2 / cutoff seconds
        are removed, but at most a tenth of the samples.

        Parameters
        ----------
        cutoff : float
            Frequency [Hz] at which both runs of the filter together halve the amplitude (default: 30 times the frequency of the
            motion, at least 25 Hz, at most 0.4 times the sampling rate).

        Returns
        -------
        Log

        Raises
        ------
        InputError
            If the recording is filtered already, or its time steps are uneven.

        Examples
        --------
        >>> t = np.linspace(0.0, 4.0, 4001)
        >>> log = jn.Log(t=t, theta=np.sin(t)[:, None], tau_m=np.cos(t)[:, None])
        >>> log.filtered(20.0).cutoff
        20.0
        """
        cutoff = min(max(30.0 * self.frequency, 25.0), 0.4 / self.step) if cutoff is None else cutoff
        if self.cutoff is not None:
            raise InputError(f"filtered: this recording is filtered already, at {self.cutoff:g} Hz.")
        border = min(round(BORDER / positive(cutoff, "cutoff [Hz]") / self.step), len(self) // 10)
        new: dict[str, Any] = {name: low_pass(x, cutoff, self.step, FILTER_ORDER, self.t) for name, x in self._measured().items()}
        return replace(self, cutoff=float(cutoff), **new)._rows(slice(border, len(self) - border))

    def decimated(self, factor: int | None = None) -> "Log":
        """Return the recording with a decimation factor: a regression then has one row per `factor` samples of each joint.

        The channels are unchanged, as the model is computed from all samples. Before decimation, measured and modelled torque go
        through the same low-pass filter at 0.4 times the rate of the rows, so the jumps of dry friction are smoothed alike.

        Parameters
        ----------
        factor : int
            Samples per row (default: the low-pass filter is at 6 times the frequency of the motion, at least 10 Hz).

        Returns
        -------
        Log
        """
        if factor is None:
            factor = max(int(0.4 / (self.step * max(6.0 * self.frequency, 10.0))), 1)
        return replace(self, factor=whole(factor, 1, "factor"))

    def moving(self, speed: ArrayLike | None = None) -> "Log":
        """Return the recording with speed thresholds: a regression then omits joints near standstill (undetermined dry friction).

        At each instant the row of a joint is dropped if |qd| of this joint is below its threshold; rows of other joints stay.

        Parameters
        ----------
        speed : float or array (n,)
            Threshold of each joint [rad/s or m/s] (default: 0.1 % of the joint's largest speed).

        Returns
        -------
        Log

        Raises
        ------
        InputError
            If `speed` is neither one speed nor one per joint.
        """
        if speed is None:
            qd = self.motion()[1]
            return replace(self, standstill=tuple((STANDSTILL * np.nanmax(np.abs(qd), axis=0)).tolist()))
        speeds = coordinates(speed, "speed [rad/s or m/s]")
        if len(speeds) not in (1, self.n) or (speeds < 0.0).any():
            raise InputError(f"speed: expected {self.n} speeds from zero, one a joint, or one for all; got {short(speed)}.")
        return replace(self, standstill=tuple(np.broadcast_to(speeds, self.n).tolist()))

    # ---------------------------------------------------------------- positions for the equations

    def motion(self, channel: str = "", order: int = 2) -> Floats:
        """Return positions and their time derivatives, by a spline of degree 5 (or more) through the samples.

        Parameters
        ----------
        channel : str
            'theta' or 'q' (default: theta if it was measured).
        order : int
            Highest order of the derivatives.

        Returns
        -------
        array (order+1, T, n) [rad or m, per s^k]

        Raises
        ------
        InputError
            If the channel was not measured or has no positions.
        """
        name = channel or ("theta" if self.theta is not None else "q")
        x = getattr(self, name) if name in POSITIONS else None
        if x is None:
            raise InputError(f"channel: expected one of {', '.join(self._measured(POSITIONS))}, got {short(channel)}.")
        spline = self._spline(x, max(DEGREE, order + 3 - order % 2))
        return np.stack([spline(self.t, nu=k) if k else x for k in range(order + 1)])

    def _spline(self, x: Floats, degree: int) -> Any:
        """Return the interpolating spline of a channel x (T, n), with NaN coefficients for joints that were not measured."""
        from scipy.interpolate import make_interp_spline

        measured = np.isfinite(x).all(axis=0)
        spline = make_interp_spline(self.t, np.where(measured, x, 0.0), k=degree)
        spline.c = np.where(measured, spline.c, np.nan)
        return spline

    def _measured(self, names: Sequence[str] = tuple(WHAT)) -> dict[str, Any]:
        """Return {channel: array (T, n)} of the channels among `names` that were measured."""
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}

    def _rows(self, rows: slice) -> "Log":
        """Return the recording restricted to a slice of samples."""
        return replace(self, t=self.t[rows], **{name: x[rows] for name, x in self._measured().items()})

    # ---------------------------------------------------------------- from a file

    @classmethod
    def load(
        cls,
        file: str | os.PathLike[str],
        robot: Robot,
        *,
        torque_constant: ArrayLike | None = None,
        position: str = "theta",
        torque: str = "tau_m",
        degrees: bool = False,
    ) -> "Log":
        """Read the recording of a robot from a file.

        A CSV file has a header with a column `t` or `time`, and for each joint any of theta_NAME (or theta1, motor1), q_NAME (q1,
        link1), tau_m_NAME (tau_m1, torque1), tau_j_NAME (tau_j1), current_NAME (current1); units in brackets are converted. An
        NPZ file has arrays t, theta, q, tau_m, tau_j, current. A JSON or YAML file has a ROS message JointTrajectory with effort,
        or a list of JointState. Use `geared` for readings at motor shafts, and `moved` for readings relative to a pose.

        Parameters
        ----------
        file : path
            File ending in .csv, .npz, .json or .yaml.
        robot : Robot
            Robot whose joint names the file refers to.
        torque_constant : float or array (n,)
            Link-side torque per current [Nm/A or N/A], if the file has currents.
        position, torque : str
            Channels to which positions and efforts of ROS messages are assigned, for example 'theta' and 'tau_m'.
        degrees : bool
            True if angles without a unit are in degrees.

        Returns
        -------
        Log

        Raises
        ------
        InputError
            If the file is not a recording of this robot.
        """
        channels = log_files.read(file, robot, position, torque, degrees)
        try:
            return cls(torque_constant=torque_constant, **channels)
        except InputError as error:
            raise InputError(f"{file}: {error}") from None


def low_pass(x: Floats, cutoff: float, step: float, order: int, t: Floats | None = None) -> Floats:
    """Return x (T, ...) low-passed along axis 0 by a Butterworth filter that runs forward and backward; cutoff [Hz], step [s].

    order: order of the filter in one run. t: times whose steps are checked to be equal; None: no check.
    """
    if t is not None and np.abs(np.diff(t) - step).max() > UNEVEN * step:
        raise InputError(
            f"t: samples are {np.diff(t).min():.6g} to {np.diff(t).max():.6g} s apart; a filter needs equal steps. Take "
            f"log.resampled({round(1.0 / step)}) first."
        )
    if not cutoff * step < 0.5:
        raise InputError(f"cutoff: {cutoff:g} Hz is not below half the rate of {1.0 / step:.6g} Hz.")
    from scipy.signal import butter, sosfiltfilt

    sections = butter(order, 2.0 * cutoff * step, output="sos")
    return np.asarray(sosfiltfilt(sections, x, axis=0))


def _torque(tau_m: Any, current: Any, constant: Any, count: int) -> Floats:
    """Return motor torques constant x current (T, n) [Nm or N], T = count; raise InputError if tau_m is given, too."""
    if tau_m is not None:
        raise InputError("tau_m and current are both given; expected one of them.")
    if constant is None:
        raise InputError("current: torque_constant [Nm/A] is missing; motor torque is torque_constant x current.")
    amperes = log_channels.channel(current, count, "current", "motor currents [A]")
    factor = coordinates(constant, "torque_constant [Nm/A]")
    if len(factor) not in (1, amperes.shape[1]):
        raise InputError(f"torque_constant: expected {amperes.shape[1]} values, one a motor, or one; got {len(factor)}.")
    with np.errstate(over="ignore"):  # torques beyond the range are refused later
        return np.asarray(amperes * factor)


def _instant(t: Any) -> float:
    """Return a time [s]; raise InputError unless it is a finite number."""
    try:
        instant = float(t)
    except (TypeError, ValueError, OverflowError):
        instant = np.nan
    if isinstance(t, (str, bytes)) or not np.isfinite(instant):
        raise InputError(f"cut: expected times in s, got {short(t)}.")
    return instant
