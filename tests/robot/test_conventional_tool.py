"""The tool of files that have no words for one: a frame of a conventional name, what is said, or the last link."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import jounce as jn
from jounce.cli.main import main
from jounce.errors import InputError, JounceError, LoadError
from jounce.robot.conventional_tool import NAMES
from support.tolerances import assert_close

LINK = """<link name="{0}"><inertial><origin xyz="0.05 0 0"/><mass value="{1}"/>
<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>"""
REACH = 0.28
"""[m] from axis 5 to the flange."""


def urdf(folder, frames=("tool0",), more=""):
    """An arm with axes 5 and 6, frames on its last link, and a gripper with two fingers behind them."""
    links = "".join(LINK.format(name, mass) for name, mass in (("l5", 2), ("l6", 1), ("finger_left", 0.1), ("finger_right", 0.1)))
    joints = """
    <joint name="a5" type="revolute"><parent link="base"/><child link="l5"/><axis xyz="0 1 0"/>
      <limit lower="-2" upper="2" effort="9" velocity="1"/></joint>
    <joint name="a6" type="revolute"><parent link="l5"/><child link="l6"/><origin xyz="0.1 0 0"/><axis xyz="1 0 0"/>
      <limit lower="-2" upper="2" effort="9" velocity="1"/></joint>"""
    for side, y in (("left", 0.03), ("right", -0.03)):
        joints += f"""<joint name="{side}" type="prismatic"><parent link="l6"/><child link="finger_{side}"/>
          <origin xyz="-0.013 {y} 0"/>
          <axis xyz="0 1 0"/><limit lower="0" upper="0.04" effort="9" velocity="1"/></joint>"""
    for k, name in enumerate(frames):
        links += f'<link name="{name}"/>'
        joints += f"""<joint name="bolt{k}" type="fixed"><parent link="l6"/><child link="{name}"/>
          <origin xyz="{0.18 + 0.01 * k} 0 0" rpy="0 1.5707963267948966 0"/></joint>"""
    file = folder / "arm.urdf"
    file.write_text(f'<robot name="arm"><link name="base"/>{links}{joints}{more}</robot>')
    return file


def load_on_axis_5(robot):
    """Torque of axis 5 that 10 kg at the tool ask for, stretched out."""
    q = np.zeros(robot.n)
    heavy = robot.with_payload(10.0)
    return float(np.abs(jn.gravity_torque(heavy, q) - jn.gravity_torque(robot, q)).ravel()[0])


@pytest.mark.parametrize(
    "name", [*NAMES, "TCP", "Tool0", "robot_tool0", "panda_hand_tcp", "ur5/tool0", "lbr.flange", "j2s6s200_end_effector"]
)
def test_conventional_names(tmp_path, name):
    """A payload weighs as it does at the flange: 10 g REACH = 27.5 Nm, and not 8.5 Nm as at a finger's frame."""
    robot = jn.load(urdf(tmp_path, [name]))
    assert robot.tool.link == name
    assert f"tool at {name!r} on 'l6'" in str(robot)
    assert_close(load_on_axis_5(robot), 10.0 * 9.81 * REACH)


def test_without_one_it_is_the_last_link(tmp_path):
    robot = jn.load(urdf(tmp_path, ["camera", "ft_sensor"]))
    assert robot.tool.link == robot.links[-1].name == "finger_right"
    assert "tool on 'finger_right'" in str(robot)
    assert_close(load_on_axis_5(robot), 10.0 * 9.81 * 0.087)


CHOICES = [
    (["ee_link", "tool0"], "tool0"),
    (["flange", "tcp"], "tcp"),
    (["ee_link", "flange"], "flange"),
    (["left_tool0", "ee_link"], "ee_link"),  # a full name counts before one with a prefix
    (["gripper_tcp", "arm_flange"], "gripper_tcp"),
    (["left_tool0", "right_tool0"], "finger_right"),  # nobody knows which
    (["stool0", "mytcp"], "finger_right"),
]


@pytest.mark.parametrize(("frames", "tool"), CHOICES)
def test_several(tmp_path, frames, tool):
    assert jn.load(urdf(tmp_path, frames)).tool.link == tool


def test_a_frame_on_the_base_is_none(tmp_path):
    more = '<link name="tcp"/><joint name="b" type="fixed"><parent link="base"/><child link="tcp"/></joint>'
    assert jn.load(urdf(tmp_path, ["ee_link"], more)).tool.link == "ee_link"
    assert jn.load(urdf(tmp_path, [], more)).tool.link == "finger_right"


def test_locked_fingers_stay_where_they_are(tmp_path):
    robot = jn.load(urdf(tmp_path), lock={"left": 0.0, "right": 0.0})
    assert robot.tool.link == "tool0"
    assert_close(load_on_axis_5(robot), 10.0 * 9.81 * REACH)


def test_what_is_said_goes_first(tmp_path):
    file, side = urdf(tmp_path, ["tool0", "ee_link"]), tmp_path / "side.toml"
    assert jn.load(file, tool="ee_link").tool.link == "ee_link"
    assert jn.load(file, tool="l6").tool.link == "l6"
    placed = jn.robot.Tool("l6", jn.placement((0.4, 0.0, 0.0)), ("x", "y", "z"))
    assert jn.load(file, tool=placed).tool == placed
    side.write_text('tool = "ee_link"\n[default]\nstiffness = 1e4\nrotor_inertia = 1e-4\n')
    assert jn.load(file, drives=side).tool.link == "ee_link"
    assert jn.load(file, drives=side, tool="l6").tool.link == "l6"
    side.write_text('[tool]\nlink = "l6"\nxyz = [0.3, 0.0, 0.0]\nrpy_deg = [0, 90, 0]\noutputs = ["x", "z"]\n')
    robot = jn.load(file, drives=side)
    assert (robot.tool.link, robot.tool.placement.origin, robot.tool.outputs) == ("l6", (0.3, 0.0, 0.0), ("x", "z"))
    assert_close(load_on_axis_5(robot), 10.0 * 9.81 * 0.4)
    for wrong in ('tool = "nobody"', "tool = 3", "[tool]\nxyz = [0, 0, 0]", '[tool]\nlink = "l6"\nwidth = 3'):
        side.write_text(wrong)
        with pytest.raises(JounceError, match=r"side\.toml"):
            jn.load(file, drives=side)
    for wrong in ("nobody", 3):
        with pytest.raises(JounceError, match="nobody|expected"):
            jn.load(file, tool=wrong)


def test_other_formats(tmp_path):
    assert jn.load("planar_2r", tool="link1").tool.link == "link1"
    with pytest.raises(InputError, match="no link or frame"):
        jn.load("planar_2r", tool="tool0")
    file = tmp_path / "arm.xml"
    file.write_text(
        """<mujoco><worldbody><body name="a"><joint/><geom size="0.1"/><site name="attachment_site" pos="0.1 0 0"/>
        <body name="finger"><joint type="slide"/><geom size="0.01"/></body></body></worldbody></mujoco>"""
    )
    assert jn.load(file).tool.link == "attachment_site"


@pytest.mark.filterwarnings("ignore:(?s).*MJCF has no words for limits of")
def test_written_and_read_again(tmp_path):
    """`to_urdf` and `to_mjcf` keep the tool, wherever it is."""
    for tool in ("tool0", "ee_link", "finger_right", "l5"):
        robot = jn.load(urdf(tmp_path, ["tool0", "ee_link"]), tool=tool)
        robot.to_urdf(tmp_path / "again.urdf")
        robot.to_mjcf(tmp_path / "again.xml")
        robot.save(tmp_path / "again.toml")
        for name in ("again.urdf", "again.xml", "again.toml"):
            again = jn.load(tmp_path / name)
            q = np.full(robot.n, 0.1)
            order = [again.joint_names.index(joint) for joint in robot.joint_names]
            at = np.zeros(again.n)
            at[order] = q
            for ours, theirs in zip(jn.tool_pose(robot, q), jn.tool_pose(again, at)):
                assert_close(ours, theirs, 1e-12)


def test_on_the_command_line(tmp_path):
    file = urdf(tmp_path, ["tool0", "ee_link"])

    def told(*words):
        done = CliRunner().invoke(main, [*words, "--json"])
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    assert told("info", str(file))["tool"]["link"] == "tool0"
    assert told("info", str(file), "--tool", "l6")["tool"] | {"outputs": 0} == {"link": "l6", "on": "l6", "outputs": 0}
    assert "tool at tool0 on l6" in CliRunner().invoke(main, ["info", str(file)]).stdout
    job = tmp_path / "job.toml"
    job.write_text('robot = "arm.urdf"\ntool = "nobody"\nto = [0.1, 0.1, 0.01, 0.01]\nduration = 1.0\n')
    done = CliRunner().invoke(main, ["torque", "--job", str(job)])
    assert done.exit_code != 0
    assert "nobody" in done.stderr
    assert CliRunner().invoke(main, ["torque", "--job", str(job), "--tool", "ee_link"]).exit_code == 0
    job.write_text('robot = "arm.urdf"\ntool = 3\n')
    assert "link or frame" in CliRunner().invoke(main, ["torque", "--job", str(job)]).stderr


def test_exact_on_the_command_line(tmp_path):
    file = urdf(tmp_path)
    file.write_text(file.read_text().replace('<origin xyz="0.1 0 0"/><axis', '<origin xyz="0.1 0 0" rpy="1.5708 0 0"/><axis'))
    assert "multiple of pi/4" in CliRunner().invoke(main, ["info", str(file)]).stderr
    assert CliRunner().invoke(main, ["info", str(file), "--exact"]).stderr == ""
    with pytest.raises(LoadError, match="no such file"):
        jn.load(tmp_path / "none.urdf", exact=True)
