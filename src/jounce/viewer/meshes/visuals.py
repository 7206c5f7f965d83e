"""What the links of a URDF look like: its <visual> elements, meshes and simple shapes, on the links of a robot."""

import os
import warnings
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from jounce.errors import InputError, LoadError
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.robot.joint import rpy_placement
from jounce.robot.load.xml import Element, parse_xml
from jounce.robot.values import short
from jounce.spatial.placements import Placement
from jounce.viewer.meshes.files import read_mesh
from jounce.viewer.meshes.triangles import Triangles, box, cylinder, fewer, sphere

MOST = 12_000
"""Triangles of a robot: as many as one sees, and some 80 kB of a page."""
ZERO, ONE = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
PACKAGE = "package://"
LISTED = 3
"""Problems that a warning names."""


@by_value
class Visual(NamedTuple):
    """A shape, in the frame of a link of the file."""

    link: str
    shape: Triangles
    colour: str | None
    """As #rrggbb; None where nothing is said."""


def read_visuals(urdf: str | Path) -> tuple[Visual, ...]:
    """Of a URDF; meshes that cannot be read are passed over with a warning."""
    try:
        path = Path(urdf)
    except TypeError:
        raise InputError(f"meshes: expected the path of a URDF, got {short(urdf)}.") from None
    try:
        root = parse_xml(path)
    except LoadError as error:
        raise LoadError(f"{path}: {error}") from None
    except OSError as error:
        raise LoadError(f"{path}: cannot be read ({error.strerror}).") from None
    paints = {e.attributes.get("name", ""): e for e in root.all("material")}
    found: list[Visual] = []
    passed: list[str] = []
    read: dict[Path, Triangles] = {}
    for link in root.all("link"):
        for visual in link.all("visual"):
            try:
                shape = _shape(visual, path.resolve(), read)
                if shape is not None:
                    found.append(Visual(link.attributes.get("name", ""), shape, _colour(visual, paints)))
            except LoadError as error:
                passed.append(str(error))
    if passed:
        more = f" And {len(passed) - LISTED} more." if len(passed) > LISTED else ""
        warnings.warn(f"{path}: meshes are passed over. {' '.join(passed[:LISTED])}{more}", stacklevel=3)
    shapes = fewer([visual.shape for visual in found], MOST) if found else []
    return tuple(visual._replace(shape=shape) for visual, shape in zip(found, shapes) if len(shape.faces))


def on_robot(visuals: tuple[Visual, ...], robot: Robot) -> list[tuple[int, int, Placement]]:
    """(number of a visual, number of a link, -1 for the base, its frame there), for those whose links the robot has."""
    out = []
    for i, visual in enumerate(visuals):
        try:
            out.append((i, *robot.locate(visual.link)))
        except InputError:  # a part of the robot, or another one
            continue
    return out


def _shape(visual: Element, urdf: Path, read: dict[Path, Triangles]) -> Triangles | None:
    """In the link's frame. read: the files that were read before; legs of one kind have one."""
    geometry = visual.one("geometry")
    origin = visual.one("origin")
    if geometry is None:
        return None
    shape = _geometry(geometry, urdf, read)
    if shape is None or origin is None:
        return shape
    return shape.placed(rpy_placement(origin.three("rpy", ZERO), origin.three("xyz", ZERO), f"line {visual.line}: <visual>"))


def _geometry(geometry: Element, urdf: Path, read: dict[Path, Triangles]) -> Triangles | None:
    for element in geometry.children:
        if element.tag == "mesh":
            name = element.get("filename")
            path = _resolved(name, urdf)
            if path is None:
                raise LoadError(f"{name[:200]}: no such file near the URDF, nor in ROS_PACKAGE_PATH.")
            try:
                shape = read[path] = read.get(path) or read_mesh(path)
            except LoadError as error:
                raise LoadError(f"{name[:200]}: {error}") from None
            except OSError as error:
                raise LoadError(f"{name[:200]}: cannot be read ({error.strerror}).") from None
            x, y, z = element.three("scale", ONE)
            return shape._replace(points=shape.points * (x, y, z))
        if element.tag == "box":
            return box(element.three("size", ZERO))
        if element.tag == "cylinder":
            return cylinder(element.number("radius"), element.number("length"))
        if element.tag == "sphere":
            return sphere(element.number("radius"))
    return None


def _resolved(name: str, urdf: Path) -> Path | None:
    """The file of a mesh: beside the URDF, or in a package, which is looked for in the folders above and in ROS's own."""
    places = []
    if name.startswith(PACKAGE):
        package, _, rest = unquote(name.removeprefix(PACKAGE)).partition("/")
        listed = [Path(p) for p in os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep) if p]
        listed += [Path(p) / "share" for p in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p]
        for folder in (*urdf.parents, *listed):
            places += [folder / package / rest, *([folder / rest] if folder.name == package else [])]
        places += [folder / rest for folder in urdf.parents]  # the package under another name
    else:
        places.append(urdf.parent / unquote(name.removeprefix("file://")))
    try:
        return next((place for place in places if place.is_file()), None)
    except (OSError, ValueError):  # a name that the system cannot look up
        return None


def _colour(visual: Element, paints: dict[str, Element]) -> str | None:
    material = visual.one("material")
    if material is None:
        return None
    stated = material.one("color")
    if stated is None and material.attributes.get("name") in paints:
        stated = paints[material.attributes["name"]].one("color")
    try:
        rgb = [] if stated is None else [float(word) for word in stated.get("rgba").split()[:3]]
    except ValueError:
        return None
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, x))):02x}" for x in rgb) if len(rgb) == 3 else None
