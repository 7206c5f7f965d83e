"""`jounce sweep`: robots whose numbers differ."""

import json
from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.simulation import native_integrator
from jounce.simulation.sweep_links import links_behind
from support.random_robots import random_robot

MOTION = ["--to", "1,-0.5", "--duration", "0.5", "--rate", "100"]


@pytest.mark.native
def test_links_behind_motors_as_simulated():
    """Two of many robots, each beside the simulation of it with its motors following the same plan."""
    robot = jn.load("planar_2r")
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0, 0], [1.0, -0.5], 0.5, degree=9), np.linspace(0.0, 0.5, 26))
    K = robot.parameter_values("stiffness") * np.random.default_rng(0).uniform(0.9, 1.1, size=(5, 2))
    numbers = {"stiffness": K, "payload": np.outer(np.linspace(0.0, 2.0, 5), np.eye(10)[0])}
    found = links_behind(robot, plan, numbers)
    assert np.abs(found - plan.q[0]).max() > 1e-3
    for k in (1, 4):
        plant = robot.with_parameters({name: x[k] for name, x in numbers.items()})
        run = jn.simulate(robot, plan, plant=plant, motor_motion=plan)
        assert np.abs(found[k] - run.q).max() < 1e-6 * np.abs(found[k] - plan.q[0]).max()


@pytest.mark.native
@pytest.mark.parametrize("names", [("stiffness",), ("inertia",), ("payload",), ("stiffness", "inertia", "payload")])
def test_links_behind_compiled_and_plain(monkeypatch, names):
    """One compiled robot after the other, and all together in plain steps of Runge and Kutta: two texts, two methods."""
    robot = jn.load("planar_2r")
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0, 0], [0.7, 0.4], 0.4, degree=9), np.linspace(0.0, 0.5, 11))
    rng, every = np.random.default_rng(1), {}
    for name in names:
        own = robot.parameter_values(name) if name != "payload" else np.eye(10)[0]
        every[name] = own * rng.uniform(0.9, 1.1, size=(3, 1))
    fast = links_behind(robot, plan, every)
    alone = [links_behind(robot, plan, {name: x[k : k + 1] for name, x in every.items()})[0] for k in range(3)]
    np.testing.assert_array_equal(fast, alone)
    monkeypatch.setattr(native_integrator, "integrator_kernel", lambda *_: None)
    slow = links_behind(robot, plan, every)
    assert np.abs(fast - slow).max() < 1e-6 * np.abs(fast - plan.q[0]).max()


@pytest.mark.native
def test_a_robot_that_runs_away_is_nan():
    robot = jn.load("planar_2r")
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0, 0], [0.7, 0.4], 0.4, degree=9), np.linspace(0.0, 1.0, 6))
    K = robot.parameter_values("stiffness") * np.array([[1.0], [-100.0]])
    found = links_behind(robot, plan, {"stiffness": K})
    assert np.isfinite(found[0]).all()
    assert np.isnan(found[1]).all()


@pytest.mark.native
def test_the_same_robots_run_away_compiled_and_plain(monkeypatch):
    """Springs beside the drives that push away from zero by 400 Nm/rad: drives with less than that do not hold the links.

    They push harder the further away, so that whoever leaves is gone before long whatever rounding does.
    """
    robot = jn.load("planar_2r")
    push = jn.robot.ParallelSpring(lambda q: 400.0 * q + 50.0 * q**5)
    robot = replace(robot, joints=tuple(replace(joint, parallel=push) for joint in robot.joints))
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0, 0], [0.7, 0.4], 0.4, degree=9), np.linspace(0.0, 0.6, 7))
    K = robot.parameter_values("stiffness") * np.array([[1.0], [0.1], [0.8], [0.02], [0.9]])
    fast = links_behind(robot, plan, {"stiffness": K})
    monkeypatch.setattr(native_integrator, "integrator_kernel", lambda *_: None)
    slow = links_behind(robot, plan, {"stiffness": K})
    np.testing.assert_array_equal(np.isnan(fast), np.isnan(slow))
    np.testing.assert_array_equal(np.isnan(slow).all(axis=(1, 2)), [False, True, False, True, False])
    assert np.nanmax(np.abs(fast - slow)) < 1e-6 * np.nanmax(np.abs(fast - plan.q[0]))


@pytest.mark.native
def test_robots_that_fail_are_counted(run, monkeypatch, tmp_path):
    """Two of five robots are NaN: said, and not in the table."""

    def partly(robot, plan, numbers):
        q = links_behind(robot, plan, numbers)
        q[numbers["payload"][:, 0] > 0.3] = np.nan
        return q

    monkeypatch.setattr("jounce.cli.sweep.links_behind", partly)
    out = tmp_path / "stray.csv"
    options = ["--payload-error", "0.5", "--samples", "8", "--out", out]
    said = json.loads(run("sweep", "planar_2r", *MOTION, *options, "--json").stdout)
    stray = np.loadtxt(out, delimiter=",", skiprows=1)[:, -1]
    assert 0 < said["failed"] == np.isnan(stray).sum() < 8
    assert said["stray"]["worst"] == np.nanmax(stray)
    assert said["stray"]["median"] == pytest.approx(np.nanmedian(stray))
    assert f"{said['failed']} of them could not be simulated" in run("sweep", "planar_2r", *MOTION, *options).stdout
    monkeypatch.setattr("jounce.cli.sweep.links_behind", lambda *given: np.nan * links_behind(*given))
    assert "none of the 8 robots could be simulated" in run("sweep", "planar_2r", *MOTION, *options).stderr


@pytest.mark.native
def test_job_figure_and_table(run, tmp_path):
    job = tmp_path / "job.toml"
    job.write_text('robot = "planar_2r"\nto = [1.0, -0.5]\nduration = 0.5\nrate = 100.0\n')
    out, plot = tmp_path / "stray.csv", tmp_path / "stray.png"
    options = ["--stiffness-error", "10%", "--mass-error", "5%", "--payload-error", "0.5", "--samples", "8", "--seed", "3"]
    said = json.loads(run("sweep", job, *options, "--out", out, "--plot", plot, "--json").stdout)
    rows = np.loadtxt(out, delimiter=",", skiprows=1)
    assert rows.shape[0] == said["samples"] == 8
    assert said["stray"]["worst"] == rows[:, -1].max()
    assert said["stray"]["median"] == pytest.approx(np.median(rows[:, -1]))
    assert plot.stat().st_size > 5_000
    again = json.loads(run("sweep", "planar_2r", *MOTION, *options, "--json").stdout)
    assert again["stray"] == said["stray"]
    text = run("sweep", job, *options).stdout
    assert "95 %" in text
    assert "The worst: stiffness factor" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "nothing differs: say --stiffness-error, --mass-error or --payload-error"),
        (["--stiffness-error", "120%"], "expected a share between 0 and 100%"),
        (["--payload-error", "-1"], "--payload-error: expected a mass above zero"),
        (["--mass-error", "5%", "--samples", "0"], "--samples: expected 1 or more"),
    ],
)
def test_refusals(run, options, message):
    done = run("sweep", "planar_2r", *MOTION, *options)
    assert done.exit_code == 2
    assert message in done.stderr


def test_rigid_robots_are_refused(run, tmp_path):
    path = tmp_path / "rigid.toml"
    random_robot(3, n=2).save(path)
    done = run("sweep", path, *MOTION, "--mass-error", "5%", "--samples", "2")
    assert done.exit_code == 2
    assert "joints without a spring behind a motor" in done.stderr
