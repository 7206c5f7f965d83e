"""What an equation is, in a form that is the same in every process: how compiled code is found again on disk."""

import hashlib
from functools import lru_cache, partial
from importlib import resources
from types import CodeType, FunctionType
from typing import Any

from jounce.functions.equation import Equation


def fingerprint(x: Any) -> str:
    """A text that two things share only if they do the same: functions by their code and what it closes over."""
    if isinstance(x, Equation):
        return f"{x.name}({fingerprint(x.text)}, {fingerprint(x.prepare)}, {fingerprint(x.loop)})"
    if isinstance(x, partial):
        return f"{fingerprint(x.func)}({fingerprint(x.args)}, {fingerprint(x.keywords)})"
    if isinstance(x, FunctionType):
        inside = [cell.cell_contents for cell in x.__closure__ or ()]
        return f"{x.__module__}.{x.__qualname__} {fingerprint(x.__code__)} {fingerprint([*inside, x.__defaults__])}"
    if isinstance(x, CodeType):
        constants = [fingerprint(c) for c in x.co_consts]
        return hashlib.sha256(repr((x.co_code, x.co_names, x.co_varnames, constants)).encode()).hexdigest()[:16]
    if isinstance(x, (list, tuple)):
        return f"({', '.join(map(fingerprint, x))})"
    if isinstance(x, dict):
        return fingerprint(sorted(x.items()))
    return repr(x)


@lru_cache(maxsize=1)
def texts() -> str:
    """A digest of every text of the package: when one of them changes, compiled code may be out of date."""
    digest = hashlib.sha256()
    waiting = [resources.files("jounce")]
    while waiting:
        for file in sorted(waiting.pop().iterdir(), key=lambda f: f.name):
            if file.is_dir():
                waiting.append(file)
            elif file.name.endswith((".py", ".c")):
                digest.update(file.read_bytes())
    return digest.hexdigest()
