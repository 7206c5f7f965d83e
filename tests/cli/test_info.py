"""`jounce info`: what a robot is made of, and its frequencies."""

import dataclasses
import math

import numpy as np

import jounce as jn
from support.command_line import data_of
from support.tolerances import assert_close


def test_info(run):
    robot, q = jn.load("moberg_5dof"), [0.5, 1.0, 0.0]
    data = data_of(run("info", "moberg_5dof", "--at", "0.5,1,0", "--json"))
    free, locked = jn.eigenfrequencies(robot, q)
    zeros, minimum_phase = jn.zero_dynamics(robot, q)
    assert_close(np.array(data["eigenfrequencies"]["motors_free"]), free / math.tau)
    assert_close(np.array(data["eigenfrequencies"]["motors_locked"]), locked / math.tau)
    assert_close(np.array(data["zero_dynamics"]["zeros"]), np.stack([zeros.real, zeros.imag], axis=1))
    assert data["zero_dynamics"]["minimum_phase"] is minimum_phase is True
    assert (data["mass"], data["motion_order"], data["coupling"]) == (400.0, 4, None)
    assert data["joints"][0]["drive"]["stiffness"] == 1e5
    assert data["joints"][2]["drive"] is None
    assert data["joints"][2]["spring"] == {"stiffness": 1e5, "damping": 250.0}
    text = run("info", "moberg_5dof", "--at", "0.5,1,0").stdout
    assert "link3, 200 kg, on revolute joint joint3" in text
    assert f"{locked[0] / math.tau:.4g}" in text
    assert "minimum phase" in text


def test_info_in_degrees(run):
    a = data_of(run("info", "planar_2r", "--at", "90,0", "--degrees", "--json"))
    b = data_of(run("info", "planar_2r", "--at", f"{math.pi / 2},0", "--json"))
    assert a == b
    assert a["at"] == [math.pi / 2, 0.0]


def test_info_of_carried_rotors(run):
    data = data_of(run("info", "kuka_lwr", "--coupling", "full", "--json"))
    assert data["motion_order"] == 10
    assert ["".join(row) for row in data["coupling"]][:2] == ["..SSSSS", "..gSSSS"]
    assert "A2  . . g S S S S" in run("info", "kuka_lwr", "--coupling", "full").stdout


def test_info_of_rigid_joints(run, arm):
    """Infinite stiffness is null in JSON, and 'rigid' to read."""
    urdf, drives = arm
    drives.write_text("[joint.shoulder]\nrotor_inertia = 2e-4\n")
    data = data_of(run("info", urdf, "--drives", drives, "--json"))
    assert data["joints"][0]["drive"]["stiffness"] is None
    assert data["joints"][1]["drive"] is None
    assert "rigid" in run("info", urdf, "--drives", drives).stdout


def test_info_says_what_it_cannot_know(run, tmp_path):
    """Nothing is known of frequencies where joints have several freedoms; the rest is said all the same."""
    (tmp_path / "ball.toml").write_text(
        'name = "ball"\n[[joint]]\nname = "hip"\ntype = "spherical"\nparent = "base"\nchild = "leg"\n'
        '[[link]]\nname = "leg"\nmass = 1.0\ncom = [0, 0, -0.2]\ninertia = { xx = 0.1, yy = 0.1, zz = 0.1 }\n'
    )
    data = data_of(run("info", tmp_path / "ball.toml", "--json"))
    assert data["freedoms"] == 3
    assert data["eigenfrequencies"] is None
    assert "eigenfrequencies: " in data["not_known"][0]


def test_control_characters_of_a_description_do_not_reach_the_terminal(run, tmp_path):
    text = "two\nlines, \x1b]0;a title\x07\x1b[2J\u202e"
    dataclasses.replace(jn.load("planar_2r"), description=text).save(tmp_path / "a.toml")
    done = run("info", tmp_path / "a.toml")
    assert done.exit_code == 0
    assert r"lines, \x1b]0;a title\x07\x1b[2J\u202e" in done.stdout.splitlines()
