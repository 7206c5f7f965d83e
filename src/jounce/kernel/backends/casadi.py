"""Evaluation of equations on CasADi symbols; the results are expressions for an optimal-control problem."""

from collections.abc import Callable, Sequence
from typing import Any

from jounce.errors import InputError
from jounce.kernel import evaluation
from jounce.kernel.arguments import Given, check_among_symbols
from jounce.kernel.equation import Form
from jounce.numbers.elementary import is_symbolic
from jounce.robot import Robot

Functions = dict[Form, Any]
"""Cached CasADi functions of one robot, by form."""


def evaluate(arguments: Given, robot: Robot, functions: Functions) -> tuple[Any, ...]:
    """Return a CasADi matrix (a, 1) or (a, b) for each output of shape (a,) or (a, b).

    For an output with a leading axis, for example of time derivatives, return a tuple with a matrix for each row.

    On SX symbols the equations are evaluated directly. MX symbols become arguments of a CasADi function of the equations, cached
    in `functions`, so that the graph stays small.
    """
    import casadi

    form = arguments.form
    outputs = form.outputs(robot)
    if any(len(output.shape) > 2 for output in outputs):
        raise InputError(
            f"{form.equation.name} gives arrays of three axes, which CasADi does not have; differentiate its own expressions."
        )
    widths = [slot.width for slot in form.slots(robot)[0] for _ in range(slot.rows)]
    for row, width in zip(arguments.rows, widths):
        if is_symbolic(row.values) and row.values.numel() != width:
            raise InputError(f"{row.name} is a CasADi matrix of {row.values.numel()} elements, expected a column of {width}.")
    columns = check_among_symbols(robot, arguments, is_symbolic)
    if any(type(x).__name__ == "MX" for x in columns):
        function = functions.get(form)
        if function is None:
            inputs = [casadi.SX.sym(f"x{k}", width) for k, width in enumerate(widths)]
            matrices = _matrices(casadi, form, robot, inputs, widths)
            function = functions[form] = casadi.Function(form.equation.name, inputs, matrices)
        answers = list(function.call([x if is_symbolic(x) else casadi.MX(casadi.DM(x)) for x in columns]))
    else:
        answers = _matrices(casadi, form, robot, columns, widths)
    results = []
    for output in outputs:
        count = (output.lead(form.order) or (1,))[0]
        rows, answers = tuple(answers[:count]), answers[count:]
        results.append(rows if output.lead(form.order) else rows[0])
    return tuple(results)


def _matrices(casadi: Any, form: Form, robot: Robot, columns: Sequence[Any], widths: Sequence[int]) -> list[Any]:
    """Return the rows of all outputs as CasADi matrices; columns: input rows as CasADi columns of lengths `widths`."""
    rows = [[casadi.SX(x)[i] for i in range(width)] for x, width in zip(columns, widths)]
    shapes = [output.shape for output in form.outputs(robot)]
    matrix: Callable[[Any, tuple[int, ...]], Any] = lambda column, shape: (  # noqa: E731
        column if len(shape) <= 1 else casadi.reshape(column, *shape[::-1]).T
    )
    output_rows = evaluation.evaluate(form, robot, rows)
    return [matrix(casadi.vertcat(*row), shape) for rows_of_one, shape in zip(output_rows, shapes) for row in rows_of_one]
