"""Hostile and clumsy input. Whatever comes in: a valid robot comes out, or a `JounceError` that says where and why.

Never another exception, never a hang, never a look into another file. The normal run is the same every time; `JOUNCE_FUZZ=20`
searches twenty times as far, at random.
"""

import os
import sys
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

import jounce as jn
from jounce.errors import LoadError, UnphysicalError
from robot.strategies import (
    SECRET,
    damaged_bytes,
    dh,
    drive_files,
    plans,
    toml,
    toml_files,
    urdf,
    urdf_files,
    write_toml,
)

FACTOR = int(os.environ.get("JOUNCE_FUZZ", "0"))
WATCHED: list[str] = []
"""What was opened while `watching`."""


def fuzz(examples):
    return settings(
        max_examples=examples * (FACTOR or 1),
        derandomize=not FACTOR,
        database=None,
        deadline=timedelta(seconds=4),
        suppress_health_check=list(HealthCheck),
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("fuzz")
    (path / "secret.txt").write_text(SECRET)
    return path


@pytest.fixture(scope="module", autouse=True)
def watching():
    """Record every file that Python opens and every connection it makes. An audit hook cannot be taken out, only silenced."""
    active = True

    def hook(name, arguments):
        if active and (name == "open" or name.startswith(("socket.", "urllib."))):
            WATCHED.append(f"{name} {arguments[0]}")

    sys.addaudithook(hook)
    yield
    active = False


def load_or_refuse(path, **options):
    """The robot in a file if there is one. An error is of the right kind, of readable length, and names the file."""
    WATCHED.clear()
    try:
        robot = jn.load(path, **options)
    except (LoadError, UnphysicalError) as error:
        robot, message = None, str(error)
        assert message.startswith((str(path), str(options.get("drives"))))
        assert len(message) < 6000
        assert SECRET not in message
    event("refused" if robot is None else "robot")
    seen = [entry for entry in WATCHED if not entry.endswith((".py", ".pyc"))]  # Python imports what it needs when it needs it
    assert not [entry for entry in seen if "passwd" in entry or "secret" in entry or not entry.startswith("open")]
    return robot


def check_robot(robot, folder):
    """It is one: finite, it prints, it survives a file, it has torques."""
    assert isinstance(robot, jn.Robot)
    assert np.isfinite(robot.parameters).all()
    text = str(robot)
    assert robot.name in text
    assert SECRET not in text
    robot.save(folder / "again.toml")
    again = jn.load(folder / "again.toml")
    assert again == robot
    assert again.parameters.tobytes() == robot.parameters.tobytes()
    zero = np.zeros(robot.n)
    tau = jn.rnea(robot, zero, zero, zero)
    assert tau.shape == (1, robot.n)
    assert np.isfinite(tau).all()


def check_file(folder, name, data, **options):
    path = folder / name
    path.write_bytes(data)
    robot = load_or_refuse(path, **options)
    if robot is not None:
        check_robot(robot, folder)


# ---------------------------------------------------------------- fuzzed files


@fuzz(150)
@given(plan=plans(), write=st.sampled_from([urdf, toml, dh]))
def test_sound_files_are_robots(folder, plan, write):
    """Else all that follows would test refusals only."""
    path = folder / ("sound.urdf" if write is urdf else "sound.toml")
    path.write_text(str(write(plan)) if write is urdf else write_toml(write(plan)))
    robot = jn.load(path)
    check_robot(robot, folder)


@fuzz(700)
@given(data=st.data(), physical=st.booleans())
def test_damaged_urdf(folder, data, physical):
    secret = data.draw(st.sampled_from(["file:///etc/passwd", "/etc/passwd", (folder / "secret.txt").as_uri(), "secret.txt"]))
    check_file(folder, "damaged.urdf", data.draw(urdf_files(secret)), physical=physical)


@fuzz(400)
@given(data=damaged_bytes(urdf_files("file:///etc/passwd")))
def test_wounded_urdf(folder, data):
    check_file(folder, "wounded.urdf", data)


@fuzz(700)
@given(data=toml_files(), physical=st.booleans())
def test_damaged_toml(folder, data, physical):
    check_file(folder, "damaged.toml", data, physical=physical)


@fuzz(400)
@given(data=damaged_bytes(toml_files()))
def test_wounded_toml(folder, data):
    check_file(folder, "wounded.toml", data)


@fuzz(150)
@given(data=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_noise(folder, data):
    check_file(folder, "noise.urdf", data)
    check_file(folder, "noise.toml", data)


TWO_JOINTS = """
joint = [{ name = "one", type = "revolute", parent = "base", child = "a" },
         { name = "two", type = "prismatic", parent = "a", child = "b", drive = { stiffness = 5.0 } }]
link = [{ name = "a", mass = 1.0 }, { name = "b", mass = 2.0 }]
"""


@fuzz(300)
@given(data=drive_files() | damaged_bytes(drive_files()))
def test_damaged_drives(folder, data):
    (folder / "two.toml").write_text(TWO_JOINTS)
    path = folder / "damaged.drives.toml"
    path.write_bytes(data)
    robot = load_or_refuse(folder / "two.toml", drives=path)
    if robot is not None:
        check_robot(robot, folder)
