"""Evaluation of the equation of a `Form` on scalars of any type: values, partial derivatives, recording as loops over links.

`evaluate` takes rows of scalars: symbols of code to print, scalars of other libraries, floats, NumPy arrays over the batch.
"""

from functools import lru_cache
from itertools import accumulate
from typing import Any

from jounce.codegen.gradient import gradient
from jounce.codegen.lowering import Lowering
from jounce.codegen.passes import Passes
from jounce.codegen.program import Sheet
from jounce.codegen.recorder import Recorder
from jounce.kernel.equation import Form, Numbers, Output
from jounce.numbers import Graph, Number, Symbol
from jounce.numbers.jet import derivative_rows
from jounce.plant.multi_dof_joints import tangents
from jounce.plant.plant import read
from jounce.robot import Robot

MOST_COUNTED = 12
"""Number of DOFs up to which partial derivatives are traced by formulas and by reverse mode, and the code with fewer operations
is used. Reverse mode needs a tenth fewer operations on the LWR (7 DOFs), and three quarters more on an arm of 24 joints."""


def evaluate(form: Form, robot: Robot, rows: list[Numbers]) -> list[list[Numbers]]:
    """Evaluate the equation of a form: return the rows of scalars of each output, from the rows of all inputs."""
    return _values(form, robot, rows) if form.equation.partials is None else _partials(form, robot, rows)


def record(form: Form, robot: Robot, most: int | None = None) -> Passes:
    """Record the equation of a form as loops: traverse the tree with a `Recorder`. most: trace limit in operations."""
    inputs, slots = form.slots(robot)
    sheet = Sheet(inputs, most)
    plant, x = form.read(robot, sheet.rows)
    recorder = Recorder(sheet, [body.parent for body in plant.tree.bodies])
    plant = plant._replace(tree=plant.tree._replace(recorder=recorder))
    partials = form.equation.partials
    if partials is not None and partials.structured is not None:
        blocks = partials.structured(plant, x)
        results = dict(zip((slot.name for slot in slots), (blocks[name] for name in form.names)))
    else:
        outputs = form.equation.outputs(robot)
        results = {output.name: values for output, values in zip(outputs, form.equation.evaluate(plant, x), strict=True)}
    for slot, output in zip(slots, form.outputs(robot)):
        values = results[slot.name]
        for k in range(slot.rows if output.rows is None else 1):
            recorder.hand_out(slot.name, values, slot.size, k * slot.width, k)
    return Lowering(recorder.runs).passes(form.equation.name, inputs, slots)


def _values(form: Form, robot: Robot, rows: list[Numbers]) -> list[list[Numbers]]:
    """Return the rows of the requested outputs; for partial derivatives, the rows of the output to differentiate."""
    values = form.equation.evaluate(*form.read(robot, rows))
    partials = form.equation.partials
    names = form.only if partials is None else (partials.output,)
    outputs = zip(form.equation.outputs(robot), values, strict=True)
    return [_rows(output, x, form.order) for output, x in outputs if not names or output.name in names]


def _partials(form: Form, robot: Robot, rows: list[Numbers]) -> list[list[Numbers]]:
    """Return the rows of partial derivatives, by `Partials.structured` if it has all variables, else by reverse mode.

    For code of at most `MOST_COUNTED` DOFs, the method with fewer operations is taken.
    """
    partials = form.equation.partials
    assert partials is not None
    structured = None
    if partials.structured is not None and all(name in ("motion", *partials.by) for name in form.names):
        blocks = partials.structured(*form.read(robot, rows))
        structured = [blocks[name] for name in form.names]
    if all(isinstance(x, Symbol) for row in rows for x in row):
        graph = rows[0][0].graph
        if structured is None:
            return _reverse_mode(form, robot, graph, rows)
        if robot.n > MOST_COUNTED:
            return structured
        both = structured, _reverse_mode(form, robot, graph, rows)
        return min(both, key=lambda result: len(graph.reachable([x for block in result for row in block for x in row])))
    if structured is not None:
        return structured
    sheet, traced = _traced_partials(form, robot)
    symbols = [x for row in sheet.rows for x in row]
    flat_blocks = [x for block in traced for row in block for x in row]
    numbers = iter(sheet.graph.evaluate(flat_blocks, dict(zip(symbols, [x for row in rows for x in row], strict=True))))
    return [[[next(numbers) for _ in row] for row in block] for block in traced]


def _reverse_mode(form: Form, robot: Robot, graph: Graph, rows: list[Numbers]) -> list[list[Numbers]]:
    """Return partial derivatives by reverse mode, as expressions of the graph whose input symbols are `rows`."""
    (output,) = _values(form, robot, rows)
    inputs = [x for row in rows for x in row]
    starts = list(accumulate((len(row) for row in rows), initial=0))
    auxiliary = form.equation.auxiliary_slots(robot)
    begins = accumulate((slot.rows for slot in auxiliary), initial=form.arrays)
    places = {slot.name: range(at, at + slot.rows) for slot, at in zip(auxiliary, begins)}
    at = form.arrays + sum(slot.rows for slot in auxiliary) + len(form.wrenches) * form.wrench_rows(robot)
    for name, count in form.parameters:
        places[name], at = range(at, at + 1), at + count
    directions = tangents(read(robot, {}).tree, rows[0]) if robot.nq != robot.n else []
    gradients = [[gradient(graph, x, inputs) for x in row] for row in output]

    def by_row(k: int) -> list[Numbers]:
        """Return the derivatives by input row k: one list of scalars for each row of the output."""
        begin, end = starts[k], starts[k + 1]
        if k > 0 or not directions:
            return [[x for derivative in row for x in derivative[begin:end]] for row in gradients]
        return [[_directional(derivative, rates) for derivative in row for rates in directions] for row in gradients]

    blocks = [[by_row(k) for k in range(form.arrays)], *([by_row(k) for k in places[name]] for name in form.names[1:])]
    return [[rows_of_output[r] for r in range(len(output)) for rows_of_output in block] for block in blocks]


@lru_cache(maxsize=16)
def _traced_partials(form: Form, robot: Robot) -> tuple[Sheet, list[list[Numbers]]]:
    sheet = Sheet(form.slots(robot)[0])
    return sheet, _reverse_mode(form, robot, sheet.graph, sheet.rows)


def _directional(derivative: Numbers, rates: dict[int, Number]) -> Number:
    """Return the derivative along a DOF: sum of derivatives by positions times rates {position: rate} of the DOF."""
    total: Number = 0.0
    for position, rate in rates.items():
        total = total + derivative[position] * rate
    return total


def _rows(output: Output, values: Any, order: int) -> list[Numbers]:
    """Flatten the nested scalars of an output to rows: one per time derivative, or as the output declares."""
    if output.rows == 0 or (output.rows is None and order == 0):  # numbers that are jets themselves stay whole
        return [flat(values)]
    return derivative_rows(flat(values), order) if output.rows is None else [flat(row) for row in values]


def flat(values: Any) -> Numbers:
    """Return the scalars of a nested sequence as a flat list."""
    return [x for inner in values for x in flat(inner)] if isinstance(values, (list, tuple)) else [values]
