"""A smooth motion from samples: the coarsest spline that stays within a tolerance of all of them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.errors import InputError
from jounce.trajectory.path import Floats, Path, frozen, positive, whole

RESTING = 0.2
"""Mean speed over a window at the beginning, or the end, against the largest of all windows, up to which a motion is at rest."""
WINDOWS = 50
"""How many of them there are, if samples suffice."""
REFINEMENTS = 3
"""Steps of iterative refinement, which take back what the normal equations lose."""


class Fitted(Path):
    """The B-spline s(t) with pieces of equal length h that is nearest to samples, at rest at both ends.

        minimal:  sum over samples |q - s|^2 + h^2 |qd - ds/dt|^2          (the second term where velocities are given)

    Its first and its last `degree` coefficients are equal, which makes derivatives 1 to degree-1 vanish at the ends.
    """

    def __init__(self, times: Floats, samples: Floats, velocities: Floats | None, degree: int, free: int) -> None:
        """free: how many coefficients there are to choose, 2 at least; there must be samples in every piece."""
        from scipy.interpolate import BSpline
        from scipy.linalg import cho_solve_banded, cholesky_banded

        begin, end = float(times[0]), float(times[-1])
        self.times, self.samples, self.velocities = times, samples, velocities
        self.pieces = free + degree - 2
        self.piece = (end - begin) / self.pieces
        """h, how long a piece is [s]."""
        knots = np.concatenate([[begin] * degree, np.linspace(begin, end, self.pieces + 1), [end] * degree])
        design = _design(times, knots, degree, free, 0.0 if velocities is None else self.piece)
        given = samples if velocities is None else np.concatenate([samples, self.piece * velocities])
        normal = design.T @ design
        width = min(degree, free - 1)
        bands = np.zeros((width + 1, free))
        for k in range(width + 1):
            bands[k, : free - k] = normal.diagonal(-k)
        factor = cholesky_banded(bands, lower=True)
        found = np.zeros((free, samples.shape[1]))
        for _ in range(1 + REFINEMENTS):
            found += cho_solve_banded((factor, True), design.T @ (given - design @ found))
        self._curve = BSpline(knots, found[_tied(degree, free)], degree)
        self.n = samples.shape[1]
        self.start_time, self.end_time = begin, end
        self.degree, self.smoothness, self.max_order = degree, degree - 1, degree
        self._residual = np.abs(given - design @ found)
        m = len(times)
        self.deviation: Floats = self._residual[:m].max(axis=0)
        """How far the spline is from the samples at most [rad or m], (n,)."""
        self.velocity_deviation: Floats = self._residual[m:].max(axis=0, initial=0.0) / self.piece
        """How far its velocity is from those given at most [rad/s or m/s], (n,); zero if there are none."""

    @property
    def worst(self) -> tuple[float, str]:
        """The largest of |q - s| and h |qd - ds/dt| [rad or m], which the tolerance is compared with; and in words what it is."""
        row, column = np.unravel_index(self._residual.argmax(), self._residual.shape)
        far, m = float(self._residual[row, column]), len(self.times)
        where = f"coordinate {column + 1} at t = {self.times[row % m]:.6g} s"
        if row < m:
            return far, f"{far:.3g} rad or m from {where}"
        return far, f"{far / self.piece:.3g} rad/s or m/s from the velocity of {where}, {far:.3g} rad or m within a piece"

    def derivatives(self, t: Floats, order: int) -> Floats:
        """See `Path`."""
        inside = np.clip(t, self.start_time, self.end_time)
        moving = ((t >= self.start_time) & (t <= self.end_time))[..., None]
        rows = [np.asarray(self._curve(inside, nu=k)) for k in range(order + 1)]
        return np.stack([rows[0], *(np.where(moving, row, 0.0) for row in rows[1:])])


def _tied(degree: int, free: int) -> NDArray[np.int64]:
    """For each coefficient of the spline which of the free ones it is."""
    return np.clip(np.arange(free + 2 * degree - 2) - (degree - 1), 0, free - 1)


def _design(times: Floats, knots: Floats, degree: int, free: int, weight: float) -> Any:
    """The sparse matrix that takes free coefficients to the spline at times (m,) and, below, to weight times its derivative."""
    from scipy.interpolate import BSpline
    from scipy.sparse import csr_array, diags_array, vstack

    count = free + 2 * degree - 2
    tie = csr_array((np.ones(count), (np.arange(count), _tied(degree, free))), shape=(count, free))
    values = BSpline.design_matrix(times, knots, degree) @ tie
    if weight == 0.0:
        return values
    # s' has the coefficients degree (c_(i+1) - c_i) / (t_(i+degree+1) - t_(i+1)) on the knots without the outermost two.
    slope = degree / (knots[degree + 1 : -1] - knots[1 : -degree - 1])
    differences = diags_array([-slope, slope], offsets=[0, 1], shape=(count - 1, count))
    rates = BSpline.design_matrix(times, knots[1:-1], degree - 1) @ (differences @ tie)
    return vstack([values, weight * rates]).tocsr()


def fit(t: Any, q: Any, qd: Any = None, tolerance: float = 1e-4, degree: int = 5) -> Fitted:
    """Joint motion near samples q (m, n) [rad or m] at increasing times t (m,) [s], at rest at both ends.

    Splines with ever more pieces of equal length h are fitted by least squares; the first one that is nowhere further than
    `tolerance` [rad or m] from a sample is returned. Derivatives to degree-1 are continuous everywhere. What is within the
    tolerance is taken for noise: it would grow with every differentiation.

    qd: velocities measured at the same times (m, n) [rad/s or m/s]. They are fitted too, and weigh as the distance that their
    error makes within one piece: h |qd - ds/dt| counts, in the sum and against the tolerance, as |q - s| does.
    """
    k, most = whole(degree, 1, "degree"), positive(tolerance, "tolerance [rad or m]")
    try:
        at, points = frozen(t), frozen(q)
        speeds = None if qd is None else frozen(qd)
    except (TypeError, ValueError) as error:
        raise InputError(f"t, q and qd: expected numbers, {error}.") from None
    if points.ndim != 2 or at.shape != points.shape[:1]:
        raise InputError(f"samples: expected t of shape (m,) and q (m, n); got {at.shape} and {points.shape}.")
    if speeds is not None and speeds.shape != points.shape:
        raise InputError(f"samples: expected qd of the shape of q, {points.shape}; got {speeds.shape}.")
    if not all(np.isfinite(x).all() for x in (at, points, 0.0 if speeds is None else speeds)) or (np.diff(at) <= 0.0).any():
        raise InputError("samples: expected finite numbers and increasing times.")
    if k > 25:
        raise InputError(f"degree: expected at most 25, got {k}; beyond that the spline is not found to useful accuracy.")
    if len(at) <= k or np.diff(at).max() > (1.0 + 1e-9) * (at[-1] - at[0]) / k:
        apart = f", nowhere further apart than {(at[-1] - at[0]) / k:.3g} s" if len(at) > 1 else ""
        raise InputError(
            f"samples: a spline of degree {k} takes at least {k + 1}{apart}; got {len(at)}, up to "
            f"{np.diff(at).max(initial=0.0):.3g} s apart."
        )
    # No piece is shorter than samples are apart, or it would swing between them.
    largest = int((at[-1] - at[0]) / np.diff(at).max() + 1e-9) + 2 - k
    _check_rest(points, at, most)
    free = 2
    best = Fitted(at, points, speeds, k, free)
    while best.worst[0] > most and free < largest:
        free = min(2 * free, largest)
        found = Fitted(at, points, speeds, k, free)
        best = found if found.worst[0] < best.worst[0] else best
    far, words = best.worst
    if far > most:
        raise InputError(
            f"samples: the nearest spline of degree {k}, of {best.pieces} pieces, is {words}; the tolerance is {most:g}. "
            "Raise the tolerance, or give samples that are closer together and less noisy."
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
