"""Piecewise Taylor series of a path: exact for piecewise polynomials, otherwise within a stated relative error of each
derivative."""

import math

import numpy as np

from jounce.errors import InputError
from jounce.trajectory.path import Floats, Path

ACCURACY = 1e-9
"""Largest error of a derivative of the series, relative to the largest value of this derivative of the path."""
HIGHEST = 20
"""Largest degree of a series; the degree is lower for paths with fewer derivatives."""
MOST = 4000
"""Largest number of pieces of a series; for a path that needs more, `series` raises an error."""
LOOKED = np.array([-1.0, -0.7, 0.5, 1.0]) * (1.0 - 1e-9)
"""Points of a piece, from -1 at its start to 1 at its end, at which the series is compared with the path."""


def series(path: Path, order: int) -> tuple[Floats, Floats]:
    """Return the ends (pieces + 1,) [s] of the pieces and the Taylor coefficients (pieces, n, degree + 1) about their middles.

    A piecewise polynomial path keeps its own pieces. Other paths are bisected, beginning with the times where they are not
    smooth, until all derivatives to `order` agree with the path to `ACCURACY` at points of each piece, also near its ends.
    Raises `InputError` if more than `MOST` pieces are needed, or if the path has no end or moves at an end.
    """
    if path.piece_ends is not None:
        return path.piece_ends, _about(path, path.piece_ends, int(path.max_order))
    end = path.end_time if path.settled is None else path.settled
    if not (math.isfinite(path.start_time) and math.isfinite(end)):
        raise InputError(f"path: expected one that begins and ends, got {type(path).__name__}, which goes on for ever.")
    outside = path(np.array([path.start_time - 1.0, end + 1.0]), order)[1:]
    if outside.any() and path.settled is None:
        raise InputError(f"path: expected one that rests before and after, got {type(path).__name__} that moves at an end.")
    degree = int(min(path.max_order, HIGHEST))
    open_ends = np.unique([path.start_time, *path.kinks, end])
    scale = np.abs(path(np.linspace(open_ends[0], open_ends[-1], 400), order)).max(axis=(1, 2)) + 1e-300
    left, right = open_ends[:-1], open_ends[1:]
    done: list[Floats] = []
    while len(left):
        fits = _missed(path, left, right, degree, scale) <= ACCURACY
        done.append(left[fits])
        left, right = left[~fits], right[~fits]
        middle = 0.5 * (left + right)
        if 2 * len(left) + sum(map(len, done)) > MOST:
            raise InputError(
                f"path: {type(path).__name__} is not met by {MOST} polynomials to {ACCURACY:g} in all of {order} derivatives; "
                f"it is least smooth near {middle[0]:.6g} s. Take jn.trajectory.fit of samples of it, or a smoother path."
            )
        left, right = np.concatenate([left, middle]), np.concatenate([middle, right])
    ends = np.append(np.sort(np.concatenate(done)), end)
    return ends, _about(path, ends, degree)


def _missed(path: Path, left: Floats, right: Floats, degree: int, scale: Floats) -> Floats:
    """Return the largest relative error (pieces,) of the series of each piece in all derivatives.

    left, right (pieces,): ends of the pieces [s]; scale: largest value of each derivative of the path.
    """
    coefficients = _about(path, np.stack([left, right]), degree)
    worst = np.zeros(len(left))
    for place in LOOKED:
        x = 0.5 * place * (right - left)
        exact = path(0.5 * (left + right) + x, len(scale) - 1)
        for k, largest in enumerate(scale):
            powers = np.array([math.perm(j, k) * x ** (j - k) if j >= k else np.zeros_like(x) for j in range(degree + 1)])
            value = np.einsum("pnj,jp->pn", coefficients, powers)
            worst = np.maximum(worst, np.abs(value - exact[k]).max(axis=1) / largest)
    return worst


def _about(path: Path, ends: Floats, degree: int) -> Floats:
    """Return Taylor coefficients (pieces, n, degree + 1) about the middles of pieces.

    ends: (pieces + 1,), or (2, pieces) as starts and ends.
    """
    middles = 0.5 * (ends[0] + ends[1]) if ends.ndim == 2 else 0.5 * (ends[:-1] + ends[1:])
    factorials = np.array([math.factorial(k) for k in range(degree + 1)], dtype=float)
    coefficients: Floats = np.moveaxis(path(middles, degree) / factorials[:, None, None], 0, -1)
    return coefficients
