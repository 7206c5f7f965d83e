"""From a call to its answer: native code, plain Python, or a symbolic expression, by what the numbers are and what is allowed."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from jounce.errors import CompilerError, InputError
from jounce.functions.backend import check_threads, give_up, native_demanded, native_wanted
from jounce.functions.equation import Equation, Place
from jounce.functions.kernel import Kernel
from jounce.functions.motion import check_finite, check_rows
from jounce.functions.symbolic import is_symbolic, symbolic
from jounce.numbers.packing import Array, components, stack
from jounce.robot import Robot
from jounce.robot.frame import Tool
from jounce.spatial.placements import Placement

NOWHERE = Place(-1, Placement())
"""For equations that ask for no place."""
F = TypeVar("F", bound=Callable[..., Any])


def public(equation: Equation | Callable[[Robot], Equation]) -> Callable[[F], F]:
    """Mark a public function with the equation it evaluates, or with the one it evaluates for a robot, for `compile`."""

    def mark(function: F) -> F:
        function.equation = equation  # type: ignore[attr-defined]
        return function

    return mark


def evaluate(
    equation: Equation,
    robot: Robot,
    motion: Sequence[Any],
    wrench: Sequence[Any] = (),
    link: str | int | Tool | None = None,
    threads: int | None = None,
) -> tuple[Array, ...]:
    """One array (rows, *batch, *shape) an output; the order is how many arrays there are beyond what the equation needs."""
    # One sample of exact float64 arrays whose native code has been called before: nothing else stands in its way.
    forces = len(wrench)
    key = (equation.name, len(motion), forces, link)
    try:
        quick = robot.memory.get(key)
    except TypeError:  # a link that is no name; `locate` will say so
        quick = None
    if quick is not None and native_wanted():
        answer = quick(*motion, *wrench) if forces else quick(*motion)
        if answer is not NotImplemented:
            return answer if type(answer) is tuple else (answer,)
    order = len(motion) - equation.needs
    place = equation.place(robot, link) if equation.takes_link or len(wrench) else NOWHERE
    if any(is_symbolic(x) for x in (*motion, *wrench)):
        return symbolic(equation, robot, motion, wrench, place)
    rows, batch = check_rows(robot, [(equation.argument(k), x) for k, x in enumerate(motion)], wrench, order)
    arrays = [row.array for row in rows]
    numeric = all(array.dtype != object for array in arrays)
    if numeric and native_wanted():
        found = _native(equation, robot, order, place, bool(len(wrench)), arrays, batch, check_threads(threads))
        if found is not None:
            results, finite, kernel = found
            if not batch:
                robot.memory.setdefault(key, kernel.quick)
            if not finite:
                check_finite(rows)
            return results
    check_finite(rows)
    numbers = [components(np.broadcast_to(array, (*batch, array.shape[-1]))) for array in arrays]
    force = numbers[len(motion) :] if len(wrench) else None
    outputs = equation.results(robot, numbers[: len(motion)], force, place, order)
    dtype = np.float64 if numeric else object
    stacked = [stack(found, output.shape, batch, dtype) for found, output in zip(outputs, equation.outs(robot))]
    return tuple(x[0] if output.rows == 0 else x for x, output in zip(stacked, equation.outs(robot)))


def _native(
    equation: Equation,
    robot: Robot,
    order: int,
    place: Place,
    wrench: bool,
    arrays: Sequence[Array],
    batch: tuple[int, ...],
    threads: int,
) -> tuple[tuple[Array, ...], bool, Kernel] | None:
    """Results, whether all numbers that went in were finite, and the kernel; None where there is no native code."""
    key = (equation.name, order, place, wrench)
    kernel = robot.memory.get(key)
    if kernel is None and (key not in robot.memory or native_demanded()):
        kernel = robot.memory[key] = Kernel(equation, robot, order, place, wrench)
    if kernel is None:
        return None
    try:
        if not native_demanded() and not kernel.pays(batch):
            return None
        results, finite = kernel.run(arrays, batch, threads)
    except CompilerError as error:
        robot.memory[key] = None
        give_up(error)
        return None
    return results, finite, kernel


def compile(
    function: Callable[..., Any], robot: Robot, order: int = 0, *, link: str | int | Tool | None = None, wrench: bool = False
) -> Kernel:
    """Native code of a public function for one robot.

    order: how many time derivatives of the result. link, wrench: for functions that take them; a kernel with a wrench takes
    `wrench=(W, Wdot, ...)`, order+1 arrays (..., 6). The kernel is called without the robot, `kernel(*Q)`, gives what the
    function gives, and has `source`, `operations` and `write_c(folder)`.
    """
    equation = getattr(function, "equation", None)
    if equation is None:
        raise InputError(f"compile: expected a function of jounce such as jounce.rnea, got {function!r}.")
    if not isinstance(equation, Equation):
        equation = equation(robot)
    if isinstance(order, bool) or not isinstance(order, int) or order < 0:
        raise InputError(f"order: expected a whole number from 0, got {order!r}.")
    if order and not equation.differentiable:
        raise InputError(f"{equation.name} has no time derivatives; order must be 0.")
    if wrench and not equation.takes_wrench:
        raise InputError(f"{equation.name} takes no wrench.")
    equation.read(robot)  # refuses a robot that the equation does not know
    if equation.order is not None:
        order = equation.order(robot)
    return Kernel(equation, robot, order, equation.place(robot, link) if wrench or equation.takes_link else NOWHERE, wrench)
