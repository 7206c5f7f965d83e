"""How the computing of a plan went, field by field."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from jounce.numbers.packing import Array
from jounce.numbers.value import by_value


@by_value
@dataclass(frozen=True, eq=False, repr=False)
class Status:
    """How the computing of a plan went. A field that the plan's method does not have is None.

    `repr` shows the other fields only. `status["name"]` still works for one release and warns.
    """

    motion_order: int | None = None
    """Highest time derivative of q that was used."""

    # ---- damped elastic joints
    time_constants: Mapping[str, float] = field(default_factory=dict)
    """D / K of every damped elastic joint, by joint name [s]; empty if there is none."""
    order_of_accuracy: int | None = None
    """Power of the spacing of t with which the error of method 'filter' falls."""

    # ---- flexible arms: zeros, and the times that follow from them
    zeros: Array | None = None
    """Transmission zeros at poses at rest along the path, those of one pose after those of another (z,), complex [rad/s]."""
    step: float | None = None
    """Spacing of the solver's grid, its upper bound if the spacing varies [s]; 'bdf-adaptive' chooses its own steps instead."""
    acts_from: float | None = None
    """When the motors begin to act: 25 time constants of the slowest unstable zero before the path begins [s]."""
    acts_until: float | None = None
    """When the motors cease to move: 25 time constants of the slowest stable zero after the path ends, or inf [s]."""
    tool_error: float | None = None
    """Estimated largest error of the tool under the plan's torque, open loop [m or rad]: mostly right within a factor of ten, and
    no bound. `verify` measures it."""
    torque_error: float | None = None
    """Estimated largest error of the motor torque, means over the steps of the solver [Nm or N]; no bound."""

    # ---- flexible arms: the solver
    iterations: int | None = None
    """Newton, Gauss-Newton or interior-point steps; forward in time the sum over all instants."""
    residual: float | None = None
    """Largest error left in the discretised equations: of deflections [rad or m] and their rates [rad/s or m/s] by 'collocation',
    as Newton's last steps let expect it, of load over stiffness [rad or m] by 'least-squares' and 'basis', of the same and of the
    tool [m or rad] by 'constrained'."""
    path: float | None = None
    """Largest error of the tool on the grid [m or rad], of method 'least-squares'."""
    condition: float | None = None
    """Condition number of the linear equations: 'bdf' the largest of every 16th step, scaled; 'collocation' a lower bound."""
    order: int | None = None
    """Order of backward differentiation."""
    index: int | None = None
    """Differential index of the form that was solved: 3, 2 or 1."""
    differentiations: int | None = None
    """How often method 'derivative-array' differentiates the equation until accelerations are determined; 2 on most arms."""
    steps: int | None = None
    """Steps that 'bdf-adaptive' took."""
    refused: int | None = None
    """Steps that 'bdf-adaptive' tried and repeated with a smaller step."""
    terms: int | None = None
    """Terms of the Fourier series of every joint, of method 'basis'."""
    unknowns: int | None = None
    """Coefficients that method 'basis' or 'spline' looked for."""
    equations: int | None = None
    """Equations that method 'basis' or 'spline' minimised the squares of."""

    __iter__ = None  # without it, __getitem__ would make `in` and `for` ask for status[0], status[1], ...

    def __repr__(self) -> str:
        return f"Status({', '.join(f'{name}={value!r}' for name, value in self._known().items())})"

    def __getitem__(self, name: str) -> Any:
        warnings.warn(f'status["{name}"] is deprecated and will go; use status.{name}.', DeprecationWarning, stacklevel=2)
        return self._known()[name]

    def _known(self) -> dict[str, Any]:
        """The fields that apply."""
        every = {part.name: getattr(self, part.name) for part in fields(self)}
        return {name: value for name, value in every.items() if value is not None and (name != "time_constants" or value)}
