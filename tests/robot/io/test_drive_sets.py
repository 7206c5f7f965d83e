"""The drives that come with jounce: every file loads on the URDF it is for, and says where each of its numbers is from."""

import importlib.metadata
import math
import re
import tomllib
from importlib import resources

import numpy as np
import pytest

import jounce as jn
from jounce.errors import LoadError

FOLDER = resources.files("jounce.robot") / "drives"
NAMES = [drives.name for drives in jn.robot.drive_sets()]
LOWEST, HIGHEST = 1.0, 200.0
"""Hz: of the softest joints of such robots with motors locked. Light wrists may swing faster."""
URDF = {
    "panda": ["panda_description/urdf/panda.urdf"],
    "ur5": ["ur_description/urdf/ur5_robot.urdf"],
    "ur5e": ["ur_description/urdf/ur5_robot.urdf"],  # the same names; its own file is not in the package
    "ur10": ["ur_description/urdf/ur10_robot.urdf"],
    "baxter": ["baxter_description/urdf/baxter.urdf"],
    "anymal": ["anymal_b_simple_description/robots/anymal.urdf", "anymal_c_simple_description/urdf/anymal.urdf"],
}
ARM = """<robot name="arm"><link name="link0"/>{links}{joints}</robot>"""
LINK = """<link name="link{k}"><inertial><origin xyz="0 0.03 0.08"/><mass value="{mass}"/>
<inertia ixx="0.03" iyy="0.03" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>"""
JOINT = """<joint name="{name}" type="revolute"><parent link="link{above}"/><child link="link{k}"/>
<origin xyz="0 0 0.19" rpy="{turn} 0 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>"""


def table(name):
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def published(path, folder):
    """A file of example-robot-data without <mimic>, which nothing here is about."""
    try:
        files = importlib.metadata.files("example-robot-data")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("no example-robot-data")
    found = [f.locate() for f in files or () if str(f).endswith(f"robots/{path}")]
    if not found:
        pytest.skip(f"no {path} in example-robot-data")
    text = re.sub(r"<mimic[^>]*/>", "", found[0].read_text(encoding="utf-8"))
    file = folder / "robot.urdf"
    file.write_text(text, encoding="utf-8")
    return file


def seven_joints(names, folder):
    """An arm of the size of the iiwa and the FR3, whose own files are not at hand, with these joint names."""
    links = "".join(LINK.format(k=k + 1, mass=4.0 - 0.4 * k) for k in range(len(names)))
    joints = "".join(
        JOINT.format(name=name, above=k, k=k + 1, turn=[-math.pi / 2, math.pi / 2][k % 2]) for k, name in enumerate(names)
    )
    file = folder / "robot.urdf"
    file.write_text(ARM.format(links=links, joints=joints), encoding="utf-8")
    return file


def robots(name, folder):
    if name not in URDF:
        return [jn.load(seven_joints(list(table(name)["joint"]), folder), drives=name)]
    return [jn.load(published(path, folder), drives=name, exact=True) for path in URDF[name]]


def test_the_sets_are_listed():
    assert NAMES == sorted(NAMES)
    assert {"panda", "fr3", "iiwa7", "iiwa14", "ur5", "ur5e", "ur10", "baxter", "anymal"} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_number_has_a_source(name):
    """Of each key that a joint states there is a text: a place to look it up, or that it is of the right size only."""
    (drives,) = (d for d in jn.robot.drive_sets() if d.name == name)
    stated = {key for joint in table(name)["joint"].values() for key in joint}
    assert set(drives.sources) == stated >= {"stiffness", "rotor_inertia", "gear_ratio"}
    assert drives.description
    for text in drives.sources.values():
        assert text.startswith("of the right size only") or re.search(r"\d", text), text
    assert "Units:" in (FOLDER / f"{name}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_drives_fit_their_robot(name, tmp_path):
    for robot in robots(name, tmp_path):
        stated = table(name)["joint"]
        for joint in robot.joints:
            if joint.name not in stated:
                continue
            drive = joint.drive
            found = {key: getattr(drive if hasattr(drive, key) else joint.limits, key) for key in stated[joint.name]}
            assert found == stated[joint.name]
            assert drive.elastic
        assert {joint.name for joint in robot.joints} >= set(stated)
        assert robot.motion_order == 4


@pytest.mark.filterwarnings("ignore:(?s).*no effect")  # Franka's own words for drives
@pytest.mark.parametrize("name", ["panda", "ur5", "baxter", "anymal"])
def test_limits_are_those_of_the_urdf(name, tmp_path):
    """Torque as `effort` of files that others wrote, speed as `velocity`; UR's file rounds 180 deg/s to 3.15 and 3.2 rad/s."""
    for path in URDF[name]:
        file = published(path, tmp_path)
        plain = {joint.name: joint.limits for joint in jn.load(file, exact=True).joints}
        for joint in table(name)["joint"]:
            stated = table(name)["joint"][joint]
            assert stated["motor_torque"] == plain[joint].motor_torque
            if "velocity" in stated:
                assert stated["velocity"] == pytest.approx(plain[joint].velocity, rel=0.02 if name == "ur5" else 1e-12)


def test_a_motion_is_held_against_the_limits_of_a_set(tmp_path):
    """Franka's interface accepts 1000 Nm/s, which no URDF states."""
    robot = jn.load(seven_joints([f"panda_joint{i}" for i in range(1, 8)], tmp_path), drives="panda")
    assert robot.limits.torque_rate.tolist() == [1000.0] * 7
    assert robot.limits.acceleration.tolist() == [15.0, 7.5, 10.0, 12.5, 15.0, 20.0, 20.0]
    path = jn.trajectory.rest_to_rest(np.zeros(7), np.full(7, 0.5), 0.25, degree=9)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 0.25, 251))
    assert {"torque_rate", "velocity"} <= {row.quantity for row in plan.peaks.exceeded}


@pytest.mark.parametrize("name", NAMES)
def test_frequencies_are_those_of_robots(name, tmp_path):
    """With locked motors, at a bent pose: neither a jelly nor a block."""
    for robot in robots(name, tmp_path):
        elastic = sum(joint.name in table(name)["joint"] for joint in robot.joints)
        found = np.sort(jn.eigenfrequencies(robot, np.full(robot.nq, 0.3)).locked / (2 * np.pi))
        swings = found[found > LOWEST][:elastic]  # fingers and heads without a drive swing freely, below
        assert len(swings) == elastic
        assert (swings[:3] < HIGHEST).all(), swings


@pytest.mark.parametrize("name", NAMES)
def test_inverse_dynamics_has_an_answer(name, tmp_path):
    robot = robots(name, tmp_path)[0]
    path = jn.trajectory.rest_to_rest(np.full(robot.n, 0.2), np.full(robot.n, 0.5), 1.0, degree=9)
    found = jn.inverse_dynamics(robot, *path(np.array([0.0, 0.3, 0.7]), 4))
    assert np.isfinite(found.tau_m).all()
    for i, drive in enumerate(robot.drives):
        if drive is not None and drive.elastic:
            assert np.allclose(found.delta[:, i], found.tau_j[0][:, i] / drive.stiffness, rtol=1e-12)
            assert np.abs(found.delta[:, i]).max() < 0.5  # rad, also of the softest


def test_names_are_looked_up_before_files(tmp_path, monkeypatch):
    file = seven_joints([f"panda_joint{i}" for i in range(1, 8)], tmp_path)
    monkeypatch.chdir(tmp_path)
    assert jn.load(file, drives="panda").drives[0].stiffness == 7000.0
    (tmp_path / "mine.toml").write_text("[default]\nstiffness = 5.0\n")
    assert jn.load(file, drives="mine.toml").drives[0].stiffness == 5.0
    with pytest.raises(LoadError, match="no drives 'pandas' come with jounce, and there is no such file. Did you mean 'panda'"):
        jn.load(file, drives="pandas")
    with pytest.raises(LoadError, match=r"ur5.toml: \[joint\]: unknown key 'shoulder_pan_joint'"):
        jn.load(file, drives="ur5")


def test_a_user_s_file_may_state_its_sources(tmp_path):
    file, side = seven_joints(["a", "b"], tmp_path), tmp_path / "drives.toml"
    side.write_text(
        'description = "mine"\n[sources]\nstiffness = "measured"\nspeed = "data sheet"\ntorque_rate = "tried"\n'
        "[default]\nstiffness = 9.0\nspeed = 2.0\ntorque_rate = 30.0\n"
    )
    robot = jn.load(file, drives=side)
    assert robot.drives[1].stiffness == 9.0
    assert (robot.limits.velocity[1], robot.limits.torque_rate[1]) == (2.0, 30.0)
    for text, words in {
        "description = 3": 'needs description = "...", got int',
        "sources = 3": "sources: expected a table",
        "[sources]\nstifness = 'x'": r"\[sources\]: unknown key 'stifness'",
        "[sources]\nstiffness = 3": r"\[sources\]: needs stiffness",
    }.items():
        side.write_text(text)
        with pytest.raises(LoadError, match=words):
            jn.load(file, drives=side)
