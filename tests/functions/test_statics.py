"""Robots at rest: links from motors. Beside a contraction on Pinocchio's gravity, through the inverse, and in code."""

import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from jounce.errors import InputError, SingularityError
from support.combinations import laws, run_own_test
from support.motor_tree import with_random_drives
from support.peer_pinocchio import Pinocchio, model_of
from support.random_robots import plainly, random_robot
from support.tolerances import assert_close

REST = 1e-12
"""Of the largest torque: what is left of the balance."""


def contracted(robot, theta, wrench):
    """q = theta - g(q) / K again and again, on Pinocchio's gravity; the wrench acts on the last link, in its frame."""
    peer = Pinocchio(model_of(robot), robot.joint_names)
    K = robot.parameter_values("stiffness")
    q = theta.copy()
    last = peer.model.getJointId(robot.joints[-1].name)
    for _ in range(200):
        pin.computeJointJacobians(peer.model, peer.data, peer.q(q))
        g = pin.computeGeneralizedGravity(peer.model, peer.data, peer.q(q))
        J = pin.getJointJacobian(peer.model, peer.data, last, pin.ReferenceFrame.LOCAL)  # linear part first
        held = (g - J.T @ np.concatenate([wrench[3:], wrench[:3]]))[peer.order]
        q = theta - np.where(np.isfinite(K), held / K, 0.0)
    return q, held


def stiff(robot, seed):
    """Drives that the weight bends by a few hundredths, some rigid: so that a contraction is one."""
    rng = np.random.default_rng(seed)
    largest = np.abs(jn.gravity_torque(robot, np.zeros(robot.n))).max() + 20.0
    K = largest * rng.uniform(20.0, 200.0, robot.n)
    K[rng.random(robot.n) < 0.2] = np.inf
    return robot.with_drives(stiffness=K, rotor_inertia=1e-3, gear_ratio=50.0)


def agrees(seed):
    robot = stiff(random_robot(seed, 1 + seed % 8), seed)
    rng = np.random.default_rng(seed)
    theta, wrench = rng.uniform(-2.0, 2.0, robot.n), 3.0 * rng.normal(size=6)
    with jn.backend("python"):
        found = jn.statics(robot, theta, wrench=wrench)
    q, held = contracted(robot, theta, wrench)
    assert np.abs(found.q - q).max() < 1e-13
    scale = np.abs(held).max()
    assert np.abs(found.tau_j - held).max() <= REST * scale
    K = robot.parameter_values("stiffness")
    soft = np.isfinite(K)
    # K times the rounding of positions of up to 2 is in any balance that is made from positions
    left = K[soft] * found.delta[soft] - found.tau_j[soft]
    assert np.abs(left).max(initial=0.0) <= REST * scale + 4.5e-16 * K[soft].max(initial=0.0)
    assert (found.q[~soft] == theta[~soft]).all()


@pytest.mark.parametrize("seed", range(20))
def test_newton_and_a_contraction_agree(seed):
    agrees(seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_newton_and_a_contraction_agree_on_a_thousand(part):
    for seed in range(20 + 98 * part, 20 + 98 * (part + 1)):
        agrees(seed)


@pytest.mark.parametrize("name", ["kuka_lwr", "planar_2r", "manutec_r3", "staubli_tx40", "kuka_kr300"])
def test_there_and_back(name):
    """Coupled wrists, counterbalances, rigid joints among elastic ones."""
    robot = jn.load(name)
    theta = np.random.default_rng(1).uniform(-1.0, 1.0, (2, 3, robot.m))
    found = jn.statics(robot, theta)
    back = jn.dynamics.motor_statics(robot, found.q)
    assert np.abs(back.theta - theta).max() < 1e-14
    assert_close(back.tau_j, found.tau_j)
    assert np.abs(back.delta - found.delta).max() < 1e-14


@pytest.mark.parametrize("seed", range(4))
def test_laws_and_second_drives(seed):
    """Springs of any law: the motors of `inverse_dynamics` at rest are where statics began."""
    robot = laws(with_random_drives(random_robot(seed, 4), seed, rigid=0.2))
    theta = np.random.default_rng(seed).uniform(-0.5, 0.5, robot.m)
    found = jn.statics(robot, theta)
    still = np.zeros(robot.n)
    back = jn.inverse_dynamics(robot, found.q, *[still] * 4)
    assert np.abs(back.theta[0] - theta).max() < 1e-12  # laws are inverted to their own rounding
    assert_close(back.tau_j[0], found.tau_j)


def test_springs_without_a_motor():
    """Where the links hang, nothing accelerates."""
    robot = jn.load("flexible_3axis")
    theta = np.random.default_rng(0).uniform(-1.0, 1.0, robot.m)
    found = jn.statics(robot, theta)
    still = np.zeros(robot.n)
    tau_m = np.where(found.delta != 0.0, found.tau_j, 0.0)
    qdd, _ = jn.elastic_forward_dynamics(robot, found.q, still, theta, still, tau_m)
    weight = np.abs(jn.elastic_forward_dynamics(robot, theta, still, theta, still, tau_m)[0]).max()
    assert np.abs(qdd).max() < 1e-9 * weight  # springs of 1e6 Nm/rad on light links, and positions to 1e-16


def pendulum(stiffness):
    """1 kg on a rod of 1 m that stands up at q = 0."""
    body = jn.Link("rod", 1.0, (0.0, 0.0, 1.0), (1e-3, 1e-3, 1e-3, 0, 0, 0))
    drive = jn.Drive(stiffness=stiffness, rotor_inertia=1e-3)
    joint = jn.Joint("hinge", "revolute", "base", "rod", axis=(0, 1, 0), drive=drive)
    return jn.Robot.build("pendulum", [jn.Link("base"), body], [joint], gravity=(0.0, 0.0, -9.81))


def test_a_soft_spring_needs_the_load_step_by_step():
    """A pendulum that stands up on a spring which does not hold it there: it comes to rest further down."""
    robot = pendulum(7.0)
    theta = 0.9
    found = jn.statics(robot, [theta]).q[0]
    balance = 7.0 * (theta - found) + 9.81 * np.sin(found)
    assert abs(balance) < 1e-13
    assert 7.0 - 9.81 * np.cos(found) > 0.0  # and stays there
    with pytest.raises(InputError, match="theta has 2 values"):
        jn.statics(robot, [theta, 0.0])


@pytest.mark.native
def test_batches_kernels_parameters_and_c(tmp_path):
    robot = jn.load("kuka_lwr")
    rng = np.random.default_rng(2)
    theta, load = rng.uniform(-1.0, 1.0, (2, 5, 7)), np.array([2.0, 0.0, 0.0, 0.2, 0.01, 0.01, 0.01, 0.0, 0.0, 0.0])
    wrench = {robot.links[3].name: rng.normal(size=6)}
    many = jn.statics(robot, theta, wrench=wrench, parameters={"payload": load})
    alone = plainly(jn.statics, robot, theta[1, 2], wrench=wrench, parameters={"payload": load})
    for x, y in zip(alone, many):
        assert_close(x, y[1, 2])
    kernel = jn.compile(jn.statics, robot)
    alone = jn.statics(robot, theta[0, 0])
    for x, y in zip(kernel(theta[0, 0]), alone):
        assert_close(x, y)
    again = jn.dynamics.statics_step(robot, alone.q, theta[0, 0])
    assert_close(again.q, alone.q)
    assert np.abs(again.change).max() < 1e-15  # nothing is changed
    kernel.write_c(tmp_path)
    run_own_test(tmp_path)
    with pytest.raises(SingularityError, match="no pose that lasts is found from where the motors are"):
        jn.compile(jn.statics, pendulum(7.0))([0.9])


def test_casadi():
    ca = pytest.importorskip("casadi")
    robot = jn.load("planar_2r")
    x = ca.SX.sym("theta", 2)
    found = ca.Function("rest", [x], [jn.statics(robot, x).q])
    assert_close(found([0.4, -0.3]).full()[:, 0], jn.statics(robot, [0.4, -0.3]).q)


def test_refused():
    robot = jn.load("planar_2r")
    with pytest.raises(SingularityError, match="at 50 % of its weight"):
        jn.statics(pendulum(0.5 * 9.81), [0.0])  # upright it falls to one side or the other
    links = [jn.Link("base"), jn.Link("a", 1.0, inertia=(0.1, 0.1, 0.1, 0, 0, 0))]
    free = jn.Robot.build("free", links, [jn.Joint("float", "floating", "base", "a")])
    with pytest.raises(InputError, match="has several freedoms, which no motor holds"):
        jn.statics(free, np.zeros(6))
    with pytest.raises(InputError, match="theta|nan"):
        jn.statics(robot, [np.nan, 0.0])
    with pytest.raises(InputError, match="has a spring and no motor"):
        jn.dynamics.motor_statics(jn.load("moberg_5dof"), np.zeros(3))
    mixed = robot.with_drives(stiffness=[np.inf, 1e4]).with_transmission([[1.0, 0.5], [0.0, 1.0]])
    with pytest.raises(InputError, match="is rigid and turns with joint"):
        jn.statics(mixed, [0.0, 0.0])
