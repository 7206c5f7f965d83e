"""A function of time that is asked for at many single instants, kept as pieces of Chebyshev polynomials."""

import bisect
import math
from collections.abc import Callable, Sequence

import numpy as np

from jounce.numbers.packing import Array

DEGREE = 11
TOLERANCE = 1e-13
"""Of the last coefficients of a piece against the largest value of the function."""
NOISE = 1e-8
"""Coefficients below this share that hardly shrink when a piece is halved (at a kink they are halved) are noise."""
SHORTEST = 1e-9
"""Pieces are not made shorter than this share of the whole, as they would be where the function jumps."""

ROOM = 50_000
"""Times that the function is asked for at once: it takes many numbers for each, and there may be millions."""


class Signal:
    """f(t) (n,) on [breaks[0], breaks[-1]], smooth between the breaks; pieces are halved until their polynomials have it."""

    def __init__(
        self, function: Callable[[Array], Array], breaks: Sequence[float], known: float = 0.0, units: Array | float = 1.0
    ) -> None:
        """function: rising times (T,) to values (T, n), which are known no better than this: what is less is not looked for.

        units (n,): of the values, where they are of different kinds; tolerances are in these.
        """
        k = np.arange(DEGREE + 1)
        angles = math.pi * (k + 0.5) / (DEGREE + 1)
        nodes = -np.cos(angles)
        transform = 2.0 / (DEGREE + 1) * np.cos(np.outer(k, math.pi - angles))
        transform[0] *= 0.5
        shortest = SHORTEST * (breaks[-1] - breaks[0])
        waiting = np.column_stack([breaks[:-1], breaks[1:]])
        before = np.full(len(waiting), np.inf)
        kept: list[tuple[float, Array]] = []
        scale = 0.0
        while len(waiting):
            half = 0.5 * (waiting[:, 1] - waiting[:, 0])
            times = waiting.mean(axis=1)[:, None] + half[:, None] * nodes
            parts = np.array_split(times.ravel(), 1 + times.size // ROOM)
            values = np.concatenate([function(part) for part in parts]).reshape(*times.shape, -1) / units
            scale = max(scale, float(np.abs(values).max()))
            coefficients = np.einsum("kj,pjn->pkn", transform, values)
            last = np.abs(coefficients[:, -2:]).max(axis=(1, 2))
            noise = (last <= NOISE * scale) & (last > 0.6 * before)
            good = (last <= max(TOLERANCE * scale, known)) | noise | (half < shortest)
            kept += [(float(piece[0]), c) for piece, c, yes in zip(waiting, coefficients, good) if yes]
            left, before = waiting[~good], np.repeat(last[~good], 2)
            middle = left.mean(axis=1)
            waiting = np.stack([np.column_stack([left[:, 0], middle]), np.column_stack([middle, left[:, 1]])], axis=1).reshape(
                -1, 2
            )
        kept.sort(key=lambda piece: piece[0])
        self.begins = [begin for begin, _ in kept]
        self.ends = [*self.begins[1:], float(breaks[-1])]
        self.coefficients = [c * units for _, c in kept]
        self.orders = k

    def __call__(self, t: float) -> Array:
        """f(t) (n,)."""
        i = max(bisect.bisect_right(self.begins, t) - 1, 0)
        a, b = self.begins[i], self.ends[i]
        x = min(max((2.0 * t - a - b) / (b - a), -1.0), 1.0)
        return np.cos(self.orders * math.acos(x)) @ self.coefficients[i]  # type: ignore[no-any-return]
