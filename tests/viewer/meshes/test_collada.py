"""COLLADA: nodes place what is in them."""

import numpy as np

from jounce.viewer.meshes.mesh_files import read_mesh
from support.meshes import CUBE, dae, written
from support.tolerances import assert_close


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
