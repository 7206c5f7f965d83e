"""What a notebook and a prompt show: one line, one small table, and names as text."""

import dataclasses
import re
from html.parser import HTMLParser

import numpy as np
import pytest

import jounce as jn
from jounce.numbers.html_table import MOST_ROWS, html_table
from support.random_robots import random_robot

LONGEST = 140
"""Characters of a line."""
PATH = jn.trajectory.rest_to_rest([0.0, 0.1], [0.5, -0.3], 1.0)
HOSTILE = "<script>alert('&')</script>"


def arm(name="planar_2r", joint=None):
    robot = jn.load("planar_2r")
    joints = robot.joints if joint is None else (dataclasses.replace(robot.joints[0], name=joint), *robot.joints[1:])
    return dataclasses.replace(robot, name=name, joints=joints)


def tool_plan():
    return jn.feedforward(jn.load("moberg_5dof"), jn.trajectory.line([0.5, -1.6], [0.5, 0.6], 1.0, 11), np.linspace(0.0, 1.0, 11))


def plan(robot):
    return jn.feedforward(robot, PATH, np.linspace(0.0, 1.0, 11))


MAKE = {
    "Robot": arm,
    "Robot with limits": lambda: arm().with_limits(position=(-1.0, 2.0), motor_torque=[3.0, np.inf]),
    "Robot that bends": lambda: jn.load("moberg_5dof"),
    "Robot without drives": lambda: random_robot(3),
    "Plan": lambda: plan(arm()),
    "Plan of a tool": tool_plan,
    "Run": lambda: jn.simulate(arm(), plan(arm())),
    "Run of a tool": lambda: jn.simulate(jn.load("moberg_5dof"), tool_plan()),
    "Kernel": lambda: jn.compile(jn.inverse_dynamics, arm()),
    "Kernel of several outputs": lambda: jn.compile(jn.energy, arm(), parameters=("inertia", "gravity")),
    "RestToRest": lambda: PATH,
    "Harmonic": lambda: jn.trajectory.harmonic([0.1], [1.0], [2.0]),
    "FilteredStep": lambda: jn.trajectory.filtered_step([0.0], [1.0], 30.0, 5),
}


class Table(HTMLParser):
    """The texts of a table's cells, row by row; refuses tags that are left open or are none of a table's."""

    def __init__(self, text):
        super().__init__()
        self.open, self.rows, self.caption = [], [], ""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        assert tag in {"table", "caption", "thead", "tbody", "tr", "th", "td"}
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] == ["caption"]:
            self.caption += data
        elif self.open[-1:] in (["td"], ["th"]):
            self.rows[-1].append(data)


@pytest.mark.native
@pytest.mark.parametrize("what", MAKE)
def test_one_line_and_one_table(what):
    value = MAKE[what]()
    line = repr(value)
    assert line.startswith(f"<{what.split()[0]}")
    assert line.endswith(">")
    assert "\n" not in line
    assert len(line) <= LONGEST
    shown = Table(value._repr_html_())
    assert shown.caption.startswith(line[1:-1])
    assert len({len(row) for row in shown.rows}) == 1


def test_tables_have_the_numbers():
    limited = arm().with_limits(position=(-1.0, 2.0), motor_torque=[3.0, np.inf])
    first, second = Table(limited._repr_html_()).rows[1:]
    drive = limited.joints[0].drive
    assert first[3] == f"{drive.stiffness:.4g} Nm/rad, rotor {drive.reflected_inertia:.4g} kg m^2"
    assert (first[4], second[4]) == ("-1 .. 2 rad, motor torque 3 Nm", "-1 .. 2 rad")
    made = plan(limited)
    rows = {row[0]: row[1:] for row in Table(made._repr_html_()).rows[1:]}
    for i, name in enumerate(limited.joint_names):
        assert rows[name] == [f"{np.abs(made.tau_m[:, i]).max():.4g} Nm", f"{np.abs(made.delta[:, i]).max():.4g} rad"]
    ends = Table(PATH._repr_html_()).rows
    assert ends == [["coordinate", "at 0 s", "at 1 s"], ["1", "0", "0.5"], ["2", "0.1", "-0.3"]]


def test_a_kernel_says_what_it_takes_and_gives():
    kernel = jn.compile(jn.rnea, arm())
    rows = Table(kernel._repr_html_()).rows
    assert ["operations", str(kernel.operations)] in rows
    assert ["input motion", "3 x 2"] in rows
    assert rows[-1][1] == "2"


def test_a_joint_without_a_motor_is_shown_bent():
    made = tool_plan()
    bent = [row[2] for row in Table(made._repr_html_()).rows[1:]]
    springs = [joint.spring is not None for joint in made.robot.joints]
    assert bent[springs.index(True)] == f"{np.abs(made.q[0][:, springs.index(True)]).max():.4g} rad"


def test_names_are_text():
    robot = arm(HOSTILE, HOSTILE)
    for value in (robot, plan(robot), jn.compile(jn.rnea, robot)):
        assert "<script" not in value._repr_html_()
        shown = Table(value._repr_html_())
        assert isinstance(value, jn.export.Kernel) or HOSTILE in [row[0] for row in shown.rows]


def test_long_names_and_large_robots():
    robot = arm("a" * 200)
    assert len(repr(robot)) <= LONGEST
    assert re.search(r"a\.\.\.a", repr(robot))
    rows = Table(html_table("many", ("a", "b"), [(i, -i) for i in range(MOST_ROWS + 7)])).rows
    assert len(rows) == MOST_ROWS + 2
    assert rows[-1] == ["and 7 more"]
