"""The program as a process: entry point, Ctrl-C, a reader that goes away, a terminal."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).with_name("jounce")
LONG = ("simulate", "planar_2r", "--to", "0.5,-0.3", "--duration", "900", "--controller", "pd")


def start(*args, **pipes):
    return subprocess.Popen([PROGRAM, *map(str, args)], stdin=subprocess.DEVNULL, **pipes)


def test_entry_point(tmp_path):
    done = subprocess.run([PROGRAM, "robots", "--json"], capture_output=True, check=True, cwd=tmp_path)
    assert len(json.loads(done.stdout)["robots"]) > 3
    assert done.stderr == b""
    wrong = subprocess.run([PROGRAM, "info", "nobody"], capture_output=True, check=False, cwd=tmp_path)
    assert (wrong.returncode, wrong.stdout) == (2, b"")


def test_as_a_module(tmp_path):
    """`python -m jounce`, where the program is not on the path: its name in messages is the same."""
    program = (sys.executable, "-m", "jounce")
    done = subprocess.run([*program, "robots", "--json"], capture_output=True, check=True, cwd=tmp_path)
    assert len(json.loads(done.stdout)["robots"]) > 3
    wrong = subprocess.run([*program, "info", "nobody"], capture_output=True, check=False, cwd=tmp_path)
    assert (wrong.returncode, wrong.stdout) == (2, b"")
    assert wrong.stderr.startswith(b"jounce: ")
    shown = subprocess.run([*program, "--help"], capture_output=True, check=True, cwd=tmp_path)
    assert shown.stdout.startswith(b"Usage: jounce ")


def test_interrupt_in_mid_run(tmp_path):
    """Progress shows on a terminal; then Ctrl-C: code 130, one line, no file."""
    terminal, end = pty.openpty()
    process = start(*LONG, "--out", tmp_path / "run.csv", stdout=subprocess.PIPE, stderr=end)
    os.close(end)
    try:
        seen = b""
        while b"simulating planar_2r" not in seen:
            seen += os.read(terminal, 1000)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
        while True:
            try:
                seen += os.read(terminal, 1000)
            except OSError:  # the other end is closed
                break
    finally:
        process.kill()
        os.close(terminal)
    assert (process.returncode, out) == (130, b"")
    assert b"jounce: interrupted." in seen
    assert b"Traceback" not in seen
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("args", [("info", "kuka_lwr"), ("robots", "--json"), ("--help",)])
def test_reader_goes_away(args):
    """As `jounce info kuka_lwr | true` does."""
    reading, writing = os.pipe()
    process = start(*args, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    os.close(reading)
    _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (141, b"")


def test_no_progress_without_a_terminal(tmp_path):
    motion = ["--to", "0.5,-0.3", "--duration", "0.5"]
    done = subprocess.run([PROGRAM, "torque", "planar_2r", *motion], capture_output=True, check=True, cwd=tmp_path)
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout


def test_without_a_compiler_one_line_of_warning(tmp_path):
    environment = os.environ | {"CC": "no-such-compiler", "JOUNCE_CACHE": str(tmp_path / "cache")}
    motion = ["--to", "0.5,-0.3", "--duration", "0.5", "--json"]
    done = subprocess.run([PROGRAM, "torque", "planar_2r", *motion], capture_output=True, check=True, env=environment)
    assert json.loads(done.stdout)["robot"] == "planar_2r"
    assert done.stderr.decode().startswith("jounce: warning: jounce runs in plain Python")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("stream", ["1", "2"])
@pytest.mark.parametrize("command", ["torque", "simulate"])
def test_closed_streams(tmp_path, stream, command):
    """As in `jounce torque ... 2>&-`: the file is written, and nothing gets into it."""
    motion = f"planar_2r --to 0.5,-0.3 --duration 0.5 --out {tmp_path}/a.csv"
    done = subprocess.run(["sh", "-c", f"exec {PROGRAM} {command} {motion} {stream}>&-"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len({line.count(",") for line in (tmp_path / "a.csv").read_text().splitlines()}) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["a.csv"]


@pytest.mark.parametrize("stderr", ["&-", "/dev/full"])
def test_errors_without_stderr(stderr):
    done = subprocess.run(["sh", "-c", f"exec {PROGRAM} fly 2>{stderr}"], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


def test_interrupt_while_the_program_is_being_loaded():
    """Ctrl-C comes while a part of the program is imported: one line and exit code 130, and no traceback."""
    code = """
import sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
from jounce.cli import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code, "robots"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "jounce: interrupted.\n")
