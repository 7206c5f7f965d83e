"""Peaks beside limits: printed, warned of on stderr, in the JSON, and kept with --within-limits."""

import json
import shutil
from importlib import metadata

import numpy as np
import pytest

import jounce as jn
from support.tolerances import assert_close

FAST = ("--from", "0,0.05", "--to", "60,0.2", "--degrees", "--duration", "0.3", "--rate", "500")
SLOW = ("--from", "0,0.05", "--to", "60,0.2", "--degrees", "--duration", "3", "--rate", "100")


def warnings(done):
    assert all(line.startswith("jounce: warning: ") for line in done.stderr.splitlines())
    return [line[len("jounce: warning: ") :] for line in done.stderr.splitlines()]


@pytest.mark.parametrize("command", ["torque", "simulate"])
def test_what_is_exceeded_is_warned_of(run, arm, tmp_path, command):
    """A line for each joint and quantity; the file is written all the same, and stdout stays JSON."""
    urdf, drives = arm
    done = run(command, urdf, "--drives", drives, *FAST, "--out", tmp_path / "a.csv", "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    beyond = [row for row in data["peaks"] if row["limit"] is not None and row["share"] > 1.0]
    assert data["within_limits"] is False
    assert {(row["joint"], row["quantity"]) for row in beyond} >= {("shoulder", "velocity")}
    lines = [line for line in warnings(done) if line not in data["doubts"]]
    assert len(lines) == len(beyond)
    for line, row in zip(lines, beyond):
        assert f"joint {row['joint']!r}: {row['quantity'].replace('_', ' ')} of " in line
    assert (tmp_path / "a.csv").exists()
    text = run(command, urdf, "--drives", drives, *FAST)
    assert warnings(text) == warnings(done)
    assert "peak / limit" in text.stdout


def test_numbers_are_those_of_the_plan(run, arm):
    urdf, drives = arm
    data = json.loads(run("torque", urdf, "--drives", drives, *FAST, "--json").stdout)
    path = jn.trajectory.rest_to_rest([0.0, 0.05], [np.radians(60.0), 0.2], 0.3, degree=9)
    plan = jn.feedforward(jn.load(urdf, drives=drives), path, np.arange(151) / 500)
    assert [(row["joint"], row["quantity"]) for row in data["peaks"]] == [(row.joint, row.quantity) for row in plan.peaks]
    for mine, row in zip(data["peaks"], plan.peaks):
        assert_close(mine["peak"], row.peak)
        assert mine["limit"] == (row.limit if np.isfinite(row.limit) else None)
        assert_close(mine["share"], row.share)
        assert_close(mine["time"], row.time)
    assert data["doubts"] == list(plan.doubts)


@pytest.mark.native
@pytest.mark.parametrize("command", ["torque", "simulate"])
def test_within_limits(run, arm, refused, tmp_path, command):
    """Exit code 1, one sentence, and nothing written; nothing of it where the limits are kept."""
    urdf, drives = arm
    files = ("--out", tmp_path / "a.csv", "--plot", tmp_path / "a.png")
    sentence = refused(command, urdf, "--drives", drives, *FAST, *files, "--within-limits", code=1)
    assert "joint 'shoulder': velocity of " in sentence
    assert "is beyond the limit of 171.9 deg/s, at t = 0.15 s" in sentence
    assert "Nothing was written" in sentence
    assert not list(tmp_path.glob("a.*"))
    done = run(command, urdf, "--drives", drives, *SLOW, *files, "--within-limits")
    assert (done.exit_code, done.stderr) == (0, "")
    assert (tmp_path / "a.csv").exists()


@pytest.mark.native
def test_a_simulated_torque_beyond_its_limit(run, tmp_path):
    """What the controller adds counts: it has to hold a load that the plan, with its 36 Nm, does not know of."""
    drives = tmp_path / "d.toml"
    drives.write_text("[default]\nmotor_torque = 40\n")
    motion = ("planar_2r", "--drives", drives, "--to", "0.1,0.05", "--duration", "1", "--rate", "500", "--within-limits")
    assert run("torque", *motion).exit_code == 0
    done = run("simulate", *motion, "--controller", "pd", "--bandwidth", "20", "--payload", "2")
    assert done.exit_code == 1
    assert "motor torque of" in done.stderr


def test_warnings_are_bounded(run, tmp_path):
    n = 30
    robot = jn.Robot.from_dh(a=[0.1] * n, mass=1.0, name="snake", gravity=(0.0, 0.0, 0.0)).with_limits(
        velocity=0.1, acceleration=0.1
    )
    robot.save(tmp_path / "snake.toml")
    done = run("torque", tmp_path / "snake.toml", "--to", ",".join(["1"] * n), "--duration", "1", "--rate", "50")
    lines = warnings(done)
    assert len(lines) == 21
    assert lines[-1] == "40 more limits are exceeded."


def test_no_table_without_limits(run):
    done = run("torque", "planar_2r", "--to", "0.5,-0.3", "--duration", "0.5", "--rate", "100")
    assert "limit" not in done.stdout
    assert done.stderr == ""


# ---------------------------------------------------------------- where a motion begins


@pytest.mark.parametrize(
    ("limits", "start"),
    [
        ('lower="-3" upper="3"', 0.0),
        ('lower="0" upper="3"', 0.0),
        ('lower="0.5" upper="1.5"', 1.0),
        ('lower="-2" upper="-1"', -1.5),
        ('lower="0.5" upper="inf"', 0.5),
        ('lower="-inf" upper="-0.5"', -0.5),
        ("", 0.0),
    ],
)
def test_a_motion_begins_within_the_limits(run, arm, columns, tmp_path, limits, start):
    urdf, _ = arm
    text = urdf.read_text()
    urdf.write_text(text.replace('lower="-3" upper="3"', limits))
    done = run(
        "torque", urdf, "--to", f"{start},0.1", "--duration", "3", "--rate", "10", "--out", tmp_path / "a.csv", "--within-limits"
    )
    assert done.exit_code == 0, done.output
    found = columns(tmp_path / "a.csv")
    assert found["q_shoulder [rad]"][0] == start
    assert found["q_quill [m]"][0] == 0.0
    assert json.loads(run("info", urdf, "--json").stdout)["at"] == [start, 0.0]


# ---------------------------------------------------------------- what is hardly meant so


def test_library_robots_are_not_doubted(run):
    for name in jn.library():
        robot = jn.load(name)
        if all(joint.spring is None for joint in robot.joints):
            done = run("torque", name, "--to", ",".join(["1"] * robot.n), "--duration", "2", "--rate", "100")
            assert (done.exit_code, done.stderr) == (0, "")


UR5 = """
[default]
rotor_inertia = 1e-4
gear_ratio = 101.0
stiffness = 2e4
"""


@pytest.mark.parametrize(
    ("old", "new", "degrees", "words"),
    [
        ("2e4", "2e4", "--degrees", ""),
        ("2e4", "20", "--degrees", "bends by"),
        ("1e-4", "1.02", "--degrees", "is rotor_inertia stated at the joint already?"),
        ("2e4", "2e4", "--radians", "are the angles in degrees (--degrees)?"),
    ],
)
def test_wrong_units_are_doubted(run, tmp_path, old, new, degrees, words):
    found = next(file for file in metadata.files("example-robot-data") if file.name == "ur5_robot.urdf")
    shutil.copy(found.locate(), tmp_path / "ur5.urdf")
    (tmp_path / "d.toml").write_text(UR5.replace(old, new))
    move = ("--from", "0,-90,90,0,90,0", "--to", "60,-60,60,-30,90,45", degrees, "--duration", "3", "--rate", "50")
    done = run("torque", tmp_path / "ur5.urdf", "--drives", tmp_path / "d.toml", *move)
    assert done.exit_code == 0, done.output
    lines = warnings(done)
    assert any(words in line for line in lines) if words else lines == []


def test_a_missing_drives_file(refused, arm, tmp_path):
    urdf, _ = arm
    motion = ("--to", "0.1,0.1", "--duration", "1")
    sentence = refused("torque", urdf, "--drives", tmp_path / "missing.toml", *motion)
    assert "missing.toml: no such file. There is no drives file of that name" in sentence
    assert "kuka" not in sentence


def test_info_shows_limits(run, arm):
    urdf, _ = arm
    text = run("info", urdf).stdout
    shoulder = next(line for line in text.splitlines() if line.split()[:1] == ["shoulder"])
    assert shoulder.split() == ["shoulder", "-171.9", "..", "171.9", "171.9", "100", "100"]
    quill = next(line for line in text.splitlines() if line.split()[:1] == ["quill"])
    assert quill.split() == ["quill", "0", "..", "0.3", "1", "100", "100"]
    limits = json.loads(run("info", urdf, "--json").stdout)["joints"][1]["limits"]
    assert limits["position"] == [0.0, 0.3]
    assert limits["velocity"] == 1.0
    assert limits["jerk"] is None
    assert "limits" not in run("info", "planar_2r").stdout


def test_second_drives_and_joints_that_follow(run, tmp_path):
    """A second drive has the limits of its joint; a joint that follows is told as one that does, not as a motor."""
    drive = jn.Drive(1e-5, 100.0, 2000.0)
    body = (1.0, (0.1, 0.0, 0.0), (0.01, 0.01, 0.01, 0, 0, 0))
    joints = [
        jn.Joint("a", "revolute", "base", "b", drive=drive, second=jn.robot.SecondDrive(drive, 2.0)),
        jn.Joint("f", "revolute", "b", "c", mimic=jn.robot.Mimic("a", 2.0)),
    ]
    robot = jn.Robot.build("pair", [jn.Link("base"), jn.Link("b", *body), jn.Link("c", *body)], joints)
    robot.with_limits(motor_torque=0.01).save(tmp_path / "pair.toml")
    motion = ("--to", "0.3", "--duration", "1", "--rate", "100")
    done = run("torque", tmp_path / "pair.toml", *motion)
    assert done.exit_code == 0, done.output
    assert len(warnings(done)) == 3
    assert "motor torque of" in warnings(done)[1]
    assert run("torque", tmp_path / "pair.toml", *motion, "--within-limits").exit_code == 1
    table = run("info", tmp_path / "pair.toml").stdout
    assert "follows a" in table
    assert "a_second" in table
    assert "no data" not in table
    data = json.loads(run("info", tmp_path / "pair.toml", "--json").stdout)
    assert data["joints"][1]["mimic"] == {"joint": "a", "multiplier": 2.0, "offset": 0.0}
    assert data["joints"][0]["second"]["preload"] == 2.0


@pytest.mark.native
def test_both_motors_of_a_joint(run, tmp_path):
    """A second drive has the limits of its joint, and a row of its own."""
    drive = jn.Drive(rotor_inertia=2e-5, gear_ratio=50.0, stiffness=jn.robot.HardeningSpring(40.0, 4000.0))
    links = [jn.Link("base"), jn.Link("f", 1.2, (0.15, 0.0, 0.0), (0.01, 0.01, 0.01, 0.0, 0.0, 0.0))]
    second = jn.robot.SecondDrive(drive, preload=-15.0)
    pair = jn.Joint("e", "revolute", "base", "f", axis=(0.0, 1.0, 0.0), drive=drive, second=second)
    robot = jn.Robot.build("pair", links, [pair]).with_limits(motor_torque=8.0, deflection=0.14)
    robot.save(tmp_path / "pair.toml")
    assert jn.load(tmp_path / "pair.toml").motor_limits == robot.motor_limits
    asked = ("torque", tmp_path / "pair.toml", "--to", "0.6", "--duration", "0.8")
    done = run(*asked, "--json")
    data = json.loads(done.stdout)
    assert data["within_limits"] is False
    assert ("e_second", "motor_torque") in {(row["joint"], row["quantity"]) for row in data["peaks"] if row["share"] > 1.0}
    assert "joint 'e_second': motor torque of" in done.stderr
    assert "e_second" in run(*asked).stdout
    assert run(*asked, "--within-limits").exit_code == 1


@pytest.mark.native
def test_mimic_joints(run, arm, tmp_path):
    """The limits of a joint that follows another one hold, and are warned of by its name."""
    urdf, drives = arm
    follower = """
  <link name="claw"><inertial><mass value="0.1"/>
    <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="slave" type="prismatic"><parent link="tip"/><child link="claw"/><axis xyz="0 1 0"/>
    <mimic joint="quill" multiplier="-2" offset="0.1"/><limit lower="-0.2" upper="0.2" effort="1" velocity="0.5"/></joint>
</robot>"""
    urdf.write_text(urdf.read_text().replace("</robot>", follower))
    done = run(
        "torque", urdf, "--drives", drives, "--from", "0,0.05", "--to", "60,0.2", "--degrees", "--duration", "0.8", "--json"
    )
    assert done.exit_code == 0, done.output
    rows = {(row["joint"], row["quantity"]): row for row in json.loads(done.stdout)["peaks"]}
    assert_close(rows["slave", "position"]["peak"], -0.3)
    assert rows["slave", "position"]["share"] > 1.0
    assert_close(rows["slave", "velocity"]["peak"], 2.0 * rows["quill", "velocity"]["peak"])
    assert "joint 'slave': position of -0.3 m is beyond the limit of -0.2 m" in done.stderr
