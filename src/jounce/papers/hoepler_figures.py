"""Figures of [Hoepler2004]: coupling of rotors and joints, operation counts, motor torques of a filtered step."""

import numpy as np

import jounce as jn
from jounce.papers import example_robots
from jounce.papers.figure_style import BLUE, COLUMN, ORANGE, blank, curves, legend, single, small
from jounce.papers.measurement import Array, operations
from jounce.papers.paper_report import Drawing

SPEED, ACCELERATION = 1, 2
"""Effects of a rotor on a joint, as entries of `robot.coupling.pattern`: by the rotor's velocity only, or also by the rotor's
acceleration; 0 for none."""


def coupling_figure(robot: jn.Robot) -> Drawing:
    """Return the figure of the rotor coupling S(q) of section VI: the largest magnitude of each entry over 50 poses."""
    S = np.abs(jn.dynamics.rotor_coupling(robot, np.random.default_rng(0).normal(size=(50, 7)))).max(axis=0)
    figure, ax = blank(width=COLUMN, height=2.6)
    with small():
        ax.grid(False)
        nonzero = np.where(S > 1e-12, S, np.nan)
        image = ax.imshow(1e3 * nonzero, cmap="cividis_r", vmin=0.0)
        for i, j in np.ndindex(7, 7):
            mark = {SPEED: "g", ACCELERATION: ""}.get(robot.coupling.pattern[i][j], "0")
            ax.text(j, i, mark, ha="center", va="center", fontsize=7, color="black" if mark == "g" else "0.6")
        ax.set(xticks=range(7), yticks=range(7), xticklabels=range(1, 8), yticklabels=range(1, 8))
        ax.set(xlabel="rotor j", ylabel="joint i")
        figure.colorbar(image, ax=ax, label="largest |S$_{ij}$| [g m$^2$]")
    caption = "Section VI: S(q), the largest entries over 50 poses; g: zero, but the rotor's speed acts; 0: nothing acts."
    return Drawing("coupling", figure, caption)


def complexity_figure(joints: tuple[int, ...], counts: list[int]) -> Drawing:
    """Return the figure of operation counts of the inverse dynamics over the number of joints.

    counts: operation counts of the chains with generic axes.
    """
    figure, ax = blank(width=COLUMN, height=2.6)
    n = np.array(joints)
    angled = [operations(jn.inverse_dynamics, example_robots.elastic(example_robots.right_angled(k), "full")) for k in joints]
    with small():
        ax.loglog(n, counts, "o-", color=ORANGE, markersize=3, label="generic axes")
        ax.loglog(n, angled, "s-", color=BLUE, markersize=3, label="right angles")
        ax.loglog(n, counts[-1] * (n / n[-1]) ** 3, ":", color="black", label="N$^3$")
        ax.set(xlabel="joints N", ylabel="operations")
        ax.set_xticks(n, [str(k) for k in n])
        ax.minorticks_off()
        ax.legend()
    return Drawing("complexity", figure, "Section V-B: scalar operations of the inverse dynamics with carried rotors.")


def torque_figures(t: Array, torques: dict[str, Array]) -> list[Drawing]:
    """Return Figs. 4 and 5: motor torques of three joints, and torque differences between the elastic and the rigid model.

    t (T,): times [s]; torques: results of `hoepler2004._torques`.
    """
    names = [f"$\\tau_{i}$" for i in (1, 2, 3)]
    main, ax = blank(width=COLUMN)
    with small():
        curves(ax, t, torques["full"][:, :3], names, "motor torque [Nm]")
        legend(main, ax, 3)
        inset = ax.inset_axes((0.12, 0.17, 0.32, 0.38))
        inset.plot(t, torques["q"][:, 0], color="black", linewidth=1.0)
        inset.set(xlim=(0.0, t[-1]), xticks=(0, 1, 2), yticks=(0, 1, 2))
        inset.set_ylabel("q [rad]", fontsize=6, labelpad=1)
        inset.set_xlabel("t [s]", fontsize=6, labelpad=1)
        inset.tick_params(labelsize=6, pad=1)
    difference = single(t, (torques["full"] - torques["rigid"])[:, :3], names, "elastic - rigid [Nm]")
    return [
        Drawing("figure4", main, "Fig. 4: motor torques of the first three axes; inset: the motion of all joints."),
        Drawing("figure5", difference, "Fig. 5: motor torque of the elastic less that of the rigid model."),
    ]
