"""Figures of [Buondonno2015]: the motion from rest to rest, its torques, and operation counts over the number of joints."""

import numpy as np

import jounce as jn
from jounce.papers.figure_style import BLUE, COLUMN, GREEN, ORANGE, blank, single, small
from jounce.papers.paper_report import Drawing


def motion_figures(elastic: jn.Plan, rigid: jn.Plan) -> list[Drawing]:
    """Return Figs. 1 to 5: positions, velocities, deflections, motor torques, and torque differences of elastic and rigid
    joints."""
    drawn = slice(None, None, 5)
    t = elastic.t[drawn]
    names = ["joint 1", *"234567"]
    figures = [
        (np.degrees(elastic.q[0]), "joint position [deg]", "Fig. 1: joint positions q."),
        (np.degrees(elastic.q[1]), "joint velocity [deg/s]", "Fig. 2: joint velocities."),
        (np.degrees(elastic.delta), "joint deflection [deg]", "Fig. 3: joint deflections theta - q."),
        (elastic.tau_m, "motor torque [Nm]", "Fig. 4: motor torques."),
        (elastic.tau_m - rigid.tau_m, "elastic - rigid [Nm]", "Fig. 5: motor torque of elastic less that of rigid joints."),
    ]
    return [
        Drawing(f"figure{k + 1}", single(t, values[drawn], names, unit, pairs=True), caption)
        for k, (values, unit, caption) in enumerate(figures)
    ]


def complexity_figure(joints: tuple[int, ...], growth: dict[str, list[int]]) -> Drawing:
    """Return the figure of operation counts over the number of joints; growth: see `buondonno_cases.growth`."""
    figure, ax = blank(width=COLUMN)
    lines = [
        ("law", "feedback linearisation, N$^3$", ORANGE, "o-"),
        ("EJNEA", "EJNEA, N", BLUE, "s-"),
        ("factored", "direct dynamics, CRBA", GREEN, "^--"),
        ("ABA", "direct dynamics, ABA", "black", "v:"),
    ]
    with small():
        for name, label, colour, marks in lines:
            ax.plot(joints, np.array(growth[name]) / 1e3, marks, color=colour, label=label, markersize=2.5)
        ax.set(xlabel="joints N", ylabel="operations [1000]", xlim=(4, 31), ylim=(0, None))
        ax.legend(loc="upper left", handlelength=2.2)
    return Drawing("complexity", figure, "Sections III and IV: scalar operations against the number of joints, generic axes.")
