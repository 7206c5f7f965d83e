"""Where the meshes of published robots stand: Pinocchio reads the same files, with Assimp."""

import importlib.metadata
import warnings

import numpy as np
import pytest

import jounce as jn
import jounce.viewer.meshes.visuals as visuals

pin = pytest.importorskip("pinocchio")
SINGLE = 1e-6
"""[m]: Assimp keeps points in single precision, and we merge points so near to each other."""
ROBOTS = {
    "collada": "ur_description/urdf/ur5_robot.urdf",
    "stl": "so_arm_description/urdf/so101.urdf",
}


def find(name):
    try:
        files = importlib.metadata.files("example-robot-data") or []
    except importlib.metadata.PackageNotFoundError as reason:
        pytest.skip(str(reason))
    path = next((file.locate() for file in files if str(file).endswith(name)), None)
    if path is None:
        pytest.skip(f"example-robot-data has no {name}")
    return path.resolve()


@pytest.mark.filterwarnings("ignore:(?s).*no effect")  # an <origin> in a <link>
@pytest.mark.parametrize("kind", ROBOTS)
def test_bounds_of_every_visual(monkeypatch, kind):
    monkeypatch.setattr(visuals, "MOST", 10**9)  # all triangles
    urdf = find(ROBOTS[kind])
    model = pin.buildModelFromUrdf(str(urdf))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the folder of packages
        theirs = pin.buildGeomFromUrdf(model, str(urdf), pin.GeometryType.VISUAL, [str(urdf.parents[4])])
    q = np.random.default_rng(1).uniform(-1.0, 1.0, model.nq)
    data, places = model.createData(), theirs.createData()
    pin.forwardKinematics(model, data, q)
    pin.updateGeometryPlacements(model, data, theirs, places, q)
    expected = {}
    for thing, frame in zip(theirs.geometryObjects, places.oMg):
        points = thing.geometry.vertices() @ frame.rotation.T + frame.translation
        expected.setdefault(thing.name.rpartition("_")[0], []).append(np.concatenate([points.min(axis=0), points.max(axis=0)]))
    robot = jn.load(urdf, physical=False, exact=True)
    order = [model.names[1:].tolist().index(name) for name in robot.joint_names]
    shapes = visuals.read_visuals(urdf)
    assert len(shapes) == len(theirs.geometryObjects)
    for number, link, frame in visuals.on_robot(shapes, robot):
        points = shapes[number].shape.placed(frame).points
        if link >= 0:
            position, rotation = jn.tool_pose(robot, q[order], link=robot.links[link].name)
            points = points @ rotation.T + position
        bounds = np.concatenate([points.min(axis=0), points.max(axis=0)])
        assert min(np.abs(bounds - other).max() for other in expected[shapes[number].link]) < SINGLE
