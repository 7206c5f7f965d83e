"""Values that explain measurements best, given what was known before: Gauss-Newton on whatever gives rows and derivatives.

    minimise  sum_g |r_g(x)|^2 / sigma_g^2 + |p(x)|^2

r_g: rows of noise group g (a joint's torque, an encoder), p: rows of the prior. The noise of each group is what its residual
shows, so weights and values are found in turn. Exact derivatives throughout.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

import numpy as np

from jounce.errors import ConvergenceError
from jounce.identification.parameter_blocks import ParameterBlock
from jounce.trajectory.path import Floats, whole

ROUNDS = 20
"""Of weights and values in turn."""
SETTLED = 1e-3
"""Relative change of the weights at which they are found."""
LEAST_NOISE = 1e-9
"""Of the first guess: a model without any error would weigh its rows infinitely."""
TOLERANCE = 1e-8
"""Relative, of a Gauss-Newton search: far below any deviation."""
STEPS = 200
"""Of one Gauss-Newton search."""

Values = Mapping[str, Floats]
Rows = tuple[Floats, Values]
"""Residual (R,), and by the name of each kind of unknowns its derivatives (R, size)."""


class ResidualModel(Protocol):
    """Rows of measurements against a model."""

    def rows(self, values: Values) -> Sequence[Rows]:
        """For each group its rows at these values."""


class Equations(ResidualModel, Protocol):
    """Measurements against a model. What several files of this room give, one estimator takes."""

    @property
    def labels(self) -> Sequence[str]:
        """For each group of rows with the same noise what it is, with its unit."""

    @property
    def counts(self) -> Sequence[int]:
        """How many measurements each group has; its rows may be fewer, if they say the same."""

    def resampled(self, values: Values, rng: np.random.Generator) -> "Equations":
        """With what the model says at these values, plus residuals drawn anew: for the bootstrap."""


class ParameterEstimate(NamedTuple):
    """What was found."""

    values: dict[str, Floats]
    """By kind."""
    covariance: dict[str, Floats]
    """Of the values of each kind (size, size), prior included."""
    informed: dict[str, Floats]
    """Share of each value's variance before the fit that the data took away: 1 known by data, 0 by the prior alone."""
    noise: Floats
    """Standard deviation of each group's residual."""
    x: Floats
    cost: float


def estimate(equations: Sequence[Equations], blocks: Sequence[ParameterBlock], start: Floats | None = None) -> ParameterEstimate:
    """The most probable values, and how well they are known."""
    from scipy.optimize import least_squares

    places = _places(blocks)
    total = sum(block.coordinates for block in blocks)
    counts = np.array([count for part in equations for count in part.counts], dtype=np.float64)
    lower = np.concatenate([block.lower for block in blocks])
    x = np.maximum(np.zeros(total) if start is None else start, lower + 1e-6)
    freedom = max(1.0 - total / counts.sum(), 0.1)
    noise = _noise(equations, blocks, x, counts * freedom)
    floor = LEAST_NOISE * noise
    last: list[tuple[Floats, Floats, tuple[Floats, Floats, int]]] = []

    def at(z: Floats, s: Floats) -> tuple[Floats, Floats, int]:
        """Rows and derivatives together: the search asks for both at the same place."""
        if not last or not (np.array_equal(last[0][0], z) and np.array_equal(last[0][1], s)):
            last[:] = [(z.copy(), s, _residual(equations, blocks, z, s))]
        return last[0][2]

    for _ in range(ROUNDS):
        found = least_squares(
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
        x = found.x
        before, noise = noise, _noise(equations, blocks, x, counts * freedom)
        if np.abs(noise - before).max() <= SETTLED * np.maximum(noise, floor).max() or (noise <= floor).all():
            break
    if not found.success:
        raise ConvergenceError(f"identify: the search for the values did not end within {STEPS} steps; {found.message}")
    _, J, split = _residual(equations, blocks, x, np.maximum(noise, floor))
    before_fit, after = J[split:].T @ J[split:], J.T @ J
    covariance, informed, values = {}, {}, {}
    C = np.linalg.pinv(after, hermitian=True)
    C0 = np.linalg.pinv(before_fit, hermitian=True)
    for block, place in zip(blocks, places):
        values[block.name], S = block.values(x[place])
        covariance[block.name] = S @ C[place, place] @ S.T
        old = np.einsum("ij,jk,ik->i", S, C0[place, place], S)
        new = np.diag(covariance[block.name])
        informed[block.name] = np.where(old > 0.0, 1.0 - new / np.where(old > 0.0, old, 1.0), 0.0)
    return ParameterEstimate(values, covariance, informed, noise, x, float(2.0 * found.cost))


def bootstrap(
    equations: Sequence[Equations], blocks: Sequence[ParameterBlock], found: ParameterEstimate, count: int, seed: int
) -> dict[str, Floats]:
    """{kind: standard deviations} of values by `count` estimates from what the model says plus residuals drawn anew."""
    rng = np.random.default_rng(whole(seed, 0, "seed"))
    values: dict[str, list[Floats]] = {name: [] for name in found.values}
    for _ in range(whole(count, 2, "count")):
        drawn = [part.resampled(found.values, rng) for part in equations]
        for name, value in estimate(drawn, blocks, found.x).values.items():
            values[name].append(value)
    return {name: np.std(rows, axis=0, ddof=1) for name, rows in values.items()}


def _places(blocks: Sequence[ParameterBlock]) -> list[slice]:
    ends = np.cumsum([0, *(block.coordinates for block in blocks)])
    return [slice(int(a), int(b)) for a, b in pairwise(ends)]


def _at(blocks: Sequence[ParameterBlock], x: Floats) -> tuple[dict[str, Floats], dict[str, Floats]]:
    found = {block.name: block.values(x[place]) for block, place in zip(blocks, _places(blocks))}
    return {name: value for name, (value, _) in found.items()}, {name: slope for name, (_, slope) in found.items()}


def values_at(blocks: Sequence[ParameterBlock], x: Floats) -> dict[str, Floats]:
    """Values of all kinds at coordinates."""
    return _at(blocks, x)[0]


def cost_at(equations: ResidualModel, blocks: Sequence[ParameterBlock], x: Floats, noise: Floats) -> float:
    """What is made small, at coordinates: squares of the rows over their noise, and of the prior's."""
    r = _residual((equations,), blocks, x, noise)[0]
    return float(r @ r)


def _noise(equations: Sequence[Equations], blocks: Sequence[ParameterBlock], x: Floats, counts: Floats) -> Floats:
    values, _ = _at(blocks, x)
    squares = [r @ r for part in equations for r, _ in part.rows(values)]
    return np.sqrt(np.array(squares) / counts)


def _residual(
    equations: Sequence[ResidualModel], blocks: Sequence[ParameterBlock], x: Floats, noise: Floats
) -> tuple[Floats, Floats, int]:
    """All rows over their noise, their derivatives by x, and how many of them are measurements; then those of the prior."""
    values, slopes = _at(blocks, x)
    rows, derivatives = [], []
    g = 0
    for part in equations:
        for r, by in part.rows(values):
            rows.append(r / noise[g])
            derivatives.append(np.hstack([_by(by, block, len(r)) @ slopes[block.name] / noise[g] for block in blocks]))
            g += 1
    split = sum(map(len, rows))
    for k, (block, place) in enumerate(zip(blocks, _places(blocks))):
        p, dp = block.prior(x[place])
        rows.append(p)
        derivatives.append(np.hstack([dp if i == k else np.zeros((len(p), b.coordinates)) for i, b in enumerate(blocks)]))
    return np.concatenate(rows), np.vstack(derivatives), split


def _by(by: Values, block: ParameterBlock, count: int) -> Floats:
    """The derivatives by one kind; nothing where these rows do not depend on it."""
    found = by.get(block.name)
    return np.zeros((count, len(block.labels))) if found is None else found
