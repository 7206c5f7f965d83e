"""Reader of COLLADA files (.dae): the triangles of a scene.

Meshes of triangles and polygons are read, and the nodes that place the meshes. Coordinates are converted from the file's unit to
metres. The file's upward axis is ignored, as in RViz: meshes of a URDF are drawn in the axes in which their points are written.
"""

from collections.abc import Iterator

import numpy as np

from jounce.errors import LoadError
from jounce.numbers.packing import Array
from jounce.robot.io.xml import Element, parse_number
from jounce.viewer.meshes.budget import Budget
from jounce.viewer.meshes.text_numbers import integers, reals
from jounce.viewer.meshes.triangles import Triangles, fan, triangles, used

POLYGONS = ("triangles", "polylist", "polygons")
DEEPEST = 20
"""Largest accepted nesting depth of nodes; this limit ends the recursion of a node that contains itself."""
WIDEST = 100
"""Largest accepted offset of an <input>; known files have offsets up to 4."""


@np.errstate(over="ignore", invalid="ignore")  # `triangles` refuses values that are not finite
def read_dae(root: Element, budget: Budget) -> Triangles:
    """Return the triangles of the scene of a COLLADA file [m]; root: root element of the file."""
    if root.tag != "COLLADA":
        raise LoadError(f"the root element is <{root.tag[:60]}>, expected <COLLADA>.")
    unit = next((element.attributes.get("meter", "1") for element in _within(root, "asset", "unit")), "1")
    scale = parse_number(unit, "<unit> meter")
    shapes = {f"#{e.attributes.get('id', '')}": e for e in _within(root, "library_geometries", "geometry")}
    nodes = {f"#{e.attributes.get('id', '')}": e for e in _within(root, "library_nodes", "node")}
    meshes: dict[str, list[Triangles]] = {}
    points: list[Array] = []
    faces: list[Array] = []
    count = 0
    for scene in _within(root, "library_visual_scenes", "visual_scene"):
        for url, frame in _placed(scene, np.eye(4), nodes, 0, budget):
            if url not in meshes:
                meshes[url] = list(_meshes(shapes[url])) if url in shapes else []
            for mesh in meshes[url]:
                budget.take_shape(len(mesh.points), len(mesh.faces))
                points.append(mesh.points @ frame[:3, :3].T + frame[:3, 3])
                faces.append(mesh.faces + count)
                count += len(mesh.points)
    if not points:
        raise LoadError("there is no triangle in its scene.")
    return triangles(scale * np.concatenate(points), np.concatenate(faces))


def _within(element: Element, *tags: str) -> Iterator[Element]:
    """Yield the descendants of an element along a path of tags: children with tag 1, children of these with tag 2, ..."""
    if not tags:
        yield element
        return
    for child in element.all(tags[0]):
        yield from _within(child, *tags[1:])


def _placed(node: Element, frame: Array, nodes: dict[str, Element], depth: int, budget: Budget) -> Iterator[tuple[str, Array]]:
    """Yield (URL, placement 4 x 4) of every geometry that a node and its descendants instantiate.

    frame: placement (4, 4) of the node's parent; nodes: {URL: node} of the file's library; depth: nesting depth of the node.
    """
    if depth > DEEPEST:
        raise LoadError(f"its nodes are nested more than {DEEPEST} deep.")
    for child in node.children:
        if child.tag == "matrix":
            frame = frame @ _values(child, 16).reshape(4, 4)
        elif child.tag in ("translate", "scale", "rotate"):
            frame = frame @ _step(child)
    for child in node.children:
        budget.take_node()
        if child.tag == "instance_geometry":
            yield child.attributes.get("url", ""), frame
        elif child.tag == "node":
            yield from _placed(child, frame, nodes, depth + 1, budget)
        elif child.tag == "instance_node" and child.attributes.get("url") in nodes:
            yield from _placed(nodes[child.attributes["url"]], frame, nodes, depth + 1, budget)


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


def _words(element: Element) -> list[bytes]:
    return element.text.encode().split()


def _values(element: Element, count: int) -> Array:
    words = _words(element)
    if len(words) != count:
        raise LoadError(f"line {element.line}: <{element.tag}>: expected {count} numbers, got {len(words)}.")
    return reals(words, f"line {element.line}: <{element.tag}>")


def _indices(element: Element) -> Array:
    return integers(_words(element), f"line {element.line}: <{element.tag}>")


def _meshes(geometry: Element) -> Iterator[Triangles]:
    """Yield the triangle meshes of a <geometry>; a source of coordinates that several meshes use is converted once."""
    for mesh in geometry.all("mesh"):
        sources = {f"#{e.attributes.get('id', '')}": e for e in mesh.all("source")}
        vertices = {f"#{e.attributes.get('id', '')}": e for e in mesh.all("vertices")}
        positions: dict[str, Array] = {}
        for kind in POLYGONS:
            for polygons in mesh.all(kind):
                address, corners = _corners(polygons, vertices)
                if address not in sources:
                    raise LoadError(f"line {polygons.line}: <{polygons.tag}> has no POSITION.")
                if address not in positions:
                    array = sources[address].need("float_array")
                    flat = reals(_words(array), f"line {array.line}: <float_array>")
                    positions[address] = flat[: len(flat) // 3 * 3].reshape(-1, 3)
                faces = _faces(polygons, corners)
                if len(faces):
                    yield used(positions[address], faces)


def _corners(polygons: Element, vertices: dict[str, Element]) -> tuple[str, list[Array]]:
    """Return the URL of the source of positions, and for each <p> of `polygons` the position indices of its corners."""
    inputs = list(polygons.all("input"))
    offsets = [_offset(e) for e in inputs]
    stride = max(offsets, default=0) + 1
    where = next((k for k, e in enumerate(inputs) if e.attributes.get("semantic") == "VERTEX"), None)
    if where is None or inputs[where].attributes.get("source") not in vertices:
        raise LoadError(f"line {polygons.line}: <{polygons.tag}> has no input VERTEX that leads to <vertices>.")
    named = vertices[inputs[where].attributes["source"]].all("input")
    address = next((e.attributes.get("source", "") for e in named if e.attributes.get("semantic") == "POSITION"), "")
    return address, [_indices(p)[offsets[where] :: stride] for p in polygons.all("p")]


def _offset(element: Element) -> int:
    offset = parse_number(element.attributes.get("offset", "0"), f"line {element.line}: <input> offset")
    if offset != int(offset) or not 0 <= offset <= WIDEST:
        raise LoadError(f"line {element.line}: <input> offset: expected a whole number from 0 to {WIDEST}, got {offset:g}.")
    return int(offset)


def _faces(polygons: Element, corners: list[Array]) -> Array:
    """Return the triangles (f, 3), as position indices, of an element in `POLYGONS`; corners: position indices of each <p>."""
    if polygons.tag == "triangles":
        faces = [run[: len(run) // 3 * 3].reshape(-1, 3) for run in corners]
    elif polygons.tag == "polygons":
        faces = [fan(run, np.array([len(run)])) for run in corners]
    else:
        sides = _indices(polygons.need("vcount"))
        faces = [fan(run, sides) for run in corners]
    return np.concatenate(faces) if faces else np.zeros((0, 3), dtype=np.int64)
