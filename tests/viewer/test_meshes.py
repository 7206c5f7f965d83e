"""Triangles from files: the same cube in every format; fewer of them; and files that are not what they say."""

import warnings

import numpy as np
import pytest

import jounce as jn
from jounce.errors import LoadError
from jounce.viewer.meshes.mesh_files import read_mesh
from jounce.viewer.meshes.triangles import Triangles, box, cylinder, fewer, sphere
from jounce.viewer.meshes.visuals import MOST, on_robot, read_visuals
from support.meshes import dae, meshes_of_a_box, stl_binary, stl_text
from support.tolerances import assert_close

SIDES = (1.0, 2.0, 3.0)
CUBE = box(SIDES)


def volume(shape):
    """By the divergence theorem: a sixth of the sum of the determinants, if all triangles are seen from outside."""
    return np.linalg.det(shape.points[shape.faces]).sum() / 6.0


FILES = meshes_of_a_box(CUBE)


def written(tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    return tmp_path / name


def test_simple_shapes():
    assert_close(volume(CUBE), 6.0)
    n = 24  # a polygon of so many sides instead of the circle
    assert_close(volume(cylinder(0.5, 2.0)), n * 0.5 * 0.5**2 * np.sin(2 * np.pi / n) * 2.0)
    assert 0.94 < volume(sphere(1.0)) / (4.0 / 3.0 * np.pi) < 1.0
    assert_close(np.linalg.norm(sphere(2.0).points, axis=1), np.full(13 * 24, 2.0))


@pytest.mark.parametrize("name", FILES)
def test_a_cube(tmp_path, name):
    shape = read_mesh(written(tmp_path, name, FILES[name]))
    assert len(shape.faces) == 12
    assert_close(volume(shape), 6.0)
    assert_close(shape.points[shape.faces].reshape(-1, 3).max(axis=0), np.array(SIDES) / 2)


def test_nodes_place_what_is_in_them(tmp_path):
    nodes = (
        "<node><translate>1 0 0</translate><rotate>0 0 1 90</rotate><scale>2 1 1</scale>"
        '<node><instance_geometry url="#g"/></node></node>'
        '<node><matrix>1 0 0 5 0 1 0 6 0 0 1 7 0 0 0 1</matrix><instance_node url="#part"/></node>'
    )
    shape = read_mesh(written(tmp_path, "a.dae", dae(CUBE, nodes=nodes, unit="0.01")))
    first, second = shape.points[:8], shape.points[8:]
    x, y, z = CUBE.points.T
    assert_close(first, 0.01 * np.stack([1.0 - y, 2.0 * x, z], axis=1))
    assert_close(second, 0.01 * (CUBE.points + (5.0, 6.0, 8.0)))


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


def test_fewer():
    rng = np.random.default_rng(1)
    ball = sphere(1.0)
    fine = Triangles(ball.points[ball.faces].reshape(-1, 3), np.arange(3 * len(ball.faces)).reshape(-1, 3))
    many = [Triangles(fine.points + rng.normal(size=3), fine.faces) for _ in range(20)]
    found = fewer(many, 8000)
    assert sum(len(shape.faces) for shape in found) <= 8000
    for shape, old in zip(found, many):
        assert np.abs(shape.points.max(axis=0) - old.points.max(axis=0)).max() < 0.15 * np.ptp(old.points)
        assert 0.8 < volume(shape) / volume(old) < 1.05
    for shape, old in zip(fewer(many, 10**6), many):  # all there, points that are written several times once
        assert 2 + 11 * 24 <= len(shape.points) < 300  # of 1728; a few are on the border of two cells
        assert_close(volume(shape), volume(old), 1e-9)


URDF = """<robot name="arm">
  <material name="paint"><color rgba="1 0.5 0 1"/></material>
  <link name="base"><visual><geometry><cylinder radius="0.1" length="0.2"/></geometry></visual></link>
  <link name="upper"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><origin xyz="0 0 1" rpy="0 0 1.5707963267948966"/><geometry><mesh filename="{mesh}" scale="2 1 1"/></geometry>
      <material name="paint"/></visual></link>
  <link name="plate"><visual><geometry><box size="1 2 3"/></geometry>
    <material name="own"><color rgba="0 0 1 1"/></material></visual></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/></joint>
  <joint name="bolt" type="fixed"><parent link="upper"/><child link="plate"/><origin xyz="0 3 0"/></joint>
</robot>"""


def arm(folder, mesh):
    (folder / "arm.urdf").write_text(URDF.replace("{mesh}", mesh))
    return folder / "arm.urdf"


@pytest.mark.parametrize(
    ("mesh", "place"),
    [
        ("cube.obj", "robots/cube.obj"),
        ("../meshes/a%20cube.obj", "meshes/a cube.obj"),
        ("package://robots/cube.obj", "robots/cube.obj"),
        ("package://mine/meshes/cube.obj", "mine/meshes/cube.obj"),
        ("package://ros/cube.obj", "elsewhere/ros/cube.obj"),
    ],
)
def test_visuals(tmp_path, monkeypatch, mesh, place):
    monkeypatch.setenv("ROS_PACKAGE_PATH", f"/nowhere:{tmp_path / 'elsewhere'}")
    (tmp_path / place).parent.mkdir(parents=True)
    (tmp_path / "robots").mkdir(exist_ok=True)
    written(tmp_path, place, FILES["cube.obj"])
    urdf = arm(tmp_path / "robots", mesh)
    found = read_visuals(urdf)
    assert [(visual.link, visual.colour) for visual in found] == [("base", None), ("upper", "#ff8000"), ("plate", "#0000ff")]
    x, y, z = CUBE.points.T
    placed = np.stack([-y, 2.0 * x, z + 1.0], axis=1)
    assert_close(np.unique(found[1].shape.points.round(9), axis=0), np.unique(placed.round(9), axis=0))
    where = on_robot(found, jn.load(urdf))
    assert [(number, link) for number, link, _ in where] == [(0, -1), (1, 0), (2, 0)]
    assert where[2][2].origin == (0.0, 3.0, 0.0)
    assert on_robot(found, jn.load("planar_2r"))[:1] == [(0, -1, where[0][2])]  # its base has that name, too


def test_meshes_that_are_not_there(tmp_path):
    urdf = arm(tmp_path, "package://nobody/has.stl")
    with pytest.warns(UserWarning, match="nobody/has.stl: no such file"):
        found = read_visuals(urdf)
    assert [visual.link for visual in found] == ["base", "plate"]
    for mesh in ("bad\0name.stl", "a" * 5000 + ".stl", ".", "arm.urdf"):
        urdf = arm(tmp_path, mesh.replace("\0", "%00"))
        with pytest.warns(UserWarning, match="passed over"):
            read_visuals(urdf)


def test_a_page_with_meshes(tmp_path):
    written(tmp_path, "cube.obj", FILES["cube.obj"])
    urdf = arm(tmp_path, "cube.obj")
    robot = jn.load(urdf)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        view = jn.view(robot, [0.0, 1.0], [[0.0], [1.0]], meshes=urdf)
    assert len(view.visuals) == 3
    assert len(view.to_html()) > len(jn.view(robot, [0.0, 1.0], [[0.0], [1.0]]).to_html())
    for wrong in (3, tmp_path / "none.urdf", tmp_path):
        with pytest.raises(jn.errors.JounceError):
            jn.view(robot, [0.0, 1.0], [[0.0], [1.0]], meshes=wrong)


def test_a_budget_for_all(tmp_path):
    rng = np.random.default_rng(2)
    points = rng.normal(size=(30_000, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    written(tmp_path, "dense.stl", stl_binary(Triangles(points, np.arange(30_000).reshape(-1, 3))))
    text = URDF.replace('scale="2 1 1"', "")
    for name in ("base", "plate"):  # three times the same mesh
        start = text.index("<geometry>", text.index(f'<link name="{name}">'))
        end = text.index("</geometry>", start)
        text = text[:start] + '<geometry><mesh filename="dense.stl"/>' + text[end:]
    (tmp_path / "arm.urdf").write_text(text.replace("{mesh}", "dense.stl"))
    found = read_visuals(tmp_path / "arm.urdf")
    assert 0 < sum(len(visual.shape.faces) for visual in found) <= MOST
