"""Estimates from rows that cost a run of a model: Gauss-Newton steps in the values, each the whole estimate from linear rows.

    r(v) = r(v0) + J(v0) (v - v0) + ...

A step is where the linear rows and the prior together are least, bodies that can exist included; those lie curved in their
coordinates, and a search through these would take a run of the model for every small step along the curve.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from jounce.errors import ConvergenceError
from jounce.identification.maximum_a_posteriori import ParameterEstimate, Rows, Values, cost_at, estimate, values_at
from jounce.identification.parameter_blocks import ParameterBlock
from jounce.numbers.computed_once import ComputedOnce
from jounce.trajectory.path import Floats

STEPS, HALVED = 40, 12
"""Of Gauss-Newton, and how often one is halved."""
ENOUGH = 0.01
"""What a step gains at least, of twice the logarithm of the probability: less is a twentieth of a standard deviation."""


@dataclass(frozen=True, eq=False)
class LinearEquations:
    """Rows that change in proportion to what values differ from some."""

    labels: Sequence[str]
    counts: Sequence[int]
    near: Values
    there: tuple[Rows, ...]

    @ComputedOnce
    def _short(self) -> list[tuple[Floats, dict[str, Floats]]]:
        """Rows that say as much as all (QR), and what no values explain."""
        from scipy.linalg import qr

        found = []
        for r, by in self.there:
            Q, R = qr(np.hstack(list(by.values())), mode="economic")
            part = Q.T @ r
            rows = np.append(part, np.sqrt(max(r @ r - part @ part, 0.0)))
            wide = np.vstack([R, np.zeros(R.shape[1])])
            places = np.cumsum([x.shape[1] for x in by.values()])[:-1]
            found.append((rows, dict(zip(by, np.split(wide, places, axis=1)))))
        return found

    def rows(self, values: Values) -> list[Rows]:
        """See `Equations`."""
        return [(r + sum(by[name] @ (values[name] - self.near[name]) for name in by), by) for r, by in self._short]

    def resampled(self, values: Values, rng: np.random.Generator) -> "LinearEquations":
        """See `Equations`. Errors are drawn in pieces as long as they depend on each other."""
        drawn: list[Rows] = []
        for (r, by), count in zip(self.there, self.counts):
            rest = r + sum(by[name] @ (values[name] - self.near[name]) for name in by)
            long = max(1, len(rest) // count)
            begins = rng.integers(0, len(rest) - long + 1, size=len(rest) // long + 1)
            drawn.append((np.concatenate([rest[a : a + long] for a in begins])[: len(rest)], by))
        return replace(self, near=values, there=tuple(drawn))


class NonlinearEquations(Protocol):
    """Measurements against a model that takes long."""

    def rows(self, values: Values) -> Sequence[Rows]:
        """For each group its rows at these values."""

    def linear(self, values: Values) -> LinearEquations:
        """The same near these values."""


def search(equations: NonlinearEquations, blocks: Sequence[ParameterBlock], start: Floats | None = None) -> ParameterEstimate:
    """The estimate by Gauss-Newton steps in the values: each is the whole estimate from rows that are linear there.

    BodyBlock that can exist lie curved in their coordinates, and a search through these would take a run of the model for every
    small step along the curve; here it takes none. A step that does not lower what is to be made small is halved.
    """
    x = np.zeros(sum(block.coordinates for block in blocks)) if start is None else start
    for _ in range(STEPS):
        values = values_at(blocks, x)
        found = estimate([equations.linear(values)], blocks, x)
        noise, cost = found.noise, cost_at(equations, blocks, x, found.noise)
        step = found.x - x
        for _ in range(HALVED):
            new = cost_at(equations, blocks, x + step, noise)
            if new <= cost:
                break
            step = 0.5 * step
        else:
            return found
        x = x + step
        if cost - new <= ENOUGH:
            return estimate([equations.linear(values_at(blocks, x))], blocks, x)
    raise ConvergenceError(
        f"the search for the values did not end within {STEPS} steps. Begin with numbers that are nearer, or leave some that the "
        "recording does not tell out of `free`."
    )
