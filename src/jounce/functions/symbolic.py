"""Calls on CasADi symbols: expressions out, for a user's optimal-control problem."""

from collections.abc import Sequence
from typing import Any

from jounce.errors import InputError
from jounce.functions.equation import Equation, Place
from jounce.robot import Robot


def is_symbolic(x: Any) -> bool:
    """Whether x is a CasADi matrix of symbols. CasADi is not imported to find out."""
    return type(x).__module__.partition(".")[0] == "casadi" and type(x).__name__ in ("SX", "MX")


def symbolic(equation: Equation, robot: Robot, motion: Sequence[Any], wrench: Sequence[Any], place: Place) -> tuple[Any, ...]:
    """For each output a tuple over its derivatives of CasADi matrices: columns (n, 1), or (n, m).

    SX passes through the equations themselves. MX calls a function made of them, so that its graph stays small.
    """
    import casadi

    if any(len(output.shape) > 2 for output in equation.outs(robot)):
        raise InputError(
            f"{equation.name} gives arrays of three axes, which CasADi does not have; differentiate its own expressions."
        )
    order = len(motion) - equation.needs
    sizes = [robot.nq] + [robot.n] * (len(motion) - 1) + [6] * (order + 1 if len(wrench) else 0)
    given = [*motion, *wrench[: order + 1]]
    if len(given) != len(sizes):
        raise InputError(f"wrench has {len(wrench)} entries, but the result has {order} time derivatives and needs {order + 1}.")
    for k, (x, size) in enumerate(zip(given, sizes)):
        if is_symbolic(x) and x.numel() != size:
            raise InputError(f"argument {k + 1} is a CasADi matrix of {x.numel()} elements, expected a column of {size}.")
    if any(type(x).__name__ == "MX" for x in given):
        inputs = [casadi.SX.sym(f"x{k}", size) for k, size in enumerate(sizes)]
        inner = symbolic(equation, robot, inputs[: len(motion)], inputs[len(motion) :], place)
        flat = [y for output in inner for y in (output if isinstance(output, tuple) else (output,))]
        function = casadi.Function(equation.name, inputs, flat)
        answers = list(function.call([casadi.MX(casadi.DM(x)) if not is_symbolic(x) else x for x in given]))
        return tuple(tuple(answers.pop(0) for _ in output) if isinstance(output, tuple) else answers.pop(0) for output in inner)
    rows = [[casadi.SX(x)[i] for i in range(size)] for x, size in zip(given, sizes)]
    force = rows[len(motion) :] if len(wrench) else None
    results = equation.results(robot, rows[: len(motion)], force, place, order)
    outputs = equation.outs(robot)
    found = [tuple(_matrix(casadi, row, output.shape) for row in rows) for rows, output in zip(results, outputs)]
    return tuple(x[0] if output.rows == 0 else x for x, output in zip(found, outputs))


def _matrix(casadi: Any, numbers: Sequence[Any], shape: tuple[int, ...]) -> Any:
    column = casadi.vertcat(*numbers)
    return column if len(shape) <= 1 else casadi.reshape(column, *shape[::-1]).T
