"""Partial derivatives of the rigid tree's joint forces with respect to motion, by reverse mode on their expression graph."""

from functools import lru_cache
from typing import Any

from jounce.codegen.gradient import gradient
from jounce.dynamics.newton_euler import newton_euler
from jounce.functions.equation import Equation, Numbers, Output, Place
from jounce.functions.evaluate import evaluate
from jounce.numbers import Graph, Symbol
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.tree import Tree


@lru_cache(maxsize=16)
def _written_down(tree: Tree) -> tuple[Graph, list[Symbol], Numbers]:
    """Graph, inputs (q, qd, qdd) and d tau_i / d input_j, row-major in i, k, j for derivative k."""
    graph = Graph()
    n = len(tree.bodies)
    inputs = [graph.symbol(f"x{k}") for k in range(3 * n)]
    tau = newton_euler(tree, inputs[:n], inputs[n : 2 * n], inputs[2 * n :])
    return graph, inputs, [slope for torque in tau for slope in gradient(graph, torque, inputs)]


def _partials(tree: Tree, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Any, ...]:
    graph, inputs, slopes = _written_down(tree)
    values = graph.evaluate(slopes, dict(zip(inputs, [x for row in motion for x in row])))
    n = len(tree.bodies)
    return tuple([values[(3 * i + k) * n : (3 * i + k + 1) * n] for i in range(n)] for k in range(3))


PARTIALS = Equation(
    "rnea_partials", 3, _partials, lambda n: (Output("by_q", (n, n)), Output("by_qd", (n, n)), Output("by_qdd", (n, n)))
)


def rnea_partials(robot: Robot, q: Any, qd: Any, qdd: Any, *higher: Any, threads: int | None = None) -> tuple[Array, ...]:
    """d tau / d q, d tau / d qd and d tau / d qdd = M of `rnea`, each (len-2, ..., n, n): row i is tau_i, column j is q_j.

    Like `rnea` itself each comes with as many time derivatives as are passed beyond qdd.
    """
    return evaluate(PARTIALS, robot, (q, qd, qdd, *higher), threads=threads)
