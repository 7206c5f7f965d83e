"""MJCF: every digit arrives in MuJoCo, every name survives, and what MuJoCo cannot state is refused by name."""

import dataclasses
import math
import os
import stat

import mujoco
import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, ModelError
from jounce.robot import HardeningSpring, SpringFunction, TabulatedSpring
from jounce.robot.io.mjcf_writer import quaternion
from jounce.robot.limits import NAMES, JointLimits
from jounce.spatial.geometry import Placement
from support.random_robots import random_motion, random_robot, rotation
from support.tolerances import ALGEBRA, assert_close

QUATERNION = 2e-15
"""A rotation through a quaternion of unit length: a few roundings, and so many make the matrix itself."""
PRINCIPAL = 1e-14
"""A tensor into principal axes and back: LAPACK, and two rotations."""

BODY = (2.0, (0.1, 0.0, 0.0), (0.01, 0.02, 0.02, 0.0, 0.0, 0.0))


def compiled(robot):
    return mujoco.MjModel.from_xml_string(robot.to_mjcf())


def pendulum(body=BODY, physical=True, link="rod", joint="hinge", kind="revolute", **more):
    links = [jn.Link("base"), jn.Link(link, *body, physical=physical)]
    return jn.Robot.build("pendulum", links, [jn.Joint(joint, kind, "base", link, axis=(0, 1, 0), **more)])


def matrix(q):
    out = np.zeros(9)
    mujoco.mju_quat2Mat(out, np.array(q))
    return out.reshape(3, 3)


@pytest.mark.parametrize("seed", range(10))
def test_every_digit_arrives(seed):
    robot = random_robot(seed).with_drives(
        stiffness=1e4 / 3, rotor_inertia=1e-4 / 7, gear_ratio=-100 / 3, damping=0.1, viscous_friction=0.3
    )
    model = compiled(robot)
    assert (model.opt.gravity == robot.gravity).all()
    assert model.opt.timestep == 1e-4
    assert (model.nv, model.nu, model.ntendon, model.njnt) == (2 * robot.n, robot.n, robot.n, 2 * robot.n)
    for i, (link, joint) in enumerate(zip(robot.links, robot.joints)):
        body, axis, theta = model.body(link.name), model.joint(joint.name), model.joint(f"theta_{joint.name}")
        spring, motor = model.tendon(f"spring_{joint.name}"), model.actuator(f"motor_{joint.name}")
        assert (body.pos == joint.placement.origin).all()
        assert body.mass == link.mass
        assert (body.ipos == link.com).all()
        assert_close(matrix(body.quat), joint.placement.rotation, QUATERNION)
        assert_close(axis.axis, joint.axis, QUATERNION)  # MuJoCo divides by its length, which is one
        assert axis.type == (mujoco.mjtJoint.mjJNT_SLIDE if joint.prismatic else mujoco.mjtJoint.mjJNT_HINGE)
        xx, yy, zz, xy, xz, yz = link.inertia
        R = matrix(body.iquat)
        assert_close(R @ np.diag(body.inertia) @ R.T, [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], PRINCIPAL)
        assert (model.body(f"rotor_{joint.name}").inertia == joint.drive.reflected_inertia).all()
        assert (model.tendon_stiffness[spring.id], model.tendon_damping[spring.id]) == (1e4 / 3, 0.1)
        assert (model.tendon_lengthspring[spring.id] == 0.0).all()
        assert theta.damping[0] == 0.3
        assert motor.id == i
        assert motor.trnid[0] == theta.id
        assert motor.gear[0] == 1.0
        assert not motor.ctrllimited
        assert not axis.limited
        assert (axis.armature, axis.damping[0], axis.stiffness, axis.frictionloss) == (0, 0, 0, 0)


ROTATIONS = [
    np.eye(3),
    np.diag([1.0, -1.0, -1.0]),
    np.diag([-1.0, 1.0, -1.0]),
    np.diag([-1.0, -1.0, 1.0]),
    *(2 * np.outer(v, v) - np.eye(3) for v in np.array([[1, 1, 0], [0, 1, 1], [1, 0, -1], [-1, 1, 0]]) / math.sqrt(2)),
    *(2 * np.outer(v, v) - np.eye(3) for v in np.array([[2, 1, 2], [-1, 2, 2], [2, -2, 1]]) / 3.0),
    np.roll(np.eye(3), 1, axis=0),
    np.roll(np.eye(3), 2, axis=0),
]


def about(axis, angle):
    """Rodrigues' rotation."""
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * K + 2 * math.sin(angle / 2) ** 2 * K @ K


@pytest.mark.parametrize("angle", [0.0, 1e-300, 1e-12, 1e-6, 1.0, 2.0, math.pi - 1e-6, math.pi - 1e-12, math.pi])
def test_quaternions_of_any_rotation(angle):
    """Half turns and almost half turns included, where the trace is -1 and the usual formula divides by nothing."""
    rng = np.random.default_rng(0)
    axes = [*np.eye(3), *(v / np.linalg.norm(v) for v in rng.normal(size=(50, 3)))]
    cases = [(v, about(v, angle)) for v in axes]
    for v, R in cases:
        q = np.array(quaternion(tuple(map(tuple, R.tolist()))))
        expected = np.array([math.cos(angle / 2), *(math.sin(angle / 2) * v)])
        assert_close(q * np.sign(q @ expected), expected, QUATERNION)


def test_quaternions_turn_as_their_matrices():
    rng = np.random.default_rng(1)
    for R in [*ROTATIONS, *(rotation(rng) for _ in range(200))]:
        assert_close(matrix(quaternion(tuple(map(tuple, R.tolist())))), R, QUATERNION)


def flat(rng):
    """A body without extent in one direction: its largest moment is the sum of the others, but for rounding."""
    spread = rng.normal(scale=0.1, size=(3, 2))
    second = spread @ spread.T
    tensor = np.trace(second) * np.eye(3) - second
    return (*np.diag(tensor), tensor[0, 1], tensor[0, 2], tensor[1, 2])


def rod(rng):
    """A body with extent in one direction only: one moment is zero, but for rounding."""
    v = rng.normal(scale=0.1, size=3)
    tensor = v @ v * np.eye(3) - np.outer(v, v)
    return (*np.diag(tensor), tensor[0, 1], tensor[0, 2], tensor[1, 2])


@pytest.mark.parametrize("shape", [flat, rod, lambda rng: (0.0,) * 6, lambda rng: (1e-35, 0, -1e-35, 0, 0, 0)])
def test_flat_thin_and_small_bodies(shape):
    """MuJoCo compares to the last bit, and takes no moment of zero: rounding must not make a robot fail there."""
    rng = np.random.default_rng(2)
    for _ in range(100):
        xx, yy, zz, xy, xz, yz = inertia = shape(rng)
        body = compiled(pendulum((1.0, (0.1, 0.2, 0.3), inertia))).body("rod")
        tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        R = matrix(body.iquat)
        error = np.abs(R @ np.diag(body.inertia) @ R.T - tensor).max()
        assert error <= 2e-15 + PRINCIPAL * np.abs(tensor).max()


def test_a_diagonal_tensor_keeps_its_digits():
    text = pendulum((1.0, (0.0, 0.0, 0.0), (0.1, 0.2, 0.25, 0, 0, 0))).to_mjcf()
    assert 'diaginertia="0.1 0.2 0.25"' in text
    assert 'mass="1.0"' in text


def test_kinds_of_joints():
    """Without a drive, rigid, passive: where motor, armature, damping and spring go."""
    bare = compiled(pendulum())
    assert (bare.nv, bare.nu, bare.ntendon) == (1, 1, 0)
    rigid = compiled(pendulum(drive=jn.Drive(1e-4, 100.0, viscous_friction=0.3)))
    assert (rigid.nv, rigid.nu, rigid.ntendon) == (1, 1, 0)
    assert (rigid.dof_armature[0], rigid.dof_damping[0]) == (1e-4 * 100.0**2, 0.3)
    passive = compiled(pendulum(spring=jn.Spring(50.0, 0.7)))
    assert (passive.nv, passive.nu, passive.ntendon) == (1, 0, 0)
    assert (passive.jnt_stiffness[0], passive.dof_damping[0], passive.qpos_spring[0]) == (50.0, 0.7, 0.0)
    none = compiled(pendulum(drive=jn.Drive()))  # a motor that is only a torque
    assert (none.nu, none.dof_armature[0]) == (1, 0.0)


def test_actuators_are_in_the_order_of_the_joints():
    robot = jn.load("moberg_5dof")
    model = compiled(robot)
    assert [model.actuator(i).name for i in range(model.nu)] == ["motor_joint1", "motor_joint2"]
    assert [model.joint(i).name for i in range(model.nv)] == ["joint1", "joint2", "joint3", "theta_joint1", "theta_joint2"]


@pytest.mark.parametrize("seed", range(5))
def test_frames_and_tool_are_sites(seed):
    robot = random_robot(seed)
    rng = np.random.default_rng(seed)

    def place():
        return Placement(tuple(map(tuple, rotation(rng).tolist())), tuple(rng.normal(size=3)))

    frames = tuple(jn.robot.Frame(f"on_{name}", name, place()) for name in ("base", *(link.name for link in robot.links)))
    robot = dataclasses.replace(robot, frames=frames, tool=jn.robot.Tool(frames[-1].name, place()))
    model = compiled(robot)
    data = mujoco.MjData(model)
    (q,) = random_motion(robot, seed, 0)
    data.qpos[[model.joint(name).qposadr[0] for name in robot.joint_names]] = q
    mujoco.mj_kinematics(model, data)
    for name in ("tool", *(frame.name for frame in frames)):
        position, R = jn.tool_pose(robot, q, link=name)
        assert_close(data.site(name).xpos, position, ALGEBRA)
        assert_close(data.site(name).xmat.reshape(3, 3), R, ALGEBRA)


def test_a_frame_named_tool_goes_first():
    robot = dataclasses.replace(
        pendulum(), frames=(jn.robot.Frame("tool", "rod", Placement(origin=(1.0, 2.0, 3.0))),), tool=jn.robot.Tool("rod")
    )
    model = compiled(robot)
    assert model.nsite == 1
    assert (model.site("tool").pos == (1.0, 2.0, 3.0)).all()


@pytest.mark.parametrize("name", ['"', "'", "<a>", "&amp;", 'a & b <c d="e"/> \']]>', "-->", "é 日本 😀", "a/b", " a ", "."])
def test_hostile_names(name):
    robot = dataclasses.replace(pendulum(link=name + "1", joint=name, drive=jn.Drive(1.0, 1.0, 1e3)), name=name)
    robot = dataclasses.replace(robot, frames=(jn.robot.Frame(name, name + "1"),))
    model = compiled(robot)
    assert model.body(name + "1").id == 1
    assert model.joint(name).id == 0
    assert model.joint(f"theta_{name}").id == 1
    assert model.site(name).id >= 0
    assert model.actuator(f"motor_{name}").id == 0
    assert model.tendon(f"spring_{name}").id == 0


LIMITED = JointLimits((-1.0, 2.0), motor_torque=3.0)
DRIVES = {"bare": None, "rigid": jn.Drive(1e-4, 100.0), "elastic": jn.Drive(1e-4, 100.0, stiffness=1e3)}


@pytest.mark.parametrize("drive", DRIVES)
@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
def test_limits_arrive(drive, kind):
    """The range is that of the link, not of theta; the actuator gives no more than its limit."""
    robot = pendulum(kind=kind, drive=DRIVES[drive], limits=LIMITED)
    model = compiled(robot)
    hinge, motor = model.joint("hinge"), model.actuator("motor_hinge")
    assert (hinge.limited[0], tuple(hinge.range)) == (1, (-1.0, 2.0))
    assert (motor.forcelimited[0], motor.ctrllimited[0], tuple(motor.forcerange)) == (1, 0, (-3.0, 3.0))
    assert all(not model.joint(i).limited[0] for i in range(1, model.njnt))
    data, free = (mujoco.MjData(model) for _ in range(2))
    for each, torque in ((data, 50.0), (free, 3.0)):
        each.qpos[0], each.ctrl[0] = 7.0, torque  # beyond the range: constraints are off
        mujoco.mj_forward(model, each)
    assert data.actuator_force[0] == 3.0
    assert data.nefc == 0
    assert (data.qacc == free.qacc).all()


@pytest.mark.parametrize("limits", [LIMITED, JointLimits((-1.0, 2.0)), JointLimits(motor_torque=1e-3 / 7), JointLimits()])
def test_limits_come_back(limits, tmp_path):
    robot = pendulum(drive=jn.Drive(0.5, 1.0), limits=limits)
    robot.to_mjcf(tmp_path / "robot.xml")
    assert jn.load(tmp_path / "robot.xml").joints[0].limits == limits


def test_both_drives_of_a_joint_are_limited():
    drive = jn.Drive(0.5, 1.0, stiffness=1e3)
    model = compiled(pendulum(drive=drive, second=jn.robot.SecondDrive(drive), limits=LIMITED))
    assert model.actuator_forcerange.tolist() == [[-3.0, 3.0]] * 2
    passive = compiled(pendulum(spring=jn.Spring(50.0), limits=JointLimits((-1.0, 2.0))))
    assert (passive.nu, passive.jnt_range.tolist()) == (0, [[-1.0, 2.0]])


LEFT_OUT = {
    **{name.replace("_", " "): {name: 5.0} for name in NAMES if name not in ("position", "motor_torque")},
    "position with one bound or two equal ones": {"position": (-math.inf, 2.0)},
}


@pytest.mark.parametrize("words", LEFT_OUT)
def test_limits_that_mjcf_cannot_state(words):
    robot = pendulum(limits=JointLimits(**LEFT_OUT[words]))
    with pytest.warns(UserWarning, match=f"robot 'pendulum': MJCF has no words for limits of {words}; left out") as notes:
        text = robot.to_mjcf()
    assert len(notes) == 1
    assert text == pendulum().to_mjcf()


def test_one_warning_for_all_limits():
    robot = pendulum(limits=JointLimits((1.0, 1.0), velocity=1.0, jerk=3.0))
    with pytest.warns(UserWarning, match="limits of velocity, jerk, position with one bound or two equal ones; left out"):
        compiled(robot)


def test_names_that_would_occur_twice():
    with pytest.raises(ModelError, match="named 'world': every body of the MJCF"):
        pendulum(link="world").to_mjcf()
    with pytest.raises(ModelError, match="named 'rotor_hinge': every body of the MJCF"):
        pendulum(link="rotor_hinge", drive=jn.Drive(1.0, 1.0, 1e3)).to_mjcf()
    links = [jn.Link("base"), jn.Link("one", *BODY), jn.Link("two", *BODY)]
    joints = [jn.Joint("a", "revolute", "base", "one"), jn.Joint("theta_a", "revolute", "one", "two")]
    robot = jn.Robot.build("x", links, joints)
    assert compiled(robot).nv == 2
    with pytest.raises(ModelError, match="named 'theta_a': every joint of the MJCF"):
        robot.with_drives(stiffness=1e3, rotor_inertia=1.0).to_mjcf()


def cube(d):
    return 500.0 * d + 2e4 * d**3


REFUSED = [
    (lambda: pendulum((0.0,)), "link 'rod': its mass is 0 kg"),
    (lambda: pendulum((-1.0,), physical=False), "link 'rod': its mass is -1 kg"),
    (lambda: pendulum((1.0, (0, 0, 0), (1, 1, 2.0001, 0, 0, 0))), "link 'rod'.*the two smaller ones must reach"),
    (lambda: pendulum((1.0, (0, 0, 0), (1, 1, 3, 0, 0, 0)), physical=False), "link 'rod'.*principal moments 1, 1, 3"),
    (lambda: pendulum((1.0, (0, 0, 0), (1, 1, -0.5, 0, 0, 0)), physical=False), "link 'rod'.*none may be negative"),
    (lambda: pendulum((1e-6, (0, 0, 0), (0, 0, 0, 0, 0, 0))), "link 'rod'.*no moment of inertia below 1e-15"),
    (lambda: pendulum(drive=jn.Drive(0.0, 100.0, 1e4)), "joint 'hinge'.*rotor_inertia"),
    (lambda: pendulum(drive=jn.Drive(1e-20, 1.0, 1e4)), "joint 'hinge'.*inertia 1e-20"),
    (lambda: pendulum(drive=jn.Drive(1.0, 1.0, 1e4, coupling="full")), "joint 'hinge': coupling 'full'"),
    (lambda: pendulum(drive=jn.Drive(1.0, 1.0, coupling="full")), "joint 'hinge': coupling 'full'"),
    (lambda: pendulum(drive=jn.Drive(1.0, 1.0, 1e4, coulomb_friction=1.0)), "joint 'hinge': Coulomb friction"),
    (lambda: pendulum(drive=jn.Drive(1.0, 1.0, coulomb_friction=1.0)), "joint 'hinge': Coulomb friction"),
    (lambda: pendulum(drive=jn.Drive(1.0, 1.0, TabulatedSpring((-1, 0, 1), (-1, 0, 1)))), "joint 'hinge': a TabulatedSpring"),
    (lambda: pendulum(drive=jn.Drive(1.0, 1.0, SpringFunction(cube, HardeningSpring(500, 2e4).rest))), "a SpringFunction"),
]


@pytest.mark.parametrize(("make", "words"), REFUSED, ids=range(len(REFUSED)))
def test_refused_by_name(tmp_path, make, words):
    robot = make()
    with pytest.raises(ModelError, match=words):
        robot.to_mjcf()
    with pytest.raises(ModelError, match=words):
        robot.to_mjcf(tmp_path / "robot.xml")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", jn.library())
def test_library(name):
    """Robots of the library can be simulated, but for those whose published inertia no body has, or with massless links, or with
    friction that MuJoCo does not know."""
    unphysical = {"kuka_iiwa": "link 'link4'", "manutec_r3": "link 'link1'"}
    unphysical |= dict.fromkeys(("flexible_3axis", "flexible_6axis"), "link 'foundation_rx_link'")
    unphysical |= dict.fromkeys(("kuka_kr300", "staubli_tx40"), "joint 'axis1': Coulomb friction")
    robot = jn.load(name)
    if name in unphysical:
        with pytest.raises(ModelError, match=unphysical[name]):
            robot.to_mjcf()
    else:
        assert compiled(robot).nv == robot.n + sum(d is not None and d.elastic for d in robot.drives)


def test_long_chains():
    """As deep as MuJoCo reads, and refused before it would: links nest in XML."""

    def chain(n):
        links = [jn.Link("base"), *(jn.Link(f"l{i}", *BODY) for i in range(n))]
        joints = [jn.Joint(f"j{i}", "prismatic", f"l{i - 1}" if i else "base", f"l{i}") for i in range(n)]
        return jn.Robot.build("chain", links, joints)

    assert compiled(chain(495)).nv == 495
    with pytest.raises(ModelError, match="at most 495 links.*link 'l495'"):
        chain(496).to_mjcf()
    with pytest.raises(ModelError, match="at most 495 links.*link 'l495'"):
        chain(5000).to_mjcf()


def test_written_to_a_file(tmp_path):
    robot = jn.load("kuka_lwr")
    file = tmp_path / "robot.xml"
    text = robot.to_mjcf(file)
    assert file.read_text() == text == robot.to_mjcf(str(file)) == robot.to_mjcf()
    assert [entry.name for entry in tmp_path.iterdir()] == ["robot.xml"]
    assert mujoco.MjModel.from_xml_path(str(file)).nv == 14
    if os.name == "posix":
        umask = os.umask(0)
        os.umask(umask)
        assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~umask


def test_names_beyond_ascii_are_written_as_utf8(tmp_path):
    pendulum(joint="épaule").to_mjcf(tmp_path / "robot.xml")
    assert mujoco.MjModel.from_xml_path(str(tmp_path / "robot.xml")).joint("épaule").id == 0


def test_where_nothing_can_be_written(tmp_path):
    robot = pendulum()
    for path, words in {
        tmp_path / "robot.toml": r"ends in \.xml",
        tmp_path / "robot": r"ends in \.xml",
        tmp_path / "none" / "robot.xml": "cannot be saved there",
        tmp_path / "a\0b.xml": "cannot be saved",
        3: "expected the name of a file",
    }.items():
        with pytest.raises(InputError, match=words):
            robot.to_mjcf(path)
    assert not list(tmp_path.iterdir())
