"""Compiled code is served for the equation it was made from, and for no other: whatever that is called, and after any change."""

import copy
import dataclasses
import os
import pickle
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from jounce.control.laws.gravity_pd import AT_GOAL
from jounce.export.compiled_kernel import Kernel
from jounce.functions.rigid import GRAVITY, RNEA
from jounce.kernel.dispatch import SHORT_CUTS, call, forget
from jounce.kernel.equation import Equation, Form, Loop, Output, Partials
from jounce.kernel.fingerprint import fingerprint
from jounce.plant.tool_outputs import ToolOutputs
from support.random_robots import random_robot

SOURCE = Path(jn.__file__).parent
ROBOT = random_robot(5, n=2)
Q = np.array([0.25, -1.5])


# ---------------------------------------------------------------- the package


@pytest.fixture
def package(tmp_path):
    """A copy of the package that may be changed."""
    there = tmp_path / "elsewhere" / "jounce"
    shutil.copytree(SOURCE, there, ignore=shutil.ignore_patterns("__pycache__", "*.html", "*.js"))
    return there


def python(package, code, **more):
    """What a new Python says that imports the copy."""
    environment = os.environ | {"PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"} | more
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


DIGEST = "import jounce; from jounce.kernel.fingerprint import texts; print(jounce.__file__, texts())"
FILES = [
    "control/laws/feedback_linearization.py",
    "control/tuning/gains.py",
    "kernel/equation.py",
    "inverse/filter_steps.py",
    "robot/springs.py",
    "dynamics/newton_euler.py",
    "plant/motor.py",
    "numbers/jet.py",
    "spatial/geometry.py",
    "codegen/print/c.py",
    "codegen/build/driver.c",
    "__init__.py",
]


def test_the_digest_covers_every_text(package):
    """One line more in any room, and code on disk is not trusted; back again, and it is."""

    def digest():
        where, found = python(package, DIGEST).split()
        assert Path(where).parent == package
        return found

    first = digest()
    seen = {first}
    for name in FILES:
        file = package / name
        text = file.read_text()
        file.write_text(text + ("\n" if name.endswith(".py") else "/* */\n"))
        seen.add(digest())
        file.write_text(text)
    assert len(seen) == 1 + len(FILES)
    (package / "notes.txt").write_text("nothing")
    (package / "robot" / "library" / "more.toml").write_text("nothing")
    (package / "functions" / "__pycache__").mkdir(exist_ok=True)
    (package / "functions" / "__pycache__" / "call.cpython-312.pyc").write_bytes(b"nothing")
    assert digest() == first


def test_a_line_that_moves_to_another_file_changes_the_digest(package):
    """The texts one after the other would be the same."""
    first, second = package / "control" / "protocol.py", package / "control" / "linearize.py"
    text, line = first.read_text(), "# a line\n"
    first.write_text(text + line)
    before = python(package, DIGEST)
    first.write_text(text)
    second.write_text(line + second.read_text())
    assert python(package, DIGEST) != before


LAW = """
import sys
import numpy as np
import jounce as jn
from jounce.kernel.dispatch import call
from jounce.control.laws.feedback_linearization import FROM_TORQUE
robot = jn.load("planar_2r").with_drives(stiffness=1e3, rotor_inertia=0.1)
rows = np.random.default_rng(1).normal(size=(13, 2))
jn.set_backend(sys.argv[1] if len(sys.argv) > 1 else "native")
single, batch = (call(FROM_TORQUE, robot, x)[0] for x in (rows, np.repeat(rows[:, None], 9, axis=1)))
assert abs(batch - single).max() < 1e-9 * abs(single).max()
print(*map(float, single))
"""
FILE = "control/laws/feedback_linearization.py"
CHANGES = {
    "text of the equation": ("q, qd, tau, taud = x.motion[:4]", "q, qd, taud, tau = x.motion[:4]"),
    "function that the text calls": ("commanded = [x + k * (w - f)", "commanded = [x + 2.0 * k * (w - f)"),
}


@pytest.mark.native
@pytest.mark.parametrize("name", CHANGES)
def test_code_of_an_old_law_is_not_served(name, package, tmp_path):
    """Two versions of a law, one cache: each process computes by its own."""
    cache = {"JOUNCE_CACHE": str(tmp_path / "cache")}
    plainly = LAW.replace('"native"', '"python"')

    def numbers(code):
        return np.array(python(package, code, **cache).split(), dtype=float)

    old = numbers(LAW)
    np.testing.assert_allclose(old, numbers(plainly), rtol=1e-12)
    files = len(list((tmp_path / "cache").glob("*.so")))
    file = package / FILE
    before, after = CHANGES[name]
    assert file.read_text().count(before) == 1
    file.write_text(file.read_text().replace(before, after))
    new = numbers(LAW)
    np.testing.assert_allclose(new, numbers(plainly), rtol=1e-12)
    assert np.abs(new - old).max() > 1e-4 * np.abs(old).max()
    assert len(list((tmp_path / "cache").glob("*.so"))) == files + 2  # one sample, and many


# ---------------------------------------------------------------- equations of one name


def scaled(plant, x, factor=1.0, *, more=0.0):
    return ([factor * a + more for a in x.motion[0]],)


def equation(text, **more):
    return Equation("scaled", ("q",), text, lambda robot: (Output("y", (robot.n,)),), **more)


def closure(factor):
    return lambda plant, x: ([factor[0] * a for a in x.motion[0]],)


def middle(factor):
    return lambda plant, x: ([float(factor[2500]) * a for a in x.motion[0]],)


def nested(factor):
    def inner(a):
        return factor * a

    return lambda plant, x: (list(map(inner, x.motion[0])),)


def keyword(value):
    def text(plant, x, *, factor=value):
        return ([factor * a for a in x.motion[0]],)

    return text


def default(value):
    def text(plant, x, factor=value):
        return ([factor * a for a in x.motion[0]],)

    return text


class Callable:
    """An object that is called, with a repr that says nothing."""

    def __init__(self, factor):
        self.factor = factor

    def __call__(self, plant, x):
        return ([self.factor * a for a in x.motion[0]],)

    def method(self, plant, x):
        return self(plant, x)

    def __repr__(self):
        return "Callable()"


@dataclasses.dataclass(frozen=True, repr=False)
class Numbers:
    factor: float

    def __repr__(self):
        return "Numbers()"


CLOSE = 3.0 * (1.0 + 1e-12)
"""As far from 3 as NumPy's repr does not show."""
LONG = np.full(5000, 3.0)
OTHER = LONG.copy()
OTHER[2500] = 7.0
SAME_NAME = {
    "lambdas": (lambda plant, x: ([2.0 * a for a in x.motion[0]],), lambda plant, x: ([3.0 * a for a in x.motion[0]],)),
    "constants in an inner function": (
        lambda plant, x: ((lambda row: [2.0 * a for a in row])(x.motion[0]),),
        lambda plant, x: ((lambda row: [3.0 * a for a in row])(x.motion[0]),),
    ),
    "partials": (partial(scaled, factor=2.0), partial(scaled, factor=3.0)),
    "partials of other arguments": (partial(scaled, factor=2.0), partial(scaled, more=2.0)),
    "partial and function": (scaled, partial(scaled, factor=3.0)),
    "partial of a partial": (partial(partial(scaled, factor=2.0), more=1.0), partial(partial(scaled, factor=2.0), more=2.0)),
    "closures": (closure([2.0]), closure([3.0])),
    "nested closures": (nested(2.0), nested(3.0)),
    "closures over arrays": (closure(np.array([3.0])), closure(np.array([CLOSE]))),
    "closures over long arrays": (middle(LONG), middle(OTHER)),
    "defaults": (default(2.0), default(3.0)),
    "keyword defaults": (keyword(2.0), keyword(3.0)),
    "objects": (Callable(2.0), Callable(3.0)),
    "methods": (Callable(2.0).method, Callable(3.0).method),
}


@pytest.mark.native
@pytest.mark.parametrize("how", SAME_NAME)
def test_two_equations_of_one_name(how, tmp_path, monkeypatch):
    """Neither from memory nor from disk, in either order, is one served for the other."""
    monkeypatch.setenv("JOUNCE_CACHE", str(tmp_path / "cache"))
    texts = SAME_NAME[how]
    for order in (texts, texts[::-1]):
        forget()
        equations = [equation(text) for text in order]
        for batch in (Q, np.stack([Q] * 5)):
            for one in (*equations, *equations):
                jn.set_backend("python")
                expected = call(one, ROBOT, (batch,))
                jn.set_backend("native")
                found = call(one, ROBOT, (batch,))
                assert np.abs(found - expected).max() <= 1e-14 * np.abs(expected).max()


def test_what_is_told_apart():
    for how, (one, two) in SAME_NAME.items():
        assert fingerprint(one) != fingerprint(two), how
    things = [
        Equation("e", ("q",), scaled, closure([1.0])),
        Equation("e", ("q",), scaled, closure([2.0])),
        Equation("e", ("q", "qd"), scaled, closure([1.0])),
        Equation("e", ("q",), scaled, closure([1.0]), partials=Partials("y")),
        Equation("e", ("q",), scaled, closure([1.0]), takes="link"),
        Equation("e", ("q",), scaled, closure([1.0]), prepare=closure([1.0])),
        Equation("e", ("q",), scaled, closure([1.0]), loop=Loop(closure([1.0]))),
        *(
            1,
            1.0,
            True,
            "1",
            b"1",
            None,
            ...,
            -0.0,
            0.0,
            (1,),
            [1],
            {1: 2},
            {2: 1},
            frozenset({1}),
            np.float64(1.0),
            np.float32(1.0),
        ),
        *(LONG, OTHER, LONG.astype(np.float32), LONG.reshape(2, 2500), np.array([3.0]), np.array([CLOSE])),
        *(Numbers(2.0), Numbers(3.0), ToolOutputs((0,), (1,)), ToolOutputs((0, 1), ()), ((0,), (1,))),
        *(object(), object(), max, Callable(2.0), Callable(2.0)),
    ]
    assert len({fingerprint(x) for x in things}) == len(things)


def test_the_same_is_the_same():
    for make in (closure, nested, default, keyword):
        value = [2.0] if make is closure else 2.0
        assert fingerprint(make(value)) == fingerprint(make(value))
    assert fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})
    assert fingerprint(partial(scaled, factor=2.0)) == fingerprint(partial(scaled, factor=2.0))
    assert fingerprint(Numbers(2.0)) == fingerprint(Numbers(2.0))
    assert fingerprint(LONG) == fingerprint(LONG.copy())


ALL = """
import gc
import jounce
from jounce.kernel.equation import Equation
from jounce.kernel.fingerprint import fingerprint
from jounce.functions.kinematics import output_jacobian
import jounce.control.laws.feedback_linearization
output_jacobian(jounce.load("planar_2r"), [0.1, 0.2])
print(*sorted(fingerprint(x) for x in gc.get_objects() if isinstance(x, Equation)), sep="\\n")
"""


def test_every_equation_of_ours_is_known_again_in_another_process():
    """With other hashes of text, too."""
    found = {seed: python(SOURCE, ALL, PYTHONHASHSEED=seed) for seed in ("1", "2")}
    assert found["1"] == found["2"]
    lines = found["1"].splitlines()
    assert len(lines) > 20
    assert len(set(lines)) == len(lines)


TWO = """
import sys
import numpy as np
import jounce as jn
from jounce.kernel.dispatch import call
from jounce.kernel.equation import Equation, Output
factor = float(sys.argv[1])
def closure(factor):
    return lambda plant, x: ([factor * a for a in x.motion[0]],)
equation = Equation("scaled", ("q",), closure(factor), lambda robot: (Output("y", (robot.n,)),))
jn.set_backend("native")
robot = jn.load("planar_2r")
found = call(equation, robot, (np.array([1.0, 2.0]),)), call(equation, robot, (np.ones((5, 2)),))
assert (found[0] == factor * np.array([[1.0, 2.0]])).all() and (found[1] == factor).all(), found
"""


@pytest.mark.native
def test_two_equations_of_one_name_in_two_processes(tmp_path):
    """The second finds the notes of the first on disk, and does not follow them; the third does."""
    cache = tmp_path / "cache"
    counts = []
    for factor in ("2.0", "3.0", "2.0"):
        done = subprocess.run(
            [sys.executable, "-c", TWO, factor],
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"JOUNCE_CACHE": str(cache), "PYTHONPATH": str(SOURCE.parent)},
        )
        assert done.returncode == 0, done.stderr
        counts.append(len(list(cache.glob("*.key"))))
    assert counts == [2, 4, 4]


# ---------------------------------------------------------------- identity


def test_an_equation_is_itself():
    again = dataclasses.replace(GRAVITY)
    assert again != GRAVITY
    assert Form(again) != Form(GRAVITY)
    assert len({again, GRAVITY}) == 2
    assert again not in SHORT_CUTS.of
    assert Kernel(Form(again), ROBOT) != Kernel(Form(GRAVITY), ROBOT)
    assert Kernel(Form(GRAVITY), ROBOT) == Kernel(Form(GRAVITY), ROBOT)


@pytest.mark.parametrize(
    "way", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))], ids=["copy", "deep", "pickle"]
)
def test_a_copy_of_an_equation_is_the_same_one(way):
    assert way(RNEA) is RNEA
    assert way(Form(RNEA, 2)) == Form(RNEA, 2)


def test_an_equation_of_a_control_law_is_pickled_by_its_name():
    assert pickle.loads(pickle.dumps(AT_GOAL)) is AT_GOAL


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy], ids=["copy", "deep"])
def test_an_equation_without_a_name_in_a_module(way):
    one = equation(scaled)
    assert way(one) is one
    with pytest.raises(pickle.PicklingError, match="scaled: an equation without a name"):
        pickle.dumps(one)


@pytest.mark.native
def test_a_replaced_equation_has_its_own_code():
    jn.set_backend("native")
    other = dataclasses.replace(GRAVITY, evaluate=lambda plant, x: ([5.0 * a for a in x.motion[0]],))
    for _ in range(3):  # the third by the short cut
        np.testing.assert_allclose(call(other, ROBOT, (Q,)), 5.0 * Q, rtol=1e-15)
        expected = jn.rnea(ROBOT, Q, 0.0 * Q, 0.0 * Q)
        np.testing.assert_allclose(jn.gravity_torque(ROBOT, Q), expected, rtol=1e-12)
