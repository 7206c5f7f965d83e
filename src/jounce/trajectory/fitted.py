"""Fitted motion: one spline near the samples of each coordinate, and short splines of all coordinates where torque peaks are
lowered."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jounce.numbers.value import by_value
from jounce.trajectory.path import Floats, Path, between
from jounce.trajectory.smoothing import Samples, Smooth, smooth


@by_value
class Relief(NamedTuple):
    """Short spline on equal pieces, added to a fitted motion to lower a torque peak.

    The spline and its derivatives to degree-1 vanish at both ends.
    """

    begin: float
    """Start time of the spline [s]."""
    piece: float
    """Length of a piece [s]."""
    degree: int
    coefficients: Floats
    """Spline coefficients (pieces + degree, n) [rad or m]; the first and the last `degree` rows are zero."""

    @property
    def knots(self) -> Floats:
        """Return the knots between begin and end [s], and `degree` further knots on either side."""
        return self.begin + self.piece * np.arange(-self.degree, len(self.coefficients) + 1, dtype=np.float64)

    @property
    def end(self) -> float:
        """Return the end time of the spline [s]."""
        return float(self.knots[-self.degree - 1])

    @property
    def curve(self) -> Any:
        """Return the spline as an object of SciPy's class BSpline."""
        from scipy.interpolate import BSpline

        return BSpline(self.knots, self.coefficients, self.degree)

    def covers(self, t: Floats) -> Any:
        """Return True for times t strictly between begin and end, where the spline may be nonzero."""
        return (t > self.begin) & (t < self.end)


class Fitted(Path):
    """Motion fitted to samples: for each coordinate a spline with a separate time scale, at rest at both ends; see `smoothing`.

    Where peaks of motor torque are lowered, short splines are added to all coordinates, see `torque_peak_reduction`.
    """

    def __init__(
        self,
        samples: Samples,
        degree: int,
        scales: Floats,
        leads: Floats,
        reliefs: tuple[Relief, ...] = (),
        recorded: Floats | None = None,
    ) -> None:
        """Fit all coordinates to the samples; scales (n,): time scales [s].

        leads (n, 2): times [s] by which the motion extends beyond the first and the last sample. reliefs: short splines to be
        added. recorded (m, n): original positions, if their noise was removed by `corners`.
        """
        self.samples, self.degree, self.scales, self.leads, self.reliefs = samples, degree, scales, leads, reliefs
        self.recorded = samples.q if recorded is None else recorded
        self.n = samples.q.shape[1]
        self.smoothness, self.max_order = degree - 1, degree
        self._splines: list[tuple[NDArray[np.int64], Smooth]] = []
        self.residuals = tuple(np.zeros_like(samples.q) for _ in range(3))
        """Positions, velocities and accelerations of the samples minus those of the motion, (m, n) each; zero for quantities
        that were not sampled."""
        self.pieces: Floats = np.zeros(self.n)
        """Lengths (n,) of the pieces of the splines [s]."""
        for key in sorted(set(zip(scales.tolist(), *leads.T.tolist()))):
            scale, before, after = key
            columns = np.flatnonzero((scales == scale) & (leads == (before, after)).all(axis=1))
            spline = smooth(samples.subset(slice(None), columns), scale, degree, lead=(before, after))
            self._splines.append((columns, spline))
            self.pieces[columns] = spline.piece
            for residuals, rows in zip(self.residuals, spline.residuals):
                residuals[:, columns] = rows
        for relief in reliefs:
            inside = relief.covers(samples.t)
            for k, (x, rows) in enumerate(zip(samples[1:], self.residuals)):
                rows[inside] -= 0.0 if x is None else relief.curve(samples.t[inside], nu=k)
        far = [np.abs(rows).max(axis=0) for rows in (self.residuals[0] + self.recorded - samples.q, *self.residuals[1:])]
        self.start_time = min([*(spline.begin for _, spline in self._splines), *(relief.begin for relief in reliefs)])
        self.end_time = max([*(spline.end for _, spline in self._splines), *(relief.end for relief in reliefs)])
        self.deviation: Floats = far[0]
        """Largest distances (n,) of the motion from the recorded positions [rad or m]."""
        self.velocity_deviation: Floats = far[1]
        """Largest distances (n,) of the velocity from sampled velocities [rad/s or m/s]; zero without sampled velocities."""
        self.acceleration_deviation: Floats = far[2]
        """Largest distances (n,) of the acceleration from sampled accelerations [rad/s^2 or m/s^2]; zero without sampled
        accelerations."""

    @property
    def piece_ends(self) -> Floats:
        """Return the ends [s] of the polynomial pieces, which are the knots of all splines; see `Path`."""
        ends = [time for _, spline in self._splines for time in (spline.begin, spline.end)]
        knots = [*(spline.curve.t for _, spline in self._splines), *(relief.knots for relief in self.reliefs), ends]
        return between(np.concatenate(knots), self.start_time, self.end_time)

    def derivatives(self, t: Floats, order: int) -> Floats:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        out = np.zeros((order + 1, *t.shape, self.n))
        for columns, spline in self._splines:
            inside = np.clip(t, spline.begin, spline.end)
            moving = ((t >= spline.begin) & (t <= spline.end))[..., None]
            out[0][..., columns] = spline.curve(inside)
            for k in range(1, order + 1):
                out[k][..., columns] = np.where(moving, spline.curve(inside, nu=k), 0.0)
        for relief in self.reliefs:
            covered = relief.covers(t)
            if covered.any():
                for k in range(order + 1):
                    out[k][covered] += relief.curve(t[covered], nu=k)
        return out
