"""`jounce torque` writes what `jounce.feedforward` gives, for every way to state a motion."""

import json
import math
import subprocess
import sys

import numpy as np
import pytest

import jounce as jn
from support.tolerances import assert_close

PLANAR = ("torque", "planar_2r", "--to", "0.5,-0.3", "--duration", "0.5", "--rate", "200")


def check(found, plan):
    """All columns of a file against a plan."""
    assert_close(found["t [s]"], plan.t)
    for i, joint in enumerate(plan.robot.joints):
        angle, force = ("m", "N") if joint.prismatic else ("rad", "Nm")
        for name, values, unit in (
            ("q", plan.q[0], angle),
            ("theta", plan.theta[0], angle),
            ("delta", plan.delta, angle),
            ("tau_m", plan.tau_m, force),
            ("tau_j", plan.tau_j[0], force),
        ):
            assert_close(found[f"{name}_{joint.name} [{unit}]"], values[:, i])
    assert len(found) == 1 + 5 * plan.robot.n


def plan_of(robot, start, goal, duration, degree, rate):
    path = jn.trajectory.rest_to_rest(start, goal, duration, degree)
    return jn.feedforward(robot, path, np.arange(round(duration * rate) + 1) / rate)


def test_library_robot(run, columns, tmp_path):
    done = run(*PLANAR, "--out", tmp_path / "a.csv")
    assert done.exit_code == 0, done.output
    check(columns(tmp_path / "a.csv"), plan_of(jn.load("planar_2r"), [0, 0], [0.5, -0.3], 0.5, 9, 200))


def test_urdf_with_drives_in_degrees(run, columns, arm, tmp_path):
    """Degrees are for joints that turn: the prismatic one keeps metres."""
    urdf, drives = arm
    options = ["--from", "-10,0.05", "--to", "60,0.2", "--degrees", "--duration", "0.75", "--rate", "100", "--degree", "11"]
    done = run("torque", urdf, "--drives", drives, *options, "--out", tmp_path / "a.csv")
    assert done.exit_code == 0, done.output
    robot = jn.load(urdf, drives=drives)
    check(columns(tmp_path / "a.csv"), plan_of(robot, [math.radians(-10), 0.05], [math.radians(60), 0.2], 0.75, 11, 100))


def test_coupling(run, columns, tmp_path):
    """Carried rotors need more derivatives, and the default degree follows."""
    lwr = jn.load("kuka_lwr")
    motion = ["--to", "0.1,0.2,0.1,-0.2,0.1,0.3,0.1", "--duration", "2", "--rate", "5"]
    done = run("torque", "kuka_lwr", *motion, "--coupling", "full", "--out", tmp_path / "a.csv", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["motion_order"] == 10
    drives = [j.drive for j in lwr.joints]
    K, B = [d.stiffness for d in drives], [d.rotor_inertia for d in drives]
    full = lwr.with_drives(stiffness=K, rotor_inertia=B, coupling="full")
    check(columns(tmp_path / "a.csv"), plan_of(full, np.zeros(7), [0.1, 0.2, 0.1, -0.2, 0.1, 0.3, 0.1], 2.0, 21, 5))


def test_last_sample_is_the_end(run, columns, tmp_path):
    run("torque", "planar_2r", "--to", "0.5,-0.3", "--duration", "0.25", "--rate", "30", "--out", tmp_path / "a.csv")
    t = columns(tmp_path / "a.csv")["t [s]"]
    assert_close(t, np.append(np.arange(8) / 30, 0.25))


def test_summary(run):
    done = run(*PLANAR, "--json")
    data = json.loads(done.stdout)
    robot = jn.load("planar_2r")
    plan = plan_of(robot, [0, 0], [0.5, -0.3], 0.5, 9, 200)
    rigid = plan_of(robot.with_rigid_joints(), [0, 0], [0.5, -0.3], 0.5, 9, 200)
    assert (data["robot"], data["method"], data["samples"], data["files"]) == ("planar_2r", "algebraic", 101, [])
    assert data["why"] == plan.why
    for i, row in enumerate(data["joints"]):
        peak = np.abs(plan.tau_m[:, i]).max()
        assert_close(row["peak_torque"], peak)
        assert_close(row["peak_deflection"], np.abs(plan.delta[:, i]).max())
        assert_close(row["elastic_minus_rigid_percent"], 100 * np.abs(plan.tau_m - rigid.tau_m)[:, i].max() / peak, 1e-10)
        assert (row["torque_unit"], row["deflection_unit"]) == ("Nm", "rad")
    table = run(*PLANAR).stdout
    assert f"method 'algebraic': {plan.why}" in " ".join(table.split())
    assert f"{data['joints'][0]['peak_torque']:.4g}" in table
    assert f"{math.degrees(data['joints'][0]['peak_deflection']):.4g}" in table


def test_job_file_and_options_over_it(run, columns, arm, tmp_path):
    """Files are looked for beside the job; what the command line says goes first."""
    job = tmp_path / "job.toml"
    motion = "from = [0, 0.1]\nto = [30, 0.2]\nduration = 1\ndegrees = true\nrate = 50\n"
    job.write_text('robot = "arm.urdf"\ndrives = "arm.drives.toml"\n' + motion)
    robot = jn.load(arm[0], drives=arm[1])
    assert run("torque", "--job", job, "--out", tmp_path / "a.csv").exit_code == 0
    check(columns(tmp_path / "a.csv"), plan_of(robot, [0, 0.1], [math.radians(30), 0.2], 1.0, 9, 50))
    assert run("torque", "--job", job, "--to", "1,0.3", "--radians", "--rate", "20", "--out", tmp_path / "b.csv").exit_code == 0
    check(columns(tmp_path / "b.csv"), plan_of(robot, [0, 0.1], [1.0, 0.3], 1.0, 9, 20))


def test_arm_that_bends_moves_its_tool(run, columns, tmp_path):
    motion = ["--from", "1.5,-1.5", "--to", "1.525,-1.475", "--duration", "0.1"]
    done = run("torque", "moberg_5dof_nmp", *motion, "--out", tmp_path / "a.csv", "--json")
    assert done.exit_code == 0, done.output
    data, found = json.loads(done.stdout), columns(tmp_path / "a.csv")
    assert data["start_time"] < -0.1  # motors act before the tool moves
    assert data["method"] == "collocation"
    assert data["why"].endswith("so the motors act before the tool moves")
    assert data["joints"][0]["elastic_minus_rigid_percent"] is None
    q = np.stack([found[f"q_joint{i} [rad]"] for i in (1, 2, 3)], axis=1)
    assert data["joints"][2]["peak_deflection"] == pytest.approx(np.abs(q[:, 2]).max(), rel=1e-12)  # a spring without motor
    position = jn.tool_pose(jn.load("moberg_5dof_nmp"), q)[0]
    assert np.abs(position[[0, -1]][:, [0, 2]] - [[1.5, -1.5], [1.525, -1.475]]).max() < 1e-6  # what the solver leaves


@pytest.mark.parametrize(("ending", "magic"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<?xml")])
def test_figure(run, tmp_path, ending, magic):
    files = [tmp_path / f"{name}.{ending}" for name in "ab"]
    for file in files:
        assert run(*PLANAR, "--plot", file).exit_code == 0
    assert files[0].read_bytes().startswith(magic)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_nothing_is_left_beside_the_files(run, tmp_path):
    run(*PLANAR, "--out", tmp_path / "a.csv", "--plot", tmp_path / "a.png")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.csv", "a.png"]


def test_names_that_need_quotes(run, columns, tmp_path):
    text = jn.load("planar_2r")
    text.save(tmp_path / "arm.toml")
    file = tmp_path / "arm.toml"
    file.write_text(file.read_text().replace('"joint1"', '"sh[b]oulder, left"'))
    done = run("torque", file, "--to", "0.1,0.1", "--duration", "1", "--rate", "10", "--out", tmp_path / "a.csv")
    assert "sh[b]oulder, left" in done.stdout
    assert "tau_m_sh[b]oulder, left [Nm]" in columns(tmp_path / "a.csv")


def test_a_motion_shorter_than_a_sample_has_both_ends(run, columns, tmp_path):
    run("torque", "planar_2r", "--to", "0.1,0.1", "--duration", "0.5", "--rate", "1", "--out", tmp_path / "a.csv")
    assert columns(tmp_path / "a.csv")["t [s]"].tolist() == [0.0, 0.5]


def test_torque_that_is_not_finite(refused, tmp_path):
    """A motion so fast, on springs so soft, that the torque overflows."""
    (tmp_path / "soft.toml").write_text("[default]\nstiffness = 1e-3\n")
    motion = ["--to", "1,1", "--duration", "1e-76", "--rate", "1e77", "--drives", tmp_path / "soft.toml"]
    said = refused("torque", "planar_2r", *motion, "--out", tmp_path / "a.csv", code=1)
    assert "torque of joint 'joint1' is not finite at t = " in said
    assert not (tmp_path / "a.csv").exists()


def test_a_robot_on_a_floating_base(run, columns, tmp_path):
    """Its position is a quaternion and a place, its freedoms are named one by one, and metres are metres."""
    links = [jn.Link("world"), *(jn.Link(name, 2.0, inertia=(1.0, 1.0, 1.0, 0, 0, 0)) for name in ("body", "wheel"))]
    joints = [jn.Joint("free", "floating", "world", "body"), jn.Joint("axle", "revolute", "body", "wheel")]
    robot = jn.Robot.build("hopper", links, joints).with_drives(stiffness={"axle": 50.0}, rotor_inertia={"axle": 0.1})
    robot.save(tmp_path / "hopper.toml")
    goal = [0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.5]
    move = tmp_path / "hopper.toml", "--to", ",".join(map(str, goal)), "--duration", "1", "--rate", "100"
    done = run("torque", *move, "--out", tmp_path / "a.csv", "--plot", tmp_path / "a.png")
    assert done.exit_code == 0, done.output
    plan, found = plan_of(robot, np.zeros(7), goal, 1.0, 9, 100), columns(tmp_path / "a.csv")
    q = ["free_qx [1]", "free_qy [1]", "free_qz [1]", "free_qw [1]", "free_x [m]", "free_y [m]", "free_z [m]", "axle [rad]"]
    assert_close(np.column_stack([found[f"q_{name}"] for name in q]), plan.q[0])
    tau = ["free_rx [Nm]", "free_ry [Nm]", "free_rz [Nm]", "free_x [N]", "free_y [N]", "free_z [N]", "axle [Nm]"]
    assert_close(np.column_stack([found[f"tau_m_{name}"] for name in tau]), plan.tau_m)
    done = run("simulate", *move, "--json", "--out", tmp_path / "b.csv", "--plot", tmp_path / "b.png")
    assert done.exit_code == 0, done.output
    assert [row["unit"] for row in json.loads(done.stdout)["joints"]] == ["rad"] * 3 + ["m"] * 3 + ["rad"]


def test_loads_what_it_needs():
    """No SciPy, and nothing of what other commands and figures need: imports are most of the time of a short motion."""
    text = (
        "import sys\nimport jounce as jn\nfrom jounce.cli import main\njn.set_backend('python')\n"
        "try:\n    main()\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", text, *PLANAR], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "jounce.flexible.feedforward" in loaded
    rooms = {f"jounce.{room}" for room in ("control", "identification", "plot", "simulation", "timing", "viewer")}
    assert not loaded & {"scipy", "matplotlib", "ssl", "urllib.request", *rooms}
