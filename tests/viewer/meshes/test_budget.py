"""Meshes of strangers: limits on size, number and time, each file read once, one note."""

import os

import numpy as np
import pytest

import jounce.viewer.meshes.budget as budget
import jounce.viewer.meshes.visuals as visuals
from jounce.errors import LoadError
from jounce.viewer.meshes.mesh_files import read_mesh
from jounce.viewer.meshes.triangles import Triangles
from jounce.viewer.meshes.visuals import read_visuals
from support.meshes import CUBE, dae, obj, passed_over, robot_with, stl_binary

OBJ = obj(CUBE)


def bomb(levels, each):
    """Nodes that place each other: each ** levels instances of one geometry."""
    nodes = "".join(f'<node id="n{k}">{f"""<instance_node url="#n{k + 1}"/>""" * each}</node>' for k in range(levels))
    last = f'<node id="n{levels}"><instance_geometry url="#g"/></node>'
    text = dae(CUBE, nodes='<node><instance_node url="#n0"/></node>')
    return text.replace(b"<library_nodes>", f"<library_nodes>{nodes}{last}".encode())


def empty_bomb(levels, each):
    """The same without any geometry: no triangle ever counts."""
    return bomb(levels, each).replace(b'<instance_geometry url="#g"/>', b"")


def shared_points(parts):
    """Many <triangles> that share one long list of points."""
    text = dae(CUBE, points="0 0 0 1 0 0 0 1 0 " + "1 1 1 " * 200_000).decode()
    begin, end = text.index("<triangles"), text.index("</triangles>") + len("</triangles>")
    one = '<triangles><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>'
    return (text[:begin] + one * parts + text[end:]).encode()


BIG = "9" * 30
HOSTILE = {
    "instances.dae": (bomb(18, 10), "100000 nodes"),
    "empty instances.dae": (empty_bomb(18, 10), "100000 nodes"),
    "many triangles.dae": (
        dae(Triangles(CUBE.points, np.tile(CUBE.faces, (1000, 1))), nodes='<node><instance_geometry url="#g"/></node>' * 200),
        "triangles",
    ),
    "points nobody uses.dae": (shared_points(1), ""),
    "many parts.dae": (shared_points(3000), ""),
    "long word.stl": (b"solid x\n" + b"vertex 1 0 0\n" * 300_000 + b"vertex " + b"1" * 100_000 + b" 0 0\n", "coordinates"),
    "long word.obj": (b"v 1 0 0\n" * 300_000 + b"v " + b"1" * 100_000 + b" 0 0\nf 1 2 3\n", "coordinates"),
    "long number.dae": (dae(CUBE, points="1" * 100_000 + " 0" * 200_000), "numbers"),
    "index.obj": (OBJ + f"f 1 2 {BIG}\n".encode(), "whole numbers"),
    "index back.obj": (OBJ + f"f 1 2 -{BIG}\n".encode(), "whole numbers"),
    "index.dae": (dae(CUBE).replace(b"<p>0 ", f"<p>{BIG} ".encode()), "whole numbers"),
    "sides.dae": (dae(CUBE, "polylist").replace(b"<vcount>4 4", b"<vcount>9223372036854775807 9223372036854775807"), "whole"),
    "offset.dae": (dae(CUBE).replace(b'offset="1"', b'offset="1000000000000000000"'), "offset"),
    "offset back.dae": (dae(CUBE).replace(b'offset="1"', b'offset="-3"'), "offset"),
    "underscore.obj": (OBJ.replace(b"v -0.5", b"v 1_0"), "coordinates"),
    "far.obj": (b"v -1.7e308 0 0\nv 1.7e308 0 0\nv 0 1.7e308 0\nf 1 2 3\n", "1e\\+06 m at most"),
    "overflow.dae": (
        dae(CUBE, nodes='<node><scale>1e300 1e300 1e300</scale><scale>1e300 1 1</scale><instance_geometry url="#g"/></node>'),
        "finite",
    ),
    "fan.obj": (b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf" + b" 1" * 3_000_000 + b"\n", "2000000 triangles"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(tmp_path, name):
    data, says = HOSTILE[name]
    (tmp_path / name).write_bytes(data)
    if not says:
        assert len(read_mesh(tmp_path / name).faces) > 0
        return
    with pytest.raises(LoadError, match=says):
        read_mesh(tmp_path / name)
    shapes, note = passed_over(robot_with(tmp_path, name))
    assert not shapes
    assert name in note


def test_a_bad_mesh_does_not_take_the_others_with_it(tmp_path):
    (tmp_path / "good.obj").write_bytes(OBJ)
    (tmp_path / "bad.dae").write_bytes(bomb(18, 10))
    shapes, note = passed_over(robot_with(tmp_path, "bad.dae", *["good.obj"] * 3, "bad.dae"))
    assert len(shapes) == 3
    assert note.count("bad.dae") == 1  # said once, however often it is used


def test_each_file_is_read_once(tmp_path, monkeypatch):
    (tmp_path / "good.obj").write_bytes(OBJ)
    (tmp_path / "bad.obj").write_bytes(b"nothing")
    calls = []

    def counting(path, limits):
        calls.append(path.name)
        return read_mesh(path, limits)

    monkeypatch.setattr(visuals, "read_mesh", counting)
    urdf = robot_with(tmp_path, *["good.obj", "./good.obj", "bad.obj"] * 200)
    shapes, _ = passed_over(urdf)
    assert len(shapes) == 400
    assert sorted(calls) == ["bad.obj", "good.obj"]


def test_copies_of_a_large_mesh_are_made_coarser_once(tmp_path, monkeypatch):
    """400 visuals of one mesh take the memory of one; scaled otherwise each counts."""
    points = np.random.default_rng(0).random((30_000, 3))
    (tmp_path / "big.stl").write_bytes(stl_binary(Triangles(points, np.arange(30_000).reshape(-1, 3))))
    monkeypatch.setattr(budget, "TRIANGLES", 25_000)
    shapes, note = passed_over(robot_with(tmp_path, *["big.stl"] * 400))
    assert not note
    assert sum(len(shape.shape.faces) for shape in shapes) <= visuals.MOST
    text = "".join(f'<visual><geometry><mesh filename="big.stl" scale="1 1 {k}"/></geometry></visual>' for k in (1, 2, 3, 4))
    (tmp_path / "r.urdf").write_text(f'<robot name="r"><link name="a">{text}</link></robot>')
    shapes, note = passed_over(tmp_path / "r.urdf")
    assert len(shapes) == 2  # as it is, and once scaled: a third set is beyond the limit
    assert "25000 triangles" in note


@pytest.mark.parametrize(
    ("limit", "value", "says"), [("BYTES", 10, "MiB"), ("SECONDS", -1.0, "s to read"), ("NODES", 0, "nodes")]
)
def test_limits(tmp_path, monkeypatch, limit, value, says):
    monkeypatch.setattr(budget, limit, value)
    (tmp_path / "a.dae").write_bytes(dae(CUBE))
    _, note = passed_over(robot_with(tmp_path, "a.dae"))
    assert says in note


def test_too_many_visuals(tmp_path, monkeypatch):
    monkeypatch.setattr(visuals, "VISUALS", 3)
    (tmp_path / "good.obj").write_bytes(OBJ)
    shapes, note = passed_over(robot_with(tmp_path, *["good.obj"] * 5))
    assert len(shapes) == 3
    assert "first 3" in note


def test_shapes_and_places_beyond_sense(tmp_path):
    (tmp_path / "good.obj").write_bytes(OBJ)
    urdf = robot_with(tmp_path, "good.obj")
    text = urdf.read_text().replace(
        "</link>",
        '<visual><geometry><sphere radius="1e30"/></geometry></visual>'
        '<visual><origin xyz="1e30 0 0"/><geometry><box size="1 1 1"/></geometry></visual>'
        '<visual><geometry><mesh filename="good.obj" scale="1e30 1 1"/></geometry></visual></link>',
    )
    urdf.write_text(text)
    shapes, note = passed_over(urdf)
    assert len(shapes) == 1  # the sound one is drawn as large as before
    assert np.ptp(shapes[0].shape.points, axis=0).tolist() == [1.0, 2.0, 3.0]
    assert note.count("1e+06 m at most") == 3


@pytest.mark.parametrize("size", ["5e-324", "1e-300", "0", "1e-20"])
def test_a_mesh_that_is_a_point_vanishes(tmp_path, size):
    (tmp_path / "point.obj").write_text(f"v 0 0 0\nv {size} 0 0\nv 0 {size} 0\nf 1 2 3\n")
    (tmp_path / "good.obj").write_bytes(OBJ)
    assert passed_over(robot_with(tmp_path, "point.obj")) == ((), "")
    assert len(passed_over(robot_with(tmp_path, "point.obj", "good.obj"))[0]) == 1


def test_pipes_and_devices(tmp_path):
    os.mkfifo(tmp_path / "pipe.stl")
    os.mkfifo(tmp_path / "pipe.urdf")
    os.symlink("/dev/zero", tmp_path / "zero.stl")
    os.symlink("loop.stl", tmp_path / "loop.stl")
    (tmp_path / "folder.stl").mkdir()
    shapes, note = passed_over(robot_with(tmp_path, "pipe.stl", "zero.stl", "loop.stl", "folder.stl"))
    assert not shapes
    assert "pipe.stl" in note
    for path in (tmp_path / "pipe.urdf", tmp_path):
        with pytest.raises(LoadError, match="not a file"):
            read_visuals(path)
