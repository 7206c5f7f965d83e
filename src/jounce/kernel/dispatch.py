"""The life of a call: arguments checked, a kernel found or compiled, the equation evaluated, the result finished.

    public function -> sort, check (arguments) -> shelf (kernel_cache) -> [first time: traced, printed, compiled, loaded (native)]
    -> run (native, plain, casadi or tensors) -> Form.finish

One sample of exact float64 arrays whose kernel has run before takes a short cut from the first to the last but one.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from jounce.errors import CompilerError, InputError
from jounce.kernel.arguments import (
    NOTHING,
    Given,
    Link,
    Parameters,
    Wrenches,
    check,
    check_names,
    check_numbers,
    check_outputs,
    sort,
)
from jounce.kernel.backends import casadi, plain, tensors
from jounce.kernel.backends.backend_selection import CHOSEN, THREADS, check_threads, give_up
from jounce.kernel.equation import Equation
from jounce.kernel.kernel_cache import SHORT_CUTS, key, shelf
from jounce.numbers.elementary import is_tensor
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.parameters import PARAMETERS
from jounce.robot.validation import closest, short

Adapt = Callable[[Robot, tuple[Any, ...], Parameters], tuple[Robot, tuple[Any, ...], Parameters]]
F = TypeVar("F", bound=Callable[..., Any])


def public(equation: Equation) -> Callable[[F], F]:
    """Mark a public function with the equation it evaluates, for `compile`."""

    def mark(function: F) -> F:
        function.equation = equation  # type: ignore[attr-defined]
        return function

    return mark


def call(
    equation: Equation,
    robot: Robot,
    motion: Sequence[Any],
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
    by: Sequence[str] = NOTHING,
    outputs: Sequence[str] = NOTHING,
    adapt: Adapt | None = None,
) -> Any:
    """Return the result of the public function: a stack of time derivatives if there are more arrays than arguments.

    adapt: checks robot, motion and parameters and states them as the equation takes them; skipped where a short cut is found.
    """
    answer = SHORT_CUTS.answer(equation, robot, motion, wrench, link, parameters, threads, by, outputs)
    if answer is not NotImplemented:
        return answer
    if threads is not None:
        check_threads(threads)
    if wrench is NOTHING and link is None and parameters is None and by is NOTHING and outputs is NOTHING:
        name: Any = id(robot) + len(motion)
    else:
        name = key(robot, len(motion), wrench, link, parameters, by, outputs)
    cuts = SHORT_CUTS.of.get(equation)
    short = None if cuts is None else cuts.get(name)
    if short is not None and CHOSEN.get() != "python":
        rows = motion if type(name) is int else short.rows(motion, wrench, parameters)
        answer = NotImplemented if rows is None else short.quick(tuple(rows))
        if answer is not NotImplemented:
            if short.finish is None:
                return answer
            return short.finish(robot, motion[0], answer if isinstance(answer, tuple) else (answer,), dict(parameters or {}))
    elif adapt is not None:
        robot, motion, parameters = adapt(robot, tuple(motion), parameters)
        return call(equation, robot, motion, wrench, link, parameters, threads, by, outputs)
    given = sort(equation, robot, motion, wrench, link, parameters, by)
    if outputs is not NOTHING:
        only = check_outputs(equation, robot, outputs)
        if only and equation.is_doubtful(robot):  # the check reads them all
            return _selected(equation, robot, call(equation, robot, motion, wrench, link, parameters, threads), only)
        given = given._replace(form=given.form._replace(only=only))
    form = given.form
    try:
        results = run(given, robot, THREADS.get() if threads is None else threads)
        if short is None and name is not None and all(_is_vector(row.values) for row in given.rows):
            SHORT_CUTS.remember(name, form, robot, (wrench, link, parameters, None, by, outputs))
        return form.finish(robot, given.q, results, given.parameters())
    except ZeroDivisionError:
        form.refuse_division(robot, given.q, given.parameters())
        raise


def call_stack(
    equation: Equation,
    robot: Robot,
    motion: Sequence[Any],
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Any:
    """Return the result of `call` with its axis of time derivatives, of length 1 at order 0: for solvers of varying order."""
    result = call(equation, robot, motion, wrench, link, parameters, threads)
    if len(motion) > len(equation.arguments):
        return result
    return tuple(map(_stacked, result)) if isinstance(result, tuple) else _stacked(result)


def _stacked(result: Any) -> Any:
    """Return the result as a stack of one. CasADi matrices, which have no `ndim`, become a tuple of one."""
    return result[None] if hasattr(result, "ndim") else (result,)


def _is_vector(values: Any) -> bool:
    """Return whether compiled short cuts take a row as it is: an array of one axis, or a list or tuple of plain numbers."""
    if type(values) in (list, tuple):
        return all(type(x) in (float, int) for x in values)
    return type(values) is np.ndarray and values.ndim == 1


def run(given: Given, robot: Robot, threads: int) -> tuple[Any, ...]:
    """Return all outputs: as expressions, on tensors, natively or in plain Python, by the type of the numbers and the setting."""
    unusual = [row.values for row in given.rows if type(row.values) is not np.ndarray]
    if any(map(casadi.is_symbolic, unusual)):
        return casadi.evaluate(given, robot, shelf(robot).functions)
    if any(map(is_tensor, unusual)):
        return tensors.evaluate(given, robot)
    arrays, batch = check(robot, given)
    try:
        if CHOSEN.get() != "python" and all(array.dtype != object for array in arrays):
            results = _native(given, robot, arrays, batch, threads)
            if results is not None:
                return results
        check_numbers(robot, given, arrays)
        return plain.evaluate(given.form, robot, arrays, batch)
    except MemoryError:
        raise given.form.too_large(robot, batch) from None


def _native(
    given: Given, robot: Robot, arrays: Sequence[Array], batch: tuple[int, ...], threads: int
) -> tuple[Array, ...] | None:
    """Return results of native code; None where there is none."""
    demanded = CHOSEN.get() == "native"
    kernels = shelf(robot)
    kernel = kernels.kernel(given.form, demanded)
    if kernel is None:
        return None
    try:
        if not demanded and not kernel.pays(batch):
            return None
        results, finite = kernel.run(arrays, batch, threads)
    except CompilerError as error:
        kernels.kernels[given.form] = None
        give_up(error)
        return None
    if not finite:
        check_numbers(robot, given, arrays)
    return results


def check_by(by: Sequence[str] | None, auxiliary: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the variables of partial derivatives, each once: 'motion', auxiliary inputs, and names of parameters."""
    names = check_names(NOTHING if by is None else by, "by")
    for name in names:
        if name != "motion" and name not in auxiliary and name not in PARAMETERS:
            raise InputError(f"by: no parameter {short(name)}.{closest(str(name), ['motion', *auxiliary, *PARAMETERS])}")
    return tuple(dict.fromkeys(names))


def _selected(equation: Equation, robot: Robot, results: Sequence[Any], only: tuple[str, ...]) -> Any:
    """Return the wanted ones of all results."""
    selected = tuple(x for output, x in zip(equation.outputs(robot), results) if output.name in only)
    return selected[0] if len(selected) == 1 else selected
