"""Gauss-Newton search for models that are expensive to evaluate: each step is a full estimate on the linearised rows.

    r(v) = r(v0) + J(v0) (v - v0) + ...

A step minimises the linearised rows and the prior together, within the physically consistent bodies. The set of these bodies is
curved in their coordinates; a search in the coordinates would evaluate the model for every small step along the curve.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from jounce.errors import ConvergenceError
from jounce.identification.maximum_a_posteriori import ParameterEstimate, Rows, Values, cost_at, estimate, values_at
from jounce.identification.parameter_blocks import ParameterBlock
from jounce.numbers.value import ComputedOnce
from jounce.trajectory.path import Floats

STEPS, HALVED = 40, 12
"""Most Gauss-Newton steps, and halvings of one step."""
ENOUGH = 0.01
"""Least gain of a step in twice the log-probability: less is a twentieth of a standard deviation."""


@dataclass(frozen=True, eq=False)
class LinearEquations:
    """Equations linear in the values: rows `there` at the values `near`, and their Jacobian."""

    labels: Sequence[str]
    counts: Sequence[int]
    near: Values
    there: tuple[Rows, ...]

    @ComputedOnce
    def _short(self) -> list[tuple[Floats, dict[str, Floats]]]:
        """Return the compressed rows of each group (QR), with the norm of the residual that no values explain."""
        from scipy.linalg import qr

        compressed = []
        for r, by in self.there:
            Q, R = qr(np.hstack(list(by.values())), mode="economic")
            projection = Q.T @ r
            rows = np.append(projection, np.sqrt(max(r @ r - projection @ projection, 0.0)))
            columns = np.vstack([R, np.zeros(R.shape[1])])
            places = np.cumsum([x.shape[1] for x in by.values()])[:-1]
            compressed.append((rows, dict(zip(by, np.split(columns, places, axis=1)))))
        return compressed

    def rows(self, values: Values) -> list[Rows]:
        """See `Equations`."""
        return [(r + sum(by[name] @ (values[name] - self.near[name]) for name in by), by) for r, by in self._short]

    def resampled(self, values: Values, rng: np.random.Generator) -> "LinearEquations":
        """See `Equations`: residuals are drawn in blocks of their correlation length."""
        drawn: list[Rows] = []
        for (r, by), count in zip(self.there, self.counts):
            residual = r + sum(by[name] @ (values[name] - self.near[name]) for name in by)
            length = max(1, len(residual) // count)
            begins = rng.integers(0, len(residual) - length + 1, size=len(residual) // length + 1)
            drawn.append((np.concatenate([residual[a : a + length] for a in begins])[: len(residual)], by))
        return replace(self, near=values, there=tuple(drawn))


class NonlinearEquations(Protocol):
    """Measurements against a model that is expensive to evaluate."""

    def rows(self, values: Values) -> Sequence[Rows]:
        """Return the residual rows of each group at these values."""

    def linear(self, values: Values) -> LinearEquations:
        """Return the equations linearised at these values."""


def search(equations: NonlinearEquations, blocks: Sequence[ParameterBlock], start: Floats | None = None) -> ParameterEstimate:
    """Return the estimate by Gauss-Newton steps; each step is a full estimate on equations linearised at the present values.

    A step that does not lower the objective is halved. The model is evaluated once per trial step, not along the curved set of
    physically consistent bodies.
    """
    x = np.zeros(sum(block.coordinates for block in blocks)) if start is None else start
    for _ in range(STEPS):
        values = values_at(blocks, x)
        estimated = estimate([equations.linear(values)], blocks, x)
        noise, cost = estimated.noise, cost_at(equations, blocks, x, estimated.noise)
        step = estimated.x - x
        for _ in range(HALVED):
            new = cost_at(equations, blocks, x + step, noise)
            if new <= cost:
                break
            step = 0.5 * step
        else:
            return estimated
        x = x + step
        if cost - new <= ENOUGH:
            return estimate([equations.linear(values_at(blocks, x))], blocks, x)
    raise ConvergenceError(
        f"the search for the values did not end within {STEPS} steps. Begin with numbers that are nearer, or leave some that the "
        "recording does not tell out of `free`."
    )
