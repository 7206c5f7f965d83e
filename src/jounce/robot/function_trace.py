"""Trace of a user's function as text. Spring laws from functions are equal, and share compiled code, only if traces are equal."""

from collections.abc import Callable
from typing import Any

from jounce.numbers import Graph, Symbol


def trace_text(function: Callable[[Any], Any]) -> str:
    """Return the traced operations of a function of one scalar as text; constants appear in the text with their values."""
    graph = Graph()
    value = function(graph.symbol("x"))
    steps = [(node.op, [operand.index for operand in node.operands], node.data) for node in graph.nodes]
    return repr((steps, ("result", value.index) if isinstance(value, Symbol) else value))
