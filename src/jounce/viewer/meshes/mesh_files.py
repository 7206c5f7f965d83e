"""Readers of mesh files from untrusted sources: STL and OBJ; the module `collada` reads COLLADA files."""

import re
from pathlib import Path

import numpy as np

from jounce.errors import LoadError
from jounce.robot.io.file_access import read_bytes
from jounce.robot.io.xml import parse_xml
from jounce.viewer.meshes.budget import Budget
from jounce.viewer.meshes.collada import read_dae
from jounce.viewer.meshes.text_numbers import integers, reals
from jounce.viewer.meshes.triangles import Triangles, fan, triangles

HEAD, EACH = 84, 50
"""Sizes in a binary STL file [bytes]: of the header, and of each triangle."""
RECORD = np.dtype([("normal", "<f4", 3), ("points", "<f4", (3, 3)), ("attribute", "<u2")])
VERTEX = re.compile(rb"vertex\s++(\S++)\s++(\S++)\s++(\S++)")
"""Pattern of a vertex in a text STL; with possessive quantifiers the search takes linear time in any text."""


def read_mesh(path: Path, budget: Budget | None = None) -> Triangles:
    """Return the triangles of a .stl, .obj or .dae file; budget: limits that all meshes of a robot share."""
    budget = Budget() if budget is None else budget
    kind = path.suffix.lower()
    if kind not in (".stl", ".obj", ".dae"):
        raise LoadError(f"expected a mesh that ends in .stl, .obj or .dae, got {path.suffix[:20]!r}.")
    data = read_bytes(path)
    budget.take_bytes(len(data))
    if kind == ".stl":
        return read_stl(data, budget)
    if kind == ".obj":
        return read_obj(data, budget)
    return read_dae(parse_xml(data), budget)


def read_stl(data: bytes, budget: Budget) -> Triangles:
    """Return the triangles of an STL file, binary or text.

    The length of the data tells binary from text, since some binary files begin with `solid`, as text files do.
    """
    count = int.from_bytes(data[80:HEAD], "little")
    if len(data) >= HEAD and len(data) == HEAD + EACH * count:
        budget.take_shape(3 * count, count)
        points = np.frombuffer(data, RECORD, count, HEAD)["points"].reshape(-1, 3).astype(np.float64)
    else:
        count = data.count(b"vertex")
        budget.take_shape(count, count // 3)
        points = reals([word for corner in VERTEX.findall(data) for word in corner], "vertex", "coordinates").reshape(-1, 3)
    if len(points) % 3:
        raise LoadError(f"it has {len(points)} points, which is no number of whole triangles.")
    return triangles(points, np.arange(len(points)).reshape(-1, 3))


def read_obj(data: bytes, budget: Budget) -> Triangles:
    """Return the triangles of a Wavefront OBJ file; a polygon is cut into triangles that share its first corner."""
    words: list[bytes] = []
    corners: list[bytes] = []
    sides: list[int] = []
    counts: list[int] = []
    for line in data.splitlines():
        key, *rest = line.split(None, 4)[:4] if line.startswith(b"v ") else line.split() or [b""]
        if key == b"v":
            if len(rest) < 3:
                raise LoadError(f"expected three coordinates, got {line[:60]!r}.")
            words += rest[:3]
        elif key == b"f" and len(rest) > 2:
            corners += [word.split(b"/", 1)[0] for word in rest]
            sides.append(len(rest))
            counts.append(len(words) // 3)
    budget.take_shape(len(words) // 3, len(corners) - 2 * len(sides))
    points = reals(words, "v", "coordinates").reshape(-1, 3)
    number = integers(corners, "f, the number of a point")
    before = np.repeat(np.array(counts, dtype=np.int64), sides)  # points are counted backwards from the last one so far
    return triangles(points, fan(np.where(number > 0, number - 1, before + number), np.array(sides, dtype=np.int64)))
