"""Public names: one table, lazily imported, the same for `dir`, for type checkers and for readers of an error."""

import ast
import inspect
import subprocess
import sys

import pytest

import jounce as jn
from support.public_names import members, public

LAZY = {"jounce": jn, **{f"jounce.{room}": getattr(jn, room) for room in ("dynamics", "plot", "trajectory")}}
SUBMODULES = [getattr(jn, room) for room in jn.SUBMODULES]


def test_a_user_of_the_first_weeks_reads_few_names():
    assert len(jn.NAMES) <= 60


@pytest.mark.parametrize("module", [jn, *SUBMODULES], ids=lambda module: module.__name__)
def test_names_exist_and_are_sorted(module):
    assert members(module)
    assert module.__all__ == sorted(module.__all__)
    assert set(module.__all__) <= set(dir(module))


@pytest.mark.parametrize("name", LAZY)
def test_type_checkers_see_the_table(name):
    """The imports under `if TYPE_CHECKING` are those of the table."""
    module = LAZY[name]
    (block,) = (node for node in ast.parse(inspect.getsource(module)).body if ast.unparse(node).startswith("if TYPE_CHECKING"))
    imported = {alias.asname: node.module for node in block.body for alias in node.names if alias.asname == alias.name}
    assert imported == module.NAMES | {room: "jounce" for room in jn.SUBMODULES if module is jn}


def test_dir_lists_public_names_alone():
    code = "import jounce, jounce.kernel; print(*dir(jounce))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert [name for name in done.stdout.split() if not name.startswith("__")] == jn.__all__


def test_no_name_has_two_meanings():
    """A name of a submodule that is public by itself as well is the same object; `load` reads robots, or paths."""
    flat = members(jn)
    twice = {name for room in SUBMODULES for name, value in members(room).items() if flat.get(name, value) is not value}
    assert twice == {"load"}
    last = [name.rpartition(".")[2] for name in public() if name != "trajectory.load"]
    assert {name for name in last if last.count(name) > 1} == {"frequency_response"}


@pytest.mark.parametrize(
    ("name", "home"),
    [
        ("Run", "simulation.Run"),
        ("Statics", "dynamics.Statics"),
        ("line", "trajectory.line"),
        ("ForwardPartials", "dynamics.ForwardDynamicsDerivatives"),
        ("Cross", "robot.SpringCoupling"),
    ],
)
def test_errors_say_where_a_name_is(name, home):
    with pytest.raises(AttributeError, match=rf"^jounce has no '{name}'; it is jounce\.{home}$"):
        getattr(jn, name)


@pytest.mark.parametrize("name", ["nothing", "_private", "__wrapped__"])
def test_errors_of_names_that_are_nowhere(name):
    with pytest.raises(AttributeError, match=rf"^jounce has no '{name}'$"):
        getattr(jn, name)
