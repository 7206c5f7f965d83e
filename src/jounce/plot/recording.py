"""Figure of a recording over time and over frequency, before and after a preparation step such as filtering."""

from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.identification.log import Log
from jounce.identification.log_channels import POSITIONS
from jounce.identification.torque_regression import BAND
from jounce.plot.style import LIMITS, MARK, SHARED, add_legend, look, strokes
from jounce.trajectory.path import Floats, whole

UNITS = {"theta": "rad, m", "q": "rad, m", "tau_m": "Nm, N", "tau_j": "Nm, N"}
"""{channel: units on the axis}."""
WHAT = {"theta": "motors", "q": "links", "tau_m": "motor torque", "tau_j": "joint torque"}
"""{channel: title of the axis}."""
BEFORE: dict[str, Any] = {"color": SHARED, "linewidth": 0.6, "alpha": 0.45}
"""Line style of the recording before a preparation step."""
LEFT_OUT: dict[str, Any] = {"color": "#d55e00", "linewidth": 3.0, "alpha": 0.35}
"""Line style of torques while the joint is near standstill and its regression rows are dropped."""


def recording(log: Log, before: Log | None = None, order: int = 0) -> Any:
    """Plot all channels of a recording over time and over frequency, with the recording before a preparation step in grey.

    Preparation steps have these visible effects. `geared` and `moved` change values, `cut` and `resampled` change times.
    `filtered` ends the spectrum at the cut-off frequency (dotted line). `decimated` adds a dot per regression row of the torques,
    and a dotted line at the cut-off frequency of the filter before decimation. `moving` draws torques thick while a joint is near
    standstill, where its regression rows are dropped.

    Parameters
    ----------
    log : Log
        Recording.
    before : Log, optional
        The recording before a preparation step.
    order : int
        Number of derivatives of the positions to plot, 0 to 2, from the spline of `log.motion`.

    Returns
    -------
    matplotlib Figure

    Raises
    ------
    InputError
        If an argument is not a recording, or the order is not 0, 1 or 2.

    Examples
    --------
    >>> t = np.linspace(0.0, 2.0, 201)
    >>> figure = jn.plot.recording(jn.Log(t=t, theta=np.sin(t)[:, None], tau_m=np.cos(t)[:, None]))
    """
    if not isinstance(log, Log) or not (before is None or isinstance(before, Log)):
        raise InputError(f"recording: expected a Log, and the one before a step, got {type(log).__name__}.")
    order = whole(order, 0, "order")
    if order > 2:
        raise InputError(f"order: expected 0, 1 or 2, the derivatives that a fit reads; got {order}.")
    shown, earlier = _shown(log, order), {} if before is None else _shown(before, order)
    with look() as plt:
        figure, axes = plt.subplots(len(shown), 2, figsize=(7.0, 1.9 * len(shown)), layout="constrained", squeeze=False)
        for (name, (values, what, unit)), (over_time, spectrum) in zip(shown.items(), axes):
            if before is not None and name in earlier:
                over_time.plot(before.t, earlier[name].values, **BEFORE)
                spectrum.plot(*_amplitudes(before, earlier[name].values), **BEFORE)
            for i, stroke in enumerate(strokes(log.n)):
                over_time.plot(log.t, values[:, i], label=f"joint {i + 1}", **stroke)
                spectrum.plot(*_amplitudes(log, values[:, i]), **stroke)
                if log.factor > 1 and name.startswith("tau"):
                    dots = {"color": stroke["color"], "marker": ".", "markersize": 3.0, "linestyle": ""}
                    over_time.plot(log.t[:: log.factor], values[:: log.factor, i], **dots)
            if log.standstill is not None and name.startswith("tau"):
                slow = np.abs(log.motion()[1]) < np.array(log.standstill)
                over_time.plot(log.t, np.where(slow, values, np.nan), **LEFT_OUT)
            for edge in _edges(log, name):
                spectrum.axvline(edge, label="_" + LIMITS, **MARK)
            over_time.set(title=f"{name}: {what}", xlabel="t [s]", ylabel=f"[{unit}]")
            spectrum.set(title="amplitude", xlabel="frequency [Hz]", ylabel=f"[{unit}]", xscale="log", yscale="log")
        add_legend(figure, "outside lower center")
    return figure


class ChannelCurves(NamedTuple):
    """Curves of one channel of a recording, or of a derivative of a position channel."""

    values: Floats
    """Values (T, n), one curve per joint."""
    what: str
    """Title of the axis."""
    unit: str
    """Unit on the axis."""


def _shown(log: Log, order: int) -> dict[str, ChannelCurves]:
    """Return {name: curves} of all measured channels; each position is followed by its derivatives up to `order`."""
    curves: dict[str, ChannelCurves] = {}
    for name, unit in UNITS.items():
        values = getattr(log, name)
        if values is None:
            continue
        curves[name] = ChannelCurves(values, WHAT[name], unit)
        for k in range(1, order + 1 if name in POSITIONS else 1):
            what, per = (("velocity", "/s"), ("acceleration", "/s^2"))[k - 1]
            units = ", ".join(base + per for base in unit.split(", "))
            curves[name + "d" * k] = ChannelCurves(log.motion(name)[k], f"{what} of {WHAT[name]}", units)
    return curves


def _edges(log: Log, name: str) -> list[float]:
    """Return the cut-off frequencies [Hz] of the filters of a channel: of `filtered`, and for torques of `decimated`."""
    cutoffs = [] if log.cutoff is None else [log.cutoff]
    return [*cutoffs, BAND / (log.factor * log.step)] if log.factor > 1 and name.startswith("tau") else cutoffs


def _amplitudes(log: Log, values: Floats) -> tuple[Floats, Floats]:
    """Return (frequencies above zero [Hz], amplitude spectrum) of values (T, ...) less their mean, with a Hann window."""
    window = np.hanning(len(log)).reshape(-1, *[1] * (values.ndim - 1))
    amplitudes = np.abs(np.fft.rfft(window * (values - values.mean(axis=0)), axis=0)) * 2.0 / window.sum()
    return np.asarray(np.fft.rfftfreq(len(log), log.step)[1:]), np.asarray(amplitudes[1:])
