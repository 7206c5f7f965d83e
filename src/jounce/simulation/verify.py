"""How far the tool leaves its path under a plan's torque, and how sure that is: the plan on the plant, integrated twice."""

from dataclasses import dataclass

import numpy as np

from jounce.errors import InputError
from jounce.inverse.plan import Plan
from jounce.numbers.value import by_value
from jounce.simulation.record import Run
from jounce.simulation.simulate import simulate
from jounce.trajectory.path import positive

COARSER = 100.0
"""Between the tolerances of the two."""


@by_value
@dataclass(frozen=True)
class Verified:
    """What the plant did with a plan."""

    tool_error: float
    """Largest error of the tool at the plan's times, open loop [m or rad]."""
    bound: float
    """Bound on the error of that number [m or rad]: how far the tool is from where a hundred times coarser integration has it."""
    run: Run
    """The motion of the finer integration."""

    def __repr__(self) -> str:
        return f"<Verified: tool error {self.tool_error:.3g} +- {self.bound:.1g} (m or rad)>"


def verify(plan: Plan, *, tolerance: float = 1e-12) -> Verified:
    """Integrate a plan of a tool path on the robot it was made for, and say how far the tool leaves the path.

    The plan's torque acts open loop, from the plan's first state, as in `simulate`. Steps follow their error: once with this
    relative and absolute `tolerance`, once with a hundred times as much. The largest difference of the two is the bound.
    """
    if not isinstance(plan, Plan):
        raise InputError(f"plan: expected what jn.feedforward(robot, path, t) gives, got {type(plan).__name__}.")
    if plan.path.space != "tool":
        raise InputError(
            "plan: expected one along a path of the tool; for a path of the joints see jn.simulate(robot, plan).error."
        )
    tolerance = positive(tolerance, "tolerance")
    rough, fine = (simulate(plan.robot, plan, tolerance=x) for x in (COARSER * tolerance, tolerance))
    error = fine.tool_error
    return Verified(float(np.abs(error).max()), float(np.abs(error - rough.tool_error).max()), fine)
