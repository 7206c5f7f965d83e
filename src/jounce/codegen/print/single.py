"""The text of a kernel in single precision: for controllers whose processors have no fast `double`."""

import re

import numpy as np

from jounce.errors import CompilerError

LITERAL = re.compile(r"(?<![\w.])\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]?\d+)")
"""A number as Python writes a float; whole numbers, which count, have neither point nor exponent."""
MATHEMATICS = re.compile(r"\b(sin|cos|sqrt|exp|log|tanh|atan|fabs|pow)\(")


def single(text: str) -> str:
    """Code without comments on `float` instead of `double`: types, literals and functions, so that nothing is widened."""
    return LITERAL.sub(_literal, MATHEMATICS.sub(r"\1f(", re.sub(r"\bdouble\b", "float", text)))


def _literal(found: re.Match[str]) -> str:
    with np.errstate(over="ignore", under="ignore"):
        value = np.float32(float(found.group()))
    if not np.isfinite(value):
        raise CompilerError(f"a constant of the code is {found.group()}, expected one that float holds: choose float64")
    return f"{value!s}f"
