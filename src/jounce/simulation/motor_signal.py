"""Prescribed motor motion as a Chebyshev interpolation in time, which is cheap to evaluate at single instants."""

import numpy as np

from jounce.inverse.plan import Plan
from jounce.numbers.packing import Array
from jounce.numerics.chebyshev_signal import ChebyshevSignal
from jounce.trajectory.path import Path


def motor_signal(motion: Path | Plan, t: Array) -> ChebyshevSignal:
    """Return theta, thetad and thetadd (3 m,) as a signal of time from t[0] to t[-1], from a motor path or a plan's motors."""

    def rows(instants: Array) -> Array:
        """Return theta, thetad and thetadd (3, T, m) at instants (T,)."""
        return motion.at(instants).theta if isinstance(motion, Plan) else motion(instants, 2)

    path = (motion.motion or motion.path) if isinstance(motion, Plan) else motion
    first, last = float(t[0]), float(t[-1])
    breaks = sorted({x for x in (path.start_time, path.end_time, *path.kinks) if first < x < last})
    units = np.abs(rows(t)).max(axis=(1, 2))  # else positions would be as inaccurate as accelerations
    units = np.where(units > 0.0, units, units.max(initial=1e-300))
    m = rows(t[:1]).shape[-1]
    return ChebyshevSignal(lambda x: np.concatenate(list(rows(x)), axis=-1), [first, *breaks, last], units=np.repeat(units, m))
