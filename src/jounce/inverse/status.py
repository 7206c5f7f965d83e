"""Status of a plan: orders, zeros, iterations and error estimates of the method that computed it."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from jounce.numbers.packing import Array
from jounce.numbers.value import by_value


@by_value
@dataclass(frozen=True, eq=False, repr=False)
class Status:
    """Orders, zeros, iterations and error estimates of the method that computed a plan; None for fields of other methods.

    `repr` shows only the fields that apply. `status["name"]` works for one release and warns.

    Examples
    --------
    >>> import jounce as jn
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, -1.0], duration=1.0)
    >>> jn.feedforward(jn.load("planar_2r"), path, [0.5]).status
    Status(motion_order=4)
    """

    motion_order: int | None = None
    """Order of the highest time derivative of q that the method uses."""

    # ---- damped elastic joints
    time_constants: Mapping[str, float] = field(default_factory=dict)
    """D / K of every damped elastic drive [s], by name of its motor; empty if there is none."""
    order_of_accuracy: int | None = None
    """The error of method 'filter' is proportional to this power of the spacing of t; None for other methods."""

    # ---- flexible arms: zeros, and the times that follow from them
    zeros: Array | None = None
    """Transmission zeros (z,) at poses at rest along the path, pose after pose, complex [rad/s]."""
    step: float | None = None
    """Largest difference of consecutive times of the solver's grid [s]; method 'bdf-adaptive' chooses its steps itself."""
    acts_from: float | None = None
    """Time at which motors begin to act: 25 time constants of the slowest unstable zero before the path begins [s].

    For method 'nearest' the first time of the solver's grid."""
    acts_until: float | None = None
    """Time at which motors come to rest: 25 time constants of the slowest stable zero after the path ends, or inf [s].

    For method 'nearest' the last time of the solver's grid."""
    tool_error: float | None = None
    """Estimate of the largest tool error under the torque of the plan, in open loop [m or rad].

    The estimate is not a bound; it is mostly right within a factor of ten. `verify` measures the error."""
    torque_error: float | None = None
    """Estimate of the largest error of the motor torque, averaged over each step of the solver [Nm or N]; not a bound."""

    # ---- flexible arms: the solver
    iterations: int | None = None
    """Number of Newton, Gauss-Newton or interior-point steps; for methods forward in time, the sum over all instants."""
    residual: float | None = None
    """Largest residual of the discretised equations of the solver.

    'collocation': residual of deflections [rad or m] and their rates [rad/s or m/s], predicted for the last Newton step;
    'derivative-array': residual of its scaled states. 'least-squares', 'basis': residual of load over stiffness [rad or m].
    'constrained', 'spline': larger residual of load over stiffness and of the tool [m or rad]."""
    path: float | None = None
    """Largest tool error on the grid [m or rad], for methods 'least-squares' and 'nearest'."""
    condition: float | None = None
    """Condition number of the linear equations: for 'bdf' the largest of every 16th step, for collocation a lower bound."""
    order: int | None = None
    """Order of the backward differentiation formula, for method 'bdf'."""
    index: int | None = None
    """Differential index of the form of the equation that backward differentiation solves: 3, 2 or 1."""
    differentiations: int | None = None
    """Number of differentiations after which the equation determines accelerations, for method 'derivative-array'."""
    steps: int | None = None
    """Number of accepted steps of method 'bdf-adaptive'."""
    refused: int | None = None
    """Number of steps that method 'bdf-adaptive' repeated with a smaller step size."""
    terms: int | None = None
    """Number of terms of the Fourier series of every joint, for method 'basis'."""
    unknowns: int | None = None
    """Number of unknown coefficients, for methods 'basis', 'spline' and 'nearest'."""
    equations: int | None = None
    """Number of equations in the least-squares problem, for methods 'basis' and 'spline'."""

    __iter__ = None  # else `in` and `for` would call __getitem__ with 0, 1, ...

    def __repr__(self) -> str:
        """Show the fields that apply to the method of the plan."""
        return f"Status({', '.join(f'{name}={value!r}' for name, value in self._applying().items())})"

    def __getitem__(self, name: str) -> Any:
        """Return a field by name; deprecated in favour of the attribute. Raises KeyError if the field does not apply."""
        warnings.warn(f'status["{name}"] is deprecated and will go; use status.{name}.', DeprecationWarning, stacklevel=2)
        return self._applying()[name]

    def _applying(self) -> dict[str, Any]:
        """Return the fields that apply to the method of the plan, by name."""
        values = {item.name: getattr(self, item.name) for item in fields(self)}
        return {name: value for name, value in values.items() if value is not None and (name != "time_constants" or value)}
