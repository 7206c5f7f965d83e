"""Maximum a posteriori estimate of free parameters by Gauss-Newton, with the noise of each group estimated alongside.

    minimise  sum_g |r_g(x)|^2 / sigma_g^2 + |p(x)|^2

r_g: rows of noise group g (a joint's torque, an encoder), p: rows of the prior. The noise of each group is estimated from its
residual, so that weights and values are computed in turn. Derivatives are exact.

Models that are expensive to evaluate are linearised (`search`), and each step is a full estimate on the linearised rows:

    r(v) = r(v0) + J(v0) (v - v0) + ...

A step minimises the linearised rows and the prior together, within the physically consistent bodies. The set of these bodies is
curved in their coordinates; a search in the coordinates would evaluate the model for every small step along the curve.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple, Protocol

import numpy as np

from jounce.errors import ConvergenceError
from jounce.identification.parameter_blocks import ParameterBlock
from jounce.numbers.value import ComputedOnce
from jounce.trajectory.path import Floats, whole

ROUNDS = 20
"""Largest number of alternating updates of the noise weights and the parameter values."""
SETTLED = 1e-3
"""Relative change of the noise at which the iteration ends."""
LEAST_NOISE = 1e-9
"""Least noise relative to the noise at the first guess: a perfect model would give its rows infinite weight."""
TOLERANCE = 1e-8
"""Relative tolerance of a Gauss-Newton search: far below any standard deviation."""
STEPS = 200
"""Most evaluations in one Gauss-Newton search."""

Values = Mapping[str, Floats]
Rows = tuple[Floats, Values]
"""Residual (R,), and {kind: derivatives of the residual by the values of the kind (R, size)}."""


class ResidualModel(Protocol):
    """Residuals of measurements against a model, by groups of equal noise."""

    def rows(self, values: Values) -> Sequence[Rows]:
        """Return the residual rows of each group at these values."""


class Equations(ResidualModel, Protocol):
    """Residuals with the group names, row counts and resampling that estimator, report and bootstrap need."""

    @property
    def labels(self) -> Sequence[str]:
        """Return name and unit of each noise group."""

    @property
    def counts(self) -> Sequence[int]:
        """Return the number of independent measurements of each group; compressed rows may be fewer."""

    def resampled(self, values: Values, rng: np.random.Generator) -> "Equations":
        """Return equations whose measurements are the model's at these values plus resampled residuals (bootstrap)."""


class ParameterEstimate(NamedTuple):
    """Maximum a posteriori values with their uncertainty."""

    values: dict[str, Floats]
    """Values by kind."""
    covariance: dict[str, Floats]
    """Posterior covariance of the values of each kind (size, size)."""
    informed: dict[str, Floats]
    """Fraction of each value's prior variance that the data removed: 1 known by data, 0 by the prior alone."""
    noise: Floats
    """Standard deviation of each group's residual."""
    x: Floats
    cost: float


def estimate(equations: Sequence[Equations], blocks: Sequence[ParameterBlock], start: Floats | None = None) -> ParameterEstimate:
    """Return the maximum a posteriori values and their covariance, from search coordinates `start` (default: the prior)."""
    from scipy.optimize import least_squares

    places = _places(blocks)
    total = sum(block.coordinates for block in blocks)
    counts = np.array([count for group in equations for count in group.counts], dtype=np.float64)
    lower = np.concatenate([block.lower for block in blocks])
    x = np.maximum(np.zeros(total) if start is None else start, lower + 1e-6)
    freedom = max(1.0 - total / counts.sum(), 0.1)
    noise = _noise(equations, blocks, x, counts * freedom)
    floor = LEAST_NOISE * noise
    last: list[tuple[Floats, Floats, tuple[Floats, Floats, int]]] = []

    def at(z: Floats, s: Floats) -> tuple[Floats, Floats, int]:
        """Return residual and Jacobian together, cached: the search asks for both at the same point."""
        if not last or not (np.array_equal(last[0][0], z) and np.array_equal(last[0][1], s)):
            last[:] = [(z.copy(), s, _residual(equations, blocks, z, s))]
        return last[0][2]

    for _ in range(ROUNDS):
        search = least_squares(
            lambda z, s: at(z, s)[0],
            x,
            jac=lambda z, s: at(z, s)[1],
            bounds=(lower, np.inf),
            args=(np.maximum(noise, floor),),
            xtol=TOLERANCE,
            ftol=TOLERANCE,
            gtol=TOLERANCE,
            max_nfev=STEPS,
        )
        x = search.x
        before, noise = noise, _noise(equations, blocks, x, counts * freedom)
        if np.abs(noise - before).max() <= SETTLED * np.maximum(noise, floor).max() or (noise <= floor).all():
            break
    if not search.success:
        raise ConvergenceError(f"identify: the search for the values did not end within {STEPS} steps; {search.message}")
    _, J, split = _residual(equations, blocks, x, np.maximum(noise, floor))
    prior_information, information = J[split:].T @ J[split:], J.T @ J
    covariance, informed, values = {}, {}, {}
    C = np.linalg.pinv(information, hermitian=True)
    C0 = np.linalg.pinv(prior_information, hermitian=True)
    for block, place in zip(blocks, places):
        values[block.name], S = block.values(x[place])
        covariance[block.name] = S @ C[place, place] @ S.T
        prior_variance = np.einsum("ij,jk,ik->i", S, C0[place, place], S)
        variance = np.diag(covariance[block.name])
        informed[block.name] = np.where(
            prior_variance > 0.0, 1.0 - variance / np.where(prior_variance > 0.0, prior_variance, 1.0), 0.0
        )
    return ParameterEstimate(values, covariance, informed, noise, x, float(2.0 * search.cost))


def bootstrap(
    equations: Sequence[Equations], blocks: Sequence[ParameterBlock], fitted: ParameterEstimate, count: int, seed: int
) -> dict[str, Floats]:
    """Return {kind: standard deviations} of the values over `count` fits to model output plus resampled residuals."""
    rng = np.random.default_rng(whole(seed, 0, "seed"))
    values: dict[str, list[Floats]] = {name: [] for name in fitted.values}
    for _ in range(whole(count, 2, "count")):
        drawn = [group.resampled(fitted.values, rng) for group in equations]
        for name, value in estimate(drawn, blocks, fitted.x).values.items():
            values[name].append(value)
    return {name: np.std(rows, axis=0, ddof=1) for name, rows in values.items()}


def _places(blocks: Sequence[ParameterBlock]) -> list[slice]:
    """Return for each block the slice of its coordinates in the vector of all search coordinates."""
    ends = np.cumsum([0, *(block.coordinates for block in blocks)])
    return [slice(int(a), int(b)) for a, b in pairwise(ends)]


def _at(blocks: Sequence[ParameterBlock], x: Floats) -> tuple[dict[str, Floats], dict[str, Floats]]:
    """Return the values of all kinds at coordinates x, and their derivatives."""
    blocks_at = {block.name: block.values(x[place]) for block, place in zip(blocks, _places(blocks))}
    return {name: value for name, (value, _) in blocks_at.items()}, {name: jacobian for name, (_, jacobian) in blocks_at.items()}


def values_at(blocks: Sequence[ParameterBlock], x: Floats) -> dict[str, Floats]:
    """Return the values of all kinds at coordinates x."""
    return _at(blocks, x)[0]


def cost_at(equations: ResidualModel, blocks: Sequence[ParameterBlock], x: Floats, noise: Floats) -> float:
    """Return the objective at coordinates x: squares of the rows over their noise, plus squares of the prior's rows."""
    r = _residual((equations,), blocks, x, noise)[0]
    return float(r @ r)


def _noise(equations: Sequence[Equations], blocks: Sequence[ParameterBlock], x: Floats, counts: Floats) -> Floats:
    """Return the standard deviation of each group's residual."""
    values, _ = _at(blocks, x)
    squares = [r @ r for group in equations for r, _ in group.rows(values)]
    return np.sqrt(np.array(squares) / counts)


def _residual(
    equations: Sequence[ResidualModel], blocks: Sequence[ParameterBlock], x: Floats, noise: Floats
) -> tuple[Floats, Floats, int]:
    """Return all rows over their noise followed by the prior's, their Jacobian by x, and the number of measurement rows."""
    values, jacobians = _at(blocks, x)
    rows, derivatives = [], []
    g = 0
    for group in equations:
        for r, by in group.rows(values):
            rows.append(r / noise[g])
            derivatives.append(np.hstack([_by(by, block, len(r)) @ jacobians[block.name] / noise[g] for block in blocks]))
            g += 1
    split = sum(map(len, rows))
    for k, (block, place) in enumerate(zip(blocks, _places(blocks))):
        p, dp = block.prior(x[place])
        rows.append(p)
        derivatives.append(np.hstack([dp if i == k else np.zeros((len(p), b.coordinates)) for i, b in enumerate(blocks)]))
    return np.concatenate(rows), np.vstack(derivatives), split


def _by(jacobians: Values, block: ParameterBlock, count: int) -> Floats:
    """Return the derivatives (count, size) of rows by the values of one block; zeros if the rows do not depend on the block."""
    derivatives = jacobians.get(block.name)
    return np.zeros((count, len(block.labels))) if derivatives is None else derivatives


SEARCH_STEPS, HALVED = 40, 12
"""Most Gauss-Newton steps, and halvings of one step."""
ENOUGH = 0.01
"""Least decrease of the objective, a sum of squares over variances, in a step; 0.01 is a tenth of a standard deviation."""


@dataclass(frozen=True, eq=False)
class LinearEquations:
    """Equations linearised at the values `near`; `there`: residual rows of each group at these values, with their Jacobian."""

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
        """Return the residual rows of each group at these values; see `Equations`."""
        return [(r + sum(by[name] @ (values[name] - self.near[name]) for name in by), by) for r, by in self._short]

    def resampled(self, values: Values, rng: np.random.Generator) -> "LinearEquations":
        """Return equations with residuals resampled in blocks of their correlation length; see `Equations`."""
        drawn: list[Rows] = []
        for (r, by), count in zip(self.there, self.counts):
            residual = r + sum(by[name] @ (values[name] - self.near[name]) for name in by)
            length = max(1, len(residual) // count)
            begins = rng.integers(0, len(residual) - length + 1, size=len(residual) // length + 1)
            drawn.append((np.concatenate([residual[a : a + length] for a in begins])[: len(residual)], by))
        return replace(self, near=values, there=tuple(drawn))


class NonlinearEquations(Protocol):
    """Residuals of a model that is expensive to evaluate and provides its linearisation."""

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
    for _ in range(SEARCH_STEPS):
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
        f"the search for the values did not end within {SEARCH_STEPS} steps. Begin with numbers that are nearer, or leave some "
        "that the recording does not tell out of `free`."
    )
