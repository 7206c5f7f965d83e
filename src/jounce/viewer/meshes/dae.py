"""COLLADA: the triangles of the scene of a .dae file.

Read: meshes of triangles and polygons, and the nodes that place them. The unit of the file is heeded. Its upward axis is not, as
in RViz: meshes of URDFs are drawn in the axes in which their points are written.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import LoadError
from jounce.numbers.packing import Array
from jounce.robot.load.xml import Element, parse_number, parse_xml
from jounce.viewer.meshes.triangles import Triangles, triangles

POLYGONS = ("triangles", "polylist", "polygons")


def read_dae(path: Path) -> Triangles:
    """All of them in one, in metres."""
    root = parse_xml(path)
    if root.tag != "COLLADA":
        raise LoadError(f"the root element is <{root.tag[:60]}>, expected <COLLADA>.")
    unit = next((found.attributes.get("meter", "1") for found in _within(root, "asset", "unit")), "1")
    scale = parse_number(unit, "<unit> meter")
    shapes = {f"#{e.attributes.get('id', '')}": e for e in _within(root, "library_geometries", "geometry")}
    nodes = {f"#{e.attributes.get('id', '')}": e for e in _within(root, "library_nodes", "node")}
    known: dict[str, list[Triangles]] = {}
    points: list[Array] = []
    faces: list[Array] = []
    count = 0
    for scene in _within(root, "library_visual_scenes", "visual_scene"):
        for url, frame in _placed(scene, np.eye(4), nodes, 0):
            if url not in known:
                known[url] = list(_meshes(shapes[url])) if url in shapes else []
            for mesh in known[url]:
                points.append(mesh.points @ frame[:3, :3].T + frame[:3, 3])
                faces.append(mesh.faces + count)
                count += len(mesh.points)
    if not points:
        raise LoadError("there is no triangle in its scene.")
    return triangles(scale * np.concatenate(points), np.concatenate(faces))


def _within(element: Element, *tags: str) -> Iterator[Element]:
    """All elements below it on this way down."""
    if not tags:
        yield element
        return
    for child in element.all(tags[0]):
        yield from _within(child, *tags[1:])


DEEPEST = 20
"""Of nodes within nodes; one that contains itself ends there."""


def _placed(node: Element, frame: Array, nodes: dict[str, Element], depth: int) -> Iterator[tuple[str, Array]]:
    """(address, frame) of every geometry below a node."""
    if depth > DEEPEST:
        raise LoadError(f"its nodes are nested more than {DEEPEST} deep.")
    for child in node.children:
        if child.tag == "matrix":
            frame = frame @ _values(child, 16).reshape(4, 4)
        elif child.tag in ("translate", "scale", "rotate"):
            frame = frame @ _step(child)
    for child in node.children:
        if child.tag == "instance_geometry":
            yield child.attributes.get("url", ""), frame
        elif child.tag == "node":
            yield from _placed(child, frame, nodes, depth + 1)
        elif child.tag == "instance_node" and child.attributes.get("url") in nodes:
            yield from _placed(nodes[child.attributes["url"]], frame, nodes, depth + 1)


def _step(element: Element) -> Array:
    out = np.eye(4)
    if element.tag == "translate":
        out[:3, 3] = _values(element, 3)
    elif element.tag == "scale":
        out[range(3), range(3)] = _values(element, 3)
    else:
        *axis, angle = _values(element, 4)
        length = float(np.linalg.norm(axis))
        x, y, z = np.array(axis) / length if length > 0.0 else (0.0, 0.0, 0.0)
        K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
        turn = np.radians(angle)
        out[:3, :3] = np.eye(3) + np.sin(turn) * K + (1.0 - np.cos(turn)) * K @ K
    return out


def _values(element: Element, count: int | None = None, kind: Any = np.float64) -> Array:
    try:
        values = np.array(element.text.split(), dtype=kind)
    except ValueError as error:
        raise LoadError(f"line {element.line}: <{element.tag}>: expected numbers, {str(error)[:80]}.") from None
    if count is not None and len(values) != count:
        raise LoadError(f"line {element.line}: <{element.tag}>: expected {count} numbers, got {len(values)}.")
    return values


def _meshes(geometry: Element) -> Iterator[Triangles]:
    for mesh in geometry.all("mesh"):
        sources = {f"#{e.attributes.get('id', '')}": e for e in mesh.all("source")}
        vertices = {f"#{e.attributes.get('id', '')}": e for e in mesh.all("vertices")}
        for kind in POLYGONS:
            for part in mesh.all(kind):
                yield _part(part, sources, vertices)


def _part(part: Element, sources: dict[str, Element], vertices: dict[str, Element]) -> Triangles:
    inputs = list(part.all("input"))
    offsets = [int(parse_number(e.attributes.get("offset", "0"), "<input> offset")) for e in inputs]
    stride = max(offsets, default=0) + 1
    where = next((k for k, e in enumerate(inputs) if e.attributes.get("semantic") == "VERTEX"), None)
    if where is None or inputs[where].attributes.get("source") not in vertices:
        raise LoadError(f"line {part.line}: <{part.tag}> has no input VERTEX that leads to <vertices>.")
    named = vertices[inputs[where].attributes["source"]].all("input")
    address = next((e.attributes.get("source", "") for e in named if e.attributes.get("semantic") == "POSITION"), "")
    if address not in sources:
        raise LoadError(f"line {part.line}: <{part.tag}> has no POSITION.")
    flat = _values(sources[address].need("float_array"))
    corners = [_values(p, kind=np.int64)[offsets[where] :: stride] for p in part.all("p")]
    if part.tag == "triangles":
        faces = [run[: len(run) // 3 * 3].reshape(-1, 3) for run in corners]
    elif part.tag == "polygons":
        faces = [_fan(run, np.array([len(run)])) for run in corners]
    else:
        faces = [_fan(run, _values(part.need("vcount"), kind=np.int64)) for run in corners]
    joined = np.concatenate(faces) if faces else np.zeros((0, 3), dtype=np.int64)
    return triangles(flat[: len(flat) // 3 * 3].reshape(-1, 3), joined)


def _fan(run: Array, sides: Array) -> Array:
    """Polygons of so many sides, cut into triangles from their first corners."""
    if (sides < 0).any() or sides.sum() > len(run):
        raise LoadError("its polygons have more corners than are listed.")
    first = np.cumsum(sides) - sides
    cuts = np.maximum(sides - 2, 0)
    start = np.repeat(first, cuts)
    step = np.arange(cuts.sum()) - np.repeat(np.cumsum(cuts) - cuts, cuts)
    return np.stack([run[start], run[start + step + 1], run[start + step + 2]], axis=1)
