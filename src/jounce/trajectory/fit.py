"""A smooth motion from samples: the coarsest spline that stays within a tolerance of all of them."""

from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.trajectory.path import Floats, Path, positive, whole

RESTING = 0.2
"""Mean speed over a window at the beginning, or the end, against the largest of all windows, up to which a motion is at rest."""
WINDOWS = 50
"""How many of them there are, if samples suffice."""
REFINEMENTS = 3
"""Steps of iterative refinement, which take back what the normal equations lose."""


class Fitted(Path):
    """The B-spline with equal pieces that is nearest to samples in the sense of least squares, at rest at both ends.

    Its first and its last `degree` coefficients are equal, which makes derivatives 1 to degree-1 vanish at the ends.
    """

    def __init__(self, times: Floats, samples: Floats, degree: int, free: int) -> None:
        """free: how many coefficients there are to choose, 2 at least; there must be samples in every piece."""
        from scipy.interpolate import BSpline
        from scipy.linalg import cho_solve_banded, cholesky_banded

        begin, end = float(times[0]), float(times[-1])
        self.pieces = free + degree - 2
        knots = np.concatenate([[begin] * degree, np.linspace(begin, end, self.pieces + 1), [end] * degree])
        tied = np.clip(np.arange(self.pieces + degree) - (degree - 1), 0, free - 1)
        basis = BSpline.design_matrix(times, knots, degree).tocoo()
        design = type(basis)((basis.data, (basis.row, tied[basis.col])), shape=(len(times), free)).tocsr()
        normal = design.T @ design
        width = min(degree, free - 1)
        bands = np.zeros((width + 1, free))
        for k in range(width + 1):
            bands[k, : free - k] = normal.diagonal(-k)
        factor = cholesky_banded(bands, lower=True)
        found = np.zeros((free, samples.shape[1]))
        for _ in range(1 + REFINEMENTS):
            found += cho_solve_banded((factor, True), design.T @ (samples - design @ found))
        self.curve = BSpline(knots, found[tied], degree)
        self.n = samples.shape[1]
        self.start_time, self.end_time = begin, end
        self.degree, self.smoothness, self.max_order = degree, degree - 1, degree
        self.residual = np.abs(samples - design @ found)
        self.deviation: Floats = self.residual.max(axis=0)
        """How far the spline is from the samples at most, (n,)."""

    def derivatives(self, t: Floats, order: int) -> Floats:
        """See `Path`."""
        inside = np.clip(t, self.start_time, self.end_time)
        moving = ((t >= self.start_time) & (t <= self.end_time))[..., None]
        rows = [np.asarray(self.curve(inside, nu=k)) for k in range(order + 1)]
        return np.stack([rows[0], *(np.where(moving, row, 0.0) for row in rows[1:])])


def fit(samples: Any, times: Any, degree: int = 5, tolerance: float = 1e-4) -> Fitted:
    """Joint motion near samples (m, n) [rad or m] at increasing times (m,) [s], at rest at both ends.

    Splines with ever more pieces of equal length are fitted by least squares; the first one that is nowhere further than
    `tolerance` [rad or m] from a sample is returned. Derivatives to degree-1 are continuous everywhere. What is within the
    tolerance is taken for noise: it would grow with every differentiation.
    """
    k, most = whole(degree, 1, "degree"), positive(tolerance, "tolerance [rad or m]")
    points, at = np.asarray(samples, dtype=np.float64), np.asarray(times, dtype=np.float64)
    if points.ndim != 2 or at.shape != points.shape[:1]:
        raise InputError(f"samples: expected shape (m, n), and times (m,); got {points.shape} and {at.shape}.")
    if not (np.isfinite(points).all() and np.isfinite(at).all() and (np.diff(at) > 0.0).all()):
        raise InputError("samples and times: expected finite numbers and increasing times.")
    if k > 25:
        raise InputError(f"degree: expected at most 25, got {k}; beyond that the spline is not found to useful accuracy.")
    gap, duration = np.diff(at).max(initial=0.0), at[-1] - at[0]
    if len(at) <= k or gap > (1.0 + 1e-9) * duration / k:
        raise InputError(
            f"samples: a spline of degree {k} takes at least {k + 1}, nowhere further apart than {duration / k:.3g} s; got "
            f"{len(at)}, up to {gap:.3g} s apart."
        )
    largest = int(duration / gap + 1e-9) + 2 - k  # no piece is shorter than samples are apart, or it would swing between them
    _check_rest(points, at, most)
    free = 2
    best = Fitted(at, points, k, free)
    while best.deviation.max() > most and free < largest:
        free = min(2 * free, largest)
        found = Fitted(at, points, k, free)
        best = found if found.deviation.max() < best.deviation.max() else best
    if best.deviation.max() > most:
        row, column = np.unravel_index(best.residual.argmax(), best.residual.shape)
        raise InputError(
            f"samples: the nearest spline of degree {k}, of {best.pieces} pieces, is {best.deviation.max():.3g} rad or m from "
            f"coordinate {column + 1} at t = {at[row]:.6g} s; the tolerance is {most:g}. Raise the tolerance, or give samples "
            "that are closer together and less noisy."
        )
    return best


def _check_rest(points: Floats, times: Floats, tolerance: float) -> None:
    """Refuse samples that begin or end in motion: before and after, the motion rests."""
    k = max(1, len(times) // WINDOWS)
    spans = (times[k:] - times[:-k])[:, None]
    speed, noise = np.abs(points[k:] - points[:-k]) / spans, 2.0 * tolerance / spans
    for row, what in ((0, "begin"), (-1, "end")):
        moving = speed[row] > np.maximum(RESTING * speed.max(axis=0), noise[row])
        if moving.any():
            i = int(moving.argmax())
            raise InputError(
                f"samples: they {what} in motion, coordinate {i + 1} at about {speed[row, i]:.3g} rad/s or m/s; a motion "
                "begins and ends at rest. Add samples in which the robot stands still."
            )
