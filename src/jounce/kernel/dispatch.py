"""The life of a call: arguments checked, the store asked for a kernel, the equation run, the result finished.

    public function -> sort, check (arguments) -> shelf (store) -> [first time: written down, printed, compiled, kept (native)]
    -> run (native, plain, casadi or tensors) -> finish

One sample of exact float64 arrays whose kernel has run before takes a short cut from the first to the last but one.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from jounce.codegen.build.library import driver
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
    in_order,
    sort,
)
from jounce.kernel.backends import casadi, plain, tensors
from jounce.kernel.backends.backend_selection import CHOSEN, check_threads, give_up
from jounce.kernel.equation import Equation, Form
from jounce.kernel.kernel_cache import MOST_SHORT_CUTS, forget_short_cuts, key, shelf
from jounce.kernel.outputs import finish, refuse_division, too_large
from jounce.numbers.elementary import is_tensor
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.parameters import PARAMETERS
from jounce.robot.validation import closest, short

PLAIN = (NOTHING, None, None, None, NOTHING, NOTHING)
"""wrench, link, parameters, threads, by and outputs of a call with motion alone."""
KINDS = (None, str, None, None, None, tuple)
"""Exact types of others with which a call needs nothing but its motion, too."""
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
) -> Any:
    """Return the result of the public function: a stack of time derivatives if there are more arrays than `equation.needs`."""
    answer = equation.front(robot, motion, wrench, link, parameters, threads, by, outputs)
    if answer is not NotImplemented:  # as often before
        return answer
    if threads is not None:
        check_threads(threads)
    if wrench is NOTHING and parameters is None and link is None and by is NOTHING and outputs is NOTHING:
        known: Any = id(robot) + len(motion)
        short = equation.short_cuts.get(known)
        if short is not None and CHOSEN.get() != "python":
            answer = short[0](tuple(motion))
            if answer is not NotImplemented:
                return answer if short[1] else finish(short[2], robot, motion[0], _tuple(answer), {})
    else:
        known = key(robot, len(motion), wrench, link, parameters, by, outputs)
        short = equation.short_cuts.get(known)
        if short is not None and CHOSEN.get() != "python":
            rows = short.rows(motion, wrench, parameters)
            answer = NotImplemented if rows is None else short.quick(tuple(rows))
            if answer is not NotImplemented:
                return answer if short.done else finish(short.form, robot, motion[0], _tuple(answer), dict(parameters or {}))
    given = sort(equation, robot, motion, wrench, link, parameters, by)
    if outputs is not NOTHING:
        only = check_outputs(equation, robot, outputs)
        if only and equation.check is not None and equation.doubted(robot):  # the check reads them all
            return _picked(equation, robot, call(equation, robot, motion, wrench, link, parameters, threads), only)
        given = given._replace(form=given.form._replace(only=only))
    try:
        found = run(given, robot, threads)
        if known is not None and known not in equation.short_cuts and all(_is_vector(row.values) for row in given.rows):
            _remember(known, given.form, robot, wrench, (wrench, link, parameters, None, by, outputs))
        return finish(given.form, robot, given.q, found, given.parameters())
    except ZeroDivisionError:
        refuse_division(given.form, robot, given.q, given.parameters())
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
    if len(motion) > equation.needs:
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


def _tuple(answer: Any) -> tuple[Any, ...]:
    return answer if isinstance(answer, tuple) else (answer,)


def run(given: Given, robot: Robot, threads: int | None = None) -> tuple[Any, ...]:
    """All outputs of an equation: as expressions, on tensors, natively or plainly, by what numbers are and what is allowed."""
    if any(casadi.is_symbolic(row.values) for row in given.rows):
        return casadi.evaluate(given, robot, shelf(robot).functions)
    if any(is_tensor(row.values) for row in given.rows):
        return tensors.evaluate(given, robot)
    arrays, batch = check(robot, given)
    try:
        if CHOSEN.get() != "python" and all(array.dtype != object for array in arrays):
            found = _native(given, robot, arrays, batch, check_threads(threads))
            if found is not None:
                return found
        check_numbers(robot, given, arrays)
        return plain.evaluate(given.form, robot, arrays, batch)
    except MemoryError:
        raise too_large(given.form, robot, batch) from None


def _native(
    given: Given, robot: Robot, arrays: Sequence[Array], batch: tuple[int, ...], threads: int
) -> tuple[Array, ...] | None:
    """Results of native code; None where there is none."""
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


def _remember(known: Any, form: Form, robot: Robot, wrench: Wrenches, options: tuple[Any, ...]) -> None:
    """A short cut for the next call of this kind, if native code for one sample is at hand."""
    kernel = shelf(robot).kernels.get(form)
    if kernel is None or kernel.quick is None or any(count > 1 for _, count in form.parameters):
        return
    equation, number = form.equation, known if isinstance(known, int) else known[0]
    if len(equation.short_cuts) >= MOST_SHORT_CUTS:
        forget_short_cuts(equation)
    short = equation.short_cuts[known] = kernel.short_cut(robot, in_order(robot, wrench))
    equation.seen.add(number)
    if short.done and all(x is y or type(x) is kind for x, y, kind in zip(options, PLAIN, KINDS)):
        equation.at_once[known if isinstance(known, int) else (number, *options)] = short.quick
        object.__setattr__(equation, "front", driver().Front(equation.at_once, CHOSEN, PLAIN, KINDS).answer)


def check_by(by: Sequence[str] | None, held: Sequence[str] = ()) -> tuple[str, ...]:
    """By what partial derivatives are asked for: 'motion', what is held, and names of parameters, each once."""
    names = check_names(NOTHING if by is None else by, "by")
    for name in names:
        if name != "motion" and name not in held and name not in PARAMETERS:
            raise InputError(f"by: no parameter {short(name)}.{closest(str(name), ['motion', *held, *PARAMETERS])}")
    return tuple(dict.fromkeys(names))


def _picked(equation: Equation, robot: Robot, found: Sequence[Any], only: tuple[str, ...]) -> Any:
    """Some of all results."""
    kept = tuple(x for output, x in zip(equation.outputs(robot), found) if output.name in only)
    return kept[0] if len(kept) == 1 else kept
