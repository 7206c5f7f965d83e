"""The same cube in every format, and files that are not what they say."""

import numpy as np
import pytest

from jounce.errors import LoadError
from jounce.viewer.meshes.mesh_files import read_mesh
from support.meshes import CUBE, SIDES, dae, meshes_of_a_box, stl_binary, stl_text, volume, written
from support.tolerances import assert_close

FILES = meshes_of_a_box(CUBE)


@pytest.mark.parametrize("name", FILES)
def test_a_cube(tmp_path, name):
    shape = read_mesh(written(tmp_path, name, FILES[name]))
    assert len(shape.faces) == 12
    assert_close(volume(shape), 6.0)
    assert_close(shape.points[shape.faces].reshape(-1, 3).max(axis=0), np.array(SIDES) / 2)


PART = '<node><instance_node url="#part"/></node>'


WRONG = {
    "empty.stl": (b"", "no triangle"),
    "cut.stl": (stl_binary(CUBE)[:-7], "no triangle"),
    "text cut.stl": (stl_text(CUBE).replace(b"vertex", b"vertexes", 1), "whole triangles"),
    "word.stl": (b"vertex 1 2 three " * 3, "expected coordinates"),
    "nan.stl": (stl_text(CUBE).replace(b"vertex -0.5", b"vertex nan", 1), "not finite"),
    "far.obj": (b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", "has point 8"),
    "back.obj": (b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -9\n", "has point"),
    "two.obj": (b"v 0 0\n", "three coordinates"),
    "letters.obj": (b"v 0 0 0\nf a b c\n", "number of a point"),
    "none.obj": (b"\x00\xff" * 100, "no triangle"),
    "not.dae": (b"<robot/>", "expected <COLLADA>"),
    "broken.dae": (b"<COLLADA", "line 1"),
    "entities.dae": (b'<!DOCTYPE a [<!ENTITY b "c">]><COLLADA/>', "document type"),
    "none.dae": (b"<COLLADA/>", "no triangle"),
    "words.dae": (dae(CUBE, points="one two three"), "expected numbers"),
    "few.dae": (dae(CUBE, points="0 0 0 1 1 1"), "has point 7"),
    "corners.dae": (dae(CUBE, "polylist").replace(b"<vcount>4", b"<vcount>400"), "more corners"),
    "circle.dae": (
        dae(CUBE, nodes=PART).replace(b'<instance_geometry url="#g"/></node></lib', PART[6:].encode() + b"</lib"),
        "nested",
    ),
    "matrix.dae": (dae(CUBE, nodes="<node><matrix>1 2</matrix></node>"), "expected 16 numbers"),
    "no vertex.dae": (dae(CUBE).replace(b'semantic="VERTEX"', b'semantic="TEXCOORD"'), "VERTEX"),
    "offset.dae": (dae(CUBE).replace(b'offset="1"', b'offset="-x"'), "offset"),
    "unit.dae": (dae(CUBE, unit="nan"), "meter"),
    "mesh.gltf": (b"", "expected a mesh that ends in"),
}


@pytest.mark.parametrize("name", WRONG)
def test_files_that_are_none(tmp_path, name):
    data, says = WRONG[name]
    with pytest.raises(LoadError, match=says):
        read_mesh(written(tmp_path, name, data))


@pytest.mark.parametrize("name", FILES)
def test_bytes_that_changed(tmp_path, name):
    """Whatever is in a file, triangles come of it, or an error of ours."""
    rng = np.random.default_rng(3)
    whole = np.frombuffer(FILES[name], np.uint8)
    for _ in range(60):
        data = whole.copy()
        data[rng.integers(len(data), size=rng.integers(1, 6))] = rng.integers(256, size=1)
        data = data[: rng.integers(1, len(data) + 1)] if rng.random() < 0.3 else data
        path = written(tmp_path, name, data.tobytes())
        try:
            shape = read_mesh(path)
        except LoadError:
            continue
        assert np.isfinite(shape.points).all()
        assert shape.faces.max() < len(shape.points)
