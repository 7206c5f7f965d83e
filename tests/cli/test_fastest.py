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


def test_wrong_use(refused, arm):
    urdf, drives = arm
    assert "--free finds a way" in refused("fastest", "planar_2r", "--free", "--trajectory", "a.csv")
    assert "without @T" in refused("fastest", "planar_2r", "--free", "--via", "0.1,0.2@0.5", "--to", "1,1")
    assert "goal is at 4" in refused("fastest", urdf, "--drives", drives, "--to", "4,0.1", "--free", code=1)
    assert "any time will do" in refused("fastest", "planar_2r", "--to", "1,1")
    assert "outside its position limits" in refused("fastest", urdf, "--drives", drives, "--to", "4,0.1", code=1)
    assert "No motion" in refused("fastest", "planar_2r")
