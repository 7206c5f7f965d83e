"""Figures of the program show the motion, not the rest before and after it."""

import matplotlib
import matplotlib.pyplot
import numpy as np
import pytest

import jounce as jn
from jounce.cli.figure import STILL, moving, restricted

matplotlib.use("agg")
TOOL = ("moberg_5dof", "--from", "0.5,-1.6", "--to", "0.5,0.6", "--duration", "0.3")


@pytest.fixture
def drawn(run, tmp_path, monkeypatch):
    """The figure that a command writes."""

    def draw(*args):
        kept = []
        monkeypatch.setattr("jounce.plot.style.add_legend", lambda figure, where: kept.append(figure))
        done = run(*args, "--plot", tmp_path / "figure.png")
        assert done.exit_code == 0, done.output
        return kept[0]

    yield draw
    matplotlib.pyplot.close("all")


@pytest.mark.native
def test_a_tool_that_rests_for_long(drawn):
    """0.3 s of motion: the links swing for 1.7 s, and then nothing happens for 6 s."""
    figure = drawn("simulate", *TOOL)
    panels = {ax.get_title(): ax for ax in figure.axes}
    assert list(panels)[-2:] == ["tracking error of the links", "tool error"]
    for ax in panels.values():
        begin, end = ax.lines[0].get_xdata()[[0, -1]]
        assert begin == 0.0
        assert 0.3 < end < 3.0
        assert [line.get_xdata()[0] for line in ax.lines[-2:]] == [0.0, 0.3]  # when the tool begins and ends
    speeds = np.array([line.get_ydata() for line in panels["link velocity"].lines[:3]])
    assert (np.abs(speeds[:, -1]) < STILL * np.abs(speeds).max(axis=1)).all()
    assert figure.get_suptitle().endswith("(from 0 to 8.3 s, drawn while it moves)")


@pytest.mark.native
def test_the_whole_of_a_motion_of_joints(drawn):
    figure = drawn("simulate", "planar_2r", "--to", "0.5,-0.3", "--duration", "0.5")
    assert [ax.get_title() for ax in figure.axes] == [
        "link position",
        "motor torque",
        "deflection",
        "tracking error of the links",
    ]
    for ax in figure.axes:
        assert tuple(ax.lines[0].get_xdata()[[0, -1]]) == (0.0, 0.5)
    assert "drawn" not in figure.get_suptitle()


@pytest.mark.native
def test_a_part_of_a_run_is_the_run_there():
    path = jn.trajectory.rest_to_rest([0.0, 0.1], [0.5, -0.3], 1.0)
    robot = jn.load("planar_2r").with_drives(damping=5.0)
    run = jn.simulate(robot, jn.feedforward(robot, path, np.linspace(-2.0, 6.0, 401)))
    samples = moving(run)
    shown = restricted(run, samples)
    assert -0.5 < shown.t[0] < 0.0
    assert 1.0 < shown.t[-1] < 5.0
    assert (shown.error == run.error[samples]).all()
    assert (shown.plan.bend == run.plan.bend[:, samples]).all()
    assert shown.plan.q.shape == (run.plan.q.shape[0], len(shown.t), 2)


def test_a_robot_that_stands_still():
    path = jn.trajectory.rest_to_rest([0.5, 0.5], [0.5, 0.5], 1.0)
    plan = jn.feedforward(jn.load("planar_2r"), path, np.linspace(0.0, 1.0, 11))
    assert moving(plan) == slice(0, 12)
