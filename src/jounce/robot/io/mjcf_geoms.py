"""Mass and inertia of MuJoCo's primitive geoms of uniform density.

Volume and principal moments of inertia about the centre, with mass m, radius r, half lengths a, b, c and half height h:

    sphere      4/3 pi r^3               2/5 m r^2
    box         8 a b c                  m (b^2 + c^2)/3, ...
    ellipsoid   4/3 pi a b c             m (b^2 + c^2)/5, ...
    cylinder    2 pi r^2 h               m (3 r^2 + 4 h^2)/12 across, m r^2/2 along
    capsule     a cylinder, and a hemisphere with its centre of mass 3/8 r beyond each end
"""

import math
from typing import NamedTuple

from jounce.errors import LoadError
from jounce.robot.io.mjcf_attributes import Angles, Attributes
from jounce.spatial.geometry import Placement, Vector, add, dot, scale, sub, turn_z_onto
from jounce.spatial.inertia import Inertia

WITHOUT_MASS = ("plane", "hfield")
SHAPES = ("sphere", "box", "ellipsoid", "cylinder", "capsule")
LENGTHWISE = ("cylinder", "capsule", "box", "ellipsoid")
"""Shapes whose placement and length the attribute `fromto` may define."""
SMALLEST = 1e-12
"""Bound [m] that each size of a geom (radius, half length) must exceed: volumes of smaller geoms would underflow."""
DENSITY = 1000.0
"""Default density of a geom [kg/m^3], as in MuJoCo."""


class _Solid(NamedTuple):
    """Volume [m^3] and principal moments per mass [m^2] of a solid shape."""

    volume: float
    moments: Vector
    """Principal moments of inertia (3,) about the centre, divided by the mass [m^2]."""


def geom_inertia(geom: Attributes, angles: Angles) -> Inertia:
    """Return the inertial parameters of a geom of uniform density about the origin of its body, in body axes.

    Planes, height fields and geoms of mass zero have no inertia.
    """
    kind = geom.values.get("type", "sphere")
    if kind in WITHOUT_MASS:
        return Inertia()
    density, mass = geom.number("density", DENSITY), geom.number("mass", -1.0)
    if mass == 0.0 or (mass < 0.0 and density == 0.0):
        return Inertia()
    what = f"line {geom.line}: <geom>"
    if kind not in SHAPES:
        raise LoadError(
            f"{what}: the mass of a geom of type {kind[:60]!r} is not computed here (of {', '.join(SHAPES)} it is); give its "
            "body an <inertial>, or the geom mass='0'."
        )
    if "mesh" in geom.values:
        raise LoadError(f"{what}: a {kind} that is fitted to a mesh is not supported; give its body an <inertial>.")
    if geom.values.get("shellinertia", "false") != "false":
        raise LoadError(f"{what}: shells (shellinertia) are not supported; give its body an <inertial>.")
    if density < 0.0 or ("mass" in geom.values and mass < 0.0):
        raise LoadError(f"{what}: expected a mass and a density of zero or more.")
    placement, sizes = _place_and_size(geom, kind, angles)
    solid = _solid(kind, sizes)
    m = mass if mass > 0.0 else density * solid.volume
    x, y, z = scale(m, solid.moments)
    return Inertia(m, tensor=(x, y, z, 0.0, 0.0, 0.0)).seen_from(placement)


def _place_and_size(geom: Attributes, kind: str, angles: Angles) -> tuple[Placement, tuple[float, ...]]:
    """Return (placement in the body, sizes [m]) of a geom, from pos, orientation and size, or from fromto and size.

    Sizes are those of MuJoCo: radii, half lengths, half height.
    """
    needed = {"sphere": 1, "cylinder": 2, "capsule": 2, "box": 3, "ellipsoid": 3}[kind]
    what = f"line {geom.line}: <geom>"
    if "fromto" in geom.values and kind in LENGTHWISE:
        a, b, c, d, e, f = geom.numbers("fromto", (0.0,) * 6)
        begin, end = (a, b, c), (d, e, f)
        along = sub(end, begin)
        length = math.sqrt(dot(along, along))
        radius = geom.numbers("size", (0.0, 0.0, 0.0), 1)[0]
        if not (length > SMALLEST and radius > SMALLEST):
            raise LoadError(f"{what}: expected two different points in fromto and a size above zero.")
        lying = Placement(turn_z_onto(scale(1.0 / length, along)), scale(0.5, add(begin, end)))
        return lying, (*[radius] * (needed - 1), length / 2)
    sizes = geom.numbers("size", (0.0, 0.0, 0.0), needed)[:needed]
    if not all(size > SMALLEST for size in sizes):
        raise LoadError(f"{what} size: expected {needed} numbers above zero for a {kind}.")
    return angles.placement(geom), sizes


def _solid(kind: str, sizes: tuple[float, ...]) -> _Solid:
    """Return volume and moments of the shape `kind` with the sizes [m] of MuJoCo: radii, half lengths, half height."""
    if kind == "sphere":
        (r,) = sizes
        return _Solid(4 / 3 * math.pi * r**3, (0.4 * r * r,) * 3)
    if kind in ("box", "ellipsoid"):
        a, b, c = sizes
        share = 1 / 3 if kind == "box" else 1 / 5
        moments = (share * (b * b + c * c), share * (a * a + c * c), share * (a * a + b * b))
        return _Solid((8 if kind == "box" else 4 / 3 * math.pi) * a * b * c, moments)
    r, h = sizes
    middle = 2 * math.pi * r * r * h
    across, along = (3 * r * r + 4 * h * h) / 12, r * r / 2
    if kind == "cylinder":
        return _Solid(middle, (across, across, along))
    ends = 4 / 3 * math.pi * r**3
    volume = middle + ends
    across = (middle * across + ends * (0.4 * r * r + h * h + 0.75 * h * r)) / volume
    along = (middle * along + ends * 0.4 * r * r) / volume
    return _Solid(volume, (across, across, along))
