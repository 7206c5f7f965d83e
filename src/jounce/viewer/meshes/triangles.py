"""Triangles, and fewer of them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jounce.errors import LoadError
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.spatial.placements import Placement

SAME, FINEST = 1e-6, 1e-3
"""Of the extent of the largest: sides of cells whose points are the same but for rounding, and of the first ones to be merged."""
COARSER = 1.25
ROUND = 24
"""Sides of what is round."""


@by_value
class Triangles(NamedTuple):
    """Points (p, 3) [m], and for each triangle the numbers of its three (f, 3)."""

    points: Array
    faces: Array

    def placed(self, placement: Placement) -> "Triangles":
        """The same, whose coordinates were those of a frame, in the frame in which that one stands."""
        return self._replace(points=self.points @ np.array(placement.rotation).T + np.array(placement.origin))

    def clustered(self, cell: float) -> "Triangles":
        """All points in one cell of a grid become one, their mean; triangles that have become lines, or twice the same, go.

        This is the vertex clustering of Rossignac and Borrel (1993) with equal weights: O(p log p), and robust against files
        whose triangles do not share points.
        """
        grid = np.floor((self.points - self.points.min(axis=0)) / cell).astype(np.int64)
        wide = grid.max(axis=0) + 1
        _, number = np.unique((grid[:, 0] * wide[1] + grid[:, 1]) * wide[2] + grid[:, 2], return_inverse=True)
        count = np.bincount(number)
        points = np.stack([np.bincount(number, self.points[:, c]) / count for c in range(3)], axis=1)
        faces = number[self.faces]
        a, b, c = faces.T
        faces = faces[(a != b) & (b != c) & (c != a)]
        _, first = np.unique(np.sort(faces, axis=1), axis=0, return_index=True)
        return Triangles(points, faces[first])


def triangles(points: Array, faces: Array) -> Triangles:
    """Of a file: checked."""
    if not len(points) or not len(faces):
        raise LoadError("there is no triangle in it.")
    if not np.isfinite(points).all():
        raise LoadError("a coordinate in it is not finite.")
    if faces.min() < 0 or faces.max() >= len(points):
        raise LoadError(f"a triangle in it has point {faces.max()}, and there are {len(points)}.")
    return Triangles(points, faces)


def fewer(shapes: Sequence[Triangles], most: int) -> list[Triangles]:
    """The same shapes with `most` triangles at most together, all on cells of one size; points written twice are one."""
    extent = float(max(np.ptp(shape.points, axis=0).max() for shape in shapes)) or 1.0
    found = [shape.clustered(SAME * extent) for shape in shapes]
    cell = FINEST * extent
    while sum(len(shape.faces) for shape in found) > most:
        found = [shape.clustered(cell) for shape in found]
        cell *= COARSER
    return found


def box(sides: Sequence[float]) -> Triangles:
    """About the origin, along the axes."""
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]) * np.array(sides)
    faces = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4)]
    return Triangles(corners, np.array([*faces, (1, 5, 7), (1, 7, 3)]))


def lathe(profile: Sequence[tuple[float, float]]) -> Triangles:
    """What a profile (radius, height) sweeps about z."""
    turn = 2.0 * np.pi * np.arange(ROUND) / ROUND
    rings = [np.stack([r * np.cos(turn), r * np.sin(turn), np.full(ROUND, z)], axis=1) for r, z in profile]
    faces = []
    for k in range(len(rings) - 1):
        for i in range(ROUND):
            a, b, c, d = (ROUND * k + i, ROUND * k + (i + 1) % ROUND, ROUND * (k + 1) + i, ROUND * (k + 1) + (i + 1) % ROUND)
            faces += [(a, b, d), (a, d, c)]
    return Triangles(np.concatenate(rings), np.array(faces))


def cylinder(radius: float, length: float) -> Triangles:
    """About the origin, along z."""
    h = 0.5 * length
    return lathe([(0.0, -h), (radius, -h), (radius, h), (0.0, h)])


def sphere(radius: float) -> Triangles:
    """About the origin."""
    angles = np.linspace(-0.5 * np.pi, 0.5 * np.pi, ROUND // 2 + 1)
    return lathe([(radius * float(np.cos(a)), radius * float(np.sin(a))) for a in angles])
