"""Motions in a page: what it carries of plans, runs and recordings, read back as its script reads it."""

from dataclasses import replace

import numpy as np

import jounce as jn
from support.motor_tree import with_random_drives
from support.pages import PATH, PLAN, ROBOT, ROUNDED, T, curves_of, unpacked
from support.several_freedoms import random_state, random_tree
from support.tolerances import assert_close

"""Relative, of numbers in single precision."""


def test_plan():
    said, array = unpacked(jn.view(PLAN).to_html())
    (run,) = said["runs"]
    assert said["names"] == list(ROBOT.joint_names)
    assert run["label"] == "planned"
    assert (array(run["t"])[:, 0] == PLAN.t).all()
    assert (array(run["q"]) == PLAN.q[0]).all()
    assert_close(array(run["bent"]), -PLAN.delta, ROUNDED)
    assert_close(array(run["torque"]), PLAN.tau_m, ROUNDED)
    assert_close(array(run["path"]), jn.tool_pose(ROBOT, PLAN.q[0])[0], ROUNDED)
    assert_close(array(curves_of(run, "motor torque")["values"]), PLAN.tau_m, ROUNDED)
    assert_close(array(curves_of(run, "deflection")["values"]), np.degrees(PLAN.delta), ROUNDED)
    rows = [row[:2] for row in run["peaks"]]
    assert ["joint1", "motor torque"] in rows
    assert len(rows) == len(PLAN.peaks)


def test_errors_are_taken_before_they_are_rounded():
    """A link that is 1e-13 rad from its plan at 0.5 rad: in single precision the two are the same."""
    run = jn.simulate(ROBOT, PLAN)
    off = replace(run, q=PLAN.q[0] + 1e-13)
    said, array = unpacked(jn.view(off).to_html())
    assert (array(said["runs"][0]["planned"]) == PLAN.q[0]).all()
    shown = array(curves_of(said["runs"][0], "error of the links")["values"])
    assert_close(shown, np.degrees(off.q - PLAN.q[0]), ROUNDED)
    assert (shown > 0.0).any()


def test_the_robot_of_a_run_need_not_be_that_of_its_plan():
    longer = ROBOT.with_tool(ROBOT.links[-1].name, xyz=(0.0, 0.0, 0.25))
    run = jn.simulate(longer, PLAN)
    said, array = unpacked(jn.view(run).to_html())
    (shown,) = said["runs"]
    assert shown["robot"] != shown["planRobot"]
    assert said["robots"][shown["planRobot"]]["tool"]["origin"] == list(ROBOT.locate(ROBOT.tool)[1].origin)
    planned, real = jn.tool_pose(ROBOT, PLAN.q[0])[0], jn.tool_pose(longer, run.q)[0]
    away = array(curves_of(shown, "tool away from the plan")["values"])[:, 0]
    assert_close(away, 1e3 * np.linalg.norm(real - planned, axis=1), ROUNDED)
    assert_close(array(shown["path"]), planned, ROUNDED)


def test_motors_that_turn_with_several_joints():
    """Where the motors alone would hold the joints is N^-1 theta."""
    N = np.array([[1.0, 0.0], [-0.8, 1.1]])
    robot = ROBOT.with_transmission(N)
    plan = jn.feedforward(robot, PATH, T)
    said, array = unpacked(jn.view(plan).to_html())
    held = np.linalg.solve(N, plan.theta[0].T).T
    assert_close(array(said["runs"][0]["bent"]), plan.q[0] - held, ROUNDED)
    assert_close(array(curves_of(said["runs"][0], "deflection")["values"]), np.degrees(plan.theta[0] - plan.q[0] @ N.T), ROUNDED)


def test_two_drives_on_one_joint():
    """Two torques and two deflections; the joint stands where the first motor holds it."""
    joint = ROBOT.joints[0]
    robot = replace(ROBOT, joints=(replace(joint, second=jn.robot.SecondDrive(joint.drive)), ROBOT.joints[1]))
    plan = jn.feedforward(robot, PATH, T)
    said, array = unpacked(jn.view(plan).to_html())
    (run,) = said["runs"]
    assert said["names"] == list(robot.motor_names)
    assert_close(array(curves_of(run, "motor torque")["values"]), plan.tau_m, ROUNDED)
    assert_close(array(curves_of(run, "deflection")["values"]), np.degrees(plan.delta), ROUNDED)
    assert_close(array(run["bent"]), -plan.delta[:, :2], ROUNDED)


def test_rigid_joints_are_not_bent():
    said, array = unpacked(jn.view(jn.feedforward(ROBOT.with_rigid_joints(), PATH, T)).to_html())
    assert said["runs"][0]["bent"] is None
    assert [curves["title"] for curves in said["runs"][0]["curves"]] == ["motor torque"]
    mixed = replace(ROBOT, joints=(ROBOT.joints[0], ROBOT.with_rigid_joints().joints[1]))
    plan = jn.feedforward(mixed, PATH, T)
    said, array = unpacked(jn.view(plan).to_html())
    bent = array(said["runs"][0]["bent"])
    assert_close(bent[:, 0], -plan.delta[:, 0], ROUNDED)
    assert not bent[:, 1].any()
    names = curves_of(said["runs"][0], "deflection")["names"]
    assert [said["names"][i] for i in names] == ["joint1"]


def test_where_it_bends_without_a_motor():
    robot = jn.load("moberg_5dof")
    plan = jn.feedforward(robot, jn.trajectory.line([0.5, -1.6], [0.5, -1.5], 0.3), np.linspace(0.0, 0.3, 31))
    said, array = unpacked(jn.view(plan).to_html())
    (run,) = said["runs"]
    passive = [i for i, joint in enumerate(robot.joints) if joint.spring is not None]
    assert [i for i, joint in enumerate(said["robots"][0]["joints"]) if joint["passive"]] == passive
    assert_close(array(run["bent"])[:, passive], plan.q[0][:, passive], ROUNDED)
    torques = curves_of(run, "motor torque")["names"]
    assert [said["names"][i] for i in torques] == [joint.name for joint in robot.joints if joint.spring is None]
    bending = curves_of(run, "deflection")
    column = [said["names"][i] for i in bending["names"]].index(robot.joints[passive[0]].name)
    assert_close(array(bending["values"])[:, column], np.degrees(plan.q[0][:, passive[0]]), ROUNDED)


def test_limits_that_are_near():
    peak = np.abs(PLAN.tau_m).max(axis=0)
    near = jn.feedforward(ROBOT.with_limits(motor_torque=[1.2 * peak[0], 5.0 * peak[1]]), PATH, T)
    said, _ = unpacked(jn.view(near).to_html())
    low, high = curves_of(said["runs"][0], "motor torque")["limits"]
    assert_close(low, 1.2 * peak[0])
    assert high is None


def test_wrenches():
    """The first of (W, ...) at each place, in the frame that was named; one that does not change has a row for each time."""
    pushed = np.random.default_rng(0).normal(size=(len(T), 6))
    robot = ROBOT.with_tool(ROBOT.links[-1].name, xyz=(0.0, 0.0, 0.25))
    plan = jn.feedforward(robot, PATH, T)
    wrench = {"tool": (pushed, 0 * pushed), 0: (np.arange(6.0),)}
    said, array = unpacked(jn.view(plan, wrench=wrench).to_html())
    first, second = said["runs"][0]["wrenches"]
    assert (first["link"], first["origin"]) == (1, [0.0, 0.0, 0.25])
    assert_close(array(first["values"]), pushed, ROUNDED)
    assert (second["link"], second["origin"]) == (0, [0.0, 0.0, 0.0])
    assert (array(second["values"]) == np.arange(6.0)).all()
    (last,) = unpacked(jn.view(plan, wrench=(pushed,)).to_html())[0]["runs"][0]["wrenches"]
    assert (last["link"], last["origin"]) == (1, [0.0, 0.0, 0.0])


def test_the_wrenches_of_a_run_are_those_that_acted():
    """A function of time and state is drawn at the state of the run; none where none acts, though the plan has one."""
    push = jn.trajectory.rest_to_rest(np.zeros(6), np.arange(6.0), 1.0, degree=9)
    plan = jn.feedforward(ROBOT, PATH, T, wrench={ROBOT.links[1].name: push})
    run = jn.simulate(ROBOT, plan, wrench={0: lambda t, q, qd: [0.0, 0.0, -4.0 * q[0], 0.0, t, -qd[1]]})
    zeros = np.zeros(len(T))
    expected = np.stack([zeros, zeros, -4.0 * run.q[:, 0], zeros, T, -run.qd[:, 1]], axis=1)
    said, array = unpacked(jn.view(run).to_html())
    (drawn,) = said["runs"][0]["wrenches"]
    assert drawn["link"] == 0
    assert_close(array(drawn["values"]), expected, ROUNDED)
    assert_close(run.wrench[0], expected)
    free = jn.simulate(ROBOT, plan, wrench={})
    assert unpacked(jn.view(free).to_html())[0]["runs"][0]["wrenches"] == []
    assert free.wrench == {}


def test_plans_and_runs_on_a_floating_base():
    """Curves are those of joints with one freedom; the wrenches of the plan are drawn."""
    robot = with_random_drives(random_tree(2, 5, floating=True), 2)
    path = jn.trajectory.rest_to_rest(np.zeros(robot.n), np.full(robot.n, 0.1), 1.0, degree=9)
    push = jn.trajectory.rest_to_rest(np.zeros(6), np.arange(6.0), 1.0, degree=9)
    plan = jn.feedforward(robot, path, T, wrench={robot.links[1].name: push})
    single = [i for i, joint in enumerate(robot.velocity_joints) if robot.joints[joint].freedoms == 1]
    for shown in (plan, jn.simulate(robot, plan)):
        said, array = unpacked(jn.view(shown).to_html())
        (run,) = said["runs"]
        assert_close(array(curves_of(run, "motor torque")["values"]), shown.tau_m[:, single], ROUNDED)
        assert_close(array(run["wrenches"][0]["values"]), push(T)[0], ROUNDED)
    assert (array(run["planned"]) == plan.q[0]).all()
    scale = [1e3 if robot.joints[robot.velocity_joints[i]].prismatic else np.degrees(1.0) for i in single]
    assert_close(array(curves_of(run, "error of the links")["values"]), scale * shown.error[:, single], ROUNDED)


def test_a_body_that_floats_alone():
    """No joint of it has one freedom: panels of joints and motors are left out."""
    body = jn.Link("b", 1.0, inertia=(1.0, 1.0, 1.0, 0, 0, 0))
    robot = jn.Robot.build("body", [jn.Link("w"), body], [jn.Joint("free", "floating", "w", "b")])
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest(np.zeros(6), np.full(6, 0.1), 1.0, degree=9), T)
    said, array = unpacked(jn.view(plan).to_html())
    (run,) = said["runs"]
    assert_close(array(run["q"]), plan.q[0])
    assert all(curves["names"] for curves in run["curves"])


def test_recording_of_a_floating_robot():
    robot = random_tree(3, floating=True)
    q = np.array([random_state(robot, seed)[0] for seed in range(5)])
    t = 1.7e9 + np.arange(5) * 1e-3  # a clock of the wall: single precision cannot tell these apart
    said, array = unpacked(jn.view(robot, t, q).to_html())
    (run,) = said["runs"]
    assert run["label"] == "recorded"
    assert run["torque"] is run["bent"] is run["path"] is None
    assert (array(run["t"])[:, 0] == t).all()
    assert_close(array(curves_of(run, "origin of the base")["values"]), q[:, 4:7], ROUNDED)


def test_quaternions_that_change_their_sign():
    """q and -q are the same pose: between two samples the page must not go through zero."""
    robot = random_tree(3, floating=True)
    q = np.repeat(random_state(robot, 1)[0][None], 3, axis=0)
    flipped = q.copy()
    flipped[1, :4] *= -1.0
    said, array = unpacked(jn.view(robot, [0.0, 1.0, 2.0], flipped).to_html())
    assert (array(said["runs"][0]["q"]) == q).all()


def test_many_samples_are_thinned_and_extremes_stay():
    t = np.linspace(0.0, 1.0, 30_001)
    q = np.zeros((len(t), 2))
    q[12_345, 0], q[23_456, 1] = 2.0, -3.0
    said, array = unpacked(jn.view(ROBOT, t, q).to_html())
    kept = array(said["runs"][0]["q"])
    assert len(kept) < 1100
    assert kept.max() == 2.0
    assert kept.min() == -3.0
