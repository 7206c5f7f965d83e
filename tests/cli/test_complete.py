"""Shell completion: commands, options, robots, drives, choices; as the shell asks, and in bash itself."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import jounce as jn
from jounce.cli.commands import ABOUT

PROGRAM = Path(sys.executable).with_name("jounce")


def offered(*words):
    """(type, value) pairs for the last word, as bash gets them."""
    asked = {"_JOUNCE_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(["jounce", *words]), "COMP_CWORD": str(len(words))}
    done = subprocess.run([PROGRAM], env=os.environ | asked, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return [tuple(line.split(",", 1)) for line in done.stdout.splitlines()]


def test_commands():
    assert offered("") == [("plain", name) for name in ABOUT]
    assert offered("exp") == [("plain", "export")]
    assert ("plain", "--version") in offered("--")


@pytest.mark.parametrize("command", [("info",), ("torque",), ("simulate",), ("bench",), ("export", "c")])
def test_robots(command):
    """Names of the library, or files where no name fits."""
    expected = [("plain", name) for name in jn.library() if name.startswith("kuka")]
    assert offered(*command, "kuka") == [("file", "kuka"), *expected]


def test_drives():
    expected = [("plain", found.name) for found in jn.robot.drive_sets() if found.name.startswith("ur")]
    assert len(expected) > 1
    assert offered("torque", "ur5.urdf", "--drives", "ur") == [("file", "ur"), *expected]


def test_options_and_choices():
    assert offered("torque", "planar_2r", "--dur") == [("plain", "--duration")]
    assert offered("export", "") == [("plain", what) for what in ("c", "fmu", "mjcf", "toml", "urdf")]
    assert offered("simulate", "planar_2r", "--controller", "p") == [("plain", "pd")]
    assert offered("torque", "planar_2r", "--out", "x") == [("file", "x")]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts(shell):
    done = subprocess.run(
        [PROGRAM], env=os.environ | {"_JOUNCE_COMPLETE": f"{shell}_source"}, capture_output=True, text=True, check=True
    )
    assert f"_JOUNCE_COMPLETE={shell}_complete" in done.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_in_bash():
    """The script that the guide has people load, with the words that bash gives it."""
    script = """
        eval "$(_JOUNCE_COMPLETE=bash_source jounce)"
        COMP_WORDS=(jounce info kuka_l) COMP_CWORD=2
        _jounce_completion jounce 2>/dev/null
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["bash", "-c", script], env=os.environ | {"PATH": path}, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["kuka_lwr"]
