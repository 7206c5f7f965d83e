"""Stops on the way, and straight lines of the tool."""

import json

import numpy as np
import pytest

import jounce as jn
from support.tolerances import assert_close

LWR = [0.3, 0.5, 0.2, -1.2, 0.3, 0.8, -0.2]


def words(values):
    return ",".join(repr(float(x)) for x in values)


def joints(found, names):
    return np.stack([found[f"q_{name} [rad]"] for name in names], axis=1)


def test_stops_are_gone_through(run, columns, tmp_path):
    """When it is said, at that time; otherwise shared out by the way of the joint that goes farthest."""
    out = tmp_path / "a.csv"
    stops = ["--via", "0.2,0.4", "--via", "0.3,0.1@0.7", "--via", "0.4,0.4@0.9"]
    done = run("torque", "planar_2r", "--to", "0.5,-0.3", *stops, "--duration", 1, "--out", out)
    assert done.exit_code == 0, done.output
    found = columns(out)
    q, t = joints(found, ["joint1", "joint2"]), found["t [s]"]
    first = 0.7 * 0.4 / (0.4 + 0.3)
    for when, where in ((0.0, [0.0, 0.0]), (first, [0.2, 0.4]), (0.7, [0.3, 0.1]), (0.9, [0.4, 0.4]), (1.0, [0.5, -0.3])):
        assert_close(q[np.abs(t - when).argmin()], np.array(where), 1e-9)


def test_stops_in_a_job(run, columns, tmp_path):
    (tmp_path / "job.toml").write_text(
        'robot = "planar_2r"\nto = [30, 20]\nvia = ["10,20@0.5"]\nduration = 1\ndegrees = true\nrate = 100\n'
    )
    done = run("torque", "--job", tmp_path / "job.toml", "--out", tmp_path / "a.csv")
    assert done.exit_code == 0, done.output
    found = columns(tmp_path / "a.csv")
    assert_close(joints(found, ["joint1", "joint2"])[50], np.radians([10.0, 20.0]), 1e-9)


@pytest.mark.parametrize("turned", [False, True])
def test_the_tool_goes_straight(run, columns, tmp_path, turned):
    """Seven joints, six outputs: from one end to the other in a line, turned as said or not at all."""
    robot, out = jn.load("kuka_lwr"), tmp_path / "a.csv"
    R = jn.tool_pose(robot, LWR)[1]
    angles = [np.arctan2(R[2, 1], R[2, 2]) + 0.3, -np.arcsin(R[2, 0]) - 0.2, np.arctan2(R[1, 0], R[0, 0]) + 0.4 + 2.0 * np.pi]
    end = [*(jn.tool_pose(robot, LWR)[0] + [0.1, -0.1, 0.1]), *angles[: 3 * turned]]
    options = ["--from", words(LWR), f"--tool-line={words(end)}", "--duration", 1, "--rate", 50, "--out", out]
    done = run("torque", "kuka_lwr", *options)
    assert done.exit_code == 0, done.output
    q = joints(columns(out), robot.joint_names)
    p, R = jn.tool_pose(robot, q)
    assert_close(q[0], np.array(LWR), 1e-12)
    assert_close(p[-1], np.array(end[:3]), 1e-12)
    way = (p[-1] - p[0]) / np.linalg.norm(p[-1] - p[0])
    assert np.abs(np.cross(p - p[0], way)).max() < 1e-12
    if turned:
        r, c, y = end[3:]
        expected = [np.cos(y) * np.cos(c), np.sin(y) * np.cos(c), -np.sin(c)]
        assert_close(R[-1][:, 0], np.array(expected), 1e-12)
        assert_close(R[-1][2, 1], np.sin(r) * np.cos(c), 1e-12)
    else:
        assert_close(R, np.broadcast_to(R[0], R.shape), 1e-12)


def test_of_two_outputs(run, columns, tmp_path):
    done = run("torque", "planar_2r", "--from", "0.3,1", "--tool-line", "0.5,1.2", "--duration", 1, "--out", tmp_path / "a.csv")
    assert done.exit_code == 0, done.output
    q = joints(columns(tmp_path / "a.csv"), ["joint1", "joint2"])
    assert_close(jn.tool_pose(jn.load("planar_2r"), q[-1])[0][:2], np.array([0.5, 1.2]), 1e-12)


def test_a_line_in_a_job(run, tmp_path):
    (tmp_path / "job.toml").write_text('robot = "planar_2r"\nfrom = [0.3, 1]\ntool-line = [0.5, 1.2]\nduration = 1\n')
    done = run("torque", "--job", tmp_path / "job.toml", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["end_time"] == 1.0


START = ["--from", "0.3,1", "--duration", "1"]
BAD = {
    "text": (["--to", "1,1", "--duration", "1", "--via", "a,b"], "expected numbers with commas"),
    "two times": (["--to", "1,1", "--duration", "1", "--via", "1,2@3@4"], "@ and a time or nothing"),
    "count": (["--to", "1,1", "--duration", "1", "--via", "1,2,3"], "via: 3 values"),
    "late": (["--to", "1,1", "--duration", "1", "--via", "0.5,0.5@2"], "the end is at t = 1 s"),
    "early": (["--to", "1,1", "--duration", "1", "--via", "0.5,0.5@-1"], "stop 1 is at t = -1 s"),
    "nan": (["--to", "1,1", "--duration", "1", "--via", "0.5,0.5@nan"], "say times that rise"),
    "same place": (["--to", "1,1", "--duration", "1", "--via", "1,1"], "say times that rise"),
    "no end": (["--duration", "1", "--via", "1,1"], "No motion"),
    "line and goal": ([*START, "--to", "1,1", "--tool-line", "0.5,1.2"], "no --to or --via"),
    "values": ([*START, "--tool-line", "0.5"], "expected 2 or 2 values, the tool's x, y, got 1"),
    "out of reach": ([*START, "--tool-line", "5,5"], "end of reach"),
}


@pytest.mark.parametrize("case", BAD)
def test_refused(run, case):
    options, said = BAD[case]
    done = run("torque", "planar_2r", *options)
    assert done.exit_code in (1, 2)
    assert said in done.output.replace("\n", " ")


def test_of_an_arm_that_bends(refused):
    said = refused("torque", "moberg_5dof", "--from", "0.5,-1.6", "--to", "0.5,0.6", "--duration", "0.3", "--via", "0.5,0")
    assert "joints without a motor" in said
