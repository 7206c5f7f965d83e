"""`jounce view` writes the page that `jounce.view` gives."""

import numpy as np
import pytest

import jounce as jn
from support.command_line import MOTION, data_of, planned


def test_view(run, tmp_path):
    path = jn.trajectory.rest_to_rest([0.0, 0.0], [0.3, -0.2], 0.3, 9)
    plan = jn.feedforward(jn.load("planar_2r"), path, np.arange(151) / 500)
    data = data_of(run("view", "planar_2r", *MOTION, "--exaggeration", "10", "--out", tmp_path / "a.html", "--json"))
    assert data["files"] == [str(tmp_path / "a.html")]
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == jn.view(plan, exaggeration=10.0).to_html()
    run("torque", "planar_2r", *MOTION, "--view", tmp_path / "b.html")
    assert (tmp_path / "b.html").read_text(encoding="utf-8") == jn.view(plan).to_html()


@pytest.mark.native
def test_view_of_a_run(run, tmp_path):
    robot = jn.load("planar_2r")
    data = data_of(run("simulate", "planar_2r", *MOTION, "--view", tmp_path / "a.html", "--json"))
    assert data["files"] == [str(tmp_path / "a.html")]
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == jn.view(jn.simulate(robot, planned(robot))).to_html()


def test_view_has_the_meshes_of_a_urdf(run, arm, tmp_path):
    """A box at the tip, beside capsules for the other link."""
    urdf, drives = arm
    box = '<visual><geometry><box size="0.1 0.1 0.2"/></geometry></visual></link>\n  <joint name="shoulder"'
    urdf.write_text(urdf.read_text().replace('</link>\n  <joint name="shoulder"', box))
    motion = ("--from", "0,0.05", "--to", "0.5,0.2", "--duration", "0.5", "--rate", "100")
    done = run("view", urdf, "--drives", drives, *motion, "--out", tmp_path / "a.html")
    assert done.exit_code == 0, done.output
    path = jn.trajectory.rest_to_rest([0.0, 0.05], [0.5, 0.2], 0.5, 9)
    plan = jn.feedforward(jn.load(urdf, drives=drives), path, np.arange(51) / 100)
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert page == jn.view(plan, meshes=urdf).to_html() != jn.view(plan).to_html()


@pytest.mark.parametrize("words", [("view", "--out"), ("torque", "--view"), ("simulate", "--view")])
def test_a_page_ends_in_html(run, tmp_path, words):
    command, option = words
    done = run(command, "planar_2r", *MOTION, option, tmp_path / "a.png")
    assert done.exit_code == 2
    assert "ends in .html or .htm" in done.stderr
