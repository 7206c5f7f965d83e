"""The timing of a path by itself, slowed down: polynomials w(x) that the fastest timing must not be slower than."""

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.path_geometry import geometric_path, timing_law
from jounce.timing.time_scaling import TimeScaling


def polynomial_time_scalings(constraints: LimitConstraints, rest: int) -> list[TimeScaling]:
    """Return the polynomials from rest to rest of least degree and, of a line or a tool path, of its own degree; of other paths
    the even timing, if they leave rest by themselves fast enough. rest: power of the time with which w must leave 0."""
    degrees = [2 * rest - 1]
    if geometric_path(constraints.geometry.path) is not None:
        own = int(timing_law(constraints.geometry.path).degree)
        degrees += [own] if own > degrees[0] else []
    return [_polynomial_scaling(degree, constraints.order + 1) for degree in degrees]


def _polynomial_scaling(degree: int, least: int) -> TimeScaling:
    """Return the polynomial of odd degree from 0 to 1 that rests at both ends, as one piece of at least this degree."""
    rest = (degree + 1) // 2
    c = np.repeat([0.0, 1.0], rest)
    for d in range(degree + 1, least + 1):
        c = _elevate_degree(c, d)
    return TimeScaling(np.repeat([0.0, 1.0], len(c)), c, rest)


def _elevate_degree(c: Array, degree: int) -> Array:
    """Return the Bernstein coefficients (degree+1,) of a polynomial with coefficients (degree,)."""
    share = np.arange(degree + 1) / degree
    elevated: Array = share * np.append(0.0, c) + (1.0 - share) * np.append(c, 0.0)
    return elevated
