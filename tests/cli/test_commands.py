"""Every other command says and writes what the library gives."""

import pytest

import jounce as jn
from support.command_line import data_of


def test_version(run):
    assert run("--version").stdout == f"jounce {jn.__version__}\n"


@pytest.mark.filterwarnings("ignore:(?s).*URDF has no words for")
def test_lock(run, tmp_path):
    expected = jn.load("kuka_lwr").locked({"A[67]": 0.0, "A1": -0.5})
    data = data_of(run("info", "kuka_lwr", "--lock", "A[67]", "--lock", "A1=-0.5", "--json"))
    assert [joint["name"] for joint in data["joints"]] == list(expected.joint_names)
    file = tmp_path / "less.toml"
    assert run("export", "toml", "kuka_lwr", "--lock", "A[67]=0", "--lock", "A1=-0.5", "--out", file).exit_code == 0
    assert jn.load(file) == expected
    file = tmp_path / "less.urdf"
    assert run("export", "urdf", "kuka_lwr", "--out", file).exit_code == 0
    assert file.read_text() == jn.load("kuka_lwr").to_urdf()
    moved = data_of(run("torque", "planar_2r", "--lock", "joint2=0.3", "--to", "0.3", "--duration", "0.3", "--json"))
    assert [joint["joint"] for joint in moved["joints"]] == ["joint1"]
    job = tmp_path / "job.toml"
    job.write_text('robot = "planar_2r"\nto = [0.3]\nduration = 0.3\nlock = { "*2" = 0.3 }\n')
    assert data_of(run("torque", "--job", job, "--json"))["joints"] == moved["joints"]
    job.write_text('robot = "planar_2r"\nlock = { "*2" = "open" }\n')
    assert "lock: expected a table of joints and their positions" in run("torque", "--job", job).stderr


@pytest.mark.parametrize(
    ("lock", "words"),
    [
        ("A1=x", "expected NAME or NAME=VALUE with a number, got 'A1=x'"),
        ("A9", "lock: no moving joint is named 'A9'"),
        ("*", "lock: it holds all joints"),
        ("=1", "lock, joint name or pattern: expected a name"),
        ("A1=1,2", "joint 'A1' [rad]: expected a number"),
    ],
)
def test_lock_that_cannot_be(run, lock, words):
    done = run("info", "kuka_lwr", "--lock", lock)
    assert done.exit_code == 2
    assert words in done.stderr


def test_drives_of_the_library_by_name(run, arm, tmp_path):
    """On the command line and in a job, where other files are looked for beside it."""
    joints = ["shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint", "wrist_1_joint", "wrist_2_joint", "wrist_3_joint"]
    urdf = tmp_path / "ur5.urdf"
    links = "".join(
        f'<link name="l{k}"><inertial><origin xyz="0.1 0 0"/><mass value="2"/><inertia ixx="0.01" iyy="0.02" izz="0.02" '
        f'ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="{name}" type="continuous">'
        f'<parent link="{f"l{k - 1}" if k else "base"}"/>'
        f'<child link="l{k}"/><origin xyz="0.2 0 0" rpy="{1.57 * (k % 2)} 0 0"/><axis xyz="0 0 1"/></joint>'
        for k, name in enumerate(joints)
    )
    urdf.write_text(f'<robot name="ur5"><link name="base"/>{links}</robot>')
    robot = jn.load(urdf, drives="ur5")
    assert all(drive.elastic for drive in robot.drives)
    data = data_of(run("info", urdf, "--drives", "ur5", "--json"))
    assert [joint["drive"]["stiffness"] for joint in data["joints"]] == [drive.stiffness for drive in robot.drives]
    (tmp_path / "job.toml").write_text(
        'robot = "ur5.urdf"\ndrives = "ur5"\nto = [0.1, 0.2, 0.3, 0.1, 0.2, 0.3]\nduration = 1.0\n'
    )
    done = run("torque", "--job", tmp_path / "job.toml", "--json")
    assert done.exit_code == 0, done.output
    wrong = run("info", arm[0], "--drives", "ur5")
    assert wrong.exit_code != 0
    assert "shoulder_pan_joint" in wrong.stderr
