"""Tables of motions: columns by name and unit, and rows that are refused by line and column."""

import math

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.trajectory.files.table import is_number, read_table
from support.tolerances import assert_close

ROBOT = jn.load("planar_2r")


def read(text, degrees=False):
    return read_table(text, ROBOT, degrees)


@pytest.mark.parametrize(
    "head", ["t,joint1,joint2", "time [s],q_joint1 [rad],q_joint2 [rad]", "t , q1, q2 ", "note,t,joint1,x,joint2"]
)
def test_columns_are_found_by_name(head):
    names = [name.strip().split(" ")[0] for name in head.split(",")]
    first = ["t" in (name, name[:1]) and name != "note" for name in names].index(True)
    rows = []
    for t, a, b in ((0.0, 0.1, 0.2), (0.5, -0.3, 4.0)):
        cells = ["7"] * len(names)
        cells[first], cells[-1] = str(t), str(b)
        cells[first + 1] = str(a)
        rows.append(",".join(cells))
    samples = read("\n".join([head, *rows]))
    assert samples.t.tolist() == [0.0, 0.5]
    assert samples.q.tolist() == [[0.1, 0.2], [-0.3, 4.0]]
    assert samples.qd is None


def test_units():
    samples = read("t,q1 [deg],q2\n0,180,1\n1,90,2", degrees=False)
    assert_close(samples.q, [[math.pi, 1.0], [math.pi / 2, 2.0]])
    assert_close(read("t,q1 [rad],q2\n0,1,180\n1,2,90", degrees=True).q, [[1.0, math.pi], [2.0, math.pi / 2]])


def test_empty_lines_and_quotes():
    assert read('\n\n"t","joint1","joint2"\n\n0,1,2\n\n1,"3",4\n').q.tolist() == [[1.0, 2.0], [3.0, 4.0]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the table is empty"),
        ("0,1,2\n1,2,3", "the first row has numbers only; expected a header: t, joint1, joint2"),
        ("t,joint1\n0,1", "the column of joint 'joint2' .joint2 or q_joint2 or q2. is not there"),
        ("t,joint1,q1,joint2\n0,1,1,1", "is there twice, as 'joint1' and 'q1'"),
        ("t [ms],joint1,joint2\n0,1,1", "column 't .ms.': expected the unit s, got 'ms'"),
        ("t,joint1 [m],joint2\n0,1,1", "expected the unit rad or deg, got 'm'"),
        ("t,joint1,joint2", "a header, but no rows"),
        ("t,joint1,joint2\n0,1", "row 2: 2 values under 3 columns"),
        ("t,joint1,joint2\n0,1,x", "row 2, column 'joint2': expected a finite number, 1e.06 at most, got 'x'"),
        ("t,joint1,joint2\n0,1,nan", "row 2, column 'joint2': expected a finite number"),
        ("t,joint1,joint2\n0,1,1e7", "row 2, column 'joint2': expected a finite number"),
        ("t,joint1,joint2\n0,1,1\n0,1,1", "row 3: t must rise, but 0 s comes after 0 s"),
        ('t,joint1,joint2\n0,1,"1', "not CSV"),
    ],
)
def test_refused(text, words):
    with pytest.raises(InputError, match=words):
        read(text)


def test_other_joints_that_move_are_named():
    with pytest.warns(UserWarning, match="the header: joints that move .* 'finger_joint' .0 to 1."):
        samples = read("t,joint1,joint2,finger_joint,tau_joint9\n0,1,2,0,5\n1,1,2,1,6")
    assert np.array_equal(samples.q, [[1.0, 2.0], [1.0, 2.0]])


def test_is_number():
    assert is_number("1e3")
    assert not is_number("nan")
