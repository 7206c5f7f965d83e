"""WHAT A NUMBER IS: Taylor series, symbols, and the way between arrays and component numbers."""

from jounce.numbers.elementary import Number, sincos, sqrt
from jounce.numbers.jet import Jet, derivatives
from jounce.numbers.symbol import Graph, Symbol

__all__ = ["Graph", "Jet", "Number", "Symbol", "derivatives", "sincos", "sqrt"]
