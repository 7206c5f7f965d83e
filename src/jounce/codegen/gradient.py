"""Reverse-mode differentiation on the expression graph: the gradient of one result by all inputs, as new expressions."""

from collections.abc import Callable, Sequence

from jounce.numbers import Graph, Number, Symbol, select
from jounce.numbers.elementary import sech_squared
from jounce.numbers.symbol import ABS, ADD, ATAN, CONSTANT, COS, DIV, EXP, LOG, MUL, NEG, POW, SELECT, SIGN, SIN, SQRT, SUB, TANH

_UNARY: dict[str, Callable[[Symbol, Symbol], Number]] = {
    NEG: lambda a, node: -1.0,
    SQRT: lambda a, node: 0.5 / node,
    SIN: lambda a, node: a.sincos()[1],
    COS: lambda a, node: -a.sincos()[0],
    EXP: lambda a, node: node,
    LOG: lambda a, node: 1.0 / a,
    TANH: lambda a, node: sech_squared(a),
    ATAN: lambda a, node: 1.0 / (a * a + 1.0),
    ABS: lambda a, node: a.signum(),
    SIGN: lambda a, node: 0.0,
}
"""{operation f: function of (a, node) that returns the derivative f'(a)}: operations of one operand a, with node = f(a)."""


def gradient(graph: Graph, result: Number, inputs: Sequence[Symbol]) -> list[Number]:
    """Return d result / d input for each input; subexpressions are shared with existing nodes of the graph."""
    if not isinstance(result, Symbol):
        return [0.0] * len(inputs)
    adjoint: dict[Symbol, Number] = {result: 1.0}
    needed = graph.reachable([result])
    for node in [x for x in reversed(graph.nodes) if x in needed]:
        bar = adjoint.get(node)
        if bar is None or node.left is None:
            continue
        for operand, share in _shares(node, bar):
            if operand.op != CONSTANT:
                adjoint[operand] = adjoint.get(operand, 0.0) + share
    return [adjoint.get(x, 0.0) for x in inputs]


def _shares(node: Symbol, bar: Number) -> list[tuple[Symbol, Number]]:
    """Return [(operand, contribution of the node to the operand's adjoint)]: partial derivative times `bar`, the node's adjoint.

    The adjoint of a node is the derivative of the differentiated result by this node.
    A SELECT passes its adjoint to the selected operand.
    """
    if node.op == SELECT:
        x, below, otherwise = node.operands
        return [(below, select(x, bar, 0.0)), (otherwise, select(x, 0.0, bar))]
    return [(operand, bar * slope) for operand, slope in _slopes(node) if operand.op != CONSTANT]


def _slopes(node: Symbol) -> list[tuple[Symbol, Number]]:
    """Return [(operand, partial derivative of the node by this operand)] of a node other than SELECT.

    The exponent of a power is a constant and left out.
    """
    a, b = node.operand, node.right
    if b is None:
        return [(a, _UNARY[node.op](a, node))]
    if node.op == ADD:
        return [(a, 1.0), (b, 1.0)]
    if node.op == SUB:
        return [(a, 1.0), (b, -1.0)]
    if node.op == MUL:
        return [(a, _value(b)), (b, _value(a))]
    if node.op == POW:
        p = _value(b)
        return [(a, p * a ** (p - 1.0))]
    assert node.op == DIV
    return [(a, 1.0 / b), (b, -(node / b))]


def _value(x: Symbol) -> Number:
    """Convert a constant node to a Python float, which folds with other constants; return other nodes unchanged."""
    return x.data if x.op == CONSTANT else x
