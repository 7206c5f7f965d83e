"""Polynomial time scalings from rest to rest, the baseline that a minimum-time scaling must not be slower than."""

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.path_geometry import geometric_path, timing_law
from jounce.timing.time_scaling import TimeScaling


def polynomial_time_scalings(constraints: LimitConstraints, rest: int) -> list[TimeScaling]:
    """Return the rest-to-rest polynomial of least degree and, for lines and tool paths, that of their own timing law's degree if
    it is higher.

    rest: power of x with which w must leave 0. A path that is parametrised by its own time and leaves rest fast enough has rest =
    1: then the first polynomial is w = x.
    """
    degrees = [2 * rest - 1]
    if geometric_path(constraints.geometry.path) is not None:
        path_degree = int(timing_law(constraints.geometry.path).degree)
        degrees += [path_degree] if path_degree > degrees[0] else []
    return [_polynomial_scaling(degree, constraints.order + 1) for degree in degrees]


def _polynomial_scaling(degree: int, least: int) -> TimeScaling:
    """Return the polynomial of odd degree from 0 to 1 with rest at both ends, as one piece of at least degree `least`."""
    rest = (degree + 1) // 2
    c = np.repeat([0.0, 1.0], rest)
    for d in range(degree + 1, least + 1):
        c = _elevate_degree(c, d)
    return TimeScaling(np.repeat([0.0, 1.0], len(c)), c, rest)


def _elevate_degree(c: Array, degree: int) -> Array:
    """Return the Bernstein coefficients (degree+1,) of the polynomial of degree - 1 with coefficients c (degree,)."""
    weight = np.arange(degree + 1) / degree
    elevated: Array = weight * np.append(0.0, c) + (1.0 - weight) * np.append(c, 0.0)
    return elevated
