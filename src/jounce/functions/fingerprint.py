"""What an equation is, in a form that is the same in every process: how compiled code is found again on disk."""

import hashlib
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import lru_cache, partial
from importlib import resources
from types import CodeType, FunctionType, NoneType
from typing import Any
from uuid import uuid4

import numpy as np

from jounce.functions.equation import Equation

EXACT = (bool, int, float, complex, str, bytes, NoneType)
"""What `repr` tells apart."""


def fingerprint(x: Any) -> str:
    """A text that two things share only if they do the same: functions by their code and what it closes over.

    Where that cannot be known, as of objects with methods of their own, it is one that nothing else has.
    """
    if isinstance(x, Equation):
        shape = fingerprint((x.arguments, x.takes, x.partial, x.outputs))
        return f"{x.name}({fingerprint(x.text)}, {fingerprint(x.prepare)}, {fingerprint(x.loop)}, {shape})"
    if isinstance(x, partial):
        return f"{fingerprint(x.func)}({fingerprint(x.args)}, {fingerprint(x.keywords)})"
    if isinstance(x, FunctionType):
        return f"{x.__module__}.{x.__qualname__} {fingerprint(x.__code__)} {fingerprint(_bound(x))}"
    if isinstance(x, CodeType):
        constants = [fingerprint(c) for c in x.co_consts]
        return hashlib.sha256(repr((x.co_code, x.co_names, x.co_varnames, constants)).encode()).hexdigest()[:16]
    if isinstance(x, (list, tuple)):
        return f"{type(x).__qualname__}({', '.join(map(fingerprint, x))})"
    if isinstance(x, (dict, frozenset)):
        return f"{type(x).__qualname__}({', '.join(sorted(map(fingerprint, x.items() if isinstance(x, dict) else x)))})"
    if isinstance(x, np.ndarray) and x.dtype != object:
        return f"array {x.dtype} {x.shape} {hashlib.sha256(x.tobytes()).hexdigest()}"
    if isinstance(x, np.generic):
        return f"{type(x).__qualname__} {x!r}"  # NumPy 1 writes a number of its own as one of Python's
    if is_dataclass(x) and not isinstance(x, type):
        return f"{type(x).__qualname__}({fingerprint([getattr(x, field.name) for field in fields(x)])})"
    return repr(x) if isinstance(x, EXACT) or x is Ellipsis else f"{type(x).__qualname__} {uuid4()}"


def _bound(function: Callable[..., Any]) -> list[Any]:
    """What a function reads besides its arguments and names of its module."""
    inside = [cell.cell_contents for cell in function.__closure__ or ()]
    return [*inside, function.__defaults__, function.__kwdefaults__]


@lru_cache(maxsize=1)
def texts() -> str:
    """A digest of every text of the package: when one of them changes, compiled code may be out of date."""
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
