"""`jounce excite`: the motion of `excitation` in a file that `--trajectory` reads, and what it tells."""

import json

import numpy as np
import pytest

import jounce as jn

pytestmark = pytest.mark.native  # some hundred evaluations along a motion
LIMITS = (
    "--limit",
    "velocity=2",
    "--limit",
    "position=-1.5,1.5",
    "--limit",
    "acceleration=10,20",
    "--limit",
    "motor-torque=200",
)
TASK = ("planar_2r", "--duration", "4", "--harmonics", "5", "--rate", "200", "--noise", "0.5", *LIMITS)


def test_excite(run, tmp_path):
    robot = jn.load("planar_2r").with_limits(velocity=2.0, position=(-1.5, 1.5), acceleration=[10.0, 20.0], motor_torque=200.0)
    path = jn.excitation(robot, 4.0, harmonics=5, rate=200.0, noise=0.5)
    done = run("excite", *TASK, "--out", tmp_path / "motion.csv", "--json")
    assert done.exit_code == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["condition"] == path.status.condition
    assert [row["name"] for row in data["parameters"]] == list(path.status.parameters)
    assert [row["deviation"] for row in data["parameters"]] == path.status.deviation.tolist()
    assert data["within_limits"]
    assert data["files"] == [str(tmp_path / "motion.csv")]
    rows = np.genfromtxt(tmp_path / "motion.csv", delimiter=",", names=True)
    assert len(rows) == 801
    q = path(np.linspace(0.0, 4.0, 801), 2)
    for k, name in enumerate(("q", "qd", "qdd")):
        column = next(head for head in rows.dtype.names if head.startswith(f"{name}_"))
        np.testing.assert_allclose(rows[column], q[k, :, 0], rtol=0, atol=1e-12 * np.abs(q[k]).max())
    assert run("torque", "planar_2r", "--trajectory", tmp_path / "motion.csv", "--rate", "100").exit_code == 0


def test_excite_in_words(run):
    done = run("excite", *TASK)
    assert done.exit_code == 0, done.stderr
    assert "condition number" in done.stdout
    assert "deviation for 0.5 Nm of noise at 200 Hz" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--limit", "velocity"), "expected QUANTITY=VALUE"),
        (("--limit", "velocity=fast"), "expected QUANTITY=VALUE"),
        (("--limit", "speed=2"), "there is none of 'speed'"),
        (("--free", "mass"), "a motion can be made to tell"),
        (("--out", "motion.txt"), "ends in .csv"),
        (("--duration", "0"), "duration"),
    ],
)
def test_wrong_use(run, words, message):
    done = run("excite", "planar_2r", *words)
    assert done.exit_code != 0
    assert message in done.stderr
