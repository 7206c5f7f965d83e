"""The two caches of calls: kernels by the robot's value, and short cuts to kernels by the identity of the robot of the call."""

from dataclasses import dataclass, field
from functools import lru_cache
from types import NoneType
from typing import Any

from jounce.codegen.build.library import driver
from jounce.kernel.arguments import NOTHING, in_order
from jounce.kernel.backends.backend_selection import CHOSEN
from jounce.kernel.backends.casadi import Functions
from jounce.kernel.backends.native import NativeKernel, ShortCut
from jounce.kernel.equation import Equation
from jounce.kernel.form import Form
from jounce.robot import Robot

MOST_ROBOTS = 256
"""Robots whose kernels are in memory; those of others are loaded again from disk."""
MOST_SHORT_CUTS = 512
"""Of one equation."""
MOST_EQUATIONS = 256
"""Equations with short cuts; many belong to one robot and its tool."""
PLAIN = (NOTHING, None, None, None, NOTHING, NOTHING)
"""wrench, link, parameters, threads, by and outputs of a call with motion alone."""
KINDS = (None, str, None, None, None, tuple)
"""Exact types of other options with which a call reads nothing but its motion, too."""


@dataclass(frozen=True)
class Shelf:
    """Kernels of one robot."""

    robot: Robot
    kernels: dict[Form, NativeKernel | None] = field(default_factory=dict)
    """None where there is no native code."""
    functions: Functions = field(default_factory=dict)
    """CasADi functions."""

    def kernel(self, form: Form, again: bool) -> NativeKernel | None:
        """Return the kernel of a form. again: try once more where there was none."""
        if again and self.kernels.get(form, self) is None:
            self.kernels.pop(form, None)
        if form in self.kernels:
            return self.kernels[form]
        return self.kernels.setdefault(form, NativeKernel(form, self.robot))  # threads that come at once all take the first one's


@lru_cache(maxsize=MOST_ROBOTS)
def _shelf(robot: Robot) -> Shelf:
    return Shelf(robot)


def shelf(robot: Robot) -> Shelf:
    """Return the shelf of a robot, found by its value: equal robots share theirs."""
    _shelf(robot)  # of threads that ask first all at one time each gets one of its own here, and one of them is kept
    return _shelf(robot)


def _no_answer(*arguments: Any) -> Any:
    """Stand in for the compiled front until there is a short cut."""
    return NotImplemented


class ShortCuts:
    """Short cuts by equation and key, and the compiled function that finds and makes those that read motion alone."""

    def __init__(self) -> None:
        self.of: dict[Equation, dict[Any, ShortCut]] = {}
        """For each equation by key: see `key`."""
        self.answer: Any = _no_answer
        """Called with equation, robot, rows and options: `Front` of codegen/build/driver.c."""

    def remember(self, key: Any, form: Form, robot: Robot, options: tuple[Any, ...]) -> None:
        """Add a short cut for the next call of this kind, if native code for one sample is at hand."""
        kernel = shelf(robot).kernels.get(form)
        if kernel is None or kernel.quick is None or any(count > 1 for _, count in form.parameters):
            return
        if form.equation not in self.of and len(self.of) >= MOST_EQUATIONS:
            self.of.clear()
        cuts = self.of.setdefault(form.equation, {})
        if len(cuts) >= MOST_SHORT_CUTS:
            cuts.clear()
        reads_motion = all(x is plain or type(x) is kind for x, plain, kind in zip(options, PLAIN, KINDS))
        cuts[key] = kernel.short_cut(robot, in_order(robot, options[0]), reads_motion)
        if self.answer is _no_answer:
            self.answer = driver().Front(self.of, CHOSEN, PLAIN, KINDS).answer


SHORT_CUTS = ShortCuts()


def key(robot: Robot, count: int, wrench: Any, link: Any, parameters: Any, by: Any, outputs: Any) -> Any:
    """Return the key of a call with more than motion; None where there is none for such arguments.

    The key of motion alone is one number, the identity of the robot plus the number of arrays: objects do not overlap in memory,
    and a robot is larger than any number of arrays. With options that the compiled front knows it is (this number, *options),
    else it has the names of all options.
    """
    number = id(robot) + count
    try:
        if (
            wrench is NOTHING
            and parameters is None
            and by is NOTHING
            and type(link) in (str, NoneType)
            and type(outputs) is tuple
        ):
            name: tuple[Any, ...] = (number, wrench, link, None, None, by, outputs)
        else:
            names = tuple(wrench) if type(wrench) is dict else len(wrench)
            name = (number, names, link, type(link), tuple(NOTHING if parameters is None else parameters), by, outputs)
        hash(name)
    except TypeError:
        return None
    return name


def forget() -> None:
    """Empty both caches; compiled code stays on disk."""
    SHORT_CUTS.of.clear()
    _shelf.cache_clear()
