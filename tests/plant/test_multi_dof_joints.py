"""Joints of several freedoms in files and in robots: what is loaded, taken apart, saved and refused."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, LoadError
from jounce.plant.tree import make_tree
from support.several_freedoms import random_state, random_tree
from support.tolerances import assert_close

URDF = """<robot name="r"><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
</inertial></link><link name="b"><inertial><origin xyz="0.1 0.2 0.3"/><mass value="2"/><inertia ixx="0.3" iyy="0.2" izz="0.25"
ixy="0.01" ixz="0" iyz="0"/></inertial></link><joint name="ab" type="{kind}"><parent link="a"/><child link="b"/>
<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><axis xyz="0 0.6 0.8"/></joint></robot>"""


def urdf(tmp_path, kind):
    file = tmp_path / "robot.urdf"
    file.write_text(URDF.format(kind=kind))
    return file


def chain(*parts):
    """The link of the file above on simple joints, given as (kind, axis)."""
    robot = parts[0]
    links = [jn.Link("a"), *(jn.Link(f"l{k}") for k in range(len(parts) - 2)), robot.links[-1]]
    names = [link.name for link in links]
    joints = [
        jn.Joint(f"j{k}", kind, names[k], names[k + 1], robot.joints[0].placement if k == 0 else jn.robot.Placement(), axis)
        for k, (kind, axis) in enumerate(parts[1:])
    ]
    return jn.Robot.build("chain", links, joints)


def test_planar_joints_move_across_their_axis_and_about_it(tmp_path):
    robot = jn.load(urdf(tmp_path, "planar"))
    assert robot.joint_names == ("ab_x", "ab_y", "ab_angle")
    assert robot.n == robot.nq == 3
    normal = np.array([0.0, 0.6, 0.8])
    axes = np.array([joint.axis for joint in robot.joints])
    assert_close(axes @ axes.T, np.eye(3))
    assert_close(axes[2], normal)
    assert_close(np.cross(axes[0], axes[1]), normal)


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        ("universal", [("revolute", (1, 0, 0)), ("revolute", (0, 1, 0))]),
        ("cylindrical", [("prismatic", (0, 0.6, 0.8)), ("revolute", (0, 0.6, 0.8))]),
    ],
)
def test_composite_joints_are_simple_joints_in_a_row(tmp_path, kind, parts):
    robot = jn.load(urdf(tmp_path, kind))
    Q = np.random.default_rng(0).normal(size=(4, 2))
    assert_close(jn.rnea(robot, *Q), jn.rnea(chain(robot, *parts), *Q))


def test_floating_and_spherical_from_urdf(tmp_path):
    floating, spherical = jn.load(urdf(tmp_path, "floating")), jn.load(urdf(tmp_path, "spherical"))
    assert (floating.n, floating.nq, spherical.n, spherical.nq) == (6, 7, 3, 4)
    assert jn.load(urdf(tmp_path, "revolute"), floating_base=True).joint_names == ("floating_base", "ab")


@pytest.mark.parametrize("seed", range(5))
def test_saved_and_loaded(tmp_path, seed):
    robot = random_tree(seed)
    robot.save(tmp_path / "robot.toml")
    again = jn.load(tmp_path / "robot.toml")
    assert again == robot
    assert make_tree(again) == make_tree(robot)


def test_free_body_by_hand():
    """Newton and Euler about the centre of mass of a floating body, in its own axes."""
    m, c, I = 2.0, np.array([0.1, -0.2, 0.3]), np.diag([0.3, 0.2, 0.25])  # noqa: E741
    robot = jn.Robot.build(
        "body",
        [jn.Link("base"), jn.Link("b", m, tuple(c), (0.3, 0.2, 0.25, 0, 0, 0))],
        [jn.Joint("free", "floating", "base", "b")],
    )
    rng = np.random.default_rng(0)
    q = np.array([0.0, 0.0, np.sin(0.4), np.cos(0.4), 1.0, 2.0, 3.0])  # turned by 0.8 about z
    (w, u), (wd, ud) = rng.normal(size=(2, 2, 3))
    R = np.array([[np.cos(0.8), -np.sin(0.8), 0], [np.sin(0.8), np.cos(0.8), 0], [0, 0, 1]])
    acceleration = ud + np.cross(w, u) + np.cross(wd, c) + np.cross(w, np.cross(w, c)) - R.T @ [0, 0, -9.81]
    force = m * acceleration
    moment = I @ wd + np.cross(w, I @ w) + np.cross(c, force)
    assert_close(jn.rnea(robot, q, [*w, *u], [*wd, *ud]), [*moment, *force])


def test_the_length_of_a_quaternion_does_not_matter():
    robot = random_tree(3, n=1)
    q, qd, qdd = random_state(robot, 3)
    assert_close(jn.rnea(robot, 3.0 * q, qd, qdd), jn.rnea(robot, q, qd, qdd))


@pytest.mark.parametrize("seed", range(6))
def test_identities(seed):
    """Leibniz' rule and Mdot = C + C^T hold in body velocities too, to the third time derivative."""
    robot = random_tree(seed, floating=seed % 2 == 0)
    q, *V = random_state(robot, seed, 5)
    tau = jn.rnea(robot, q, *V)
    M, C, g = jn.dynamic_matrices(robot, q, *V[:4])
    first = M[1] @ V[1] + M[0] @ V[2] + C[1] @ V[0] + C[0] @ V[1] + g[1]
    assert_close(tau[0], M[0] @ V[1] + C[0] @ V[0] + g[0], 1e-11)
    assert_close(tau[1], first, 1e-11)
    size = np.abs(M[0]).max() * max(1.0, np.abs(V[0]).max())  # a slider alone has no Mdot but for rounding
    for k in range(3):
        assert_close(M[k + 1], C[k] + C[k].T, 1e-11, terms=size)
    state = jn.state_derivatives(robot, q, V[0])
    assert_close(state.dM_dq @ V[0], M[1], 1e-11, terms=size)
    assert_close(state.dC_dq @ V[0] + state.dC_dqd @ V[1], C[1], 1e-11, terms=size)
    kinetic, potential = jn.energy(robot, q, V[0], V[1])
    assert_close(kinetic[0], V[0] @ M[0] @ V[0] / 2, 1e-11)
    assert_close(kinetic[1] + potential[1], tau[0] @ V[0], 1e-11)


@pytest.mark.native
@pytest.mark.parametrize("batch", [(), (1,), (3, 2)])
def test_native_code_and_plain_python(batch):
    robot = random_tree(2, n=3, floating=True)
    rng = np.random.default_rng(1)
    q, V = rng.normal(size=(*batch, robot.nq)), rng.normal(size=(3, *batch, robot.n))
    found = [jn.rnea(robot, q, *V), jn.forward_dynamics(robot, q, V[0], V[1]), *jn.dynamic_matrices(robot, q, V[0], V[1])]
    jn.set_backend("python")
    expected = [jn.rnea(robot, q, *V), jn.forward_dynamics(robot, q, V[0], V[1]), *jn.dynamic_matrices(robot, q, V[0], V[1])]
    jn.set_backend("native")
    for a, b in zip(found, expected, strict=True):
        assert_close(a, b, 1e-11)


FREE = random_tree(0, n=2, floating=True)
Q0 = random_state(FREE, 0)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: jn.rnea(FREE, Q0[0][:-1], *Q0[1:]), f"q has {FREE.nq - 1} values.*{FREE.nq} numbers in a position"),
        (lambda: jn.rnea(FREE, np.zeros(FREE.nq), *Q0[1:]), r"the quaternion \(x, y, z, w\) of joint 'joint0' is zero"),
        (lambda: jn.inverse_kinematics(FREE, jn.trajectory.line([0], [1], 1.0), [0.0] * FREE.n), "one freedom each"),
        (lambda: jn.load("planar_2r", floating_base=True), "floating_base: expected a URDF"),
    ],
)
def test_refused(call, words):
    with pytest.raises(InputError, match=words):
        call()


def test_refused_models(tmp_path):
    file = tmp_path / "a.toml"
    file.write_text('[[link]]\nname="b"\n[[joint]]\nname="j"\ntype="planar"\nparent="base"\nchild="b"\ndrive={}\n')
    with pytest.raises(LoadError, match="planar joint cannot have a drive"):
        jn.load(file)


@pytest.mark.native
def test_kernels_of_poses():
    kernel = jn.compile(jn.tool_pose, FREE)
    position, rotation = kernel(Q0[0])
    expected = jn.tool_pose(FREE, Q0[0])
    assert_close(position, expected[0])
    assert_close(rotation, expected[1])


def test_base_parameters_of_a_free_body():
    """All ten parameters of a body that moves freely can be told."""
    assert jn.dynamics.base_parameters(random_tree(0, n=1, floating=True)).dimension == 10


def test_not_for_several_freedoms():
    sympy = pytest.importorskip("sympy")
    assert sympy
    with pytest.raises(InputError, match="several freedoms"):
        jn.dynamics.symbolic(random_tree(1, n=1), "M")


@pytest.mark.parametrize("seed", range(4))
def test_linear_in_the_parameters(seed):
    robot = random_tree(seed, floating=seed % 2 == 0)
    q, qd, qd_r, qdd_r = random_state(robot, seed, 3)
    M, C, g = jn.dynamic_matrices(robot, q, qd)
    assert_close(jn.slotine_li_regressor(robot, q, qd, qd_r, qdd_r) @ robot.parameters, M @ qdd_r + C @ qd_r + g, 1e-11)
    derivatives = jn.parameter_derivatives(robot, q, qd)
    for part, whole in zip(derivatives, (M, C, g)):
        assert np.abs(part @ robot.parameters - whole).max() < 1e-11 * np.abs(M).max() + 1e-11 * np.abs(g).max()
    Y = jn.regressor(robot, q, qd, qdd_r, qd_r)
    assert_close(Y @ robot.parameters, jn.rnea(robot, q, qd, qdd_r, qd_r), 1e-11)
