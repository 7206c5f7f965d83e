"""Every other command says and writes what the library gives."""

import dataclasses
import json
import math
import subprocess
import tomllib

import numpy as np
import pytest

import jounce as jn
from jounce.codegen.build.compiler import compiler
from support.tolerances import assert_close

MOTION = ("--to", "0.3,-0.2", "--duration", "0.3", "--rate", "500")


def data_of(done):
    assert done.exit_code == 0, done.output
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_version(run):
    assert run("--version").stdout == f"jounce {jn.__version__}\n"


# ---------------------------------------------------------------- robots, info


def test_robots(run):
    listed = data_of(run("robots", "--json"))["robots"]
    assert [row["name"] for row in listed] == list(jn.library())
    assert all(row["description"] and row["source"] for row in listed)
    table = " ".join(run("robots").stdout.split())  # sentences are broken into lines
    assert all(row["name"] in table and row["source"] in table for row in listed)
    drives = data_of(run("robots", "--json"))["drives"]
    assert [row["name"] for row in drives] == [s.name for s in jn.robot.drive_sets()]
    assert all(row["description"] in table and row["sources"]["stiffness"] in table for row in drives)


def test_info(run):
    robot, q = jn.load("moberg_5dof"), [0.5, 1.0, 0.0]
    data = data_of(run("info", "moberg_5dof", "--at", "0.5,1,0", "--json"))
    free, locked = jn.eigenfrequencies(robot, q)
    zeros, minimum_phase = jn.zero_dynamics(robot, q)
    assert_close(np.array(data["eigenfrequencies"]["motors_free"]), free / math.tau)
    assert_close(np.array(data["eigenfrequencies"]["motors_locked"]), locked / math.tau)
    assert_close(np.array(data["zero_dynamics"]["zeros"]), np.stack([zeros.real, zeros.imag], axis=1))
    assert data["zero_dynamics"]["minimum_phase"] is minimum_phase is True
    assert (data["mass"], data["motion_order"], data["coupling"]) == (400.0, 4, None)
    assert data["joints"][0]["drive"]["stiffness"] == 1e5
    assert data["joints"][2]["drive"] is None
    assert data["joints"][2]["spring"] == {"stiffness": 1e5, "damping": 250.0}
    text = run("info", "moberg_5dof", "--at", "0.5,1,0").stdout
    assert "link3, 200 kg, on revolute joint joint3" in text
    assert f"{locked[0] / math.tau:.4g}" in text
    assert "minimum phase" in text


def test_info_in_degrees(run):
    a = data_of(run("info", "planar_2r", "--at", "90,0", "--degrees", "--json"))
    b = data_of(run("info", "planar_2r", "--at", f"{math.pi / 2},0", "--json"))
    assert a == b
    assert a["at"] == [math.pi / 2, 0.0]


def test_info_of_carried_rotors(run):
    data = data_of(run("info", "kuka_lwr", "--coupling", "full", "--json"))
    assert data["motion_order"] == 10
    assert ["".join(row) for row in data["coupling"]][:2] == ["..SSSSS", "..gSSSS"]
    assert "A2  . . g S S S S" in run("info", "kuka_lwr", "--coupling", "full").stdout


def test_info_of_rigid_joints(run, arm):
    """Infinite stiffness is null in JSON, and 'rigid' to read."""
    urdf, drives = arm
    drives.write_text("[joint.shoulder]\nrotor_inertia = 2e-4\n")
    data = data_of(run("info", urdf, "--drives", drives, "--json"))
    assert data["joints"][0]["drive"]["stiffness"] is None
    assert data["joints"][1]["drive"] is None
    assert "rigid" in run("info", urdf, "--drives", drives).stdout


def test_info_says_what_it_cannot_know(run, tmp_path):
    """Nothing is known of frequencies where joints have several freedoms; the rest is said all the same."""
    (tmp_path / "ball.toml").write_text(
        'name = "ball"\n[[joint]]\nname = "hip"\ntype = "spherical"\nparent = "base"\nchild = "leg"\n'
        '[[link]]\nname = "leg"\nmass = 1.0\ncom = [0, 0, -0.2]\ninertia = { xx = 0.1, yy = 0.1, zz = 0.1 }\n'
    )
    data = data_of(run("info", tmp_path / "ball.toml", "--json"))
    assert data["freedoms"] == 3
    assert data["eigenfrequencies"] is None
    assert "eigenfrequencies: " in data["not_known"][0]


# ---------------------------------------------------------------- simulate, demo


def planned(robot, rate=500, degree=9):
    path = jn.trajectory.rest_to_rest([0.0, 0.0], [0.3, -0.2], 0.3, degree)
    return jn.feedforward(robot, path, np.arange(round(0.3 * rate) + 1) / rate)


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
    encoder, torque = jn.simulation.Sensor.encoder(17, 1e-5, 1e-3), jn.simulation.Sensor(noise=0.1, delay=1e-3)
    expected = jn.simulate(
        robot,
        planned(robot),
        law,
        plant=plant,
        sensors=jn.Sensors(encoder, encoder, torque, torque, 800.0),
        actuator=jn.simulation.Actuator((30.0, 20.0), 2000.0, {6: 0.01}),
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
    cut = jn.simulate(robot, planned(robot), rate=500.0, actuator=jn.simulation.Actuator(5.0))
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


@pytest.mark.native
def test_simulate_an_arm_that_bends(run):
    motion = ["--from", "1.5,-1.5", "--to", "1.525,-1.475", "--duration", "0.1"]
    assert data_of(run("simulate", "moberg_5dof_nmp", *motion, "--json"))["tool_error"] < 1e-6


@pytest.mark.native
def test_demo(run, columns, tmp_path):
    out = tmp_path / "new" / "out"
    data = data_of(run("demo", "--out", out, "--json"))
    assert sorted(file.name for file in out.iterdir()) == ["demo.html", "summary.csv", "torque.csv", "torque.pdf", "torque.png"]
    assert [str(out / name) for name in ("torque.csv", "summary.csv", "torque.png", "torque.pdf", "demo.html")] == data["files"]
    assert "elastic model&#x27;s torque, rigid model&#x27;s torque</title>" in (out / "demo.html").read_text(encoding="utf-8")
    assert data["tracking_error"]["elastic"] < 1e-8  # [rad]
    assert data["tracking_error"]["rigid"] > 0.5
    found = columns(out / "torque.csv")
    for row in data["joints"]:
        assert_close(row["peak_torque"], np.abs(found[f"tau_m_{row['joint']} [Nm]"]).max())
    heads, first = (line.split(",") for line in (out / "summary.csv").read_text().splitlines()[:2])
    assert dict(zip(heads, first))["peak_torque"] == repr(data["joints"][0]["peak_torque"])


# ---------------------------------------------------------------- view


def test_view(run, tmp_path):
    path = jn.trajectory.rest_to_rest([0.0, 0.0], [0.3, -0.2], 0.3, 9)
    plan = jn.feedforward(jn.load("planar_2r"), path, np.arange(151) / 500)
    data = data_of(run("view", "planar_2r", *MOTION, "--exaggeration", "10", "--out", tmp_path / "a.html", "--json"))
    assert data["files"] == [str(tmp_path / "a.html")]
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == jn.view(plan, exaggeration=10.0).to_html()
    run("torque", "planar_2r", *MOTION, "--view", tmp_path / "b.html")
    assert (tmp_path / "b.html").read_text(encoding="utf-8") == jn.view(plan).to_html()


@pytest.mark.native
def test_view_of_a_run(run, tmp_path):
    robot = jn.load("planar_2r")
    data = data_of(run("simulate", "planar_2r", *MOTION, "--view", tmp_path / "a.html", "--json"))
    assert data["files"] == [str(tmp_path / "a.html")]
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == jn.view(jn.simulate(robot, planned(robot))).to_html()


def test_view_has_the_meshes_of_a_urdf(run, arm, tmp_path):
    """A box at the tip, beside capsules for the other link."""
    urdf, drives = arm
    box = '<visual><geometry><box size="0.1 0.1 0.2"/></geometry></visual></link>\n  <joint name="shoulder"'
    urdf.write_text(urdf.read_text().replace('</link>\n  <joint name="shoulder"', box))
    motion = ("--from", "0,0.05", "--to", "0.5,0.2", "--duration", "0.5", "--rate", "100")
    done = run("view", urdf, "--drives", drives, *motion, "--out", tmp_path / "a.html")
    assert done.exit_code == 0, done.output
    path = jn.trajectory.rest_to_rest([0.0, 0.05], [0.5, 0.2], 0.5, 9)
    plan = jn.feedforward(jn.load(urdf, drives=drives), path, np.arange(51) / 100)
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert page == jn.view(plan, meshes=urdf).to_html() != jn.view(plan).to_html()


@pytest.mark.parametrize("words", [("view", "--out"), ("torque", "--view"), ("simulate", "--view")])
def test_a_page_ends_in_html(run, tmp_path, words):
    command, option = words
    done = run(command, "planar_2r", *MOTION, option, tmp_path / "a.png")
    assert done.exit_code == 2
    assert "ends in .html or .htm" in done.stderr


# ---------------------------------------------------------------- export, bench


def test_export_toml_and_mjcf(run, arm, tmp_path):
    urdf, drives = arm
    robot = jn.load(urdf, drives=drives)
    assert data_of(run("export", "toml", urdf, "--drives", drives, "--out", tmp_path / "a.toml", "--json"))["format"] == "toml"
    assert jn.load(tmp_path / "a.toml") == robot
    assert tomllib.loads((tmp_path / "a.toml").read_text())["name"] == "slider_arm"
    run("export", "mjcf", urdf, "--drives", drives, "--out", tmp_path / "a.xml")
    assert (tmp_path / "a.xml").read_text() == robot.to_mjcf()


@pytest.mark.native
@pytest.mark.parametrize(
    ("options", "name"),
    [
        ([], "inverse_dynamics"),
        (["--function", "rnea", "--order", "2"], "rnea"),
        (["--function", "statics"], "statics"),
        (["--function", "state_derivatives"], "state_derivatives"),
    ],
)
def test_export_c_compiles_and_passes_its_test(run, tmp_path, options, name):
    data = data_of(run("export", "c", "planar_2r", "--out", tmp_path / "c", *options, "--json"))
    assert sorted(data["files"]) == sorted(str(file) for file in (tmp_path / "c").iterdir())
    sources = [f"{name}.c", f"test_{name}.c"]
    subprocess.run([*compiler(), "-std=c99", "-Wall", "-Werror", *sources, "-o", "check", "-lm"], cwd=tmp_path / "c", check=True)
    assert subprocess.run(["./check"], cwd=tmp_path / "c", check=False, stdout=subprocess.DEVNULL).returncode == 0


@pytest.mark.native
def test_bench(run, monkeypatch):
    monkeypatch.setattr("jounce.cli.bench.SECONDS", 1e-4)
    monkeypatch.setattr("jounce.cli.bench.BATCH", 100)
    data = data_of(run("bench", "planar_2r", "--json"))
    assert all(data["machine"].values())
    for row in data["functions"]:
        assert 0.0 < row["native"]["call"] < row["python"]["call"]
        assert 0.0 < row["native"]["sample"] < row["python"]["sample"]
        assert row["difference"] < 1e-13
    assert jn.get_backend() == "native"  # as before
    text = run("bench", "moberg_5dof").stdout
    assert "inverse_dynamics: joint 'joint3'" in text


def test_control_characters_of_a_description_do_not_reach_the_terminal(run, tmp_path):
    text = "two\nlines, \x1b]0;a title\x07\x1b[2J\u202e"
    dataclasses.replace(jn.load("planar_2r"), description=text).save(tmp_path / "a.toml")
    done = run("info", tmp_path / "a.toml")
    assert done.exit_code == 0
    assert r"lines, \x1b]0;a title\x07\x1b[2J\u202e" in done.stdout.splitlines()


# ---------------------------------------------------------------- joints that stand still


@pytest.mark.filterwarnings("ignore:(?s).*URDF has no words for")
def test_lock(run, tmp_path):
    expected = jn.load("kuka_lwr").locked({"A[67]": 0.0, "A1": -0.5})
    data = data_of(run("info", "kuka_lwr", "--lock", "A[67]", "--lock", "A1=-0.5", "--json"))
    assert [joint["name"] for joint in data["joints"]] == list(expected.joint_names)
    file = tmp_path / "less.toml"
    assert run("export", "toml", "kuka_lwr", "--lock", "A[67]=0", "--lock", "A1=-0.5", "--out", file).exit_code == 0
    assert jn.load(file) == expected
    file = tmp_path / "less.urdf"
    assert run("export", "urdf", "kuka_lwr", "--out", file).exit_code == 0
    assert file.read_text() == jn.load("kuka_lwr").to_urdf()
    moved = data_of(run("torque", "planar_2r", "--lock", "joint2=0.3", "--to", "0.3", "--duration", "0.3", "--json"))
    assert [joint["joint"] for joint in moved["joints"]] == ["joint1"]
    job = tmp_path / "job.toml"
    job.write_text('robot = "planar_2r"\nto = [0.3]\nduration = 0.3\nlock = { "*2" = 0.3 }\n')
    assert data_of(run("torque", "--job", job, "--json"))["joints"] == moved["joints"]
    job.write_text('robot = "planar_2r"\nlock = { "*2" = "open" }\n')
    assert "lock: expected a table of joints and their positions" in run("torque", "--job", job).stderr


@pytest.mark.parametrize(
    ("lock", "words"),
    [
        ("A1=x", "expected NAME or NAME=VALUE with a number, got 'A1=x'"),
        ("A9", "lock: no moving joint is named 'A9'"),
        ("*", "lock: it holds all joints"),
        ("=1", "lock, joint name or pattern: expected a name"),
        ("A1=1,2", "joint 'A1' [rad]: expected a number"),
    ],
)
def test_lock_that_cannot_be(run, lock, words):
    done = run("info", "kuka_lwr", "--lock", lock)
    assert done.exit_code == 2
    assert words in done.stderr


def test_drives_of_the_library_by_name(run, arm, tmp_path):
    """On the command line and in a job, where other files are looked for beside it."""
    joints = ["shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint", "wrist_1_joint", "wrist_2_joint", "wrist_3_joint"]
    urdf = tmp_path / "ur5.urdf"
    links = "".join(
        f'<link name="l{k}"><inertial><origin xyz="0.1 0 0"/><mass value="2"/><inertia ixx="0.01" iyy="0.02" izz="0.02" '
        f'ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="{name}" type="continuous">'
        f'<parent link="{f"l{k - 1}" if k else "base"}"/>'
        f'<child link="l{k}"/><origin xyz="0.2 0 0" rpy="{1.57 * (k % 2)} 0 0"/><axis xyz="0 0 1"/></joint>'
        for k, name in enumerate(joints)
    )
    urdf.write_text(f'<robot name="ur5"><link name="base"/>{links}</robot>')
    robot = jn.load(urdf, drives="ur5")
    assert all(drive.elastic for drive in robot.drives)
    data = data_of(run("info", urdf, "--drives", "ur5", "--json"))
    assert [joint["drive"]["stiffness"] for joint in data["joints"]] == [drive.stiffness for drive in robot.drives]
    (tmp_path / "job.toml").write_text(
        'robot = "ur5.urdf"\ndrives = "ur5"\nto = [0.1, 0.2, 0.3, 0.1, 0.2, 0.3]\nduration = 1.0\n'
    )
    done = run("torque", "--job", tmp_path / "job.toml", "--json")
    assert done.exit_code == 0, done.output
    wrong = run("info", arm[0], "--drives", "ur5")
    assert wrong.exit_code != 0
    assert "shoulder_pan_joint" in wrong.stderr
