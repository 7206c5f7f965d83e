"""The program on a terminal of 80 columns: tables fit, files are links, and no two lines share one."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

import jounce as jn

PROGRAM = Path(sys.executable).with_name("jounce")
LINK = re.compile("\x1b]8;[^;]*;([^\x1b]*)\x1b\\\\([^\x1b]*)\x1b]8;;\x1b\\\\")
COLUMNS = 80
MOTION = ("--to", "0.5,-0.3", "--duration", "0.1")


def on_terminal(*args, environment=(), stdout=True):
    """What it writes to a terminal, as (links, text without them)."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    known = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM")}
    streams = {"stdout": theirs if stdout else subprocess.DEVNULL, "stderr": theirs}
    process = subprocess.Popen(
        [PROGRAM, *map(str, args)], stdin=subprocess.DEVNULL, env=known | {"TERM": "xterm"} | dict(environment), **streams
    )
    os.close(theirs)
    seen = b""
    try:
        while chunk := os.read(ours, 4096):
            seen += chunk
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(ours)
    assert process.wait() == 0, seen
    text = seen.decode().replace("\r\n", "\n")
    return dict(reversed(found) for found in LINK.findall(text)), re.sub("\x1b\\[[0-9;?]*[a-zA-Z]", "", LINK.sub(r"\2", text))


@pytest.mark.parametrize("name", ["kuka_lwr", "kuka_kr300", "moberg_5dof"])
def test_info_fits(name):
    _, text = on_terminal("info", name)
    lines = text.splitlines()
    assert max(map(len, lines)) <= COLUMNS
    for joint in jn.load(name).joints:  # no row is broken: its columns stand in one line
        assert any(line.split()[:1] == [joint.name] and len(line.split()) >= 7 for line in lines), joint.name


@pytest.mark.parametrize(
    ("links", "name"),
    [(6, "leg_left_{}_joint"), (4, "front_left_shoulder_{}_of_the_leg"), (30, "segment_{}_of_a_snake"), (4, "{}" + 90 * "x")],
)
def test_info_of_any_robot_fits(run, tmp_path, links, name):
    """On a terminal and in a pipe, names in one piece where that is possible."""
    parts = [jn.Link(f"link_{name}".format(i), 1.0, inertia=(0.1, 0.1, 0.1, 0, 0, 0)) for i in range(links + 1)]
    names = [name.format(i) for i in range(links)]
    joints = [jn.Joint(names[i], "revolute", parts[i].name, parts[i + 1].name, axis=(0, 1, 0)) for i in range(links)]
    robot = jn.Robot.build("long", parts, joints).with_drives(stiffness=123456.0, rotor_inertia=1.234e-5, gear_ratio=100.0)
    limits = {"position": (-1.23456, 2.34567), "velocity": 3.87, "acceleration": 15.0, "jerk": 7500.0, "motor_torque": 87.0}
    robot.with_limits(**limits, torque_rate=1000.0, joint_torque=80.0, deflection=0.01).save(tmp_path / "long.toml")
    for text in (on_terminal("info", tmp_path / "long.toml")[1], run("info", tmp_path / "long.toml").stdout):
        assert max(map(len, text.splitlines())) <= COLUMNS
        if len(name) < COLUMNS:
            assert all(text.split().count(part.name) >= 1 for part in parts)
            assert all(text.split().count(joint) >= 3 for joint in names)  # of a link, drives, limits
            assert text.count("87 ") + text.count("87\n") >= links


def test_robots_and_bench_fit(run, monkeypatch):
    lines = run("robots").stdout.splitlines()  # in a file, too
    assert max(map(len, lines)) <= COLUMNS
    assert {name for name in jn.library() if any(line.split()[:1] == [name] for line in lines)} == set(jn.library())
    monkeypatch.setattr("jounce.cli.bench.SECONDS", 1e-6)
    heads, *_ = run("bench", "planar_2r").stdout.partition("─")
    assert max(map(len, heads.splitlines())) <= COLUMNS
    assert heads.count("[us]") == 4


def test_files_are_links(tmp_path):
    """In one piece, however long: people copy them."""
    folder = tmp_path / ("deep" * 20)
    folder.mkdir()
    file = folder / "a torque.csv"
    links, text = on_terminal("torque", "planar_2r", *MOTION, "--out", file)
    assert links == {str(file): file.as_uri()}
    assert f"\nwrote {file}\n" in text


def test_no_links_elsewhere(run, tmp_path):
    """A terminal that knows nothing, a file, a name that commands the terminal."""
    file = tmp_path / "torque.csv"
    assert on_terminal("torque", "planar_2r", *MOTION, "--out", file, environment={"TERM": "dumb"})[0] == {}
    assert f"\nwrote {file}\n" in run("torque", "planar_2r", *MOTION, "--out", file).stdout
    done = run("torque", "planar_2r", *MOTION, "--out", tmp_path / "a\x1b[2Jb.csv")
    assert "\x1b" not in done.stdout
    assert "a\\x1b[2Jb.csv" in done.stdout


def screen(text):
    """Lines as they are seen: what is written after a carriage return overwrites what stood there."""
    lines = []
    for line in text.split("\n"):
        cells = []
        for part in line.split("\r"):
            cells[: len(part)] = part
        lines.append("".join(cells).rstrip())
    return lines


def test_progress_and_notes_of_the_compiler_have_lines_of_their_own(tmp_path):
    """A slow compiler says so while the bar stands on the terminal."""
    slow = tmp_path / "cc"
    slow.write_text('#!/bin/sh\ncase "$*" in *--version*) ;; *) sleep 1.2 ;; esac\nexec cc "$@"\n')
    slow.chmod(0o755)
    environment = {"CC": str(slow), "JOUNCE_CACHE": str(tmp_path / "cache")}
    seen = screen(on_terminal("torque", "planar_2r", *MOTION, environment=environment, stdout=False)[1])
    notes = [line for line in seen if "compil" in line]
    assert len(notes) >= 2
    for line in notes:
        assert re.fullmatch(r"jounce: (compiling .* \(once, then it is kept\) \.\.\.|compiled .* in [0-9.]+ s)", line), line


def test_warnings_have_lines_of_their_own(monkeypatch, capsys):
    from jounce.cli.text import tell

    monkeypatch.setattr("jounce.terminal.on_terminal", lambda: True)
    print("━━━━ reading", end="", file=sys.stderr)
    tell("jounce: warning: something.")
    assert screen(capsys.readouterr().err) == ["jounce: warning: something.", ""]
