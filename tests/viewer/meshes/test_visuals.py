"""The shapes that a robot file draws: which, where, in which colour, and how many triangles."""

import warnings

import numpy as np
import pytest

import jounce as jn
from jounce.viewer.meshes.triangles import Triangles
from jounce.viewer.meshes.visuals import MOST, on_robot, read_visuals
from support.meshes import CUBE, meshes_of_a_box, stl_binary, written
from support.tolerances import assert_close

FILES = meshes_of_a_box(CUBE)


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
