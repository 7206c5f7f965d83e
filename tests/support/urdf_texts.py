"""URDF of a few links and joints, as text and as a file."""

INERTIAL = """<inertial><origin xyz="0.1 -0.2 0.05" rpy="0.3 -0.7 1.1"/><mass value="1.5"/>
<inertia ixx="0.02" ixy="0.003" ixz="-0.001" iyy="0.03" iyz="0.002" izz="0.025"/></inertial>"""


def urdf(tmp_path, body, name="arm"):
    file = tmp_path / "arm.urdf"
    file.write_text(f'<?xml version="1.0"?><robot name="{name}">{body}</robot>', encoding="utf-8")
    return file


def link(name, inertial=INERTIAL):
    return f'<link name="{name}">{inertial}</link>'


def joint(
    name, parent, child, kind="revolute", more='<axis xyz="0 0 1"/>', origin='<origin xyz="0.1 0.2 0.3" rpy="0.4 0.5 0.6"/>'
):
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    limit = '<limit lower="-1" upper="1" effort="1" velocity="1"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{origin}{more}{limit}</joint>'


THREE = "".join(map(link, "abc")) + joint("ab", "a", "b") + joint("bc", "b", "c")


TWO = link("a") + link("b")
