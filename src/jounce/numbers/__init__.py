"""SCALAR TYPES: Taylor series, symbols, balls, elementary functions of any scalar, and conversion between arrays and scalars."""

from jounce.numbers.elementary import Number, Scalar, atan, cos, exp, log, select, sign, sin, sincos, sqrt, tanh
from jounce.numbers.jet import Jet, derivatives
from jounce.numbers.symbol import Graph, Symbol

__all__ = [
    "Graph",
    "Jet",
    "Number",
    "Scalar",
    "Symbol",
    "atan",
    "cos",
    "derivatives",
    "exp",
    "log",
    "select",
    "sign",
    "sin",
    "sincos",
    "sqrt",
    "tanh",
]
