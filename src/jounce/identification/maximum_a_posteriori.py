"""Maximum a posteriori estimation of free parameters by Gauss-Newton, with unknown noise of each group of measurements.

    minimise over x:    sum_g |r_g(x)|^2 / sigma_g^2 + |p(x)|^2

x are search coordinates of the parameter values, r_g the residual rows of row group g (for example the torque of a joint), and p
the rows of the prior. The rows of a group have the same noise sigma_g, which is estimated from the residual of the
group; estimates of x and of sigma_g alternate. Derivatives are exact.

If r_g is expensive to evaluate, `search` linearises it in the parameter values v about v0, and each step is an estimate for

    r(v) = r(v0) + J(v0) (v - v0)

with the prior and the constraint that bodies are physically consistent. Values of bodies are nonlinear in x; a Gauss-Newton
search in x would evaluate the expensive model at every small step along this nonlinear map.
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
"""The alternating updates end if the noise of no row group changes by more than SETTLED times the largest noise."""
LEAST_NOISE = 1e-9
"""Lower bound of the noise, relative to the noise at the start values; rows of a perfect model would have infinite weight."""
TOLERANCE = 1e-8
"""Relative tolerance of a Gauss-Newton search, far below the standard deviations of the estimates."""
STEPS = 200
"""Largest number of evaluations in one Gauss-Newton search."""

Values = Mapping[str, Floats]
"""{kind: array}: parameter values (size,), or derivatives by the values (rows, size)."""
Rows = tuple[Floats, Values]
"""(residual (R,), {kind: derivatives of the residual by the values of the kind (R, size)})."""


class ResidualModel(Protocol):
    """Residuals of measurements against a model, in row groups; the rows of a group have the same noise."""

    def rows(self, values: Values) -> Sequence[Rows]:
        """Return (residual, {kind: derivatives}) of each row group at parameter values {kind: array}."""


class Equations(ResidualModel, Protocol):
    """Residual model with group names, row counts and resampling, as needed by estimator, report and bootstrap."""

    @property
    def labels(self) -> Sequence[str]:
        """Return name and unit of each row group."""

    @property
    def counts(self) -> Sequence[int]:
        """Return the number of independent measurements in each row group; `rows` may return fewer rows, compressed by QR."""

    def resampled(self, values: Values, rng: np.random.Generator) -> "Equations":
        """Return the equations for measurements replaced by model output plus resampled residuals (bootstrap).

        values: {kind: array} at which model output and residuals are computed; rng: random generator of the resampling.
        """


class ParameterEstimate(NamedTuple):
    """Maximum a posteriori estimate of the parameter values, with uncertainty and noise."""

    values: dict[str, Floats]
    """{kind: estimated values (size,)}."""
    covariance: dict[str, Floats]
    """{kind: posterior covariance of the values (size, size)}."""
    informed: dict[str, Floats]
    """{kind: fraction (size,)} of each value's prior variance that the data removed, from 0 (prior only) to 1 (data only)."""
    noise: Floats
    """Standard deviation of the residual of each row group, in the unit of the rows."""
    x: Floats
    """Search coordinates of the values, stacked over all kinds; zero at the prior."""
    cost: float
    """Objective at x: squared residuals over noise variance, plus squared rows of the prior."""


def estimate(equations: Sequence[Equations], blocks: Sequence[ParameterBlock], start: Floats | None = None) -> ParameterEstimate:
    """Return the maximum a posteriori estimate; the search starts at coordinates `start` (default: zero, the prior)."""
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
        """Return (residual, Jacobian, number of measurement rows) at coordinates z and noise s; the last result is cached."""
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
    """Return {kind: standard deviations of the values} over `count` fits to the fitted model plus resampled residuals.

    The deviation of values that are not finite, as the stiffness of rigid joints, is zero.
    """
    rng = np.random.default_rng(whole(seed, 0, "seed"))
    values: dict[str, list[Floats]] = {name: [] for name in fitted.values}
    for _ in range(whole(count, 2, "count")):
        drawn = [group.resampled(fitted.values, rng) for group in equations]
        for name, value in estimate(drawn, blocks, fitted.x).values.items():
            values[name].append(np.where(np.isfinite(value), value, 0.0))
    return {name: np.std(rows, axis=0, ddof=1) for name, rows in values.items()}


def _places(blocks: Sequence[ParameterBlock]) -> list[slice]:
    """Return, for each block, the slice of its search coordinates in the vector x of all search coordinates."""
    ends = np.cumsum([0, *(block.coordinates for block in blocks)])
    return [slice(int(a), int(b)) for a, b in pairwise(ends)]


def _at(blocks: Sequence[ParameterBlock], x: Floats) -> tuple[dict[str, Floats], dict[str, Floats]]:
    """Return ({kind: values (size,)}, {kind: derivatives of these values by the block's coordinates}) at search coordinates x."""
    blocks_at = {block.name: block.values(x[place]) for block, place in zip(blocks, _places(blocks))}
    return {name: value for name, (value, _) in blocks_at.items()}, {name: jacobian for name, (_, jacobian) in blocks_at.items()}


def values_at(blocks: Sequence[ParameterBlock], x: Floats) -> dict[str, Floats]:
    """Return {kind: values (size,)} at search coordinates x."""
    return _at(blocks, x)[0]


def cost_at(equations: ResidualModel, blocks: Sequence[ParameterBlock], x: Floats, noise: Floats) -> float:
    """Return the objective at search coordinates x: sum of squares of (rows / noise), plus squares of the prior rows."""
    r = _residual((equations,), blocks, x, noise)[0]
    return float(r @ r)


def _noise(equations: Sequence[Equations], blocks: Sequence[ParameterBlock], x: Floats, counts: Floats) -> Floats:
    """Return the standard deviation of each group's residual at coordinates x; counts: independent rows of each group."""
    values, _ = _at(blocks, x)
    squares = [r @ r for group in equations for r, _ in group.rows(values)]
    return np.sqrt(np.array(squares) / counts)


def _residual(
    equations: Sequence[ResidualModel], blocks: Sequence[ParameterBlock], x: Floats, noise: Floats
) -> tuple[Floats, Floats, int]:
    """Return (rows / noise followed by the rows of the prior, their Jacobian by x, number of measurement rows)."""
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
    """Return the derivatives (count, size) of `count` rows by the values of a block; zeros if `jacobians` has no such kind."""
    derivatives = jacobians.get(block.name)
    return np.zeros((count, len(block.labels))) if derivatives is None else derivatives


SEARCH_STEPS, HALVED = 40, 12
"""SEARCH_STEPS: largest number of Gauss-Newton steps in `search`. HALVED: largest number of halvings of one step."""
ENOUGH = 0.01
"""The search ends if a step lowers the objective by at most this; 0.01 is the effect of a tenth of a standard deviation."""


@dataclass(frozen=True, eq=False)
class LinearEquations:
    """Equations linearised in the parameter values, with residual rows and Jacobians at the values `near`."""

    labels: Sequence[str]
    """Name and unit of each row group."""
    counts: Sequence[int]
    """Number of independent measurements in each row group."""
    near: Values
    """{kind: values} at which the equations were linearised."""
    there: tuple[Rows, ...]
    """(residual, {kind: derivatives}) of each row group at the values `near`."""

    @ComputedOnce
    def _short(self) -> list[tuple[Floats, dict[str, Floats]]]:
        """Return the rows of each group compressed by QR; the last row is the norm of the residual that no values reduce."""
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
        """Return (residual, {kind: derivatives}) of each row group at parameter values {kind: array}; see `Equations`."""
        return [(r + sum(by[name] @ (values[name] - self.near[name]) for name in by), by) for r, by in self._short]

    def resampled(self, values: Values, rng: np.random.Generator) -> "LinearEquations":
        """Return the equations with residuals resampled in blocks of the correlation length (bootstrap); see `Equations`."""
        drawn: list[Rows] = []
        for (r, by), count in zip(self.there, self.counts):
            residual = r + sum(by[name] @ (values[name] - self.near[name]) for name in by)
            length = max(1, len(residual) // count)
            begins = rng.integers(0, len(residual) - length + 1, size=len(residual) // length + 1)
            drawn.append((np.concatenate([residual[a : a + length] for a in begins])[: len(residual)], by))
        return replace(self, near=values, there=tuple(drawn))


class NonlinearEquations(Protocol):
    """Residual model that is expensive to evaluate and can linearise itself."""

    def rows(self, values: Values) -> Sequence[Rows]:
        """Return (residual, {kind: derivatives}) of each row group at parameter values {kind: array}."""

    def linear(self, values: Values) -> LinearEquations:
        """Return the equations linearised at parameter values {kind: array}."""


def search(equations: NonlinearEquations, blocks: Sequence[ParameterBlock], start: Floats | None = None) -> ParameterEstimate:
    """Return the maximum a posteriori estimate for expensive equations, by Gauss-Newton steps on linearised equations.

    Each step is a full `estimate` for the equations linearised at the current values. A step that increases the objective is
    halved. The model is evaluated once per trial step. start: search coordinates (default: zero, the prior).
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
