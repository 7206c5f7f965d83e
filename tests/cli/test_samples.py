"""Sampled motions: what is read, how near the fitted motion is, and what is refused, by row and column."""

import json

import numpy as np
import pytest

import jounce as jn
from support.tolerances import assert_close

PATH = jn.trajectory.rest_to_rest([0.1, 0.2], [0.9, -0.4], 0.6, degree=11)
T = np.linspace(0.0, 0.6, 301)
ROBOT = jn.load("planar_2r")


def write(file, heads, rows):
    file.write_text("\n".join([",".join(heads), *(",".join(repr(float(x)) for x in row) for row in rows)]) + "\n")
    return file


@pytest.fixture
def motion(tmp_path):
    return write(tmp_path / "motion.csv", ["t", "joint1", "joint2"], np.column_stack([T, PATH(T)[0]]))


@pytest.mark.parametrize("tolerance", [1e-5, 1e-9])
def test_deviation_is_what_it_says(run, columns, motion, tmp_path, tolerance):
    options = ["--trajectory", motion, "--rate", "500", "--tolerance", tolerance, "--out", tmp_path / "a.csv", "--json"]
    done = run("torque", "planar_2r", *options)
    assert done.exit_code == 0, done.output
    found, data = columns(tmp_path / "a.csv"), json.loads(done.stdout)
    q = np.stack([found["q_joint1 [rad]"], found["q_joint2 [rad]"]], axis=1)
    deviation = np.abs(q - PATH(T)[0]).max(axis=0)
    assert 0.0 < deviation.max() <= tolerance
    assert_close(np.array(list(data["fit"]["deviation"].values())), deviation, 1e-4)  # differences of numbers near one
    assert "degree 9" in data["fit"]["method"]
    exact = jn.feedforward(ROBOT, PATH, T).tau_m
    error = np.abs(np.stack([found["tau_m_joint1 [Nm]"], found["tau_m_joint2 [Nm]"]], axis=1) - exact).max()
    assert error < {1e-5: 1.0, 1e-9: 0.1}[tolerance]  # [Nm] of 180: the snap of the fit, times B M / K


def test_noise_within_the_tolerance_is_smoothed_away(run, columns, tmp_path):
    noise = np.random.default_rng(0).uniform(-5e-5, 5e-5, size=(301, 2))
    file = write(tmp_path / "m.csv", ["t", "q1", "q2"], np.column_stack([T, PATH(T)[0] + noise]))
    run("torque", "planar_2r", "--trajectory", file, "--rate", "500", "--out", tmp_path / "a.csv")
    found = columns(tmp_path / "a.csv")
    exact = jn.feedforward(ROBOT, PATH, T).tau_m[:, 0]
    assert np.abs(found["tau_m_joint1 [Nm]"] - exact).max() < 0.1 * np.abs(exact).max()


def test_peaks_at_corners_are_lowered_and_counted(run, tmp_path):
    """A trapezoid of velocity; without the robot the fit takes 150 Nm."""
    t = np.linspace(0.0, 1.0, 1001)
    ramp = np.where(t < 0.25, 8 / 3 * t**2, np.where(t > 0.75, 1 - 8 / 3 * (1 - t) ** 2, 4 / 3 * (t - 0.125)))
    file = write(tmp_path / "m.csv", ["t", "q1", "q2"], np.column_stack([t, ramp, -0.5 * ramp]))
    for tolerance, lowered in (("1e-3", False), ("1e-5", True)):
        done = run("torque", "planar_2r", "--trajectory", file, "--tolerance", tolerance)
        assert done.exit_code == 0, done.output
        assert ("peaks of motor torque lowered within the tolerance" in done.stdout) == lowered
        data = json.loads(run("torque", "planar_2r", "--trajectory", file, "--tolerance", tolerance, "--json").stdout)
        assert (data["fit"]["reliefs"] >= 4) == lowered


def test_heads_units_and_order(run, columns, tmp_path):
    """Names, numbers and our own heads; degrees by unit or by option; columns in any order, others not read."""
    q = PATH(T)[0]
    degrees = np.degrees(q)
    cases = [
        (["q2", "t", "q1"], [q[:, 1], T, q[:, 0]], []),
        (["t [s]", "q_joint1 [rad]", "q_joint2 [rad]", "tau_m_joint1 [Nm]"], [T, *q.T, 0 * T], []),
        (["t", "joint1 [deg]", "joint2 [rad]"], [T, degrees[:, 0], q[:, 1]], []),
        (["t", "joint1", "joint2 [rad]"], [T, degrees[:, 0], q[:, 1]], ["--degrees"]),
    ]
    results = []
    for heads, parts, options in cases:
        file = write(tmp_path / "m.csv", heads, np.column_stack(parts))
        done = run("torque", "planar_2r", "--trajectory", file, "--rate", "100", "--out", tmp_path / "a.csv", *options)
        assert done.exit_code == 0, done.output
        results.append(columns(tmp_path / "a.csv"))
    for other in results[1:]:
        for head, column in results[0].items():
            assert_close(other[head], column, 1e-9)  # of samples that were rounded in degrees


def test_times_need_not_begin_at_zero(run, columns, tmp_path):
    file = write(tmp_path / "m.csv", ["t", "q1", "q2"], np.column_stack([T + 5.0, PATH(T)[0]]))
    run("torque", "planar_2r", "--trajectory", file, "--rate", "100", "--out", tmp_path / "a.csv")
    t = columns(tmp_path / "a.csv")["t [s]"]
    assert_close(t[[0, -1]], np.array([5.0, 5.6]))


GOOD = ["t,joint1,joint2", *(f"{t!r},{a!r},{b!r}" for t, (a, b) in zip(T[::10].tolist(), PATH(T[::10])[0].tolist()))]


def changed(line, text):
    return "\n".join([*GOOD[:line], text, *GOOD[line + 1 :]])


BAD = {
    "empty": ("", ["empty", "header"]),
    "blank lines": ("\n\n", ["empty"]),
    "header only": (GOOD[0], ["no rows"]),
    "no header": ("\n".join(GOOD[1:]), ["numbers only", "t, joint1, joint2"]),
    "nan": (changed(4, "0.06,nan,0.1"), ["row 5", "'joint1'", "'nan'"]),
    "infinite": (changed(4, "0.06,0.1,-inf"), ["row 5", "'joint2'", "'-inf'"]),
    "huge": (changed(4, "0.06,0.1,1e300"), ["row 5", "'joint2'", "'1e300'", "1e+06"]),
    "text": (changed(2, "0.02,zero,0"), ["row 3", "'joint1'", "'zero'"]),
    "underscore": (changed(2, "0.02,0_1,0"), ["row 3", "'joint1'", "'0_1'"]),
    "empty cell": (changed(2, "0.02,,0"), ["row 3", "'joint1'", "''"]),
    "short row": (changed(3, "0.04,0.1"), ["row 4", "2 values under 3 columns"]),
    "time stands": (changed(3, GOOD[2]), ["row 4", "t must rise", "0.02 s comes after 0.02 s"]),
    "time falls": (changed(3, "0.01,0.1,0.2"), ["row 4", "t must rise", "0.01 s comes after 0.02"]),
    "missing joint": ("t,joint1\n0,0\n1,1", ["joint 'joint2'", "not there", "t, joint1"]),
    "missing time": ("clock,joint1,joint2\n0,0,0", ["the column of time (t or time)", "not there"]),
    "same column twice": (changed(0, "t,joint1,joint1"), ["joint 'joint1'", "twice"]),
    "same joint twice": ("t,joint1,q1,joint2\n0,0,0,0", ["joint 'joint1'", "twice", "'joint1' and 'q1'"]),
    "wrong unit": (changed(0, "t,joint1 [m],joint2"), ["'joint1 [m]'", "rad or deg", "'m'"]),
    "time in ms": (changed(0, "t [ms],joint1,joint2"), ["'t [ms]'", "'ms'"]),
    "open quote": (changed(3, '"0.04,0.1,0.2'), ["not CSV"]),
    "too few": ("\n".join(GOOD[:5]), ["at least 10", "degree 9", "got 4"]),
    "moves at the start": ("\n".join(GOOD[:1] + GOOD[12:]), ["begin in motion", "joint 'joint1' at 2.5", "t = 0.22 s"]),
    "moves at the end": ("\n".join(GOOD[:18]), ["end in motion", "joint 'joint1' at 3.5", "t = 0.32 s"]),
}


@pytest.mark.parametrize("case", BAD)
def test_refused(refused, tmp_path, case):
    text, words = BAD[case]
    file = tmp_path / "m.csv"
    file.write_text(text)
    said = refused("torque", "planar_2r", "--trajectory", file, "--out", tmp_path / "a.csv")
    assert str(file) in said
    assert all(word in said for word in words), said
    assert not (tmp_path / "a.csv").exists()


def test_the_good_file_is_good(run, tmp_path):
    """What the cases above are changed from."""
    (tmp_path / "m.csv").write_text("\n".join(GOOD))
    assert run("torque", "planar_2r", "--trajectory", tmp_path / "m.csv", "--tolerance", "1e-3").exit_code == 0


@pytest.mark.parametrize("data", [b"\x00\x01\x02\xff\xfe" * 200, b"t,q1,q2\n\x00,0,0\n", b"\x89PNG\r\n\x1a\n"])
def test_binary(refused, tmp_path, data):
    (tmp_path / "m.csv").write_bytes(data)
    refused("torque", "planar_2r", "--trajectory", tmp_path / "m.csv")


def test_tolerance_that_cannot_be_met(refused, tmp_path):
    noise = np.random.default_rng(0).uniform(-1e-3, 1e-3, size=(301, 2))
    file = write(tmp_path / "m.csv", ["t", "q1", "q2"], np.column_stack([T, PATH(T)[0] + noise]))
    said = refused("torque", "planar_2r", "--trajectory", file, "--tolerance", "1e-5")
    assert "joint 'joint1' scatters" in said
    assert "the tolerance of 1e-05" in said
    assert "Raise the tolerance" in said


@pytest.mark.parametrize("ending", ["json", "yaml"])
def test_a_message_of_a_planner(run, columns, tmp_path, ending):
    """Points with velocities are gone through; joints in another order than the robot's."""
    t = T[::30]
    q, qd = PATH(t, 1)
    points = [
        {"positions": x[::-1].tolist(), "velocities": v[::-1].tolist(), "time_from_start": float(s)} for s, x, v in zip(t, q, qd)
    ]
    file = tmp_path / f"plan.{ending}"
    file.write_text(json.dumps({"joint_trajectory": {"joint_names": ["joint2", "joint1"], "points": points}}))
    done = run("torque", "planar_2r", "--trajectory", file, "--rate", "100", "--out", tmp_path / "a.csv", "--json")
    assert done.exit_code == 0, done.output
    found = columns(tmp_path / "a.csv")
    at = [int(np.abs(found["t [s]"] - s).argmin()) for s in t]
    assert_close(np.stack([found["q_joint1 [rad]"], found["q_joint2 [rad]"]], axis=1)[at], q, 1e-9)
    assert "fit" not in json.loads(done.stdout)


def test_beside_another_motion(refused, motion):
    assert "--trajectory states the whole motion" in refused("torque", "planar_2r", "--trajectory", motion, "--to", "1,1")


def test_of_an_arm_that_bends(refused, motion):
    assert "joints without a motor" in refused("torque", "moberg_5dof", "--trajectory", motion)
