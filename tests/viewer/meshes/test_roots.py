"""Folders from which meshes are read: those of the package, and none of somebody else."""

import os

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.viewer.meshes.visuals import read_visuals
from support.meshes import CUBE, obj, passed_over, robot_with

OBJ = obj(CUBE)


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A package with a robot, one beside it, and a folder of somebody else."""
    monkeypatch.delenv("ROS_PACKAGE_PATH", raising=False)
    monkeypatch.delenv("AMENT_PREFIX_PATH", raising=False)
    for place in ("src/arm/meshes/a.obj", "src/parts/b.obj", "private/secret.obj", "src/loose/c.obj"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_bytes(OBJ)
    for package in ("src/arm", "src/parts"):
        (tmp_path / package / "package.xml").write_text("<package/>")
    return tmp_path


INSIDE = ["../../meshes/a.obj", "package://arm/meshes/a.obj", "package://other_name/meshes/a.obj", "package://parts/b.obj"]


OUTSIDE = [
    "../../../../private/secret.obj",
    "file://{house}/private/secret.obj",
    "{house}/private/secret.obj",
    "%2e%2e/%2e%2e/%2e%2e/%2e%2e/private/secret.obj",
    "package://private/secret.obj",
    "package://../../private/secret.obj",
    "package://arm/../../private/secret.obj",
    "package://x/../../../private/secret.obj",
    "package:///private/secret.obj",
    "package://loose/c.obj",
    "link.obj",
    "folder/secret.obj",
]


@pytest.mark.parametrize("name", INSIDE)
def test_meshes_of_the_package(house, name):
    shapes, note = passed_over(robot_with(house / "src/arm/urdf/deep", name))
    assert len(shapes) == 1, note


@pytest.mark.parametrize("name", OUTSIDE)
def test_meshes_of_somebody_else(house, name):
    urdf = robot_with(house / "src/arm/urdf/deep", name.format(house=house))
    os.symlink(house / "private/secret.obj", urdf.with_name("link.obj"))
    os.symlink(house / "private", urdf.with_name("folder"))
    shapes, note = passed_over(urdf)
    assert not shapes
    assert "mesh_roots" in note


@pytest.mark.parametrize("name", [*OUTSIDE[:5], "package://loose/c.obj"])
def test_folders_that_the_user_names(house, name):
    urdf = robot_with(house / "src/arm/urdf/deep", name.format(house=house))
    shapes, note = passed_over(urdf, mesh_roots=[house / "private", house / "src/loose"])
    assert len(shapes) == 1, note


def test_without_a_manifest_the_folder_is_the_package(house):
    urdf = robot_with(house / "src/loose", "c.obj", "../parts/b.obj")
    shapes, note = passed_over(urdf)
    assert len(shapes) == 1
    assert "../parts/b.obj: lies outside" in note
    assert len(passed_over(urdf, mesh_roots=house / "src")[0]) == 2
    with pytest.raises(InputError, match="mesh_roots"):
        read_visuals(urdf, 3)


@pytest.mark.parametrize("variable", ["ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH"])
def test_folders_of_ros(house, monkeypatch, variable):
    place = house / "ros" / ("share" if variable.startswith("AMENT") else "") / "robot_meshes"
    place.mkdir(parents=True)
    (house / "private/far.obj").write_bytes(OBJ)
    os.symlink(house / "private/far.obj", place / "d.obj")  # as colcon installs with --symlink-install
    monkeypatch.setenv(variable, str(house / "ros"))
    urdf = robot_with(house / "src/arm/urdf", "package://robot_meshes/d.obj", "package://robot_meshes/../../private/far.obj")
    shapes, note = passed_over(urdf)
    assert len(shapes) == 1
    assert "../../private/far.obj" in note


def test_view_says_where(house):
    urdf = robot_with(house / "src/loose", "../parts/b.obj")
    robot = jn.load("planar_2r")
    with pytest.warns(UserWarning, match="lies outside"):
        jn.view(robot, [0.0, 1.0], np.zeros((2, 2)), meshes=urdf)
    assert len(jn.view(robot, [0.0, 1.0], np.zeros((2, 2)), meshes=urdf, mesh_roots=[house / "src"]).visuals) == 1
