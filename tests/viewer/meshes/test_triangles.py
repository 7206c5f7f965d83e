"""Triangles: simple shapes, fans, and fewer triangles of the same volume."""

import numpy as np
import pytest

from jounce.errors import LoadError
from jounce.viewer.meshes.triangles import Triangles, cylinder, fan, fewer, sphere, triangles, used
from support.meshes import CUBE, volume
from support.tolerances import assert_close


def test_simple_shapes():
    assert_close(volume(CUBE), 6.0)
    n = 24  # a polygon of so many sides instead of the circle
    assert_close(volume(cylinder(0.5, 2.0)), n * 0.5 * 0.5**2 * np.sin(2 * np.pi / n) * 2.0)
    assert 0.94 < volume(sphere(1.0)) / (4.0 / 3.0 * np.pi) < 1.0
    assert_close(np.linalg.norm(sphere(2.0).points, axis=1), np.full(13 * 24, 2.0))


def test_fewer():
    rng = np.random.default_rng(1)
    ball = sphere(1.0)
    fine = Triangles(ball.points[ball.faces].reshape(-1, 3), np.arange(3 * len(ball.faces)).reshape(-1, 3))
    many = [Triangles(fine.points + rng.normal(size=3), fine.faces) for _ in range(20)]
    found = fewer(many, 8000)
    assert sum(len(shape.faces) for shape in found) <= 8000
    for shape, old in zip(found, many):
        assert np.abs(shape.points.max(axis=0) - old.points.max(axis=0)).max() < 0.15 * np.ptp(old.points)
        assert 0.8 < volume(shape) / volume(old) < 1.05
    for shape, old in zip(fewer(many, 10**6), many):  # all there, points that are written several times once
        assert 2 + 11 * 24 <= len(shape.points) < 300  # of 1728; a few are on the border of two cells
        assert_close(volume(shape), volume(old), 1e-9)


def test_fans():
    """Polygons of four, of two and of three corners: a square is two triangles, an edge is none."""
    run = np.array([0, 1, 2, 3, 7, 8, 4, 5, 6])
    assert fan(run, np.array([4, 2, 3])).tolist() == [[0, 1, 2], [0, 2, 3], [4, 5, 6]]
    assert fan(run, np.array([], dtype=int)).shape == (0, 3)
    for sides in ([10], [-1, 4]):
        with pytest.raises(LoadError, match="more corners than are listed"):
            fan(run, np.array(sides))


def test_points_that_no_face_uses_are_left_out():
    points = np.arange(15.0).reshape(5, 3)
    shape = used(points, np.array([[4, 1, 3]]))
    assert np.array_equal(shape.points[shape.faces], points[[[4, 1, 3]]])
    assert len(shape.points) == 3
    with pytest.raises(LoadError, match="has point 5, and there are 5"):
        used(points, np.array([[0, 1, 5]]))
    with pytest.raises(LoadError, match="has point -1"):
        used(points, np.array([[0, 1, -1]]))


@pytest.mark.parametrize(
    ("point", "words"), [(np.nan, "a coordinate in it is not finite"), (1e7, r"is 1e\+07 m; expected 1e\+06 m at most")]
)
def test_points_are_checked(point, words):
    with pytest.raises(LoadError, match=words):
        triangles(np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, point, 0.0]]), np.array([[0, 1, 2]]))
    with pytest.raises(LoadError, match="there is no triangle"):
        triangles(np.zeros((0, 3)), np.zeros((0, 3), dtype=int))
