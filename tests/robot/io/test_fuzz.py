"""Hostile and clumsy input. Whatever comes in: a valid robot comes out, or a `JounceError` that says where and why.

Files are damaged in their structure here, as trees of data; files of every format damaged as bytes are in test_mutations.py.
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
from jounce.errors import JounceError, LoadError, UnphysicalError
from robot.io.strategies import (
    JUNK,
    SECRET,
    SOUND_TOML,
    SOUND_URDF,
    drive_files,
    toml_files,
    urdf_files,
)

pytestmark = [
    pytest.mark.filterwarnings("ignore:(?s).*transmission"),
    pytest.mark.filterwarnings("ignore:(?s).*multiple of pi/4"),
    pytest.mark.filterwarnings("ignore:(?s).*no effect"),
    pytest.mark.filterwarnings("ignore:(?s).*read as no limit"),
]
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


@pytest.fixture(scope="module", autouse=True)
def plain_python():
    """A kernel for each of a thousand robots would take its compiler an hour."""
    before = jn.get_backend()
    jn.set_backend("python")
    yield
    jn.set_backend(before)


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
    assert tau.shape == (robot.n,)
    assert np.isfinite(tau).all()


def check_file(folder, name, data, **options):
    path = folder / name
    path.write_bytes(data)
    robot = load_or_refuse(path, **options)
    if robot is not None:
        check_robot(robot, folder)


# ---------------------------------------------------------------- fuzzed files


@fuzz(200)
@given(xml=SOUND_URDF, toml=SOUND_TOML)
def test_sound_files_are_robots(folder, xml, toml):
    """Else all that follows would test refusals only."""
    for name, data in (("sound.urdf", xml), ("sound.toml", toml)):
        (folder / name).write_bytes(data)
        check_robot(jn.load(folder / name), folder)


@fuzz(700)
@given(data=st.data(), physical=st.booleans())
def test_damaged_urdf(folder, data, physical):
    secret = data.draw(st.sampled_from(["file:///etc/passwd", "/etc/passwd", (folder / "secret.txt").as_uri(), "secret.txt"]))
    check_file(folder, "damaged.urdf", data.draw(urdf_files(secret)), physical=physical)


@fuzz(700)
@given(data=toml_files(), physical=st.booleans())
def test_damaged_toml(folder, data, physical):
    check_file(folder, "damaged.toml", data, physical=physical)


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
@given(data=drive_files())
def test_damaged_drives(folder, data):
    (folder / "two.toml").write_text(TWO_JOINTS)
    path = folder / "damaged.drives.toml"
    path.write_bytes(data)
    robot = load_or_refuse(folder / "two.toml", drives=path)
    if robot is not None:
        check_robot(robot, folder)


# ---------------------------------------------------------------- fuzzed arguments


ARM = jn.Robot.from_dh(a=[0.5, 0.4], mass=[2.0, 1.0], com=(-0.2, 0.0, 0.0), inertia=(0.01,) * 3 + (0.0,) * 3)


def _with_link(link):
    return jn.Robot.build("r", [jn.Link("base"), link], [jn.Joint("j", "revolute", "base", link.name)])


def _with_joint(joint):
    return jn.Robot.build("r", [jn.Link(joint.parent), jn.Link(joint.child)], [joint])


def _with_drive(drive):
    return _with_joint(jn.Joint("j", "revolute", "base", "x", **{type(drive).__name__.lower(): drive}))


def _with_bushing(bushing):
    return _with_joint(jn.Joint("j", "bushing", "base", "x", bushing=bushing))


def _with_cross(given):
    """Two joints in a row, the second one's spring coupled to whatever is given."""
    spring = jn.Spring(5.0, 1.0, (tuple(given.values()),))
    joints = [
        jn.Joint("i", "revolute", "base", "x", spring=jn.Spring(5.0, 1.0)),
        jn.Joint("j", "revolute", "x", "y", spring=spring),
    ]
    return jn.Robot.build("r", [jn.Link("base"), jn.Link("x"), jn.Link("y")], joints)


def _with_tool(tool):
    return jn.Robot(ARM.name, ARM.links, ARM.joints, tool=tool)


def _with_frame(frame):
    return jn.Robot.build("r", [jn.Link("base"), *ARM.links], ARM.joints, frames=[frame])


DH = {"a": [1, 2], "alpha": 0, "d": (0, 1), "theta": np.zeros(2), "mass": 1.0, "com": (0, 0, 0), "inertia": np.zeros(6)}
DH |= {"convention": "modified", "types": "revolute", "joint_names": None, "link_names": ["u", "v"], "drives": None}
DH |= {"physical": True, "name": "r", "base": "world", "gravity": (0, 0, -9.81)}
HINGE = {
    "name": "j",
    "type": "revolute",
    "parent": "a",
    "child": "b",
    "axis": (0, 0, 1),
    "drive": None,
    "spring": None,
    "bushing": None,
}
BODY = {"name": "x", "mass": 1.0, "com": (0, 0, 0), "inertia": (0,) * 6, "physical": True}
DRIVE = {"rotor_inertia": 1e-4, "gear_ratio": 100, "stiffness": 1e3, "damping": 1.0, "coupling": "full"}
WHOLE = {"name": "r", "links": ARM.links, "joints": ARM.joints, "gravity": (0, 0, 0), "base": "base", "frames": (), "tool": None}
PARAMETERS = {
    "inertia": ARM.parameters,
    "payload": (1.0,) + (0,) * 9,
    "gravity": (0, 0, 0),
    "stiffness": [1e3, 2e3],
    "damping": (1, 2),
}
CALLS = {  # what is called, with sound arguments
    "Link": (lambda **given: _with_link(jn.Link(**given)), BODY),
    "Joint": (lambda **given: _with_joint(jn.Joint(**given)), HINGE),
    "Joint, placement": (lambda placement: _with_joint(jn.Joint("j", "fixed", "a", "b", placement)), {"placement": None}),
    "Drive": (lambda **given: _with_drive(jn.Drive(**given)), DRIVE),
    "Spring": (lambda **given: _with_drive(jn.Spring(**given)), {"stiffness": 1e3, "damping": 1.0, "cross": ()}),
    "Bushing": (
        lambda **given: _with_bushing(jn.robot.Bushing(**given)),
        {"stiffness": 1e3 * np.eye(3), "damping": (1.0, 1.0, 1.0)},
    ),
    "SpringCoupling": (lambda **given: _with_cross(given), {"joint": "i", "stiffness": 1.0, "damping": 0.1}),
    "Tool": (lambda **given: _with_tool(jn.robot.Tool(**given)), {"link": "link1", "outputs": ("x", "y")}),
    "Frame": (lambda **given: _with_frame(jn.robot.Frame(**given)), {"name": "f", "link": "link1"}),
    "build": (jn.Robot.build, {"name": "r", "links": [jn.Link("base"), *ARM.links], "joints": ARM.joints, "frames": ()}),
    "Robot": (jn.Robot, WHOLE),
    "from_dh": (jn.Robot.from_dh, DH | {"tool": None}),
    "with_drives": (ARM.with_drives, {**DRIVE, "gear_ratio": [50, 60], "stiffness": {"joint1": 1e3, "joint2": 2e3}}),
    "with_gravity": (ARM.with_gravity, {"gravity": (0, 0, 0)}),
    "with_payload": (ARM.with_payload, {"mass": 1.0, "com": (0, 0, 0.1), "inertia": (0,) * 6, "link": "link1"}),
    "with_parameters": (lambda **given: ARM.with_drives(**DRIVE).with_parameters(given), PARAMETERS),
    "with_tool": (ARM.with_tool, {"link": "link1", "xyz": (0, 0, 0), "rpy": (0, 0, 0), "outputs": ("x",)}),
    "subchain": (ARM.subchain, {"tip": "link2", "base": None}),
    "load": (jn.load, {"robot": "planar_2r", "drives": None, "physical": True}),
}


@pytest.mark.parametrize("call", CALLS)
@fuzz(100)
@given(data=st.data())
def test_junk_arguments(folder, call, data):
    """An error of ours, or a robot that works."""
    function, sound = CALLS[call]
    chosen = data.draw(st.lists(st.sampled_from(sorted(sound)), min_size=1, max_size=2, unique=True))
    try:
        robot = function(**{**sound, **{key: data.draw(JUNK) for key in chosen}})
    except JounceError as error:
        event(type(error).__name__)
        return
    check_robot(robot, folder)
