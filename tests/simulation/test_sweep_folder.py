"""Values of sweeps in a folder: for the same function, robot and samples only, one writer at a time, no damaged file."""

import functools
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.simulation import sweep_folder

PLANAR = jn.load("planar_2r")
X = np.arange(40.0).reshape(40, 1)
PART = "values_000000000000.npy"


def scaled(robot, x, k=1.0):
    return k * x


def test_iterators_of_other_samples(tmp_path):
    folder = tmp_path / "sweep"
    jn.sweep(scaled, PLANAR, iter(X), folder=folder)
    np.testing.assert_array_equal(jn.sweep(scaled, PLANAR, iter(X), folder=folder).values, X)
    longer = np.arange(60.0).reshape(60, 1)
    for other in (7.0 * X, X[:20], X[:39], np.roll(X, 1), X[4:]):
        with pytest.raises(InputError, match="samples"):
            jn.sweep(scaled, PLANAR, iter(other), folder=folder)
    np.testing.assert_array_equal(jn.sweep(scaled, PLANAR, iter(longer), folder=folder).values, longer)
    with pytest.raises(InputError, match="another sweep in it: samples differs"):
        jn.sweep(scaled, PLANAR, X, folder=folder)


def test_iterators_of_unequal_samples():
    with pytest.raises(InputError, match="expected arrays of one shape"):
        jn.sweep(scaled, PLANAR, iter([[1.0], [1.0, 2.0]]))
    with pytest.raises(InputError, match="expected arrays of one shape"):
        jn.sweep(scaled, PLANAR, iter([{"a": 1.0}, {"b": 1.0}]))


def test_seeds_and_robots(tmp_path):
    def drawn(robot, generators):
        return np.array([g.normal() for g in generators])

    jn.sweep(drawn, PLANAR, 20, folder=tmp_path / "sweep")
    for robot, count, seed, name in (
        (PLANAR, 20, 1, "samples"),
        (PLANAR, 21, 0, "samples"),
        (PLANAR.with_payload(1.0), 20, 0, "robot"),
    ):
        with pytest.raises(InputError, match=f"another sweep in it: {name} differs"):
            jn.sweep(drawn, robot, count, seed=seed, folder=tmp_path / "sweep")


def saved(array):
    out = BytesIO()
    np.save(out, array, allow_pickle=True)
    return out.getvalue()


HEADER = b"\x93NUMPY\x01\x00v\x00" + b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000, 1), }".ljust(117) + b"\n"
CONTENTS = {
    "empty": saved(np.zeros((0, 1))),
    "no axis": saved(np.float64(3)),
    "no bytes": b"",
    "wider": saved(np.zeros((4, 3))),
    "text": saved(np.array(["a"] * 4)),
    "pickle": saved(np.array([os.system] * 4, dtype=object)),
    "overlapping": saved(np.zeros((9, 1))),
    "shorter": saved(X[:2]),
    "complex": saved(np.zeros((4, 1), complex)),
    "other values": saved(np.zeros((4, 1))),
    "right values, not ours": saved(X[:4]),
    "big-endian": saved(X[:4].astype(">f8")),
    "huge": HEADER,
}


@pytest.fixture
def done(tmp_path):
    folder = tmp_path / "sweep"
    jn.sweep(scaled, PLANAR, X, folder=folder)
    return folder


def check_refused(folder, match=r"folder|function"):
    """A refusal in our own words, at once: an alarm ends what hangs."""

    def stop(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(20)
    try:
        with pytest.raises(InputError, match=match):
            jn.sweep(scaled, PLANAR, X, folder=folder)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("how", CONTENTS)
def test_damaged_parts(done, how):
    (done / PART).write_bytes(CONTENTS[how])
    check_refused(done, "no part of this sweep")
    (done / PART).unlink()
    np.testing.assert_array_equal(jn.sweep(scaled, PLANAR, X, folder=done).values, X)


@pytest.mark.parametrize("how", CONTENTS)
def test_parts_with_digests_of_their_own(done, how):
    """Somebody who knows how digests are made writes them under other contents."""
    title = (done / "sweep.json").read_bytes()
    data = CONTENTS[how] + sweep_folder.MARK + bytes(32)
    digest = sweep_folder.hashlib.sha256(title + b"0\n" + data).digest()
    (done / PART).write_bytes(data + digest)
    if "values" in how or how in ("shorter", "big-endian"):  # then nothing tells them from ours
        jn.sweep(scaled, PLANAR, X, folder=done)
    else:
        check_refused(done)


def test_every_cut_and_every_flipped_byte(done):
    data = (done / PART).read_bytes()
    for k in range(0, len(data), 7):
        (done / PART).write_bytes(data[:k])
        check_refused(done, "no part of this sweep")
        (done / PART).write_bytes(data[:k] + bytes([data[k] ^ 1]) + data[k + 1 :])
        check_refused(done, "no part of this sweep")
    (done / PART).write_bytes(data)
    np.testing.assert_array_equal(jn.sweep(scaled, PLANAR, X, folder=done).values, X)


@pytest.mark.parametrize(
    "name", ["values_x.npy", "values_-5.npy", "values_5.npy", "values_٠٠٠٠٠٠٠٠٠٠٠٠.npy", "values_1e400000000.npy"]
)
def test_parts_of_other_names(done, name):
    (done / name).write_bytes((done / PART).read_bytes())
    check_refused(done, "its name is not one that a sweep gives")


@pytest.mark.parametrize("begin", [1, 2, 3, 5, 39, 40, 100, 10**15])
def test_parts_of_other_places(done, begin):
    """Overlapping, or beyond the end."""
    (done / f"values_{begin:012d}.npy").write_bytes((done / PART).read_bytes())
    check_refused(done)


NO_FILES = {
    "pipe": os.mkfifo,
    "folder": os.mkdir,
    "link to nothing": lambda path: os.symlink("/nonexistent", path),
    "link to itself": lambda path: os.symlink(path, path),
    "link to a device": lambda path: os.symlink("/dev/zero", path),
    "link to a part": lambda path: os.symlink(path.with_name("values_000000000004.npy"), path),
}


@pytest.mark.parametrize("how", NO_FILES)
@pytest.mark.parametrize("name", [PART, "sweep.json", "sweep.lock"])
def test_what_is_no_file(done, name, how):
    (done / name).unlink()
    NO_FILES[how](done / name)
    check_refused(done)


@pytest.mark.parametrize("text", [b"{", b"[" * 100_000, b"[" * 4000, b"", b"3", b"\xff", b'{"function": 1}', b" " * 10**7])
def test_damaged_titles(done, text):
    (done / "sweep.json").write_bytes(text)
    check_refused(done)
    (done / "sweep.json").unlink()
    check_refused(done, "has files and no sweep in it")


def test_folders_that_cannot_be_used(tmp_path):
    (tmp_path / "file").write_text("")
    for folder in (
        tmp_path / "file",
        tmp_path / "file" / "below",
        Path("/dev/null"),
        Path("a\0b"),
        Path("\ud800"),
        tmp_path / ("n" * 300),
    ):
        check_refused(folder, "folder: ")


def test_one_sweep_at_a_time_in_a_process(tmp_path):
    folder = tmp_path / "sweep"

    def again(robot, x):
        with pytest.raises(InputError, match="another sweep is writing to"):
            jn.sweep(scaled, PLANAR, X, folder=folder)
        return x

    jn.sweep(again, PLANAR, X, ThreadPoolExecutor(1), folder=folder)
    with pytest.raises(InputError, match="another sweep in it"):  # the lock is free, the folder is another sweep's
        jn.sweep(scaled, PLANAR, X, folder=folder)


OTHER_PROCESS = """
import sys, time, numpy as np, jounce as jn
from pathlib import Path
def slow(robot, x):
    if x[0] >= 4.0:
        Path("working").touch()
        while not Path("go on").exists():
            time.sleep(0.01)
    return 2.0 * x
try:
    print(np.array_equal(jn.sweep(slow, jn.load("planar_2r"), np.arange(3000.0), folder="sweep").values, 2.0 * np.arange(3000.0)))
except jn.errors.InputError as error:
    print(error)
"""


def test_one_sweep_at_a_time_of_two_processes(tmp_path):
    """The second is refused; after the first is killed, what it wrote is gone on with."""
    code = OTHER_PROCESS.replace("import sys,", "import jounce.errors, sys,")
    start = functools.partial(subprocess.Popen, [sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    first = start()
    try:
        while not (tmp_path / "working").exists():
            assert first.poll() is None
        assert "another sweep is writing to" in start().communicate()[0]
    finally:
        first.kill()
        first.communicate()
    assert (tmp_path / "sweep" / PART).exists()
    (tmp_path / "go on").touch()
    stamp = (tmp_path / "sweep" / PART).stat().st_mtime_ns
    assert start().communicate()[0] == "True\n"
    assert (tmp_path / "sweep" / PART).stat().st_mtime_ns == stamp
    assert sum(len(np.load(path)) for path in (tmp_path / "sweep").glob("values_*.npy")) == 3000
