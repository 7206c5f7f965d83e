"""Frequency responses, one curve per motor."""

from typing import Any

import numpy as np

from jounce.identification.frequency_response import FrequencyResponse
from jounce.plot.style import ON_AXIS, SMALL, legend_columns, literal, look, strokes


def frequency_response(response: FrequencyResponse, ax: Any = None) -> Any:
    """How far each motor turns for a torque of its own, |theta_i / tau_m_i| over the frequency in Hz; the axis is returned."""
    own = np.abs(np.einsum("kii->ki", response.motor))
    with look() as plt:
        if ax is None:
            ax = plt.subplots(figsize=(4.5, 3.2), layout="constrained")[1]
        for i, stroke in enumerate(strokes(len(response.motors))):
            ax.plot(response.frequency / (2.0 * np.pi), own[:, i], label=literal(response.motors[i]), **stroke)
        ax.set(title="motor position for its own torque", xlabel="frequency [Hz]", ylabel="[rad/Nm]", xscale="log", yscale="log")
        width = ax.get_position().width * ax.figure.get_figwidth()
        ax.legend(ncols=legend_columns([*map(literal, response.motors)], width, SMALL), **ON_AXIS)
    return ax
