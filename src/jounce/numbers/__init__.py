"""WHAT A NUMBER IS: Taylor series, symbols, elementary functions, and the way between arrays and component numbers."""

from jounce.numbers.elementary import Number, atan, cos, exp, log, select, sign, sin, sincos, sqrt, tanh
from jounce.numbers.jet import Jet, derivatives
from jounce.numbers.symbol import Graph, Symbol

__all__ = [
    "Graph",
    "Jet",
    "Number",
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
