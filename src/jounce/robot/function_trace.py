"""What a user's function does, as text: springs are equal, and share compiled code, only if theirs do the same."""

from collections.abc import Callable
from typing import Any

from jounce.numbers import Graph, Symbol


def trace_text(function: Callable[[Any], Any]) -> str:
    """What a function does now, operation by operation, whatever it reads besides its argument."""
    graph = Graph()
    found = function(graph.symbol("x"))
    steps = [(node.op, [operand.index for operand in node.operands], node.data) for node in graph.nodes]
    return repr((steps, found.index if isinstance(found, Symbol) else found))
