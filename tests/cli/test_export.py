"""`jounce export`: robots as files, and C that compiles."""

import subprocess
import tomllib

import pytest

import jounce as jn
from jounce.codegen.build.compiler import compiler
from support.command_line import data_of


@pytest.mark.filterwarnings("ignore:(?s).*MJCF has no words for limits of")
def test_export_toml_and_mjcf(run, arm, tmp_path):
    urdf, drives = arm
    robot = jn.load(urdf, drives=drives)
    assert data_of(run("export", "toml", urdf, "--drives", drives, "--out", tmp_path / "a.toml", "--json"))["format"] == "toml"
    assert jn.load(tmp_path / "a.toml") == robot
    assert tomllib.loads((tmp_path / "a.toml").read_text())["name"] == "slider_arm"
    run("export", "mjcf", urdf, "--drives", drives, "--out", tmp_path / "a.xml")
    assert (tmp_path / "a.xml").read_text() == robot.to_mjcf()


@pytest.mark.native
@pytest.mark.parametrize(
    ("options", "name"),
    [
        ([], "inverse_dynamics"),
        (["--function", "rnea", "--order", "2"], "rnea"),
        (["--function", "statics"], "statics"),
        (["--function", "state_derivatives"], "state_derivatives"),
    ],
)
def test_export_c_compiles_and_passes_its_test(run, tmp_path, options, name):
    data = data_of(run("export", "c", "planar_2r", "--out", tmp_path / "c", *options, "--json"))
    assert sorted(data["files"]) == sorted(str(file) for file in (tmp_path / "c").iterdir())
    sources = [f"{name}.c", f"test_{name}.c"]
    subprocess.run([*compiler(), "-std=c99", "-Wall", "-Werror", *sources, "-o", "check", "-lm"], cwd=tmp_path / "c", check=True)
    assert subprocess.run(["./check"], cwd=tmp_path / "c", check=False, stdout=subprocess.DEVNULL).returncode == 0
