"""Penalised B-splines (P-splines) on uniform knots: smoothing of samples at a chosen time scale.

    minimise   sum_i w_i (|q - s|^2 + h^2 |qd - s'|^2 + h^4 |qdd - s''|^2)(t_i)  +  h (tau/h)^(2p) sum_j |D^p c_j|^2

s is the spline with coefficients c_j on pieces of length h, D^p c_j the p-th difference of the coefficients, w_i the time that
sample i represents, and p = (degree + 1) / 2, at most 6. For small h the sums are integrals: of |q - s|^2, and of tau^(2p) |d^p
s / dt^p|^2. The spline is a low-pass filter with the time scale tau [s]: a wave e^(i w t) is multiplied by 1 / (1 + (w
tau)^(2p)). Pieces in proportion to tau keep the equations well conditioned at every scale; one fixed grid would lose
(tau/h)^(2p) digits. The difference penalty is from [Eilers1996]. The cost is linear in samples and in pieces.
"""

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jounce.errors import InputError
from jounce.trajectory.path import Floats

PIECES = 2.0
"""Number of spline pieces per time scale."""
LEAD = 12.0
"""Lead before the first and after the last sample, in time scales, within which the response to a corner there decays."""
LARGEST_PENALTY = 6
"""Largest order p of the penalty: above it the response to a corner rings longer than `LEAD`."""
REFINEMENTS = 1
"""Number of steps of iterative refinement, which recover the digits that the normal equations lose."""


class Samples(NamedTuple):
    """Samples of a motion: times (m,) [s], positions (m, n) [rad or m], and velocities and accelerations (m, n), None if not
    measured."""

    t: Floats
    q: Floats
    qd: Floats | None = None
    qdd: Floats | None = None

    @property
    def gap(self) -> float:
        """Return the largest time between consecutive samples [s]."""
        return float(np.diff(self.t).max())

    def rested(self, before: float, after: float, first: Floats, last: Floats) -> "Samples":
        """Return the samples with evenly spaced samples at rest added before and after, over the times `before` and `after`
        [s].

        first, last (n,): rest positions before the first and after the last sample.
        """
        step = (self.t[-1] - self.t[0]) / (len(self.t) - 1)
        i, k = int(np.ceil(before / step)), int(np.ceil(after / step))
        early, late = (
            self.t[0] - np.linspace(before, 0.0, i, endpoint=False),
            self.t[-1] + np.linspace(after, 0.0, k, endpoint=False),
        )

        def around(x: Floats, first: Floats, last: Floats) -> Floats:
            return np.concatenate([np.repeat(first[None], i, axis=0), x, np.repeat(last[None], k, axis=0)])

        speeds, rates = (None if x is None else around(x, 0.0 * first, 0.0 * last) for x in (self.qd, self.qdd))
        return Samples(np.concatenate([early, self.t, late[::-1]]), around(self.q, first, last), speeds, rates)

    def subset(self, rows: slice, columns: Any = slice(None)) -> "Samples":
        """Return the samples of some rows (times) and some columns (coordinates)."""
        speeds, rates = (None if x is None else x[rows, columns] for x in (self.qd, self.qdd))
        return Samples(self.t[rows], self.q[rows, columns], speeds, rates)


class Smooth(NamedTuple):
    """Smoothing spline of n columns between two times [s], and the residuals of positions, velocities and accelerations, (m, n)
    each."""

    curve: Any
    begin: float
    end: float
    residuals: tuple[Floats, ...]
    piece: float
    """Length h of a piece [s]."""


def penalty_order(degree: int) -> int:
    """Return the order p of the penalised derivative for a spline of this degree."""
    return min((degree + 1) // 2, LARGEST_PENALTY)


def smooth(
    samples: Samples, scale: float, degree: int, rest: tuple[bool, bool] = (True, True), lead: tuple[float, float] = (0.0, 0.0)
) -> Smooth:
    """Return the spline that smooths the samples at the time scale `scale` [s]; see the module docstring.

    rest: (start, end), True for an end at which derivatives 1 to degree-1 vanish, as its `degree` coefficients are equal. lead:
    times [s] by which the spline begins before the first and ends after the last sample; there the samples are continued at
    rest.
    Raises `InputError` for samples that are too uneven or too close together.
    """
    from scipy.interpolate import BSpline
    from scipy.linalg import cho_solve_banded, cholesky_banded

    p = penalty_order(degree)
    padded = samples.rested(*lead, *(_rest(samples, scale, degree, end) for end in (0, 1))) if any(lead) else samples
    begin, end = float(padded.t[0]), float(padded.t[-1])
    pieces = max(int((end - begin) / (max(scale, samples.gap) / PIECES)), degree)
    h = (end - begin) / pieces
    knots: Floats = begin + h * np.arange(-degree, pieces + degree + 1, dtype=np.float64)
    knots[degree], knots[-degree - 1] = begin, end  # exactly, as samples lie there
    place = np.arange(pieces + degree)
    place = np.maximum(place - rest[0] * (degree - 1), 0)
    place = np.minimum(place, place[-1] - rest[1] * (degree - 1))
    weights = _weights(padded.t)
    targets = {k: x for k, x in enumerate((padded.q, padded.qd, padded.qdd)) if x is not None}
    designs = {k: design_matrix(padded.t, knots, degree, k) for k in targets}
    strength = h * (scale / h) ** (2 * p)
    normal = strength * _penalty(pieces + degree, p, degree)
    for design in designs.values():
        normal += _normal(design, weights, degree)
    try:
        factor = cholesky_banded(_tied(normal, place), lower=True)
    except (np.linalg.LinAlgError, ValueError):
        raise InputError(
            "samples: no curve is found in double precision: their times are too uneven or too close together for their size."
        ) from None
    coefficients = np.zeros((len(place), padded.q.shape[1]))
    for _ in range(1 + REFINEMENTS):
        residual = -strength * _penalty_pull(coefficients, p)
        for k, x in targets.items():
            residual += designs[k].T @ (weights[:, None] * (h**k * x - designs[k] @ coefficients))
        coefficients += cho_solve_banded((factor, True), _gathered(residual, place))[place]
    first = int(np.searchsorted(padded.t, samples.t[0]))
    inner = slice(first, first + len(samples.t))
    residuals = {k: (x - designs[k] @ coefficients / h**k)[inner] for k, x in targets.items()}
    rows = tuple(residuals.get(k, np.zeros_like(samples.q)) for k in range(max(targets) + 1))
    return Smooth(BSpline(knots, coefficients, degree), begin, end, rows, h)


def _rest(samples: Samples, scale: float, degree: int, end: int) -> Floats:
    """Return the position (n,) at which the smoothed motion rests before the first sample (end = 0) or after the last (end =
    1).

    The samples are reflected about the end, q(t0 - t) = q(t0 + t). Reflected samples of a motion at rest have no corner there,
    even if its acceleration starts at once.
    """
    away = np.abs(samples.t - samples.t[-end])
    count = max(int((away <= LEAD * scale).sum()), degree + 1)
    t, q = (away[: -count - 1 : -1], samples.q[: -count - 1 : -1]) if end else (away[:count], samples.q[:count])
    both = Samples(np.concatenate([-t[:0:-1], t]), np.concatenate([q[:0:-1], q]))
    return np.asarray(smooth(both, scale, degree, (False, False)).curve(0.0))


def _weights(t: Floats) -> Floats:
    """Return the weights (m,) [s] of samples: half of the time between both neighbours, at an end the time to the neighbour."""
    steps = np.diff(t)
    return 0.5 * (np.append(steps, steps[-1]) + np.insert(steps, 0, steps[0]))


def design_matrix(t: Floats, knots: Floats, degree: int, order: int) -> Any:
    """Return the sparse matrix (m, c) from spline coefficients to h^order times derivative `order` of the spline at times t
    (m,).

    On uniform pieces of length h, h^k s^(k) is a spline of degree - k whose coefficients are the k-th differences of c.
    """
    from scipy.interpolate import BSpline
    from scipy.sparse import csr_array

    inner = knots[order : len(knots) - order]
    lower = BSpline.design_matrix(t, inner, degree - order, extrapolate=True)  # t is inside; checking that takes long
    values = lower.data.reshape(len(t), degree - order + 1)
    first = lower.indices.reshape(values.shape)[:, :1].astype(np.int64)
    for _ in range(order):
        before, after = np.pad(values, ((0, 0), (0, 1))), np.pad(values, ((0, 0), (1, 0)))
        values = after - before
    indices = first + np.arange(degree + 1)
    rows = (degree + 1) * np.arange(len(t) + 1)
    return csr_array((values.reshape(-1), indices.reshape(-1), rows), shape=(len(t), len(knots) - degree - 1))


def _normal(design: Any, weights: Floats, degree: int) -> Floats:
    """Return design^T W design by its lower diagonals (degree+1, c), with the weights W on the diagonal.

    For speed, the samples of one piece are multiplied as blocks.
    """
    order, width = degree + 1, design.shape[1]
    values, first = design.data.reshape(-1, order), design.indices[::order]
    starts = np.flatnonzero(np.diff(first, prepend=-1))
    counts = np.diff(starts, append=len(first))
    size = max(int(np.median(counts)), 1)
    begins = np.flatnonzero((np.arange(len(first)) - np.repeat(starts, counts)) % size == 0)
    rows = np.minimum(begins[:, None] + np.arange(size), len(first) - 1)
    in_block = np.arange(size) < np.diff(begins, append=len(first))[:, None]
    near = values[rows]
    products = np.matmul((np.where(in_block, weights[rows], 0.0)[..., None] * near).transpose(0, 2, 1), near)
    bands = np.zeros((order, width))
    for i in range(order):
        for j in range(i, order):
            bands[j - i] += np.bincount(first[begins] + i, products[:, i, j], minlength=width)
    return bands


def _penalty(count: int, p: int, degree: int) -> Floats:
    """Return the matrix of the quadratic form sum |D^p c|^2 in `count` coefficients, by its lower diagonals (degree+1,
    count)."""
    stencil = np.array([(-1.0) ** (p - k) * comb(p, k) for k in range(p + 1)])
    bands = np.zeros((degree + 1, count))
    for a in range(p + 1):
        for b in range(a, p + 1):
            bands[b - a, a : count - p + a] += stencil[a] * stencil[b]
    return bands


def _penalty_pull(c: Floats, p: int) -> Floats:
    """Return the product (count, n) of the penalty matrix (see `_penalty`) and coefficients c (count, n)."""
    pull = np.diff(c, n=p, axis=0)
    for _ in range(p):
        nothing = np.zeros((1, c.shape[1]))
        pull = -np.diff(pull, axis=0, prepend=nothing, append=nothing)
    return pull


def _tied(bands: Floats, place: NDArray[np.int64]) -> Floats:
    """Return E^T A E by its lower diagonals, from the lower diagonals of a banded matrix A.

    E expands free coefficients to all coefficients, of which some are tied: c[i] = c_free[place[i]].
    """
    free = int(place[-1]) + 1
    out = np.zeros(bands.shape).reshape(-1)[: len(bands) * free]
    for k, row in enumerate(bands):
        low, high = place[: len(place) - k], place[k:]
        apart = high - low
        entries = np.where((apart == 0) & (k > 0), 2.0, 1.0) * row[: len(place) - k]
        out += np.bincount(apart * free + low, entries, minlength=len(out))
    return out.reshape(len(bands), free)[: min(len(bands), free)]


def _gathered(values: Floats, place: NDArray[np.int64]) -> Floats:
    """Return (free, n): the rows of `values` summed over tied coefficients, the product with E^T (see `_tied`).

    Only coefficients at the two ends are tied.
    """
    free = int(place[-1]) + 1
    first = int(np.searchsorted(place, 0, side="right")) - 1
    out = values[first : first + free].copy()
    out[0] += values[:first].sum(axis=0)
    out[-1] += values[first + free :].sum(axis=0)
    return out
