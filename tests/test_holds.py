"""What must go on holding, attacked anew in `make test-all`: files under kill -9, a full disk and six writers; memory; drift.

Elsewhere: the generated C under an analyser and sanitizers, and its sameness (tests/codegen/print/test_c.py); sines and
cosines of special angles (tests/codegen/print/test_simd.py); mutated files (tests/robot/io/test_mutations.py); live arms under
hostile references (tests/flexible/live/test_hostile_references.py).
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import jounce as jn

pytestmark = pytest.mark.slow

PROGRAM = """
import os, sys
from pathlib import Path
import jounce as jn
from jounce.cli.main import main
kind, folder, versions = sys.argv[1], Path(sys.argv[2]), [int(x) for x in sys.argv[3].split(",")]
jn.set_backend("python")
robots = {k: jn.load("planar_2r").with_gravity((0.0, -1.0 - k, 0.0)) for k in versions}
if kind == "write_c":
    kernels = {k: jn.compile(jn.rnea, robot) for k, robot in robots.items()}

def run(version):
    if kind == "save":
        robots[version].save(folder / "file.toml")
    elif kind == "write_c":
        kernels[version].write_c(folder)
    else:
        try:
            main(["torque", "planar_2r", "--to", f"0.5,0.{version}", "--duration", "0.2", "--out", str(folder / "file.csv")])
        except SystemExit as end:
            assert end.code == 0, end.code

once = len(sys.argv) > 4
while True:
    for version in versions:
        run(version)
    if once:
        break
"""
KINDS = ["save", "write_c", "cli"]
KILLS = 8
WRITERS = 6
"""At the same time."""


def writer(kind, folder, versions, *once):
    """A process that writes these versions of a file, or of four, over and over, or once."""
    command = [sys.executable, "-c", PROGRAM, kind, str(folder), ",".join(map(str, versions)), *once]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def in_peace(kind, folder, version):
    """Write one version, once."""
    process = writer(kind, folder, [version], "once")
    _, said = process.communicate()
    assert process.returncode == 0, said


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.startswith(".")}


def whole(kind, folder, versions):
    """{name: what may be in it}: each version, written in peace."""
    found = {}
    for version in versions:
        place = folder / f"version{version}"
        place.mkdir()
        in_peace(kind, place, version)
        for name, data in contents(place).items():
            found.setdefault(name, set()).add(data)
    assert any(len(known) == len(versions) for known in found.values()), "the versions do not differ"
    return found


def check(folder, known):
    """No file is half one version and half another, or cut short; returns their names."""
    found = contents(folder)
    for name, data in found.items():
        assert data in known[name], f"{name}: {len(data)} bytes, neither the old file nor the new one"
    return set(found)


def wait_for(folder, names, process):
    """Until all files are there: of four that are new, some may be there and some not."""
    while not all((folder / name).exists() for name in names):
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.005)


@pytest.mark.parametrize("kind", KINDS)
def test_killed_writers_leave_the_old_file_or_the_new_one(kind, tmp_path):
    known = whole(kind, tmp_path, [1, 2])
    rng = random.Random(kind)
    target = tmp_path / "target"
    target.mkdir()
    for _ in range(KILLS):
        process = writer(kind, target, [1, 2])
        try:
            wait_for(target, known, process)
            time.sleep(rng.uniform(0.0, 0.3))
        finally:
            process.send_signal(signal.SIGKILL)
            process.communicate()
        assert check(target, known) == set(known)
        for file in target.iterdir():
            if not file.name.startswith("."):
                file.unlink()
    for file in target.iterdir():  # what the killed ones left is swept once it is an hour old
        os.utime(file, (0.0, 0.0))
    in_peace(kind, target, 1)
    assert not [file for file in target.iterdir() if file.name.startswith(".")]


@pytest.mark.parametrize("kind", KINDS)
def test_six_writers_of_one_file(kind, tmp_path):
    versions = list(range(1, WRITERS + 1))
    known = whole(kind, tmp_path, versions)
    target = tmp_path / "target"
    target.mkdir()
    processes = [writer(kind, target, versions[k:] + versions[:k]) for k in range(WRITERS)]
    looked = 0
    try:
        for process in processes:
            wait_for(target, known, process)
        begin = time.monotonic()
        while time.monotonic() - begin < 4.0:
            for name, data in known.items():
                assert (target / name).read_bytes() in data
                looked += 1
        assert all(process.poll() is None for process in processes)
    finally:
        for process in processes:
            process.kill()
            process.communicate()
    assert looked > 100
    assert check(target, known) == set(known)


FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))
"""


def refused_by_a_full_disk(kind, folder, before):
    """Whether a writer says so in our words, keeps the old file, and leaves nothing else."""
    code = before + PROGRAM.replace("assert end.code == 0, end.code", "sys.exit(end.code)")
    done = subprocess.run(
        [sys.executable, "-B", "-c", code, kind, str(folder), "2", "once"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stderr
    last = done.stderr.strip().splitlines()[-1]
    assert ("jounce.errors.InputError: " if kind != "cli" else "jounce: ") in last
    return last


@pytest.mark.parametrize("kind", KINDS)
def test_files_that_cannot_grow(kind, tmp_path):
    known = whole(kind, tmp_path, [1])
    target = tmp_path / "version1"
    assert "File too large" in refused_by_a_full_disk(kind, target, FULL)
    assert contents(target) == {name: next(iter(data)) for name, data in known.items()}
    assert len(list(target.iterdir())) == len(known)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts a small disk")
@pytest.mark.parametrize("kind", KINDS)
def test_full_disk(kind, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        in_peace(kind, disk, 1)
        before = contents(disk)
        with (disk / "ballast").open("wb", buffering=0) as file, suppress(OSError):  # until no space is left
            while True:
                file.write(bytes(4096))
        assert "No space left on device" in refused_by_a_full_disk(kind, disk, "")
        assert {name: data for name, data in contents(disk).items() if name != "ballast"} == before
        assert len(list(disk.iterdir())) == len(before) + 1
    finally:
        subprocess.run(["umount", disk], check=True)


CALLS = """
import gc, json, os, sys
import numpy as np
import jounce as jn
jn.set_backend("native")
robot = jn.load("kuka_lwr")
rng = np.random.default_rng(0)
Q, batch = rng.normal(size=(5, 7)), rng.normal(size=(3, 40, 7))
kernel = jn.compile(jn.inverse_dynamics, robot)
payload = {"payload": np.abs(rng.normal(size=10))}
ways = {
    "rnea": lambda: jn.rnea(robot, *Q[:3]),
    "inverse_dynamics": lambda: jn.inverse_dynamics(robot, *Q),
    "kernel": lambda: kernel(*Q),
    "batch": lambda: jn.rnea(robot, *batch),
    "wrench": lambda: jn.rnea(robot, *Q[:3], wrench=(Q[0][:6],)),
    "parameters": lambda: jn.rnea(robot, *Q[:3], parameters=payload),
    "refused": lambda: refused(),
}
def refused():
    try:
        jn.rnea(robot, Q[0][:3], Q[1], Q[2])
    except jn.errors.InputError:
        pass
def size():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
found = {}
for name, call in ways.items():
    few = name in ("batch", "wrench", "parameters", "refused")
    for _ in range(20_000):
        call()
    before = size()
    for _ in range(100_000 if few else 1_000_000):
        call()
    found[name] = size() - before
print(json.dumps(found))
"""


@pytest.mark.native
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell how much memory is used")
def test_three_million_calls_take_no_memory():
    """Fewer of those that are slow; each way on its own grows by less than a megabyte."""
    done = subprocess.run([sys.executable, "-c", CALLS], capture_output=True, text=True, check=True)
    grown = json.loads(done.stdout)
    assert all(growth < 2**20 for growth in grown.values()), grown


PERIODS, TICKS = 1000, 1000


class State(NamedTuple):
    """What this controller reads."""

    q: Any
    qd: Any
    theta: Any
    thetad: Any


@pytest.mark.native
def test_a_million_control_steps_do_not_drift():
    """An elastic joint under gravity, swung to and fro by its motor's PID a thousand times, a thousand ticks each.

    Once it has settled, every swing begins where the others do.
    """
    arm = jn.Robot.from_dh(a=0.5, mass=2.0, com=(-0.2, 0.0, 0.0), inertia=(0.05,) * 3 + (0.0,) * 3, gravity=(0.0, -9.81, 0.0))
    arm = arm.with_drives(stiffness=300.0, rotor_inertia=1e-4, gear_ratio=100.0)
    h = 1.0 / TICKS
    path = jn.trajectory.harmonic([0.3], 2.0 * np.pi, offset=[0.2])
    plan = jn.feedforward(arm, path, np.arange(TICKS) * h)
    assert np.abs(plan.tau_m).max() > 5.0
    controller = jn.control.FeedforwardPID(arm, kp=200.0, ki=100.0, kd=30.0)
    wanted = [(plan.q[:, k], plan.theta[:, k], plan.tau_m[k]) for k in range(TICKS)]
    q, qd, theta, thetad = plan.q[0, 0] + 0.01, plan.q[1, 0], plan.theta[0, 0], plan.theta[1, 0]
    swings = np.empty((PERIODS, 4))
    for period in range(PERIODS):
        swings[period] = *q, *qd, *theta, *thetad
        for k, now in enumerate(wanted):
            reference = jn.control.Reference((period * TICKS + k) * h, *now)
            torque = controller(reference, State(q, qd, theta, thetad))
            qdd, thetadd = jn.elastic_forward_dynamics(arm, q, qd, theta, thetad, torque)
            qd, thetad = qd + h * qdd, thetad + h * thetadd
            q, theta = q + h * qd, theta + h * thetad
    apart = np.abs(swings - swings[-1]).max(axis=1)
    assert apart[0] > 1e-3
    assert apart[PERIODS // 10 :].max() < 1e-10
