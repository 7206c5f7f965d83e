"""Figures show what they say: one curve per joint, the right numbers, units on the axes."""

import builtins
import dataclasses
import sys

import matplotlib
import numpy as np
import pytest

import jounce as jn
from support.random_robots import random_robot
from support.tolerances import assert_close

matplotlib.use("Agg")
PATH = jn.trajectory.rest_to_rest([0.0, 0.1], [0.5, -0.3], 1.0)
PLAN = jn.feedforward(jn.load("planar_2r"), PATH, np.linspace(0.0, 1.0, 11))
DEGREES = np.degrees(1.0)
CURVES = {
    "positions": (lambda: DEGREES * PLAN.q[0], "[deg]"),
    "velocities": (lambda: DEGREES * PLAN.q[1], "[deg/s]"),
    "deflection": (lambda: DEGREES * PLAN.delta, "[deg]"),
    "torque": (lambda: PLAN.tau_m, "[Nm]"),
    "difference": (lambda: PLAN.tau_m - jn.feedforward(PLAN.robot.with_rigid_joints(), PATH, PLAN.t).tau_m, "[Nm]"),
}


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    matplotlib.pyplot.close("all")


@pytest.mark.parametrize("name", CURVES)
def test_curves(name):
    ax = getattr(jn.plot, name)(PLAN)
    values, unit = CURVES[name]
    assert [line.get_label() for line in ax.lines] == list(PLAN.robot.joint_names)
    assert_close(np.array([line.get_ydata() for line in ax.lines]).T, values())
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("t [s]", unit)


def test_prismatic_joints_keep_their_units():
    robot = random_robot(0, n=2, kinds=("prismatic",)).with_drives(stiffness=1e3, rotor_inertia=1.0)
    plan = jn.feedforward(robot, PATH, PLAN.t)
    ax = jn.plot.positions(plan)
    assert ax.get_ylabel() == "[m]"
    assert_close(ax.lines[0].get_ydata(), plan.q[0, :, 0])


@pytest.mark.native
def test_tracking_of_a_run_and_an_axis_of_ones_own():
    run = jn.simulate(PLAN.robot, PLAN, rate=200.0)
    _, ax = matplotlib.pyplot.subplots()
    assert jn.plot.tracking(run, ax) is ax
    assert_close(ax.lines[1].get_ydata(), DEGREES * run.error[:, 1])


def test_overview_is_saved(tmp_path):
    figure = jn.plot.overview(PLAN)
    assert len(figure.axes) == 4
    for ending in ("png", "svg", "pdf"):
        figure.savefig(tmp_path / f"overview.{ending}")


def test_many_joints_have_strokes_of_their_own():
    from jounce.plot.style import strokes

    assert len({tuple(stroke.items()) for stroke in strokes(28)}) == 28


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


@pytest.mark.parametrize("name", ["$a$", "$\\frac$", "\\$", "a$", "$$x$"])
def test_names_with_dollars_are_no_formulas(tmp_path, monkeypatch, name):
    monkeypatch.setitem(matplotlib.rcParams, "svg.fonttype", "none")  # letters stay letters
    robot = PLAN.robot
    joints = (dataclasses.replace(robot.joints[0], name=name), *robot.joints[1:])
    plan = jn.feedforward(dataclasses.replace(robot, joints=joints), PATH, PLAN.t)
    for figure in (jn.plot.overview(plan), jn.plot.torque(plan).figure):
        figure.savefig(tmp_path / "a.svg")
        assert f">{name}<" in (tmp_path / "a.svg").read_text()
