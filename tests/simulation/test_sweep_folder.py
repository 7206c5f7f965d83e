"""Values of sweeps in a folder: for the same function, robot and samples only, one writer at a time, no damaged file."""

import functools
import os
import signal
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.simulation import sweep_folder
from jounce.simulation.function_identity import identity

PLANAR = jn.load("planar_2r")
X = np.arange(40.0).reshape(40, 1)
PART = "values_000000000000.npy"


def scaled(robot, x, k=1.0):
    return k * x


def closure(k):
    def inner(robot, x):
        return k * x

    return inner


def nested_closure(k):
    inner = closure(k)
    return lambda robot, x: inner(robot, x)


def default(k):
    def inner(robot, x, k=k):
        return k * x

    return inner


def keyword_default(k):
    def inner(robot, x, *, k=k):
        return k * x

    return inner


def attribute(k):
    def inner(robot, x):
        return k * x

    def outer(robot, x):
        return outer.inner(robot, x)

    outer.inner = inner
    return outer


class Gain:
    def __init__(self, k):
        self.k = k

    def __call__(self, robot, x):
        return self.k * x

    def method(self, robot, x):
        return self.k * x


class Slotted:
    __slots__ = ("k",)

    def __init__(self, k):
        self.k = k

    def __call__(self, robot, x):
        return self.k * x


@dataclass
class Data:
    k: float

    def __call__(self, robot, x):
        return self.k * x


class Named(NamedTuple):
    k: float

    def __call__(self, robot, x):
        return self.k * x


class Derived(Gain):
    pass


def in_namespace(source, **names):
    """A function of its own module, as a script has it."""
    exec(textwrap.dedent(source), names)
    return names["f"]


def reading_global(k):
    return in_namespace("def f(robot, x): return K * x", K=k)


def calling_global(k):
    return in_namespace(f"def g(x): return {k!r} * x\ndef f(robot, x): return g(x)")


def calling_twice_removed(k):
    return in_namespace("def h(x): return K * x\ndef g(x): return h(x)\ndef f(robot, x): return g(x)", K=k)


def class_in_module(k):
    return in_namespace(f"class C:\n    def go(self, x): return {k!r} * x\ndef f(robot, x): return C().go(x)")


def inherited(k):
    return in_namespace(f"class B:\n    def go(self, x): return {k!r} * x\nclass C(B): pass\ndef f(robot, x): return C().go(x)")


def in_comprehension(k):
    return in_namespace("def f(robot, x): return [K * a for a in [x]][0]", K=k)


def masked(k):
    array = np.ma.masked_array([1.0, 5.0], [k == 5.0, k == 1.0])
    return lambda robot, x: float(array.sum()) * x


FUNCTIONS = {
    "partial": lambda k: functools.partial(scaled, k=k),
    "partial of a partial": lambda k: functools.partial(functools.partial(scaled), k=k),
    "partial of a lambda": lambda k: functools.partial(lambda robot, x, a: a * x, a=k),
    "lambda": lambda k: (lambda robot, x: 1.0 * x) if k == 1.0 else (lambda robot, x: 5.0 * x),
    "closure": closure,
    "closure over an array": lambda k: closure(np.array([k])),
    "closure over a mask": masked,
    "nested closure": nested_closure,
    "default": default,
    "keyword default": keyword_default,
    "attribute": attribute,
    "object": Gain,
    "method": lambda k: Gain(k).method,
    "slots": Slotted,
    "dataclass": Data,
    "named tuple": Named,
    "derived": Derived,
    "global": reading_global,
    "function in a global": calling_global,
    "global of a global": calling_twice_removed,
    "class in a global": class_in_module,
    "base class": inherited,
    "global in a comprehension": in_comprehension,
    "cached": lambda k: functools.lru_cache(closure(k)),
}


@pytest.mark.parametrize("how", FUNCTIONS)
def test_values_of_another_function_are_refused(tmp_path, how):
    """And those of the same one, made anew, are handed out."""
    make = FUNCTIONS[how]
    if how == "cached":  # arrays are not hashed: its identity is seen alone
        assert identity(make(1.0), "f") == identity(make(1.0), "f") != identity(make(5.0), "f")
        return
    assert jn.sweep(make(1.0), PLANAR, X, folder=tmp_path / "sweep").worst().value == 39.0
    stamps = {path: path.stat().st_mtime_ns for path in (tmp_path / "sweep").glob("values_*")}
    assert jn.sweep(make(1.0), PLANAR, X, folder=tmp_path / "sweep").worst().value == 39.0
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "sweep").glob("values_*")} == stamps
    with pytest.raises(InputError, match="another sweep in it: function differs"):
        jn.sweep(make(5.0), PLANAR, X, folder=tmp_path / "sweep")
    assert jn.sweep(make(5.0), PLANAR, X, folder=tmp_path / "other").worst().value == 195.0


def test_a_module_of_the_user(tmp_path, monkeypatch):
    """What a function calls in another file of the user's, and what that reads there."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "gains_of_user.py").write_text("K = 1.0\ndef scale(x):\n    return K * x\n")
    f = in_namespace("import gains_of_user\ndef f(robot, x): return gains_of_user.scale(x)")
    jn.sweep(f, PLANAR, X, folder=tmp_path / "sweep")
    jn.sweep(f, PLANAR, X, folder=tmp_path / "sweep")
    monkeypatch.setattr(sys.modules["gains_of_user"], "K", 5.0)
    with pytest.raises(InputError, match="another sweep in it"):
        jn.sweep(f, PLANAR, X, folder=tmp_path / "sweep")


def recursive(robot, x):
    return x if len(x) < 2 else np.concatenate([recursive(robot, x[:1]), recursive(robot, x[1:])])


def test_functions_that_call_themselves(tmp_path):
    for _ in range(2):
        assert jn.sweep(recursive, PLANAR, X, folder=tmp_path / "sweep").worst().value == 39.0


def test_threads_that_wait_carry_no_values(tmp_path):
    lock, event = threading.Lock(), threading.Event()

    def guarded(robot, x):
        with lock:
            event.set()
            return x

    for _ in range(2):
        assert jn.sweep(guarded, PLANAR, X, folder=tmp_path / "sweep").worst().value == 39.0


IDENTITIES = """
import functools, operator, enum, numpy as np, jounce as jn
from jounce.simulation.function_identity import identity
class Kind(enum.Enum):
    A = 1
NAMES = {"a", "b", "c", "d"}
plan = jn.feedforward(jn.load("planar_2r"), jn.trajectory.rest_to_rest([0, 0], [1, 1], 1.0, degree=9), np.linspace(0, 1, 5))
def f(robot, x):
    return [Kind.A, NAMES, plan, np.add, jn.rnea, max, operator.itemgetter(1), functools.partial(f, 1)]
for x in (f, functools.partial(f, np.random.default_rng(3)), jn.compile(jn.rnea, plan.robot)):
    print(identity(x, "f"))
"""


def test_the_same_in_every_process():
    """With other hashes of text, too."""
    found = {
        subprocess.run(
            [sys.executable, "-c", IDENTITIES],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_what_cannot_be_identified_is_refused(tmp_path):
    with (tmp_path / "file").open("w") as file:
        for unknown in (file, (k for k in range(3)), np.frompyfunc(scaled, 2, 1), sys._getframe()):
            with pytest.raises(InputError, match="cannot be told from another one, since it reads"):
                jn.sweep(closure(unknown), PLANAR, X, folder=tmp_path / "sweep")
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(InputError, match="nested too deeply"):
        jn.sweep(closure(deep), PLANAR, X, folder=tmp_path / "sweep")
    cycle = []
    cycle.append(cycle)
    assert identity(closure(cycle), "f") == identity(closure(cycle), "f")
    with pytest.raises(InputError, match="folder: expected a path"):
        jn.sweep(scaled, PLANAR, X, folder=3)


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


def test_samples_that_are_nan():
    values = np.arange(20.0).reshape(10, 2)
    values[3, 1] = values[9, 0] = np.nan
    found = jn.sweep(lambda robot, x: x, PLANAR, values)
    valid = np.delete(values, [3, 9], axis=0)
    assert found.nan_count == 2
    assert "10 samples, 2 of them NaN" in repr(found)
    assert "2 of them NaN" in found._repr_html_()
    np.testing.assert_array_equal(found.mean, valid.mean(axis=0))
    np.testing.assert_array_equal(found.deviation, valid.std(axis=0))
    np.testing.assert_array_equal(found.quantile([0.0, 0.5, 1.0]), np.quantile(valid, [0.0, 0.5, 1.0], axis=0))
    assert (found.worst().number, found.worst().value) == (8, 17.0)
    assert found.worst(0).value == 16.0
    np.testing.assert_array_equal(found.worst().sample, values[8])
    assert "NaN" not in repr(jn.sweep(lambda robot, x: x, PLANAR, valid))


@pytest.mark.parametrize("samples", [np.zeros((0, 2)), np.full((3, 2), np.nan)], ids=["none", "all NaN"])
@pytest.mark.parametrize("ask", [lambda s: s.worst(), lambda s: s.mean, lambda s: s.deviation, lambda s: s.quantile(0.5)])
def test_statistics_of_nothing(samples, ask):
    found = jn.sweep(lambda robot, x: x, PLANAR, samples)
    assert found._repr_html_()
    with pytest.raises(InputError, match="expected a sweep with values"):
        ask(found)


def test_samples_that_are_infinite():
    """They are values: the largest there is, and no warning comes of them."""
    found = jn.sweep(lambda robot, x: x, PLANAR, np.array([1.0, np.inf, 2.0, np.inf]))
    assert found.nan_count == 0
    assert found.worst().value == found.mean == np.inf
    assert found.quantile(0.0) == 1.0
    assert np.isnan(found.deviation)
    assert "inf" in found._repr_html_()


def test_values_that_do_not_exist():
    found = jn.sweep(lambda robot, x: x, PLANAR, X)
    for index in ((1,), (0, 0), ("a",), (None, 5)):
        with pytest.raises(InputError, match="worst: expected an index into values"):
            found.worst(*index)
    with pytest.raises(InputError, match="expected a sweep with values"):
        jn.sweep(lambda robot, x: x[:, :0], PLANAR, X).worst()
    for share in ("x", [[0.5], [0.1, 0.2]], np.nan, None):
        with pytest.raises(InputError, match="shares from 0 to 1"):
            found.quantile(share)
