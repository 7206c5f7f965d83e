"""Reverse mode on the expression graph: the gradient of one result with respect to all inputs, as new expressions."""

from collections.abc import Sequence

from jounce.numbers import Graph, Number, Symbol
from jounce.numbers.symbol import ADD, CONSTANT, DIV, MUL, NEG, SIN, SQRT, SUB


def gradient(graph: Graph, result: Number, inputs: Sequence[Symbol]) -> list[Number]:
    """d result / d input for each input; shares every subexpression with what the graph already holds."""
    if not isinstance(result, Symbol):
        return [0.0] * len(inputs)
    adjoint: dict[Symbol, Number] = {result: 1.0}
    needed = graph.reachable([result])
    for node in [x for x in reversed(graph.nodes) if x in needed]:
        bar = adjoint.get(node)
        if bar is None or node.left is None:
            continue
        for operand, slope in _slopes(node):
            if operand.op == CONSTANT:
                continue
            adjoint[operand] = adjoint.get(operand, 0.0) + bar * slope
    return [adjoint.get(x, 0.0) for x in inputs]


def _slopes(node: Symbol) -> list[tuple[Symbol, Number]]:
    """Each operand with the partial derivative of the node with respect to it."""
    a, b = node.operand, node.right
    if b is None:
        if node.op == NEG:
            return [(a, -1.0)]
        if node.op == SQRT:
            return [(a, 0.5 / node)]
        sine, cosine = a.sincos()
        return [(a, cosine if node.op == SIN else -sine)]
    if node.op == ADD:
        return [(a, 1.0), (b, 1.0)]
    if node.op == SUB:
        return [(a, 1.0), (b, -1.0)]
    if node.op == MUL:
        return [(a, _value(b)), (b, _value(a))]
    assert node.op == DIV
    return [(a, 1.0 / b), (b, -(node / b))]


def _value(x: Symbol) -> Number:
    """A constant as the plain number that it is, so that it folds and can stand as a result."""
    return x.data if x.op == CONSTANT else x
