"""An equation on numbers as they are: Python floats, NumPy arrays over the batch, or numbers of any other kind."""

from collections.abc import Sequence

import numpy as np

from jounce.kernel import evaluation
from jounce.kernel.form import Form
from jounce.numbers.packing import Array, components, stack
from jounce.robot import Robot


def evaluate(form: Form, robot: Robot, arrays: Sequence[Array], batch: tuple[int, ...]) -> tuple[Array, ...]:
    """Return for each output an array (rows, *batch, *shape), of floats, or of objects if one of the arrays holds objects."""
    dtype = np.float64 if all(array.dtype != object for array in arrays) else object
    numbers = [components(np.broadcast_to(array, (*batch, array.shape[-1]))) for array in arrays]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # a zero pivot is found and named afterwards
        values = evaluation.evaluate(form, robot, numbers)
    stacked = [stack(rows, output.shape, batch, dtype) for rows, output in zip(values, form.outputs(robot))]
    return tuple(x if output.lead(form.order) else x[0, ...] for x, output in zip(stacked, form.outputs(robot)))
