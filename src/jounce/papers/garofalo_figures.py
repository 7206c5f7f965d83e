"""Figures of [Garofalo2013]: the humanoid and its mass matrix, and the cost of derivatives over the number of joints."""

import numpy as np

import jounce as jn
from jounce.papers.figure_style import BLUE, GREEN, ORANGE, PAGE, blank, small
from jounce.papers.paper_report import Drawing


def tree_figure(robot: jn.Robot) -> Drawing:
    """Return Fig. 2: the joints of the humanoid seen from the front, and its mass matrix at a random pose."""
    figure, (left, right) = blank(1, 2, PAGE, 3.0, width_ratios=(1, 1.25))
    q = np.zeros(robot.n)
    places = np.array([jn.tool_pose(robot, q, link=k)[0] for k in range(robot.n)])
    colours = {0: BLUE, 1: ORANGE, 2: GREEN}
    M = np.abs(jn.mass_matrix(robot, np.random.default_rng(0).normal(size=robot.n)))
    with small():
        for k, parent in enumerate(robot.parents):
            start = places[parent] if parent >= 0 else np.zeros(3)
            left.plot([start[1], places[k][1]], [start[2], places[k][2]], color="0.6", linewidth=1.5, zorder=1)
            axis = int(np.argmax(np.abs(robot.joints[k].axis)))
            shift = 0.022 * (axis - 1)  # three axes meet in a hip
            left.plot(places[k][1] + shift, places[k][2], "o", color=colours[axis], markersize=4, zorder=2)
        for axis, name in enumerate("xyz"):
            left.plot([], [], "o", color=colours[axis], markersize=4, label=f"about {name}")
        left.set(xlabel="y [m]", ylabel="z [m]", aspect="equal")
        left.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
        right.grid(False)
        nonzero = np.where(M > 0.0, M, np.nan)
        image = right.imshow(np.log10(nonzero), cmap="cividis")
        right.set(xlabel="joint j", ylabel="joint i", xticks=range(0, 25, 6), yticks=range(0, 25, 6))
        right.set(xticklabels=range(1, 26, 6), yticklabels=range(1, 26, 6))
        figure.colorbar(image, ax=right, label="log$_{10}$ |M$_{ij}$| [kg m$^2$]")
    caption = (
        "Fig. 2: the humanoid that stands for TORO, seen from the front, and its mass matrix at a random pose; white: zero, "
        "mostly as the two joints are on different branches."
    )
    return Drawing("figure2", figure, caption)


def chain_figure(joints: tuple[int, ...], few: tuple[int, ...], chains: dict[str, list[float]]) -> Drawing:
    """Return the figure of computing times and operation counts over the number of joints.

    joints: sizes of the chains for M, C and g; few: sizes for derivatives by state; chains: results of `garofalo_cases.chains`.
    """
    figure, (left, right) = blank(1, 2, PAGE, 2.6)
    timed = "one" in chains
    alone, both = (np.array(chains[k]) for k in (("one", "two") if timed else ("alone", "both")))
    scale, unit = (1e6, "time of a call from Python [us]") if timed else (1e-3, "operations [1000]")
    with small():
        left.plot(joints, scale * both, "s-", color=ORANGE, markersize=3, label="M, C, g and their time derivatives")
        left.plot(joints, scale * 2 * alone, "o--", color=BLUE, markersize=3, label="M, C, g at two instants")
        left.plot(joints, scale * alone, "o-", color=BLUE, markersize=3, label="M, C, g")
        left.set(xlabel="joints", ylabel=unit, ylim=(0, None))
        left.legend()
        count = np.array(chains["both"]) / (2 * np.array(chains["alone"]))
        by_state = np.array(chains["state"]) / np.array(chains["differences"])
        if timed:
            right.plot(joints, both / (2 * alone), "s-", color=ORANGE, markersize=3, label="by time, time taken")
        right.plot(joints, count, "s:", color=ORANGE, markersize=3, label="by time, operations")
        right.plot(few, by_state, "^-", color=GREEN, markersize=3, label="by state, operations")
        right.axhline(0.71, color="black", linestyle="--", linewidth=1.0, label="paper, by time: 0.71")
        right.set(xlabel="joints", ylabel="derivatives / differences", ylim=(0, 2.0))
        right.legend(loc="upper right", ncols=2)
    caption = (
        "Section VII: M, C, g with derivatives against M, C, g at two instants, on chains of the LWR's links. Right: the "
        "ratio, and that of derivatives by state to 4N evaluations."
    )
    return Drawing("time", figure, caption)
