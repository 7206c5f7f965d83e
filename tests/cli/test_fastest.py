"""`jounce fastest` and `jounce torque --fastest` say and write what `jounce.fastest` gives."""

import json

import numpy as np
import pytest

import jounce as jn
from support.tolerances import assert_close

pytestmark = pytest.mark.native


def test_the_same_as_in_python(run, arm, columns, tmp_path):
    urdf, drives = arm
    goal = ["--to", "1.2,0.2", "--from", "0,0.05"]
    done = run("fastest", urdf, "--drives", drives, *goal, "--json", "--out", tmp_path / "a.csv", "--plot", tmp_path / "a.png")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    robot = jn.load(urdf, drives=drives)
    fast = jn.fastest(robot, jn.trajectory.rest_to_rest([0.0, 0.05], [1.2, 0.2], 1.0, degree=9))
    assert_close(data["time"], fast.status.time)
    assert_close(data["rigid_time"], fast.status.rigid_time)
    assert data["within_limits"]
    assert_close(data["shares"]["motor_torque"]["shoulder"], fast.status.shares["motor_torque"][0])
    assert [span["quantity"] for span in data["active"]] == [span.quantity for span in fast.status.active]
    found = columns(tmp_path / "a.csv")
    plan = jn.feedforward(robot, fast, found["t [s]"])
    assert_close(found["tau_m_shoulder [Nm]"], plan.tau_m[:, 0])
    assert (tmp_path / "a.png").stat().st_size > 1000


def test_words(run, arm):
    urdf, drives = arm
    done = run("fastest", urdf, "--drives", drives, "--to", "1.2,0.2")
    assert done.exit_code == 0, done.output
    assert "joints that do not bend would take" in done.stdout
    assert "used most during" in done.stdout


def test_torque_of_the_fastest(run, arm):
    """Through a waypoint, which needs no duration; without exceeding a limit."""
    urdf, drives = arm
    options = ["--from", "0,0.05", "--via", "0.5,0.1", "--to", "1.2,0.2", "--fastest", "--within-limits", "--json"]
    done = run("torque", urdf, "--drives", drives, *options)
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert data["within_limits"]
    assert max(row["share"] for row in data["peaks"]) > 0.9
    assert np.isfinite(data["end_time"])


def test_a_free_way(run, arm, tmp_path):
    urdf, drives = arm
    options = ["--drives", drives, "--from", "0,0.05", "--via", "0.7,0.15", "--to", "1.2,0.2", "--free"]
    done = run("fastest", urdf, *options, "--json", "--plot", tmp_path / "a.png")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    robot = jn.load(urdf, drives=drives)
    move = jn.fastest_move(robot, [0.0, 0.05], [1.2, 0.2], via=[[0.7, 0.15]])
    assert_close(data["time"], move.status.time)
    assert_close(data["straight_time"], move.status.straight_time)
    assert data["within_limits"]
    assert (tmp_path / "a.png").stat().st_size > 1000
    assert "the straight way would take" in run("fastest", urdf, *options).stdout


def test_from_and_to_motion(run, arm):
    """Velocities in degrees a second of the joint that turns, and in m/s of the one that slides."""
    urdf, drives = arm
    robot, way = jn.load(urdf, drives=drives), np.array([1.2, 0.15])
    path = jn.trajectory.rest_to_rest([0.0, 0.05], [1.2, 0.2], 1.0, degree=9)
    ends = [",".join(map(str, np.array([np.degrees(x[0]), x[1]]))) for x in (0.5 * way, 0.2 * way)]
    options = ["--from", "0,0.05", "--to", f"{np.degrees(1.2)},0.2", "--degrees"]
    speeds = ["--start-velocity", ends[0], "--end-velocity", ends[1]]
    done = run("fastest", urdf, "--drives", drives, *options, *speeds, "--json")
    assert done.exit_code == 0, done.output
    assert_close(json.loads(done.stdout)["time"], jn.fastest(robot, path, start=0.5 * way, end=0.2 * way).status.time, 1e-9)
    done = run("fastest", urdf, "--drives", drives, *options, "--end-velocity", ends[1], "--free", "--json")
    assert done.exit_code == 0, done.output
    move = jn.fastest_move(robot, [0.0, 0.05], [1.2, 0.2], goal_velocity=0.2 * way)
    assert_close(json.loads(done.stdout)["time"], move.status.time, 1e-6)


def test_other_limits(run, refused, arm):
    urdf, drives = arm
    options = ["fastest", urdf, "--drives", drives, "--from", "0,0.05", "--to", "1.2,0.2"]
    data = json.loads(run(*options, "--limit", "velocity=0.6,0.4", "--limit", "acceleration=3", "--json").stdout)
    robot = jn.load(urdf, drives=drives).with_limits(velocity=[0.6, 0.4], acceleration=3.0)
    fast = jn.fastest(robot, jn.trajectory.rest_to_rest([0.0, 0.05], [1.2, 0.2], 1.0, degree=9))
    assert_close(data["time"], fast.status.time, 1e-9)
    assert data["unproven"] is None
    assert max(row["share"] for row in data["peaks"]) <= 1.0
    message = refused(*options, "--limit", "velocity=0,1", code=1)
    assert "joint 'shoulder': its limit of velocity is zero" in message
    assert "inf %" in message
    assert "0.5 s" in message
    message = refused(*options, "--limit", "motor-torque=1e-3", code=1)
    assert "% of its limit of motor torque" in message
    assert "'speed'" in refused(*options, "--limit", "speed=1")
    assert "QUANTITY=VALUE" in refused(*options, "--limit", "velocity")
    assert "QUANTITY=VALUE" in refused(*options, "--limit", "velocity=fast")
    assert "nan" in refused(*options, "--limit", "velocity=nan")


def test_damped_joints_say_that_there_is_no_proof(run, arm, tmp_path):
    urdf, drives = arm
    damped = tmp_path / "damped.toml"
    jn.load(urdf, drives=drives).with_drives(damping=2.0).save(damped)
    options = ["fastest", damped, "--from", "0,0.05", "--to", "0.6,0.1"]
    assert "there is no proof between them: joint" in " ".join(run(*options).stdout.split())


def test_wrong_use(refused, arm):
    urdf, drives = arm
    assert "--free finds a way" in refused("fastest", "planar_2r", "--free", "--trajectory", "a.csv")
    assert "without @T" in refused("fastest", "planar_2r", "--free", "--via", "0.1,0.2@0.5", "--to", "1,1")
    assert "goal is at 4" in refused("fastest", urdf, "--drives", drives, "--to", "4,0.1", "--free", code=1)
    assert "any time will do" in refused("fastest", "planar_2r", "--to", "1,1")
    assert "outside its position limits" in refused("fastest", urdf, "--drives", drives, "--to", "4,0.1", code=1)
    assert "No motion" in refused("fastest", "planar_2r")
