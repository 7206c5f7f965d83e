"""STL and OBJ: triangles from files of strangers."""

import re
from itertools import pairwise
from pathlib import Path

import numpy as np

from jounce.errors import LoadError
from jounce.numbers.packing import Array
from jounce.robot.load.file import contents
from jounce.viewer.meshes.dae import read_dae
from jounce.viewer.meshes.triangles import Triangles, triangles

HEAD, EACH = 84, 50
"""Bytes of binary STL: before the triangles, and of each of them."""
RECORD = np.dtype([("normal", "<f4", 3), ("points", "<f4", (3, 3)), ("attribute", "<u2")])
VERTEX = re.compile(rb"vertex\s+(\S+)\s+(\S+)\s+(\S+)")


def read_mesh(path: Path) -> Triangles:
    """By the ending of its name: .stl, .obj or .dae."""
    kind = path.suffix.lower()
    if kind == ".stl":
        return read_stl(contents(path))
    if kind == ".obj":
        return read_obj(contents(path))
    if kind == ".dae":
        return read_dae(path)
    raise LoadError(f"expected a mesh that ends in .stl, .obj or .dae, got {path.suffix[:20]!r}.")


def read_stl(data: bytes) -> Triangles:
    """STL, binary or text: which of them its length tells, as some binary files begin with the word `solid` too."""
    count = int.from_bytes(data[80:HEAD], "little")
    if len(data) >= HEAD and len(data) == HEAD + EACH * count:
        points = np.frombuffer(data, RECORD, count, HEAD)["points"].reshape(-1, 3).astype(np.float64)
    else:
        points = _numbers([word for found in VERTEX.findall(data) for word in found]).reshape(-1, 3)
    if len(points) % 3:
        raise LoadError(f"it has {len(points)} points, which is no number of whole triangles.")
    return triangles(points, np.arange(len(points)).reshape(-1, 3))


def read_obj(data: bytes) -> Triangles:
    """Wavefront OBJ: points and faces; faces of more than three corners are cut into triangles from their first corner."""
    words: list[bytes] = []
    faces: list[tuple[int, int, int]] = []
    for line in data.splitlines():
        key, *rest = line.split() or [b""]
        if key == b"v":
            if len(rest) < 3:
                raise LoadError(f"expected three coordinates, got {line[:60]!r}.")
            words += rest[:3]
        elif key == b"f":
            corners = [_corner(word, len(words) // 3) for word in rest]
            faces += [(corners[0], a, b) for a, b in pairwise(corners[1:])]
    return triangles(_numbers(words).reshape(-1, 3), np.array(faces, dtype=np.int64).reshape(-1, 3))


def _corner(word: bytes, count: int) -> int:
    """Points are counted from one, or backwards from the last one so far; behind a slash stand texture and normal."""
    try:
        number = int(word.split(b"/")[0])
    except ValueError:
        raise LoadError(f"expected the number of a point, got {word[:30]!r}.") from None
    return number - 1 if number > 0 else count + number


def _numbers(words: list[bytes]) -> Array:
    try:
        return np.array(words).astype(np.float64)
    except ValueError as error:
        raise LoadError(f"expected coordinates, {str(error)[:80]}.") from None
