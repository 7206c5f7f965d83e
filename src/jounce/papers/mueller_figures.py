"""Figures of [Mueller2021]: motion and generalised forces of the iiwa, and their time derivatives compared with finite
differences."""

import numpy as np

from jounce.papers.figure_style import PAGE, blank, curves, legend, small
from jounce.papers.measurement import Array
from jounce.papers.paper_report import Drawing

NAMES = [f"joint {i}" if i == 1 else str(i) for i in range(1, 8)]


def force_figure(t: Array, q: Array, forces: Array, read: dict[float, list[float]]) -> Drawing:
    """Return Fig. 3: motion q (T, n) and generalised forces (T, n) [Nm] over times t (T,) [s].

    read: published values that are drawn as circles, {time [s]: forces (n,) [Nm]}.
    """
    figure, (left, right) = blank(1, 2, PAGE, 2.6)
    with small():
        curves(left, t[::20], q[::20], NAMES, "joint position [rad]")
        curves(right, t[::20], forces[::20], NAMES, "generalised force [Nm]")
        for time, values in read.items():
            right.plot([time] * 7, values, "o", color="black", markersize=3, fillstyle="none", clip_on=False, zorder=5)
        legend(figure, left, 7)
    caption = "Fig. 3: (a) the motion; (b) the forces, inertia about frame origins. Circles: read off the published curves."
    return Drawing("figure3", figure, caption)


def derivative_figure(t: Array, forces: Array, step: float) -> Drawing:
    """Return Fig. 4: two time derivatives of the generalised forces, compared with finite differences.

    forces (3, T, n): forces and derivatives at times t (T,); step: time between samples [s].
    """
    figure, axes = blank(1, 2, PAGE, 2.6)
    units = ("first derivative [Nm/s]", "second derivative [Nm/s$^2$]")
    with small():
        for ax, lower, values, unit in zip(axes, forces[:2], forces[1:], units):
            curves(ax, t[::20], values[::20], NAMES, unit)
            numeric = np.diff(lower, axis=0) / step
            ax.plot(t[:-1:400] + step / 2.0, numeric[::400], ".", color="black", markersize=3, zorder=5)
        legend(figure, axes[0], 7)
    caption = "Fig. 4: derivatives of the forces, inertia about centres of mass. Dots: numerical differentiation."
    return Drawing("figure4", figure, caption)
