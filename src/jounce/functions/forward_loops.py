"""Partial derivatives of forward dynamics as loops: those of Newton-Euler, and a system of equations with the mass matrix.

    M [d qdd / d q, d qdd / d qd, d qdd / d tau] = [-d tau / d q, -d tau / d qd, 1]

Rows of right sides and of M stand side by side. They are eliminated from the leaves of the tree to its base, where zeros of M
stay zeros, and back; each step is one row taken off another.
"""

from collections.abc import Callable

from jounce.codegen.passes import Argument, Pass, Passes
from jounce.codegen.program import Program, Sheet, Slot
from jounce.dynamics.sweep import sweep
from jounce.functions.equation import Form
from jounce.functions.slope_loops import Target, slope_passes
from jounce.numbers import Number
from jounce.robot import Robot

ROWS = "system"


def _step(given: int, text: Callable[..., Number]) -> Program:
    sheet = Sheet([Slot(f"x{k}", 1, 1) for k in range(given)])
    return sheet.program("step", [Slot("found", 1, 1)], [[[text(*(slot[0][0] for slot in sheet.slots))]]])


def forward_loop(form: Form, robot: Robot, accelerations: Callable[..., tuple[list[Number], ...]]) -> Passes:
    """`forward_dynamics_derivatives` of a robot. accelerations: the equation itself, from plant and inputs."""
    inputs, outputs = form.slots(robot)
    sheet = Sheet(inputs)
    plant, x = form.read(robot, sheet.rows)
    (q, qd), (qdd,) = x.motion, accelerations(plant, x)
    n = robot.n
    sides, width = 3 * n, 4 * n
    targets = [Target(ROWS, begin, width) for begin in (0, n, sides)]
    swept = sweep(plant.tree, q, qd, qdd, x.loads)
    passes, arrays, angles = slope_passes(form, sheet, swept, range(n), targets)
    parents = plant.tree.parents
    above: list[list[int]] = []
    for k in range(n):
        above.append([] if parents[k] < 0 else [*above[parents[k]], parents[k]])

    def entry(i: int, j: int) -> int:
        return i * width + sides + j

    off = _step(3, lambda pivot, ratio, x: -(ratio / pivot) * x)
    moved = (Argument(ROWS), Argument(ROWS), Argument(ROWS, moves=1), Argument(ROWS, moves=1, added=True))
    down = [(k, i) for k in reversed(range(n)) for i in above[k]]
    up = [(k, i) for k in range(n) for i in above[k]]
    back = (Argument(ROWS), Argument(ROWS, moves=1))
    passes += [
        Pass(_step(0, lambda: 1.0), (Argument(ROWS),), [[i * width + 2 * n + i] for i in range(n)]),
        Pass(
            off,
            moved,
            [[entry(k, k), entry(k, i), k * width, i * width] for k, i in down],
            repeats=[sides + i + 1 for _, i in down],
        ),
        Pass(
            off,
            moved,
            [[entry(i, i), entry(k, i), i * width, k * width] for k, i in up],
            repeats=[sides] * len(up),
        ),
        *(
            Pass(
                _step(2, lambda pivot, x, sign=sign: sign * x / pivot),
                (*back, Argument(output, moves=1)),
                [[entry(i, i), i * width + part * n, begin + i * n] for i in range(n)],
                repeats=[n] * n,
            )
            for output, part, begin, sign in (
                ("qdd_by_motion", 0, 0, -1.0),
                ("qdd_by_motion", 1, n * n, -1.0),
                ("qdd_by_tau", 2, 0, 1.0),
            )
        ),
    ]
    arrays[ROWS] = n * width
    return Passes(form.equation.name, tuple(inputs), tuple(outputs), tuple(passes), arrays, angles)
