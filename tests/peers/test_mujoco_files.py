"""MJCF that is read: MuJoCo, given the same file, has the same mass matrix, bias and passive forces."""

import math
import xml.etree.ElementTree as ET

import mujoco
import numpy as np
import pytest

import jounce as jn
from jounce.spatial.inertia import full
from support.random_robots import inertia
from support.tolerances import assert_close

PEER = 1e-10
"""MuJoCo turns every inertia into principal axes, and poses into quaternions."""


def text(values):
    return " ".join(repr(float(x)) for x in np.ravel(values))


def check(file, seed=0, tolerance=PEER):
    """All coordinates at random; returns the robot."""
    robot = jn.load(file)
    model = mujoco.MjModel.from_xml_path(str(file))
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data = mujoco.MjData(model)
    assert (robot.nq, robot.n) == (model.nq, model.nv)
    assert_close(robot.gravity, model.opt.gravity, 1e-15)
    rng = np.random.default_rng(seed)
    q, v = rng.normal(size=robot.nq), rng.normal(size=robot.n)
    T, drift, at, k = np.eye(robot.n), np.zeros(robot.n), 0, 0
    for joint in robot.joints:
        q_part, v_part = slice(at, at + joint.positions), slice(k, k + joint.freedoms)
        if joint.freedoms > 1:
            q[at : at + 4] /= np.linalg.norm(q[at : at + 4])
        data.qpos[q_part] = mujoco_position(joint, q[q_part])
        if joint.type == "floating":
            R = np.empty(9)
            mujoco.mju_quat2Mat(R, data.qpos[at + 3 : at + 7])
            R = R.reshape(3, 3)
            T[v_part, v_part] = np.block([[np.zeros((3, 3)), R], [np.eye(3), np.zeros((3, 3))]])
            drift[k : k + 3] = R @ np.cross(v[k : k + 3], v[k + 3 : k + 6])
        at, k = at + joint.positions, k + joint.freedoms
    data.qvel[:] = T @ v
    mujoco.mj_forward(model, data)
    M = np.empty((model.nv, model.nv))
    for column, unit in zip(M, np.eye(model.nv)):  # it is symmetric
        mujoco.mj_mulM(model, data, column, unit)
    drives = [robot.joints[i].drive for i in robot.velocity_joints]
    B = np.diag([0.0 if drive is None else drive.reflected_inertia for drive in drives])
    assert_close(jn.mass_matrix(robot, q) + B, T.T @ M @ T, tolerance, "mass matrix")
    assert_close(jn.rnea(robot, q, v, 0 * v), T.T @ (data.qfrc_bias + M @ drift), tolerance, "bias")
    if robot.n == robot.nq:
        passive = [passive_force(joint, q, v, i) for i, joint in enumerate(robot.joints)]
        assert_close(passive, data.qfrc_passive, tolerance, "passive")
    for i in range(1, model.nbody):
        name = model.body(i).name
        if name:
            position, turn = jn.tool_pose(robot, q, link=name)
            assert_close(position, data.xpos[i], tolerance, name)
            assert_close(turn.ravel(), data.xmat[i], tolerance, name)
    for i in range(model.nsite):
        if model.site(i).name in {frame.name for frame in robot.frames}:
            assert_close(jn.tool_pose(robot, q, link=model.site(i).name)[0], data.site_xpos[i], tolerance)
    return robot


def mujoco_position(joint, q):
    if joint.freedoms == 1:
        return q
    quaternion = q[[3, 0, 1, 2]]
    return np.concatenate([q[4:], quaternion]) if joint.type == "floating" else quaternion


def passive_force(joint, q, v, n):
    if joint.spring is not None:
        return -joint.spring.stiffness * q[n] - joint.spring.damping * v[n]
    spring = 0.0 if joint.parallel is None else joint.parallel.torque(q[n])
    return spring - (0.0 if joint.friction is None else joint.friction.viscous * v[n])


# ---------------------------------------------------------------- random files


class Writer:
    """A random model: nested bodies, several joints each, all ways to say an orientation, default classes."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.radian = bool(seed % 2)
        self.seed = seed
        self.count = 0

    def angle(self, scale=1.0):
        return self.rng.normal(scale=scale) * (1.0 if self.radian else 180 / math.pi)

    def orientation(self):
        rng = self.rng
        return [
            {},
            {"quat": text(rng.normal(size=4))},
            {"axisangle": text([*rng.normal(size=3), self.angle()])},
            {"euler": text([self.angle() for _ in range(3)])},
            {"xyaxes": text(rng.normal(size=6))},
            {"zaxis": text(rng.normal(size=3))},
        ][rng.integers(6)]

    def place(self):
        return {"pos": text(self.rng.normal(scale=0.3, size=3)), **self.orientation()}

    def mass(self, body):
        rng = self.rng
        if rng.random() < 0.5:
            moments = inertia(rng, 2.0)
            if rng.random() < 0.5:
                principal = np.linalg.eigvalsh(full(moments))
                ET.SubElement(body, "inertial", {**self.place(), "mass": "2.0", "diaginertia": text(principal)})
            else:
                pos = text(rng.normal(scale=0.1, size=3))
                ET.SubElement(body, "inertial", {"pos": pos, "mass": "2.0", "fullinertia": text(moments)})
        for k in range(rng.integers(1, 4)):
            kind = str(rng.choice(["sphere", "box", "ellipsoid", "cylinder", "capsule"]))
            more = {"mass": text([rng.uniform(0.5, 2.0)])} if rng.random() < 0.5 else {}
            if kind != "sphere" and rng.random() < 0.3:
                more |= {"fromto": text(rng.normal(scale=0.2, size=6)), "size": text([rng.uniform(0.02, 0.1)])}
            else:
                more |= {"size": text(rng.uniform(0.05, 0.2, size=3)), **self.place()}
            group = {"group": str(rng.integers(3) if k else 0)}
            ET.SubElement(body, "geom", {"type": kind, **more, **group, **({"class": "heavy"} if rng.random() < 0.3 else {})})

    def body(self, parent, depth):
        rng = self.rng
        body = ET.SubElement(parent, "body", {"name": f"body{self.count}", **self.place()})
        self.count += 1
        if rng.random() < 0.3:
            body.set("childclass", "stiff")
        chosen = [str(kind) for kind in rng.choice(["hinge", "slide"], size=rng.integers(0 if depth else 1, 4))]
        chosen += ["ball"] * (self.seed % 3 == 0 and rng.random() < 0.3)
        for kind in chosen:
            more = {"pos": text(rng.normal(scale=0.1, size=3))} if rng.random() < 0.6 else {}
            if kind != "ball":
                more |= {"axis": text(rng.normal(size=3)), "armature": text([rng.uniform(0, 0.1)])}
                more |= {"ref": text([self.angle(0.3)])} if rng.random() < 0.5 else {}
                more |= {"damping": text([rng.uniform(0, 2)])} if rng.random() < 0.5 else {}
                if rng.random() < 0.3:
                    more |= {"stiffness": "3.5"}
                    more |= {"armature": "0"} if rng.random() < 0.5 else {"springref": text([self.angle(0.3)])}
            else:
                more |= {"damping": "0"}
            ET.SubElement(body, "joint", {"name": f"joint{self.count}_{len(body)}", "type": kind, **more})
        self.mass(body)
        ET.SubElement(body, "site", {"name": f"site{self.count}", **self.place()})
        for _ in range(rng.integers(0, 3) if depth < 3 else 0):
            self.body(body, depth + 1)

    def write(self, file):
        root = ET.Element("mujoco", model="random")
        sequences = ("xyz", "zyx", "XYZ", "zXy")
        compiler = {"angle": "radian" if self.radian else "degree", "eulerseq": sequences[self.seed % 4]}
        compiler |= {"inertiafromgeom": "true"} if self.seed % 5 == 0 else {}
        compiler |= {"inertiagrouprange": "0 1"} if self.seed % 7 == 0 else {}
        ET.SubElement(root, "compiler", compiler)
        ET.SubElement(root, "option", gravity=text(self.rng.normal(scale=5.0, size=3)))
        default = ET.SubElement(root, "default")
        ET.SubElement(default, "geom", density="500")
        ET.SubElement(ET.SubElement(default, "default", {"class": "heavy"}), "geom", density="3000", group="1")
        stiff = ET.SubElement(default, "default", {"class": "stiff"})
        ET.SubElement(stiff, "joint", damping="0.25")
        ET.SubElement(stiff, "geom", density="2000", zaxis="1 2 3")
        world = ET.SubElement(root, "worldbody")
        ET.SubElement(world, "geom", type="plane", size="1 1 1")
        for _ in range(2):
            self.body(world, 0)
        ET.indent(root)
        file.write_text(ET.tostring(root, encoding="unicode"))
        return file


@pytest.mark.parametrize("seed", range(40))
def test_random_files(seed, tmp_path):
    check(Writer(seed).write(tmp_path / "random.xml"), seed)


FREE = """<mujoco><worldbody><body name="trunk" pos="1 2 3" euler="10 20 30">{joint}
<geom type="box" size=".1 .2 .3" pos=".1 0 .2"/><body name="leg" pos="0 0 -.3"><joint axis="0 1 0" pos=".05 0 0" armature=".01"/>
<geom type="capsule" fromto="0 0 0 .1 0 -.4" size=".03"/>
<body name="foot" pos=".1 0 -.4"><joint name="ankle" type="ball"/><geom size=".05"/></body></body></body></worldbody></mujoco>"""


@pytest.mark.parametrize("joint", ["<freejoint/>", '<freejoint name="root"/>', '<joint type="free"/>'])
def test_a_free_body(joint, tmp_path):
    """Its coordinates are its pose in the world, wherever the body stands in the file."""
    file = tmp_path / "free.xml"
    file.write_text(FREE.format(joint=joint))
    robot = check(file)
    assert [j.type for j in robot.joints] == ["floating", "revolute", "spherical"]


@pytest.mark.parametrize("name", ["kuka_lwr", "planar_2r", "moberg_5dof", "moberg_5dof_nmp"])
def test_what_we_write(name, tmp_path):
    """Elastic joints are bodies and tendons there; rigid ones come back, and joints that bend without a motor."""
    rigid = jn.load(name).with_rigid_joints()
    file = tmp_path / "robot.xml"
    rigid.to_mjcf(file)
    found = check(file, tolerance=1e-9)  # inertia of zero is 1e-15 there
    assert found.joint_names == rigid.joint_names
    for mine, theirs in zip(found.joints, rigid.joints):
        assert (mine.drive or jn.Drive()).reflected_inertia == (theirs.drive or jn.Drive()).reflected_inertia
        assert mine.spring == theirs.spring
    assert found.locate("tool")[0] == rigid.locate("tool")[0]


ARM = """<mujoco model="arm">{top}<worldbody><body name="a"><joint name="j" axis="0 1 0" {joint}/>
<inertial pos="0 0 .1" mass="1" diaginertia=".1 .1 .1"/>{inside}</body></worldbody>{end}</mujoco>"""


def arm(tmp_path, top="", joint="", inside="", end=""):
    file = tmp_path / "arm.xml"
    file.write_text(ARM.format(top=top, joint=joint, inside=inside, end=end))
    return file


def test_gears_and_friction(tmp_path):
    motor = '<actuator><motor name="m" joint="j" gear="50"/></actuator>'
    file = arm(tmp_path, joint='armature="5" damping="0.3" frictionloss="0.7"', end=motor)
    robot = check(file)
    assert robot.drives == (jn.Drive(5 / 2500, 50.0),)
    assert robot.joints[0].friction == jn.Friction(0.3, 0.7)
    assert robot.name == "arm"
    top = '<default><motor gear="7"/></default>'
    assert check(arm(tmp_path, top=top, end='<actuator><motor joint="j"/></actuator>')).drives == (jn.Drive(gear_ratio=7.0),)
    assert check(arm(tmp_path)).drives == (None,)
    assert jn.load(arm(tmp_path, top='<option><flag gravity="disable"/></option>')).gravity == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("top", "joint", "limits"),
    [
        ("", 'range="-90 45"', (-math.pi / 2, math.pi / 4)),
        ('<compiler angle="radian"/>', 'range="-1 2"', (-1.0, 2.0)),
        ("", 'range="-1 2" type="slide"', (-1.0, 2.0)),
        ("", 'range="-1 2" limited="false"', (-math.inf, math.inf)),
        ('<compiler autolimits="false"/>', 'range="-90 90" limited="true"', (-math.pi / 2, math.pi / 2)),
        ("", "", (-math.inf, math.inf)),
    ],
)
def test_limits(top, joint, limits, tmp_path):
    robot = check(arm(tmp_path, top=top, joint=joint))
    assert tuple(robot.limits.position[0]) == limits


def test_names_that_mujoco_does_not_need(tmp_path):
    inside = '<site name="a"/><body><joint/><geom size=".1"/><body><joint/><geom size=".1"/></body></body>'
    robot = check(arm(tmp_path, inside=inside))
    assert robot.joint_names == ("j", "joint", "joint_2")
    assert [link.name for link in robot.links] == ["a", "body", "body_2"]
    assert [frame.name for frame in robot.frames] == ["a_site"]


def test_lock_and_drives(tmp_path):
    file = arm(tmp_path, inside='<body name="b"><joint name="k"/><geom size=".1"/></body>')
    side = tmp_path / "drives.toml"
    side.write_text("[default]\nstiffness = 1e3\n")
    robot = jn.load(file, drives=side, lock={"k": 0.3})
    assert robot.joint_names == ("j",)
    assert robot.drives == (jn.Drive(stiffness=1e3),)


@pytest.mark.parametrize("value", ["0", "0.0", "-1", "-1.0", "-0.5", "3", "true", "false"])
@pytest.mark.parametrize("name", ["settotalmass", "boundmass", "boundinertia", "balanceinertia", "alignfree"])
def test_settings_of_the_compiler_that_change_masses(name, value, tmp_path):
    """Accepted where MuJoCo takes the value and leaves masses as they are; refused where it changes them or refuses the value."""
    compiler = f'<compiler {name}="{value}" autolimits="true"/>'
    body = '<geom size=".1"/><body name="b"><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body>'
    plain = mujoco.MjModel.from_xml_path(str(arm(tmp_path, inside=body)))
    file = arm(tmp_path, top=compiler, inside=body)
    try:
        model = mujoco.MjModel.from_xml_path(str(file))
    except ValueError:
        changed = True
    else:
        sizes = ((getattr(x, name) for x in (model, plain)) for name in ("body_mass", "body_inertia"))
        changed = value == "true" or not all((a == b).all() for a, b in sizes)
    if changed:
        with pytest.raises(jn.errors.ModelError, match=f"<compiler> {name}"):
            jn.load(file)
    else:
        check(file)


REFUSED = [
    ({"top": '<include file="other.xml"/>'}, "<include>: other files are not opened"),
    ({"end": '<equality><connect body1="a" anchor="0 0 0"/></equality>'}, "the constraint <connect> is not supported"),
    ({"end": '<tendon><fixed stiffness="3"><joint joint="j" coef="1"/></fixed></tendon>'}, "a tendon with stiffness"),
    ({"top": '<extension><plugin plugin="x"/></extension>'}, "<extension>: plugins"),
    ({"top": '<option density="1.2"/>'}, "a medium with density"),
    ({"top": '<compiler settotalmass="3"/>'}, "<compiler> settotalmass='3' is not supported"),
    ({"top": '<compiler coordinate="global"/>'}, "expected 'local'"),
    ({"top": '<compiler eulerseq="xy"/>'}, "expected three letters"),
    ({"top": '<compiler angle="grad"/>'}, "angle: expected degree or radian, got 'grad'"),
    ({"joint": 'springdamper="1 1"'}, "joint 'j': springdamper is not supported"),
    ({"joint": 'range="1 -1"'}, "joint 'j', <joint> range|position: expected a lower limit below the upper one"),
    ({"joint": 'type="ball" damping="1"'}, "joint 'j': a ball joint with stiffness, damping"),
    ({"joint": 'type="free"', "inside": "<joint/>"}, "a free joint is the only joint of a body in the world"),
    ({"joint": 'type="screw"'}, "type: expected hinge or slide or ball or free, got 'screw'"),
    ({"joint": 'ref="x"'}, "<joint> ref: expected a finite number"),
    ({"joint": 'pos="0 0"'}, "<joint> pos: expected 3 numbers, got '0 0'"),
    ({"joint": 'class="soft"'}, "no default class 'soft'"),
    ({"inside": '<composite type="grid"/>'}, "<composite> is not supported; load the model in MuJoCo and save it"),
    ({"inside": '<frame pos="0 0 1"/>'}, "<frame> is not supported"),
    (
        {"inside": '<body name="b"><joint/><geom type="mesh" mesh="m"/></body>'},
        "a geom of type 'mesh' is not computed here",
    ),
    ({"inside": '<body name="b"><joint/><geom size="0"/></body>'}, "size: expected 1 numbers above zero for a sphere"),
    ({"inside": '<body name="a"/>'}, "two bodies are named 'a'"),
    ({"inside": '<body name="b" quat="0 0 0 0"/>'}, "expected a quaternion w x y z, got zeros"),
    ({"inside": '<body name="b" quat="1 0 0 0" euler="0 0 0"/>'}, "quat and euler exclude each other"),
    ({"inside": '<body name="b" gravcomp="1"/>'}, "mocap and gravcomp are not supported"),
    ({"inside": '<body name="b"><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 5"/></body>'}, "link 'b': .*triangle"),
]


@pytest.mark.parametrize(("parts", "words"), REFUSED, ids=range(len(REFUSED)))
def test_refused_with_reason(parts, words, tmp_path):
    file = arm(tmp_path, **parts)
    with pytest.raises(jn.errors.ModelError, match=words) as refused:
        jn.load(file)
    assert str(file) in str(refused.value)


def test_other_xml(tmp_path):
    file = tmp_path / "robot.xml"
    file.write_text('<robot name="r"/>')
    with pytest.raises(jn.errors.LoadError, match=r"expected <mujoco>\. A URDF has the ending \.urdf"):
        jn.load(file)
    file.write_text("<mujoco><worldbody/></mujoco>")
    with pytest.raises(jn.errors.LoadError, match="no moving joint"):
        jn.load(file)
