"""Figures of [Moberg2010]: states, torque and snapshots of the fast line, the non-minimum-phase move, the complex path."""

import numpy as np

import jounce as jn
from jounce.papers.figure_style import BLUE, COLUMN, ORANGE, PAGE, blank, curves, legend, small
from jounce.papers.measurement import Array
from jounce.papers.paper_report import Drawing

SNAPSHOTS = 7
"""Number of poses that Fig. 6 shows."""


def line_figures(plan: jn.Plan, error: Array) -> list[Drawing]:
    """Return Figs. 4, 5 and 6 of the fast line: states, torque with tool error (T, 2) [m], and snapshots."""
    t = plan.t
    driven = [0, 1]
    states, axes = blank(1, 2, PAGE, 2.4)
    with small():
        angles = np.degrees(np.column_stack([plan.q[0], plan.theta[0][:, driven]]))
        curves(axes[0], t, angles, ["q1", "q2", "q3 (no motor)", "motor 1", "motor 2"], "position [deg]")
        rates = np.column_stack([plan.q[1], plan.theta[1][:, driven]])
        curves(axes[1], t, rates, ["q1", "q2", "q3 (no motor)", "motor 1", "motor 2"], "velocity [rad/s]")
        legend(states, axes[0], 5)
    torque, axes = blank(1, 2, PAGE, 2.4)
    with small():
        curves(axes[0], t, 1e-3 * plan.tau_m[:, driven], ["motor 1", "motor 2"], "torque [kNm]")
        curves(axes[1], t, 1e6 * error, ["x", "z"], "tool error in simulation [µm]")
        for ax in axes:
            ax.legend()
    return [
        Drawing("fig4_states", states, "Fig. 4, right: joints and motors along the 2.2 m line."),
        Drawing("fig5_torque", torque, "Fig. 5: motor torque, and what is left of it in simulation, open loop."),
        Drawing("fig6_snapshots", _snapshots(plan), "Fig. 6: the arm on its way. The joint without a motor bends."),
    ]


def _snapshots(plan: jn.Plan) -> object:
    """Return the figure of poses at equal distances along the path.

    The link behind the joint without a motor is orange.
    """
    figure, ax = blank(1, 1, COLUMN, 2.9)
    lengths = (1.0, 1.0, 0.2)
    line = plan.path(plan.t)[0]
    progress = np.linalg.norm(line - line[0], axis=1) / np.linalg.norm(line[-1] - line[0])
    samples = np.searchsorted(progress, np.linspace(0.0, 0.999, SNAPSHOTS))
    with small():
        for opacity, i in zip(np.linspace(0.3, 1.0, SNAPSHOTS), samples):
            angle = np.cumsum(plan.q[0, i])
            x = np.concatenate([[0.0], np.cumsum(lengths * np.cos(angle))])
            z = np.concatenate([[0.0], np.cumsum(-(lengths * np.sin(angle)))])
            ax.plot(x, z, color=BLUE, alpha=opacity, marker="o", markersize=2.5)
            ax.plot(x[2:], z[2:], color=ORANGE, alpha=opacity, linewidth=2.0)
        ax.plot(*line.T, color="0.4", linestyle=":", linewidth=1.0)
        ax.set(xlabel="x [m]", ylabel="z [m]", aspect="equal")
    return figure


def conditioning_figure(steps: tuple[float, ...], condition: dict[bool, list[float]]) -> Drawing:
    """Return the figure of condition numbers over step sizes [s]; condition: results of `moberg_cases.conditions`."""
    figure, ax = blank()
    with small():
        for scaled, values in condition.items():
            stroke = {"color": BLUE if scaled else ORANGE, "linestyle": "-" if scaled else "--", "marker": "o", "markersize": 2.5}
            ax.loglog(1e3 * np.array(steps), values, label="scaled" if scaled else "as it is", **stroke)
        ax.set(xlabel="step [ms]", ylabel="condition number")
        ax.set_xticks(1e3 * np.array(steps), [f"{1e3 * h:g}" for h in steps])
        ax.minorticks_off()
        legend(figure, ax, 2)
    caption = "Sec. 9.2: condition numbers of a step of backward differentiation, index 3, scaled and not."
    return Drawing("conditioning", figure, caption)


def diagonal_figure(robot: jn.Robot, plan: jn.Plan, error: Array) -> Drawing:
    """Return Fig. 8 of the 25 mm move: tool speed, motor torque, tool error (T, 2) [m] and tool position."""
    figure, axes = blank(2, 2, PAGE, 4.2)
    t = plan.t
    with small():
        _, speed, acceleration = plan.path(t, 2)
        curves(axes[0, 0], t, np.linalg.norm(speed, axis=1)[:, None], ["speed"], "speed [m/s]")
        right = axes[0, 0].twinx()
        right.plot(t, np.linalg.norm(acceleration, axis=1), color=ORANGE, linestyle="--")
        right.set_ylabel("acceleration [m/s²], dashed")
        curves(axes[0, 1], t, 1e-3 * plan.tau_m[:, :2], ["motor 1", "motor 2"], "torque [kNm]")
        for end in (plan.path.start_time, plan.path.end_time):
            axes[0, 1].axvline(end, color="0.5", linewidth=0.8, linestyle=":")
        axes[0, 1].legend()
        curves(axes[1, 0], t, 1e9 * error, ["x", "z"], "tool error, open loop [nm]")
        axes[1, 0].legend()
        position = jn.tool_pose(robot, plan.q[0])[0][:, [0, 2]]
        curves(axes[1, 1], t, 1e3 * (position - position[0]), ["x", "z"], "tool [mm]")
        axes[1, 1].legend()
    return Drawing(
        "fig8_diagonal",
        figure,
        "Fig. 8: the 25 mm move; dotted: where the tool begins to move and where it stops. The motors do not.",
    )


def corner_figure(plan: jn.Plan, error: Array) -> Drawing:
    """Return Fig. 9 of the complex motion: path, motor torque and tool error (T, 2) [m]."""
    figure, axes = blank(1, 3, PAGE, 2.3)
    with small():
        axes[0].plot(*plan.path(plan.t)[0].T, color=BLUE)
        axes[0].set(xlabel="x [m]", ylabel="z [m]", aspect="equal")
        curves(axes[1], plan.t, 1e-3 * plan.tau_m[:, :2], ["motor 1", "motor 2"], "torque [kNm]")
        axes[1].legend()
        curves(axes[2], plan.t, 1e9 * error, ["x", "z"], "tool error, open loop [nm]")
        axes[2].legend()
    return Drawing("fig9_complex", figure, "Fig. 9: lines, a wide turn and corner zones.")


def dof_figure(large: list[tuple[str, int, float, float]]) -> Drawing:
    """Return the figure of computing times over DOFs; large: results of `moberg_cases.large_arms`."""
    figure, ax = blank()
    with small():
        ax.loglog([row[1] for row in large], [row[2] for row in large], marker="o", color=BLUE)
        for name, freedoms, seconds, _ in large:
            ax.annotate(f"{name}\n{seconds:.2g} s", (freedoms, seconds), textcoords="offset points", xytext=(6, -8), fontsize=6)
        ax.set(xlabel="degrees of freedom", ylabel="time of a plan [s]", xlim=(4, 70), ylim=(0.03, 10.0))
        ax.set_xticks([5, 12, 30], ["5", "12", "30"])
        ax.set_yticks([0.1, 1.0, 10.0], ["0.1", "1", "10"])
        ax.minorticks_off()
    return Drawing("freedoms", figure, "Time of a plan of 0.5 s in steps of 1 ms, by collocation, once its code is compiled.")
