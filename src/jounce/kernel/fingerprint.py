"""Fingerprints of equations, equal in every process, by which compiled code is found on disk."""

import hashlib
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache, partial
from importlib import resources
from operator import itemgetter
from types import CellType, CodeType, FunctionType, NoneType
from typing import Any
from uuid import uuid4

import numpy as np

from jounce.codegen.program import Slot
from jounce.kernel.equation import Equation, Form
from jounce.plant.plant import locate, read
from jounce.plant.structure import structure_of
from jounce.robot import Robot
from jounce.robot.function_trace import trace_text
from jounce.robot.parameters import parameter_size

EXACT = (bool, int, float, complex, str, bytes, NoneType)
"""Types whose values differ if and only if their `repr` differs."""


class Fingerprint:
    """Map objects to texts; two functions have equal texts only if their code and closures are equal.

    Objects of types that `__call__` does not list get a unique text from `other`. A subclass that identifies more objects
    overrides `bound`, the values that a function reads, and `other`.
    """

    def __call__(self, x: Any) -> str:
        """Return the text that represents an object."""
        if isinstance(x, Equation):
            shape = self((x.arguments, x.takes, x.partials and x.partials.output, x.outputs))
            return f"{x.name}({self(x.evaluate)}, {self(x.prepare)}, {self(x.loop and x.loop.code)}, {shape})"
        if isinstance(x, partial):
            return f"{self(x.func)}({self(x.args)}, {self(x.keywords)})"
        if isinstance(x, FunctionType):
            return f"{x.__module__}.{x.__qualname__} {self(x.__code__)} {self(self.bound(x))}"
        if isinstance(x, CodeType):
            counts = x.co_argcount, x.co_posonlyargcount, x.co_kwonlyargcount, x.co_flags, x.co_exceptiontable
            names = x.co_names, x.co_varnames, x.co_freevars, x.co_cellvars
            constants = [self(c) for c in x.co_consts]
            return hashlib.sha256(repr((x.co_code, *counts, *names, constants)).encode()).hexdigest()[:16]
        if isinstance(x, (list, tuple)):
            return f"{type(x).__qualname__}({', '.join(map(self, x))})"
        if isinstance(x, dict):
            keys = sorted(((self(key), key) for key in x), key=itemgetter(0))
            return f"{type(x).__qualname__}({', '.join(f'{text}: {self(x[key])}' for text, key in keys)})"
        if isinstance(x, (set, frozenset)):
            return f"{type(x).__qualname__}({', '.join(sorted(map(self, x)))})"
        if type(x) is np.ndarray and not x.dtype.hasobject:  # a masked array is more than its numbers
            return f"array {x.dtype} {x.shape} {hashlib.sha256(x.tobytes()).hexdigest()}"
        if isinstance(x, np.generic):
            return f"{type(x).__qualname__} {x!r}"  # NumPy 1 writes a number of its own as one of Python's
        if is_dataclass(x) and not isinstance(x, type):
            return f"{type(x).__qualname__}({self([getattr(x, field.name) for field in fields(x)])})"
        return repr(x) if type(x) in EXACT or x is Ellipsis else self.other(x)

    def bound(self, function: FunctionType) -> list[Any]:
        """Return the values in the closure and the defaults of a function; globals of the module are not included."""
        inside = [_contents(cell) for cell in function.__closure__ or ()]
        return [*inside, function.__defaults__, function.__kwdefaults__]

    def other(self, x: Any) -> str:
        """Return a new unique text for an object of a type that `__call__` does not list."""
        return f"{type(x).__qualname__} {uuid4()}"


def _contents(cell: CellType) -> Any:
    """Return the value of a closure cell; Ellipsis while it is unset."""
    try:
        return cell.cell_contents
    except ValueError:
        return ...


fingerprint = Fingerprint()


@lru_cache(maxsize=1)
def texts() -> str:
    """Return a digest of all source files of the package, by which outdated compiled code is recognised."""
    digest = hashlib.sha256()
    waiting = [("", resources.files("jounce"))]
    while waiting:
        folder, at = waiting.pop()
        for file in sorted(at.iterdir(), key=lambda f: f.name):
            name = f"{folder}/{file.name}"
            if file.is_dir():
                waiting.append((name, file))
            elif name.endswith((".py", ".c")):
                digest.update(f"{name}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def recipe(form: Form, robot: Robot, inputs: Sequence[Slot], looped: bool) -> str:
    """Return a text that identifies the code of a form for a robot: all that the code depends on. looped: True for loop code."""
    live = {name: [1.0] * parameter_size(robot, name) for name, _ in form.parameters}  # not the robot's own: any number
    structure = structure_of(robot) if form.shared else None
    plant = form.equation.prepare(robot, read(robot, live, structure and structure.unit))
    which = structure and structure.pattern
    options = (form.order, form.wrenches, form.place, form.parameters, form.only, form.by, looped, which)
    names = tuple(joint.drive is not None for joint in robot.joints)
    tool = locate(robot, robot.tool)  # where a payload goes: the frame's name does not say
    laws = [None if side.spring is None else trace_text(side.spring.torque) for side in plant.beside]
    beside = fingerprint([(law, side.rubbing) for law, side in zip(laws, plant.beside)])
    springs = [None if m.law is None else (trace_text(m.law.torque), trace_text(m.law.rest)) for m in plant.motors]
    motors = tuple(m if m.law is None else m._replace(spring=None) for m in plant.motors)
    plant = plant._replace(beside=(), motors=motors)  # a function's address says nothing, nor its code
    return repr((fingerprint(form.equation), options, plant, beside, springs, names, robot.nq, tool, inputs, texts()))
