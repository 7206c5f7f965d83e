"""`jounce identify`: what it says and writes is what the library gives; what is wrong ends with one sentence and no file."""

import csv
import gzip
import json
from pathlib import Path

import numpy as np
import pytest

import jounce as jn

ROBOT = jn.load("planar_2r").with_drives(viscous_friction=2.0, coulomb_friction=1.0, gear_ratio=50.0)
FREE = ("viscous_friction", "coulomb_friction")
RECORDED = Path(__file__).parents[1] / "identification" / "data"


def samples(seed=0, heads=("theta", "tau_m"), turn=1.0):
    """Two joints that swing, and their torque."""
    t = np.arange(4000) / 500.0
    rng = np.random.default_rng(seed)
    q, qd, qdd = (np.zeros((len(t), 2)) for _ in range(3))
    for k in (1, 2, 3):
        w, a, p = 2.0 * np.pi * 0.3 * k, rng.uniform(0.2, 0.5, 2), rng.uniform(0.0, 6.0, 2)
        phase = w * t[:, None] + p
        q, qd, qdd = q + a * np.sin(phase), qd + a * w * np.cos(phase), qdd - a * w * w * np.sin(phase)
    tau = jn.inverse_dynamics(ROBOT.with_rigid_joints(), q, qd, qdd).tau_m
    tau = tau + 0.01 * rng.normal(size=tau.shape)
    return ["t", *(f"{head}{i}" for head in heads for i in (1, 2))], np.column_stack([t, turn * q, tau])


@pytest.fixture
def files(tmp_path):
    """A robot with other friction than the one that was recorded, and two recordings."""
    robot = tmp_path / "arm.toml"
    ROBOT.with_drives(viscous_friction=1.0, coulomb_friction=3.0).save(robot)
    logs = []
    for seed in (0, 1):
        heads, rows = samples(seed)
        logs.append(tmp_path / f"log{seed}.csv")
        with logs[-1].open("w", newline="") as file:
            csv.writer(file).writerows([heads, *rows.tolist()])
    return robot, *logs


def test_identify(run, files, tmp_path):
    robot, log, other = files
    out, page = tmp_path / "found.toml", tmp_path / "fit.html"
    done = run(
        "identify", robot, "--log", log, "--free", "friction", "--validate", other, "--out", out, "--report", page, "--json"
    )
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    fit = jn.identify(jn.load(robot), jn.Log.load(log, jn.load(robot)), free="friction")
    assert data["free"] == list(FREE)
    assert data["relative_residual"] == pytest.approx(fit.relative_residual, rel=1e-12)
    found = {(row["kind"], row["entry"]): row["value"] for row in data["numbers"]}
    for name in FREE:
        for joint, value in zip(ROBOT.joint_names, fit.parameters[name]):
            assert found[name, joint] == pytest.approx(value, rel=1e-12)
    np.testing.assert_allclose([found["viscous_friction", joint] for joint in ROBOT.joint_names], 2.0, rtol=0.03)
    np.testing.assert_allclose([found["coulomb_friction", joint] for joint in ROBOT.joint_names], 1.0, rtol=0.03)
    assert jn.load(out) == fit.robot
    assert page.read_text().startswith("<!doctype html>")
    assert max(data["validation"]["fit"].values()) < 0.01 < min(data["validation"]["prior"].values())
    text = run("identify", robot, "--log", log, "--free", "friction").stdout
    assert "relative residual" in text
    assert "known by" in text


def test_several_recordings(run, files):
    robot, log, other = files
    words = ("--free", "friction", "--json")
    done = run("identify", robot, "--log", log, "--log", other, "--validate", other, "--validate", log, *words)
    assert done.exit_code == 0, done.output
    model = jn.load(robot)
    both = [jn.Log.load(file, model) for file in (log, other)]
    fit = jn.identify(model, both, free="friction")
    data = json.loads(done.stdout)
    assert data["equations"] == sum(sum(part.counts) for part in fit.equations)
    assert data["relative_residual"] == pytest.approx(fit.relative_residual, rel=1e-12)
    assert list(data["validation"]["fit"].values()) == pytest.approx(fit.validate(both)["fit"], rel=1e-9)


def test_readings_at_the_motor_in_degrees_relative_to_a_pose(run, files, tmp_path):
    robot, log, _ = files
    heads, rows = samples()
    gear, pose = 50.0, np.radians([10.0, 20.0])
    rows[:, 1:3] = np.degrees((rows[:, 1:3] - pose) * gear)
    rows[:, 3:] /= gear
    raw = tmp_path / "raw.csv"
    with raw.open("w", newline="") as file:
        csv.writer(file).writerows([heads, *rows.tolist()])
    words = ("--free", "friction", "--json")
    same = json.loads(run("identify", robot, "--log", log, *words).stdout)
    done = run("identify", robot, "--log", raw, "--at-motor", "--degrees", "--start", "10,20", *words)
    assert done.exit_code == 0, done.output
    for a, b in zip(same["numbers"], json.loads(done.stdout)["numbers"]):
        assert a["value"] == pytest.approx(b["value"], rel=1e-6)  # where the search ends, from data that differ by rounding


def test_a_kr300_whose_channels_are_in_mixed_units(run, refused, tmp_path):
    """Recordings as they were published: angles behind the gears in degrees, relative to a pose; torques at the motor shafts."""
    logs = []
    for which in "AB":
        logs.append(tmp_path / f"{which}.csv")
        logs[-1].write_bytes(gzip.decompress((RECORDED / f"kr300_{which}.csv.gz").read_bytes()))
    robot = jn.load("kuka_kr300").with_payload(150.0, (0.0, 0.0, 0.1))
    robot.save(tmp_path / "kr300.toml")
    free = ("--free", "inertia,rotor_inertia,friction,torque_offset")
    told = ("--log", logs[0], "--start", "0,-90,90,0,0,0", "--degrees", *free)
    done = run("identify", tmp_path / "kr300.toml", *told, "--validate", logs[1], "--at-motor", "tau_m", "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert np.mean(list(data["validation"]["fit"].values())) <= 0.30
    own = jn.Log.load(logs[0], robot).geared(robot, "tau_m").moved(np.radians([0.0, -90.0, 90.0, 0.0, 0.0, 0.0]))
    assert data["relative_residual"] == pytest.approx(
        jn.identify(robot, own, free=free[1].split(",")).relative_residual, rel=1e-9
    )
    assert "expected theta or tau_m" in refused("identify", tmp_path / "kr300.toml", *told, "--at-motor", "q")


def test_wrong_use_ends_with_a_sentence_and_no_file(refused, files, tmp_path):
    robot, log, _ = files
    out, page = tmp_path / "found.toml", tmp_path / "fit.html"
    where = ("--out", out, "--report", page)
    assert "no parameter 'mass'" in refused("identify", robot, "--log", log, "--free", "mass", *where)
    assert "no such file" in refused("identify", robot, "--log", tmp_path / "not.csv", *where)
    assert "ends in .toml" in refused("identify", robot, "--log", log, "--out", tmp_path / "found.urdf")
    assert "ends in .html" in refused("identify", robot, "--log", log, "--report", tmp_path / "fit.pdf")
    assert "--log" in refused("identify", robot)
    assert "start: 3 values, but robot" in refused("identify", robot, "--log", log, "--start", "1,2,3", *where)
    assert "no current" in refused("identify", robot, "--log", log, "--torque-constant", "1,2", *where)
    assert "cutoff" in refused("identify", robot, "--log", log, "--cutoff", "300", *where)
    assert not out.exists()
    assert not page.exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: rows * [1.0, 57.3, 57.3, 1.0, 1.0], "degrees"),
        (lambda rows: rows[:, [0, 1, 2, 4, 3]], "columns shifted"),
        (lambda rows: np.column_stack([rows[:, :3], np.roll(rows[:, 3:], 50, axis=0)]), "behind the positions"),
        (lambda rows: np.column_stack([rows[:, :3], np.clip(rows[:, 3:], -3.0, 3.0)]), "stays at its extreme value"),
        (lambda rows: rows * [1.0, 1.0, 0.0, 1.0, 1.0], "stands still"),
        (lambda rows: np.where(np.arange(len(rows))[:, None] == 7, np.nan, rows), "expected a finite number"),
        (lambda rows: rows[:15], "20 samples at least"),
        (lambda rows: rows[::-1], "times must rise"),
        (lambda rows: np.delete(rows, slice(1000, 1100), axis=0), "a gap of"),
    ],
)
def test_bad_recordings_are_refused_and_nothing_is_written(refused, files, tmp_path, change, message):
    robot, _, _ = files
    heads, rows = samples()
    bad, out = tmp_path / "bad.csv", tmp_path / "found.toml"
    with bad.open("w", newline="") as file:
        csv.writer(file).writerows([heads, *change(rows).tolist()])
    said = refused("identify", robot, "--log", bad, "--out", out, "--report", tmp_path / "fit.html", code=2)
    assert message in said
    assert not out.exists()
    assert not (tmp_path / "fit.html").exists()
