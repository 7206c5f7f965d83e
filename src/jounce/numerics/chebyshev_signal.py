"""Piecewise Chebyshev interpolation of a function of time, for fast evaluation at many single instants."""

import bisect
import math
from collections.abc import Callable, Sequence

import numpy as np

from jounce.numbers.packing import Array

DEGREE = 11
"""Degree of the polynomials."""
TOLERANCE = 1e-13
"""A piece is resolved if its last two coefficients are below this, relative to the largest absolute value of the function."""
NOISE = 1e-8
"""Bound on the last two coefficients of a piece, relative to the largest absolute value of the function. Up to this bound the
coefficients count as noise, and the piece is not halved, if they exceed 0.6 times those of the piece of twice the length.

At a kink, halving a piece reduces its last coefficients by half."""
SHORTEST = 1e-9
"""Length of the shortest piece, relative to the whole interval: at a jump the pieces would shrink without end."""

MANY = 4096
"""Number of unresolved pieces of one length from which the bound `NOISE` no longer applies: last coefficients of any size then
count as noise if they exceed 0.6 times those of the piece of twice the length. A jump leaves one piece of each length
unresolved, but noise leaves all pieces unresolved, and their number would double without end."""
ROOM = 50_000
"""Largest number of times at which the function is evaluated at once, to bound memory."""


class ChebyshevSignal:
    """Piecewise Chebyshev interpolant of a function f(t) (n,) on [breaks[0], breaks[-1]] that is smooth between the breaks.

    Pieces are halved until their polynomials resolve the function.
    """

    def __init__(
        self, function: Callable[[Array], Array], breaks: Sequence[float], error: float = 0.0, units: Array | float = 1.0
    ) -> None:
        """Interpolate a function from rising times (T,) to values (T, n).

        units (n,): scales by which the values are divided before tolerances apply. error: error of the function's values, in
        these units: pieces whose last two coefficients are below it are not halved.
        """
        k = np.arange(DEGREE + 1)
        angles = math.pi * (k + 0.5) / (DEGREE + 1)
        nodes = -np.cos(angles)
        transform = 2.0 / (DEGREE + 1) * np.cos(np.outer(k, math.pi - angles))
        transform[0] *= 0.5
        shortest = SHORTEST * (breaks[-1] - breaks[0])
        pending = np.column_stack([breaks[:-1], breaks[1:]])
        last_before = np.full(len(pending), np.inf)
        finished: list[tuple[float, Array]] = []
        scale = 0.0
        while len(pending):
            half = 0.5 * (pending[:, 1] - pending[:, 0])
            times = pending.mean(axis=1)[:, None] + half[:, None] * nodes
            batches = np.array_split(times.ravel(), 1 + times.size // ROOM)
            values = np.concatenate([function(batch) for batch in batches]).reshape(*times.shape, -1) / units
            scale = max(scale, float(np.abs(values).max()))
            coefficients = np.einsum("kj,pjn->pkn", transform, values)
            last = np.abs(coefficients[:, -2:]).max(axis=(1, 2))
            noise = (last > 0.6 * last_before) & ((last <= NOISE * scale) | (len(pending) >= MANY))
            is_resolved = (last <= max(TOLERANCE * scale, error)) | noise | (half < shortest)
            finished += [(float(piece[0]), c) for piece, c, yes in zip(pending, coefficients, is_resolved) if yes]
            left, last_before = pending[~is_resolved], np.repeat(last[~is_resolved], 2)
            middle = left.mean(axis=1)
            pending = np.stack([np.column_stack([left[:, 0], middle]), np.column_stack([middle, left[:, 1]])], axis=1).reshape(
                -1, 2
            )
        finished.sort(key=lambda piece: piece[0])
        self.begins = [begin for begin, _ in finished]
        self.ends = [*self.begins[1:], float(breaks[-1])]
        self.coefficients = [c * units for _, c in finished]
        self.orders = k

    def __call__(self, t: float) -> Array:
        """Return the interpolated value f(t) (n,) at one time t [s]."""
        i = max(bisect.bisect_right(self.begins, t) - 1, 0)
        a, b = self.begins[i], self.ends[i]
        x = min(max((2.0 * t - a - b) / (b - a), -1.0), 1.0)
        return np.cos(self.orders * math.acos(x)) @ self.coefficients[i]  # type: ignore[no-any-return]
