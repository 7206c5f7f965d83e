"""Springs without motors, alone and coupled: what is refused, what becomes of a bushing, and the motion by brute force."""

import dataclasses

import numpy as np
import pytest
from scipy.linalg import eigh

import jounce as jn
from jounce.errors import LoadError, ModelError
from jounce.inverse.plan import Plan
from jounce.plant.plant import plant_of
from jounce.robot import HardeningSpring
from jounce.robot.passive import SpringCoupling
from support.flexible import spring_matrices
from support.random_robots import random_robot
from support.tolerances import CHAIN, assert_close

SOLID = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
LINKS = [jn.Link("base"), jn.Link("a", 1.0, (0.0, 0.0, 0.0), SOLID), jn.Link("b", 1.0, (0.1, 0.0, 0.0), SOLID)]


def spring(*cross):
    return jn.Spring(10.0, 1.0, cross)


def two(first, second=None, drive=None):
    """Two bodies, one on the other."""
    joints = [
        jn.Joint("j1", "revolute", "base", "a", spring=first),
        jn.Joint("j2", "revolute", "a", "b", spring=second, drive=drive),
    ]
    return jn.Robot.build("two", LINKS, joints)


def definite(rng, size, largest):
    """A symmetric positive definite matrix."""
    A = rng.normal(size=(size, size))
    return largest * (A @ A.T / size + 0.1 * np.eye(size))


# ---------------------------------------------------------------- what is refused

BUSHING = jn.robot.Bushing([1.0, 2.0, 3.0])
UNSYMMETRIC = [[1.0, 0.1, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
FLAT = [[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
BAD = {
    "negative": (lambda: jn.Spring(-1.0), "expected zero or more, got -1.0; zero where gravity alone holds the joint"),
    "infinite": (lambda: jn.Spring(np.inf), "a joint that cannot move is a fixed joint"),
    "nan": (lambda: jn.Spring(np.nan), "expected a finite number"),
    "text": (lambda: jn.Spring("stiff"), "expected a number, got 'stiff'"),
    "a law": (lambda: jn.Spring(HardeningSpring(1.0, 2.0)), "a law of its own is for drives"),
    "negative damping": (lambda: jn.Spring(1.0, -1.0), "damping: expected zero or more"),
    "infinite damping": (lambda: jn.Spring(1.0, np.inf), "damping: expected a finite number"),
    "cross is text": (lambda: jn.Spring(1.0, 0.0, "ab"), "entries .joint, stiffness, damping."),
    "cross is a number": (lambda: jn.Spring(1.0, 0.0, 5), "entries .joint, stiffness, damping."),
    "cross too short": (lambda: spring(("a", 1.0)), "3 entries .joint, stiffness, damping."),
    "cross nan": (lambda: spring(("a", np.nan, 0.0)), "cross, stiffness: expected a finite number"),
    "cross to a number": (lambda: spring((3, 1.0, 0.0)), "cross, joint: expected a name"),
    "two numbers": (lambda: jn.robot.Bushing([1.0, 2.0]), "3x3 or 6x6, or its diagonal"),
    "4x4": (lambda: jn.robot.Bushing(np.eye(4)), "3x3 or 6x6, or its diagonal"),
    "ragged": (lambda: jn.robot.Bushing([[1, 0, 0], [0, 1], [0, 0, 1]]), "expected 3 numbers"),
    "half a diagonal": (lambda: jn.robot.Bushing([[1, 0, 0], 2, [0, 0, 1]]), "expected 3 numbers"),
    "bushing of text": (lambda: jn.robot.Bushing("abc"), "3x3 or 6x6"),
    "bushing nan": (lambda: jn.robot.Bushing([1.0, 2.0, np.nan]), "stiffness of a bushing: expected a finite number"),
    "bushing inf": (lambda: jn.robot.Bushing([1.0, 2.0, np.inf]), "stiffness of a bushing: expected a finite number"),
    "bushing zero": (lambda: jn.robot.Bushing([1.0, 2.0, 0.0]), "not positive definite .smallest eigenvalue 0"),
    "bushing flat": (lambda: jn.robot.Bushing(FLAT), "not positive definite"),
    "unsymmetric": (lambda: jn.robot.Bushing(UNSYMMETRIC), "stiffness of a bushing: expected a symmetric matrix"),
    "unsymmetric damping": (
        lambda: jn.robot.Bushing([1, 2, 3], UNSYMMETRIC),
        "damping of a bushing: expected a symmetric matrix",
    ),
    "feeding": (lambda: jn.robot.Bushing([1, 2, 3], [1, 2, -1]), "negative eigenvalue -1: it would feed energy in"),
    "damping is a number": (lambda: jn.robot.Bushing([1, 2, 3], 5.0), "damping of a bushing"),
    "damping is nothing": (lambda: jn.robot.Bushing([1, 2, 3], None), "damping of a bushing"),
    "sizes": (lambda: jn.robot.Bushing([1, 2, 3], [1] * 6), "expected 3x3 as its stiffness, got 6x6"),
    "unknown": (
        lambda: two(spring(("nobody", 1.0, 0.0)), spring()),
        "joint 'j1'.*coupled to 'nobody'.*no other joint with a spring",
    ),
    "itself": (lambda: two(spring(("j1", 1.0, 0.0)), spring()), "coupled to 'j1'.*no other joint"),
    "twice": (lambda: two(spring(("j2", 1.0, 0.0)), spring(("j1", 1.0, 0.0))), "'j2' and 'j1': their springs are coupled twice"),
    "twice at once": (lambda: two(spring(("j2", 1.0, 0.0), ("j2", 1.0, 0.0)), spring()), "coupled twice"),
    "driven": (
        lambda: two(spring(("j2", 1.0, 0.0)), drive=jn.Drive(1.0, 1.0, 10.0)),
        "coupled to 'j2'.*no other joint with a spring",
    ),
    "free": (lambda: two(spring(("j2", 1.0, 0.0))), "coupled to 'j2'.*no other joint with a spring"),
    "not held": (lambda: two(spring(("j2", 11.0, 0.0)), spring()), "coupled springs.*smallest eigenvalue -1"),
    "coupled feeding": (lambda: two(spring(("j2", 1.0, 2.0)), spring()), "coupled springs.*negative eigenvalue -1"),
    "bushing without": (lambda: jn.Joint("j", "bushing", "a", "b"), "joint 'j': a joint of type 'bushing' has bushing="),
    "on revolute": (lambda: jn.Joint("j", "revolute", "a", "b", bushing=BUSHING), "no other one has"),
    "on fixed": (lambda: jn.Joint("j", "fixed", "a", "b", bushing=BUSHING), "no other one has"),
    "and a spring": (
        lambda: jn.Joint("j", "bushing", "a", "b", spring=spring(), bushing=BUSHING),
        "cannot have a drive or a spring",
    ),
    "wrong kind": (lambda: jn.Joint("j", "bushing", "a", "b", bushing=spring()), "expected a Bushing or None"),
    "spring on spherical": (lambda: jn.Joint("j", "spherical", "a", "b", spring=spring()), "spherical joint cannot have"),
}


@pytest.mark.parametrize("case", BAD)
def test_refused(case):
    call, words = BAD[case]
    with pytest.raises(ModelError, match=words):
        call()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bushing = { stiffness = [1.0, 2.0, 0.0] }", "joint 'f', bushing: .*not positive definite"),
        ("bushing = { damping = [1.0, 2.0, 3.0] }", "joint 'f', bushing: needs stiffness"),
        ("bushing = { stiffness = [1.0, 2.0, 3.0], play = 1.0 }", "joint 'f', bushing.*play"),
        ("", "joint 'f': a joint of type 'bushing' has bushing="),
    ],
)
def test_files_refused_by_joint(tmp_path, line, words):
    text = (
        'name = "r"\n[[joint]]\nname = "f"\ntype = "bushing"\nparent = "base"\nchild = "a"\n' + line + '\n[[link]]\nname = "a"\n'
    )
    file = tmp_path / "robot.toml"
    file.write_text(text + "mass = 1.0\ncom = [0.0, 0.0, 0.0]\ninertia = { xx = 1.0, yy = 1.0, zz = 1.0 }\n")
    with pytest.raises((LoadError, ModelError), match=words):
        jn.load(file)


# ---------------------------------------------------------------- what becomes of a bushing


def on_bushing(K, D=(), gravity=(0.0, 0.0, 0.0), com=(0.1, -0.2, 0.3), mass=7.0, inertia=(1.2, 0.9, 1.5, 0.1, -0.05, 0.08)):
    """One body on one bushing."""
    links = [jn.Link("base"), jn.Link("body", mass, com, inertia)]
    joint = jn.Joint("mount", "bushing", "base", "body", bushing=jn.robot.Bushing(K, D))
    return jn.Robot.build("mounted", links, [joint], gravity=gravity)


@pytest.mark.parametrize("size", [3, 6])
def test_a_bushing_is_joints_with_coupled_springs(size):
    rng = np.random.default_rng(size)
    K, D = definite(rng, size, 1e5), definite(rng, size, 30.0)
    K[0, size - 1] = K[size - 1, 0] = D[0, size - 1] = D[size - 1, 0] = 0.0
    robot = on_bushing(K, D)
    suffixes = ("rx", "ry", "rz", "x", "y", "z")[:size]
    assert robot.joint_names == tuple(f"mount_{s}" for s in suffixes)
    assert [joint.type for joint in robot.joints] == (["continuous"] * 3 + ["prismatic"] * 3)[:size]
    assert [joint.child for joint in robot.joints] == [*(f"mount_{s}_link" for s in suffixes[:-1]), "body"]
    assert all(link.mass == 0.0 for link in robot.links[:-1])
    assert np.array_equal([joint.axis for joint in robot.joints], np.tile(np.eye(3), (2, 1))[:size])
    for found, wanted in zip(spring_matrices(plant_of(robot)), (K, D)):
        assert np.array_equal(found, 0.5 * (wanted + wanted.T))
    assert f"mount_{suffixes[-1]}" in str(robot)
    # only what is coupled is said, and at one of the two
    pairs = [(joint.name, cross.joint) for joint in robot.joints for cross in joint.spring.cross]
    assert len(pairs) == size * (size - 1) // 2 - 1
    assert (f"mount_{suffixes[-1]}", "mount_rx") not in pairs


def test_a_diagonal_is_a_matrix_without_the_rest():
    assert jn.robot.Bushing([1.0, 2.0, 3.0], [0.1, 0.2, 0.3]) == jn.robot.Bushing(
        np.diag([1.0, 2.0, 3.0]), np.diag([0.1, 0.2, 0.3])
    )
    assert not any(one.cross for one in jn.robot.Bushing([1.0, 2.0, 3.0]).springs(["a", "b", "c"]))
    assert jn.robot.Bushing([1.0, 2.0, 3.0]).damping == ((0.0,) * 3,) * 3


def test_names_of_a_bushing_are_taken():
    for name, link in (("f_rx", "free"), ("g", "f_rx_link")):
        joints = [jn.Joint("f", "bushing", "base", "a", bushing=BUSHING), jn.Joint(name, "revolute", "a", link)]
        with pytest.raises(ModelError, match="two of them are named 'f_rx"):
            jn.Robot.build("r", [*LINKS[:2], jn.Link(link, 1.0, (0.0, 0.0, 0.0), SOLID)], joints)


@pytest.mark.parametrize("seed", range(3))
def test_files_give_coupled_springs_back_to_the_bit(tmp_path, seed):
    rng = np.random.default_rng(seed)
    for robot in (on_bushing(definite(rng, 6, 1e7), definite(rng, 6, 1e3)), sprung(seed)[0], jn.load("flexible_3axis")):
        robot.save(tmp_path / "robot.toml")
        again = jn.load(tmp_path / "robot.toml")
        assert again == robot
        for found, wanted in zip(spring_matrices(plant_of(again)), spring_matrices(plant_of(robot))):
            assert np.array_equal(found, wanted)


def test_mujoco_has_no_coupled_springs():
    with pytest.raises(ModelError, match="'j1'.*coupled to that of 'j2'; springs in MuJoCo act on one joint each"):
        two(spring(("j2", 1.0, 0.0)), spring()).to_mjcf()
    assert "stiffness" in two(spring(), spring()).to_mjcf()


def test_a_piece_of_a_bushing_is_refused_and_the_rest_of_an_arm_is_not():
    robot = jn.load("flexible_3axis")
    with pytest.raises(ModelError, match="'foundation_rz'.*'foundation_ry'"):
        robot.subchain("forearm", "foundation_ry_link")
    assert robot.subchain("forearm", "pedestal").joint_names == robot.joint_names[3:]


# ---------------------------------------------------------------- the motion


def sprung(seed):
    """A random robot some of whose joints have springs, all of them coupled; (robot, K, D, which)."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 9))
    robot = random_robot(seed, n=n).with_drives(
        stiffness=[np.inf if k % 3 == 0 else 900.0 for k in range(n)],
        rotor_inertia=0.2,
        damping=[0.0 if k % 3 == 0 else 3.0 for k in range(n)],
    )
    held = np.sort(rng.permutation(n)[: max(2, n // 2)])
    own_K, own_D = definite(rng, len(held), 500.0), definite(rng, len(held), 5.0)
    joints = list(robot.joints)
    for k, i in enumerate(held):
        cross = [SpringCoupling(joints[held[j]].name, own_K[k, j], own_D[k, j]) for j in range(k)]
        joints[i] = dataclasses.replace(joints[i], drive=None, spring=jn.Spring(own_K[k, k], own_D[k, k], tuple(cross)))
    K, D = np.zeros((n, n)), np.zeros((n, n))
    K[np.ix_(held, held)], D[np.ix_(held, held)] = own_K, own_D
    return dataclasses.replace(robot, joints=tuple(joints)), K, D, held


@pytest.mark.parametrize("kind", ["python", pytest.param("native", marks=pytest.mark.native)])
def test_forward_dynamics_with_coupled_springs_by_brute_force(kind):
    """(M + armature) qdd = what drives and springs do - (C qd + g), with matrices that were never a robot's."""
    for seed in range(12 if kind == "python" else 2):
        robot, K, D, held = sprung(seed)
        n = robot.n
        q, qd, theta, thetad, tau_m = np.random.default_rng(seed + 99).normal(size=(5, n))
        rigid = np.array([joint.drive is not None and not joint.drive.elastic for joint in robot.joints])
        elastic = np.array([joint.drive is not None and joint.drive.elastic for joint in robot.joints])
        pull = 900.0 * (theta - q) + 3.0 * (thetad - qd)
        tau = np.where(elastic, pull, np.where(rigid, tau_m, 0.0)) - K @ q - D @ qd
        M = jn.mass_matrix(robot, q) + np.diag(np.where(rigid, 0.2, 0.0))
        qdd = np.linalg.solve(M, tau - jn.rnea(robot, q, qd, np.zeros(n)))
        found, motors = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m)
        assert_close(found, qdd, 1e-9, f"seed {seed}")  # inertias of a hand's width: M is known to 1e4 roundings
        assert_close(motors[elastic], ((tau_m - pull) / 0.2)[elastic], CHAIN)
        assert len(held) >= 2


@pytest.mark.native
def test_energy_with_coupled_damping():
    """Let go from a bent mount: what is missing is what the damper took, and it took nearly all."""
    rng = np.random.default_rng(4)
    K, D = definite(rng, 3, 4e4), definite(rng, 3, 300.0)
    links = [
        jn.Link("base"),
        jn.Link("body", 20.0, (0.0, 0.1, 0.2), (1.2, 0.9, 1.5, 0.1, 0.0, 0.0)),
        jn.Link("arm", 5.0, (0.3, 0.0, 0.0), (0.1, 0.2, 0.2, 0, 0, 0)),
    ]
    drive = jn.Drive(rotor_inertia=0.5, gear_ratio=1.0, stiffness=2e4, damping=20.0)
    joints = [
        jn.Joint("mount", "bushing", "base", "body", bushing=jn.robot.Bushing(K, D)),
        jn.Joint("axis", "revolute", "body", "arm", axis=(0.0, 0.0, 1.0), drive=drive),
    ]
    tool = jn.robot.Tool("arm", outputs=("yaw",))
    robot = jn.Robot.build("mounted", links, joints, gravity=(0.0, 0.0, -9.81), tool=tool)
    run = let_go(robot, np.array([0.1, -0.15, 0.2, 0.3]), 0.5)
    at_first = run.energy[0] - run.energy.min()
    assert np.abs(run.energy_balance).max() < 1e-9 * at_first
    assert run.loss[-1] > 0.5 * at_first
    assert (np.diff(run.loss) > 0.0).all()


def let_go(robot, q, duration):
    """The robot without torque, from rest in q: a plan of zeros, as a vehicle for the simulation only."""
    t = np.linspace(0.0, duration, 101)
    path = jn.trajectory.rest_to_rest(np.zeros(robot.n), np.zeros(robot.n), duration)
    nothing = np.zeros((3, len(t), robot.n))

    class Nothing(Plan):
        def at(self, times):
            return dataclasses.replace(self, t=times, tau_m=np.zeros((len(times), robot.n)))

    plan = Nothing(
        robot, path, t, nothing, nothing, nothing[0], nothing, nothing[0], "none", "nothing moves", jn.dynamics.Status()
    )
    still = np.zeros(robot.n)
    return jn.simulate(robot, plan, start=(q, still, q, still), tolerance=1e-12)


def cross_matrix(c):
    x, y, z = c
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


@pytest.mark.parametrize("size", [3, 6])
def test_eigenfrequencies_of_one_body_on_a_bushing(size):
    """K x = w^2 M x with the spatial inertia of a body, typed."""
    rng = np.random.default_rng(size)
    K = definite(rng, size, 1e5)
    mass, com, (xx, yy, zz, xy, xz, yz) = 7.0, np.array([0.1, -0.2, 0.3]), (1.2, 0.9, 1.5, 0.1, -0.05, 0.08)
    c = cross_matrix(com)
    about_origin = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - mass * c @ c
    M = np.block([[about_origin, mass * c], [-mass * c, mass * np.eye(3)]])[:size, :size]
    found = jn.eigenfrequencies(on_bushing(K), np.zeros(size))
    assert_close(found.free, np.sqrt(eigh(K, M, eigvals_only=True)), 1e-10)
    assert_close(found.locked, found.free)


@pytest.mark.parametrize("softest", [5e-324, 1e-300, 9e-31])
def test_a_spring_whose_inverse_is_no_number(softest):
    with pytest.raises(jn.errors.ModelError, match=r"stiffness.*: expected 1e-30 or more"):
        jn.Drive(stiffness=softest)
    jn.Drive(stiffness=1e-30)
    assert jn.Spring(softest).stiffness == softest  # of a spring without a motor nobody asks how far a torque bends it
