"""Texts and bytes of meshes: a shape written as STL, OBJ and COLLADA."""

import struct
import warnings

import numpy as np

from jounce.viewer.meshes.triangles import box
from jounce.viewer.meshes.visuals import read_visuals

SIDES = (1.0, 2.0, 3.0)
CUBE = box(SIDES)


def stl_binary(shape, head=b"solid but binary"):
    corners = shape.points[shape.faces].astype("<f4")
    triangles = b"".join(struct.pack("<12fH", 0, 0, 0, *triangle.ravel(), 0) for triangle in corners)
    return head.ljust(80, b"\0") + struct.pack("<I", len(corners)) + triangles


def stl_text(shape):
    lines = ["solid cube"]
    for triangle in shape.points[shape.faces]:
        lines += ["facet normal 0 0 0", "outer loop", *("vertex {} {} {}".format(*p) for p in triangle), "endloop", "endfacet"]
    return "\n".join([*lines, "endsolid"]).encode()


def obj(shape):
    """One face counted from the front, the next one from the back, with textures and normals of all kinds."""
    lines = ["# cube", *("v {} {} {}".format(*p) for p in shape.points), "vn 0 0 1"]
    for i, face in enumerate(shape.faces):
        lines.append("f " + " ".join(f"{p + 1}//1" if i % 2 else str(p - len(shape.points)) for p in face))
    return "\n".join(lines).encode()


QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def dae(shape, polygons="triangles", nodes='<node><instance_geometry url="#g"/></node>', unit="1", points=None):
    if polygons == "triangles":
        inner = f"<p>{' '.join(f'{p} 0' for face in shape.faces for p in face)}</p>"
    elif polygons == "polylist":
        inner = f"<vcount>{'4 ' * 6}</vcount><p>{' '.join(f'{p} 0' for face in QUADS for p in face)}</p>"
    else:
        inner = "".join(f"<p>{' '.join(f'{p} 0' for p in face)}</p>" for face in QUADS)
    numbers = " ".join(map(str, shape.points.ravel())) if points is None else points
    return f"""<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="unit" meter="{unit}"/><up_axis>Y_UP</up_axis></asset>
  <library_geometries><geometry id="g"><mesh>
    <source id="s"><float_array id="a" count="24">{numbers}</float_array></source>
    <vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
    <{polygons} count="12"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/>
      {inner}</{polygons}>
  </mesh></geometry></library_geometries>
  <library_nodes><node id="part"><translate>0 0 1</translate><instance_geometry url="#g"/></node></library_nodes>
  <library_visual_scenes><visual_scene id="scene">{nodes}</visual_scene></library_visual_scenes>
</COLLADA>""".encode()


def meshes_of_a_box(shape):
    """{name: contents} of a box, in every format that is read."""
    return {
        "binary.stl": stl_binary(shape),
        "text.STL": stl_text(shape),
        "cube.obj": obj(shape),
        "triangles.dae": dae(shape),
        "polylist.dae": dae(shape, "polylist"),
        "polygons.dae": dae(shape, "polygons"),
    }


def volume(shape):
    """By the divergence theorem: a sixth of the sum of the determinants, if all triangles are seen from outside."""
    return np.linalg.det(shape.points[shape.faces]).sum() / 6.0


def written(tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    return tmp_path / name


def robot_with(folder, *meshes, attributes=""):
    """A URDF with one link that has these meshes."""
    shapes = "".join(f'<visual><geometry><mesh filename="{name}" {attributes}/></geometry></visual>' for name in meshes)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "r.urdf").write_text(f'<robot name="r"><link name="a">{shapes}</link></robot>')
    return folder / "r.urdf"


def passed_over(urdf, **options):
    """The visuals and the one warning, as text; no warning is an empty text."""
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        shapes = read_visuals(urdf, **options)
    assert len(notes) <= 1
    return shapes, str(notes[0].message) if notes else ""
