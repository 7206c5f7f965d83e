"""How robots print: a table, a line, and HTML."""

import math

import jounce as jn
from jounce.robot import HardeningSpring, JointLimits, Mimic, Tool
from jounce.robot.display import html, line, table, tool_place


def test_prints_a_table_with_units():
    text = str(jn.load("manutec_r3"))
    assert "6 joints on 'base', gravity (0, -9.81, 0) m/s^2" in text
    assert "mass [kg]" in text
    assert "474075" in text
    assert "rigid" in text
    assert "spring, no motor" in str(jn.load("moberg_5dof"))
    assert max(map(len, text.splitlines())) < 140


def hand():
    """Return a robot with one joint of each kind of line."""
    links = [jn.Link("base"), *(jn.Link(name, 1.5) for name in "abcd")]
    joints = [
        jn.Joint("arm", "revolute", "base", "a", drive=jn.Drive(2e-4, 50.0, 900.0), limits=JointLimits(velocity=3.0)),
        jn.Joint("slide", "prismatic", "a", "b", drive=jn.Drive(stiffness=HardeningSpring(10.0, 1.0))),
        jn.Joint("sway", "revolute", "b", "c", spring=jn.Spring(70.0)),
        jn.Joint("like", "revolute", "c", "d", mimic=Mimic("arm")),
    ]
    return jn.Robot.build("hand <1>", links, joints)


def test_each_joint_says_what_it_has():
    text = table(hand())
    assert text == str(hand())
    drives = text.split("\n\n")[2].splitlines()
    assert drives[3].startswith("slide")
    assert drives[3].endswith("N/m, N s/m, kg")
    assert "HardeningSpring" in text
    assert "spring, no motor" in text
    assert "follows arm" in text
    assert any("arm" in line and "900" in line and "0.5" in line.split() for line in text.splitlines())
    limits = text[text.index("limits") :]
    assert limits.splitlines()[0].split() == ["limits", "velocity"]
    assert [line.split()[1] for line in limits.splitlines()[2:]] == ["3", "-", "-", "-"]


def test_columns_stand_under_each_other():
    rows = table(hand()).split("\n\n")[1].splitlines()
    begin = rows[0].index("type")
    assert {row[begin:].split()[0] for row in rows[2:]} == {"revolute", "prismatic"}


def test_line():
    assert line(hand()) == "<Robot 'hand <1>': 3 freedoms, 2 elastic drives, 1 joint without a motor, 6 kg>"
    assert repr(hand()) == line(hand())
    assert line(jn.Robot.build("one", [jn.Link("a"), jn.Link("b")], [jn.Joint("j", "revolute", "a", "b")])).endswith(
        "1 freedom, 0 kg>"
    )


def test_html_is_escaped():
    text = html(hand())
    assert "hand &lt;1&gt;" in text
    assert "<1>" not in text
    assert "900 Nm/rad, rotor 0.5 kg m^2" in text
    assert "no motor, spring of 70 Nm/rad" in text
    assert "velocity 3 rad/s" in text


def test_place_of_the_tool():
    robot = hand()
    assert tool_place(robot.with_tool("d")) == "on 'd'"
    assert tool_place(robot.with_tool("d", (0.0, 0.0, 0.25))) == "on 'd', displaced by (0 0 0.25) m"
    assert tool_place(robot.with_tool("base")) == "on 'base'"
    welded = jn.Robot.build(
        "w",
        [*(jn.Link(x, 1.0) for x in "abc")],
        [jn.Joint("1", "revolute", "a", "b"), jn.Joint("2", "fixed", "b", "c")],
        tool=Tool("c"),
    )
    assert tool_place(welded) == "at 'c' on 'b'"


def test_no_limit_is_no_number():
    robot = jn.load("planar_2r").with_limits(position=[(-math.inf, math.inf), (-1.0, 2.0)])
    assert "nan" not in html(robot)
    assert "-1 .. 2 rad" in html(robot)
