"""Files of every format that is read, mutated: a valid result comes out, or one of our errors; soon, and without much memory.

100,000 files in `make test-all`, 5,000 of them in `make test`, the same every time. A format is one entry of FORMATS. What a
case was is seen with `mutated(FORMATS[name].seeds, "name/17")`; the message of a failure has that call.
"""

import json
import warnings
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import jounce as jn
from jounce.cli.main import main
from jounce.robot.joint import POSITIONS
from jounce.viewer.meshes.triangles import box
from jounce.viewer.meshes.visuals import read_visuals
from support.hostile_files import Format, attack, sound
from support.meshes import meshes_of_a_box

pytestmark = [
    pytest.mark.filterwarnings("ignore:(?s).*transmission"),
    pytest.mark.filterwarnings("ignore:(?s).*multiple of pi/4"),
    pytest.mark.filterwarnings("ignore:(?s).*no effect"),
    pytest.mark.filterwarnings("ignore:(?s).*read as no limit"),
]
CASES, CHUNKS, QUICK = 100_000, 40, 1
"""All files; how many tests they are spread over, per format; and how many of these are part of `make test`."""
MOST_WARNINGS = 30
"""Of limits and doubts, a line each."""
ROBOTS = Path(jn.__file__).parent / "robot" / "library"
LARGEST_SEED = 40_000
"""[bytes]: larger ones have the same elements more often."""

URDF = """<?xml version="1.0"?>
<robot name="slider_arm">
  <link name="base"/>
  <link name="upper"><inertial><origin xyz="0.2 0 0" rpy="0 0.1 0"/><mass value="3"/>
    <inertia ixx="0.01" iyy="0.05" izz="0.05" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="tip"><inertial><origin xyz="0 0 0.05"/><mass value="1.5"/>
    <inertia ixx="0.004" iyy="0.004" izz="0.002" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" effort="100" velocity="3"/><dynamics damping="0.1" friction="0.2"/></joint>
  <joint name="quill" type="prismatic"><parent link="upper"/><child link="tip"/><origin xyz="0.4 0 0"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="0.3" effort="100" velocity="1"/></joint>
  <transmission name="t"><type>transmission_interface/SimpleTransmission</type><joint name="shoulder"/>
    <actuator name="m"><mechanicalReduction>80</mechanicalReduction><motorInertia>1e-4</motorInertia></actuator></transmission>
</robot>
"""
SMALLEST = """<robot name="r"><link name="a"/><link name="b"/>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>"""
MJCF = """<mujoco model="leg">
  <compiler angle="radian" eulerseq="zyx"/> <option gravity="0 0 -9.8"><flag contact="disable"/></option>
  <default><joint damping="0.2"/>
    <default class="geared"><joint armature="0.05" range="-1 2"/><geom density="500"/></default></default>
  <worldbody> <geom type="plane" size="1 1 1"/>
    <body name="thigh" pos="0 0 1" zaxis="0 1 1">
      <joint name="roll" axis="1 0 0"/> <joint name="pitch" axis="0 1 0" class="geared"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.05"/>
      <body name="shank" pos="0 0 -0.4" euler="0 0.1 0" childclass="geared"> <joint name="knee" pos="0 0.1 0" ref="0.2"/>
        <inertial pos="0 0 -0.2" quat="1 0 0 0.1" mass="2" diaginertia="0.03 0.03 0.002"/> <site name="heel" pos="-0.05 0 -0.4"/>
        <body axisangle="0 0 1 0.3"> <joint type="slide" stiffness="30" springref="0.01"/> <geom type="box" size="0.1 0.05 0.02"/>
          <geom type="ellipsoid" size="0.1 0.05 0.02" pos="0 0 0.1" mass="0.3" xyaxes="1 0 0 0 1 0"/></body></body></body>
    <body name="ball" pos="1 0 0"> <freejoint name="free"/> <geom size="0.1"/>
      <body><joint type="ball" damping="0"/><geom type="cylinder" size="0.05 0.1"/></body></body>
  </worldbody>
  <actuator><motor joint="knee" gear="50"/></actuator>
</mujoco>
"""
SEVERAL_FREEDOMS = """name = "walker"
[[joint]]
name = "root"
type = "floating"
parent = "base"
child = "body"
[[joint]]
name = "hip"
type = "spherical"
parent = "body"
child = "leg"
xyz = [0.0, 0.1, 0.0]
[[link]]
name = "body"
mass = 5.0
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
[[link]]
name = "leg"
mass = 1.0
com = [0.0, 0.0, -0.2]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
"""
DH = """dh = "modified"
[[link]]
name = "a"
mass = 1.0
com = [0.1, 0.0, 0.0]
[[joint]]
name = "one"
a = 0.0
alpha_deg = 90
d = 0.3
theta = 0.0
drive = { stiffness = 1e3, rotor_inertia = 1e-4, gear_ratio = 50 }
"""
SPRINGS = """
[default]
stiffness = 5000.0
rotor_inertia = 1e-4
gear_ratio = 100
[joint.shoulder]
damping = 2.0
coupling = "full"
viscous_friction = 0.1
coulomb_friction = 0.2
[joint.quill]
stiffness = inf
"""
TABLED = """
[joint.shoulder]
rotor_inertia = 2e-4
gear_ratio = 80.0
stiffness = { deflections = [-0.004, 0.0, 0.004], torques = [-12.0, 0.0, 12.0] }
[joint.quill]
rotor_inertia = 1e-4
gear_ratio = 200.0
stiffness = { linear = 3000.0, cubic = 1e6 }
"""
T = np.linspace(0.0, 0.6, 31)
Q = jn.trajectory.rest_to_rest([0.0, 0.0], [0.5, -0.3], 0.6, degree=11)(T)[0]
CSV = "t,joint1,joint2\n" + "".join(f"{t!r},{a!r},{b!r}\n" for t, (a, b) in zip(T.tolist(), Q.tolist()))
CSV_UNITS = "t [s],q_joint1 [deg],q2 [rad],tau\n" + "".join(
    f"{t:.3f},{57.29577951308232 * a:.9f},{b:.9f},x\n" for t, (a, b) in zip(T.tolist(), Q.tolist())
)
CSV_QUOTED = CSV_UNITS.replace("t [s]", '"t"').replace("\n", "\r\n")
JOB = 'robot = "planar_2r"\nfrom = [0.1, 0.2]\nto = [0.5, -0.3]\nduration = 0.6\nrate = 50.0\ndegree = 9\n'
JOB_SAMPLED = 'robot = "planar_2r"\ntrajectory = "motion.csv"\ntolerance = 1e-3\nrate = 40\ndegrees = false\ncoupling = "spong"\n'
JOB_FILES = 'robot = "arm.urdf"\ndrives = "arm.drives.toml"\nto = [10, 0.05]\ndegrees = true\nduration = 0.5\nrate = 50\n'


def robot(path, **options):
    """A robot that a file holds works: it is finite, prints, survives a file to the last bit, and has torques."""
    check_robot(jn.load(path, **options), path.parent)


def check_robot(found, folder):
    assert np.isfinite(found.parameters).all()
    assert found.name in str(found)
    found.save(folder / "again.toml")
    again = jn.load(folder / "again.toml")
    assert again == found
    assert again.parameters.tobytes() == found.parameters.tobytes()
    still = np.zeros(found.n)
    assert np.isfinite(jn.rnea(found, at_rest(found), still, still)).all()


def at_rest(found):
    """Coordinates where nothing is moved or turned: quaternions (x, y, z, w) are (0, 0, 0, 1)."""
    moving = [joint for joint in found.joints if joint.mimic is None]
    each = [(0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)[: POSITIONS.get(joint.type, 0)] or (0.0,) for joint in moving]
    return np.concatenate(each)


def mesh(path):
    """The mesh is drawn, or passed over with one note of bounded length."""
    urdf = path.with_name("drawn.urdf")
    urdf.write_text(
        f'<robot name="r"><link name="a"><visual><geometry><mesh filename="{path.name}"/></geometry></visual></link></robot>'
    )
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        visuals = read_visuals(urdf)
    assert len(notes) <= 1
    assert len(visuals) + len(notes) <= 1  # a mesh whose triangles are all points vanishes without a note
    assert all(note.category is UserWarning and len(str(note.message)) < 2000 for note in notes)
    assert all(np.isfinite(visual.shape.points).all() for visual in visuals)


def torque(*args):
    """A run of `jounce torque`, of few samples: good, or one sentence and an exit code."""
    done = CliRunner().invoke(main, ["torque", *map(str, args), "--rate", "20", "--json"])
    assert done.exit_code in (0, 1, 2), done.output
    assert "Traceback" not in done.output
    if done.exit_code == 0:
        lines = done.stderr.splitlines()
        assert len(lines) <= MOST_WARNINGS
        assert all(line.startswith("jounce: warning: ") and line.isprintable() and len(line) < 2000 for line in lines), (
            done.stderr
        )
        json.loads(done.stdout)
        return
    assert done.stdout == ""
    said = json.loads(done.stderr)["error"]
    assert "This is a defect" not in said, said
    assert "not enough memory" not in said, said
    assert 0 < len(said) < 2200
    assert said.isprintable(), said


def example_robots():
    """The URDFs of example-robot-data, if that is installed, as small as seeds should be."""
    try:
        files = [Path(file.locate()) for file in metadata.files("example-robot-data") if file.suffix == ".urdf"]
    except metadata.PackageNotFoundError:
        return []
    return [file.read_bytes() for file in sorted(files) if file.is_file() and file.stat().st_size <= LARGEST_SEED]


MESHES = meshes_of_a_box(box((1.0, 2.0, 3.0)))


def encoded(*texts):
    return [text.encode() for text in texts]


LIBRARY = [file.read_bytes() for file in sorted(ROBOTS.glob("*.toml"))]
EXAMPLES = example_robots()
COUPLED = (
    URDF.replace(
        "</robot>",
        """  <link name="left"><inertial><mass value="0.1"/>
    <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="finger" type="revolute"><parent link="tip"/><child link="left"/><axis xyz="0 0 1"/>
    <mimic joint="shoulder" multiplier="-2" offset="0.1"/></joint>
  <transmission name="d"><type>transmission_interface/DifferentialTransmission</type>
    <actuator name="a"><role>actuator1</role><mechanicalReduction>50</mechanicalReduction></actuator>
    <actuator name="b"><role>actuator2</role><mechanicalReduction>-50</mechanicalReduction></actuator>
    <joint name="shoulder"><role>joint1</role><mechanicalReduction>2</mechanicalReduction></joint>
    <joint name="quill"><role>joint2</role><mechanicalReduction>3</mechanicalReduction></joint></transmission>
</robot>""",
    )
    .replace('<transmission name="t">', '<transmission name="t" ')
    .replace(  # one transmission a joint
        '<transmission name="t" <type>transmission_interface/SimpleTransmission</type><joint name="shoulder"/>',
        '<transmission name="t"><type>transmission_interface/SimpleTransmission</type><joint name="finger"/>',
    )
)
"""A joint that follows another, and two motors that turn with two joints."""
POINTS = {
    "joint_names": ["joint2", "joint1"],
    "points": [
        {"positions": [0.1 * k, 0.3 * k], "velocities": [0.0, 0.0], "time_from_start": {"sec": k, "nanosec": 500_000_000}}
        for k in range(3)
    ],
}
JSON = json.dumps({"header": {"frame_id": ""}, **POINTS}, indent=1)
MOVEIT = json.dumps({"trajectory": [{"joint_trajectory": POINTS}]})
YAML = """header:
  stamp: {sec: 0, nanosec: 0}
  frame_id: ''
joint_names:
- joint1
- joint2
points:
- positions: [0.0, 0.0]
  velocities: [0.0, 0.0]
  accelerations: []
  time_from_start: {sec: 0, nanosec: 0}
- positions: [0.3, 0.5]
  velocities: [0.1, 0.0]
  accelerations: []
  time_from_start:
    sec: 1
    nanosec: 0
- positions:
  - 0.4
  - 0.6
  velocities: [0.0, 0.0]
  accelerations: []
  time_from_start: {sec: 2, nanosec: 500000000}
---
"""

FORMATS = {
    "urdf": Format(".urdf", encoded(URDF, COUPLED, SMALLEST), robot),
    "ros json": Format(".json", encoded(JSON, MOVEIT), lambda path: torque("planar_2r", "--trajectory", path)),
    "ros yaml": Format(".yaml", encoded(YAML, YAML), lambda path: torque("planar_2r", "--trajectory", path)),
    "mjcf": Format(".xml", encoded(MJCF, MJCF, jn.load("planar_2r").with_rigid_joints().to_mjcf()), robot),
    "toml": Format(".toml", [*LIBRARY, *encoded(SEVERAL_FREEDOMS, DH)], robot),
    "drives": Format(".toml", encoded(SPRINGS, TABLED), lambda path: robot(path.with_name("arm.urdf"), drives=path)),
    "csv": Format(".csv", encoded(CSV, CSV_UNITS, CSV_QUOTED), lambda path: torque("planar_2r", "--trajectory", path)),
    "job": Format(".toml", encoded(JOB, JOB_SAMPLED, JOB_FILES), lambda path: torque("--job", path)),
    **{
        f"mesh {ending}": Format(f".{ending}", [data for name, data in MESHES.items() if name.lower().endswith(ending)], mesh)
        for ending in ("stl", "obj", "dae")
    },
}
if EXAMPLES:
    FORMATS["example urdf"] = Format(".urdf", EXAMPLES, robot)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("mutations")
    (path / "motion.csv").write_text(CSV)
    (path / "arm.urdf").write_text(URDF)
    (path / "arm.drives.toml").write_text(SPRINGS)
    return path


@pytest.mark.parametrize("name", FORMATS)
def test_seeds_are_sound(folder, name):
    """Else all that follows would test refusals only. (Some of the example robots are refused, for their own reasons.)"""
    good = sound(FORMATS[name], folder)
    assert good > 0.7 * len(FORMATS[name].seeds) if name == "example urdf" else good == len(FORMATS[name].seeds)


CHUNK = -(-CASES // (CHUNKS * len(FORMATS)))


@pytest.mark.parametrize("chunk", [pytest.param(k, marks=[] if k < QUICK else [pytest.mark.slow]) for k in range(CHUNKS)])
@pytest.mark.parametrize("name", FORMATS)
def test_mutations(folder, name, chunk):
    attack(FORMATS, name, range(chunk * CHUNK, (chunk + 1) * CHUNK), folder)
