"""The three functions the equations need besides + - * /, on whatever a number is.

A number that knows its own functions (`Jet`, `Symbol`) is asked for them. Any other number is handed to the library it comes
from: `math` for Python's own, NumPy for arrays, and CasADi, mpmath or SymPy for theirs. None of those is imported here: a
number of a library can only exist once that library has been imported.
"""

import math
import sys
from functools import lru_cache
from types import ModuleType
from typing import Any

import numpy as np

from jounce.errors import InputError

Number = Any
"""Anything with + - * /: float, NumPy array, Jet, Symbol, CasADi SX, mpmath mpf, SymPy expression."""


@lru_cache(maxsize=64)
def _library(module: str) -> ModuleType:
    root = module.partition(".")[0]
    library = math if root == "builtins" else sys.modules[root]
    if not all(hasattr(library, name) for name in ("sin", "cos", "sqrt")):
        raise InputError(f"numbers of {module} have no sine, cosine and square root; convert them to another kind.")
    return library


def _is_object_array(x: Number) -> bool:
    return isinstance(x, np.ndarray) and x.dtype == object


def sincos(x: Number) -> tuple[Number, Number]:
    """(sin x, cos x), computed together because series and code generators share work between them."""
    own = getattr(x, "sincos", None)
    if own is not None:
        sine, cosine = own()
        return sine, cosine
    if _is_object_array(x):
        sine, cosine = np.frompyfunc(sincos, 1, 2)(x)
        return sine, cosine
    library = _library(type(x).__module__)
    return library.sin(x), library.cos(x)


def sqrt(x: Number) -> Number:
    """Square root of x."""
    own = getattr(x, "sqrt", None)
    if own is not None:
        return own()
    if _is_object_array(x):
        return np.frompyfunc(sqrt, 1, 1)(x)
    return _library(type(x).__module__).sqrt(x)


def is_constant(x: Number, value: float) -> bool:
    """Whether x is the plain Python constant `value`, a zero or a one of the model's geometry.

    Arithmetic on series and symbols drops such terms as it goes. An array that merely holds zeros is not a constant.
    """
    return (type(x) is float or type(x) is int) and bool(x == value)
