"""Partial derivatives of the rigid tree's joint forces with respect to motion, by reverse mode on their expression graph."""

from functools import lru_cache
from typing import Any

from jounce.codegen.gradient import gradient
from jounce.dynamics.newton_euler import newton_euler
from jounce.errors import InputError
from jounce.functions.charts import along
from jounce.functions.equation import LARGEST_GRADIENT, Equation, Numbers, Output, Place
from jounce.functions.evaluate import NOWHERE, evaluate, public
from jounce.functions.rigid import RNEA
from jounce.numbers import Graph, Jet, Symbol
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


def _by_rows(robot: Robot, rows: list[Numbers]) -> list[list[Numbers]]:
    """The same where a position is no vector: along each freedom a jet of order one."""
    if len(rows) > 3:
        raise InputError(f"rnea_partials of robot {robot.name!r}: with joints of several freedoms there are no time derivatives.")

    def column(k: int, h: int) -> Numbers:
        moved = along(robot.tree, rows[0], h) if k == 0 else [Jet([x, float(i == h)]) for i, x in enumerate(rows[k])]
        ((tau,),) = RNEA.results(robot, [moved if m == k else row for m, row in enumerate(rows)], None, NOWHERE, 0)
        return [x.coeffs[1] if isinstance(x, Jet) else 0.0 for x in tau]

    found = [[column(k, h) for h in range(robot.n)] for k in range(3)]
    return [[[part[h][i] for i in range(robot.n) for h in range(robot.n)]] for part in found]


PARTIALS = Equation(
    "rnea_partials",
    3,
    _partials,
    lambda n, _: (Output("by_q", (n, n)), Output("by_qd", (n, n)), Output("by_qdd", (n, n))),
    by_rows=_by_rows,
    largest=LARGEST_GRADIENT,
)


@public(PARTIALS)
def rnea_partials(robot: Robot, q: Any, qd: Any, qdd: Any, *higher: Any, threads: int | None = None) -> tuple[Array, ...]:
    """d tau / d q, d tau / d qd and d tau / d qdd = M of `rnea`, each (len-2, ..., n, n): row i is tau_i, column j is q_j.

    Like `rnea` itself each comes with as many time derivatives as are passed beyond qdd.
    """
    return evaluate(PARTIALS, robot, (q, qd, qdd, *higher), threads=threads)
