"""Robots on a floating base, from the command line: one coordinate a freedom, and what is missing there is said."""

import json

import numpy as np
import pytest

import jounce as jn
from support.tolerances import assert_close

URDF = """<robot name="hopper">
  <link name="trunk"><inertial><mass value="8"/>
    <inertia ixx="0.2" iyy="0.25" izz="0.3" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="thigh"><inertial><origin xyz="0 0 -0.1"/><mass value="1.5"/>
    <inertia ixx="0.01" iyy="0.01" izz="0.002" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="shank"><inertial><origin xyz="0 0 -0.1"/><mass value="0.5"/>
    <inertia ixx="0.004" iyy="0.004" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="hip" type="revolute"><parent link="trunk"/><child link="thigh"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="90" velocity="12"/></joint>
  <joint name="tube" type="prismatic"><parent link="thigh"/><child link="shank"/><origin xyz="0 0 -0.2"/><axis xyz="0 0 -1"/>
    <limit lower="0" upper="0.2" effort="900" velocity="2"/></joint>
</robot>
"""
DRIVES = "".join(
    f"[joint.{name}]\nrotor_inertia = 1e-4\ngear_ratio = 50.0\nstiffness = {stiffness}\n"
    for name, stiffness in (("hip", 400.0), ("tube", 9e3))
)
GOAL = (5.0, -3.0, 20.0, 0.1, 0.0, 0.6, 30.0, 0.1)
"""Degrees and metres."""


@pytest.fixture
def hopper(tmp_path):
    urdf, drives = tmp_path / "hopper.urdf", tmp_path / "hopper.drives.toml"
    urdf.write_text(URDF)
    drives.write_text(DRIVES)
    return [urdf, "--drives", drives, "--floating-base"]


@pytest.fixture
def motion(hopper):
    return [*hopper, "--to", ",".join(map(str, GOAL)), "--degrees", "--duration", "0.5", "--rate", "100"]


@pytest.fixture
def plan(hopper):
    robot = jn.load(hopper[0], drives=hopper[2], floating_base=True)
    goal = [*np.radians(GOAL[:3]), *GOAL[3:6], np.radians(GOAL[6]), GOAL[7]]
    path = jn.trajectory.rest_to_rest(np.zeros(8), goal, 0.5, 9)
    return jn.feedforward(robot, path, np.arange(51) / 100)


def test_torque(run, columns, motion, plan, tmp_path):
    done = run(
        "torque", *motion, "--out", tmp_path / "a.csv", "--plot", tmp_path / "a.png", "--view", tmp_path / "a.html", "--json"
    )
    assert done.exit_code == 0, done.output
    found = columns(tmp_path / "a.csv")
    names = [*(f"q_floating_base_{x} [1]" for x in ("qx", "qy", "qz", "qw")), *(f"q_floating_base_{x} [m]" for x in "xyz")]
    assert_close(np.array([found[name] for name in [*names, "q_hip [rad]", "q_tube [m]"]]).T, plan.q[0])
    names = [*(f"tau_m_floating_base_r{x} [Nm]" for x in "xyz"), *(f"tau_m_floating_base_{x} [N]" for x in "xyz")]
    assert_close(np.array([found[name] for name in [*names, "tau_m_hip [Nm]", "tau_m_tube [N]"]]).T, plan.tau_m)
    for name, values in (("theta", plan.theta[0]), ("delta", plan.delta), ("tau_j", plan.tau_j[0])):
        own = [head for head in found if head.startswith(f"{name}_")]
        assert [head.split(" ")[0] for head in own] == [f"{name}_hip", f"{name}_tube"]
        assert_close(np.array([found[head] for head in own]).T, values[:, 6:])
    data = json.loads(done.stdout)
    assert [row["joint"] for row in data["joints"]] == ["hip", "tube"]
    wrench = plan.tau_m[:, :6]
    assert_close(data["missing"]["floating_base"]["moment"], np.linalg.norm(wrench[:, :3], axis=1).max())
    assert_close(data["missing"]["floating_base"]["force"], np.linalg.norm(wrench[:, 3:], axis=1).max())
    assert {row["joint"] for row in data["peaks"]} == {"hip", "tube"}


def test_what_is_missing_is_said(run, motion):
    done = run("torque", *motion)
    assert done.exit_code == 0, done.output
    assert "no motor drives joint 'floating_base'; missing there, at most: a moment of" in done.stdout
    assert done.stdout.count("floating_base") == 1


@pytest.mark.native
def test_simulate_falls(run, columns, motion, plan, tmp_path):
    """Nothing carries the robot: its base is at once where free fall takes it."""
    done = run("simulate", *motion, "--out", tmp_path / "a.csv", "--plot", tmp_path / "a.png", "--json")
    assert done.exit_code == 0, done.output
    expected = jn.simulate(plan.robot, plan)
    found = columns(tmp_path / "a.csv")
    assert_close(found["error_floating_base_z [m]"], expected.error[:, 5])
    assert_close(found["q_tube [m]"], expected.q[:, -1])
    data = json.loads(done.stdout)
    assert [row["joint"] for row in data["joints"]][:4] == [f"floating_base_{x}" for x in ("rx", "ry", "rz", "x")]
    assert [row["unit"] for row in data["joints"]] == ["rad"] * 3 + ["m"] * 3 + ["rad", "m"]
    assert data["energy_balance"] < 1e-6


def test_view(run, motion, tmp_path):
    done = run("view", *motion, "--out", tmp_path / "a.html")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "a.html").stat().st_size > 10_000


def test_info(run, hopper):
    done = run("info", *hopper, "--at", "0,0,0,0,0,0.5,0.1,0.05")
    assert done.exit_code == 0, done.output
    assert "8 freedoms" in done.stdout
    row = next(line for line in done.stdout.splitlines() if line.split()[:1] == ["floating_base"])
    assert row.split()[1:3] == ["no", "motor"]
    assert "'floating_base' of robot 'hopper'" in " ".join(done.stdout.split())


def test_job(run, motion, hopper, plan, tmp_path):
    job = tmp_path / "job.toml"
    job.write_text(
        f'robot = "hopper.urdf"\ndrives = "hopper.drives.toml"\nfloating-base = true\nto = {list(GOAL)}\ndegrees = true\n'
        "duration = 0.5\nrate = 100\n"
    )
    assert run("torque", "--job", job).stdout == run("torque", *motion).stdout
    job.write_text("floating-base = 3\n")
    assert "floating-base: expected true or false" in run("torque", "--job", job).stderr


@pytest.mark.filterwarnings("ignore:(?s).*MJCF has no words for limits of")
def test_mjcf(run, hopper, tmp_path):
    done = run("export", "mjcf", *hopper, "--out", tmp_path / "a.xml")
    assert done.exit_code == 0, done.output
    assert '<freejoint name="floating_base"' in (tmp_path / "a.xml").read_text()


def test_plots_and_doubts(plan):
    """Of the library: curves are of joints of one freedom, doubts know the pose of the base."""
    assert plan.doubts == ()
    ax = jn.plot.positions(plan)
    assert [line.get_label() for line in ax.lines] == ["hip", "tube"]
    assert_close(ax.lines[0].get_ydata(), np.degrees(plan.q[0][:, 7]))
    assert_close(ax.lines[1].get_ydata(), plan.q[0][:, 8])
