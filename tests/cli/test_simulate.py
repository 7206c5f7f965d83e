"""`jounce simulate` says and writes what `jounce.simulate` gives."""

import math

import numpy as np
import pytest

import jounce as jn
from jounce.cli.simulate import _controller
from jounce.simulation import Actuator, Sensor
from support.command_line import MOTION, data_of, planned
from support.tolerances import assert_close


@pytest.mark.native
def test_simulate_open_loop(run, columns, tmp_path):
    robot = jn.load("planar_2r")
    expected = jn.simulate(robot, planned(robot))
    data = data_of(run("simulate", "planar_2r", *MOTION, "--out", tmp_path / "a.csv", "--plot", tmp_path / "a.png", "--json"))
    found = columns(tmp_path / "a.csv")
    for name, values, unit in (
        ("q", expected.q, "rad"),
        ("qd", expected.qd, "rad/s"),
        ("theta", expected.theta, "rad"),
        ("thetad", expected.thetad, "rad/s"),
        ("tau_m", expected.tau_m, "Nm"),
    ):
        assert_close(np.stack([found[f"{name}_joint{i} [{unit}]"] for i in (1, 2)], axis=1), values)
    assert data["tracking_error"] == expected.tracking_error < 1e-8
    assert data["energy_balance"] == np.abs(expected.energy_balance).max() < 1e-8
    assert (tmp_path / "a.png").stat().st_size > 10_000
    text = run("simulate", "planar_2r", *MOTION).stdout
    assert f"{math.degrees(np.abs(expected.error[:, 0]).max()):.3g}" in text


@pytest.mark.native
def test_simulate_with_controllers(run):
    robot = jn.load("planar_2r")
    plan = planned(robot)
    B = np.array([joint.drive.reflected_inertia for joint in robot.joints])
    inertia = np.diagonal(jn.mass_matrix(robot, np.zeros(2))) + B
    laws = {
        "pd": jn.control.FeedforwardPD(robot, kp=900.0 * inertia, kd=60.0 * inertia),
        "feedback-linearisation": jn.control.FeedbackLinearization(robot, poles=[-30.0] * 4),
    }
    for name, law in laws.items():
        data = data_of(run("simulate", "planar_2r", *MOTION, "--controller", name, "--bandwidth", "30", "--json"))
        expected = jn.simulate(robot, plan, law, rate=500.0)
        assert data["controller"] == name
        assert_close(data["tracking_error"], expected.tracking_error, 1e-9)


@pytest.mark.native
def test_simulate_a_machine(run):
    """Another plant, sensors, actuators and ticks that come late; the same seed gives the same."""
    robot = jn.load("planar_2r")
    B = np.array([joint.drive.reflected_inertia for joint in robot.joints])
    inertia = np.diagonal(jn.mass_matrix(robot, np.zeros(2))) + B
    law = jn.control.FeedforwardPD(robot, kp=900.0 * inertia, kd=60.0 * inertia)
    plant = robot.with_parameters(
        {"inertia": 0.95 * robot.parameter_values("inertia"), "stiffness": 1.1 * robot.parameter_values("stiffness")}
    ).with_payload(0.2, (0.1, 0.0, 0.0))
    encoder, torque = Sensor.encoder(17, 1e-5, 1e-3), Sensor(noise=0.1, delay=1e-3)
    expected = jn.simulate(
        robot,
        planned(robot),
        law,
        plant=plant,
        sensors=jn.Sensors(encoder, encoder, torque, torque, 800.0),
        actuator=Actuator((30.0, 20.0), 2000.0, {6: 0.01}),
        rate=500.0,
        jitter=2e-4,
        seed=5,
    )
    words = (
        "--payload 0.2,0.1,0,0 --stiffness-error 10% --mass-error=-5% --encoder-bits 17 --encoder-noise 1e-5 --torque-noise 0.1"
    )
    words += " --delay 1ms --speed-filter 800 --torque-limit 30,20 --current-bandwidth 2000 --ripple 6=1%"
    words += " --jitter 200us --seed 5"
    data = data_of(run("simulate", "planar_2r", *MOTION, "--controller", "pd", "--bandwidth", "30", *words.split(), "--json"))
    assert_close(data["tracking_error"], expected.tracking_error, 1e-9)
    data = data_of(run("simulate", "planar_2r", *MOTION, "--torque-limit", "5", "--json"))
    cut = jn.simulate(robot, planned(robot), rate=500.0, actuator=Actuator(5.0))
    assert_close(data["tracking_error"], cut.tracking_error, 1e-9)


def test_how_far_the_tool_may_leave_its_path(run, tmp_path):
    """A zero runs through infinity on the way, too fast to stay on the path: refused with the distance, and taken if allowed."""
    from support.flexible import through_infinity

    robot, path, _ = through_infinity(back=True, duration=0.05)
    robot.save(tmp_path / "elbow.toml")
    ends = path(np.array([path.start_time, path.end_time]))[0] * [1.0, -1.0]  # mirrored: the posture that is found first
    start, end = (",".join(map(repr, map(float, y))) for y in ends)
    motion = [str(tmp_path / "elbow.toml"), "--from", start, "--to", end, "--duration", "0.05"]
    refused = run("torque", *motion)
    assert refused.exit_code == 1
    assert "through infinity. The nearest motion that is bounded leaves the path by 0.000" in refused.stderr
    data = data_of(run("torque", *motion, "--allow-error", "1e-3", "--json"))
    assert data["method"] == "nearest"
    assert 1e-5 < data["tool_error"] < 1e-3
    assert_close(data["tool_error"], data["estimated_tool_error"], 0.1)
    (tmp_path / "job.toml").write_text("allow-error = -1.0\n")
    junk = run("torque", *motion, "--job", str(tmp_path / "job.toml"))
    assert "allow_error: expected a number of metres or radians above zero" in junk.stderr


@pytest.mark.native
def test_simulate_with_dynamic_feedback(run, tmp_path):
    """Where rotors are carried along the law is the dynamic one, with as many equal poles as its chains are long."""
    robot = jn.load("planar_2r").with_drives(coupling="full")
    robot.save(tmp_path / "carried.toml")
    given = ("--controller", "feedback-linearisation", "--bandwidth", "30")
    data = data_of(run("simulate", str(tmp_path / "carried.toml"), *MOTION, *given, "--json"))
    law = jn.control.DynamicFeedbackLinearization(robot, poles=[-30.0] * 6)
    expected = jn.simulate(robot, planned(robot, degree=13), law, rate=500.0)
    assert_close(data["tracking_error"], expected.tracking_error, 1e-9)


LINEARISED = {
    "elastic": ({}, None, jn.control.FeedbackLinearization),
    "one rigid": ({"stiffness": [200.0, math.inf]}, None, jn.control.DynamicFeedbackLinearization),
    "carried": ({"coupling": "full"}, None, jn.control.DynamicFeedbackLinearization),
    "rigid, carried": ({"coupling": "full", "stiffness": math.inf}, None, jn.control.DynamicFeedbackLinearization),
    "rigid": ({"stiffness": math.inf}, "joint 'joint1' is rigid", None),
}
"""{robot: (drives, refusal, class of the law)} of --controller feedback-linearisation, as the guide of the command line says."""


@pytest.mark.parametrize(("drives", "refusal", "law"), LINEARISED.values(), ids=LINEARISED)
def test_robots_that_feedback_linearisation_takes(drives, refusal, law):
    robot = jn.load("planar_2r").with_drives(**drives)
    if refusal is None:
        assert type(_controller(robot, "feedback-linearisation", 30.0)) is law
    else:
        with pytest.raises(jn.errors.InputError, match=refusal):
            _controller(robot, "feedback-linearisation", 30.0)


@pytest.mark.native
def test_simulate_an_arm_that_bends(run):
    motion = ["--from", "1.5,-1.5", "--to", "1.525,-1.475", "--duration", "0.1"]
    assert data_of(run("simulate", "moberg_5dof_nmp", *motion, "--json"))["tool_error"] < 1e-6
