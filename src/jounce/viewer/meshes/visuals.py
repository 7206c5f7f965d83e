"""Reader of the <visual> elements of a URDF: meshes and simple shapes on the links of a robot."""

import warnings
from collections import Counter
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError, LoadError, ModelError
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.robot.io.xml import Element, read_xml
from jounce.robot.joint import rpy_placement
from jounce.robot.validation import short
from jounce.spatial.geometry import Placement
from jounce.viewer.meshes.budget import Budget
from jounce.viewer.meshes.mesh_files import read_mesh
from jounce.viewer.meshes.roots import Roots, roots_of
from jounce.viewer.meshes.triangles import FARTHEST, Triangles, box, checked, cylinder, fewer, sphere

MOST = 12_000
"""Largest number of triangles drawn for a robot: the detail suffices, and the triangles take some 80 kB of a page."""
ZERO, ONE = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
LISTED = 3
"""Largest number of problems that a warning names."""
VISUALS = 10_000
"""Largest number of <visual> elements of a file that are drawn, close to `MOST`: each element needs at least one triangle."""


@by_value
class Visual(NamedTuple):
    """Shape of one <visual> element, in the frame of a link of the URDF."""

    link: str
    shape: Triangles
    colour: str | None
    """Colour as #rrggbb; None if not stated."""


class _Use(NamedTuple):
    """One <visual> element: link, index of the shape in `_Shapes.read`, placement in the link's frame, and colour."""

    link: str
    shape: int
    placement: Placement
    colour: str | None


def read_visuals(urdf: str | Path, mesh_roots: Any = None) -> tuple[Visual, ...]:
    """Return the shapes of a URDF's links; all meshes that cannot be read are left out with one warning.

    A mesh file is read and simplified once, however many <visual> elements use it. mesh_roots: folders from which meshes may be
    read besides the robot's package, see `Roots`; `Budget` states the limits on size and time.
    """
    try:
        path = Path(urdf)
    except TypeError:
        raise InputError(f"meshes: expected the path of a URDF, got {short(urdf)}.") from None
    try:
        root = read_xml(path)
    except LoadError as error:
        raise LoadError(f"{path}: {error}") from None
    except OSError as error:
        raise LoadError(f"{path}: cannot be read ({error.strerror}).") from None
    paints = {e.attributes.get("name", ""): e for e in root.all("material")}
    shapes = _Shapes(roots_of(path, mesh_roots))
    uses: list[_Use] = []
    problems: dict[str, None] = {}  # in order, each once
    visuals = [(link, visual) for link in root.all("link") for visual in link.all("visual")]
    if len(visuals) > VISUALS:
        problems[f"Of {len(visuals)} <visual> elements the first {VISUALS} are drawn."] = None
    for link, visual in visuals[:VISUALS]:
        try:
            number = shapes.number(visual)
            if number is not None:
                uses.append(_Use(link.attributes.get("name", ""), number, _placement(visual), _colour(visual, paints)))
        except ModelError as error:
            problems[str(error)] = None
    if problems:
        more = f" And {len(problems) - LISTED} more." if len(problems) > LISTED else ""
        warnings.warn(f"{path}: meshes are passed over. {' '.join([*problems][:LISTED])}{more}", stacklevel=3)
    return _coarse(uses, shapes.read)


def _coarse(uses: list[_Use], shapes: list[Triangles]) -> tuple[Visual, ...]:
    """Return the visuals for `uses`, with shapes simplified until all visuals together have at most MOST triangles."""
    if not uses:
        return ()
    counts = Counter(use.shape for use in uses)
    coarse = dict(zip(counts, fewer([shapes[number] for number in counts], MOST, [*counts.values()])))
    return tuple(
        Visual(use.link, coarse[use.shape].placed(use.placement), use.colour) for use in uses if len(coarse[use.shape].faces)
    )


def on_robot(visuals: tuple[Visual, ...], robot: Robot) -> list[tuple[int, int, Placement]]:
    """Return (index of the visual, index of the link, placement in the link's frame) of all visuals on links of the robot.

    The index of the base is -1. Visuals on links that the robot does not have are left out.
    """
    out = []
    for i, visual in enumerate(visuals):
        try:
            out.append((i, *robot.locate(visual.link)))
        except InputError:  # a part of the robot, or another one
            continue
    return out


def _placement(visual: Element) -> Placement:
    origin = visual.one("origin")
    if origin is None:
        return Placement()
    xyz = origin.three("xyz", ZERO)
    if max(map(abs, xyz)) > FARTHEST:
        raise LoadError(f"line {visual.line}: <visual> xyz: expected {FARTHEST:g} m at most, got {max(map(abs, xyz)):.3g} m.")
    return rpy_placement(origin.three("rpy", ZERO), xyz, f"line {visual.line}: <visual>")


class _Shapes:
    """Shapes of a robot file, in the frame of their <geometry> elements; equal shapes are read and stored once."""

    def __init__(self, roots: Roots) -> None:
        self.roots, self.budget = roots, Budget()
        self.read: list[Triangles] = []
        self.numbers: dict[Hashable, int] = {}
        self.files: dict[Path, Triangles | LoadError] = {}

    def number(self, visual: Element) -> int | None:
        """Return the index in `read` of the shape of a <visual>; None if the element has no mesh, box, cylinder or sphere."""
        geometry = visual.one("geometry")
        for element in () if geometry is None else geometry.children:
            if element.tag == "mesh":
                name, scale = element.get("filename"), element.three("scale", ONE)
                try:
                    path = self.roots.find(name)
                    return self._new((path, scale), lambda: self._scaled(path, scale))  # noqa: B023  called at once
                except LoadError as error:
                    raise LoadError(f"{name[:200]}: {error}") from None
            if element.tag == "box":
                sides = element.three("size", ZERO)
                return self._new(("box", sides), lambda: box(sides))  # noqa: B023
            if element.tag == "cylinder":
                radius, length = element.number("radius"), element.number("length")
                return self._new(("cylinder", radius, length), lambda: cylinder(radius, length))  # noqa: B023
            if element.tag == "sphere":
                radius = element.number("radius")
                return self._new(("sphere", radius), lambda: sphere(radius))  # noqa: B023
        return None

    def _new(self, key: Hashable, build: Callable[[], Triangles]) -> int:
        if key not in self.numbers:
            self.read.append(checked(build()))
            self.numbers[key] = len(self.read) - 1
        return self.numbers[key]

    @np.errstate(over="ignore")  # `checked` refuses values that are not finite
    def _scaled(self, path: Path, scale: tuple[float, float, float]) -> Triangles:
        if path not in self.files:
            self.files[path] = self._read(path)
        shape = self.files[path]
        if isinstance(shape, LoadError):
            raise shape
        if scale == ONE:
            return shape
        self.budget.take_shape(len(shape.points), len(shape.faces))
        return shape._replace(points=shape.points * scale)

    def _read(self, path: Path) -> Triangles | LoadError:
        """Return the triangles of a mesh file, or the LoadError of reading it, so that the caller can cache either result."""
        try:
            return read_mesh(path, self.budget)
        except LoadError as error:
            return error
        except OSError as error:
            return LoadError(f"cannot be read ({error.strerror}).")
        except MemoryError:
            return LoadError("there is not enough memory to read it.")


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
