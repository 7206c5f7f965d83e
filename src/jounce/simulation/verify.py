"""Verification of a plan along a tool path: tool error in an open-loop simulation, with a bound on the integration error."""

from dataclasses import dataclass

import numpy as np

from jounce.errors import InputError
from jounce.inverse.plan import Plan
from jounce.numbers.value import by_value
from jounce.robot.validation import positive
from jounce.simulation.record import Run
from jounce.simulation.simulate import simulate

COARSER = 100.0
"""Ratio of the tolerances of two integrations, whose difference bounds the integration error."""


@by_value
@dataclass(frozen=True)
class Verified:
    """Result of `verify`: tool error of a plan in an open-loop simulation, with a bound on the integration error."""

    tool_error: float
    """Largest absolute tool error over the plan's times and the tool's outputs [m or rad]."""
    bound: float
    """Bound on the error of `tool_error` [m or rad]: largest change of the tool error if the tolerance is 100 times larger."""
    run: Run
    """Simulated motion, integrated with the finer tolerance."""

    def __repr__(self) -> str:
        return f"<Verified: tool error {self.tool_error:.3g} +- {self.bound:.1g} (m or rad)>"


def verify(plan: Plan, *, tolerance: float = 1e-12) -> Verified:
    """Simulate a plan along a tool path on the plan's own robot; return the tool error, with a bound on the integration error.

    The plan's torque acts open loop from the plan's first state, as in `simulate`. The motion is integrated twice, with
    `tolerance` and with 100 times `tolerance`; the largest difference between the two tool errors is the bound. The simulated
    robot is always `plan.robot`: use `simulate(robot, plan)` to simulate a plan on another robot.

    Parameters
    ----------
    plan : Plan
        Plan along a tool path.
    tolerance : float
        Relative and absolute tolerance of the finer integration.

    Returns
    -------
    Verified
        Largest tool error [m or rad], its bound, and the run.

    Raises
    ------
    InputError
        For a plan along a joint path.

    Examples
    --------
    >>> robot = jn.load("moberg_5dof")
    >>> path = jn.trajectory.line([1.5, -1.5], [1.7, -1.3], 0.5)
    >>> plan = jn.feedforward(robot, path, np.linspace(0.0, 0.5, 501))
    >>> bool(jn.verify(plan).tool_error < 1e-6)
    True
    """
    if not isinstance(plan, Plan):
        raise InputError(f"plan: expected what jn.feedforward(robot, path, t) gives, got {type(plan).__name__}.")
    if plan.path.space != "tool":
        raise InputError(
            "plan: expected one along a path of the tool; for a path of the joints see jn.simulate(robot, plan).error."
        )
    tolerance = positive(tolerance, "tolerance")
    coarse, fine = (simulate(plan.robot, plan, tolerance=x) for x in (COARSER * tolerance, tolerance))
    error = fine.tool_error
    return Verified(float(np.abs(error).max()), float(np.abs(error - coarse.tool_error).max()), fine)
