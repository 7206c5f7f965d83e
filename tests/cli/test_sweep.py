"""`jounce sweep`: robots whose numbers differ."""

import json

import numpy as np
import pytest

import jounce as jn
from jounce.simulation.behind import links_behind
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
