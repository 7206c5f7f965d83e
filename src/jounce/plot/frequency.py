"""Figures of frequency responses: motor positions for motor torques, and Bode diagrams of linear systems."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.control.linearize import StateSpace
from jounce.errors import InputError
from jounce.identification.frequency_response import FrequencyResponse
from jounce.plot.style import ON_AXIS, SMALL, legend_columns, literal, look, strokes

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def frequency_response(response: FrequencyResponse, ax: "Axes | None" = None) -> Any:
    """Plot the response of each motor position to the torque of this motor, |theta_i / tau_m_i| [rad/Nm], over frequency [Hz].

    Parameters
    ----------
    response : FrequencyResponse
        Result of `jn.identification.frequency_response`.
    ax : matplotlib Axes
        Axis to draw on (default: a new figure).

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> response = jn.identification.frequency_response(jn.load("planar_2r"), [0.1, 0.2])
    >>> axis = jn.plot.frequency_response(response)
    """
    magnitude = np.abs(np.einsum("kii->ki", response.motor))
    with look() as plt:
        axis: Any = plt.subplots(figsize=(4.5, 3.2), layout="constrained")[1] if ax is None else ax
        for i, stroke in enumerate(strokes(len(response.motors))):
            axis.plot(response.frequency / (2.0 * np.pi), magnitude[:, i], label=literal(response.motors[i]), **stroke)
        axis.set(
            title="motor position for its own torque", xlabel="frequency [Hz]", ylabel="[rad/Nm]", xscale="log", yscale="log"
        )
        width = axis.get_position().width * axis.figure.get_figwidth()
        axis.legend(ncols=legend_columns([*map(literal, response.motors)], width, SMALL), **ON_AXIS)
    return axis


def bode(model: StateSpace, frequency: ArrayLike | None = None) -> Any:
    """Plot magnitude and phase [deg] of a linear system over frequency [Hz], one curve per pair of output and input.

    Parameters
    ----------
    model : StateSpace
        One system, without batch axes.
    frequency : array (F,)
        Angular frequencies [rad/s] (default: 600 that span the poles).

    Returns
    -------
    matplotlib Figure

    Raises
    ------
    InputError
        If the model has batch axes.

    Examples
    --------
    >>> figure = jn.plot.bode(jn.linearize(jn.load("planar_2r"), [0.1, 0.2]))
    """
    if model.A.ndim > 2:
        raise InputError(f"bode: expected one system, got batch axes {model.A.shape[:-2]}. Linearise at one state.")
    w = _around(model) if frequency is None else frequency
    response = model.frequency_response(w)
    pairs = [(i, j) for j in range(len(model.inputs)) for i in range(len(model.outputs))]
    names = [literal(f"{model.outputs[i]} / {model.inputs[j]}") for i, j in pairs]
    with look() as plt:
        figure, (size, phase) = plt.subplots(2, 1, figsize=(6.4, 4.8), sharex=True, layout="constrained")
        for (i, j), name, stroke in zip(pairs, names, strokes(len(pairs))):
            hertz = np.asarray(w) / (2.0 * np.pi)
            size.plot(hertz, np.abs(response[:, i, j]), label=name, **stroke)
            phase.plot(hertz, np.degrees(np.unwrap(np.angle(response[:, i, j]))), **stroke)
        size.set(ylabel="size", xscale="log", yscale="log")
        phase.set(xlabel="frequency [Hz]", ylabel="phase [deg]")
        figure.legend(ncols=legend_columns(names, figure.get_figwidth(), SMALL), loc="outside upper center", fontsize=SMALL)
    return figure


def _around(model: StateSpace) -> Any:
    """Return 600 angular frequencies [rad/s] that span the nonzero poles; up to the Nyquist frequency for a sampled system."""
    poles = model.poles if model.dt is None else np.log(model.poles) / model.dt
    rates = np.abs(poles)[np.abs(poles) > 1e-6 * np.abs(poles).max(initial=0.0)]
    if not rates.size:
        rates = np.ones(1)
    top = 3.0 * rates.max() if model.dt is None else np.pi / model.dt
    return np.geomspace(0.2 * rates.min(), top, 600)
