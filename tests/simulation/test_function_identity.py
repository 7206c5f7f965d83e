"""Digests of functions and all that they read: a sweep refuses the values of another function."""

import functools
import os
import subprocess
import sys
import textwrap
import threading
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.simulation.function_identity import identity
from simulation.test_sweep_folder import PLANAR, X, scaled


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
