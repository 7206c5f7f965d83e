"""Conversion of a kernel's C text to single precision, for controllers whose processors have no fast `double`."""

import re

import numpy as np

from jounce.errors import CompilerError

LARGEST = float(np.finfo(np.float32).max)
LITERAL = re.compile(r"(?<![\w.])\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]?\d+)")
"""Pattern of a floating-point literal; integers, such as indices, have neither point nor exponent."""
CEILING = re.compile(rf"const real (v\d+) = ({LITERAL.pattern}) - ")
"""Pattern of a C statement that computes `constant - value`, the condition of a SELECT."""
MATHEMATICS = re.compile(r"\b(sin|cos|sqrt|exp|log|tanh|atan|fabs|pow)\(")


def single(text: str) -> str:
    """Return C code with `float` in place of `double` in types, literals and functions: no operation is in double precision.

    A constant above the range of float becomes infinite if it is used in comparisons only; otherwise CompilerError is raised.
    """
    for match in CEILING.finditer(text):
        if float(match[2]) > LARGEST and _only_compared(match[1], text):
            text = text.replace(match[0], f"const real {match[1]} = INFINITY - ")
    return LITERAL.sub(_literal, MATHEMATICS.sub(r"\1f(", re.sub(r"\bdouble\b", "float", text)))


def _only_compared(name: str, text: str) -> bool:
    """Return True if the C value `name` is used in conditions of SELECT only, directly or after storage in the workspace."""
    uses = rf"SELECT\({name}, |w\[\d+\] = {name};|const real {name} = "
    return len(re.findall(uses, text)) == len(re.findall(rf"\b{name}\b", text))


def _literal(match: re.Match[str]) -> str:
    with np.errstate(over="ignore", under="ignore"):
        value = np.float32(float(match.group()))
    if not np.isfinite(value):
        raise CompilerError(f"a constant of the code is {match.group()}, expected one that float holds: choose float64")
    return f"{value!s}f"
