"""A robot in files, and the program as a function."""

import csv
import json

import numpy as np
import pytest
from click.testing import CliRunner

from jounce.cli.main import main

URDF = """<robot name="slider_arm">
  <link name="base"/>
  <link name="upper"><inertial><origin xyz="0.2 0 0"/><mass value="3"/>
    <inertia ixx="0.01" iyy="0.05" izz="0.05" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="tip"><inertial><origin xyz="0 0 0.05"/><mass value="1.5"/>
    <inertia ixx="0.004" iyy="0.004" izz="0.002" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" effort="100" velocity="3"/></joint>
  <joint name="quill" type="prismatic"><parent link="upper"/><child link="tip"/><origin xyz="0.4 0 0"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="0.3" effort="100" velocity="1"/></joint>
</robot>
"""
DRIVES = """
[joint.shoulder]
rotor_inertia = 2e-4
gear_ratio = 80.0
stiffness = 3000.0

[joint.quill]
rotor_inertia = 1e-4
gear_ratio = 200.0
stiffness = 5e4
"""


@pytest.fixture
def run():
    """`run("info", "planar_2r")`: the result, with exit_code, stdout and stderr."""
    return lambda *args: CliRunner().invoke(main, [str(arg) for arg in args])


@pytest.fixture
def arm(tmp_path):
    """Paths of a URDF and of its drives."""
    urdf, drives = tmp_path / "arm.urdf", tmp_path / "arm.drives.toml"
    urdf.write_text(URDF)
    drives.write_text(DRIVES)
    return urdf, drives


@pytest.fixture
def columns():
    """A CSV file as {head: column}."""

    def read(path):
        with path.open(newline="") as file:
            heads, *rows = csv.reader(file)
        return dict(zip(heads, np.array(rows, dtype=float).T))

    return read


@pytest.fixture
def refused(run):
    """`refused(*args)`: the one sentence that wrong use ends with; checks that there is nothing else, plainly and as JSON."""

    def check(*args, code=2):
        done = run(*args)
        assert (done.exit_code, done.stdout) == (code, ""), done.output
        assert done.stderr.startswith("jounce: ")
        assert done.stderr.count("\n") == 1
        machine = run(*args, "--json")
        assert (machine.exit_code, machine.stdout) == (code, "")
        said = json.loads(machine.stderr)
        assert said == {"error": done.stderr[len("jounce: ") : -1], "exit_code": code}
        return said["error"]

    return check
