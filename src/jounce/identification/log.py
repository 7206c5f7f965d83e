"""Recordings of a robot in motion, and their preparation for identification: filter, decimation, standstill."""

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
"""Periods of the cut-off frequency that are removed at both ends, where the filter has transients."""
DEGREE = 5
"""Degree of the spline through the filtered positions, whose derivatives are velocity and acceleration."""
UNEVEN = 1e-3
"""Largest relative deviation of a time step from the mean step that a filter accepts."""
SHAFT = ("theta", "tau_m")
"""Channels that may be read at the motor shafts, on the motor side of the gears."""
MOST_SAMPLES = 1e8
"""Most samples of a resampled recording: a day at 1 kHz."""
STANDSTILL = 0.001
"""Default speed below which a joint is near standstill, as a fraction of its largest speed."""


@by_value
@dataclass(frozen=True)
class Log:
    """Measurements of a robot in motion: times and up to four channels, all (T, n), link side of the gears, SI units.

    A column of NaN marks a joint that was not measured. Methods that return a new recording: `geared`, `moved`, `cut`,
    `resampled`, `filtered`, `decimated`, `moving`.
    """

    t: Floats
    """(T,) [s], rising, without gaps."""
    theta: Floats | None = None
    """Motor positions behind the gear [rad or m]: motor angle / gear ratio."""
    q: Floats | None = None
    """Link positions [rad or m]."""
    tau_m: Floats | None = None
    """Motor torques on the link side of the gear [Nm or N]: shaft torque x gear ratio."""
    tau_j: Floats | None = None
    """Joint torques [Nm or N]."""
    current: InitVar[ArrayLike | None] = None
    """Motor currents (T, n) [A] in place of tau_m = torque_constant x current."""
    torque_constant: InitVar[ArrayLike | None] = None
    """[Nm/A or N/A], one for each motor, or one for all."""
    cutoff: float | None = None
    """Cut-off frequency of the filter that all channels went through [Hz]; None: not filtered."""
    factor: int = 1
    """Decimation factor of the regression rows; measured and modelled torque are low-passed alike before: see `decimated`."""
    standstill: tuple[float, ...] | None = None
    """Speeds [rad/s or m/s] below which a joint's rows are dropped: see `moving`."""

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
        """Return the frequency [Hz] below which 99 % of the energy of every joint's speed lies."""
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
        """Return the recording with shaft readings converted to the link side: theta / gear ratio, tau_m x gear ratio.

        Parameters
        ----------
        robot : Robot
            Robot with the gear ratios.
        channels : sequence of str
            Channels read at the motor shafts, 'theta', 'tau_m' or both; drives often report angles on the link side and torques
            on the motor side. q and tau_j stay.

        Returns
        -------
        Log

        Raises
        ------
        InputError
            If a channel is unknown or not in the recording.
        """
        named = (channels,) if isinstance(channels, str) else tuple(channels)
        for name in named:
            if name not in SHAFT:
                raise InputError(f"geared: expected {' or '.join(SHAFT)} as readings at the motor shafts, got {short(name)}.")
        ratio = np.array([1.0 if drive is None else drive.gear_ratio for drive in robot.motor_drives[: self.n]])
        if len(ratio) != self.n:
            raise InputError(f"geared: robot {robot.name!r} has {robot.n} joints, the recording {self.n}.")
        scales = {"theta": 1.0 / ratio, "tau_m": ratio}
        return replace(self, **{name: x * scales[name] for name, x in self._measured(named).items()})

    def moved(self, start: ArrayLike) -> "Log":
        """Return the recording with an offset added to all positions, for readings relative to a pose.

        Parameters
        ----------
        start : array (n,)
            Offset, the pose of reading zero [rad or m].

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
        """Return the samples of a time span.

        Parameters
        ----------
        start, end : float
            First and last time [s] (default: those of the recording).

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
            If the rate gives too many samples.
        """
        step = 1.0 / positive(rate, "rate [Hz]")
        if (self.t[-1] - self.t[0]) / step > MOST_SAMPLES:
            raise InputError(f"rate [Hz]: {rate:.6g} gives more than {MOST_SAMPLES:g} samples; expected fewer.")
        t = self.t[0] + step * np.arange(int((self.t[-1] - self.t[0]) / step + 1e-9) + 1)
        return replace(self, t=t, **{name: self._spline(x, 3)(t) for name, x in self._measured().items()})

    def filtered(self, cutoff: float | None = None) -> "Log":
        """Return the recording with all channels low-passed by a Butterworth filter, forth and back, without phase shift.

        The filter limits the encoder noise that differentiation amplifies. 2 / cutoff s are removed at both ends.

        Parameters
        ----------
        cutoff : float
            Frequency [Hz] at which the filter, run twice, halves the amplitude (default: 30 times the frequency of the motion, at
            least 25 Hz).

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
        """Return the recording whose regression has a row for every `factor`-th sample only; the samples themselves stay.

        Measured torque and model go through the same low-pass filter, at 0.4 of the new rate, so that dry friction, which jumps,
        is smoothed in the model as it is in the measurement. The channels stay as they are: the model is computed from all
        samples.

        Parameters
        ----------
        factor : int
            Decimation factor (default: a filter at 6 times the frequency of the motion, at least 10 Hz).

        Returns
        -------
        Log
        """
        if factor is None:
            factor = max(int(0.4 / (self.step * max(6.0 * self.frequency, 10.0))), 1)
        return replace(self, factor=whole(factor, 1, "factor"))

    def moving(self, speed: ArrayLike | None = None) -> "Log":
        """Return the recording whose regression omits rows of joints near standstill, where dry friction is undetermined.

        A joint's row is dropped while |qd| is below the joint's threshold; other joints keep their rows of that instant.

        Parameters
        ----------
        speed : float or array (n,)
            Thresholds [rad/s or m/s] (default: 0.1 % of the largest speed of each joint).

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
        """Return positions and their derivatives, exact for a spline of degree 5 (or more) through the samples.

        Parameters
        ----------
        channel : str
            'theta' or 'q' (default: theta if it was measured).
        order : int
            Number of derivatives.

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
        """Return the interpolating spline of a channel; NaN for joints that were not measured."""
        from scipy.interpolate import make_interp_spline

        measured = np.isfinite(x).all(axis=0)
        spline = make_interp_spline(self.t, np.where(measured, x, 0.0), k=degree)
        spline.c = np.where(measured, spline.c, np.nan)
        return spline

    def _measured(self, names: Sequence[str] = tuple(WHAT)) -> dict[str, Any]:
        """Return the channels among `names` that were measured."""
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

        CSV: a header, a column `t` or `time`, and for each joint any of theta_NAME (or theta1, motor1), q_NAME (q1, link1),
        tau_m_NAME (tau_m1, torque1), tau_j_NAME (tau_j1), current_NAME (current1); units in brackets are respected. NPZ: arrays
        t, theta, q, tau_m, tau_j, current. JSON and YAML: a JointTrajectory of ROS with effort, or a list of JointState. `geared`
        converts readings at motor shafts to the link side, `moved` corrects readings relative to a pose.

        Parameters
        ----------
        file : path
            File ending in .csv, .npz, .json or .yaml.
        robot : Robot
            Robot with the names of the joints.
        torque_constant : float or array (n,)
            [Nm/A or N/A], if the file has currents.
        position, torque : str
            Channels of positions and efforts in messages of ROS.
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
    """Return columns x (T, ...) through a Butterworth filter, forth and back; t: times to check for equal steps."""
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
    """Return the motor torques torque_constant x current."""
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
