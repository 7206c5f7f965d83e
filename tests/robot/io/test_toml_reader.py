"""Our own files: every key, the exact round trip, the side file, and the messages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import jounce as jn
from jounce.errors import InputError, LoadError
from jounce.plant.tree import make_tree
from support.random_robots import random_robot


@pytest.mark.parametrize("seed", range(20))
def test_round_trip_is_exact(tmp_path, seed):
    robot = random_robot(seed).with_drives(stiffness=1e4 / 3, rotor_inertia=1e-4 / 7, gear_ratio=-100 / 3, damping=0.1)
    robot = robot.with_tool(robot.links[-1].name, (0.1, 0.2, 0.3), (1, 2, 3), outputs=("x", "y"))
    robot.save(tmp_path / "robot.toml")
    again = jn.load(tmp_path / "robot.toml")
    assert again == robot
    assert repr(again.__getstate__()) == repr(robot.__getstate__())  # the sign of zeros included
    assert (again.parameters == robot.parameters).all()
    assert make_tree(again) == make_tree(robot)


@pytest.mark.parametrize("name", jn.library())
def test_library_round_trip(tmp_path, name):
    robot = jn.load(name)
    robot.save(tmp_path / "robot.toml")
    assert jn.load(tmp_path / "robot.toml") == robot


@given(st.text(min_size=1, max_size=199).filter(lambda s: s.strip() and s.isprintable()), st.text())
def test_any_name_survives(tmp_path_factory, name, remark):
    links = [jn.Link("base"), jn.Link(name + ".", 1.0)]
    robot = jn.Robot.build(name, links, [jn.Joint(name, "prismatic", "base", name + ".")], description=remark)
    file = tmp_path_factory.mktemp("names") / "robot.toml"
    robot.save(file)
    assert jn.load(file) == robot


HEAD = 'name = "x"\n[[link]]\nname = "a"\nmass = 1.0\n'
JOINT = '[[joint]]\nname = "j"\ntype = "revolute"\nparent = "base"\nchild = "a"\n'
REFUSED = [
    (HEAD + JOINT + "stifness = 3\n", "unknown key 'stifness'"),
    (HEAD + JOINT + "drive = { stifness = 3 }\n", "unknown key 'stifness'. Did you mean 'stiffness'"),
    (HEAD + JOINT + "drive = { stiffness = -3 }\n", "joint 'j', drive: stiffness"),
    (HEAD + JOINT + "spring = { damping = 3 }\n", "needs stiffness"),
    (HEAD + JOINT + "spring = { stiffness = 3 }\ndrive = {}\n", "not both"),
    (HEAD + JOINT + "rpy = [0, 0, 0]\nrpy_deg = [0, 0, 0]\n", "rpy and rpy_deg exclude"),
    (HEAD + JOINT + "rotation = [[1, 0, 0], [0, 1, 0]]\n", "three rows"),
    (HEAD + JOINT + "rotation = [[1, 0, 0], [0, 1, 0], [0, 0, 2]]\n", "rotation is not one"),
    (HEAD + JOINT + "xyz = 3\n", "expected 3 numbers"),
    (HEAD + JOINT + "axis = [0, 0, 0]\n", "no direction"),
    (HEAD + JOINT.replace("revolute", "screw"), "expected a type"),
    (HEAD + JOINT.replace('"a"', '"b"'), "no link 'b'"),
    (HEAD + JOINT + "[tool]\nlink = 'z'\n", "no link or frame 'z'"),
    (HEAD + JOINT + "[tool]\noutputs = ['x']\n", "needs link"),
    (HEAD + JOINT + "[[frame]]\nname = 'f'\nlink = 'z'\n", "frame 'f'"),
    (HEAD.replace("1.0", "nan") + JOINT, "link 'a', mass"),
    (HEAD.replace("1.0", "'1'") + JOINT, "expected a number"),
    (HEAD.replace("1.0", "-1") + JOINT, "mass is negative"),
    (HEAD + "inertia = { xx = 1, yx = 2 }\n" + JOINT, "unknown key 'yx'"),
    (HEAD + "physical = 1\n" + JOINT, "true or false"),
    (HEAD, "no moving joint"),
    ("link = 3\n" + JOINT, "expected tables"),
    ("name = 3\n", "needs name"),
    ("name = ", "not valid TOML"),
    ('dh = "standard"\n' + HEAD + "[[joint]]\nname = 'j'\nalpha = 1\nalpha_deg = 1\n", "exclude"),
    ('dh = "craig"\n' + HEAD + "[[joint]]\nname = 'j'\n", "standard or modified"),
    ('dh = "standard"\n' + HEAD, "as many links as joints"),
]


@pytest.mark.parametrize(("text", "words"), REFUSED, ids=range(len(REFUSED)))
def test_refused_with_reason(tmp_path, text, words):
    file = tmp_path / "robot.toml"
    file.write_text(text)
    with pytest.raises(jn.errors.ModelError, match=words) as refused:
        jn.load(file)
    assert str(file) in str(refused.value)


def test_side_file_refusals(tmp_path):
    file = tmp_path / "d.toml"
    for text, words in [
        ("[joint.A9]\nstiffness = 1.0\n", "unknown key 'A9'"),
        ("[default]\nk = 1.0\n", "unknown key 'k'"),
        ("[joint.A1]\nstiffness = 'soft'\n", "joint 'A1', drive"),
        ("[joints.A1]\n", "Did you mean 'joint'"),
    ]:
        file.write_text(text)
        with pytest.raises(LoadError, match=words):
            jn.load("kuka_lwr", drives=file)
    with pytest.raises(LoadError, match="no such file"):
        jn.load("kuka_lwr", drives=tmp_path / "missing.toml")
    file.write_text("[joint.joint3]\nstiffness = 1.0\n")
    with pytest.raises(LoadError, match="has a spring and no motor"):
        jn.load("moberg_5dof", drives=file)
    file.write_text("[default]\nstiffness = 5e3\n")
    robot = jn.load("moberg_5dof", drives=file)
    assert robot.joints[0].drive == jn.Drive(100.0, 1.0, 5e3, 250.0)
    assert robot.joints[2].spring == jn.Spring(1e5, 250.0)


def test_unknown_robots():
    with pytest.raises(LoadError, match="no robot 'kuka_lrw' in the library.*Did you mean 'kuka_lwr'"):
        jn.load("kuka_lrw")
    with pytest.raises(LoadError, match="no such file"):
        jn.load("nowhere/arm.urdf")
    with pytest.raises(LoadError, match="ending in .urdf, .xml .MJCF. or .toml"):
        jn.load("arm.sdf")


def test_save_leaves_nothing_behind(tmp_path):
    robot = jn.load("planar_2r")
    with pytest.raises(InputError, match=r"ends in \.toml"):
        robot.save(tmp_path / "robot.yaml")
    assert list(tmp_path.iterdir()) == []
    robot.save(tmp_path / "robot.toml")
    robot.save(tmp_path / "robot.toml")
    assert [f.name for f in tmp_path.iterdir()] == ["robot.toml"]
