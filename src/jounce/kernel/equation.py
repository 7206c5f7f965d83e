"""The declaration of an equation: what a public function evaluates, what goes in and what comes out. Every backend reads this."""

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pickle import PicklingError
from typing import TYPE_CHECKING, Any, NamedTuple

from jounce.codegen.program import Printable, Slot
from jounce.dynamics.newton_euler import Loads
from jounce.numbers import Number
from jounce.plant.plant import Place, Plant
from jounce.robot import Robot

if TYPE_CHECKING:
    from jounce.kernel.form import Form

Numbers = list[Number]
LARGEST_STRAIGHT = 30
"""Joints up to which an equation that could be a loop is straight-line code: measured, see docs/benchmarks."""


class Output(NamedTuple):
    """One output of an equation: scalars of this shape, for example (n,) or (n, n)."""

    name: str
    shape: tuple[int, ...]
    rows: int | None = None
    """None: one row for each time derivative, from jets; no axis at order 0. 0: one row, no axis. k: k rows of the equation."""

    def lead(self, order: int) -> tuple[int, ...]:
        """Return the leading axis of the result: () if there is one row without an axis, otherwise (rows,)."""
        if self.rows is None:
            return (order + 1,) if order else ()
        return (self.rows,) if self.rows else ()

    def slot(self, order: int) -> Slot:
        """Return the output of a kernel that gives this many time derivatives."""
        return Slot(self.name, math.prod(self.lead(order)), math.prod(self.shape))


class Inputs(NamedTuple):
    """Inputs of an equation beside the plant: scalars, or jets in time where time derivatives are asked for."""

    motion: Any
    """One list of scalars for each of the equation's arguments."""
    loads: Loads = ()
    """External wrenches, by body."""
    place: Place | None = None
    """The frame that is asked for, of equations that take a link."""
    auxiliary: Mapping[str, list[Numbers]] = {}
    """Rows of the auxiliary inputs, by name."""


class DerivativeOrders(NamedTuple):
    """Orders of derivatives that the robot decides."""

    motion: Callable[[Robot], int] | None = None
    """Number of derivatives of the motion beyond the arguments; None where the caller decides."""
    wrench: Callable[[Robot], int] | None = None
    """Order of wrench derivatives beyond that of the result; None for zero."""


class ResultRule(NamedTuple):
    """The step from the outputs of an equation to the result of the public function."""

    kind: type | None = None
    """Named tuple of the result; None for the array, or a plain tuple of several."""
    check: Callable[[Robot, Any, tuple[Any, ...] | None, dict[str, Any]], None] | None = None
    """Called with robot, q, outputs (None after a division by zero) and parameters; raises if the outputs mean nothing."""
    is_doubtful: Callable[[Robot], bool] | None = None
    """True for robots whose outputs need the check; None for all robots."""
    internal: int = 0
    """Number of outputs, the last ones, that only the check reads."""


class Partials(NamedTuple):
    """Partial derivatives as the result of an equation, in place of its outputs."""

    output: str
    """The output that is differentiated."""
    by: tuple[str, ...] = ()
    """Variables of differentiation by default, where there are more than the motion."""
    structured: Callable[[Plant, Inputs], Mapping[str, list[Numbers]]] | None = None
    """Derivatives by the structure of the equation: for each name in `by` a matrix, row after row, for each of its arrays.

    None: by reverse mode alone."""


class Auxiliary(NamedTuple):
    """Inputs beside the motion that are not differentiated in time, row by row after it: states of filters, gains, set points."""

    slots: Callable[[Robot], tuple[Slot, ...]] = lambda robot: ()
    arrange: Callable[[Robot, Sequence[Any]], tuple[Any, ...]] | None = None
    """Rows of motion and auxiliary inputs from the arguments of the public function; None where these are the rows already."""
    any_motion: bool = False
    """True if the arguments are readings of sensors, which the equation itself judges: nan and inf go in as well."""
    begin: "Equation | None" = None
    """Equation of the initial state of an observer, from the same arguments."""
    flags: Mapping[str, tuple[float, ...]] = {}
    """Last entries of an auxiliary input in operation, by name: flags that reference vectors must not draw at random."""


class Loop(NamedTuple):
    """The equation as a loop over links, for robots too large for straight-line code."""

    code: "Callable[[Form, Robot], Printable]"
    is_used: "Callable[[Form, Robot], bool] | None" = None
    """True for robots with loop code; None: for robots of many joints, see `NativeKernel`."""


NO_ORDERS = DerivativeOrders()
PLAIN_RESULT = ResultRule()


@dataclass(frozen=True, eq=False)
class Equation:
    """An equation to evaluate. Equations are compared by identity: kernels belong to the object, whatever its name is."""

    name: str
    arguments: tuple[str, ...]
    """Arrays of motion, at least; each further one adds a time derivative to the result."""
    evaluate: Callable[[Plant, Inputs], tuple[Any, ...]]
    """The equation on scalars of any type: one nested sequence for each output."""
    outputs: Callable[[Robot], tuple[Output, ...]]
    takes: str = ""
    """'wrench': external wrenches; 'link': the frame that is asked for, by default the tool."""
    prepare: Callable[[Robot, Plant], Plant] = lambda robot, plant: plant
    """Adds to the plant what this equation needs beyond the usual; raises for a robot that has no such thing."""
    motor_arguments: int = 0
    """Number of arguments, the last ones, with one entry for each motor instead of one for each DOF."""
    orders: DerivativeOrders = NO_ORDERS
    result: ResultRule = PLAIN_RESULT
    partials: Partials | None = None
    auxiliary: Auxiliary | None = None
    loop: Loop | None = None

    def __reduce__(self) -> Any:
        """Pickle by the name under which a module has it: an equation is the same object everywhere in a process."""
        for module in [m for name, m in sys.modules.items() if name.startswith("jounce.")]:
            for name, value in vars(module).items():
                if value is self:
                    return _equation, (module.__name__, name)
        raise PicklingError(f"{self.name}: an equation without a name in its module cannot be pickled")

    def __copy__(self) -> "Equation":
        return self

    def __deepcopy__(self, memo: Any) -> "Equation":
        return self

    def argument(self, k: int) -> str:
        """Return the name of the k-th array of motion, for messages and headers."""
        return self.arguments[k] if k < len(self.arguments) else f"q^({k})"

    def auxiliary_slots(self, robot: Robot) -> tuple[Slot, ...]:
        """Return the slots of the auxiliary inputs, () if there are none."""
        return () if self.auxiliary is None else self.auxiliary.slots(robot)

    @property
    def begin(self) -> "Equation | None":
        """Return the equation of the initial state of an observer; None of other equations."""
        return None if self.auxiliary is None else self.auxiliary.begin

    def arrange(self, robot: Robot, rows: Sequence[Any]) -> tuple[Any, ...]:
        """Return rows of motion and auxiliary inputs from the arguments of the public function."""
        if self.auxiliary is None or self.auxiliary.arrange is None:
            return tuple(rows)
        return self.auxiliary.arrange(robot, rows)

    def wrench_order(self, robot: Robot) -> int:
        """Return the order of wrench derivatives beyond that of the result."""
        return 0 if self.orders.wrench is None else self.orders.wrench(robot)

    def is_doubtful(self, robot: Robot) -> bool:
        """Return True if outputs for this robot need the check of the result."""
        check, is_doubtful = self.result.check, self.result.is_doubtful
        return check is not None and (is_doubtful is None or is_doubtful(robot))

    def is_differentiable(self, robot: Robot) -> bool:
        """Return True if the result has time derivatives that the caller may ask for."""
        return self.orders.motion is None and all(output.rows is None for output in self.outputs(robot))


def _equation(module: str, name: str) -> Any:
    return getattr(import_module(module), name)
