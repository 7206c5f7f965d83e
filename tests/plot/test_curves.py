"""Figures show what they say: one curve per joint, the right numbers, units on the axes."""

import dataclasses

import matplotlib
import matplotlib.pyplot
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


@pytest.mark.parametrize("name", CURVES)
def test_curves(name):
    ax = getattr(jn.plot, name)(PLAN)
    values, unit = CURVES[name]
    assert [line.get_label() for line in ax.lines] == list(PLAN.robot.joint_names)
    assert_close(np.array([line.get_ydata() for line in ax.lines]).T, values())
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("t [s]", unit)


def test_a_joint_without_a_motor_bends_by_its_position():
    """Its spring is at rest at zero, so by torque = K q + D qd it cannot be straight where it carries a torque."""
    robot = jn.load("moberg_5dof")
    path = jn.trajectory.line([0.5, -1.6], [0.5, 0.6], 1.0, 11)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 1.0, 51))
    ax = jn.plot.deflection(plan)
    for i, joint in enumerate(robot.joints):
        bent = np.radians(ax.lines[i].get_ydata())
        if joint.spring is None:
            assert_close(bent, plan.theta[0, :, i] - plan.q[0, :, i])
        else:
            carried = plan.tau_j[0, :, i]
            assert_close(-joint.spring.stiffness * bent - joint.spring.damping * plan.q[1, :, i], carried)
            assert np.abs(bent).max() > np.radians(0.1)


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


@pytest.mark.parametrize("name", ["$a$", "$\\frac$", "\\$", "a$", "$$x$"])
def test_names_with_dollars_are_no_formulas(tmp_path, monkeypatch, name):
    monkeypatch.setitem(matplotlib.rcParams, "svg.fonttype", "none")  # letters stay letters
    robot = PLAN.robot
    joints = (dataclasses.replace(robot.joints[0], name=name), *robot.joints[1:])
    plan = jn.feedforward(dataclasses.replace(robot, joints=joints), PATH, PLAN.t)
    for figure in (jn.plot.overview(plan), jn.plot.torque(plan).figure):
        figure.savefig(tmp_path / "a.svg")
        assert f">{name}<" in (tmp_path / "a.svg").read_text()


@pytest.mark.parametrize("name", ["torque", "deflection"])
def test_limits_that_come_near_are_dashed(name):
    """From half of a limit on, above or below; a limit of several joints once, in grey, and one entry in the legend."""
    plan = jn.feedforward(PLAN.robot.with_gravity((0.0, 0.0, 0.0)), PATH, PLAN.t)
    scale, values = (DEGREES, DEGREES * plan.delta) if name == "deflection" else (1.0, plan.tau_m)
    top, bottom = values.max(axis=0), values.min(axis=0)
    quantity = "motor_torque" if name == "torque" else name

    def lines(limits):
        robot = plan.robot.with_limits(**{quantity: np.asarray(limits) / scale})
        ax = getattr(jn.plot, name)(dataclasses.replace(plan, robot=robot))
        assert [line.get_label() for line in ax.lines[:2]] == list(PLAN.robot.joint_names)
        assert [text.get_text() for text in ax.figure.legends[0].get_texts()][2:] == ["limit"] * (len(ax.lines) > 2)
        return {float(line.get_ydata()[0]): line for line in ax.lines[2:]}

    assert top[0] > 0.0 > bottom[0]  # the cases below are about both sides
    assert lines([1e9, 1e9]) == {}
    assert lines([2.1 * max(top[0], -bottom[0]), 1e9]) == {}
    both = lines([1.9 * min(top[0], -bottom[0]), 1e9])
    assert_close(sorted(both), 1.9 * min(top[0], -bottom[0]) * np.array([-1.0, 1.0]))
    assert {line.get_color() for line in both.values()} == {"#0072b2"}
    shared = lines([0.01, 0.01])
    assert_close(sorted(shared), [-0.01, 0.01])
    assert {line.get_color() for line in shared.values()} == {"#555555"}
    assert {line.is_dashed() for line in shared.values()} == {True}


@pytest.fixture(scope="module")
def tool_run():
    robot = jn.load("moberg_5dof")
    plan = jn.feedforward(robot, jn.trajectory.line([0.5, -1.6], [0.5, 0.6], 1.0, 11), np.linspace(-0.1, 2.0, 106))
    run = jn.simulate(robot, plan)
    return dataclasses.replace(run, q=run.q + 1e-3)  # so that there is an error


@pytest.mark.native
def test_tool_error_and_when_the_tool_moves(tool_run):
    """Against forward kinematics of the simulated joints and the path itself."""
    ax = jn.plot.tool_error(tool_run)
    there = jn.tool_pose(tool_run.robot, tool_run.q)[0][:, [0, 2]]
    curves = np.array([line.get_ydata() for line in ax.lines[:2]]).T
    assert_close(curves, there - tool_run.plan.path(tool_run.t)[0])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["x", "z"]
    assert ax.get_ylabel() == "[m]"
    joints = jn.plot.tracking(tool_run, ax=None)
    assert {line.get_color() for line in ax.lines[:2]}.isdisjoint({line.get_color() for line in joints.lines[:3]})
    for drawn in (ax, joints, jn.plot.deflection(tool_run.plan)):
        assert [line.get_xdata()[0] for line in drawn.lines[-2:]] == [0.0, 1.0]
    assert [text.get_text() for text in joints.figure.legends[0].get_texts()][-1] == "tool begins and ends"


@pytest.mark.native
def test_tool_error_is_of_paths_of_the_tool():
    with pytest.raises(jn.errors.InputError, match="path of the joints"):
        jn.plot.tool_error(jn.simulate(PLAN.robot, PLAN))


def floating_plan():
    """A body that floats and one joint, pushed by a wrench."""
    links = [jn.Link("world"), *(jn.Link(name, 2.0, inertia=(1.0, 1.0, 1.0, 0, 0, 0)) for name in ("body", "wheel"))]
    joints = [jn.Joint("free", "floating", "world", "body"), jn.Joint("axle", "revolute", "body", "wheel")]
    robot = jn.Robot.build("hopper", links, joints).with_drives(stiffness={"axle": 50.0}, rotor_inertia={"axle": 0.1})
    path = jn.trajectory.rest_to_rest(np.zeros(7), np.arange(1.0, 8.0) / 10, 1.0, degree=9)
    push = {"wheel": jn.trajectory.rest_to_rest(np.zeros(6), np.arange(6.0), 1.0, degree=9)}
    return jn.feedforward(robot, path, np.linspace(0.0, 1.0, 11), wrench=push)


def test_the_difference_is_that_of_the_springs_alone():
    """The rigid robot is pushed by the same wrenches."""
    plan = floating_plan()
    rigid = jn.feedforward(plan.robot.with_rigid_joints(), plan.path, plan.t, wrench=plan.wrench)
    (line,) = jn.plot.difference(plan).lines
    assert_close(line.get_ydata(), (plan.tau_m - rigid.tau_m)[:, 6])
    assert " N<" in plan._repr_html_()


@pytest.mark.native
def test_limits_used():
    """Torque over its limit, and a bar for each span of the status in the colour of its joint."""
    robot = jn.load("planar_2r").with_limits(motor_torque=[60.0, 25.0], velocity=2.0)
    fast = jn.fastest(robot, jn.trajectory.rest_to_rest([0.0, 0.0], [1.2, -0.8], 1.0, degree=9), pieces=16)
    plan = jn.feedforward(robot, fast, np.linspace(0.0, fast.end_time, 101))
    ax = jn.plot.limits_used(plan)
    assert_close(ax.lines[1].get_ydata(), plan.tau_m[:, 1] / 25.0)
    bars = [path.get_extents() for group in ax.collections for path in group.get_paths()]
    spans = sorted((span.begin, span.end) for span in fast.status.active)
    assert_close(np.array(sorted((bar.x0, bar.x1) for bar in bars)), np.array(spans))
    assert {text.get_text() for text in ax.texts} == {span.quantity.replace("_", " ") for span in fast.status.active}
    with pytest.raises(jn.errors.InputError, match="fastest"):
        jn.plot.limits_used(PLAN)


@pytest.mark.native
def test_the_legend_of_limits_used_is_below_the_bars():
    """On an axis of the user's."""
    robot = jn.load("planar_2r").with_limits(motor_torque=[60.0, 25.0], velocity=2.0)
    fast = jn.fastest(robot, jn.trajectory.rest_to_rest([0.0, 0.0], [1.2, -0.8], 1.0, degree=9), pieces=16)
    figure, ax = matplotlib.pyplot.subplots()
    jn.plot.limits_used(jn.feedforward(robot, fast, np.linspace(0.0, fast.end_time, 101)), ax)
    figure.canvas.draw()
    lowest = min(path.get_extents().y0 for group in ax.collections for path in group.get_paths())
    assert ax.get_legend().get_window_extent().y1 <= ax.transData.transform((0.0, lowest))[1] + 1.0
