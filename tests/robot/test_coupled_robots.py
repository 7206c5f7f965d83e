"""Two robots of the library with what real robots have: a coupled wrist, and a counterbalance."""

import ctypes
import subprocess

import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from support.peer_pinocchio import Pinocchio, model_of
from support.random_robots import random_motion
from support.tolerances import ALGEBRA, assert_close

GEARS = np.array([32.0, 32.0, 45.0, -48.0, 45.0, 32.0])
MOTOR = np.diag(GEARS)
MOTOR[5, 4] = 32.0
"""Angles of the motors themselves from those of the joints, as published: motor 6 turns 32 times with axis 5, too."""


@pytest.fixture(scope="module")
def tx40():
    return jn.load("staubli_tx40")


def rubbing(viscous, coulomb, v):
    return viscous * v + coulomb * v / np.sqrt(v**2 + 0.01**2)


def shaft_torques(robot, Q):
    """Torque at each motor's own shaft, by a Pinocchio tree of links and of rotors on the ground, and friction by hand."""
    model = model_of(robot)
    for joint in robot.joints:
        index = model.addJoint(0, pin.JointModelRZ(), pin.SE3.Identity(), f"rotor_{joint.name}")
        inertia = joint.drive.rotor_inertia * np.eye(3)
        model.appendBodyToJoint(index, pin.Inertia(1.0, np.zeros(3), inertia), pin.SE3.Identity())
    peer = Pinocchio(model, [*robot.joint_names, *(f"rotor_{name}" for name in robot.joint_names)])
    G = np.vstack([np.eye(6), MOTOR])
    tau = G.T @ peer.rnea(*(G @ x for x in Q))
    friction = robot.joints[5].friction
    tau[5] += rubbing(friction.viscous, friction.coulomb, Q[1][5])
    at_shaft = np.linalg.solve(MOTOR.T, tau)
    turned = MOTOR @ Q[1] / GEARS
    own = [rubbing(j.drive.viscous_friction, j.drive.coulomb_friction, v) for j, v in zip(robot.joints, turned)]
    return at_shaft + np.array(own) / GEARS


@pytest.mark.parametrize("seed", range(5))
def test_torque_of_the_tx40_s_motors(tx40, seed):
    Q = random_motion(tx40, seed, 2)
    expected = GEARS * shaft_torques(tx40, Q)
    for backend in ("python", "native"):
        with jn.backend(backend):
            done = jn.inverse_dynamics(tx40, *Q)
            assert_close(done.tau_m, expected, ALGEBRA)
            assert_close(GEARS * done.theta[0], MOTOR @ Q[0], ALGEBRA)
            qdd, _ = jn.elastic_forward_dynamics(tx40, Q[0], Q[1], done.theta[0], done.theta[1], expected)
            assert_close(qdd, Q[2], 1e-11)


def test_limits_of_the_tx40(tx40):
    """As published beside its parameters; none is of motors, whose torques the coupled wrist mixes."""
    assert tx40.limits.joint_torque.tolist() == [131.84, 131.84, 103.49, 46.08, 43.19, 30.72]
    assert tx40.limits.velocity.tolist() == [5.009, 5.009, 7.504, 7.15, 5.585, 12.217]
    assert np.isinf(tx40.limits.motor_torque).all()


def test_joint_torques_from_motor_torques_and_back(tx40):
    """tau5 = 45 m5 + 32 m6 and tau6 = 32 m6, of motors that stand still against gravity."""
    q = np.array([0.3, 0.4, -0.2, 0.5, 0.7, -0.1])
    still = np.zeros(6)
    shaft = jn.inverse_dynamics(tx40, q, still, still).tau_m / GEARS
    tau = jn.rnea(tx40, q, still, still)
    assert_close(tau[4:], [45.0 * shaft[4] + 32.0 * shaft[5], 32.0 * shaft[5]], ALGEBRA)


def test_motor_6_is_felt_at_axis_5(tx40):
    """While axis 5 turns alone, motor 6 turns as well: its inertia and its friction are held by both axes."""
    still, qd, qdd = np.zeros(6), np.zeros(6), np.zeros(6)
    qd[4], qdd[4] = 0.8, 3.0
    done = jn.inverse_dynamics(tx40, still, qd, qdd)
    links = jn.rnea(tx40, still, qd, qdd)
    drive5, drive6 = tx40.joints[4].drive, tx40.joints[5].drive
    assert_close(done.tau_j[0], links, ALGEBRA)
    six = links[5] + drive6.reflected_inertia * 3.0 + rubbing(drive6.viscous_friction, drive6.coulomb_friction, 0.8)
    five = links[4] - links[5] + drive5.reflected_inertia * 3.0 + rubbing(drive5.viscous_friction, drive5.coulomb_friction, 0.8)
    assert_close(done.tau_m[4:], [five, six], ALGEBRA)
    assert drive6.reflected_inertia == pytest.approx(0.007679, rel=1e-4)  # published: Iam6, to four digits
    assert drive6.viscous_friction == 0.597492  # fvm6
    assert drive5.viscous_friction + drive6.viscous_friction == pytest.approx(1.857995, rel=1e-12)  # fv5


def test_the_tx40_in_exported_c(tx40, tmp_path):
    kernel = jn.compile(jn.inverse_dynamics, tx40, outputs=("tau_m",))
    kernel.write_c(tmp_path, name="tx40")
    command = ["gcc", "-std=c99", "-O1", "-ffp-contract=off", "-fPIC", "-shared", "tx40.c", "-o", "tx40.so", "-lm"]
    subprocess.run(command, cwd=tmp_path, check=True)
    Q = np.ascontiguousarray(random_motion(tx40, 1, 2))
    tau_m = np.zeros(6)
    ctypes.CDLL(str(tmp_path / "tx40.so")).tx40(ctypes.c_void_p(Q.ctypes.data), ctypes.c_void_p(tau_m.ctypes.data))
    assert_close(tau_m, GEARS * shaft_torques(tx40, Q), ALGEBRA)


@pytest.mark.parametrize("degrees", [-120.0, -90.0, -45.0, -10.0, 0.0])
def test_the_counterbalance_of_the_kr300(degrees):
    """The published formula, number by number; it is added to what the links need."""
    robot = jn.load("kuka_kr300")
    q = np.radians([10.0, degrees, 80.0, 20.0, 30.0, 0.0])
    delta = np.radians(degrees + 95.0)
    D, k, A = 0.8, 0.2, np.pi / 4.0 * (0.055**2 - 0.030**2)
    stroke = np.sqrt(D**2 + k**2 - 2.0 * D * k * np.cos(delta)) - (D - k)
    lever = D * k * np.sin(delta) / (stroke + D - k)
    pressure = 1.01 * 296.8 * 328.0 * 0.159 / (0.00096 - stroke * A)
    expected = jn.gravity_torque(robot, q)
    expected[1] += lever * pressure * A
    still = np.zeros((4, 6))
    assert_close(jn.inverse_dynamics(robot, q, *still).tau_m, expected, 1e-8)


def test_the_counterbalance_carries_the_arm():
    """The recordings' authors state a load of 200 kg: leaning forward, the motor of axis 2 holds less than a third of it."""
    robot = jn.load("kuka_kr300").with_payload(200.0, (0.0, 0.0, 0.1))
    q = np.radians([0.0, -45.0, 90.0, 0.0, 0.0, 0.0])
    held = jn.inverse_dynamics(robot, q, *np.zeros((4, 6))).tau_m[1]
    assert abs(held) < abs(jn.gravity_torque(robot, q)[1]) / 3.0
