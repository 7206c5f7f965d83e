"""`jounce robots` lists the library and the drive sets."""

import jounce as jn
from jounce.robot import drive_sets
from support.command_line import data_of


def test_robots(run):
    listed = data_of(run("robots", "--json"))["robots"]
    assert [row["name"] for row in listed] == list(jn.library())
    assert all(row["description"] and row["source"] for row in listed)
    table = " ".join(run("robots").stdout.split())  # sentences are broken into lines
    assert all(row["name"] in table and row["source"] in table for row in listed)
    drives = data_of(run("robots", "--json"))["drives"]
    assert [row["name"] for row in drives] == [s.name for s in drive_sets()]
    assert all(row["description"] in table and row["sources"]["stiffness"] in table for row in drives)
