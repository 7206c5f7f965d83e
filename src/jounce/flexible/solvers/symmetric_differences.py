"""Symmetric differences of sixth order for values x_i at equal steps h, over seven instants.

xd_i = (45 (x_(i+1) - x_(i-1)) - 9 (x_(i+2) - x_(i-2)) + (x_(i+3) - x_(i-3))) / (60 h),   and likewise xdd_i
"""

import numpy as np

from jounce.numbers.packing import Array

FIRST = np.array([-1.0, 9.0, -45.0, 0.0, 45.0, -9.0, 1.0]) / 60.0
SECOND = np.array([2.0, -27.0, 270.0, -490.0, 270.0, -27.0, 2.0]) / 180.0
WIDTH = 3
"""Number of instants on either side of the central instant in a difference."""


def differences(x: Array, h: float) -> tuple[Array, Array]:
    """Return (velocities, accelerations), each (T - 6, n), of positions x (T, n) at inner instants; h: step [s]."""
    count = len(x) - 2 * WIDTH
    shifted = [x[k : k + count] for k in range(2 * WIDTH + 1)]
    v: Array = sum(c * samples for c, samples in zip(FIRST, shifted)) / h
    a: Array = sum(c * samples for c, samples in zip(SECOND, shifted)) / h**2
    return v, a
