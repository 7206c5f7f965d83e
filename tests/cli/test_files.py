"""Where files go: over others, through links, into pipes and devices, and onto a disk that is full."""

import os
import resource
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import jounce as jn
from jounce.robot.io.toml_writer import to_toml

PROGRAM = Path(sys.executable).with_name("jounce")
TORQUE = ("torque", "planar_2r", "--to", "0.5,-0.3", "--duration", "0.5", "--out")
HEAD = "t [s],q_joint1 [rad]"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_mode_is_kept(run, tmp_path, mode):
    out, saved = tmp_path / "a.csv", tmp_path / "a.toml"
    for file in (out, saved):
        file.touch()
        file.chmod(mode)
    assert run(*TORQUE, out).exit_code == 0
    jn.load("planar_2r").save(saved)
    for file in (out, saved):
        assert file.stat().st_size > 0
        assert stat.S_IMODE(file.stat().st_mode) == mode


@pytest.mark.parametrize("there", [True, False])
def test_links_stay(run, tmp_path, there):
    (tmp_path / "data").mkdir()
    link, end = tmp_path / "a.csv", tmp_path / "data" / "run.csv"
    link.symlink_to("data/run.csv")
    if there:
        end.touch()
    assert run(*TORQUE, link).exit_code == 0
    assert link.is_symlink()
    assert end.read_text().startswith(HEAD)
    assert {file.name for file in tmp_path.rglob("*")} == {"a.csv", "data", "run.csv"}


def test_saved_through_a_link(tmp_path):
    (tmp_path / "a.toml").symlink_to("b.toml")
    jn.load("planar_2r").save(tmp_path / "a.toml")
    assert (tmp_path / "a.toml").is_symlink()
    assert jn.load(tmp_path / "b.toml") == jn.load("planar_2r")


def test_links_in_a_circle(refused, tmp_path):
    (tmp_path / "a.csv").symlink_to("b.csv")
    (tmp_path / "b.csv").symlink_to("a.csv")
    assert "symbolic links" in refused(*TORQUE, tmp_path / "a.csv")


def test_link_into_no_folder(refused, tmp_path):
    (tmp_path / "a.csv").symlink_to(tmp_path / "none" / "b.csv")
    assert "there is no folder" in refused(*TORQUE, tmp_path / "a.csv")


@pytest.mark.parametrize("name", ["a.csv", "pipe"])
def test_pipe_is_written_into(run, tmp_path, name):
    os.mkfifo(tmp_path / name)
    read = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / name).read_text()), daemon=True)
    reader.start()
    assert run(*TORQUE, tmp_path / name).exit_code == 0
    reader.join(10.0)
    assert read[0].startswith(HEAD)
    assert stat.S_ISFIFO((tmp_path / name).stat().st_mode)


def test_robot_is_not_saved_into_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "a.toml")
    with pytest.raises(jn.errors.InputError, match="a folder or a device"):
        jn.load("planar_2r").save(tmp_path / "a.toml")


@pytest.mark.parametrize("kind", ["pipe", "file"])
def test_standard_output(tmp_path, kind):
    """The table follows the numbers, and writes over none of them."""
    with (tmp_path / "said").open("wb") as file:
        stdout = subprocess.PIPE if kind == "pipe" else file
        done = subprocess.run([PROGRAM, *TORQUE, "/dev/stdout"], stdout=stdout, stderr=subprocess.PIPE, check=False)
    said = (done.stdout or (tmp_path / "said").read_bytes()).decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert said.startswith(HEAD)
    assert said.splitlines()[502].startswith("planar_2r: 0.5 s")


def test_figure_needs_an_ending(refused):
    assert "ends in .png" in refused(*TORQUE[:-1], "--plot", "/dev/stdout")


def test_full_disk_names_the_file(run, tmp_path):
    done = run(*TORQUE, "/dev/full")
    assert (done.exit_code, done.stderr) == (1, "jounce: /dev/full: No space left on device.\n")
    small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))  # noqa: E731
    out = tmp_path / "a.csv"
    subprocess.run([PROGRAM, *TORQUE, out], capture_output=True, check=True)  # compiles what it needs, with room for it
    out.write_text("before")
    known = {key: value for key, value in os.environ.items() if not key.startswith("COVERAGE_")}  # its records are large files
    full = subprocess.run([PROGRAM, *TORQUE, out], capture_output=True, text=True, check=False, preexec_fn=small, env=known)
    assert (full.returncode, full.stderr) == (1, f"jounce: {out}: File too large.\n")
    assert out.read_text() == "before"
    assert list(tmp_path.iterdir()) == [out]


def test_what_a_killed_process_left_is_swept(run, tmp_path):
    """Old files of ours; not young ones, nor those of others, nor links."""
    old, young, mine = (tmp_path / f".jounce-{name}" for name in ("0123456789abcdef", "fedcba9876543210", "notes"))
    link = tmp_path / ".jounce-aaaaaaaaaaaaaaaa"
    link.symlink_to(mine)
    for file in (old, young, mine):
        file.touch()
    long_ago = time.time() - 4000.0
    for file in (old, mine):
        os.utime(file, (long_ago, long_ago))
    os.utime(link, (long_ago, long_ago), follow_symlinks=False)
    assert run(*TORQUE, tmp_path / "a.csv").exit_code == 0
    assert set(tmp_path.iterdir()) == {tmp_path / "a.csv", young, mine, link}


@pytest.mark.skipif(os.getuid() != 0, reason="only root gives files away")
def test_files_of_others_are_not_swept(run, tmp_path):
    other = tmp_path / ".jounce-0123456789abcdef"
    other.touch()
    os.chown(other, 1234, 1234)
    os.utime(other, (0.0, 0.0))
    assert run(*TORQUE, tmp_path / "a.csv").exit_code == 0
    assert other.exists()


def test_figure_of_a_robot_with_dollars_in_its_names(run, tmp_path):
    text = to_toml(jn.load("planar_2r")).replace("joint1", "$\\\\frac$").replace('"planar_2r"', '"$\\\\bad$"')
    (tmp_path / "a.toml").write_text(text)
    assert jn.load(tmp_path / "a.toml").name == "$\\bad$"
    done = run("torque", tmp_path / "a.toml", *TORQUE[2:-1], "--plot", tmp_path / "a.png")
    assert done.exit_code == 0, done.stderr
