"""Style of figures: strokes, legends that fit, names that are no formulas."""

import builtins
import dataclasses
import sys

import matplotlib
import matplotlib.pyplot
import numpy as np
import pytest

import jounce as jn
from jounce.plot.style import COLOURS, STYLE, legend_columns, literal, look, strokes
from support.random_robots import random_robot

matplotlib.use("Agg")
PLAN = jn.feedforward(jn.load("planar_2r"), jn.trajectory.rest_to_rest([0.0, 0.1], [0.5, -0.3], 1.0), np.linspace(0.0, 1.0, 11))


def test_many_joints_have_strokes_of_their_own():
    assert len({tuple(stroke.items()) for stroke in strokes(40)}) == 40


def test_without_matplotlib(monkeypatch):
    real = builtins.__import__

    def missing(name, *rest):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.delitem(sys.modules, "matplotlib.pyplot", raising=False)
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(ImportError, match="jounce\\[plot\\]"):
        jn.plot.torque(PLAN)


@pytest.mark.parametrize("letters", [2, 20, 60])
def test_the_legend_of_a_figure_fits(letters):
    robot = random_robot(2, n=7).with_drives(stiffness=1e3, rotor_inertia=1.0).with_limits(motor_torque=0.1, deflection=1e-4)
    joints = tuple(
        dataclasses.replace(joint, name=f"{i}{('shoulder_lift_joint_' * 3)[:letters]}") for i, joint in enumerate(robot.joints)
    )
    robot = dataclasses.replace(robot, joints=joints)
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest(np.zeros(7), np.ones(7), 1.0), np.linspace(0.0, 1.0, 11))
    for figure in (jn.plot.overview(plan), jn.plot.torque(plan).figure):
        figure.canvas.draw()
        box = figure.legends[0].get_window_extent()
        assert [text.get_text() for text in figure.legends[0].get_texts()] == [*robot.joint_names, "limit"]
        assert box.x0 >= 0.0
        assert box.x1 <= figure.bbox.width
        for ax in figure.axes:  # it stands beside the curves, which keep their room
            assert not ax.get_window_extent().overlaps(box)
            assert ax.get_window_extent().height > 1.2 * figure.dpi


def test_a_legend_on_an_axis_of_ones_own_fits():
    """Beside one another where that fits, else below each other."""
    for letters, columns in ((1, 2), (50, 1)):
        joints = [dataclasses.replace(joint, name=f"{joint.name[-1]}{'e' * letters}") for joint in PLAN.robot.joints]
        _, ax = matplotlib.pyplot.subplots(figsize=(4.5, 3.0))
        jn.plot.torque(dataclasses.replace(PLAN, robot=dataclasses.replace(PLAN.robot, joints=tuple(joints))), ax)
        ax.figure.canvas.draw()
        assert ax.get_legend()._ncols == columns
        assert ax.get_legend().get_window_extent().width <= ax.get_window_extent().width


def test_colours_first_then_dashes():
    assert [stroke["color"] for stroke in strokes(len(COLOURS))] == list(COLOURS)
    assert {stroke["linestyle"] for stroke in strokes(len(COLOURS))} == {"-"}
    assert strokes(0) == []


def test_the_style_ends_with_its_figure():
    before = dict(matplotlib.rcParams)
    with look() as plt:
        assert plt.rcParams["font.size"] == STYLE["font.size"]
    assert dict(matplotlib.rcParams) == before


def test_columns_of_a_legend():
    assert legend_columns(["a", "b", "c"], 10.0, 9.0) == 3
    assert legend_columns(["a"] * 50, 100.0, 9.0) == 8
    assert legend_columns(["a" * 500, "b"], 3.0, 9.0) == 1
    assert legend_columns([" ", ""], 3.0, 9.0) == 2
    assert legend_columns([], 3.0, 9.0) == 1


def test_dollars_are_literal():
    assert literal("$a$ b") == r"\$a\$ b"
