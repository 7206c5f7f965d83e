"""Triangle meshes and their simplification."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jounce.errors import LoadError
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.spatial.geometry import Placement

SAME, FINEST = 1e-6, 1e-3
"""Cell sizes for `Triangles.clustered`, relative to the extent of the largest mesh: for merging points that are equal up to
rounding, and for the first simplification."""
COARSER = 1.25
SMALLEST = 1e-9
"""Smallest extent of a mesh that cell sizes are computed for [m]; a smaller mesh collapses to a point and has no triangles."""
FARTHEST = 1e6
"""Largest accepted absolute coordinate [m]; a robot whose millimetres are read as metres stays below."""
ROUND = 24
"""Number of flat sides that approximate a round shape."""


@by_value
class Triangles(NamedTuple):
    """Triangle mesh: points (p, 3) [m], and faces (f, 3), the point indices of each triangle."""

    points: Array
    faces: Array

    def placed(self, placement: Placement) -> "Triangles":
        """Return the mesh in the coordinates of another frame, in which the frame of this mesh has the placement."""
        return self._replace(points=self.points @ np.array(placement.rotation).T + np.array(placement.origin))

    def clustered(self, cell: float) -> "Triangles":
        """Return a coarser mesh, in which all points in one cell of a grid are replaced by their mean; cell: size of a cell [m].

        Degenerate and duplicate triangles are removed. This is the vertex clustering of Rossignac and Borrel (1993) with equal
        weights: O(p log p), and robust against files whose triangles do not share points.
        """
        grid = np.floor((self.points - self.points.min(axis=0)) / cell).astype(np.int64)
        wide = grid.max(axis=0) + 1
        _, number = np.unique((grid[:, 0] * wide[1] + grid[:, 1]) * wide[2] + grid[:, 2], return_inverse=True)
        count = np.bincount(number)
        points = np.stack([np.bincount(number, self.points[:, c]) / count for c in range(3)], axis=1)
        faces = number[self.faces]
        a, b, c = faces.T
        faces = faces[(a != b) & (b != c) & (c != a)]
        a, b, c = np.sort(faces, axis=1).T
        order = np.lexsort((c, b, a))  # five times as fast as np.unique of rows
        new = np.ones(len(order), dtype=bool)
        new[1:] = (np.diff(a[order]) != 0) | (np.diff(b[order]) != 0) | (np.diff(c[order]) != 0)
        return Triangles(points, faces[order[new]])


def triangles(points: Array, faces: Array) -> Triangles:
    """Return the mesh with points (p, 3) and faces (f, 3) from a file; raise LoadError if it is empty or an entry is invalid."""
    if not len(points) or not len(faces):
        raise LoadError("there is no triangle in it.")
    _check_range(int(faces.min()), int(faces.max()), len(points))
    return checked(Triangles(points, faces))


def _check_range(least: int, largest: int, count: int) -> None:
    if least < 0 or largest >= count:
        raise LoadError(f"a triangle in it has point {least if least < 0 else largest}, and there are {count}.")


def checked(shape: Triangles) -> Triangles:
    """Return `shape` unchanged if no |coordinate| is nan or exceeds `FARTHEST`; else raise LoadError."""
    if not np.isfinite(shape.points).all():
        raise LoadError("a coordinate in it is not finite.")
    if np.abs(shape.points).max() > FARTHEST:
        raise LoadError(f"a coordinate in it is {np.abs(shape.points).max():.3g} m; expected {FARTHEST:g} m at most.")
    return shape


def used(points: Array, faces: Array) -> Triangles:
    """Return the mesh of one or more faces (f, 3) with only the points that the faces use; raise LoadError for wrong indices."""
    numbers, inverse = np.unique(faces, return_inverse=True)
    _check_range(int(numbers[0]), int(numbers[-1]), len(points))
    return Triangles(points[numbers], inverse.reshape(faces.shape))


def fan(run: Array, sides: Array) -> Array:
    """Cut polygons into triangles (f, 3) that share the first corner of their polygon.

    run: point indices of the corners of all polygons, one polygon after the other; sides: number of corners of each polygon.
    """
    if (sides < 0).any() or sides.sum() > len(run):
        raise LoadError("its polygons have more corners than are listed.")
    first = np.cumsum(sides) - sides
    cuts = np.maximum(sides - 2, 0)
    start = np.repeat(first, cuts)
    step = np.arange(cuts.sum()) - np.repeat(np.cumsum(cuts) - cuts, cuts)
    return np.stack([run[start], run[start + step + 1], run[start + step + 2]], axis=1)


def fewer(shapes: Sequence[Triangles], most: int, uses: Sequence[int] | None = None) -> list[Triangles]:
    """Return coarser shapes with at most `most` triangles in total, all clustered with the same cell size.

    uses: number of times that each shape is drawn, by default 1; the total counts each use. Equal points are always merged.
    """
    times = [1] * len(shapes) if uses is None else uses
    extent = max(float(max(np.ptp(shape.points, axis=0).max() for shape in shapes)), SMALLEST)
    coarse = [shape.clustered(SAME * extent) for shape in shapes]
    cell = FINEST * extent
    while sum(count * len(shape.faces) for count, shape in zip(times, coarse)) > most:
        coarse = [shape.clustered(cell) for shape in coarse]
        cell *= COARSER
    return coarse


def box(sides: Sequence[float]) -> Triangles:
    """Return a box with these side lengths (3,) [m], centred at the origin, along the axes."""
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]) * np.array(sides)
    faces = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4)]
    return Triangles(corners, np.array([*faces, (1, 5, 7), (1, 7, 3)]))


def lathe(profile: Sequence[tuple[float, float]]) -> Triangles:
    """Return the surface of revolution about z, with `ROUND` flat sides, of a profile: points (radius, height) [m]."""
    turn = 2.0 * np.pi * np.arange(ROUND) / ROUND
    rings = [np.stack([r * np.cos(turn), r * np.sin(turn), np.full(ROUND, z)], axis=1) for r, z in profile]
    faces = []
    for k in range(len(rings) - 1):
        for i in range(ROUND):
            a, b, c, d = (ROUND * k + i, ROUND * k + (i + 1) % ROUND, ROUND * (k + 1) + i, ROUND * (k + 1) + (i + 1) % ROUND)
            faces += [(a, b, d), (a, d, c)]
    return Triangles(np.concatenate(rings), np.array(faces))


def cylinder(radius: float, length: float) -> Triangles:
    """Return a closed cylinder centred at the origin, along z; radius and length [m]."""
    h = 0.5 * length
    return lathe([(0.0, -h), (radius, -h), (radius, h), (0.0, h)])


def sphere(radius: float) -> Triangles:
    """Return a sphere centred at the origin; radius [m]."""
    angles = np.linspace(-0.5 * np.pi, 0.5 * np.pi, ROUND // 2 + 1)
    return lathe([(radius * float(np.cos(a)), radius * float(np.sin(a))) for a in angles])
