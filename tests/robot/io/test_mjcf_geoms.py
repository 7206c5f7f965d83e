"""Mass and inertia of geoms against integrals over their volume, by quadrature of Gauss in slices across z."""

import numpy as np
import pytest

from jounce.errors import LoadError
from jounce.robot.io.mjcf_attributes import Angles, Attributes
from jounce.robot.io.mjcf_geoms import geom_inertia
from support.tolerances import assert_close


def geom(**values):
    return geom_inertia(Attributes("geom", 5, values), Angles())


def sliced(pieces):
    """Return mass, and (Ixx, Izz) of a round body of density 1000: pieces (z0, z1, radius(z))."""
    x, w = np.polynomial.legendre.leggauss(20)
    mass = across = along = 0.0
    for z0, z1, radius in pieces:
        z = 0.5 * (z0 + z1) + 0.5 * (z1 - z0) * x
        dm = 1000.0 * np.pi * radius(z) ** 2 * 0.5 * (z1 - z0) * w
        mass, along = mass + dm.sum(), along + (dm * radius(z) ** 2 / 2).sum()
        across += (dm * (radius(z) ** 2 / 4 + z**2)).sum()
    return mass, (across, along)


R, H = 0.3, 0.5


def ball(z):
    return np.sqrt(np.maximum(R**2 - z**2, 0.0))


ROUND = {
    "sphere": ("0.3", [(-R, R, ball)]),
    "ellipsoid": ("0.3 0.3 0.5", [(-H, H, lambda z: R * np.sqrt(1 - (z / H) ** 2))]),
    "cylinder": ("0.3 0.5", [(-H, H, lambda z: R + 0.0 * z)]),
    "capsule": (
        "0.3 0.5",
        [(-H - R, -H, lambda z: ball(z + H)), (-H, H, lambda z: R + 0.0 * z), (H, H + R, lambda z: ball(z - H))],
    ),
}


@pytest.mark.parametrize("kind", ROUND)
def test_round_bodies(kind):
    size, pieces = ROUND[kind]
    mass, (across, along) = sliced(pieces)
    body = geom(type=kind, size=size)
    assert_close(body.mass, mass)
    assert_close(body.tensor, [across, across, along, 0.0, 0.0, 0.0])
    assert body.moment == (0.0, 0.0, 0.0)


def test_box_by_hand():
    body = geom(type="box", size="0.1 0.2 0.3", mass="6")
    assert_close(body.tensor[:3], [2 * (0.04 + 0.09), 2 * (0.01 + 0.09), 2 * (0.01 + 0.04)])


def test_density_and_place():
    body = geom(type="sphere", size="0.1", density="10", pos="1 2 3")
    mass = 10 * 4 / 3 * np.pi * 1e-3
    assert_close(body.parameters[:4], mass * np.array([1, 1, 2, 3]))
    assert_close(body.tensor[0], mass * (0.004 + 13.0))


@pytest.mark.parametrize("kind", ["capsule", "cylinder"])
def test_from_one_point_to_another(kind):
    lying = geom(type=kind, fromto="0 1 0 0 2 0", size="0.3")
    standing = geom(type=kind, pos="0 1.5 0", euler="90 0 0", size="0.3 0.5")
    assert_close(lying.parameters, standing.parameters)


@pytest.mark.parametrize(
    "values", [{"type": "plane"}, {"type": "hfield"}, {"mass": "0"}, {"density": "0"}, {"type": "mesh", "mass": "0"}]
)
def test_without_mass(values):
    assert geom(**values).parameters == (0.0,) * 10


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"type": "mesh"}, "the mass of a geom of type 'mesh' is not computed here"),
        ({"type": "box", "mesh": "a", "size": "1 1 1"}, "a box that is fitted to a mesh is not supported"),
        ({"size": "1", "shellinertia": "true"}, "shells .shellinertia. are not supported"),
        ({"size": "1", "mass": "-1"}, "expected a mass and a density of zero or more"),
        ({"size": "1", "density": "-1"}, "expected a mass and a density of zero or more"),
        ({"type": "box", "size": "1 1"}, "line 5: <geom> size: expected 3 numbers"),
        ({"type": "box", "size": "1 1 0"}, "size: expected 3 numbers above zero for a box"),
        ({}, "size: expected 1 numbers above zero for a sphere"),
        ({"type": "capsule", "size": "1", "fromto": "1 1 1 1 1 1"}, "expected two different points in fromto"),
        ({"type": "capsule", "size": "-1", "fromto": "1 1 1 1 1 2"}, "a size above zero"),
    ],
)
def test_refused(values, words):
    with pytest.raises(LoadError, match=f"line 5: <geom>.*{words}|^{words}"):
        geom(**values)
