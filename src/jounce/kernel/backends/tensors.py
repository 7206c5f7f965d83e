"""Evaluation on arrays of JAX and PyTorch, which the library may trace, compile and differentiate.

The equations are evaluated on arrays of the library, for each scalar one array over the batch: on a GPU, inside `jax.jit`, `vmap`
and `grad`, under PyTorch's autograd and inside `torch.func`. Nothing is converted to NumPy, and values are not checked, since
traced arrays have none.
"""

import sys
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from jounce.errors import InputError
from jounce.kernel import evaluation
from jounce.kernel.arguments import Given, Row, as_array, check, check_width
from jounce.numbers.elementary import Number, is_tensor, library_of
from jounce.robot import Robot

Convert = Callable[[Any], Any]
"""Function that converts a number or an array to an array of the library, of one dtype and device."""


def evaluate(arguments: Given, robot: Robot) -> tuple[Any, ...]:
    """Return one array (*lead, *batch, *shape) per output, of the library, dtype and device of the arguments.

    lead: leading axis (`Output.lead`), () for one row.
    """
    functions, convert, arrays, batch = check_tensors(arguments, robot)
    rows = evaluation.evaluate(arguments.form, robot, [[x[..., i] for i in range(x.shape[-1])] for x in arrays])
    stacked = [
        functions.stack([_row(functions, numbers, output.shape, batch, convert) for numbers in output_rows])
        for output_rows, output in zip(rows, arguments.form.outputs(robot))
    ]
    outputs = arguments.form.outputs(robot)
    return tuple(x if output.lead(arguments.form.order) else x[0] for x, output in zip(stacked, outputs))


def check_tensors(arguments: Given, robot: Robot) -> tuple[Any, Convert, list[Any], tuple[int, ...]]:
    """Return (module of the library's functions, conversion, all rows as arrays of the library, common batch shape) of a call."""
    tensors = [row for row in arguments.rows if is_tensor(row.values)]
    library = library_of(tensors[0].values)
    for row in tensors:
        if library_of(row.values) != library:
            raise InputError(f"{tensors[0].name} is an array of {library}, {row.name} of {library_of(row.values)}; expected one.")
    convert = (_jax if library == "jax" else _torch)(tensors)

    def converted(row: Row, width: int, robot: Robot, what: str) -> Any:
        if not is_tensor(row.values):
            return convert(as_array(row, width, robot, what))
        check_width(row.name, row.values, width, robot, what)
        return convert(row.values)

    return sys.modules["jax.numpy" if library == "jax" else "torch"], convert, *check(robot, arguments, converted)


def _row(functions: Any, numbers: Sequence[Number], shape: tuple[int, ...], batch: tuple[int, ...], convert: Convert) -> Any:
    """Return the array (*batch, *shape) of scalars, row-major over `shape`; constants are broadcast over the batch."""
    spread = [functions.broadcast_to(x if is_tensor(x) else convert(x), batch) for x in numbers]
    return functions.stack(spread, -1).reshape((*batch, *shape)) if spread else functions.zeros((*batch, *shape))


def _jax(tensors: Sequence[Row]) -> Convert:
    jnp: Any = sys.modules["jax.numpy"]
    dtype = jnp.result_type(*(row.values for row in tensors))
    if not jnp.issubdtype(dtype, jnp.inexact):
        dtype = jnp.result_type(float)
    _refuse(tensors, real=bool(jnp.issubdtype(dtype, jnp.floating)), dtype=dtype)
    return lambda x: jnp.asarray(x, dtype)


def _torch(tensors: Sequence[Row]) -> Convert:
    torch: Any = sys.modules["torch"]
    dtype = reduce(torch.promote_types, (row.values.dtype for row in tensors))
    device = tensors[0].values.device
    for row in tensors:
        if row.values.device != device:
            raise InputError(f"{tensors[0].name} is on {device}, {row.name} on {row.values.device}; expected one device.")
    if not dtype.is_floating_point and not dtype.is_complex:
        dtype = torch.get_default_dtype()
    _refuse(tensors, real=dtype.is_floating_point, dtype=dtype)
    return lambda x: torch.as_tensor(x, dtype=dtype, device=device)


def _refuse(tensors: Sequence[Row], *, real: bool, dtype: Any) -> None:
    if not real:
        names = ", ".join(row.name for row in tensors)
        raise InputError(f"{names}: elements of type {dtype}; expected real numbers.")
