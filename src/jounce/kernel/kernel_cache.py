"""What was made for a robot and is needed again: kernels and CasADi functions, by the equation itself and the robot's value."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from jounce.kernel.arguments import NOTHING
from jounce.kernel.backends.casadi import Functions
from jounce.kernel.backends.native import NativeKernel
from jounce.kernel.equation import EQUATIONS, Equation, Form
from jounce.robot import Robot

KEPT = 256
"""Robots whose kernels are remembered; what is forgotten is found again on disk."""


@dataclass(frozen=True)
class Shelf:
    """All that was made for one robot."""

    robot: Robot
    kernels: dict[Form, NativeKernel | None] = field(default_factory=dict)
    """None where there is no native code."""
    functions: Functions = field(default_factory=dict)

    def kernel(self, form: Form, again: bool) -> NativeKernel | None:
        """The kernel of a form. again: try once more where there was none."""
        if again and self.kernels.get(form, self) is None:
            self.kernels.pop(form, None)
        if form in self.kernels:
            return self.kernels[form]
        return self.kernels.setdefault(form, NativeKernel(form, self.robot))  # threads that come at once all take the first one's


MOST_SHORT_CUTS = 512
"""Of one equation."""


def key(robot: Robot, count: int, wrench: Any, link: Any, parameters: Any, by: Any, outputs: Any) -> Any:
    """What the short cut of a call with more than motion is found by; None where there is none for such arguments."""
    try:
        found = (
            id(robot) + count,
            tuple(wrench) if type(wrench) is dict else len(wrench),
            link,
            type(link),
            tuple(NOTHING if parameters is None else parameters),
            by,
            outputs,
        )
        hash(found)
    except TypeError:
        return None
    return found


@lru_cache(maxsize=KEPT)
def _made(robot: Robot) -> Shelf:
    return Shelf(robot)


def shelf(robot: Robot) -> Shelf:
    """The shelf of a robot, found by its value: equal robots share theirs."""
    _made(robot)  # of threads that ask first all at one time each gets one of its own here, and one of them is kept
    return _made(robot)


def forget_short_cuts(equation: Equation) -> None:
    """Forget those of one equation."""
    equation.at_once.clear()  # these first: their robots are held by the short cuts
    equation.seen.clear()
    equation.short_cuts.clear()


def forget() -> None:
    """Forget all that was made; compiled code stays on disk."""
    for equation in EQUATIONS:
        forget_short_cuts(equation)
    _made.cache_clear()
