"""The order of instructions: as the recursion wrote them, with each value made no earlier than it pays.

A recursion over links is already a good schedule: at its end of the arm few values are alive. Measured on the LWR (order 0 / 2):
58 / 176 values alive at most as written, 97 / 196 depth first from the outputs, 96 / 211 by list scheduling from the end. What
is left to gain is to hold back an operation that ends no operand's life until its result is wanted: 55 / 169.
"""

from collections.abc import Sequence

from jounce.numbers import Graph, Number, Symbol


def schedule(graph: Graph, outputs: Sequence[Number]) -> list[Symbol]:
    """The nodes that `outputs` need, operands before results, few alive at a time."""
    needed = graph.reachable(outputs)
    written = [node for node in graph.nodes if node in needed]
    last_use: dict[Symbol | None, Symbol] = {}
    for node in written:
        last_use[node.left] = last_use[node.right] = node
    wanted = {x for x in outputs if isinstance(x, Symbol)}
    done: set[Symbol | None] = {None}
    order: list[Symbol] = []
    for node in written:
        left, right = node.left, node.right
        ends_a_life = last_use[left] is node or last_use[right] is node
        if ends_a_life or node in wanted:
            if left in done and right in done:
                done.add(node)
                order.append(node)
            else:
                _emit(node, done, order)
    return order


def _emit(node: Symbol, done: set[Symbol | None], order: list[Symbol]) -> None:
    """Append a node after whatever it still waits for."""
    stack = [node]
    while stack:
        top = stack[-1]
        waiting = [x for x in (top.right, top.left) if x is not None and x not in done]
        if top in done:
            stack.pop()
        elif waiting:
            stack += waiting
        else:
            done.add(top)
            order.append(top)
            stack.pop()
