"""Dispatch of the calls of public functions: check arguments, find or compile a kernel, evaluate, finish the result.

    public function -> sort, check (arguments) -> shelf -> [first time: traced, printed, compiled, loaded (native)]
    -> run (native, plain, casadi or tensors) -> Form.finish

A call with one sample of float64 arrays, whose kernel has run before, takes a short cut from the public function to `run`. There
are two caches: kernels by the robot's value (`shelf`), and short cuts to kernels by the identity of the robot of the call
(`ShortCuts`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from types import NoneType
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
from jounce.kernel.backends.backend_selection import CHOSEN, THREADS, check_threads, give_up
from jounce.kernel.backends.casadi import Functions
from jounce.kernel.backends.native import ShortCut
from jounce.kernel.backends.shared_kernel import SHARED, SharedKernel
from jounce.kernel.equation import Equation, Form
from jounce.numbers.elementary import is_symbolic, is_tensor
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.parameters import PARAMETERS
from jounce.robot.validation import closest, short

MOST_ROBOTS = 256
"""Most robots whose kernels are cached in memory; kernels of other robots are loaded again from disk."""
MOST_SHORT_CUTS = 512
"""Number of short cuts of one equation at which all of them are removed before the next is added."""
MOST_EQUATIONS = 256
"""Number of equations with short cuts at which all short cuts are removed; many equations belong to one robot and its tool."""
OPTIONS = ("wrench", "link", "parameters", "threads", "by", "outputs")
PLAIN = (NOTHING, None, None, None, NOTHING, NOTHING)
"""Values of `OPTIONS` in a call with motion alone."""
KINDS = (None, str, dict, None, None, tuple)
"""Type of each of `OPTIONS`, if not as in `PLAIN`, in calls that the compiled `Front` runs; None: only as in `PLAIN`."""


@dataclass(frozen=True)
class Shelf:
    """Cached kernels and CasADi functions of one robot."""

    robot: Robot
    kernels: dict[Form, SharedKernel | None] = field(default_factory=dict)
    """Kernels by form; None if there is no native code."""
    functions: Functions = field(default_factory=dict)
    """CasADi functions by form."""

    def kernel(self, form: Form, again: bool) -> SharedKernel | None:
        """Return the kernel of a form. again: True to retry if native code was unavailable before."""
        if again and self.kernels.get(form, self) is None:
            self.kernels.pop(form, None)
        if form in self.kernels:
            return self.kernels[form]
        return self.kernels.setdefault(form, SharedKernel(form, self.robot))  # threads that come at once all take the first one's


@lru_cache(maxsize=MOST_ROBOTS)
def _shelf(robot: Robot) -> Shelf:
    return Shelf(robot)


def shelf(robot: Robot) -> Shelf:
    """Return the `Shelf` of a robot; equal robots share a `Shelf`."""
    _shelf(robot)  # of threads that ask first all at one time each gets one of its own here, and one of them is kept
    return _shelf(robot)


def _no_answer(*arguments: Any) -> Any:
    """Return None: stands in for the compiled front until the first short cut exists."""
    return None


class ShortCuts:
    """Short cuts of repeated calls by equation and key, and functions of the compiled `Front`, which runs most of these calls."""

    def __init__(self) -> None:
        self.of: dict[Equation, dict[Any, ShortCut]] = {}
        """Short cuts of each equation, by `key`."""
        self.answer: Any = _no_answer
        """`Front.answer` of codegen/build/driver.c: returns the result for (equation, robot, rows, `OPTIONS`), or None."""
        self.answer_call: Any = _no_answer
        """As `answer`, but called with the equation and a public function's arguments (tuple) and keywords (dict)."""
        self._renew: Callable[[], Any] = _no_answer
        """`Front.forget`, called when short cuts were added or removed."""

    def remember(self, key: Any, form: Form, robot: Robot, options: tuple[Any, ...]) -> None:
        """Add a short cut for the next call with this key, if native code for one sample is available; options: as `OPTIONS`."""
        kernel = shelf(robot).kernels.get(form)
        if kernel is None or kernel.quick is None or any(count > 1 for _, count in form.parameters):
            return
        if form.equation not in self.of and len(self.of) >= MOST_EQUATIONS:
            self.of.clear()
        cuts = self.of.setdefault(form.equation, {})
        if len(cuts) >= MOST_SHORT_CUTS:
            cuts.clear()
        is_known = all(x is plain or type(x) is kind for x, plain, kind in zip(options, PLAIN, KINDS))
        cuts[key] = kernel.short_cut(robot, in_order(robot, options[0]), is_known)
        if self.answer is _no_answer:
            front = driver().Front(self.of, CHOSEN, OPTIONS, PLAIN, KINDS)
            self.answer, self.answer_call, self._renew = front.answer, front.answer_call, front.forget
        self._renew()

    def forget(self) -> None:
        """Remove all short cuts."""
        self.of.clear()
        self._renew()


SHORT_CUTS = ShortCuts()


def key(robot: Robot, count: int, wrench: Any, link: Any, parameters: Any, by: Any, outputs: Any) -> Any:
    """Return the key of the short cut of a call with options (wrench, link, ...) and `count` arrays of motion.

    A call with motion alone has a number as key, id(robot) + count: objects do not overlap in memory, and a robot takes more
    bytes than a call has arrays. With options that the compiled `Front` reads, the key is (number, *options), with the names of
    live parameters in place of their values; other keys contain the links of wrenches too. None if an option is not hashable.
    """
    number = id(robot) + count
    try:
        if (
            wrench is NOTHING
            and type(parameters) in (dict, NoneType)
            and by is NOTHING
            and type(link) in (str, NoneType)
            and type(outputs) is tuple
        ):
            names = None if parameters is None else tuple(parameters)
            name: tuple[Any, ...] = (number, wrench, link, names, None, by, outputs)
        else:
            places = tuple(wrench) if type(wrench) is dict else len(wrench)
            name = (number, places, link, type(link), tuple(NOTHING if parameters is None else parameters), by, outputs)
        hash(name)
    except TypeError:
        return None
    return name


def forget() -> None:
    """Empty the caches of kernels and short cuts; compiled code stays on disk."""
    SHORT_CUTS.forget()
    _shelf.cache_clear()
    SHARED.clear()


Adapt = Callable[[Robot, tuple[Any, ...], Parameters], tuple[Robot, tuple[Any, ...], Parameters]]
F = TypeVar("F", bound=Callable[..., Any])


def public(equation: Equation) -> Callable[[F], F]:
    """Mark a public function with the equation it evaluates, for `compile`."""

    def mark(function: F) -> F:
        function.equation = equation  # type: ignore[attr-defined]
        return function

    return mark


def direct(equation: Equation) -> Callable[[F], F]:
    """Mark a public function as `public` does, and let the compiled `Front` answer repeated calls of the function.

    The arguments of the function after the robot are the rows of the equation, and the options are those of `call`.
    """

    def mark(function: F) -> F:
        @wraps(function)
        def repeated(*arguments: Any, **options: Any) -> Any:
            front = SHORT_CUTS.answer_call
            answer = front(equation, arguments, options)
            if answer is not None:
                return answer
            return function(*arguments, **options)

        return public(equation)(repeated)  # type: ignore[return-value]

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
    """Return the result of the public function: a stack of time derivatives if `motion` has further arrays.

    adapt: checks robot, motion and parameters and converts them to the equation's arguments; skipped if there is a short cut.
    """
    answer = SHORT_CUTS.answer(equation, robot, motion, wrench, link, parameters, threads, by, outputs)
    if answer is not None:
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
    arguments = sort(equation, robot, motion, wrench, link, parameters, by)
    if outputs is not NOTHING:
        only = check_outputs(equation, robot, outputs)
        if only and equation.is_doubtful(robot):  # the check reads them all
            return _selected(equation, robot, call(equation, robot, motion, wrench, link, parameters, threads), only)
        arguments = arguments._replace(form=arguments.form._replace(only=only))
    form = arguments.form
    try:
        results = run(arguments, robot, THREADS.get() if threads is None else threads)
        if short is None and name is not None and all(_is_vector(row.values) for row in arguments.rows):
            SHORT_CUTS.remember(name, form, robot, (wrench, link, parameters, None, by, outputs))
        return form.finish(robot, arguments.q, results, arguments.parameters())
    except ZeroDivisionError:
        form.refuse_division(robot, arguments.q, arguments.parameters())
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
    """Add an axis of time derivatives of length 1 to a result; CasADi matrices, without `ndim`, become a tuple of one."""
    return result[None] if hasattr(result, "ndim") else (result,)


def _is_vector(values: Any) -> bool:
    """Return True if compiled short cuts accept a row: an array of one axis, or a list or tuple of plain numbers."""
    if type(values) in (list, tuple):
        return all(type(x) in (float, int) for x in values)
    return type(values) is np.ndarray and values.ndim == 1


def run(arguments: Given, robot: Robot, threads: int) -> tuple[Any, ...]:
    """Return the requested outputs, computed by CasADi, tensors, native or plain code, by argument types and `set_backend`."""
    unusual = [row.values for row in arguments.rows if type(row.values) is not np.ndarray]
    if any(map(is_symbolic, unusual)):
        return casadi.evaluate(arguments, robot, shelf(robot).functions)
    if any(map(is_tensor, unusual)):
        return tensors.evaluate(arguments, robot)
    arrays, batch = check(robot, arguments)
    try:
        if CHOSEN.get() != "python" and all(array.dtype != object for array in arrays):
            results = _native(arguments, robot, arrays, batch, threads)
            if results is not None:
                return results
        check_numbers(robot, arguments, arrays)
        return plain.evaluate_arrays(arguments.form, robot, arrays, batch)
    except MemoryError:
        raise arguments.form.too_large(robot, batch) from None


def _native(
    arguments: Given, robot: Robot, arrays: Sequence[Array], batch: tuple[int, ...], threads: int
) -> tuple[Array, ...] | None:
    """Return the outputs computed by native code; None if there is none or it does not pay (`NativeKernel.pays`)."""
    demanded = CHOSEN.get() == "native"
    kernels = shelf(robot)
    kernel = kernels.kernel(arguments.form, demanded)
    if kernel is None:
        return None
    try:
        if not demanded and not kernel.pays(batch):
            return None
        results, finite = kernel.run(arrays, batch, threads)
    except CompilerError as error:
        kernels.kernels[arguments.form] = None
        give_up(error)
        return None
    if not finite:
        check_numbers(robot, arguments, arrays)
    return results


def check_by(by: Sequence[str] | None, auxiliary: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the variables of partial derivatives, each once: 'motion', auxiliary inputs, and names of parameters."""
    names = check_names(NOTHING if by is None else by, "by")
    for name in names:
        if name != "motion" and name not in auxiliary and name not in PARAMETERS:
            raise InputError(f"by: no parameter {short(name)}.{closest(str(name), ['motion', *auxiliary, *PARAMETERS])}")
    return tuple(dict.fromkeys(names))


def _selected(equation: Equation, robot: Robot, results: Sequence[Any], only: tuple[str, ...]) -> Any:
    """Return the results of the outputs named in `only`: one result alone, several as a tuple."""
    selected = tuple(x for output, x in zip(equation.outputs(robot), results) if output.name in only)
    return selected[0] if len(selected) == 1 else selected
