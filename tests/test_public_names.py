"""Public names: one table, lazily imported, the same for `dir`, for type checkers and for readers of an error."""

import ast
import inspect
import subprocess
import sys
import typing
from dataclasses import InitVar

import numpy as np
import pytest
from numpy.typing import DTypeLike

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
def test_moved_names_come_from_their_submodule_with_a_warning(name, home):
    with pytest.warns(DeprecationWarning, match=rf"^jounce\.{name} is jounce\.{home}; the old name will go with version 1"):
        moved = getattr(jn, name)
    room, _, there = home.partition(".")
    assert moved is getattr(getattr(jn, room), there)
    assert name not in dir(jn)


@pytest.mark.parametrize("name", ["nothing", "_private", "__wrapped__"])
def test_errors_of_names_that_are_nowhere(name):
    with pytest.raises(AttributeError, match=rf"^jounce has no '{name}'$"):
        getattr(jn, name)


MOST_UNTYPED = 20
"""Arguments of public functions whose type may be `Any` or hold it: functions of users, options that are passed on."""


def hints(function):
    """{argument: type} of a function; names that only type checkers import are types of other libraries."""
    foreign = {}
    while True:
        try:
            return typing.get_type_hints(function, localns=foreign)
        except NameError as error:
            foreign[error.name] = object


def is_untyped(hint):
    """Whether a type is `Any` or holds it; the types of NumPy that hold it say that a shape or dtype is free."""
    if isinstance(hint, InitVar):
        hint = hint.type
    if hint is typing.Any:
        return True
    if typing.get_origin(hint) in (np.ndarray, np.dtype) or hint in (DTypeLike, DTypeLike | None):
        return False
    arguments = (x for y in typing.get_args(hint) for x in (y if isinstance(y, list) else [y]))
    return any(is_untyped(x) for x in arguments)


def functions():
    """(dotted name, function) of all public functions, methods and constructors; those of named tuples name their fields."""
    for name, value in public().items():
        if inspect.isfunction(value):
            yield name, value
        for key, member in vars(value).items() if inspect.isclass(value) else ():
            function = inspect.unwrap(getattr(member, "__func__", member))
            if inspect.isfunction(function) and (key[0] != "_" or key in ("__init__", "__call__")):
                yield f"{name}.{key}", function


def test_arguments_have_types():
    arguments, untyped = 0, []
    for name, function in functions():
        if function.__module__.startswith("typing"):  # the constructor of a protocol
            continue
        types = hints(function)
        named = [argument for argument in inspect.signature(function).parameters if argument not in ("self", "cls")]
        arguments += len(named)
        untyped += [f"{name}({argument})" for argument in named if is_untyped(types.get(argument, typing.Any))]
    assert arguments > 900
    assert len(untyped) <= MOST_UNTYPED, "\n".join(untyped)
