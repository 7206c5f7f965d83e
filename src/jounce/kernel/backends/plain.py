"""Plain backend: a form evaluated in Python on NumPy arrays over the batch."""

from collections.abc import Sequence

import numpy as np

from jounce.kernel.equation import Form
from jounce.kernel.evaluation import evaluate
from jounce.numbers.packing import Array, components, stack
from jounce.robot import Robot


def evaluate_arrays(form: Form, robot: Robot, arrays: Sequence[Array], batch: tuple[int, ...]) -> tuple[Array, ...]:
    """Evaluate a form on arrays (..., width); return an array (*lead, *batch, *shape) for each output.

    lead: leading axis (`Output.lead`), () for one row. The arrays are of float64, or of objects if any input is.
    """
    dtype = np.float64 if all(array.dtype != object for array in arrays) else object
    numbers = [components(np.broadcast_to(array, (*batch, array.shape[-1]))) for array in arrays]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # a zero pivot is found and named afterwards
        values = evaluate(form, robot, numbers)
    stacked = [stack(rows, output.shape, batch, dtype) for rows, output in zip(values, form.outputs(robot))]
    return tuple(x if output.lead(form.order) else x[0, ...] for x, output in zip(stacked, form.outputs(robot)))
