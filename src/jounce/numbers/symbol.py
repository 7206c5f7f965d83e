"""Symbols: scalars that trace arithmetic on symbols into an expression graph.

Nodes are hash-consed: every operation is looked up before a node is created, so a subexpression that occurs twice is one node.
Constants fold while the graph is built: `0*x`, `1*x`, `x+0`, `x-x`, signs and constant factors vanish. Constants stay plain
Python floats; a product that folds to zero *is* the float 0.0, so that products with this zero fold as well.

    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    z = x * y + y * x            # one product, doubled
    graph.evaluate([z], {x: 2.0, y: 3.0})    # [12.0]
"""

import operator
from collections.abc import Callable, Mapping, Sequence

from jounce.errors import CompilerError
from jounce.numbers.elementary import (
    Number,
    Scalar,
    atan,
    exp,
    log,
    power,
    real_exponent,
    select,
    sign,
    sincos,
    sqrt,
    tanh,
    whole_power,
)

PLAIN = (int, float)
"""Types of constants in operations with symbols; with operands of other types, such as jets, the method of that type is used."""
INPUT, CONSTANT, ADD, SUB, MUL, DIV, NEG, SIN, COS, SQRT = [
    "input",
    "const",
    "add",
    "sub",
    "mul",
    "div",
    "neg",
    "sin",
    "cos",
    "sqrt",
]
EXP, LOG, TANH, ATAN, ABS, SIGN, POW = ["exp", "log", "tanh", "atan", "abs", "sign", "pow"]
"""Names of unary operations, and of the power, whose right operand is a constant."""
SELECT = "select"
"""Name of the operation (x, below, otherwise) of `select`, the only one with three operands."""


class Graph:
    """Hash-consed expression graph; `nodes` lists every node after its operands.

    Examples
    --------
    >>> import jounce as jn
    >>> graph = jn.numbers.Graph()
    >>> x, y = graph.symbol("x"), graph.symbol("y")
    >>> graph.evaluate([x * y + y * x], {x: 2.0, y: 3.0})
    [12.0]
    """

    def __init__(self, most: int | None = None) -> None:
        """Create an empty graph; most: trace limit, beyond which a new node raises `CompilerError`."""
        self.most = most
        self.nodes: list[Symbol] = []
        self._operations: dict[tuple[str, int, int, int], Symbol] = {}
        self._constants: dict[float, Symbol] = {}

    def symbol(self, name: str) -> "Symbol":
        """Add an input node with this name and return the node, a symbol."""
        return self._append(INPUT, None, None, None, name)

    def _append(
        self, op: str, left: "Symbol | None", right: "Symbol | None", third: "Symbol | None", data: str | float | None
    ) -> "Symbol":
        """Append a node to `nodes` and return the node; raise `CompilerError` at the trace limit."""
        if len(self.nodes) == self.most:
            raise CompilerError(f"more than {self.most} operations")
        node = Symbol(self, len(self.nodes), op, left, right, third, data)
        self.nodes.append(node)
        return node

    def constant(self, value: float) -> "Symbol":
        """Return the unique node of a constant; such nodes occur only as operands."""
        node = self._constants.get(value)
        if node is None:
            node = self._constants[value] = self._append(CONSTANT, None, None, None, value)
        return node

    def find(self, op: str, left: "Symbol", right: "Symbol") -> "Symbol | None":
        """Return the node of the operation `op` on two operands if it exists in the graph, else None."""
        return self._operations.get((op, left.index, right.index, -1))

    def node(self, op: str, left: "Symbol", right: "Symbol | None" = None, third: "Symbol | None" = None) -> "Symbol":
        """Return the unique node of the operation `op` on these operands; create the node if it does not exist."""
        key = (op, left.index, -1 if right is None else right.index, -1 if third is None else third.index)
        node = self._operations.get(key)
        if node is None:
            node = self._operations[key] = self._append(op, left, right, third, None)
        return node

    def evaluate(self, outputs: Sequence[Scalar], inputs: "Mapping[Symbol, Scalar]") -> list[Number]:
        """Return the values of `outputs` for the scalars `inputs`, {input node: value}; each node is computed once."""
        return self.evaluator(outputs)(inputs)

    def evaluator(self, outputs: Sequence[Scalar]) -> "Callable[[Mapping[Symbol, Number]], list[Number]]":
        """Return a function of {input node: value} that returns the values of `outputs` and frees each value after its last use.

        Cache this function where the same outputs are computed often: sorting the nodes takes as long as a thousand evaluations.
        """
        needed = self.reachable(outputs)
        nodes = [node for node in self.nodes if node in needed]
        place = {node: i for i, node in enumerate(nodes)}
        results = {x for x in outputs if isinstance(x, Symbol)}
        last = {operand: node for node in nodes for operand in node.operands if operand not in results}
        steps: list[tuple[int, Callable[..., Number], tuple[int, ...], list[int]]] = []
        begin: list[Number] = [node.data if node.op == CONSTANT else None for node in nodes]
        for i, node in enumerate(nodes):
            if node.op not in (INPUT, CONSTANT):
                function = select if node.third is not None else (_UNARY if node.right is None else _BINARY)[node.op]
                operands = node.operands
                spent = sorted({place[x] for x in operands if last.get(x) is node})
                steps.append((i, function, tuple(place[x] for x in operands), spent))
        entries = [(i, node) for i, node in enumerate(nodes) if node.op == INPUT]

        def values_of(inputs: "Mapping[Symbol, Number]") -> list[Number]:
            values = begin.copy()
            for i, node in entries:
                values[i] = inputs[node]
            for i, function, operands, spent in steps:
                values[i] = function(*[values[k] for k in operands])
                for k in spent:
                    values[k] = None
            return [values[place[x]] if isinstance(x, Symbol) else x for x in outputs]

        return values_of

    def reachable(self, outputs: Sequence[Scalar]) -> "set[Symbol]":
        """Return the set of all nodes on which `outputs` depend, the outputs included."""
        nodes: set[Symbol] = set()
        waiting = [x for x in outputs if isinstance(x, Symbol)]
        while waiting:
            node = waiting.pop()
            if node not in nodes:
                nodes.add(node)
                if node.left is not None:
                    waiting.append(node.left)
                    if node.right is not None:
                        waiting.append(node.right)
                        if node.third is not None:
                            waiting.append(node.third)
        return nodes


class Symbol:
    """A node of a `Graph`, used as a scalar. Equal expressions are the same object, since nodes are unique."""

    __slots__ = ("data", "graph", "index", "left", "op", "right", "third")
    __array_ufunc__ = None

    def __init__(
        self,
        graph: Graph,
        index: int,
        op: str,
        left: "Symbol | None",
        right: "Symbol | None",
        third: "Symbol | None",
        data: str | float | None,
    ) -> None:
        self.graph = graph
        self.index = index
        self.op = op
        self.left = left
        self.right = right
        self.third = third
        self.data = data

    @property
    def operand(self) -> "Symbol":
        """Return the first operand of the node, which must be an operation."""
        assert self.left is not None
        return self.left

    @property
    def operands(self) -> "list[Symbol]":
        """Return all operands of the node; an empty list for an input or a constant."""
        return [x for x in (self.left, self.right, self.third) if x is not None]

    def __repr__(self) -> str:
        return str(self.data) if self.op == INPUT else f"<{self.op} #{self.index}>"

    def __pos__(self) -> "Symbol":
        return self

    def __neg__(self) -> "Symbol":
        return self.operand if self.op == NEG else self.graph.node(NEG, self)

    def __add__(self, other: Number) -> Number:
        if not isinstance(other, Symbol):
            if not isinstance(other, PLAIN):
                return NotImplemented
            if other == 0:
                return self
            other = self.graph.constant(float(other))
        if other is self:
            return self * 2.0
        if other.op == NEG:
            return self - other.operand
        if self.op == NEG:
            return other - self.operand
        return self.graph.node(ADD, *_in_order(self, other))

    __radd__ = __add__

    def __sub__(self, other: Number) -> Number:
        if not isinstance(other, Symbol):
            return self + (-other) if isinstance(other, PLAIN) else NotImplemented
        if other is self:
            return 0.0
        if other.op == NEG:
            return self + other.operand
        if self.op == NEG:
            return -(self.operand + other)
        mirrored = self.graph.find(SUB, other, self)  # b - a exists already: its negative is free in most places
        return self.graph.node(SUB, self, other) if mirrored is None else -mirrored

    def __rsub__(self, other: Number) -> Number:
        return (-self) if other == 0 else self.graph.constant(float(other)) - self

    def __mul__(self, other: Number) -> Number:
        if not isinstance(other, Symbol):
            return self._scaled(float(other)) if isinstance(other, PLAIN) else NotImplemented
        if self.op == NEG:
            return -(self.operand * other)
        if other.op == NEG:
            return -(self * other.operand)
        return self.graph.node(MUL, *_in_order(self, other))

    __rmul__ = __mul__

    def _scaled(self, factor: float) -> Number:
        """Return factor * x; signs move outside, and constant factors of a product fold into one."""
        if factor == 0.0:
            return 0.0
        if factor == 1.0:
            return self
        if factor < 0.0:
            return -(self._scaled(-factor))
        if self.op == NEG:
            return -(self.operand._scaled(factor))
        if self.op == MUL and self.operand.op == CONSTANT:  # constants come first, see _in_order
            assert self.right is not None
            return self.right._scaled(float(self.operand.data) * factor)  # type: ignore[arg-type]
        return self.graph.node(MUL, self.graph.constant(factor), self)

    def __truediv__(self, other: Number) -> Number:
        if not isinstance(other, Symbol):
            return self._scaled(1.0 / float(other)) if isinstance(other, PLAIN) else NotImplemented
        if other is self:
            return 1.0
        if self.op == NEG:
            return -(self.operand / other)
        if other.op == NEG:
            return -(self / other.operand)
        return self.graph.node(DIV, self, other)

    def __rtruediv__(self, other: Number) -> Number:
        if other == 0:
            return 0.0
        if self.op == NEG:
            return -(other / self.operand)
        return self.graph.node(DIV, self.graph.constant(float(other)), self)

    def __pow__(self, exponent: float) -> Number:
        """Return x**p for real p, by multiplication for integer p."""
        p = real_exponent(exponent)
        if p == 0.5:
            return self.sqrt()
        if not p.is_integer():
            return self.graph.node(POW, self, self.graph.constant(p))
        if p == 0.0:
            return 1.0
        return whole_power(self, int(p)) if p > 0.0 else 1.0 / whole_power(self, -int(p))

    def __abs__(self) -> "Symbol":
        """Return |x|; |x| and |-x| are the same node."""
        if self.op in (ABS, SQRT, EXP):
            return self
        return abs(self.operand) if self.op == NEG else self.graph.node(ABS, self)

    def signum(self) -> "Symbol":
        """Return -1 where x < 0, otherwise 1."""
        return self.graph.node(SIGN, self)

    @staticmethod
    def select(x: Scalar, below: Scalar, otherwise: Scalar) -> Number:
        """Return `below` where x < 0, else `otherwise`; a branch of another type, such as a jet, is selected by that type."""
        value: Number = x
        branches: tuple[Number, Number] = (below, otherwise)
        for branch in branches:
            if not isinstance(branch, (Symbol, *PLAIN)):
                return branch.select(x, below, otherwise)
        if not isinstance(x, Symbol):
            return below if value < 0 else otherwise
        a, b = (y if isinstance(y, Symbol) else x.graph.constant(float(y)) for y in branches)
        return below if a is b else x.graph.node(SELECT, x, a, b)

    def sqrt(self) -> "Symbol":
        """Return the node of the square root of x."""
        return self.graph.node(SQRT, self)

    def exp(self) -> "Symbol":
        """Return the node of exp(x)."""
        return self.graph.node(EXP, self)

    def log(self) -> "Symbol":
        """Return the node of the natural logarithm of x."""
        return self.graph.node(LOG, self)

    def tanh(self) -> "Symbol":
        """Return tanh(x); for x = -y the result is -tanh(y), so that both signs share one node tanh(y)."""
        return -self.operand.tanh() if self.op == NEG else self.graph.node(TANH, self)

    def atan(self) -> "Symbol":
        """Return atan(x); for x = -y the result is -atan(y), so that both signs share one node atan(y)."""
        return -self.operand.atan() if self.op == NEG else self.graph.node(ATAN, self)

    def sincos(self) -> tuple["Symbol", "Symbol"]:
        """Return (sin x, cos x); for x = -y the result is (-sin y, cos y), from the nodes of y."""
        if self.op == NEG:
            sine, cosine = self.operand.sincos()
            return -sine, cosine
        return self.graph.node(SIN, self), self.graph.node(COS, self)


def _in_order(a: Symbol, b: Symbol) -> tuple[Symbol, Symbol]:
    """Return the two operands of a commutative operation in canonical order: a constant first, otherwise by index."""
    if b.op == CONSTANT or (a.op != CONSTANT and b.index < a.index):
        return b, a
    return a, b


_UNARY: dict[str, Callable[[Number], Number]] = {
    NEG: operator.neg,
    SIN: lambda x: sincos(x)[0],
    COS: lambda x: sincos(x)[1],
    SQRT: sqrt,
    EXP: exp,
    LOG: log,
    TANH: tanh,
    ATAN: atan,
    ABS: abs,
    SIGN: sign,
}
_BINARY: dict[str, Callable[[Number, Number], Number]] = {
    ADD: operator.add,
    SUB: operator.sub,
    MUL: operator.mul,
    DIV: operator.truediv,
    POW: power,
}
